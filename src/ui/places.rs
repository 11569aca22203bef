//! Locations of Alula's own files: settings; and, for users at a terminal, the history of typed lines, the current
//! game, tactics missed in games, results in puzzles, progress and guesses in lessons, the cache of the opening
//! explorer, and finished games.
//!
//! | | Linux | Windows |
//! |---|---|---|
//! | settings | `$XDG_CONFIG_HOME/alula`, `~/.config/alula` | `%APPDATA%\alula` |
//! | state | `$XDG_STATE_HOME/alula`, `~/.local/state/alula` | `%LOCALAPPDATA%\alula` |
//! | finished games (`alula/games.pgn`), and the folders for files of `install` | `$XDG_DATA_HOME`, `~/.local/share` | `%LOCALAPPDATA%` |
//!
//! The state is saved only for users at a terminal. Alula writes other files only if the user asks for them.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

const OWN_NAME: &str = "alula";

/// The directory of the settings file; it need not exist.
pub fn settings_directory() -> Option<PathBuf> {
    directory("APPDATA", "XDG_CONFIG_HOME", ".config")
}

/// Path of the state directory, which need not exist.
pub fn state_place() -> Option<PathBuf> {
    directory("LOCALAPPDATA", "XDG_STATE_HOME", ".local/state")
}

/// The state directory, created if necessary; [`None`] if its path is unknown or it cannot be created.
pub fn state_directory() -> Option<PathBuf> {
    state_place().filter(|directory| fs::create_dir_all(directory).is_ok())
}

/// The file to which a review at a terminal adds missed tactics, one EPD line each: `bm` is the move that is clearly
/// best, `pv` the line starting with it, `id` the game and move number, `c0` the move played; `ce`, `acd` and `acn` are
/// the score, depth and nodes of the search. Neither it nor its directory need exist.
pub fn missed_tactics() -> Option<PathBuf> {
    state_place().map(|directory| directory.join("missed-tactics.epd"))
}

/// The file of the user's finished games; neither it nor its folder need exist.
pub fn archive() -> Option<PathBuf> {
    data_directory().map(|directory| directory.join(OWN_NAME).join("games.pgn"))
}

/// Name accepted for the archive in place of a file name.
pub const OWN_GAMES: &str = "mine";

/// The game file with this name. `mine` is the archive, unless a file called `mine` exists.
pub fn file_of_games(name: &str) -> PathBuf {
    let own = (name == OWN_GAMES && !Path::new(name).exists()).then(archive).flatten();
    own.unwrap_or_else(|| name.into())
}

/// Replaces `~` with the user's home directory where an argument begins with `~/`, even (unlike in shells) after a
/// quotation mark.
pub fn with_home(line: &str) -> Cow<'_, str> {
    let Some(home) = env::home_dir().filter(|_| line.contains("~/")) else { return line.into() };
    let home = home.to_string_lossy();
    let mut parts = line.split("~/");
    let mut expanded = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let folder = if expanded.ends_with([' ', '"', '\'']) { &*home } else { "~" };
        expanded = format!("{expanded}{folder}/{part}");
    }
    expanded.into()
}

/// The base directory of the archive and of files for other programs, such as completions and the manual page.
pub fn data_directory() -> Option<PathBuf> {
    base("LOCALAPPDATA", "XDG_DATA_HOME", ".local/share")
}

fn directory(windows: &str, xdg: &str, under_home: &str) -> Option<PathBuf> {
    base(windows, xdg, under_home).map(|base| base.join(OWN_NAME))
}

fn base(windows: &str, xdg: &str, under_home: &str) -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return variable(windows);
    }
    variable(xdg).or_else(|| variable("HOME").map(|home| home.join(under_home)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_means_the_home_directory() {
        let home = env::home_dir().expect("a home directory");
        let home = home.to_str().expect("text");
        assert_eq!(with_home("load ~/a.pgn 3"), format!("load {home}/a.pgn 3"));
        assert_eq!(with_home("save \"~/a b.pgn\""), format!("save \"{home}/a b.pgn\""));
        for unchanged in ["load a~/b", "comment ~ 3", "~", ""] {
            assert_eq!(with_home(unchanged), unchanged);
        }
    }
}
