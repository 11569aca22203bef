//! The reader's progress, saved in a file for people at a terminal.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::play::files;
use crate::ui::places;

/// The lessons read and exercises solved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Lesson and page read last.
    pub place: Option<(usize, usize)>,
    /// Lessons read to the end.
    pub read: BTreeSet<usize>,
    /// Exercises solved, like `12.3`.
    pub solved: BTreeSet<String>,
    /// The file; none for pipes.
    file: Option<PathBuf>,
}

impl Progress {
    /// The saved progress, if any. Later progress is saved in the same file.
    pub fn kept() -> Progress {
        let Some(file) = places::state_directory().map(|directory| directory.join("lessons")) else {
            return Progress::default();
        };
        let text = files::read_text(&file).unwrap_or_default();
        Progress { file: Some(file), ..Progress::of(&text) }
    }

    /// Reads the format of [`Progress::text`]; skips lines that it cannot read.
    fn of(text: &str) -> Progress {
        // The numbers of lessons and pages are small.
        let number = |text: &str| text.parse::<u16>().ok().map(usize::from);
        let mut progress = Progress::default();
        for line in text.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["at", lesson, page] => progress.place = number(lesson).zip(number(page)),
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

    /// Saves it. Ignores errors: a full disk must not end the lesson.
    pub fn keep(&self) {
        if let Some(file) = &self.file {
            let _ = places::write_whole(file, &self.text());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_again() {
        let mut progress = Progress { place: Some((3, 2)), ..Progress::default() };
        progress.read.extend([1, 2]);
        progress.solved.insert("2.1".into());
        assert_eq!(Progress::of(&progress.text()), progress);
        for wrong in ["at x 3\nread\nnonsense here\n", "at 3 18446744073709551615\n", "read 18446744073709551615"] {
            assert_eq!(Progress::of(wrong), Progress::default(), "{wrong}");
        }
    }
}
