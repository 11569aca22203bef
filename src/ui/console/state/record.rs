//! The finished games against each opponent, and their file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::play::Options;
use crate::play::files;
use crate::searcher::Algorithm;
use crate::ui::{places, settings};

/// The words for a game that the user has won, drawn or lost.
const RESULTS: [&str; 3] = ["won", "drawn", "lost"];

/// The finished games.
#[derive(Default, Debug)]
pub struct Record {
    /// The games against each of them.
    pub levels: BTreeMap<Level, Games>,
    /// The file; none for pipes.
    pub file: Option<PathBuf>,
}

/// An opponent: a rating, or another search by its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Rating(i32),
    Algorithm(String),
}

/// The games against one opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// How many were won, drawn and lost.
    pub counts: [usize; 3],
    /// The day of the last one.
    pub last: String,
}

impl Level {
    /// The opponent that plays now.
    pub fn of(options: &Options) -> Level {
        match options.algorithm {
            Algorithm::Modern => Level::Rating(options.modern.elo),
            _ => Level::Algorithm(settings::get(options, "algorithm").unwrap_or_default()),
        }
    }

    /// As it stands in the file.
    pub fn word(&self) -> String {
        match self {
            Level::Rating(elo) => elo.to_string(),
            Level::Algorithm(name) => name.clone(),
        }
    }

    pub fn read(word: &str) -> Level {
        word.parse().map_or_else(|_| Level::Algorithm(word.into()), Level::Rating)
    }
}

impl Record {
    /// Reads the file, if there is one. New games are added to it.
    pub fn kept() -> Record {
        let file = places::state_directory().map(|directory| directory.join("record"));
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        Record { file, ..Record::of(&text) }
    }

    /// Reads the lines of such a file and skips what it does not know.
    pub fn of(text: &str) -> Record {
        let mut record = Record::default();
        for line in text.lines() {
            let [day, level, result] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            if let Some(result) = RESULTS.iter().position(|known| *known == result) {
                record.add(day, Level::read(level), result);
            }
        }
        record
    }

    fn add(&mut self, day: &str, level: Level, result: usize) {
        let games = self.levels.entry(level).or_default();
        games.counts[result] += 1;
        games.last = day.into();
    }

    /// Adds a game. A write error is ignored, so that a full disk does not end the program.
    pub fn note(&mut self, day: &str, level: Level, result: usize) {
        if let Some(file) = &self.file {
            let line = format!("{day}\t{}\t{}\n", level.word(), RESULTS[result]);
            let _ = files::append(file, line.as_bytes());
        }
        self.add(day, level, result);
    }
}
