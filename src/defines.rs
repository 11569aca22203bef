//! # 6-7 · Definitions
//!
//! Constants and types that the other files share: array sizes, piece codes, piece values, and the tutorial's few type
//! aliases.
//!
//! **Differs here:** the two sides are an enum, [`Side`], instead of 0 and 1. Variables that the tutorial has for each
//! side (`castleWhite`, `castleBlack`) are arrays indexed by the side.
//!
//! **Read next:** [`board`](crate::board), [`bitops`](crate::bitops).

/// A set of squares, one bit per square; bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub type BitMap = u64;

/// A square, 0..63: a1 = 0, b1 = 1, h1 = 7, a2 = 8, h8 = 63.
pub type Square = usize;

/// A piece code of four bits: bit 3 is set for Black, bit 2 for sliders, whose low two bits are 01 (diagonal), 10
/// (orthogonal) or 11 (both). 0 is an empty square.
pub type Piece = u8;

/// Size of the arrays indexed by ply. At ply `MAX_PLY - 1`, the searches of the flat files return the static evaluation;
/// the tutorial has no such guard (quirk 32).
pub const MAX_PLY: usize = 64;
/// Size of the one move buffer that all plies of the search share, in moves.
pub const MAX_MOV_BUFF: usize = 4096;
/// Upper bound on the pseudo-legal moves of a position (the record for legal moves is 218).
pub const MAX_MOVES: usize = 512;
/// Initial length of the game line, in half-moves. `play` extends the line so that at least half this length stays free
/// for the search.
pub const MAX_GAME_LINE: usize = 1024;

/// Pawn, as a piece type (without colour).
pub const PAWN: Piece = 1;
/// King, as a piece type (without colour).
pub const KING: Piece = 2;
/// Knight, as a piece type (without colour).
pub const KNIGHT: Piece = 3;
/// Bishop, as a piece type (without colour).
pub const BISHOP: Piece = 5;
/// Rook, as a piece type (without colour).
pub const ROOK: Piece = 6;
/// Queen, as a piece type (without colour).
pub const QUEEN: Piece = 7;

/// An empty square.
pub const EMPTY: Piece = 0;
/// White pawn.
pub const WHITE_PAWN: Piece = PAWN;
/// White king.
pub const WHITE_KING: Piece = KING;
/// White knight.
pub const WHITE_KNIGHT: Piece = KNIGHT;
/// White bishop.
pub const WHITE_BISHOP: Piece = BISHOP;
/// White rook.
pub const WHITE_ROOK: Piece = ROOK;
/// White queen.
pub const WHITE_QUEEN: Piece = QUEEN;
/// Black pawn.
pub const BLACK_PAWN: Piece = BLACK_BIT | PAWN;
/// Black king.
pub const BLACK_KING: Piece = BLACK_BIT | KING;
/// Black knight.
pub const BLACK_KNIGHT: Piece = BLACK_BIT | KNIGHT;
/// Black bishop.
pub const BLACK_BISHOP: Piece = BLACK_BIT | BISHOP;
/// Black rook.
pub const BLACK_ROOK: Piece = BLACK_BIT | ROOK;
/// Black queen.
pub const BLACK_QUEEN: Piece = BLACK_BIT | QUEEN;

/// The bit of a piece code that is set for Black.
pub const BLACK_BIT: Piece = 8;

/// The piece types in the order in which moves are generated.
pub const KINDS: [Piece; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

/// Pieces that a pawn can promote to, in the order in which the promotions are generated.
pub const PROMOTIONS: [Piece; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// Value of a pawn in centipawns.
pub const PAWN_VALUE: i32 = 100;
/// Value of a knight in centipawns.
pub const KNIGHT_VALUE: i32 = 300;
/// Value of a bishop in centipawns.
pub const BISHOP_VALUE: i32 = 300;
/// Value of a rook in centipawns.
pub const ROOK_VALUE: i32 = 500;
/// Value of a queen in centipawns.
pub const QUEEN_VALUE: i32 = 900;
/// Value of a king in centipawns: more than all other pieces of a side in the start position.
pub const KING_VALUE: i32 = 9999;

/// Value of each piece code in centipawns, 0 for an empty square.
pub const PIECE_VALUE: [i32; 16] = {
    let mut values = [0; 16];
    let mut side = 0;
    while side < 16 {
        values[side + PAWN as usize] = PAWN_VALUE;
        values[side + KING as usize] = KING_VALUE;
        values[side + KNIGHT as usize] = KNIGHT_VALUE;
        values[side + BISHOP as usize] = BISHOP_VALUE;
        values[side + ROOK as usize] = ROOK_VALUE;
        values[side + QUEEN as usize] = QUEEN_VALUE;
        side += BLACK_BIT as usize;
    }
    values
};

/// Score of a mate in one, in centipawns; each further ply subtracts one.
pub const CHECKMATESCORE: i32 = 9999;
/// Infinity: the bound of a full window. Mate scores stay within it; a static evaluation exceeds it only with
/// about a dozen extra queens.
pub const LARGE_NUMBER: i32 = 10000;
/// Score of a stalemate.
pub const STALEMATESCORE: i32 = 0;
/// Score of a draw other than stalemate.
pub const DRAWSCORE: i32 = 0;
/// Minimum exchange value, in centipawns, of a capture that the quiescence search tries.
pub const MINCAPTVAL: i32 = 1;

/// Depth reduction of a null move in plies, counting the null move itself: R = 3 in the usual notation (step 91).
pub const NULLMOVE_REDUCTION: i32 = 4;
/// For a null move, the side to move needs pieces worth more than this, in centipawns: one knight is enough (step 91).
pub const NULLMOVE_LIMIT: i32 = KNIGHT_VALUE - 1;

/// Right to castle kingside.
pub const CANCASTLEOO: u8 = 1;
/// Right to castle queenside.
pub const CANCASTLEOOO: u8 = 2;

/// One of the two sides.
#[doc(alias("WHITE_MOVE", "BLACK_MOVE"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Side {
    /// Moves up the board.
    #[default]
    White = 0,
    /// Moves down the board.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black: the index into arrays that have one item per side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The piece of this type and side.
    #[inline(always)]
    pub const fn piece(self, kind: Piece) -> Piece {
        kind | (self as u8) << 3
    }

    /// The owner of a piece; an empty square counts as White's.
    #[inline(always)]
    pub const fn of(piece: Piece) -> Side {
        if piece & BLACK_BIT == 0 { Side::White } else { Side::Black }
    }

    /// `square` as this side sees it: ranks are flipped for Black.
    #[doc(alias = "MIRROR")]
    #[inline(always)]
    pub const fn relative(self, square: Square) -> Square {
        square ^ (56 * self as usize)
    }

    /// `map` as this side sees it: ranks are flipped for Black.
    #[inline(always)]
    pub const fn relative_map(self, map: BitMap) -> BitMap {
        match self {
            Side::White => map,
            Side::Black => map.swap_bytes(),
        }
    }
}

/// The type of a piece, without its colour.
#[inline(always)]
pub const fn kind(piece: Piece) -> Piece {
    piece & !BLACK_BIT
}

/// File of a square, 0..7 for a..h.
#[inline(always)]
pub const fn file(square: Square) -> usize {
    square & 7
}

/// Rank of a square, 0..7 for 1..8.
#[inline(always)]
pub const fn rank(square: Square) -> usize {
    square >> 3
}
