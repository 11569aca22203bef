//! Endgame tables, openings and books: output, and lines of the settings file. Shared by all dialogues.

use crate::board::Board;
use crate::command::split_word;
use crate::games::openings;
use crate::modern::tablebase::{RankedMove, Wdl};
use crate::play::Options;
use crate::play::book::BookMove;
use crate::play::library::{BUILT_IN, Library, MOST_DEPTH, MOST_VARIETY};
use crate::play::tablebase::use_tables;
use crate::readmove::shortened;
use crate::searcher::setting::When;
use crate::ui::arguments::file_name;

use super::refusal::{Refusal, bad};

/// The book moves with their shares: `e4 60%, d4 40%`.
pub fn shares(board: &mut Board, moves: &[BookMove]) -> String {
    let texts: Vec<String> = moves.iter().map(|it| format!("{} {:.0}%", board.san(it.mv), it.per_cent)).collect();
    texts.join(", ")
}

/// The reply to `bk`: the opening's code and name, and the book moves with their shares and weights.
pub fn book_lines(board: &mut Board, library: &Library) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((opening, _)) = openings::of_game(board) {
        lines.push(format!("{} {}", opening.code, opening.name));
    }
    let moves = library.moves(board);
    for it in &moves {
        lines.push(format!("{:<8}{:>3.0}%{:>8}", board.san(it.mv), it.per_cent, it.weight));
    }
    if moves.is_empty() {
        lines.push("no book move here".into());
    }
    lines
}

/// The result in words.
pub fn wdl_name(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Loss => "lost",
        Wdl::BlessedLoss => "drawn by the fifty-move rule, else lost",
        Wdl::Draw => "drawn",
        Wdl::CursedWin => "drawn by the fifty-move rule, else won",
        Wdl::Win => "won",
    }
}

/// The result of each legal move, best first.
///
/// # Errors
/// The reason why the tables do not cover the position.
pub fn ranked_moves(board: &Board, options: &Options) -> Result<Vec<RankedMove>, Refusal> {
    let Some(tables) = &options.modern.tables else {
        return bad("no endgame tables are in use; 'syzygy PATH' selects them");
    };
    let (most, men) = (tables.base().most_men(), board.occupied.count_ones());
    if men > most {
        return bad(format!("{men} men are on the board, but the tables cover at most {most}"));
    }
    if board.castle != [0; 2] {
        return bad("the tables do not cover positions with castling rights");
    }
    let unknown = || Refusal::Bad("a table is missing for this position or for one of its successors".into());
    tables.ranked_moves(board).ok_or_else(unknown)
}

// ---- the settings file ------------------------------------------------------------------------------------------------------

/// A setting as it stands in a settings file.
pub struct Entry {
    /// Explanation of the setting, for the comment above its line.
    pub help: String,
    /// Key and value.
    pub line: String,
    /// Whether the value differs from the default.
    pub differs: bool,
}

/// Reads the lines about tables and books in a settings file: `syzygy PATH`, `book on`, `book FILE`, `book-depth N`,
/// `book-variety N`. Returns the files skipped in the table folders. A path may have spaces.
///
/// # Errors
/// The first wrong line, and the reason.
pub fn read_ini(options: &mut Options, library: &mut Library, text: &str) -> Result<Vec<String>, String> {
    let mut skipped = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let found = read_ini_line(options, library, line);
        skipped.extend(found.map_err(|reason| format!("line {}: {reason}", index + 1))?);
    }
    Ok(skipped)
}

/// Reads one line of a settings file, as [`read_ini`] does.
pub fn read_ini_line(options: &mut Options, library: &mut Library, line: &str) -> Result<Vec<String>, String> {
    let (key, value) = split_word(line);
    let value = value.trim();
    let number = |least: u32, most: u32| -> Result<u32, String> {
        let number = split_word(value).0.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{key} cannot be '{}'; allowed values: {least} to {most}", shortened(value)))
    };
    match (key, value) {
        ("syzygy", "off") => options.modern.tables = None,
        ("syzygy", path) => {
            let found = use_tables(options, file_name(path));
            return found.map(|(_, skipped)| skipped).map_err(|error| error.to_string());
        }
        ("book", value) => match When::named(value) {
            Some(use_book) => library.use_book = use_book,
            None => library.take(file_name(value))?,
        },
        ("book-depth", _) => library.depth = number(1, MOST_DEPTH)?,
        ("book-variety", _) => library.variety = number(0, MOST_VARIETY.into())? as u8,
        _ => {}
    }
    Ok(Vec::new())
}

/// The entries of a settings file for tables and books.
pub fn ini_entries(options: &Options, library: &Library) -> Vec<Entry> {
    let usual = Library::default();
    let mut entries = Vec::new();
    let mut add = |differs: bool, help: &str, line: String| entries.push(Entry { help: help.into(), line, differs });
    let tables = options.modern.tables.as_ref().map_or("off", |tables| tables.base().path());
    let (file, use_book, depth, variety) = (library.file(), library.use_book, library.depth, library.variety);
    add(tables != "off", "folders of the endgame tables (a path, off)", format!("syzygy {tables}"));
    add(file != BUILT_IN, "the opening book (a file, built-in)", format!("book {file}"));
    add(use_book != usual.use_book, "whether the book is used (on, off, auto)", format!("book {}", use_book.name()));
    let help = format!("last move for which the book is used (1 to {MOST_DEPTH})");
    add(depth != usual.depth, &help, format!("book-depth {depth}"));
    let help = format!("how much the book moves vary (0 to {MOST_VARIETY})");
    add(variety != usual.variety, &help, format!("book-variety {variety}"));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_file_is_read_again_as_it_was_written() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        let (mut options, mut library) = (Options::default(), Library::default());
        let text = format!("depth 3\nsyzygy {folder}\nbook off\nbook-depth 7\nbook-variety 20 # a fifth\n");
        assert_eq!(read_ini(&mut options, &mut library, &text), Ok(vec![]));
        let saved: Vec<String> = ini_entries(&options, &library).into_iter().map(|entry| entry.line).collect();
        let saved = saved.join("\n");
        let (mut again, mut again_library) = (Options::default(), Library::default());
        assert_eq!(read_ini(&mut again, &mut again_library, &saved), Ok(vec![]));
        assert_eq!(again.modern.tables.map(|tables| tables.base().path().to_string()).as_deref(), Some(folder));
        assert_eq!((again_library.use_book, again_library.depth, again_library.variety), (When::Off, 7, 20));
        let folders = ["syzygy /no/such/folder", "book /no/such/book.bin"];
        for wrong in folders.into_iter().chain(["book-depth many", "book-depth 0", "book-variety 101"]) {
            let error = read_ini(&mut options, &mut library, wrong).expect_err(wrong);
            assert!(error.starts_with("line 1: "), "{error}");
        }
    }
}
