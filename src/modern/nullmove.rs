//! # Modern · Null moves
//!
//! <https://www.chessprogramming.org/Null_Move_Pruning>. If the side to move could pass and still reach beta, then some
//! real move almost surely reaches it too. When a node may pass, and how deep the passed position is searched, is given
//! by a [`recipe`]; the laboratory's search asks the same question, [`may_null`]. This search plays with
//! [`NullMove::MODERN`](crate::lab::recipe::NullMove::MODERN): not in PV nodes, not in check, not twice in a row, only
//! if the evaluation reaches beta and the side has more than a rook besides pawns: with less, zugzwang is too common. At
//! great depth a cutoff is verified as well, by a search that makes no null moves in the first three quarters of its
//! depth. If a pass is answered by mate, there is a threat, and the search goes a ply deeper.
//!
//! Every recipe can be used here. Two of its fields have no effect: a pass always clears the en-passant square, because
//! the transposition table would be misled otherwise, and it always counts as a ply, because every ply has its own
//! frame.
//!
//! **Read next:** [`negamax`](super::negamax).

use super::negamax::opposite;
use super::techniques::{NodeState, SearchFlags, Techniques};
use super::{INFINITE, MATE, MATE_BOUND, Stopped};
use crate::board::Board;
use crate::defines::*;
use crate::lab::recipe::{self, Frontier, Scale, Verify, may_null};
use crate::lab::stats::count;

/// Mate scores and bounds of this search, for the recipes.
const SCALE: Scale = Scale { mate: MATE, mate_bound: MATE_BOUND, infinite: INFINITE };

/// Null moves in the line being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NullState {
    /// Null moves made directly before this node. Counts only at a node with the flag [`SearchFlags::NULLMOVE`].
    running: u8,
    /// Null moves between the root and this node.
    in_branch: u8,
    /// The verification that this node is part of.
    verifying: Verify,
    /// Null moves are tried from this ply on only, while one is being verified.
    from_ply: usize,
}

impl NullState {
    /// At the root.
    pub(super) const ROOT: NullState = NullState { running: 0, in_branch: 0, verifying: Verify::No, from_ply: 0 };
}

/// What a null move has shown about its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NullResult {
    /// The score that cuts the node off, if there is one.
    pub(super) cutoff: Option<i32>,
    /// Plies to search deeper than intended.
    pub(super) deeper: i32,
    /// A lower bound that the recipe trusts, in centipawns.
    pub(super) floor: i32,
}

impl NullResult {
    /// No null move was made, or it has shown nothing.
    const NOTHING: NullResult = NullResult { cutoff: None, deeper: 0, floor: i32::MIN };
}

impl Board {
    /// Tries a null move, if the recipe allows one.
    #[inline]
    pub(super) fn try_null_modern(&mut self, ply: usize, node: &NodeState) -> Result<NullResult, Stopped> {
        if !self.modern.techniques.contains(Techniques::NULL_MOVE) {
            return Ok(NullResult::NOTHING);
        }
        let null_node = self.null_node_modern(ply, node);
        match may_null(&self.modern.null_move, &null_node) {
            Ok(()) => self.null_search_modern(&null_node, node),
            Err(refusal) => {
                count(&mut self.lab.stats.null.refused[refusal as usize], 1);
                Ok(NullResult::NOTHING)
            }
        }
    }

    /// The node in the terms of [`may_null`].
    #[inline(always)]
    fn null_node_modern(&self, ply: usize, node: &NodeState) -> recipe::Node {
        let side = self.next_move;
        let pieces = |side: Side| {
            let others = self.bitmap[side.piece(PAWN) as usize] | self.bitmap[side.piece(KING) as usize];
            (self.pieces[side.index()] & !others).count_ones()
        };
        let NullState { running, in_branch, verifying, from_ply } = self.modern.null_state;
        recipe::Node {
            ply,
            depth: node.depth,
            beta: node.beta,
            open_window: node.flags.contains(SearchFlags::PV_NODE),
            follows_pv: self.modern.follows_pv,
            in_check: node.in_check,
            excluded: node.excluded,
            mate_beta: node.beta.abs() >= MATE_BOUND,
            running: if node.flags.contains(SearchFlags::NULLMOVE) { running } else { 0 },
            in_branch,
            verifying: if ply < from_ply { Verify::Research } else { verifying },
            piece_value: self.total_pieces[side.index()],
            pieces: if self.modern.null_move.wants_pieces() { [pieces(side), pieces(side.other())] } else { [0; 2] },
            static_eval: Some(node.static_eval),
            eval: Some(node.eval),
        }
    }

    fn null_search_modern(&mut self, node: &recipe::Node, searched: &NodeState) -> Result<NullResult, Stopped> {
        let recipe = self.modern.null_move;
        let child_depth = node.depth - recipe.reduction_at(node);
        let upper = recipe.upper(searched.alpha, node.beta, SCALE);
        let nodes_before = self.inodes;
        count(&mut self.lab.stats.null.tries, 1);
        let score = self.pass_modern(node, child_depth, upper, searched.flags)?;
        if node.in_branch == 0 {
            count(&mut self.lab.stats.null.nodes, self.inodes - nodes_before);
        }
        if score >= node.beta && self.is_verified_modern(node, child_depth, searched.flags)? {
            count(&mut self.lab.stats.null.cuts, 1);
            if self.lab.audit.is_some() {
                self.show_auditor(node, score);
            }
            return Ok(NullResult { cutoff: Some(recipe.returned(score, node.beta, SCALE)), ..NullResult::NOTHING });
        }
        count(&mut self.lab.stats.null.misses, 1);
        if score >= node.beta {
            return Ok(NullResult::NOTHING);
        }
        let deeper = recipe.extension(node, score, node.ply + 1, self.modern.root_depth as i32, SCALE);
        count(&mut self.lab.stats.null.extended, deeper as u64);
        Ok(NullResult { deeper, floor: if recipe.raise_alpha { score } else { i32::MIN }, ..NullResult::NOTHING })
    }

    /// Makes the null move, searches, takes it back; the score is for the side that passed.
    fn pass_modern(&mut self, node: &recipe::Node, depth: i32, upper: i32, flags: SearchFlags) -> Result<i32, Stopped> {
        let before = self.modern.null_state;
        self.enter_null(node.ply)?;
        self.modern.null_state.running = node.running.saturating_add(1);
        self.modern.null_state.in_branch = node.in_branch.saturating_add(1);
        let score = if self.modern.null_move.frontier == Frontier::Static && depth <= 0 {
            -self.evaluate()
        } else {
            // An open window asks for the exact score.
            let kind = if upper > 1 - node.beta { SearchFlags::PV_NODE } else { opposite(flags) };
            -self.negamax(node.ply + 1, depth, -node.beta, upper, kind | SearchFlags::NULLMOVE)?
        };
        self.leave_null();
        self.modern.null_state = before;
        Ok(score)
    }

    /// The null move has failed high: does the verifying search confirm it?
    fn is_verified_modern(
        &mut self,
        node: &recipe::Node,
        child_depth: i32,
        flags: SearchFlags,
    ) -> Result<bool, Stopped> {
        let recipe = &self.modern.null_move;
        let before = self.modern.null_state;
        let (depth, kind, without_null) = match recipe.verify {
            // A verification that could begin with the same pass would only confirm it.
            Verify::Flag if node.verifying == Verify::No => (node.depth - 1, flags & SearchFlags::CUT_NODE, 1),
            Verify::Research if node.depth >= recipe.verify_from && before.from_ply == 0 => {
                (child_depth, SearchFlags::empty(), (3 * child_depth.max(0) / 4) as usize)
            }
            _ => return Ok(true),
        };
        let verifying = if recipe.verify == Verify::Flag { Verify::Flag } else { before.verifying };
        self.modern.null_state = NullState { verifying, from_ply: node.ply + without_null, ..before };
        let score = self.negamax(node.ply, depth, node.beta - 1, node.beta, kind)?;
        self.modern.null_state = before;
        let confirmed = score >= node.beta;
        count(&mut self.lab.stats.null.verified, u64::from(confirmed));
        count(&mut self.lab.stats.null.overturned, u64::from(!confirmed));
        Ok(confirmed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::smp::TeamResult;
    use super::*;
    use crate::board::Algorithm;
    use crate::board::testing::{MIDDLEGAME, patient};
    use crate::lab::recipe::{NullMove, RECIPES};
    use crate::moves::Move;
    use crate::peek::Report;
    use crate::peek::{Host, Verdict};
    use crate::readfen::read_fen;

    fn board(fen: &str) -> Box<Board> {
        let mut board = patient(fen);
        board.algorithm = Algorithm::Modern;
        board
    }

    #[test]
    fn a_pass_and_back_changes_nothing() {
        for fen in [
            "4k3/8/8/8/3pP3/8/3P1P2/4K3 b - e3 7 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let mut board = board(fen);
            let before = (board.fen(), board.hashkey, board.end_of_search, board.table_key());
            board.enter_null(1).expect("not stopped");
            let mut passed = read_fen(fen).expect("a legal position").setup;
            (passed.next_move, passed.ep_square) = (passed.next_move.other(), 0);
            let mut fresh = Board::new();
            fresh.init_from_setup(&passed);
            assert_eq!(board.hashkey, fresh.hashkey, "{fen}");
            assert!(board.is_consistent());
            board.leave_null();
            assert_eq!((board.fen(), board.hashkey, board.end_of_search, board.table_key()), before);
        }
    }

    /// Samples the line that is being searched.
    #[derive(Default)]
    struct Watcher {
        passes: usize,
        running: usize,
    }

    impl Host for Watcher {
        fn tell(&mut self, _: &mut Board, _: &Report) {}

        fn poll(&mut self, board: &mut Board) -> Verdict {
            let line: Vec<Move> = board.game_line[..board.end_of_search].iter().map(|record| record.mv).collect();
            self.passes += line.iter().filter(|mv| !mv.is_some()).count();
            self.running += line.windows(2).filter(|pair| !pair[0].is_some() && !pair[1].is_some()).count();
            Verdict::GoOn
        }
    }

    fn watch(recipe: NullMove) -> Watcher {
        let mut board = board(MIDDLEGAME);
        board.modern.null_move = recipe;
        board.search_depth = 64;
        board.max_nodes = Some(600_000);
        board.host.seat(Box::<Watcher>::default());
        board.deepen();
        *board.host.leave::<Watcher>().expect("the same host gets up")
    }

    #[test]
    fn no_two_passes_follow_each_other_but_in_double() {
        for (name, recipe, _) in RECIPES.iter().filter(|(name, ..)| *name != "double") {
            let seen = watch(*recipe);
            assert_eq!(seen.running, 0, "{name}");
            assert_eq!(seen.passes == 0, *name == "none", "{name}");
        }
        assert!(watch(NullMove { pv: crate::lab::recipe::PvRule::Root, ..NullMove::DOUBLE }).running > 0);
    }

    /// Interrupts the search when it is in the middle of a verification.
    struct Interrupter {
        verdict: Verdict,
        has_interrupted: bool,
    }

    impl Host for Interrupter {
        fn tell(&mut self, _: &mut Board, _: &Report) {}

        fn poll(&mut self, board: &mut Board) -> Verdict {
            let state = board.modern.null_state;
            if state.from_ply == 0 {
                return Verdict::GoOn;
            }
            self.has_interrupted = true;
            // Another thread has completed a deeper iteration than this one.
            board.modern.team.complete(TeamResult { depth: 99, ..TeamResult::default() });
            self.verdict
        }
    }

    #[test]
    fn a_search_that_is_left_within_a_verification_leaves_nothing_behind() {
        for verify in [Verify::Research, Verify::Flag] {
            for verdict in [Verdict::Stop, Verdict::GoOn] {
                let mut board = board(MIDDLEGAME);
                let before = (board.fen(), board.hashkey);
                board.modern.null_move = NullMove { verify, verify_from: 4, ..NullMove::MODERN };
                board.begin_modern();
                let interrupted = (1..30).any(|depth| {
                    board.host.seat(Box::new(Interrupter { verdict, has_interrupted: false }));
                    let result = board.iterate_in_team(depth, 0);
                    let host = board.host.leave::<Interrupter>().expect("the same host gets up");
                    assert!(!host.has_interrupted || result.is_err() || result == Ok((99, 0)));
                    host.has_interrupted
                });
                assert!(interrupted, "{verify:?} {verdict:?}");
                assert_eq!(board.modern.null_state, NullState::ROOT, "{verify:?} {verdict:?}");
                assert_eq!((board.fen(), board.hashkey, board.end_of_search), (before.0, before.1, 0));
            }
        }
    }

    /// A node inside the tree whose evaluation is above beta.
    fn node(depth: i32, beta: i32) -> NodeState {
        NodeState {
            ply: 1,
            flags: SearchFlags::CUT_NODE,
            depth,
            alpha: beta - 1,
            beta,
            eval: beta + 50,
            static_eval: beta + 50,
            improving: false,
            in_check: false,
            excluded: false,
            has_pieces: true,
            was_pv: false,
            noisy_table_move: false,
            is_taken: false,
        }
    }

    #[test]
    fn a_verification_does_not_begin_with_a_pass() {
        let verified = |fen: &str, depth: i32| {
            let mut board = board(fen);
            board.modern.null_move = NullMove::VERIFIED;
            board.begin_modern();
            board.modern.root_depth = depth as usize;
            let result = board.try_null_modern(1, &node(depth, 100)).expect("not stopped");
            let null = board.lab.stats.null;
            assert!(null.verified + null.overturned > 0, "{fen}");
            assert_eq!(result.cutoff.is_some(), null.verified > null.overturned, "{fen}");
            result.cutoff.is_some()
        };
        // The side to move must give stalemate or lose the pawn; after a pass it would win.
        assert!(!verified("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 6));
        assert!(verified("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1", 6));
    }

    #[test]
    fn every_field_changes_the_tree() {
        let nodes = |recipe: NullMove| {
            let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
            board.modern.null_move = recipe;
            board.search_depth = 9;
            board.deepen();
            (board.inodes, board.lab.stats.clone())
        };
        use crate::lab::recipe::{MateExt, Nest, PvRule, Returns};
        let plain = NullMove { reduction: 3, ..NullMove::WINGLET };
        let fields = [
            NullMove { mate_ext: MateExt::Any, ..plain },
            NullMove { mate_ext: MateExt::Mate1, ..plain },
            NullMove { widen: 50, threat_ext: 1, ..plain },
            NullMove { raise_alpha: true, pv: PvRule::Root, ..plain },
            NullMove { nest: Nest::at_most(1), ..plain },
            NullMove { nest: Nest::FREE, ..plain },
            NullMove { frontier: Frontier::Static, ..plain },
            NullMove { frontier: Frontier::Skip, ..plain },
            NullMove { verify: Verify::Research, ..plain },
            NullMove { verify: Verify::Flag, ..plain },
            NullMove { returns: Returns::Beta, ..plain },
            NullMove { pv: PvRule::OpenWindow, gate: Some(0), ..plain },
            NullMove { pv: PvRule::Root, ..plain },
            NullMove { min_depth: 4, ..plain },
            NullMove { step: 4, per_eval: 100, ..plain },
            NullMove { rise: 50, fall: 10, ..plain },
            NullMove { pieces: 4, ..plain },
            NullMove { adaptive: true, ..plain },
        ];
        let reference = nodes(plain);
        for field in fields {
            assert_ne!(nodes(field), reference, "{field:?}");
        }
    }
}
