//! Arguments of a command: words, and file names with spaces or quotes.

use std::path::Path;

use crate::play::files::{self, Overwrite};

use super::refusal::{Done, Refusal, bad};

/// Maximum number of words joined into one file name.
const MOST_PARTS: usize = 12;

/// Splits the arguments of a command into words. A name with spaces is one word if it is quoted (`"` or `'`), or if a
/// file or folder with this name exists.
pub fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match quoted(rest) {
            Some(found) => found,
            None => rest.split_at(existing(rest).unwrap_or_else(|| word_length(rest))),
        };
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// Whether a command's arguments are a request for help, as in `datagen --help`.
pub fn asks_for_help(arguments: &str) -> bool {
    ["--help", "-h"].contains(&arguments.trim())
}

/// Number of leading words that form one file name: all words up to and including the first one with an extension, or
/// one word if no word before the options has an extension; 0 if the first word is an option. The name of a new file
/// may thus contain spaces without quotes.
pub fn name_length(words: &[&str], is_option: impl Fn(&str) -> bool) -> usize {
    let end = words.iter().position(|word| is_option(word)).unwrap_or(words.len());
    let dotted = words[..end].iter().position(|word| Path::new(word).extension().is_some());
    dotted.map_or(1, |at| at + 1).min(end)
}

/// Returns a file name without surrounding spaces and quotes.
pub fn file_name(text: &str) -> &str {
    let text = text.trim();
    quoted(text).filter(|(_, after)| after.is_empty()).map_or(text, |(name, _)| name)
}

/// Splits `FILE [NUMBER]`. The number is empty if there is none, or if the whole text names an existing file.
pub fn file_and_number(text: &str) -> (&str, &str) {
    match text.rsplit_once(' ') {
        Some((file, number)) if number.parse::<u64>().is_ok() && !Path::new(file_name(text)).exists() => {
            (file_name(file), number)
        }
        _ => (file_name(text), ""),
    }
}

/// The quoted text at the start of a line, and the rest. Ignores quotes within words, such as apostrophes.
fn quoted(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
    let ends = |at: &usize| line[at + 1..].chars().next().is_none_or(char::is_whitespace);
    let end = line.match_indices(quote).map(|(at, _)| at).skip(1).find(ends)?;
    Some((&line[1..end], &line[end + 1..]))
}

/// Length of the first word. `NAME="TEXT"` counts as one word.
fn word_length(line: &str) -> usize {
    let length = line.find(char::is_whitespace).unwrap_or(line.len());
    match line[..length].find('=').and_then(|at| Some((at + 1, quoted(&line[at + 1..])?))) {
        Some((begin, (value, _))) => begin + value.len() + 2,
        None => length,
    }
}

/// Length of the longest prefix with spaces that names an existing file or folder.
fn existing(line: &str) -> Option<usize> {
    let gaps = line.match_indices(char::is_whitespace).map(|(at, _)| at);
    let ends = gaps.filter(|&at| !line[..at].ends_with(char::is_whitespace)).chain([line.len()]);
    let ends: Vec<usize> = ends.take(MOST_PARTS).skip(1).collect();
    ends.into_iter().rev().find(|&end| Path::new(&line[..end]).exists())
}

/// An output file, and whether it may be overwritten.
pub struct Target {
    /// Name of the file.
    pub file: String,
    /// Whether the file may be overwritten.
    pub overwrite: Overwrite,
}

impl Target {
    /// Reads `FILE [--force]`. The file name may have spaces; it must end in `ending`. Checks in advance that the file
    /// can be written, so that no work is lost.
    ///
    /// # Errors
    /// A refusal if the words do not have this form, or the file cannot be written.
    pub fn read(words: &[&str], ending: &str) -> Result<Target, Refusal> {
        let overwrite = if words.contains(&"--force") { Overwrite::Yes } else { Overwrite::No };
        let names: Vec<&str> = words.iter().copied().filter(|word| *word != "--force").collect();
        let file = names.join(" ");
        match () {
            () if file.is_empty() => bad(format!("name a {ending} file; --force may follow")),
            () if file.ends_with(ending) => {
                files::check_writable(Path::new(&file), overwrite)?;
                Ok(Target { file, overwrite })
            }
            () => bad(format!("the name of the file must end in {ending}")),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// The reason if the file cannot be written.
    pub fn write(&self, text: &str) -> Done {
        Ok(files::write(Path::new(&self.file), text.as_bytes(), self.overwrite)?)
    }
}

/// The move number at the beginning of a text, and the rest from its dot on: `9.Nc3` gives 9 and `.Nc3`.
pub fn move_number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = text[..text.len() - rest.len()].parse().ok()?;
    rest.starts_with('.').then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_blanks_are_words() {
        assert_eq!(words("a  b"), ["a", "b"]);
        assert_eq!(words("\"a b.pgn\" 3 --html 'my page.html'"), ["a b.pgn", "3", "--html", "my page.html"]);
        assert_eq!(words("it's Bird's \"open"), ["it's", "Bird's", "\"open"]);
        assert_eq!(words("white=\"van Foreest\" x"), ["white=\"van Foreest\"", "x"]);
        let folder = std::env::temp_dir().join(format!("alula {} words", std::process::id()));
        std::fs::create_dir(&folder).expect("a temporary folder");
        let name = folder.to_str().expect("text");
        assert_eq!(words(&format!("{name} 3")), [name, "3"]);
        assert_eq!(file_and_number(name), (name, ""));
        assert_eq!(file_and_number(&format!("'{name}' 3")), (name, "3"));
        std::fs::remove_dir(&folder).expect("it is there");
        let target = Target::read(&words("my first game.svg --force"), ".svg");
        assert!(target.is_ok_and(|target| target.file == "my first game.svg"));
        assert!(Target::read(&["--force"], ".svg").is_err() && Target::read(&["a.svg", "b"], ".svg").is_err());
        let length = |text: &str| name_length(&words(text), |word| word.starts_with("--"));
        assert_eq!((length("my page.html x"), length("page 3"), length("a --pgn b.pgn"), length("")), (2, 1, 1, 0));
        assert_eq!(length("--force a.html"), 0);
        assert_eq!((file_name(" \"a b\" "), file_name("\"a\" b"), file_name("\"")), ("a b", "\"a\" b", "\""));
    }
}
