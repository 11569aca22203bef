//! Recipes for null moves.
//!
//! A recipe describes null move pruning as data: a [`NullMove`] determines when a null move is tried, how deep it is
//! searched, and how its result is used. [`RECIPES`] lists the published ones by name. A pure function, [`may_null`],
//! decides whether a node may make a null move; the laboratory's search, its counters, explanations and tests share it.
//!
//! The search itself is in [`nullmove`](super::nullmove). The modern search does not use recipes; it has its own [null
//! move](crate::modern::nullmove).

use crate::defines::*;
use crate::searcher::setting::{Setting, choice, number, switch};
use crate::searcher::stats::NullRefusal;

/// A minimum depth that means "never", even in deeper searches.
pub const NEVER: i32 = 99;
/// Scores of at least this many centipawns are mate scores.
pub const MATE_BOUND: i32 = CHECKMATESCORE - MAX_PLY as i32;
/// Limit on extensions, in plies: a node is extended only if its ply plus its depth is less than the depth of the
/// iteration plus this.
const MOST_EXTENSIONS: i32 = 2;

/// A recipe for null moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullMove {
    /// Depth reduction in plies, counting the null move itself (the tutorial's 4 is R = 3 in the usual notation).
    pub reduction: i32,
    /// Reduces by one more ply above depth 8, or above depth 6 if both sides have at least three pieces (Heinz 1999).
    pub adaptive: bool,
    /// Minimum depth for a null move, in plies; [`NEVER`] for no null moves.
    pub min_depth: i32,
    /// Handling of a null move that would leave no depth to search.
    pub frontier: Frontier,
    /// Nodes where null moves are disabled to get an exact value.
    pub pv: PvRule,
    /// Limits on null moves in one line.
    pub nest: Nest,
    /// The side to move needs pieces worth more than this, in centipawns; -1 for no limit.
    pub limit: i32,
    /// Minimum number of pieces of the side to move, pawns and king not counted.
    pub pieces: u32,
    /// Disables null moves where beta is a mate score, or still infinite.
    pub skip_mates: bool,
    /// Lowers the lower bound of the null window by this many centipawns.
    pub widen: i32,
    /// Value returned by a cutoff.
    pub returns: Returns,
    /// Verification of a null move that fails high.
    pub verify: Verify,
    /// Extends by a ply if the reply to the null move gives mate. A null window would hide most mates, so its lower
    /// bound is removed, except with [`MateExt::Seen`].
    pub mate_ext: MateExt,
    /// Extension in plies if the null move scores below even the lowered window; has no effect if `widen` is 0.
    pub threat_ext: i32,
    /// Raises alpha to the value of the null search. The null window then reaches down at least to alpha.
    pub raise_alpha: bool,
    /// Clears the en-passant square in a null move, as correct play requires.
    pub clear_ep: bool,
    /// Counts the null move as a ply.
    pub counts_ply: bool,
}

/// Handling of a null move that would leave no depth to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frontier {
    /// Use the quiescence search.
    Quiescence,
    /// Use the static evaluation.
    Static,
    /// Make no null move.
    Skip,
}

/// Nodes where null moves are disabled to get an exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PvRule {
    /// Nodes on the principal variation of the last iteration.
    Line,
    /// Nodes with an open window.
    OpenWindow,
    /// The root only.
    Root,
}

/// Limits on null moves in one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nest {
    /// Maximum number of consecutive null moves.
    pub running: u8,
    /// Maximum number of null moves between root and leaf.
    pub in_branch: u8,
}

impl Nest {
    /// No consecutive null moves.
    pub const NO_TWO_RUNNING: Nest = Nest::at_most(u8::MAX);
    /// Two in a row, but not three (Diepeveen 1997).
    pub const DOUBLE: Nest = Nest { running: 2, ..Nest::FREE };
    /// No limit.
    pub const FREE: Nest = Nest { running: u8::MAX, in_branch: u8::MAX };

    /// No consecutive null moves, and at most this many between root and leaf.
    pub const fn at_most(count: u8) -> Nest {
        Nest { running: 1, in_branch: count }
    }
}

/// Value returned by a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// The score of the null search.
    Score,
    /// Beta.
    Beta,
    /// The score, but beta instead of a mate score, since a null move does not prove a mate.
    ScoreButMate,
}

/// Verification of a null move that fails high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verify {
    /// No verification.
    No,
    /// A search to the depth of the null search, without null moves; no verification if that depth is not positive.
    Research,
    /// A search one ply shallower, in which null moves are not verified (David-Tabibi and Netanyahu 2002).
    Flag,
}

/// Extension of nodes where the reply to a null move gives mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateExt {
    /// No extension.
    Off,
    /// Extends for a mate in one.
    Mate1,
    /// Extends for any mate.
    Any,
    /// Extends for any mate that the null window shows, without opening it.
    Seen,
}

/// The recipes by name, each with its source. The full references: W. Bryant's digest in the Computer Chess Club, 14
/// May 1999; E. Altavilla's journal of ViperMate, 26 October 2023; J. Pettersson's guide to Mediocre; E. A. Heinz, ICCA
/// Journal 22(3), 1999; O. David-Tabibi and N. S. Netanyahu, ICGA Journal 25(3), 2002; V. Diepeveen, double null move,
/// 1997.
pub const RECIPES: [(&str, NullMove, &str); 8] = [
    ("none", NullMove::NONE, "no null moves at all"),
    ("winglet", NullMove::WINGLET, "the tutorial, chapter 19"),
    ("bryant", NullMove::BRYANT, "W. Bryant, CCC, May 1999"),
    ("vipermate", NullMove::VIPERMATE, "E. Altavilla, 2023"),
    ("mediocre", NullMove::MEDIOCRE, "J. Pettersson: no guard"),
    ("heinz", NullMove::HEINZ, "E. A. Heinz, 1999"),
    ("verified", NullMove::VERIFIED, "David-Tabibi et al., 2002"),
    ("double", NullMove::DOUBLE, "V. Diepeveen, 1997"),
];

const FRONTIERS: [(&str, Frontier); 3] =
    [("quiescence", Frontier::Quiescence), ("static", Frontier::Static), ("skip", Frontier::Skip)];
const PV_RULES: [(&str, PvRule); 3] =
    [("line", PvRule::Line), ("open-window", PvRule::OpenWindow), ("root", PvRule::Root)];
const NESTS: [(&str, Nest); 6] = [
    ("no-two-running", Nest::NO_TWO_RUNNING),
    ("1", Nest::at_most(1)),
    ("2", Nest::at_most(2)),
    ("3", Nest::at_most(3)),
    ("double", Nest::DOUBLE),
    ("free", Nest::FREE),
];
const RETURNS: [(&str, Returns); 3] =
    [("score", Returns::Score), ("beta", Returns::Beta), ("score-but-mate", Returns::ScoreButMate)];
const VERIFIES: [(&str, Verify); 3] = [("off", Verify::No), ("research", Verify::Research), ("flag", Verify::Flag)];
const MATE_EXTS: [(&str, MateExt); 4] =
    [("off", MateExt::Off), ("mate1", MateExt::Mate1), ("any", MateExt::Any), ("seen", MateExt::Seen)];
/// The names of the recipes, and [`OWN`] for any other combination of fields.
const NAMES: [&str; 9] = ["none", "winglet", "bryant", "vipermate", "mediocre", "heinz", "verified", "double", OWN];
const OWN: &str = "own";

/// Null-move settings: the recipe as a whole, and each of its fields.
pub const SETTINGS: &[Setting<NullMove>] = &[
    Setting::choice(
        "null.recipe",
        "tutorial: null-move recipe (see 'recipe list'); own: any other combination",
        &NAMES,
        |recipe| NAMES.iter().position(|name| *name == recipe.name().unwrap_or(OWN)).unwrap_or_default(),
        |recipe, place| *recipe = NullMove::of(NAMES[place]).unwrap_or(*recipe),
    ),
    number!(
        "null.reduction",
        "tutorial: depth reduction of a null move in plies, including the pass",
        [1, 64],
        reduction
    ),
    switch!("null.adaptive", "tutorial: reduce by one more ply at high depth (Heinz)", adaptive),
    number!("null.min-depth", "tutorial: minimum depth for a null move; 99: never", [1, 99], min_depth),
    choice!(
        "null.frontier",
        "tutorial: if the pass leaves no depth: quiescence, static evaluation, or no null move (skip)",
        FRONTIERS,
        frontier
    ),
    choice!("null.pv", "tutorial: nodes without null moves", PV_RULES, pv),
    choice!("null.nest", "tutorial: limit on null moves in one line; a number: at most that many", NESTS, nest),
    Setting::text(
        "null.limit",
        "tutorial: null move only if the side to move has pieces worth more than this, in centipawns",
        "0 to 99999, off",
        |recipe| if recipe.limit < 0 { "off".into() } else { recipe.limit.to_string() },
        |recipe, text| {
            let limit = if text == "off" { Some(-1) } else { text.parse().ok().filter(|it| (0..=99999).contains(it)) };
            recipe.limit = limit.unwrap_or(recipe.limit);
            limit.is_some()
        },
    ),
    number!(
        "null.pieces",
        "tutorial: minimum number of pieces that the side to move needs for a null move",
        [0, 7],
        pieces
    ),
    switch!("null.skip-mates", "tutorial: no null move where beta is a mate score", skip_mates),
    number!("null.widen", "tutorial: extend the null window downwards by this many centipawns", [0, 9999], widen),
    choice!("null.returns", "tutorial: score returned by a null cutoff", RETURNS, returns),
    choice!("null.verify", "tutorial: verification of a null cutoff", VERIFIES, verify),
    choice!(
        "null.mate-ext",
        "tutorial: extend by one ply if the reply to the null move gives mate (`seen`: only mates that the null window shows)",
        MATE_EXTS,
        mate_ext
    ),
    number!(
        "null.threat-ext",
        "tutorial: extension in plies if the pass scores below the lowered window",
        [0, 2],
        threat_ext
    ),
    switch!("null.raise-alpha", "tutorial: raise alpha to the value of the pass", raise_alpha),
    switch!("null.clear-ep", "tutorial: a pass clears the en-passant square", clear_ep),
    switch!("null.counts-ply", "tutorial: a pass counts as a ply", counts_ply),
];

impl NullMove {
    /// The tutorial's recipe.
    pub const WINGLET: NullMove = NullMove {
        reduction: NULLMOVE_REDUCTION,
        adaptive: false,
        min_depth: 1,
        frontier: Frontier::Quiescence,
        pv: PvRule::Line,
        nest: Nest::NO_TWO_RUNNING,
        limit: NULLMOVE_LIMIT,
        pieces: 0,
        skip_mates: false,
        widen: 0,
        returns: Returns::Score,
        verify: Verify::No,
        mate_ext: MateExt::Off,
        threat_ext: 0,
        raise_alpha: false,
        clear_ep: false,
        counts_ply: false,
    };
    /// No null moves.
    pub const NONE: NullMove = NullMove { min_depth: NEVER, ..NullMove::WINGLET };
    /// The recipe of Bryant's digest, following its pseudo-code: no rule for the principal variation, and a null window
    /// that is not opened for mates. Four choices are ours, because the digest leaves them open: R is 1 (its prose
    /// calls a reduction of 2 popular, its code has no number), "sufficient" depth is one that leaves the child a depth
    /// of at least 0, "sufficient" material is the tutorial's, and a null move counts as a ply like any move.
    pub const BRYANT: NullMove = NullMove {
        reduction: 2,
        min_depth: 2,
        pv: PvRule::Root,
        returns: Returns::Beta,
        mate_ext: MateExt::Seen,
        clear_ep: true,
        counts_ply: true,
        ..NullMove::WINGLET
    };
    /// ViperMate's recipe, following its code: no null move after a null move, with an open window, or at the root. The
    /// source does not show the minimum depth or the value of a cutoff; 3 and beta are our choices. Nor does it show
    /// whether a null move clears the en-passant square and counts as a ply; both are as in [`NullMove::BRYANT`].
    pub const VIPERMATE: NullMove = NullMove {
        reduction: 3,
        min_depth: 3,
        pv: PvRule::OpenWindow,
        limit: 0,
        mate_ext: MateExt::Off,
        ..NullMove::BRYANT
    };
    /// The recipe of the Mediocre guide, following its code: it reduces by one ply for the null move and two for R, and
    /// changes only the side to move.
    pub const MEDIOCRE: NullMove = NullMove { reduction: 3, limit: -1, ..NullMove::WINGLET };
    /// Adaptive null moves.
    pub const HEINZ: NullMove =
        NullMove { reduction: 3, adaptive: true, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// Verified null moves.
    pub const VERIFIED: NullMove =
        NullMove { limit: -1, verify: Verify::Flag, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// Double null moves.
    pub const DOUBLE: NullMove =
        NullMove { reduction: 3, limit: -1, nest: Nest::DOUBLE, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// The recipe with this name.
    pub fn of(name: &str) -> Option<NullMove> {
        RECIPES.iter().find(|(known, ..)| *known == name).map(|(_, recipe, _)| *recipe)
    }

    /// The name of this recipe, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        RECIPES.iter().find(|(_, recipe, _)| recipe == self).map(|(name, ..)| *name)
    }

    /// Whether the recipe depends on the number of pieces.
    pub fn wants_pieces(&self) -> bool {
        self.adaptive || self.pieces > 0
    }

    /// Depth reduction at this node in plies, counting the null move.
    #[inline(always)]
    pub fn reduction_at(&self, node: &NullMoveNode) -> i32 {
        let deep = node.depth > 8 || node.depth > 6 && node.pieces.iter().all(|&count| count >= 3);
        self.reduction + i32::from(self.adaptive && deep)
    }

    /// Upper end of the opponent's window after the null move.
    #[inline(always)]
    pub fn upper(&self, alpha: i32, beta: i32) -> i32 {
        match self.mate_ext {
            MateExt::Mate1 | MateExt::Any => LARGE_NUMBER,
            _ if self.raise_alpha => (-beta + 1 + self.widen).max(-alpha),
            _ => -beta + 1 + self.widen,
        }
    }

    /// Value returned by a cutoff after a null search with this score.
    #[inline(always)]
    pub fn returned(&self, val: i32, beta: i32) -> i32 {
        match self.returns {
            Returns::Beta => beta,
            Returns::ScoreButMate if val >= MATE_BOUND => beta,
            _ => val,
        }
    }

    /// Extension in plies if the null move reveals a mate or another threat; `child_ply` is the ply after the null
    /// move, `root_depth` the depth of the iteration.
    pub fn extension(&self, node: &NullMoveNode, val: i32, child_ply: usize, root_depth: i32) -> i32 {
        if node.ply as i32 + node.depth >= root_depth + MOST_EXTENSIONS {
            return 0;
        }
        let mated = match self.mate_ext {
            MateExt::Off => false,
            MateExt::Mate1 => val <= child_ply as i32 + 1 - LARGE_NUMBER,
            MateExt::Any | MateExt::Seen => val <= -MATE_BOUND,
        };
        let threatened = self.widen > 0 && val < node.beta - self.widen;
        i32::from(mated).max(if threatened { self.threat_ext } else { 0 })
    }
}

/// Value of [`NullMoveNode::running`] at the node being verified. It reaches the limit of every recipe, so that the
/// verification does not begin with a null move.
pub const VERIFIED_NODE: u8 = u8::MAX;

/// The properties of a node that decide whether it may make a null move; see [`may_null`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullMoveNode {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left.
    pub depth: i32,
    /// Upper bound, in centipawns.
    pub beta: i32,
    /// Whether the window is wider than a null window.
    pub open_window: bool,
    /// Whether the search follows the principal variation of the last iteration.
    pub follows_pv: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether beta is a mate score, or infinite.
    pub mate_beta: bool,
    /// Number of null moves in a row that lead to this node.
    pub running: u8,
    /// Number of null moves between the root and this node.
    pub in_branch: u8,
    /// Verification in progress, if any.
    pub verifying: Verify,
    /// Value of the pieces of the side to move, without pawns, in centipawns.
    pub piece_value: i32,
    /// Piece counts of the side to move and of the opponent, without pawns and kings; 0 unless the recipe
    /// [needs](NullMove::wants_pieces) them.
    pub pieces: [u32; 2],
}

impl NullMoveNode {
    /// An ordinary node where every rule allows a null move, for diagrams and examples.
    pub const PLAIN: NullMoveNode = NullMoveNode {
        ply: 3,
        depth: 6,
        beta: 20,
        open_window: false,
        follows_pv: false,
        in_check: false,
        mate_beta: false,
        running: 0,
        in_branch: 0,
        verifying: Verify::No,
        piece_value: 3100,
        pieces: [3, 3],
    };
}

/// Tests whether the recipe allows a null move at this node.
///
/// # Errors
/// The first [`NullRefusal`] that applies.
#[inline(always)]
pub fn may_null(recipe: &NullMove, node: &NullMoveNode) -> Result<(), NullRefusal> {
    let nothing_left = || recipe.frontier == Frontier::Skip && node.depth <= recipe.reduction_at(node);
    let unverifiable = recipe.verify == Verify::Flag && node.verifying == Verify::No && node.depth <= 1;
    let refuse = |refused: bool, why: NullRefusal| if refused { Err(why) } else { Ok(()) };
    refuse(node.ply == 0, NullRefusal::Root)?;
    refuse(recipe.pv == PvRule::Line && node.follows_pv, NullRefusal::FollowsPv)?;
    refuse(recipe.pv == PvRule::OpenWindow && node.open_window, NullRefusal::OpenWindow)?;
    refuse(node.verifying == Verify::Research || node.running == VERIFIED_NODE, NullRefusal::Verifying)?;
    refuse(node.running >= recipe.nest.running, NullRefusal::AfterNull)?;
    refuse(node.in_branch >= recipe.nest.in_branch, NullRefusal::Branch)?;
    let too_shallow = node.depth < recipe.min_depth || recipe.min_depth >= NEVER;
    refuse(too_shallow || unverifiable || nothing_left(), NullRefusal::TooShallow)?;
    refuse(node.piece_value <= recipe.limit || node.pieces[0] < recipe.pieces, NullRefusal::Material)?;
    refuse(node.in_check, NullRefusal::InCheck)?;
    refuse(recipe.skip_mates && node.mate_beta, NullRefusal::MateBound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> NullMoveNode {
        NullMoveNode { piece_value: 800, pieces: [2, 2], ..NullMoveNode::PLAIN }
    }

    #[test]
    fn every_refusal_occurs() {
        let winglet = NullMove::WINGLET;
        let verified = NullMove { verify: Verify::Research, ..winglet };
        let table = [
            (winglet, NullMoveNode { ply: 0, ..node() }, NullRefusal::Root),
            (winglet, NullMoveNode { follows_pv: true, ..node() }, NullRefusal::FollowsPv),
            (NullMove::VIPERMATE, NullMoveNode { open_window: true, ..node() }, NullRefusal::OpenWindow),
            (winglet, NullMoveNode { running: 1, ..node() }, NullRefusal::AfterNull),
            (NullMove::DOUBLE, NullMoveNode { running: 2, ..node() }, NullRefusal::AfterNull),
            (
                NullMove { nest: Nest::at_most(1), ..winglet },
                NullMoveNode { in_branch: 1, ..node() },
                NullRefusal::Branch,
            ),
            (verified, NullMoveNode { verifying: Verify::Research, ..node() }, NullRefusal::Verifying),
            (winglet, NullMoveNode { running: VERIFIED_NODE, ..node() }, NullRefusal::Verifying),
            (NullMove::VIPERMATE, NullMoveNode { depth: 2, ..node() }, NullRefusal::TooShallow),
            (NullMove::NONE, NullMoveNode { depth: 120, ..node() }, NullRefusal::TooShallow),
            (
                NullMove { frontier: Frontier::Skip, ..winglet },
                NullMoveNode { depth: 4, ..node() },
                NullRefusal::TooShallow,
            ),
            (winglet, NullMoveNode { piece_value: 299, ..node() }, NullRefusal::Material),
            (NullMove { pieces: 3, ..winglet }, node(), NullRefusal::Material),
            (winglet, NullMoveNode { in_check: true, ..node() }, NullRefusal::InCheck),
            (
                NullMove { skip_mates: true, ..winglet },
                NullMoveNode { mate_beta: true, ..node() },
                NullRefusal::MateBound,
            ),
        ];
        for (recipe, node, refusal) in table {
            assert_eq!(may_null(&recipe, &node), Err(refusal));
        }
        for refusal in NullRefusal::ALL {
            assert!(table.iter().any(|(.., known)| *known == refusal), "{refusal:?}");
        }
    }

    #[test]
    fn recipes_allow_what_their_sources_allow() {
        let allowed = |recipe: NullMove, node: NullMoveNode| may_null(&recipe, &node) == Ok(());
        assert!(allowed(NullMove::WINGLET, NullMoveNode { depth: 1, open_window: true, in_branch: 9, ..node() }));
        assert!(allowed(NullMove::MEDIOCRE, NullMoveNode { piece_value: 0, ..node() }));
        assert!(allowed(NullMove::DOUBLE, NullMoveNode { running: 1, ..node() }));
        assert!(allowed(NullMove::VIPERMATE, NullMoveNode { depth: 3, piece_value: 300, ..node() }));
        assert!(!allowed(NullMove::VERIFIED, NullMoveNode { depth: 1, ..node() }));
        assert!(allowed(NullMove::VERIFIED, NullMoveNode { depth: 1, verifying: Verify::Flag, ..node() }));
    }

    #[test]
    fn reductions_by_depth_are_those_of_the_sources() {
        let at = |recipe: NullMove, depths: [i32; 4]| {
            depths.map(|depth| recipe.reduction_at(&NullMoveNode { depth, ..node() }))
        };
        assert_eq!(at(NullMove::WINGLET, [1, 6, 8, 12]), [4; 4]);
        assert_eq!(at(NullMove::BRYANT, [2, 6, 8, 12]), [2; 4]);
        assert_eq!(at(NullMove::VIPERMATE, [3, 6, 8, 12]), [3; 4]);
        assert_eq!(at(NullMove::HEINZ, [6, 8, 9, 12]), [3, 3, 4, 4]);
        assert_eq!(NullMove::HEINZ.reduction_at(&NullMoveNode { depth: 7, pieces: [3, 4], ..node() }), 4);
    }

    #[test]
    fn names_match_recipes() {
        for (name, recipe, _) in RECIPES {
            assert_eq!(NullMove::of(name), Some(recipe));
            assert_eq!(recipe.name(), Some(name));
        }
        assert_eq!(NullMove { reduction: 9, ..NullMove::WINGLET }.name(), None);
    }
}
