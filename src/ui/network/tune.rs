//! `tune`: tunes the numeric parameters of the search by playing games, and measures the Elo gain of search settings.

use std::path::Path;
use std::time::Instant;

use super::arguments::NamedArguments;
use super::screen::{self, screen};
use super::{check_writable, of_file, time_left, write_file};
use crate::board::Board;
use crate::command::split_word;
use crate::lab::duel::WinsDrawsLosses;
use crate::lab::signature;
use crate::modern::parameters::{PARAMETERS, Parameters, rewritten};
use crate::readmove::shortened;
use crate::train::pairs::Limit;
use crate::train::screen::{BadLog, Log};
use crate::train::spsa::{BadTuning, Tuning, TuningPlan, open_bench};
use crate::ui::arguments::words;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad, read_text};
use crate::ui::session::Job;
use crate::ui::tables::{Format, Table};

/// The default plan; its `search` is not used.
const USUAL: TuningPlan = TuningPlan { iterations: 2000, pairs: 8, limit: Limit::Nodes(4000), seed: 1, search: 0 };

pub(crate) fn tune(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (what, rest) = split_word(text);
    match what {
        "search" => search(board, session, rest),
        "screen" => screen(board, session, rest),
        "show" => show_tuning(session, rest),
        "openbench" => for_open_bench(session, rest),
        "source" => source(session, rest),
        "" => bad("tune takes: search, screen, show, openbench or source"),
        _ => {
            bad(format!("no command 'tune {}'; tune takes: search, screen, show, openbench or source", shortened(what)))
        }
    }
}

fn search(board: &Board, session: &mut Session, text: &str) -> Done {
    let words = words(text);
    let [file, rest @ ..] = &words[..] else {
        return bad("tune search: name the FILE for the results");
    };
    let known = &["iterations", "pairs", "nodes", "clock", "seed", "threads"];
    let options = NamedArguments::read("tune search", known, rest)?;
    let plan = TuningPlan {
        iterations: options.number("iterations", 1, 10_000_000)?.unwrap_or(USUAL.iterations),
        pairs: options.number("pairs", 1, 1000)?.unwrap_or(USUAL.pairs),
        limit: options.limit(USUAL.limit)?,
        seed: options.number("seed", 0, u64::MAX)?.unwrap_or(USUAL.seed),
        search: signature::brief(),
    };
    let threads = options.threads()?;
    let mut tuning = match read(file)? {
        Some(tuning) if tuning.plan != plan => return Err(of_file(file, BadTuning::TuningPlan)),
        Some(tuning) => {
            session.out.line(&format!("{file}: continues after iteration {} of {}", tuning.done, plan.iterations));
            tuning
        }
        None => Tuning::new(plan),
    };
    check_writable(file)?;
    session.work_on(board, |job| run(job, &mut tuning, file, threads))?;
    session.out.line(&table(&tuning, Format::Text).written(Format::Text));
    Ok(())
}

fn run(job: &Job, tuning: &mut Tuning, file: &str, threads: usize) -> Done {
    let stop = job.control.stop_flag();
    let (began, first) = (Instant::now(), tuning.done);
    let all = tuning.plan.iterations;
    while tuning.done < all {
        if !tuning.iterate(threads, &stop) {
            return bad(format!("stopped after iteration {}; repeat the command to continue", tuning.done));
        }
        write_file(file, tuning.text().as_bytes())?;
        let left = time_left(began, f64::from(tuning.done - first), f64::from(all - tuning.done));
        job.status(&format!("iteration {} of {all}, about {left} left", tuning.done));
    }
    Ok(())
}

/// The tuning run saved in a file; [`None`] if the file does not exist.
fn read(file: &str) -> Result<Option<Tuning>, Refusal> {
    if !Path::new(file).exists() {
        return Ok(None);
    }
    Tuning::read(&read_text(file)?).map(Some).map_err(|error| of_file(file, error))
}

fn read_existing(file: &str) -> Result<Tuning, Refusal> {
    read(file)?.ok_or_else(|| of_file(file, "there is no such file"))
}

fn show_tuning(session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let [file] = words[..] else { return bad("tune show: name a FILE") };
    let text = read_text(file)?;
    let table = match (Tuning::read(&text), Log::read(&text)) {
        (Ok(tuning), _) => table(&tuning, format),
        (_, Ok(log)) => screen::table(&log, None),
        (Err(reason), Err(BadLog::Foreign)) => return Err(of_file(file, reason)),
        (_, Err(reason)) => return Err(of_file(file, reason)),
    };
    table.show(&mut session.out, format);
    Ok(())
}

fn table(tuning: &Tuning, format: Format) -> Table {
    let mut table = Table::new("", &["number", "usual", "now", "exactly", "least", "most", "step"]);
    let parameters = tuning.parameters();
    for (number, value) in PARAMETERS.iter().zip(&tuning.values) {
        let now = (number.get)(&parameters);
        let is_marked = format == Format::Text && now != number.usual;
        table.row(vec![
            format!("{}{}", number.name, if is_marked { " *" } else { "" }),
            number.usual.to_string(),
            now.to_string(),
            format!("{value:.2}"),
            number.least.to_string(),
            number.most.to_string(),
            number.step.to_string(),
        ]);
    }
    let [won, drawn, lost] = tuning.games;
    let played = WinsDrawsLosses { won, drawn, lost };
    table.note(format!(
        "iteration {} of {}, {} games (+{won} ={drawn} -{lost}); * changed",
        tuning.done,
        tuning.plan.iterations,
        played.games()
    ));
    table
}

fn for_open_bench(session: &mut Session, file: &str) -> Done {
    let values = match file {
        "" => Tuning::new(USUAL).values,
        file => read_existing(file)?.values,
    };
    session.out.line(open_bench(&values).trim_end());
    Ok(())
}

/// Writes the tuned parameters into the source file that defines them.
fn source(session: &mut Session, text: &str) -> Done {
    let words = words(text);
    let [file, place] = words[..] else {
        return bad(
            "tune source takes: the FILE of a tuning run, and the source file that defines the parameters (parameters.rs)",
        );
    };
    let parameters: Parameters = read_existing(file)?.parameters();
    let old = read_text(place)?;
    let new = rewritten(&old, &parameters).map_err(|name| of_file(place, format!("there is no line for {name}")))?;
    write_file(place, new.as_bytes())?;
    let changed = new.lines().zip(old.lines()).filter(|(new, old)| new != old).count();
    session.out.line(&format!("{place}: {changed} parameters changed"));
    Ok(())
}
