//! # 12 · The game line
//!
//! One record per half-move of the game and of the line being searched: the move, and the state that `unmake_move`
//! restores but cannot derive from the move. The search detects repetitions by comparing the keys of these records.
//!
//! **Differs here:** the order of the fields.
//!
//! **Read next:** [`perft`](crate::perft).

use crate::defines::Square;
use crate::moves::Move;

/// A move, and the state *before* it.
///
/// The order of the fields matters for speed alone: `key` and `ep_square` must not be neighbours. If they were, the
/// compiler would read both back with one load, which would have to wait until both recent stores had reached the cache.
#[doc(alias = "GameLineRecord")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(C)]
pub struct GameLine {
    /// Key of the position before the move.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// Half-moves since the last pawn move or capture.
    pub fifty_move: u32,
    /// En-passant square: the one that a pawn has just passed over with a double step; 0 if none.
    pub ep_square: Square,
    /// Castling rights of White and Black.
    pub castle: [u8; 2],
}
