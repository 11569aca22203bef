//! The old command for setting up a position: `edit`, then one piece per line, and `.` at the end.
//!
//! `#` clears the board, `Pa4` puts a pawn of the current colour (initially White) on a4, `xa4` empties that square,
//! and `c` switches the colour. Kings and rooks on their home squares get castling rights; the side to move does not
//! change.

use crate::board::{Board, CastlePath};
use crate::command;
use crate::defines::*;
use crate::readfen::{piece_of, read_square};
use crate::ui::refusal::{Done, bad};

use super::state::{Edit, Session, begin_here};

pub(crate) fn edit(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.edit = Some(Edit { setup: board.setup(), colour: Side::White });
    Ok(())
}

/// Executes a line in edit mode; returns [`None`] outside that mode, for an empty line, and for a command of the
/// protocol.
pub(super) fn execute(
    board: &mut Board,
    session: &mut Session,
    line: &str,
    is_word: impl Fn(&str) -> bool,
) -> Option<Done> {
    let edit = session.own.edit.as_mut()?;
    match line.trim() {
        "#" => edit.setup.square = [EMPTY; 64],
        "c" => edit.colour = edit.colour.other(),
        "." => return Some(finish(board, session)),
        line => {
            let Some((piece, square)) = placed(line) else {
                let known = line.is_empty() || is_word(command::split_word(line).0);
                return (!known).then(|| bad("no such piece or square"));
            };
            edit.setup.square[square] = if piece == EMPTY { EMPTY } else { edit.colour.piece(piece) };
        }
    }
    Some(Ok(()))
}

/// Piece type and square of a line like `Pa4`; `x` empties a square.
fn placed(line: &str) -> Option<(Piece, Square)> {
    let letter = line.chars().next()?;
    let square = read_square(&line[letter.len_utf8()..].to_ascii_lowercase())?;
    let piece = if letter.eq_ignore_ascii_case(&'x') { EMPTY } else { kind(piece_of(letter)?) };
    Some((piece, square))
}

/// Sets up the position if it is legal.
fn finish(board: &mut Board, session: &mut Session) -> Done {
    let Some(Edit { mut setup, .. }) = session.own.edit.take() else { return Ok(()) };
    (setup.ep_square, setup.fifty_move, setup.move_number) = (0, 0, 1);
    setup.castle_path = CastlePath::STANDARD;
    setup.castle = [CANCASTLEOO | CANCASTLEOOO; 2];
    match setup.validate() {
        Ok(_) => {
            board.init_from_setup(&setup);
            begin_here(session);
        }
        Err(error) => session.out.line(&format!("tellusererror Illegal position: {error}")),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_put_on_squares() {
        assert_eq!(placed("Pa4"), Some((PAWN, 24)));
        assert_eq!(placed("kh8"), Some((KING, 63)));
        assert_eq!(placed("xe1"), Some((EMPTY, 4)));
        for line in ["", "P", "Pa9", "Za1", "éa1", "Pa44", ".a1", "ping 1"] {
            assert_eq!(placed(line), None, "{line}");
        }
    }

    #[test]
    fn a_position_is_edited() {
        let (mut board, mut session) = (Board::new(), Session::default());
        let lines = ["#", "Ke1", "Rh1", "Pa2", "c", "Ke8", "Qd8", "xd8", "Ra8", "."];
        assert!(execute(&mut board, &mut session, "#", |name| name == "ping").is_none());
        edit(&mut board, &mut session, "").expect("edit begins");
        for line in lines {
            assert_eq!(execute(&mut board, &mut session, line, |name| name == "ping"), Some(Ok(())), "{line}");
        }
        assert_eq!(board.fen(), "r3k3/8/8/8/8/8/P7/4K2R w Kq - 0 1");
        assert!(session.own.edit.is_none());
    }

    #[test]
    fn an_illegal_position_is_refused() {
        let (mut board, mut session) = (Board::new(), Session::default());
        edit(&mut board, &mut session, "").expect("edit begins");
        assert_eq!(execute(&mut board, &mut session, "ping 3", |name| name == "ping"), None);
        assert!(execute(&mut board, &mut session, "Zz9", |name| name == "ping").is_some_and(|done| done.is_err()));
        execute(&mut board, &mut session, "#", |name| name == "ping");
        execute(&mut board, &mut session, ".", |name| name == "ping");
        assert_eq!(board.fen(), Board::new().fen());
    }
}
