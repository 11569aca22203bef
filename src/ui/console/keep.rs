//! Saving and loading: games as PGN, the game that is being played, and the settings.
//!
//! At a terminal the game is written to a file of Alula's own after each move, so that whatever ends the program, `resume` goes on
//! with it. Everything else is written only where it is told to.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::Local;

use crate::VERSION;
use crate::board::Board;
use crate::defines::Side;
use crate::readmove::shortened;
use crate::test::Suite;
use crate::ui::clock::{Control, GameClocks};
use crate::ui::pgn::{self, Game};
use crate::ui::words::{Done, Refusal, bad, number, read_text};
use crate::ui::{ini, places, show};

use super::state::Session;
use super::{looking, play};

/// The game that is being played, and the one before it.
const GAME: &str = "game.pgn";
const GAME_BEFORE: &str = "game-before.pgn";

/// The tag of a game that says how its clocks stand.
const CLOCKS_TAG: &str = "AlulaClocks";

fn state_file(name: &str) -> Option<PathBuf> {
    places::state_directory().map(|directory| directory.join(name))
}

/// The game with its tags.
fn game_of(board: &Board, session: &Session) -> Game {
    let name = |side: Side| if session.engine_side == Some(side) { VERSION } else { "?" }.to_string();
    let outcome = board.clone().is_end_of_game().outcome;
    let agreed = session.own.result.as_deref().and_then(|result| result.split(' ').next());
    let result = agreed.or(outcome.map(show::result)).unwrap_or("*");
    let mut tags = vec![
        ("Event", "?".into()),
        ("Site", "?".into()),
        ("Date", Local::now().format("%Y.%m.%d").to_string()),
        ("Round", "?".into()),
        ("White", name(Side::White)),
        ("Black", name(Side::Black)),
    ];
    if let Some(clocks) = &session.own.clocks {
        tags.extend([("TimeControl", clocks.control.tag()), (CLOCKS_TAG, clocks.state())]);
    }
    Game::of(board, &tags, result)
}

/// Keeps the game that is being played, so that a crash cannot lose it. At a terminal only; where nothing can be written, the game
/// goes on without.
pub(super) fn autosave(board: &Board, session: &mut Session) {
    if !session.input.is_terminal() {
        return;
    }
    let (Some(file), Some(before)) = (state_file(GAME), state_file(GAME_BEFORE)) else { return };
    if !session.own.is_kept && fs::read_to_string(&file).is_ok_and(|text| text.contains("2. ")) {
        // Another game begins, and the one before it is worth keeping.
        let _ = fs::rename(&file, before);
    }
    session.own.is_kept = true;
    let _ = places::write_whole(&file, &game_of(board, session).text());
}

/// A word about the game that was not finished last time, if there is one.
pub(super) fn unfinished_game() -> Option<String> {
    let game = pgn::read(&fs::read_to_string(state_file(GAME)?).ok()?).pop()?;
    let moves = game.moves.len();
    (game.result == "*" && moves > 0)
        .then(|| format!("Your last game was not finished after {moves} half-moves: 'resume' goes on with it."))
}

pub(crate) fn resume(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let name = match text {
        "" => GAME,
        "before" => GAME_BEFORE,
        _ => return bad(format!("'{}' was not kept; say resume, or resume before", shortened(text))),
    };
    let Some(text) = state_file(name).and_then(|file| fs::read_to_string(file).ok()) else {
        return bad("no game was kept; games at a terminal are");
    };
    take_over(board, session, &text, "the game that was kept", 1)?;
    session.own.is_kept = name == GAME;
    Ok(())
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
    let control = game.tag("TimeControl").and_then(Control::read_tag);
    let clocks = control.zip(game.tag(CLOCKS_TAG)).and_then(|(control, state)| GameClocks::read_state(control, state));
    if clocks.is_some() {
        session.own.clocks = clocks;
    }
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
    session.say(&text);
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
        _ if text.is_empty() => bad(
            "say where to: save FILE keeps the game as PGN, save epd FILE the position, save settings [FILE] the settings",
        ),
        _ if text == "settings" => save_settings(board, session, None),
        Some(("epd", file)) => save_position(board, session, file.trim()),
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
    session.say(&format!("saved as game {} of {file}", pgn::read(&all).len()));
    Ok(())
}

/// Adds the position to a file of positions (EPD), a line each.
fn save_position(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    let mut all = if path.exists() { read_text(file)? } else { String::new() };
    if !all.trim().is_empty() && Suite::read(&all).positions.is_empty() || all.trim_start().starts_with('[') {
        return bad(format!("{} is no file of positions, nothing was written", shortened(file)));
    }
    if !all.is_empty() && !all.ends_with('\n') {
        all.push('\n');
    }
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let (position, counters) = fields.split_at(4);
    all.push_str(&format!("{} hmvc {}; fmvn {};\n", position.join(" "), counters[0], counters[1]));
    write(path, &all)?;
    session.say(&format!("saved as position {} of {file}", Suite::read(&all).positions.len()));
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
    write(&path, &ini::text(board, &session.own.look))?;
    session.say(&format!("settings saved to {}", path.display()));
    Ok(())
}

fn write(path: &Path, text: &str) -> Done {
    places::write_whole(path, text).map_err(|error| Refusal::Bad(format!("cannot write {}: {error}", path.display())))
}
