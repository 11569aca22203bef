//! The words of the Universal Chess Interface (UCI), and how the search reports in it.
//!
//! The protocol is described by Stefan Meyer-Kahlen and Rudolf Huber, <https://www.shredderchess.com/download.html>.
//! Lines that arrive during a search are polled by it; the table of words says what happens to them.
//!
//! | file | contents |
//! |---|---|
//! | [`limits`] | the arguments of `go`, and the time that they give |
//! | `state` | the state of the protocol |
//! | [`info`] | the reports of a search |
//! | `busy` | how a line is carried out, also during a search |
//! | [`options`] | `setoption` |
//! | [`position`] | `position` |
//! | [`think`] | `go`: search, pondering, and the answer |
//! | `dialogue` | the words about the dialogue itself |
//! | [`words`] | the table of words; the session holds it, so that a line can be carried out during a search |
//!
//! A file names only files above it in this table.
//!
//! **Decisions** where the protocol leaves a choice: a line that cannot be carried out is answered by an `info string`
//! and changes nothing. A line that must wait for the end of a search does so if the search has a limit; during `go
//! infinite` and `go ponder` it is refused, because only `stop` or `ponderhit` may end these. Without a legal move the
//! answer is `bestmove (none)`. `quit` and the end of input end everything at once.

mod busy;
mod dialogue;
pub mod info;
pub mod limits;
pub mod options;
pub mod position;
mod state;
pub mod think;
pub mod words;

use std::mem;

use crate::board::Board;
use crate::readmove::shortened;
use crate::searcher::Info;
use crate::ui::input::Input;

use super::session::{self, Dialogue, Verdict};
use super::words::{Done, Refusal};

pub use state::{Session, Uci};

/// Switches a session to the protocol. If this was done by a line of input, that line was the GUI's `uci`.
pub fn begin<D: Dialogue>(board: &mut Board, session: session::Session<D>, laboratory: bool) -> Session {
    let by_argument = matches!(session.input, Input::Closed);
    let mut session = session.go_over(Uci::new(words::WORDS));
    session.own.script = mem::take(&mut session.pending);
    board.init();
    session.own.take_over(&session.options, laboratory);
    session.forget();
    if !by_argument {
        dialogue::introduce(&mut session);
    }
    session
}

impl Dialogue for Uci {
    fn next_line(_: &mut Board, session: &mut Session) -> Option<String> {
        if let Some(line) = session.pending.pop_front() {
            return Some(line);
        }
        if session.over { None } else { busy::wait(session) }
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        busy::execute(board, session, line)
    }

    fn refuse(session: &mut Session, line: &str, refusal: &Refusal) {
        let text = match refusal {
            Refusal::UnknownWord { .. } => format!("Error: unknown command: {}", shortened(line)),
            other => format!("Error: {other}"),
        };
        session.out.line(&format!("info string {text}"));
    }

    fn tell(board: &mut Board, session: &mut Session, info: &Info) {
        info::tell(board, session, info);
    }

    fn poll(board: &mut Board, session: &mut Session) -> Verdict {
        info::tell_progress(session);
        busy::hear_lines(board, session)
    }

    fn wants_root_moves(_: &Session) -> bool {
        true
    }

    fn search_ended(_: &mut Board, session: &mut Session) {
        info::tell_shortage(session);
    }
}
