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
}

/// The first player's results in a match, whose games are played in pairs: one opening with both colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchRecord {
    /// Games won, drawn and lost.
    pub games: WinsDrawsLosses,
    /// Result of the last game if its pair is incomplete.
    unpaired: Option<Points>,
    /// Sum over all pairs of the squared half points above 50 %.
    squares: i64,
}

impl MatchRecord {
    /// Adds the next game.
    pub fn add(&mut self, points: Points) {
        self.games.add(points);
        match self.unpaired.take() {
            Some(first) => self.squares += (gain(first) + gain(points)).pow(2),
            None => self.unpaired = Some(points),
        }
    }

    /// The same record from the opponent's point of view.
    pub fn turned(self) -> MatchRecord {
        MatchRecord { games: self.games.turned(), unpaired: self.unpaired.map(|points| 2 - points), ..self }
    }

    /// Half points above 50 % in all games, and in the unpaired one.
    fn gains(&self) -> (i64, i64) {
        (self.games.won as i64 - self.games.lost as i64, self.unpaired.map_or(0, gain))
    }

    /// Elo difference in all games, and half the width of its 95 % confidence interval, to which an unpaired game does
    /// not contribute; [`None`] if all games were won or all lost, or none was played. For the missing error, see
    /// [`paired_error`].
    pub fn elo(&self) -> Option<(f64, Option<f64>)> {
        let score = self.games.score().filter(|score| *score > 0.0 && *score < 1.0)?;
        let (all, unpaired) = self.gains();
        Some(elo(score, paired_error(self.games.games() / 2, all - unpaired, self.squares)))
    }

    /// Likelihood that the player with this record is stronger, compared with equal players whose pairs deviate as much
    /// from 50 %; [`None`] if all pairs are level. An unpaired game counts as a pair of its own.
    pub fn superiority(&self) -> Option<f64> {
        let (all, unpaired) = self.gains();
        let squares = (self.squares + unpaired.pow(2)) as f64;
        (squares > 0.0).then(|| 0.5 * (1.0 + erf(all as f64 / (2.0 * squares).sqrt())))
    }
}

/// Half points above 50 % in a game with this result.
fn gain(points: Points) -> i64 {
    i64::from(points) - 1
}

/// Half the width of the 95 % confidence interval of a score (points per game), from pairs of games: their number, the
/// sum of their half points above 50 %, and the sum of the squares. [`None`] if all pairs have the same score, or with
/// fewer than two pairs: their variance says nothing about the error.
pub fn paired_error(pairs: u64, gain: i64, squares: i64) -> Option<f64> {
    let spread = pairs as i64 * squares - gain * gain;
    let pairs = pairs as f64;
    let variance = spread as f64 / (pairs * (pairs - 1.0));
    // A pair has four half points, so each half point above 50 % raises the score by 1/4.
    (spread > 0).then(|| NORMAL_95 * (variance / pairs).sqrt() / 4.0)
}

/// Elo difference at this score (points per game), and half the width of its 95 % confidence interval if the score has
/// this error. Scores are limited to 0.001 to 0.999.
pub fn elo(score: f64, error: Option<f64>) -> (f64, Option<f64>) {
    let elo = |score: f64| {
        let score = score.clamp(1e-3, 1.0 - 1e-3);
        400.0 * (score / (1.0 - score)).log10()
    };
    (elo(score), error.map(|error| (elo(score + error) - elo(score - error)) / 2.0))
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

    fn record(games: &[Points]) -> MatchRecord {
        let mut record = MatchRecord::default();
        games.iter().for_each(|points| record.add(*points));
        record
    }

    #[test]
    fn elo_matches_the_tables() {
        let of = |score| elo(score, None).0;
        assert!((of(0.75) - 190.8).abs() < 0.1 && (of(0.25) + 190.8).abs() < 0.1);
        assert!(of(0.5) == 0.0 && of(0.5).is_sign_positive());
        assert_eq!(record(&[2; 10]).elo(), None);
        assert_eq!(record(&[]).elo(), None);
        assert_eq!(record(&[]).games.score(), None);
    }

    /// Pairs with 2, 1, 0 and -1 half points above 50 %: the scores exceed 1/2 by 1/2, 1/4, 0 and -1/4, with a mean of
    /// 1/8 and a sample variance of 5/48.
    #[test]
    fn the_error_comes_from_pairs() {
        let of = |score| elo(score, None).0;
        let paired = record(&[2, 2, 2, 1, 2, 0, 0, 1]);
        let half = NORMAL_95 * (5.0_f64 / 48.0 / 4.0).sqrt();
        let margin = |score| (of(score + half) - of(score - half)) / 2.0;
        for (record, score) in [
            (paired, 0.625),
            (paired.turned(), 0.375),
            // An unpaired game counts for the score only.
            (record(&[2, 2, 2, 1, 2, 0, 0, 1, 2]), 6.0 / 9.0),
        ] {
            let (elo, error) = record.elo().expect("mixed results");
            assert!((elo - of(score)).abs() < 1e-9, "{elo} at {score}");
            assert!(error.is_some_and(|error| (error - margin(score)).abs() < 1e-9), "{error:?} at {score}");
        }
    }

    #[test]
    fn pairs_without_variance_have_no_error() {
        for games in [&[1; 4][..], &[2, 0, 0, 2], &[2, 1, 1, 2, 2, 1], &[2, 0], &[1], &[2, 0, 1]] {
            let (elo, error) = record(games).elo().expect("mixed results");
            assert!(error.is_none() && !(elo == 0.0 && elo.is_sign_negative()), "{games:?}: {elo} {error:?}");
        }
    }

    /// The half points above 50 % of the pairs are divided by the root of the sum of their squares.
    #[test]
    fn superiority_is_symmetric_and_known() {
        for (games, deviations) in [
            (&[2, 2, 2, 1, 2, 0, 0, 1][..], 2.0 / 6.0_f64.sqrt()),
            (&[2, 2, 2, 1, 2, 0, 0, 1, 2], 3.0 / 7.0_f64.sqrt()),
            (&[2; 20], 20.0 / 40.0_f64.sqrt()),
            (&[2], 1.0),
        ] {
            let record = record(games);
            let [this, other] = [record, record.turned()].map(|record| record.superiority().expect("a lead"));
            let normal = 0.5 * (1.0 + erf(deviations / 2.0_f64.sqrt()));
            assert!((this + other - 1.0).abs() < 1e-6 && (this - normal).abs() < 1e-9, "{games:?}: {this} {other}");
        }
        assert!((record(&[2]).superiority().expect("a lead") - 0.841).abs() < 0.001);
        assert_eq!(record(&[1, 1, 2, 0]).superiority(), None);
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
