//! Results from endgame tables, for comparison with other programs.

use super::figures::{RowError, TableError};
use crate::board::Board;
use crate::modern::tablebase::Tablebase;
use crate::readfen::read_fen;

/// Argument of the command `figures` for tables of endgame results.
pub const FIGURES: &str = "syzygy";
/// The columns of a `syzygy` table. `wdl` is 2 for a win for the side to move, 1 for a cursed win, 0 for a draw, -1 for
/// a blessed loss, and -2 for a loss; `dtz` is in plies. Neither depends on the fifty-move counter in the FEN. A
/// position that the tables do not cover gets dashes.
pub const COLUMNS: &str = "position\twdl\tdtz";

/// Recomputes a `syzygy` table, whose first column is a FEN, or `FEN moves m1 m2 …`. Each line of the result is passed
/// to `write`, which returns whether to continue.
///
/// # Errors
/// [`TableError`] for the first unreadable line; the lines before it have been written.
pub fn recompute(base: &dyn Tablebase, table: &str, mut write: impl FnMut(&str) -> bool) -> Result<(), TableError> {
    if !write(COLUMNS) {
        return Ok(());
    }
    let mut board = Board::new();
    for (index, line) in table.lines().enumerate() {
        if line.starts_with("position") || line.trim().is_empty() {
            continue;
        }
        let position = line.split('\t').next().unwrap_or_default();
        set_up(&mut board, position).map_err(|problem| TableError { line: index + 1, problem })?;
        let figure = |value: Option<i32>| value.map_or("-".into(), |value| value.to_string());
        let (wdl, dtz) = (figure(base.wdl(&board).map(|wdl| wdl as i32)), figure(base.dtz(&board)));
        if !write(&format!("{position}\t{wdl}\t{dtz}")) {
            break;
        }
    }
    Ok(())
}

fn set_up(board: &mut Board, position: &str) -> Result<(), RowError> {
    let (fen, moves) = position.split_once(" moves").unwrap_or((position, ""));
    board.init_from_setup(&read_fen(fen)?.setup);
    for text in moves.split_whitespace() {
        let mv = board.read_move(text).map_err(|_| RowError::Move(text.into()))?;
        board.play(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tablebase::Syzygy;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    fn tables() -> Syzygy {
        Syzygy::open(FOLDER).expect("the tables of the tests")
    }

    #[test]
    fn known_values_are_found() {
        let given = std::fs::read_to_string(format!("{FOLDER}/values.tsv")).expect("the table of values");
        let mut found = String::new();
        let done = recompute(&tables(), &given, |line| {
            found += line;
            found += "\n";
            true
        });
        assert_eq!(done, Ok(()));
        assert!(given.lines().count() > 150);
        assert_eq!(found, given);
    }

    #[test]
    fn positions_without_a_table_get_a_dash() {
        let tables = tables();
        let dashes = recompute(&tables, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\t2\t5", |line| {
            assert!(line == COLUMNS || line.ends_with("\t-\t-"));
            true
        });
        assert_eq!(dashes, Ok(()));
        let wrong = recompute(&tables, "position\n8/8/8/8/8/8/8/8 w - - 0 1", |_| true).expect_err("no kings");
        assert_eq!(wrong.line, 2);
    }
}
