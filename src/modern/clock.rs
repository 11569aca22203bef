//! # Modern · Time management
//!
//! Decides how long a move may take in a game with clocks. There are two limits. After the *soft* limit, a search with
//! a stable best move starts no new iteration. At the *hard* limit, every search ends.
//!
//! [`limits`] computes both from the clock alone. [`Patience`] scales the soft limit during the search, according to
//! how stable the best move and its score are. [`Lag`] estimates the time lost in communication with the GUI and on a
//! busy machine.
//!
//! **Read next:** [`limits`].

use std::time::Duration;

/// A player's clock when the move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// Time left, in milliseconds; negative if the flag has already fallen.
    pub own_ms: i64,
    /// Increment per move, in milliseconds.
    pub inc_ms: u64,
    /// Moves until the next time control, this one included; [`None`] if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time reserved on this move for communication with the GUI.
    pub margin: Duration,
    /// Time expected to be lost on each later move.
    pub lag: Duration,
}

/// Time limits of one move; `soft <= hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// A search with a stable best move starts no iteration after this time.
    pub soft: Duration,
    /// Every search ends at this time.
    pub hard: Duration,
    /// Part of both limits that the search has spent pondering; the rest is counted on the engine's clock.
    pub pondered: Duration,
}

impl MoveTime {
    /// The limits of a search that has already `pondered` for this time.
    ///
    /// Half the normal soft limit is then enough. The iteration in progress may take much longer than a move should, so
    /// the hard limit falls towards the normal soft limit, which it reaches at the latest when `pondered` is as long.
    pub fn after_pondering(self, pondered: Duration) -> MoveTime {
        let soft = if self.soft < self.hard { self.soft / 2 } else { self.soft };
        let fall = pondered.saturating_mul(HARD_FACTOR as u32 - 1);
        let hard = self.hard.saturating_sub(fall).max(self.soft);
        MoveTime { soft: pondered.saturating_add(soft), hard: pondered.saturating_add(hard), pondered }
    }
}

/// In sudden death, the time left is shared among this many moves.
const SUDDEN_DEATH_MOVES: i64 = 22;
/// In sudden death, the engine reserves time for the lag of this many later moves, because games can be long.
const LATER_MOVES: i64 = 40;
/// Maximum number of moves to the next time control; a control further away counts as this many moves away.
const FARTHEST_CONTROL: i64 = 40;
/// Reserve on every move, in microseconds, in case another program occupies the processor. Measured lag is reserved in
/// addition.
const RESERVE_US: i64 = 20_000;
/// Minimum time for a move, in microseconds.
const LEAST_US: i64 = 100;
/// Maximum ratio of hard to soft limit.
const HARD_FACTOR: i64 = 5;
/// Time left is capped here, in microseconds: a GUI may send the largest possible number, and percentages of it must
/// not overflow.
const MOST_US: i64 = i64::MAX / 1000;

/// The limits for one move.
///
/// The usable time is the time left minus the margin, a reserve, and the lag of later moves that the increment does not
/// cover, but at least a twentieth of the time left. The soft limit is the usable time, divided by the number of moves
/// that it has to last for, plus three quarters of the increment. The hard limit is five times the soft one, but at most
/// a fraction of the usable time: nine tenths for the last move before a time control, six tenths with two moves to go,
/// otherwise four tenths. The soft limit is at most three quarters of that.
#[doc(alias = "timeControl")]
pub fn limits(clock: &GameClock) -> MoveTime {
    let own = clock.own_ms.max(0).saturating_mul(1000).min(MOST_US);
    let inc = i64::try_from(clock.inc_ms).unwrap_or(i64::MAX).saturating_mul(1000).min(MOST_US);
    let [margin, lag] = [clock.margin, clock.lag.min(LONGEST_LAG)].map(microseconds);
    let moves = clock.moves_to_go.map_or(SUDDEN_DEATH_MOVES, |n| i64::from(n).clamp(1, FARTHEST_CONTROL));
    let later = clock.moves_to_go.map_or(LATER_MOVES, |_| moves - 1);
    let upkeep = (lag - inc).max(0) * later;
    // Even when time is nearly up, a twentieth of the time left is usable.
    let usable = (own - margin - RESERVE_US - upkeep).max(own / 20);

    let most = match moves {
        1 => usable * 9 / 10,
        2 => usable * 6 / 10,
        _ => usable * 4 / 10,
    };
    let most = most.max(LEAST_US);
    let share = usable / moves + inc * 3 / 4;
    // Below the hard limit, so that an easy move leaves time for later ones.
    let soft = share.min(most * 3 / 4).max(LEAST_US);
    let hard = soft.saturating_mul(HARD_FACTOR).clamp(soft, most);
    let [soft, hard] = [soft, hard].map(|us| Duration::from_micros(us as u64));
    MoveTime { soft, hard, pondered: Duration::ZERO }
}

fn microseconds(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(MOST_US).min(MOST_US)
}

/// The limits of a move with a fixed time: that time minus the margin, but at least a tenth of it.
pub fn one_move(time: Duration, margin: Duration) -> MoveTime {
    let least = Duration::from_micros(LEAST_US as u64);
    let hard = time.saturating_sub(margin).max(time / 10).max(least);
    MoveTime { soft: hard, hard, pondered: Duration::ZERO }
}

/// Default time reserved on each move for communication with the GUI, in milliseconds.
pub const MARGIN_MS: u64 = 30;
/// Maximum lag that counts. A longer one comes from an adjusted clock or a sleeping machine, and is recorded as zero.
const LONGEST_LAG: Duration = Duration::from_secs(1);
/// Factor by which the largest lags decay with each move.
const FADING: f64 = 0.995;
/// The margin as a multiple of the second-largest lag: the next one may be larger.
const CAUTION: f64 = 1.5;
/// Weight of a new lag in the running mean.
const NEWS: f64 = 0.1;
/// Initial value of the mean, in milliseconds.
const ASSUMED_MS: f64 = 1.0;

/// Estimates how much time is lost on each move: time that the GUI's clock counts and ours does not, and time that a
/// search takes beyond its hard limit. On an idle machine no time is lost, so the margin is zero.
///
/// After each move, [`Lag::moved`] is given the time that the GUI should show next, and [`Lag::told`] later the time
/// that the GUI does show. The margin follows the second-largest lag, which decays from move to move: a single pause,
/// from a debugger or a sleeping laptop, does not affect it. The mean lag is the time expected to be lost on each of
/// the moves after the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lag {
    /// The time that the GUI should show next on our clock, in milliseconds.
    expected_ms: Option<i64>,
    /// Time by which the last search exceeded its hard limit, until it is counted as lag.
    late: Duration,
    /// The two largest lags so far, the largest first, in milliseconds, after decay.
    greatest_ms: [f64; 2],
    /// Running mean of all lags, in milliseconds.
    mean_ms: f64,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { expected_ms: None, late: Duration::ZERO, greatest_ms: [0.0; 2], mean_ms: ASSUMED_MS }
    }
}

impl Lag {
    /// Records a move that exceeded the hard limit by `late`, which may be zero. `expected_ms` is the time that the GUI
    /// should show next on our clock, if known.
    pub fn moved(&mut self, expected_ms: Option<i64>, late: Duration) {
        // `self.late` is still set if the GUI has not sent its clock time since the previous move.
        if !self.late.is_zero() {
            self.learn(self.late);
        }
        (self.expected_ms, self.late) = (expected_ms, late);
    }

    /// Records the lag: the expected time minus the time that the GUI shows on our clock, minus `grain_ms`, the
    /// resolution of that time, plus the time by which the search exceeded its hard limit. Does nothing if the
    /// expected time is unknown.
    pub fn told(&mut self, own_ms: i64, grain_ms: u64) {
        let Some(expected_ms) = self.expected_ms.take() else { return };
        let lost_ms = expected_ms.saturating_sub(own_ms).max(0) as u64;
        let late = std::mem::take(&mut self.late);
        self.learn(Duration::from_millis(lost_ms.saturating_sub(grain_ms)).saturating_add(late));
    }

    /// Drops the expected time because the clock was set to a new value.
    pub fn forget_expected(&mut self) {
        self.expected_ms = None;
    }

    /// Time to reserve on the next move.
    pub fn margin(&self) -> Duration {
        milliseconds(self.greatest_ms[1] * CAUTION)
    }

    /// Time expected to be lost on each later move.
    pub fn mean(&self) -> Duration {
        milliseconds(self.mean_ms)
    }

    fn learn(&mut self, lag: Duration) {
        let seen = if lag > LONGEST_LAG { 0.0 } else { lag.as_secs_f64() * 1e3 };
        let [first, second] = self.greatest_ms.map(|ms| ms * FADING);
        self.greatest_ms = if seen > first { [seen, first] } else { [first, second.max(seen)] };
        self.mean_ms += NEWS * (seen - self.mean_ms);
    }
}

/// Converts a non-negative number of milliseconds to a duration.
fn milliseconds(ms: f64) -> Duration {
    Duration::from_secs_f64(ms / 1e3)
}

/// Stretches and shrinks the soft limit according to the search's progress.
///
/// A best move that is stable and takes nearly all nodes needs less time. One that has just changed, or whose score is
/// falling or lower than at the last move, needs more.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Patience {
    /// Score of the last move's search, in centipawns, if there was one.
    previous_score: Option<i32>,
    stable_iterations: u32,
    best: u32,
    last_score: Option<i32>,
    factor: f64,
}

impl Patience {
    /// For a search after one with this score, in centipawns for the same side.
    pub fn after(previous_score: Option<i32>) -> Patience {
        Patience { previous_score, ..Patience::default() }
    }

    /// Updates the factor after an iteration, given its best move (as a number), its score in centipawns, and the share
    /// of all nodes spent on that move, 0 to 1.
    pub fn iteration_done(&mut self, best: u32, score: i32, node_share: f64) {
        self.stable_iterations = if best == self.best { self.stable_iterations + 1 } else { 0 };
        self.best = best;
        let fall = f64::from(self.last_score.map_or(0, |last| (last - score).clamp(-50, 50)));
        // A running mean, so that an outlier is soon forgotten.
        self.last_score = Some(self.last_score.map_or(score, |last| (last + score) / 2));

        let stability = [1.36, 1.18, 1.06, 1.0, 0.94, 0.91, 0.88][self.stable_iterations.min(6) as usize];
        let effort = (1.75 - 1.25 * node_share).clamp(0.5, 1.6);
        let trend = 1.0 + fall.max(-12.5) / 100.0;
        let loss = self.previous_score.map_or(0, |previous| (previous - score).clamp(-25, 60));
        let setback = 1.0 + f64::from(loss) / 150.0;
        self.factor = stability * effort * trend * setback;
    }

    /// The current soft limit, never beyond the hard one. Time spent pondering is not scaled.
    pub fn soft(&self, limits: MoveTime) -> Duration {
        let factor = if self.last_score.is_some() { self.factor } else { 1.0 };
        let own = limits.soft.saturating_sub(limits.pondered);
        let scaled = Duration::try_from_secs_f64(own.as_secs_f64() * factor).unwrap_or(Duration::MAX);
        limits.pondered.saturating_add(scaled).min(limits.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(own_ms: i64, inc_ms: u64, moves_to_go: Option<u32>) -> GameClock {
        GameClock { own_ms, inc_ms, moves_to_go, margin: Duration::from_millis(30), lag: Duration::ZERO }
    }

    #[test]
    fn the_limits_are_ordered_and_leave_time_on_every_clock() {
        let greatest = [i64::MIN, i64::MAX / 1000, i64::MAX];
        for own in [-5000, -1, 0, 1, 5, 20, 31, 50, 100, 1000, 60_000, 7_200_000].into_iter().chain(greatest) {
            for inc in [0, 1, 10, 1000, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(3), Some(40), Some(u32::MAX)] {
                    let MoveTime { soft, hard, .. } = limits(&clock(own, inc, moves));
                    assert!(!soft.is_zero() && soft <= hard, "{own} {inc} {moves:?}");
                    // Equal limits would mean a fixed time, which is always used up.
                    assert!(soft < hard || hard == Duration::from_micros(LEAST_US as u64), "{own} {inc} {moves:?}");
                    let most = (own.max(0) as u64).saturating_mul(1000);
                    let most = most.saturating_sub(30_000).max(most / 20).max(LEAST_US as u64);
                    assert!(hard <= Duration::from_micros(most), "{own} {inc} {moves:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_ponder_leaves_a_short_search_after_the_hit() {
        let ms = Duration::from_millis;
        let time = MoveTime { soft: ms(200), hard: ms(1000), pondered: ms(0) };
        let after = |pondered| {
            let MoveTime { soft, hard, .. } = time.after_pondering(ms(pondered));
            (soft - ms(pondered), hard - ms(pondered))
        };
        assert_eq!(after(0), (ms(100), ms(1000)));
        assert_eq!(after(100), (ms(100), ms(600)));
        assert_eq!(after(200), (ms(100), ms(200)));
        assert_eq!(after(60_000), (ms(100), ms(200)));
    }

    #[test]
    fn the_largest_clock_value_does_not_overflow() {
        let year_ms = 365 * 86_400_000;
        assert!(limits(&clock(i64::MAX, 0, None)).soft > limits(&clock(year_ms, 0, None)).soft);
    }

    /// Whether the clock lasts for this many `moves` if each takes its hard limit plus a known lag of 6 ms.
    fn survives(mut own: i64, inc: u64, control: Option<u32>, moves: u32) -> bool {
        let add = own;
        for played in 0..moves {
            let to_go = control.map(|n| n - played % n);
            let clock = GameClock { lag: Duration::from_millis(6), ..clock(own, inc, to_go) };
            own -= limits(&clock).hard.as_millis() as i64 + 6;
            if own < 0 {
                return false;
            }
            own += inc as i64;
            if control.is_some_and(|n| (played + 1) % n == 0) {
                own += add;
            }
        }
        true
    }

    #[test]
    fn always_using_the_hard_limit_never_loses_on_time() {
        assert!(survives(1000, 10, None, 300));
        assert!(survives(2000, 20, None, 300));
        assert!(survives(60_000, 0, Some(40), 200));
        assert!(survives(4000, 0, Some(40), 200));
        assert!(survives(300_000, 3000, None, 300));
    }

    /// Simulates the GUI's clock, and games on a machine that loses time.
    struct Machine {
        random: u64,
        lag_ms: fn(u64) -> i64,
        /// The player's estimate; [`None`] if it does not learn.
        lag: Option<Lag>,
        /// Number of games lost on time, and total number of games.
        lost: (usize, usize),
        /// Total thinking time, in milliseconds.
        thought_ms: i64,
    }

    impl Machine {
        fn new(lag_ms: fn(u64) -> i64, learns: bool) -> Machine {
            Machine { random: 1, lag_ms, lag: learns.then(Lag::default), lost: (0, 0), thought_ms: 0 }
        }

        fn below(&mut self, end: u64) -> u64 {
            self.random = crate::hash::split_mix(self.random).1;
            self.random % end
        }

        /// A game of eighty moves: most take about the soft limit, some the hard one.
        fn play(&mut self, base_ms: i64, inc_ms: u64) {
            let mut own_ms = base_ms;
            self.lost.1 += 1;
            for _ in 0..80 {
                let (margin, lag) = self.lag.map_or((Duration::ZERO, Duration::ZERO), |lag| (lag.margin(), lag.mean()));
                let margin = Duration::from_millis(30) + margin;
                let clock = GameClock { own_ms, inc_ms, moves_to_go: None, margin, lag };
                let MoveTime { soft, hard, .. } = limits(&clock);
                let share = self.below(100) as u32;
                let used = if share < 15 { hard } else { (soft * (50 + share) / 100).min(hard) };
                let used = (used.as_micros() as i64 + 500) / 1000;
                let chance = self.below(1000);
                let lost = (self.lag_ms)(chance);
                self.thought_ms += used;
                let expected = own_ms - used + inc_ms as i64;
                own_ms = expected - lost;
                if own_ms < inc_ms as i64 {
                    self.lost.0 += 1;
                    return;
                }
                if let Some(lag) = &mut self.lag {
                    lag.moved(Some(expected), Duration::ZERO);
                    lag.told(own_ms, 0);
                }
            }
        }
    }

    /// Plays games at this time control, once without and once with learning.
    fn games(count: usize, base_ms: i64, inc_ms: u64, lag_ms: fn(u64) -> i64) -> [Machine; 2] {
        [false, true].map(|learns| {
            let mut machine = Machine::new(lag_ms, learns);
            (0..count).for_each(|_| machine.play(base_ms, inc_ms));
            machine
        })
    }

    /// Communication lag of 0 or 1 ms.
    const QUIET: fn(u64) -> i64 = |chance| (chance % 2) as i64;
    /// Lag if another program occupies the processor now and then.
    const BUSY: fn(u64) -> i64 = |chance| match chance {
        0..20 => 50 + 4 * chance as i64,
        20..100 => 10 + (chance as i64 - 20) * 3 / 8,
        _ => (chance % 4) as i64,
    };

    #[test]
    fn on_a_quiet_machine_learning_costs_nothing() {
        for (base_ms, inc_ms) in [(200, 5), (1000, 10), (10_000, 100), (60_000, 0)] {
            let [plain, learning] = games(300, base_ms, inc_ms, QUIET);
            assert_eq!((plain.lost.0, learning.lost.0), (0, 0), "{base_ms} {inc_ms}");
            let share = learning.thought_ms as f64 / plain.thought_ms as f64;
            assert!(share > 0.99, "{base_ms} {inc_ms}: {share}");
        }
    }

    #[test]
    fn on_a_busy_machine_fewer_games_are_lost_on_time() {
        let [plain, learning] = games(300, 1000, 10, BUSY);
        assert!(plain.lost.0 > 100 && learning.lost.0 < plain.lost.0 / 2, "{:?} {:?}", plain.lost, learning.lost);
        let [plain, learning] = games(300, 5000, 50, BUSY);
        assert!(plain.lost.0 > 5 && learning.lost.0 <= 2, "{:?} {:?}", plain.lost, learning.lost);
        // If every move lags, time must be reserved for the lag of all later moves as well.
        let [plain, learning] = games(100, 60_000, 0, |_| 40);
        assert!(plain.lost.0 > 90 && learning.lost.0 < 20, "{:?} {:?}", plain.lost, learning.lost);
        assert!(learning.thought_ms / 100 > 50_000, "{}", learning.thought_ms / 100);
    }

    /// Simulates moves that each lose this many milliseconds.
    fn lose(lag: &mut Lag, lost_ms: i64, moves: usize) {
        for _ in 0..moves {
            lag.moved(Some(5000), Duration::ZERO);
            lag.told(5000 - lost_ms, 0);
        }
    }

    #[test]
    fn a_repeated_lag_is_remembered_and_decays() {
        let mut lag = Lag::default();
        lose(&mut lag, 100, 2);
        assert_eq!(lag.margin().as_millis(), 149);
        assert!(lag.mean() > Duration::from_millis(19) && lag.mean() < Duration::from_millis(21));
        lose(&mut lag, -3, 3000);
        assert_eq!((lag.margin().as_millis(), lag.mean().as_millis()), (0, 0));
        // Exceeding the hard limit counts as well, even if the GUI never sends its clock time.
        for late in [40, 40, 0] {
            lag.moved(None, Duration::from_millis(late));
        }
        assert!(lag.margin() > Duration::from_millis(59));
    }

    #[test]
    fn a_single_pause_has_no_effect() {
        for pause_ms in [300, 700, 5000] {
            let mut lag = Lag::default();
            lose(&mut lag, 1, 5);
            lose(&mut lag, pause_ms, 1);
            lose(&mut lag, 1, 2);
            assert!(lag.margin() <= Duration::from_millis(2), "{pause_ms}: {:?}", lag.margin());
        }
    }

    #[test]
    fn setting_the_clock_is_not_counted_as_lag() {
        let mut lag = Lag::default();
        for _ in 0..3 {
            lag.moved(Some(60_000), Duration::ZERO);
            lag.forget_expected();
            lag.told(59_500, 0);
            lag.moved(Some(60_000), Duration::ZERO);
            lag.told(10_000, 0);
            lag.told(9_000, 0);
        }
        assert_eq!(lag.margin(), Duration::ZERO);
    }

    #[test]
    fn an_easy_move_takes_less_than_a_hard_one() {
        let limits = limits(&clock(60_000, 0, None));
        let (mut easy, mut hard) = (Patience::default(), Patience::default());
        assert_eq!(easy.soft(limits), limits.soft);
        for iteration in 0..8 {
            easy.iteration_done(1, 20, 0.95);
            hard.iteration_done(iteration, 20 - 30 * iteration as i32, 0.3);
        }
        assert!(easy.soft(limits) < limits.soft / 2);
        assert!(hard.soft(limits) > limits.soft * 3 / 2);
        assert!(hard.soft(limits) <= limits.hard);
    }

    #[test]
    fn only_the_time_after_a_ponder_hit_is_scaled() {
        let limits = limits(&clock(60_000, 0, None));
        let pondered = Duration::from_secs(1000);
        let after_hit = MoveTime { soft: pondered + limits.soft, hard: pondered + limits.hard, pondered };
        for (node_share, best) in [(0.95, 1), (0.3, 2)] {
            let mut patience = Patience::default();
            (0..8).for_each(|iteration| patience.iteration_done(best * iteration, 20, node_share));
            let (with, without) = (patience.soft(after_hit), patience.soft(limits));
            assert_ne!(without, limits.soft);
            assert_eq!((with - pondered).as_micros(), without.as_micros());
        }
    }

    #[test]
    fn a_score_below_the_last_moves_takes_longer() {
        let limits = MoveTime { soft: Duration::from_secs(1), hard: Duration::from_secs(5), pondered: Duration::ZERO };
        let time = |previous| {
            let mut patience = Patience::after(previous);
            patience.iteration_done(1, 0, 0.6);
            patience.soft(limits)
        };
        assert_eq!(time(Some(0)), time(None));
        assert!(time(Some(40)) > time(Some(0)) && time(Some(-40)) < time(Some(0)));
        assert_eq!((time(Some(200)), time(Some(-200))), (time(Some(60)), time(Some(-25))), "at most so much");
    }
}
