//! # Modern · Several threads
//!
//! <https://www.chessprogramming.org/Lazy_SMP>. Helpers search the same position at the same time, and speak with each other only
//! through the table: what one has found, the others need not search. Each is a clone of the Board with a mute in its chair, so it
//! neither prints nor reads. Some run an iteration ahead of the others, so that they do not all do the same.
//!
//! **Read next:** [`think`](super::think).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::MAX_PLIES;
use crate::board::Board;
use crate::peek::{Host, Verdict};
use crate::search::Report;

/// Sits in the chair of a helper, and adds its nodes to those of all helpers now and then.
struct NodeCounter {
    reported: u64,
    all: Arc<AtomicU64>,
}

impl Host for NodeCounter {
    fn tell(&mut self, _: &mut Board, _: &Report) {}

    fn poll(&mut self, board: &mut Board) -> Verdict {
        self.all.fetch_add(board.inodes - self.reported, Relaxed);
        self.reported = board.inodes;
        Verdict::GoOn
    }
}

impl Board {
    /// Runs `work` on this Board while `threads - 1` helpers search the same position. What they visit counts at once in
    /// [`Board::nodes`], and in the end in `inodes`. A search that is limited by nodes has no helpers: it ends where it has to.
    pub(super) fn with_helpers<R>(&mut self, work: impl FnOnce(&mut Board) -> R) -> R {
        let count = self.modern.threads.saturating_sub(1);
        if count == 0 || self.max_nodes.is_some() {
            return work(self);
        }
        self.modern.helper_nodes = Arc::default();
        let stop = Arc::new(AtomicBool::new(false));
        let mut helpers: Vec<Box<Board>> = (0..count)
            .map(|_| {
                let mut helper = Box::new(self.clone());
                helper.stop = Arc::clone(&stop);
                helper.timer.max_time = None;
                helper.host.seat(Box::new(NodeCounter { reported: 0, all: Arc::clone(&self.modern.helper_nodes) }));
                helper
            })
            .collect();
        let result = std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                scope.spawn(move || helper.help(number));
            }
            let result = work(self);
            stop.store(true, Relaxed);
            result
        });
        self.modern.helper_nodes = Arc::default();
        self.inodes += helpers.iter().map(|helper| helper.inodes).sum::<u64>();
        result
    }

    /// Iterative deepening without a word, until stopped.
    fn help(&mut self, number: usize) {
        let mut last = 0;
        let ahead = 1 + (number + 1) % 2;
        for depth in ahead..MAX_PLIES - 8 {
            match self.iterate(depth, last) {
                Ok(score) => last = score,
                Err(_) => return,
            }
        }
    }
}
