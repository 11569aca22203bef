//! The tutorial's search, with every technique as a setting.
//!
//! It reimplements [`search`](crate::search), [`sortmoves`](crate::sortmoves) and [`qsearch`](crate::qsearch), with the
//! same function names. Each technique can be switched off or replaced by a variant ([`variants`](super::variants),
//! [`recipe`](super::recipe)), each event is counted ([`stats`](crate::searcher::stats)), and each node can be recorded
//! ([`tree`](super::tree)).

use std::cmp::Reverse;

use super::Instrument;
use super::nullmove::NullLine;
use super::tree::{Part, Why};
use super::variants::{Bonus, Fail, Select};
use crate::defines::*;
use crate::moves::Move;
use crate::peek::Report;
use crate::searcher::Algorithm;
use crate::searcher::stats::{Iteration, count};
use crate::sortmoves::best_by_history;

impl Instrument {
    /// Iterative deepening with the selected search of the tutorial. Returns the best move found, which may come
    /// from an unfinished iteration.
    pub fn deepen(&mut self) -> Move {
        let ep_square = self.board.ep_square;
        self.clear_for_search();
        self.board.tell(Report::Header);
        self.board.timer.start();
        let first = if self.settings.switches.deepening { 1 } else { self.board.search_depth };
        for depth in first..=self.board.search_depth {
            let score = self.search_root(depth);
            if self.board.timedout {
                self.board.tell(Report::Stopped);
                break;
            }
            if self.board.timer.is_nearly_used() {
                self.board.tell(Report::TimeUsed);
                break;
            }
            self.board.remember_pv();
            self.note_iteration(depth, score);
            let pv = self.board.last_pv;
            self.board.tell(Report::Depth { depth, score, pv: &pv[..self.board.last_pv_length] });
            if score.abs() > CHECKMATESCORE - depth as i32 {
                break;
            }
        }
        self.board.set_ep_square(ep_square);
        self.board.last_pv[0]
    }

    /// One iteration: searches the root to `depth` with the selected search of the tutorial.
    pub fn search_root(&mut self, depth: usize) -> i32 {
        self.board.clear_for_iteration();
        self.null_line = NullLine::at_root(depth as i32);
        match self.algorithm {
            Algorithm::Minimax => self.minimax(0, depth as i32),
            Algorithm::AlphaBeta => self.alphabeta(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
            _ => self.alphabetapvs(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
        }
    }

    /// Like [`minimax`](crate::board::Board::minimax), with counters.
    fn minimax(&mut self, ply: usize, depth: i32) -> i32 {
        let mut best = -LARGE_NUMBER;
        self.begin_pv(ply);
        self.stats.visit(ply);
        if depth <= 0 || self.board.is_full(ply) {
            count(&mut self.stats.leaves, 1);
            return self.leaf_value();
        }
        let (start, end) = self.list_moves(ply);
        self.stats.expand(true, end - start);
        let guard = self.board.king_guard();
        for i in start..end {
            let mv = self.board.move_buffer[i];
            if !self.board.make_legal(mv, guard) {
                continue;
            }
            self.board.count_node();
            count(&mut self.stats.made, 1);
            let val = -self.minimax(ply + 1, depth - 1);
            self.take_back();
            if self.board.timedout {
                return 0;
            }
            if val > best {
                best = val;
                self.board.update_pv(ply, mv);
                if ply == 0 {
                    self.board.display_search_stats(depth as usize, best);
                }
            }
        }
        best
    }

    /// Like [`alphabeta`](crate::board::Board::alphabeta), with counters.
    fn alphabeta(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.begin_pv(ply);
        self.stats.visit(ply);
        if depth <= 0 || self.board.is_full(ply) {
            count(&mut self.stats.leaves, 1);
            return self.leaf_value();
        }
        let (start, end) = self.list_moves(ply);
        let open = beta - alpha > 1;
        self.stats.expand(open, end - start);
        let guard = self.board.king_guard();
        let mut legal = 0;
        for i in start..end {
            let mv = self.board.move_buffer[i];
            if !self.board.make_legal(mv, guard) {
                continue;
            }
            self.board.count_node();
            count(&mut self.stats.made, 1);
            legal += 1;
            let val = -self.alphabeta(ply + 1, depth - 1, -beta, -alpha);
            self.take_back();
            if self.board.timedout {
                return 0;
            }
            if val >= beta {
                self.stats.cutoff(mv, legal, open);
                return beta;
            }
            if val > alpha {
                alpha = val;
                self.board.update_pv(ply, mv);
                if ply == 0 {
                    self.board.display_search_stats(depth as usize, alpha);
                }
            }
        }
        alpha
    }

    /// Principal variation search in which every technique is a setting. With the tutorial's settings it equals
    /// [`alphabetapvs`](crate::board::Board::alphabetapvs).
    pub(crate) fn alphabetapvs(&mut self, ply: usize, mut depth: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.board.timedout {
            return 0;
        }
        if self.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Main, ply, depth, alpha, beta);
        }
        self.begin_pv(ply);
        self.stats.visit(ply);
        if self.board.is_full(ply) {
            self.tell_why(Why::StandPat);
            return self.leaf_value();
        }
        if depth <= 0 {
            count(&mut self.stats.leaves, 1);
            self.board.followpv = false;
            return self.qsearch(ply, alpha, beta);
        }
        if self.repetition_count() >= 3 {
            self.tell_why(Why::Repetition);
            return DRAWSCORE;
        }

        let in_check = self.board.is_own_king_attacked();
        let pass = self.try_null(ply, depth, alpha, beta, in_check && !self.forgets_checks());
        if self.board.timedout {
            return 0;
        }
        if let Some(val) = pass.cutoff {
            self.tell_why(Why::NullCut);
            return val;
        }
        let old_alpha = alpha;
        depth += pass.deeper;
        alpha = alpha.max(pass.floor);
        self.board.allownull = true;

        let mut legal = 0;
        let mut improved = 0;
        let mut best = -LARGE_NUMBER;
        let (start, end) = self.list_moves(ply);
        let open = beta - alpha > 1;
        self.stats.expand(open, end - start);
        let guard = if in_check { self.board.king_guard() } else { self.board.king_guard_no_check() };
        for i in start..end {
            let mv = self.selectmove(ply, i, depth);
            if self.takes_king(mv) || !self.board.make_legal(mv, guard) {
                continue;
            }
            self.board.count_node();
            count(&mut self.stats.made, 1);
            legal += 1;
            if ply == 0 {
                self.board.display_root_move(mv, i);
            }
            let mut val;
            if improved > 0 && self.settings.switches.zero_window {
                count(&mut self.stats.zero_windows, 1);
                val = -self.alphabetapvs(ply + 1, depth - 1, -alpha - 1, -alpha);
                if val > alpha && val < beta {
                    count(&mut self.stats.researches, 1);
                    val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
                }
            } else {
                val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
            }
            self.take_back();
            if self.board.timedout {
                return 0;
            }
            if val >= beta {
                self.stats.cutoff(mv, legal, open);
                self.add_history(mv, depth);
                self.tell_why(Why::Refuted);
                return if self.settings.variants.fail == Fail::Hard { beta } else { val };
            }
            best = best.max(val);
            if val > alpha {
                alpha = val;
                improved += 1;
                self.board.update_pv(ply, mv);
                if ply == 0 {
                    self.board.display_search_stats(depth as usize, alpha);
                }
            }
        }
        if improved > 0 {
            self.add_history(self.board.triangular_array[ply][ply], depth);
        }
        if self.board.fifty_move >= 100 {
            self.tell_why(Why::FiftyMoves);
            return DRAWSCORE;
        }
        if legal > 0 {
            let val = if self.settings.variants.fail == Fail::Hard { alpha } else { best };
            self.tell_why(if val > old_alpha { Why::Best } else { Why::FailLow });
            return val;
        }
        self.tell_why(Why::NoMoves);
        if in_check { self.mated_value(ply) } else { STALEMATESCORE }
    }

    /// Like [`qsearch`](crate::board::Board::qsearch), with counters and a record; can be switched off.
    pub(crate) fn qsearch(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.board.timedout {
            return 0;
        }
        if self.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Quiescence, ply, 0, alpha, beta);
        }
        self.begin_pv(ply);
        self.stats.visit_quiescence(ply);
        if self.board.is_full(ply) || !self.settings.switches.quiescence {
            self.tell_why(Why::StandPat);
            return self.leaf_value();
        }
        if self.board.is_own_king_attacked() {
            return self.alphabetapvs(ply, 1, alpha, beta);
        }
        let val = self.leaf_value();
        if val >= beta {
            self.tell_why(Why::StandPat);
            return val;
        }
        let old_alpha = alpha;
        alpha = alpha.max(val);

        let start = self.board.move_buf_len[ply];
        let end = self.list_captures(start);
        self.board.move_buf_len[ply + 1] = end;
        if start == end {
            self.tell_why(Why::StandPat);
            return alpha;
        }
        let guard = self.board.king_guard_no_check();
        let mut legal = 0;
        for i in start..end {
            let mv = self.board.move_buffer[i];
            if self.takes_king(mv) || !self.board.make_legal(mv, guard) {
                continue;
            }
            self.board.count_node();
            count(&mut self.stats.captures_made, 1);
            legal += 1;
            let val = -self.qsearch(ply + 1, -beta, -alpha);
            self.take_back();
            if self.board.timedout {
                return 0;
            }
            if val >= beta {
                self.tell_why(Why::Refuted);
                return val;
            }
            if val > alpha {
                alpha = val;
                self.board.update_pv(ply, mv);
            }
        }
        self.tell_why(match legal {
            0 => Why::StandPat,
            _ if alpha > old_alpha => Why::Best,
            _ => Why::FailLow,
        });
        alpha
    }

    // ---- move lists and order -------------------------------------------------------------------------------------

    /// Generates the moves of a node, except those excluded at the root; returns the start and end of the list.
    #[inline(always)]
    fn list_moves(&mut self, ply: usize) -> (usize, usize) {
        let start = self.board.move_buf_len[ply];
        let mut end = self.board.movegen(start);
        if ply == 0 && !self.excluded.is_empty() {
            end = self.leave_out_excluded(start, end);
        }
        self.board.move_buf_len[ply + 1] = end;
        (start, end)
    }

    #[cold]
    fn leave_out_excluded(&mut self, start: usize, end: usize) -> usize {
        let mut kept = self.board.move_buffer[start..end].to_vec();
        kept.retain(|mv| !self.excluded.contains(mv));
        self.board.move_buffer[start..start + kept.len()].copy_from_slice(&kept);
        start + kept.len()
    }

    /// Like [`selectmove`](crate::board::Board::selectmove). Ordering by principal variation and by history can each be
    /// switched off, and the whole list can be sorted at once.
    fn selectmove(&mut self, ply: usize, i: usize, depth: i32) -> Move {
        let end = self.board.move_buf_len[ply + 1];
        if self.settings.variants.select == Select::Sort && i == self.board.move_buf_len[ply] {
            self.sort_by_history(i, end);
        }
        if self.board.followpv && depth > 1 && self.settings.switches.pv_first {
            let pv_move = self.board.last_pv[ply];
            if let Some(found) = (i..end).find(|&j| self.board.move_buffer[j] == pv_move) {
                self.board.move_buffer.swap(i, found);
                return pv_move;
            }
        }
        if self.settings.switches.history && self.settings.variants.select == Select::Pick {
            self.bring_greatest_history(i, end);
        }
        self.board.move_buffer[i]
    }

    /// Sorts the whole list by history count, highest first; the sort is stable.
    #[cold]
    fn sort_by_history(&mut self, start: usize, end: usize) {
        let history = &self.board.history[self.board.next_move.index()];
        if self.settings.switches.history {
            self.board.move_buffer[start..end].sort_by_key(|mv| Reverse(history[mv.from_to()]));
        }
    }

    #[inline]
    fn bring_greatest_history(&mut self, i: usize, end: usize) {
        let history = &self.board.history[self.board.next_move.index()];
        let list = &mut self.board.move_buffer[i..end];
        let best = best_by_history(list, history);
        list.swap(0, best);
    }

    /// Raises the history count of a good move; most bonuses grow with the depth.
    #[inline]
    fn add_history(&mut self, mv: Move, depth: i32) {
        let bonus = match self.settings.variants.bonus {
            Bonus::DepthSquared => (depth * depth) as u32,
            Bonus::Depth => depth as u32,
            Bonus::Power => 1 << depth.clamp(0, 20),
            Bonus::One => 1,
        };
        let count = &mut self.board.history[self.board.next_move.index()][mv.from_to()];
        *count = count.wrapping_add(bonus);
    }

    /// Records an iteration in the statistics.
    pub(super) fn note_iteration(&mut self, depth: usize, score: i32) {
        self.stats.iterations.push(Iteration {
            depth,
            nodes: self.board.inodes,
            leaves: self.stats.leaves,
            ms: self.board.timer.elapsed_ms(),
            score,
            best: self.board.last_pv[0],
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::instrument::Settings;
    use crate::instrument::variants::Switches;
    use crate::searcher::{Control, Limits, Searcher};

    #[test]
    fn a_sorted_list_is_in_descending_order() {
        let mut board = Instrument::default();
        board.settings.variants.select = Select::Sort;
        board.board.move_buf_len[1] = board.board.movegen(0);
        let counted: Vec<Move> = board.board.move_buffer[3..6].to_vec();
        for (mv, count) in counted.iter().zip([5, 9, 7]) {
            board.board.history[0][mv.from_to()] = count;
        }
        let selected: Vec<Move> = (0..3).map(|i| board.selectmove(0, i, 1)).collect();
        assert_eq!(selected, [counted[1], counted[2], counted[0]]);
    }

    #[test]
    fn minimax_and_alphabeta_are_counted() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let mut board = Instrument { algorithm, ..Instrument::default() };
            board.clear_for_search();
            board.search_root(3);
            let stats = &board.stats;
            assert_eq!((stats.made, stats.visits[0]), (board.board.inodes, 1), "{algorithm:?}");
            assert!(stats.leaves > 400 && stats.branching().is_some(), "{algorithm:?}");
            assert_eq!(stats.move_cutoffs() > 0, algorithm == Algorithm::AlphaBeta);
        }
    }

    #[test]
    fn counters_add_up() {
        let mut instrument = Instrument::default();
        let thought = instrument.think(&Limits::depth(6), &Control::silent());
        let (nodes, stats) = (thought.nodes, thought.stats);
        assert_eq!(stats.made + stats.captures_made + stats.null.tries, nodes);
        assert_eq!(stats.null.cuts + stats.null.misses, stats.null.tries);
        assert_eq!(stats.move_cutoffs(), stats.cutoffs_at.iter().sum::<u64>());
        let visits: u64 = stats.visits.iter().chain(&stats.quiescence_visits).sum();
        let twice = visits - nodes - stats.researches - stats.iterations.len() as u64;
        // Leaves, and quiescence nodes in check, are visited by both searches.
        assert!(twice > 0 && twice < visits / 2, "{twice} of {visits}");
        assert!(stats.null.nodes >= stats.null.tries && stats.null.nodes < nodes);
        assert_eq!(stats.iterations.last().map(|last| last.nodes), Some(nodes));
        assert!(stats.researches <= stats.zero_windows && stats.made <= stats.generated);
    }

    #[test]
    fn a_proven_mate_ends_the_deepening() {
        let board = board("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1");
        let thought = Instrument::of(&board, Settings::TUTORIAL).think(&Limits::depth(30), &Control::silent());
        assert!(thought.depth < 8 && thought.score > CHECKMATESCORE - 8, "{thought:?}");
    }

    #[test]
    fn all_three_algorithms_agree_without_quiescence_and_null_moves() {
        let board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let switches = Switches { quiescence: false, null: false, ..Switches::TUTORIAL };
        let settings = Settings { switches, ..Settings::TUTORIAL };
        let scores = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs].map(|algorithm| {
            let mut instrument = Instrument { algorithm, ..Instrument::of(&board, settings) };
            [1, 2, 3].map(|depth| instrument.search_root(depth))
        });
        assert_eq!(scores[0], scores[1]);
        assert_eq!(scores[0], scores[2]);
    }
}
