//! # 19 · Null move pruning
//!
//! If the side to move could pass and still be too good for the opponent, then some real move is surely good enough: search the
//! passed position to a reduced depth, and if the score is not below beta, be content with that.
//!
//! The rules of the tutorial: not while following the principal variation (there the exact value is wanted), not twice in a row,
//! not in check (the king would be taken), and not without a piece (in pawn endings having to move is often the whole
//! point, and passing would be the best move of all: zugzwang).
//!
//! **Differs here:** how null moves are made is data, a [`NullMove`], of which the tutorial's is one of [`RECIPES`]. What follows
//! from it is a pure function, [`may_null`]: the search, its counters and its explanations ask the same question.
//!
//! *Quirk 8 (kept, figures depend on it):* in the tutorial's recipe, passing leaves the en-passant square, the count to fifty and the
//! game line alone, and the passed position is searched at the same ply, so that it overwrites this node's row of the
//! principal variation. *Quirk 9 (kept):* it is tried at every depth, and its score is returned whatever it is.
//!
//! **Read next:** [`timer`](crate::timer), [`peek`](crate::peek).

use crate::audit::Cut;
use crate::board::Board;
use crate::defines::*;
use crate::hash::KEYS;
use crate::tree::Step;

/// A depth that no search reaches: as a least depth, it means "never".
pub const NEVER: i32 = 99;
/// Mates that the search can see have a score of at least this, in centipawns.
pub const MATE_BOUND: i32 = CHECKMATESCORE - MAX_PLY as i32;
/// The greatest number of plies that the static value can add to a reduction.
const MOST_FOR_EVAL: i32 = 3;

/// Plies by which threats that null moves have shown can lengthen one line.
const MOST_EXTENSIONS: i32 = 2;

/// How null moves are made: a recipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullMove {
    /// Plies taken off the depth for a null move, the pass itself included (the tutorial's 4 is what others call R = 3).
    pub reduction: i32,
    /// One ply more for every so many plies of depth; 0 for none.
    pub step: i32,
    /// One ply more for every so many centipawns that the static value is above beta, three at most; 0 for none.
    pub per_eval: i32,
    /// One ply more above depth 8, and above depth 6 if both sides have three pieces (Heinz 1999).
    pub adaptive: bool,
    /// Least depth, in plies, at which a null move is tried; [`NEVER`] for no null moves.
    pub min_depth: i32,
    /// What happens when no depth is left after the pass.
    pub frontier: Frontier,
    /// Where the exact value is wanted and null moves are not tried.
    pub pv: PvRule,
    /// How null moves may follow each other.
    pub nest: Nest,
    /// The side to move needs more material in pieces than this, in centipawns; -1 for no such rule.
    pub limit: i32,
    /// The side to move needs at least so many pieces, pawns and king not counted.
    pub pieces: u32,
    /// The static value must not be more than this below beta, in centipawns.
    pub gate: Option<i32>,
    /// No null move where beta is the score of a mate.
    pub skip_mates: bool,
    /// The lower end of the null window is so much further down, in centipawns.
    pub widen: i32,
    /// What a cutoff returns.
    pub returns: Returns,
    /// How a null move that fails high is verified.
    pub verify: Verify,
    /// Least depth at which [`Verify::Research`] is done, in plies.
    pub verify_from: i32,
    /// Search a ply deeper if the pass is answered by mate. The null window is then open downwards, or no mate would be seen.
    pub mate_ext: MateExt,
    /// Plies to search deeper if the null move fails even below the lowered window.
    pub threat_ext: i32,
    /// Let the value of the pass raise alpha. The null window then reaches down to alpha.
    pub raise_alpha: bool,
    /// Is the en-passant square cleared by a pass, as it should be?
    pub clear_ep: bool,
    /// Does a pass count as a ply?
    pub counts_ply: bool,
}

/// What happens when no depth is left after the pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frontier {
    /// The quiescence search.
    Quiescence,
    /// The static evaluation.
    Static,
    /// No null move.
    Skip,
}

/// Where the exact value is wanted and null moves are not tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PvRule {
    /// On the principal variation of the last iteration.
    Line,
    /// Wherever the window is open.
    OpenWindow,
    /// Nowhere but at the root.
    Root,
}

/// How null moves may follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nest {
    /// Not directly.
    NoTwoRunning,
    /// Not directly, and not more than so many between root and leaf.
    AtMost(u8),
    /// Two in a row, not three (Diepeveen 1997).
    Double,
    /// Without limit.
    Free,
}

/// What a cutoff returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// The score of the null search.
    Score,
    /// Beta.
    Beta,
    /// The score, but beta in place of a mate, which a pass does not prove.
    ScoreButMate,
}

/// How a null move that fails high is verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verify {
    /// It is believed.
    No,
    /// By a search as shallow as that of the pass, without null moves.
    Research,
    /// By a search one ply shallower, in which null moves are believed (David-Tabibi and Netanyahu 2002).
    Flag,
}

/// Whether a mate that answers the pass makes the search go deeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateExt {
    /// No.
    Off,
    /// A mate in one does.
    Mate1,
    /// Any mate does.
    Any,
}

/// The recipes by name, each with where it comes from.
pub const RECIPES: [(&str, NullMove, &str); 9] = [
    ("none", NullMove::NONE, "no null moves at all"),
    ("winglet", NullMove::WINGLET, "the tutorial, chapter 19"),
    ("bryant", NullMove::BRYANT, "W. Bryant's digest, Computer Chess Club, 14 May 1999, as its code reads"),
    ("vipermate", NullMove::VIPERMATE, "E. Altavilla's journal of ViperMate, 26 October 2023"),
    ("mediocre", NullMove::MEDIOCRE, "J. Pettersson's guide to Mediocre: no guard against zugzwang"),
    ("heinz", NullMove::HEINZ, "E. A. Heinz, Adaptive null-move pruning, ICCA Journal 22(3), 1999"),
    (
        "verified",
        NullMove::VERIFIED,
        "O. David-Tabibi, N. Netanyahu, Verified null-move pruning, ICGA Journal 25(3), 2002",
    ),
    ("double", NullMove::DOUBLE, "V. Diepeveen, double null move, 1997"),
    ("modern", NullMove::MODERN, "what strong engines of today have in common"),
];

impl NullMove {
    /// The tutorial's.
    pub const WINGLET: NullMove = NullMove {
        reduction: 4,
        step: 0,
        per_eval: 0,
        adaptive: false,
        min_depth: 1,
        frontier: Frontier::Quiescence,
        pv: PvRule::Line,
        nest: Nest::NoTwoRunning,
        limit: KNIGHT_VALUE - 1,
        pieces: 0,
        gate: None,
        skip_mates: false,
        widen: 0,
        returns: Returns::Score,
        verify: Verify::No,
        verify_from: 1,
        mate_ext: MateExt::Off,
        threat_ext: 0,
        raise_alpha: false,
        clear_ep: false,
        counts_ply: false,
    };
    /// No null moves.
    pub const NONE: NullMove = NullMove { min_depth: NEVER, ..NullMove::WINGLET };
    /// The digest's.
    pub const BRYANT: NullMove = NullMove {
        reduction: 2,
        min_depth: 2,
        pv: PvRule::OpenWindow,
        returns: Returns::Beta,
        mate_ext: MateExt::Any,
        clear_ep: true,
        counts_ply: true,
        ..NullMove::WINGLET
    };
    /// ViperMate's.
    pub const VIPERMATE: NullMove =
        NullMove { reduction: 3, min_depth: 3, limit: 0, mate_ext: MateExt::Off, ..NullMove::BRYANT };
    /// The Mediocre guide's.
    pub const MEDIOCRE: NullMove = NullMove { reduction: 3, limit: -1, ..NullMove::WINGLET };
    /// Adaptive null moves.
    pub const HEINZ: NullMove =
        NullMove { reduction: 3, adaptive: true, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// Verified null moves.
    pub const VERIFIED: NullMove =
        NullMove { limit: -1, verify: Verify::Flag, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// Double null moves.
    pub const DOUBLE: NullMove =
        NullMove { reduction: 3, limit: -1, nest: Nest::Double, clear_ep: true, counts_ply: true, ..NullMove::WINGLET };
    /// A recipe of today.
    pub const MODERN: NullMove = NullMove {
        reduction: 4,
        step: 4,
        per_eval: 200,
        min_depth: 2,
        pv: PvRule::OpenWindow,
        limit: 0,
        gate: Some(0),
        skip_mates: true,
        returns: Returns::ScoreButMate,
        verify: Verify::Research,
        verify_from: 12,
        clear_ep: true,
        counts_ply: true,
        ..NullMove::WINGLET
    };

    /// The recipe of this name.
    pub fn of(name: &str) -> Option<NullMove> {
        RECIPES.iter().find(|(known, ..)| *known == name).map(|(_, recipe, _)| *recipe)
    }

    /// The name of this recipe, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        RECIPES.iter().find(|(_, recipe, _)| recipe == self).map(|(name, ..)| *name)
    }

    /// Does the recipe have to know the static value of a node?
    pub fn wants_eval(&self) -> bool {
        self.gate.is_some() || self.per_eval > 0
    }

    /// Does the recipe have to know how many pieces there are?
    pub fn wants_pieces(&self) -> bool {
        self.adaptive || self.pieces > 0
    }

    /// Plies taken off the depth at this node, the pass included.
    #[inline(always)]
    pub fn reduction_at(&self, node: &Node) -> i32 {
        let deep = node.depth > 8 || node.depth > 6 && node.pieces.iter().all(|&count| count >= 3);
        let per_step = if self.step > 0 { node.depth / self.step } else { 0 };
        let per_eval = match node.static_eval {
            Some(eval) if self.per_eval > 0 => ((eval - node.beta) / self.per_eval).clamp(0, MOST_FOR_EVAL),
            _ => 0,
        };
        self.reduction + per_step + per_eval + i32::from(self.adaptive && deep)
    }

    /// Upper end of the window that the opponent searches the passed position with.
    fn upper(&self, alpha: i32, beta: i32) -> i32 {
        match self.mate_ext {
            MateExt::Off if self.raise_alpha => (-beta + 1 + self.widen).max(-alpha),
            MateExt::Off => -beta + 1 + self.widen,
            _ => LARGE_NUMBER,
        }
    }
}

/// What [`may_null`] has to know of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// Plies left.
    pub depth: i32,
    /// Upper bound, in centipawns.
    pub beta: i32,
    /// Is there room between alpha and beta?
    pub open_window: bool,
    /// Does the search follow the last iteration's principal variation?
    pub follows_pv: bool,
    /// Is the side to move in check?
    pub in_check: bool,
    /// Null moves made directly before.
    pub running: u8,
    /// Null moves between the root and this node.
    pub in_branch: u8,
    /// Is this a part of a verification?
    pub verifying: Verify,
    /// Material of the side to move in pieces, in centipawns.
    pub piece_value: i32,
    /// Number of pieces of the side to move, and of the other, pawns and kings not counted, if the recipe wants to know it.
    pub pieces: [u32; 2],
    /// Static value for the side to move, in centipawns, if the recipe wants to know it.
    pub static_eval: Option<i32>,
}

/// Why a null move is not tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The root needs a move.
    Root,
    /// The search follows the last iteration's principal variation.
    FollowsPv,
    /// The window is open: the exact value is wanted.
    OpenWindow,
    /// A null move was made directly before.
    AfterNull,
    /// There have been enough null moves on the way here.
    Branch,
    /// A null move is being verified.
    Verifying,
    /// Too little depth is left.
    TooShallow,
    /// Too few pieces: zugzwang.
    Material,
    /// The king would be taken.
    InCheck,
    /// Beta is the score of a mate.
    MateBound,
    /// The static value is below beta.
    StaticEval,
}

impl Refusal {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Refusal; 11] = [
        Refusal::Root,
        Refusal::FollowsPv,
        Refusal::OpenWindow,
        Refusal::AfterNull,
        Refusal::Branch,
        Refusal::Verifying,
        Refusal::TooShallow,
        Refusal::Material,
        Refusal::InCheck,
        Refusal::MateBound,
        Refusal::StaticEval,
    ];
}

/// Does the recipe allow a null move at this node?
///
/// # Errors
/// The first [`Refusal`] that holds.
#[inline(always)]
pub fn may_null(recipe: &NullMove, node: &Node) -> Result<(), Refusal> {
    let (most_running, most_in_branch) = match recipe.nest {
        Nest::NoTwoRunning => (1, u8::MAX),
        Nest::AtMost(count) => (1, count),
        Nest::Double => (2, u8::MAX),
        Nest::Free => (u8::MAX, u8::MAX),
    };
    let nothing_left = || recipe.frontier == Frontier::Skip && node.depth <= recipe.reduction_at(node);
    let unverifiable = recipe.verify == Verify::Flag && node.verifying == Verify::No && node.depth <= 1;
    let below = recipe.gate.zip(node.static_eval).is_some_and(|(margin, eval)| eval < node.beta - margin);
    let refuse = |refused: bool, why: Refusal| if refused { Err(why) } else { Ok(()) };
    refuse(node.ply == 0, Refusal::Root)?;
    refuse(recipe.pv == PvRule::Line && node.follows_pv, Refusal::FollowsPv)?;
    refuse(recipe.pv == PvRule::OpenWindow && node.open_window, Refusal::OpenWindow)?;
    refuse(node.running >= most_running, Refusal::AfterNull)?;
    refuse(node.in_branch >= most_in_branch, Refusal::Branch)?;
    refuse(node.verifying == Verify::Research, Refusal::Verifying)?;
    refuse(node.depth < recipe.min_depth || unverifiable || nothing_left(), Refusal::TooShallow)?;
    refuse(node.piece_value <= recipe.limit || node.pieces[0] < recipe.pieces, Refusal::Material)?;
    refuse(node.in_check, Refusal::InCheck)?;
    refuse(recipe.skip_mates && node.beta.abs() >= MATE_BOUND, Refusal::MateBound)?;
    refuse(below, Refusal::StaticEval)
}

/// What the line that the search is looking at has seen of null moves, besides the tutorial's `allownull`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullLine {
    /// Null moves made directly before; counts only while `allownull` is off.
    pub running: u8,
    /// Null moves between the root and here.
    pub in_branch: u8,
    /// Is this a part of a verification?
    pub verifying: Verify,
    /// Depth of the iteration, in plies.
    pub root_depth: i32,
}

impl NullLine {
    /// At the root of an iteration of this depth.
    pub const fn at_root(depth: i32) -> NullLine {
        NullLine { running: 0, in_branch: 0, verifying: Verify::No, root_depth: depth }
    }
}

/// What a null move has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The score to be content with, if there is a cutoff.
    pub cutoff: Option<i32>,
    /// Plies to search deeper than intended.
    pub deeper: i32,
    /// What the side to move has for certain, if a pass can be trusted so far, in centipawns.
    pub floor: i32,
}

impl Pass {
    const NOTHING: Pass = Pass { cutoff: None, deeper: 0, floor: -LARGE_NUMBER };
}

impl Board {
    /// Tries a null move, if the recipe allows one. The caller must look at `timedout` first.
    #[inline(never)]
    pub fn try_null(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, in_check: bool) -> Pass {
        if !self.switches.null {
            return Pass::NOTHING;
        }
        let node = self.null_node(ply, depth, alpha, beta, in_check);
        match may_null(&self.null_move, &node) {
            Ok(()) => self.null_search(&node, alpha),
            Err(refusal) => {
                self.stats.null.refused[refusal as usize] += 1;
                Pass::NOTHING
            }
        }
    }

    /// The present node, as [`may_null`] wants to know it.
    #[inline(always)]
    pub fn null_node(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, in_check: bool) -> Node {
        let side = self.next_move;
        let pieces = |side: Side| {
            let others = self.bitmap[side.piece(PAWN) as usize] | self.bitmap[side.piece(KING) as usize];
            (self.pieces[side.index()] & !others).count_ones()
        };
        Node {
            ply,
            depth,
            beta,
            open_window: beta - alpha > 1,
            follows_pv: self.followpv,
            in_check,
            running: if self.allownull { 0 } else { self.null_line.running },
            in_branch: self.null_line.in_branch,
            verifying: self.null_line.verifying,
            piece_value: self.total_pieces[side.index()],
            pieces: if self.null_move.wants_pieces() { [pieces(side), pieces(side.other())] } else { [0; 2] },
            static_eval: self.null_move.wants_eval().then(|| self.eval()),
        }
    }

    #[inline(always)]
    fn null_search(&mut self, node: &Node, alpha: i32) -> Pass {
        let recipe = &self.null_move;
        let child_depth = node.depth - recipe.reduction_at(node);
        let upper = recipe.upper(alpha, node.beta);
        let nodes_before = self.inodes;
        self.stats.null.tries += 1;
        let val = self.pass(node, child_depth, upper);
        if node.in_branch == 0 {
            self.stats.null.nodes += self.inodes - nodes_before;
        }
        if self.timedout {
            return Pass::NOTHING;
        }
        if val >= node.beta && self.is_verified(node, child_depth, alpha) {
            self.stats.null.cuts += 1;
            if self.audit.is_some() {
                self.show_auditor(node, val);
            }
            return Pass { cutoff: Some(self.null_move.returned(val, node.beta)), ..Pass::NOTHING };
        }
        self.stats.null.misses += 1;
        if val >= node.beta {
            return Pass::NOTHING;
        }
        let deeper = self.extension(node, val);
        self.stats.null.extended += deeper as u64;
        Pass { cutoff: None, deeper, floor: if self.null_move.raise_alpha { val } else { -LARGE_NUMBER } }
    }

    /// A null move has cut this node off: perhaps somebody takes samples.
    #[cold]
    fn show_auditor(&mut self, node: &Node, val: i32) {
        let Some(mut audit) = self.audit.take() else { return };
        audit.see(|| Cut { setup: self.setup(), depth: node.depth, beta: node.beta, val });
        self.audit = Some(audit);
    }

    /// Passes, searches, takes the pass back, and returns the score for the side that has passed.
    #[inline(always)]
    fn pass(&mut self, node: &Node, child_depth: i32, upper: i32) -> i32 {
        let (line, ep_square) = (self.null_line, self.ep_square);
        let NullMove { clear_ep, counts_ply, frontier, .. } = self.null_move;
        self.allownull = false;
        self.null_line = NullLine { running: node.running + 1, in_branch: node.in_branch.saturating_add(1), ..line };
        self.count_node();
        if clear_ep {
            self.hashkey ^= KEYS.ep[ep_square];
            self.ep_square = 0;
        }
        self.switch_side();
        self.tell_tree(Step::Pass);
        let child_ply = node.ply + usize::from(counts_ply);
        self.move_buf_len[child_ply] = self.move_buf_len[node.ply];
        let val = if frontier == Frontier::Static && child_depth <= 0 {
            -self.eval()
        } else {
            -self.alphabetapvs(child_ply, child_depth, -node.beta, upper)
        };
        self.switch_side();
        if clear_ep {
            self.hashkey ^= KEYS.ep[ep_square];
            self.ep_square = ep_square;
        }
        self.null_line = line;
        self.allownull = true;
        val
    }

    /// The pass has failed high: does the position itself, too?
    #[inline(always)]
    fn is_verified(&mut self, node: &Node, child_depth: i32, alpha: i32) -> bool {
        let recipe = &self.null_move;
        let (depth, alpha) = match recipe.verify {
            Verify::Flag if node.verifying == Verify::No => (node.depth - 1, alpha),
            Verify::Research if node.depth >= recipe.verify_from && child_depth > 0 => (child_depth, node.beta - 1),
            _ => return true,
        };
        let line = self.null_line;
        self.null_line = NullLine { running: u8::MAX, verifying: self.null_move.verify, ..line };
        self.allownull = false;
        self.tell_tree(Step::Verification);
        let val = self.alphabetapvs(node.ply, depth, alpha, node.beta);
        self.null_line = line;
        self.allownull = true;
        let confirmed = val >= node.beta;
        self.stats.null.verified += u64::from(confirmed);
        self.stats.null.overturned += u64::from(!confirmed);
        confirmed
    }

    /// Plies to search deeper because the answer to the pass is a threat.
    fn extension(&self, node: &Node, val: i32) -> i32 {
        let recipe = &self.null_move;
        if node.ply as i32 + node.depth >= self.null_line.root_depth + MOST_EXTENSIONS {
            return 0;
        }
        let child_ply = (node.ply + usize::from(recipe.counts_ply)) as i32;
        let mated = match recipe.mate_ext {
            MateExt::Off => false,
            MateExt::Mate1 => val <= -CHECKMATESCORE + child_ply,
            MateExt::Any => val <= -MATE_BOUND,
        };
        let threatened = recipe.widen > 0 && val < node.beta - recipe.widen;
        i32::from(mated).max(if threatened { recipe.threat_ext } else { 0 })
    }
}

impl NullMove {
    /// What a null search with this score returns as a cutoff.
    fn returned(&self, val: i32, beta: i32) -> i32 {
        match self.returns {
            Returns::Beta => beta,
            Returns::ScoreButMate if val >= MATE_BOUND => beta,
            _ => val,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";

    fn board(fen: &str, recipe: NullMove) -> Box<Board> {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        board.null_move = recipe;
        board.timer.max_time = None;
        board
    }

    fn node() -> Node {
        Node {
            ply: 3,
            depth: 6,
            beta: 20,
            open_window: false,
            follows_pv: false,
            in_check: false,
            running: 0,
            in_branch: 0,
            verifying: Verify::No,
            piece_value: 800,
            pieces: [2, 2],
            static_eval: None,
        }
    }

    #[test]
    fn every_refusal_has_a_node_that_it_holds_for() {
        let winglet = NullMove::WINGLET;
        let table = [
            (winglet, Node { ply: 0, ..node() }, Refusal::Root),
            (winglet, Node { follows_pv: true, ..node() }, Refusal::FollowsPv),
            (NullMove::VIPERMATE, Node { open_window: true, ..node() }, Refusal::OpenWindow),
            (winglet, Node { running: 1, ..node() }, Refusal::AfterNull),
            (NullMove::DOUBLE, Node { running: 2, ..node() }, Refusal::AfterNull),
            (NullMove { nest: Nest::AtMost(1), ..winglet }, Node { in_branch: 1, ..node() }, Refusal::Branch),
            (NullMove::MODERN, Node { verifying: Verify::Research, ..node() }, Refusal::Verifying),
            (NullMove::VIPERMATE, Node { depth: 2, ..node() }, Refusal::TooShallow),
            (NullMove::NONE, Node { depth: 60, ..node() }, Refusal::TooShallow),
            (NullMove { frontier: Frontier::Skip, ..winglet }, Node { depth: 4, ..node() }, Refusal::TooShallow),
            (winglet, Node { piece_value: 299, ..node() }, Refusal::Material),
            (NullMove { pieces: 3, ..winglet }, node(), Refusal::Material),
            (winglet, Node { in_check: true, ..node() }, Refusal::InCheck),
            (NullMove::MODERN, Node { beta: CHECKMATESCORE - 5, ..node() }, Refusal::MateBound),
            (NullMove::MODERN, Node { static_eval: Some(19), ..node() }, Refusal::StaticEval),
        ];
        for (recipe, node, refusal) in table {
            assert_eq!(may_null(&recipe, &node), Err(refusal));
        }
        for refusal in Refusal::ALL {
            assert!(table.iter().any(|(.., known)| *known == refusal), "{refusal:?}");
        }
    }

    #[test]
    fn recipes_allow_what_their_sources_allow() {
        let allowed = |recipe: NullMove, node: Node| may_null(&recipe, &node) == Ok(());
        assert!(allowed(NullMove::WINGLET, Node { depth: 1, open_window: true, in_branch: 9, ..node() }));
        assert!(allowed(NullMove::MEDIOCRE, Node { piece_value: 0, ..node() }));
        assert!(allowed(NullMove::DOUBLE, Node { running: 1, ..node() }));
        assert!(allowed(NullMove::VIPERMATE, Node { depth: 3, piece_value: 300, ..node() }));
        assert!(allowed(NullMove::MODERN, Node { static_eval: Some(20), ..node() }));
        assert!(!allowed(NullMove::VERIFIED, Node { depth: 1, ..node() }));
        assert!(allowed(NullMove::VERIFIED, Node { depth: 1, verifying: Verify::Flag, ..node() }));
    }

    #[test]
    fn reductions_by_depth_are_those_of_the_sources() {
        let at =
            |recipe: NullMove, depths: [i32; 4]| depths.map(|depth| recipe.reduction_at(&Node { depth, ..node() }));
        assert_eq!(at(NullMove::WINGLET, [1, 6, 8, 12]), [4; 4]);
        assert_eq!(at(NullMove::BRYANT, [2, 6, 8, 12]), [2; 4]);
        assert_eq!(at(NullMove::VIPERMATE, [3, 6, 8, 12]), [3; 4]);
        assert_eq!(at(NullMove::HEINZ, [6, 8, 9, 12]), [3, 3, 4, 4]);
        assert_eq!(NullMove::HEINZ.reduction_at(&Node { depth: 7, pieces: [3, 4], ..node() }), 4);
        assert_eq!(at(NullMove::MODERN, [3, 4, 8, 12]), [4, 5, 6, 7]);
        let much = Node { static_eval: Some(5000), depth: 4, ..node() };
        assert_eq!(NullMove::MODERN.reduction_at(&much), 8);
    }

    #[test]
    fn names_and_recipes_belong_together() {
        for (name, recipe, _) in RECIPES {
            assert_eq!(NullMove::of(name), Some(recipe));
            assert_eq!(recipe.name(), Some(name));
        }
        assert_eq!(NullMove { reduction: 9, ..NullMove::WINGLET }.name(), None);
    }

    #[test]
    fn every_recipe_searches_and_leaves_the_board_as_it_was() {
        for (name, recipe, _) in RECIPES {
            let mut board = board("4k3/8/2n5/8/3pP3/8/3P1PN1/4K3 b - e3 0 1", recipe);
            let before = (board.fen(), board.hashkey);
            let score = board.search_root(6);
            assert_eq!((board.fen(), board.hashkey), before, "{name}");
            assert!(score.abs() < LARGE_NUMBER && board.is_consistent(), "{name}");
        }
    }

    #[test]
    fn a_stopped_search_takes_the_pass_back() {
        for (name, recipe, _) in RECIPES {
            for nodes in (1..3000).step_by(211) {
                let mut board = board(MIDDLEGAME, recipe);
                board.max_nodes = Some(nodes);
                let before = (board.fen(), board.hashkey);
                assert!(board.think().is_some());
                assert_eq!((board.fen(), board.hashkey, board.end_of_search), (before.0, before.1, 0), "{name}");
                assert_eq!(board.null_line.in_branch, 0, "{name} after {nodes} nodes");
            }
        }
    }

    #[test]
    fn without_null_moves_means_the_same_as_off() {
        let mut none = board(MIDDLEGAME, NullMove::NONE);
        let mut off = board(MIDDLEGAME, NullMove::WINGLET);
        off.switches.null = false;
        assert_eq!((none.search_root(5), none.inodes), (off.search_root(5), off.inodes));
    }

    #[test]
    fn each_option_of_the_digest_changes_the_tree() {
        let winglet = NullMove { reduction: 2, ..NullMove::WINGLET };
        let options = [
            NullMove { mate_ext: MateExt::Any, ..winglet },
            NullMove { mate_ext: MateExt::Mate1, ..winglet },
            NullMove { widen: 50, threat_ext: 1, ..winglet },
            NullMove { raise_alpha: true, ..winglet },
            NullMove { nest: Nest::AtMost(1), ..winglet },
            NullMove { frontier: Frontier::Static, ..winglet },
            NullMove { frontier: Frontier::Skip, ..winglet },
            NullMove { nest: Nest::Free, ..winglet },
            NullMove { verify: Verify::Research, ..winglet },
        ];
        let nodes = |recipe: NullMove| {
            let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", recipe);
            board.search_depth = 5;
            board.max_nodes = Some(500_000);
            board.think();
            board.inodes
        };
        let plain = nodes(winglet);
        for option in options {
            assert_ne!(nodes(option), plain, "{option:?}");
        }
    }
}
