//! Describes the parts of a recorded node in words, for the walk through the tree and for its picture.

use crate::defines::LARGE_NUMBER;
use crate::instrument::tree::{Step, TreeNode, Why};
use crate::lab::walk::Walk;
use crate::ui::tables::score_text;

/// The move that led to a node, in algebraic notation.
pub(super) fn step_text(walk: &Walk, node: usize) -> String {
    match walk.tree.nodes[node].step {
        Step::Root => "(root)".into(),
        Step::Pass => "--".into(),
        Step::Verification => "(verify)".into(),
        Step::Move(mv) => walk.board(walk.tree.nodes[node].parent).san(mv),
    }
}

/// A bound of a window as text.
pub(super) fn bound(value: i32) -> String {
    match value.abs() {
        LARGE_NUMBER => if value < 0 { "-inf" } else { "+inf" }.into(),
        _ => score_text(value),
    }
}

/// The outcome of a node's search.
pub(super) fn result_text(node: &TreeNode) -> &'static str {
    match node.why {
        Why::NullCut => "null cut",
        Why::Refuted => "fails high",
        Why::Best => "exact",
        Why::FailLow => "fails low",
        Why::Repetition => "repetition",
        Why::FiftyMoves => "fifty-move draw",
        Why::StandPat if node.value >= node.beta => "stands pat",
        Why::StandPat => "quiet",
        Why::NoMoves => "mate or stalemate",
        Why::Stopped => "stopped",
    }
}
