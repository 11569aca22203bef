//! # Modern · Several threads
//!
//! <https://www.chessprogramming.org/Lazy_SMP>. All threads search the same position. They share results through the
//! transposition table. The first to finish an iteration publishes it in the `Team`; the others abandon theirs and
//! start the next.
//!
//! Each helper is a clone of the Board whose host neither prints nor reads. Every other helper reduces late moves a
//! little more, so that the trees differ.
//!
//! **Read next:** [`think`](super::think).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::{Shortage, Stopped};
use crate::board::Board;
use crate::moves::Move;
use crate::peek::Report;
use crate::peek::{Host, Verdict};

/// What the threads of a search share, besides the transposition table.
#[derive(Default, Debug)]
pub(super) struct Team {
    /// Nodes that the helpers have visited, as they report them.
    helper_nodes: AtomicU64,
    /// Depth of the deepest iteration that a thread has completed, in plies.
    done: AtomicUsize,
    /// Its result.
    result: Mutex<TeamResult>,
}

/// The result of an iteration.
#[derive(Clone, Default, Debug)]
pub(super) struct TeamResult {
    pub(super) depth: usize,
    /// In centipawns.
    pub(super) score: i32,
    pub(super) line: Vec<Move>,
    pub(super) seldepth: usize,
}

impl Team {
    /// Nodes that the helpers have visited so far.
    pub(super) fn helper_nodes(&self) -> u64 {
        self.helper_nodes.load(Relaxed)
    }

    /// Publishes a complete iteration, unless another thread has published it already.
    pub(super) fn complete(&self, iteration: TeamResult) {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        if iteration.depth > result.depth {
            self.done.store(iteration.depth, Relaxed);
            *result = iteration;
        }
    }

    fn result(&self) -> TeamResult {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a thread needs besides its Board, in bytes: its stack, lines of moves, and what `malloc` keeps for it.
const MEMORY_OF_A_THREAD: usize = 16 << 20;

/// Extra reduction of late moves in every other helper, in 1024ths of a ply.
const MORE_REDUCTION: i32 = 256;

/// The host of a helper: adds its nodes to the total now and then.
struct NodeCounter {
    reported: u64,
    team: Arc<Team>,
}

impl Host for NodeCounter {
    fn tell(&mut self, _: &mut Board, _: &Report) {}

    fn poll(&mut self, board: &mut Board) -> Verdict {
        self.team.helper_nodes.fetch_add(board.inodes - self.reported, Relaxed);
        self.reported = board.inodes;
        Verdict::GoOn
    }
}

impl Board {
    /// Runs `work` on this Board while `threads - 1` helpers search the same position. Their nodes count in
    /// [`Board::nodes`] at once, and in `inodes` in the end. A search limited by nodes has no helpers, so that it ends
    /// at the exact node.
    pub(crate) fn with_helpers<R>(&mut self, work: impl FnOnce(&mut Board) -> R) -> R {
        let count = self.modern.threads.saturating_sub(1);
        self.modern.team = Arc::default();
        if count == 0 || self.max_nodes.is_some() {
            return work(self);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let mut helpers: Vec<Box<Board>> = (0..count).map_while(|number| self.new_helper(number, &stop)).collect();
        let result = std::thread::scope(|scope| {
            let start = |helper| thread::Builder::new().spawn_scoped(scope, || Board::help(helper));
            let given = 1 + helpers.iter_mut().map_while(|helper| start(helper).ok()).count();
            if given <= count {
                self.modern.shortage = Some(Shortage::Threads { wanted: count + 1, given });
                self.modern.threads = given;
            }
            let result = work(self);
            stop.store(true, Relaxed);
            result
        });
        self.modern.team = Arc::default();
        self.inodes += helpers.iter().map(|helper| helper.inodes).sum::<u64>();
        result
    }

    /// A clone that searches in silence until `stop` is set; none if there is not enough memory for it.
    fn new_helper(&self, number: usize, stop: &Arc<AtomicBool>) -> Option<Box<Board>> {
        // To be without memory in the middle of a clone would end the program. No thread has started yet: this one, all
        // helpers so far and the Board itself will each need some more.
        let needed = size_of::<Board>() + self.modern.own_size() + (number + 2) * MEMORY_OF_A_THREAD;
        Vec::<u8>::new().try_reserve_exact(needed).ok()?;
        let mut helper = Box::new(self.clone());
        helper.modern.more_reduction = if number.is_multiple_of(2) { MORE_REDUCTION } else { 0 };
        helper.stop = Arc::clone(stop);
        helper.timer.max_time = None;
        helper.host.seat(Box::new(NodeCounter { reported: 0, team: Arc::clone(&self.modern.team) }));
        Some(helper)
    }

    /// Iterative deepening in silence, until stopped.
    fn help(&mut self) {
        let mut last = 0;
        self.deepen_with(|board, depth| {
            let (done, score) = board.iterate_in_team(depth, last)?;
            last = score;
            Ok(ControlFlow::Continue(done))
        });
    }

    /// One iteration, completed by this thread or a faster one: its depth, which may be greater than asked for, and its
    /// score. The line is in the Board's `last_pv`.
    pub(super) fn iterate_in_team(&mut self, depth: usize, last: i32) -> Result<(usize, i32), Stopped> {
        self.modern.may_be_overtaken = true;
        let result = self.iterate(depth, last);
        self.modern.may_be_overtaken = false;
        if result.is_err() && !self.timedout {
            return Ok(self.take_over());
        }
        let score = result?;
        let line = self.last_pv[..self.last_pv_length].to_vec();
        self.modern.team.complete(TeamResult { depth, score, line, seldepth: self.modern.seldepth });
        Ok((depth, score))
    }

    /// Adopts the result that another thread has published.
    fn take_over(&mut self) -> (usize, i32) {
        let TeamResult { depth, score, line, seldepth } = self.modern.team.result();
        (self.modern.root_depth, self.modern.seldepth) = (depth, seldepth);
        self.follow_line(&line);
        (depth, score)
    }

    /// Has another thread completed this iteration? Then it is not worth finishing.
    pub(super) fn is_overtaken(&self) -> bool {
        self.modern.may_be_overtaken && self.modern.team.done.load(Relaxed) >= self.modern.root_depth
    }
}
