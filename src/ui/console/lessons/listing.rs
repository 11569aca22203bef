//! The program quotes itself: functions of the flat files, as compiled.

use crossterm::style::Stylize;

use crate::command::closest;

macro_rules! sources {
    ($($name:literal)*) => {
        /// Names and texts of the flat files.
        const SOURCES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../", $name, ".rs")))),*];
    };
}

sources! {
    "bitops" "board" "command" "data" "defines" "displaymove" "eval" "gameline" "hash" "makemove" "movegen" "moves" "peek"
    "perft" "qsearch" "readfen" "readmove" "search" "see" "setup" "sortmoves" "test" "timer"
}

/// The steps of the tutorial with these files, where their numbers are known.
const STEPS: [(&str, &str); 4] =
    [("board", "steps 77 and 93"), ("sortmoves", "step 78"), ("defines", "steps 91 and 92"), ("search", "step 94")];

/// A part of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The file, without folder and extension.
    pub file: &'static str,
    /// Its first line in the file.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// The tutorial's chapter of a file, from its first line; the title if there is no chapter.
pub fn chapter(file: &str) -> &'static str {
    let source = SOURCES.iter().find(|(name, _)| *name == file).map_or("", |(_, source)| source);
    source.lines().next().unwrap_or_default().trim_start_matches("//! # ")
}

/// Names of the files.
pub fn files() -> impl Iterator<Item = &'static str> {
    SOURCES.iter().map(|(name, _)| *name)
}

/// The steps of the tutorial for a file, if known.
pub fn steps(file: &str) -> Option<&'static str> {
    STEPS.iter().find(|(name, _)| *name == file).map(|(_, steps)| *steps)
}

/// Does the file belong to this chapter? Its first line has numbers and ranges: `14-17, 19 · The search`.
pub fn is_for_chapter(file: &str, wanted: usize) -> bool {
    let Some((chapters, _)) = chapter(file).split_once(" · ") else { return false };
    chapters.split(", ").any(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let span = first.parse().ok().zip(last.parse().ok());
        span.is_some_and(|(first, last): (usize, usize)| (first..=last).contains(&wanted))
    })
}

/// The name that a line of code declares, if it declares an item that can be listed.
fn declared(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    for word in ["pub(crate) ", "pub(super) ", "pub ", "const ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let kinds = ["fn ", "struct ", "enum ", "trait ", "macro_rules! ", "static "];
    let after = kinds.iter().find_map(|kind| rest.strip_prefix(kind));
    // `const NAME: …` has lost its first word above.
    let after = after.or_else(|| Some(rest).filter(|rest| line.contains("const ") && rest.contains(": ")))?;
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
    Some(&after[..end]).filter(|name| !name.is_empty())
}

/// The lines of a source before its tests.
fn product(source: &str) -> Vec<&str> {
    source.lines().take_while(|line| line.trim() != "#[cfg(test)]").collect()
}

/// The names of all items in a file that can be listed, in order.
pub fn names(file: &str) -> Vec<&'static str> {
    let source = SOURCES.iter().find(|(name, _)| *name == file).map_or("", |(_, source)| *source);
    product(source).into_iter().filter_map(declared).collect()
}

/// A function, structure or constant of the flat files by name; `FILE::NAME` if the name is ambiguous.
///
/// # Errors
/// There is none, or there are several.
pub fn find(name: &str) -> Result<Listing, String> {
    let parts: Vec<&str> = name.split("::").filter(|part| *part != "Board" && !part.is_empty()).collect();
    let (file, item) = match parts[..] {
        [item] => (None, item),
        [file, item] => (Some(file), item),
        _ => return Err(format!("'{name}' is not a name; say NAME or FILE::NAME")),
    };
    let wanted = SOURCES.iter().filter(|(known, _)| file.is_none_or(|file| file == *known));
    let mut found: Vec<Listing> = wanted.flat_map(|(file, source)| find_in(file, source, item)).collect();
    match found.len() {
        0 => {
            let like = closest(item, SOURCES.iter().flat_map(|(file, _)| names(file)));
            let hint = like.map_or(String::new(), |like| format!(" (did you mean '{like}'?)"));
            Err(format!("the sources have no '{name}'{hint}"))
        }
        1 => Ok(found.remove(0)),
        _ => {
            let names: Vec<String> = found.iter().map(|found| format!("{}::{item}", found.file)).collect();
            Err(format!("there are several of that name: {}", names.join(", ")))
        }
    }
}

/// The text quoted by a lesson: NAME, or `NAME # TEXT` for the part between two empty lines that contains TEXT.
///
/// # Errors
/// There is no such name, or no such text in it.
pub fn quoted(what: &str) -> Result<String, String> {
    let (name, text) = what.split_once(" # ").unwrap_or((what, ""));
    let listing = find(name.trim())?;
    if text.is_empty() {
        return Ok(listing.text);
    }
    let parts: Vec<&str> = listing.text.split("\n\n").collect();
    let part = parts.iter().find(|part| part.contains(text));
    part.map(|part| part.to_string()).ok_or_else(|| format!("{name} has no '{text}'"))
}

fn find_in(file: &'static str, source: &'static str, item: &str) -> Vec<Listing> {
    let lines = product(source);
    let hits = (0..lines.len()).filter(|&index| declared(lines[index]) == Some(item));
    hits.map(|index| {
        let is_prefix = |line: &str| line.trim_start().starts_with("///") || line.trim_start().starts_with("#[");
        let first = (0..index).rev().take_while(|&above| is_prefix(lines[above])).last().unwrap_or(index);
        let last = end_of_item(&lines, index);
        let indent = lines[index].len() - lines[index].trim_start().len();
        let cut = |line: &&str| line.get(indent..).unwrap_or("").to_string();
        Listing { file, line: first + 1, text: lines[first..=last].iter().map(cut).collect::<Vec<_>>().join("\n") }
    })
    .collect()
}

/// The last line of an item: the first closing line with the same indentation.
fn end_of_item(lines: &[&str], begin: usize) -> usize {
    let indent = lines[begin].len() - lines[begin].trim_start().len();
    let at_indent = |line: &str| line.len() - line.trim_start().len() == indent;
    let closes = |line: &str| at_indent(line) && ["}", "};", "];", ");"].contains(&line.trim());
    if lines[begin].trim_end().ends_with([';', '}']) {
        return begin;
    }
    (begin + 1..lines.len()).find(|&index| closes(lines[index])).unwrap_or(begin)
}

// ---- colours ------------------------------------------------------------------------------------------------------------

const KEYWORDS: [&str; 31] = [
    "as", "break", "const", "continue", "else", "enum", "false", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mod", "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "type",
    "unsafe", "use", "where", "while",
];

/// A line of Rust in colours: keywords, types, numbers, strings and comments. Four colours need no grammar, only a few
/// rules for words.
pub fn coloured(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let end = token_end(rest, first);
        let token = &rest[..end];
        let shown = match first {
            '/' if token.starts_with("//") => token.dark_grey().to_string(),
            '"' => token.green().to_string(),
            _ if first.is_ascii_digit() => token.magenta().to_string(),
            _ if KEYWORDS.contains(&token) => token.blue().bold().to_string(),
            _ if first.is_ascii_uppercase() => token.yellow().to_string(),
            _ => token.into(),
        };
        text.push_str(&shown);
        rest = &rest[end..];
    }
    text
}

/// The end of the first token of a text.
fn token_end(rest: &str, first: char) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if rest.starts_with("//") {
        return rest.len();
    }
    if first == '"' {
        return rest[1..].find('"').map_or(rest.len(), |end| end + 2);
    }
    if is_word(first) {
        return rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    }
    first.len_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_listed_with_its_doc_and_its_end() {
        let listing = find("perft_below").expect("it is there");
        assert_eq!(listing.file, "perft");
        assert!(listing.text.starts_with("fn perft_below") && listing.text.ends_with("\n}"), "{}", listing.text);
        let see = find("Board::see").expect("it is there");
        assert!(see.text.starts_with("/// ") && see.text.contains("pub fn see("), "{}", see.text);
    }

    #[test]
    fn names_that_are_not_there_are_refused_with_a_hint() {
        assert!(find("alphabetta").is_err_and(|error| error.contains("'alphabeta'")));
        assert!(find("new").is_err_and(|error| error.contains("several")));
        assert!(find("a::b::c").is_err());
    }

    #[test]
    fn constants_and_structures_are_listed() {
        assert!(find("KNIGHT_VALUE").is_ok_and(|found| found.text.contains("= 3")));
        assert!(find("GameLine").is_ok_and(|found| found.text.contains("pub key")));
    }

    #[test]
    fn chapters_are_read_from_the_first_lines() {
        assert!(is_for_chapter("sortmoves", 17) && !is_for_chapter("sortmoves", 18));
        assert!(files().filter(|file| is_for_chapter(file, 16)).count() >= 1);
    }

    #[test]
    fn colours_change_no_letter() {
        crossterm::style::force_color_output(true);
        let line = "    let x = board.see(mv); // \"a\" 12";
        let without = |text: &str| {
            let mut plain = String::new();
            let mut in_escape = false;
            for c in text.chars() {
                match c {
                    '\x1b' => in_escape = true,
                    'm' if in_escape => in_escape = false,
                    _ if in_escape => {}
                    c => plain.push(c),
                }
            }
            plain
        };
        assert_eq!(without(&coloured(line)), line);
    }
}
