//! The autosaved game, which survives a crash.
//!
//! At a terminal the game is written to a private file after each move. No matter how the program ends, `resume`
//! continues that game, with its sides, clocks and opponent strength.

use std::fs;
use std::mem;
use std::time::Duration;

use crate::board::Board;
use crate::games::archive::ENGINE_TAG;
use crate::games::pgn;
use crate::play::files::{self, reason};
use crate::timer::Instant;

use super::opponent::strength_settings;
use super::state::{Autosaved, BEFORE, CurrentGame, LAST, Origin, Session, Slot};
use super::transfer::game_of;

/// The PGN tag that tells which position of a loaded game is on the board.
pub(super) const PLACE_TAG: &str = "AlulaPlace";

/// Saves the current game, but only at a terminal, and not while it is set aside. If the file cannot be written, says so
/// once, and the game goes on unsaved.
pub(super) fn save(board: &Board, session: &mut Session) {
    if !session.input.is_terminal() || session.own.refuse_aside().is_err() {
        return;
    }
    let saved = write(board, session);
    let autosaved = if saved.is_ok() { Autosaved::Yes } else { Autosaved::Failed };
    let before = mem::replace(&mut session.own.game.autosaved, autosaved);
    if let Err(reason) = saved
        && before != Autosaved::Failed
    {
        session.view().make_room(session);
        session.say(&format!("The game is not saved: {reason}."));
    }
}

/// Writes the current game to its file.
///
/// # Errors
/// The reason why the game cannot be saved.
fn write(board: &Board, session: &mut Session) -> Result<(), String> {
    if session.own.slot.is_none() {
        session.own.slot = Slot::free();
    }
    let no_file = "there is no place for it ('doctor' names the places)";
    let slot = session.own.slot.as_mut().ok_or(no_file)?;
    slot.written = Some(Instant::now());
    let number = slot.number;
    let (last, before) = Slot::file(number, LAST).zip(Slot::file(number, BEFORE)).ok_or(no_file)?;
    if session.own.game.autosaved == Autosaved::No && files::read_text(&last).is_ok_and(|text| is_worth_keeping(&text))
    {
        // The first save of a new game keeps the previous game for `resume before`, if it reached its second move.
        let _ = fs::rename(&last, before);
    }
    let mut game = game_of(board, session);
    game.tags.set(ENGINE_TAG, engine_tag(session));
    let study = session.own.study_of(board);
    if study.origin == Origin::Loaded {
        game.tags.set(PLACE_TAG, study.game.place_text(study.at()));
    }
    let written = files::write_whole(&last, pgn::text(&game).as_bytes());
    written.map_err(|error| format!("{}: {}", last.display(), reason(&error)))
}

/// Whether a saved game reached its second move: it has at least three half-moves. It may begin at any move number.
fn is_worth_keeping(text: &str) -> bool {
    pgn::read_text(text).first().is_some_and(|read| read.game.main_line().len() > 2)
}

/// Message after the first Ctrl-C on an empty line.
pub(super) fn again_to_leave(game: &CurrentGame) -> &'static str {
    match game.autosaved == Autosaved::Yes {
        true => "Press Ctrl-C again to quit; the game is saved.",
        false => "Press Ctrl-C again to quit.",
    }
}

/// Saves the clocks of the current game if the last save was at least `pause` ago.
pub(super) fn save_clocks(board: &Board, session: &mut Session, pause: Duration) {
    let written = session.own.slot.as_ref().and_then(|slot| slot.written);
    let due = written.is_none_or(|written| written.elapsed() >= pause);
    if due && session.own.game.autosaved == Autosaved::Yes && session.own.game.clocks.is_some() {
        save(board, session);
    }
}

/// Side and strength of the engine, like `black elo=1200`.
pub(super) fn engine_tag(session: &Session) -> String {
    let side = session.engine_side.map_or("none".into(), |side| side.name().to_lowercase());
    let values = strength_settings(&session.options).into_iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{side}{}", values.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_three_half_moves_is_worth_keeping() {
        let late = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 33\"]\n\n33. Rh7 Kd8 ";
        for (text, is) in [
            ("1. e4 e5 2. Nf3 *".to_string(), true),
            ("1. e4 e5 {see 2. Nf3} *".into(), false),
            (format!("{late}*"), false),
            (format!("{late}34. Kd2 *"), true),
        ] {
            assert_eq!(is_worth_keeping(&text), is, "{text}");
        }
    }
}
