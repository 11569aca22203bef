//! Answers to rejected lines, worded so that xboard does not misinterpret them.

use crate::command;
use crate::readmove::{MoveError, shortened};
use crate::ui::refusal::Refusal;

/// The answer to a rejected line.
pub(super) fn refusal(line: &str, refusal: &Refusal) -> String {
    let text = match refusal {
        Refusal::Move { text, reason } => format!("Illegal move ({reason}): {}", echo(text)),
        Refusal::UnknownWord { .. } => format!("Error (unknown command): {}", echo(line)),
        Refusal::Bad(kind) if command::split_word(line).0 == "setboard" => format!("tellusererror {kind}"),
        Refusal::Bad(kind) => format!("Error ({kind}): {}", echo(line)),
    };
    text.trim_end().into()
}

/// Phrases not to be echoed. If an error message contains one of the commands in this list, xboard concludes that the
/// command is unsupported; in other lines, it takes some of the phrases to mean that the engine failed to start or that
/// the game is over.
const TRAPS: [&str; 10] = [
    "not found",
    "no such file",
    "permission denied",
    "can't alloc",
    "unknown host",
    "no remote",
    "draw",
    "mate",
    "analyze",
    "protover",
];

/// A line in a form that is safe to echo in an answer.
fn echo(line: &str) -> String {
    let is_safe = |text: &&str| !TRAPS.iter().any(|trap| text.to_lowercase().contains(trap));
    [line, command::split_word(line).0].into_iter().find(is_safe).map_or("…".into(), shortened)
}

pub(super) fn illegal(text: &str, error: &MoveError) -> Refusal {
    Refusal::Move { text: shortened(text), reason: reason(error).into() }
}

/// The reason for rejecting a move, worded so that xboard does not misinterpret it.
pub(super) fn reason(error: &MoveError) -> &'static str {
    match error {
        MoveError::NotAMove(_) => "no move",
        MoveError::EmptySquare(_) => "no piece there",
        MoveError::WrongSide(..) => "not your piece",
        MoveError::CannotReach(..) | MoveError::NoneCanReach(..) | MoveError::NoPawnTakes(..) => {
            "the piece cannot go there"
        }
        MoveError::KingInCheck(_) => "leaves the king in check",
        MoveError::Ambiguous(..) => "ambiguous move",
        MoveError::PromotionMissing(_) => "promotion piece missing",
        MoveError::NoPromotion => "no promotion",
        MoveError::CastlingRight => "king or rook have moved",
        MoveError::CastlingBlocked => "castling is blocked",
        MoveError::CastlingThroughCheck(_) => "castling through check",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::{KNIGHT, PAWN, WHITE_PAWN};

    #[test]
    fn answers_hold_no_words_that_xboard_takes_for_something_else() {
        for line in ["book not found", "I offer a draw", "x Permission Denied", "checkmate", "DRAW", "analyze on"] {
            let answer = refusal(line, &Refusal::UnknownWord { word: line.into(), like: None }).to_lowercase();
            assert!(answer.starts_with("error (unknown command): "), "{answer}");
            assert!(!TRAPS.iter().any(|trap| answer.contains(trap)), "{answer}");
        }
        let illegal_move = refusal("", &illegal("draw", &MoveError::NotAMove("draw".into())));
        assert_eq!(illegal_move, "Illegal move (no move): …");
        assert_eq!(
            refusal("frobnicate 1", &Refusal::UnknownWord { word: String::new(), like: None }),
            "Error (unknown command): frobnicate 1"
        );
    }

    #[test]
    fn reasons_for_refused_moves_are_read_by_xboard() {
        let dropped =
            ["name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth"];
        let misread = ["accepted", "protover", "draw", "analyze"];
        let errors = [
            MoveError::NotAMove(String::new()),
            MoveError::EmptySquare(0),
            MoveError::WrongSide(0, WHITE_PAWN),
            MoveError::CannotReach(0, WHITE_PAWN, 1),
            MoveError::NoneCanReach(PAWN, 1),
            MoveError::KingInCheck(0),
            MoveError::Ambiguous(KNIGHT, Vec::new()),
            MoveError::PromotionMissing(String::new()),
            MoveError::NoPromotion,
            MoveError::CastlingRight,
            MoveError::CastlingBlocked,
            MoveError::CastlingThroughCheck(0),
        ];
        for error in errors {
            let line = refusal("", &illegal("e2e4", &error));
            assert!(!dropped.iter().chain(&misread).any(|word| line.contains(word)), "{line}");
        }
    }
}
