//! Saving: games as PGN, positions as EPD, and the settings. Files are written only on request, except for the current
//! game: see [`kept`](super::kept).

use std::fs;
use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::games::epd::Epd;
use crate::games::pgn::{self, store};
use crate::play::files::{self, Overwrite};
use crate::readmove::shortened;
use crate::test::Suite;
use crate::ui::words::{Done, Refusal, bad, read_text};
use crate::ui::{ini, knowledge, places};

use super::state::Session;
use super::transfer::game_of;

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
        _ if text == "settings" => save_settings(session, None, Overwrite::Yes),
        Some(("epd", file)) => save_position(board, session, file.trim()),
        Some(("settings", file)) => save_settings(session, Some(file.trim()), overwrite),
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

fn save_settings(session: &mut Session, file: Option<&str>, overwrite: Overwrite) -> Done {
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
    let text =
        ini::text(&session.options, &session.own.look) + &knowledge::ini_text(&session.options, &session.library);
    files::write(&path, text.as_bytes(), overwrite)?;
    session.say(&format!("settings saved to {}", path.display()));
    Ok(())
}
