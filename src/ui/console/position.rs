//! Setting up another position.

use crate::board::Board;
use crate::readfen::read_fen;
use crate::searcher::laws;
use crate::test::Suite;
use crate::ui::arguments::file_and_number;
use crate::ui::{show, suites};
use crate::ui::words::{Done, Refusal, bad, number, read_text, skipped_lines};

use super::looking::show_board;
use super::play::begin_here;
use super::setupmode;
use super::state::Session;

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let fen = read_fen(text).map_err(|error| Refusal::Bad(error.to_string()))?;
    board.init_from_setup(&fen.setup);
    begin_here(board, session);
    for dropped in fen.dropped {
        session.say(&format!("note: {dropped}"));
    }
    show_board(board, session);
    // Where the end of a game has a place of its own, it is there already.
    if let Some(outcome) = laws::outcome(board).filter(|_| !session.view().has_places()) {
        session.say(&show::outcome(outcome));
    }
    Ok(())
}

pub(crate) fn setup(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.setup = Some(Box::new(board.setup()));
    setupmode::greet(session);
    Ok(())
}

pub(crate) fn readfen(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (file, number_text) = file_and_number(text);
    let suite = read_suite(session, file)?;
    let wanted = number(number_text, "FEN of the file", 1, suite.positions.len(), None)?;
    let position = &suite.positions[wanted - 1];
    let fen = read_fen(&position.fen).map_err(|error| Refusal::Bad(format!("FEN {wanted} of {file}: {error}")))?;
    board.init_from_setup(&fen.setup);
    begin_here(board, session);
    session.say(&format!("\nFEN {wanted} of {file}: {}\n{}", position.title, position.fen));
    show_board(board, session);
    Ok(())
}

/// The positions of a file, or of a built-in suite.
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
