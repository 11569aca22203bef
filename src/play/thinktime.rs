//! The time for a move under a protocol, as limits of a search that is about to start or already running.

use crate::modern::clock::{MoveTime, Patience};
use crate::searcher::{Algorithm, AtRoot, Control, Limits};

/// The tutorial's search is stopped at this multiple of the soft limit: each iteration takes several times as long as
/// the one before, so more is rarely worth it.
const LONGEST: u64 = 3;
/// The greatest depth for a forced move in timed games, in plies: enough for a score and an expected reply. For the
/// tutorial's search, and for the modern one, which prunes more but gets there soon.
const FORCED_DEPTH: [usize; 2] = [4, 10];

/// How deep a forced move is searched in a timed game, in plies.
pub fn forced_depth(algorithm: Algorithm) -> usize {
    FORCED_DEPTH[usize::from(algorithm == Algorithm::Modern)]
}

/// The time of a move, and how it changes with the results of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkTime {
    algorithm: Algorithm,
    time: MoveTime,
    limits: Limits,
    patience: Patience,
}

impl ThinkTime {
    /// Gives a search with these limits a time, counted from now. `elapsed_ms` is how long it has been running without
    /// one, if the engine was pondering and the expected move was played.
    pub fn new(algorithm: Algorithm, mut time: MoveTime, limits: Limits, elapsed_ms: Option<u64>) -> ThinkTime {
        if algorithm != Algorithm::Modern {
            time.hard_ms = time.hard_ms.min(time.soft_ms.saturating_mul(LONGEST));
        }
        if let Some(elapsed) = elapsed_ms {
            // Time spent pondering is a gain: half the normal target time will do.
            let soft_ms = if time.soft_ms < time.hard_ms { time.soft_ms / 2 } else { time.soft_ms };
            let later = |ms: u64| elapsed.saturating_add(ms);
            time = MoveTime { soft_ms: later(soft_ms), hard_ms: later(time.hard_ms) };
        }
        let mut given = ThinkTime { algorithm, time, limits, patience: Patience::default() };
        given.limits.max_ms = Some(time.hard_ms);
        given.limits.soft_ms = Some(given.last_start(time.soft_ms));
        given
    }

    /// The limits of the search.
    pub fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// The hard limit, in milliseconds since the start of the search.
    pub fn hard_ms(&self) -> u64 {
        self.time.hard_ms
    }

    /// Adjusts the soft limit of the tutorial's search to its results; a finished iteration counts permanently. The
    /// modern search does this by itself.
    pub fn be_patient(&mut self, control: &Control, best: u32, score: i32, iteration_done: bool) {
        if self.algorithm == Algorithm::Modern {
            return;
        }
        // The tutorial's search does not count nodes for each root move. This share is neutral.
        const NODE_SHARE: f64 = 0.6;
        let mut patience = self.patience;
        patience.iteration_done(best, score, NODE_SHARE);
        self.limits.soft_ms = Some(self.last_start(patience.soft_ms(self.time)));
        control.set_limits(self.limits());
        if iteration_done {
            self.patience = patience;
        }
    }

    /// The time after which no iteration may begin: a part of the soft limit in the tutorial's searches, whose next
    /// iteration takes longer than all before it together. If all of the time may be used, only the hard limit counts.
    fn last_start(&self, soft_ms: u64) -> u64 {
        if self.time.soft_ms == self.time.hard_ms || self.algorithm == Algorithm::Modern {
            return soft_ms;
        }
        (u128::from(soft_ms) * u128::from(self.limits.stop_frac) / 100) as u64
    }
}

/// No limits, for a search under a protocol: any position is searched, and time ends no iteration early.
pub fn unlimited() -> Limits {
    Limits { soft_ms: Some(u64::MAX), root: AtRoot::Search, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorials_search_gets_a_nearer_end_and_an_earlier_last_start() {
        let time = MoveTime { soft_ms: 100, hard_ms: 1000 };
        let modern = ThinkTime::new(Algorithm::Modern, time, unlimited(), None);
        assert_eq!((modern.hard_ms(), modern.limits().max_ms, modern.limits().soft_ms), (1000, Some(1000), Some(100)));
        let mut tutorial = ThinkTime::new(Algorithm::Pvs, time, unlimited(), None);
        assert_eq!((tutorial.limits().max_ms, tutorial.limits().soft_ms), (Some(300), Some(60)));
        let control = Control::silent();
        tutorial.be_patient(&control, 1, 0, true);
        tutorial.be_patient(&control, 2, -80, true);
        assert!(tutorial.limits().soft_ms > Some(60), "a falling score takes longer: {:?}", tutorial.limits());
    }

    #[test]
    fn all_of_a_fixed_time_may_be_used() {
        let time = MoveTime { soft_ms: 70, hard_ms: 70 };
        let limits = ThinkTime::new(Algorithm::Pvs, time, unlimited(), Some(30)).limits();
        assert_eq!((limits.soft_ms, limits.max_ms), (Some(100), Some(100)));
    }
}
