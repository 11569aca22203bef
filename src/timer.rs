//! # 12, 21 · The clock
//!
//! How long a search has been running, how long it may, and, when a game is played with clocks, how much of the clock
//! one move should take.
//!
//! **Differs here:** the time is read from `std::time::Instant`, which no change of the system's clock disturbs. In a
//! browser, where the standard library has no clock, the page is asked.
//!
//! **Read next:** [`peek`](crate::peek).

use std::time::Duration;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::{Instant, UNIX_MS};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    #[doc(alias = "msStart")]
    ms_start: Instant,
    /// Time that the search may take; no limit if none.
    #[doc(alias = "maxTime")]
    pub max_time: Option<Duration>,
    /// No new iteration begins after this time; if none, after the part `stop_frac` of `max_time`.
    pub soft_time: Option<Duration>,
    /// No new iteration begins after this part of the time, in per cent (the tutorial's `STOPFRAC`).
    #[doc(alias = "STOPFRAC")]
    pub stop_frac: u32,
}

impl Default for Timer {
    fn default() -> Timer {
        Timer { ms_start: Instant::now(), max_time: Some(Duration::from_secs(2)), soft_time: None, stop_frac: 60 }
    }
}

impl Timer {
    /// A search begins.
    pub fn start(&mut self) {
        self.ms_start = Instant::now();
    }

    /// The search has been paused for so long: that does not count.
    pub fn leave_out(&mut self, pause: Duration) {
        self.ms_start += pause;
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.ms_start.elapsed()
    }

    /// Milliseconds since the search began.
    #[doc(alias = "msStop")]
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed().as_millis() as u64
    }

    /// Is the time used up?
    pub fn is_used(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Time left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.max_time.map(|max_time| max_time.saturating_sub(self.elapsed()))
    }

    /// Is so much of the time used that another iteration would not get far?
    pub fn is_nearly_used(&self) -> bool {
        let fraction = self.max_time.map(|time| part(time, self.stop_frac));
        self.soft_time.or(fraction).is_some_and(|time| self.elapsed() >= time)
    }
}

/// So many per cent of a time.
pub fn part(time: Duration, per_cent: u32) -> Duration {
    // In this order the greatest time there is does no harm.
    time / 100 * per_cent
}

/// Nanoseconds since 1970, by the system's clock.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn unix_nanos() -> u64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::unix_nanos;

/// The clock of a page.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Tells the milliseconds since 1970. The page sets it before anything else.
    pub static UNIX_MS: OnceLock<fn() -> f64> = OnceLock::new();

    fn since_1970() -> Duration {
        let ms = UNIX_MS.get().map_or(0.0, |now| now());
        Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
    }

    /// Nanoseconds since 1970, as far as the browser tells them.
    pub fn unix_nanos() -> u64 {
        since_1970().as_nanos() as u64
    }

    /// A moment, as `std::time::Instant` where there is one.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(since_1970())
        }

        /// Time since then.
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// Time since an earlier moment; none since a later one.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// As `duration_since`.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl AddAssign<Duration> for Instant {
        fn add_assign(&mut self, time: Duration) {
            *self = *self + time;
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.duration_since(earlier)
        }
    }
}
