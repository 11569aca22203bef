//! The instrument's null move, controlled by a [recipe](super::recipe).
//!
//! The recipe decides whether a node may make a null move ([`may_null`]), the depth and window of the null search, how
//! a cutoff is verified, and whether a threat extends the node. The tutorial's null move is one of the recipes.

use super::Instrument;
use super::recipe::{Frontier, MATE_BOUND, NullMove, NullMoveNode, VERIFIED_NODE, Verify, may_null};
use super::tree::Step;
use crate::defines::*;
use crate::searcher::stats::count;

/// Null-move state of the current line, besides the tutorial's `allownull`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NullLine {
    /// Number of null moves in a row that lead to this node; valid only while `allownull` is off. [`VERIFIED_NODE`] at
    /// the node being verified.
    pub running: u8,
    /// Number of null moves between the root and this node.
    pub in_branch: u8,
    /// Verification in progress, if any.
    pub verifying: Verify,
    /// Depth of the iteration, in plies.
    pub root_depth: i32,
}

impl NullLine {
    /// State at the root of an iteration of this depth.
    pub const fn at_root(depth: i32) -> NullLine {
        NullLine { running: 0, in_branch: 0, verifying: Verify::No, root_depth: depth }
    }
}

/// Result of a null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Cutoff score, if any.
    pub cutoff: Option<i32>,
    /// Extension of the node, in plies.
    pub deeper: i32,
    /// Score of the null move in centipawns, if the recipe raises alpha to it.
    pub floor: i32,
}

impl Pass {
    /// No null move was made, or its result is not used.
    pub const NOTHING: Pass = Pass { cutoff: None, deeper: 0, floor: i32::MIN };
}

impl Instrument {
    /// Tries a null move if the recipe allows one. The caller must check `timedout` before using the result.
    #[inline(never)]
    pub fn try_null(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, in_check: bool) -> Pass {
        if !self.settings.switches.null {
            return Pass::NOTHING;
        }
        let node = self.null_node(ply, depth, alpha, beta, in_check);
        match may_null(&self.settings.null_move, &node) {
            Ok(()) => self.null_search(&node, alpha),
            Err(refusal) => {
                count(&mut self.stats.null.refused[refusal as usize], 1);
                Pass::NOTHING
            }
        }
    }

    /// Properties of the current node for [`may_null`].
    #[inline(always)]
    pub fn null_node(&self, ply: usize, depth: i32, alpha: i32, beta: i32, in_check: bool) -> NullMoveNode {
        let side = self.board.next_move;
        let pieces = |side: Side| {
            let others = self.board.bitmap[side.piece(PAWN) as usize] | self.board.bitmap[side.piece(KING) as usize];
            (self.board.pieces[side.index()] & !others).count_ones()
        };
        NullMoveNode {
            ply,
            depth,
            beta,
            open_window: beta - alpha > 1,
            follows_pv: self.board.followpv,
            in_check,
            mate_beta: beta.abs() >= MATE_BOUND,
            running: if self.board.allownull { 0 } else { self.null_line.running },
            in_branch: self.null_line.in_branch,
            verifying: self.null_line.verifying,
            piece_value: self.board.total_pieces[side.index()],
            pieces: if self.settings.null_move.wants_pieces() { [pieces(side), pieces(side.other())] } else { [0; 2] },
        }
    }

    #[inline(always)]
    fn null_search(&mut self, node: &NullMoveNode, alpha: i32) -> Pass {
        let recipe = &self.settings.null_move;
        let child_depth = node.depth - recipe.reduction_at(node);
        let upper = recipe.upper(alpha, node.beta);
        let nodes_before = self.board.inodes;
        count(&mut self.stats.null.tries, 1);
        let val = self.pass(node, child_depth, upper);
        if node.in_branch == 0 {
            count(&mut self.stats.null.nodes, self.board.inodes - nodes_before);
        }
        if self.board.timedout {
            return Pass::NOTHING;
        }
        if val >= node.beta && self.is_verified(node, child_depth, alpha) {
            count(&mut self.stats.null.cuts, 1);
            if let Some(audit) = &mut self.audit {
                audit.see(&self.board, node.depth, node.beta, val);
            }
            return Pass { cutoff: Some(self.settings.null_move.returned(val, node.beta)), ..Pass::NOTHING };
        }
        if self.board.timedout {
            return Pass::NOTHING;
        }
        count(&mut self.stats.null.misses, 1);
        if val >= node.beta {
            return Pass::NOTHING;
        }
        let child_ply = node.ply + usize::from(self.settings.null_move.counts_ply);
        let deeper = self.settings.null_move.extension(node, val, child_ply, self.null_line.root_depth);
        count(&mut self.stats.null.extended, deeper as u64);
        Pass { deeper, floor: if self.settings.null_move.raise_alpha { val } else { i32::MIN }, ..Pass::NOTHING }
    }

    /// Makes a null move, searches the resulting position, takes the null move back, and returns the score for the side
    /// that passed.
    #[inline(always)]
    fn pass(&mut self, node: &NullMoveNode, child_depth: i32, upper: i32) -> i32 {
        let (line, ep_square) = (self.null_line, self.board.ep_square);
        let NullMove { clear_ep, counts_ply, frontier, .. } = self.settings.null_move;
        self.board.allownull = false;
        self.null_line = NullLine { running: node.running + 1, in_branch: node.in_branch.saturating_add(1), ..line };
        self.board.count_node();
        if clear_ep {
            self.board.set_ep_square(0);
        }
        self.board.switch_side();
        let child_ply = node.ply + usize::from(counts_ply);
        self.board.move_buf_len[child_ply] = self.board.move_buf_len[node.ply];
        let val = if frontier == Frontier::Static && child_depth <= 0 {
            -self.board.eval()
        } else {
            self.tell_tree(Step::Pass);
            -self.alphabetapvs(child_ply, child_depth, -node.beta, upper)
        };
        self.board.switch_side();
        if clear_ep {
            self.board.set_ep_square(ep_square);
        }
        self.null_line = line;
        self.board.allownull = true;
        val
    }

    /// Whether the recipe's verification search, if any, confirms the fail-high of the null move.
    #[inline(always)]
    fn is_verified(&mut self, node: &NullMoveNode, child_depth: i32, alpha: i32) -> bool {
        let recipe = &self.settings.null_move;
        let (depth, alpha) = match recipe.verify {
            Verify::Flag if node.verifying == Verify::No => (node.depth - 1, alpha),
            Verify::Research if child_depth > 0 => (child_depth, node.beta - 1),
            _ => return true,
        };
        let line = self.null_line;
        self.null_line = NullLine { running: VERIFIED_NODE, verifying: self.settings.null_move.verify, ..line };
        self.board.allownull = false;
        self.tell_tree(Step::Verification);
        let val = self.alphabetapvs(node.ply, depth, alpha, node.beta);
        self.null_line = line;
        self.board.allownull = true;
        if self.board.timedout {
            return false;
        }
        let confirmed = val >= node.beta;
        count(&mut self.stats.null.verified, u64::from(confirmed));
        count(&mut self.stats.null.overturned, u64::from(!confirmed));
        confirmed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{MIDDLEGAME, board};
    use crate::instrument::Settings;
    use crate::instrument::recipe::{MateExt, Nest, RECIPES, Returns};
    use crate::instrument::tree::{self, Tree};
    use crate::searcher::{Control, Limits, Searcher};

    fn instrument(fen: &str, recipe: NullMove) -> Instrument {
        let mut instrument = Instrument::of(&board(fen), Settings { null_move: recipe, ..Settings::TUTORIAL });
        instrument.board.timer.max_time = None;
        instrument
    }

    #[test]
    fn every_recipe_searches_and_leaves_the_board_as_it_was() {
        for (name, recipe, _) in RECIPES {
            let mut it = instrument("4k3/8/2n5/8/3pP3/8/3P1PN1/4K3 b - e3 0 1", recipe);
            let before = (it.board.fen(), it.board.hashkey);
            let score = it.search_root(6);
            assert_eq!((it.board.fen(), it.board.hashkey), before, "{name}");
            assert!(score.abs() < LARGE_NUMBER && it.board.is_consistent(), "{name}");
        }
    }

    /// With more nodes, the same search goes on, so no counter may fall.
    #[test]
    fn a_verification_that_is_cut_short_does_not_count() {
        let counts = |nodes| {
            let mut it = instrument(MIDDLEGAME, NullMove::VERIFIED);
            it.think(&Limits { nodes: Some(nodes), ..Limits::default() }, &Control::silent());
            let null = it.stats.null;
            [null.cuts, null.misses, null.verified, null.overturned]
        };
        let mut before = counts(3000);
        for nodes in 3001..3600 {
            let now = counts(nodes);
            assert!(before.iter().zip(&now).all(|(before, now)| before <= now), "{nodes}: {before:?} {now:?}");
            before = now;
        }
        assert!(before[2] > 0, "{before:?}");
    }

    #[test]
    fn a_stopped_search_takes_the_pass_back() {
        for (name, recipe, _) in RECIPES {
            for nodes in (1..3000).step_by(211) {
                let mut it = instrument(MIDDLEGAME, recipe);
                let before = (it.board.fen(), it.board.hashkey);
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                assert!(it.think(&limits, &Control::silent()).best.is_some());
                assert_eq!(
                    (it.board.fen(), it.board.hashkey, it.board.end_of_search),
                    (before.0, before.1, 0),
                    "{name}"
                );
                assert_eq!(it.null_line.in_branch, 0, "{name} after {nodes} nodes");
            }
        }
    }

    #[test]
    fn no_pass_is_in_a_principal_variation() {
        for (name, recipe, _) in RECIPES {
            let mut it = instrument(MIDDLEGAME, recipe);
            for depth in 1..=5 {
                it.search_root(depth);
                it.board.remember_pv();
                let pv = it.board.last_pv[..it.board.last_pv_length].to_vec();
                for (ply, mv) in pv.iter().enumerate() {
                    // The line must be legal from the root; one found after the null move would begin with a move by
                    // the wrong side.
                    assert!(it.board.legal_moves().contains(mv), "{name}, depth {depth}, ply {ply}");
                    it.board.make_move(*mv);
                }
                pv.iter().for_each(|_| it.board.unmake_move());
            }
        }
    }

    #[test]
    fn a_cutoff_returns_the_score_or_beta() {
        let cutoff = |returns: Returns| {
            let recipe = NullMove { returns, frontier: Frontier::Static, ..NullMove::WINGLET };
            let mut it = instrument("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1", recipe);
            it.clear_for_search();
            it.board.clear_for_iteration();
            it.board.followpv = false;
            it.try_null(1, 3, 99, 100, false).cutoff
        };
        assert_eq!(cutoff(Returns::Beta), Some(100));
        assert!(cutoff(Returns::Score).is_some_and(|score| score > 1000));
        assert_eq!(cutoff(Returns::ScoreButMate), cutoff(Returns::Score));
    }

    /// A verification search that starts with the same null move would only confirm itself.
    #[test]
    fn a_verification_does_not_begin_with_a_pass() {
        let verifying = RECIPES.iter().map(|(_, recipe, _)| *recipe).filter(|recipe| recipe.verify != Verify::No);
        let freely =
            [Verify::Research, Verify::Flag].map(|verify| NullMove { verify, nest: Nest::FREE, ..NullMove::WINGLET });
        for recipe in verifying.chain(freely) {
            let recipe = NullMove { reduction: 2, ..recipe };
            let tree = tree::record(&mut instrument(MIDDLEGAME, recipe), 6, Tree::new(200_000));
            let verifications = (0..tree.nodes.len()).filter(|&node| tree.nodes[node].step == Step::Verification);
            let firsts: Vec<_> = verifications
                .filter_map(|node| tree.children(node).first().map(|&child| tree.nodes[child].step))
                .collect();
            assert!(firsts.len() > 5, "{recipe:?}: {} verifications", firsts.len());
            assert!(!firsts.contains(&Step::Pass), "{recipe:?}");
        }
    }

    #[test]
    fn recipe_none_equals_null_moves_off() {
        let mut none = instrument(MIDDLEGAME, NullMove::NONE);
        let mut off = instrument(MIDDLEGAME, NullMove::WINGLET);
        off.settings.switches.null = false;
        assert_eq!((none.search_root(5), none.board.inodes), (off.search_root(5), off.board.inodes));
    }

    #[test]
    fn each_option_of_the_digest_changes_the_tree() {
        let winglet = NullMove { reduction: 2, ..NullMove::WINGLET };
        let options = [
            NullMove { mate_ext: MateExt::Any, ..winglet },
            NullMove { mate_ext: MateExt::Mate1, ..winglet },
            NullMove { widen: 50, threat_ext: 1, ..winglet },
            NullMove { raise_alpha: true, ..winglet },
            NullMove { nest: Nest::at_most(1), ..winglet },
            NullMove { frontier: Frontier::Static, ..winglet },
            NullMove { frontier: Frontier::Skip, ..winglet },
            NullMove { nest: Nest::FREE, ..winglet },
            NullMove { verify: Verify::Research, ..winglet },
        ];
        let nodes = |recipe: NullMove| {
            let mut it = instrument("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", recipe);
            let limits = Limits { nodes: Some(500_000), ..Limits::depth(5) };
            it.think(&limits, &Control::silent()).nodes
        };
        let plain = nodes(winglet);
        for option in options {
            assert_ne!(nodes(option), plain, "{option:?}");
        }
    }
}
