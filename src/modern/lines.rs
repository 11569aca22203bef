//! # Modern · Several lines
//!
//! Analysis in several lines, <https://www.chessprogramming.org/MultiPV>: the best move, then the best of the others, and so on. Each
//! line of an iteration is a search of the root that leaves out the first moves of the lines before it. It works with every
//! algorithm; the modern search has a window of its own for each line, and one table for all of them.
//!
//! **Read next:** [`think`](super::think).

use std::cmp::Reverse;

use super::{Stopped, report_score, search_score};
use crate::board::Algorithm;
use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;
use crate::peek::{Line, Report};

impl Board {
    /// Iterative deepening for the best `count` moves of the root, without those that are left out anyway; returns the best.
    pub fn deepen_lines(&mut self, count: usize) -> Move {
        self.clear_for_search();
        self.tell(Report::Header);
        self.timer.start();
        let lines = if self.algorithm == Algorithm::Modern {
            self.begin_modern();
            self.with_helpers(|board| board.deepen_lines_alone(count))
        } else {
            self.deepen_lines_alone(count)
        };
        let best = lines.first().map_or(&[][..], |line| &line.pv);
        self.follow_line(best);
        self.last_pv[0]
    }

    /// The lines of the last iteration that was completed, the best first.
    fn deepen_lines_alone(&mut self, count: usize) -> Vec<Line> {
        let left_out = self.excluded.len();
        let count = count.min(self.legal_moves().len().saturating_sub(left_out));
        let mut lines = vec![Line::default(); count];
        for depth in 1..=self.search_depth {
            let mut found = lines.clone();
            let done = found.iter_mut().try_for_each(|line| self.search_line(line, depth));
            self.excluded.truncate(left_out);
            if done.is_err() {
                self.return_to_root();
                self.tell(Report::Stopped);
                break;
            }
            // A line that was searched later may be better all the same.
            found.sort_by_key(|line| Reverse(line.score));
            lines = found;
            self.tell(Report::Lines { depth, lines: &lines });
            if self.timer.is_nearly_used() {
                self.tell(Report::TimeUsed);
                break;
            }
        }
        lines
    }

    /// Searches a line again, one ply deeper; its first move is left out from now on.
    fn search_line(&mut self, line: &mut Line, depth: usize) -> Result<(), Stopped> {
        self.follow_line(&line.pv);
        line.score = if self.algorithm == Algorithm::Modern {
            report_score(self.iterate(depth, search_score(line.score))?)
        } else {
            self.search_root(depth)
        };
        if self.timedout {
            return Err(Stopped);
        }
        self.remember_pv();
        line.pv = self.last_pv[..self.last_pv_length].to_vec();
        line.selective = self.selective_depth();
        self.excluded.extend(line.pv.first());
        Ok(())
    }

    /// The next search begins with this line.
    pub(super) fn follow_line(&mut self, pv: &[Move]) {
        self.last_pv = [Move::NONE; MAX_PLY];
        self.last_pv[..pv.len()].copy_from_slice(pv);
        self.last_pv_length = pv.len();
    }
}
