//! The settings file, with the tutorial's keywords: a keyword and a value a line. Other lines are comments.

use std::fs;
use std::path::Path;

use thiserror::Error;

use crate::board::Board;

use super::settings;

/// The settings file that is looked for where the program is started.
const DEFAULT_NAME: &str = "alula.ini";

/// Each keyword of the file, and the setting that it stands for.
const KEYWORDS: [(&str, &str); 6] = [
    ("algorithm", "algorithm"),
    ("depth", "depth"),
    ("time", "time"),
    ("STOP_FRAC", "stopfrac"),
    ("NULLMOVE_REDUCTION", "null.reduction"),
    ("NULLMOVE_LIMIT", "null.limit"),
];

/// Where the settings are read from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IniFile(Option<String>);

impl IniFile {
    /// A file that was named on the command line.
    pub fn named(name: &str) -> IniFile {
        IniFile(Some(name.into()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.as_deref().unwrap_or(DEFAULT_NAME)
    }

    /// Does it have to be there? A file that was named does.
    pub fn is_expected(&self) -> bool {
        self.0.is_some() || Path::new(DEFAULT_NAME).exists()
    }

    /// The text of the file.
    ///
    /// # Errors
    /// One line that says why it cannot be read.
    pub fn text(&self) -> Result<String, String> {
        fs::read_to_string(self.name()).map_err(|error| format!("cannot read {}: {error}", self.name()))
    }
}

/// What is wrong with a line of the file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct IniError {
    line: usize,
    reason: String,
}

/// Takes over the settings of a file.
///
/// # Errors
/// [`IniError`] names the first line with a wrong value; then nothing is taken over.
pub fn read(board: &mut Board, text: &str) -> Result<(), IniError> {
    let mut trial = board.clone();
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace();
        let key = words.next().unwrap_or_default();
        let Some((_, name)) = KEYWORDS.iter().find(|(known, _)| *known == key) else { continue };
        let value = words.next().unwrap_or("nothing");
        settings::set(&mut trial, name, value)
            .map_err(|refusal| IniError { line: number + 1, reason: refusal.to_string() })?;
    }
    board.search_depth = trial.search_depth;
    board.timer = trial.timer;
    board.null_move = trial.null_move;
    board.algorithm = trial.algorithm;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tutorials_keywords_are_known() {
        let mut board = Board::new();
        let text = "# settings\ndepth 9\ntime 15\nSTOP_FRAC 50\nNULLMOVE_REDUCTION 3\nNULLMOVE_LIMIT 400\nother 1\n";
        assert_eq!(read(&mut board, text), Ok(()));
        assert_eq!((board.search_depth, board.timer.max_time, board.timer.stop_frac), (9, Some(15_000), 50));
        assert_eq!((board.null_move.reduction, board.null_move.limit), (3, 400));
    }

    #[test]
    fn a_wrong_line_is_named_and_nothing_changes() {
        let mut board = Board::new();
        let error = read(&mut board, "depth 9\ntime soon\n").expect_err("a wrong time");
        assert!(error.to_string().starts_with("line 2: time cannot be 'soon'"));
        assert_eq!(board.search_depth, 16);
    }

    #[test]
    fn the_shipped_file_is_right_and_names_every_keyword() {
        let text = include_str!("../../assets/alula.ini");
        assert_eq!(read(&mut Board::new(), text), Ok(()));
        for (key, _) in KEYWORDS {
            assert!(text.lines().any(|line| line.starts_with(key)), "{key}");
        }
    }
}
