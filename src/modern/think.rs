//! Iterative deepening, <https://www.chessprogramming.org/Iterative_Deepening>.
//!
//! Each iteration fills the transposition table and the histories, which speed up the next one. The search ends when it
//! is stopped, when it reaches its depth, node or time limit, or when another iteration is not worth starting
//! ([`clock`](super::clock)).
//!
//! **Read next:** [`negamax`](super::negamax).

use std::ops::ControlFlow;

use super::clock::{MoveTime, Patience};
use super::skill::FULL_ELO;
use super::techniques::{SearchFlags, Techniques};
use super::{DEEPEST, Frame, INFINITE, MATE, MATE_BOUND, Modern, NO_EVAL, Stopped, report_score};
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::stats::Iteration;
use crate::searcher::{Line, Report};

/// Minimum depth for aspiration windows.
const WINDOW_DEPTH: usize = 4;
/// The absolute value of the last score, divided by this, is added to each side of the first window.
const WIDER: i32 = 60;
/// A score beyond this widens the window no further.
const WIDER_UP_TO: i32 = 2000;
/// After each fail high at the root, the next search is a ply shallower, up to this many plies in all.
const MOST_LESS: i32 = 3;

/// Flags of the root in an iteration.
const ROOT_FLAGS: SearchFlags = SearchFlags::ROOT_NODE.union(SearchFlags::PV_NODE);

/// Reason why iterative deepening ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeepeningEnd {
    /// The maximum depth was reached.
    Depth,
    /// Another iteration was not worth starting.
    Enough,
    /// An iteration was aborted.
    Stopped,
}

impl Modern {
    /// Drives iterative deepening: calls `iteration` with depth 1, then each time with one ply more than the depth
    /// completed. `iteration` returns the completed depth, or a break to end the search.
    pub(super) fn deepen_with(
        &mut self,
        mut iteration: impl FnMut(&mut Modern, usize) -> Result<ControlFlow<(), usize>, Stopped>,
    ) -> DeepeningEnd {
        let mut depth = 0;
        while depth < self.board.search_depth.min(DEEPEST) {
            match iteration(self, depth + 1) {
                Ok(ControlFlow::Continue(done)) => depth = done,
                Ok(ControlFlow::Break(())) => return DeepeningEnd::Enough,
                Err(Stopped) => return DeepeningEnd::Stopped,
            }
        }
        DeepeningEnd::Depth
    }

    /// Reports why deepening ended, unless it reached the requested depth.
    pub(super) fn tell_end(&mut self, end: DeepeningEnd) {
        match end {
            DeepeningEnd::Depth => {}
            DeepeningEnd::Enough => self.tell(Report::TimeUsed),
            DeepeningEnd::Stopped => self.tell(Report::Stopped),
        }
    }

    /// Iterative deepening up to the depth, node or time limit. Returns no lines, since lines are listed only for
    /// MultiPV.
    pub(super) fn deepen(&mut self) -> Vec<Line> {
        self.begin();
        self.open_tablebases();
        self.judge_root();
        if self.settings.elo < FULL_ELO {
            self.deepen_weakly();
        } else {
            self.with_helpers(Modern::deepen_alone);
        }
        Vec::new()
    }

    fn deepen_alone(&mut self) {
        let mut patience = Patience::after(self.previous_score());
        let mut last = 0;
        self.tells_at_once = true;
        let end = self.deepen_with(|this, depth| {
            let (depth, score) = this.iterate_in_team(depth, last)?;
            last = score;
            this.note_result(depth, score, &mut patience);
            let is_enough = this.is_another_iteration_pointless(depth, score, &patience);
            Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(depth) })
        });
        if end == DeepeningEnd::Stopped {
            self.tell_untold();
        }
        self.tell_end(end);
    }

    /// Score of the last search, if it was for the same side.
    fn previous_score(&self) -> Option<i32> {
        let (side, score) = self.last_think?;
        (side == self.board.next_move).then_some(score)
    }

    /// Reports a complete iteration and updates time management and statistics.
    fn note_result(&mut self, depth: usize, score: i32, patience: &mut Patience) {
        self.tree.last = Some((depth, score));
        self.tree.untold = None;
        self.add_answer();
        let told = self.told_score(score);
        self.tell(Report::Depth { depth: self.tree.root_depth, score: told, pv: self.pv_so_far() });
        let best = self.board.last_pv[0];
        let (nodes, leaves, ms) = (self.board.inodes, self.stats.leaves, self.board.timer.elapsed_ms());
        self.stats.iterations.push(Iteration { depth, nodes, leaves, ms, score: report_score(score), best });
        let share = self.tree.root_nodes[best.from_to()] as f64 / self.board.inodes.max(1) as f64;
        patience.iteration_done(best.0, score, share);
    }

    /// Searches the root once, to a fixed depth with this window, without reports. Returns the score as it is reported,
    /// or 0 if the search was stopped.
    pub(super) fn search_once(&mut self, depth: usize, alpha: i32, beta: i32) -> i32 {
        self.begin();
        let flags = if beta - alpha > 1 { ROOT_FLAGS } else { SearchFlags::CUT_NODE };
        self.search_window(depth as i32, depth.max(1), alpha, beta, flags).map_or(0, report_score)
    }

    /// Prepares the next search: clears the state of the last one and ages the tables.
    pub(super) fn begin(&mut self) {
        self.make_table();
        self.solved = self.solve_ending();
        self.table.grow_older();
        self.histories.fade();
        self.tree.frames.fill(Frame { eval: NO_EVAL, ..Frame::default() });
        self.tree.root_nodes.fill(0);
        self.tree.untold = None;
        self.tells_at_once = false;
        self.tree.null_from_ply = 0;
        self.frame(0).checkers = self.check_info().checkers;
        self.look_ahead_to_correction(0);
    }

    /// One iteration with a full window.
    pub(super) fn iterate_full(&mut self, depth: usize) -> Result<i32, Stopped> {
        self.tree.seldepth = 0;
        self.search_window(depth as i32, depth, -INFINITE, INFINITE, ROOT_FLAGS)
    }

    /// One iteration with aspiration windows (+77 ± 18), <https://www.chessprogramming.org/Aspiration_Windows>: the
    /// score is expected to be near the last iteration's. If the score falls outside the window, the window is widened
    /// step by step.
    pub(super) fn iterate(&mut self, depth: usize, last: i32) -> Result<i32, Stopped> {
        if depth < WINDOW_DEPTH || !self.settings.techniques.contains(Techniques::ASPIRATION) {
            return self.iterate_full(depth);
        }
        self.tree.seldepth = 0;
        let mut width = self.settings.parameters.aspiration_width + last.abs().min(WIDER_UP_TO) / WIDER;
        let (mut alpha, mut beta) = ((last - width).max(-INFINITE), (last + width).min(INFINITE));
        let mut less = 0;
        loop {
            let score = self.search_window(depth as i32 - less, depth, alpha, beta, ROOT_FLAGS)?;
            width += width / 2 + 4;
            if score.abs() >= MATE_BOUND {
                width = INFINITE;
            }
            if score <= alpha && alpha > -INFINITE {
                self.tell_bound(score, false);
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                less = 0;
            } else if score >= beta && beta < INFINITE {
                self.tell_bound(score, true);
                beta = (score + width).min(INFINITE);
                less = (less + 1).min(MOST_LESS).min(depth as i32 - 1);
            } else {
                return Ok(score);
            }
        }
    }

    /// Searches the root once. Every search by `negamax` starts here, and is cleaned up here if it is aborted.
    fn search_window(
        &mut self,
        depth: i32,
        root_depth: usize,
        alpha: i32,
        beta: i32,
        flags: SearchFlags,
    ) -> Result<i32, Stopped> {
        self.tree.root_depth = root_depth;
        self.negamax(0, depth, alpha, beta, flags).inspect_err(|_| self.return_to_root())
    }

    fn is_another_iteration_pointless(&self, depth: usize, score: i32, patience: &Patience) -> bool {
        let is_mate_found = score.abs() >= MATE_BOUND && depth as i32 >= 2 * (MATE - score.abs()) + 4;
        let are_nodes_used = self.soft_nodes.is_some_and(|nodes| self.board.inodes >= nodes);
        is_mate_found || are_nodes_used || self.is_soft_limit_reached(patience)
    }

    /// Whether the soft time limit is reached. Without one before the hard limit, the search uses all its time.
    pub(super) fn is_soft_limit_reached(&self, patience: &Patience) -> bool {
        match (self.board.timer.soft_time, self.board.timer.max_time) {
            (Some(soft), Some(hard)) if soft < hard => {
                let pondered = self.control.limits().pondered;
                self.board.timer.elapsed() >= patience.soft(MoveTime { soft, hard, pondered })
            }
            _ => false,
        }
    }

    /// Copies the line of a new best root move to the fields that all searches share. After the first iteration,
    /// reports the line if the score is exact, the best move has changed, and this search reports new best moves at
    /// once.
    pub(super) fn remember_root_pv(&mut self, score: i32, beta: i32) {
        let length = self.tree.pv_length[0].min(MAX_PLY);
        self.board.triangular_array[0][..length].copy_from_slice(&self.tree.pv[0][..length]);
        self.board.triangular_length[0] = length;
        let is_new = self.board.last_pv[0] != self.tree.pv[0][0];
        self.board.remember_pv();
        self.tree.untold = Some(score);
        if self.tells_at_once && is_new && score < beta && self.tree.root_depth > 1 {
            self.tell_best(score);
        }
    }

    fn tell_best(&mut self, score: i32) {
        self.tree.untold = None;
        self.add_answer();
        let score = self.told_score(score);
        self.tell(Report::Best { depth: self.tree.root_depth, score, pv: self.pv_so_far() });
    }

    /// The best line from the root.
    pub(super) fn pv_so_far(&self) -> Vec<Move> {
        self.board.last_pv[..self.board.last_pv_length].to_vec()
    }

    /// Reports a fail low or fail high at the root, if this search reports before the end of an iteration.
    fn tell_bound(&mut self, score: i32, is_lower: bool) {
        if !self.tells_at_once {
            return;
        }
        if is_lower {
            // After a stop, this line is reported once more, with the same score.
            self.tree.untold = Some(score);
        }
        let pv = if is_lower { self.pv_so_far() } else { Vec::new() };
        let score = self.told_score(score);
        self.tell(Report::Bound { depth: self.tree.root_depth, score, is_lower, pv });
    }

    /// After a stop, reports the best line, so that the move played is the one reported last.
    fn tell_untold(&mut self) {
        if let Some(score) = self.tree.untold {
            self.tell_best(score);
        }
    }

    /// Reports the root move about to be searched, if the control requests such reports.
    pub(super) fn tell_root_move(&mut self, mv: Move, number: usize) {
        if self.control.wants_root_moves() {
            let count = self.board.legal_moves().into_iter().filter(|&mv| !self.is_excluded_at_root(mv)).count();
            self.tell(Report::RootMove { mv, number, count });
        }
    }

    /// Appends the reply from the hash table if the line has only one move, so that there is a ponder move.
    fn add_answer(&mut self) {
        if self.board.last_pv_length != 1 {
            return;
        }
        let mv = self.board.last_pv[0];
        self.board.make_move(mv);
        let known = self.probe_table(self.table_key(), 1);
        let check_info = self.check_info();
        let answer = known.map_or(Move::NONE, |known| self.table_move(known.mv, &check_info));
        self.board.unmake_move();
        if answer.is_some() {
            self.board.last_pv[1] = answer;
            self.board.last_pv_length = 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::super::Settings;
    use super::super::testing::with;
    use super::*;
    use crate::readfen::read_fen;
    use crate::searcher::{Control, Limits, Searcher};

    const DEPTH: usize = WINDOW_DEPTH + 1;
    const FEN: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

    /// A search whose score depends only on depth and position: aspiration windows are its only technique.
    fn plain() -> Box<Modern> {
        let mut modern = with(FEN, &Settings { techniques: Techniques::ASPIRATION, ..Settings::default() });
        modern.begin();
        modern.tells_at_once = true;
        modern
    }

    /// The score of an iteration with a window around `last`, and for each reported bound whether it was a lower bound.
    fn around(last: i32) -> (i32, Vec<bool>) {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let bounds = Arc::clone(&heard);
        let mut modern = plain();
        modern.control = Control::new(move |info| {
            if let Report::Bound { is_lower, .. } = info.report {
                bounds.lock().expect("no panic before").push(is_lower);
            }
        });
        let score = modern.iterate(DEPTH, last).expect("nothing stops it");
        let bounds = heard.lock().expect("no panic before").clone();
        (score, bounds)
    }

    #[test]
    fn the_window_opens_until_the_score_lies_inside() {
        let exact = |depth| plain().iterate_full(depth).expect("nothing stops it");
        let score = exact(DEPTH);
        assert_eq!(around(score), (score, Vec::new()), "the first window contains the score");
        for too_high in [100, 1000] {
            let (found, bounds) = around(score + too_high);
            assert_eq!(found, score, "last score {too_high} too high");
            assert!(!bounds.is_empty() && !bounds[0], "{bounds:?}");
        }
        // After a fail high, the next search is shallower.
        let less_deep: Vec<i32> = (0..=MOST_LESS).map(|less| exact(DEPTH - less as usize)).collect();
        for too_low in [100, 1000] {
            let (found, bounds) = around(score - too_low);
            assert!(less_deep.contains(&found), "{found} is none of {less_deep:?}");
            assert!(bounds.first() == Some(&true), "{bounds:?}");
        }
    }

    #[test]
    fn one_line_and_several_end_by_the_same_rule() {
        for lines in [1, 2] {
            let depth = |max_time, soft_time| {
                let limits = Limits { max_time, soft_time, stop_frac: 0, lines, ..Limits::depth(4) };
                with(FEN, &Settings::default()).think(&limits, &Control::silent()).depth
            };
            let (none, all) = (Some(Duration::ZERO), Some(Duration::MAX));
            assert_eq!([depth(all, none), depth(all, None), depth(None, none), depth(all, all)], [1, 4, 4, 4]);
        }
    }

    #[test]
    fn the_next_search_for_the_same_side_knows_the_last_score() {
        let mut modern = with(FEN, &Settings::default());
        assert_eq!(modern.previous_score(), None);
        let thought = modern.think(&Limits::depth(4), &Control::silent());
        assert_eq!(modern.previous_score(), Some(thought.score));
        modern.board.make_move(thought.best);
        assert_eq!(modern.previous_score(), None);
        modern.board.unmake_move();
        modern.clear();
        assert_eq!(modern.previous_score(), None);
    }

    #[test]
    fn the_first_iterations_have_no_window() {
        let mut modern = plain();
        let score = modern.iterate_full(WINDOW_DEPTH - 1);
        assert_eq!(plain().iterate(WINDOW_DEPTH - 1, 5000), score);
    }

    /// The scores of searches with and without a solved endgame stand in the table side by side.
    #[test]
    fn a_solved_ending_keeps_its_scores_apart() {
        let ending = read_fen("8/8/8/3k4/8/8/8/KBN5 w - - 0 1").expect("a legal position").setup;
        let mut modern = with(FEN, &Settings::default());
        modern.board.init_from_setup(&ending);
        let solved = modern.solve_ending();
        assert!(solved.is_some());
        let is_known = |modern: &mut Modern, solved| {
            modern.solved = solved;
            modern.probe_table(modern.table_key(), 0).is_some()
        };
        modern.begin();
        modern.iterate_full(2).expect("nothing stops it");
        assert!(is_known(&mut modern, solved) && !is_known(&mut modern, None));
        modern.iterate_full(2).expect("nothing stops it");
        assert!(is_known(&mut modern, solved) && is_known(&mut modern, None));
        modern.board.init_from_setup(&read_fen(FEN).expect("a legal position").setup);
        modern.begin();
        modern.board.init_from_setup(&ending);
        assert!(is_known(&mut modern, solved), "the table is not cleared when the ending is left");
    }
}
