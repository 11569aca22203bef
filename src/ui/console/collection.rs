//! Collections of puzzles. Puzzles that are due come first, then new ones, then the others. Within each group, the
//! order is random at a terminal; otherwise it is the order of the file.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::games::puzzle::Puzzle;
use crate::games::puzzletable::{self, Filter};
use crate::hash::split_mix;
use crate::play::files;
use crate::readmove::shortened;
use crate::test::Suite;
use crate::timer::unix_nanos;
use crate::ui::arguments::{file_and_number, file_name, words};
use crate::ui::refusal::{Refusal, bad, interrupted, read_text, skipped_lines};
use crate::ui::{places, suites};

use super::state::{PuzzleSource, PuzzleTally, Session};

/// Argument of `puzzle` that selects positions from the user's own mistakes.
const OWN: &str = "mine";

/// Argument of `puzzle` that selects the puzzles due today.
const AGAIN: &str = "again";

/// The default suite, used if no puzzle is due and the user has no new mistakes.
const USUAL: &str = "wac";

/// Number of puzzles read from a table at a time.
const BATCH: usize = 50;

/// At a terminal, the maximum difference between the user's rating and that of a puzzle from a table, if no rating is
/// given.
const NEAR: i32 = 200;

/// The first bytes of a file compressed with Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The arguments of `puzzle`.
pub(super) struct PuzzleRequest<'a> {
    /// A file, a suite, `mine`, `again`, or empty.
    pub(super) name: &'a str,
    /// The number of a puzzle, or empty.
    pub(super) number: &'a str,
    pub(super) filter: Filter,
}

impl PuzzleRequest<'_> {
    /// Reads the arguments of `puzzle`.
    pub(super) fn read(text: &str) -> Result<PuzzleRequest<'_>, Refusal> {
        let mut filter = Filter::default();
        let mut rest = text.trim();
        while let Some(word) = words(rest).last().copied() {
            match word.split_once('=').map(|(name, value)| (name, file_name(value))) {
                Some(("rating", ratings)) => {
                    let ratings = Filter::read_ratings(ratings).ok_or_else(|| {
                        let given = shortened(ratings);
                        Refusal::Bad(format!("rating cannot be '{given}'; type rating=1500 or rating=1400-1600"))
                    })?;
                    filter.ratings = Some(ratings);
                }
                Some(("theme", themes)) => filter.themes.extend(themes.split(',').map(String::from)),
                _ => break,
            }
            // The word may be in quotes.
            rest = rest[..rest.rfind(word).unwrap_or(0)].trim_end_matches(['"', '\'']).trim_end();
        }
        let is_number = rest.parse::<u64>().is_ok();
        let (name, number) = if is_number { ("", rest) } else { file_and_number(rest) };
        Ok(PuzzleRequest { name, number, filter })
    }
}

/// The user's results in all puzzles.
pub(super) fn tally(session: &mut Session) -> &mut PuzzleTally {
    let is_kept = session.input.is_terminal();
    session.own.training.tally.get_or_insert_with(|| if is_kept { PuzzleTally::kept() } else { PuzzleTally::default() })
}

/// The requested puzzles and their source.
pub(super) fn find(session: &mut Session, wanted: &PuzzleRequest) -> Result<(PuzzleSource, Vec<Puzzle>), Refusal> {
    let path = PathBuf::from(wanted.name);
    if suites::text(wanted.name).is_none() && is_table(&path)? {
        let source = PuzzleSource::Table(path, wanted.filter.clone());
        let puzzles = next_batch(session, &source)?;
        return Ok((source, puzzles));
    }
    let (name, mut puzzles) = match wanted.name {
        "" => usual(session),
        name => (name.into(), whole(session, name)?),
    };
    // A rating filter rejects puzzles without a rating.
    puzzles.retain(|puzzle| wanted.filter.admits(puzzle.rating, &puzzle.themes.join(" ")));
    Ok((PuzzleSource::Whole(name), puzzles))
}

/// Reads a whole collection.
fn whole(session: &mut Session, name: &str) -> Result<Vec<Puzzle>, Refusal> {
    let (puzzles, if_none) = match name {
        OWN => (own(), format!("no puzzle from a reviewed game is saved yet: {}", which_are_saved(session))),
        AGAIN => {
            let tally = tally(session);
            let next = tally.practice.next_due().map(|day| format!("; the next one is due on {day}"));
            (tally.due(), format!("no puzzle is due today{}", next.unwrap_or_default()))
        }
        _ => {
            let text = suites::text(name).map_or_else(|| read_text(name), |text| Ok(text.into_owned()))?;
            skipped_lines(name, &Suite::read(&text).skipped).iter().for_each(|line| session.say(line));
            return Ok(Puzzle::all(&text));
        }
    };
    if puzzles.is_empty() { bad(if_none) } else { Ok(puzzles) }
}

/// Which mistakes [`review`](super::review) saves as puzzles, in words.
fn which_are_saved(session: &Session) -> &'static str {
    match session.out.is_terminal() {
        true => "'review' saves a mistake only if a single move was clearly better than all others",
        false => "'review' saves mistakes only at a terminal",
    }
}

fn own() -> Vec<Puzzle> {
    let text = places::missed_tactics().and_then(|file| files::read_text(&file).ok());
    Puzzle::all(&text.unwrap_or_default())
}

/// Puzzles due today; if there are none, the user's own mistakes if any are new; otherwise the default suite.
fn usual(session: &mut Session) -> (String, Vec<Puzzle>) {
    let due = tally(session).due();
    if !due.is_empty() {
        return (AGAIN.into(), due);
    }
    let own = own();
    if own.iter().any(|puzzle| tally(session).is_new(puzzle)) {
        return (OWN.into(), own);
    }
    (USUAL.into(), suites::text(USUAL).map_or(Vec::new(), |text| Puzzle::all(&text)))
}

/// Whether the file is a table of puzzles. Refuses a file compressed with Zstandard.
fn is_table(path: &Path) -> Result<bool, Refusal> {
    let Ok(mut file) = files::open(path) else { return Ok(false) };
    let mut beginning = vec![0; 1 << 12];
    let length = file.read(&mut beginning).unwrap_or_default();
    beginning.truncate(length);
    if beginning.starts_with(&ZSTD) {
        return bad(format!("{} is compressed; unpack it with 'unzstd' first", files::shown(path)));
    }
    Ok(puzzletable::is_table(&beginning))
}

/// Reads a batch of new puzzles from a table. At a terminal, starts at a random place in the file and, if no rating is
/// given, picks puzzles near the user's rating.
pub(super) fn next_batch(session: &mut Session, source: &PuzzleSource) -> Result<Vec<Puzzle>, Refusal> {
    let PuzzleSource::Table(path, filter) = source else { return Ok(Vec::new()) };
    let mut filter = filter.clone();
    let mut from = 0;
    let mut file = files::open(path)?;
    if session.input.is_terminal() {
        let size = file.seek(SeekFrom::End(0)).unwrap_or_default();
        from = split_mix(unix_nanos()).1 % size.max(1);
        let own = tally(session).practice.rating();
        filter.ratings.get_or_insert(own - NEAR..=own + NEAR);
    }
    let known = tally(session).practice.clone();
    let is_wanted =
        |line: &str| puzzletable::read_row(line, &filter).filter(|puzzle| known.best(&puzzle.position).is_none());
    let goes_on = |lines| {
        session.show_work(&format!("{lines} puzzles read"));
        !session.was_interrupted()
    };
    let puzzles = puzzletable::select(file, from, BATCH, is_wanted, goes_on);
    let puzzles =
        puzzles.map_err(|error| Refusal::Bad(format!("{}: {}", files::shown(path), files::reason(&error))))?;
    if puzzles.is_empty() && session.was_interrupted() {
        return interrupted();
    }
    if puzzles.is_empty() {
        let ratings = filter.ratings.iter().map(|range| format!(" rating={}-{}", range.start(), range.end()));
        let wanted: String = ratings.chain(filter.themes.iter().map(|theme| format!(" theme={theme}"))).collect();
        let with = if wanted.is_empty() { "" } else { " with" };
        return bad(format!("no new puzzle in {}{with}{wanted}", files::shown(path)));
    }
    Ok(puzzles)
}

/// Indices of the puzzles in the order of presentation: first puzzles due today, then new puzzles, then the others.
pub(super) fn order(session: &mut Session, puzzles: &[Puzzle]) -> Vec<usize> {
    let seed = if session.input.is_terminal() { unix_nanos() } else { 0 };
    let tally = tally(session);
    let rank = |at: &usize| {
        let puzzle = &puzzles[*at];
        let class = match () {
            () if tally.is_due(puzzle) => 0,
            () if tally.is_new(puzzle) => 1,
            () => 2,
        };
        (class, if seed == 0 { *at as u64 } else { split_mix(seed ^ *at as u64).1 })
    };
    let mut order: Vec<usize> = (0..puzzles.len()).collect();
    order.sort_by_key(rank);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_number_and_filters_are_read() {
        let wanted =
            PuzzleRequest::read("my puzzles.csv rating=1400-1600 theme=fork,pin theme=short").expect("arguments");
        assert_eq!((wanted.name, wanted.number), ("my puzzles.csv", ""));
        assert_eq!(wanted.filter.ratings, Some(1400..=1600));
        assert_eq!(wanted.filter.themes, ["short", "fork", "pin"]);
        let wanted = PuzzleRequest::read("wac 5").expect("arguments");
        assert_eq!((wanted.name, wanted.number, wanted.filter), ("wac", "5", Filter::default()));
        let wanted = PuzzleRequest::read("7").expect("arguments");
        assert_eq!((wanted.name, wanted.number), ("", "7"));
        let wanted = PuzzleRequest::read("wac \"theme=fork\" theme='pin'").expect("arguments");
        assert_eq!((wanted.name, wanted.filter.themes), ("wac", vec!["pin".to_string(), "fork".into()]));
        let wanted = PuzzleRequest::read("\"my puzzles\" 'theme=fork'").expect("arguments");
        assert_eq!(wanted.name, "my puzzles");
        assert!(PuzzleRequest::read("wac rating=easy").is_err());
    }
}
