//! Multithreaded search.
//!
//! <https://www.chessprogramming.org/Lazy_SMP>. All threads search the same position and share results through the
//! transposition table. The first thread to finish an iteration publishes its result in the `Team`; the others abandon
//! that iteration and start the next. In a MultiPV search, the main thread neither publishes results nor abandons
//! iterations: it only shares the table.
//!
//! Each helper is a silent clone of the main search; it keeps its histories from one search to the next. To keep the
//! threads from doing the same work, every second helper reduces late moves slightly more. Also, when a thread reaches
//! a node that another thread is searching, it reduces the node's late moves by one more ply (`Claims`), because the
//! other thread is already searching these moves with less reduction.
//!
//! **Read next:** [`think`](super::think).

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, Scope};

use super::{Modern, Shortage, Stopped};
use crate::board::Board;
use crate::moves::Move;
use crate::peek::{Report, Sink, Watch};
use crate::searcher::control::Link;
use crate::searcher::stats::Stats;
use crate::searcher::{Control, follow_line};

/// State shared by the threads of a search, besides the transposition table.
#[derive(Default, Debug)]
pub(super) struct Team {
    /// Depth of the deepest iteration completed by any thread, in plies.
    done: AtomicUsize,
    /// Result of that iteration.
    result: Mutex<TeamResult>,
    /// The nodes being searched.
    claims: Claims,
}

/// Result of an iteration.
#[derive(Clone, Default, Debug)]
pub(super) struct TeamResult {
    pub(super) depth: usize,
    /// The score in centipawns.
    pub(super) score: i32,
    pub(super) line: Vec<Move>,
    pub(super) seldepth: usize,
}

impl Team {
    /// Publishes a complete iteration, unless another thread has already published this depth or a greater one.
    pub(super) fn complete(&self, iteration: TeamResult) {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        if iteration.depth > result.depth {
            self.done.store(iteration.depth, Relaxed);
            *result = iteration;
        }
    }

    fn result(&self) -> TeamResult {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The nodes being searched, each claimed by the first thread to reach it. A node's key selects its slot; if the slot
/// is in use, the node stays unclaimed.
#[derive(Debug)]
pub(super) struct Claims([AtomicU64; Claims::SLOTS]);

impl Claims {
    const SLOTS: usize = 1024;
    /// Mask of the thread's number in a claim. The number replaces the low bits of the key; the slot implies most of
    /// them.
    const THREAD: u64 = 0xffff;

    /// The slot value for a claim by the thread with this number, counted from 1.
    fn claim(key: u64, thread: u64) -> u64 {
        key & !Claims::THREAD | thread & Claims::THREAD
    }
}

impl Default for Claims {
    fn default() -> Claims {
        Claims([const { AtomicU64::new(0) }; Claims::SLOTS])
    }
}

/// State of a node's claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claim {
    /// Not claimed by another thread. This thread may have claimed it further up the tree, or another node may occupy
    /// the slot.
    Free,
    /// Claimed by this thread at this node, in this slot.
    Held(usize),
    /// Claimed by another thread.
    Taken,
}

/// The helpers of the last search, kept for their histories. A clone has none.
#[derive(Default)]
pub(super) struct Helpers(pub(super) Vec<Box<Modern>>);

impl Clone for Helpers {
    fn clone(&self) -> Helpers {
        Helpers::default()
    }
}

/// Minimum depth at which nodes are claimed, in plies; shallower nodes finish too soon.
const CLAIM_DEPTH: i32 = 6;

/// Memory that a thread needs besides its [`Modern`], in bytes: stack, variations, and the overhead of `malloc`.
const MEMORY_OF_A_THREAD: usize = 16 << 20;

/// Address space that a starting thread may take, in bytes: its stack, and 128 MB for a new arena of glibc's `malloc`,
/// half of which is given back at once.
const SPACE_TO_START: usize = 192 << 20;

/// Whether this many bytes can be allocated now.
fn has_room(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let is_reserved = probe.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler may remove the allocation.
    std::hint::black_box(&probe);
    is_reserved
}

/// Extra reduction of late moves in every other helper, in 1024ths of a ply.
const MORE_REDUCTION: i32 = 256;

/// Sink of a helper: counts its nodes, and waits while the search is paused.
struct NodeCounter {
    counted: u64,
    link: Link,
}

impl Sink for NodeCounter {
    fn report(&mut self, _: &Board, _: Report) {}

    fn poll(&mut self, board: &mut Board) {
        let new = board.inodes - self.counted;
        self.counted = board.inodes;
        self.link.poll_as_helper(new);
    }
}

/// Sets the stop flag on panic so that helper threads end.
pub(crate) struct OnPanic<'a>(pub(crate) &'a AtomicBool);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl Modern {
    /// Runs `work` while `threads - 1` helpers search the same position. The helpers' nodes are included in
    /// [`Modern::nodes`] at any time, and in `inodes` at the end. A search limited by nodes has no helpers, so that it
    /// ends after exactly that many nodes.
    pub(super) fn with_helpers<R>(&mut self, work: impl FnOnce(&mut Modern) -> R) -> R {
        let count = self.settings.threads.saturating_sub(1);
        self.helpers.0.truncate(count);
        self.team = Arc::default();
        if count == 0 || self.board.max_nodes.is_some() {
            return work(self);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let mut before = std::mem::take(&mut self.helpers.0).into_iter();
        let mut helpers: Vec<Box<Modern>> =
            (0..count).map_while(|number| self.helper(number, before.next(), &stop)).collect();
        // A thread that cannot get the memory for its start aborts the program. If memory is short, the threads start
        // one after another, each while there is enough of it.
        let is_roomy = has_room(count.saturating_mul(SPACE_TO_START));
        let result = std::thread::scope(|scope| {
            let given = 1 + helpers.iter_mut().map_while(|helper| helper.start(scope, is_roomy)).count();
            if given <= count {
                self.shortage = Some(Shortage::Threads { wanted: count + 1, given });
            }
            let _guard = OnPanic(&stop);
            let result = work(self);
            stop.store(true, Relaxed);
            result
        });
        self.team = Arc::default();
        self.board.inodes += helpers.iter().map(|helper| helper.board.inodes).sum::<u64>();
        self.control.take_over_helper_nodes(self.board.inodes);
        self.helpers.0 = helpers;
        result
    }

    /// Starts this helper's thread; [`None`] if there is not enough memory. Unless memory is roomy, waits until the thread
    /// has what it needs to start.
    fn start<'scope>(&'scope mut self, scope: &'scope Scope<'scope, '_>, is_roomy: bool) -> Option<()> {
        if !is_roomy && !has_room(SPACE_TO_START) {
            return None;
        }
        let (started, starts) = mpsc::channel();
        let run = move || {
            let _ = started.send(());
            self.help();
        };
        thread::Builder::new().spawn_scoped(scope, run).ok()?;
        if !is_roomy {
            let _ = starts.recv();
        }
        Some(())
    }

    /// Prepares a helper that searches silently until `stop` is set. Reuses the earlier helper `before`, if any;
    /// otherwise clones this search. Returns [`None`] if there is not enough memory for a clone.
    fn helper(&self, number: usize, before: Option<Box<Modern>>, stop: &Arc<AtomicBool>) -> Option<Box<Modern>> {
        let mut helper = match before {
            Some(mut helper) => {
                helper.follow(self);
                helper
            }
            None => {
                // Running out of memory while cloning would abort the program. No helper has started yet, so `needed`
                // must cover what this thread, the helpers so far and the clone will need as they search.
                let needed = size_of::<Modern>() + self.own_size() + (number + 2) * MEMORY_OF_A_THREAD;
                if !has_room(needed) {
                    return None;
                }
                Box::new(self.clone())
            }
        };
        helper.thread = number as u64 + 2;
        helper.more_reduction = if number.is_multiple_of(2) { MORE_REDUCTION } else { 0 };
        helper.board.timer.max_time = None;
        let counter = NodeCounter { counted: 0, link: self.control.link() };
        helper.board.watch = Watch { stop: Arc::clone(stop), sink: Some(Box::new(counter)) };
        helper.control = Control::silent();
        Some(helper)
    }

    /// Copies the state of the search that the main thread `first` is starting. The helper keeps its own histories, but
    /// they are aged.
    fn follow(&mut self, first: &Modern) {
        self.board = first.board.clone();
        self.settings = first.settings.clone();
        self.stats = Stats::default();
        (self.tells_at_once, self.may_be_overtaken) = (false, false);
        (self.root, self.tree, self.solved) = (first.root.clone(), first.tree.clone(), first.solved);
        (self.table, self.team) = (Arc::clone(&first.table), Arc::clone(&first.team));
        self.histories.fade();
    }

    /// Iterative deepening without reports, until stopped or to the maximum depth.
    fn help(&mut self) {
        let mut last = 0;
        self.deepen_with(|this, depth| {
            let (done, score) = this.iterate_in_team(depth, last)?;
            last = score;
            Ok(ControlFlow::Continue(done))
        });
    }

    /// Runs one iteration until this thread or a faster one completes it. Returns the completed depth, which may be
    /// greater than requested, and the score. The PV is in `last_pv`.
    pub(super) fn iterate_in_team(&mut self, depth: usize, last: i32) -> Result<(usize, i32), Stopped> {
        self.may_be_overtaken = true;
        let result = self.iterate(depth, last);
        self.may_be_overtaken = false;
        if result.is_err() && !self.board.timedout {
            return Ok(self.take_over());
        }
        let score = result?;
        let line = self.pv_so_far();
        self.team.complete(TeamResult { depth, score, line, seldepth: self.tree.seldepth });
        Ok((depth, score))
    }

    /// Adopts the result published by another thread.
    fn take_over(&mut self) -> (usize, i32) {
        let TeamResult { depth, score, line, seldepth } = self.team.result();
        (self.tree.root_depth, self.tree.seldepth) = (depth, seldepth);
        follow_line(&mut self.board, &line);
        (depth, score)
    }

    /// Whether another thread has completed this iteration, so that finishing it is pointless.
    pub(super) fn is_overtaken(&self) -> bool {
        self.may_be_overtaken && self.team.done.load(Relaxed) >= self.tree.root_depth
    }

    /// Claims the node for this thread, if there are several threads, the node is deep enough and its slot is free.
    #[inline]
    pub(super) fn claim_node(&self, key: u64, depth: i32) -> Claim {
        if self.settings.threads < 2 || depth < CLAIM_DEPTH {
            return Claim::Free;
        }
        let team = &self.team;
        let slot = key as usize % Claims::SLOTS;
        let (mine, there) = (Claims::claim(key, self.thread), team.claims.0[slot].load(Relaxed));
        if there == 0 {
            // If two threads arrive at the same time, the second overwrites the slot, and the first one to leave frees
            // it too early. The only cost is some duplicate work.
            team.claims.0[slot].store(mine, Relaxed);
            return Claim::Held(slot);
        }
        let same_node = there & !Claims::THREAD == mine & !Claims::THREAD;
        if same_node && there != mine { Claim::Taken } else { Claim::Free }
    }

    /// Releases a node's claim.
    #[inline(always)]
    pub(super) fn leave_node(&self, claim: Claim) {
        if let Claim::Held(slot) = claim {
            self.team.claims.0[slot].store(0, Relaxed);
        }
    }

    /// Releases all claims of this thread after an aborted search.
    pub(super) fn leave_all_nodes(&self) {
        if self.settings.threads < 2 {
            return;
        }
        let is_mine = |slot: &&AtomicU64| slot.load(Relaxed) & Claims::THREAD == self.thread & Claims::THREAD;
        self.team.claims.0.iter().filter(is_mine).for_each(|slot| slot.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::super::techniques::{LateMove, NodeState, PLY, SearchFlags, late_move_reduction};
    use super::super::testing::node;
    use super::*;
    use crate::modern::{INFINITE, Settings};
    use crate::searcher::{Limits, Searcher};
    use std::panic;

    const DEPTH: i32 = CLAIM_DEPTH;

    fn thread(number: u64, team: &Arc<Team>) -> Modern {
        let mut modern = Modern::with(&Settings { threads: 2, ..Settings::default() });
        modern.thread = number;
        modern.team = Arc::clone(team);
        modern
    }

    #[test]
    fn a_table_of_another_size_frees_the_old_one() {
        let mut modern = thread(1, &Arc::default());
        modern.think(&Limits::depth(6), &Control::silent());
        let old = Arc::downgrade(&modern.table);
        assert!(!modern.helpers.0.is_empty());
        modern.settings.megabytes += 1;
        modern.make_table();
        assert!(old.upgrade().is_none());
    }

    #[test]
    fn a_node_is_claimed_by_the_first_thread_until_it_leaves() {
        let team = Arc::default();
        let (one, two) = (thread(1, &team), thread(2, &team));
        let key = 0x1234_5678_9abc_def0;
        let held = one.claim_node(key, DEPTH);
        assert!(matches!(held, Claim::Held(_)));
        assert!(matches!(one.claim_node(key, DEPTH), Claim::Free), "its own claim does not count as another thread's");
        assert!(matches!(two.claim_node(key, DEPTH), Claim::Taken));
        assert!(matches!(two.claim_node(key ^ 1 << 63, DEPTH), Claim::Free), "another node in the same slot");
        assert!(matches!(two.claim_node(key, DEPTH - 1), Claim::Free), "too near the leaves");
        one.leave_node(held);
        assert!(matches!(two.claim_node(key, DEPTH), Claim::Held(_)));
    }

    #[test]
    fn a_panic_of_the_first_thread_ends_the_helpers() {
        let mut modern = thread(1, &Arc::default());
        Limits::default().apply(&mut modern.board);
        let work = || modern.with_helpers(|_| panic::resume_unwind(Box::new("planted")));
        let result: thread::Result<()> = panic::catch_unwind(panic::AssertUnwindSafe(work));
        assert!(result.is_err_and(|planted| planted.is::<&str>()));
    }

    #[test]
    fn a_search_that_is_over_or_was_stopped_holds_no_nodes() {
        for nodes in [None, Some(3000)] {
            let mut modern = thread(1, &Arc::default());
            Limits { nodes, ..Limits::default() }.apply(&mut modern.board);
            modern.clear_for_search();
            modern.search_once(12, -INFINITE, INFINITE);
            assert_eq!(modern.board.timedout, nodes.is_some());
            assert!(modern.team.claims.0.iter().all(|slot| slot.load(Relaxed) == 0), "{nodes:?}");
        }
    }

    #[test]
    fn helpers_keep_their_histories_until_cleared() {
        let mut modern = thread(1, &Arc::default());
        Limits::default().apply(&mut modern.board);
        let mv = modern.board.legal_moves()[0];
        modern.begin();
        modern.with_helpers(|_| ());
        modern.helpers.0[0].histories.push_capture(mv, 1000);
        modern.begin();
        modern.with_helpers(|_| ());
        let helper = &modern.helpers.0[0];
        assert_eq!((helper.histories.capture(mv), helper.thread), (1000, 2));
        assert!(Arc::ptr_eq(&helper.table, &modern.table));
        assert!(modern.clone().helpers.0.is_empty());
        modern.clear();
        assert!(modern.helpers.0.is_empty());
    }

    #[test]
    fn one_thread_claims_nothing() {
        let team = Arc::default();
        let mut alone = thread(1, &team);
        alone.settings.threads = 1;
        assert!(matches!(alone.claim_node(1 << 40, DEPTH), Claim::Free));
    }

    #[test]
    fn late_moves_are_reduced_more_where_another_thread_is() {
        let reduction = |is_taken| {
            let node = NodeState { is_taken, ..node(DEPTH, SearchFlags::CUT_NODE) };
            let late = LateMove { base: 0, history: 0, gives_check: false, cutoffs: 0 };
            late_move_reduction(&node, &Parameters::USUAL, &late)
        };
        assert_eq!(reduction(true), reduction(false) + PLY);
        let nodes = |is_taken: bool| {
            let team = Arc::default();
            let (mut one, two) = (thread(1, &team), thread(2, &team));
            one.begin();
            let held = two.claim_node(if is_taken { one.table_key() } else { 0 }, DEPTH);
            one.search_once(8, -INFINITE, INFINITE);
            two.leave_node(held);
            one.board.inodes
        };
        assert_ne!(nodes(true), nodes(false));
    }
}
