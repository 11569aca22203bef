//! The Universal Chess Interface (UCI): its commands, and the reports of the search.
//!
//! The protocol is described by Stefan Meyer-Kahlen and Rudolf Huber, <https://www.shredderchess.com/download.html>.
//! The table of commands defines the effect of each line on the running search.
//!
//! | file | contents |
//! |---|---|
//! | [`go`] | the arguments of `go`, and the time they allow |
//! | `state` | the state of the protocol |
//! | [`info`] | the reports of a search |
//! | [`options`] | `setoption` |
//! | [`position`] | `position` |
//! | [`think`] | `go`: search, pondering, perft, and the answer |
//! | `testers` | commands that testers use in addition to the protocol |
//! | `dialogue` | commands about the dialogue itself |
//! | [`words`] | the table of commands; the session holds it so that lines can be executed during a search |
//!
//! **Decisions** where the protocol leaves a choice: an invalid line is answered with an `info string` and has no
//! effect. A command that cannot run during a search waits for the search to end, even during `go infinite` and
//! `go ponder`, which only `stop` or `ponderhit` may end. `stop` also ends the searches queued before it. If there is
//! no legal move, `go` is answered with `bestmove (none)`. After a rejected `position`, `go` is answered with
//! `bestmove 0000` until a valid `position` or `ucinewgame` arrives, because the engine does not know the GUI's game.
//! Unusable arguments of a `go` are reported, and the search uses the rest. `quit` and the end of input stop the
//! search, and its answer is sent last.

mod dialogue;
pub mod go;
pub mod info;
pub mod options;
pub mod position;
mod state;
mod testers;
pub mod think;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::readmove::shortened;
use crate::searcher::{Info, Thought};

use super::out::NoScreen;
use super::refusal::{Done, Refusal};
use super::session::{self, Dialogue, Effect};

pub use state::{Session, Uci};

/// Switches a session to the protocol. If a line of input caused the switch, that line was the GUI's `uci`, which is
/// answered here.
pub fn begin<D: Dialogue>(board: &mut Board, session: session::Session<D>, laboratory: bool) -> Session {
    let by_argument = session.input.is_nowhere();
    let mut session = session.go_over(Uci::new(words::WORDS));
    board.init();
    session.own.take_over(&session.options, laboratory);
    session.forget();
    if !by_argument {
        dialogue::introduce(&mut session);
    }
    session
}

impl Dialogue for Uci {
    type Screen = NoScreen;

    fn effect(session: &Session, line: &str) -> Effect {
        think::effect(session, line)
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        match think::word_of(session, line) {
            Some((word, rest)) => (word.action.run)(board, session, rest),
            None if line.trim().is_empty() => Ok(()),
            None => Err(Refusal::UnknownWord { word: shortened(line), like: None }),
        }
    }

    fn refuse(session: &mut Session, line: &str, refusal: &Refusal) {
        let text = match refusal {
            Refusal::UnknownWord { .. } => format!("Error: unknown command: {}", shortened(line)),
            other => format!("Error: {other}"),
        };
        session.out.line(&format!("info string {text}"));
    }

    fn input_ended(board: &mut Board, session: &mut Session) {
        // `quit` never fails.
        let _ = dialogue::quit(board, session, "");
    }

    fn tell(root: &mut Board, session: &mut Session, info: &Info) {
        info::tell(root, session, info);
    }

    fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
        think::ended(board, session, thought);
    }

    fn search_ended(session: &mut Session) {
        info::tell_shortage(session);
    }

    fn is_busy(session: &Session) -> bool {
        session.own.unanswered.is_some()
    }

    fn patience(session: &Session) -> Option<Duration> {
        info::patience(session)
    }

    fn tick(_: &mut Board, session: &mut Session) {
        info::tell_progress(session);
    }

    fn root_moves_after(_: &Session) -> Option<Duration> {
        Some(info::QUIET)
    }
}
