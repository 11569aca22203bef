//! The words of the WinBoard/XBoard protocol (CECP), version 2, and what the search says in it.
//!
//! The protocol is described by Tim Mann and H. G. Muller, <https://www.gnu.org/software/xboard/engine-intf.html>.
//! Lines that come while the engine thinks are looked at from the search: their fate is in the table of words.
//!
//! | file | what is in it |
//! |---|---|
//! | [`words`] | the table of words |
//! | [`busy`] | lines that come while the engine thinks |
//! | `game` | words about the game, its position, and the dialogue itself |
//! | `state`, `answers` | the state of the protocol; answers to lines that cannot be carried out |
//! | [`clock`] | time controls and limits |
//! | [`think`] | the engine's move, pondering, analysis, and the thinking output |
//! | [`options`] | what a GUI can set |
//! | `knowledge` | the book and the endgame tables |
//! | [`edit`] | the old way of setting up a position |
//!
//! In which state the engine is, follows from a few fields: it plays a side
//! ([`Session::engine_side`](super::session::Session::engine_side)) or none (force mode), it analyses or not, it is
//! paused or not, the board is being edited or not; and while it thinks, a `Task` says what for.
//!
//! **Decisions** where the protocol leaves a choice: after an impossible `setboard` or `edit` the old position is kept.
//! A word that changes the game ends a pause. `undo` in a running game leaves the engine its side, and it does not
//! think before `go` or a move. After a claimed draw it plays on if the opponent does.
//!
//! **Differs here from the tutorial:** the faults that `?`, `ping`, illegal moves, `st`, `level`, `nopost` and the
//! results of lost games had in the original (quirks 18 to 24) are mended.

mod answers;
pub mod busy;
pub mod clock;
pub mod edit;
mod game;
mod knowledge;
pub mod options;
mod state;
pub mod think;
pub mod words;

use crate::board::Board;
use crate::defines::MAX_PLY;
use crate::peek::{Report, Verdict};

use super::session::{self, Dialogue};
use super::terminal::editor::Prompt;
use super::words::{Done, Refusal};

pub use state::{Session, XBoard};

/// Begins the protocol with what is left of another dialogue, and perhaps offers the settings of the laboratory.
pub fn begin<D: Dialogue>(board: &mut Board, session: session::Session<D>, laboratory: bool) -> Session {
    let mut session = session.go_over(XBoard::default());
    session.own.options.laboratory = laboratory;
    board.init();
    board.search_depth = MAX_PLY;
    board.lab.instrument = false;
    session.out.line("");
    session
}

impl Dialogue for XBoard {
    /// The engine analyses or ponders while it waits.
    fn next_line(board: &mut Board, session: &mut Session) -> Option<String> {
        if let Some(line) = session.pending.pop_front() {
            return Some(line);
        }
        if let Some(line) = session.input.peek() {
            session.out.note_input(&line);
            return Some(line);
        }
        think::use_spare_time(board, session);
        if let Some(line) = session.pending.pop_front() {
            return Some(line);
        }
        if session.over {
            return None;
        }
        session.input.wait(&Prompt::default()).inspect(|line| session.out.note_input(line))
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        busy::execute(board, session, line)
    }

    fn refuse(session: &mut Session, line: &str, refusal: &Refusal) {
        session.out.line(&answers::refusal(line, refusal));
    }

    fn tell(board: &mut Board, session: &mut Session, report: &Report) {
        think::tell(board, session, report);
    }

    fn poll(board: &mut Board, session: &mut Session) -> Verdict {
        think::show_held_line_in_time(session);
        busy::hear_lines(board, session)
    }

    fn wants_root_moves(session: &Session) -> bool {
        think::wants_root_moves(session)
    }

    /// Lines that came together with the one that began a short search may make its result useless.
    fn search_ended(board: &mut Board, session: &mut Session) {
        game::tell_shortage(board, session);
        if !session.abandoned && !session.over {
            busy::hear_lines(board, session);
        }
    }
}
