//! Where Alula keeps files of its own: settings, the history of typed lines, and the game that is being played.
//!
//! | | Linux | Windows |
//! |---|---|---|
//! | settings | `$XDG_CONFIG_HOME/alula`, `~/.config/alula` | `%APPDATA%\alula` |
//! | history, game, missed tactics | `$XDG_STATE_HOME/alula`, `~/.local/state/alula` | `%LOCALAPPDATA%\alula` |
//!
//! History, game and missed tactics are kept for people at a terminal only. Nothing is ever written elsewhere unless a file was named.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const OWN_NAME: &str = "alula";

/// The directory of the settings file, whether it is there or not.
pub fn settings_directory() -> Option<PathBuf> {
    directory("APPDATA", "XDG_CONFIG_HOME", ".config")
}

/// The directory of history and game; made if need be, none if it cannot be made.
pub fn state_directory() -> Option<PathBuf> {
    let directory = directory("LOCALAPPDATA", "XDG_STATE_HOME", ".local/state")?;
    fs::create_dir_all(&directory).ok()?;
    Some(directory)
}

/// The file to which a review at a terminal adds the tactics that were missed, a line of EPD each: `bm` the one move that
/// wins something, `pv` its line, `id` the game and the move, `c0` what was played, `ce`, `acd` and `acn` of the search.
pub fn missed_tactics() -> Option<PathBuf> {
    state_directory().map(|directory| directory.join("missed-tactics.epd"))
}

fn directory(windows: &str, xdg: &str, under_home: &str) -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        variable(windows)
    } else {
        variable(xdg).or_else(|| variable("HOME").map(|home| home.join(under_home)))
    };
    base.map(|base| base.join(OWN_NAME))
}

/// Writes a file so that at every moment either the old or the new text is there whole.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = fs::File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        // What is left half-written is of no use; if it cannot be removed, nothing is lost.
        let _ = fs::remove_file(&new);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let path = env::temp_dir().join(format!("alula-places-{}", std::process::id()));
        write_whole(&path, "one").expect("a temporary file");
        write_whole(&path, "two").expect("a temporary file");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "two");
        fs::remove_file(&path).expect("it is there");
        assert!(write_whole(&path.join("nowhere"), "x").is_err());
    }
}
