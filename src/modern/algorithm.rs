//! # Modern · The choice between the searches
//!
//! Which search runs is a setting, [`Algorithm`]. The tutorial's files do not know of the others: the choice is made
//! here. Here is also what works with every search: a window at the root, no null moves, analysis in several lines.
//!
//! Several lines, <https://www.chessprogramming.org/MultiPV>: the best move, then the best of the others, and so on.
//! Each line of an iteration is a search of the root that leaves out the first moves of the lines before it. In the
//! modern search, each line has its own aspiration window, and all share one transposition table.
//!
//! **Read next:** [`search`](crate::search), [`think`](crate::modern::think).

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::board::{Algorithm, Board};
use crate::defines::*;
use crate::lab::recipe::NullMove;
use crate::modern::Stopped;
use crate::modern::techniques::Techniques;
use crate::moves::Move;
use crate::peek::{Line, Report};

impl Board {
    /// Searches deeper and deeper with the chosen search, and returns the best move so far.
    pub fn deepen(&mut self) -> Move {
        match self.algorithm {
            Algorithm::Modern => self.deepen_modern(),
            Algorithm::Pvs if !self.wants_instrument() => self.iterative_deepening(),
            _ => self.deepen_lab(),
        }
    }

    /// Searches the root to `depth` plies with the chosen search; returns the score for the side to move, in
    /// centipawns.
    pub fn search_root(&mut self, depth: usize) -> i32 {
        if self.algorithm == Algorithm::Modern {
            return self.search_root_modern(depth);
        }
        if self.wants_instrument() {
            return self.search_root_lab(depth);
        }
        self.clear_for_iteration();
        match self.algorithm {
            Algorithm::Minimax => self.minimax(0, depth as i32),
            Algorithm::AlphaBeta => self.alphabeta(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
            _ => self.alphabetapvs(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
        }
    }

    /// The plain search knows no settings, and no moves of the root to leave out.
    fn wants_instrument(&self) -> bool {
        self.lab.is_wanted() || !self.excluded.is_empty()
    }

    /// A search of the root to a fixed depth, with this window: the score in centipawns as it is reported, 0 if the
    /// search was stopped.
    pub fn search_root_within(&mut self, depth: usize, alpha: i32, beta: i32) -> i32 {
        match self.algorithm {
            Algorithm::Modern => self.search_root_within_modern(depth, alpha, beta),
            _ => self.search_root_within_lab(depth, alpha, beta),
        }
    }

    /// From now on, no search makes null moves.
    pub fn forbid_null_moves(&mut self) {
        self.lab.null_move = NullMove::NONE;
        self.modern.techniques.remove(Techniques::NULL_MOVE);
    }

    /// Forgets everything that searches have learnt, and parts with the transposition table that is shared with other
    /// Boards; one thread from now on.
    pub fn forget_all(&mut self) {
        self.modern.start_afresh();
    }

    /// How far the running iteration has looked along the principal variations, in plies; [`None`] if the search does
    /// not count it.
    pub fn selective_depth(&self) -> Option<usize> {
        (self.algorithm == Algorithm::Modern).then(|| self.modern.selective_depth())
    }

    /// Depth of the running iteration, in plies; [`None`] if the search does not tell.
    pub fn iteration(&self) -> Option<usize> {
        (self.algorithm == Algorithm::Modern).then(|| self.modern.iteration())
    }

    /// Iterative deepening for the best `count` moves of the root, those in `excluded` left out; returns the best.
    pub fn deepen_lines(&mut self, count: usize) -> Move {
        self.clear_for_search();
        self.tell(Report::Header);
        self.timer.start();
        let lines = if self.algorithm == Algorithm::Modern {
            self.begin_modern();
            self.open_tables();
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
        let end = self.deepen_with(|board, depth| {
            let mut found = lines.clone();
            let searched = found.iter_mut().try_for_each(|line| board.search_line(line, depth));
            board.excluded.truncate(left_out);
            searched?;
            // A line that was searched later may be better all the same.
            found.sort_by_key(|line| Reverse(line.score));
            lines = found;
            board.tell(Report::Lines { depth, lines: &lines });
            let is_enough = board.timer.is_nearly_used();
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(depth) })
        });
        self.tell_end(end);
        lines
    }

    /// Searches a line again, one ply deeper; its first move is left out from now on.
    fn search_line(&mut self, line: &mut Line, depth: usize) -> Result<(), Stopped> {
        self.follow_line(&line.pv);
        line.score = match self.algorithm {
            Algorithm::Modern => self.iterate_reported(depth, line.score)?,
            _ => self.search_root(depth),
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
    pub(crate) fn follow_line(&mut self, pv: &[Move]) {
        self.last_pv = [Move::NONE; MAX_PLY];
        self.last_pv[..pv.len()].copy_from_slice(pv);
        self.last_pv_length = pv.len();
    }
}
