//! Executes lines, and defines their effect on the running search.

use crate::board::Board;
use crate::command;
use crate::readmove::{looks_like_move, shortened};
use crate::ui::refusal::{Done, Refusal};
use crate::ui::session::Effect;

use super::state::{Session, Task, end_pause};
use super::words::{WORDS, Word};
use super::{edit, game, options};

fn word_of(line: &str) -> Option<&'static Word> {
    command::find(WORDS, command::split_word(line).0)
}

/// The effect of this line on the running search. A line that is not a command may be a move.
pub(super) fn effect(session: &Session, line: &str) -> Effect {
    let (is_moving, name) = (session.own.task == Task::Move, command::split_word(line).0);
    match word_of(line).map_or(Effect::PonderHit, |word| word.action.effect) {
        // The engine is already searching for its move.
        Effect::StopsAndForgets if is_moving && name == "go" => Effect::Nothing,
        Effect::Waits if name == "option" && session.pending.is_empty() && options::goes_on(line) => Effect::Nothing,
        // A pause may be long, and the GUI is waiting for the `pong`.
        Effect::Waits if session.own.paused && name == "ping" => Effect::Nothing,
        Effect::Waits if !owes_an_answer(session) => Effect::Nothing,
        effect => effect,
    }
}

/// Whether the engine is searching for a move or a hint, so that other input must wait.
pub(super) fn owes_an_answer(session: &Session) -> bool {
    matches!(session.own.task, Task::Move | Task::Hint)
}

/// Executes one line of the protocol.
pub(super) fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let is_word = |name: &str| command::find(WORDS, name).is_some();
    if let Some(done) = edit::execute(board, session, line, is_word) {
        return done;
    }
    let (name, rest) = command::split_word(line);
    if name.is_empty() || name.starts_with('#') {
        return Ok(());
    }
    let Some(word) = word_of(line) else { return bare_move(board, session, line) };
    let changes_the_game = !matches!(word.action.effect, Effect::Nothing | Effect::Waits);
    if !changes_the_game {
        return (word.action.run)(board, session, rest);
    }
    // A refused command does not change the position being edited.
    let edited = session.own.edit.take();
    (word.action.run)(board, session, rest).inspect_err(|_| session.own.edit = edited)?;
    end_pause(session);
    Ok(())
}

/// A line that is not a command: a move without `usermove`, or an error.
fn bare_move(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let (word, rest) = command::split_word(line);
    if !rest.is_empty() || !looks_like_move(word) {
        return Err(Refusal::UnknownWord { word: shortened(line), like: None });
    }
    game::usermove(board, session, word)?;
    end_pause(session);
    Ok(())
}
