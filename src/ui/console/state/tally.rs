//! The results of puzzles. At a terminal they are saved in a file, one on each line.

use std::path::PathBuf;

use chrono::NaiveDate;

use crate::games::practice::{Practice, Went};
use crate::games::puzzle::Puzzle;
use crate::play::files;
use crate::ui::out::now;
use crate::ui::places;

/// The results of all puzzles.
#[derive(Default, Debug)]
pub struct Tally {
    pub practice: Practice,
    /// The file; none for pipes.
    file: Option<PathBuf>,
}

impl Tally {
    /// Reads the file, if there is one. It also receives new results.
    pub fn kept() -> Tally {
        let file = places::state_directory().map(|directory| directory.join("puzzles"));
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        Tally { file, practice: Practice::read(&text) }
    }

    /// Adds a result. Ignores write errors: a full disk must not end the puzzles.
    pub fn note(&mut self, puzzle: &Puzzle, went: Went) {
        if let Some(file) = &self.file {
            let _ = files::append(file, Practice::line(today(), puzzle, went).as_bytes());
        }
        self.practice.note(today(), puzzle, went);
    }

    /// The puzzles due today.
    pub fn due(&self) -> Vec<Puzzle> {
        self.practice.due(today())
    }

    /// Is this puzzle due today?
    pub fn is_due(&self, puzzle: &Puzzle) -> bool {
        self.practice.is_due(&puzzle.position, today())
    }

    /// Is it new?
    pub fn is_new(&self, puzzle: &Puzzle) -> bool {
        self.practice.best(&puzzle.position).is_none()
    }
}

fn today() -> NaiveDate {
    now().date_naive()
}
