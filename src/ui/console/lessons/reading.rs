//! The lesson being read, and the reader's progress.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::board::Board;
use crate::play::files;
use crate::ui::places;

use super::course::{Block, Lesson, board_of};
use super::mutation::Mutation;

/// A lesson being read.
pub struct Reading {
    /// The lesson.
    pub lesson: Lesson,
    /// The page shown last.
    pub page: usize,
    /// The block of the experiment that is waiting for a guess.
    pub awaiting: Option<usize>,
}

/// The state of the lessons in a session.
#[derive(Default)]
pub struct Lessons {
    /// The open lesson.
    pub reading: Option<Reading>,
    /// Whether its page is still on the screen: any later command clears this, unless it is refused.
    pub is_shown: bool,
    /// The mutation applied to every search, if any.
    pub mutation: Option<Mutation>,
    /// The reader's progress; read from its file when needed.
    progress: Option<LessonProgress>,
}

impl Reading {
    /// The chess position of the experiment that is waiting for a guess, or else the first one on the page.
    pub fn position(&self) -> Option<Box<Board>> {
        let page = self.lesson.pages().get(self.page)?.clone();
        let blocks = self.awaiting.map_or(page, |at| at..at + 1);
        let fen = self.lesson.blocks[blocks].iter().find_map(|block| match block {
            Block::Diagram(fen) => Some(fen.as_str()),
            Block::Experiment(experiment) => experiment.commands().find_map(|line| line.strip_prefix("setboard ")),
            _ => None,
        });
        board_of(fen?)
    }
}

impl Lessons {
    /// The chess position of the page, if the page is on the screen.
    pub fn position(&self) -> Option<Box<Board>> {
        self.reading.as_ref().filter(|_| self.is_shown)?.position()
    }

    /// Whether a lesson is waiting for a guess.
    pub fn awaits(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.awaiting.is_some())
    }

    /// The reader's progress. It is read from the file, and later saved there, only if `is_kept`.
    pub fn progress(&mut self, is_kept: bool) -> &mut LessonProgress {
        self.progress.get_or_insert_with(|| if is_kept { LessonProgress::kept() } else { LessonProgress::default() })
    }
}

/// Lessons read and exercises solved; saved in a file if the input is a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonProgress {
    /// The lesson and the page that were read last.
    pub place: Option<(usize, usize)>,
    /// Lessons read to the end.
    pub read: BTreeSet<usize>,
    /// Exercises solved, like `12.3`.
    pub solved: BTreeSet<String>,
    /// The file; none if the input is a pipe.
    file: Option<PathBuf>,
}

impl LessonProgress {
    /// The saved progress, if any. Later progress is saved in the same file.
    pub fn kept() -> LessonProgress {
        let Some(file) = places::state_directory().map(|directory| directory.join("lessons")) else {
            return LessonProgress::default();
        };
        let text = files::read_text(&file).unwrap_or_default();
        LessonProgress { file: Some(file), ..LessonProgress::of(&text) }
    }

    /// Reads the format of [`LessonProgress::text`]; skips lines that it cannot read.
    fn of(text: &str) -> LessonProgress {
        // As u16, so that adding one to a page cannot overflow.
        let number = |text: &str| text.parse::<u16>().ok().map(usize::from);
        let mut progress = LessonProgress::default();
        for line in text.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["at", lesson, page] => progress.place = number(lesson).zip(number(page)).or(progress.place),
                ["read", lesson] => progress.read.extend(number(lesson)),
                ["solved", exercise] => drop(progress.solved.insert(exercise.into())),
                _ => {}
            }
        }
        progress
    }

    fn text(&self) -> String {
        let place = self.place.map(|(lesson, page)| format!("at {lesson} {page}\n"));
        let read = self.read.iter().map(|lesson| format!("read {lesson}\n"));
        let solved = self.solved.iter().map(|exercise| format!("solved {exercise}\n"));
        place.into_iter().chain(read).chain(solved).collect()
    }

    /// Saves the progress. Ignores errors: a full disk must not end the lesson.
    pub fn keep(&self) {
        if let Some(file) = &self.file {
            let _ = files::write_whole(file, self.text().as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_progress_is_read_back() {
        let mut progress = LessonProgress { place: Some((3, 2)), ..LessonProgress::default() };
        progress.read.extend([1, 2]);
        progress.solved.insert("2.1".into());
        assert_eq!(LessonProgress::of(&progress.text()), progress);
        assert_eq!(LessonProgress::of("at 3 2\nat x 3\n").place, Some((3, 2)));
        for wrong in ["at x 3\nread\nnonsense here\n", "at 3 18446744073709551615\n", "read 18446744073709551615"] {
            assert_eq!(LessonProgress::of(wrong), LessonProgress::default(), "{wrong}");
        }
    }
}
