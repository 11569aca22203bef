//! The record of a search.
//!
//! If the instrument has a [`Tree`], `alphabetapvs` and `qsearch` add a record of every node: window, flags, depth,
//! result and the reason for the result. The tree has a maximum size; once a node is dropped, its descendants are
//! dropped too.

use super::Instrument;
use super::recipe::may_null;
use crate::board::Board;
use crate::moves::Move;
use crate::searcher::stats::NullRefusal;

/// The search that visits a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The main search.
    Main,
    /// The quiescence search.
    Quiescence,
}

/// How the search gets from the parent to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// No parent: the node is the root of an iteration.
    Root,
    /// A move.
    Move(Move),
    /// A null move.
    Pass,
    /// No move: the parent's position is searched again to verify a null move.
    Verification,
}

/// Reason for the result of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The null move failed high.
    NullCut,
    /// The last move searched failed high.
    Refuted,
    /// A move raised alpha.
    Best,
    /// No move raised alpha.
    FailLow,
    /// The position is a repetition.
    Repetition,
    /// A draw by the fifty-move rule.
    FiftyMoves,
    /// The static evaluation is at least beta, there is nothing to capture, the quiescence search is switched off, or
    /// the arrays of the search are full.
    StandPat,
    /// Mate or stalemate.
    NoMoves,
    /// The search was stopped below this node.
    Stopped,
}

/// Bit of [`TreeNode::flags`]: the window is open.
pub const PV_NODE: u8 = 1;
/// Bit of [`TreeNode::flags`]: the node is the root.
pub const ROOT_NODE: u8 = 2;
/// Bit of [`TreeNode::flags`]: a null move leads to the node.
pub const NULLMOVE: u8 = 4;

/// A node of a recorded search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// Index of the parent.
    pub parent: usize,
    /// Index one past the last descendant.
    pub end: usize,
    /// The step from the parent.
    pub step: Step,
    /// Plies from the root.
    pub ply: usize,
    /// Plies left.
    pub depth: i32,
    /// Lower bound, in centipawns.
    pub alpha: i32,
    /// Upper bound, in centipawns.
    pub beta: i32,
    /// [`PV_NODE`], [`ROOT_NODE`], [`NULLMOVE`].
    pub flags: u8,
    /// The search that visits the node.
    pub part: Part,
    /// Reason for not trying a null move, if any.
    pub refusal: Option<NullRefusal>,
    /// Result for the side to move, in centipawns.
    pub value: i32,
    /// Number of nodes below this one.
    pub nodes: u64,
    /// Reason for the result.
    pub why: Why,
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes, parents before their children.
    pub nodes: Vec<TreeNode>,
    most: usize,
    most_ply: usize,
    current: Option<usize>,
    /// Depth of recursion within a dropped node, counting that node; 0 outside dropped nodes.
    overflow: usize,
    entered: bool,
    step: Option<Step>,
    /// Reason for the result of the node that returned last.
    why: Why,
    /// Number of dropped nodes.
    pub left_out: u64,
}

impl Tree {
    /// An empty tree with a capacity of `most` nodes.
    pub fn new(most: usize) -> Tree {
        Tree {
            nodes: Vec::new(),
            most,
            most_ply: usize::MAX,
            current: None,
            overflow: 0,
            entered: false,
            step: None,
            why: Why::Stopped,
            left_out: 0,
        }
    }

    /// Limits the tree to nodes up to this ply.
    pub fn down_to(self, most_ply: usize) -> Tree {
        Tree { most_ply, ..self }
    }

    /// Children of a node, in the order of the search.
    pub fn children(&self, node: usize) -> Vec<usize> {
        let mut children = Vec::new();
        let mut next = node + 1;
        while next < self.nodes[node].end {
            children.push(next);
            next = self.nodes[next].end;
        }
        children
    }

    /// Indices of the nodes from the root to this one.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while self.nodes[path[0]].step != Step::Root {
            path.insert(0, self.nodes[path[0]].parent);
        }
        path
    }

    /// Whether the tree contains two consecutive null moves.
    pub fn has_two_nulls_running(&self) -> bool {
        self.nodes.iter().any(|node| {
            let parent = &self.nodes[node.parent];
            node.step == Step::Pass && parent.step == Step::Pass
        })
    }
}

impl Instrument {
    /// Whether the current call to the search is still unrecorded. Clears the mark that [`record`](Self::record) set.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_unrecorded(&mut self) -> bool {
        self.tree.as_mut().is_some_and(|tree| !std::mem::take(&mut tree.entered))
    }

    /// Sets the step that leads to the next node: a null move or a verification.
    pub(crate) fn tell_tree(&mut self, step: Step) {
        if let Some(tree) = &mut self.tree {
            tree.step = Some(step);
        }
    }

    /// Sets the reason for the current node's result.
    pub(crate) fn tell_why(&mut self, why: Why) {
        if let Some(tree) = &mut self.tree {
            tree.why = why;
        }
    }

    /// Records a node and searches it.
    #[cold]
    #[inline(never)]
    pub(crate) fn record(&mut self, part: Part, ply: usize, depth: i32, alpha: i32, beta: i32) -> i32 {
        // At depth 0, or in check in the quiescence search, the call only forwards to the other search, which records
        // the node.
        let in_check = self.board.is_own_king_attacked();
        let hands_on = match part {
            _ if self.board.is_full(ply) => false,
            Part::Main => depth <= 0,
            Part::Quiescence => in_check && self.settings.switches.quiescence,
        };
        let node = if hands_on { None } else { self.open_node(part, ply, depth, alpha, beta, in_check) };
        let counted = self.board.inodes;
        if let Some(tree) = &mut self.tree {
            tree.entered = true;
        }
        let value = match part {
            Part::Main => self.alphabetapvs(ply, depth, alpha, beta),
            Part::Quiescence => self.qsearch(ply, alpha, beta),
        };
        if !hands_on {
            self.close_node(node, value, self.board.inodes - counted);
        }
        value
    }

    fn open_node(
        &mut self,
        part: Part,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        in_check: bool,
    ) -> Option<usize> {
        let null = self.null_node(ply, depth, alpha, beta, in_check && !self.forgets_checks());
        let refusal = may_null(&self.settings.null_move, &null).err();
        let last = self.board.end_of_search.checked_sub(1).map(|last| self.board.game_line[last].mv);
        let tree = self.tree.as_mut()?;
        let step = tree.step.take();
        if tree.overflow > 0 || tree.nodes.len() >= tree.most || ply > tree.most_ply {
            tree.overflow += 1;
            tree.left_out += 1;
            return None;
        }
        let is_root = tree.current.is_none();
        let step = if is_root { Step::Root } else { step.or(last.map(Step::Move)).unwrap_or(Step::Root) };
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        let node = tree.nodes.len();
        tree.nodes.push(TreeNode {
            parent: tree.current.unwrap_or(node),
            end: node + 1,
            step,
            ply,
            depth,
            alpha,
            beta,
            flags: flag(beta - alpha > 1, PV_NODE) | flag(is_root, ROOT_NODE) | flag(step == Step::Pass, NULLMOVE),
            part,
            refusal: if part == Part::Main && self.settings.switches.null { refusal } else { None },
            value: 0,
            nodes: 0,
            why: Why::Stopped,
        });
        tree.current = Some(node);
        Some(node)
    }

    fn close_node(&mut self, node: Option<usize>, value: i32, nodes: u64) {
        let Some(mut tree) = self.tree.take() else { return };
        if let Some(node) = node {
            tree.nodes[node].end = tree.nodes.len();
            let record = &mut tree.nodes[node];
            let why = if self.board.timedout { Why::Stopped } else { tree.why };
            (record.value, record.nodes, record.why) = (value, nodes, why);
            tree.current = (record.step != Step::Root).then_some(record.parent);
        } else {
            tree.overflow -= 1;
        }
        self.tree = Some(tree);
    }
}

/// Whether every result in the tree is consistent with its reason. Used to check the record itself.
pub fn is_sound(tree: &Tree) -> bool {
    let good = |node: &TreeNode| match node.why {
        Why::NullCut | Why::Refuted => node.value >= node.beta,
        Why::Best => node.value > node.alpha && node.value < node.beta,
        Why::Repetition | Why::FiftyMoves => node.value == crate::defines::DRAWSCORE,
        _ => true,
    };
    tree.nodes.iter().all(good)
}

/// Runs the iterations up to this depth, and records the last one in `tree`, which must be empty.
pub fn record(instrument: &mut Instrument, depth: usize, tree: Tree) -> Tree {
    instrument.clear_for_search();
    for before in 1..depth {
        instrument.search_root(before);
        instrument.board.remember_pv();
    }
    instrument.tree = Some(Box::new(tree));
    instrument.search_root(depth);
    instrument.board.remember_pv();
    instrument.tree.take().map_or_else(|| Tree::new(0), |tree| *tree)
}

/// Sets up the position of a node on the Board, which must hold the root position.
pub fn go_to(board: &mut Board, tree: &Tree, node: usize) {
    for index in tree.path(node) {
        match tree.nodes[index].step {
            Step::Move(mv) => board.play(mv),
            Step::Pass => board.init_from_setup(&board.setup().passed()),
            Step::Root | Step::Verification => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{MIDDLEGAME, board, patient};
    use crate::instrument::Settings;
    use crate::instrument::recipe::{Frontier, NullMove, RECIPES};

    fn instrument(recipe: NullMove) -> Instrument {
        let mut instrument = Instrument::of(&board(MIDDLEGAME), Settings { null_move: recipe, ..Settings::TUTORIAL });
        instrument.board.timer.max_time = None;
        instrument
    }

    #[test]
    fn recording_changes_nothing() {
        for (name, recipe, _) in RECIPES {
            let (mut plain, mut recorded) = (instrument(recipe), instrument(recipe));
            plain.clear_for_search();
            for depth in 1..=4 {
                plain.search_root(depth);
                plain.board.remember_pv();
            }
            let tree = record(&mut recorded, 4, Tree::new(20_000));
            assert_eq!(
                (plain.board.inodes, plain.board.last_pv),
                (recorded.board.inodes, recorded.board.last_pv),
                "{name}"
            );
            assert!(tree.nodes.len() > 100 && is_sound(&tree), "{name}");
        }
    }

    #[test]
    fn only_double_makes_consecutive_null_moves() {
        let tree = |recipe| record(&mut instrument(recipe), 5, Tree::new(60_000));
        for (name, recipe, _) in RECIPES.iter().filter(|(name, ..)| *name != "double") {
            assert!(!tree(*recipe).has_two_nulls_running(), "{name}");
        }
        assert!(tree(NullMove::DOUBLE).has_two_nulls_running());
    }

    /// A null move without a cutoff changes nothing: the first move is still searched with the full window.
    #[test]
    fn a_pass_comes_before_the_moves() {
        let tree = record(&mut instrument(NullMove::WINGLET), 5, Tree::new(60_000));
        let (mut cuts, mut misses) = (0, 0);
        for (index, node) in tree.nodes.iter().enumerate() {
            let children: Vec<TreeNode> = tree.children(index).into_iter().map(|child| tree.nodes[child]).collect();
            let passes = children.iter().filter(|child| child.step == Step::Pass).count();
            let first_is_pass = children.first().is_some_and(|child| child.step == Step::Pass);
            assert_eq!(passes, usize::from(first_is_pass), "node {index}");
            if !first_is_pass {
                continue;
            }
            let Some(first_move) = children.get(1) else {
                cuts += 1;
                continue;
            };
            misses += 1;
            assert_eq!((first_move.alpha, first_move.beta), (-node.beta, -node.alpha), "node {index}");
        }
        assert!(cuts > 100 && misses > 100, "{cuts} cuts, {misses} misses");
    }

    #[test]
    fn a_repetition_comes_before_the_pass() {
        let mut board = patient("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1");
        for text in ["h5e8", "g8h7", "e8h5", "h7g8"] {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
        }
        let tree = record(&mut Instrument::of(&board, Settings::TUTORIAL), 6, Tree::new(60_000));
        let repeated = (0..tree.nodes.len()).filter(|&node| tree.nodes[node].why == Why::Repetition);
        let children: Vec<usize> = repeated.map(|node| tree.children(node).len()).collect();
        assert!(!children.is_empty() && children.iter().all(|&count| count == 0), "{children:?}");
    }

    #[test]
    fn a_tree_is_bounded_and_its_nodes_are_in_it() {
        let tree = record(&mut instrument(NullMove::WINGLET), 4, Tree::new(500));
        assert_eq!(tree.nodes.len(), 500);
        assert!(tree.left_out > 0);
        for (index, node) in tree.nodes.iter().enumerate() {
            assert!(node.end > index && node.end <= 500 && node.parent <= index);
            assert!(tree.children(index).iter().all(|&child| tree.nodes[child].parent == index));
        }
    }

    #[test]
    fn a_tree_can_end_at_a_ply() {
        let deep = record(&mut instrument(NullMove::WINGLET), 4, Tree::new(60_000));
        let tree = record(&mut instrument(NullMove::WINGLET), 4, Tree::new(60_000).down_to(1));
        let result = |node: &TreeNode| (node.value, node.why);
        let shallow: Vec<_> = deep.nodes.iter().filter(|node| node.ply <= 1).map(result).collect();
        assert!(tree.nodes.iter().all(|node| node.ply <= 1));
        assert_eq!(tree.nodes.iter().map(result).collect::<Vec<_>>(), shallow);
    }

    /// A null move evaluated statically visits no node, so the next node recorded must not be marked as a pass.
    #[test]
    fn a_pass_is_a_search_to_reduced_depth() {
        let recipe = NullMove { frontier: Frontier::Static, ..NullMove::WINGLET };
        let tree = record(&mut instrument(recipe), 6, Tree::new(60_000));
        let passes: Vec<&TreeNode> = tree.nodes.iter().filter(|node| node.step == Step::Pass).collect();
        assert!(passes.len() > 10, "{}", passes.len());
        for pass in passes {
            assert_eq!(pass.depth, tree.nodes[pass.parent].depth - recipe.reduction);
        }
    }

    #[test]
    fn the_end_of_the_game_is_the_reason_whatever_was_searched_before() {
        let recorded =
            |fen: &str, depth| record(&mut Instrument::of(&patient(fen), Settings::TUTORIAL), depth, Tree::new(60_000));
        // After Ra8, Black is stalemated, but the search tries a null move first.
        let tree = recorded("6nk/8/7P/8/8/3B4/8/R5K1 w - - 0 1", 2);
        let stalemate = |&child: &usize| matches!(tree.nodes[child].step, Step::Move(mv) if mv.to_string() == "a1a8");
        let stalemates: Vec<usize> = tree.children(0).into_iter().filter(stalemate).collect();
        assert!(stalemates.iter().all(|&node| tree.nodes[node].end > node + 1), "the pass is recorded");
        assert_eq!(stalemates.iter().map(|&node| tree.nodes[node].why).collect::<Vec<_>>(), [Why::NoMoves]);
        let tree = recorded("4k3/8/8/8/8/8/3R4/4K3 w - - 99 60", 2);
        let draws = tree.children(0).into_iter().filter(|&child| tree.nodes[child].why == Why::FiftyMoves);
        assert!(draws.count() > 10 && is_sound(&tree));
    }

    #[test]
    fn the_position_of_a_node_can_be_reached() {
        let mut searched = instrument(NullMove::WINGLET);
        let tree = record(&mut searched, 3, Tree::new(5000));
        for node in (0..tree.nodes.len()).step_by(97) {
            let mut walker = instrument(NullMove::WINGLET);
            go_to(&mut walker.board, &tree, node);
            assert!(walker.board.is_consistent() && !walker.board.is_other_king_attacked());
        }
    }
}
