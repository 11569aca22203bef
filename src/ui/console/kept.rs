//! The autosaved game, which survives a crash.
//!
//! At a terminal the game is written to a private file after each move. However the program ends, `resume` continues
//! it, with sides, strength of the opponent and clocks. Each console locks files of its own as long as it runs, so that
//! two consoles do not overwrite each other's game.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::{self, store};
use crate::games::tree::{Game, ROOT};
use crate::readmove::shortened;
use crate::ui::clock::{Control, GameClocks};
use crate::ui::words::{Done, Refusal, bad};
use crate::ui::{places, settings};

use super::browse::{Origin, Study};
use super::state::Session;
use super::{keep, looking, play};

/// At most this many consoles can run at once and keep their games.
const SLOTS: usize = 16;

/// The tag with the side and the strength of the engine.
const ENGINE_TAG: &str = "AlulaEngine";

/// The files of one console, held as long as it holds the lock.
pub(super) struct Slot {
    number: usize,
    _lock: File,
}

impl Slot {
    /// Takes these files, unless another console holds them.
    fn take(number: usize) -> Option<Slot> {
        let lock = File::options().create(true).truncate(false).write(true).open(file(number, ".lock")?).ok()?;
        lock.try_lock().ok()?;
        Some(Slot { number, _lock: lock })
    }

    /// The first files that are free.
    fn free() -> Option<Slot> {
        (1..=SLOTS).find_map(Slot::take)
    }
}

/// The current game, or the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    Last,
    Before,
}

impl Which {
    fn file(self, slot: usize) -> Option<PathBuf> {
        match self {
            Which::Last => file(slot, ".pgn"),
            Which::Before => file(slot, "-before.pgn"),
        }
    }
}

/// A file of a slot: the first has `game.pgn` and `game-before.pgn`.
fn file(slot: usize, end: &str) -> Option<PathBuf> {
    let number = if slot == 1 { String::new() } else { format!("-{slot}") };
    places::state_directory().map(|directory| directory.join(format!("game{number}{end}")))
}

/// Saves the current game. Only at a terminal; where nothing can be written, the game goes on unsaved.
pub(super) fn autosave(board: &Board, session: &mut Session) {
    if !session.input.is_terminal() || play::refuse_aside(session).is_err() {
        return;
    }
    if session.own.slot.is_none() {
        session.own.slot = Slot::free();
    }
    let Some(number) = session.own.slot.as_ref().map(|slot| slot.number) else { return };
    let (Some(last), Some(before)) = (Which::Last.file(number), Which::Before.file(number)) else { return };
    if !session.own.is_kept && fs::read_to_string(&last).is_ok_and(|text| text.contains("2. ")) {
        // A new game begins; keep the one before it.
        let _ = fs::rename(&last, before);
    }
    (session.own.is_kept, session.own.kept_at) = (true, Some(Instant::now()));
    let mut game = keep::game_of(board, session);
    game.tags.set(ENGINE_TAG, engine_tag(board, session));
    let _ = places::write_whole(&last, &pgn::text(&game));
}

/// Saves the clocks of the current game if the last save is at least `pause` ago.
pub(super) fn keep_clocks(board: &Board, session: &mut Session, pause: Duration) {
    let due = session.own.kept_at.is_none_or(|kept| kept.elapsed() >= pause);
    if due && session.own.is_kept && session.own.clocks.is_some() {
        autosave(board, session);
    }
}

/// Side and strength of the engine, like `black elo=1200`.
fn engine_tag(board: &Board, session: &Session) -> String {
    let side = match session.engine_side {
        Some(Side::White) => "white",
        Some(Side::Black) => "black",
        None => "none",
    };
    let values = play::strength_settings(board).into_iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{side}{}", values.collect::<String>())
}

/// Sets side and strength of the engine from such a text; unknown settings are skipped.
fn set_engine(board: &mut Board, session: &mut Session, text: &str) {
    let mut words = text.split(' ');
    session.engine_side = match words.next() {
        Some("white") => Some(Side::White),
        Some("black") => Some(Side::Black),
        _ => None,
    };
    play::set_full_strength(board);
    for (name, value) in words.filter_map(|word| word.split_once('=')) {
        // A later version may have other settings.
        let _ = settings::set(board, name, value);
    }
}

/// The newest saved game that no other console holds: its slot and its file.
fn newest(session: &Session, which: Which) -> Option<(usize, PathBuf)> {
    let own = session.own.slot.as_ref().map(|slot| slot.number);
    let age = |slot: usize| -> Option<(SystemTime, usize)> {
        let time = fs::metadata(which.file(slot)?).and_then(|data| data.modified()).ok()?;
        (own == Some(slot) || Slot::take(slot).is_some()).then_some((time, slot))
    };
    let (_, slot) = (1..=SLOTS).filter_map(age).max()?;
    Some((slot, which.file(slot)?))
}

/// Opponent and length of the game: `your game against Alula (elo 1200), move 10, you are White`.
fn in_words(game: &Game) -> String {
    let tag = game.tags.get(ENGINE_TAG).unwrap_or("none");
    let (side, strength) = tag.split_once(' ').unwrap_or((tag, ""));
    let strength = strength.replace('=', " ").replace(" elo", ", elo").replace(" skill", ", skill");
    let strength = if strength.is_empty() { String::new() } else { format!(" ({strength})") };
    let number = game.main_line().len() / 2 + 1;
    match side {
        "white" => format!("your game against Alula{strength}, move {number}, you are Black"),
        "black" => format!("your game against Alula{strength}, move {number}, you are White"),
        _ => format!("a game of two people, move {number}"),
    }
}

/// A note about the game left unfinished last time, if there is one.
pub(super) fn unfinished_game(session: &Session) -> Option<String> {
    let (_, file) = newest(session, Which::Last)?;
    let game = read(&file).ok()?;
    let waits = game.result() == "*" && !game.main_line().is_empty();
    waits.then(|| format!("Unfinished: {}. 'resume' continues it.", in_words(&game)))
}

/// Reads the game of such a file.
fn read(file: &Path) -> Result<Game, Refusal> {
    let (record, _) = store::load(file, 1)?;
    Ok(keep::readable(record, "the kept game")?.game)
}

pub(crate) fn resume(board: &mut Board, session: &mut Session, text: &str) -> Done {
    play::refuse_aside(session)?;
    let which = match text {
        "" => Which::Last,
        "before" => Which::Before,
        _ => return bad(format!("unknown argument '{}'; say resume, or resume before", shortened(text))),
    };
    if which == Which::Last && session.own.is_kept {
        return bad("that game is on the board already; 'resume before' loads the one before it");
    }
    let Some((slot, file)) = newest(session, which) else {
        return bad("no saved game; only games at a terminal are saved");
    };
    let game = read(&file)?;
    let at = game.end_of_line(ROOT);
    let view_rotated = board.view_rotated;
    keep::copy_game(&game.board_at(at), board);
    board.view_rotated = view_rotated;
    play::begin_here(board, session);
    set_engine(board, session, game.tags.get(ENGINE_TAG).unwrap_or("black"));
    if session.engine_side.is_some() {
        board.view_rotated = session.engine_side == Some(Side::White);
    }
    let control = game.tags.get("TimeControl").and_then(Control::read_tag);
    let state = control.zip(game.tags.get(keep::CLOCKS_TAG));
    session.own.clocks = state.and_then(|(control, state)| GameClocks::read_state(control, state));
    session.own.result = (game.result() != "*").then(|| game.result().to_string());
    session.own.is_recorded = session.own.result.is_some();
    if which == Which::Last {
        session.own.is_kept = true;
        if session.own.slot.as_ref().is_none_or(|own| own.number != slot) {
            session.own.slot = Slot::take(slot);
        }
    }
    let mut words = in_words(&game);
    session.own.study = Some(Study::new(game, at, Origin::Played));
    looking::show_board(board, session);
    words[..1].make_ascii_uppercase();
    session.say(&format!("{words}."));
    Ok(())
}
