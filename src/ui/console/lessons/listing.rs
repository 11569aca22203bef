//! Listings of the program's own source, embedded when it is compiled: the files directly in `src` except
//! `lib` and `main`, and its subfolders except `ui`.

use crate::command::closest;
use crate::ui::terminal::style::Stylize;

macro_rules! sources {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../../", $name, ".rs")))),*] };
}

/// Names and contents of source files.
type Sources = &'static [(&'static str, &'static str)];

/// The files directly in `src`, except `lib` and `main`.
#[rustfmt::skip]
const FLAT: Sources = sources! {
    "bitops" "board" "command" "data" "defines" "displaymove" "eval" "gameline" "hash" "makemove" "movegen" "moves" "peek"
    "perft" "qsearch" "readepd" "readfen" "readmove" "san" "search" "see" "setup" "sortmoves" "test" "timer"
};

/// The files in subfolders of `src`, except `ui` and tests. The web edition includes only those of the instrument: the
/// others would make up a fifth of the download.
#[cfg(not(feature = "terminal"))]
#[rustfmt::skip]
const FOLDERS: Sources = sources! {
    "instrument/faults" "instrument/mod" "instrument/nullmove" "instrument/recipe" "instrument/search" "instrument/tree"
    "instrument/variants"
};
#[cfg(feature = "terminal")]
#[rustfmt::skip]
const FOLDERS: Sources = sources! {
    "games/archive" "games/chess960" "games/epd" "games/explorer" "games/line" "games/makebook" "games/mod"
    "games/openings" "games/pgn/mod" "games/pgn/parse" "games/pgn/read" "games/pgn/split" "games/pgn/store"
    "games/pgn/token" "games/pgn/write" "games/practice" "games/puzzle" "games/puzzletable" "games/refutation"
    "games/review" "games/tree" "instrument/faults" "instrument/mod" "instrument/nullmove" "instrument/recipe"
    "instrument/search" "instrument/tree" "instrument/variants" "lab/audit" "lab/bench" "lab/compare" "lab/duel"
    "lab/endings" "lab/exact" "lab/figures" "lab/mod" "lab/signature" "lab/walk" "modern/clock" "modern/endgame"
    "modern/evaluation" "modern/exchange" "modern/geometry" "modern/history" "modern/legal" "modern/lines" "modern/mod"
    "modern/negamax" "modern/network/accumulator" "modern/network/features" "modern/network/file"
    "modern/network/kernels" "modern/network/mod" "modern/nullmove" "modern/parameters" "modern/oversight" "modern/pages"
    "modern/picker" "modern/quiescence" "modern/retrograde" "modern/settings" "modern/skill" "modern/smp"
    "modern/tablebase" "modern/techniques" "modern/think" "modern/tt" "play/beside" "play/book" "play/convert"
    "play/engine" "play/expected" "play/files" "play/library" "play/mod" "play/options" "play/referee" "play/standing"
    "play/tablebase" "play/text" "play/thinktime" "searcher/audit" "searcher/control" "searcher/laws" "searcher/limits"
    "searcher/mod" "searcher/random" "searcher/ranking" "searcher/score" "searcher/setting" "searcher/stats"
    "searcher/tutorial" "train/checkpoint" "train/data" "train/datagen" "train/judge" "train/mod" "train/pairs"
    "train/record" "train/screen" "train/spsa" "train/trainer"
};

/// The steps of the tutorial that these files cover, where known.
const STEPS: [(&str, &str); 4] =
    [("board", "steps 77 and 93"), ("sortmoves", "step 78"), ("defines", "steps 91 and 92"), ("search", "step 94")];

/// A part of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The file, without extension.
    pub file: &'static str,
    /// The number of its first line in the file.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// The chapter of the tutorial and the title of a file, from its first line; only the title if it has no chapter.
pub fn chapter(file: &str) -> &'static str {
    let title = source(file).lines().next().unwrap_or_default();
    title.trim_start_matches("//! ").trim_start_matches("# ")
}

fn source(file: &str) -> &'static str {
    FLAT.iter().chain(FOLDERS).find(|(name, _)| *name == file).map_or("", |(_, source)| source)
}

/// Names of the files directly in `src`, except `lib` and `main`.
pub fn files() -> impl Iterator<Item = &'static str> {
    FLAT.iter().map(|(name, _)| *name)
}

/// Names of the folders.
pub fn folders() -> Vec<&'static str> {
    let mut folders: Vec<&str> = FOLDERS.iter().filter_map(|(name, _)| name.split('/').next()).collect();
    folders.dedup();
    folders
}

/// Names of the files in a folder.
pub fn files_in(folder: &str) -> impl Iterator<Item = &'static str> {
    FOLDERS.iter().map(|(name, _)| *name).filter(move |name| name.split('/').next() == Some(folder))
}

/// The steps of the tutorial for a file, if known.
pub fn steps(file: &str) -> Option<&'static str> {
    STEPS.iter().find(|(name, _)| *name == file).map(|(_, steps)| *steps)
}

/// Whether the file covers this chapter. The file's first line lists chapters and ranges of them: `14-17, 19 · The
/// search`.
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
    // In `const NAME: …`, the loop above has removed `const`.
    let after = after.or_else(|| Some(rest).filter(|rest| line.contains("const ") && rest.contains(": ")))?;
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
    Some(&after[..end]).filter(|name| !name.is_empty())
}

/// The lines of a source file before its tests.
fn product(source: &str) -> Vec<&str> {
    source.lines().take_while(|line| line.trim() != "#[cfg(test)]").collect()
}

/// The names of all listable items in a file, in order.
pub fn names(file: &str) -> Vec<&'static str> {
    product(source(file)).into_iter().filter_map(declared).collect()
}

/// Finds a function, type or constant by name: first in the files directly in `src`, then in its folders, then by its
/// name in the original program. `FILE::NAME` or `FOLDER::NAME` selects one of several items.
///
/// # Errors
/// An error if no item has this name, or more than one.
pub fn find(name: &str) -> Result<Listing, String> {
    let parts: Vec<&str> = name.split("::").filter(|part| *part != "Board" && !part.is_empty()).collect();
    let (file, item) = match parts[..] {
        [item] => (None, item),
        [file, item] => (Some(file), item),
        _ => return Err(format!("'{name}' is not a name; type NAME or FILE::NAME")),
    };
    let mut found = find_among(FLAT, file, item);
    if found.is_empty() {
        found = find_among(FOLDERS, file, item);
    }
    if found.is_empty() && file.is_none() {
        found.extend(original(item));
    }
    match found.len() {
        0 => {
            let like = closest(item, FLAT.iter().flat_map(|(file, _)| names(file)));
            let hint = like.map_or(String::new(), |like| format!(" (did you mean '{like}'?)"));
            Err(format!("the sources have no '{name}'{hint}"))
        }
        1 => Ok(found.remove(0)),
        _ => {
            let names: Vec<String> = found.iter().map(|found| format!("{}::{item}", found.file)).collect();
            Err(format!("there are several items of that name: {}", names.join(", ")))
        }
    }
}

/// Finds the code for an identifier of the original program: an item or a field with this alias, a field with this
/// name, or the function with a variable of this name.
fn original(name: &str) -> Option<Listing> {
    let quoted = format!("\"{name}\"");
    // In a long list, each alias has its own line.
    let is_alias = |line: &&str| {
        line.contains(&quoted) && (line.contains("#[doc(alias") || line.trim().trim_end_matches(',') == quoted)
    };
    let is_field = |line: &&str| starts_with_name(line, &["pub(crate) ", "pub ", "type "], name);
    let is_variable = |line: &&str| line.contains("let ") && starts_with_name(line, &["let ", "mut "], name);
    let in_lines = |is_it: &dyn Fn(&&str) -> bool| {
        FLAT.iter().chain(FOLDERS).find_map(|&(file, source)| {
            let lines = product(source);
            let at = lines.iter().position(is_it)?;
            Some((file, lines, at))
        })
    };
    if let Some((file, lines, at)) = in_lines(&is_alias).or_else(|| in_lines(&is_field)) {
        let item = (at..lines.len()).find(|&index| !lines[index].trim_start().starts_with(['#', '/', '"', ')']))?;
        return Some(listing_of(file, &lines, item));
    }
    let (file, lines, at) = in_lines(&is_variable)?;
    let function = (0..at).rev().find(|&above| lines[above].contains("fn ") && declared(lines[above]).is_some())?;
    Some(listing_of(file, &lines, function))
}

/// Whether a line begins with this name, optionally after some of these words.
fn starts_with_name(line: &str, words: &[&str], name: &str) -> bool {
    let rest = words.iter().fold(line.trim_start(), |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    rest.strip_prefix(name).is_some_and(|after| after.starts_with([':', ' ', ',', '=']))
}

/// The items with this name in these files; if `place` is given, only those in that file or folder.
fn find_among(sources: Sources, place: Option<&str>, item: &str) -> Vec<Listing> {
    let is_there = |file: &str| place.is_none_or(|place| file.split('/').any(|part| part == place) || file == place);
    let in_file = |&(file, source): &(&'static str, &'static str)| {
        let lines = product(source);
        let hits = (0..lines.len()).filter(|&index| declared(lines[index]) == Some(item));
        hits.map(|index| listing_of(file, &lines, index)).collect::<Vec<_>>()
    };
    sources.iter().filter(|(file, _)| is_there(file)).flat_map(in_file).collect()
}

/// The folder that has its own version of this item of the tutorial, under the same name.
pub fn counterpart(listing: &Listing, item: &str) -> Option<&'static str> {
    let is_flat = FLAT.iter().any(|(file, _)| *file == listing.file);
    ["instrument", "modern"].into_iter().find(|folder| is_flat && find_among(FOLDERS, Some(folder), item).len() == 1)
}

/// The source quoted by a lesson: `NAME` for a whole item, or `NAME # TEXT` for the part of it that contains TEXT, from
/// one empty line to the next.
///
/// # Errors
/// An error if there is no such name, or if its source does not contain the text.
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

/// The item that begins on this line, with its doc comment and attributes.
fn listing_of(file: &'static str, lines: &[&str], index: usize) -> Listing {
    let is_prefix = |line: &str| ["///", "#[", "\"", "))]"].iter().any(|start| line.trim_start().starts_with(start));
    let first = (0..index).rev().take_while(|&above| is_prefix(lines[above])).last().unwrap_or(index);
    let last = end_of_item(lines, index);
    let indent = lines[index].len() - lines[index].trim_start().len();
    let cut = |line: &&str| line.get(indent..).unwrap_or("").to_string();
    Listing { file, line: first + 1, text: lines[first..=last].iter().map(cut).collect::<Vec<_>>().join("\n") }
}

/// The last line of an item: the first closing line with the same indentation.
fn end_of_item(lines: &[&str], begin: usize) -> usize {
    let indent = lines[begin].len() - lines[begin].trim_start().len();
    let at_indent = |line: &str| line.len() - line.trim_start().len() == indent;
    let closes = |line: &str| at_indent(line) && ["}", "};", "];", ");"].contains(&line.trim());
    if lines[begin].trim_end().ends_with([';', '}', ',']) {
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

/// Colours the keywords, types, numbers, strings and comments in a line of Rust. Needs no parser: a few rules for
/// tokens are enough.
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

/// The end of the first token of the text.
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
    fn folders_are_listed_too() {
        let flat = find("alphabetapvs").expect("it is there");
        let own = find("instrument::alphabetapvs").expect("it is there");
        assert_eq!((flat.file, own.file), ("search", "instrument/search"));
        assert_ne!(flat.text, own.text);
        assert_eq!(counterpart(&flat, "alphabetapvs"), Some("instrument"));
        assert_eq!(find("late_move_reduction").expect("it is there").file, "modern/techniques");
        assert_eq!(find("modern/mod::Shortage").expect("it is there").file, "modern/mod");
        assert!(folders().contains(&"searcher") && files_in("searcher").any(|file| file == "searcher/control"));
    }

    #[test]
    fn unknown_names_are_refused_with_a_hint() {
        assert!(find("alphabetta").is_err_and(|error| error.contains("'alphabeta'")));
        assert!(find("new").is_err_and(|error| error.contains("several")));
        assert!(find("a::b::c").is_err());
    }

    #[test]
    fn names_of_the_original_are_listed() {
        let names = include_str!("../../../../tests/data/winglet_names.tsv").lines().skip(1);
        for row in names {
            let [original, _, here] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            match find(original) {
                Ok(listing) => assert!(listing.text.contains(here), "{row}: {}", listing.text),
                Err(error) => assert!(error.contains("several"), "{row}: {error}"),
            }
        }
        assert!(find("whiteHeuristics").is_ok_and(|found| found.file == "board" && found.text.contains("history")));
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
    fn colours_keep_the_text() {
        crate::ui::terminal::style::force_color_output(true);
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
