//! Limits of a search.

use std::time::Duration;

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::Ranking;
use crate::searcher::setting::{Setting, for_the_console, number};
use crate::timer::Timer;

/// Maximum depth setting, in plies. The tutorial's searches accept it, but return the static evaluation at the last ply
/// below [`MAX_PLY`](crate::defines::MAX_PLY).
pub const MAX_DEPTH: usize = 120;

/// The limits of a search, which ends at the first limit that it reaches.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Maximum depth, in plies.
    pub depth: usize,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// The modern search starts no iteration after this many nodes, if it searches a single line at full strength.
    pub soft_nodes: Option<u64>,
    /// Maximum time.
    pub max_time: Option<Duration>,
    /// No iteration starts after this time, by default `stop_frac` percent of `max_time`. The modern search has no
    /// default for it, ignores it unless a longer `max_time` is set, and adjusts it while it searches a single line.
    pub soft_time: Option<Duration>,
    /// Part of these times that the search has spent pondering, that is, on the opponent's clock.
    pub pondered: Duration,
    /// The default of `soft_time`, as a percentage of `max_time`.
    pub stop_frac: u32,
    /// Root moves that are not searched.
    pub excluded: Vec<Move>,
    /// Tablebase ranking of the root moves. Each line starts with one of the best-ranked moves that are not excluded.
    pub ranking: Ranking,
    /// Number of lines to find; 1 finds only the best move.
    pub lines: usize,
    /// Handling of a root without a choice of moves.
    pub root: AtRoot,
}

/// Handling of a root where the game is over or only one move is legal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AtRoot {
    /// Return the result without a search.
    #[default]
    Decide,
    /// Search the root, as for analysis or a GUI.
    Search,
}

impl Default for Limits {
    /// No limits but [`MAX_DEPTH`].
    fn default() -> Limits {
        Limits {
            depth: MAX_DEPTH,
            nodes: None,
            soft_nodes: None,
            max_time: None,
            soft_time: None,
            pondered: Duration::ZERO,
            stop_frac: Timer::default().stop_frac,
            excluded: Vec::new(),
            ranking: Ranking::default(),
            lines: 1,
            root: AtRoot::Decide,
        }
    }
}

/// Settings that limit the search for a move.
pub const SETTINGS: &[Setting<Limits>] = &[
    for_the_console(number!("depth", "search depth in plies", [1, MAX_DEPTH as i64], depth)),
    for_the_console(Setting::text(
        "time",
        "time for a move in seconds",
        "0.001 to 86400, off",
        |limits| limits.max_time.map_or("off".into(), |time| time.as_secs_f64().to_string()),
        |limits, text| {
            let time = text.parse().ok().filter(|seconds: &f64| (0.001..=86400.0).contains(seconds));
            let time = time.map(|seconds| Duration::from_millis((seconds * 1e3).round() as u64));
            let is_wanted = time.is_some() || text == "off";
            limits.max_time = if is_wanted { time } else { limits.max_time };
            is_wanted
        },
    )),
    for_the_console(number!(
        "stopfrac",
        "tutorial: start no new iteration after this percentage of the time",
        [1, 100],
        stop_frac
    )),
];

impl Limits {
    /// The time limit in milliseconds.
    pub fn max_ms(&self) -> Option<u64> {
        self.max_time.map(|time| time.as_millis() as u64)
    }

    /// A depth limit and no other.
    pub fn depth(depth: usize) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    /// Copies to the Board the limits that its search checks: depth, nodes and time. May be called during the search;
    /// the tutorial's searches then ignore the new depth.
    pub fn apply(&self, board: &mut Board) {
        board.search_depth = self.depth;
        board.max_nodes = self.nodes;
        (board.timer.max_time, board.timer.soft_time) = (self.max_time, self.soft_time);
        board.timer.stop_frac = self.stop_frac;
    }
}
