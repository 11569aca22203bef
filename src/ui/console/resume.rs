//! `resume`: continues the autosaved game, or the one before it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::games::archive::ENGINE_TAG;
use crate::games::pgn::store::{self, StoreError};
use crate::games::tree::{Game, NodeId, ROOT, number_text};
use crate::play::Options;
use crate::readmove::shortened;
use crate::ui::clock::GameClocks;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::settings;

use super::autosave::PLACE_TAG;
use super::opponent::{set_full_strength, strength};
use super::state::{Autosaved, BEFORE, Finish, LAST, Origin, SLOTS, Session, Slot, Study};
use super::transfer::{clocks_of, readable};
use super::walk::text_of;
use super::{looking, newgame, play};

/// Sets the side and the strength of the engine from the text of the engine tag; skips unknown settings.
fn set_engine(session: &mut Session, text: &str) {
    let (side, strength) = command::split_word(text);
    session.engine_side = Side::BOTH.into_iter().find(|known| known.name().eq_ignore_ascii_case(side));
    set_strength(&mut session.options, strength);
}

/// Sets the strength from the text of a tag; skips unknown settings.
fn set_strength(options: &mut Options, text: &str) {
    set_full_strength(options);
    for (name, value) in text.split(' ').filter_map(|word| word.split_once('=')) {
        // The file may come from a later version with other settings.
        let _ = settings::set(options, name, value);
    }
}

/// Slot and file of the newest saved game that no other console has locked.
fn newest(own: Option<&Slot>, which: &str) -> Option<(usize, PathBuf)> {
    let own = own.map(|slot| slot.number);
    let age = |slot: usize| -> Option<(SystemTime, usize)> {
        let time = fs::metadata(Slot::file(slot, which)?).and_then(|data| data.modified()).ok()?;
        (own == Some(slot) || Slot::take(slot).is_some()).then_some((time, slot))
    };
    let (_, slot) = (1..=SLOTS).filter_map(age).max()?;
    Some((slot, Slot::file(slot, which)?))
}

/// Players and length of the game: `your game against Alula (Elo 1200, a casual player), move 10, you are White`.
fn in_words(game: &Game) -> String {
    if let Some(at) = place_of(game) {
        let [white, black] = ["White", "Black"].map(|side| game.tags.known(side).unwrap_or("?"));
        let place = if at == ROOT { "at its start".into() } else { format!("after {}", text_of(game, at)) };
        return format!("the game {white} - {black}, {place}");
    }
    let tag = game.tags.get(ENGINE_TAG).unwrap_or("none");
    let (side, settings) = command::split_word(tag);
    let mut options = Options::default();
    set_strength(&mut options, settings);
    let strength = strength(&options).strip_prefix("with ").map_or(String::new(), |text| format!(" ({text})"));
    let number = number_text(game.start(), game.main_line().len()).0;
    let you = match side {
        "white" => "Black",
        "black" => "White",
        _ => return format!("a game between two people, move {number}"),
    };
    format!("your game against Alula{strength}, move {number}, you are {you}")
}

/// The current position of a loaded game.
fn place_of(game: &Game) -> Option<NodeId> {
    game.place_of_text(game.tags.get(PLACE_TAG)?)
}

/// A note about the newest saved game, if it is unfinished or was loaded from a file.
pub(super) fn unfinished_game(session: &Session) -> Option<String> {
    let (_, file) = newest(session.own.slot.as_ref(), LAST)?;
    let game = read(&file).ok()?;
    let waits = (game.result() == "*" || place_of(&game).is_some()) && !game.main_line().is_empty();
    waits.then(|| format!("Unfinished: {}. 'resume' continues it.", in_words(&game)))
}

/// Reads the game from its file.
fn read(file: &Path) -> Result<Game, Refusal> {
    let record = match store::load(file, 1) {
        Err(StoreError::NoSuchGame { .. }) => return bad(format!("the saved game is damaged: {}", file.display())),
        loaded => loaded?.record,
    };
    Ok(readable(record, "the saved game")?.game)
}

pub(crate) fn resume(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    let which = match text {
        "" => LAST,
        "before" => BEFORE,
        _ => return bad(format!("unknown argument '{}'; type 'resume' or 'resume before'", shortened(text))),
    };
    if which == LAST && session.own.game.autosaved == Autosaved::Yes {
        return bad("that game is already on the board; 'resume before' loads the one before it");
    }
    let Some((slot, file)) = newest(session.own.slot.as_ref(), which) else {
        return bad("no saved game; only games at a terminal are saved");
    };
    let mut game = read(&file)?;
    let place = place_of(&game);
    let (at, origin) = place.map_or((game.end_of_line(ROOT), Origin::Played), |place| (place, Origin::Loaded));
    board.set_game(&game.board_at(at));
    newgame::begin_here(board, session);
    set_engine(session, game.tags.get(ENGINE_TAG).unwrap_or("black"));
    if session.engine_side.is_some() {
        newgame::face_the_user(board, session);
    }
    let current = &mut session.own.game;
    current.has_opponent = session.engine_side.is_some();
    current.clocks = clocks_of(&game);
    current.clocks.iter_mut().for_each(GameClocks::start);
    current.is_recorded = place.is_none() && game.result() != "*";
    current.finish = current.is_recorded.then(|| Finish::Read(game.result().to_string()));
    current.autosaved = if which == LAST { Autosaved::Yes } else { Autosaved::No };
    if which == LAST && session.own.slot.as_ref().is_none_or(|own| own.number != slot) {
        session.own.slot = Slot::take(slot);
    }
    let mut words = in_words(&game);
    for tag in [ENGINE_TAG, PLACE_TAG] {
        game.tags.remove(tag);
    }
    session.own.game.study = Some(Study::new(game, at, origin));
    looking::show_board(board, session);
    words[..1].make_ascii_uppercase();
    session.answer(&format!("{words}."))?;
    // If the program ended while the engine was thinking, the engine has to move now.
    let is_its_turn = session.engine_side == Some(board.next_move);
    if is_its_turn && origin == Origin::Played && !session.own.game.is_recorded {
        play::go(board, session, "")
    } else {
        Ok(())
    }
}
