//! Compares searches of the same position with different techniques.
//!
//! Every search starts from empty tables, so that node counts are reproducible.

use crate::board::Board;
use crate::defines::*;
use crate::instrument::faults::Faults;
use crate::instrument::variants::Switches;
use crate::instrument::{Instrument, Settings};
use crate::lab::audit::minimax_by_the_rules;
use crate::modern::Modern;
use crate::moves::Move;
use crate::play::{Engine, Options, Which};
use crate::searcher::score::before_the_move;
use crate::searcher::stats::{minimal_leaves, ratio};
use crate::searcher::{Algorithm, AtRoot, Control, End, Limits, Searcher, Subject, Thought};

/// A search to examine: a position with the game before it, and the settings.
#[derive(Clone)]
pub struct SearchExperiment {
    /// The position.
    pub game: Box<Board>,
    /// The settings, including the limits.
    pub options: Options,
}

impl SearchExperiment {
    /// A search of this position with these settings, limited only by this depth in plies.
    pub fn new(game: &Board, options: &Options, depth: usize) -> SearchExperiment {
        let limits = Limits { root: AtRoot::Search, stop_frac: 100, ..Limits::depth(depth) };
        SearchExperiment::of(game, options, &limits)
    }

    /// A search of this position with these settings and these limits.
    pub fn of(game: &Board, options: &Options, limits: &Limits) -> SearchExperiment {
        let options = Options { limits: limits.clone(), ..options.clone() };
        SearchExperiment { game: Box::new(game.clone()), options }
    }

    /// The limits, with the tablebase ranking of the position's moves.
    pub fn limits(&self) -> Limits {
        self.options.with_tables(&self.game, &self.options.limits)
    }

    /// The kind of search that this experiment runs in a game.
    pub fn which(&self) -> Which {
        Which::of(&self.options, &self.limits())
    }

    /// The searcher, with the position of the experiment: the instrument, which has counters, or the modern search.
    pub fn subject(&self) -> Box<dyn Subject> {
        let mut subject: Box<dyn Subject> = match self.options.algorithm {
            Algorithm::Modern => Box::new(Modern::with(&self.options.modern)),
            algorithm => Box::new(Instrument::with(algorithm, self.options.instrument)),
        };
        subject.set_game(&self.game);
        subject
    }

    /// Searches with empty tables.
    pub fn run(&self, control: &Control) -> Thought {
        self.subject().think(&self.limits(), control)
    }

    /// Runs the tutorial's own search and describes how its result differs from the instrument's; [`None`] if it does
    /// not differ, or if the experiment needs the instrument or the modern search.
    pub fn difference(&self, by_instrument: &Thought, control: &Control) -> Option<String> {
        if self.which() != Which::Tutorial {
            return None;
        }
        let own = Engine::default().think_here(&self.game, &self.options, &self.options.limits, control);
        let told = |thought: &Thought| {
            let Thought { best, depth, score, nodes, .. } = thought;
            format!("{best}, score {score}, depth {depth}, {nodes} nodes")
        };
        let (own, other) = (told(&own), told(by_instrument));
        (own != other).then(|| format!("the tutorial's search finds {own}; the instrument finds {other}"))
    }

    /// Repeats one of the tutorial's searches with the instrument, node for node, because the tutorial itself has no
    /// counters.
    pub fn repeat(&self, thought: &Thought, control: &Control) -> Instrument {
        let mut instrument = Instrument::with(self.options.algorithm, self.options.instrument);
        instrument.set_game(&self.game);
        // If the time was used up after an iteration, that iteration was completed but not reported.
        let reported = thought.stats.iterations.last().map_or(0, |iteration| iteration.nodes);
        let (depth, nodes) = match thought.end {
            End::Complete => (thought.depth + usize::from(reported < thought.nodes), None),
            End::Limit | End::Stopped => (self.options.limits.depth, Some(thought.nodes)),
        };
        let Limits { lines, excluded, ranking, .. } = self.limits();
        let root = AtRoot::Search;
        instrument.think(&Limits { nodes, excluded, ranking, lines, root, ..Limits::depth(depth) }, control);
        instrument
    }
}

/// A search that can be stopped from outside.
pub type StoppableSearch<'a> = &'a mut (dyn FnMut(&Control) -> Thought + Send);

/// The class of a technique: its possible effect on the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TechniqueClass {
    /// The technique only saves work; the score remains the minimax score.
    Exact,
    /// The technique evaluates the leaves differently.
    OtherLeaves,
    /// The technique may prune relevant lines.
    Speculative,
}

/// A step of the ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The added technique.
    pub name: &'static str,
    /// The effect of the technique on the score.
    pub class: TechniqueClass,
    /// The search with this technique and all those before it.
    pub run: Thought,
}

/// The ladder: minimax, then one more technique at each step.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    /// The steps.
    pub rungs: Vec<Rung>,
    /// Mean number of legal moves at the nodes that minimax expanded.
    pub branching: f64,
    /// Minimum number of leaves that an exact search visits in a uniform tree with this branching factor.
    pub bound: f64,
}

impl Ladder {
    /// Exact techniques whose score differs from the minimax score, which would be a bug.
    pub fn faults(&self) -> Vec<&'static str> {
        let exact = self.rungs.iter().filter(|rung| rung.class == TechniqueClass::Exact);
        exact.filter(|rung| rung.run.score != self.rungs[0].run.score).map(|rung| rung.name).collect()
    }
}

const BARE: Switches =
    Switches { null: false, pv_first: false, zero_window: false, history: false, quiescence: false, deepening: false };

/// The steps after minimax: name, class, and settings.
const STEPS: [(&str, TechniqueClass, Switches); 7] = {
    let deepening = Switches { deepening: true, ..BARE };
    let pv_first = Switches { pv_first: true, ..deepening };
    let history = Switches { history: true, ..pv_first };
    let zero_window = Switches { zero_window: true, ..history };
    let quiescence = Switches { quiescence: true, ..zero_window };
    let null = Switches { null: true, ..quiescence };
    [
        ("alpha-beta", TechniqueClass::Exact, BARE),
        ("+ deepening", TechniqueClass::Exact, deepening),
        ("+ PV first", TechniqueClass::Exact, pv_first),
        ("+ history", TechniqueClass::Exact, history),
        ("+ zero windows", TechniqueClass::Exact, zero_window),
        ("+ quiescence", TechniqueClass::OtherLeaves, quiescence),
        ("+ null move", TechniqueClass::Speculative, null),
    ]
};

/// Measures the ladder on the experiment's position, with the experiment's null-move recipe. `search` runs a search
/// and returns [`None`] if it was interrupted.
pub fn ladder(
    experiment: &SearchExperiment,
    mut search: impl FnMut(StoppableSearch) -> Option<Thought>,
) -> Option<Ladder> {
    let mut experiment = experiment.clone();
    experiment.options.algorithm = Algorithm::Pvs;
    let (game, limits) = (experiment.game.clone(), experiment.options.limits.clone());
    let faults = experiment.options.instrument.faults;
    let minimax = search(&mut |control| minimax_run(&game, &limits, faults, control))?;
    let branching = ratio(minimax.nodes, minimax.stats.expanded).unwrap_or_default();
    let mut rungs = vec![Rung { name: "minimax", class: TechniqueClass::Exact, run: minimax }];
    for (name, class, switches) in STEPS {
        experiment.options.instrument.switches = switches;
        let run = search(&mut |control| experiment.run(control))?;
        rungs.push(Rung { name, class, run });
    }
    Some(Ladder { rungs, branching, bound: minimal_leaves(branching, limits.depth) })
}

/// Minimax with all rules of the game (mate, stalemate, draws), without quiescence search.
pub fn minimax_run(game: &Board, limits: &Limits, faults: Faults, control: &Control) -> Thought {
    let bare = Settings { switches: BARE, faults, ..Settings::TUTORIAL };
    let mut instrument = Instrument::of(game, bare);
    limits.apply(&mut instrument.board);
    instrument.clear_for_search();
    instrument.board.clear_for_iteration();
    instrument.board.timer.start();
    let watcher = control.connect(&mut instrument.board);
    let score = minimax_by_the_rules(&mut instrument, 0, limits.depth as i32);
    watcher.disconnect(&mut instrument.board);
    instrument.board.remember_pv();
    Thought { depth: limits.depth, score, ..instrument.thought() }
}

/// Move order of alpha-beta on a known tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Worst move first.
    Worst,
    /// Generation order.
    None,
    /// Best move first, as if known in advance.
    Oracle,
}

/// A complete tree of a few plies, with the value of every node.
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

/// Result of alpha-beta on a known tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Score in centipawns.
    pub score: i32,
    /// Number of nodes, excluding the root.
    pub nodes: u64,
    /// Number of leaves.
    pub leaves: u64,
}

impl KnownTree {
    /// Size limit in nodes; a node takes 12 bytes.
    pub const MOST_NODES: usize = 20_000_000;

    /// Builds the tree of the Board's position and evaluates its leaves statically; [`None`] if it exceeds the limit.
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

    /// Number of nodes, excluding the root.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether the tree consists of the root alone.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of nodes without children.
    pub fn leaves(&self) -> u64 {
        self.nodes.iter().filter(|node| node.children == 0).count() as u64
    }

    /// Mean number of children of the nodes that have any.
    pub fn branching(&self) -> Option<f64> {
        ratio(self.len() as u64, self.nodes.len() as u64 - self.leaves())
    }

    /// Runs alpha-beta with this move order.
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

/// Value of passing (illegal in chess) for the side to move, in centipawns, from a search without null moves. `depth`
/// includes the pass, but at least one ply is searched after it. [`None`] in check, where passing would lose the king,
/// or if the search was interrupted.
pub fn value_of_pass(
    experiment: &SearchExperiment,
    depth: usize,
    search: impl FnOnce(&SearchExperiment) -> Option<Thought>,
) -> Option<Thought> {
    if experiment.game.is_own_king_attacked() {
        return None;
    }
    let mut passed = experiment.clone();
    passed.game.init_from_setup(&experiment.game.setup().passed());
    passed.options.forbid_null_moves();
    passed.options.limits.depth = depth.saturating_sub(1).max(1);
    let run = search(&passed)?;
    Some(Thought { score: before_the_move(run.score), ..run })
}

/// Value of this move for the side to move, in centipawns. `depth` includes the move, but at least one ply is searched
/// after it. The returned line starts with the reply to the move. [`None`] if the search was interrupted.
pub fn value_of_move(
    experiment: &SearchExperiment,
    mv: Move,
    depth: usize,
    search: impl FnOnce(&SearchExperiment) -> Option<Thought>,
) -> Option<Thought> {
    let mut played = experiment.clone();
    played.game.play(mv);
    if played.game.legal_moves().is_empty() {
        let score = if played.game.is_own_king_attacked() { CHECKMATESCORE } else { STALEMATESCORE };
        return Some(Thought { depth, score, ..Thought::default() });
    }
    played.options.limits.depth = depth.saturating_sub(1).max(1);
    let run = search(&played)?;
    Some(Thought { score: before_the_move(run.score), ..run })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::time::Duration;

    use crate::board::testing::board;
    use crate::modern::tablebase::Tables;
    use crate::play::tablebase::Syzygy;
    use crate::searcher::Tutorial;

    fn let_it(work: StoppableSearch) -> Option<Thought> {
        Some(work(&Control::silent()))
    }

    fn run(experiment: &SearchExperiment) -> Option<Thought> {
        Some(experiment.run(&Control::silent()))
    }

    /// An experiment with the tutorial's principal variation search.
    fn experiment(fen: &str, depth: usize) -> SearchExperiment {
        let options = Options { algorithm: Algorithm::Pvs, ..Options::default() };
        SearchExperiment::new(&board(fen), &options, depth)
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn after_a_move_or_a_pass_the_tables_rank_the_moves_of_the_new_position() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        let tables = Tables::new(Arc::new(Syzygy::open(folder).expect("the tables of the tests")));
        for algorithm in [Algorithm::Modern, Algorithm::Pvs] {
            let mut options = Options { algorithm, ..Options::default() };
            options.modern.tables = Some(tables.clone());
            let won = SearchExperiment::new(&board("8/8/8/8/8/2k5/8/1K1Q4 w - - 0 1"), &options, 3);
            let score = |thought: Option<Thought>| thought.expect("not stopped").score;
            let after = |mv| score(value_of_move(&won, mv, 3, run));
            let scores: Vec<i32> = won.game.legal_moves().into_iter().map(after).collect();
            let winning = scores.iter().filter(|score| **score > 5000).count();
            assert!(winning > 10 && winning < scores.len(), "{algorithm:?}: {scores:?}");
            assert!(score(value_of_pass(&won, 3, run)) > 5000, "{algorithm:?}");
        }
    }

    #[test]
    fn exact_techniques_keep_the_score_and_save_leaves() {
        let ladder = ladder(&experiment(KIWIPETE, 3), let_it).expect("not stopped");
        assert_eq!(ladder.faults(), Vec::<&str>::new());
        assert_eq!(ladder.rungs.len(), 8);
        let leaves: Vec<u64> = ladder.rungs.iter().map(|rung| rung.run.stats.leaves).collect();
        assert_eq!(leaves[0], 97862);
        assert!(leaves[1] < leaves[0] / 3 && leaves[1] as f64 >= ladder.bound, "{leaves:?}");
    }

    #[test]
    fn a_wrong_score_is_reported() {
        let mut ladder = ladder(&experiment(KIWIPETE, 2), let_it).expect("not stopped");
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
    fn a_repeated_search_is_the_same_wherever_it_ended() {
        let used_up = Some(Duration::ZERO);
        for (depth, nodes, soft_time) in [(5, None, None), (9, Some(12_345), None), (9, None, used_up)] {
            let mut experiment = experiment(KIWIPETE, depth);
            (experiment.options.limits.nodes, experiment.options.limits.soft_time) = (nodes, soft_time);
            experiment.options.limits.max_time = soft_time.map(|_| Duration::from_secs(60));
            let mut tutorial = Tutorial::of(&experiment.game, Algorithm::Pvs);
            let thought = tutorial.think(&experiment.options.limits, &Control::silent());
            let repeated = experiment.repeat(&thought, &Control::silent());
            assert_eq!((thought.nodes, &tutorial.board.history), (repeated.board.inodes, &repeated.board.history));
            let counted = repeated.stats.made + repeated.stats.captures_made + repeated.stats.null.tries;
            assert_eq!(counted, thought.nodes);
        }
    }

    #[test]
    fn both_searchers_of_the_tutorial_agree_and_a_difference_is_told() {
        let experiment = experiment(KIWIPETE, 4);
        let silent = &Control::silent();
        let mut thought = experiment.run(silent);
        assert_eq!(experiment.difference(&thought, silent), None);
        thought.nodes += 1;
        assert!(experiment.difference(&thought, silent).is_some_and(|text| text.contains("nodes")));
        let mut other = experiment.clone();
        other.options.instrument.switches.history = false;
        assert_eq!(other.difference(&thought, silent), None, "settings are the instrument's");
    }

    #[test]
    fn in_zugzwang_passing_is_better_than_any_move() {
        let experiment = experiment("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 10);
        let pass = value_of_pass(&experiment, 10, run).expect("no check");
        let value = |mv| value_of_move(&experiment, mv, 10, run).expect("not stopped").score;
        let best = experiment.game.legal_moves().into_iter().map(value).max().expect("moves");
        assert!(pass.score > best + 300, "pass {} best {best}", pass.score);
    }

    #[test]
    fn the_move_or_the_pass_counts_in_the_distance_to_mate() {
        let experiment = experiment("k7/8/2K5/8/8/8/8/7R w - - 0 1", 5);
        let kb6 = experiment.game.clone().read_move("Kb6").expect("legal");
        assert_eq!(value_of_move(&experiment, kb6, 5, run).map(|run| run.score), Some(LARGE_NUMBER - 3));
        let mut closer = experiment;
        closer.game.play(kb6);
        assert_eq!(value_of_pass(&closer, 5, run).map(|run| run.score), Some(2 - LARGE_NUMBER));
    }

    #[test]
    fn no_pass_in_check() {
        assert_eq!(value_of_pass(&experiment("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 4), 4, run), None);
    }
}
