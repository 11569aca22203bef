//! Opening books and endgame tables under the protocol.

use crate::board::Board;
use crate::command::split_word;
use crate::play::tablebase::use_tables;
use crate::ui::knowledge::{book_lines, shares};
use crate::ui::refusal::Done;

use super::state::{LastReport, Session};

/// Sends the opening's name and the book moves. Each line begins with a space, and an empty line ends the list.
pub(crate) fn bk(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let text: Vec<String> = book_lines(board, &session.library).iter().map(|line| format!(" {line}\n")).collect();
    session.out.line(&text.concat());
    Ok(())
}

/// Sets the folders of endgame tables. Only Syzygy tables are supported.
///
/// XBoard sends a path at every start, even a default path that the user never chose, and it shows `telluser` in a
/// window over the board. So a missing folder causes only a comment line.
pub(crate) fn egtpath(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (kind, path) = split_word(text);
    if kind != "syzygy" {
        return Ok(());
    }
    match use_tables(&mut session.options, path.trim()) {
        Ok((_, skipped)) => skipped.iter().for_each(|text| session.out.line(&format!("# Endgame tables: {text}"))),
        Err(error) => {
            let word = if error.is_missing_folder() { "#" } else { "telluser" };
            session.out.line(&format!("{word} Endgame tables: {error}"));
        }
    }
    Ok(())
}

/// Sends the book moves in the form that GUIs show: a line with depth 0 and no nodes, and the moves with their shares
/// in parentheses.
pub(super) fn tell_book(board: &mut Board, session: &mut Session) {
    session.own.line = LastReport::default();
    if session.own.post {
        let moves = session.library.moves(board);
        session.out.line(&format!("0 0 0 0\t({})", shares(board, &moves)));
    }
}
