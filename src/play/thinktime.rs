//! Computes the time for a move, and sets it as the limit of a search that is about to start or already running.

use std::mem;
use std::time::Duration;

use super::Options;
use crate::modern::clock::{self, GameClock, Lag, MARGIN_MS, MoveTime, Patience};
use crate::searcher::MAX_DEPTH;
use crate::searcher::{Algorithm, AtRoot, Control, Limits};
use crate::timer;

/// Maximum ratio of hard to soft limit in the tutorial's search: each iteration takes several times as long as the one
/// before, so more time is rarely worth it.
const LONGEST: u32 = 3;
/// Depth limits for forced moves in timed games, in plies: enough for a score and an expected reply. The first limit
/// is for the tutorial's search, the second for the modern one, which prunes more, so it needs more depth, but reaches
/// it quickly.
const FORCED_DEPTH: [usize; 2] = [4, 10];

/// Depth limit in plies, in a timed game, for a position with this number of legal moves.
pub fn most_depth(algorithm: Algorithm, moves: usize) -> usize {
    if moves == 1 { FORCED_DEPTH[usize::from(algorithm == Algorithm::Modern)] } else { MAX_DEPTH }
}

/// The time that the game allows for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// A fixed time.
    Fixed(Duration),
    /// A clock.
    Clock {
        /// Time left, in milliseconds; negative if the flag has already fallen.
        own_ms: i64,
        /// Increment after every move, in milliseconds.
        inc_ms: u64,
        /// Moves to the next time control, counting the current move; [`None`] if the time left is for the rest of the
        /// game.
        moves_to_go: Option<u32>,
    },
}

impl Allowance {
    /// The time for the move, minus a reserve: `margin_ms` milliseconds and, with a clock, the measured lag.
    pub fn move_time(self, margin_ms: u64, lag: &Lag) -> MoveTime {
        let margin = Duration::from_millis(margin_ms);
        match self {
            Allowance::Fixed(time) => clock::one_move(time, margin),
            Allowance::Clock { own_ms, inc_ms, moves_to_go } => {
                let (margin, lag) = (margin + lag.margin(), lag.mean());
                clock::limits(&GameClock { own_ms, inc_ms, moves_to_go, margin, lag })
            }
        }
    }
}

/// Allots time to the engine's moves under a protocol, and measures the lag.
#[derive(Clone, Debug)]
pub struct Timekeeper {
    /// Reserve for each move besides the measured lag, in milliseconds.
    pub margin_ms: u64,
    /// Measured lag between engine and GUI.
    pub lag: Lag,
    /// Time allotted to the running search; [`None`] if it has no time limit.
    think_time: Option<ThinkTime>,
    /// Time by which the last search exceeded its hard limit.
    late: Duration,
}

impl Default for Timekeeper {
    fn default() -> Timekeeper {
        Timekeeper { margin_ms: MARGIN_MS, lag: Lag::default(), think_time: None, late: Duration::ZERO }
    }
}

impl Timekeeper {
    /// The time for a move.
    pub fn move_time(&self, allowance: Allowance) -> MoveTime {
        allowance.move_time(self.margin_ms, &self.lag)
    }

    /// Adds the allowed time, if any, to the limits of a search that is about to start or is already `running`.
    pub fn limit(
        &mut self,
        options: &Options,
        limits: Limits,
        allowance: Option<Allowance>,
        running: Option<&Control>,
    ) -> Limits {
        let limits = Limits { stop_frac: options.limits.stop_frac, ..limits };
        let elapsed = running.map(Control::elapsed);
        let time = allowance.map(|allowance| self.move_time(allowance));
        self.think_time = time.map(|time| ThinkTime::new(options.algorithm, time, limits.clone(), elapsed));
        self.think_time.as_ref().map_or(limits, ThinkTime::limits)
    }

    /// Adjusts the soft limit of the tutorial's search to its best move and score. Later adjustments build on this one
    /// only if the iteration is finished.
    pub fn be_patient(&mut self, control: &Control, best: u32, score: i32, iteration_done: bool) {
        if let Some(time) = &mut self.think_time {
            time.be_patient(control, best, score, iteration_done);
        }
    }

    /// Records the time of a search that has ended, in milliseconds.
    pub fn search_ended(&mut self, ms: u64) {
        let late = |time: ThinkTime| Duration::from_millis(ms).saturating_sub(time.time.hard);
        self.late = self.think_time.take().map_or(Duration::ZERO, late);
    }

    /// Records that the engine has moved; `shown_next_ms` is the time that the GUI's clock should show next, in
    /// milliseconds, if known.
    pub fn moved(&mut self, shown_next_ms: Option<i64>) {
        self.lag.moved(shown_next_ms, mem::take(&mut self.late));
    }
}

/// The time for a move, adjusted to the results of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkTime {
    algorithm: Algorithm,
    time: MoveTime,
    limits: Limits,
    patience: Patience,
}

impl ThinkTime {
    /// Limits a search to `time`, counted from now. After a ponder hit, `elapsed` is the time that the search has
    /// already run without limits.
    pub fn new(algorithm: Algorithm, mut time: MoveTime, limits: Limits, elapsed: Option<Duration>) -> ThinkTime {
        if algorithm != Algorithm::Modern {
            time.hard = time.hard.min(time.soft.saturating_mul(LONGEST));
        }
        if let Some(elapsed) = elapsed {
            time = time.after_pondering(elapsed);
        }
        let mut given = ThinkTime { algorithm, time, limits, patience: Patience::default() };
        given.limits.max_time = Some(time.hard);
        given.limits.pondered = time.pondered;
        given.limits.soft_time = Some(given.last_start(time.soft));
        given
    }

    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// Adjusts the soft limit of the tutorial's search to its best move and score. Later adjustments build on this one
    /// only if the iteration is finished. The modern search adjusts its limit itself, and a fixed time is always used
    /// up.
    fn be_patient(&mut self, control: &Control, best: u32, score: i32, iteration_done: bool) {
        if self.algorithm == Algorithm::Modern || self.time.soft == self.time.hard {
            return;
        }
        // The tutorial's search does not count the nodes of each root move, so the best move gets a neutral share,
        // which leaves the limit unchanged.
        const NODE_SHARE: f64 = 0.6;
        let mut patience = self.patience;
        patience.iteration_done(best, score, NODE_SHARE);
        self.limits.soft_time = Some(self.last_start(patience.soft(self.time)));
        control.set_limits(self.limits());
        if iteration_done {
            self.patience = patience;
        }
    }

    /// The time after which no new iteration begins. In the tutorial's searches, it is a fraction of the soft limit,
    /// because the next iteration takes longer than all earlier ones together. With a fixed time, only the hard limit
    /// counts.
    fn last_start(&self, soft: Duration) -> Duration {
        if self.time.soft == self.time.hard || self.algorithm == Algorithm::Modern {
            return soft;
        }
        let pondered = self.time.pondered;
        pondered.saturating_add(timer::part(soft.saturating_sub(pondered), self.limits.stop_frac))
    }
}

/// Limits for a search under a protocol, before any limit is set: even forced moves are searched, and no iteration is
/// skipped for lack of time.
pub fn unlimited() -> Limits {
    Limits { soft_time: Some(Duration::MAX), root: AtRoot::Search, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_tutorials_search_gets_a_nearer_end_and_an_earlier_last_start() {
        let time = MoveTime { soft: ms(100), hard: ms(1000), pondered: ms(0) };
        let modern = ThinkTime::new(Algorithm::Modern, time, unlimited(), None);
        assert_eq!((modern.limits().max_time, modern.limits().soft_time), (Some(ms(1000)), Some(ms(100))));
        let mut tutorial = ThinkTime::new(Algorithm::Pvs, time, unlimited(), None);
        assert_eq!((tutorial.limits().max_time, tutorial.limits().soft_time), (Some(ms(300)), Some(ms(60))));
        let control = Control::silent();
        tutorial.be_patient(&control, 1, 0, true);
        tutorial.be_patient(&control, 2, -80, true);
        assert!(tutorial.limits().soft_time > Some(ms(60)), "a falling score takes longer: {:?}", tutorial.limits());
    }

    #[test]
    fn the_tutorials_last_start_is_a_fraction_of_the_time_after_the_ponder_hit() {
        let time = MoveTime { soft: ms(200), hard: ms(1000), pondered: ms(0) };
        let limits = ThinkTime::new(Algorithm::Pvs, time, unlimited(), Some(ms(5000))).limits();
        assert_eq!((limits.soft_time, limits.pondered), (Some(ms(5060)), ms(5000)));
    }

    #[test]
    fn all_of_a_fixed_time_may_be_used() {
        let time = MoveTime { soft: ms(70), hard: ms(70), pondered: ms(0) };
        let limits = ThinkTime::new(Algorithm::Pvs, time, unlimited(), Some(ms(30))).limits();
        assert_eq!((limits.soft_time, limits.max_time), (Some(ms(100)), Some(ms(100))));
    }
}
