//! The results of puzzles. At a terminal they are kept in a file, one line for each puzzle that was left: the result
//! and the position.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::play::files;
use crate::ui::places;

/// The result of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Went {
    /// It was left unsolved.
    Left,
    /// Solved after other moves, or with a hint.
    Helped,
    /// Solved at the first try.
    Solved,
}

const WORDS: [(Went, &str); 3] = [(Went::Left, "left"), (Went::Helped, "helped"), (Went::Solved, "solved")];

/// The results of all puzzles.
#[derive(Default, Debug)]
pub struct Tally {
    /// The best result of each position.
    best: HashMap<String, Went>,
    /// The file; none for pipes.
    file: Option<PathBuf>,
}

impl Tally {
    /// Reads the file, if there is one. New results are added to it.
    pub fn kept() -> Tally {
        let file = places::state_directory().map(|directory| directory.join("puzzles"));
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        Tally { file, ..Tally::of(&text) }
    }

    /// Reads the lines of such a file and skips what it does not know.
    fn of(text: &str) -> Tally {
        let mut tally = Tally::default();
        for (word, position) in text.lines().filter_map(|line| line.split_once('\t')) {
            if let Some((went, _)) = WORDS.iter().find(|(_, known)| *known == word) {
                tally.add(position, *went);
            }
        }
        tally
    }

    fn add(&mut self, position: &str, went: Went) {
        let best = self.best.entry(position.into()).or_insert(went);
        *best = went.max(*best);
    }

    /// Adds a result. A write error is ignored, so that a full disk does not end the puzzles.
    pub fn note(&mut self, position: &str, went: Went) {
        self.add(position, went);
        let word = WORDS.iter().find(|(known, _)| *known == went).map_or("", |(_, word)| word);
        if let Some(file) = &self.file {
            let _ = files::append(file, format!("{word}\t{position}\n").as_bytes());
        }
    }

    /// The best result of a position; none if it is new.
    pub fn best(&self, position: &str) -> Option<Went> {
        self.best.get(position).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_counts() {
        let mut tally = Tally::of("left\ta\nhelped\ta\nleft\ta\nsolved\tb\nnonsense\nfled\tc\n");
        assert_eq!([tally.best("a"), tally.best("b"), tally.best("c")], [Some(Went::Helped), Some(Went::Solved), None]);
        tally.note("a", Went::Solved);
        tally.note("b", Went::Left);
        assert_eq!([tally.best("a"), tally.best("b")], [Some(Went::Solved); 2]);
    }
}
