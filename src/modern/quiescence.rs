//! Quiescence search.
//!
//! <https://www.chessprogramming.org/Quiescence_Search>. Until the position is quiet, searches captures and queen
//! promotions that do not lose material. Instead of capturing, the side to move may stand pat, that is, accept the
//! static evaluation. At the horizon, safe quiet checks are searched too. After the first few moves of a node, only
//! captures on the target of the last move and direct checks are searched. In check, there is no standing pat: all
//! evasions are searched until one avoids mate; after that, only captures and queen promotions. Results are stored in
//! the transposition table.
//!
//! **Read next:** [`evaluation`](super::evaluation).

use super::history::Context;
use super::negamax::is_noisy;
use super::picker::Wanted;
use super::techniques::{SearchFlags, Techniques, damped_quiescence};
use super::tt::{Bound, TtData, pack};
use super::{INFINITE, MATE, MATE_BOUND, Modern, Stopped};
use crate::moves::Move;
use crate::searcher::stats::count;

impl Modern {
    /// Score of the position after all worthwhile captures.
    pub(super) fn quiescence(
        &mut self,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        flags: SearchFlags,
    ) -> Result<i32, Stopped> {
        let checkers = self.frame(ply).checkers;
        let in_check = checkers != 0;
        self.stats.visit_quiescence(ply);
        if let Some(score) = self.end_of_line(ply, flags) {
            return Ok(score);
        }

        // 1. Transposition table. A search without quiet checks proves no upper bound at the horizon.
        let key = self.table_key();
        let known = self.probe_table(key, ply);
        let depth = if in_check || flags.contains(SearchFlags::HORIZON) { 0 } else { DEPTH_WITHOUT_CHECKS };
        let proof = known.filter(|known| known.depth >= depth || known.score >= beta);
        if let Some(score) = self.cutoff_from_table(proof, ply, DEPTH_OF_STAND_PAT, beta, flags) {
            return Ok(score);
        }
        let was_pv = known.is_some_and(|known| known.was_pv);

        // 2. Stand pat.
        let (raw_eval, static_eval, eval) = self.static_evaluation(ply, in_check, false, known);
        self.frame(ply).eval = static_eval;
        let mut best = -INFINITE;
        if !in_check {
            best = eval;
            if best >= beta {
                best = damped_quiescence(&self.settings.parameters, best, beta);
                if known.is_none() {
                    let depth = DEPTH_OF_STAND_PAT;
                    self.store_table(
                        key,
                        ply,
                        TtData { mv: 0, score: best, eval: raw_eval, depth, bound: Bound::Lower, was_pv },
                    );
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // 3. Captures; all moves if in check; at the horizon also quiet checks (+16 ± 7).
        let check_info = self.check_info_given(checkers);
        let mut table_move = known.map_or(Move::NONE, |known| self.table_move(known.mv, &check_info));
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
        let mut picker = self.picker(ply, wanted, table_move, check_info, context);
        let first_alpha = alpha;
        let mut best_move = Move::NONE;
        let mut number = 0;
        let last_target = self.last_target(ply);
        while let Some(mv) = self.next_pick(&mut picker) {
            number += 1;

            // 4. Late move pruning of captures (+8 ± 5), except for captures on the target of the last move and
            //    direct checks.
            let is_late = !in_check && self.settings.techniques.late_capture(&self.settings.parameters, number);
            if is_late && Some(mv.tosq()) != last_target && !self.checks_directly(mv) {
                continue;
            }

            self.enter(ply, mv)?;
            count(&mut self.stats.captures_made, 1);
            let score =
                -self.quiescence(ply + 1, -beta, -alpha, flags - SearchFlags::HORIZON - SearchFlags::ROOT_NODE)?;
            self.board.unmake_move();
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if flags.contains(SearchFlags::PV_NODE) {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // Once one evasion avoids mate, skip the remaining quiet evasions.
            picker.skip_quiet |= best > -MATE_BOUND;
        }
        if in_check && number == 0 {
            return Ok(ply as i32 - MATE);
        }
        if best >= beta {
            best = damped_quiescence(&self.settings.parameters, best, beta);
        }
        let bound = Bound::of(best, first_alpha, beta);
        let mv = pack(best_move);
        self.store_table(key, ply, TtData { mv, score: best, eval: raw_eval, depth, bound, was_pv });
        Ok(best)
    }
}

/// Depth stored with the result of a node that tries no quiet checks, in plies.
const DEPTH_WITHOUT_CHECKS: i32 = -1;
/// Depth stored with the bound of a stand-pat cutoff, in plies: less than the depth of any search.
const DEPTH_OF_STAND_PAT: i32 = -2;

#[cfg(test)]
mod tests {
    use super::super::testing::modern;
    use super::*;
    use crate::searcher::Searcher;

    /// Score of a position, searched with a full window and cleared tables.
    fn score(modern: &mut Modern, flags: SearchFlags) -> i32 {
        window(modern, -INFINITE, INFINITE, flags)
    }

    fn window(modern: &mut Modern, alpha: i32, beta: i32, flags: SearchFlags) -> i32 {
        modern.clear();
        modern.begin();
        modern.quiescence(0, alpha, beta, flags).expect("nothing stops it")
    }

    #[test]
    fn a_quiet_position_is_worth_its_evaluation() {
        // The first position has no capture; the only capture in the second loses the queen for a pawn.
        for fen in ["4k3/8/8/3p4/8/3P4/8/4K3 w - - 0 1", "4k3/8/2p5/3p4/8/3Q4/8/4K3 w - - 0 1"] {
            let mut modern = modern(fen);
            let raw = modern.evaluate();
            assert_eq!(score(&mut modern, SearchFlags::empty()), modern.scaled(raw), "{fen}");
        }
    }

    #[test]
    fn hanging_pieces_are_captured() {
        let mut modern = modern("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let stand_pat = modern.evaluate();
        assert!(score(&mut modern, SearchFlags::PV_NODE) > stand_pat + 300);
        assert_eq!(modern.tree.pv[0][0].to_string(), "e4d5");
    }

    #[test]
    fn in_check_there_is_no_standing_pat_and_mate_is_seen() {
        assert_eq!(score(&mut modern("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), SearchFlags::empty()), -MATE);
        // The check forks king and queen: whatever the king does, the queen is lost.
        let mut forked = modern("q3k3/2N5/8/8/8/8/8/4K3 b - - 0 1");
        let stand_pat = forked.evaluate();
        let only_evasions = score(&mut forked, SearchFlags::empty());
        assert!(only_evasions < stand_pat - 300, "{only_evasions} {stand_pat}");
        assert!(forked.board.legal_moves().iter().all(|&mv| {
            forked.board.make_move(mv);
            forked.frame(1).checkers = forked.checkers();
            let after = -forked.quiescence(1, -INFINITE, INFINITE, SearchFlags::empty()).expect("nothing stops it");
            forked.board.unmake_move();
            after <= only_evasions
        }));
    }

    #[test]
    fn quiet_checks_are_tried_at_the_horizon_only() {
        let mut modern = modern("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        assert_eq!(score(&mut modern, SearchFlags::HORIZON), MATE - 1);
        let deeper = score(&mut modern, SearchFlags::empty());
        assert!(deeper < MATE_BOUND, "{deeper}");
    }

    #[test]
    fn a_search_without_quiet_checks_proves_no_upper_bound_at_the_horizon() {
        let mut modern = modern("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
        modern.begin();
        let mut fails_high = |flags| modern.quiescence(0, 2000, 2001, flags).expect("nothing stops it") > 2000;
        assert_eq!([SearchFlags::empty(), SearchFlags::HORIZON].map(&mut fails_high), [false, true]);
        // The other way round, the result with checks is used.
        assert!(fails_high(SearchFlags::empty()));
    }

    #[test]
    fn a_null_window_proves_the_score_of_the_full_one() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
            "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
        ] {
            let mut modern = modern(fen);
            let exact = score(&mut modern, SearchFlags::PV_NODE);
            assert!(window(&mut modern, exact - 1, exact, SearchFlags::empty()) >= exact, "{fen}");
            assert!(window(&mut modern, exact, exact + 1, SearchFlags::empty()) <= exact, "{fen}");
        }
    }
}
