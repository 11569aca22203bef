//! What a setting is.

use std::ops::RangeInclusive;

use crate::instrument::recipe::NullMove;
use crate::play::Options;

/// One setting.
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// What it sets.
    pub help: &'static str,
    /// The values it accepts.
    pub values: &'static str,
    pub(super) access: Access,
}

/// How a setting is read and changed; `set` returns false for a value that is not allowed.
pub(super) enum Access {
    /// Any setting.
    Options { get: fn(&Options) -> String, set: fn(&mut Options, &str) -> bool },
    /// A field of the recipe of null moves.
    Recipe { get: fn(&NullMove) -> String, set: fn(&mut NullMove, &str) -> bool },
}

/// The largest hash table, in megabytes: a mistyped size must not exhaust the machine's memory.
pub const MOST_MEGABYTES: usize = 4096;
/// The most search threads; more would not help.
pub const MOST_THREADS: usize = 256;

/// Stores the number of a text; false if it is none, or out of range.
pub(super) fn set_number(text: &str, range: RangeInclusive<i64>, mut store: impl FnMut(i64)) -> bool {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.inspect(|number| store(*number)).is_some()
}
