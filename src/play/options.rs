//! All search settings that the console and GUIs can change.

use std::time::Duration;

use crate::board::Board;
use crate::instrument;
use crate::modern;
use crate::modern::skill::FULL_ELO;
use crate::searcher::setting::{Setting, choice, for_players};
use crate::searcher::{Algorithm, Limits, Ranking};
use crate::timer::{Instant, Timer};

/// Size of the transposition table in megabytes, for games and analysis.
const MEGABYTES: usize = 64;

/// The settings of all searches, and the selected search.
#[derive(Clone)]
pub struct Options {
    /// The search to use.
    pub algorithm: Algorithm,
    /// The limits per move.
    pub limits: Limits,
    /// Settings of the tutorial's search. Values other than the tutorial's require the instrument.
    pub instrument: instrument::Settings,
    /// Settings of the modern search.
    pub modern: modern::Settings,
    /// The file of the network; [`None`] for the built-in one.
    pub network_file: Option<String>,
}

impl Default for Options {
    /// The modern search with the tutorial's time limit per move.
    fn default() -> Options {
        Options {
            algorithm: Algorithm::Modern,
            limits: Limits { max_time: Timer::default().max_time, ..Limits::default() },
            instrument: instrument::Settings::TUTORIAL,
            modern: modern::Settings { megabytes: MEGABYTES, ..modern::Settings::default() },
            network_file: None,
        }
    }
}

const ALGORITHMS: [(&str, Algorithm); 4] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("pvs", Algorithm::Pvs),
    ("modern", Algorithm::Modern),
];

/// The setting that selects the search.
pub const ALGORITHM: Setting<Options> = for_players(choice!(
    "algorithm",
    "which search plays: the modern one, or one of the tutorial's",
    ALGORITHMS,
    algorithm
));

impl Options {
    /// The limits for a search of this position, with the tablebase ranking of its moves. The time that the ranking
    /// takes, on a slow disk perhaps a tenth of a second, is subtracted from the time limits.
    pub fn with_tables(&self, game: &Board, limits: &Limits) -> Limits {
        let Some(tables) = &self.modern.tables else {
            return Limits { ranking: Ranking::default(), ..limits.clone() };
        };
        let begun = Instant::now();
        let ranking = tables.ranking(game);
        let taken = begun.elapsed();
        let rest = |time: Option<Duration>| time.map(|time| time.saturating_sub(taken));
        Limits { ranking, max_time: rest(limits.max_time), soft_time: rest(limits.soft_time), ..limits.clone() }
    }

    /// Whether the strength is limited. Only the modern search can be weakened.
    pub fn is_weakened(&self) -> bool {
        self.algorithm == Algorithm::Modern && self.modern.elo < FULL_ELO
    }

    /// The same settings at full strength, for features that help the user.
    pub fn full_strength(&self) -> Options {
        let mut options = self.clone();
        options.modern.elo = FULL_ELO;
        options
    }

    /// Disables null moves in all searches.
    pub fn forbid_null_moves(&mut self) {
        self.instrument.null_move = instrument::recipe::NullMove::NONE;
        self.modern.techniques -= modern::techniques::Techniques::NULL_MOVE;
    }
}
