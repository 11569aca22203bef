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
    /// It is not thinking.
    #[default]
    Nothing,
    /// Its own move.
    Move,
    /// Its next move, while the opponent is thinking.
    Ponder,
    /// Analysis without end.
    Analysis,
    /// A move that it could advise.
    Hint,
}

/// State of the protocol.
#[derive(Default)]
pub struct XBoard {
    pub(super) task: Task,
    pub(super) analysing: bool,
    pub(super) paused: bool,
    pub(super) post: bool,
    /// Think in the opponent's time?
    pub(super) hard: bool,
    /// The opponent is a program, too.
    pub(super) against_computer: bool,
    /// Is it a game of Chess960?
    pub(super) chess960: bool,
    pub(super) clock: Clock,
    pub(super) options: Options,
    pub(super) edit: Option<Edit>,
    /// The position from which the running search began, for moves that come in the middle of it.
    pub(super) root: Option<Setup>,
    pub(super) pondering: Option<PonderMove>,
    /// When the expected move came, if the engine had pondered on it.
    pub(super) hit_at: Option<Instant>,
    /// The result of pondering, if it ended before the opponent moved.
    pub(super) ready: Option<Ready>,
    /// The answer that the engine expects to its move.
    pub(super) expected: Option<Expected>,
    /// Where a draw was claimed, or the game is over in another way.
    pub(super) claimed: bool,
    /// Where the moves to leave out at the root were named.
    pub(super) excluded_at: Option<Place>,
    /// Where analysis has come to an end by itself.
    pub(super) analysed: Option<Place>,
    /// The last report of the search.
    pub(super) line: LastReport,
    /// Number of lines that the running analysis looks for.
    pub(super) lines: usize,
    pub(super) standing: Standing,
    /// The opponent has offered a draw, and the engine has not moved since.
    pub(super) draw_offered: bool,
}

/// Another game or position: what was known of the old one is of no use any more.
pub(super) fn begin_here(board: &mut Board, session: &mut Session) {
    board.excluded.clear();
    session.redo.clear();
    let xboard = &mut session.own;
    (xboard.claimed, xboard.analysed, xboard.expected, xboard.ready) = (false, None, None, None);
    (xboard.standing, xboard.draw_offered) = (Standing::default(), false);
    xboard.clock.position_is_new();
}

/// From now on the engine plays this side, or none.
pub(super) fn plays(session: &mut Session, side: Option<Side>) {
    session.own.analysing = false;
    session.engine_side = side;
    if let Some(side) = side {
        session.own.clock.engine_plays(side);
    }
}

/// A move as it is sent: castling in Chess960 has a form of its own.
pub(super) fn move_text(board: &Board, session: &Session, mv: Move) -> String {
    let by_name = mv.is_castling() && (session.own.chess960 || board.is_chess960());
    if by_name { mv.short_form() } else { mv.to_string() }
}
