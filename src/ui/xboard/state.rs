//! The state of the protocol.

use std::mem;
use std::time::Instant;

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::play::expected::{Expected, Place, place};
use crate::play::standing::Standing;
use crate::searcher::Control;
use crate::searcher::setting::When;
use crate::setup::Setup;
use crate::ui::session;

use super::clock::Clock;

/// A session of the protocol.
pub type Session = session::Session<XBoard>;

/// The purpose of the running search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Task {
    /// No search.
    #[default]
    Nothing,
    /// The engine's move.
    Move,
    /// The engine's next move, while the opponent thinks.
    Ponder,
    /// Infinite analysis.
    Analysis,
    /// A hint.
    Hint,
}

/// Action to take when the search reports its first line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Send the best move so far as a hint.
    Hint,
    /// Make the engine's move.
    Move,
}

/// Options that exist only in the protocol, except the time reserve, which the clock stores.
#[derive(Clone, Copy, Debug)]
pub struct XBoardOptions {
    /// Number of lines in an analysis (multi-PV).
    pub multi_pv: usize,
    /// Whether the engine may resign; by default, against people.
    pub resign: When,
    /// Whether the engine may offer a draw; by default, to people.
    pub offer_draw: When,
    /// Whether to limit thinking output to the four standard fields (depth, score, time, nodes).
    pub plain_lines: bool,
    /// Whether to list the settings of the laboratory as well.
    pub laboratory: bool,
}

impl Default for XBoardOptions {
    fn default() -> XBoardOptions {
        let (resign, offer_draw) = (When::Auto, When::Auto);
        XBoardOptions { multi_pv: 1, resign, offer_draw, plain_lines: false, laboratory: false }
    }
}

/// A position being edited.
pub struct Edit {
    pub(super) setup: Setup,
    /// Colour of the pieces being placed.
    pub(super) colour: Side,
}

/// The opponent's move that the engine is pondering on.
pub struct PonderMove {
    pub(super) place: Place,
    pub(super) expected: Move,
    pub(super) expected_text: String,
}

/// A move found by pondering before the opponent moved.
#[derive(Clone)]
pub struct Ready {
    pub(super) place: Place,
    pub(super) expected: Move,
    pub(super) expected_text: String,
    pub(super) best: Move,
}

impl Ready {
    /// Returns this result of pondering if the opponent's move `mv` is the expected one.
    pub(super) fn answer_to(self, board: &Board, mv: Move) -> Option<Ready> {
        (self.place == place(board) && self.expected == mv).then_some(self)
    }
}

/// The last report of the search.
#[derive(Clone, Default)]
pub struct LastReport {
    pub(super) depth: usize,
    pub(super) score: i32,
    pub(super) ms: u64,
    pub(super) nodes: u64,
    pub(super) selective: usize,
    /// Number of tablebase hits.
    pub(super) hits: u64,
    pub(super) pv: Vec<Move>,
    /// The line in standard algebraic notation.
    pub(super) text: String,
    /// Whether the line was shown.
    pub(super) shown: bool,
    /// Time at which a line of this search was last shown.
    pub(super) shown_at: Option<Instant>,
    /// Depth of the current iteration, if the search reports it.
    pub(super) iteration: Option<usize>,
    /// The current root move, its number, and the number of root moves.
    pub(super) root_move: Option<(Move, usize, usize)>,
}

/// The state of the protocol.
#[derive(Default)]
pub struct XBoard {
    pub(super) task: Task,
    /// The hint or move due as soon as the running search has a first line.
    pub(super) due: Option<Due>,
    pub(super) analysing: bool,
    pub(super) paused: bool,
    pub(super) post: bool,
    /// Whether pondering is enabled.
    pub(super) hard: bool,
    /// Whether the opponent is a program, too.
    pub(super) against_computer: bool,
    /// Whether the game is Chess960.
    pub(super) chess960: bool,
    pub(super) clock: Clock,
    pub(super) options: XBoardOptions,
    pub(super) edit: Option<Edit>,
    pub(super) pondering: Option<PonderMove>,
    /// Pondering sends no lines before this time.
    pub(super) silent_until: Option<Instant>,
    /// After a ponder hit: how long the search had pondered, in milliseconds, not counting pauses.
    pub(super) hit_after_ms: Option<u64>,
    /// The result of pondering, if it ended before the opponent moved.
    pub(super) ready: Option<Ready>,
    /// The reply the engine expects.
    pub(super) expected: Option<Expected>,
    /// Whether the engine has claimed the result.
    pub(super) claimed: bool,
    /// Moves excluded from the search, and the position in the game at which they are excluded.
    pub(super) excluded: Option<(Place, Vec<Move>)>,
    /// The game position whose analysis has finished; it is not analysed again.
    pub(super) analysed: Option<Place>,
    /// The last report of the search.
    pub(super) line: LastReport,
    /// Number of lines of the running search; above 1 only in an analysis.
    pub(super) lines: usize,
    pub(super) standing: Standing,
    /// Whether the opponent has offered a draw since the engine's last move.
    pub(super) draw_offered: bool,
}

impl XBoard {
    /// The moves excluded from the search at the current position.
    pub(super) fn excluded(&self, board: &Board) -> &[Move] {
        self.excluded.as_ref().filter(|(at, _)| *at == place(board)).map_or(&[], |(_, moves)| moves)
    }
}

/// Clears the state of the old game when a new game or position begins.
pub(super) fn begin_here(session: &mut Session) {
    let xboard = &mut session.own;
    (xboard.claimed, xboard.excluded, xboard.analysed) = (false, None, None);
    (xboard.expected, xboard.ready) = (None, None);
    (xboard.standing, xboard.draw_offered) = (Standing::default(), false);
    xboard.clock.position_is_new();
}

/// Ends a pause.
pub(super) fn end_pause(session: &mut Session) {
    if mem::take(&mut session.own.paused) {
        session.own.clock.resume();
    }
    session.control().into_iter().for_each(Control::resume);
}

/// Makes the engine play this side, or none. Ends analysis mode. The scores of the other side's moves do not count.
pub(super) fn plays(session: &mut Session, side: Option<Side>) {
    session.own.analysing = false;
    session.engine_side = side;
    if let Some(side) = side
        && session.own.clock.engine_plays(side)
    {
        session.own.standing = Standing::default();
    }
}

/// A move in the protocol's notation; in Chess960, castling is written as `O-O` or `O-O-O`.
pub(super) fn move_text(board: &Board, session: &Session, mv: Move) -> String {
    let by_name = mv.is_castling() && (session.own.chess960 || board.is_chess960());
    if by_name { mv.short_form() } else { mv.to_string() }
}
