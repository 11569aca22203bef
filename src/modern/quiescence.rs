//! Quiescence search.
//!
//! <https://www.chessprogramming.org/Quiescence_Search>. Captures and queen promotions that lose no material are
//! searched until the position is quiet. Instead of capturing, the side to move may stand pat: accept the static
//! evaluation. At the horizon, safe quiet checks are tried too. Of many captures only the first few are searched. In
//! check, all evasions are searched, and mate is seen. Results go into the transposition table.
//!
//! **Read next:** [`evaluation`](super::evaluation).

use super::history::{Context, target_of};
use super::negamax::{TABLE_FIFTY, is_noisy};
use super::picker::Wanted;
use super::techniques::{SearchFlags, Techniques, doubted_quiescence};
use super::tt::{Bound, Known, pack};
use super::{INFINITE, MATE, MATE_BOUND, MAX_PLIES, Modern, Stopped};
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::stats::count;

impl Modern {
    /// The score of the position after all worthwhile captures.
    pub(super) fn quiescence(
        &mut self,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        flags: SearchFlags,
    ) -> Result<i32, Stopped> {
        let pv_node = flags.contains(SearchFlags::PV_NODE);
        let checkers = self.frame(ply).checkers;
        let in_check = checkers != 0;
        self.pv_length[ply] = ply;
        self.stats.visit_quiescence(ply);
        if self.is_draw_in_tree(ply) {
            return Ok(DRAWSCORE);
        }
        if ply >= MAX_PLIES - 1 {
            return Ok(if in_check { DRAWSCORE } else { self.evaluate() });
        }
        if pv_node {
            self.seldepth = self.seldepth.max(ply);
        }

        // 1. Transposition table.
        let key = self.table_key();
        let known = self.probe_table(key, ply);
        if let Some(known) = known
            && !pv_node
            && known.bound.proves(known.score, beta)
            && self.board.fifty_move < TABLE_FIFTY
        {
            return Ok(known.score);
        }
        let was_pv = known.is_some_and(|known| known.was_pv);

        // 2. Stand pat.
        let (raw_eval, static_eval, eval) = self.guess(ply, in_check, false, known);
        self.frame(ply).eval = static_eval;
        let mut best = -INFINITE;
        if !in_check {
            best = eval;
            if best >= beta {
                best = doubted_quiescence(&self.settings.numbers, best, beta);
                if known.is_none() {
                    let depth = DEPTH_OF_STAND_PAT;
                    self.store_table(
                        key,
                        ply,
                        Known { mv: 0, score: best, eval: raw_eval, depth, bound: Bound::Lower, was_pv },
                    );
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // 3. Captures, in check all moves, at the horizon quiet checks (+16 ± 7) as well.
        let threats = self.threats_given(checkers);
        let mut table_move = known.map_or(Move::NONE, |known| self.table_move(known.mv, &threats));
        if !in_check && !is_noisy(table_move) {
            table_move = Move::NONE;
        }
        let no_context = Context { side: self.board.next_move, attacked: 0, earlier: [0; 3] };
        let (wanted, context) = if in_check {
            (Wanted::All, self.history_context(ply))
        } else if flags.contains(SearchFlags::HORIZON) && self.settings.techniques.contains(Techniques::QUIET_CHECKS) {
            (Wanted::Horizon, no_context)
        } else {
            (Wanted::Noisy, no_context)
        };
        let mut picker = self.picker(ply, wanted, table_move, threats, context);
        let first_alpha = alpha;
        let mut best_move = Move::NONE;
        let mut number = 0;
        let last_target = target_of(self.before(ply, 1).piece_to);
        while let Some(mv) = self.next_pick(&mut picker) {
            number += 1;

            // 4. Late move pruning of captures (+8 ± 5), but not of those that take back or give check.
            let is_late = !in_check && self.settings.techniques.late_capture(&self.settings.numbers, number);
            if is_late && mv.tosq() != last_target && !self.checks_directly(mv) {
                continue;
            }

            self.enter(ply, mv)?;
            count(&mut self.stats.captures_made, 1);
            let score = -self.quiescence(ply + 1, -beta, -alpha, flags - SearchFlags::HORIZON)?;
            self.board.unmake_move();
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if pv_node {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // When one evasion avoids mate, the other quiet evasions are skipped.
            picker.skip_quiet |= best > -MATE_BOUND;
        }
        if in_check && number == 0 {
            return Ok(ply as i32 - MATE);
        }
        if best >= beta {
            best = doubted_quiescence(&self.settings.numbers, best, beta);
        }
        let bound = Bound::of(best, first_alpha, beta);
        let mv = if best_move.is_some() { pack(best_move) } else { 0 };
        self.store_table(key, ply, Known { mv, score: best, eval: raw_eval, depth: 0, bound, was_pv });
        Ok(best)
    }
}

/// The depth of what standing pat has shown, without a capture tried, in plies: less than that of any search.
const DEPTH_OF_STAND_PAT: i32 = -2;
