//! `explore`: the moves played from the position on the board, in a file of games or in an opening book.

use std::fs;
use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::games::explorer::Explorer;
use crate::play::book::Book;
use crate::play::files::{self, shown};
use crate::ui::arguments::file_name;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::tables::Format;
use crate::ui::{places, show};

use super::explored::table;
use super::record::file_of;
use super::state::{Explored, Session};

/// The largest cache to read, in bytes.
const MOST_CACHE: u64 = 1 << 30;

pub(crate) fn explore(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let name = words.join(" ");
    match name.as_str() {
        "" => {}
        "off" => {
            session.own.view.explored = None;
            session.say("Exploring is off.");
            return Ok(());
        }
        name => session.own.view.explored = Some(open(session, &file_of(file_name(name)))?),
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

/// Reads a file of games or opens a book. The games read last are cached, at a terminal also on disk.
fn open(session: &mut Session, path: &Path) -> Result<Explored, Refusal> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bin")) {
        let book = Book::open(&path.to_string_lossy()).map_err(|error| Refusal::Bad(error.to_string()))?;
        return Ok(Explored::Book(book));
    }
    let name = shown(path);
    let cache = cache_file().filter(|_| session.input.is_terminal());
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
    if let Some((cache, bytes)) = cache.zip(explorer.cache(path)) {
        // Without a cache the file is read again next time.
        let _ = fs::write(cache, bytes);
    }
    Ok(Explored::Games { name, explorer })
}

fn cache_file() -> Option<PathBuf> {
    places::state_directory().map(|directory| directory.join("explored"))
}
