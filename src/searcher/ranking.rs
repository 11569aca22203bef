//! Ranking of the root moves from the endgame tables, before a search.

use super::score::mate_in;
use crate::moves::Move;

/// Score in centipawns of a win that the fifty-move rule turns into a draw. A score whose absolute value does not
/// exceed this is a draw.
pub const NEARLY_A_DRAW: i32 = 1;

/// A legal root move with its ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Rank: higher is better; the search may choose among moves of equal rank.
    pub rank: i32,
    /// Known score of the move, in centipawns.
    pub score: i32,
}

/// The ranked root moves, best first; empty if nothing is known.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<Ranked>,
    /// Whether all the top-ranked moves are good enough. False if nothing is known, and for a win without DTZ tables,
    /// where some of those moves might make no progress.
    pub makes_progress: bool,
}

/// The moves that a ranking excludes from the root search, and the score of the best-ranked move.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Moves ranked below the best one; the search skips them. Moves that are excluded anyway are not listed.
    pub spoilers: Vec<Move>,
    /// The score of the best move, in centipawns.
    pub score: Option<i32>,
}

impl Ranking {
    /// The best move that is not excluded.
    pub fn best(&self, excluded: &[Move]) -> Option<Ranked> {
        self.moves.iter().find(|it| !excluded.contains(&it.mv)).copied()
    }

    /// Applies the ranking to a search from which these moves are already excluded.
    pub fn judge(&self, excluded: &[Move]) -> Judged {
        let Some(best) = self.best(excluded) else { return Judged::default() };
        let spoils = |it: &&Ranked| it.rank < best.rank && !excluded.contains(&it.mv);
        Judged { spoilers: self.moves.iter().filter(spoils).map(|it| it.mv).collect(), score: Some(best.score) }
    }
}

impl Judged {
    /// The score to report for a search that returned `found`: the known score, unless `found` is a mate that agrees
    /// with it. Mates are scored as in [`score`](super::score).
    pub fn told(&self, found: i32) -> i32 {
        match self.score {
            Some(known) if mate_in(found).unwrap_or(0) == 0 || found.signum() * known <= NEARLY_A_DRAW => known,
            _ => found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(square: usize, rank: i32, score: i32) -> Ranked {
        Ranked { mv: Move::new(0, square, 1, 0), rank, score }
    }

    #[test]
    fn without_the_better_moves_the_next_are_judged() {
        let moves = [ranked(1, 9, 500), ranked(2, 9, 500), ranked(3, 0, 0), ranked(4, -9, -500)];
        let ranking = Ranking { moves: moves.to_vec(), makes_progress: true };
        let [a, b, c, d] = moves.map(|it| it.mv);
        assert_eq!(ranking.judge(&[]), Judged { spoilers: vec![c, d], score: Some(500) });
        assert_eq!(ranking.judge(&[a]), Judged { spoilers: vec![c, d], score: Some(500) });
        assert_eq!(ranking.judge(&[a, b]), Judged { spoilers: vec![d], score: Some(0) });
        assert_eq!(ranking.judge(&[a, b, c, d]), Judged::default());
    }

    #[test]
    fn only_an_agreeing_mate_replaces_the_known_score() {
        let told = |known, found| Judged { spoilers: Vec::new(), score: Some(known) }.told(found);
        assert_eq!([told(500, 20), told(500, 9_990), told(500, -9_990)], [500, 9_990, 500]);
        assert_eq!([told(1, 9_990), told(0, -9_990), told(-1, -9_990)], [1, 0, -1]);
        assert_eq!([told(-500, -9_990), told(-500, 35)], [-9_990, -500]);
        assert_eq!(Judged::default().told(-35), -35);
    }
}
