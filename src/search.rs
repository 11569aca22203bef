//! # 14-17, 19 · The search
//!
//! Three searches, each one step beyond the one before. `minimax` searches every line. `alphabeta` prunes lines that
//! cannot change the result. `alphabetapvs` searches moves with the open window until one raises alpha, and the rest
//! with a null (zero-width) window, which only tests whether they are better. `think` calls `alphabetapvs` with depth
//! 1, 2, 3 and so on until it reaches a limit or finds a mate.
//!
//! ## 19 · Null move pruning
//! If a side could pass and its position would still score beta or more, then a real move is almost surely good enough
//! as well. So the search first makes a null move, and searches the resulting position to a reduced depth. If that
//! scores beta or more, the node is cut off at a fraction of the cost. The null move is tried under four conditions,
//! which appear in `alphabetapvs` in the same order as in the chapter. They do not exclude zugzwang, where every move
//! harms the side to move and a pass would be the best "move": there the cutoff is wrong.
//!
//! **Differs here:** nothing is printed; reports go to the [`Sink`](crate::peek::Sink). The loop of `think` is a
//! separate function, so `minimax` and `alphabeta` can use iterative deepening as well.
//! [`make_legal`](Board::make_legal) recognises illegal moves. Where the move buffer or an array indexed by ply would
//! overflow, the position is evaluated instead of searched (quirk 32).
//!
//! **Read next:** [`san`](crate::san), [`hash`](crate::hash), [`sortmoves`](crate::sortmoves).

use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;
use crate::peek::{GameStatus, Outcome, Report};

impl Board {
    /// Finds the move to play; returns [`Move::NONE`] if the game is over (chapters 14, 15, 17).
    pub fn think(&mut self) -> Move {
        // If the game is over or only one move is legal, there is nothing to search (quirk 33).
        let status = self.is_end_of_game();
        if let Some(outcome) = status.outcome {
            self.tell(Report::GameOver(outcome));
            return Move::NONE;
        }
        if status.legal_moves == Some(1) {
            self.tell(Report::Forced(status.last_legal));
            return status.last_legal;
        }
        let best = self.deepen(|board, depth| board.alphabetapvs(0, depth, -LARGE_NUMBER, LARGE_NUMBER));
        if best.is_some() { best } else { status.last_legal }
    }

    /// Iterative deepening (chapter 17; the clock is from chapter 20): searches to depth 1, 2, 3 and so on. Returns the
    /// best move so far, even from an unfinished iteration (quirk 17).
    pub fn deepen(&mut self, search: fn(&mut Board, i32) -> i32) -> Move {
        self.clear_for_search();
        self.tell(Report::Header);
        self.timer.start();
        for depth in 1..=self.search_depth {
            self.clear_for_iteration();
            let score = search(self, depth as i32);
            if self.timedout {
                self.tell(Report::Stopped);
                break;
            }
            if self.timer.is_nearly_used() {
                self.tell(Report::TimeUsed);
                break;
            }
            self.remember_pv();
            let pv = self.last_pv;
            self.tell(Report::Depth { depth, score, pv: &pv[..self.last_pv_length] });
            // A forced mate within this depth cannot be improved.
            if score.abs() > CHECKMATESCORE - depth as i32 {
                break;
            }
        }
        self.last_pv[0]
    }

    /// Value of the best line, `depth` plies deep, in centipawns for the side to move (chapter 14). Does not recognise
    /// mate or stalemate (quirk 16).
    pub fn minimax(&mut self, ply: usize, depth: i32) -> i32 {
        let mut best = -LARGE_NUMBER;
        self.triangular_length[ply] = ply;
        if depth <= 0 || self.is_full(ply) {
            return self.eval();
        }
        self.move_buf_len[ply + 1] = self.movegen(self.move_buf_len[ply]);
        let guard = self.king_guard();
        for i in self.move_buf_len[ply]..self.move_buf_len[ply + 1] {
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
                    self.display_search_stats(depth as usize, best);
                }
            }
        }
        best
    }

    /// The minimax value, clipped to the window from `alpha` to `beta` (fail-hard); a leaf returns its evaluation
    /// unclipped. Visits far fewer nodes than minimax (chapter 14; quirk 16).
    pub fn alphabeta(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.triangular_length[ply] = ply;
        if depth <= 0 || self.is_full(ply) {
            return self.eval();
        }
        self.move_buf_len[ply + 1] = self.movegen(self.move_buf_len[ply]);
        let guard = self.king_guard();
        for i in self.move_buf_len[ply]..self.move_buf_len[ply + 1] {
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
                alpha = val; // both sides want to maximise from their own point of view
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.display_search_stats(depth as usize, alpha);
                }
            }
        }
        alpha
    }

    /// Principal variation search (chapters 14 to 19, step 94), `depth` plies deep: value for the side to move, in
    /// centipawns, clipped to the window from `alpha` to `beta` except for draws, leaves and null-move cutoffs.
    pub fn alphabetapvs(&mut self, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        // time is up (chapter 20)
        if self.timedout {
            return 0;
        }
        self.triangular_length[ply] = ply;
        if self.is_full(ply) {
            return self.eval();
        }
        if depth <= 0 {
            self.followpv = false; // at the first leaf of an iteration, on any line (quirk 6)
            return self.qsearch(ply, alpha, beta);
        }

        // repetition check (chapter 16): three occurrences, also inside the tree (quirk 11)
        if self.repetition_count() >= 3 {
            return DRAWSCORE;
        }

        let in_check = self.is_own_king_attacked();
        let has_pieces = self.total_pieces[self.next_move.index()] > NULLMOVE_LIMIT;

        // step 94: try a null move, at every depth (quirk 9), unless
        //   1. the previous move was a null move,
        //   2. the search is following the principal variation,
        //   3. the side to move is in check, or
        //   4. it has only pawns left.
        if self.allownull && !self.followpv && !in_check && has_pieces {
            self.allownull = false;
            self.count_node();
            self.switch_side(); // en-passant square, fifty-move count and game line stay as they are (quirk 8)
            let val = -self.alphabetapvs(ply, depth - NULLMOVE_REDUCTION, -beta, -beta + 1); // at the same ply (quirk 8)
            self.switch_side();
            self.allownull = true;
            if val >= beta || self.timedout {
                return val; // not beta (quirk 9)
            }
        }
        self.allownull = true;

        let mut movesfound = 0;
        let mut pvmovesfound = 0;
        self.move_buf_len[ply + 1] = self.movegen(self.move_buf_len[ply]);
        let guard = if in_check { self.king_guard() } else { self.king_guard_no_check() };
        for i in self.move_buf_len[ply]..self.move_buf_len[ply + 1] {
            let mv = self.selectmove(ply, i, depth);
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            movesfound += 1;
            if ply == 0 {
                self.display_root_move(mv, i);
            }
            let mut val;
            if pvmovesfound > 0 {
                val = -self.alphabetapvs(ply + 1, depth - 1, -alpha - 1, -alpha);
                if val > alpha && val < beta {
                    // better than alpha: search it again for its value; from beta on it cuts off anyway
                    val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
                }
            } else {
                // normal alphabeta
                val = -self.alphabetapvs(ply + 1, depth - 1, -beta, -alpha);
            }
            self.unmake_move();
            if self.timedout {
                return 0;
            }
            if val >= beta {
                self.update_history(mv, depth);
                return beta;
            }
            if val > alpha {
                alpha = val; // both sides want to maximise from their own point of view
                pvmovesfound += 1;
                self.update_pv(ply, mv);
                if ply == 0 {
                    self.display_search_stats(depth as usize, alpha);
                }
            }
        }

        // update the history heuristic (chapter 17)
        if pvmovesfound > 0 {
            self.update_history(self.triangular_array[ply][ply], depth);
        }

        // 50-move rule (chapter 15): tested after the moves have been searched, and before the test for mate (quirk 10)
        if self.fifty_move >= 100 {
            return DRAWSCORE;
        }

        // checkmate or stalemate (chapter 15)
        if movesfound == 0 {
            return if in_check { -CHECKMATESCORE + ply as i32 - 1 } else { STALEMATESCORE };
        }
        alpha
    }

    // ---- shared by the searches -----------------------------------------------------------------------------------

    /// Whether the arrays are full, without space for another ply.
    #[inline(always)]
    pub(crate) fn is_full(&self, ply: usize) -> bool {
        ply + 1 >= MAX_PLY || self.move_buf_len[ply] + MAX_MOVES > MAX_MOV_BUFF
    }

    /// Sets the principal variation after a move has raised alpha: this move, followed by the best line from the next
    /// ply.
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

    /// Saves the principal variation for the next iteration. The tail of an older, longer variation remains (quirk 7).
    #[doc(alias = "rememberPV")]
    pub fn remember_pv(&mut self) {
        self.last_pv_length = self.triangular_length[0];
        let length = self.last_pv_length;
        self.last_pv[..length].copy_from_slice(&self.triangular_array[0][..length]);
    }

    /// Raises the history count of a good move by the square of the remaining depth (chapter 17).
    #[inline]
    fn update_history(&mut self, mv: Move, depth: i32) {
        let count = &mut self.history[self.next_move.index()][mv.from_to()];
        *count = count.wrapping_add((depth * depth) as u32);
    }

    /// Number of occurrences of the position in the game and in the line being searched, including the current one.
    #[doc(alias = "repetitionCount")]
    pub fn repetition_count(&self) -> usize {
        let first = self.end_of_search.saturating_sub(self.fifty_move as usize);
        let before = self.game_line[first..self.end_of_search].iter().rev();
        1 + before.skip(1).step_by(2).filter(|record| record.key == self.hashkey).count()
    }

    /// Whether the game is over by the tutorial's rules, and the number of legal moves.
    #[doc(alias = "isEndOfgame")]
    pub fn is_end_of_game(&self) -> GameStatus {
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

    /// Saves and reports a new best line at the root (chapters 14 and 17).
    #[doc(alias = "displaySearchStats")]
    pub(crate) fn display_search_stats(&mut self, depth: usize, score: i32) {
        self.remember_pv();
        let pv = self.last_pv;
        self.tell(Report::Best { depth, score, pv: &pv[..self.last_pv_length] });
    }

    /// Reports the root move that is about to be searched, if the sink requests such reports.
    pub(crate) fn display_root_move(&mut self, mv: Move, i: usize) {
        if self.watch.sink.as_ref().is_some_and(|sink| sink.wants_root_moves()) {
            let list = self.move_buf_len[0]..self.move_buf_len[1];
            self.tell(Report::RootMove { mv, number: i + 1 - list.start, count: list.len() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    #[test]
    fn mate_in_one_is_found_and_scored() {
        let mut board = board("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1");
        board.search_depth = 4;
        assert_eq!(board.think().to_string(), "a1a8");
        board.clear_for_search();
        board.clear_for_iteration();
        assert_eq!(board.alphabetapvs(0, 2, -LARGE_NUMBER, LARGE_NUMBER), CHECKMATESCORE);
    }

    /// Quirk 16.
    #[test]
    fn alphabeta_does_not_play_the_mate_that_it_counts() {
        let mut board = board("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1");
        board.clear_for_search();
        board.clear_for_iteration();
        assert_eq!(board.alphabeta(0, 2, -LARGE_NUMBER, LARGE_NUMBER), LARGE_NUMBER);
        let first = board.triangular_array[0][0];
        assert!(first.is_some() && first.to_string() != "a1a8", "{first}");
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
        let board = board("7k/8/8/8/8/8/r7/1r5K w - - 0 1");
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Mate(Side::Black)));
        let board = self::board("7k/8/8/8/8/8/1r6/r6K w - - 0 1");
        assert_eq!(board.is_end_of_game().outcome, Some(Outcome::Mate(Side::Black)));
        let mut board = self::board("7k/8/8/8/8/8/7q/7K w - - 0 1");
        assert_eq!((board.think().to_string(), board.inodes), ("h1h2".into(), 0));
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
    fn a_search_to_the_maximum_depth_fits_into_the_arrays() {
        let mut board = board("8/8/8/8/8/k7/p7/K7 w - - 0 1");
        board.search_depth = MAX_PLY;
        board.deepen(|board, depth| board.alphabetapvs(0, depth, -LARGE_NUMBER, LARGE_NUMBER));
        let mut board = self::board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
        board.search_depth = MAX_PLY;
        board.max_nodes = Some(200_000);
        assert!(board.think().is_some());
    }
}
