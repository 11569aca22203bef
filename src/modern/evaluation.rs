//! # Modern · Which evaluation
//!
//! The modern search can look at a position with three pairs of eyes: the network, the classical evaluation of
//! [`eval`](super::eval), or that of the tutorial. All give centipawns for the side to move; endgames that are known
//! are known to the first two.
//!
//! **Read next:** [`network`](super::network), [`eval`](super::eval).

use super::{EVAL_MAX, endgame};
use crate::board::Board;
use crate::defines::Side;

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvalKind {
    /// The network, learnt from games.
    #[default]
    Network,
    /// Terms written by hand, their numbers fitted to games.
    Classical,
    /// The tutorial's.
    Tutorial,
}

impl EvalKind {
    /// All of them.
    pub const ALL: [EvalKind; 3] = [EvalKind::Network, EvalKind::Classical, EvalKind::Tutorial];

    /// The name by which it is set.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Network => "network",
            EvalKind::Classical => "classical",
            EvalKind::Tutorial => "tutorial",
        }
    }
}

impl Board {
    /// Static value of the position for the side to move, in centipawns, by the evaluation that is set.
    #[inline(always)]
    pub(super) fn evaluate(&mut self) -> i32 {
        match self.modern.eval_kind {
            EvalKind::Classical => self.evaluate_classical(),
            EvalKind::Network => self.evaluate_with_network(),
            EvalKind::Tutorial => self.eval().clamp(-EVAL_MAX, EVAL_MAX),
        }
    }

    fn evaluate_with_network(&mut self) -> i32 {
        let score = match endgame::known_endgame(self) {
            Some(score) if self.next_move == Side::White => score,
            Some(score) => -score,
            None => self.evaluate_by_network(),
        };
        score.clamp(-EVAL_MAX, EVAL_MAX)
    }
}
