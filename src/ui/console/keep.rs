//! Saving and loading: games as PGN, the game that is being played, and the settings.
//!
//! At a terminal the game is written to a file of Alula's own after each move, so that whatever ends the program, `resume` goes on
//! with it. Everything else is written only where it is told to.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::Local;

use crate::board::Board;
use crate::defines::Side;
use crate::readmove::shortened;

use super::super::pgn::{self, Game};
use super::super::{Done, Refusal, Session, VERSION, bad, ini, places, show};
use super::{looking, number, play, read_text};

/// The game that is being played.
fn game_file() -> Option<PathBuf> {
    places::state_directory().map(|directory| directory.join("game.pgn"))
}

/// The game with its tags.
fn game_of(board: &Board, session: &Session) -> Game {
    let name = |side: Side| if session.engine_side == Some(side) { VERSION } else { "?" }.to_string();
    let outcome = board.clone().is_end_of_game().outcome;
    let agreed = session.console.result.as_deref().and_then(|result| result.split(' ').next());
    let result = agreed.or(outcome.map(show::result)).unwrap_or("*");
    let tags = [
        ("Event", "?".into()),
        ("Site", "?".into()),
        ("Date", Local::now().format("%Y.%m.%d").to_string()),
        ("Round", "?".into()),
        ("White", name(Side::White)),
        ("Black", name(Side::Black)),
    ];
    Game::of(board, &tags, result)
}

/// Keeps the game that is being played, so that a crash cannot lose it. At a terminal only; where nothing can be written, the game
/// goes on without.
pub(super) fn autosave(board: &Board, session: &Session) {
    if !session.input.is_terminal() {
        return;
    }
    if let Some(file) = game_file() {
        let _ = places::write_whole(&file, &game_of(board, session).text());
    }
}

/// A word about the game that was not finished last time, if there is one.
pub(super) fn unfinished_game() -> Option<String> {
    let game = pgn::read(&fs::read_to_string(game_file()?).ok()?).pop()?;
    let moves = game.moves.len();
    (game.result == "*" && moves > 0)
        .then(|| format!("Your last game was not finished after {moves} half-moves: 'resume' goes on with it."))
}

pub(crate) fn resume(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(text) = game_file().and_then(|file| fs::read_to_string(file).ok()) else {
        return bad("no game was kept; games at a terminal are");
    };
    take_over(board, session, &text, "the game that was kept", 1)
}

/// Puts a game of a text on the board.
fn take_over(board: &mut Board, session: &mut Session, text: &str, name: &str, wanted: usize) -> Done {
    let games = pgn::read(text);
    let Some(game) = games.get(wanted - 1) else {
        return bad(format!("{name} has {} games, there is no game {wanted}", games.len()));
    };
    let loaded = game.replay().map_err(|reason| Refusal::Bad(format!("{name}, game {wanted}, {reason}")))?;
    let view_rotated = board.view_rotated;
    copy_game(&loaded, board);
    board.view_rotated = view_rotated;
    play::begin_here(board, session);
    let by_engine = |tag: &str| game.tag(tag).is_some_and(|player| player.starts_with("Alula"));
    session.engine_side = match (by_engine("White"), by_engine("Black")) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        _ => session.engine_side,
    };
    looking::show_board(board, session);
    let player = |tag: &str| game.tag(tag).unwrap_or("?").to_string();
    let text = format!(
        "{} - {}, {}, {} half-moves; game {wanted} of {}",
        player("White"),
        player("Black"),
        game.result,
        game.moves.len(),
        games.len()
    );
    session.out.line(&text);
    Ok(())
}

/// Takes over a game from another board, and leaves settings as they are.
fn copy_game(from: &Board, to: &mut Board) {
    let mut past = Box::new(from.clone());
    let mut moves: Vec<_> = std::iter::from_fn(|| past.undo()).collect();
    moves.reverse();
    to.init_from_setup(&past.setup());
    moves.into_iter().for_each(|mv| to.play(mv));
}

pub(crate) fn load(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (file, wanted) = match text.rsplit_once(' ') {
        Some((file, wanted)) if wanted.parse::<usize>().is_ok() => (file, number(wanted, "game", 1, 1_000_000, None)?),
        _ => (text, 1),
    };
    let games = read_text(file)?;
    take_over(board, session, &games, file, wanted)
}

pub(crate) fn save(board: &mut Board, session: &mut Session, text: &str) -> Done {
    match text.split_once(' ') {
        _ if text.is_empty() => bad("say where to: save FILE keeps the game as PGN, save settings [FILE] the settings"),
        _ if text == "settings" => save_settings(board, session, None),
        Some(("settings", file)) => save_settings(board, session, Some(file.trim())),
        _ => save_game(board, session, text),
    }
}

/// Adds the game to a file of games.
fn save_game(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    let old = if path.exists() { read_text(file)? } else { String::new() };
    if !old.trim().is_empty() && !old.trim_start_matches('\u{feff}').starts_with('[') {
        return bad(format!("{} is no file of games, nothing was written", shortened(file)));
    }
    let mut all = old.trim_end().to_string();
    if !all.is_empty() {
        all.push_str("\n\n");
    }
    all.push_str(&game_of(board, session).text());
    write(path, &all)?;
    session.out.line(&format!("saved as game {} of {file}", pgn::read(&all).len()));
    Ok(())
}

fn save_settings(board: &Board, session: &mut Session, file: Option<&str>) -> Done {
    let path = match file {
        Some(file) => PathBuf::from(file),
        None => {
            let Some(directory) = places::settings_directory() else {
                return bad("there is no directory for settings; name a file: save settings FILE");
            };
            let made = fs::create_dir_all(&directory);
            made.map_err(|error| Refusal::Bad(format!("cannot make {}: {error}", directory.display())))?;
            directory.join(ini::DEFAULT_NAME)
        }
    };
    write(&path, &ini::text(board, &session.console.look))?;
    session.out.line(&format!("settings saved to {}", path.display()));
    Ok(())
}

fn write(path: &Path, text: &str) -> Done {
    places::write_whole(path, text).map_err(|error| Refusal::Bad(format!("cannot write {}: {error}", path.display())))
}
