//! # 19 · Null move pruning
//!
//! If the side to move could pass and still be too good for the opponent, then some real move is surely good enough: search the
//! passed position to a reduced depth, and if the score is not below beta, be content with that.
//!
//! The rules of the tutorial: not while following the principal variation (there the exact value is wanted), not twice in a row,
//! not in check (the king would be taken), and not without a piece (in pawn endings having to move is often the whole
//! point, and passing would be the best move of all: zugzwang).
//!
//! **Differs here:** the two numbers are a value, [`NullMove`], and can be set.
//!
//! *Quirk 8 (kept, figures depend on it):* passing leaves the en-passant square, the count to fifty and the game line alone, and
//! the passed position is searched at the same ply, so that it overwrites this node's row of the principal variation.
//! *Quirk 9 (kept):* it is tried at every depth, down to quiescence, and its score is returned whatever it is.
//!
//! **Read next:** [`timer`](crate::timer), [`peek`](crate::peek).

use crate::board::Board;

/// How null moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullMove {
    /// Plies taken off the depth for a null move, the pass itself included (the tutorial's 4 is what others call R = 3).
    pub reduction: i32,
    /// The side to move needs more material in pieces than this, in centipawns.
    pub limit: i32,
}

impl NullMove {
    /// The tutorial's numbers, `NULLMOVE_REDUCTION` and `NULLMOVE_LIMIT`.
    pub const WINGLET: NullMove = NullMove { reduction: 4, limit: 299 };
}

impl Board {
    /// May the side to move pass here?
    #[inline]
    pub fn may_null(&self, in_check: bool) -> bool {
        self.switches.null
            && !self.followpv
            && self.allownull
            && self.total_pieces[self.next_move.index()] > self.null_move.limit
            && !in_check
    }

    /// Passes, searches, and returns the score if it is a cutoff. The caller must look at `timedout` first.
    pub fn null_cutoff(&mut self, ply: usize, depth: i32, beta: i32) -> Option<i32> {
        self.allownull = false;
        self.count_node();
        self.switch_side();
        let val = -self.alphabetapvs(ply, depth - self.null_move.reduction, -beta, -beta + 1);
        self.switch_side();
        self.allownull = true;
        (val >= beta).then_some(val)
    }
}
