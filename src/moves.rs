//! # 11 · The move
//!
//! One move is one 32-bit integer:
//!
//! | bits | field | content |
//! |---|---|---|
//! | 0-5 | from | square |
//! | 6-11 | tosq | square |
//! | 12-15 | piec | code of the moving piece |
//! | 16-19 | capt | code of the captured piece, 0 if none; the captured pawn's in an en-passant capture |
//! | 20-23 | prom | code of the promoted-to piece; the pawn's own code marks en passant, the king's own code castling |
//!
//! Two moves are the same only if all bits agree.
//!
//! **Differs here:** the tutorial's union is a newtype with accessors; its value is the same.
//!
//! **Read next:** [`movegen`](crate::movegen), [`displaymove`](crate::displaymove).

use crate::defines::*;

/// A move; [`Move::NONE`] stands for no move.
#[doc(alias = "moveInt")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Move(pub u32);

impl Move {
    /// No move.
    #[doc(alias = "NOMOVE")]
    pub const NONE: Move = Move(0);

    /// A quiet move or a normal capture (`capt` 0 if none).
    #[inline(always)]
    pub const fn new(from: Square, tosq: Square, piec: Piece, capt: Piece) -> Move {
        Move(from as u32 | (tosq as u32) << 6 | (piec as u32) << 12 | (capt as u32) << 16)
    }

    /// The en-passant capture by this pawn; the captured pawn is not on `tosq`.
    #[inline(always)]
    pub const fn en_passant(from: Square, tosq: Square, pawn: Piece) -> Move {
        Move::new(from, tosq, pawn, pawn ^ BLACK_BIT).with_prom(pawn)
    }

    /// The same move with the last field filled in.
    #[inline(always)]
    #[must_use]
    pub const fn with_prom(self, prom: Piece) -> Move {
        Move(self.0 | (prom as u32) << 20)
    }

    /// Square that the piece leaves.
    #[doc(alias = "getFrom")]
    #[inline(always)]
    pub const fn from(self) -> Square {
        (self.0 & 63) as Square
    }

    /// Square that the piece goes to; for castling, the king's target square.
    #[doc(alias = "getTosq")]
    #[inline(always)]
    pub const fn tosq(self) -> Square {
        (self.0 >> 6 & 63) as Square
    }

    /// Both squares in one number from 0 to 4095, as an index.
    #[inline(always)]
    pub const fn from_to(self) -> usize {
        (self.0 & 4095) as usize
    }

    /// Code of the moving piece.
    #[doc(alias = "getPiec")]
    #[inline(always)]
    pub const fn piec(self) -> Piece {
        (self.0 >> 12 & 15) as Piece
    }

    /// Code of the captured piece, 0 if none.
    #[doc(alias = "getCapt")]
    #[inline(always)]
    pub const fn capt(self) -> Piece {
        (self.0 >> 16 & 15) as Piece
    }

    /// Content of the last field; see the table in the module's documentation.
    #[doc(alias = "getProm")]
    #[inline(always)]
    pub const fn prom(self) -> Piece {
        (self.0 >> 20 & 15) as Piece
    }

    /// Whether this is a move, and not [`Move::NONE`].
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether the move is a capture (en passant included).
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.capt() != EMPTY
    }

    /// Whether the move is castling, an en-passant capture or a promotion. All other moves just move one piece, perhaps
    /// capturing on the target square.
    #[inline(always)]
    pub const fn is_special(self) -> bool {
        self.prom() != EMPTY
    }

    /// Whether the move is an en-passant capture.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        kind(self.prom()) == PAWN
    }

    /// Whether the move is castling, to either side.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        kind(self.prom()) == KING
    }

    /// Whether the move is kingside castling.
    #[inline(always)]
    pub const fn is_castle_oo(self) -> bool {
        self.is_castling() && file(self.tosq()) == 6
    }

    /// Whether the move is a promotion.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        kind(self.prom()) > KING
    }

    /// Whether the move is a double pawn push.
    #[inline(always)]
    pub const fn is_double_step(self) -> bool {
        kind(self.piec()) == PAWN && self.from() ^ self.tosq() == 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back() {
        let mv = Move::new(52, 61, WHITE_PAWN, BLACK_ROOK).with_prom(WHITE_QUEEN);
        assert_eq!((mv.from(), mv.tosq(), mv.piec(), mv.capt(), mv.prom()), (52, 61, 1, 14, 7));
        assert!(mv.is_promotion() && mv.is_capture() && !mv.is_castling() && !mv.is_en_passant());
    }

    #[test]
    fn double_steps_are_recognised() {
        for from in 8..56 {
            for to in [from + 8, from + 7, from + 9] {
                assert!(!Move::new(from, to, WHITE_PAWN, EMPTY).is_double_step());
                assert!(!Move::new(to, from, BLACK_PAWN, EMPTY).is_double_step());
            }
        }
        for file in 0..8 {
            assert!(Move::new(8 + file, 24 + file, WHITE_PAWN, EMPTY).is_double_step());
            assert!(Move::new(48 + file, 32 + file, BLACK_PAWN, EMPTY).is_double_step());
            assert!(!Move::new(8 + file, 24 + file, WHITE_ROOK, EMPTY).is_double_step());
        }
    }

    #[test]
    fn the_last_field_identifies_special_moves() {
        let ep = Move::new(36, 43, WHITE_PAWN, BLACK_PAWN).with_prom(WHITE_PAWN);
        let short = Move::new(60, 62, BLACK_KING, EMPTY).with_prom(BLACK_KING);
        let long = Move::new(60, 58, BLACK_KING, EMPTY).with_prom(BLACK_KING);
        assert!(ep.is_en_passant() && !ep.is_promotion());
        assert!([ep, short, long].iter().all(|mv| mv.is_special()) && !Move::new(6, 21, 3, EMPTY).is_special());
        assert!(short.is_castling() && short.is_castle_oo());
        assert!(long.is_castling() && !long.is_castle_oo());
    }
}
