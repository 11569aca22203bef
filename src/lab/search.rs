//! # The instrument: the tutorial's search with every technique a setting
//!
//! The one deliberate second copy in the house. It is the search of [`search`](crate::search),
//! [`sortmoves`](crate::sortmoves) and [`qsearch`](crate::qsearch) once more: each technique can be switched off or
//! done in another way ([`variants`](super::variants), [`recipe`](super::recipe)), each event is counted
//! ([`stats`](super::stats)), and each node can be recorded ([`tree`](super::tree)). With all settings at the
//! tutorial's values it visits the same nodes and finds the same score and line. Tests prove that on all golden tables
//! and on ten thousand random positions.
//!
//! The Board uses it as soon as a setting, a counter or a record is wanted, see
//! [`Lab::is_wanted`](super::Lab::is_wanted).
//!
//! **Read next:** [`nullmove`](super::nullmove).

use std::cmp::Reverse;

use super::nullmove::NullLine;
use super::stats::{Iteration, count};
use super::tree::Part;
use super::variants::{Bonus, Fail, Select};
use crate::board::{Algorithm, Board};
use crate::defines::*;
use crate::moves::Move;
use crate::peek::Report;
use crate::sortmoves::best_by_history;

impl Board {
    /// Iterative deepening with the chosen search of the tutorial; returns the best move so far.
    pub(crate) fn deepen_lab(&mut self) -> Move {
        let ep_square = self.ep_square;
        self.clear_for_lab();
        self.tell(Report::Header);
        self.timer.start();
        let first = if self.lab.switches.deepening { 1 } else { self.search_depth };
        for depth in first..=self.search_depth {
            let score = self.search_root_lab(depth);
            if self.timedout {
                self.tell(Report::Stopped);
                break;
            }
            if self.timer.is_nearly_used() {
                self.tell(Report::TimeUsed);
                break;
            }
            self.display_search_stats(depth, score);
            self.note_iteration(depth, score);
            if score.abs() > CHECKMATESCORE - depth as i32 {
                break;
            }
        }
        self.set_ep_square(ep_square);
        self.last_pv[0]
    }

    /// One iteration: searches the root to `depth` with the chosen search of the tutorial.
    pub(crate) fn search_root_lab(&mut self, depth: usize) -> i32 {
        self.clear_for_iteration();
        self.lab.null_line = NullLine::at_root(depth as i32);
        match self.algorithm {
            Algorithm::Minimax => self.lab_minimax(0, depth as i32),
            Algorithm::AlphaBeta => self.lab_alphabeta(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
            _ => self.lab_pvs(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
        }
    }

    /// One search of the root to `depth` within this window, by principal variation search.
    pub(crate) fn search_root_within_lab(&mut self, depth: usize, alpha: i32, beta: i32) -> i32 {
        self.clear_for_iteration();
        self.lab.null_line = NullLine::at_root(depth as i32);
        self.followpv = false;
        self.lab_pvs(0, depth as i32, alpha, beta)
    }

    /// As [`minimax`](Board::minimax), counted.
    fn lab_minimax(&mut self, ply: usize, depth: i32) -> i32 {
        let mut best = -LARGE_NUMBER;
        self.begin_pv(ply);
        self.lab.stats.visit(ply);
        if depth <= 0 || self.is_full(ply) {
            count(&mut self.lab.stats.leaves, 1);
            return self.leaf_value();
        }
        let (start, end) = self.list_moves(ply);
        self.lab.stats.expand(true, end - start);
        let guard = self.king_guard();
        for i in start..end {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.made, 1);
            let val = -self.lab_minimax(ply + 1, depth - 1);
            self.take_back();
            if self.timedout {
                return 0;
            }
            if val > best {
                best = val;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.display_search_stats(depth as usize, best);
                }
            }
        }
        best
    }

    /// As [`alphabeta`](Board::alphabeta), counted.
    fn lab_alphabeta(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.begin_pv(ply);
        self.lab.stats.visit(ply);
        if depth <= 0 || self.is_full(ply) {
            count(&mut self.lab.stats.leaves, 1);
            return self.leaf_value();
        }
        let (start, end) = self.list_moves(ply);
        let open = beta - alpha > 1;
        self.lab.stats.expand(open, end - start);
        let guard = self.king_guard();
        let mut legal = 0;
        for i in start..end {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.made, 1);
            legal += 1;
            let val = -self.lab_alphabeta(ply + 1, depth - 1, -beta, -alpha);
            self.take_back();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                self.lab.stats.cutoff(mv, legal, open);
                return beta;
            }
            if val > alpha {
                alpha = val;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.display_search_stats(depth as usize, alpha);
                }
            }
        }
        alpha
    }

    /// Principal variation search with every technique a setting, as [`alphabetapvs`](Board::alphabetapvs) where all
    /// have the tutorial's values.
    pub(crate) fn lab_pvs(&mut self, ply: usize, mut depth: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.timedout {
            return 0;
        }
        if self.lab.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Main, ply, depth, alpha, beta);
        }
        self.begin_pv(ply);
        self.lab.stats.visit(ply);
        if self.is_full(ply) {
            return self.leaf_value();
        }
        if depth <= 0 {
            count(&mut self.lab.stats.leaves, 1);
            self.followpv = false;
            return self.lab_qsearch(ply, alpha, beta);
        }
        if self.lab_repetitions() >= 3 {
            return DRAWSCORE;
        }

        let in_check = self.is_own_king_attacked();
        let pass = self.try_null(ply, depth, alpha, beta, in_check && !self.forgets_checks());
        if self.timedout {
            return 0;
        }
        if let Some(val) = pass.cutoff {
            return val;
        }
        depth += pass.deeper;
        alpha = alpha.max(pass.floor);
        self.allownull = true;

        let mut legal = 0;
        let mut improved = 0;
        let mut best = -LARGE_NUMBER;
        let (start, end) = self.list_moves(ply);
        let open = beta - alpha > 1;
        self.lab.stats.expand(open, end - start);
        let guard = if in_check { self.king_guard() } else { self.king_guard_no_check() };
        for i in start..end {
            let mv = self.lab_selectmove(ply, i, depth);
            if self.takes_king(mv) || !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.made, 1);
            legal += 1;
            if ply == 0 {
                self.display_root_move(mv, i);
            }
            let mut val;
            if improved > 0 && self.lab.switches.zero_window {
                count(&mut self.lab.stats.zero_windows, 1);
                val = -self.lab_pvs(ply + 1, depth - 1, -alpha - 1, -alpha);
                if val > alpha && val < beta {
                    count(&mut self.lab.stats.researches, 1);
                    val = -self.lab_pvs(ply + 1, depth - 1, -beta, -alpha);
                }
            } else {
                val = -self.lab_pvs(ply + 1, depth - 1, -beta, -alpha);
            }
            self.take_back();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                self.lab.stats.cutoff(mv, legal, open);
                self.add_history(mv, depth);
                return if self.lab.variants.fail == Fail::Hard { beta } else { val };
            }
            best = best.max(val);
            if val > alpha {
                alpha = val;
                improved += 1;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.display_search_stats(depth as usize, alpha);
                }
            }
        }
        if improved > 0 {
            self.add_history(self.triangular_array[ply][ply], depth);
        }
        if self.fifty_move >= 100 {
            return DRAWSCORE;
        }
        if legal > 0 {
            return if self.lab.variants.fail == Fail::Hard { alpha } else { best };
        }
        if in_check { self.mated_value(ply) } else { STALEMATESCORE }
    }

    /// As [`qsearch`](Board::qsearch), counted and recorded; can be switched off.
    pub(crate) fn lab_qsearch(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.timedout {
            return 0;
        }
        if self.lab.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Quiescence, ply, 0, alpha, beta);
        }
        self.begin_pv(ply);
        self.lab.stats.visit_quiescence(ply);
        if self.is_full(ply) || !self.lab.switches.quiescence {
            return self.leaf_value();
        }
        if self.is_own_king_attacked() {
            return self.lab_pvs(ply, 1, alpha, beta);
        }
        let val = self.leaf_value();
        if val >= beta {
            return val;
        }
        alpha = alpha.max(val);

        let start = self.move_buf_len[ply];
        let end = self.list_captures(start);
        self.move_buf_len[ply + 1] = end;
        if start == end {
            return alpha;
        }
        let guard = self.king_guard_no_check();
        for i in start..end {
            let mv = self.move_buffer[i];
            if self.takes_king(mv) || !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.captures_made, 1);
            let val = -self.lab_qsearch(ply + 1, -beta, -alpha);
            self.take_back();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                return val;
            }
            if val > alpha {
                alpha = val;
                self.update_pv(ply, mv);
            }
        }
        alpha
    }

    // ---- move lists and order -------------------------------------------------------------------------------------

    /// Generates the moves of a node, at the root without those that are left out; returns where the list begins and
    /// ends.
    #[inline(always)]
    fn list_moves(&mut self, ply: usize) -> (usize, usize) {
        let start = self.move_buf_len[ply];
        let mut end = self.movegen(start);
        if ply == 0 && !self.excluded.is_empty() {
            end = self.leave_out_excluded(start, end);
        }
        self.move_buf_len[ply + 1] = end;
        (start, end)
    }

    #[cold]
    fn leave_out_excluded(&mut self, start: usize, end: usize) -> usize {
        let mut kept = self.move_buffer[start..end].to_vec();
        kept.retain(|mv| !self.excluded.contains(mv));
        self.move_buffer[start..start + kept.len()].copy_from_slice(&kept);
        start + kept.len()
    }

    /// As [`selectmove`](Board::selectmove); either idea can be switched off, and the list can be sorted at once
    /// instead.
    fn lab_selectmove(&mut self, ply: usize, i: usize, depth: i32) -> Move {
        let end = self.move_buf_len[ply + 1];
        if self.lab.variants.select == Select::Sort && i == self.move_buf_len[ply] {
            self.sort_by_history(i, end);
        }
        if self.followpv && depth > 1 && self.lab.switches.pv_first {
            let pv_move = self.last_pv[ply];
            if let Some(found) = (i..end).find(|&j| self.move_buffer[j] == pv_move) {
                self.move_buffer.swap(i, found);
                return pv_move;
            }
        }
        if self.lab.switches.history && self.lab.variants.select == Select::Pick {
            self.bring_greatest_history(i, end);
        }
        self.move_buffer[i]
    }

    /// Sorts the whole list, greatest history count first; equals keep their order.
    #[cold]
    fn sort_by_history(&mut self, start: usize, end: usize) {
        let history = &self.history[self.next_move.index()];
        if self.lab.switches.history {
            self.move_buffer[start..end].sort_by_key(|mv| Reverse(history[mv.from_to()]));
        }
    }

    #[inline]
    fn bring_greatest_history(&mut self, i: usize, end: usize) {
        let history = &self.history[self.next_move.index()];
        let list = &mut self.move_buffer[i..end];
        let best = best_by_history(list, history);
        list.swap(0, best);
    }

    /// The move was good here: it counts the more, the bigger the tree that it saves.
    #[inline]
    fn add_history(&mut self, mv: Move, depth: i32) {
        let bonus = match self.lab.variants.bonus {
            Bonus::DepthSquared => (depth * depth) as u32,
            Bonus::Depth => depth as u32,
            Bonus::Power => 1 << depth.clamp(0, 20),
            Bonus::One => 1,
        };
        let count = &mut self.history[self.next_move.index()][mv.from_to()];
        *count = count.wrapping_add(bonus);
    }

    /// Keeps the cost of an iteration for the statistics.
    pub(crate) fn note_iteration(&mut self, depth: usize, score: i32) {
        self.lab.stats.iterations.push(Iteration {
            depth,
            nodes: self.inodes,
            leaves: self.lab.stats.leaves,
            ms: self.timer.elapsed_ms(),
            score,
            best: self.last_pv[0],
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sorted_list_goes_from_the_greatest_count_to_the_smallest() {
        let mut board = Board::new();
        board.lab.variants.select = Select::Sort;
        board.move_buf_len[1] = board.movegen(0);
        let counted: Vec<Move> = board.move_buffer[3..6].to_vec();
        for (mv, count) in counted.iter().zip([5, 9, 7]) {
            board.history[0][mv.from_to()] = count;
        }
        let selected: Vec<Move> = (0..3).map(|i| board.lab_selectmove(0, i, 1)).collect();
        assert_eq!(selected, [counted[1], counted[2], counted[0]]);
    }

    #[test]
    fn minimax_and_alphabeta_are_counted() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let mut board = Board::new();
            (board.algorithm, board.lab.instrument) = (algorithm, true);
            board.clear_for_search();
            board.search_root(3);
            let stats = &board.lab.stats;
            assert_eq!((stats.made, stats.visits[0]), (board.inodes, 1), "{algorithm:?}");
            assert!(stats.leaves > 400 && stats.branching().is_some(), "{algorithm:?}");
            assert_eq!(stats.move_cutoffs() > 0, algorithm == Algorithm::AlphaBeta);
        }
    }
}
