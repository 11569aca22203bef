//! Navigation in a recorded search.

use crate::board::Board;
use crate::instrument::tree::{self, Tree, TreeNode};

/// A recorded search, and one of its nodes.
pub struct Walk {
    /// The recorded search.
    pub tree: Tree,
    /// The position at the root of the search, with the game before it.
    pub root: Box<Board>,
    /// Index of the current node.
    pub at: usize,
}

impl Walk {
    /// The current node.
    pub fn node(&self) -> &TreeNode {
        &self.tree.nodes[self.at]
    }

    /// A board with the position of a node.
    pub fn board(&self, node: usize) -> Box<Board> {
        let mut board = self.root.clone();
        tree::go_to(&mut board, &self.tree, node);
        board
    }
}
