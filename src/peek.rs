//! # 20-21 · Looking up from the search
//!
//! The search is one long recursion, yet it has to end when the time is up, and to hear what is typed or what the GUI
//! sends. So it counts its nodes down, and each time the count is used up it looks at the clock, and asks its host.
//!
//! **Differs here:** the tutorial peeks at the keyboard and at the pipe right here. Here a [`Host`] does, who sits in a
//! chair of the Board: the core neither reads nor prints. It is asked every [`UPDATE_INTERVAL`] nodes, not every
//! 100000, so that it answers within milliseconds; no figure depends on that.
//!
//! **Read next:** [`test`](crate::test).

use std::any::Any;
use std::sync::atomic::Ordering;

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side that has just moved is in check: an impossible position, won by the side named.
    KingCapture(Side),
    /// The side named has mated.
    Mate(Side),
    /// No legal move, and no check.
    Stalemate,
    /// Neither side can mate.
    Material,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
}

/// Whether the game is over, and what can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// Number of legal moves; [`None`] if they were not counted because the position is impossible.
    #[doc(alias = "legalmoves")]
    pub legal_moves: Option<usize>,
    /// The last of them in generation order.
    #[doc(alias = "singlemove")]
    pub last_legal: Move,
}

/// What the search has to tell.
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// The search begins.
    Header,
    /// There is only this move; no search.
    Forced(Move),
    /// A better move at the root, or the end of an iteration.
    Depth {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// Score in centipawns, for the side to move.
        score: i32,
        /// Best line.
        pv: &'a [Move],
    },
    /// The score of an iteration lies outside of the window of the search, which is opened now.
    Bound {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// The bound that was reached, in centipawns for the side to move.
        score: i32,
        /// Is the true score at least this? Otherwise at most.
        is_lower: bool,
        /// The line that reaches a lower bound; empty for an upper one.
        pv: &'a [Move],
    },
    /// A move of the root is about to be searched.
    RootMove {
        /// The move.
        mv: Move,
        /// Its place in the list, from 1 on.
        number: usize,
        /// Number of moves of the root: in the tutorial's searches the pseudo-legal ones, in the modern search those
        /// that are searched.
        count: usize,
    },
    /// An iteration of a search for several lines is done.
    Lines {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// The lines, the best first.
        lines: &'a [Line],
    },
    /// The search was stopped within an iteration.
    Stopped,
    /// An iteration is done, and there is no time for another.
    TimeUsed,
    /// There is nothing to search: the game is over.
    GameOver(Outcome),
}

/// A line with what it is worth.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// Score in centipawns for the side to move, as in reports.
    pub score: i32,
    /// The moves.
    pub pv: Vec<Move>,
    /// How far the search has looked, in plies; [`None`] if it does not count that.
    pub selective: Option<usize>,
}

/// Nodes between two looks at clock and input: about a millisecond, also in debugging builds, which are slower.
#[doc(alias = "UPDATEINTERVAL")]
pub const UPDATE_INTERVAL: u64 = if cfg!(debug_assertions) { 256 } else { 1024 };

/// What the host wants the search to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Go on searching.
    GoOn,
    /// End the search, and keep what it has found.
    Stop,
}

/// Who is told about a search, and may stop it.
pub trait Host: Any + Send {
    /// The search has something to tell. The position is that of the root.
    fn tell(&mut self, board: &mut Board, report: &Report);

    /// The search asks what to do. The position is somewhere in the tree.
    fn poll(&mut self, board: &mut Board) -> Verdict;

    /// Does it want to hear of every root move?
    fn wants_root_moves(&self) -> bool {
        false
    }
}

/// Where the host sits. A clone of the Board has an empty chair: it searches in silence.
#[derive(Default)]
pub struct Chair {
    host: Option<Box<dyn Host>>,
}

impl Clone for Chair {
    fn clone(&self) -> Chair {
        Chair::default()
    }
}

impl Chair {
    /// A host takes the seat.
    pub fn seat(&mut self, host: Box<dyn Host>) {
        self.host = Some(host);
    }

    /// Takes the host out; [`None`] if there is none of this type.
    pub fn leave<H: Host>(&mut self) -> Option<Box<H>> {
        let host: Box<dyn Any> = self.host.take()?;
        host.downcast().ok()
    }

    #[inline(always)]
    pub(crate) fn wants_root_moves(&self) -> bool {
        self.host.as_ref().is_some_and(|host| host.wants_root_moves())
    }
}

impl Board {
    /// Tells the host, if there is one.
    pub fn tell(&mut self, report: Report) {
        if let Some(mut host) = self.host.host.take() {
            host.tell(self, &report);
            self.host.host = Some(host);
        }
    }

    /// Counts a node, and polls the host now and then.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) {
        self.inodes += 1;
        self.countdown -= 1;
        if self.countdown == 0 {
            self.read_clock_and_input();
        }
    }

    /// Starts counting down to the next look at clock and input.
    pub(crate) fn start_countdown(&mut self) {
        let nodes_left = self.max_nodes.map_or(u64::MAX, |max| max.saturating_sub(self.inodes));
        self.countdown = UPDATE_INTERVAL.min(nodes_left).max(1);
    }

    /// A search that was stopped is forgotten: the next look at clock and input decides anew.
    pub fn forget_stop(&mut self) {
        self.timedout = false;
    }

    /// Is it time to end the search?
    #[doc(alias = "readClockAndInput")]
    #[cold]
    pub fn read_clock_and_input(&mut self) {
        self.start_countdown();
        let nodes_used = self.max_nodes.is_some_and(|max| self.inodes >= max);
        if nodes_used || self.timer.is_used() || self.stop.load(Ordering::Relaxed) {
            self.timedout = true;
        }
        let Some(mut host) = self.host.host.take() else { return };
        if host.poll(self) == Verdict::Stop {
            self.timedout = true;
        }
        self.host.host = Some(host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counter {
        polls: usize,
        depths: usize,
    }

    impl Host for Counter {
        fn tell(&mut self, _: &mut Board, report: &Report) {
            self.depths += usize::from(matches!(report, Report::Depth { .. }));
        }

        fn poll(&mut self, _: &mut Board) -> Verdict {
            self.polls += 1;
            if self.polls == 3 { Verdict::Stop } else { Verdict::GoOn }
        }
    }

    #[test]
    fn the_host_hears_of_depths_and_stops_the_search() {
        let mut board = Board::new();
        board.host.seat(Box::new(Counter { polls: 0, depths: 0 }));
        board.timer.max_time = None;
        let best = board.think();
        let counter = board.host.leave::<Counter>().expect("the same host gets up");
        assert!(best.is_some() && counter.depths > 0);
        assert_eq!(counter.polls, 3);
        assert_eq!(board.inodes, 3 * UPDATE_INTERVAL);
    }

    #[test]
    fn a_clone_has_an_empty_chair() {
        let mut board = Board::new();
        board.host.seat(Box::new(Counter { polls: 0, depths: 0 }));
        assert!(board.clone().host.leave::<Counter>().is_none());
    }
}
