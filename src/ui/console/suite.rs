//! Test suites: searches every position in a file, and compares the best move with the solution in the file.
//!
//! A position is solved if the search ends with a solution; if the file gives the number of moves to mate, the score
//! must also show a mate at least as short. The solution time is the time at which the search last switched to a
//! solution. With `stop`, a search ends once a solution has been the best move for several iterations. The tables are
//! cleared before each position.

use std::path::Path;

use crate::board::Board;
use crate::games::epd::Epd;
use crate::moves::Move;
use crate::play::Options;
use crate::play::files::{self, Overwrite};
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::searcher::MAX_DEPTH;
use crate::searcher::{Thought, laws};
use crate::test::{Suite, TestPosition, Verdict, verdict};
use crate::ui::refusal::{Done, Refusal, bad, needs_number, number};
use crate::ui::tables::{Format, Table};
use crate::ui::{settings, show};

use super::measure::Pace;
use super::position::read_suite;
use super::solving::{Found, Solving};
use super::state::Session;

/// Default for `stop`: the number of iterations for which a solution must stay the best move before the search ends.
const STOP_AFTER: usize = 3;

/// Options after the name of the file.
const OPTIONS: [&str; 4] = ["time", "depth", "stop", "unsolved"];

/// The arguments of `test`.
struct Arguments {
    file: String,
    format: Format,
    /// The options of the session, with the limits given as arguments.
    options: Options,
    stop_after: Option<usize>,
    unsolved: Option<String>,
    /// Whether `unsolved` may overwrite a file.
    overwrite: Overwrite,
}

impl Arguments {
    fn read(text: &str, mut options: Options) -> Result<Arguments, Refusal> {
        let (format, mut words) = Format::take(text);
        let count = words.len();
        words.retain(|word| *word != "--force");
        let overwrite = if words.len() < count { Overwrite::Yes } else { Overwrite::No };
        let end = words.iter().skip(1).position(|word| OPTIONS.contains(word)).map_or(words.len(), |found| found + 1);
        let (file, given) = words.split_at(end);
        if given.iter().any(|word| ["time", "depth"].contains(word)) {
            // Clears the time and depth limits of the settings: only the limits given here apply.
            (options.limits.max_time, options.limits.depth) = (None, MAX_DEPTH);
        }
        let (mut stop_after, mut unsolved) = (None, None);
        let mut rest = given.iter().peekable();
        while let Some(word) = rest.next() {
            // Only the name of a file may contain spaces.
            let most = if *word == "unsolved" { usize::MAX } else { 1 };
            let value = std::iter::from_fn(|| rest.next_if(|word| !OPTIONS.contains(*word)));
            let value: Vec<&str> = value.take(most).copied().collect();
            let value = (!value.is_empty()).then(|| value.join(" "));
            match (*word, value) {
                ("stop", value) => {
                    let count = value.unwrap_or_default();
                    stop_after = Some(number(&count, "iterations", 1, 64, Some(STOP_AFTER))?);
                }
                ("unsolved", Some(file)) => unsolved = Some(file),
                ("unsolved", None) => return bad("unsolved: name a file for the unsolved positions"),
                (limit @ ("time" | "depth"), Some(value)) => settings::set(&mut options, limit, &value)?,
                (limit @ ("time" | "depth"), None) => return Err(needs_number(limit)),
                (word, _) => {
                    return bad(format!(
                        "unknown argument '{}'; after the file you can add time SECONDS, depth N, stop [N], unsolved \
                         FILE, --force, --csv or --json",
                        shortened(word)
                    ));
                }
            }
        }
        if given.contains(&"time") {
            // Starts new iterations until the time is up, because even an unfinished one may find the solution.
            options.limits.stop_frac = 100;
        }
        Ok(Arguments { file: file.join(" "), format, options, stop_after, unsolved, overwrite })
    }
}

/// A searched position.
struct Searched<'a> {
    number: usize,
    position: &'a TestPosition,
    best: Move,
    verdict: Option<Verdict>,
    nodes: u64,
    ms: u64,
    found: Option<Found>,
}

/// Totals over a suite.
#[derive(Default)]
struct Sums {
    /// Number of searched positions that have a solution.
    tried: usize,
    solved: usize,
    nodes: u64,
    ms: u64,
    /// Sum of the solution times, in milliseconds.
    solution_ms: u64,
    /// Names and EPD lines of the unsolved positions.
    names: Vec<String>,
    unsolved: String,
}

impl Sums {
    fn add(&mut self, searched: &Searched) {
        self.nodes += searched.nodes;
        self.ms += searched.ms;
        self.tried += usize::from(searched.verdict.is_some());
        match searched.verdict {
            Some(Verdict::Solved) => {
                self.solved += 1;
                self.solution_ms += searched.found.map_or(searched.ms, |found| found.ms);
            }
            Some(Verdict::Failed) => {
                let title = &searched.position.title;
                self.names.push(if title.is_empty() { searched.number.to_string() } else { title.clone() });
                self.unsolved.push_str(&epd_line(searched.position));
            }
            None => {}
        }
    }
}

pub(crate) fn test(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let arguments = Arguments::read(text, session.options.clone())?;
    let suite = read_suite(session, &arguments.file)?;
    if let Some(file) = &arguments.unsolved {
        files::check_writable(Path::new(file), arguments.overwrite)?;
    }
    if arguments.format == Format::Text {
        let count = show::counted(suite.positions.len(), "position");
        session.say(&format!(
            "{count} of {}; the engine searches {}",
            arguments.file,
            show::limits(&arguments.options.limits)
        ));
    }
    let columns =
        ["number", "id", "move", "verdict", "depth", "nodes", "ms", "solution_depth", "solution_nodes", "solution_ms"];
    let mut table = Table::new("", &columns);
    // Uses separate searchers, so that the game's searchers keep their tables.
    let engine = session.engine.take();
    let sums = search_all(session, &suite, &arguments, &mut table);
    session.engine = engine;
    if let Some(file) = &arguments.unsolved {
        files::write(Path::new(file), sums.unsolved.as_bytes(), arguments.overwrite)?;
    }
    if arguments.format == Format::Text {
        session.say(&summary(&sums, &suite, &arguments));
    } else {
        table.show(&mut session.out, arguments.format);
    }
    Ok(())
}

fn search_all(session: &mut Session, suite: &Suite, arguments: &Arguments, table: &mut Table) -> Sums {
    let (mut sums, board, options) = (Sums::default(), &mut *Board::new(), &arguments.options);
    let pace = Pace::new(suite.positions.len());
    // Titles are padded to the length of the longest.
    let width = suite.positions.iter().map(|position| show::columns_of(&position.title)).max().unwrap_or_default();
    for (index, position) in suite.positions.iter().enumerate() {
        let (number, title) = (index + 1, &position.title);
        // A skipped position appears as a line in text output, and as a row without a move in other formats.
        let mut pass_over = |session: &mut Session, why: &str| match arguments.format {
            Format::Text => session.say(&format!("{number:4}  {} {why}", show::padded(title, width))),
            _ => table.row([number.to_string(), title.clone()].into_iter().chain(vec![String::new(); 8]).collect()),
        };
        let fen = match read_fen(&position.fen) {
            Ok(fen) => fen,
            Err(error) => {
                pass_over(session, &error.to_string());
                continue;
            }
        };
        board.init_from_setup(&fen.setup);
        // With hash tables from other positions, the result would depend on the order of the positions in the file.
        if let Some(engine) = &mut session.engine {
            engine.clear();
        }
        session.show_work(&pace.text(index, &format!("{title}, {} solved", sums.solved)));
        let solving = Solving { position: position.clone(), stop_after: arguments.stop_after, found: None, stood: 0 };
        session.own.analysis.solving = Some(solving);
        let thought = session.quietly(|session| session.search_with(board, options, options.limits.clone()));
        let Some(solving) = session.own.analysis.solving.take() else { break };
        if session.was_interrupted() {
            if arguments.format == Format::Text {
                session.out.line("stopped");
            }
            break;
        }
        let Some(thought) = thought.filter(|thought| thought.best.is_some()) else {
            let Some(outcome) = laws::outcome(board) else { break };
            pass_over(session, &show::outcome(outcome));
            continue;
        };
        let Thought { best, nodes, ms, .. } = thought;
        let verdict = solving.verdict(board, best);
        let found = solving.found.filter(|_| verdict == Some(Verdict::Solved));
        let searched = Searched { number, position, best, verdict, nodes, ms, found };
        sums.add(&searched);
        match arguments.format {
            Format::Text => session.out.line(&test_line(board, &searched, width)),
            _ => table.row(cells(board, &searched, session.own.analysis.progress.depth)),
        }
    }
    sums
}

/// A row of the table.
fn cells(board: &mut Board, searched: &Searched, depth: usize) -> Vec<String> {
    let Searched { number, position, best, verdict, nodes, ms, found } = searched;
    let word = verdict.map_or("", |verdict| if verdict == Verdict::Solved { "solved" } else { "failed" });
    let mut cells = vec![number.to_string(), position.title.clone(), board.san(*best), word.into(), depth.to_string()];
    cells.extend([nodes.to_string(), ms.to_string()]);
    let found = found.map(|Found { depth, nodes, ms }| [depth.to_string(), nodes.to_string(), ms.to_string()]);
    cells.extend(found.unwrap_or_default());
    cells
}

fn summary(sums: &Sums, suite: &Suite, arguments: &Arguments) -> String {
    let of = suite.positions.iter().filter(|position| position.has_solution()).count();
    let left = if sums.tried < of { format!(" ({of} in the file)") } else { String::new() };
    let solved = if of > 0 { format!("solved {} of {}{left}, ", sums.solved, sums.tried) } else { String::new() };
    let (time, speed) = (show::time_text(sums.ms), show::speed(sums.nodes, sums.ms));
    let mut text = format!("{solved}{} nodes, {time}{speed}", sums.nodes);
    if let Some(mean) = sums.solution_ms.checked_div(sums.solved as u64) {
        text.push_str(&format!("\naverage solution time {}", show::time_text(mean)));
    }
    if !sums.names.is_empty() {
        text.push_str(&format!("\nnot solved: {}", sums.names.join(", ")));
    }
    if let Some(file) = &arguments.unsolved {
        text.push_str(&format!("\nunsolved: {}, written to {file}", sums.unsolved.lines().count()));
    }
    if of > 0 {
        text.push_str(&format!(
            "\nto measure a technique on this suite: compare winglet none history=off suite {}",
            arguments.file
        ));
    }
    text
}

/// The position as an EPD line.
fn epd_line(position: &TestPosition) -> String {
    let fields: Vec<&str> = position.fen.split(' ').take(4).collect();
    let mut epd = Epd { position: fields.join(" "), operations: Vec::new() };
    for (code, moves) in [("bm", &position.best_moves), ("am", &position.avoid_moves)] {
        if !moves.is_empty() {
            epd.set(code, moves.clone());
        }
    }
    if let Some(moves) = position.mate_in {
        epd.set("dm", [moves.to_string()]);
    }
    if !position.title.is_empty() {
        epd.set("id", [position.title.clone()]);
    }
    format!("{epd}\n")
}

/// Describes a failure: the best moves, the moves to avoid or, if the search's move is right, the mate it missed.
fn missed(board: &mut Board, position: &TestPosition, best: Move) -> String {
    let is_right = verdict(board, position, best) != Some(Verdict::Failed);
    match position.mate_in.filter(|_| is_right) {
        Some(moves) => format!("mate in {moves} not found"),
        None if position.best_moves.is_empty() => format!("not {}", position.avoid_moves.join(" ")),
        None => format!("best {}", position.best_moves.join(" ")),
    }
}

/// The output line for a searched position: move, time, and solution time. Titles are padded to `width` columns.
fn test_line(board: &mut Board, searched: &Searched, width: usize) -> String {
    let &Searched { number, position, best, verdict, nodes, ms, found } = searched;
    let mark = match (verdict, found) {
        (Some(Verdict::Solved), Some(Found { depth, nodes, ms })) => {
            format!("solved at depth {depth}, {}, {} nodes", show::time_text(ms), show::count_text(nodes))
        }
        (Some(Verdict::Solved), None) => "solved".into(),
        (Some(Verdict::Failed), _) => missed(board, position, best),
        (None, _) => String::new(),
    };
    let (san, nodes) = (board.san(best), show::count_text(nodes));
    let (title, time) = (show::padded(&position.title, width), show::time_text(ms));
    format!("{number:4}  {title} {san:<7} {time:>9} {nodes:>7} nodes  {mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsolved_positions_can_be_read_again() {
        let position = TestPosition {
            title: "one".into(),
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".into(),
            best_moves: vec!["Ra8+".into(), "Rd1".into()],
            avoid_moves: vec!["Kd1".into()],
            mate_in: Some(12),
        };
        let [again] = &Suite::read(&epd_line(&position)).positions[..] else { panic!("one position") };
        assert_eq!(*again, TestPosition { fen: "4k3/8/8/8/8/8/8/R3K3 w - -".into(), ..position });
    }

    #[test]
    fn a_missed_mate_is_named() {
        let mut board = Board::new();
        let best = board.read_move("e4").expect("legal");
        for (best_moves, avoid_moves, mate_in, text) in [
            ("", "", Some(3), "mate in 3 not found"),
            ("e4", "", Some(3), "mate in 3 not found"),
            ("d4", "", Some(3), "best d4"),
            ("", "e4", None, "not e4"),
        ] {
            let [best_moves, avoid_moves] =
                [best_moves, avoid_moves].map(|moves| moves.split_whitespace().map(String::from).collect());
            let position = TestPosition { best_moves, avoid_moves, mate_in, ..TestPosition::default() };
            assert_eq!(missed(&mut board, &position, best), text);
        }
    }

    #[test]
    fn limits_follow_the_file_name() {
        let read = |text| Arguments::read(text, Options::default());
        let arguments =
            read("my suite.epd time 0.5 stop unsolved left.epd --csv").unwrap_or_else(|why| panic!("{why}"));
        let limits = &arguments.options.limits;
        assert_eq!((limits.max_ms(), limits.depth), (Some(500), MAX_DEPTH));
        assert_eq!((arguments.file.as_str(), arguments.stop_after), ("my suite.epd", Some(STOP_AFTER)));
        assert_eq!((arguments.unsolved.as_deref(), arguments.format), (Some("left.epd"), Format::Csv));
        for text in ["wac time", "wac depth stop", "wac unsolved", "wac stop 3 4", "wac time 1 2"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
