//! Reasons for refusals, and suggestions.

use crate::board::Board;
use crate::command;
use crate::defines::PAWN;
use crate::games::tree::Game;
use crate::moves::Move;
use crate::readmove::{MoveError, shortened};
use crate::searcher::laws;
use crate::ui::clock::TimeControl;
use crate::ui::refusal::Refusal;
use crate::ui::show;

use super::state::Words;

/// The refusal of a line that is neither a command nor a move.
pub(super) fn unknown(board: &mut Board, words: Words, text: &str) -> Refusal {
    let (word, rest) = command::split_word(text);
    if let Some(square) = missing_square(word) {
        return Refusal::Move { text: shortened(word), reason: format!("there is no square {square}") };
    }
    let (pawn_move, piece) = word.split_at(word.trim_end_matches(['K', 'k', 'P', 'p']).len());
    let read = board.read_move(pawn_move.trim_end_matches('='));
    if !piece.is_empty() && matches!(read, Err(MoveError::PromotionMissing(_))) {
        let reason = "a pawn promotes to a queen, rook, bishop or knight".into();
        return Refusal::Move { text: shortened(word), reason };
    }
    if TimeControl::read(word).is_some() && !rest.is_empty() {
        let rest = shortened(rest);
        return Refusal::Bad(format!(
            "'{rest}' cannot follow the time control {word}; type '{word}', or '{word} against 2+1'"
        ));
    }
    let like = command::like(words, word).map(String::from).or_else(|| {
        let moves: Vec<String> = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
        let near = |mv: &&String| mv.len() > 2 && word.len() > 2 && command::edit_distance(word, mv) == 1;
        let mut near = moves.iter().filter(near);
        near.next().filter(|_| near.next().is_none()).cloned()
    });
    Refusal::UnknownWord { word: shortened(word), like }
}

/// The target square of a move like `e9`, `Nxg9` or `e2i4`, if it is off the board.
fn missing_square(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let is_square = |text: &str| matches!(*text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let (origin, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let origin = origin.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).trim_end_matches(['x', '-']);
    let is_like_a_square = matches!(*square.as_bytes(), [b'a'..=b'z', b'0'..=b'9']);
    (is_like_a_square && !is_square(square) && (origin.is_empty() || is_square(origin))).then_some(square)
}

/// The refusal of an illegal move, with legal moves as suggestions.
pub(super) fn refused_move(board: &mut Board, text: &str, error: &MoveError) -> Refusal {
    let moves = board.legal_moves();
    let because = |reason| Refusal::Move { text: shortened(text), reason };
    if let Some(outcome) = laws::outcome(board).filter(|_| moves.is_empty()) {
        return because(format!("the game is over: {}", show::outcome(outcome)));
    }
    // A side that did not start with both castling rights (mask 3) may never have had this one, so the refusal does not
    // say that its king or rook has moved.
    if matches!(error, MoveError::CastlingRight) && Game::of(board).start().castle[board.next_move.index()] != 3 {
        return because("this position has no castling right on that side".into());
    }
    let is_instead = |mv: &Move| match *error {
        MoveError::CannotReach(from, ..) => mv.from() == from,
        MoveError::NoneCanReach(PAWN, to) => mv.tosq() == to,
        MoveError::NoneCanReach(kind, _) => mv.piec() == board.next_move.piece(kind),
        _ => false,
    };
    let instead: Vec<Move> = moves.into_iter().filter(is_instead).collect();
    let instead: Vec<String> = instead.into_iter().map(|mv| board.san(mv)).collect();
    match instead.len() {
        1..=10 => because(format!("{error}; legal: {}", instead.join(", "))),
        _ => because(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_off_the_board_are_reported() {
        for (text, square) in [("e9", "e9"), ("Nxg9", "g9"), ("Nz3+", "z3"), ("e2e9", "e9"), ("a1-a0", "a0")] {
            assert_eq!(missing_square(text), Some(square), "{text}");
        }
        for text in ["e4", "Nf3", "e2e4", "go2", "9", "", "level5", "perft9", "é9"] {
            assert_eq!(missing_square(text), None, "{text}");
        }
    }
}
