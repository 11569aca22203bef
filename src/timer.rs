//! # 12, 20 · The clock
//!
//! Measures the time of a search and checks its limits.
//!
//! **Differs here:** the time is read from `std::time::Instant`, so adjusting the system's clock does not disturb it.
//! In a browser, where the standard library has no clock, the page supplies the time. The `timeControl` of chapter 21,
//! which shares the time of a game among its moves, is not here: one for all searches replaces it.
//!
//! **Read next:** [`peek`](crate::peek).

use std::time::Duration;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::{Instant, UNIX_MS};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// Clock and time limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    #[doc(alias = "msStart")]
    ms_start: Instant,
    /// Time limit of the search, if any.
    #[doc(alias = "maxTime")]
    pub max_time: Option<Duration>,
    /// No new iteration begins after this time, by default `stop_frac` percent of `max_time`.
    pub soft_time: Option<Duration>,
    /// Percentage of `max_time` after which no new iteration begins, unless `soft_time` is set (the tutorial's
    /// `STOPFRAC`).
    #[doc(alias = "STOPFRAC")]
    pub stop_frac: u32,
}

impl Default for Timer {
    fn default() -> Timer {
        Timer { ms_start: Instant::now(), max_time: Some(Duration::from_secs(2)), soft_time: None, stop_frac: 60 }
    }
}

impl Timer {
    /// Starts the clock of a search.
    pub fn start(&mut self) {
        self.ms_start = Instant::now();
    }

    /// Excludes the time for which the search was paused.
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

    /// Whether the time is used up.
    pub fn is_used(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Time left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.max_time.map(|max_time| max_time.saturating_sub(self.elapsed()))
    }

    /// Whether so much time is used up that another iteration would not get far.
    pub fn is_nearly_used(&self) -> bool {
        let fraction = self.max_time.map(|time| part(time, self.stop_frac));
        self.soft_time.or(fraction).is_some_and(|time| self.elapsed() >= time)
    }
}

/// Returns `per_cent` percent of a duration.
pub fn part(time: Duration, per_cent: u32) -> Duration {
    // Dividing first avoids an overflow with the maximum time.
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

/// Clock for browsers.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::ops::{Add, AddAssign, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    /// A function that returns the milliseconds since 1970. The page must set it before anything else.
    pub static UNIX_MS: OnceLock<fn() -> f64> = OnceLock::new();

    fn since_1970() -> Duration {
        let ms = UNIX_MS.get().map_or(0.0, |now| now());
        Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
    }

    /// Nanoseconds since 1970, at the browser's resolution.
    pub fn unix_nanos() -> u64 {
        since_1970().as_nanos() as u64
    }

    /// A point in time, in place of `std::time::Instant`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current time.
        pub fn now() -> Instant {
            Instant(since_1970())
        }

        /// Time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        /// Time since an earlier moment; zero if that moment is later.
        pub fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// Same as `duration_since`.
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
