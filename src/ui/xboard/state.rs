//! The state of the protocol.

use std::time::Instant;

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::setup::Setup;
use crate::ui::game::{Expected, Place, Standing};
use crate::ui::session;

use super::clock::Clock;
use super::edit::Edit;
use super::options::Options;
use super::think::{LastReport, PonderMove, Ready};

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
    /// The engine's next move, on the opponent's time.
    Ponder,
    /// Infinite analysis.
    Analysis,
    /// A hint.
    Hint,
}

/// The state of the protocol.
#[derive(Default)]
pub struct XBoard {
    pub(super) task: Task,
    pub(super) analysing: bool,
    pub(super) paused: bool,
    pub(super) post: bool,
    /// Whether to ponder.
    pub(super) hard: bool,
    /// Whether the opponent is a program, too.
    pub(super) against_computer: bool,
    /// Whether the game is Chess960.
    pub(super) chess960: bool,
    pub(super) clock: Clock,
    pub(super) options: Options,
    pub(super) edit: Option<Edit>,
    /// The root position of the running search, for moves that arrive during it.
    pub(super) root: Option<Setup>,
    pub(super) pondering: Option<PonderMove>,
    /// When the expected move was played, if the engine had pondered on it.
    pub(super) hit_at: Option<Instant>,
    /// The result of pondering, if that ended before the opponent moved.
    pub(super) ready: Option<Ready>,
    /// The reply the engine expects.
    pub(super) expected: Option<Expected>,
    /// Whether a draw was claimed here, or the game is over in another way.
    pub(super) claimed: bool,
    /// The place for which root moves were excluded.
    pub(super) excluded_at: Option<Place>,
    /// The place whose analysis has ended by itself.
    pub(super) analysed: Option<Place>,
    /// The last report of the search.
    pub(super) line: LastReport,
    /// Number of lines of the running analysis.
    pub(super) lines: usize,
    pub(super) standing: Standing,
    /// Whether the opponent has offered a draw since the engine's last move.
    pub(super) draw_offered: bool,
}

/// Another game or position begins: drops the state of the old one.
pub(super) fn begin_here(board: &mut Board, session: &mut Session) {
    board.excluded.clear();
    session.redo.clear();
    let xboard = &mut session.own;
    (xboard.claimed, xboard.analysed, xboard.expected, xboard.ready) = (false, None, None, None);
    (xboard.standing, xboard.draw_offered) = (Standing::default(), false);
    xboard.clock.position_is_new();
}

/// Makes the engine play this side, or none.
pub(super) fn plays(session: &mut Session, side: Option<Side>) {
    session.own.analysing = false;
    session.engine_side = side;
    if let Some(side) = side {
        session.own.clock.engine_plays(side);
    }
}

/// A move in the protocol's form; in Chess960, castling is written as `O-O`.
pub(super) fn move_text(board: &Board, session: &Session, mv: Move) -> String {
    let by_name = mv.is_castling() && (session.own.chess960 || board.is_chess960());
    if by_name { mv.short_form() } else { mv.to_string() }
}
