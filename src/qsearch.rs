//! # 18 · Quiescence search
//!
//! A static evaluation in the middle of an exchange is meaningless. So the main search goes on at its leaves with
//! captures and promotions that win material, until none is left. The side to move may also stand pat: decline every
//! capture and take the static evaluation. In check, it may not stand pat; all its moves are searched one ply deep
//! instead.
//!
//! **Differs here:** illegal captures are recognised before they are made ([`make_legal`](Board::make_legal)); a node
//! without captures returns before the preparation for that. If the arrays are full, the position is evaluated (quirk
//! 32).
//!
//! *Quirk 12 (kept, because the golden tables depend on it):* repetitions and the fifty-move rule are tested only in
//! check evasions. *Quirk 3 (kept):* a capture by a pinned piece is tried like any other, and skipped when it turns out
//! to be illegal.
//!
//! **Read next:** [`see`](crate::see).

use crate::board::Board;

impl Board {
    /// Searches the captures and promotions that win material (but no en-passant captures, quirk 1) in the window from
    /// alpha to beta. Returns the value for the side to move, in centipawns.
    pub fn qsearch(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.timedout {
            return 0;
        }
        self.triangular_length[ply] = ply;
        if self.is_full(ply) {
            return self.eval();
        }
        if self.is_own_king_attacked() {
            return self.alphabetapvs(ply, 1, alpha, beta);
        }
        let val = self.eval();
        if val >= beta {
            return val;
        }
        alpha = alpha.max(val);

        self.move_buf_len[ply + 1] = self.captgen(self.move_buf_len[ply]);
        if self.move_buf_len[ply] == self.move_buf_len[ply + 1] {
            return alpha;
        }
        let guard = self.king_guard_no_check();
        for i in self.move_buf_len[ply]..self.move_buf_len[ply + 1] {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            let val = -self.qsearch(ply + 1, -beta, -alpha);
            self.unmake_move();
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
}
