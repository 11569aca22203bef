//! Everything about a search that people and GUIs can set.

use crate::board::Board;
use crate::instrument;
use crate::modern;
use crate::modern::skill::FULL_ELO;
use crate::searcher::setting::{Setting, choice, for_players};
use crate::searcher::{Algorithm, Limits, Ranking};
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
            limits: Limits { max_time: Timer::default().max_time, ..Limits::default() },
            instrument: instrument::Settings::TUTORIAL,
            modern: modern::Settings { megabytes: MEGABYTES, ..modern::Settings::default() },
        }
    }
}

const ALGORITHMS: [(&str, Algorithm); 4] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("pvs", Algorithm::Pvs),
    ("modern", Algorithm::Modern),
];

/// The setting that chooses the search.
pub const ALGORITHM: Setting<Options> = for_players(choice!(
    "algorithm",
    "which search plays: the modern one, or one of the tutorial's",
    ALGORITHMS,
    algorithm
));

impl Options {
    /// The limits for a search of this position: with what the endgame tables know of its moves.
    pub fn with_tables(&self, game: &Board, limits: &Limits) -> Limits {
        let ranking = self.modern.tables.as_ref().map_or(Ranking::default(), |tables| tables.ranking(game));
        Limits { ranking, ..limits.clone() }
    }

    /// Whether the strength is limited.
    pub fn is_weakened(&self) -> bool {
        self.modern.elo < FULL_ELO
    }

    /// The same settings at full strength, for whatever helps the user.
    pub fn full_strength(&self) -> Options {
        let mut options = self.clone();
        options.modern.elo = FULL_ELO;
        options
    }

    /// Makes no null moves from now on, whichever search runs.
    pub fn forbid_null_moves(&mut self) {
        self.instrument.null_move = instrument::recipe::NullMove::NONE;
        self.modern.techniques -= modern::techniques::Techniques::NULL_MOVE;
    }
}
