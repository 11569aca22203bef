//! `position`: the start of a game, and its moves.
//!
//! GUIs send the whole game before each move. If the game continues the one sent before, only the new moves are read
//! and played.

use crate::board::Board;
use crate::moves::Move;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::shortened;
use crate::setup::Setup;
use crate::ui::refusal::{Done, Refusal, bad};

use super::state::{Named, Session};

impl Named {
    /// The new moves, if this game continues the previous one. A game never continues a position set up by `flip`,
    /// because the GUI did not send that position.
    fn new_moves<'a>(&self, start: &str, moves: &'a str, rules: Rules) -> Option<&'a str> {
        if self.start.is_empty() || self.start != start || self.rules != rules {
            return None;
        }
        moves
            .strip_prefix(self.moves.as_str())
            .filter(|rest| self.moves.is_empty() || rest.is_empty() || rest.starts_with(char::is_whitespace))
    }
}

pub(crate) fn position(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let done = set_up(board, session, text);
    session.own.is_refused = done.is_err();
    done
}

/// Sets up a position. If the line is invalid, the old position is kept.
fn set_up(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let (start, moves) = (start.trim(), moves.trim());
    let rules = if session.own.options.chess960 { Rules::Chess960 } else { Rules::Standard };
    let named = session.own.named.as_ref();
    if let Some(new) = named.and_then(|named| named.new_moves(start, moves, rules)) {
        play(board, new).map_err(|(played, refusal)| {
            for _ in 0..played {
                board.undo();
            }
            refusal
        })?;
    } else {
        let setup = read_start(start, rules)?;
        let old = session.own.named.as_ref().map_or(Setup::start(), |named| named.setup.clone());
        let old_moves: Vec<Move> = board.game_line[..board.end_of_game].iter().map(|record| record.mv).collect();
        board.init_from_setup(&setup);
        play(board, moves).map_err(|(_, refusal)| {
            board.init_from_setup(&old);
            old_moves.iter().for_each(|mv| board.play(*mv));
            refusal
        })?;
        session.own.named = Some(Named { start: start.into(), moves: String::new(), rules, setup });
    }
    if let Some(named) = &mut session.own.named {
        named.moves = moves.into();
    }
    Ok(())
}

fn read_start(text: &str, rules: Rules) -> Result<Setup, Refusal> {
    if text == "startpos" {
        return Ok(Setup::start());
    }
    let Some(fen) = text.strip_prefix("fen").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return bad(format!("position takes startpos or fen, not '{}'", shortened(text)));
    };
    read_fen_by(fen, rules).map(|fen| fen.setup).map_err(|error| Refusal::Bad(error.to_string()))
}

/// Plays the moves in this text. The error for an illegal move includes the number of moves played before it.
fn play(board: &mut Board, moves: &str) -> Result<(), (usize, Refusal)> {
    for (played, text) in moves.split_whitespace().enumerate() {
        let illegal = |error| (played, Refusal::Bad(format!("illegal move {}: {error}", shortened(text))));
        let mv = board.read_move(text).map_err(illegal)?;
        board.play(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(board: &mut Board, session: &mut Session, text: &str) -> Done {
        position(board, session, text)
    }

    #[test]
    fn a_continued_game_is_not_replayed() {
        let (mut board, mut session) = (Board::new(), Session::default());
        let plies = |board: &Board| (board.end_of_game, board.fen());
        for (text, length) in [
            ("startpos moves e2e4", 1),
            ("startpos moves e2e4 e7e5 g1f3", 3),
            ("startpos   moves e2e4 e7e5", 2),
            ("startpos", 0),
            ("startpos moves e2e4 e7e5 e1e2", 3),
            ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1d1", 1),
            ("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 8),
        ] {
            assert_eq!(set(&mut board, &mut session, text), Ok(()), "{text}");
            let mut fresh = Board::new();
            assert_eq!(set(&mut fresh, &mut Session::default(), text), Ok(()));
            assert_eq!((plies(&board), board.end_of_game), (plies(&fresh), length), "{text}");
        }
        assert_eq!(board.repetition_count(), 3);
    }

    #[test]
    fn a_wrong_line_changes_nothing() {
        let (mut board, mut session) = (Board::new(), Session::default());
        let right = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7";
        assert_eq!(set(&mut board, &mut session, right), Ok(()));
        let before = board.fen();
        for wrong in [
            "",
            "e2e4",
            "start",
            "fen",
            "fenx 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "startpos moves e2e4 e2e4",
            "startpos moves e2e5",
            "startpos moves 0000",
            "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7 e4e5 e1e1",
            "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7e6",
        ] {
            assert!(set(&mut board, &mut session, wrong).is_err(), "{wrong}");
            assert_eq!((board.fen(), board.end_of_game), (before.clone(), 2), "{wrong}");
        }
        assert_eq!(set(&mut board, &mut session, &format!("{right} e4e5")), Ok(()));
        assert_eq!(board.fen(), "8/4k3/8/4P3/8/8/8/4K3 b - - 0 2");
    }
}
