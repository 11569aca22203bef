//! How far a search goes.

use std::time::Duration;

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::Ranking;
use crate::searcher::setting::{Setting, for_the_console, number};
use crate::timer::Timer;

/// The greatest depth that can be asked for, in plies. The tutorial's searches take it, too, although they evaluate at
/// [`MAX_PLY`](crate::defines::MAX_PLY).
pub const MAX_DEPTH: usize = 120;

/// The limits of a search; it ends at the first that it reaches.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Greatest depth, in plies.
    pub depth: usize,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// No iteration begins after this many nodes.
    pub soft_nodes: Option<u64>,
    /// Greatest time.
    pub max_time: Option<Duration>,
    /// No iteration begins after this time; if none, after the part `stop_frac` of `max_time`.
    pub soft_time: Option<Duration>,
    /// See `soft_time`; in per cent.
    pub stop_frac: u32,
    /// Moves that the root leaves out.
    pub excluded: Vec<Move>,
    /// What is known of the moves of the root. Each line is searched among the best of those that are left.
    pub ranking: Ranking,
    /// Number of lines to find; 1 for the best move alone.
    pub lines: usize,
    /// Whether a position is searched in which there is nothing to decide.
    pub root: AtRoot,
}

/// Whether a position is searched in which the game is over or only one move is legal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum AtRoot {
    /// No: the answer needs no search.
    #[default]
    Decide,
    /// Yes, as in analysis and under a protocol.
    Search,
}

impl Default for Limits {
    /// No limits.
    fn default() -> Limits {
        Limits {
            depth: MAX_DEPTH,
            nodes: None,
            soft_nodes: None,
            max_time: None,
            soft_time: None,
            stop_frac: Timer::default().stop_frac,
            excluded: Vec::new(),
            ranking: Ranking::default(),
            lines: 1,
            root: AtRoot::Decide,
        }
    }
}

/// The settings of the limits of a move.
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
        "the tutorial's searches start no new iteration after this part of the time, in per cent",
        [1, 100],
        stop_frac
    )),
];

impl Limits {
    /// The greatest time in milliseconds.
    pub fn max_ms(&self) -> Option<u64> {
        self.max_time.map(|time| time.as_millis() as u64)
    }

    /// Limits of a depth alone.
    pub fn depth(depth: usize) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    /// Gives a Board the limits that it keeps itself. May be called while it searches.
    pub fn apply(&self, board: &mut Board) {
        board.search_depth = self.depth;
        board.max_nodes = self.nodes;
        (board.timer.max_time, board.timer.soft_time) = (self.max_time, self.soft_time);
        board.timer.stop_frac = self.stop_frac;
    }
}
