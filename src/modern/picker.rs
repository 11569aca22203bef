//! Move picker.
//!
//! <https://www.chessprogramming.org/Move_Ordering>. The picker returns the most promising moves first and avoids work
//! for moves that are never reached: moves are generated in stages, each only if the stages before it caused no cutoff.
//!
//! 1. the hash move,
//! 2. captures and queen promotions that do not lose material, by victim and capture history,
//! 3. quiet moves by history, and underpromotions,
//! 4. the other captures and queen promotions.
//!
//! In stage 2, a good capture history excuses the loss of some material; with a bad one, the capture must win some.
//!
//! Unless the side to move is in check, the quiescence search gets the hash move, then only captures and queen
//! promotions that do not lose material and, at the horizon, quiet checks that do not lose material.
//!
//! **Read next:** [`negamax`](super::negamax).

use super::Modern;
use super::exchange::EXCHANGE_VALUE;
use super::history::Context;
use super::legal::{CheckInfo, MoveGroup, place_of};
use crate::moves::Move;

/// Capture ordering: points per centipawn of the victim's value. The capture history counts half.
const VICTIM: i32 = 16;
/// Capture ordering: points for a queen promotion, as many as for capturing a rook.
const QUEENING: i32 = 8000;
/// Quiet move ordering: puts underpromotions after the other quiet moves, unless their histories are extreme.
const UNDERPROMOTION: i32 = -60_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    MakeChecks,
    Checks,
    Done,
}

/// The moves to return after the hash move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All moves.
    All,
    /// Captures and queen promotions that do not lose material.
    Noisy,
    /// Captures and queen promotions, then quiet checks; none of them loses material.
    Horizon,
}

/// Returns the moves of one node in order.
pub struct Picker {
    ply: usize,
    stage: Stage,
    wanted: Wanted,
    table_move: Move,
    /// Checks and pins.
    pub check_info: CheckInfo,
    context: Context,
    start: usize,
    next: usize,
    end: usize,
    bad_end: usize,
    /// Whether to skip the remaining quiet moves.
    pub skip_quiet: bool,
}

impl Modern {
    /// A picker for the node at `ply`. The hash move must be legal. The node's moves are stored directly after its
    /// ancestors' moves, so that the moves of the current line take up little cache.
    pub(super) fn picker(
        &mut self,
        ply: usize,
        wanted: Wanted,
        table_move: Move,
        check_info: CheckInfo,
        context: Context,
    ) -> Picker {
        let start = self.before(ply, 1).moves_end;
        self.frame(ply).moves_end = start;
        Picker {
            ply,
            stage: Stage::Table,
            wanted,
            table_move,
            check_info,
            context,
            start,
            next: start,
            end: start,
            bad_end: start,
            skip_quiet: false,
        }
    }

    /// The next legal move; [`None`] after the last.
    pub(super) fn next_pick(&mut self, picker: &mut Picker) -> Option<Move> {
        loop {
            match picker.stage {
                Stage::Table => {
                    picker.stage = Stage::MakeNoisy;
                    if picker.table_move.is_some() {
                        return Some(picker.table_move);
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(picker);
                    picker.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good_noisy(picker) {
                        return Some(mv);
                    }
                    picker.stage = match picker.wanted {
                        Wanted::All => Stage::MakeQuiet,
                        Wanted::Noisy => Stage::Done,
                        Wanted::Horizon => Stage::MakeChecks,
                    };
                }
                Stage::MakeQuiet => {
                    picker.next = picker.end;
                    if !picker.skip_quiet {
                        self.make_quiet(picker);
                    }
                    picker.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while picker.next < picker.end && !picker.skip_quiet {
                        let mv = self.bring_best(picker);
                        if mv != picker.table_move && self.is_safe(mv, &picker.check_info) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::BadNoisy;
                    picker.next = picker.start;
                }
                Stage::BadNoisy => {
                    while picker.next < picker.bad_end {
                        let mv = self.tree.list[picker.next].mv;
                        picker.next += 1;
                        if self.is_safe(mv, &picker.check_info) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::Done;
                }
                Stage::MakeChecks => {
                    picker.next = picker.end;
                    self.generate_more(picker, MoveGroup::Checks);
                    picker.stage = Stage::Checks;
                }
                Stage::Checks => {
                    while picker.next < picker.end {
                        let mv = self.tree.list[picker.next].mv;
                        picker.next += 1;
                        if self.wins_exchange(mv, 0) && self.is_safe(mv, &picker.check_info) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates a group of moves and appends them to the list.
    #[inline(always)]
    fn generate_more(&mut self, picker: &mut Picker, group: MoveGroup) {
        picker.end = self.generate(group, &picker.check_info, picker.end);
        self.frame(picker.ply).moves_end = picker.end;
    }

    fn next_good_noisy(&mut self, picker: &mut Picker) -> Option<Move> {
        while picker.next < picker.end {
            let mv = self.bring_best(picker);
            if mv == picker.table_move {
                continue;
            }
            let threshold = match picker.wanted {
                Wanted::All => -self.histories.capture(mv) / self.settings.parameters.capture_history,
                Wanted::Noisy | Wanted::Horizon => 0,
            };
            if !self.wins_exchange(mv, threshold) {
                if picker.wanted == Wanted::All {
                    self.tree.list[picker.bad_end].mv = mv;
                    picker.bad_end += 1;
                }
                continue;
            }
            if self.is_safe(mv, &picker.check_info) {
                return Some(mv);
            }
        }
        None
    }

    #[inline(never)]
    fn make_noisy(&mut self, picker: &mut Picker) {
        self.generate_more(picker, MoveGroup::Noisy);
        for (place, scored) in self.tree.list[picker.start..picker.end].iter_mut().enumerate() {
            let mv = scored.mv;
            let promotion = if mv.is_promotion() { QUEENING } else { 0 };
            let victim = VICTIM * EXCHANGE_VALUE[mv.capt() as usize];
            scored.set_key(victim + promotion + self.histories.capture(mv) / 2, place);
        }
    }

    #[inline(never)]
    fn make_quiet(&mut self, picker: &mut Picker) {
        self.generate_more(picker, MoveGroup::Quiet);
        let histories = self.histories.in_context(&picker.context);
        for (place, scored) in (picker.next - picker.start..).zip(&mut self.tree.list[picker.next..picker.end]) {
            let under = if scored.mv.is_promotion() { UNDERPROMOTION } else { 0 };
            scored.set_key(histories.quiet(scored.mv) + under, place);
        }
    }

    /// Removes and returns the best of the remaining moves.
    #[inline(always)]
    fn bring_best(&mut self, picker: &mut Picker) -> Move {
        let list = &mut self.tree.list[picker.next..picker.end];
        let place = place_of(list.iter().map(|scored| scored.key).max().unwrap_or_default());
        let best = place + picker.start - picker.next;
        let mv = list[best].mv;
        list[best] = list[0].moved_to(place);
        picker.next += 1;
        // Most picked moves are made; for those that are pruned, the prefetch costs little.
        self.table.prefetch(self.likely_key_after(mv));
        mv
    }
}

#[cfg(test)]
mod tests {
    use super::super::negamax::is_noisy;
    use super::super::testing::modern;
    use super::*;

    /// Positions with captures of all kinds, castling, promotions, en passant and a check.
    const POSITIONS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1Rp2p1k/8/1P2P1P1/8 w - - 0 1",
        "4k3/8/8/2n5/1b1r4/3N4/3P4/R3K2R w KQ - 0 1",
    ];

    fn picker_at_root(modern: &mut Modern, wanted: Wanted, table_move: Move) -> Picker {
        let (check_info, context) = (modern.check_info(), modern.history_context(0));
        modern.picker(0, wanted, table_move, check_info, context)
    }

    /// The root moves in the picker's order.
    fn picked(modern: &mut Modern, wanted: Wanted, table_move: Move) -> Vec<Move> {
        modern.begin();
        let mut picker = picker_at_root(modern, wanted, table_move);
        std::iter::from_fn(|| modern.next_pick(&mut picker)).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| mv.0);
        moves
    }

    /// The stage of a move other than the hash move.
    fn stage(modern: &Modern, mv: Move) -> Stage {
        match (is_noisy(mv), modern.wins_exchange(mv, 0)) {
            (true, true) => Stage::GoodNoisy,
            (true, false) => Stage::BadNoisy,
            (false, _) => Stage::Quiet,
        }
    }

    #[test]
    fn every_legal_move_comes_once_in_the_order_of_the_stages() {
        for fen in POSITIONS {
            let mut modern = modern(fen);
            let legal = modern.board.legal_moves();
            for table_move in [Move::NONE, legal[0], legal[legal.len() - 1]] {
                let moves = picked(&mut modern, Wanted::All, table_move);
                assert_eq!(sorted(moves.clone()), sorted(legal.clone()), "{fen}");
                let rest = if table_move.is_some() { &moves[1..] } else { &moves[..] };
                assert!(!table_move.is_some() || moves[0] == table_move, "{moves:?}");
                assert!(rest.is_sorted_by_key(|&mv| stage(&modern, mv)), "{moves:?} in {fen}");
            }
        }
    }

    #[test]
    fn the_quiescence_search_gets_captures_that_lose_nothing_and_at_the_horizon_checks() {
        for fen in POSITIONS {
            let mut modern = modern(fen);
            let legal = modern.board.legal_moves();
            let good = |mv: &Move| is_noisy(*mv) && modern.wins_exchange(*mv, 0);
            let noisy: Vec<Move> = legal.iter().copied().filter(good).collect();
            assert_eq!(sorted(picked(&mut modern, Wanted::Noisy, Move::NONE)), sorted(noisy.clone()), "{fen}");

            let horizon = picked(&mut modern, Wanted::Horizon, Move::NONE);
            let (captures, checks) = horizon.split_at(noisy.len());
            assert_eq!(sorted(captures.to_vec()), sorted(noisy), "{fen}");
            for &mv in &legal {
                let is_check = !is_noisy(mv) && modern.checks_directly(mv) && modern.wins_exchange(mv, 0);
                // Checks by castling are not generated.
                assert!(is_check == checks.contains(&mv) || mv.is_castling(), "{mv} in {fen}");
            }
        }
    }

    #[test]
    fn history_orders_the_quiet_moves_and_the_victim_the_captures() {
        let mut modern = modern(POSITIONS[0]);
        modern.begin();
        let context = modern.history_context(0);
        let quiet: Vec<Move> = modern.board.legal_moves().into_iter().filter(|&mv| !is_noisy(mv)).collect();
        for (place, &mv) in quiet.iter().rev().enumerate() {
            modern.histories.push_quiet(mv, &context, 100 * place as i32);
        }
        let mut picker = picker_at_root(&mut modern, Wanted::All, Move::NONE);
        let moves: Vec<Move> = std::iter::from_fn(|| modern.next_pick(&mut picker)).collect();
        let values: Vec<i32> =
            moves.iter().filter(|&&mv| !is_noisy(mv)).map(|&mv| modern.histories.quiet(mv, &context)).collect();
        assert!(values.is_sorted_by(|one, next| one >= next) && values[0] > values[values.len() - 1], "{values:?}");
        let victims: Vec<i32> = moves
            .iter()
            .filter(|&&mv| stage(&modern, mv) == Stage::GoodNoisy)
            .map(|mv| EXCHANGE_VALUE[mv.capt() as usize])
            .collect();
        assert!(
            victims.is_sorted_by(|one, next| one >= next) && victims[0] > victims[victims.len() - 1],
            "{victims:?}"
        );
    }

    #[test]
    fn skipped_quiet_moves_leave_the_captures() {
        let mut modern = modern(POSITIONS[0]);
        modern.begin();
        let mut picker = picker_at_root(&mut modern, Wanted::All, Move::NONE);
        picker.skip_quiet = true;
        let moves: Vec<Move> = std::iter::from_fn(|| modern.next_pick(&mut picker)).collect();
        let noisy: Vec<Move> = modern.board.legal_moves().into_iter().filter(|&mv| is_noisy(mv)).collect();
        assert_eq!(sorted(moves), sorted(noisy));
    }
}
