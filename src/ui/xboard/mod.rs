//! The WinBoard/XBoard protocol (CECP), version 2: its commands, and the reports of the search.
//!
//! The protocol is described by Tim Mann and H. G. Muller, <https://www.gnu.org/software/xboard/engine-intf.html>. The
//! table of commands defines the effect of each line on the running search.
//!
//! | file | contents |
//! |---|---|
//! | [`clock`] | the clocks of a game |
//! | `state`, `answers` | the state of the protocol; answers to rejected lines |
//! | [`timing`] | time controls and limits |
//! | [`options`] | the options in a GUI |
//! | `knowledge` | book and endgame tables |
//! | [`edit`] | the old command for setting up a position |
//! | [`think`] | the engine's move, pondering, analysis, and the thinking output |
//! | `game` | commands for the game, its position, and the dialogue itself |
//! | [`words`] | the table of commands |
//! | [`busy`] | execution of lines, and their effect on the running search |
//!
//! A few fields make up the state of the engine: it plays a side
//! ([`Session::engine_side`](super::session::Session::engine_side)) or none (force mode), it is analysing or not, it is
//! paused or not, and the board is being edited or not. During a search, a `Task` records its purpose.
//!
//! **Decisions** where the protocol leaves a choice: an illegal `setboard` or `edit` does not change the position. `?`,
//! a move, or a command that changes the game ends a pause. After `undo` in a running game, the engine keeps its side.
//! If it is then the engine's turn, the engine waits for `go`, and moves for its side are refused. After a draw that
//! the engine claimed with its own move, it plays on if the opponent does.
//!
//! **Differs here from the tutorial:** the original's bugs with `?`, `ping`, illegal moves, promotions, `st`, `level`,
//! `nopost`, pondering and the results of lost games (quirks 18 to 24) are fixed.

mod answers;
pub mod busy;
pub mod clock;
pub mod edit;
mod game;
mod knowledge;
pub mod options;
mod state;
pub mod think;
pub mod timing;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::searcher::{Info, Thought};

use super::out::NoScreen;
use super::refusal::{Done, Refusal};
use super::session::{self, Dialogue, Effect};

pub use state::{Session, XBoard};

/// Switches a session to the protocol, optionally listing the settings of the laboratory.
pub fn begin<D: Dialogue>(board: &mut Board, session: session::Session<D>, laboratory: bool) -> Session {
    let mut session = session.go_over(XBoard::default());
    session.own.options.laboratory = laboratory;
    board.init();
    session.forget();
    session.out.line("");
    session
}

impl Dialogue for XBoard {
    type Screen = NoScreen;

    fn effect(session: &Session, line: &str) -> Effect {
        busy::effect(session, line)
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        busy::execute(board, session, line)
    }

    fn refuse(session: &mut Session, line: &str, refusal: &Refusal) {
        session.out.line(&answers::refusal(line, refusal));
    }

    fn tell(root: &mut Board, session: &mut Session, info: &Info) {
        think::tell(root, session, info);
    }

    fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
        think::ended(board, session, thought);
    }

    fn search_ended(session: &mut Session) {
        game::tell_shortage(session);
    }

    fn forgotten(session: &mut Session) {
        think::forgotten(session);
    }

    fn is_busy(session: &Session) -> bool {
        busy::owes_an_answer(session)
    }

    fn rest(board: &mut Board, session: &mut Session) {
        think::use_spare_time(board, session);
    }

    fn patience(session: &Session) -> Option<Duration> {
        think::patience(session)
    }

    fn tick(board: &mut Board, session: &mut Session) {
        think::tick(board, session);
    }

    fn root_moves_after(session: &Session) -> Option<Duration> {
        think::root_moves_after(session)
    }
}
