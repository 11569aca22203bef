//! The dialogues, and the way from one to another: the console is where every session begins.

use std::process::ExitCode;

use crate::board::Board;

use super::console::Console;
use super::console::words::Words;
use super::input::Input;
use super::session::{Protocol, Session};
use super::{console, lab, network, uci, xboard};
use crate::command;

/// All words that the console knows.
pub const CONSOLE_WORDS: Words =
    &[console::words::WORDS, console::lessons::words::WORDS, lab::words::WORDS, network::words::WORDS];

/// A session of the console over standard input and output.
pub fn open(input: Input) -> Session<Console> {
    Session::new(input, Console::new(CONSOLE_WORDS))
}

/// Standard input, with a line editor that completes the console's words if it is a terminal.
pub fn input() -> Input {
    Input::new(command::usages(CONSOLE_WORDS))
}

/// Runs a session to its end, in whichever dialogue that is.
///
/// # Errors
/// One line: what was to be written could not be written, although somebody reads it.
pub fn run(mut session: Session<Console>, board: &mut Board) -> Result<ExitCode, String> {
    let mut code = session.run(board);
    let mut failure = session.out.failure();
    let laboratory = session.own.laboratory;
    match session.goes_over_to {
        Some(Protocol::XBoard) => {
            let mut session = xboard::begin(board, session, laboratory);
            code = session.run(board);
            failure = session.out.failure();
        }
        Some(Protocol::Uci) => {
            let mut session = uci::begin(board, session, laboratory);
            code = session.run(board);
            failure = session.out.failure();
        }
        None => {}
    }
    failure.map_or(Ok(code), Err)
}
