//! # 10 · Setting up a position
//!
//! A [`Setup`] is a position that has been described but not yet put on the board, so it may be impossible. `validate`
//! rejects an unplayable position and gives the reason, but merely drops impossible castling rights and en-passant
//! squares.
//!
//! **Differs here:** the tutorial puts any position on the board. The set-up dialogue is in the console; this file has
//! the code shared by that dialogue, the FEN reader and the `edit` mode of XBoard.
//!
//! **Read next:** [`moves`](crate::moves).

use thiserror::Error;

use crate::bitops::{bit, squares};
use crate::board::CastlePath;
use crate::data::ATTACKS;
use crate::defines::*;
use crate::displaymove::square_name;

/// A position, possible or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Piece code on each square.
    pub square: [Piece; 64],
    /// Side to move.
    pub next_move: Side,
    /// Castling rights of each side.
    pub castle: [u8; 2],
    /// Castling moves of this game, `[side][0 short, 1 long]`.
    pub castle_path: [[CastlePath; 2]; 2],
    /// Square passed over by a double pawn step just made, 0 if none.
    pub ep_square: Square,
    /// Half-moves since the last pawn move or capture.
    pub fifty_move: u32,
    /// Move number, as in a FEN.
    pub move_number: u32,
}

/// Reasons for rejecting a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A side has no king, or several.
    #[error("{} has {} kings; it must have exactly one", .0.name(), .1)]
    Kings(Side, usize),
    /// A side has too many pieces.
    #[error("{} has {} pieces; at most 16 are possible", .0.name(), .1)]
    TooMany(Side, usize),
    /// A pawn on rank 1 or 8.
    #[error("there is a pawn on {}; pawns stand on ranks 2 to 7", square_name(*.0))]
    PawnOnEdge(Square),
    /// The side that has just moved is in check.
    #[error("{} is in check, but {} is to move", .0.name(), .0.other().name())]
    OtherKingInCheck(Side),
}

/// A part of a position that was dropped because it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Dropped {
    /// A castling right whose king or rook is not on its home square; the wing is 0 for short, 1 for long.
    #[error("{} cannot castle {}: king or rook is not at home", .0.name(), ["short", "long"][*.1])]
    Castling(Side, usize),
    /// An en-passant square that no pawn has just passed over.
    #[error("no pawn has just passed over the en-passant square {}", square_name(*.0))]
    EnPassant(Square),
}

impl Side {
    /// `White` or `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

impl Setup {
    /// The empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            square: [EMPTY; 64],
            next_move: Side::White,
            castle: [0; 2],
            castle_path: CastlePath::STANDARD,
            ep_square: 0,
            fifty_move: 0,
            move_number: 1,
        }
    }

    /// The start position.
    pub fn start() -> Setup {
        let mut setup = Setup { castle: [CANCASTLEOO | CANCASTLEOOO; 2], ..Setup::empty() };
        let back_rank = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        for (file, kind) in back_rank.into_iter().enumerate() {
            setup.square[file] = Side::White.piece(kind);
            setup.square[file + 8] = WHITE_PAWN;
            setup.square[file + 48] = BLACK_PAWN;
            setup.square[file + 56] = Side::Black.piece(kind);
        }
        setup
    }

    /// The position after the side to move has passed: the other side is to move, and no pawn can be taken en passant.
    pub fn passed(self) -> Setup {
        Setup { next_move: self.next_move.other(), ep_square: 0, ..self }
    }

    /// The same position with this side to move, which may require that the other side [passes](Setup::passed).
    ///
    /// # Errors
    /// [`PositionError`] if the position is impossible, usually because the side not to move would be in check.
    pub fn given_to(self, side: Side) -> Result<Setup, PositionError> {
        let mut setup = if self.next_move == side { self } else { self.passed() };
        setup.validate()?;
        Ok(setup)
    }

    /// Checks that the position is playable, and drops impossible castling rights and en-passant squares.
    ///
    /// # Errors
    /// [`PositionError`] names the first fault; the position is then unchanged.
    pub fn validate(&mut self) -> Result<Vec<Dropped>, PositionError> {
        for side in Side::BOTH {
            let kings = self.square.iter().filter(|&&piece| piece == side.piece(KING)).count();
            if kings != 1 {
                return Err(PositionError::Kings(side, kings));
            }
            let pieces = self.square.iter().filter(|&&piece| piece != EMPTY && Side::of(piece) == side).count();
            if pieces > 16 {
                return Err(PositionError::TooMany(side, pieces));
            }
        }
        let on_edge = |square: &Square| kind(self.square[*square]) == PAWN;
        if let Some(square) = (0..8).chain(56..64).find(on_edge) {
            return Err(PositionError::PawnOnEdge(square));
        }
        if self.other_king_in_check() {
            return Err(PositionError::OtherKingInCheck(self.next_move.other()));
        }
        Ok(self.drop_the_impossible())
    }

    fn other_king_in_check(&self) -> bool {
        let attacker = self.next_move;
        let all = |wanted: &dyn Fn(Piece) -> bool| {
            (0..64).filter(|&square| wanted(self.square[square])).fold(0, |map, square| map | bit(square))
        };
        let occupied = all(&|piece| piece != EMPTY);
        let king = all(&|piece| piece == attacker.other().piece(KING));
        let attackers = all(&|piece| piece != EMPTY && Side::of(piece) == attacker);
        squares(attackers).any(|from| {
            let attacked = match kind(self.square[from]) {
                PAWN => ATTACKS.pawn[attacker.index()][from],
                kind => ATTACKS.of(kind, from, occupied),
            };
            attacked & king != 0
        })
    }

    fn drop_the_impossible(&mut self) -> Vec<Dropped> {
        let mut dropped = Vec::new();
        for side in Side::BOTH {
            for wing in 0..2 {
                let right = CastlePath::right(wing);
                if self.castle[side.index()] & right != 0 && !self.are_at_home(side, wing) {
                    self.castle[side.index()] &= !right;
                    dropped.push(Dropped::Castling(side, wing));
                }
                if self.castle[side.index()] & right == 0 {
                    // Unused castling squares are reset, so that equal positions compare equal.
                    self.castle_path[side.index()][wing] = CastlePath::STANDARD[side.index()][wing];
                }
            }
        }
        if self.ep_square != 0 && !self.ep_square_is_possible() {
            dropped.push(Dropped::EnPassant(self.ep_square));
            self.ep_square = 0;
        }
        dropped
    }

    /// Whether king and rook are on their squares for castling on this wing.
    fn are_at_home(&self, side: Side, wing: usize) -> bool {
        let path = self.castle_path[side.index()][wing];
        self.square[path.king_from] == side.piece(KING) && self.square[path.rook_from] == side.piece(ROOK)
    }

    /// Whether king and rook are on their castling squares for every castling right.
    pub fn rights_are_possible(&self) -> bool {
        let has_right = |side: Side, wing: usize| self.castle[side.index()] & CastlePath::right(wing) != 0;
        Side::BOTH.into_iter().all(|side| (0..2).all(|wing| !has_right(side, wing) || self.are_at_home(side, wing)))
    }

    /// Whether a pawn could have just passed over the en-passant square. If so, the pawn is directly in front of that
    /// square, and the two squares behind the pawn are empty.
    fn ep_square_is_possible(&self) -> bool {
        let mover = self.next_move.other();
        rank(mover.relative(self.ep_square)) == 2
            && self.square[self.ep_square] == EMPTY
            && self.square[self.ep_square ^ 8] == mover.piece(PAWN)
            && self.square[self.ep_square ^ 24] == EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kings() -> Setup {
        let mut setup = Setup::empty();
        setup.square[4] = WHITE_KING;
        setup.square[60] = BLACK_KING;
        setup
    }

    #[test]
    fn kings_pieces_pawns_and_checks_are_counted() {
        assert_eq!(kings().validate(), Ok(vec![]));
        assert_eq!(Setup::empty().validate(), Err(PositionError::Kings(Side::White, 0)));
        let mut two = kings();
        two.square[10] = BLACK_KING;
        assert_eq!(two.validate(), Err(PositionError::Kings(Side::Black, 2)));
        let mut crowd = kings();
        crowd.square[16..32].fill(WHITE_KNIGHT);
        assert_eq!(crowd.validate(), Err(PositionError::TooMany(Side::White, 17)));
        let mut edge = kings();
        edge.square[56] = WHITE_PAWN;
        assert_eq!(edge.validate(), Err(PositionError::PawnOnEdge(56)));
        let mut check = kings();
        check.square[52] = WHITE_ROOK;
        assert_eq!(check.validate(), Err(PositionError::OtherKingInCheck(Side::Black)));
    }

    #[test]
    fn impossible_rights_are_dropped_with_a_message() {
        let mut setup = Setup { castle: [CANCASTLEOO, CANCASTLEOOO], ..kings() };
        setup.square[7] = WHITE_ROOK;
        assert_eq!(setup.validate(), Ok(vec![Dropped::Castling(Side::Black, 1)]));
        assert_eq!(setup.castle, [CANCASTLEOO, 0]);
    }

    #[test]
    fn an_ep_square_needs_a_pawn_that_passed_it() {
        let mut setup = Setup { ep_square: 20, next_move: Side::Black, ..kings() };
        setup.square[28] = WHITE_PAWN;
        assert_eq!(setup.clone().validate(), Ok(vec![]));
        setup.square[12] = WHITE_KNIGHT;
        assert_eq!(setup.validate(), Ok(vec![Dropped::EnPassant(20)]));
        assert_eq!(setup.ep_square, 0);
    }

    #[test]
    fn messages_name_the_square() {
        assert_eq!(PositionError::PawnOnEdge(7).to_string(), "there is a pawn on h1; pawns stand on ranks 2 to 7");
        assert_eq!(PositionError::OtherKingInCheck(Side::Black).to_string(), "Black is in check, but White is to move");
    }
}
