//! # Modern · Techniques
//!
//! The techniques that shrink the tree of plain alpha-beta, or search deeper where it matters. Each has a switch
//! ([`Techniques`]) and a measured gain ([`GAINS`]); most have parameters ([`parameters`](super::parameters)). The
//! conditions of seven techniques are predicates in this file; those of the others are tested where the techniques are
//! applied. The command `ablate` measures the node counts in [`GAINS`] again.
//!
//! Depths are in plies, margins and scores in centipawns, reductions in 1024ths of a ply ([`PLY`]).
//!
//! **Read next:** [`negamax`](super::negamax).

use bitflags::bitflags;

use super::parameters::Parameters;
use super::tt::TtData;
use super::{EVAL_MAX, MATE_BOUND, NO_EVAL, is_evaluation};

bitflags! {
    /// The techniques, which can be switched off one by one. [`GAINS`] lists the gain of each.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Techniques: u32 {
        /// Narrow windows at the root.
        const ASPIRATION = 1 << 0;
        /// Scores, cutoffs and hash moves from the transposition table.
        const TABLE = 1 << 1;
        /// Cuts off nodes whose evaluation is far above beta.
        const REVERSE_FUTILITY = 1 << 2;
        /// Cuts off nodes that stay above beta after a pass ([`nullmove`](super::nullmove)).
        const NULL_MOVE = 1 << 3;
        /// Prunes late quiet moves near the leaves.
        const LMP = 1 << 4;
        /// Prunes quiet moves that cannot raise alpha, near the leaves.
        const FUTILITY = 1 << 5;
        /// Prunes moves that lose material, near the leaves.
        const SEE_PRUNING = 1 << 6;
        /// Searches late moves to a reduced depth.
        const LMR = 1 << 7;
        /// Extends a move that is much better than all others.
        const SINGULAR = 1 << 8;
        /// Orders moves by history.
        const QUIET_HISTORY = 1 << 9;
        /// Corrects the static evaluation with search results.
        const CORRECTION = 1 << 10;
        /// Searches quiet checks as well as captures at the horizon.
        const QUIET_CHECKS = 1 << 11;
        /// Prunes late captures in the quiescence search.
        const LATE_CAPTURES = 1 << 12;
    }
}

/// The measured gain of a technique.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// The technique.
    pub technique: Techniques,
    /// The technique's name in the literature.
    pub title: &'static str,
    /// Node count of [`bench`](crate::lab::signature) at depth 12 with the technique switched off.
    pub nodes_without: u64,
    /// Elo gained by the technique.
    pub elo: i32,
    /// Half the width of the 95 % confidence interval of `elo`.
    pub error: i32,
}

impl Gain {
    /// Elo gain and its error, as in comments and tables: `+70 ± 33`.
    pub fn elo_text(&self) -> String {
        format!("{:+} ± {}", self.elo, self.error)
    }

    /// Nodes without the technique, divided by nodes with it. A ratio below 1 means that the technique makes the tree
    /// larger, which need not be a loss.
    pub fn ratio(&self) -> f64 {
        self.nodes_without as f64 / NODES_WITH_ALL as f64
    }

    const fn new(technique: Techniques, title: &'static str, nodes_without: u64, elo: i32, error: i32) -> Gain {
        Gain { technique, title, nodes_without, elo, error }
    }
}

/// Node count of [`bench`](crate::lab::signature) at depth 12 with all techniques, measured for [`GAINS`].
pub const NODES_WITH_ALL: u64 = 1_246_896;

/// The gain of each technique, in the order of [`Techniques`]. This is the only source of these figures. Node counts
/// were measured with network 12 at the signature [`NODES_WITH_ALL`]. The Elo gain belongs to the mean score of all
/// matches at time controls of 0.5 s + 0.005 s and 0.25 s + 0.0025 s, weighted by their precision; late captures were
/// measured with network 8, all other techniques with network 7. docs/data/tried.tsv lists the matches.
/// docs/strength.md and the comments repeat the gains; tests check that they agree.
pub const GAINS: [Gain; 13] = [
    Gain::new(Techniques::ASPIRATION, "aspiration windows", 1_917_250, 77, 18),
    Gain::new(Techniques::TABLE, "transposition table", 2_446_324, 115, 35),
    Gain::new(Techniques::REVERSE_FUTILITY, "reverse futility pruning", 1_913_512, 63, 18),
    Gain::new(Techniques::NULL_MOVE, "null move pruning", 1_138_575, 27, 7),
    Gain::new(Techniques::LMP, "late move pruning", 1_770_722, 45, 17),
    Gain::new(Techniques::FUTILITY, "futility pruning", 1_258_472, 45, 17),
    Gain::new(Techniques::SEE_PRUNING, "SEE pruning", 1_569_805, 26, 18),
    Gain::new(Techniques::LMR, "late move reductions", 9_572_561, 89, 34),
    Gain::new(Techniques::SINGULAR, "singular extensions", 1_034_439, 62, 6),
    Gain::new(Techniques::QUIET_HISTORY, "history heuristic", 4_362_631, 351, 44),
    Gain::new(Techniques::CORRECTION, "correction history", 1_221_437, 5, 4),
    Gain::new(Techniques::QUIET_CHECKS, "quiet checks", 1_163_949, 16, 7),
    Gain::new(Techniques::LATE_CAPTURES, "late move pruning of captures", 1_252_032, 8, 5),
];

impl Techniques {
    /// Each technique with the name of its switch.
    pub fn by_name() -> impl Iterator<Item = (String, Techniques)> {
        Techniques::all().iter_names().map(|(name, bit)| (name.to_lowercase().replace('_', "-"), bit))
    }

    /// Finds a technique by its name.
    pub fn named(name: &str) -> Option<Techniques> {
        Techniques::by_name().find(|(known, _)| known == name).map(|(_, bit)| bit)
    }

    /// Measured gain of this technique; [`None`] for a combination of several.
    pub fn gain(self) -> Option<Gain> {
        GAINS.into_iter().find(|gain| gain.technique == self)
    }
}

bitflags! {
    /// Properties of a node, passed down the tree.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct SearchFlags: u32 {
        /// PV node: its exact value is needed.
        const PV_NODE = 1;
        /// The root.
        const ROOT_NODE = 2;
        /// The opponent has just passed.
        const NULLMOVE = 4;
        /// Expected cut node.
        const CUT_NODE = 8;
        /// The first node of the quiescence search, at the horizon.
        const HORIZON = 16;
    }
}

/// State of a node. While its moves are searched, only `alpha` changes.
#[derive(Clone, Copy, Debug)]
pub struct NodeState {
    /// Plies from the root.
    pub ply: usize,
    /// Type of the node.
    pub flags: SearchFlags,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Lower end of the window.
    pub alpha: i32,
    /// Upper end of the window.
    pub beta: i32,
    /// Best estimate of the node's score before the search.
    pub eval: i32,
    /// The static evaluation.
    pub static_eval: i32,
    /// Whether the evaluation has improved since the side's last turn (or the one before, if it was in check then).
    pub improving: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether a move is excluded for a singular search.
    pub excluded: bool,
    /// Whether the side to move has a piece other than king and pawns.
    pub has_pieces: bool,
    /// Whether the node is, or was earlier, on a principal variation.
    pub was_pv: bool,
    /// Whether the hash move is a capture or a queen promotion.
    pub noisy_table_move: bool,
    /// Whether another thread is searching this node.
    pub is_taken: bool,
}

/// Properties of a late move.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Base reduction in 1024ths of a ply: [`base_reduction`].
    pub base: i32,
    /// History score of the move.
    pub history: i32,
    /// Whether the move gives check.
    pub gives_check: bool,
    /// Number of cutoffs by moves in the node's children so far.
    pub cutoffs: u32,
}

impl NodeState {
    /// Whether this node may be pruned because of its evaluation.
    #[inline(always)]
    fn is_prunable(&self) -> bool {
        !self.flags.contains(SearchFlags::PV_NODE) && !self.in_check && !self.excluded
    }
}

impl Techniques {
    /// Reverse futility pruning, <https://www.chessprogramming.org/Reverse_Futility_Pruning>: the cutoff score, if any.
    ///
    /// Near the leaves, cuts off a node whose evaluation is so far above beta that the opponent can hardly make up the
    /// difference.
    ///
    /// Conditions: not a PV node, not in check, no excluded move, shallow enough, no mate or tablebase scores.
    /// Worth: +63 ± 18 Elo.
    #[inline]
    pub fn reverse_futility(self, node: &NodeState, parameters: &Parameters) -> Option<i32> {
        let improving = i32::from(node.improving);
        let margin =
            parameters.reverse_futility_margin * node.depth - parameters.reverse_futility_improving * improving;
        let margin = margin.max(0);
        let applies = self.contains(Techniques::REVERSE_FUTILITY)
            && node.is_prunable()
            && node.depth <= parameters.reverse_futility_depth
            && node.eval - margin >= node.beta
            && node.eval < EVAL_MAX
            && is_evaluation(node.beta);
        applies.then_some(node.beta + (node.eval - node.beta) * parameters.reverse_futility_kept / 64)
    }

    /// Singular extensions, <https://www.chessprogramming.org/Singular_Extensions>: whether a singular search should
    /// test if the hash move is the only good move.
    ///
    /// The other moves are searched to [`singular_depth`] against [`singular_bound`], which is slightly below the score
    /// of the hash move. If all of them fail low, the hash move is singular and is extended. [`singularity`] evaluates
    /// the result.
    ///
    /// Conditions: not the root, no excluded move, deep enough, a lower bound in the table from nearly this depth, no
    /// mate or tablebase score, and the line is not yet twice as long as the iteration's depth.
    /// Worth: +62 ± 6 Elo.
    pub fn singular(self, node: &NodeState, parameters: &Parameters, root_depth: usize, known: &TtData) -> bool {
        self.contains(Techniques::SINGULAR)
            && !node.flags.contains(SearchFlags::ROOT_NODE)
            && !node.excluded
            && node.depth >= parameters.singular_depth
            && node.ply < 2 * root_depth
            && known.depth >= node.depth - 3
            && known.bound.is_at_least()
            && is_evaluation(known.score)
            && is_evaluation(singular_bound(node, parameters, known))
    }

    /// Late move pruning, <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>: the number of
    /// moves, pruned ones included, after which the remaining quiet moves are pruned, even those that give check.
    ///
    /// Near the leaves, after many moves have failed, quiet moves with a poor history are unlikely to do better. If the
    /// side to move is not improving, the number is halved.
    ///
    /// Conditions: not the root, the side to move has a piece, a move that avoids mate has been found, the current move
    /// is quiet and gives no direct check.
    /// Worth: +45 ± 17 Elo.
    #[inline]
    pub fn late_move_count(self, node: &NodeState, parameters: &Parameters) -> usize {
        if !self.contains(Techniques::LMP) {
            return usize::MAX;
        }
        let moves = parameters.late_move_base + parameters.late_move_factor * node.depth * node.depth / 64;
        (moves / (2 - i32::from(node.improving))) as usize
    }

    /// Futility pruning, <https://www.chessprogramming.org/Futility_Pruning>.
    ///
    /// Near the leaves, if the evaluation is far below alpha, a quiet move is unlikely to raise it above alpha.
    ///
    /// Conditions: those of late move pruning; also not in check, near the leaves after reduction, alpha is not a mate
    /// score for the side to move (there may be a faster mate).
    /// Worth: +45 ± 17 Elo.
    #[inline]
    pub fn futility(self, node: &NodeState, parameters: &Parameters, reduced_depth: i32, history: i32) -> bool {
        let margin = parameters.futility_margin
            + parameters.futility_factor * reduced_depth
            + history / parameters.futility_history;
        self.contains(Techniques::FUTILITY)
            && !node.in_check
            && reduced_depth <= parameters.futility_depth
            && node.alpha < MATE_BOUND
            && node.static_eval + margin <= node.alpha
    }

    /// SEE pruning, <https://www.chessprogramming.org/Static_Exchange_Evaluation>: the threshold that a move's exchange
    /// must reach for the move to be searched; [`None`] if the move is not pruned.
    ///
    /// Near the leaves, a move that loses material in the exchange on its target is hardly ever good. A move that gives
    /// direct check may lose more ([`exchange_threshold_of_checks`]).
    ///
    /// Conditions: not the root, the side to move has a piece, a move that avoids mate has been found, near the leaves.
    /// Worth: +26 ± 18 Elo.
    #[inline]
    pub fn exchange_threshold(
        self,
        parameters: &Parameters,
        depth: i32,
        reduced_depth: i32,
        is_quiet: bool,
    ) -> Option<i32> {
        if !self.contains(Techniques::SEE_PRUNING) {
            return None;
        }
        if is_quiet {
            let plies = reduced_depth.max(0);
            let may_lose = parameters.exchange_quiet_factor * plies * plies + parameters.exchange_quiet_base;
            (reduced_depth <= parameters.exchange_depth).then_some(-may_lose)
        } else {
            (depth <= parameters.exchange_depth).then_some(-parameters.exchange_noisy_factor * depth)
        }
    }

    /// Late move pruning of captures, <https://www.chessprogramming.org/Quiescence_Search>: whether the move with this
    /// number is pruned in the quiescence search.
    ///
    /// The captures are ordered. If the most promising ones have not reached beta, the rest are unlikely to.
    ///
    /// Conditions: not in check; the move neither goes to the target of the last move nor gives direct check.
    /// Worth: +8 ± 5 Elo.
    #[inline(always)]
    pub fn late_capture(self, parameters: &Parameters, number: usize) -> bool {
        self.contains(Techniques::LATE_CAPTURES) && number > parameters.late_capture_count as usize
    }

    /// Late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>: whether this move is first
    /// searched to a reduced depth.
    ///
    /// With good move ordering, late moves are rarely best. They are first searched to a reduced depth
    /// ([`late_move_reduction`]), and again if they beat alpha ([`research_depth`]).
    ///
    /// Conditions: not the first move (at the root, the first two), deep enough.
    /// Worth: +89 ± 34 Elo.
    #[inline(always)]
    pub fn reduces(self, node: &NodeState, parameters: &Parameters, number: usize) -> bool {
        let root = node.flags.contains(SearchFlags::ROOT_NODE);
        self.contains(Techniques::LMR) && node.depth >= parameters.reduction_depth && number > 1 + usize::from(root)
    }
}

/// Result of the singular search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Singularity {
    /// Search the hash move this many plies deeper (shallower, if negative).
    Extend(i32),
    /// Cut the node off with this score.
    Cut(i32),
}

/// Bound of the singular search, in centipawns: the hash move is singular if no other move reaches it.
pub fn singular_bound(node: &NodeState, parameters: &Parameters, known: &TtData) -> i32 {
    known.score - parameters.singular_margin * node.depth / 16
}

/// Depth of the singular search, in plies.
pub fn singular_depth(node: &NodeState) -> i32 {
    (node.depth - 1) / 2
}

/// Decides from `score`, the result of the singular search, whether to extend or reduce the hash move, or to cut off
/// the node.
///
/// The hash move is extended by one ply if the others fail low, or by two plies (in non-PV nodes, and not too often in
/// one line) if they fail low by a large margin. If another move reaches the bound and the bound is at least beta, a
/// non-PV node is cut off (multi-cut). Otherwise, the hash move is reduced by three plies if its score in the table
/// reaches beta, else by one ply in an expected cut node, else not at all.
pub fn singularity(
    node: &NodeState,
    parameters: &Parameters,
    known: &TtData,
    score: i32,
    double_extensions: u32,
) -> Singularity {
    const MOST_DOUBLE_EXTENSIONS: u32 = 7;
    let bound = singular_bound(node, parameters, known);
    let pv_node = node.flags.contains(SearchFlags::PV_NODE);
    if score < bound {
        let twice = !pv_node
            && score < bound - parameters.double_extension_margin
            && double_extensions < MOST_DOUBLE_EXTENSIONS;
        Singularity::Extend(if twice { 2 } else { 1 })
    } else if bound >= node.beta && !pv_node {
        Singularity::Cut(bound)
    } else if known.score >= node.beta {
        Singularity::Extend(-3)
    } else {
        Singularity::Extend(-i32::from(node.flags.contains(SearchFlags::CUT_NODE)))
    }
}

/// The exchange threshold for moves that give direct check. It is negative: with enough depth left, such a move may
/// even lose a queen.
pub fn exchange_threshold_of_checks(parameters: &Parameters, depth: i32) -> i32 {
    -parameters.exchange_check_factor * depth - parameters.exchange_check_base
}

/// Shrinks unreliable fail-high scores towards beta, more so at low depth. The cutoff does not need the excess over
/// beta, and parents should not rely on it. If the score or beta is a mate or a tablebase win or loss, the score does
/// not change.
#[inline(always)]
pub fn damped(parameters: &Parameters, score: i32, beta: i32, depth: i32) -> i32 {
    if !is_evaluation(score) || !is_evaluation(beta) {
        return score;
    }
    beta + (score - beta) * 16 * depth / (16 * depth + parameters.cutoff_damping)
}

/// Like [`damped`], for the quiescence search.
#[inline(always)]
pub fn damped_quiescence(parameters: &Parameters, score: i32, beta: i32) -> i32 {
    if !is_evaluation(score) || !is_evaluation(beta) {
        return score;
    }
    beta + (score - beta) * parameters.quiescence_kept / 64
}

/// One ply, in the unit of reductions.
pub const PLY: i32 = 1024;

/// Base of the late move reduction, from depth, move number and kind of move, in 1024ths of a ply.
pub fn base_reduction(parameters: &Parameters, depth: i32, move_number: usize, is_quiet: bool) -> i32 {
    let logs = LOGS[(depth as usize).min(63)] * LOGS[move_number.min(63)] / 1024;
    if is_quiet {
        parameters.reduction_quiet_base + logs * 1024 / parameters.reduction_quiet_divisor
    } else {
        parameters.reduction_noisy_base + logs * 1024 / parameters.reduction_noisy_divisor
    }
}

/// Remaining depth after this reduction, in plies, for move pruning. A good history increases it.
#[inline(always)]
pub fn depth_left(parameters: &Parameters, depth: i32, reduction: i32, history: i32) -> i32 {
    (depth - 1 - (reduction - history / parameters.pruning_history) / PLY).max(0)
}

/// Reduction of a late move, from all properties of node and move, in 1024ths of a ply.
#[inline(always)]
pub fn late_move_reduction(node: &NodeState, parameters: &Parameters, late: &LateMove) -> i32 {
    const MANY_CUTOFFS: u32 = 3;
    let flag = |flag: SearchFlags| i32::from(node.flags.contains(flag));
    let mut reduction = late.base - late.history / parameters.reduction_history;
    reduction -=
        parameters.reduction_was_pv * i32::from(node.was_pv) + parameters.reduction_pv * flag(SearchFlags::PV_NODE);
    reduction += parameters.reduction_cut * flag(SearchFlags::CUT_NODE);
    reduction += parameters.reduction_not_improving * i32::from(!node.improving);
    reduction -= parameters.reduction_check * i32::from(late.gives_check || node.in_check);
    reduction += parameters.reduction_noisy_table_move * i32::from(node.noisy_table_move);
    reduction += PLY * i32::from(node.is_taken);
    reduction + parameters.reduction_many_cutoffs * i32::from(late.cutoffs > MANY_CUTOFFS)
}

/// Whether the last reduction was a mistake. True if it was large although, according to the evaluation, the move did
/// not make things worse for its side; the node is then searched one ply deeper.
///
/// `before` is the evaluation before the move, for the side that made it; `after` is the evaluation after it, for the
/// other side.
#[inline(always)]
pub fn was_reduced_too_much(parameters: &Parameters, reduction: i32, before: i32, after: i32) -> bool {
    reduction >= parameters.hindsight_reduction && before != NO_EVAL && after != NO_EVAL && before + after <= 0
}

/// Depth of the re-search of a reduced move that beat alpha, in plies: `depth`, plus one if the move's score is much
/// better than the best so far, minus one if it is hardly better.
#[inline(always)]
pub fn research_depth(parameters: &Parameters, depth: i32, score: i32, best: i32) -> i32 {
    depth + i32::from(score > best + parameters.research_margin + 4 * depth) - i32::from(score < best + depth)
}

/// Natural logarithms of 0 (taken as 1) to 63, in 1024ths.
static LOGS: [i32; 64] = {
    // ln n = 2 artanh((n - 1) / (n + 1)); the series converges slowly for large n, so halve n until it is near 1.
    let mut logs = [0; 64];
    let mut n = 2;
    while n < 64 {
        let (mut x, mut halves) = (n as f64, 0);
        while x > 1.5 {
            x /= 2.0;
            halves += 1;
        }
        let t = (x - 1.0) / (x + 1.0);
        let t2 = t * t;
        let ln = 2.0 * t * (1.0 + t2 * (1.0 / 3.0 + t2 * (0.2 + t2 / 7.0))) + halves as f64 * std::f64::consts::LN_2;
        logs[n] = (ln * 1024.0) as i32;
        n += 1;
    }
    logs
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::MATE;
    use crate::modern::testing::node;

    #[test]
    fn the_logarithms_are_right() {
        for (n, &log) in LOGS.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(log) - exact).abs() < 2.0, "{n}");
        }
    }

    #[test]
    fn scores_above_beta_are_damped_and_stay_above_it() {
        let parameters = Parameters { cutoff_damping: 16, quiescence_kept: 32, ..Parameters::USUAL };
        assert_eq!(damped(&parameters, 300, 100, 1), 200);
        assert_eq!(damped(&parameters, 300, 100, 3), 250);
        assert_eq!(damped_quiescence(&parameters, 300, 100), 200);
        for depth in 1..40 {
            let score = damped(&parameters, 101, 100, depth);
            assert!((100..=101).contains(&score), "{depth}");
        }
        let mate = MATE - 7;
        assert_eq!(damped(&parameters, mate, 100, 1), mate, "mate scores are exact");
        assert_eq!(damped_quiescence(&parameters, -mate, -MATE), -mate);
        let sure = Parameters { cutoff_damping: 0, quiescence_kept: 64, ..parameters };
        assert_eq!((damped(&sure, 300, 100, 1), damped_quiescence(&sure, 300, 100)), (300, 300));
    }

    #[test]
    fn reverse_futility_never_cuts_below_beta() {
        let parameters =
            Parameters { reverse_futility_margin: 30, reverse_futility_improving: 150, ..Parameters::USUAL };
        let at = |eval: i32| {
            let node = NodeState { eval, improving: true, ..node(1, SearchFlags::CUT_NODE) };
            Techniques::all().reverse_futility(&node, &parameters)
        };
        assert_eq!(at(0), None, "beta is 1");
        assert!(at(1) >= Some(1));
    }

    #[test]
    fn a_large_reduction_is_undone_if_the_move_did_not_worsen_the_evaluation() {
        let parameters = Parameters { hindsight_reduction: 3, ..Parameters::USUAL };
        // Ten centipawns down before the move; level after it.
        assert!(was_reduced_too_much(&parameters, 3, -10, 0));
        assert!(was_reduced_too_much(&parameters, 5, 40, -40));
        assert!(!was_reduced_too_much(&parameters, 2, -10, 0), "a small reduction");
        assert!(!was_reduced_too_much(&parameters, 3, -10, 11), "the opponent is better off than before");
        assert!(!was_reduced_too_much(&parameters, 3, NO_EVAL, -300), "in check before");
        assert!(!was_reduced_too_much(&parameters, 3, -300, NO_EVAL), "in check after");
    }

    #[test]
    fn every_technique_has_one_gain() {
        let listed: Vec<Techniques> = GAINS.iter().map(|gain| gain.technique).collect();
        assert_eq!(listed, Techniques::all().iter().collect::<Vec<_>>());
        assert_eq!(Techniques::LMR.gain().map(|gain| gain.elo_text()), Some("+89 ± 34".into()));
        assert_eq!(Techniques::all().gain(), None);
    }

    /// Contents of a file of the project.
    fn text(path: &str) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("a file of the project")
    }

    /// The first Elo gain in `text`, such as `+70 ± 33`, with the text before it.
    fn quoted(text: &str) -> Option<(&str, String)> {
        let (before, after) = text.split_once(" ± ")?;
        let elo = before.rsplit(|c: char| !"+-0123456789".contains(c)).next()?;
        let error: String = after.chars().take_while(char::is_ascii_digit).collect();
        Some((before.strip_suffix(elo)?, format!("{elo} ± {error}")))
    }

    #[test]
    fn the_comments_quote_the_gains() {
        let mut quoted_titles = Vec::new();
        for file in ["negamax.rs", "quiescence.rs", "think.rs"] {
            let text = text(&format!("src/modern/{file}"));
            for line in text.lines().map(str::trim).filter(|line| line.starts_with("//")) {
                for part in line.split_inclusive(')') {
                    let Some((before, elo)) = quoted(part) else { continue };
                    let name = before.trim_end_matches('(').trim_end().to_lowercase();
                    // "Reverse futility pruning" also ends with "futility pruning", so the longest matching title is
                    // used.
                    let matching = GAINS.iter().filter(|gain| name.ends_with(&gain.title.to_lowercase()));
                    let gain = matching.max_by_key(|gain| gain.title.len());
                    assert_eq!(gain.map(|gain| gain.elo_text()), Some(elo), "{file}: {line}");
                    quoted_titles.extend(gain.map(|gain| gain.title));
                }
            }
        }
        for gain in GAINS {
            assert!(quoted_titles.contains(&gain.title), "{} has no step", gain.title);
        }
    }

    #[test]
    fn the_documentation_of_techniques_quotes_the_gains() {
        let text = text("src/modern/techniques.rs");
        let (product, _) = text.split_once("#[cfg(test)]").expect("tests");
        let mut documented = 0;
        for doc in product.split("\n\n").filter(|part| part.contains("/// Worth: ")) {
            let title = doc.lines().map(str::trim).find_map(|line| line.strip_prefix("/// "));
            let title = title.and_then(|line| line.split_once(", <https://")).expect("name, address").0;
            let worth = doc.lines().find_map(|line| line.trim().strip_prefix("/// Worth: ")).expect("a gain");
            let gain = GAINS.iter().find(|gain| gain.title.eq_ignore_ascii_case(title)).expect(title);
            assert_eq!(worth, format!("{} Elo.", gain.elo_text()), "{title}");
            assert!(doc.contains("/// Conditions: "), "{title} has no conditions");
            documented += 1;
        }
        assert_eq!(documented, 7);
    }

    #[test]
    fn the_steps_of_the_search_are_numbered() {
        let text = text("src/modern/negamax.rs");
        let comments = text.lines().filter_map(|line| line.trim().strip_prefix("// "));
        let steps: Vec<u32> = comments.filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
        assert_eq!(steps, (1..=14).collect::<Vec<_>>());
    }

    /// The table has Markdown rows such as `| lmr | 7,899,368 | 4.06 | +115 ± 33 |`.
    #[test]
    fn the_documented_table_matches_the_gains() {
        let number = |n: u64| {
            let digits = n.to_string();
            let groups: Vec<&str> =
                digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
            groups.join(",")
        };
        let rows: Vec<String> = Techniques::by_name()
            .map(|(name, technique)| {
                let gain = technique.gain().expect("a gain");
                let (nodes, ratio) = (number(gain.nodes_without), gain.ratio());
                format!("| {name} | {nodes} | {ratio:.2} | {} |", gain.elo_text())
            })
            .collect();
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let pages = std::fs::read_dir(docs).expect("docs").map(|entry| entry.expect("a page").path());
        let markdown = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
        let mut texts: Vec<String> = markdown.map(|path| std::fs::read_to_string(path).expect("text")).collect();
        texts.push(text("README.md"));
        assert!(
            texts.iter().any(|text| text.contains(&rows.join("\n"))),
            "no page has these rows:\n{}",
            rows.join("\n")
        );
    }

    #[test]
    fn techniques_are_found_by_their_names() {
        assert_eq!(Techniques::named("lmr"), Some(Techniques::LMR));
        assert_eq!(Techniques::named("null-move"), Some(Techniques::NULL_MOVE));
        assert_eq!(Techniques::named("magic"), None);
        assert_eq!(Techniques::by_name().count(), Techniques::all().bits().count_ones() as usize);
    }
}
