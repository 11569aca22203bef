//! Reasons for refusals, and suggestions.

use crate::board::Board;
use crate::command;
use crate::defines::PAWN;
use crate::readmove::{MoveError, shortened};
use crate::searcher::laws;
use crate::ui::refusal::Refusal;
use crate::ui::show;

use super::state::Session;

/// The refusal of a line that is neither a command nor a move.
pub(super) fn unknown(board: &mut Board, session: &Session, text: &str) -> Refusal {
    let word = command::split_word(text).0;
    if let Some(square) = missing_square(word) {
        return Refusal::Move { text: shortened(word), reason: format!("there is no square {square}") };
    }
    let like = command::like(session.own.words, word).map(String::from).or_else(|| {
        let moves: Vec<String> = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
        let near = |mv: &&String| mv.len() > 2 && word.len() > 2 && command::edit_distance(word, mv) == 1;
        let mut near = moves.iter().filter(near);
        near.next().filter(|_| near.next().is_none()).cloned()
    });
    Refusal::UnknownWord { word: shortened(word), like }
}

/// The off-board square of a move: `e9`, `Nxg9`, `e2i4`.
fn missing_square(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let is_square = |text: &str| matches!(*text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let (origin, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let origin = origin.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).trim_end_matches(['x', '-']);
    let is_like_a_square = matches!(*square.as_bytes(), [b'a'..=b'z', b'0'..=b'9']);
    (is_like_a_square && !is_square(square) && (origin.is_empty() || is_square(origin))).then_some(square)
}

/// Did the side to move have both castling rights when the game began?
fn could_castle_once(board: &Board) -> bool {
    let mut first = Box::new(board.clone());
    while first.undo().is_some() {}
    first.castle[board.next_move.index()] == 3
}

/// The refusal of an illegal move, with legal suggestions.
pub(super) fn refused_move(board: &mut Board, text: &str, error: &MoveError) -> Refusal {
    let moves = board.legal_moves();
    if let Some(outcome) = laws::outcome(board).filter(|_| moves.is_empty()) {
        return Refusal::Move {
            text: shortened(text),
            reason: format!("the game is over: {}", show::outcome(outcome)),
        };
    }
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
        return Refusal::Move { text: shortened(text), reason: "this position has no castling right there".into() };
    }
    Refusal::Move { text: shortened(text), reason: format!("{error}{more}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_that_no_board_has_are_named() {
        for (text, square) in [("e9", "e9"), ("Nxg9", "g9"), ("Nz3+", "z3"), ("e2e9", "e9"), ("a1-a0", "a0")] {
            assert_eq!(missing_square(text), Some(square), "{text}");
        }
        for text in ["e4", "Nf3", "e2e4", "go2", "9", "", "level5", "perft9", "é9"] {
            assert_eq!(missing_square(text), None, "{text}");
        }
    }
}
