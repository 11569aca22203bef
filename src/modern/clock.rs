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

/// A player's clock when the move begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    /// Time left, in milliseconds; negative if the flag has fallen already.
    pub own_ms: i64,
    /// Added after every move, in milliseconds.
    pub inc_ms: u64,
    /// Moves until more time is added, this one included; [`None`] if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time kept back for the way between our clock and the GUI's, in milliseconds a move.
    pub margin_ms: u64,
    /// Time that gets lost in every move, the later ones included, in milliseconds.
    pub lag_ms: u64,
}

/// How long one move may take, in milliseconds; `1 <= soft_ms <= hard_ms`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// A search that goes as expected begins no iteration after this time.
    pub soft_ms: u64,
    /// Every search ends at this time.
    pub hard_ms: u64,
}

/// Without a time control ahead, the time left is shared among this many moves.
const SUDDEN_DEATH_MOVES: i64 = 22;
/// A time control further away than this is treated as if it were this near, in moves.
const FARTHEST_CONTROL: i64 = 40;
/// Time kept back for each later move, in milliseconds, as far as the increment does not cover it.
const UPKEEP_MS: i64 = 10;
/// How many times the soft limit a difficult move may take.
const HARD_FACTOR: i64 = 5;
/// More time than this is as good as this, in milliseconds: a GUI may send the greatest number that there is. Percents
/// of it can be computed.
const MOST_MS: i64 = i64::MAX / 1000;

/// The limits for one move.
///
/// The share of one move is the time left divided by the moves it has to last for, plus most of the increment. The hard
/// limit is a multiple of that, but never risks the flag: it leaves the margin, a little for each later move, and most
/// of the rest while many moves are to come.
#[doc(alias = "timeControl")]
pub fn limits(clock: &GameClock) -> MoveTime {
    let own = clock.own_ms.clamp(0, MOST_MS);
    let inc = clock.inc_ms.min(MOST_MS as u64) as i64;
    let margin = clock.margin_ms.min(MOST_MS as u64) as i64;
    let moves = clock.moves_to_go.map_or(SUDDEN_DEATH_MOVES, |n| i64::from(n).clamp(1, FARTHEST_CONTROL));
    let lag = clock.lag_ms.min(LONGEST_LAG_MS) as i64;
    let upkeep = (UPKEEP_MS + lag - inc).max(0) * (moves - 1);
    // Nearly out of time, a twentieth of the rest is all that can be risked.
    let usable = (own - margin - upkeep).max(own / 20).max(1);

    let most = match moves {
        1 => usable * 9 / 10,
        2 => usable * 6 / 10,
        _ => usable * 4 / 10,
    };
    let most = most.max(1);
    let share = usable / moves + inc * 3 / 4;
    let soft = share.clamp(1, most);
    let hard = soft.saturating_mul(HARD_FACTOR).clamp(soft, most);
    MoveTime { soft_ms: soft as u64, hard_ms: hard as u64 }
}

/// The limits of a move with a fixed time, in milliseconds: all of it may be used, except for the margin.
pub fn one_move(ms: u64, margin_ms: u64) -> MoveTime {
    let ms = ms.min(MOST_MS as u64);
    let hard_ms = ms.saturating_sub(margin_ms).max(ms / 10).max(1);
    MoveTime { soft_ms: hard_ms, hard_ms }
}

/// Milliseconds of each move that are kept back for the way between our clock and the GUI's, unless set.
pub const MARGIN_MS: u64 = 30;
/// The longest lag, in milliseconds. More than this means a changed clock or a sleeping machine.
const LONGEST_LAG_MS: u64 = 1000;
/// How much of the greatest lag is still expected after another move.
const FADING: f64 = 0.98;
/// The margin as a multiple of the greatest lag: the next may be greater.
const CAUTION: f64 = 2.0;
/// What the last lag counts in their mean.
const NEWS: f64 = 0.1;

/// Learns how much of our time gets lost in each move: what the GUI's clock counts and ours does not, and what a search
/// takes beyond its hard limit. On a machine with nothing else to do nothing gets lost, and nothing is kept back for
/// it.
///
/// It is told when we [move](Lag::moved) what the GUI should show next, and then what it [does show](Lag::told). The
/// greatest lag counts at once, and fades from move to move: so much may get lost in the next one. Their mean gets lost
/// in all that follow.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lag {
    /// What the GUI should show next on our clock, in milliseconds.
    expected_ms: Option<i64>,
    /// How long after its hard limit the last search has ended, in milliseconds.
    late_ms: u64,
    /// The greatest lag so far, in milliseconds, faded.
    greatest_ms: f64,
    /// Their mean, in milliseconds.
    mean_ms: f64,
}

impl Lag {
    /// We have moved, so long after the hard limit. The GUI should show `expected_ms` next on our clock, if that can be
    /// known.
    pub fn moved(&mut self, expected_ms: Option<i64>, late_ms: u64) {
        // The clock was not sent since the move before.
        if self.late_ms > 0 {
            self.learn(self.late_ms);
        }
        (self.expected_ms, self.late_ms) = (expected_ms, late_ms);
    }

    /// The GUI shows so much on our clock, rounded to `grain_ms`.
    pub fn told(&mut self, own_ms: i64, grain_ms: u64) {
        let Some(expected_ms) = self.expected_ms.take() else { return };
        let lost_ms = expected_ms.saturating_sub(own_ms).max(0) as u64;
        let late_ms = std::mem::take(&mut self.late_ms);
        self.learn(lost_ms.saturating_sub(grain_ms) + late_ms);
    }

    /// The clock is set anew: what was expected of it no longer holds.
    pub fn forget_expected(&mut self) {
        self.expected_ms = None;
    }

    /// What has to be kept back in the next move, in milliseconds.
    pub fn margin_ms(&self) -> u64 {
        (self.greatest_ms * CAUTION) as u64
    }

    /// What gets lost in every move, in milliseconds.
    pub fn mean_ms(&self) -> u64 {
        self.mean_ms as u64
    }

    fn learn(&mut self, lag_ms: u64) {
        let seen = if lag_ms > LONGEST_LAG_MS { 0.0 } else { lag_ms as f64 };
        self.greatest_ms = seen.max(self.greatest_ms * FADING);
        self.mean_ms += NEWS * (seen - self.mean_ms);
    }
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

    /// The present soft limit in milliseconds, never beyond the hard one.
    pub fn soft_ms(&self, limits: MoveTime) -> u64 {
        let factor = if self.last_score.is_some() { self.factor } else { 1.0 };
        ((limits.soft_ms as f64 * factor) as u64).clamp(1, limits.hard_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(own_ms: i64, inc_ms: u64, moves_to_go: Option<u32>) -> GameClock {
        GameClock { own_ms, inc_ms, moves_to_go, margin_ms: 30, lag_ms: 0 }
    }

    #[test]
    fn the_limits_are_ordered_and_leave_time_on_every_clock() {
        let greatest = [i64::MIN, i64::MAX / 1000, i64::MAX];
        for own in [-5000, -1, 0, 1, 5, 20, 31, 50, 100, 1000, 60_000, 7_200_000].into_iter().chain(greatest) {
            for inc in [0, 1, 10, 1000, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(3), Some(40), Some(u32::MAX)] {
                    let MoveTime { soft_ms, hard_ms } = limits(&clock(own, inc, moves));
                    assert!(1 <= soft_ms && soft_ms <= hard_ms, "{own} {inc} {moves:?}");
                    let most = own.saturating_sub(30).max(own / 20).max(1);
                    assert!(hard_ms as i64 <= most, "{own} {inc} {moves:?}: {hard_ms}");
                }
            }
        }
    }

    #[test]
    fn the_greatest_clock_there_is_gives_more_time_than_others() {
        let year_ms = 365 * 86_400_000;
        assert!(limits(&clock(i64::MAX, 0, None)).soft_ms > limits(&clock(year_ms, 0, None)).soft_ms);
    }

    /// Plays moves that each take the hard limit and five milliseconds more.
    fn survives(mut own: i64, inc: u64, control: Option<u32>, moves: u32) -> bool {
        let add = own;
        for played in 0..moves {
            let to_go = control.map(|n| n - played % n);
            own -= limits(&clock(own, inc, to_go)).hard_ms as i64 + 5;
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
                let (margin, mean) = self.lag.map_or((0, 0), |lag| (lag.margin_ms(), lag.mean_ms()));
                let clock = GameClock { own_ms, inc_ms, moves_to_go: None, margin_ms: 30 + margin, lag_ms: mean };
                let MoveTime { soft_ms, hard_ms } = limits(&clock);
                let share = self.below(100);
                let used = if share < 15 { hard_ms } else { (soft_ms * (50 + share) / 100).min(hard_ms) } as i64;
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
                    lag.moved(Some(expected), 0);
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
        assert!(plain.lost.0 > 10 && learning.lost.0 <= 2, "{:?} {:?}", plain.lost, learning.lost);
        // Time that gets lost in every move has to be kept back for all that follow.
        let [plain, learning] = games(100, 60_000, 0, |_| 40);
        assert!(plain.lost.0 > 90 && learning.lost.0 < 20, "{:?} {:?}", plain.lost, learning.lost);
        assert!(learning.thought_ms / 100 > 50_000, "{}", learning.thought_ms / 100);
    }

    #[test]
    fn a_lag_is_kept_in_mind_and_fades() {
        let mut lag = Lag::default();
        lag.moved(Some(5000), 0);
        lag.told(4900, 10);
        assert_eq!((lag.margin_ms(), lag.mean_ms()), (180, 9));
        for _ in 0..300 {
            lag.moved(Some(5000), 0);
            lag.told(5003, 10);
        }
        assert_eq!((lag.margin_ms(), lag.mean_ms()), (0, 0));
        // What a search takes too long counts as well, also where no clock is told.
        lag.moved(None, 40);
        lag.moved(None, 0);
        assert_eq!(lag.margin_ms(), 80);
    }

    #[test]
    fn a_clock_that_was_set_is_no_lag() {
        let mut lag = Lag::default();
        lag.moved(Some(60_000), 0);
        lag.forget_expected();
        lag.told(59_500, 0);
        lag.moved(Some(60_000), 0);
        lag.told(10_000, 0);
        lag.told(9_000, 0);
        assert_eq!(lag.margin_ms(), 0);
    }

    #[test]
    fn an_easy_move_takes_less_than_a_hard_one() {
        let limits = limits(&clock(60_000, 0, None));
        let (mut easy, mut hard) = (Patience::default(), Patience::default());
        assert_eq!(easy.soft_ms(limits), limits.soft_ms);
        for iteration in 0..8 {
            easy.iteration_done(1, 20, 0.95);
            hard.iteration_done(iteration, 20 - 30 * iteration as i32, 0.3);
        }
        assert!(easy.soft_ms(limits) < limits.soft_ms / 2 + 1);
        assert!(hard.soft_ms(limits) > limits.soft_ms * 3 / 2);
        assert!(hard.soft_ms(limits) <= limits.hard_ms);
    }
}
