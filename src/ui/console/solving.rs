//! A test suite position while it is being searched.

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::moves::Move;
use crate::searcher::{Info, Report};
use crate::test::{TestPosition, Verdict, verdict};

/// A suite position, and whether the search has found its solution.
pub struct Solving {
    pub(super) position: TestPosition,
    pub(super) stop_after: Option<usize>,
    /// Depth, nodes and time at which the search last switched to a solution.
    pub(super) found: Option<Found>,
    /// Number of further iterations for which a solution has stayed the best move.
    pub(super) stood: usize,
}

/// Depth, nodes and time at which the search found a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Depth of the iteration, in plies.
    pub depth: usize,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Milliseconds until then.
    pub ms: u64,
}

impl Solving {
    /// Records a report of the search; the position is on the board.
    pub(super) fn hear(&mut self, board: &mut Board, info: &Info) {
        let (Report::Best { depth, score, ref pv } | Report::Depth { depth, score, ref pv }) = info.report else {
            return;
        };
        let best = pv.first().copied().unwrap_or_default();
        let right = verdict(board, &self.position, best) != Some(Verdict::Failed);
        if !right || !self.is_mate_seen(score) {
            (self.found, self.stood) = (None, 0);
            return;
        }
        let now = Found { depth, nodes: info.nodes, ms: info.ms };
        let found = self.found.get_or_insert(now);
        self.stood = depth - found.depth.min(depth);
    }

    /// Whether the score, in centipawns, shows a mate at least as short as the one given in the file. True if the file
    /// gives no mate.
    fn is_mate_seen(&self, score: i32) -> bool {
        self.position.mate_in.is_none_or(|moves| {
            let last_ply = i32::try_from(moves).unwrap_or(i32::MAX).saturating_sub(1).saturating_mul(2);
            score >= CHECKMATESCORE.saturating_sub(last_ply)
        })
    }

    /// Whether a solution has been the best move for long enough.
    pub(super) fn is_done(&self) -> bool {
        self.found.is_some() && self.stop_after.is_some_and(|most| self.stood >= most)
    }

    /// The verdict on the final move.
    pub(super) fn verdict(&self, board: &mut Board, best: Move) -> Option<Verdict> {
        if self.position.mate_in.is_none() {
            return verdict(board, &self.position, best);
        }
        Some(if self.found.is_some() { Verdict::Solved } else { Verdict::Failed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solution_time_counts_from_the_last_change() {
        let mut board = Board::new();
        let moves = ["e4", "d4"].map(|text| board.read_move(text).expect("legal"));
        let position = TestPosition { best_moves: vec!["d4".into()], ..TestPosition::default() };
        let mut solving = Solving { position, stop_after: Some(2), found: None, stood: 0 };
        for (depth, right, found, done) in [
            (1, 1, Some(1), false),
            (2, 0, None, false),
            (3, 1, Some(3), false),
            (4, 1, Some(3), false),
            (5, 1, Some(3), true),
        ] {
            let report = Report::Depth { depth, score: 0, pv: vec![moves[right]] };
            let info = Info::of(&board, report);
            solving.hear(&mut board, &info);
            assert_eq!((solving.found.map(|found| found.depth), solving.is_done()), (found, done), "{depth}");
        }
    }

    #[test]
    fn a_mate_must_be_seen_and_not_a_longer_one() {
        let mut board = Board::new();
        let e4 = board.read_move("e4").expect("legal");
        let position = TestPosition { mate_in: Some(3), ..TestPosition::default() };
        let mut solving = Solving { position, stop_after: None, found: None, stood: 0 };
        for (score, seen) in [(500, false), (CHECKMATESCORE - 6, false), (CHECKMATESCORE - 4, true), (-9999, false)] {
            let info = Info::of(&board, Report::Depth { depth: 7, score, pv: vec![e4] });
            solving.hear(&mut board, &info);
            assert_eq!(solving.found.is_some(), seen, "{score}");
            let verdict = if seen { Verdict::Solved } else { Verdict::Failed };
            assert_eq!(solving.verdict(&mut board, e4), Some(verdict));
        }
    }
}
