//! Lists the games in a file, filtered, sorted and paged, and loads one of them.

use std::path::{Path, PathBuf};

use crate::board::Board;
use crate::defines::Side;
use crate::games::explorer::{position_key, stamp};
use crate::games::pgn::store::{self, Loaded};
use crate::games::pgn::{Games, MAX_PROBLEMS, Problem, ReadGame};
use crate::games::tree::ROOT;
use crate::play::files;
use crate::readmove::shortened;
use crate::ui::arguments::{file_and_number, file_name};
use crate::ui::refusal::{Done, Refusal, bad, number, skipped_lines};
use crate::ui::tables::{Format, Table};
use crate::ui::{places, show};

use super::state::{List, ListedGame, Origin, Session, Study};
use super::transfer::{clocks_of, game_number, readable};
use super::{looking, newgame};

/// Maximum number of games in a list, to limit memory use.
const MOST_GAMES: usize = 5_000_000;

/// Number of games read between two checks for Ctrl-C.
const LOOK_EVERY: u64 = 1000;

/// Once a file has this many errors, those of later games are not counted.
const MOST_SKIPPED: usize = 1000;

/// Maximum number of errors shown per game.
const MOST_PROBLEMS: usize = 5;

/// The columns of the list. Games can be filtered and sorted by any of them.
const COLUMNS: [&str; 8] = ["number", "date", "white", "black", "result", "eco", "opening", "moves"];

/// A filter that either player can match; not a column, so games cannot be sorted by it.
const PLAYER: &str = "player";

/// The arguments of `games`.
#[derive(Default)]
struct Query {
    file: Option<PathBuf>,
    /// The name of a column, or `player` or `event`, and the text to match.
    filters: Vec<(String, String)>,
    sort: Option<String>,
    /// Only games that reach the position on the board.
    here: bool,
    page: Option<usize>,
    format: Format,
}

impl Query {
    /// The filters and the sort order as arguments of `games`, each followed by a space.
    fn in_words(&self) -> String {
        let here = self.here.then(|| "here ".to_string());
        let filters = self.filters.iter().map(|(column, wanted)| match wanted.contains(' ') {
            true => format!("\"{column}={wanted}\" "),
            false => format!("{column}={wanted} "),
        });
        let sort = self.sort.iter().map(|column| format!("sort={column} "));
        here.into_iter().chain(filters).chain(sort).collect()
    }

    fn read(text: &str) -> Result<Query, Refusal> {
        let (format, words) = Format::take(text);
        let mut query = Query { format, ..Query::default() };
        let mut names = Vec::new();
        for word in words {
            if word.contains(['<', '>']) {
                return bad(format!("'{}' is not a filter; filters are COLUMN=TEXT, as in moves=40", shortened(word)));
            }
            match word.split_once('=') {
                Some(("sort", column)) => query.sort = Some(known_column(column)?),
                Some(("page", page)) => query.page = Some(number(page, "page", 1, MOST_GAMES, None)?),
                Some((column, wanted)) => {
                    let column = if column == PLAYER { column.into() } else { known_column(column)? };
                    query.filters.push((column, file_name(wanted).to_lowercase()));
                }
                None if word == "here" && !Path::new(word).exists() => query.here = true,
                None if query.file.is_none() && query.filters.is_empty() && is_file(word) => {
                    // The preceding words belong to the file name: it contains spaces.
                    names.push(word);
                    query.file = Some(places::file_of_games(&names.join(" ")));
                    names.clear();
                }
                None => names.push(word),
            }
        }
        query.filters.extend(names.into_iter().map(|name| (PLAYER.into(), name.to_lowercase())));
        Ok(query)
    }

    fn admits(&self, row: &ListedGame) -> bool {
        self.filters.iter().all(|(column, wanted)| match column.as_str() {
            PLAYER => ["white", "black"].iter().any(|side| row.cell(side).to_lowercase().contains(wanted)),
            "moves" | "number" | "result" => row.cell(column) == *wanted,
            "date" | "eco" => row.cell(column).to_lowercase().starts_with(wanted),
            _ => row.cell(column).to_lowercase().contains(wanted),
        })
    }
}

fn known_column(name: &str) -> Result<String, Refusal> {
    match COLUMNS.contains(&name) || name == "event" {
        true => Ok(name.into()),
        false => bad(format!("'{}' is not a column; the columns are {}", shortened(name), COLUMNS.join(", "))),
    }
}

/// Whether a word names an existing file or looks like a file name.
fn is_file(word: &str) -> bool {
    places::file_of_games(word).exists() || word.contains(['.', '/', '\\'])
}

pub(crate) fn games(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let mut query = Query::read(text)?;
    // Without arguments: the user's own games, if the archive exists; with a page, a filter or a sort order: the last
    // list, if any. The user's own games are read again to include new ones.
    let is_plain = query.in_words().is_empty() && query.page.is_none();
    let last = session.own.view.list.as_ref().map(|list| list.file.clone());
    let is_meant = |own: &PathBuf| is_plain || last.as_ref().is_none_or(|last| last == own);
    let own = places::archive().filter(|own| own.exists() && is_meant(own));
    if let Some(file) = query.file.take().or(own).or(last.filter(|_| query.here)) {
        let wanted = query.here.then(|| position_key(session.own.shown(board)));
        session.own.view.list = Some(read_list(session, file, wanted)?);
    }
    let Some(mut list) = session.own.view.list.take() else {
        return bad("you have no finished games yet; 'games FILE' lists the games in a file");
    };
    if let Some(column) = &query.sort {
        list.rows.sort_by_cached_key(|row| sort_key(&row.cell(column)));
    }
    let found: Vec<&ListedGame> = list.rows.iter().filter(|row| query.admits(row)).collect();
    show(session, &list, &found, &query);
    list.shown = found.iter().map(|row| row.place.number).collect();
    session.own.view.list = Some(list);
    Ok(())
}

/// Sort key of a cell: numbers by value, other text alphabetically, empty cells last.
fn sort_key(cell: &str) -> (bool, Option<u64>, String) {
    (cell.is_empty(), cell.parse().ok(), cell.to_lowercase())
}

/// Lists the games in a file, or only those that reach the position with the key `wanted`.
fn read_list(session: &mut Session, file: PathBuf, wanted: Option<u64>) -> Result<List, Refusal> {
    let mut games = Games::new(files::open_text(&file)?);
    let mut list = List { stamp: stamp(&file), file, count: 0, rows: Vec::new(), shown: Vec::new() };
    let mut skipped: Vec<Problem> = Vec::new();
    loop {
        let next = games.next_into(|| ListedGame { wanted, ..ListedGame::default() }).map_err(store::StoreError::Io)?;
        let Some((place, mut row)) = next else { break };
        row.place = place;
        if skipped.len() < MOST_SKIPPED {
            skipped.append(&mut row.skipped);
        }
        row.skipped = Vec::new();
        list.count = place.number;
        if row.reaches {
            list.rows.push(row);
        }
        if list.rows.len() == MOST_GAMES {
            session.say(&format!("only the first {MOST_GAMES} games are listed"));
            break;
        }
        if place.number.is_multiple_of(LOOK_EVERY) {
            session.show_work(&format!("{} games", place.number));
            if session.was_interrupted() {
                session.say("stopped before the end of the file");
                break;
            }
        }
    }
    let mut refused = list.rows.iter().filter_map(|row| Some((row.place.number, row.refusal.as_ref()?)));
    if let Some((number, problem)) = refused.next() {
        let more = match refused.count() {
            0 => String::new(),
            others => format!(", and {others} more"),
        };
        session.say(&format!("{}: illegal moves in game {number}, {problem}{more}", list.file.display()));
    }
    let file = list.file.to_string_lossy();
    for line in [skipped_lines(&file, &skipped), skipped_lines(&file, &games.strays)].concat() {
        session.say(&line);
    }
    Ok(list)
}

fn show(session: &mut Session, list: &List, found: &[&ListedGame], query: &Query) {
    let rows = session.screen().rows;
    let is_paged = session.out.is_terminal() && query.format == Format::Text;
    let page_size = if is_paged { rows.saturating_sub(6).max(5) } else { found.len().max(1) };
    let pages = found.len().div_ceil(page_size).max(1);
    let page = query.page.unwrap_or(1).min(pages);
    let games = show::counted(list.count, "game");
    let title = format!("{}: {} of {games}", list.file.display(), found.len());
    let mut table = Table::new(title, &COLUMNS);
    for row in found.iter().skip((page - 1) * page_size).take(page_size) {
        table.row(COLUMNS.map(|column| row.cell(column)).to_vec());
    }
    if pages > 1 {
        let next = page % pages + 1;
        table.note(format!("Page {page} of {pages}; 'games {}page={next}' shows another.", query.in_words()));
    }
    if !found.is_empty() {
        table.note("'load N' loads game N.");
    }
    session.show_narrowed(table, query.format, &["eco", "moves", "date"]);
}

pub(crate) fn load(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.parse::<u64>().is_ok() && !Path::new(text).exists() {
        return load_listed(board, session, text);
    }
    if ["next", "previous"].contains(&text) && !Path::new(text).exists() {
        return load_beside(board, session, text);
    }
    let (file, wanted) = file_and_number(text);
    if file.is_empty() {
        return bad("name a game: load FILE, load FILE 3, or load 3 after 'games FILE'");
    }
    load_game(board, session, &places::file_of_games(file), game_number(wanted)?)
}

/// Loads the game after or before the one loaded last: in the order of the games shown last if they include that one,
/// otherwise in the order of the file.
fn load_beside(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some((file, number)) = session.own.view.loaded.clone() else {
        return bad("no game from a file is loaded: load FILE N, or 'games FILE' and then 'load N'");
    };
    let list = session.own.view.list.as_ref().filter(|list| list.file == file);
    let listed = list.map_or(&[][..], |list| &list.shown);
    let step = if text == "next" { 1 } else { -1 };
    let beside = match listed.iter().position(|listed| *listed == number) {
        Some(at) => at.checked_add_signed(step).and_then(|at| listed.get(at).copied()),
        None => number.checked_add_signed(step as i64).filter(|number| *number > 0),
    };
    match beside {
        Some(number) => load_game(board, session, &file, number),
        None => bad(format!("game {number} is the {} one", if text == "next" { "last" } else { "first" })),
    }
}

fn load_game(board: &mut Board, session: &mut Session, path: &Path, number: u64) -> Done {
    let file = &*path.to_string_lossy();
    let Loaded { record, count, strays } = store::load(path, number)?;
    // `load next` continues from here even if this game has an illegal move.
    session.own.view.loaded = Some((path.to_path_buf(), number));
    take_over(board, session, readable(record, file)?, count);
    skipped_lines(file, &strays).iter().for_each(|line| session.say(line));
    Ok(())
}

/// Loads a game from the list.
fn load_listed(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(list) = &session.own.view.list else {
        return bad("name a file: load FILE N, or 'games FILE' first");
    };
    let wanted = number(text, "game", 1, MOST_GAMES, None)? as u64;
    let place = list.rows.iter().map(|row| row.place).find(|place| place.number == wanted);
    let (file, count) = (list.file.clone(), list.count);
    let Some(place) = place else {
        let file = file.display();
        return match wanted <= count {
            true => bad(format!("game {wanted} is not in this list; 'load {file} {wanted}' loads it")),
            false => bad(format!("{file} has {}; there is no game {wanted}", show::counted(count, "game"))),
        };
    };
    if list.stamp != stamp(&file) {
        // The places in the list are those of the file before it was changed, for example by a review.
        return load_game(board, session, &file, wanted);
    }
    let record = store::load_at(&file, place)?;
    session.own.view.loaded = Some((file.clone(), wanted));
    take_over(board, session, readable(record, &file.to_string_lossy())?, count);
    Ok(())
}

/// Replaces the current game: puts the final position on the board, takes over the clocks and the engine's side, and
/// shows the players and the result.
pub(super) fn take_over(board: &mut Board, session: &mut Session, record: ReadGame, count: u64) {
    let ReadGame { place, game, problems } = record;
    let at = game.end_of_line(ROOT);
    board.set_game(&game.board_at(at));
    newgame::begin_here(board, session);
    let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_string();
    let by_engine = |name: &str| tag(name).starts_with("Alula");
    session.engine_side = match (by_engine("White"), by_engine("Black")) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        // In a finished game between other players, the engine plays neither side.
        _ if game.result() != "*" => None,
        _ => session.engine_side,
    };
    if let Some(analysis) = &mut session.own.analysis.board {
        (analysis.ahead, analysis.other) = (at, Some(Origin::Loaded));
        session.engine_side = None;
    }
    let clocks = clocks_of(&game);
    if clocks.is_some() && !session.own.is_analysing() {
        session.own.game.clocks = clocks;
    }
    let text = format!(
        "{} - {}, {}, {}; game {} of {count}",
        tag("White"),
        tag("Black"),
        game.result(),
        show::counted(game.main_line().len().div_ceil(2), "move"),
        place.number
    );
    session.own.game.study = Some(Study::new(game, at, Origin::Loaded));
    looking::show_board(board, session);
    session.say(&text);
    for problem in problems.iter().take(MOST_PROBLEMS) {
        session.say(&format!("{problem}"));
    }
    if problems.len() > MOST_PROBLEMS {
        let at_least = if problems.len() < MAX_PROBLEMS { "" } else { "at least " };
        session.say(&format!("and {at_least}{} more problems", problems.len() - MOST_PROBLEMS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_repeats_filters_and_order() {
        let words = |text: &str| Query::read(text).map(|query| query.in_words()).ok();
        assert_eq!(words("white=ann here sort=date page=2").as_deref(), Some("here white=ann sort=date "));
        assert_eq!(words("\"white=ann b\"").as_deref(), Some("\"white=ann b\" "));
        assert_eq!(words("").as_deref(), Some(""));
        assert_eq!(words("player=ann sort=event").as_deref(), Some("player=ann sort=event "));
        assert_eq!([words("sort=player"), words("moves>5"), words("moves>=5")], [None, None, None]);
    }
}
