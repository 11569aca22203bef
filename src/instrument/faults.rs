//! # Faults planted on purpose
//!
//! Eight classic bugs of beginners' chess programs. Each is a setting of the instrument, so that learners can study
//! the symptoms of a known cause. Each fault is implemented *around* the tutorial's functions, in this file; the flat
//! files contain none of them. After a search, the instrument restores the en-passant square, the only part of the
//! position that a fault corrupts.
//!
//! **Read next:** [`search`](super::search).

use bitflags::bitflags;

use super::Instrument;
use super::nullmove::NullLine;
use crate::bitops::bit;
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::stats::Stats;
use crate::see::PROMOTION_GAIN;

bitflags! {
    /// The active faults.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub struct Faults: u8 {
        /// Taking back a move does not restore the en-passant square.
        const EN_PASSANT = 1;
        /// The search makes null moves in check. As in many beginners' programs, moves that capture a king are skipped.
        const NULL_IN_CHECK = 2;
        /// Leaf nodes return White's score, whichever side is to move.
        const SIGN = 4;
        /// A node does not clear its principal variation on entry.
        const OLD_PV = 8;
        /// A search does not clear the history counts of the previous one.
        const OLD_HISTORY = 16;
        /// Every mate gets the score of a mate in one.
        const MATE_PLY = 32;
        /// Repetition detection ignores positions before the root.
        const ROOT_REPETITION = 64;
        /// The exchange evaluation ignores sliders behind an attacker.
        const X_RAY = 128;
    }
}

impl Faults {
    /// The faults by name.
    pub const NAMES: [(&str, Faults); 8] = [
        ("en-passant", Faults::EN_PASSANT),
        ("null-in-check", Faults::NULL_IN_CHECK),
        ("sign", Faults::SIGN),
        ("old-pv", Faults::OLD_PV),
        ("old-history", Faults::OLD_HISTORY),
        ("mate-ply", Faults::MATE_PLY),
        ("root-repetition", Faults::ROOT_REPETITION),
        ("x-ray", Faults::X_RAY),
    ];

    /// The fault with this name.
    pub fn of(name: &str) -> Option<Faults> {
        Faults::NAMES.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault)
    }

    /// The names of the active faults.
    pub fn names(self) -> Vec<&'static str> {
        Faults::NAMES.iter().filter(|(_, fault)| self.contains(*fault)).map(|(name, _)| *name).collect()
    }
}

impl Instrument {
    #[inline(always)]
    fn has_fault(&self, fault: Faults) -> bool {
        self.settings.faults.contains(fault)
    }

    /// Takes back a move like [`unmake_move`](crate::board::Board::unmake_move), with the en-passant fault if it is
    /// active.
    #[inline(always)]
    pub(super) fn take_back(&mut self) {
        let left = self.board.ep_square;
        self.board.unmake_move();
        if self.has_fault(Faults::EN_PASSANT) {
            self.board.set_ep_square(left);
        }
    }

    /// Whether the side to move may make a null move in check.
    #[inline(always)]
    pub(super) fn forgets_checks(&self) -> bool {
        self.has_fault(Faults::NULL_IN_CHECK)
    }

    /// Whether this move captures a king. Possible only after a null move in check.
    #[inline(always)]
    pub(super) fn takes_king(&self, mv: Move) -> bool {
        self.has_fault(Faults::NULL_IN_CHECK) && mv.is_capture() && kind(mv.capt()) == KING
    }

    /// Evaluates like [`eval`](crate::board::Board::eval), with the sign fault if it is active.
    #[inline(always)]
    pub(super) fn leaf_value(&mut self) -> i32 {
        let value = self.board.eval();
        if self.has_fault(Faults::SIGN) && self.board.next_move == Side::Black { -value } else { value }
    }

    /// Clears the principal variation of this ply, unless the old-PV fault is active.
    #[inline(always)]
    pub(super) fn begin_pv(&mut self, ply: usize) {
        if !self.has_fault(Faults::OLD_PV) || self.board.triangular_length[ply] < ply {
            self.board.triangular_length[ply] = ply;
        }
    }

    /// Resets like [`clear_for_search`](crate::board::Board::clear_for_search).
    pub fn clear_for_search(&mut self) {
        let history = self.has_fault(Faults::OLD_HISTORY).then(|| self.board.history.clone());
        self.board.clear_for_search();
        if let Some(history) = history {
            self.board.history = history;
        }
        self.stats = Stats::default();
        self.null_line = NullLine::at_root(0);
    }

    /// Score of the side that is mated at this ply, in centipawns.
    #[inline(always)]
    pub(super) fn mated_value(&self, ply: usize) -> i32 {
        let ply = if self.has_fault(Faults::MATE_PLY) { 1 } else { ply };
        -CHECKMATESCORE + ply as i32 - 1
    }

    /// Counts like [`repetition_count`](crate::board::Board::repetition_count).
    #[inline(always)]
    pub(super) fn repetition_count(&self) -> usize {
        if self.has_fault(Faults::ROOT_REPETITION) {
            self.repetitions_since_root()
        } else {
            self.board.repetition_count()
        }
    }

    #[cold]
    fn repetitions_since_root(&self) -> usize {
        let first = self.board.end_of_search.saturating_sub(self.board.fifty_move as usize).max(self.board.end_of_game);
        let before = self.board.game_line[first..self.board.end_of_search].iter().rev();
        1 + before.skip(1).step_by(2).filter(|record| record.key == self.board.hashkey).count()
    }

    /// Generates like [`captgen`](crate::board::Board::captgen).
    #[inline(always)]
    pub(super) fn list_captures(&mut self, start: usize) -> usize {
        if self.has_fault(Faults::X_RAY) { self.list_captures_without_x_rays(start) } else { self.board.captgen(start) }
    }

    #[cold]
    fn list_captures_without_x_rays(&mut self, start: usize) -> usize {
        let end = self.board.movegen(start);
        let captures = self.board.move_buffer[start..end].iter().filter(|mv| mv.is_capture() || mv.is_promotion());
        let mut valued: Vec<(i32, Move)> = captures.map(|&mv| (self.see_without_x_rays(mv), mv)).collect();
        valued.retain(|(value, _)| *value >= MINCAPTVAL);
        valued.sort_by_key(|(value, _)| -value);
        for (place, (_, mv)) in valued.iter().enumerate() {
            self.board.move_buffer[start + place] = *mv;
        }
        start + valued.len()
    }

    /// Exchange value in centipawns, like [`see`](crate::board::Board::see), but without attackers behind other
    /// attackers.
    fn see_without_x_rays(&self, mv: Move) -> i32 {
        let promoted = if mv.is_promotion() { PIECE_VALUE[mv.prom() as usize] - PAWN_VALUE } else { 0 };
        let mut hanging = PIECE_VALUE[mv.piec() as usize] + promoted;
        let mut gains = vec![PIECE_VALUE[self.board.square[mv.tosq()] as usize & 15] + promoted];
        let on_last_rank = matches!(rank(mv.tosq()), 0 | 7);
        let mut attackers = self.board.attackers_of(mv.tosq(), self.board.occupied) & !bit(mv.from());
        let mut side = self.board.next_move.other();
        loop {
            let own = |kind: &Piece| attackers & self.board.bitmap[side.piece(*kind) as usize];
            let Some(kind) = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING].into_iter().find(|kind| own(kind) != 0) else {
                break;
            };
            let least = own(&kind) & own(&kind).wrapping_neg();
            if kind == KING && attackers & self.board.pieces[side.other().index()] != 0 {
                break;
            }
            let promotes = on_last_rank && kind == PAWN;
            gains.push(hanging - gains.last().copied().unwrap_or_default() + if promotes { PROMOTION_GAIN } else { 0 });
            hanging = if promotes { PROMOTION_GAIN } else { PIECE_VALUE[kind as usize] };
            attackers &= !least;
            side = side.other();
        }
        gains.into_iter().rev().reduce(|later, gain| gain.min(-later)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::instrument::Settings;
    use crate::searcher::{Control, Limits, Searcher};

    #[test]
    fn a_search_restores_the_en_passant_square() {
        let game = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        for lines in [1, 2] {
            let settings = Settings { faults: Faults::EN_PASSANT, ..Settings::TUTORIAL };
            let mut it = Instrument::of(&game, settings);
            it.think(&Limits { lines, ..Limits::depth(3) }, &Control::silent());
            assert_eq!((it.board.fen(), it.board.hashkey), (game.fen(), game.hashkey), "{lines} lines");
        }
    }

    #[test]
    fn the_x_ray_fault_ignores_hidden_sliders_only() {
        let exchange = |fen: &str, text: &str| {
            let it = Instrument::of(&board(fen), Settings::TUTORIAL);
            let mv = it.board.is_valid_text_move(text).expect("a legal move");
            (it.see_without_x_rays(mv), it.board.see(mv))
        };
        assert_eq!(exchange("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), (-400, 100));
        // The pawn on c7 would promote when it recaptures.
        assert_eq!(exchange("3r1r1k/2P5/8/8/8/8/8/3Q3K w - - 0 1", "d1d8"), (500, 500));
    }
}
