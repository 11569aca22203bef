//! Why a line is refused, and what may have been meant.

use crate::board::Board;
use crate::command;
use crate::defines::PAWN;
use crate::readmove::{MoveError, shortened};
use crate::ui::words::Refusal;

use super::state::Session;

/// The refusal of a line that is neither word nor move.
pub(super) fn unknown(board: &mut Board, session: &Session, text: &str) -> Refusal {
    let word = command::split_word(text).0;
    let like = command::like(session.own.words, word).map(String::from).or_else(|| {
        let moves: Vec<String> = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
        let near = |mv: &&String| mv.len() > 2 && word.len() > 2 && command::edit_distance(word, mv) == 1;
        let mut near = moves.iter().filter(near);
        near.next().filter(|_| near.next().is_none()).cloned()
    });
    Refusal::UnknownWord { word: shortened(word), like }
}

/// Did the side to move have both castling rights when the game began?
fn could_castle_once(board: &Board) -> bool {
    let mut first = Box::new(board.clone());
    while first.undo().is_some() {}
    first.castle[board.next_move.index()] == 3
}

/// The refusal of an illegal move, with legal ones instead.
pub(super) fn refused_move(board: &mut Board, text: &str, error: &MoveError) -> Refusal {
    let moves = board.legal_moves();
    let instead: Vec<String> = match *error {
        MoveError::CannotReach(from, ..) => {
            moves.into_iter().filter(|mv| mv.from() == from).map(|mv| board.san(mv)).collect()
        }
        MoveError::NoneCanReach(kind, to) if kind == PAWN => {
            moves.into_iter().filter(|mv| mv.tosq() == to).map(|mv| board.san(mv)).collect()
        }
        MoveError::NoneCanReach(kind, _) => {
            let piece = board.next_move.piece(kind);
            moves.into_iter().filter(|mv| mv.piec() == piece).map(|mv| board.san(mv)).collect()
        }
        _ => Vec::new(),
    };
    let more = match instead.len() {
        1..=10 => format!("; legal: {}", instead.join(", ")),
        _ => String::new(),
    };
    if matches!(error, MoveError::CastlingRight) && !could_castle_once(board) {
        return Refusal::Move { text: shortened(text), reason: "the position gives no right to castle there".into() };
    }
    Refusal::Move { text: shortened(text), reason: format!("{error}{more}") }
}
