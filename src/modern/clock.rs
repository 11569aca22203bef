//! # Modern · The clock
//!
//! How long may a move take in a game with clocks? There are two limits: after the *soft* one, a search whose best move
//! is settled begins no new iteration; at the *hard* one, every search ends.
//!
//! Both come from a pure function of the clock, [`limits`]. [`Patience`] stretches and shrinks the soft limit while the
//! search finds out how hard the position is.
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

/// The limits for one move.
///
/// The share of one move is the time left divided by the moves it has to last for, plus most of the increment. The hard
/// limit is a multiple of that, but never risks the flag: it leaves the margin, a little for each later move, and most
/// of the rest while many moves are to come.
pub fn limits(clock: &GameClock) -> MoveTime {
    let own = clock.own_ms.max(0);
    let inc = clock.inc_ms.min(i64::MAX as u64 / 4) as i64;
    let margin = clock.margin_ms.min(i64::MAX as u64 / 4) as i64;
    let moves = clock.moves_to_go.map_or(SUDDEN_DEATH_MOVES, |n| i64::from(n).clamp(1, FARTHEST_CONTROL));
    let upkeep = (UPKEEP_MS - inc).max(0) * (moves - 1);
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
        GameClock { own_ms, inc_ms, moves_to_go, margin_ms: 30 }
    }

    #[test]
    fn the_limits_are_ordered_and_leave_time_on_every_clock() {
        for own in [-5000, -1, 0, 1, 5, 20, 31, 50, 100, 1000, 60_000, 7_200_000, i64::MAX / 1000] {
            for inc in [0, 1, 10, 1000, 60_000, u64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(3), Some(40), Some(u32::MAX)] {
                    let MoveTime { soft_ms, hard_ms } = limits(&clock(own, inc, moves));
                    assert!(1 <= soft_ms && soft_ms <= hard_ms, "{own} {inc} {moves:?}");
                    assert!(hard_ms as i64 <= (own - 30).max(own / 20).max(1), "{own} {inc} {moves:?}: {hard_ms}");
                }
            }
        }
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
