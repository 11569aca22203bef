//! Common to the words of all dialogues: refusals, and arguments that are numbers or files.

use std::path::Path;

use thiserror::Error;

use crate::games::pgn::store::StoreError;
use crate::play::files::{self, FileError, MAX_TEXT};
use crate::play::tablebase::TablebaseError;
use crate::readmove::shortened;

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// An unknown word; perhaps there is a similar one.
    #[error("unknown command: {word}{}", hint(.like))]
    UnknownWord {
        /// The word as typed.
        word: String,
        /// A similar word.
        like: Option<String>,
    },
    /// A move that is not legal.
    #[error("{text}: {reason}")]
    Move {
        /// The move as typed.
        text: String,
        /// The reason.
        reason: String,
    },
    /// Any other error.
    #[error("{}", harmless(.0))]
    Bad(String),
}

fn hint(like: &Option<String>) -> String {
    like.as_ref().map_or(" ('help' lists all commands)".into(), |like| format!(" (did you mean '{like}'?)"))
}

/// Makes a text from outside safe for a terminal: replaces its control characters.
pub fn harmless(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { '?' } else { letter }).collect()
}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

impl From<TablebaseError> for Refusal {
    fn from(error: TablebaseError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

/// The result of a command.
pub type Done = Result<(), Refusal>;

/// A refusal with this text.
pub fn bad<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Bad(text.into()))
}

/// The text of a file.
///
/// # Errors
/// A [`Refusal`] if no file is named, it cannot be read, or it is not text.
pub fn read_text(file: &str) -> Result<String, Refusal> {
    if file.is_empty() {
        return bad("the name of a file is missing");
    }
    let read = files::read(Path::new(file), MAX_TEXT);
    let bytes = read.map_err(|error| Refusal::Bad(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| Refusal::Bad(format!("{file} is not a text file")))
}

/// A number that follows a word, or `default` if it is missing. `what` names it in the refusal.
///
/// # Errors
/// A [`Refusal`] if it is not a number, or out of range.
pub fn number(text: &str, what: &str, least: usize, most: usize, default: Option<usize>) -> Result<usize, Refusal> {
    if let (true, Some(default)) = (text.is_empty(), default) {
        return Ok(default);
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let given = if text.is_empty() { "the number is missing".into() } else { format!("'{}'", shortened(text)) };
        let expected = if least == most {
            format!("only {least} is possible")
        } else {
            format!("a number from {least} to {most} is expected")
        };
        Refusal::Bad(format!("{what}: {given}; {expected}"))
    })
}
