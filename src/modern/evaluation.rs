//! Choice of the evaluation.
//!
//! The modern search evaluates a position with the network or with the tutorial's evaluation. Both return centipawns
//! for the side to move. Endgames with known values ([`endgame`]) take precedence over the network.
//!
//! **Read next:** [`network`](super::network), [`endgame`].

use super::{EVAL_MAX, Modern, endgame};
use crate::defines::Side;

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvalKind {
    /// The network, trained on games.
    #[default]
    Network,
    /// The tutorial's evaluation.
    Tutorial,
}

impl EvalKind {
    /// All evaluations.
    pub const ALL: [EvalKind; 2] = [EvalKind::Network, EvalKind::Tutorial];

    /// The evaluation's name in the settings.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Network => "network",
            EvalKind::Tutorial => "tutorial",
        }
    }
}

impl Modern {
    /// Static evaluation of the position by the selected evaluation function, in centipawns for the side to move.
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
