//! `genfens`: balanced openings for other programs, in the format that OpenBench expects.

use std::collections::HashSet;

use super::arguments::NamedArguments;
use crate::board::Board;
use crate::modern;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::searcher::random::Random;
use crate::setup::Setup;
use crate::train::datagen::{GameSearch, RANDOM_PLIES, soft_limit};
use crate::ui::arguments::words;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad, interrupted, number, read_text};
use crate::ui::session::Job;

/// Default number of random half-moves after a book position; with probability 1/2, one more is played.
const PLIES_BEHIND_BOOK: u64 = 4;
/// Nodes of the search that checks whether an opening is balanced.
const NODES: u64 = 1000;
/// Maximum number of failures in a row before giving up.
const MOST_FAILURES: usize = 100;
/// The name that stands for "no book" in OpenBench's requests.
const NO_BOOK: &str = "none";

pub(crate) fn genfens(board: &mut Board, session: &mut Session, text: &str) -> Done {
    // OpenBench appends `quit`, which is not an argument.
    let words: Vec<&str> = words(text).into_iter().filter(|word| *word != "quit").collect();
    let count = number(words.first().unwrap_or(&""), "number of openings", 1, 1 << 20, None)?;
    let options = NamedArguments::read("genfens", &["seed", "book", "plies"], &words[1..])?;
    let Some(seed) = options.number("seed", 0, u64::MAX)? else { return bad("genfens needs a seed") };
    let book = options.text("book").filter(|book| !book.eq_ignore_ascii_case(NO_BOOK));
    let usual = if book.is_some() { PLIES_BEHIND_BOOK } else { RANDOM_PLIES };
    let starts = book.map_or_else(|| Ok(vec![Setup::start()]), starts)?;
    let plies = options.number("plies", 0, 100)?.unwrap_or(usual);
    session.work_on(board, |job| write(job, count, &starts, plies, seed))
}

/// Writes this many balanced openings, without repetitions.
fn write(job: &Job, count: usize, starts: &[Setup], plies: u64, seed: u64) -> Done {
    let settings = modern::Settings { megabytes: 1, ..modern::Settings::default() };
    let mut opener = GameSearch::new(&settings, soft_limit(NODES), &job.control.stop_flag());
    let (mut random, mut seen, mut failures) = (Random::seeded(seed), HashSet::new(), 0);
    while seen.len() < count {
        let start = &starts[random.below(starts.len())];
        let is_good = opener.open_from(start, plies, &mut random);
        if job.is_stopped() {
            return interrupted();
        }
        if is_good == Some(true) && seen.insert(laws::fen(&opener.board)) {
            failures = 0;
            job.line(&format!("info string genfens {}", laws::fen(&opener.board)));
            continue;
        }
        failures += 1;
        if failures > MOST_FAILURES {
            return bad(format!("only {} balanced openings were found", seen.len()));
        }
    }
    Ok(())
}

/// The positions of a book of FENs or EPDs.
fn starts(book: &str) -> Result<Vec<Setup>, Refusal> {
    let text = read_text(book)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let starts: Result<Vec<Setup>, Refusal> = lines.map(|line| start(book, line)).collect();
    starts.and_then(|starts| if starts.is_empty() { bad(format!("{book} has no positions")) } else { Ok(starts) })
}

/// The position in a line, from its first four fields; the others may be EPD operations.
fn start(book: &str, line: &str) -> Result<Setup, Refusal> {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let read = read_fen_by(&fields.join(" "), Rules::Chess960);
    read.map(|fen| fen.setup).map_err(|error| Refusal::Bad(format!("{book}: {}: {error}", shortened(line))))
}
