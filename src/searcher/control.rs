//! External control of a running search, and the reports that it sends.
//!
//! The caller makes a new [`Control`] for each search, keeps a clone, and passes it to [`Searcher::think`]. All clones
//! share one state: each can stop or pause the search, change its limits, and read its progress.
//!
//! [`Searcher::think`]: super::Searcher::think

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stats::Iteration;
use super::{Limits, Line};
use crate::board::Board;
use crate::moves::Move;
use crate::peek::{self, Outcome, Sink};
use crate::timer::Instant;
use crate::timer::Timer;

/// Reports of a search.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// The search begins.
    Header,
    /// The only legal move, made without a search.
    Forced(Move),
    /// A better move at the root.
    Best {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// Score in centipawns, for the side to move.
        score: i32,
        /// Best line.
        pv: Vec<Move>,
    },
    /// The end of an iteration.
    Depth {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// Score in centipawns, for the side to move.
        score: i32,
        /// Best line.
        pv: Vec<Move>,
    },
    /// The score of an iteration is outside the window, which the search now widens.
    Bound {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// The bound, in centipawns for the side to move.
        score: i32,
        /// Whether `score` is a lower bound; otherwise it is an upper bound.
        is_lower: bool,
        /// The line that proves a lower bound; empty for an upper bound.
        pv: Vec<Move>,
    },
    /// The search of a root move begins.
    RootMove {
        /// The move.
        mv: Move,
        /// Index of the move in the list, counted from 1.
        number: usize,
        /// Number of root moves that are not excluded: pseudo-legal ones in the tutorial's searches, legal ones in the
        /// modern search.
        count: usize,
    },
    /// The end of an iteration of a multi-PV search.
    Lines {
        /// Depth of the iteration, in plies.
        depth: usize,
        /// The lines, best first.
        lines: Vec<Line>,
    },
    /// The search was stopped within an iteration.
    Stopped,
    /// The search ended after an iteration: the time is used up or, in the modern search, the soft node limit is
    /// reached or a mate is certain.
    TimeUsed,
    /// There is nothing to search: the game is over.
    GameOver(Outcome),
}

impl From<peek::Report<'_>> for Report {
    fn from(report: peek::Report) -> Report {
        match report {
            peek::Report::Header => Report::Header,
            peek::Report::Forced(mv) => Report::Forced(mv),
            peek::Report::Best { depth, score, pv } => Report::Best { depth, score, pv: pv.into() },
            peek::Report::Depth { depth, score, pv } => Report::Depth { depth, score, pv: pv.into() },
            peek::Report::RootMove { mv, number, count } => Report::RootMove { mv, number, count },
            peek::Report::Stopped => Report::Stopped,
            peek::Report::TimeUsed => Report::TimeUsed,
            peek::Report::GameOver(outcome) => Report::GameOver(outcome),
        }
    }
}

/// A report, with the progress of the search at that time.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The report.
    pub report: Report,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time in milliseconds.
    pub ms: u64,
    /// Depth of the current iteration, in plies; [`None`] if the search does not report it.
    pub iteration: Option<usize>,
    /// Selective depth of this iteration, in plies; [`None`] if the search does not count it.
    pub selective: Option<usize>,
    /// Number of tablebase hits.
    pub hits: u64,
    /// How full the transposition table is, in permille.
    pub full: usize,
}

impl Info {
    /// A report with the nodes and time of this Board, for a search that reports neither tablebase hits nor selective
    /// depth.
    pub fn of(board: &Board, report: Report) -> Info {
        let (nodes, ms) = (board.inodes, board.timer.elapsed_ms());
        Info { report, nodes, ms, iteration: None, selective: None, hits: 0, full: 0 }
    }
}

/// Stops, pauses and limits a running search, and forwards its reports.
#[derive(Clone)]
pub struct Control(Arc<Shared>);

struct Shared {
    stop: Arc<AtomicBool>,
    nodes: AtomicU64,
    helper_nodes: AtomicU64,
    /// Changes with every command to the running search. When the main thread polls, it locks `commands` only if the
    /// version has changed.
    version: AtomicU32,
    commands: Mutex<SearchCommands>,
    resumed: Condvar,
    root_moves_after: Option<Duration>,
    tell: Box<dyn Fn(Info) + Send + Sync>,
}

/// Commands for the running search, and its clock.
#[derive(Default)]
struct SearchCommands {
    limits: Limits,
    /// Whether the limits have changed since the search last read them.
    are_new: bool,
    paused_at: Option<Instant>,
    /// Paused time not yet subtracted from the clock of the search.
    left_out: Duration,
    timer: Timer,
}

impl SearchCommands {
    fn resume(&mut self) {
        if let Some(at) = self.paused_at.take() {
            self.leave_out(at.elapsed());
        }
    }

    fn leave_out(&mut self, time: Duration) {
        self.left_out += time;
        self.timer.leave_out(time);
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::silent()
    }
}

impl Control {
    /// A control that discards reports.
    pub fn silent() -> Control {
        Control::make(Arc::default(), None, |_| {})
    }

    /// A control that passes each report to `tell`, on the search's thread.
    pub fn new(tell: impl Fn(Info) + Send + Sync + 'static) -> Control {
        Control::make(Arc::default(), None, tell)
    }

    /// Like [`new`](Control::new), with a report for every root move once the search has run for `after`; [`None`]
    /// means none.
    pub fn with_root_moves(after: Option<Duration>, tell: impl Fn(Info) + Send + Sync + 'static) -> Control {
        Control::make(Arc::default(), after, tell)
    }

    /// A control that discards reports and stops the search when this flag is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Control {
        Control::make(stop, None, |_| {})
    }

    /// A control for one part of a longer task; shares this control's stop flag.
    pub fn part(&self, tell: impl Fn(Info) + Send + Sync + 'static) -> Control {
        Control::make(self.stop_flag(), None, tell)
    }

    fn make(
        stop: Arc<AtomicBool>,
        root_moves_after: Option<Duration>,
        tell: impl Fn(Info) + Send + Sync + 'static,
    ) -> Control {
        Control(Arc::new(Shared {
            stop,
            nodes: AtomicU64::new(0),
            helper_nodes: AtomicU64::new(0),
            version: AtomicU32::new(0),
            commands: Mutex::default(),
            resumed: Condvar::new(),
            root_moves_after,
            tell: Box::new(tell),
        }))
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
        // Wake a paused search.
        self.say(SearchCommands::resume);
    }

    /// Whether the search was stopped from outside.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// The stop flag, for other work that should end with the search.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    /// Changes the depth, node and time limits of the running search, for example after a ponder hit. The other limits
    /// stay as they are, and in the tutorial's searches so does the depth limit.
    pub fn set_limits(&self, limits: Limits) {
        self.say(|commands| {
            let old = std::mem::replace(&mut commands.limits, limits);
            (commands.limits.ranking, commands.limits.excluded) = (old.ranking, old.excluded);
            commands.are_new = true;
        });
    }

    /// Pauses all threads of the search. The pause does not count as search time.
    pub fn pause(&self) {
        self.say(|commands| commands.paused_at = commands.paused_at.or(Some(Instant::now())));
    }

    /// Ends a pause.
    pub fn resume(&self) {
        self.say(SearchCommands::resume);
    }

    /// Excludes from the search time a pause during which the whole program was suspended.
    pub fn leave_out(&self, pause: Duration) {
        self.say(|commands| commands.leave_out(pause));
    }

    /// Nodes visited by all threads; up to a millisecond out of date.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Relaxed) + self.helper_nodes()
    }

    /// Nodes visited by helper threads.
    pub fn helper_nodes(&self) -> u64 {
        self.0.helper_nodes.load(Relaxed)
    }

    /// Stores the final node count of all threads, after the helpers have ended.
    pub fn take_over_helper_nodes(&self, nodes: u64) {
        self.0.nodes.store(nodes, Relaxed);
        self.0.helper_nodes.store(0, Relaxed);
    }

    /// Time since the search began, excluding pauses.
    pub fn elapsed(&self) -> Duration {
        let commands = self.lock();
        let pause = commands.paused_at.map_or(Duration::ZERO, |at| at.elapsed());
        commands.timer.elapsed().saturating_sub(pause)
    }

    /// Like [`elapsed`](Self::elapsed), in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    /// Whether the search should report the root moves now.
    pub fn wants_root_moves(&self) -> bool {
        self.0.root_moves_after.is_some_and(|after| self.elapsed() >= after)
    }

    /// Forwards a report.
    pub fn tell(&self, info: Info) {
        (self.0.tell)(info);
    }

    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        self.lock().limits.clone()
    }

    /// Starts timing the search with this clock.
    pub fn begin(&self, timer: Timer) {
        let mut commands = self.lock();
        commands.timer = timer;
        (commands.paused_at, commands.left_out) = (commands.paused_at.map(|_| Instant::now()), Duration::ZERO);
    }

    /// Sets the limits before a search.
    pub fn within(self, limits: &Limits) -> Control {
        self.lock().limits = limits.clone();
        self
    }

    fn lock(&self) -> MutexGuard<'_, SearchCommands> {
        self.0.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, change: impl FnOnce(&mut SearchCommands)) {
        change(&mut self.lock());
        self.0.version.fetch_add(1, Relaxed);
        self.0.resumed.notify_all();
    }

    /// A link to one thread of the search.
    pub fn link(&self) -> Link {
        Link { control: self.clone(), seen: 0 }
    }

    /// Connects a Board: this control then governs its search until [`Watcher::disconnect`].
    pub fn connect(&self, board: &mut Board) -> Watcher {
        let iterations = Arc::<Mutex<Vec<Iteration>>>::default();
        board.watch.stop = self.stop_flag();
        board.watch.sink = Some(Box::new(Relay { link: self.link(), iterations: Arc::clone(&iterations) }));
        Watcher { iterations }
    }
}

/// Connects one search thread to the control: applies new limits, and blocks the thread while the search is paused.
pub struct Link {
    control: Control,
    seen: u32,
}

impl Link {
    /// Called at every check of the clock: publishes the node count, waits while the search is paused, applies new
    /// limits.
    pub fn poll(&mut self, board: &mut Board) {
        self.control.0.nodes.store(board.inodes, Relaxed);
        if !self.has_news() {
            return;
        }
        let mut commands = self.wait();
        board.timer.leave_out(std::mem::take(&mut commands.left_out));
        if std::mem::take(&mut commands.are_new) {
            commands.limits.apply(board);
        }
    }

    /// Like [`poll`](Link::poll), for a helper thread, which has no limits; `nodes` counts nodes since the last poll.
    pub fn poll_as_helper(&mut self, nodes: u64) {
        self.control.0.helper_nodes.fetch_add(nodes, Relaxed);
        if self.has_news() {
            drop(self.wait());
        }
    }

    /// Whether there has been a command since the last poll.
    fn has_news(&mut self) -> bool {
        let version = self.control.0.version.load(Relaxed);
        std::mem::replace(&mut self.seen, version) != version
    }

    /// Waits while the search is paused.
    fn wait(&self) -> MutexGuard<'_, SearchCommands> {
        let mut commands = self.control.lock();
        while commands.paused_at.is_some() && !self.control.is_stopped() {
            commands = self.control.0.resumed.wait(commands).unwrap_or_else(PoisonError::into_inner);
        }
        commands
    }
}

/// Forwards the reports of a Board.
struct Relay {
    link: Link,
    iterations: Arc<Mutex<Vec<Iteration>>>,
}

impl Sink for Relay {
    fn report(&mut self, board: &Board, report: peek::Report) {
        match report {
            peek::Report::Header => self.link.control.begin(board.timer),
            peek::Report::Depth { depth, score, pv } => {
                let best = pv.first().copied().unwrap_or_default();
                let (nodes, ms) = (board.inodes, board.timer.elapsed_ms());
                let iteration = Iteration { depth, nodes, leaves: 0, ms, score, best };
                self.iterations.lock().unwrap_or_else(PoisonError::into_inner).push(iteration);
            }
            _ => {}
        }
        self.link.control.tell(Info::of(board, report.into()));
    }

    fn poll(&mut self, board: &mut Board) {
        self.link.poll(board);
    }

    fn wants_root_moves(&self) -> bool {
        self.link.control.wants_root_moves()
    }
}

/// Collects the iterations of a connected Board.
pub struct Watcher {
    iterations: Arc<Mutex<Vec<Iteration>>>,
}

impl Watcher {
    /// Disconnects the Board; returns the iterations that it reported as complete.
    pub fn disconnect(self, board: &mut Board) -> Vec<Iteration> {
        board.watch = peek::Watch::default();
        std::mem::take(&mut self.iterations.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count_as_search_time() {
        let control = Control::silent();
        let begin = Instant::now();
        control.pause();
        control.begin(Timer::default());
        std::thread::sleep(Duration::from_millis(50));
        assert!(control.elapsed_ms() < 50);
        control.resume();
        assert!(u128::from(control.elapsed_ms()) + 50 <= begin.elapsed().as_millis());
    }

    #[test]
    fn root_moves_are_wanted_once_the_search_has_run_long_enough() {
        let wants = |after| Control::with_root_moves(after, |_| {}).wants_root_moves();
        assert!(!wants(None));
        assert!(wants(Some(Duration::ZERO)));
        assert!(!wants(Some(Duration::from_secs(3600))));
    }

    #[test]
    fn new_limits_leave_the_choice_of_root_moves_as_it_was() {
        let excluded = vec![Board::new().legal_moves()[0]];
        let control = Control::silent();
        control.set_limits(Limits::depth(3));
        control.say(|commands| commands.limits.excluded = excluded.clone());
        control.set_limits(Limits::depth(5));
        let limits = control.limits();
        assert_eq!((limits.depth, limits.excluded), (5, excluded));
    }
}
