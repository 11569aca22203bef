//! # Modern · Techniques
//!
//! Everything that makes the tree smaller than alpha-beta does, each with a switch ([`Techniques`]), a predicate that says when it
//! applies, and an amount. `ablate` measures what each is worth.
//!
//! Depths are in plies, margins in centipawns. The predicates see the node ([`Node`]) and nothing else.
//!
//! **Read next:** [`negamax`](super::negamax).

use bitflags::bitflags;

use super::{EVAL_MAX, MATE_BOUND};

bitflags! {
    /// The techniques that can be switched off one by one. Worth: nodes to depth 12 over the positions of
    /// [`bench`](super::bench), version 0.1.0; less than 1.00 means that the tree is larger with it, which is no loss in itself.
    /// Then Elo in 400 games with 4,000 nodes a move, some eight plies deep, against the search without it, with 95 % errors.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Techniques: u32 {
        /// Narrow windows at the root.
        /// Worth: without it 1.14 times the nodes, with it +88 ± 32 Elo.
        const ASPIRATION = 1 << 0;
        /// Scores and cutoffs from the transposition table.
        /// Worth: without it 2.26 times the nodes, with it +200 ± 36 Elo.
        const TABLE = 1 << 1;
        /// No search for mates longer than one that is known.
        /// Worth: without it 1.02 times the nodes, with it -1 ± 31 Elo.
        const MATE_DISTANCE = 1 << 2;
        /// Far above beta: cut.
        /// Worth: without it 1.55 times the nodes, with it +70 ± 33 Elo.
        const REVERSE_FUTILITY = 1 << 3;
        /// Far below alpha: quiescence.
        /// Worth: without it 0.94 times the nodes, with it -24 ± 31 Elo.
        const RAZORING = 1 << 4;
        /// Even after passing above beta: cut. How is a recipe, see [`nullmove`](super::nullmove).
        /// Worth: without it 1.07 times the nodes, with it -3 ± 31 Elo.
        const NULL_MOVE = 1 << 5;
        /// A capture far above beta in a shallow search: cut.
        /// Worth: without it 0.98 times the nodes, with it +15 ± 31 Elo.
        const PROBCUT = 1 << 6;
        /// No move known: search less deep.
        /// Worth: without it 1.20 times the nodes, with it -9 ± 31 Elo.
        const IIR = 1 << 7;
        /// Late quiet moves are left out near the leaves.
        /// Worth: without it 1.53 times the nodes, with it +20 ± 31 Elo.
        const LMP = 1 << 8;
        /// Quiet moves that cannot raise alpha are left out near the leaves.
        /// Worth: without it 0.96 times the nodes, with it +17 ± 31 Elo.
        const FUTILITY = 1 << 9;
        /// Quiet moves with a bad history are left out near the leaves.
        /// Worth: without it 1.03 times the nodes, with it +3 ± 31 Elo.
        const HISTORY_PRUNING = 1 << 10;
        /// Moves that lose material are left out near the leaves.
        /// Worth: without it 1.24 times the nodes, with it +54 ± 31 Elo.
        const SEE_PRUNING = 1 << 11;
        /// Late moves are searched less deep.
        /// Worth: without it 4.06 times the nodes, with it +115 ± 33 Elo.
        const LMR = 1 << 12;
        /// A move much better than all others is searched deeper.
        /// Worth: without it 0.82 times the nodes, with it +20 ± 31 Elo.
        const SINGULAR = 1 << 13;
        /// Checks are searched deeper.
        /// Worth: without it 0.87 times the nodes, with it +23 ± 31 Elo.
        const CHECK_EXTENSION = 1 << 14;
        /// Killers and counter moves come before other quiet moves.
        /// Worth: without it 0.92 times the nodes, with it +7 ± 31 Elo.
        const KILLERS = 1 << 15;
        /// Moves are ordered by history.
        /// Worth: without it 1.34 times the nodes, with it +288 ± 44 Elo.
        const QUIET_HISTORY = 1 << 16;
        /// The static evaluation is corrected by what searches found.
        /// Worth: without it 1.02 times the nodes, with it +5 ± 31 Elo.
        const CORRECTION = 1 << 17;
        /// Captures that cannot raise alpha are left out of the quiescence search.
        /// Worth: without it 1.02 times the nodes, with it -13 ± 32 Elo.
        const DELTA = 1 << 18;
        /// At the horizon quiet checks are tried as well as captures.
        /// Worth: without it 0.89 times the nodes, with it +8 ± 31 Elo.
        const QUIET_CHECKS = 1 << 19;
    }
}

impl Techniques {
    /// Each technique with the name by which it is switched.
    pub fn by_name() -> impl Iterator<Item = (String, Techniques)> {
        Techniques::all().iter_names().map(|(name, bit)| (name.to_lowercase().replace('_', "-"), bit))
    }

    /// The technique of this name.
    pub fn named(name: &str) -> Option<Techniques> {
        Techniques::by_name().find(|(known, _)| known == name).map(|(_, bit)| bit)
    }
}

bitflags! {
    /// What a node is, passed down the tree.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct SearchFlags: u32 {
        /// Its exact value is wanted.
        const PV_NODE = 1;
        /// It is the root.
        const ROOT_NODE = 2;
        /// The opponent has just passed.
        const NULLMOVE = 4;
        /// It is expected to be cut.
        const CUT_NODE = 8;
        /// The search has just reached its horizon here.
        const HORIZON = 16;
    }
}

/// What is known of a node when it has to be decided how to search it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// What it is.
    pub flags: SearchFlags,
    /// Plies left.
    pub depth: i32,
    /// Lower end of the window.
    pub alpha: i32,
    /// Upper end of the window.
    pub beta: i32,
    /// The best guess of its value before it is searched.
    pub eval: i32,
    /// Its static evaluation.
    pub static_eval: i32,
    /// Is the side to move better off than two plies ago?
    pub improving: bool,
    /// Is the side to move in check?
    pub in_check: bool,
    /// Is a move left out, to see how good the others are?
    pub excluded: bool,
    /// Has the side to move a piece besides king and pawns?
    pub has_pieces: bool,
    /// Is it, or has it been, on a principal variation?
    pub was_pv: bool,
    /// Is the table's move a capture or a promotion?
    pub noisy_table_move: bool,
}

/// What is known of a late move besides its node.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Plies taken off because of its place in the order, in 1024ths: [`base_reduction`].
    pub base: i32,
    /// How good it has been elsewhere.
    pub history: i32,
    /// Does it give check?
    pub gives_check: bool,
    /// Were many of its children cut already?
    pub many_cutoffs: bool,
}

impl Node {
    /// May this node be cut, or left to a shallower search, because of its evaluation?
    #[inline(always)]
    fn is_prunable(&self) -> bool {
        !self.flags.contains(SearchFlags::PV_NODE) && !self.in_check && !self.excluded
    }
}

impl Techniques {
    /// Reverse futility pruning, <https://www.chessprogramming.org/Reverse_Futility_Pruning>.
    ///
    /// A few plies from the leaves, a position so far above beta that the opponent will hardly make up for it is cut at once.
    ///
    /// Conditions: no PV node, no check, depth at most 9, no mate scores.
    #[inline]
    pub fn reverse_futility(self, node: &Node) -> bool {
        let margin = 78 * node.depth - 65 * i32::from(node.improving);
        self.contains(Techniques::REVERSE_FUTILITY)
            && node.is_prunable()
            && node.depth <= 9
            && node.eval - margin >= node.beta
            && node.eval < EVAL_MAX
            && node.beta > -MATE_BOUND
    }

    /// Razoring, <https://www.chessprogramming.org/Razoring>.
    ///
    /// A position so far below alpha that only a capture could help is left to the quiescence search; if that agrees, its score is
    /// the result.
    ///
    /// Conditions: no PV node, no check, depth at most 3.
    #[inline]
    pub fn razoring(self, node: &Node) -> bool {
        self.contains(Techniques::RAZORING)
            && node.is_prunable()
            && node.depth <= 3
            && node.eval + 220 + 120 * node.depth * node.depth <= node.alpha
            && node.alpha < EVAL_MAX
    }

    /// ProbCut, <https://www.chessprogramming.org/ProbCut>: the raised beta, if it is to be tried.
    ///
    /// If a good capture beats a raised beta in a much shallower search, the full search would very probably beat beta.
    ///
    /// Conditions: no PV node, no check, depth at least 5, no mate scores.
    #[inline]
    pub fn probcut_beta(self, node: &Node) -> Option<i32> {
        let applies =
            self.contains(Techniques::PROBCUT) && node.is_prunable() && node.depth >= 5 && node.beta.abs() < EVAL_MAX;
        applies.then_some(node.beta + 190 - 50 * i32::from(node.improving))
    }

    /// Internal iterative reduction, <https://www.chessprogramming.org/Internal_Iterative_Reductions>.
    ///
    /// Without a move from the table the order of moves is poor, and a search at full depth dear; one ply less now leaves a move
    /// for the next time.
    ///
    /// Conditions: no move in the table, depth at least 4, PV node or expected cut.
    #[inline]
    pub fn internal_reduction(self, node: &Node) -> bool {
        self.contains(Techniques::IIR | Techniques::TABLE)
            && node.depth >= 4
            && !node.excluded
            && node.flags.intersects(SearchFlags::PV_NODE | SearchFlags::CUT_NODE)
    }

    /// Check extensions, <https://www.chessprogramming.org/Check_Extensions>: a ply more where there is time to use it, and at the
    /// horizon, where it would be hidden otherwise.
    #[inline]
    pub fn check_extension(self, depth: i32) -> bool {
        self.contains(Techniques::CHECK_EXTENSION) && (depth > 8 || depth <= 1)
    }

    /// Late move pruning, <https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning>: how many moves are searched
    /// before the other quiet ones are left out.
    ///
    /// Near the leaves, when many moves have failed, the quiet ones that the history puts last will not do better.
    #[inline]
    pub fn late_move_count(self, node: &Node) -> usize {
        if !self.contains(Techniques::LMP) {
            return usize::MAX;
        }
        ((3 + node.depth * node.depth) / (2 - i32::from(node.improving))) as usize
    }

    /// Futility pruning, <https://www.chessprogramming.org/Futility_Pruning>.
    ///
    /// Near the leaves, a quiet move cannot raise a position that is far below alpha.
    ///
    /// Conditions: no check, at most 8 plies left after reduction, no mate found yet: it may be found faster.
    #[inline]
    pub fn futility(self, node: &Node, reduced_depth: i32, history: i32) -> bool {
        self.contains(Techniques::FUTILITY)
            && !node.in_check
            && reduced_depth <= 8
            && node.alpha < MATE_BOUND
            && node.static_eval + 90 + 95 * reduced_depth + history / 220 <= node.alpha
    }

    /// History pruning: near the leaves, moves that have been bad nearly everywhere are left out.
    ///
    /// Conditions: at most 4 plies left after reduction.
    #[inline]
    pub fn history_pruning(self, reduced_depth: i32, history: i32) -> bool {
        self.contains(Techniques::HISTORY_PRUNING) && reduced_depth <= 4 && history < -4200 * reduced_depth.max(1)
    }

    /// Pruning by exchange value: the material that a move may lose and still be searched; [`None`] if all are searched.
    ///
    /// Near the leaves, a move that loses material in the exchange on its target is hardly ever good, unless it gives check
    /// ([`exchange_threshold_of_checks`]).
    #[inline]
    pub fn exchange_threshold(self, depth: i32, reduced_depth: i32, is_quiet: bool) -> Option<i32> {
        if !self.contains(Techniques::SEE_PRUNING) {
            return None;
        }
        if is_quiet {
            (reduced_depth <= 8).then_some(-24 * reduced_depth.max(0) * reduced_depth.max(0) - 20)
        } else {
            (depth <= 8).then_some(-95 * depth)
        }
    }

    /// Is this move searched less deep at first? Not the first moves, nor where there is no depth to save.
    #[inline(always)]
    pub fn reduces(self, node: &Node, number: usize) -> bool {
        let root = node.flags.contains(SearchFlags::ROOT_NODE);
        self.contains(Techniques::LMR) && node.depth >= 2 && number > 1 + usize::from(root)
    }
}

/// The same for checks: a queen may be given for one from eight plies on.
pub fn exchange_threshold_of_checks(depth: i32) -> i32 {
    -100 * depth - 100
}

/// Late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>: plies taken off before adjustments, in 1024ths.
///
/// With a good order of moves the late ones rarely are best; they are searched less deep first, and again if they surprise.
pub fn base_reduction(depth: i32, move_number: usize, is_quiet: bool) -> i32 {
    let logs = LOGS[(depth as usize).min(63)] * LOGS[move_number.min(63)] / 1024;
    if is_quiet { 790 + logs * 1024 / 2300 } else { 200 + logs * 1024 / 3400 }
}

/// The same with what is known of node and move: plies taken off, in 1024ths.
#[inline(always)]
pub fn late_move_reduction(node: &Node, late: &LateMove) -> i32 {
    let mut reduction = late.base - late.history / 9;
    reduction -= 1024 * i32::from(node.was_pv) + 512 * i32::from(node.flags.contains(SearchFlags::PV_NODE));
    reduction += 1400 * i32::from(node.flags.contains(SearchFlags::CUT_NODE));
    reduction += 600 * i32::from(!node.improving);
    reduction -= 1500 * i32::from(late.gives_check || node.in_check);
    reduction += 900 * i32::from(node.noisy_table_move);
    reduction + 800 * i32::from(late.many_cutoffs)
}

/// Natural logarithms of 0 (taken as 1) to 63, in 1024ths.
static LOGS: [i32; 64] = {
    // ln n = 2 artanh((n - 1) / (n + 1)); the series converges slowly for great n, so halve until it is near 1.
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

    #[test]
    fn the_logarithms_are_right() {
        for (n, &log) in LOGS.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(log) - exact).abs() < 2.0, "{n}");
        }
    }

    #[test]
    fn techniques_are_found_by_their_names() {
        assert_eq!(Techniques::named("lmr"), Some(Techniques::LMR));
        assert_eq!(Techniques::named("null-move"), Some(Techniques::NULL_MOVE));
        assert_eq!(Techniques::named("magic"), None);
        assert_eq!(Techniques::by_name().count(), Techniques::all().bits().count_ones() as usize);
    }
}
