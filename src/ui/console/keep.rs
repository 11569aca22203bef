//! Saving and loading: games as PGN, and the settings. Files are written only on request, except for the current game:
//! see [`kept`](super::kept).

use std::fs;
use std::path::{Path, PathBuf};

use chrono::Local;

use crate::VERSION;
use crate::board::Board;
use crate::defines::Side;
use crate::games::epd::Epd;
use crate::games::files::{self, FileError, Overwrite};
use crate::games::pgn::{self, Record, store};
use crate::games::tree::Game;
use crate::readmove::shortened;
use crate::test::Suite;
use crate::ui::clock::{Control, GameClocks};
use crate::ui::words::{Done, Refusal, bad, number, read_text};
use crate::ui::{ini, knowledge, places, show};

use super::browse::{self, Origin, Study};
use super::state::Session;
use super::{gamelist, looking, play};

/// The tag that holds the state of the clocks.
pub(super) const CLOCKS_TAG: &str = "AlulaClocks";

/// The most lines shown about the errors of a game.
const MOST_PROBLEMS: usize = 5;

/// The largest number of a game in a file.
const MOST_GAMES: usize = 100_000_000;

/// The game on the board, with everything recorded about it.
pub(super) fn game_of(board: &Board, session: &mut Session) -> Game {
    let study = browse::study(board, session);
    let (mut game, origin) = (study.game.clone(), study.origin());
    if origin == Origin::Played {
        name_players(&mut game, session);
    }
    let outcome = board.clone().game_outcome();
    let agreed = session.own.result.as_deref().and_then(|result| result.split(' ').next());
    if let Some(result) = agreed.or(outcome.map(show::result)).filter(|_| game.result() == "*") {
        game.tags.set("Result", result);
    }
    if let Some(mut clocks) = session.own.clocks {
        // Include the time of the current turn.
        if game.result() == "*" {
            clocks.stop(board.next_move);
        }
        game.tags.set("TimeControl", clocks.control.tag());
        game.tags.set(CLOCKS_TAG, clocks.state());
    }
    game
}

/// Sets players and date of a game that begins now.
fn name_players(game: &mut Game, session: &Session) {
    let name = |side: Side| if session.engine_side == Some(side) { VERSION } else { "?" };
    game.tags.set("Date", Local::now().format("%Y.%m.%d").to_string());
    game.tags.set("White", name(Side::White));
    game.tags.set("Black", name(Side::Black));
}

/// The game, unless an error makes it unusable.
pub(super) fn readable(record: Record, file: &str) -> Result<Record, Refusal> {
    match record.refusal() {
        Some(problem) => bad(format!("{}, game {}, {problem}", shortened(file), record.place.number)),
        None => Ok(record),
    }
}

/// Puts the final position of a game on the board, and shows who played it.
pub(super) fn take_over(board: &mut Board, session: &mut Session, record: Record, count: u64, origin: Origin) {
    let Record { place, game, problems } = record;
    let at = game.end_of_line(crate::games::tree::ROOT);
    let view_rotated = board.view_rotated;
    copy_game(&game.board_at(at), board);
    board.view_rotated = view_rotated;
    play::begin_here(board, session);
    let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_string();
    let by_engine = |name: &str| tag(name).starts_with("Alula");
    session.engine_side = match (by_engine("White"), by_engine("Black")) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        // The engine takes no side in the finished game of others.
        _ if game.result() != "*" => None,
        _ => session.engine_side,
    };
    if session.own.analysing.is_some() {
        session.engine_side = None;
    }
    let control = Control::read_tag(&tag("TimeControl"));
    let clocks = control.and_then(|control| GameClocks::read_state(control, &tag(CLOCKS_TAG)));
    if clocks.is_some() && session.own.analysing.is_none() {
        session.own.clocks = clocks;
    }
    let text = format!(
        "{} - {}, {}, {}; game {} of {count}",
        tag("White"),
        tag("Black"),
        game.result(),
        show::counted(game.main_line().len(), "half-move"),
        place.number
    );
    session.own.study = Some(Study::new(game, at, origin));
    looking::show_board(board, session);
    session.say(&text);
    for problem in problems.iter().take(MOST_PROBLEMS) {
        session.say(&format!("{problem}"));
    }
    if problems.len() > MOST_PROBLEMS {
        session.say(&format!("and {} more like these", problems.len() - MOST_PROBLEMS));
    }
}

/// Copies the game of another board; settings stay.
pub(super) fn copy_game(from: &Board, to: &mut Board) {
    let mut past = Box::new(from.clone());
    let mut moves: Vec<_> = std::iter::from_fn(|| past.undo()).collect();
    moves.reverse();
    to.init_from_setup(&past.setup());
    moves.into_iter().for_each(|mv| to.play(mv));
}

pub(crate) fn load(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (file, wanted) = match text.rsplit_once(' ') {
        Some((file, wanted)) if wanted.parse::<usize>().is_ok() => (file, number(wanted, "game", 1, MOST_GAMES, None)?),
        _ if text.parse::<u64>().is_ok() && !Path::new(text).exists() => {
            return gamelist::load_listed(board, session, text);
        }
        _ if text.is_empty() => return bad("name a game: load FILE, load FILE 3, or load 3 after 'games FILE'"),
        _ => (text, 1),
    };
    let (record, count) = store::load(Path::new(file), wanted as u64)?;
    take_over(board, session, readable(record, file)?, count, Origin::Loaded);
    Ok(())
}

pub(crate) fn save(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (text, overwrite) = match text.strip_suffix("--force") {
        Some(text) => (text.trim_end(), Overwrite::Yes),
        None => (text, Overwrite::No),
    };
    match text.split_once(' ') {
        _ if text.is_empty() => bad(
            "say where to: save FILE adds the game to a file (PGN), save epd FILE the position, save settings [FILE] \
             keeps the settings",
        ),
        _ if text == "settings" => save_settings(board, session, None, Overwrite::Yes),
        Some(("epd", file)) => save_position(board, session, file.trim()),
        Some(("settings", file)) => save_settings(board, session, Some(file.trim()), overwrite),
        _ if overwrite == Overwrite::Yes => overwrite_game(board, session, text),
        _ => save_game(board, session, text),
    }
}

/// Appends the game to a file.
fn save_game(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    store::append(path, &game_of(board, session))?;
    session.say(&format!("saved as game {} of {file}", store::count(path)?));
    Ok(())
}

/// Writes the game to a file, replacing its contents.
fn overwrite_game(board: &Board, session: &mut Session, file: &str) -> Done {
    files::write(Path::new(file), pgn::text(&game_of(board, session)).as_bytes(), Overwrite::Yes)?;
    session.say(&format!("saved as the only game of {file}"));
    Ok(())
}

/// Appends the position to a file of positions (EPD), one a line.
fn save_position(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    let old = if path.exists() { read_text(file)? } else { String::new() };
    let known = Suite::read(&old).positions.len();
    if !old.trim().is_empty() && known == 0 || old.trim_start().starts_with('[') {
        return bad(format!("{} is not a file of positions; nothing was written", shortened(file)));
    }
    let line_end = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
    let line = format!("{line_end}{}\n", Epd::of(board));
    files::append(path, line.as_bytes())?;
    session.say(&format!("saved as position {} of {file}", known + 1));
    Ok(())
}

fn save_settings(board: &Board, session: &mut Session, file: Option<&str>, overwrite: Overwrite) -> Done {
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
    let text = ini::text(board, &session.own.look) + &knowledge::ini_text(board, &session.library);
    files::write(&path, text.as_bytes(), overwrite)?;
    session.say(&format!("settings saved to {}", path.display()));
    Ok(())
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

impl From<store::StoreError> for Refusal {
    fn from(error: store::StoreError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}
