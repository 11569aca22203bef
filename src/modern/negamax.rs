//! Search of one node: principal variation search, <https://www.chessprogramming.org/Principal_Variation_Search>.
//!
//! It is fail-soft: a score outside the window is a bound that may be tighter than alpha or beta. [`SearchFlags`] are
//! passed down the tree; [`Stopped`] is passed up when the search must end.
//!
//! The steps are numbered and give the Elo gain of each technique, measured with earlier networks
//! ([`GAINS`](super::techniques::GAINS)). The conditions are in [`techniques`](super::techniques), the parameters in
//! [`parameters`](super::parameters).
//!
//! **Read next:** [`quiescence`](super::quiescence).

use arrayvec::ArrayVec;

use super::history::{Context, target_of};
use super::legal::CheckInfo;
use super::nullmove::NullResult;
use super::picker::{Picker, Wanted};
use super::smp::Claim;
use super::tablebase::{FIFTY_MOVES, Probe};
use super::techniques::{
    LateMove, NodeState, PLY, SearchFlags, Singularity, Techniques, base_reduction, damped, depth_left,
    exchange_threshold_of_checks, late_move_reduction, research_depth, singular_bound, singular_depth, singularity,
    was_reduced_too_much,
};
use super::tt::{Bound, TABLE_FIFTY, TtData, pack};
use super::{INFINITE, MATE, MATE_BOUND, MAX_PLIES, Modern, NO_EVAL, Stopped, is_possible};
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::stats::count;

/// Captures or quiet moves that did not raise alpha. They get a malus if a later move causes a cutoff (quiet moves only
/// if that move is quiet); moves beyond the 64th get none.
type Tried = ArrayVec<Move, 64>;

/// A move about to be searched.
struct Candidate {
    mv: Move,
    /// Place in the move order, counted from 1.
    number: usize,
    is_quiet: bool,
    /// [`Context::danger`] of the move, if it is quiet.
    danger: Option<u8>,
    history: i32,
    /// Base of the late move reduction, including the thread's extra reduction, in 1024ths of a ply.
    reduction: i32,
}

/// Facts about a node, besides [`NodeState`], that are known before its first move.
struct Entry {
    /// Key of the position in the transposition table.
    key: u64,
    /// The table's result for it.
    known: Option<TtData>,
    /// Alpha before a tablebase win raised it to `floor`.
    first_alpha: i32,
    /// Bounds on the score, from the tablebases.
    floor: i32,
    ceiling: i32,
    /// Static evaluation before scaling and correction.
    raw_eval: i32,
    /// The move excluded by a singular search.
    excluded: Move,
    /// Whether root moves are excluded.
    is_partial_root: bool,
}

/// Result of searching a node's moves.
struct Outcome {
    best: i32,
    /// The move that raised alpha last; [`Move::NONE`] if none did.
    best_move: Move,
    quiet_tried: Tried,
    noisy_tried: Tried,
}

/// Depth stored with an evaluation that has no score, in plies: less than the depth of any search.
const DEPTH_OF_EVALUATION: i32 = -6;

/// Whether this is a promotion to a queen, or a capture without promotion. Underpromotions count as quiet.
#[inline(always)]
pub(crate) fn is_noisy(mv: Move) -> bool {
    if mv.is_promotion() { kind(mv.prom()) == QUEEN } else { mv.is_capture() }
}

impl Modern {
    /// Searches the current position, `ply` plies from the root, to a depth of `depth` plies, and returns its score.
    pub(super) fn negamax(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        beta: i32,
        flags: SearchFlags,
    ) -> Result<i32, Stopped> {
        let techniques = self.settings.techniques;
        let root = flags.contains(SearchFlags::ROOT_NODE);

        // 1. Quiescence search at the horizon.
        if depth <= 0 {
            count(&mut self.stats.leaves, 1);
            return self.quiescence(ply, alpha, beta, flags | SearchFlags::HORIZON);
        }
        self.stats.visit(ply);

        // 2. Draws, and the maximum ply.
        if let Some(score) = self.end_of_line(ply, flags) {
            return Ok(score);
        }

        // 3. Transposition table (+115 ± 35).
        let excluded = self.frame(ply).excluded;
        let key = self.table_key();
        let known = if excluded.is_some() { None } else { self.probe_table(key, ply) };
        if let Some(score) = self.cutoff_from_table(known, ply, depth, beta, flags) {
            return Ok(score);
        }

        // 4. Tablebases. A tablebase win is only a lower bound, because there may be a mate, and a loss only an upper
        //    bound. If the bound lies within the window, the search continues.
        let (first_alpha, mut floor, mut ceiling) = (alpha, -INFINITE, INFINITE);
        if !root && !excluded.is_some() {
            match self.probe_tablebase(ply, depth, alpha, beta) {
                Probe::Nothing => {}
                Probe::Floor(score) => (floor, alpha) = (score, alpha.max(score)),
                Probe::Ceiling(score) => ceiling = score,
                Probe::Settled(found) => {
                    self.store_table(key, ply, found);
                    return Ok(found.score);
                }
            }
        }

        // 5. Static evaluation, correction history (+5 ± 4). If the last move was reduced too much, search one ply
        //    deeper. Adjust the history of the last move to the change in evaluation.
        let in_check = self.frame(ply).checkers != 0;
        // A null move often comes first; after it, the hash move.
        self.table.prefetch(self.likely_key_after(Move::NONE));
        let (raw_eval, static_eval, eval) = self.static_evaluation(ply, in_check, excluded.is_some(), known);
        self.frame(ply).eval = static_eval;
        depth += i32::from(!excluded.is_some() && self.is_reduced_too_much(ply, static_eval));
        self.frame(ply).reduction = 0;
        self.frame(ply + 1).cutoffs = 0;
        self.frame(ply + 1).double_extensions = self.before(ply, 0).double_extensions;
        let mut node = NodeState {
            ply,
            flags,
            depth,
            alpha,
            beta,
            eval,
            static_eval,
            improving: self.is_improving(ply, static_eval),
            in_check,
            excluded: excluded.is_some(),
            has_pieces: self.has_pieces(self.board.next_move),
            was_pv: flags.contains(SearchFlags::PV_NODE) || known.is_some_and(|known| known.was_pv),
            noisy_table_move: false,
            is_taken: false,
        };
        if !excluded.is_some() {
            self.learn_gain(ply, static_eval);
        }
        if known.is_none() && !excluded.is_some() && !in_check {
            // A node cut off in steps 6 and 7 stores nothing else, unless the null move was verified.
            self.store_evaluation(key, ply, raw_eval, node.was_pv);
        }

        // 6. Reverse futility pruning (+63 ± 18).
        if let Some(score) = techniques.reverse_futility(&node, &self.settings.parameters) {
            return Ok(score);
        }

        // 7. Null move pruning (+27 ± 7).
        match self.try_null(&node)? {
            NullResult::Nothing => {}
            NullResult::Cutoff(score) => return Ok(score),
            NullResult::Threat => node.depth += 1,
        }

        let is_partial_root = root && !self.root.excluded.is_empty();
        self.search_moves(node, &Entry { key, known, first_alpha, floor, ceiling, raw_eval, excluded, is_partial_root })
    }

    /// Searches the moves of a node that was not cut off before its first move.
    #[inline(always)]
    fn search_moves(&mut self, mut node: NodeState, entry: &Entry) -> Result<i32, Stopped> {
        let techniques = self.settings.techniques;
        let NodeState { ply, flags, in_check, .. } = node;
        let &Entry { key, known, floor, ceiling, excluded, is_partial_root, .. } = entry;
        let pv_node = flags.contains(SearchFlags::PV_NODE);
        let root = flags.contains(SearchFlags::ROOT_NODE);
        let check_info = self.check_info_given(self.before(ply, 0).checkers);
        // If root moves are excluded, the hash move may be one of them; use the first move of the last PV instead.
        let table_move = match known {
            _ if is_partial_root => self.last_move_of_line(),
            Some(known) => self.table_move(known.mv, &check_info),
            None => Move::NONE,
        };
        node.noisy_table_move = is_noisy(table_move);
        self.table.prefetch(self.likely_key_after(table_move));

        // 8. All moves in order: history heuristic (+351 ± 44).
        self.stats.expand(pv_node, 0);
        let claim = self.claim_node(key, node.depth);
        node.is_taken = claim == Claim::Taken;
        let context = self.history_context(ply);
        let mut picker = self.picker(ply, Wanted::All, table_move, check_info, context);
        let mut outcome =
            Outcome { best: floor, best_move: Move::NONE, quiet_tried: Tried::new(), noisy_tried: Tried::new() };
        let mut number = 0;
        while let Some(mv) = self.next_pick(&mut picker) {
            if mv == excluded || root && self.is_excluded_at_root(mv) {
                continue;
            }
            number += 1;
            let candidate = self.candidate(&node, mv, number, &context);

            // 9. Late move pruning (+45 ± 17), futility pruning (+45 ± 17), SEE pruning (+26 ± 18).
            if !root && outcome.best > -MATE_BOUND && node.has_pieces && self.is_pruned(&node, &candidate, &mut picker)
            {
                continue;
            }

            // 10. Singular extensions (+62 ± 6).
            let mut extension = 0;
            if mv == table_move
                && let Some(known) = known
                && techniques.singular(&node, &self.settings.parameters, self.tree.root_depth, &known)
            {
                match self.singular_search(ply, &node, &known, mv)? {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cut(score) => {
                        self.leave_node(claim);
                        return Ok(score);
                    }
                }
            }

            // 11. Search the move: late move reductions (+89 ± 34).
            let nodes_before = self.board.inodes;
            if root {
                self.tell_root_move(mv, number);
            }
            let searched = self.search_move(&node, &candidate, extension, outcome.best);
            if root {
                // Even if the search was aborted because another thread has completed the iteration.
                self.tree.root_nodes[mv.from_to()] += self.board.inodes - nodes_before;
            }
            let score = searched?;

            // 12. Update the best move and alpha, or cut off.
            if self.reaches_beta(&mut node, &mut outcome, mv, score) {
                self.stats.cutoff(mv, number, pv_node);
                break;
            }
            if mv != outcome.best_move {
                let tried = if candidate.is_quiet { &mut outcome.quiet_tried } else { &mut outcome.noisy_tried };
                let _ = tried.try_push(mv);
            }
        }

        self.leave_node(claim);

        // 13. Checkmate or stalemate.
        if number == 0 {
            return Ok(match (excluded.is_some(), in_check) {
                (true, _) => node.alpha,
                (false, true) => ply as i32 - MATE,
                (false, false) => DRAWSCORE,
            });
        }

        outcome.best = outcome.best.min(ceiling);

        // 14. Update histories and correction history, and store the result in the transposition table.
        Ok(self.conclude(&node, entry, outcome, &context))
    }

    /// Updates best score, best move and alpha with the score of a move. Returns whether it reaches beta.
    #[inline(always)]
    fn reaches_beta(&mut self, node: &mut NodeState, outcome: &mut Outcome, mv: Move, score: i32) -> bool {
        outcome.best = outcome.best.max(score);
        if score <= node.alpha {
            return false;
        }
        outcome.best_move = mv;
        if node.flags.contains(SearchFlags::PV_NODE) {
            self.update_pv(node.ply, mv);
        }
        if node.flags.contains(SearchFlags::ROOT_NODE) {
            self.remember_root_pv(score, node.beta);
        }
        if score >= node.beta {
            return true;
        }
        node.alpha = score;
        false
    }

    /// Learns from the outcome of a node, stores it in the table, and returns the node's score. If moves were excluded,
    /// only the histories of a cutoff are updated, and nothing is stored.
    #[inline(always)]
    fn conclude(&mut self, node: &NodeState, entry: &Entry, outcome: Outcome, context: &Context) -> i32 {
        let alpha = entry.first_alpha;
        let &NodeState { ply, depth, beta, static_eval, in_check, was_pv, .. } = node;
        let Outcome { mut best, best_move, quiet_tried, noisy_tried } = outcome;
        if best >= beta {
            self.frame(ply).cutoffs += 1;
            best = damped(&self.settings.parameters, best, beta, depth);
            // A larger bonus if the static evaluation did not exceed alpha.
            let surprise = i32::from(!in_check && static_eval <= alpha);
            self.punish_prior_move(ply, depth, entry.excluded);
            self.learn_cutoff(depth + surprise, best_move, context, &quiet_tried, &noisy_tried);
        }
        if entry.is_partial_root || entry.excluded.is_some() {
            return best;
        }
        if best <= alpha {
            self.reward_prior_move(ply, depth);
        }
        let bound = Bound::of(best, alpha, beta);
        if !in_check && bound.contradicts(best, static_eval) && !is_noisy(best_move) {
            self.learn_correction(ply, best, entry.raw_eval, depth);
        }
        let mv = pack(best_move);
        self.store_table(entry.key, ply, TtData { mv, score: best, eval: entry.raw_eval, depth, bound, was_pv });
        best
    }

    #[inline(always)]
    fn candidate(&self, node: &NodeState, mv: Move, number: usize, context: &Context) -> Candidate {
        let is_quiet = !is_noisy(mv);
        let histories = &self.histories;
        let history = if is_quiet { histories.quiet(mv, context) } else { histories.capture(mv) };
        let danger = is_quiet.then(|| context.danger(mv));
        let reduction = base_reduction(&self.settings.parameters, node.depth, number, is_quiet) + self.more_reduction;
        Candidate { mv, number, is_quiet, danger, history, reduction }
    }

    /// Whether this move is pruned. After enough moves, this also makes the picker skip the remaining quiet moves,
    /// checks included.
    #[inline(always)]
    fn is_pruned(&self, node: &NodeState, candidate: &Candidate, picker: &mut Picker) -> bool {
        let (techniques, parameters) = (self.settings.techniques, &self.settings.parameters);
        let &Candidate { mv, number, is_quiet, history, reduction, .. } = candidate;
        let reduced = depth_left(parameters, node.depth, reduction, history);
        if is_quiet && !self.checks_directly(mv) {
            picker.skip_quiet |= number >= techniques.late_move_count(node, parameters);
            // Futility pruning skips only this move, because a later one may give check.
            if techniques.futility(node, parameters, reduced, history) {
                return true;
            }
        }
        let Some(threshold) = techniques.exchange_threshold(parameters, node.depth, reduced, is_quiet) else {
            return false;
        };
        let wins_enough = self.wins_exchange(mv, threshold)
            || self.checks_directly(mv) && self.wins_exchange(mv, exchange_threshold_of_checks(parameters, node.depth));
        !wins_enough
    }

    /// Makes a move, searches it and returns its score for the side that makes it; `best` is the best score so far. All
    /// moves but the first are searched with a null window, late moves also to a reduced depth. If a reduced move beats
    /// alpha, it is searched again with little or no reduction. In a PV node, a move that beats alpha is then searched
    /// with the full window.
    #[inline(always)]
    fn search_move(
        &mut self,
        node: &NodeState,
        candidate: &Candidate,
        extension: i32,
        best: i32,
    ) -> Result<i32, Stopped> {
        let techniques = self.settings.techniques;
        let &NodeState { ply, flags, depth, alpha, beta, .. } = node;
        let &Candidate { mv, number, history, reduction, .. } = candidate;
        let pv_node = flags.contains(SearchFlags::PV_NODE);
        self.enter(ply, mv)?;
        self.frame(ply).danger = candidate.danger;
        self.frame(ply).number = number;
        count(&mut self.stats.made, 1);
        let gives_check = self.frame(ply + 1).checkers != 0;
        let double_extensions = self.before(ply, 0).double_extensions + u32::from(extension > 1);
        let child = self.frame(ply + 1);
        child.double_extensions = double_extensions;
        let cutoffs = child.cutoffs;
        let new_depth = depth - 1 + extension;

        let mut score = alpha + 1;
        if techniques.reduces(node, &self.settings.parameters, number) {
            let late = LateMove { base: reduction, history, gives_check, cutoffs };
            let reduced = (new_depth - late_move_reduction(node, &self.settings.parameters, &late) / PLY)
                .clamp(1, new_depth.max(1));
            count(&mut self.stats.zero_windows, 1);
            self.frame(ply).reduction = new_depth - reduced;
            score = -self.negamax(ply + 1, reduced, -alpha - 1, -alpha, SearchFlags::CUT_NODE)?;
            self.frame(ply).reduction = 0;
            if score > alpha && reduced < new_depth {
                let again = research_depth(&self.settings.parameters, new_depth, score, best);
                if again > reduced {
                    count(&mut self.stats.researches, 1);
                    score = -self.negamax(ply + 1, again, -alpha - 1, -alpha, opposite(flags))?;
                }
            }
        } else if !pv_node || number > 1 {
            count(&mut self.stats.zero_windows, 1);
            score = -self.negamax(ply + 1, new_depth, -alpha - 1, -alpha, opposite(flags))?;
        }
        if pv_node && (number == 1 || score > alpha) {
            count(&mut self.stats.researches, u64::from(number > 1));
            score = -self.negamax(ply + 1, new_depth, -beta, -alpha, SearchFlags::PV_NODE)?;
        }
        self.board.unmake_move();
        Ok(score)
    }

    /// First move of the last PV; [`Move::NONE`] if there is no PV or the move is excluded.
    fn last_move_of_line(&self) -> Move {
        let mv = self.board.last_pv[0];
        if mv.is_some() && !self.root.excluded.contains(&mv) { mv } else { Move::NONE }
    }

    /// Clears the node's PV, and returns the node's score if the line ends here: at a draw, or at the maximum ply.
    #[inline(always)]
    pub(super) fn end_of_line(&mut self, ply: usize, flags: SearchFlags) -> Option<i32> {
        self.tree.pv_length[ply] = ply;
        if !flags.contains(SearchFlags::ROOT_NODE) {
            if self.is_draw_in_tree(ply) {
                return Some(DRAWSCORE);
            }
            if ply >= MAX_PLIES - 1 {
                return Some(if self.frame(ply).checkers != 0 { DRAWSCORE } else { self.evaluate() });
            }
        }
        if flags.contains(SearchFlags::PV_NODE) {
            self.tree.seldepth = self.tree.seldepth.max(ply);
        }
        None
    }

    /// The score from the table, if it cuts off a node of this remaining depth. PV nodes are always searched.
    #[inline(always)]
    pub(super) fn cutoff_from_table(
        &self,
        known: Option<TtData>,
        ply: usize,
        depth: i32,
        beta: i32,
        flags: SearchFlags,
    ) -> Option<i32> {
        let known = known?;
        let cuts = !flags.contains(SearchFlags::PV_NODE)
            && known.depth >= depth
            && known.bound.proves(known.score, beta)
            && self.board.fifty_move < TABLE_FIFTY
            && self.is_before_fifty_moves(known.score, ply);
        cuts.then_some(known.score)
    }

    /// Whether the mate, if the score is one, comes before the fifty-move rule ends the game even without a capture or
    /// pawn move. The score may have been stored with a lower fifty-move counter.
    fn is_before_fifty_moves(&self, score: i32, ply: usize) -> bool {
        let plies = MATE - score.abs() - ply as i32;
        score.abs() < MATE_BOUND || plies + self.board.fifty_move as i32 <= FIFTY_MOVES
    }

    #[inline]
    pub(super) fn probe_table(&self, key: u64, ply: usize) -> Option<TtData> {
        if !self.settings.techniques.contains(Techniques::TABLE) {
            return None;
        }
        // A mate score stored at another ply may put the mate beyond the maximum ply when converted to this one.
        self.table.probe(key, ply).filter(|known| is_possible(known.score))
    }

    /// The hash move; [`Move::NONE`] if there is none, or if it is illegal here because another position has the same
    /// key.
    #[inline]
    pub(super) fn table_move(&self, packed: u16, check_info: &CheckInfo) -> Move {
        let mv = self.unpack(packed);
        if self.is_pseudo_legal(mv, check_info) && self.is_safe(mv, check_info) { mv } else { Move::NONE }
    }

    #[inline]
    pub(super) fn store_table(&self, key: u64, ply: usize, known: TtData) {
        if self.settings.techniques.contains(Techniques::TABLE) {
            debug_assert!(is_possible(known.score), "{}", known.score);
            self.table.store(key, ply, known);
        }
    }

    /// Stores an evaluation without a score.
    #[inline]
    fn store_evaluation(&self, key: u64, ply: usize, eval: i32, was_pv: bool) {
        let depth = DEPTH_OF_EVALUATION;
        self.store_table(key, ply, TtData { mv: 0, score: 0, eval, depth, bound: Bound::None, was_pv });
    }

    /// Whether the move that led here was reduced too much.
    #[inline(always)]
    fn is_reduced_too_much(&self, ply: usize, static_eval: i32) -> bool {
        let above = self.before(ply, 1);
        was_reduced_too_much(&self.settings.parameters, above.reduction, above.eval, static_eval)
    }

    /// Whether the evaluation has improved since the side's last turn, two plies ago (four if it was in check then).
    /// True if neither turn has an evaluation; false if the side is in check now.
    #[inline]
    fn is_improving(&self, ply: usize, eval: i32) -> bool {
        if eval == NO_EVAL {
            return false;
        }
        let (two, four) = (self.before(ply, 2).eval, self.before(ply, 4).eval);
        match (two, four) {
            (NO_EVAL, NO_EVAL) => true,
            (NO_EVAL, four) => eval > four,
            (two, _) => eval > two,
        }
    }

    /// Target square of the move that led here; [`None`] after a null move.
    #[inline(always)]
    pub(super) fn last_target(&self, ply: usize) -> Option<usize> {
        let piece_to = self.before(ply, 1).piece_to;
        (piece_to != 0).then(|| target_of(piece_to))
    }

    /// Searches all moves except the hash move, to test whether the hash move is singular.
    fn singular_search(
        &mut self,
        ply: usize,
        node: &NodeState,
        known: &TtData,
        mv: Move,
    ) -> Result<Singularity, Stopped> {
        let bound = singular_bound(node, &self.settings.parameters, known);
        let cut = node.flags & SearchFlags::CUT_NODE;
        self.frame(ply).excluded = mv;
        let score = self.negamax(ply, singular_depth(node), bound - 1, bound, cut)?;
        self.frame(ply).excluded = Move::NONE;
        Ok(singularity(node, &self.settings.parameters, known, score, self.before(ply, 0).double_extensions))
    }
}

/// Expected type of a child searched with a null window: a cut node, unless its parent is one.
#[inline(always)]
pub(super) fn opposite(flags: SearchFlags) -> SearchFlags {
    if flags.contains(SearchFlags::CUT_NODE) { SearchFlags::empty() } else { SearchFlags::CUT_NODE }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::evaluation::EvalKind;
    use super::super::tablebase::{TABLEBASE_WIN, Tablebase, Tables, Wdl};
    use super::super::testing::{modern, node};
    use super::*;
    use crate::board::Board;

    /// Depth of the node used to test the singular search.
    const DEPTH: i32 = 8;
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// Result of the singular search for `table_move` after the move `first`, if the table's score for the position is
    /// `score`.
    fn asked(fen: &str, first: &str, table_move: &str, score: i32) -> Singularity {
        let mut modern = modern(fen);
        modern.begin();
        modern.tree.root_depth = DEPTH as usize;
        let first = modern.board.is_valid_text_move(first).expect("a legal move");
        modern.enter(0, first).expect("nothing stops it");
        let mv = modern.board.is_valid_text_move(table_move).expect("a legal move");
        let eval = modern.evaluate();
        modern.frame(1).eval = eval;
        let node = NodeState {
            ply: 1,
            alpha: score + 499,
            beta: score + 500,
            eval,
            static_eval: eval,
            in_check: modern.frame(1).checkers != 0,
            noisy_table_move: is_noisy(mv),
            ..node(DEPTH, SearchFlags::empty())
        };
        let known = TtData { mv: pack(mv), score, eval, depth: DEPTH, bound: Bound::Lower, was_pv: false };
        let fen = modern.board.fen();
        let found = modern.singular_search(1, &node, &known, mv).expect("nothing stops it");
        assert_eq!(modern.board.fen(), fen);
        assert!(!modern.frame(1).excluded.is_some(), "the move may be searched again");
        found
    }

    #[test]
    fn a_move_is_singular_if_all_others_fail() {
        // Only taking the queen saves the game.
        let only = asked("1k6/3q4/8/8/4P3/8/8/1K6 b - - 0 1", "d7d5", "e4d5", 100);
        assert_eq!(only, Singularity::Extend(2));
        // A single legal move: no alternatives exist, but that does not justify a double extension.
        let forced = asked("6k1/8/8/8/8/1q6/8/2K5 b - - 0 1", "b3c2", "c1c2", 0);
        assert_eq!(forced, Singularity::Extend(1));
        // Many moves are equally good.
        let one_of_many = asked("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e7e5", -200);
        assert_eq!(one_of_many, Singularity::Extend(0));
    }

    #[test]
    fn a_node_cut_off_by_its_evaluation_stores_it() {
        let mut modern = modern(KIWIPETE);
        modern.begin();
        let beta = modern.evaluate() - 1000;
        let score = modern.negamax(1, 1, beta - 1, beta, SearchFlags::CUT_NODE).expect("not stopped");
        assert!(score >= beta && modern.board.inodes == 0, "no move was searched");
        let known = modern.probe_table(modern.table_key(), 1).expect("an entry");
        assert_eq!((known.eval, known.bound, known.mv), (modern.evaluate(), Bound::None, 0));
    }

    /// Tables in which White wins every position.
    struct WhiteWins;

    impl Tablebase for WhiteWins {
        fn most_men(&self) -> u32 {
            4
        }

        fn path(&self) -> &str {
            ""
        }

        fn wdl(&self, board: &Board) -> Option<Wdl> {
            Some(if board.next_move == Side::White { Wdl::Win } else { Wdl::Loss })
        }

        fn dtz(&self, _: &Board) -> Option<i32> {
            None
        }
    }

    #[test]
    fn a_tablebase_win_that_no_move_exceeds_is_exact() {
        let mut modern = modern("8/8/8/4k3/8/8/8/KRR5 w - - 0 1");
        modern.settings.tables = Some(Tables::new(Arc::new(WhiteWins)));
        modern.begin();
        modern.open_tablebases();
        let score = modern.negamax(1, 1, -INFINITE, INFINITE, SearchFlags::PV_NODE).expect("nothing stops it");
        assert_eq!(score, TABLEBASE_WIN - 1);
        let known = modern.probe_table(modern.table_key(), 1).expect("an entry");
        assert_eq!((known.score, known.bound), (score, Bound::Exact));
    }

    #[test]
    fn a_mate_beyond_the_fifty_move_limit_cuts_nothing_off() {
        let cutoff = |fifty, plies_to_mate| {
            let mut modern = modern(KIWIPETE);
            modern.board.set_fifty_move(fifty);
            let (ply, depth) = (3, 8);
            let score = MATE - plies_to_mate - ply as i32;
            let known = TtData { mv: 0, score, eval: 0, depth, bound: Bound::Lower, was_pv: false };
            modern.cutoff_from_table(Some(known), ply, depth, 0, SearchFlags::CUT_NODE).is_some()
        };
        assert!(cutoff(80, 20) && !cutoff(80, 21) && cutoff(79, 21));
        assert!(cutoff(TABLE_FIFTY - 1, 11) && !cutoff(TABLE_FIFTY, 1));
    }

    #[test]
    fn double_extensions_count_in_their_own_line_alone() {
        let mut modern = modern(KIWIPETE);
        modern.begin();
        let node = node(1, SearchFlags::CUT_NODE);
        let moves = modern.board.legal_moves();
        let mut counted = |number: usize, extension| {
            let candidate =
                Candidate { mv: moves[number], number, is_quiet: true, danger: Some(0), history: 0, reduction: 0 };
            modern.search_move(&node, &candidate, extension, -INFINITE).expect("not stopped");
            modern.before(1, 0).double_extensions
        };
        assert_eq!([counted(1, 2), counted(2, 0), counted(3, 1), counted(4, 2)], [1, 0, 0, 1]);
    }

    #[test]
    fn a_null_move_has_no_target() {
        let mut modern = modern(KIWIPETE);
        modern.begin();
        assert_eq!(modern.last_target(0), None);
        let first = modern.board.is_valid_text_move("e5f7").expect("a legal move");
        modern.enter(0, first).expect("nothing stops it");
        modern.enter_null(1).expect("nothing stops it");
        assert_eq!([1, 2].map(|ply| modern.last_target(ply)), [Some(53), None]);
    }

    #[test]
    fn a_side_improves_on_an_evaluation_that_is_known() {
        let mut modern = modern(KIWIPETE);
        modern.begin();
        assert!(modern.is_improving(0, -30) && modern.is_improving(1, -30), "no turn exists before the root");
        modern.frame(0).eval = 10;
        assert!(modern.is_improving(2, 11) && !modern.is_improving(2, 10) && !modern.is_improving(2, NO_EVAL));
        modern.frame(2).eval = NO_EVAL;
        assert!(modern.is_improving(4, 11) && !modern.is_improving(4, 10), "in check two plies before");
        modern.frame(0).eval = NO_EVAL;
        assert!(modern.is_improving(4, -30) && !modern.is_improving(4, NO_EVAL), "and four plies before");
    }

    #[test]
    fn a_cutoff_that_the_evaluation_did_not_promise_teaches_more() {
        // The history of the cutoff move if beta is this much above the static evaluation.
        let learnt = |above| {
            let mut modern = modern("k7/p7/8/8/8/8/P7/N6K w - - 0 1");
            modern.settings.eval_kind = EvalKind::Tutorial;
            (modern.settings.parameters.history_gain, modern.settings.parameters.prior_move_bonus) = (0, 0);
            modern.begin();
            let raw = modern.evaluate();
            let beta = modern.scaled(raw) + above;
            let score = modern.negamax(0, 1, beta - 1, beta, SearchFlags::CUT_NODE).expect("nothing stops it");
            assert!(score >= beta, "{score} {beta}");
            let context = modern.history_context(0);
            modern.board.legal_moves().iter().map(|&mv| modern.histories.quiet(mv, &context)).max()
        };
        assert!(Some(0) < learnt(0) && learnt(0) < learnt(1), "{:?} {:?}", learnt(0), learnt(1));
    }
}
