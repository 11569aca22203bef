//! Counts, loads and appends games in PGN files.

use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use super::super::line::MoveLine;
use super::super::tree::Game;
use super::{Detail, GamePlace, GameSink, Games, Problem, ReadGame, text};
use crate::moves::Move;
use crate::play::files::{self, FileError, Gap, Overwrite};
use crate::setup::Setup;

/// Reasons why a game could not be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be opened or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Reading failed.
    #[error("reading failed: {reason}", reason = files::reason(.0))]
    Io(#[from] io::Error),
    /// The file has no game with the requested number.
    #[error("{file} has {count} game{}; there is no game {wanted}", if *.count == 1 { "" } else { "s" })]
    NoSuchGame {
        /// The file.
        file: String,
        /// Number of games in the file.
        count: u64,
        /// The requested number.
        wanted: u64,
    },
    /// The file does not begin with a game.
    #[error("{0} is not a file of games; nothing was written")]
    NotGames(String),
    /// The game has text that writing it would lose.
    #[error("the game in {0} has faulty text or escaped lines, which would be lost; nothing was written")]
    Lossy(String),
}

/// A sink that ignores everything, for counting games.
#[derive(Default)]
struct Nothing;

impl GameSink for Nothing {
    fn tag(&mut self, _: &str, _: &str) {}

    fn start(&mut self, _: &Setup) -> Detail {
        Detail::Nothing
    }

    fn mv(&mut self, _: Move, _: &mut MoveLine) {}

    fn result(&mut self, _: &'static str) {}

    fn problem(&mut self, _: Problem) {}
}

/// Number of games in a file.
///
/// # Errors
/// The reason why the file cannot be read.
pub fn count(path: &Path) -> Result<u64, StoreError> {
    let mut games = Games::new(files::open_text(path)?);
    let mut count = 0;
    while games.next_into(Nothing::default)?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// A game from a file.
pub struct Loaded {
    /// The game.
    pub record: ReadGame,
    /// The number of games in the file.
    pub count: u64,
    /// Skipped text between the games.
    pub strays: Vec<Problem>,
}

/// Reads a game from a file by its number, counted from 1.
///
/// # Errors
/// The file cannot be read, or has no such game.
pub fn load(path: &Path, wanted: u64) -> Result<Loaded, StoreError> {
    let mut games = Games::new(files::open_text(path)?);
    let (mut count, mut found) = (0, None);
    while let Some((place, _)) = games.next_into(Nothing::default)? {
        count = place.number;
        found = found.or((place.number == wanted).then_some(place));
    }
    match found {
        Some(place) => Ok(Loaded { record: load_at(path, place)?, count, strays: games.strays }),
        None => Err(StoreError::NoSuchGame { file: files::shown(path), count, wanted }),
    }
}

/// Reads the game at a known position.
///
/// # Errors
/// The reason why the file cannot be read.
pub fn load_at(path: &Path, place: GamePlace) -> Result<ReadGame, StoreError> {
    let mut file = files::open_text(path)?;
    file.seek(SeekFrom::Start(place.offset))?;
    let missing = || StoreError::NoSuchGame { file: files::shown(path), count: place.number - 1, wanted: place.number };
    Games::at(file, place).next_game()?.ok_or_else(missing)
}

/// Reads the last game in a file, if any.
///
/// # Errors
/// The reason why the file cannot be read.
pub fn last(path: &Path) -> Result<Option<ReadGame>, StoreError> {
    let mut games = Games::new(files::open_text(path)?);
    let mut last = None;
    while let Some((place, _)) = games.next_into(Nothing::default)? {
        last = Some(place);
    }
    last.map(|place| load_at(path, place)).transpose()
}

/// Checks in advance whether [`append`] would reject a file. Called before a long task whose games will be appended.
///
/// # Errors
/// The file cannot be written, or holds something other than games.
pub fn check_appendable(path: &Path) -> Result<(), StoreError> {
    files::check_writable(path, Overwrite::Yes)?;
    if path.exists() && begins_otherwise(path)? {
        return Err(StoreError::NotGames(files::shown(path)));
    }
    Ok(files::check_encoding(path)?)
}

/// Appends a game to a file of games; creates the file if it is missing.
///
/// # Errors
/// The reason why the game could not be written.
pub fn append(path: &Path, game: &Game) -> Result<(), StoreError> {
    check_appendable(path)?;
    Ok(files::append_lines(path, &text(game), Gap::EmptyLine)?)
}

/// Whether a file begins with text other than a game.
fn begins_otherwise(path: &Path) -> Result<bool, StoreError> {
    let mut games = Games::new(files::open_text(path)?);
    games.next_into(Nothing::default)?;
    Ok(!games.strays.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::read_text;
    use super::*;
    use std::fs;

    #[test]
    fn games_are_added_to_files_of_games_and_to_blank_ones() {
        let path = std::env::temp_dir().join(format!("alula-store-{}.pgn", std::process::id()));
        let game = read_text("1. e4 *").remove(0).game;
        for (old, count) in
            [("", 1), ("\n", 1), ("\u{feff}", 1), ("\u{feff}\r\n", 1), ("[White \"A\"]\n[Black \"B\"]\n", 2)]
        {
            fs::write(&path, old).expect("a temporary file");
            append(&path, &game).expect("a file for games");
            assert_eq!(super::count(&path).expect("a file of games"), count, "{old:?}");
            let text = fs::read_to_string(&path).expect("it is there");
            assert!(text.starts_with(old) && text.replace('\r', "").ends_with(&super::text(&game)), "{text:?}");
        }
        for other in ["{a comment}\n", "My diary\n", "\0"] {
            fs::write(&path, other).expect("a temporary file");
            assert!(matches!(append(&path, &game), Err(StoreError::NotGames(_))), "{other:?}");
        }
        fs::remove_file(&path).expect("it is there");
    }
}
