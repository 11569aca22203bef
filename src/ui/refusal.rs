//! Code shared by the commands of all dialogues: refusals, and arguments that are numbers or files.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::Path;

use crate::command::{Usage, closest};
use crate::play::files;
use crate::readmove::{shortened, shown};

/// The reason why a command was not executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An unknown command; there may be a similar one.
    UnknownWord {
        /// The command as typed.
        word: String,
        /// A similar command.
        like: Option<String>,
    },
    /// A move that is not legal.
    Move {
        /// The move as typed.
        text: String,
        /// The reason.
        reason: String,
    },
    /// Any other error.
    Bad(String),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Refusal::UnknownWord { word, like: None } => {
                write!(f, "unknown command: {word} ('help' lists all commands)")
            }
            Refusal::UnknownWord { word, like: Some(like) } => {
                write!(f, "unknown command: {word} (did you mean '{like}'?)")
            }
            Refusal::Move { text, reason } => write!(f, "{text}: {reason}"),
            Refusal::Bad(text) => f.write_str(&harmless(text)),
        }
    }
}

/// Makes each line of a string [safe to show](shown).
pub fn harmless(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

// Refusal does not implement Error: the implementation below would then conflict with the standard `From<T> for T`.
impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

/// The result of a command.
pub type Done = Result<(), Refusal>;

/// A refusal with this message.
pub fn bad<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Bad(text.into()))
}

/// The refusal of an unknown name. As a hint, it names the closest `known` name, or else gives `otherwise`.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> Refusal {
    let hint = closest(name, known).map_or(otherwise.into(), |like| format!("did you mean '{like}'?"));
    Refusal::Bad(format!("{what} '{}' ({hint})", shortened(name)))
}

/// The [`Refusal`] with which a stopped command ends.
///
/// # Errors
/// Always.
pub fn interrupted<T>() -> Result<T, Refusal> {
    bad("stopped")
}

/// Reads a text file.
///
/// # Errors
/// A [`Refusal`] if no file is named, or the file cannot be read or is not text.
pub fn read_text(file: &str) -> Result<String, Refusal> {
    if file.is_empty() {
        return bad("the file name is missing");
    }
    Ok(files::read_text(Path::new(file))?)
}

/// Maximum number of errors listed for a file.
const MOST_NAMED: usize = 5;

/// The lines skipped in a file, with the reasons.
pub fn skipped_lines(file: &str, errors: &[impl Display]) -> Vec<String> {
    let file = shown(file);
    let mut lines: Vec<String> = errors.iter().take(MOST_NAMED).map(|error| format!("{file}, {error}")).collect();
    if errors.len() > MOST_NAMED {
        lines.push(format!("{file}: and {} more", errors.len() - MOST_NAMED));
    }
    lines
}

/// Whether a command takes the name of a file or folder.
pub fn takes_files(usage: &Usage) -> bool {
    ["FILE", "PATH", "OUT.bin", "SUITE"].iter().any(|name| usage.arguments.contains(name))
}

/// Joins a command and its separate arguments into a line. If the command takes files, an argument with spaces is
/// quoted.
pub fn line_of(arguments: &[String], usages: &[Usage]) -> String {
    let word = arguments.first().map_or("", |word| word.as_str());
    let takes_files = usages.iter().find(|usage| usage.is_called(word)).is_some_and(takes_files);
    let written = |argument: &String| match takes_files && argument.contains(char::is_whitespace) {
        true if argument.contains('"') => format!("'{argument}'"),
        true => format!("\"{argument}\""),
        false => argument.clone(),
    };
    arguments.iter().map(written).collect::<Vec<_>>().join(" ")
}

/// The refusal of a limit, like `depth`, whose number is missing.
pub fn needs_number(limit: &str) -> Refusal {
    Refusal::Bad(format!("{limit} needs a number, such as '{limit} 10'"))
}

/// The number in an argument, or `default` if it is missing. `what` names the argument in the refusal.
///
/// # Errors
/// A [`Refusal`] if the argument is not a number, or is out of range.
pub fn number(text: &str, what: &str, least: usize, most: usize, default: Option<usize>) -> Result<usize, Refusal> {
    if let (true, Some(default)) = (text.is_empty(), default) {
        return Ok(default);
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let range = if least == most { format!("{least}") } else { format!("a number from {least} to {most}") };
        match text {
            "" => Refusal::Bad(format!("no {what} given; type {range}")),
            _ => Refusal::Bad(format!("{what} cannot be '{}'; type {range}", shortened(text))),
        }
    })
}
