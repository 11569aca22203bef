//! The lesson being read, and the reader's progress.

use super::course::Lesson;
use super::mutation::Mutation;
use super::progress::Progress;

/// A lesson being read.
pub struct Reading {
    /// The lesson.
    pub lesson: Lesson,
    /// The page shown last.
    pub page: usize,
    /// The block of the experiment that is waiting for a guess.
    pub awaiting: Option<usize>,
}

/// The lessons' part of a dialogue.
#[derive(Default)]
pub struct Lessons {
    /// The open lesson.
    pub reading: Option<Reading>,
    /// A change planted in every search.
    pub mutation: Option<Mutation>,
    /// The reader's progress; read from its file when needed.
    progress: Option<Progress>,
}

impl Lessons {
    /// Is a lesson waiting for a guess?
    pub fn awaits(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.awaiting.is_some())
    }

    /// The reader's progress. It is saved for people at a terminal.
    pub fn progress(&mut self, is_kept: bool) -> &mut Progress {
        self.progress.get_or_insert_with(|| if is_kept { Progress::kept() } else { Progress::default() })
    }
}
