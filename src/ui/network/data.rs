//! `data`: commands for files of positions.

use std::path::{Path, PathBuf};

use super::options::Options;
use super::train::paths;
use super::{files_to, is_stopped, of_file};
use crate::board::Board;
use crate::command::split_word;
use crate::readmove::shortened;
use crate::searcher::stats::ratio;
use crate::train::data::{self, DataError, Look, SCORE_BOUNDS, Summary};
use crate::ui::console::Session;
use crate::ui::tables::{Format, Table, per_cent};
use crate::ui::words::{Done, Refusal, bad, number};

/// Positions shuffled in memory at once, 48 bytes each.
const IN_MEMORY: u64 = 1 << 25;

pub(crate) fn data(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (what, rest) = split_word(text);
    match what {
        "info" => look_at(session, rest, Look::Count),
        "check" => look_at(session, rest, Look::Check),
        "merge" => merge(session, rest),
        "shuffle" => shuffle(session, rest),
        "sample" => sample(session, rest),
        "" => bad("data takes: info, check, merge, shuffle or sample"),
        _ => bad(format!("no command 'data {}'; data takes: info, check, merge, shuffle or sample", shortened(what))),
    }
}

fn wrong((path, error): (PathBuf, DataError)) -> Refusal {
    of_file(&path.to_string_lossy(), error)
}

fn look_at(session: &mut Session, text: &str, look: Look) -> Done {
    let (format, names) = Format::take(text);
    if names.is_empty() {
        return bad("data: name a FILE");
    }
    let found = data::count(&paths(&names), look, |read| {
        if read % (1 << 18) == 0 {
            session.show_status(&format!("{read} records  Ctrl-C stops"));
        }
        !is_stopped(session)
    });
    let Some(summary) = found.map_err(wrong)? else { return bad("stopped") };
    let mut table = table_of(&summary);
    if look == Look::Check {
        table.note("Every position is legal and quiet, every game complete.");
    }
    session.out.line(&table.written(format));
    Ok(())
}

fn table_of(summary: &Summary) -> Table {
    let mut table = Table::new("", &["what", "number", "per cent"]);
    let mut row = |what: &str, number: u64, of: u64| {
        let part = if of > 0 { per_cent(ratio(number, of)) } else { String::new() };
        table.row(vec![what.into(), number.to_string(), part]);
    };
    row("positions", summary.positions, 0);
    row("games", summary.games, 0);
    for (result, name) in [(2, "White won"), (1, "drawn"), (0, "Black won")] {
        row(name, summary.results[result], summary.games);
    }
    for ((seed, nodes, evaluator), games) in &summary.runs {
        let who = if *evaluator == 0 { "no network".into() } else { format!("network {evaluator}") };
        row(&format!("games of seed {seed}, {nodes} nodes a move, {who}"), *games, summary.games);
    }
    row("games more than once", summary.repeated, summary.games);
    for (at, count) in summary.pieces.iter().enumerate() {
        row(&format!("{} to {} pieces", 4 * at + 1, 4 * at + 4), *count, summary.positions);
    }
    for (at, count) in summary.scores.iter().enumerate() {
        let name = match (at.checked_sub(1).map(|before| SCORE_BOUNDS[before]), SCORE_BOUNDS.get(at)) {
            (None, Some(most)) => format!("score below {most}"),
            (Some(least), Some(most)) => format!("score {least} to {}", most - 1),
            (Some(least), None) => format!("score from {least}"),
            (None, None) => "score".into(),
        };
        row(&name, *count, summary.positions);
    }
    table.note(format!("Error of the scores against the results: {:.5}.", summary.error));
    table
}

fn merge(session: &mut Session, text: &str) -> Done {
    let (paths, to, rest) = files_to("data merge", text)?;
    Options::read("data merge", &[], &rest)?;
    let merged = data::merge(&paths, Path::new(to)).map_err(wrong)?;
    let left_out = match merged.repeated {
        0 => String::new(),
        games => format!("; {games} repeated games are written once"),
    };
    session.out.line(&format!("{to}: {} positions{left_out}", merged.positions));
    Ok(())
}

fn shuffle(session: &mut Session, text: &str) -> Done {
    let (paths, to, rest) = files_to("data shuffle", text)?;
    let options = Options::read("data shuffle", &["seed"], &rest)?;
    let seed = options.number("seed", 0, u64::MAX)?.unwrap_or(1);
    let count = data::shuffle(&paths, Path::new(to), seed, IN_MEMORY).map_err(wrong)?;
    session.out.line(&format!("{to}: {count} positions, shuffled"));
    Ok(())
}

fn sample(session: &mut Session, text: &str) -> Done {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [file, many, rest @ ..] = &words[..] else { return bad("data sample takes: FILE N [to FILE] [seed N]") };
    let options = Options::read("data sample", &["to", "seed"], rest)?;
    let many = number(many, "positions", 1, 100_000_000, None)?;
    let seed = options.number("seed", 0, u64::MAX)?.unwrap_or(1);
    let positions = data::sample(&paths(&[file]), many, seed).map_err(wrong)?;
    if let Some(to) = options.text("to") {
        data::write(&positions, Path::new(to)).map_err(|error| of_file(to, error))?;
        session.out.line(&format!("{to}: {} positions", positions.len()));
        return Ok(());
    }
    let mut board = Board::new();
    for position in &positions {
        board.init_from_setup(&position.setup());
        let result = ["0-1", "1/2-1/2", "1-0"][position.result as usize];
        session.out.line(&format!("{}; {}; {result}", board.fen(), position.score));
    }
    Ok(())
}
