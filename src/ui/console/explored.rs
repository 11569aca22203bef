//! The moves played from a position, as a table and beside the lines of an analysis.

use crate::board::Board;
use crate::games::explorer::PlayedMove;
use crate::ui::refusal::Refusal;
use crate::ui::show;
use crate::ui::tables::Table;

use super::state::{Explored, Session};

/// Moves shown beside the lines of an analysis.
const BESIDE: usize = 5;

/// The moves from a position.
pub(super) fn table(board: &Board, explored: &Explored) -> Result<Table, Refusal> {
    let mut board = Box::new(board.clone());
    match explored {
        Explored::Book(book) => {
            let mut table = Table::new(book.name(), &["move", "weight", "share"]);
            for entry in book.moves(&board).map_err(|error| Refusal::Bad(error.to_string()))? {
                let share = format!("{:.0} %", entry.per_cent);
                table.row(vec![board.san(entry.mv), entry.weight.to_string(), share]);
            }
            Ok(with_note(table))
        }
        Explored::Games { name, explorer } => {
            let moves = explorer.moves(&board);
            let title = format!("{name}: {}", show::counted(explorer.games as usize, "game"));
            let mut table = Table::new(title, &["move", "games", "share", "White", "draws", "Black"]);
            let all: u64 = moves.iter().map(|played| played.games).sum();
            for played in &moves {
                let results = shares(played);
                let share = per_cent(played.games, all);
                let cells = [board.san(played.mv), played.games.to_string(), share].into_iter().chain(results);
                table.row(cells.collect());
            }
            Ok(with_note(table))
        }
    }
}

fn with_note(mut table: Table) -> Table {
    if table.rows.is_empty() {
        table.note("This position does not occur.");
    }
    table
}

/// Shares of the results, in per cent of the games with a result.
fn shares(played: &PlayedMove) -> [String; 3] {
    let known = played.results.iter().sum();
    played.results.map(|games| per_cent(games, known))
}

fn per_cent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".into() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}

/// The most frequent moves, for the lines of an analysis: a number, and the move with the shares of White's wins, of
/// draws, and of Black's wins.
pub(super) fn lines(board: &Board, session: &Session) -> Vec<(String, String)> {
    let mut board = Box::new(board.clone());
    match &session.own.view.explored {
        None => Vec::new(),
        Some(Explored::Book(book)) => {
            let moves = book.moves(&board).unwrap_or_default();
            moves.iter().take(BESIDE).map(|it| (format!("{:.0} %", it.per_cent), board.san(it.mv))).collect()
        }
        Some(Explored::Games { explorer, .. }) => {
            let moves = explorer.moves(&board);
            let line = |played: &PlayedMove| {
                let [white, draws, black] = shares(played).map(|share| share.trim_end_matches(" %").to_string());
                let text = format!("{} · {white} / {draws} / {black} %", board.san(played.mv));
                (show::count_text(played.games), text)
            };
            moves.iter().take(BESIDE).map(line).collect()
        }
    }
}
