//! The limits of a search under a protocol: none, or a time, which can also be given to a running search.

use crate::board::{Algorithm, Board};
use crate::defines::MAX_PLY;
use crate::modern::clock::{MoveTime, Patience};

/// The tutorial's search is stopped at this multiple of the soft limit: each iteration takes several times as long as
/// the one before, so more is rarely worth it.
const LONGEST: u64 = 3;
/// The greatest depth for a forced move in timed games, in plies: enough for a score and an expected reply. For the
/// tutorial's search, and for the modern one, which prunes more but gets there soon.
const FORCED_DEPTH: [usize; 2] = [4, 10];
/// The most lines of a search for several, under a protocol.
pub const MOST_LINES: i64 = 64;
/// The greatest time that can be kept back of each move, in milliseconds.
pub const MOST_MARGIN_MS: i64 = 5000;

/// How deep a forced move is searched in a timed game, in plies.
pub fn forced_depth(board: &Board) -> usize {
    FORCED_DEPTH[usize::from(board.algorithm == Algorithm::Modern)]
}

/// Whether the search that gets its limits is already running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// It is about to start.
    No,
    /// It has been running without limits: the engine was pondering, and the expected move was played.
    Yes,
}

/// Removes all limits.
pub fn lift_limits(board: &mut Board) {
    board.search_depth = MAX_PLY;
    board.max_nodes = None;
    board.timer.max_time = None;
    board.timer.soft_time = Some(u64::MAX);
}

/// The time limits of a search; the soft limit changes with its results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ThinkTime {
    limits: MoveTime,
    patience: Patience,
}

impl Default for ThinkTime {
    fn default() -> ThinkTime {
        ThinkTime { limits: MoveTime { soft_ms: 1, hard_ms: 1 }, patience: Patience::default() }
    }
}

impl ThinkTime {
    /// Sets the time limits of the search, counted from now.
    pub fn give(board: &mut Board, mut limits: MoveTime, begun: Begun) -> ThinkTime {
        let elapsed = if begun == Begun::Yes { board.timer.elapsed_ms() } else { 0 };
        if is_tutorial(board) {
            limits.hard_ms = limits.hard_ms.min(limits.soft_ms.saturating_mul(LONGEST));
        }
        let MoveTime { soft_ms, hard_ms } = limits;
        // Time spent pondering is a gain: half the normal target time will do.
        let soft_ms = if begun == Begun::Yes && soft_ms < hard_ms { soft_ms / 2 } else { soft_ms };
        let limits = MoveTime { soft_ms: elapsed.saturating_add(soft_ms), hard_ms: elapsed.saturating_add(hard_ms) };
        board.timer.max_time = Some(limits.hard_ms);
        board.timer.soft_time = Some(last_start(board, limits, limits.soft_ms));
        ThinkTime { limits, patience: Patience::default() }
    }

    /// The hard limit, in milliseconds since the start of the search.
    pub fn hard_ms(&self) -> u64 {
        self.limits.hard_ms
    }

    /// Adjusts the soft limit of the tutorial's search to its results; a finished iteration counts permanently. The
    /// modern search does this by itself.
    pub fn be_patient(&mut self, board: &mut Board, best: u32, score: i32, iteration_done: bool) {
        if !is_tutorial(board) {
            return;
        }
        // The tutorial's search does not count nodes for each root move. This share is neutral.
        const NODE_SHARE: f64 = 0.6;
        let mut patience = self.patience;
        patience.iteration_done(best, score, NODE_SHARE);
        board.timer.soft_time = Some(last_start(board, self.limits, patience.soft_ms(self.limits)));
        if iteration_done {
            self.patience = patience;
        }
    }
}

/// The tutorial's searches know only the hard limit and the last start; the modern one plans by itself.
fn is_tutorial(board: &Board) -> bool {
    matches!(board.algorithm, Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Pvs)
}

/// The time after which no iteration may begin: a part of the soft limit, since the next one would take longer than all
/// before it together. If all of the time may be used, only the hard limit counts.
fn last_start(board: &Board, limits: MoveTime, soft_ms: u64) -> u64 {
    if limits.soft_ms == limits.hard_ms || !is_tutorial(board) {
        return soft_ms;
    }
    (u128::from(soft_ms) * u128::from(board.timer.stop_frac) / 100) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorials_search_gets_a_nearer_end_and_an_earlier_last_start() {
        let mut board = Board::new();
        let limits = MoveTime { soft_ms: 100, hard_ms: 1000 };
        board.algorithm = Algorithm::Modern;
        assert_eq!(ThinkTime::give(&mut board, limits, Begun::No).hard_ms(), 1000);
        assert_eq!((board.timer.max_time, board.timer.soft_time), (Some(1000), Some(100)));
        board.algorithm = Algorithm::Pvs;
        let mut time = ThinkTime::give(&mut board, limits, Begun::No);
        assert_eq!((board.timer.max_time, board.timer.soft_time), (Some(300), Some(60)));
        time.be_patient(&mut board, 1, 0, true);
        time.be_patient(&mut board, 2, -80, true);
        assert!(board.timer.soft_time > Some(60), "a falling score takes longer: {:?}", board.timer.soft_time);
    }

    #[test]
    fn all_of_a_fixed_time_may_be_used() {
        let mut board = Board::new();
        let limits = MoveTime { soft_ms: 70, hard_ms: 70 };
        ThinkTime::give(&mut board, limits, Begun::Yes);
        assert!(board.timer.soft_time == board.timer.max_time && board.timer.max_time >= Some(70));
    }
}
