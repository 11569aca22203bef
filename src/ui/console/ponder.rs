//! Pondering: the engine thinks on the opponent's time.
//!
//! While the line editor waits for a move, the engine silently searches the position after the expected move. If the
//! user types that move, the search continues with the usual limits and visible output. Any other move or command ends
//! the search.

use std::time::Duration;

use crate::board::Board;
use crate::play::expected::{Expected, place};
use crate::searcher::{Limits, Thought};
use crate::ui::show;

use super::state::{CurrentGame, Pondering, Progress, Session};
use super::telling;

/// Notes the expected reply after the engine's move.
pub(super) fn note_expected(board: &Board, session: &mut Session) {
    let thought = session.own.analysis.thought.as_ref();
    session.own.game.expected = thought.and_then(|thought| Expected::after(board, thought.best, &thought.pv));
}

/// Starts pondering, if it is enabled and a reply is expected. Called when the console waits for a line.
pub(crate) fn begin(board: &Board, session: &mut Session) {
    let console = &session.own;
    let wanted = console.view.look.ponder && console.game.pondering.is_none() && console.game.finish.is_none();
    let playing = session.engine_side == Some(board.next_move.other()) && !console.is_analysing();
    if !wanted || !playing || session.own.setup.is_some() {
        return;
    }
    let Some((expected, ahead)) = console.game.expected.and_then(|expected| expected.ahead(board)) else { return };
    let limits = Limits { max_time: None, soft_time: None, ..session.options.limits.clone() };
    let options = session.options.clone();
    // After a ponder hit, the reports of this search become those of the engine's move, so earlier ones are cleared.
    session.own.analysis.progress = Progress::default();
    session.start(&ahead, &options, limits);
    session.own.game.pondering = Some(Pondering { expected, place: place(&ahead), thought: None });
}

/// Ends pondering, unless this line of input is the expected move. Called before the line is carried out.
pub(crate) fn hear(board: &mut Board, session: &mut Session, line: &str) {
    let Some(pondering) = &session.own.game.pondering else { return };
    if board.read_move(line).is_ok_and(|mv| mv == pondering.expected) {
        return;
    }
    end(session);
}

/// Ends pondering without using its result.
pub(crate) fn end(session: &mut Session) {
    if session.own.game.pondering.take().is_some() {
        // Drops the ponder search's last line of output, which is shown only after a ponder hit.
        session.own.analysis.progress.held = None;
        session.forget_search();
    }
}

/// Stores the result of a ponder search that has ended before the opponent's move.
pub(super) fn ended(game: &mut CurrentGame, thought: Option<Thought>) {
    if let Some(pondering) = &mut game.pondering {
        pondering.thought = thought;
    }
}

/// Returns the ponder search if it searches the position on the board; otherwise ends it.
pub(super) fn hit(board: &Board, session: &mut Session) -> Option<Pondering> {
    if session.own.game.pondering.as_ref()?.place == place(board) {
        return session.own.game.pondering.take();
    }
    end(session);
    None
}

impl Pondering {
    /// Continues after the expected move: sets the limits of the search, given the time it has already run. Returns the
    /// result if the search has ended.
    pub(super) fn go_on(
        self,
        session: &mut Session,
        limits: impl FnOnce(&Session, Duration) -> Limits,
    ) -> Option<Thought> {
        let running = session.control().cloned();
        let ahead = running.as_ref().map_or(0, |control| control.elapsed_ms());
        let ahead = self.thought.as_ref().map_or(ahead, |thought| thought.ms);
        session.say(&format!("expected move: pondered for {}", show::time_text(ahead)));
        if telling::shows_iterations(session) {
            session.out.line(show::HEADER);
        } else {
            session.own.analysis.progress.held = None;
        }
        let Some(control) = running else {
            telling::show_held(session);
            return self.thought;
        };
        control.set_limits(limits(session, Duration::from_millis(ahead)));
        None
    }
}
