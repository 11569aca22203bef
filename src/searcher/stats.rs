//! Counters of a search: nodes by kind, quality of the move ordering, null moves.
//!
//! The counters never influence a search. The feature `stats`, on by default, compiles them in; without it [`count`]
//! does nothing and the searches visit the same nodes.

use crate::defines::MAX_PLY;
use crate::moves::Move;

/// Whether the counters are compiled in.
pub const IS_COLLECTED: bool = cfg!(feature = "stats");

/// Adds to a counter, if the counters are compiled in.
#[inline(always)]
pub fn count(counter: &mut u64, by: u64) {
    if IS_COLLECTED {
        *counter += by;
    }
}

/// Reasons for not trying a null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullRefusal {
    /// The node is the root, which needs a move.
    Root,
    /// The node is on the last iteration's principal variation.
    FollowsPv,
    /// The window is open, so an exact value is needed.
    OpenWindow,
    /// The maximum number of null moves in a row has been made.
    AfterNull,
    /// The line already has the maximum number of null moves.
    Branch,
    /// The node is being verified, or is in a verification search without null moves.
    Verifying,
    /// The remaining depth is too small.
    TooShallow,
    /// The side to move has too few pieces, which risks zugzwang.
    Material,
    /// The side to move is in check.
    InCheck,
    /// Beta is a mate score.
    MateBound,
}

impl NullRefusal {
    /// All reasons, in the order of the counters.
    pub const ALL: [NullRefusal; 10] = [
        NullRefusal::Root,
        NullRefusal::FollowsPv,
        NullRefusal::OpenWindow,
        NullRefusal::AfterNull,
        NullRefusal::Branch,
        NullRefusal::Verifying,
        NullRefusal::TooShallow,
        NullRefusal::Material,
        NullRefusal::InCheck,
        NullRefusal::MateBound,
    ];
}

/// Counters of null moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NullStats {
    /// Null moves made.
    pub tries: u64,
    /// Null moves that caused a cutoff.
    pub cuts: u64,
    /// Null moves that failed low or were not confirmed.
    pub misses: u64,
    /// Null moves that failed high and were confirmed by the verification.
    pub verified: u64,
    /// Null moves that failed high but were refuted by the verification.
    pub overturned: u64,
    /// Plies added by extensions because of mate threats or other threats.
    pub extended: u64,
    /// Refusals by reason, in the order of [`NullRefusal::ALL`].
    pub refused: [u64; NullRefusal::ALL.len()],
    /// Nodes searched below null moves. A node below several null moves counts once.
    pub nodes: u64,
}

/// One iteration.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Iteration {
    /// Depth of the iteration, in plies.
    pub depth: usize,
    /// Nodes from the start of the search to the end of the iteration.
    pub nodes: u64,
    /// Leaves from the start of the search to the end of the iteration.
    pub leaves: u64,
    /// Milliseconds from the start of the search to the end of the iteration.
    pub ms: u64,
    /// Score in centipawns.
    pub score: i32,
    /// The best move.
    pub best: Move,
}

/// The class of a move that failed high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveClass {
    /// A capture or a promotion.
    Capture,
    /// A quiet move.
    Quiet,
}

/// All counters of one search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Visits to main search nodes by ply, re-searches included.
    pub visits: [u64; MAX_PLY + 1],
    /// Visits to quiescence nodes by ply.
    pub quiescence_visits: [u64; MAX_PLY + 1],
    /// Positions where the depth reached 0.
    pub leaves: u64,
    /// Nodes whose moves were generated.
    pub expanded: u64,
    /// Expanded nodes with an open window.
    pub open: u64,
    /// Pseudo-legal moves generated.
    pub generated: u64,
    /// Legal moves made by the main search.
    pub made: u64,
    /// Captures made by the quiescence search.
    pub captures_made: u64,
    /// Beta cutoffs, by class of the move that caused them.
    pub cutoffs: [u64; 2],
    /// Beta cutoffs by place in the move order: first, second, third to fifth, later.
    pub cutoffs_at: [u64; 4],
    /// Cutoffs at nodes with an open window.
    pub open_cutoffs: u64,
    /// Moves searched with a null (zero-width) window; in the tutorial's search only those after a move that raised
    /// alpha.
    pub zero_windows: u64,
    /// Re-searches after a null-window search that failed high: with the full window or, in the modern search, deeper.
    pub researches: u64,
    /// Counters of null moves.
    pub null: NullStats,
    /// The iterations reported as complete.
    pub iterations: Vec<Iteration>,
}

impl Default for Stats {
    fn default() -> Stats {
        Stats {
            visits: [0; MAX_PLY + 1],
            quiescence_visits: [0; MAX_PLY + 1],
            leaves: 0,
            expanded: 0,
            open: 0,
            generated: 0,
            made: 0,
            captures_made: 0,
            cutoffs: [0; 2],
            cutoffs_at: [0; 4],
            open_cutoffs: 0,
            zero_windows: 0,
            researches: 0,
            null: NullStats::default(),
            iterations: Vec::new(),
        }
    }
}

impl Stats {
    /// Counts a visit by the main search; plies beyond the last counter share it.
    #[inline(always)]
    pub fn visit(&mut self, ply: usize) {
        count(&mut self.visits[ply.min(MAX_PLY)], 1);
    }

    /// Counts a visit by the quiescence search.
    #[inline(always)]
    pub fn visit_quiescence(&mut self, ply: usize) {
        count(&mut self.quiescence_visits[ply.min(MAX_PLY)], 1);
    }

    /// Counts the generation of a node's moves; `moves` is 0 if they are generated in stages.
    #[inline(always)]
    pub fn expand(&mut self, open: bool, moves: usize) {
        count(&mut self.expanded, 1);
        count(&mut self.open, u64::from(open));
        count(&mut self.generated, moves as u64);
    }

    /// Counts a cutoff by the `number`-th legal move.
    #[inline(always)]
    pub fn cutoff(&mut self, mv: Move, number: usize, open: bool) {
        let class = if mv.is_capture() || mv.is_promotion() { MoveClass::Capture } else { MoveClass::Quiet };
        let place = match number {
            1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        count(&mut self.cutoffs[class as usize], 1);
        count(&mut self.cutoffs_at[place], 1);
        count(&mut self.open_cutoffs, u64::from(open));
    }

    /// Number of beta cutoffs caused by moves; null moves do not count.
    pub fn move_cutoffs(&self) -> u64 {
        self.cutoffs.iter().sum()
    }

    /// Fraction of the [move cutoffs](Self::move_cutoffs) that the first move caused.
    pub fn first_move_rate(&self) -> Option<f64> {
        ratio(self.cutoffs_at[0], self.move_cutoffs())
    }

    /// Pseudo-legal moves per expanded node: the branching factor of the unpruned tree.
    pub fn branching(&self) -> Option<f64> {
        ratio(self.generated, self.expanded)
    }

    /// Nodes of each iteration.
    pub fn nodes_by_iteration(&self) -> Vec<u64> {
        let before = std::iter::once(0).chain(self.iterations.iter().map(|iteration| iteration.nodes));
        self.iterations.iter().zip(before).map(|(iteration, before)| iteration.nodes - before).collect()
    }

    /// Leaves of the last iteration.
    pub fn last_leaves(&self) -> u64 {
        let mut last = self.iterations.iter().rev().map(|iteration| iteration.leaves);
        last.next().unwrap_or_default() - last.next().unwrap_or_default()
    }

    /// Ratio of each iteration's nodes to the previous iteration's.
    pub fn growth(&self) -> Vec<f64> {
        let nodes = self.nodes_by_iteration();
        nodes.windows(2).filter_map(|pair| ratio(pair[1], pair[0])).collect()
    }

    /// Geometric mean of the [growth](Self::growth) factors.
    pub fn mean_growth(&self) -> Option<f64> {
        let growth = self.growth();
        let logs: f64 = growth.iter().map(|factor| factor.ln()).sum();
        (!growth.is_empty()).then(|| (logs / growth.len() as f64).exp())
    }
}

/// `part / whole`; [`None`] if `whole` is 0.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Minimum number of leaves of an alpha-beta tree with branching factor B and depth D (Knuth and Moore 1975):
/// B^⌈D/2⌉ + B^⌊D/2⌋ − 1.
pub fn minimal_leaves(branching: f64, depth: usize) -> f64 {
    branching.powi(depth.div_ceil(2) as i32) + branching.powi((depth / 2) as i32) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimal_tree_has_the_known_sizes() {
        assert_eq!(minimal_leaves(35.0, 1), 35.0);
        assert_eq!(minimal_leaves(35.0, 2), 69.0);
        assert_eq!(minimal_leaves(10.0, 5), 1099.0);
    }

    #[test]
    fn the_mean_growth_is_geometric() {
        let at = |depth, nodes| Iteration { depth, nodes, ..Iteration::default() };
        let stats = Stats { iterations: vec![at(1, 10), at(2, 30), at(3, 190)], ..Stats::default() };
        assert_eq!(stats.growth(), [2.0, 8.0]);
        assert!((stats.mean_growth().expect("three iterations") - 4.0).abs() < 1e-9);
    }
}
