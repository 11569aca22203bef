//! `explore`: shows the moves that a file of games or an opening book contains for the position on the board. In the
//! [full-screen view](crate::ui::terminal::screen), they also appear below the lines of an analysis.

use std::fs;
use std::path::Path;

use crate::board::Board;
use crate::games::explorer::{Explorer, PLIES, PlayedMove};
use crate::play::book::Book;
use crate::play::files::{self, shown};
use crate::ui::arguments::file_name;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::tables::{Format, Table};
use crate::ui::{places, show};

use super::state::{Explored, Session};

/// Maximum size of the cache file, in bytes; a larger file is not read.
const MOST_CACHE: u64 = 1 << 30;

/// Maximum number of moves shown below the lines of an analysis.
const BESIDE: usize = 5;

pub(crate) fn explore(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let name = words.join(" ");
    match name.as_str() {
        "" => {}
        "off" => {
            session.own.view.explored = None;
            return session.answer("Exploring is off.");
        }
        name => session.own.view.explored = Some(open(session, &places::file_of_games(file_name(name)))?),
    }
    let Some(explored) = &session.own.view.explored else {
        return bad(
            "name a file of games (PGN) or an opening book (Polyglot): explore my.pgn; 'explore mine' uses your own games",
        );
    };
    let table = table(session.own.shown(board), explored)?;
    table.show(&mut session.out, format);
    Ok(())
}

/// Reads a file of games or opens a book. At a terminal, the moves of the last file of games are cached on disk.
fn open(session: &mut Session, path: &Path) -> Result<Explored, Refusal> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bin")) {
        let book = Book::open(&path.to_string_lossy())?;
        return Ok(Explored::Book(book));
    }
    let name = shown(path);
    let state = if session.input.is_terminal() { places::state_directory() } else { None };
    let cache = state.map(|state| state.join("explored"));
    let known = cache.as_ref().and_then(|cache| files::read(cache, MOST_CACHE).ok());
    if let Some(explorer) = known.and_then(|bytes| Explorer::from_cache(&bytes, path)) {
        return Ok(Explored::Games { name, explorer });
    }
    let goes_on = |games: u64| {
        session.show_work(&format!("{games} games"));
        !session.was_interrupted()
    };
    let explorer = Explorer::read(path, goes_on)?;
    if explorer.is_empty() {
        return bad(format!("{name} has no games"));
    }
    if !explorer.is_whole {
        session
            .say(&format!("only the first {} of {name} are explored", show::counted(explorer.games as usize, "game")));
    }
    if let Some((cache, bytes)) = cache.zip(explorer.cache()) {
        // Ignores errors: without a cache, the games are read again next time.
        let _ = fs::write(cache, bytes);
    }
    Ok(Explored::Games { name, explorer })
}

/// The moves from a position.
fn table(board: &Board, explored: &Explored) -> Result<Table, Refusal> {
    let mut board = Box::new(board.clone());
    let (mut table, place) = match explored {
        Explored::Book(book) => {
            let mut table = Table::new(book.name(), &["move", "weight", "share"]);
            for entry in book.moves(&board)? {
                let share = format!("{:.0} %", entry.per_cent);
                table.row(vec![board.san(entry.mv), entry.weight.to_string(), share]);
            }
            (table, "the book".into())
        }
        Explored::Games { name, explorer } => {
            let moves = explorer.moves(&board);
            let title = format!("{name}: {}", show::counted(explorer.games as usize, "game"));
            let columns = ["move", "games", "share", "White", "draws", "Black"];
            // Without results, three columns would be empty.
            let has_results = moves.iter().any(has_results) || moves.is_empty();
            let mut table = Table::new(title, if has_results { &columns } else { &columns[..3] });
            let all: u64 = moves.iter().map(|played| played.games).sum();
            for played in &moves {
                let share = per_cent(played.games, all);
                let cells = [board.san(played.mv), played.games.to_string(), share].into_iter().chain(shares(played));
                table.row(cells.take(table.columns.len()).collect());
            }
            if !has_results {
                table.note("None of these games has a result.");
            }
            (table, format!("the first {} moves of these games", PLIES / 2))
        }
    };
    if table.rows.is_empty() {
        table.note(format!("This position does not occur in {place}."));
    }
    Ok(table)
}

fn has_results(played: &PlayedMove) -> bool {
    played.results.iter().any(|&games| games > 0)
}

/// White's wins, draws and Black's wins, in per cent of the games with a known result.
fn shares(played: &PlayedMove) -> [String; 3] {
    let known = played.results.iter().sum();
    played.results.map(|games| per_cent(games, known))
}

fn per_cent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".into() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}

/// The most frequent moves, shown below the lines of an analysis. From games: the number of games, then the move and
/// the percentages of White's wins, draws and Black's wins. From a book: the move's share, then the move.
pub(super) fn lines(board: &Board, explored: Option<&Explored>) -> Vec<(String, String)> {
    let mut board = Box::new(board.clone());
    match explored {
        None => Vec::new(),
        Some(Explored::Book(book)) => {
            let moves = book.moves(&board).unwrap_or_default();
            moves.iter().take(BESIDE).map(|it| (format!("{:.0} %", it.per_cent), board.san(it.mv))).collect()
        }
        Some(Explored::Games { explorer, .. }) => {
            let moves = explorer.moves(&board);
            let line = |played: &PlayedMove| {
                let [white, draws, black] = shares(played).map(|share| share.trim_end_matches(" %").to_string());
                let results = format!(" · {white} / {draws} / {black} %");
                let results = if has_results(played) { results } else { String::new() };
                (show::count_text(played.games), board.san(played.mv) + &results)
            };
            moves.iter().take(BESIDE).map(line).collect()
        }
    }
}
