//! # Compare: the same search with other techniques
//!
//! One search is a [`Run`]; what differs between two runs is what the technique is worth. Everything starts afresh for
//! each run, so that node counts are the same every time and everywhere.

use crate::board::Algorithm;
use crate::board::Board;
use crate::defines::*;
use crate::lab::audit::minimax_by_the_rules;
use crate::lab::stats::{Stats, minimal_leaves, ratio};
use crate::lab::variants::Switches;
use crate::moves::Move;

/// What a search has found, and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Depth of the last iteration that was completed, in plies.
    pub depth: usize,
    /// Score in centipawns for the side to move.
    pub score: i32,
    /// The best move.
    pub best: Move,
    /// All nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: u64,
    /// The counters.
    pub stats: Stats,
}

impl Run {
    /// What the Board has just searched.
    pub fn of(board: &Board) -> Run {
        let last = board.lab.stats.iterations.last().copied().unwrap_or_default();
        Run {
            depth: last.depth,
            score: last.score,
            best: board.last_pv[0],
            nodes: board.inodes,
            ms: board.timer.elapsed_ms(),
            stats: board.lab.stats.clone(),
        }
    }
}

/// May a technique change the score?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// It only saves work: the score is that of minimax.
    Exact,
    /// The leaves are valued in another way.
    OtherLeaves,
    /// It leaves out what might matter.
    Speculative,
}

/// A step of the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The technique that is new.
    pub name: &'static str,
    /// May it change the score?
    pub class: Class,
    /// The search with it.
    pub run: Run,
}

/// Minimax, and one technique more with every step.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    /// The steps.
    pub rungs: Vec<Rung>,
    /// Legal moves for each node that minimax has expanded.
    pub branching: f64,
    /// Least number of leaves of an exact search.
    pub bound: f64,
}

impl Ladder {
    /// Does an exact technique give another score than minimax? That would be a fault of the program.
    pub fn faults(&self) -> Vec<&'static str> {
        let exact = self.rungs.iter().filter(|rung| rung.class == Class::Exact);
        exact.filter(|rung| rung.run.score != self.rungs[0].run.score).map(|rung| rung.name).collect()
    }
}

const BARE: Switches =
    Switches { null: false, pv_first: false, zero_window: false, history: false, quiescence: false, deepening: false };

/// The techniques from the second step on.
const STEPS: [(&str, Class, Switches); 7] = {
    let deepening = Switches { deepening: true, ..BARE };
    let pv_first = Switches { pv_first: true, ..deepening };
    let history = Switches { history: true, ..pv_first };
    let zero_window = Switches { zero_window: true, ..history };
    let quiescence = Switches { quiescence: true, ..zero_window };
    let null = Switches { null: true, ..quiescence };
    [
        ("alpha-beta", Class::Exact, BARE),
        ("+ deepening", Class::Exact, deepening),
        ("+ PV first", Class::Exact, pv_first),
        ("+ history", Class::Exact, history),
        ("+ zero windows", Class::Exact, zero_window),
        ("+ quiescence", Class::OtherLeaves, quiescence),
        ("+ null move", Class::Speculative, null),
    ]
};

/// A copy of the Board that has nothing to say, no clock, and has learnt nothing.
pub fn quiet_copy(board: &Board) -> Box<Board> {
    let mut copy = Box::new(board.clone());
    copy.timer.max_time = None;
    copy.timer.soft_time = None;
    copy.max_nodes = None;
    copy.lab.instrument = true;
    copy.forget_all();
    copy
}

/// Climbs the ladder in the position of the Board, with its recipe of null moves; `search` lets a Board search, None if
/// it is to stop.
pub fn ladder(
    board: &Board,
    depth: usize,
    mut search: impl FnMut(&mut Board, &mut dyn FnMut(&mut Board)) -> Option<()>,
) -> Option<Ladder> {
    let mut copy = quiet_copy(board);
    copy.algorithm = Algorithm::Pvs;
    copy.lab.switches = BARE;
    copy.search_depth = depth;
    let mut reference = None;
    search(&mut copy, &mut |copy| reference = Some(minimax_run(copy, depth)))?;
    let (minimax, expanded) = reference?;
    let branching = ratio(minimax.nodes, expanded).unwrap_or_default();
    let mut rungs = vec![Rung { name: "minimax", class: Class::Exact, run: minimax }];
    for (name, class, switches) in STEPS {
        copy.lab.switches = switches;
        search(&mut copy, &mut |copy| _ = copy.deepen())?;
        rungs.push(Rung { name, class, run: Run::of(&copy) });
    }
    Some(Ladder { rungs, branching, bound: minimal_leaves(branching, depth) })
}

/// Minimax with the rules of the game, and the number of nodes whose moves it looked at.
pub fn minimax_run(board: &mut Board, depth: usize) -> (Run, u64) {
    board.clear_for_search();
    board.clear_for_iteration();
    board.timer.start();
    let mut expanded = 0;
    let score = minimax_by_the_rules(board, 0, depth as i32, &mut expanded);
    board.remember_pv();
    (Run { depth, score, ..Run::of(board) }, expanded)
}

/// In which order the moves of a known tree are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The worst first.
    Worst,
    /// As they are generated.
    None,
    /// The best first, as if known in advance.
    Oracle,
}

/// A complete tree of a few plies with the value of every node.
#[derive(Clone, Debug, Default)]
pub struct KnownTree {
    nodes: Vec<KnownNode>,
}

#[derive(Clone, Copy, Debug, Default)]
struct KnownNode {
    value: i32,
    first_child: u32,
    children: u32,
}

/// What alpha-beta looked at in a known tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Score in centipawns.
    pub score: i32,
    /// Nodes, the root not counted.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
}

impl KnownTree {
    /// Most nodes that are kept, 12 bytes each.
    pub const MOST_NODES: usize = 20_000_000;

    /// Grows the tree of the Board's position, with static values at its leaves; none if it is too big.
    pub fn grow(board: &mut Board, depth: usize) -> Option<KnownTree> {
        let mut tree = KnownTree { nodes: vec![KnownNode::default()] };
        tree.grow_node(board, 0, 0, depth).then_some(tree)
    }

    fn grow_node(&mut self, board: &mut Board, node: usize, ply: usize, depth: usize) -> bool {
        if depth == 0 {
            self.nodes[node].value = board.eval();
            return true;
        }
        let moves = board.legal_moves();
        let first = self.nodes.len();
        if first + moves.len() > KnownTree::MOST_NODES {
            return false;
        }
        self.nodes.resize(first + moves.len(), KnownNode::default());
        let mated = if board.is_own_king_attacked() { -CHECKMATESCORE + ply as i32 - 1 } else { STALEMATESCORE };
        let mut best = if moves.is_empty() { mated } else { -LARGE_NUMBER };
        for (number, &mv) in moves.iter().enumerate() {
            board.make_move(mv);
            let grown = self.grow_node(board, first + number, ply + 1, depth - 1);
            board.unmake_move();
            if !grown {
                return false;
            }
            best = best.max(-self.nodes[first + number].value);
        }
        self.nodes[node] = KnownNode { value: best, first_child: first as u32, children: moves.len() as u32 };
        true
    }

    /// The exact score.
    pub fn score(&self) -> i32 {
        self.nodes[0].value
    }

    /// Number of nodes, the root not counted.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Has the root no moves?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nodes without moves.
    pub fn leaves(&self) -> u64 {
        self.nodes.iter().filter(|node| node.children == 0).count() as u64
    }

    /// Moves for each node that has some.
    pub fn branching(&self) -> Option<f64> {
        ratio(self.len() as u64, self.nodes.len() as u64 - self.leaves())
    }

    /// Alpha-beta in this order of moves.
    pub fn alphabeta(&self, order: Order) -> Looked {
        let mut looked = Looked::default();
        looked.score = self.look(0, -LARGE_NUMBER, LARGE_NUMBER, order, &mut looked);
        looked
    }

    fn look(&self, node: usize, mut alpha: i32, beta: i32, order: Order, looked: &mut Looked) -> i32 {
        let KnownNode { value, first_child, children } = self.nodes[node];
        if children == 0 {
            looked.leaves += 1;
            return value;
        }
        let mut list: Vec<usize> = (first_child as usize..(first_child + children) as usize).collect();
        match order {
            Order::Worst => list.sort_by_key(|&child| -self.nodes[child].value),
            Order::None => {}
            Order::Oracle => list.sort_by_key(|&child| self.nodes[child].value),
        }
        for child in list {
            looked.nodes += 1;
            alpha = alpha.max(-self.look(child, -beta, -alpha, order, looked));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// Value for the side to move of passing now (not legal chess), in centipawns, `depth` plies deep with the pass; none
/// in check, where a pass would lose the king.
pub fn value_of_pass(board: &Board, depth: usize, search: impl FnOnce(&mut Board) -> Option<()>) -> Option<Run> {
    if board.is_own_king_attacked() {
        return None;
    }
    let mut copy = quiet_copy(board);
    let mut setup = copy.setup();
    setup.next_move = setup.next_move.other();
    setup.ep_square = 0;
    copy.init_from_setup(&setup);
    copy.forbid_null_moves();
    copy.search_depth = depth.saturating_sub(1).max(1);
    search(&mut copy)?;
    let run = Run::of(&copy);
    Some(Run { score: -run.score, ..run })
}

/// Value for the side to move of this move, in centipawns, `depth` plies deep with the move, with the line that answers
/// it.
pub fn value_of_move(
    board: &Board,
    mv: Move,
    depth: usize,
    search: impl FnOnce(&mut Board) -> Option<()>,
) -> Option<(Run, Vec<Move>)> {
    let mut copy = quiet_copy(board);
    copy.play(mv);
    if copy.legal_moves().is_empty() {
        let score = if copy.is_own_king_attacked() { CHECKMATESCORE } else { STALEMATESCORE };
        return Some((Run { depth, score, best: Move::NONE, nodes: 0, ms: 0, stats: Stats::default() }, Vec::new()));
    }
    copy.search_depth = depth.saturating_sub(1).max(1);
    search(&mut copy)?;
    let run = Run::of(&copy);
    let answer = copy.last_pv[..copy.last_pv_length].to_vec();
    Some((Run { score: -run.score, ..run }, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    fn deepen(board: &mut Board) -> Option<()> {
        board.deepen();
        Some(())
    }

    fn let_it(board: &mut Board, search: &mut dyn FnMut(&mut Board)) -> Option<()> {
        search(board);
        Some(())
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn exact_techniques_keep_the_score_and_save_leaves() {
        let ladder = ladder(&board(KIWIPETE), 3, let_it).expect("not stopped");
        assert_eq!(ladder.faults(), Vec::<&str>::new());
        assert_eq!(ladder.rungs.len(), 8);
        let leaves: Vec<u64> = ladder.rungs.iter().map(|rung| rung.run.stats.leaves).collect();
        assert_eq!(leaves[0], 97862);
        assert!(leaves[1] < leaves[0] / 3 && leaves[1] as f64 >= ladder.bound, "{leaves:?}");
    }

    #[test]
    fn a_false_score_is_a_fault() {
        let mut ladder = ladder(&board(KIWIPETE), 2, let_it).expect("not stopped");
        ladder.rungs[3].run.score += 1;
        ladder.rungs[7].run.score += 1;
        assert_eq!(ladder.faults(), ["+ PV first"]);
    }

    #[test]
    fn all_orders_find_the_same_score_and_the_oracle_is_near_the_bound() {
        let mut board = Board::new();
        let tree = KnownTree::grow(&mut board, 4).expect("small enough");
        assert_eq!((tree.leaves(), tree.len()), (197_281, 20 + 400 + 8902 + 197_281));
        let [worst, none, oracle] = [Order::Worst, Order::None, Order::Oracle].map(|order| tree.alphabeta(order));
        assert_eq!([worst.score, none.score, oracle.score], [tree.score(); 3]);
        assert!(worst.leaves > none.leaves && none.leaves > oracle.leaves);
        let bound = minimal_leaves(tree.branching().expect("moves"), 4);
        assert!((oracle.leaves as f64) < 1.2 * bound, "{} leaves, bound {bound}", oracle.leaves);
    }

    #[test]
    fn in_zugzwang_passing_is_better_than_any_move() {
        let board = board("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1");
        let pass = value_of_pass(&board, 10, deepen).expect("no check");
        let (best, _) =
            board.clone().legal_moves().into_iter().fold((-LARGE_NUMBER, Move::NONE), |(best, kept), mv| {
                let (run, _) = value_of_move(&board, mv, 10, deepen).expect("not stopped");
                if run.score > best { (run.score, mv) } else { (best, kept) }
            });
        assert!(pass.score > best + 300, "pass {} best {best}", pass.score);
    }

    #[test]
    fn no_pass_in_check() {
        assert_eq!(value_of_pass(&board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), 4, deepen), None);
    }
}
