//! `data`: commands for files of positions.

use std::path::Path;

use super::arguments::NamedArguments;
use super::{check_output, check_writable, files_to, of_file, paths, wrong};
use crate::board::Board;
use crate::command::split_word;
use crate::readmove::shortened;
use crate::searcher::stats::ratio;
use crate::train::data::{self, SCORE_BOUNDS, Summary, Thoroughness};
use crate::ui::arguments::words;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, bad, interrupted, number};
use crate::ui::session::Job;
use crate::ui::show::counted;
use crate::ui::tables::{Format, Table, per_cent};

/// Number of positions that are shuffled in memory at once, at 48 bytes each.
const IN_MEMORY: u64 = 1 << 25;

pub(crate) fn data(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (what, rest) = split_word(text);
    match what {
        "info" => look_at(board, session, rest, Thoroughness::Count),
        "check" => look_at(board, session, rest, Thoroughness::Check),
        "merge" => merge(board, session, rest),
        "shuffle" => shuffle(board, session, rest),
        "sample" => sample(board, session, rest),
        "" => bad("data takes: info, check, merge, shuffle or sample"),
        _ => bad(format!("no command 'data {}'; data takes: info, check, merge, shuffle or sample", shortened(what))),
    }
}

fn look_at(board: &Board, session: &mut Session, text: &str, thoroughness: Thoroughness) -> Done {
    let (format, names) = Format::take(text);
    if names.is_empty() {
        return bad("data: name a FILE");
    }
    let found = session.work_on(board, |job| {
        data::count(&paths(&names), thoroughness, |read| {
            if read % (1 << 18) == 0 {
                job.status(&format!("{read} records"));
            }
            !job.is_stopped()
        })
    });
    let Some(summary) = found.map_err(wrong)? else { return interrupted() };
    let mut table = table_of(&summary);
    if thoroughness == Thoroughness::Check {
        table.note("Every position is legal, with the side to move not in check, and every game is complete.");
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
        row(&format!("games with seed {seed}, {nodes} nodes a move, {who}"), *games, summary.games);
    }
    row("games more than once", summary.repeated, summary.games);
    row("incomplete games", summary.incomplete, summary.games);
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

fn merge(board: &Board, session: &mut Session, text: &str) -> Done {
    let (paths, to, rest) = files_to("data merge", text)?;
    NamedArguments::read("data merge", &[], &rest)?;
    let merged = session.work_on(board, |job| data::merge(&paths, Path::new(to), &job.control.stop_flag()));
    let merged = merged.map_err(wrong)?;
    let left_out = [(merged.repeated, "repeated game"), (merged.incomplete, "incomplete game")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("; {} left out", counted(count, what)))
        .collect::<String>();
    session.out.line(&format!("{to}: {} positions{left_out}", merged.positions));
    Ok(())
}

fn shuffle(board: &Board, session: &mut Session, text: &str) -> Done {
    let (paths, to, rest) = files_to("data shuffle", text)?;
    let options = NamedArguments::read("data shuffle", &["seed"], &rest)?;
    let seed = options.seed()?;
    let shuffle = |job: &Job| data::shuffle(&paths, Path::new(to), seed, IN_MEMORY, &job.control.stop_flag());
    let count = session.work_on(board, shuffle).map_err(wrong)?;
    session.out.line(&format!("{to}: {count} positions, shuffled"));
    Ok(())
}

fn sample(board: &Board, session: &mut Session, text: &str) -> Done {
    let words = words(text);
    let [file, many, rest @ ..] = &words[..] else { return bad("data sample takes: FILE N [to FILE] [seed N]") };
    let options = NamedArguments::read("data sample", &["to", "seed"], rest)?;
    let (paths, to) = (paths(&[file]), options.text("to"));
    if let Some(to) = to {
        check_output("data sample", &paths, to)?;
        check_writable(to)?;
    }
    let many = number(many, "positions", 1, 100_000_000, None)?;
    let seed = options.seed()?;
    let sample = |job: &Job| data::sample(&paths, many, seed, &job.control.stop_flag());
    let positions = session.work_on(board, sample).map_err(wrong)?;
    if let Some(to) = to {
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
