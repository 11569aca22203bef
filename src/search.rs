//! # 14-17, 19 · The search
//!
//! Three searches, each a chapter's step on from the one before: `minimax` looks at everything, `alphabeta` leaves out what cannot
//! matter, `alphabetapvs` searches all moves but the first with a window of nothing, to prove that they are not better. The last is
//! the one that plays. `think` calls it with greater and greater depth until the time is used up.
//!
//! The tutorial's file, and it stays so: it changes only for an error, with the golden tables as witnesses. What goes
//! beyond is written elsewhere, and nothing here knows of it. What is added to `stats` is only counted.
//!
//! **Differs here:** nothing is printed: the [`Host`](crate::peek::Host) is told. Techniques can be switched off ([`Switches`](crate::lab::variants::Switches)), or done in
//! another way ([`Variants`](crate::lab::variants::Variants)). When
//! arrays indexed by ply would overflow, the position is evaluated instead (quirk 32).
//!
//! *Quirk 6 (kept, figures depend on it):* `followpv` stays on until the first leaf of an iteration, wherever the search is by then.
//! *Quirk 7 (kept):* `last_pv` keeps the tail of older, longer variations. *Quirk 10 (kept):* fifty moves are tested after all
//! moves were searched, and before mate. *Quirk 11 (kept):* a draw by repetition takes three occurrences, also inside the
//! tree. *Quirk 16 (kept):* `minimax` and `alphabeta` know no mate and no stalemate. *Quirk 17 (kept):* the best move of an
//! unfinished iteration is used. *Quirk 33 (kept):* one legal move is played without a search.
//!
//! **Read next:** [`sortmoves`](crate::sortmoves), [`qsearch`](crate::qsearch), [`nullmove`](crate::nullmove).

use crate::board::{Algorithm, Board};
use crate::defines::*;
use crate::lab::stats::{Iteration, Stats, count};
use crate::lab::tree::Part;
use crate::lab::variants::{Bonus, Fail};
use crate::moves::Move;
use crate::nullmove::NullLine;
use crate::peek::{GameStatus, Outcome, Report};

impl Board {
    /// Searches the position, and returns the move to play: none if the game is over.
    pub fn think(&mut self) -> Move {
        let status = self.is_end_of_game();
        if let Some(outcome) = status.outcome {
            self.tell(Report::GameOver(outcome));
            return Move::NONE;
        }
        if status.legal_moves == Some(1) {
            self.tell(Report::Forced(status.last_legal));
            return status.last_legal;
        }
        let best = self.deepen();
        if best.is_some() { best } else { status.last_legal }
    }

    /// Iterative deepening: searches to depth 1, 2, 3 … until depth or time is used up, and returns the best move so far.
    pub fn deepen(&mut self) -> Move {
        if self.algorithm == Algorithm::Modern {
            return self.deepen_modern();
        }
        self.clear_for_search();
        self.tell(Report::Header);
        self.timer.start();
        let first = if self.lab.switches.deepening { 1 } else { self.search_depth };
        for depth in first..=self.search_depth {
            let score = self.search_root(depth);
            if self.timedout {
                self.tell(Report::Stopped);
                break;
            }
            if self.timer.is_nearly_used() {
                self.tell(Report::TimeUsed);
                break;
            }
            self.tell_depth(depth, score);
            self.note_iteration(depth, score);
            if score.abs() > CHECKMATESCORE - depth as i32 {
                break;
            }
        }
        self.last_pv[0]
    }

    /// Forgets all that the last search has left behind.
    pub fn clear_for_search(&mut self) {
        self.last_pv = [Move::NONE; MAX_PLY];
        self.last_pv_length = 0;
        for side in &mut self.history[..] {
            *side = [0; 64 * 64];
        }
        self.lab.stats = Stats::default();
        self.inodes = 0;
        self.timedout = false;
        self.start_countdown();
    }

    /// One iteration: searches the root to `depth` with the chosen algorithm.
    pub fn search_root(&mut self, depth: usize) -> i32 {
        self.clear_for_iteration(depth);
        match self.algorithm {
            Algorithm::Minimax => self.minimax(0, depth as i32),
            Algorithm::AlphaBeta => self.alphabeta(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
            Algorithm::Pvs => self.alphabetapvs(0, depth as i32, -LARGE_NUMBER, LARGE_NUMBER),
            Algorithm::Modern => self.search_root_modern(depth),
        }
    }

    /// Makes everything ready for an iteration of this depth.
    pub fn clear_for_iteration(&mut self, depth: usize) {
        self.move_buf_len = [0; MAX_PLY + 1];
        self.triangular_length = [0; MAX_PLY + 1];
        self.triangular_array.fill([Move::NONE; MAX_PLY]);
        self.followpv = true;
        self.allownull = true;
        self.lab.null_line = NullLine::at_root(depth as i32);
    }

    /// Chapter 14, first step: the best of all lines, `depth` plies deep, in centipawns for the side to move.
    pub fn minimax(&mut self, ply: usize, depth: i32) -> i32 {
        let mut best = -LARGE_NUMBER;
        self.triangular_length[ply] = ply;
        if depth <= 0 || self.is_full(ply) {
            return self.eval();
        }
        let start = self.move_buf_len[ply];
        let end = self.moves_of(ply, start);
        self.move_buf_len[ply + 1] = end;
        let guard = self.king_guard();
        for i in start..end {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            let val = -self.minimax(ply + 1, depth - 1);
            self.unmake_move();
            if self.timedout {
                return 0;
            }
            if val > best {
                best = val;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.tell_depth(depth as usize, best);
                }
            }
        }
        best
    }

    /// Chapter 14, second step: the same value if it lies between alpha and beta, with far fewer nodes.
    pub fn alphabeta(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.triangular_length[ply] = ply;
        if depth <= 0 || self.is_full(ply) {
            return self.eval();
        }
        let start = self.move_buf_len[ply];
        let end = self.moves_of(ply, start);
        self.move_buf_len[ply + 1] = end;
        let guard = self.king_guard();
        for i in start..end {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            let val = -self.alphabeta(ply + 1, depth - 1, -beta, -alpha);
            self.unmake_move();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                return beta;
            }
            if val > alpha {
                alpha = val;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.tell_depth(depth as usize, alpha);
                }
            }
        }
        alpha
    }

    /// Chapters 14 to 19: principal variation search. After a first good move, the others are searched with a window of no width,
    /// which only tells whether they are better; if one is, it is searched again.
    pub fn alphabetapvs(&mut self, ply: usize, mut depth: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.timedout {
            return 0;
        }
        if self.lab.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Main, ply, depth, alpha, beta);
        }
        self.triangular_length[ply] = ply;
        self.lab.stats.visit(ply);
        if self.is_full(ply) {
            return self.eval();
        }
        if depth <= 0 {
            count(&mut self.lab.stats.leaves, 1);
            self.followpv = false;
            return self.qsearch(ply, alpha, beta);
        }
        if self.repetition_count() >= 3 {
            return DRAWSCORE;
        }

        let in_check = self.is_own_king_attacked();
        let pass = self.try_null(ply, depth, alpha, beta, in_check);
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
        let start = self.move_buf_len[ply];
        let end = self.moves_of(ply, start);
        self.move_buf_len[ply + 1] = end;
        self.lab.stats.expand(beta - alpha > 1, end - start);
        let guard = if in_check { self.king_guard() } else { self.king_guard_no_check() };
        for i in start..end {
            let mv = self.selectmove(ply, i, depth);
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.made, 1);
            legal += 1;
            if ply == 0 {
                self.tell_root_move(mv, i + 1 - start, end - start);
            }
            let mut val;
            if improved > 0 && self.lab.switches.zero_window {
                count(&mut self.lab.stats.zero_windows, 1);
                val = -self.alphabetapvs(ply + 1, depth - 1, -alpha - 1, -alpha);
                if val > alpha && val < beta {
                    count(&mut self.lab.stats.researches, 1);
                    val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
                }
            } else {
                val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
            }
            self.unmake_move();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                self.lab.stats.cutoff(mv, legal, beta - alpha > 1);
                self.add_history(mv, depth);
                return if self.lab.variants.fail == Fail::Hard { beta } else { val };
            }
            best = best.max(val);
            if val > alpha {
                alpha = val;
                improved += 1;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.tell_depth(depth as usize, alpha);
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
        if in_check { -CHECKMATESCORE + ply as i32 - 1 } else { STALEMATESCORE }
    }

    // ---- what the searches have in common -------------------------------------------------------------------------

    /// Writes the moves of a node into the move buffer, at the root without those to leave out; returns the end of the list.
    #[inline(always)]
    fn moves_of(&mut self, ply: usize, start: usize) -> usize {
        let end = self.movegen(start);
        if ply > 0 || self.excluded.is_empty() { end } else { self.leave_out_excluded(start, end) }
    }

    #[cold]
    fn leave_out_excluded(&mut self, start: usize, end: usize) -> usize {
        let mut kept = self.move_buffer[start..end].to_vec();
        kept.retain(|mv| !self.excluded.contains(mv));
        self.move_buffer[start..start + kept.len()].copy_from_slice(&kept);
        start + kept.len()
    }

    /// Is there no room for another ply in the arrays?
    #[inline(always)]
    pub(crate) fn is_full(&self, ply: usize) -> bool {
        ply + 1 >= MAX_PLY || self.move_buf_len[ply] + MAX_MOVES > MAX_MOV_BUFF
    }

    /// A move has raised alpha: the best line from here is this move, then the best line from the next ply.
    #[inline]
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        let end = self.triangular_length[ply + 1];
        let (rows, below) = self.triangular_array.split_at_mut(ply + 1);
        rows[ply][ply] = mv;
        if end > ply + 1 {
            rows[ply][ply + 1..end].copy_from_slice(&below[0][ply + 1..end]);
        }
        self.triangular_length[ply] = end;
    }

    /// Keeps the principal variation for the next iteration; what an older one has beyond its end stays (quirk 7).
    pub(crate) fn remember_pv(&mut self) {
        self.last_pv_length = self.triangular_length[0];
        let length = self.last_pv_length;
        self.last_pv[..length].copy_from_slice(&self.triangular_array[0][..length]);
    }

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

    /// How often the position has occurred in the game and in the line being searched, now included.
    pub fn repetition_count(&self) -> usize {
        let first = self.end_of_search.saturating_sub(self.fifty_move as usize);
        let before = self.game_line[first..self.end_of_search].iter().rev();
        1 + before.skip(1).step_by(2).filter(|record| record.key == self.hashkey).count()
    }

    /// Is the game over by the rules, and how many moves are there?
    pub fn is_end_of_game(&mut self) -> GameStatus {
        if self.is_other_king_attacked() {
            let outcome = Some(Outcome::KingCapture(self.next_move));
            return GameStatus { outcome, legal_moves: None, last_legal: Move::NONE };
        }
        let moves = self.legal_moves();
        let outcome = if moves.is_empty() {
            Some(if self.is_own_king_attacked() { Outcome::Mate(self.next_move.other()) } else { Outcome::Stalemate })
        } else if self.is_material_draw() {
            Some(Outcome::Material)
        } else if self.repetition_count() >= 3 {
            Some(Outcome::Repetition)
        } else if self.fifty_move >= 100 {
            Some(Outcome::FiftyMoves)
        } else {
            None
        };
        let last_legal = moves.last().copied().unwrap_or_default();
        GameStatus { outcome, legal_moves: Some(moves.len()), last_legal }
    }

    /// Keeps what an iteration took, for the statistics.
    pub(crate) fn note_iteration(&mut self, depth: usize, score: i32) {
        let iteration =
            Iteration { depth, nodes: self.inodes, leaves: self.lab.stats.leaves, ms: self.timer.elapsed_ms(), score };
        self.lab.stats.iterations.push(iteration);
    }

    /// Tells the best line: at the root it has just become the best, or an iteration is done.
    pub(crate) fn tell_depth(&mut self, depth: usize, score: i32) {
        self.remember_pv();
        let pv = self.last_pv;
        self.tell(Report::Depth { depth, score, pv: &pv[..self.last_pv_length] });
    }

    /// Tells which root move is searched now; the move is on the board, and taken back for the telling.
    fn tell_root_move(&mut self, mv: Move, number: usize, count: usize) {
        if !self.host.wants_root_moves() {
            return;
        }
        self.unmake_move();
        self.tell(Report::RootMove { mv, number, count });
        self.make_move(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    fn play(board: &mut Board, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
        }
    }

    #[test]
    fn mate_in_one_is_found_and_scored() {
        let mut board = board("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1");
        board.search_depth = 4;
        assert_eq!(board.think().to_string(), "a1a8");
        assert_eq!(board.search_root(2), CHECKMATESCORE);
    }

    #[test]
    fn the_side_that_mates_is_named() {
        let mut board = Board::new();
        play(&mut board, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Mate(Side::Black)));
        assert_eq!(board.think(), Move::NONE);
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let mut board = Board::new();
        play(&mut board, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!(board.is_end_of_game().outcome, None);
        play(&mut board, "f6g8");
        assert_eq!(board.repetition_count(), 3);
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Repetition));
    }

    #[test]
    fn fifty_moves_stalemate_and_material_end_the_game() {
        assert_eq!(board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_end_of_game().outcome, Some(Outcome::FiftyMoves));
        assert_eq!(board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1").is_end_of_game().outcome, Some(Outcome::Stalemate));
        assert_eq!(board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").is_end_of_game().outcome, Some(Outcome::Material));
    }

    #[test]
    fn one_legal_move_is_played_without_a_search() {
        let mut board = board("7k/8/8/8/8/8/r7/1r5K w - - 0 1");
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Mate(Side::Black)));
        let mut board = self::board("7k/8/8/8/8/8/1r6/r6K w - - 0 1");
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Mate(Side::Black)));
        let mut board = self::board("7k/8/8/8/8/8/7q/7K w - - 0 1");
        assert_eq!((board.think().to_string(), board.inodes), ("h1h2".into(), 0));
    }

    #[test]
    fn a_proven_mate_ends_the_deepening() {
        let mut board = board("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1");
        board.search_depth = 30;
        assert!(board.think().is_some());
        let last = board.lab.stats.iterations.last().expect("it has searched");
        assert!(last.depth < 8 && last.score > CHECKMATESCORE - 8, "{last:?}");
    }

    #[test]
    fn the_same_search_twice_visits_the_same_nodes() {
        let mut board = Board::new();
        board.search_depth = 5;
        board.think();
        let nodes = board.inodes;
        board.think();
        assert_eq!(board.inodes, nodes);
    }

    #[test]
    fn all_three_algorithms_agree_without_quiescence_and_null_moves() {
        let scores = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs].map(|algorithm| {
            let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
            board.algorithm = algorithm;
            board.lab.switches.quiescence = false;
            board.lab.switches.null = false;
            [1, 2, 3].map(|depth| board.search_root(depth))
        });
        assert_eq!(scores[0], scores[1]);
        assert_eq!(scores[0], scores[2]);
    }

    #[test]
    fn a_stopped_search_leaves_the_board_as_it_was_and_gives_a_legal_move() {
        let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        let fen = board.fen();
        for nodes in (1..2000).step_by(37) {
            board.max_nodes = Some(nodes);
            let best = board.think();
            assert!(board.legal_moves().contains(&best), "after {nodes} nodes");
            assert_eq!((board.fen(), board.end_of_search), (fen.clone(), 0));
            assert!(board.inodes <= nodes);
        }
    }

    #[test]
    fn a_search_to_the_greatest_depth_fits_into_the_arrays() {
        let mut board = board("8/8/8/8/8/k7/p7/K7 w - - 0 1");
        board.search_depth = MAX_PLY;
        board.deepen();
        let mut board = self::board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
        board.search_depth = MAX_PLY;
        board.max_nodes = Some(200_000);
        assert!(board.think().is_some());
    }
}
