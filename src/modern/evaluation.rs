//! Which evaluation.
//!
//! The modern search asks the network what a position is worth, or the tutorial's evaluation. Both give centipawns for
//! the side to move. Before the network, it asks for the endgames that are known ([`endgame`]).
//!
//! **Read next:** [`network`](super::network), [`endgame`].

use super::{EVAL_MAX, Modern, endgame};
use crate::defines::Side;

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvalKind {
    /// The network, learnt from games.
    #[default]
    Network,
    /// The tutorial's.
    Tutorial,
}

impl EvalKind {
    /// All of them.
    pub const ALL: [EvalKind; 2] = [EvalKind::Network, EvalKind::Tutorial];

    /// The name by which it is set.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Network => "network",
            EvalKind::Tutorial => "tutorial",
        }
    }
}

impl Modern {
    /// Static value of the position for the side to move, in centipawns, by the evaluation that is set.
    #[inline(always)]
    pub(super) fn evaluate(&mut self) -> i32 {
        match self.settings.eval_kind {
            EvalKind::Network => self.evaluate_with_network(),
            EvalKind::Tutorial => self.board.eval().clamp(-EVAL_MAX, EVAL_MAX),
        }
    }

    fn evaluate_with_network(&mut self) -> i32 {
        let score = match endgame::known_endgame(&self.board, self.solved) {
            Some(score) if self.board.next_move == Side::White => score,
            Some(score) => -score,
            None => self.evaluate_by_network(),
        };
        score.clamp(-EVAL_MAX, EVAL_MAX)
    }
}
