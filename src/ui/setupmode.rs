//! The set-up dialogue of the console (chapter 10).
//!
//! The words of a line are read one by one. The position is checked when the dialogue is left, so that it may be impossible on
//! the way; the Board keeps its old position until then.

use crate::board::Board;
use crate::defines::*;
use crate::readfen::{read_castling, read_ep_square, read_fen, read_rank};
use crate::readmove::shortened;
use crate::setup::Setup;

use super::show::{self, View};
use super::{Done, Mode, Refusal, Session, bad, console};

const HELP: &str = "\
black            Black is to move
white            White is to move
castle XXXX      castling rights: some of KQkq, or -
clear            empty board, White to move, no rights
d                show the board
epsq SQUARE      en-passant square, or -
fen FEN          all of it, from a FEN
fifty N          half-moves since the last pawn move or capture
new              the start position
r                turn the board round
rank N TEXT      one rank in FEN letters, from file a: rank 1 R3K2R
help             this list
exit             check the position and take it over
cancel           leave, and keep the old position";

/// What the dialogue says when it begins.
pub fn greet(session: &mut Session) {
    session.out.line("type 'help' for more info, 'exit' to take the position over");
}

/// Carries out one line of the dialogue.
pub(crate) fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let Mode::Setup(setup) = &mut session.mode else { return Ok(()) };
        match word {
            "help" | "h" | "?" => session.out.line(HELP),
            "d" => show_setup(board, session),
            "r" => board.view_rotated = !board.view_rotated,
            "cancel" | "quit" => session.mode = Mode::Console,
            "exit" => return leave(board, session),
            _ => change(setup, word, &mut words)?,
        }
    }
    Ok(())
}

fn change<'a>(setup: &mut Setup, word: &str, words: &mut impl Iterator<Item = &'a str>) -> Done {
    let mut argument = || words.next().unwrap_or_default();
    match word {
        "black" => setup.next_move = Side::Black,
        "white" => setup.next_move = Side::White,
        "clear" => *setup = Setup::empty(),
        "new" => *setup = Setup::start(),
        "castle" => setup.castle = read_castling(argument()).map_err(told)?,
        "epsq" => setup.ep_square = read_ep_square(argument()).map_err(told)?,
        "fifty" => setup.fifty_move = console::number(argument(), "half-moves", 0, 9999, None)? as u32,
        "rank" => {
            let rank = console::number(argument(), "rank", 1, 8, None)?;
            setup.square[8 * (rank - 1)..8 * rank].copy_from_slice(&read_rank(rank, argument()).map_err(told)?);
        }
        "fen" => {
            let fen: Vec<&str> = words.take(6).collect();
            *setup = read_fen(&fen.join(" ")).map_err(told)?.setup;
        }
        _ => return bad(format!("command not implemented: {}, type 'help' for more info", shortened(word))),
    }
    Ok(())
}

fn told(error: impl ToString) -> Refusal {
    Refusal::Bad(error.to_string())
}

fn show_setup(board: &Board, session: &mut Session) {
    let Mode::Setup(setup) = &session.mode else { return };
    session.out.line(&show::board_picture(&setup.square, View::of(board)));
    session.out.line(&show::setup_line(setup));
    session.out.line("");
}

fn leave(board: &mut Board, session: &mut Session) -> Done {
    let Mode::Setup(setup) = &mut session.mode else { return Ok(()) };
    let dropped = setup
        .validate()
        .map_err(|error| Refusal::Bad(format!("{error}; mend it, or type 'cancel' to keep the old position")))?;
    board.init_from_setup(setup);
    session.mode = Mode::Console;
    for dropped in dropped {
        session.out.line(&format!("note: {dropped}"));
    }
    console::begin_here(board, session);
    Ok(())
}
