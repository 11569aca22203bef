//! # Modern · Several threads
//!
//! <https://www.chessprogramming.org/Lazy_SMP>. Helpers search the same position at the same time, and speak with each other only
//! through the table: what one has found, the others need not search. Each is a clone of the Board with an empty chair, so it
//! neither prints nor reads. Some run an iteration ahead of the others, so that they do not all do the same.
//!
//! **Read next:** [`think`](super::think).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::MAX_PLIES;
use crate::board::Board;

impl Board {
    /// Runs `work` on this Board while `threads - 1` helpers search the same position; their nodes are counted at the end.
    pub(super) fn with_helpers<R>(&mut self, work: impl FnOnce(&mut Board) -> R) -> R {
        let count = self.modern.threads.saturating_sub(1);
        if count == 0 {
            return work(self);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let mut helpers: Vec<Box<Board>> = (0..count)
            .map(|_| {
                let mut helper = Box::new(self.clone());
                helper.stop = Arc::clone(&stop);
                helper.timer.max_time = None;
                helper.max_nodes = None;
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
