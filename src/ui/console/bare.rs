//! Lines that are not commands: a move, a move in another notation, a time control, an abbreviated command.

use crate::board::Board;
use crate::command;
use crate::readmove::{MoveError, shortened};
use crate::ui::clock::Control;
use crate::ui::refusal::{Done, bad};

use super::notations::{self, Meant};
use super::play::{answer, level, play, refuse_after_result};
use super::refusals::{refused_move, unknown};
use super::state::Session;
use super::{engine, guessing, position, puzzles};

/// Carries out a line that is not a command: a move, a time control like `5+3`, an abbreviated command, or a mistake.
pub fn bare_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let is_usual = board.read_move(text).is_ok() || is_shouted(board, text);
    if !is_usual && let Some(meant) = notations::meant(board, text)? {
        return do_what_is_meant(board, session, text, meant);
    }
    match board.read_move(text) {
        Ok(mv) if session.own.open_puzzle().is_some() => puzzles::try_move(board, session, mv),
        Ok(mv) if session.own.open_guess().is_some() => guessing::try_move(board, session, mv),
        Ok(mv) => {
            session.own.refuse_looking_back()?;
            refuse_after_result(session)?;
            play(board, session, mv);
            answer(board, session);
            Ok(())
        }
        Err(MoveError::NotAMove(_)) if is_shouted(board, text) => bare_move(board, session, &text.to_lowercase()),
        Err(MoveError::NotAMove(_)) if Control::read_both(text).is_some() => level(board, session, text),
        Err(MoveError::NotAMove(_) | MoveError::NoPawnTakes(..)) => abbreviated(board, session, text),
        Err(error) => {
            session.own.refuse_looking_back()?;
            refuse_after_result(session)?;
            Err(refused_move(board, text, &error))
        }
    }
}

/// Carries out a line in another notation.
fn do_what_is_meant(board: &mut Board, session: &mut Session, text: &str, meant: Meant) -> Done {
    match meant {
        Meant::Position => position::setboard(board, session, text),
        Meant::Clock(clock) => level(board, session, &clock),
        Meant::Moves(moves) if session.own.open_puzzle().is_some() => {
            moves.first().map_or(Ok(()), |&mv| puzzles::try_move(board, session, mv))
        }
        Meant::Moves(moves) if session.own.open_guess().is_some() => {
            moves.first().map_or(Ok(()), |&mv| guessing::try_move(board, session, mv))
        }
        Meant::Moves(moves) => {
            session.own.refuse_looking_back()?;
            for mv in moves {
                // Time may run out between two moves of the line.
                refuse_after_result(session)?;
                play(board, session, mv);
            }
            answer(board, session);
            Ok(())
        }
    }
}

/// Is it a move in capitals: `E4`, `NF3`?
fn is_shouted(board: &mut Board, text: &str) -> bool {
    let lower = text.to_lowercase();
    lower != text && !matches!(board.read_move(&lower), Err(MoveError::NotAMove(_)))
}

/// Carries out an abbreviated command if it is unambiguous.
fn abbreviated(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (beginning, rest) = command::split_word(text);
    match command::beginning_with(session.own.words, beginning)[..] {
        [word] if word.usage.arguments.is_empty() && !rest.is_empty() => Err(unknown(board, session, text)),
        [word] => (word.action.run)(board, session, rest),
        [] if engine::is_setting(beginning) => engine::set(board, session, text),
        [] => Err(unknown(board, session, text)),
        ref several => {
            let names: Vec<&str> = several.iter().map(|word| word.usage.name()).collect();
            bad(format!("'{}' is ambiguous: {}", shortened(beginning), names.join(", ")))
        }
    }
}
