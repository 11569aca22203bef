//! The autosaved game, which survives a crash.
//!
//! At a terminal the game is written to a private file after each move. However the program ends, `resume` continues
//! it, with sides, strength of the opponent and clocks.

use std::fs;
use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::games::archive::ENGINE_TAG;
use crate::games::pgn;
use crate::play::files;
use crate::timer::Instant;
use crate::ui::places;

use super::opponent::strength_settings;
use super::state::{Session, Slot, Which};
use super::transfer::game_of;

/// Saves the current game. Only at a terminal; where nothing can be written, the game goes on unsaved.
pub(super) fn autosave(board: &Board, session: &mut Session) {
    if !session.input.is_terminal() || session.own.refuse_aside().is_err() {
        return;
    }
    if session.own.slot.is_none() {
        session.own.slot = Slot::free();
    }
    let Some(number) = session.own.slot.as_ref().map(|slot| slot.number) else { return };
    let (Some(last), Some(before)) = (Which::Last.file(number), Which::Before.file(number)) else { return };
    if !session.own.is_kept && files::read_text(&last).is_ok_and(|text| text.contains("2. ")) {
        // A new game begins; keep the one before it.
        let _ = fs::rename(&last, before);
    }
    (session.own.is_kept, session.own.kept_at) = (true, Some(Instant::now()));
    let mut game = game_of(board, session);
    game.tags.set(ENGINE_TAG, engine_tag(session));
    let _ = places::write_whole(&last, &pgn::text(&game));
}

/// What a first Ctrl-C at an empty line is answered.
pub(super) fn again_to_leave(session: &Session) -> &'static str {
    match session.own.is_kept {
        true => "Ctrl-C again leaves; the game is kept.",
        false => "Ctrl-C again leaves.",
    }
}

/// Saves the clocks of the current game if the last save is at least `pause` ago.
pub(super) fn keep_clocks(board: &Board, session: &mut Session, pause: Duration) {
    let due = session.own.kept_at.is_none_or(|kept| kept.elapsed() >= pause);
    if due && session.own.is_kept && session.own.clocks.is_some() {
        autosave(board, session);
    }
}

/// Side and strength of the engine, like `black elo=1200`.
pub(super) fn engine_tag(session: &Session) -> String {
    let side = match session.engine_side {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None => "none",
    };
    let values = strength_settings(&session.options).into_iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{side}{}", values.collect::<String>())
}
