//! Matches between two configurations of the engine.
//!
//! A match measures how much a technique is worth in games. Each opening is played twice with colours reversed, so an
//! advantage from the opening cancels out. The result is an Elo difference with its error margin, and the likelihood
//! that the first configuration is the stronger one.

use crate::board::Board;
use crate::defines::LARGE_NUMBER;
use crate::moves::Move;
use crate::play::referee::{AdjudicationRules, Points};
use crate::searcher::Subject;
use crate::searcher::random::Random;
use crate::setup::Setup;

/// Length of an opening in plies.
const OPENING_PLIES: usize = 8;
/// An opening is fair if neither side's score at [`FAIR_DEPTH`] is above this, in centipawns.
const FAIR: i32 = 60;
/// Depth of the search that judges an opening, in plies.
const FAIR_DEPTH: usize = 4;
/// A 95 % confidence interval extends this many standard errors to each side.
pub const NORMAL_95: f64 = 1.96;
/// Rules for adjudicating the games of a match: level games are not adjudicated as draws.
pub const RULES: AdjudicationRules = AdjudicationRules {
    decided: 1000,
    decided_plies: 6,
    level: 0,
    level_plies: usize::MAX,
    level_from: usize::MAX,
    longest_game: 300,
};

/// Openings: fair positions after a few random moves, in a reproducible sequence.
pub struct Openings {
    random: Random,
    board: Box<Board>,
    judge: Box<dyn Subject>,
}

impl Openings {
    /// Openings that this searcher judges fair; other ones for every seed.
    pub fn fair_to(judge: Box<dyn Subject>, seed: u64) -> Openings {
        Openings { random: Random(seed), board: Board::new(), judge }
    }
}

impl Iterator for Openings {
    type Item = Setup;

    fn next(&mut self) -> Option<Setup> {
        loop {
            self.board.init();
            for _ in 0..OPENING_PLIES {
                let moves = self.board.legal_moves();
                let Some(&mv) = moves.get(self.random.below(moves.len().max(1))) else { break };
                self.board.play(mv);
            }
            if self.board.legal_moves().len() < 2 {
                continue;
            }
            self.judge.clear();
            if self.judge.search_within(&self.board, FAIR_DEPTH, -LARGE_NUMBER, LARGE_NUMBER).abs() <= FAIR {
                return Some(self.board.setup());
            }
        }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WinsDrawsLosses {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl WinsDrawsLosses {
    /// Adds a game: 2 points for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, points: Points) {
        match points {
            2 => self.won += 1,
            1 => self.drawn += 1,
            _ => self.lost += 1,
        }
    }

    /// The same record from the opponent's point of view.
    pub fn turned(self) -> WinsDrawsLosses {
        WinsDrawsLosses { won: self.lost, lost: self.won, ..self }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Points per game, 0 to 1; [`None`] if there are no games.
    pub fn score(&self) -> Option<f64> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Elo difference, and half the width of its 95 % confidence interval; [`None`] if all games were won or all lost,
    /// or none was played.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let score = self.score().filter(|score| *score > 0.0 && *score < 1.0)?;
        let games = self.games() as f64;
        let spread = [(self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)];
        let variance =
            spread.iter().map(|(count, points)| *count as f64 * (points - score).powi(2)).sum::<f64>() / games;
        let error = NORMAL_95 * (variance / games).sqrt();
        Some(elo(score, error))
    }

    /// Likelihood that the player with this record is stronger, from the decisive games; [`None`] if there are none.
    pub fn superiority(&self) -> Option<f64> {
        let decided = (self.won + self.lost) as f64;
        let difference = self.won as f64 - self.lost as f64;
        (decided > 0.0).then(|| 0.5 * (1.0 + erf(difference / (2.0 * decided).sqrt())))
    }
}

/// Elo difference at this score (points per game), and half the width of its 95 % confidence interval if the score has
/// this error. Scores are limited to 0.001 to 0.999.
pub fn elo(score: f64, error: f64) -> (f64, f64) {
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10();
    (elo(score), (elo(score + error) - elo(score - error)) / 2.0)
}

/// The error function, to about seven decimal places (Abramowitz and Stegun 1964, 7.1.26).
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.3275911 * x.abs());
    let factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
    let series = factors.iter().fold(0.0, |sum, factor| (sum + factor) * t);
    (1.0 - series * (-x * x).exp()).copysign(x)
}

/// The move found by a search if it is legal in the position, otherwise the first legal move.
pub fn move_or_first(board: &Board, best: Move) -> Option<Move> {
    let moves = board.legal_moves();
    moves.contains(&best).then_some(best).or(moves.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::Modern;

    #[test]
    fn elo_and_error_match_the_tables() {
        let record = WinsDrawsLosses { won: 60, drawn: 30, lost: 10 };
        let (elo, error) = record.elo().expect("mixed results");
        assert!((elo - 190.8).abs() < 0.1 && (50.0..75.0).contains(&error), "{elo} {error}");
        assert_eq!(WinsDrawsLosses { won: 10, drawn: 0, lost: 10 }.elo().map(|(elo, _)| elo.round()), Some(0.0));
        assert_eq!(WinsDrawsLosses { won: 10, ..WinsDrawsLosses::default() }.elo(), None);
        assert_eq!(WinsDrawsLosses::default().score(), None);
    }

    #[test]
    fn superiority_is_symmetric_and_known() {
        let record = WinsDrawsLosses { won: 20, drawn: 5, lost: 10 };
        let [this, other] = [record, record.turned()].map(|record| record.superiority().expect("decided games"));
        assert!((this + other - 1.0).abs() < 1e-6 && (this - 0.966).abs() < 0.001, "{this} {other}");
        assert_eq!(WinsDrawsLosses { drawn: 5, ..WinsDrawsLosses::default() }.superiority(), None);
        assert!((erf(1.0) - 0.842_700_8).abs() < 1e-6 && erf(0.0).abs() < 1e-6);
    }

    #[test]
    fn openings_are_different_fair_and_the_same_every_time() {
        let some = |seed| -> Vec<String> {
            let openings = Openings::fair_to(Box::<Modern>::default(), seed);
            let fen = |setup: Setup| {
                let mut board = Board::new();
                board.init_from_setup(&setup);
                board.fen()
            };
            openings.take(12).map(fen).collect()
        };
        let first = some(1);
        assert_eq!(first, some(1));
        assert!(some(2).iter().all(|fen| !first.contains(fen)), "{first:?}");
        assert!((1..12).all(|n| first[n] != first[n - 1]), "{first:?}");
    }
}
