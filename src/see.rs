//! # 18 · Static exchange evaluation
//!
//! Computes the material that a capture wins or loses if both sides keep capturing on its target square, each with its
//! least valuable piece, and each free to stop. The result orders the captures of the quiescence search; captures that
//! win nothing are dropped.
//!
//! **Differs here:** one implementation for both colours. X-ray attackers are found by looking up the sliders again
//! without the pieces that have already captured.
//!
//! *Quirk 2 (kept, because the golden tables depend on it):* a pawn that recaptures on the last rank is always tried
//! first, and is worth 800 once it is there. *Quirk 3 (kept):* pins and checks are ignored. *Quirk 1 (kept):* an
//! en-passant capture counts as capturing nothing, because its target square is empty.
//!
//! **Read next:** [`timer`](crate::timer), [`peek`](crate::peek).

use crate::bitops::{bit, first_one};
use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;

/// Material that a pawn gains by promoting when it recaptures. The tutorial also uses it as the value of the new piece.
pub(crate) const PROMOTION_GAIN: i32 = QUEEN_VALUE - PAWN_VALUE;

/// Upper bound on the number of captures in an exchange.
const MAX_TAKERS: usize = 32;

impl Board {
    /// Material won by a capture or promotion, in centipawns, if both sides exchange optimally on its target square.
    #[doc(alias = "SEE")]
    pub fn see(&self, mv: Move) -> i32 {
        let target = mv.tosq();
        let on_last_rank = matches!(rank(target), 0 | 7);
        let mut occupied = self.occupied ^ bit(mv.from());
        let mut attackers = self.attackers_of(target, occupied) & occupied;
        let mut side = self.next_move.other();

        let mut first = PIECE_VALUE[self.square[target] as usize & 15];
        let mut hanging = PIECE_VALUE[self.square[mv.from()] as usize & 15];
        if on_last_rank && kind(self.square[mv.from()]) == PAWN {
            let promotion = PIECE_VALUE[mv.prom() as usize] - PAWN_VALUE;
            first += promotion;
            hanging += promotion;
        }
        if attackers & self.pieces[side.index()] == 0 {
            return first; // nothing can recapture
        }

        let mut gain = [0; MAX_TAKERS];
        gain[0] = first;
        let mut n = 1;
        while let Some((from, kind)) = self.least_attacker(attackers, side) {
            gain[n] = hanging - gain[n - 1];
            hanging = PIECE_VALUE[kind as usize];
            if on_last_rank && kind == PAWN {
                gain[n] += PROMOTION_GAIN;
                hanging = PROMOTION_GAIN;
            }
            n += 1;
            occupied ^= bit(from);
            attackers |= self.sliders_behind(kind, target, occupied);
            attackers &= occupied;
            side = side.other();
        }
        for k in (1..n).rev() {
            gain[k - 1] = gain[k - 1].min(-gain[k]);
        }
        gain[0]
    }

    /// The least valuable piece of `side` among the attackers; the king only if the other side has no attacker left.
    #[inline(always)]
    fn least_attacker(&self, attackers: BitMap, side: Side) -> Option<(Square, Piece)> {
        let own = attackers & self.pieces[side.index()];
        if own == 0 {
            return None;
        }
        for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
            let found = own & self.bitmap[side.piece(kind) as usize];
            if found != 0 {
                return Some((first_one(found), kind));
            }
        }
        (own == attackers).then_some((first_one(own), KING))
    }

    /// Sliders of both sides that attack a square after a piece of this `kind` has left one of the lines through it.
    #[doc(alias = "revealNextAttacker")]
    #[inline(always)]
    fn sliders_behind(&self, kind: Piece, square: Square, occupied: BitMap) -> BitMap {
        let both = |side_map: fn(&Board, Side) -> BitMap| side_map(self, Side::White) | side_map(self, Side::Black);
        let straight = || self.attacks.rook(square, occupied) & both(Board::straight_sliders);
        let diagonal = || self.attacks.bishop(square, occupied) & both(Board::diagonal_sliders);
        match kind {
            KNIGHT => 0,
            PAWN | BISHOP => diagonal(),
            ROOK => straight(),
            _ => straight() | diagonal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::readfen::read_fen;

    fn see(fen: &str, text: &str) -> i32 {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        let mv = board.is_valid_text_move(text).expect("a legal move");
        board.see(mv)
    }

    #[test]
    fn a_free_pawn_and_a_guarded_one() {
        assert_eq!(see("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
        assert_eq!(see("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), -400);
    }

    #[test]
    fn a_rook_behind_a_rook_takes_part() {
        assert_eq!(see("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(see("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -400);
    }

    #[test]
    fn en_passant_sees_an_empty_square() {
        assert_eq!(see("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 0);
    }

    #[test]
    fn a_promotion_gains_the_new_piece() {
        assert_eq!(see("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"), 1300);
        assert_eq!(see("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n"), -100);
    }
}
