//! Commands for endgame tables, openings and books.

use std::path::Path;
use std::sync::Arc;

use crate::board::Board;
use crate::command;
use crate::games::makebook::{self, BookRules};
use crate::games::openings;
use crate::lab::endings;
use crate::play::book::{self, Book, Entry};
use crate::play::files::{self, Overwrite};
use crate::play::library::{BUILT_IN, Library, MOST_DEPTH, MOST_VARIETY};
use crate::play::tablebase::use_tables;
use crate::searcher::setting::When;
use crate::ui::arguments;
use crate::ui::knowledge::{book_lines, ranked_moves, wdl_name};
use crate::ui::refusal::{Done, Refusal, bad, number, read_text, skipped_lines};
use crate::ui::show;
use crate::ui::tables::Table;

use super::looking::format_alone;
use super::state::Session;

// ---- endgame tables ---------------------------------------------------------------------------------------------------------

pub(crate) fn syzygy(_: &mut Board, session: &mut Session, text: &str) -> Done {
    match arguments::file_name(text) {
        "" => {}
        "off" => session.options.modern.tables = None,
        path => {
            let ([wdl, dtz], skipped) = use_tables(&mut session.options, path)?;
            skipped.iter().for_each(|text| session.say(text));
            session.say(&format!("{wdl} WDL tables and {dtz} DTZ tables"));
        }
    }
    let tables = session.options.modern.tables.as_ref().map(|tables| tables.base());
    let text = tables.map(|base| format!("endgame tables with up to {} men in {}", base.most_men(), base.path()));
    session.answer(&text.unwrap_or("no endgame tables".into()))
}

pub(crate) fn tb(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let format = format_alone(text)?;
    let ranked = ranked_moves(board, &session.options)?;
    let side = board.next_move.name();
    let title = match ranked.first() {
        Some(best) => format!("{side} to move: {}", wdl_name(best.wdl)),
        None => format!("{side} has no legal move"),
    };
    let mut table = Table::new(title, &["move", "dtz", "result"]);
    for it in ranked {
        let dtz = it.dtz.map_or(String::new(), |dtz| dtz.to_string());
        table.row(vec![board.san(it.mv), dtz, wdl_name(it.wdl).into()]);
    }
    table.note("dtz: plies to the next capture or pawn move, or to mate; negative for a loss");
    session.answer_as_is(&table.written(format))
}

/// Recomputes the figures in a file from the endgame tables. If no tables are in use, tries those in the file's folder,
/// which then stay in use.
pub(super) fn figures(board: &Board, session: &mut Session, file: &str) -> Done {
    let table = read_text(file)?;
    if session.options.modern.tables.is_none() {
        let folder = Path::new(file).parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let found = use_tables(&mut session.options, &folder.to_string_lossy());
        found.map_err(|reason| Refusal::Bad(format!("no tables: 'syzygy PATH' selects them; {reason}")))?;
    }
    let Some(tables) = session.options.modern.tables.clone() else { return Ok(()) };
    let done = session.work_on(board, |job| {
        endings::recompute(tables.base(), &table, |line| {
            job.line(line);
            !job.is_stopped()
        })
    });
    done.map_err(|error| Refusal::Bad(format!("{file}, {error}")))
}

// ---- openings ---------------------------------------------------------------------------------------------------------------

pub(crate) fn opening(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let text = match openings::of_game(board) {
        Some((opening, plies)) if plies == board.end_of_game => format!("{} {}", opening.code, opening.name),
        Some((opening, plies)) => {
            let moves = plies.div_ceil(2).max(1);
            format!("{} {} (left after move {moves})", opening.code, opening.name)
        }
        None => "no named opening".into(),
    };
    session.answer(&text)
}

// ---- books ------------------------------------------------------------------------------------------------------------------

pub(crate) fn bk(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.answer_as_is(&book_lines(board, &session.library).join("\n"))
}

pub(crate) fn book(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (word, rest) = command::split_word(text);
    match word {
        "" => {}
        "depth" => session.library.depth = number(rest, "moves from the book", 1, MOST_DEPTH as usize, None)? as u32,
        "variety" => session.library.variety = number(rest, "variety", 0, MOST_VARIETY.into(), None)? as u8,
        "make" => return make(session, rest),
        "merge" => return merge(session, rest),
        "info" => return info(session, rest),
        "dump" => return dump(session, rest),
        _ => match When::named(text) {
            Some(use_book) => session.library.use_book = use_book,
            None => session.library.take(arguments::file_name(text)).map_err(Refusal::Bad)?,
        },
    }
    let Library { use_book, depth, variety, .. } = &session.library;
    let used = match use_book {
        When::Auto => "used by the modern search unless depth or nodes are limited",
        When::On => "used",
        When::Off => "not used",
    };
    let text = format!("book {}: {used}, up to move {depth}, variety {variety}", session.library.file());
    session.answer(&text)
}

/// The book with this file name, or the current book if the name is empty.
fn named(library: &Library, file: &str) -> Result<Arc<Book>, Refusal> {
    Ok(match arguments::file_name(file) {
        "" => library.book(),
        BUILT_IN => Arc::new(Book::built_in()),
        file => Arc::new(Book::open(file)?),
    })
}

fn info(session: &mut Session, file: &str) -> Done {
    let book = named(&session.library, file)?;
    let contents = book.contents()?;
    session.answer(&format!(
        "{}: {}, {}, at most {} in one position; {} with weight 0",
        book.name(),
        show::counted(contents.positions, "position"),
        show::counted(contents.entries, "move"),
        contents.most_moves,
        contents.unplayed
    ))
}

fn dump(session: &mut Session, file: &str) -> Done {
    let book = named(&session.library, file)?;
    session.out.line("key\tmove\tweight\tlearn");
    let done = book.for_each(|entry| {
        session.out.line(&format!("{:016x}\t{}\t{}\t{}", entry.key, entry.move_text(), entry.weight, entry.learn));
        !session.was_interrupted() && !session.out.is_closed()
    });
    Ok(done?)
}

/// `FILE.pgn OUT.bin [plies N] [games N] [--force]`
fn make(session: &mut Session, text: &str) -> Done {
    let (names, rules, overwrite) = arguments(text)?;
    let [from, to] = names[..] else {
        return bad("book make FILE.pgn OUT.bin [plies N] [games N] [--force]");
    };
    files::check_writable(Path::new(to), overwrite)?;
    let mut maker = makebook::Maker::default();
    let (taken, left) = maker.add_pgn(from, rules)?;
    let entries = maker.entries(rules);
    write_book(to, &entries, overwrite)?;
    let (moves, games) = (show::counted(entries.len(), "move"), show::counted(taken, "game"));
    session.say(&format!("{to}: {moves} from {games}; {} could not be read", show::counted(left.len(), "game")));
    skipped_lines(from, &left).iter().for_each(|line| session.say(line));
    Ok(())
}

/// `A.bin B.bin … OUT.bin [--force]`
fn merge(session: &mut Session, text: &str) -> Done {
    let (names, _, overwrite) = arguments(text)?;
    let Some((to, from @ [_, _, ..])) = names.split_last() else {
        return bad("book merge A.bin B.bin OUT.bin [--force]");
    };
    files::check_writable(Path::new(to), overwrite)?;
    let books: Result<Vec<Book>, _> = from.iter().map(|name| Book::open(name)).collect();
    let entries = makebook::merge(&books?)?;
    write_book(to, &entries, overwrite)?;
    session.answer(&format!("{to}: {} from {} books", show::counted(entries.len(), "move"), from.len()))
}

fn arguments(text: &str) -> Result<(Vec<&str>, BookRules, Overwrite), Refusal> {
    let (mut names, mut rules, mut overwrite) = (Vec::new(), BookRules::default(), Overwrite::No);
    let mut words = arguments::words(text).into_iter();
    while let Some(word) = words.next() {
        match word {
            "--force" => overwrite = Overwrite::Yes,
            "plies" => rules.plies = number(words.next().unwrap_or_default(), "plies", 1, 400, None)?,
            "games" => {
                rules.least_games = number(words.next().unwrap_or_default(), "games", 1, 1_000_000, None)? as u64
            }
            name => names.push(name),
        }
    }
    Ok((names, rules, overwrite))
}

fn write_book(path: &str, entries: &[Entry], overwrite: Overwrite) -> Done {
    if entries.is_empty() {
        return bad("there is nothing to write: no move was played often enough");
    }
    Ok(files::write(Path::new(path), &book::bytes(entries), overwrite)?)
}
