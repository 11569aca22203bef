//! On request, saves games as PGN, positions as EPD or FEN, and the settings; copies to the clipboard. At a terminal
//! the current game is also saved automatically: see [`autosave`](super::autosave).

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

#[cfg(feature = "terminal")]
use crossterm::{Command, clipboard::CopyToClipboard};

use crate::board::Board;
use crate::games::epd::Epd;
use crate::games::pgn::{self, store};
use crate::games::tree::Game;
use crate::play::files::{self, Gap, Overwrite};
use crate::readmove::{shortened, shown};
use crate::searcher::laws;
use crate::test::Suite;
use crate::ui::arguments::file_name;
use crate::ui::ini::{self, IniFile};
use crate::ui::places;
use crate::ui::refusal::{Done, Refusal, bad, read_text};

use super::state::Session;
use super::transfer::{CLOCKS_TAG, game_of};

pub(crate) fn save(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (text, overwrite) = match text.strip_suffix("--force") {
        Some(text) => (text.trim_end(), Overwrite::Yes),
        None => (text, Overwrite::No),
    };
    match text.split_once(' ') {
        _ if ["", "epd", places::OWN_GAMES].contains(&text) => bad(
            "name a file: 'save FILE' adds the game (PGN), 'save epd FILE' the position, 'save settings [FILE]' saves \
             the settings",
        ),
        _ if text == "settings" => save_settings(session, None, Overwrite::Yes),
        Some(("epd", _)) if overwrite == Overwrite::Yes => refuse_force(),
        Some(("epd", file)) => save_position(board, session, file_name(file)),
        Some(("settings", file)) => save_settings(session, Some(file_name(file)), overwrite),
        _ => {
            let file = file_name(text);
            let ending = Path::new(file).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
            match (ending.as_deref(), overwrite) {
                (Some("epd" | "fen"), Overwrite::No) => save_position(board, session, file),
                (Some("epd" | "fen"), _) => refuse_force(),
                (_, Overwrite::Yes) => overwrite_game(board, session, file),
                (_, Overwrite::No) => save_game(board, session, file),
            }
        }
    }
}

fn refuse_force() -> Done {
    bad("--force does not work for positions, which are always added")
}

/// Appends the game to a file, unless it is already the last game there.
fn save_game(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    let game = game_of(board, session);
    let last = if path.exists() { store::last(path)? } else { None };
    if let Some(last) = last.filter(|last| is_same(&last.game, &game)) {
        let (number, file) = (last.place.number, shown(file));
        return session.answer(&format!("unchanged since it was saved as game {number} of {file}; nothing was added"));
    }
    store::append(path, &game)?;
    session.answer(&format!("saved as game {} of {}", store::count(path)?, shown(file)))
}

/// Whether two games are the same apart from the state of their clocks.
fn is_same(a: &Game, b: &Game) -> bool {
    let text = |game: &Game| {
        let mut game = game.clone();
        game.tags.remove(CLOCKS_TAG);
        pgn::text(&game)
    };
    text(a) == text(b)
}

/// Writes the game to a file, replacing its contents.
fn overwrite_game(board: &Board, session: &mut Session, file: &str) -> Done {
    files::write(Path::new(file), pgn::text(&game_of(board, session)).as_bytes(), Overwrite::Yes)?;
    session.answer(&format!("saved as the only game of {}", shown(file)))
}

/// Appends the position to a file of positions, one per line: EPD, or FEN if the file name ends in `.fen`. Adds nothing
/// if the last line already holds the position.
fn save_position(board: &Board, session: &mut Session, file: &str) -> Done {
    let path = Path::new(file);
    let is_fen = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fen"));
    let old = if path.exists() { read_text(file)? } else { String::new() };
    let known = Suite::read(&old).positions.len();
    if !old.trim().is_empty() && known == 0 || old.trim_start().starts_with('[') {
        return bad(format!("{} is not a file of positions; nothing was written", shortened(file)));
    }
    let position = session.own.shown(board);
    let line = if is_fen { laws::fen(position) } else { Epd::of(position).to_string() };
    if old.lines().next_back().is_some_and(|last| last.trim() == line) {
        return session.answer(&format!("already saved as position {known} of {}; nothing was added", shown(file)));
    }
    files::append_lines(path, &(line + "\n"), Gap::Line)?;
    session.answer(&format!("saved as position {} of {}", known + 1, shown(file)))
}

/// Refuses to replace a settings file that was not read because another one was: its settings would be lost.
fn refuse_unread(read: &IniFile, path: &Path) -> Done {
    let [read, own] = [Path::new(&read.name()), path].map(|path| fs::canonicalize(path).ok());
    match (read, own) {
        (Some(read), Some(own)) if read != own => bad(format!(
            "the settings in use are those of {}, so those of {} would be lost; name a file: save settings FILE",
            files::shown(&read),
            files::shown(&own)
        )),
        _ => Ok(()),
    }
}

fn save_settings(session: &mut Session, file: Option<&str>, overwrite: Overwrite) -> Done {
    let path = match file {
        Some(file) => PathBuf::from(file),
        None => {
            let Some(directory) = places::settings_directory() else {
                return bad("there is no directory for settings; name a file: save settings FILE");
            };
            let made = fs::create_dir_all(&directory);
            made.map_err(|error| Refusal::Bad(format!("cannot create {}: {error}", directory.display())))?;
            let path = directory.join(ini::DEFAULT_NAME);
            refuse_unread(&session.own.ini_file, &path)?;
            path
        }
    };
    // The user's own file keeps its comments.
    let old = if file.is_none() && path.exists() { Some(files::read_text(&path)?) } else { None };
    let text = ini::text(&session.options, &session.own.view.look, &session.library, old.as_deref());
    files::write(&path, text.as_bytes(), overwrite)?;
    let mut answer = format!("settings saved to {}", files::shown(&path));
    if session.options.is_weakened() {
        answer += &format!("; the strength, Elo {}, also applies under XBoard and UCI", session.options.modern.elo);
    }
    session.answer(&answer)
}

/// `copy`: copies the position or the game to the terminal's clipboard, with the escape sequence OSC 52.
#[cfg(feature = "terminal")]
pub(crate) fn copy(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (copied, what) = match text {
        "fen" => (laws::fen(session.own.shown(board)), "The position (FEN)"),
        "pgn" => (pgn::text(&game_of(board, session)), "The game (PGN)"),
        "" => return bad("type 'copy fen' or 'copy pgn'"),
        _ => return bad(format!("'{}' cannot be copied; type 'copy fen' or 'copy pgn'", shortened(text))),
    };
    if !session.out.is_terminal() {
        return bad("there is no terminal, so there is no clipboard; use 'fen' or 'save FILE'");
    }
    let mut sequence = String::new();
    // Writing to a String cannot fail.
    let _ = CopyToClipboard::to_clipboard_from(copied).write_ansi(&mut sequence);
    session.out.command(&sequence);
    session.answer(&format!("{what} was sent to the clipboard; some terminals do not allow this."))
}
