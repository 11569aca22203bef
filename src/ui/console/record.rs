//! `record`: finished games against each opponent. At a terminal they are kept in a file, one line for each game: the
//! day, the opponent's rating or algorithm, and the result.

use std::fs;

use crate::board::Board;
use crate::defines::Side;
use crate::modern::skill::FULL_ELO;
use crate::play::files;
use crate::ui::out::now;
use crate::ui::tables::{Format, Table};
use crate::ui::words::{Done, Refusal, bad};

use super::opponent::name_of;
use super::state::{Games, Level, Origin, Record, Session};

/// The fewest half-moves of a game that counts.
const LEAST: usize = 2;

/// Name and rating.
fn cells(level: &Level) -> [String; 2] {
    match level {
        Level::Rating(FULL_ELO) => ["full strength".into(), "-".into()],
        Level::Rating(elo) => [name_of(*elo).unwrap_or("-").into(), elo.to_string()],
        Level::Algorithm(name) => [format!("algorithm {name}"), "-".into()],
    }
}

fn table(record: &Record) -> Table {
    let mut table = Table::new("", &["opponent", "rating", "won", "drawn", "lost", "last played"]);
    for (level, Games { counts, last }) in &record.levels {
        let cells = cells(level).into_iter().chain(counts.map(|count| count.to_string()));
        table.row(cells.chain([last.clone()]).collect());
    }
    table
}

/// The record of this session.
fn own(session: &mut Session) -> &mut Record {
    let is_kept = session.input.is_terminal();
    session.own.training.record.get_or_insert_with(|| if is_kept { Record::kept() } else { Record::default() })
}

/// A game has ended with this result. It counts if it was played here against the engine, from its beginning, and has
/// not been counted before.
pub(super) fn note(board: &Board, session: &mut Session, result: &str) {
    let Some(engine) = session.engine_side else { return };
    let is_loaded = session.own.game.study.as_ref().is_some_and(|study| study.origin() == Origin::Loaded);
    let is_own = !is_loaded && !session.own.game.selfplay && session.own.script_depth == 0;
    if session.own.game.is_recorded || !is_own || board.end_of_game < LEAST || !is_whole(board) {
        return;
    }
    let result = match result.split(' ').next() {
        Some("1-0") if engine == Side::Black => 0,
        Some("0-1") if engine == Side::White => 0,
        Some("1-0" | "0-1") => 2,
        Some("1/2-1/2") => 1,
        _ => return,
    };
    session.own.game.is_recorded = true;
    let day = now().format("%Y-%m-%d").to_string();
    let level = Level::of(&session.options);
    own(session).note(&day, level, result);
}

/// Has the game begun in the initial position?
fn is_whole(board: &Board) -> bool {
    let mut past = Box::new(board.clone());
    while past.undo().is_some() {}
    past.setup() == Board::new().setup()
}

pub(crate) fn record(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if text == "clear" {
        return clear(session);
    }
    let (format, words) = Format::take(text);
    if let Some(word) = words.first() {
        return bad(format!("unknown argument '{}'; say record, or record clear", crate::readmove::shortened(word)));
    }
    let table = table(own(session));
    if table.rows.is_empty() && format == Format::Text {
        session.say("No game against the engine was finished yet.");
        return Ok(());
    }
    table.show(&mut session.out, format);
    Ok(())
}

/// Removes the record and its file.
fn clear(session: &mut Session) -> Done {
    let record = own(session);
    if let Some(file) = record.file.as_ref().filter(|file| file.exists()) {
        let removed = fs::remove_file(file);
        removed.map_err(|error| Refusal::Bad(format!("{}: {}", file.display(), files::reason(&error))))?;
    }
    record.levels.clear();
    session.say("The record is empty now.");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_for_each_opponent() {
        let text = "2026-01-01\t1600\twon\n2026-01-03\t1600\tlost\nnonsense\n2026-01-02\t1600\tfled\n\
                    2026-01-04\tpvs\tdrawn\n2026-01-05\t1500\tlost\n2026-01-06\t1600\tlost\n";
        let rows = table(&Record::of(text)).rows;
        assert_eq!(
            rows,
            [
                ["-", "1500", "0", "0", "1", "2026-01-05"],
                ["club player", "1600", "1", "0", "2", "2026-01-06"],
                ["algorithm pvs", "-", "0", "1", "0", "2026-01-04"],
            ]
        );
        let full = format!("2026-01-01\t{FULL_ELO}\twon\n");
        assert_eq!(table(&Record::of(&full)).rows[0][..2], ["full strength", "-"]);
    }
}
