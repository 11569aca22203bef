//! Everything about a search that people and GUIs can set.

use crate::instrument;
use crate::modern;
use crate::searcher::{Algorithm, Limits};
use crate::timer::Timer;

/// Size of the transposition table if nobody names one, in megabytes: the size with which the strength is measured.
const MEGABYTES: usize = 64;

/// The settings of all searches, and which of them plays.
#[derive(Clone)]
pub struct Options {
    /// The search that plays.
    pub algorithm: Algorithm,
    /// The limits of a move.
    pub limits: Limits,
    /// Settings of the tutorial's search. Any but the tutorial's own need the instrument.
    pub instrument: instrument::Settings,
    /// Settings of the modern search.
    pub modern: modern::Settings,
}

impl Default for Options {
    /// The modern search, limited by the tutorial's time for a move.
    fn default() -> Options {
        Options {
            algorithm: Algorithm::Modern,
            limits: Limits { max_ms: Timer::default().max_time, ..Limits::default() },
            instrument: instrument::Settings::TUTORIAL,
            modern: modern::Settings { megabytes: MEGABYTES, ..modern::Settings::default() },
        }
    }
}

impl Options {
    /// Makes no null moves from now on, whichever search runs.
    pub fn forbid_null_moves(&mut self) {
        self.instrument.null_move = instrument::recipe::NullMove::NONE;
        self.modern.techniques -= modern::techniques::Techniques::NULL_MOVE;
    }
}
