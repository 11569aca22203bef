//! Files of games: counting them, finding one, adding one.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

use super::super::files::{self, FileError};
use super::super::line::MoveLine;
use super::super::tree::Game;
use super::{GamePlace, Games, Problem, Record, Sink, Wish, text};
use crate::moves::Move;
use crate::setup::Setup;

/// Why a game was not read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// Reading broke off.
    #[error("cannot read on: {reason}", reason = files::reason(.0))]
    Io(#[from] io::Error),
    /// The file has no such game.
    #[error("{file} has {count} games; there is no game {wanted}")]
    NoSuchGame {
        /// The file.
        file: String,
        /// How many it has.
        count: u64,
        /// Which one was asked for.
        wanted: u64,
    },
    /// The file holds something else.
    #[error("{0} is no file of games, nothing was written")]
    NotGames(String),
}

/// Wants to know nothing of a game but that it is there.
#[derive(Default)]
struct Nothing;

impl Sink for Nothing {
    fn tag(&mut self, _: &str, _: &str) {}

    fn start(&mut self, _: &Setup) -> Wish {
        Wish::Nothing
    }

    fn mv(&mut self, _: Move, _: &mut MoveLine) {}

    fn result(&mut self, _: &'static str) {}

    fn problem(&mut self, _: Problem) {}
}

/// How many games a file has.
///
/// # Errors
/// Why it cannot be read.
pub fn count(path: &Path) -> Result<u64, StoreError> {
    let mut games = Games::new(files::open(path)?);
    let mut count = 0;
    while games.next_into(Nothing::default)?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// Reads one game of a file, counted from 1, and tells how many the file has.
///
/// # Errors
/// Why it cannot be read, or that there is no such game.
pub fn load(path: &Path, wanted: u64) -> Result<(Record, u64), StoreError> {
    let mut games = Games::new(files::open(path)?);
    let (mut count, mut found) = (0, None);
    while let Some((place, _)) = games.next_into(Nothing::default)? {
        count = place.number;
        found = found.or((place.number == wanted).then_some(place));
    }
    match found {
        Some(place) => Ok((load_at(path, place)?, count)),
        None => Err(StoreError::NoSuchGame { file: path.display().to_string(), count, wanted }),
    }
}

/// Reads the game at a place that is known.
///
/// # Errors
/// Why it cannot be read.
pub fn load_at(path: &Path, place: GamePlace) -> Result<Record, StoreError> {
    let mut file: File = files::open(path)?;
    file.seek(SeekFrom::Start(place.offset))?;
    let missing =
        || StoreError::NoSuchGame { file: path.display().to_string(), count: place.number - 1, wanted: place.number };
    Games::at(file, place).next_game()?.ok_or_else(missing)
}

/// Adds a game to the end of a file of games, which is made if it is not there.
///
/// # Errors
/// Why it was not written.
pub fn append(path: &Path, game: &Game) -> Result<(), StoreError> {
    let is_empty = !path.exists() || files::open(path)?.metadata()?.len() == 0;
    if is_empty {
        return Ok(files::append(path, text(game).as_bytes())?);
    }
    if !holds_games(path)? {
        return Err(StoreError::NotGames(path.display().to_string()));
    }
    Ok(files::append(path, format!("\n{}", text(game)).as_bytes())?)
}

/// Does a file begin with a game?
fn holds_games(path: &Path) -> Result<bool, StoreError> {
    let mut games = Games::new(files::open(path)?);
    let first = games.next_into(Nothing::default)?;
    Ok(first.is_some() && games.strays.is_empty())
}
