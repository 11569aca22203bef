//! The dialogues, and switching between them. Every session begins in the console.

use std::process::ExitCode;

use crate::board::Board;

use super::console::Console;
use super::console::words::Words;
use super::input::Input;
use super::options::Gui;
use super::refusal::harmless;
use super::session::{Protocol, Session};
use super::uci::Uci;
use super::xboard::XBoard;
use super::{console, lab, network, uci, xboard};
use crate::command;

/// All commands of the console.
pub const CONSOLE_WORDS: Words =
    &[console::words::WORDS, console::lessons::words::WORDS, lab::words::WORDS, network::words::WORDS];

/// A console session with this input. It writes to standard output.
pub fn open(input: Input) -> Session<Console> {
    Session::new(input, Console::new(CONSOLE_WORDS))
}

/// Standard input; at a terminal, with a line editor that completes the console's commands.
pub fn input() -> Input {
    Input::new(command::usages(CONSOLE_WORDS))
}

/// Runs a session to its end, through all its dialogues. A dialogue with a GUI begins with these remarks.
///
/// # Errors
/// A one-line message if writing the output fails, unless a pipe was closed.
pub fn run(mut session: Session<Console>, board: &mut Board, remarks: &[String]) -> Result<ExitCode, String> {
    let mut code = session.run(board);
    let mut failure = session.out.failure();
    let laboratory = session.own.laboratory;
    match session.goes_over_to {
        Some(Protocol::XBoard) => {
            let mut session = xboard::begin(board, session, laboratory);
            remarks.iter().for_each(|text| XBoard::remark(&mut session, &harmless(text)));
            code = session.run(board);
            failure = session.out.failure();
        }
        Some(Protocol::Uci) => {
            let mut session = uci::begin(board, session, laboratory);
            remarks.iter().for_each(|text| Uci::remark(&mut session, &harmless(text)));
            code = session.run(board);
            failure = session.out.failure();
        }
        None => {}
    }
    failure.map_or(Ok(code), Err)
}
