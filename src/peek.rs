//! # 20-21 · Polling during the search
//!
//! The search is one long recursion, but it must stop when its time is up, or when keyboard or GUI input demands it. So
//! every node decrements a counter, and at zero the search checks the clock and the stop flag, and polls its sink.
//!
//! **Differs here:** the tutorial reads the keyboard and the pipe at this point, and prints. Here reports go to a
//! [`Sink`], and the stop flag is set from outside: the core neither reads nor prints. The clock is checked at least
//! every [`UPDATE_INTERVAL`] nodes, not every 100000, so that a search stops within a millisecond; no figure depends on
//! that.
//!
//! **Read next:** [`readepd`](crate::readepd).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;

/// The outcome of a game under the rules of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side that has just moved is in check: an impossible position, won by the given side.
    KingCapture(Side),
    /// Checkmate by the given side.
    Mate(Side),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has mating material.
    Material,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
}

/// The result of the game, if it is over, and the number of legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// Number of legal moves; [`None`] if they were not counted because the position is impossible.
    #[doc(alias = "legalmoves")]
    pub legal_moves: Option<usize>,
    /// The last legal move in generation order.
    #[doc(alias = "singlemove")]
    pub last_legal: Move,
}

/// A report of a search.
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// The search begins.
    Header,
    /// There is only one legal move, so it is not searched.
    Forced(Move),
    /// A better move at the root.
    Best {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// Score in centipawns, for the side to move.
        score: i32,
        /// Best line.
        pv: &'a [Move],
    },
    /// The end of an iteration.
    Depth {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// Score in centipawns, for the side to move.
        score: i32,
        /// Best line.
        pv: &'a [Move],
    },
    /// The search of this root move begins; the move has been made on the board.
    RootMove {
        /// The move.
        mv: Move,
        /// Index of the move in the list, from 1.
        number: usize,
        /// Number of pseudo-legal moves at the root.
        count: usize,
    },
    /// The search was stopped within an iteration.
    Stopped,
    /// An iteration is done, and there is no time for another.
    TimeUsed,
    /// There is nothing to search: the game is over.
    GameOver(Outcome),
}

/// Maximum number of nodes between two checks of the clock: about a millisecond of search. Smaller in debug builds,
/// which are slower.
#[doc(alias = "UPDATEINTERVAL")]
pub const UPDATE_INTERVAL: u64 = if cfg!(debug_assertions) { 256 } else { 1024 };
/// Minimum number of nodes between two checks of the clock, unless fewer nodes are left.
const SHORTEST_INTERVAL: u64 = 16;

/// Receives the reports of a search.
pub trait Sink: Send + Sync {
    /// Receives a report. The root position is on the board, except for reports of root moves.
    fn report(&mut self, board: &Board, report: Report);

    /// Called at every check of the clock, with some position of the tree on the board. May stop the search by setting
    /// `timedout`, and may change its limits.
    fn poll(&mut self, _: &mut Board) {}

    /// Whether the search should report the root moves.
    fn wants_root_moves(&self) -> bool {
        false
    }
}

/// Connects a search to its caller: stop flag and reports. A cloned Board gets a new `Watch`: the clone's search sends
/// no reports, and the original's stop flag does not end it.
#[derive(Default)]
pub struct Watch {
    /// Ends the search when set.
    pub stop: Arc<AtomicBool>,
    /// Receives the reports.
    pub sink: Option<Box<dyn Sink>>,
}

impl Clone for Watch {
    fn clone(&self) -> Watch {
        Watch::default()
    }
}

impl Board {
    /// Passes a report to the sink, if there is one.
    pub fn tell(&mut self, report: Report) {
        if let Some(mut sink) = self.watch.sink.take() {
            sink.report(self, report);
            self.watch.sink = Some(sink);
        }
    }

    /// Counts a node, and checks the clock when the countdown ends.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.inodes += 1;
        self.countdown -= 1;
        if self.countdown == 0 {
            self.read_clock_and_input();
        }
    }

    /// Starts the countdown to the next check of the clock.
    pub(crate) fn start_countdown(&mut self) {
        let nodes_left = self.max_nodes.map_or(u64::MAX, |max| max.saturating_sub(self.inodes));
        self.countdown = self.clock_interval().min(nodes_left).max(1);
    }

    /// Nodes until the next check of the clock: as many as the search visits in a quarter of the time left, but between
    /// [`SHORTEST_INTERVAL`] and [`UPDATE_INTERVAL`].
    fn clock_interval(&self) -> u64 {
        let Some(left) = self.timer.left() else { return UPDATE_INTERVAL };
        // The added 100 nodes and 1000 µs assume a slow machine until the speed is known.
        let (nodes, elapsed) = (self.inodes.saturating_add(100), self.timer.elapsed().as_micros().saturating_add(1000));
        let interval = u128::from(nodes) * left.as_micros() / elapsed / 4;
        u64::try_from(interval).unwrap_or(u64::MAX).clamp(SHORTEST_INTERVAL, UPDATE_INTERVAL)
    }

    /// Polls the sink; ends the search if its nodes or its time are used up, or the stop flag is set.
    #[doc(alias = "readClockAndInput")]
    #[cold]
    pub fn read_clock_and_input(&mut self) {
        if let Some(mut sink) = self.watch.sink.take() {
            sink.poll(self);
            self.watch.sink = Some(sink);
        }
        self.start_countdown();
        let nodes_used = self.max_nodes.is_some_and(|max| self.inodes >= max);
        if nodes_used || self.timer.is_used() || self.watch.stop.load(Ordering::Relaxed) {
            self.timedout = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[derive(Default)]
    struct Counts {
        polls: AtomicUsize,
        depths: AtomicUsize,
    }

    struct Counter(Arc<Counts>);

    impl Sink for Counter {
        fn report(&mut self, _: &Board, report: Report) {
            self.0.depths.fetch_add(usize::from(matches!(report, Report::Depth { .. })), Ordering::Relaxed);
        }

        fn poll(&mut self, board: &mut Board) {
            board.timedout = self.0.polls.fetch_add(1, Ordering::Relaxed) == 2;
        }
    }

    #[test]
    fn the_sink_receives_depths_and_stops_the_search() {
        let mut board = Board::new();
        let counts = Arc::<Counts>::default();
        board.watch.sink = Some(Box::new(Counter(Arc::clone(&counts))));
        board.timer.max_time = None;
        assert!(board.think().is_some());
        assert!(counts.depths.load(Ordering::Relaxed) > 0);
        assert_eq!(counts.polls.load(Ordering::Relaxed), 3);
        assert_eq!(board.inodes, 3 * UPDATE_INTERVAL);
    }

    #[test]
    fn a_clone_sends_no_reports_and_has_its_own_stop_flag() {
        let mut board = Board::new();
        board.watch.sink = Some(Box::new(Counter(Arc::default())));
        let clone = board.clone();
        assert!(clone.watch.sink.is_none() && !Arc::ptr_eq(&clone.watch.stop, &board.watch.stop));
    }
}
