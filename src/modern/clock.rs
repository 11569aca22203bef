//! # Modern · The clock
//!
//! How long may a move take in a game with clocks? There are two limits: after the *soft* one, a search whose best move
//! is settled begins no new iteration; at the *hard* one, every search ends.
//!
//! Both come from a pure function of the clock, [`limits`]. [`Patience`] stretches and shrinks the soft limit while the
//! search finds out how hard the position is. [`Lag`] learns how much time gets lost that no plan can see: between the
//! GUI and us, and on a busy machine.
//!
//! **Read next:** [`limits`].

use std::time::Duration;

/// A player's clock when the move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// Time left, in milliseconds; negative if the flag has fallen already.
    pub own_ms: i64,
    /// Added after every move, in milliseconds.
    pub inc_ms: u64,
    /// Moves until more time is added, this one included; [`None`] if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time of each move that is kept back for the way between our clock and the GUI's.
    pub margin: Duration,
    /// Time that gets lost in every move, the later ones included.
    pub lag: Duration,
}

/// How long one move may take; `soft <= hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// A search that goes as expected begins no iteration after this time.
    pub soft: Duration,
    /// Every search ends at this time.
    pub hard: Duration,
}

/// Without a time control ahead, the time left is shared among this many moves.
const SUDDEN_DEATH_MOVES: i64 = 22;
/// Without one, time gets lost in so many later moves: a game may be long.
const LATER_MOVES: i64 = 40;
/// A time control further away than this is treated as if it were this near, in moves.
const FARTHEST_CONTROL: i64 = 40;
/// Time kept back once, in microseconds: for so long another program may have the processor before anything is learnt.
const RESERVE_US: i64 = 20_000;
/// The shortest time for a move, in microseconds.
const LEAST_US: i64 = 100;
/// How many times the soft limit a difficult move may take.
const HARD_FACTOR: i64 = 5;
/// More time than this is as good as this, in microseconds: a GUI may send the greatest number that there is. Percents
/// of it can be computed.
const MOST_US: i64 = i64::MAX / 1000;

/// The limits for one move.
///
/// The share of one move is the time left divided by the moves it has to last for, plus most of the increment. The hard
/// limit is a multiple of that, but never risks the flag: it leaves the margin, a reserve, what gets lost in later moves
/// as far as the increment does not cover it, and most of the rest while many moves are to come.
#[doc(alias = "timeControl")]
pub fn limits(clock: &GameClock) -> MoveTime {
    let own = clock.own_ms.max(0).saturating_mul(1000).min(MOST_US);
    let inc = i64::try_from(clock.inc_ms).unwrap_or(i64::MAX).saturating_mul(1000).min(MOST_US);
    let [margin, lag] = [clock.margin, clock.lag.min(LONGEST_LAG)].map(microseconds);
    let moves = clock.moves_to_go.map_or(SUDDEN_DEATH_MOVES, |n| i64::from(n).clamp(1, FARTHEST_CONTROL));
    let later = clock.moves_to_go.map_or(LATER_MOVES, |_| moves - 1);
    let upkeep = (lag - inc).max(0) * later;
    // Nearly out of time, a twentieth of the rest is all that can be risked.
    let usable = (own - margin - RESERVE_US - upkeep).max(own / 20);

    let most = match moves {
        1 => usable * 9 / 10,
        2 => usable * 6 / 10,
        _ => usable * 4 / 10,
    };
    let most = most.max(LEAST_US);
    let share = usable / moves + inc * 3 / 4;
    let soft = share.clamp(LEAST_US, most);
    let hard = soft.saturating_mul(HARD_FACTOR).clamp(soft, most);
    let [soft, hard] = [soft, hard].map(|us| Duration::from_micros(us as u64));
    MoveTime { soft, hard }
}

fn microseconds(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(MOST_US).min(MOST_US)
}

/// The limits of a move with a fixed time: all of it may be used, except for the margin.
pub fn one_move(time: Duration, margin: Duration) -> MoveTime {
    let least = Duration::from_micros(LEAST_US as u64);
    let hard = time.saturating_sub(margin).max(time / 10).max(least);
    MoveTime { soft: hard, hard }
}

/// Milliseconds of each move that are kept back for the way between our clock and the GUI's, unless set.
pub const MARGIN_MS: u64 = 30;
/// The longest lag. More than this means a changed clock or a sleeping machine.
const LONGEST_LAG: Duration = Duration::from_secs(1);
/// How much of the greatest lags is still expected after another move.
const FADING: f64 = 0.995;
/// The margin as a multiple of the greatest lag but one: the next may be greater.
const CAUTION: f64 = 1.5;
/// What the last lag counts in their mean.
const NEWS: f64 = 0.1;
/// The mean before anything is known, in milliseconds.
const ASSUMED_MS: f64 = 1.0;

/// Learns how much of our time gets lost in each move: what the GUI's clock counts and ours does not, and what a search
/// takes beyond its hard limit. On a machine with nothing else to do nothing gets lost, and nothing is kept back for
/// it.
///
/// It is told when we [move](Lag::moved) what the GUI should show next, and then what it [does show](Lag::told). The
/// greatest lag but one is expected again, and fades from move to move: a single pause, of a debugger or a laptop that
/// slept, teaches nothing. The mean gets lost in all moves that follow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lag {
    /// What the GUI should show next on our clock, in milliseconds.
    expected_ms: Option<i64>,
    /// How long after its hard limit the last search has ended.
    late: Duration,
    /// The two greatest lags so far, the greatest first, in milliseconds, faded.
    greatest_ms: [f64; 2],
    /// The mean of all, in milliseconds.
    mean_ms: f64,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { expected_ms: None, late: Duration::ZERO, greatest_ms: [0.0; 2], mean_ms: ASSUMED_MS }
    }
}

impl Lag {
    /// We have moved, so long after the hard limit. The GUI should show `expected_ms` next on our clock, if that can be
    /// known.
    pub fn moved(&mut self, expected_ms: Option<i64>, late: Duration) {
        // The clock was not sent since the move before.
        if !self.late.is_zero() {
            self.learn(self.late);
        }
        (self.expected_ms, self.late) = (expected_ms, late);
    }

    /// The GUI shows so much on our clock, rounded to `grain_ms`.
    pub fn told(&mut self, own_ms: i64, grain_ms: u64) {
        let Some(expected_ms) = self.expected_ms.take() else { return };
        let lost_ms = expected_ms.saturating_sub(own_ms).max(0) as u64;
        let late = std::mem::take(&mut self.late);
        self.learn(Duration::from_millis(lost_ms.saturating_sub(grain_ms)).saturating_add(late));
    }

    /// The clock is set anew: what was expected of it no longer holds.
    pub fn forget_expected(&mut self) {
        self.expected_ms = None;
    }

    /// What has to be kept back in the next move.
    pub fn margin(&self) -> Duration {
        milliseconds(self.greatest_ms[1] * CAUTION)
    }

    /// What gets lost in every move.
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

/// A number of milliseconds from 0 on.
fn milliseconds(ms: f64) -> Duration {
    Duration::from_secs_f64(ms / 1e3)
}

/// Stretches and shrinks the soft limit according to what the search has seen.
///
/// A best move that stays the same and takes nearly all nodes needs less time. One that has just changed, or whose
/// score is falling, needs more.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Patience {
    stable_iterations: u32,
    best: u32,
    last_score: Option<i32>,
    factor: f64,
}

impl Patience {
    /// After an iteration: its best move (as a number), its score in centipawns, and that move's share of all nodes, 0
    /// to 1.
    pub fn iteration_done(&mut self, best: u32, score: i32, node_share: f64) {
        self.stable_iterations = if best == self.best { self.stable_iterations + 1 } else { 0 };
        self.best = best;
        let fall = f64::from(self.last_score.map_or(0, |last| (last - score).clamp(-50, 50)));
        // A running mean, so that one outlier does not count for long.
        self.last_score = Some(self.last_score.map_or(score, |last| (last + score) / 2));

        let stability = [1.6, 1.3, 1.1, 1.0, 0.9, 0.85, 0.8][self.stable_iterations.min(6) as usize];
        let effort = (1.75 - 1.25 * node_share).clamp(0.5, 1.6);
        let trend = 1.0 + fall.max(-12.5) / 100.0;
        self.factor = stability * effort * trend;
    }

    /// The present soft limit, never beyond the hard one.
    pub fn soft(&self, limits: MoveTime) -> Duration {
        let factor = if self.last_score.is_some() { self.factor } else { 1.0 };
        Duration::try_from_secs_f64(limits.soft.as_secs_f64() * factor).unwrap_or(Duration::MAX).min(limits.hard)
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
                    let MoveTime { soft, hard } = limits(&clock(own, inc, moves));
                    assert!(!soft.is_zero() && soft <= hard, "{own} {inc} {moves:?}");
                    let most = (own.max(0) as u64).saturating_mul(1000);
                    let most = most.saturating_sub(30_000).max(most / 20).max(LEAST_US as u64);
                    assert!(hard <= Duration::from_micros(most), "{own} {inc} {moves:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn the_greatest_clock_there_is_gives_more_time_than_others() {
        let year_ms = 365 * 86_400_000;
        assert!(limits(&clock(i64::MAX, 0, None)).soft > limits(&clock(year_ms, 0, None)).soft);
    }

    /// Plays moves that each take the hard limit and six milliseconds more, as is known.
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
    fn the_slowest_of_players_never_loses_on_time() {
        assert!(survives(1000, 10, None, 300));
        assert!(survives(2000, 20, None, 300));
        assert!(survives(60_000, 0, Some(40), 200));
        assert!(survives(4000, 0, Some(40), 200));
        assert!(survives(300_000, 3000, None, 300));
    }

    /// A GUI's clock, and games on a machine where time gets lost.
    struct Machine {
        random: u64,
        lag_ms: fn(u64) -> i64,
        /// What the player has learnt; none if he learns nothing.
        lag: Option<Lag>,
        /// Games that were lost on time, and all.
        lost: (usize, usize),
        /// Time that was thought, in milliseconds.
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
                let MoveTime { soft, hard } = limits(&GameClock { own_ms, inc_ms, moves_to_go: None, margin, lag });
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

    /// Games at this clock on a machine without and with learning.
    fn games(count: usize, base_ms: i64, inc_ms: u64, lag_ms: fn(u64) -> i64) -> [Machine; 2] {
        [false, true].map(|learns| {
            let mut machine = Machine::new(lag_ms, learns);
            (0..count).for_each(|_| machine.play(base_ms, inc_ms));
            machine
        })
    }

    /// Up to a millisecond for the way.
    const QUIET: fn(u64) -> i64 = |chance| (chance % 2) as i64;
    /// Now and then another program has the processor.
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
        // Time that gets lost in every move has to be kept back for all that follow.
        let [plain, learning] = games(100, 60_000, 0, |_| 40);
        assert!(plain.lost.0 > 90 && learning.lost.0 < 20, "{:?} {:?}", plain.lost, learning.lost);
        assert!(learning.thought_ms / 100 > 50_000, "{}", learning.thought_ms / 100);
    }

    /// Tells of moves that each lost so many milliseconds.
    fn lose(lag: &mut Lag, lost_ms: i64, moves: usize) {
        for _ in 0..moves {
            lag.moved(Some(5000), Duration::ZERO);
            lag.told(5000 - lost_ms, 0);
        }
    }

    #[test]
    fn a_lag_that_comes_again_is_kept_in_mind_and_fades() {
        let mut lag = Lag::default();
        lose(&mut lag, 100, 2);
        assert_eq!(lag.margin().as_millis(), 149);
        assert!(lag.mean() > Duration::from_millis(19) && lag.mean() < Duration::from_millis(21));
        lose(&mut lag, -3, 3000);
        assert_eq!((lag.margin().as_millis(), lag.mean().as_millis()), (0, 0));
        // What a search takes too long counts as well, also where no clock is told.
        for late in [40, 40, 0] {
            lag.moved(None, Duration::from_millis(late));
        }
        assert!(lag.margin() > Duration::from_millis(59));
    }

    #[test]
    fn a_single_pause_teaches_nothing() {
        for pause_ms in [300, 700, 5000] {
            let mut lag = Lag::default();
            lose(&mut lag, 1, 5);
            lose(&mut lag, pause_ms, 1);
            lose(&mut lag, 1, 2);
            assert!(lag.margin() <= Duration::from_millis(2), "{pause_ms}: {:?}", lag.margin());
        }
    }

    #[test]
    fn a_clock_that_was_set_is_no_lag() {
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
}
