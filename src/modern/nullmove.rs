//! Null move pruning.
//!
//! <https://www.chessprogramming.org/Null_Move_Pruning>. If the side to move could pass and still reach beta, then some
//! real move almost certainly reaches it too, so the node is cut off. This fails in zugzwang, where every move makes
//! things worse. So the side to move needs pieces worth more than a rook in total, and at great depth a second search
//! to the same reduced depth, without null moves near its root, must confirm the cutoff. (Like any search, it may end
//! at once by reverse futility pruning or with a score from the table; and it is a ply deeper if the last move was
//! reduced too much.) If the pass allows mate, the opponent has a threat, and the node is searched a ply deeper.
//!
//! The parameters are in [`parameters`](super::parameters). The laboratory's search has variants of null move pruning
//! ([`recipe`](crate::instrument::recipe)).
//!
//! **Read next:** [`negamax`](super::negamax).

use super::negamax::opposite;
use super::techniques::{NodeState, SearchFlags, Techniques};
use super::{MATE_BOUND, Modern, Stopped, is_evaluation, report_score};
use crate::searcher::stats::count;

/// Maximum extra reduction for an evaluation far above beta, in plies.
const MOST_FOR_EVAL: i32 = 3;
/// Threat extensions may lengthen a line by at most this many plies beyond the iteration's depth.
const MOST_EXTENSIONS: i32 = 2;

/// Result of trying a null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NullResult {
    /// No null move was made, or it had no consequence.
    Nothing,
    /// Cut the node off with this score.
    Cutoff(i32),
    /// The opponent threatens mate: search the node a ply deeper.
    Threat,
}

impl Modern {
    /// Tries a null move.
    #[inline]
    pub(super) fn try_null(&mut self, node: &NodeState) -> Result<NullResult, Stopped> {
        let &NodeState { ply, flags, depth, beta, eval, static_eval, .. } = node;
        let parameters = &self.settings.parameters;

        // Try a null move unless
        //  1. null moves are switched off,
        //  2. the node is the root or a PV node,
        //  3. the opponent has just passed,
        //  4. a move is excluded for a singular search,
        //  5. the side to move is in check,
        //  6. a null move cutoff is being verified, and this ply is too close to the verified node,
        //  7. there is too little depth left,
        //  8. the side to move has too little material besides pawns,
        //  9. beta is a mate or tablebase score,
        // 10. the evaluation is below beta, or
        // 11. the static evaluation is below beta plus a margin that shrinks with depth.
        if !self.settings.techniques.contains(Techniques::NULL_MOVE)
            || ply == 0
            || flags.contains(SearchFlags::PV_NODE)
            || flags.contains(SearchFlags::NULLMOVE)
            || node.excluded
            || node.in_check
            || ply < self.tree.null_from_ply
            || depth < parameters.null_depth
            || self.board.total_pieces[self.board.next_move.index()] <= parameters.null_material
            || !is_evaluation(beta)
            || eval < beta
            || static_eval < beta + parameters.null_rise - parameters.null_fall * depth
        {
            return Ok(NullResult::Nothing);
        }

        // Pass, and search to a reduced depth: the reduction grows with depth and with the evaluation's distance above
        // beta.
        let for_depth = depth / parameters.null_depth_divisor;
        let for_eval = ((eval - beta) / parameters.null_eval_divisor).min(MOST_FOR_EVAL);
        let reduced = depth - parameters.null_reduction - for_depth - for_eval;
        let verifies = depth >= parameters.null_verify_depth && self.tree.null_from_ply == 0;
        let (nodes_before, counted_before) = (self.board.inodes, self.stats.null.nodes);
        count(&mut self.stats.null.tries, 1);
        self.enter_null(ply)?;
        let score = -self.negamax(ply + 1, reduced, -beta, 1 - beta, opposite(flags) | SearchFlags::NULLMOVE)?;
        self.leave_null();
        // Nodes below deeper null moves have already been counted.
        let counted = self.stats.null.nodes - counted_before;
        count(&mut self.stats.null.nodes, self.board.inodes - nodes_before - counted);

        // Below beta: no cutoff. If the pass allows mate, and the line is not too long, the node is searched a ply
        // deeper.
        if score < beta {
            let threat = score <= -MATE_BOUND && ply as i32 + depth < self.tree.root_depth as i32 + MOST_EXTENSIONS;
            count(&mut self.stats.null.misses, 1);
            count(&mut self.stats.null.extended, u64::from(threat));
            return Ok(if threat { NullResult::Threat } else { NullResult::Nothing });
        }

        // At great depth, verify the cutoff: a search to the same reduced depth must reach beta too. This search makes
        // no null moves in the first three quarters of that depth, and in any case none at this node, where one would
        // prove nothing new.
        if verifies {
            self.tree.null_from_ply = ply + (3 * reduced / 4).max(1) as usize;
            let confirmed = self.negamax(ply, reduced, beta - 1, beta, SearchFlags::empty())? >= beta;
            self.tree.null_from_ply = 0;
            count(&mut self.stats.null.verified, u64::from(confirmed));
            count(&mut self.stats.null.overturned, u64::from(!confirmed));
            if !confirmed {
                count(&mut self.stats.null.misses, 1);
                return Ok(NullResult::Nothing);
            }
        }

        // Cut off. A mate or a tablebase win found after a pass proves only that the score reaches beta.
        count(&mut self.stats.null.cuts, 1);
        if let Some(audit) = &mut self.audit {
            audit.see(&self.board, depth, beta, report_score(score));
        }
        Ok(NullResult::Cutoff(if is_evaluation(score) { score } else { beta }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::Settings;
    use super::super::smp::{Team, TeamResult};
    use super::super::testing::{self, modern, with};
    use super::*;
    use crate::board::Board;
    use crate::board::testing::MIDDLEGAME;
    use crate::modern::parameters::{Parameter, Parameters};
    use crate::peek::{Report, Sink};
    use crate::readfen::read_fen;
    use crate::searcher::stats::Stats;
    use crate::searcher::{Control, Limits, Searcher, Subject};

    #[test]
    fn a_pass_and_back_changes_nothing() {
        for fen in [
            "4k3/8/8/8/3pP3/8/3P1P2/4K3 b - e3 7 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let mut modern = modern(fen);
            let state = |it: &Modern| (it.board.fen(), it.board.hashkey, it.board.end_of_search, it.table_key());
            let before = state(&modern);
            modern.enter_null(1).expect("not stopped");
            let mut fresh = Board::new();
            fresh.init_from_setup(&read_fen(fen).expect("a legal position").setup.passed());
            assert_eq!(modern.board.hashkey, fresh.hashkey, "{fen}");
            assert!(modern.board.is_consistent());
            modern.leave_null();
            assert_eq!(state(&modern), before);
        }
    }

    /// Null moves in the observed lines, and how many of them directly follow another null move.
    #[derive(Clone, Copy, Default)]
    struct Passes {
        all: usize,
        running: usize,
    }

    /// Observes the line being searched.
    struct Watcher(Arc<Mutex<Passes>>);

    impl Sink for Watcher {
        fn report(&mut self, _: &Board, _: Report) {}

        fn poll(&mut self, board: &mut Board) {
            let line: Vec<bool> =
                board.game_line[..board.end_of_search].iter().map(|record| !record.mv.is_some()).collect();
            let mut seen = self.0.lock().expect("no panic before");
            seen.all += line.iter().filter(|is_pass| **is_pass).count();
            seen.running += line.windows(2).filter(|pair| pair[0] && pair[1]).count();
        }
    }

    fn watch(modern: &mut Modern) -> Passes {
        let seen = Arc::<Mutex<Passes>>::default();
        modern.board.watch.sink = Some(Box::new(Watcher(Arc::clone(&seen))));
        modern.board.max_nodes = Some(600_000);
        modern.clear_for_search();
        modern.deepen();
        *seen.lock().expect("no panic before")
    }

    #[test]
    fn no_two_passes_follow_each_other() {
        let seen = watch(&mut modern(MIDDLEGAME));
        assert!(seen.all > 0 && seen.running == 0, "{} passes, {} running", seen.all, seen.running);
    }

    #[test]
    fn forbidden_null_moves_are_not_made() {
        let mut modern = modern(MIDDLEGAME);
        modern.forbid_null_moves();
        assert_eq!(watch(&mut modern).all, 0);
        assert_eq!(modern.stats.null.tries, 0);
    }

    /// The reason for aborting a search.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Leaving {
        /// The search is stopped.
        Stopped,
        /// Another thread completes a deeper iteration.
        Overtaken,
    }

    /// Aborts a search after `polls_left` polls.
    struct Interrupter {
        leaving: Leaving,
        polls_left: usize,
        team: Arc<Team>,
    }

    impl Sink for Interrupter {
        fn report(&mut self, _: &Board, _: Report) {}

        fn poll(&mut self, board: &mut Board) {
            self.polls_left = self.polls_left.saturating_sub(1);
            if self.polls_left > 0 {
                return;
            }
            match self.leaving {
                Leaving::Stopped => board.watch.stop.store(true, std::sync::atomic::Ordering::Relaxed),
                Leaving::Overtaken => self.team.complete(TeamResult { depth: 99, ..TeamResult::default() }),
            }
        }
    }

    #[test]
    fn a_search_that_is_left_within_a_verification_leaves_nothing_behind() {
        const DEPTH: usize = 14;
        const BETA: i32 = -30;
        let parameters =
            Parameters { null_verify_depth: 4, null_reduction: 2, null_depth_divisor: 10, ..Parameters::USUAL };
        let techniques = Techniques::all() - Techniques::REVERSE_FUTILITY;
        let settings = Settings { parameters, techniques, megabytes: 1, ..Settings::default() };
        for leaving in [Leaving::Stopped, Leaving::Overtaken] {
            let begun = |polls_left| {
                let mut modern = with(MIDDLEGAME, &settings);
                modern.clear_for_search();
                (modern.tree.root_depth, modern.may_be_overtaken) = (DEPTH, true);
                let team = Arc::clone(&modern.team);
                modern.board.watch.sink = Some(Box::new(Interrupter { leaving, polls_left, team }));
                modern
            };
            let (mut left, mut verifying) = (0, 0);
            for polls in (1..90).step_by(3) {
                // Without the usual cleanup, the state shows where the search was aborted.
                let mut untidy = begun(polls);
                untidy.begin();
                if untidy.negamax(0, DEPTH as i32, BETA - 1, BETA, SearchFlags::CUT_NODE).is_ok() {
                    break;
                }
                left += 1;
                verifying += usize::from(untidy.tree.null_from_ply > 0);
                let mut tidy = begun(polls);
                let before = (tidy.board.fen(), tidy.board.hashkey);
                assert_eq!(tidy.search_once(DEPTH, BETA - 1, BETA), 0);
                assert_eq!(tidy.board.inodes, untidy.board.inodes, "the same search");
                assert_eq!(tidy.tree.null_from_ply, 0, "{leaving:?} after {polls} polls");
                let board = &tidy.board;
                assert_eq!((board.fen(), board.hashkey, board.end_of_search), (before.0, before.1, 0));
            }
            assert!(verifying > 0, "{leaving:?}: {left}");
        }
    }

    /// A node inside the tree whose evaluation is above beta.
    fn node(depth: i32, beta: i32) -> NodeState {
        NodeState {
            ply: 1,
            alpha: beta - 1,
            beta,
            eval: beta + 50,
            static_eval: beta + 50,
            ..testing::node(depth, SearchFlags::CUT_NODE)
        }
    }

    #[test]
    fn a_verification_does_not_begin_with_a_pass() {
        let verified = |fen: &str, depth: i32| {
            let parameters = Parameters { null_verify_depth: 4, null_material: -1, ..Parameters::USUAL };
            let mut modern = with(fen, &Settings { parameters, ..Settings::default() });
            modern.begin();
            modern.tree.root_depth = depth as usize;
            let result = modern.try_null(&node(depth, 100)).expect("not stopped");
            let null = modern.stats.null;
            assert_eq!((null.verified + null.overturned, null.misses), (1, null.overturned), "{fen}");
            assert_eq!(matches!(result, NullResult::Cutoff(_)), null.verified == 1, "{fen}");
            null.verified == 1
        };
        // The side to move must stalemate the opponent or lose the pawn; if it could pass, it would win.
        assert!(!verified("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 12));
        assert!(verified("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1", 12));
    }

    #[test]
    fn no_null_move_where_a_condition_forbids_it() {
        let tries = |change: fn(&mut Modern, &mut NodeState)| {
            let (mut modern, mut node) = (modern(MIDDLEGAME), node(8, 100));
            modern.begin();
            change(&mut modern, &mut node);
            modern.try_null(&node).expect("not stopped");
            modern.stats.null.tries > 0
        };
        assert!(tries(|_, _| ()));
        assert!(!tries(|modern, _| modern.settings.techniques.remove(Techniques::NULL_MOVE)));
        assert!(!tries(|_, node| node.ply = 0));
        assert!(!tries(|_, node| node.flags |= SearchFlags::PV_NODE));
        assert!(!tries(|_, node| node.flags |= SearchFlags::NULLMOVE));
        assert!(!tries(|_, node| node.excluded = true));
        assert!(!tries(|_, node| node.in_check = true));
        assert!(!tries(|modern, _| modern.tree.null_from_ply = 2));
        assert!(tries(|modern, _| modern.tree.null_from_ply = 1));
        assert!(!tries(|_, node| (node.depth, node.static_eval) = (1, 1000)));
        assert!(tries(|_, node| (node.depth, node.static_eval) = (2, 1000)));
        assert!(!tries(|modern, _| modern.settings.parameters.null_material = 3100));
        assert!(tries(|modern, _| modern.settings.parameters.null_material = 3099));
        assert!(!tries(|_, node| (node.beta, node.eval, node.static_eval) = (-MATE_BOUND, 0, 0)));
        assert!(!tries(|_, node| node.eval = 99));
        assert!(tries(|_, node| (node.eval, node.static_eval) = (100, 90)));
        assert!(!tries(|_, node| (node.eval, node.static_eval) = (100, 89)));
    }

    #[test]
    fn every_number_changes_the_tree() {
        let tree = |change: Option<(&Parameter, i32)>| {
            let mut parameters = Parameters::USUAL;
            if let Some((number, value)) = change {
                (number.set)(&mut parameters, value);
            }
            let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
            let mut modern = with(fen, &Settings { parameters, ..Settings::default() });
            let thought = modern.think(&Limits::depth(10), &Control::silent());
            // The statistics of iterations contain times, which vary.
            (thought.nodes, Stats { iterations: Vec::new(), ..thought.stats })
        };
        let usual = tree(None);
        for (name, value) in [
            ("null_depth", 5),
            ("null_reduction", 3),
            ("null_depth_divisor", 2),
            ("null_eval_divisor", 80),
            ("null_material", 2800),
            ("null_rise", 250),
            ("null_fall", 5),
            ("null_verify_depth", 6),
        ] {
            let number = Parameter::named(name).expect("a number");
            assert_ne!(tree(Some((number, value))), usual, "{name}");
        }
    }
}
