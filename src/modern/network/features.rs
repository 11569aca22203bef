//! # Modern · Input features
//!
//! Each side has its own view of the board, its *perspective*: 768 features, one for each piece (own or enemy, six
//! types) on each square. A feature is active if that piece is on that square. Ranks are flipped for Black, so that
//! both sides play up the board. Files are mirrored while the side's own king is on files a to d, so that it always
//! appears on e to h. The network thus applies the same weights to both halves of the board.
//!
//! **Read next:** [`network`](super).

use crate::bitops::squares;
use crate::board::Board;
use crate::defines::*;

/// Features per view.
pub const COUNT: usize = 768;
/// Maximum number of active features: one per piece.
pub const MOST: usize = 32;

/// Index of each piece type (pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5), by its code.
const KIND: [usize; 8] = [0, 0, 5, 1, 0, 2, 3, 4];

/// The perspective of a side: its view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    side: Side,
    /// XOR mask that converts a square of the board to a square of the view.
    flip: Square,
}

impl Perspective {
    /// The perspective of a side whose king is on `king`.
    #[inline(always)]
    pub fn new(side: Side, king: Square) -> Perspective {
        let mirrored = if is_mirrored(king) { 7 } else { 0 };
        Perspective { side, flip: (56 * side as usize) ^ mirrored }
    }

    /// The side that has this perspective.
    #[inline(always)]
    pub fn side(self) -> Side {
        self.side
    }

    /// The feature of a piece on a square, 0 to [`COUNT`] - 1.
    #[inline(always)]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let enemy = usize::from(Side::of(piece) != self.side);
        (6 * enemy + KIND[kind(piece) as usize & 7]) * 64 + (square ^ self.flip)
    }
}

/// Whether the view is mirrored with the king on this square.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    file(king) < 4
}

/// Piece type, owner (0 own, 1 enemy) and square (as seen in the view) of a feature.
pub const fn describe(feature: usize) -> (Piece, usize, Square) {
    const KINDS: [Piece; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
    (KINDS[feature / 64 % 6], feature / 384, feature % 64)
}

/// The active features in both views.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    /// The active features of each view.
    lists: [[u16; MOST]; 2],
    count: usize,
}

impl Active {
    /// The active features of these pieces. `kings` are the squares of the white and the black king.
    #[inline]
    pub fn new(pieces: impl Iterator<Item = (Square, Piece)>, kings: [Square; 2]) -> Active {
        let mut active = Active { lists: [[0; MOST]; 2], count: 0 };
        let views = Side::BOTH.map(|side| Perspective::new(side, kings[side.index()]));
        for (square, piece) in pieces.take(MOST) {
            for view in views {
                active.lists[view.side.index()][active.count] = view.feature(piece, square) as u16;
            }
            active.count += 1;
        }
        active
    }

    /// The active features of a board.
    pub fn of(board: &Board) -> Active {
        let pieces = squares(board.occupied).map(|square| (square, board.square[square]));
        Active::new(pieces, Side::BOTH.map(|side| board.king_square(side)))
    }

    /// The active features in a side's view.
    #[inline]
    pub fn list(&self, side: Side) -> &[u16] {
        &self.lists[side.index()][..self.count]
    }

    /// Number of pieces.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// Index of the output bucket for this number of pieces.
#[inline(always)]
pub const fn bucket(pieces: usize, buckets: usize) -> usize {
    let pieces = if pieces > MOST { MOST } else { pieces };
    pieces.saturating_sub(1) * buckets / MOST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    fn sorted(board: &Board, side: Side) -> Vec<u16> {
        let mut list = Active::of(board).list(side).to_vec();
        list.sort_unstable();
        list
    }

    #[test]
    fn both_sides_see_the_start_position_alike() {
        let board = Board::new();
        assert_eq!(sorted(&board, Side::White), sorted(&board, Side::Black));
        assert_eq!(Active::of(&board).count(), 32);
    }

    #[test]
    fn a_mirrored_position_looks_the_same() {
        let original = board("r1b3k1/pp3ppp/2n5/3q4/8/2P1B3/P4PPP/R2Q2K1 w - - 0 1");
        let mirrored = board("1k3b1r/ppp3pp/5n2/4q3/8/3B1P2/PPP4P/1K2Q2R w - - 0 1");
        let flipped = board("r2q2k1/p4ppp/2p1b3/8/3Q4/2N5/PP3PPP/R1B3K1 b - - 0 1");
        for side in Side::BOTH {
            assert_eq!(sorted(&original, side), sorted(&mirrored, side));
            assert_eq!(sorted(&original, side), sorted(&flipped, side.other()));
        }
    }

    #[test]
    fn every_feature_has_a_piece_and_a_square() {
        for feature in 0..COUNT {
            let (kind, enemy, square) = describe(feature);
            let view = Perspective::new(Side::White, 4);
            let owner = if enemy == 0 { Side::White } else { Side::Black };
            assert_eq!(view.feature(owner.piece(kind), square), feature);
        }
    }

    #[test]
    fn buckets_cover_all_numbers_of_pieces() {
        for buckets in [1, 2, 4, 8] {
            let found: Vec<usize> = (2..=32).map(|pieces| bucket(pieces, buckets)).collect();
            assert_eq!((found[0], found[30]), (0, buckets - 1));
            assert!(found.windows(2).all(|pair| pair[0] == pair[1] || pair[0] + 1 == pair[1]));
        }
    }
}
