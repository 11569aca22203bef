//! # 18 · Quiescence search
//!
//! A static evaluation in the middle of an exchange is worth nothing. At the leaves of the main search, captures and promotions
//! that do not lose material are therefore searched to their end; the side to move may also stand pat, that is, be content
//! with the static value. In check there is no standing pat: all moves are searched one ply deep.
//!
//! **Differs here:** nothing.
//!
//! *Quirk 12 (kept, figures depend on it):* no repetition and no fifty moves are looked for here, except in check evasions.
//! *Quirk 3 (kept):* the first capture of a pinned piece counts as good until it is found to be illegal.
//!
//! **Read next:** [`nullmove`](crate::nullmove).

use crate::board::Board;
use crate::lab::stats::count;
use crate::lab::tree::Part;

impl Board {
    /// Value for the side to move when all captures are played out, in centipawns, between alpha and beta.
    pub fn qsearch(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.timedout {
            return 0;
        }
        if self.lab.tree.is_some() && self.is_unrecorded() {
            return self.record(Part::Quiescence, ply, 0, alpha, beta);
        }
        self.triangular_length[ply] = ply;
        self.lab.stats.visit_quiescence(ply);
        if self.is_full(ply) {
            return self.eval();
        }
        if !self.lab.switches.quiescence {
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

        let start = self.move_buf_len[ply];
        let end = self.captgen(start);
        self.move_buf_len[ply + 1] = end;
        if start == end {
            return alpha;
        }
        let guard = self.king_guard_no_check();
        for i in start..end {
            let mv = self.move_buffer[i];
            if !self.make_legal(mv, guard) {
                continue;
            }
            self.count_node();
            count(&mut self.lab.stats.captures_made, 1);
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
