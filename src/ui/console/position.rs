//! Sets up a new position: from a FEN, from a file, or interactively (chapter 10).

use crate::board::Board;
use crate::defines::*;
use crate::displaymove::square_name;
use crate::readfen::{Rules, piece_of, read_castling, read_ep_square, read_fen, read_fen_by, read_rank, read_square};
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::setup::Setup;
use crate::test::Suite;
use crate::ui::arguments::file_and_number;
use crate::ui::refusal::{Done, Refusal, bad, number, read_text, skipped_lines};
use crate::ui::show::Orientation;
use crate::ui::terminal::look::Capabilities;
use crate::ui::terminal::picture::{self, Marks};
use crate::ui::{show, suites};

use super::ending::tell_claim;
use super::looking::{show_board, squares_in_words};
use super::newgame::{begin_here, face_the_user};
use super::state::Session;

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    // In Chess960, `KQkq` may mean rooks on any file.
    let rules = if board.is_chess960() { Rules::Chess960 } else { Rules::Standard };
    let fen = read_fen_by(text, rules)?;
    board.init_from_setup(&fen.setup);
    begin(board, session);
    for dropped in &fen.dropped {
        session.say(&format!("note: {dropped}"));
    }
    if !fen.dropped.is_empty()
        && let Ok(shuffled) = read_fen_by(text, Rules::Chess960)
        && shuffled.dropped.is_empty()
    {
        let mut other = Board::new();
        other.init_from_setup(&shuffled.setup);
        session.say(&format!("note: for Chess960, write the castling rights as {}", other.castling_letters()));
    }
    show_board(board, session);
    // The full-screen view already shows the end of the game.
    if let Some(outcome) = laws::end(board).filter(|_| !session.view().has_places()) {
        session.say(&show::outcome(outcome));
    }
    tell_claim(board, session);
    Ok(())
}

pub(crate) fn setup(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.setup = Some(Box::new(board.setup()));
    session.answer("type 'help' for more info, 'exit' to use the position")
}

pub(crate) fn readfen(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (file, number_text) = file_and_number(text);
    let suite = read_suite(session, file)?;
    let wanted = number(number_text, "FEN of the file", 1, suite.positions.len(), None)?;
    let position = &suite.positions[wanted - 1];
    let fen = read_fen(&position.fen).map_err(|error| Refusal::Bad(format!("FEN {wanted} of {file}: {error}")))?;
    board.init_from_setup(&fen.setup);
    begin(board, session);
    session.say(&format!("\nFEN {wanted} of {file}: {}\n{}", position.title, position.fen));
    show_board(board, session);
    Ok(())
}

/// Begins a game from the position just set up. At a terminal, turns the board so that the user's side is at the
/// bottom.
fn begin(board: &mut Board, session: &mut Session) {
    begin_here(board, session);
    if session.input.is_terminal() && !session.own.is_analysing() {
        face_the_user(board, session);
    }
}

/// The positions in a file, or in a built-in suite.
pub(crate) fn read_suite(session: &mut Session, file: &str) -> Result<Suite, Refusal> {
    let suite = match suites::text(file) {
        Some(text) => Suite::read(&text),
        None => Suite::read(&read_text(file)?),
    };
    if suite.positions.is_empty() {
        return bad(format!("{file} has no position: expected lines of FEN or EPD, or games with [FEN \"…\"]"));
    }
    skipped_lines(file, &suite.skipped).iter().for_each(|line| session.say(line));
    Ok(suite)
}

// ---- the dialogue ------------------------------------------------------------------------------------------------------

// A line is read word by word. The new position may be illegal until the dialogue ends, because it is checked only
// then. Meanwhile the Board keeps the old position.

const HELP: &str = "\
black            Black is to move
white            White is to move
castle XXXX      castling rights: some of KQkq, rook files like HAha, or -
clear            empty board, White to move, no castling rights
d                show the board
epsq SQUARE      en-passant square, or -
fen FEN          everything, from a FEN
fifty N          half-moves since the last pawn move or capture
new              the start position
r                turn the board around
rank N TEXT      one rank in FEN letters, from file a: rank 1 R3K2R
Nf3, nf6, xe2    a white knight on f3, a black one on f6, nothing on e2
help             this list
exit             check the position and use it
cancel           leave, and keep the old position";

/// Carries out one line of the dialogue.
pub(crate) fn execute_in_dialogue(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let Some(before) = session.own.setup.clone() else { return Ok(()) };
    let done = execute_words(board, session, line);
    if let Some(setup) = &session.own.setup
        && *setup != before
        && session.input.is_terminal()
    {
        session.view().setup(board, session);
    }
    done
}

fn execute_words(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let Some(setup) = &mut session.own.setup else { return Ok(()) };
        match word {
            "help" | "h" | "?" => session.say(HELP),
            "d" => session.view().setup(board, session),
            "r" => board.view_rotated = !board.view_rotated,
            "cancel" | "quit" => session.own.setup = None,
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
        "castle" => {
            let mut changed = setup.clone();
            read_castling(argument(), &mut changed, Rules::Standard)?;
            *setup = changed;
        }
        "epsq" => setup.ep_square = read_ep_square(argument())?,
        "fifty" => setup.fifty_move = number(argument(), "half-moves", 0, 9999, None)? as u32,
        "rank" => {
            let rank = number(argument(), "rank", 1, 8, None)?;
            setup.square[8 * (rank - 1)..8 * rank].copy_from_slice(&read_rank(rank, argument())?);
        }
        "fen" => {
            let fen: Vec<&str> = words.take(6).collect();
            *setup = read_fen(&fen.join(" "))?.setup;
        }
        _ => match piece_on(word) {
            Some((piece, square)) => setup.square[square] = piece,
            None => return bad(format!("unknown command '{}'; type 'help' for more info", shortened(word))),
        },
    }
    Ok(())
}

/// Reads a piece and its square, like `Nf3`, or a square to clear, like `xf3`.
fn piece_on(word: &str) -> Option<(Piece, Square)> {
    let letter = word.chars().next()?;
    let square = read_square(&word[letter.len_utf8()..])?;
    let piece = if letter == 'x' { EMPTY } else { piece_of(letter)? };
    Some((piece, square))
}

/// Writes the position being set up: in words in spoken mode, as a picture if `screen` can show one, otherwise in the
/// tutorial's style.
pub(super) fn write_setup(board: &Board, session: &mut Session, screen: Option<Capabilities>) {
    let Some(setup) = &session.own.setup else { return };
    if session.own.view.look.spoken {
        let text = squares_in_words(|side, kind| {
            (0..64).filter(|&at| setup.square[at] == side.piece(kind)).map(square_name).collect()
        });
        let turn = setup.next_move.name();
        return session.say(&format!("{text}\n{turn} to move."));
    }
    let (square, line, orientation) = (setup.square, show::setup_line(setup), Orientation::of(board));
    let drawn = screen.and_then(|screen| picture::draw(&square, orientation, Marks::default(), &[], screen));
    session.out.line(&drawn.unwrap_or_else(|| show::board_picture(&square, orientation)));
    session.say_indented(&line, 2);
    session.out.line("");
}

fn leave(board: &mut Board, session: &mut Session) -> Done {
    let Some(setup) = &mut session.own.setup else { return Ok(()) };
    let dropped = setup
        .validate()
        .map_err(|error| Refusal::Bad(format!("{error}; correct it, or type 'cancel' to keep the old position")))?;
    board.init_from_setup(setup);
    session.own.setup = None;
    for dropped in dropped {
        session.say(&format!("note: {dropped}"));
    }
    begin_here(board, session);
    Ok(())
}
