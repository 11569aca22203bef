//! The files of the autosaved game. Each console locks its own files while it runs, so that two consoles do not
//! overwrite each other's game.

use std::fs::File;
use std::path::PathBuf;

use crate::timer::Instant;
use crate::ui::places;

/// Maximum number of consoles that can run at once and save their games.
pub const SLOTS: usize = 16;

/// The files of one console, locked while it runs.
pub struct Slot {
    /// Its number, from 1.
    pub number: usize,
    /// Time of the last write of the game.
    pub written: Option<Instant>,
    _lock: File,
}

impl Slot {
    /// Takes these files unless another console has locked them.
    pub fn take(number: usize) -> Option<Slot> {
        let lock = File::options().create(true).truncate(false).write(true).open(file(number, ".lock")?).ok()?;
        lock.try_lock().ok()?;
        Some(Slot { number, written: None, _lock: lock })
    }

    /// The first free files.
    pub fn free() -> Option<Slot> {
        (1..=SLOTS).find_map(Slot::take)
    }
}

/// The current game, or the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Last,
    Before,
}

impl Which {
    /// Its file in a slot.
    pub fn file(self, slot: usize) -> Option<PathBuf> {
        match self {
            Which::Last => file(slot, ".pgn"),
            Which::Before => file(slot, "-before.pgn"),
        }
    }
}

/// A file of a slot: the first has `game.pgn` and `game-before.pgn`.
fn file(slot: usize, end: &str) -> Option<PathBuf> {
    let number = if slot == 1 { String::new() } else { format!("-{slot}") };
    places::state_directory().map(|directory| directory.join(format!("game{number}{end}")))
}
