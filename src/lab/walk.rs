//! # Walking about in a recorded search

use crate::board::Board;
use crate::setup::Setup;

use super::compare;
use super::tree::{self, Tree, TreeNode};

/// A recorded search, and one of its nodes.
pub struct Walk {
    /// The recorded search.
    pub tree: Tree,
    /// The position of its root.
    pub root: Setup,
    /// The node of the tree that is looked at.
    pub at: usize,
}

impl Walk {
    /// The node that is looked at.
    pub fn node(&self) -> &TreeNode {
        &self.tree.nodes[self.at]
    }

    /// A board with the position of a node, and with the settings of another board.
    pub fn board(&self, like: &Board, node: usize) -> Box<Board> {
        let mut board = compare::quiet_copy(like);
        board.init_from_setup(&self.root);
        tree::go_to(&mut board, &self.tree, node);
        board
    }
}
