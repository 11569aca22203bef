//! Counting and measuring. Every measurement is a [`Job`]: at a terminal it shows its progress and can be stopped.

use crate::board::Board;
use crate::command;
use crate::lab::bench::{self, Count, UNWATCHED_DEPTH, watched_perft};
use crate::lab::endings;
use crate::lab::figures::{Figures, TableKind};
use crate::lab::signature::{self, BenchRun, SIGNATURE_DEPTH};
use crate::modern;
use crate::modern::techniques::Techniques;
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::Algorithm;
use crate::timer::Instant;
use crate::ui::arguments;
use crate::ui::refusal::{Done, Refusal, bad, interrupted, number, read_text};
use crate::ui::session::Job;
use crate::ui::show;
use crate::ui::tables::{Format, Table};

use super::knowledge;
use super::state::Session;

/// Progress of a long task: parts done and time left.
pub(super) struct Pace {
    began: Instant,
    parts: usize,
}

impl Pace {
    pub(super) fn new(parts: usize) -> Pace {
        Pace { began: Instant::now(), parts }
    }

    /// Progress text: the number of the current part (`done` parts are finished), and the time left.
    pub(super) fn text(&self, done: usize, what: &str) -> String {
        let elapsed = self.began.elapsed();
        let left = (elapsed.as_millis() as u64 * (self.parts - done) as u64).checked_div(done as u64).map(|ms| {
            // Rounds up to tenths of a second below ten seconds, and to whole seconds above.
            let step = if ms < 10_000 { 100 } else { 1000 };
            format!("  about {} left", show::time_text(ms.div_ceil(step) * step))
        });
        format!("{what} ({} of {}){}", done + 1, self.parts, left.unwrap_or_default())
    }
}

/// Counts the leaves below each root move. Returns their sum, or None if stopped.
fn count_moves(
    board: &mut Board,
    job: &Job,
    depth: usize,
    count: Count,
    mut each: impl FnMut(&str, u64),
) -> Option<u64> {
    let moves = board.legal_moves();
    let pace = Pace::new(moves.len());
    let mut total = 0;
    for (number, mv) in moves.iter().enumerate() {
        let speed = show::speed(total, board.timer.elapsed_ms());
        job.status(&pace.text(number, &format!("{mv}{speed}")));
        board.make_move(*mv);
        let below = watched_perft(board, depth - 1, &job.control, count);
        board.unmake_move();
        total += below?;
        each(&mv.to_string(), below?);
    }
    Some(total)
}

/// The published number of leaves below this position, if the position is well known.
fn known_leaves(board: &Board, depth: usize) -> Option<u64> {
    let fen = board.fen();
    let same = |line: &&str| line.split_whitespace().take(4).eq(fen.split_whitespace().take(4));
    let line = include_str!("../../../assets/perft.epd").lines().find(same)?;
    let wanted = format!("D{depth} ");
    line.split(';').find_map(|field| field.trim().strip_prefix(&wanted)?.parse().ok())
}

/// Compares the count with the published one, if there is one. Returns a remark if they agree, and a refusal if not.
fn checked(board: &Board, depth: usize, nodes: u64) -> Result<&'static str, Refusal> {
    match known_leaves(board, depth) {
        None => Ok(""),
        Some(known) if known == nodes => Ok(", as published"),
        Some(known) => {
            bad(format!("counted {nodes} leaves, but the published count is {known}: the move generator is wrong"))
        }
    }
}

pub(crate) fn perft(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (depth, way) = command::split_word(text);
    let depth = number(depth, "depth", 0, Board::MAX_PERFT_DEPTH, None)?;
    let mut bulk = bench::bulk_perft();
    let count: Count = match way {
        "" => &mut Board::perft,
        "bulk" => &mut bulk,
        _ => return bad(format!("unknown argument '{}'; only 'bulk' may follow the depth", shortened(way))),
    };
    session.say(&format!("    starting perft {depth}..."));
    let mut counted = Box::new(board.clone());
    counted.timer.start();
    let nodes = session.work_on(board, |job| match depth {
        0..=UNWATCHED_DEPTH => Some(count(&mut counted, depth)),
        _ => count_moves(&mut counted, job, depth, count, |_, _| {}),
    });
    let Some(nodes) = nodes else { return interrupted() };
    let ms = counted.timer.elapsed_ms();
    let known = checked(board, depth, nodes)?;
    session.answer(&format!("nodes        = {nodes}, {ms} ms{}{known}", show::speed(nodes, ms)))
}

pub(crate) fn divide(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let depth = number(&words.join(" "), "depth", 1, Board::MAX_PERFT_DEPTH, None)?;
    let mut counted = Box::new(board.clone());
    counted.timer.start();
    let moves = board.legal_moves().len();
    let mut table = Table::new("", &["move", "leaves"]);
    let total = session.work_on(board, |job| {
        count_moves(&mut counted, job, depth, &mut Board::perft, |mv, nodes| {
            table.row(vec![mv.into(), nodes.to_string()]);
            if format == Format::Text {
                job.line(&format!("{mv:<6} {nodes}"));
            }
        })
    });
    let Some(total) = total else { return interrupted() };
    let ms = counted.timer.elapsed_ms();
    let known = checked(board, depth, total)?;
    match format {
        Format::Text => {
            table.note_cells(&mut session.out);
            let moves = show::counted(moves, "move");
            session.say(&format!("total  {total} in {moves}, {ms} ms{}{known}", show::speed(total, ms)));
        }
        _ => table.show(&mut session.out, format),
    }
    Ok(())
}

pub(crate) fn ablate(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let depth = number(&words.join(" "), "depth", 1, 30, Some(SIGNATURE_DEPTH))?;
    let Some(table) = session.work_on(board, |job| ablations(job, depth, format)) else { return interrupted() };
    match format {
        Format::Text => {
            session.say("Elo in games: measured with networks 7 and 8; docs/strength.md has the conditions")
        }
        _ => table.show(&mut session.out, format),
    }
    Ok(())
}

/// Runs the bench with the default settings, then without each technique in turn, then with each alternative
/// evaluation. Text output shows each line as soon as it is complete. Returns None if stopped.
fn ablations(job: &Job, depth: usize, format: Format) -> Option<Table> {
    let mut table = Table::new("", &["without", "nodes", "ms", "elo"]);
    if format == Format::Text {
        job.line(&format!(
            "{:<20}{:>12}{:>9}{:>10}{:>9}{:>13}",
            "without", "nodes", "ratio", "ms", "ratio", "Elo in games"
        ));
    }
    let ablations = signature::ablations();
    let positions = signature::positions().count();
    let pace = Pace::new(positions * ablations.len());
    let mut all: Option<BenchRun> = None;
    for (number, (name, settings)) in ablations.into_iter().enumerate() {
        let run = run(job, &settings, depth, |position| {
            pace.text(positions * number + position, &format!("without {}", or_nothing(&name)))
        })?;
        let run = BenchRun { without: name, ..run };
        if format == Format::Text {
            job.line(&ablation_line(&run, all.get_or_insert_with(|| run.clone())));
        }
        let [nodes, ms] = [run.nodes, run.ms].map(|number| number.to_string());
        table.row(vec![run.without.clone(), nodes, ms, elo_of(&run.without)]);
    }
    Some(table)
}

pub(crate) fn bench(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let options = session.options.clone();
    if let ("threads", rest) = command::split_word(text) {
        let (threads, depth) = command::split_word(rest);
        let threads = number(threads, "threads", 2, 64, Some(2))?;
        let depth = number(depth, "depth", 1, 30, Some(DEPTH_OF_THREADS))?;
        let done = session.work_on(board, |job| bench_threads(job, &options, threads, depth));
        return done.map_or_else(interrupted, Ok);
    }
    let deeper = number(text, "plies", 0, 8, Some(0))?;
    session.work_on(board, |job| bench_all(job, options, deeper)).map_or_else(interrupted, Ok)
}

/// Runs the bench of both searches, and perft; returns None if stopped.
fn bench_all(job: &Job, mut options: Options, deeper: usize) -> Option<()> {
    let settings = signature::settings(&options.modern);
    if options.algorithm == Algorithm::Modern {
        options.algorithm = Algorithm::Pvs;
    }
    job.line("the tutorial's search:");
    let mut total = bench::Measured::default();
    let pace = Pace::new(bench::POSITIONS.len());
    for (number, position) in bench::POSITIONS.into_iter().enumerate() {
        job.status(&pace.text(number, position.name));
        let line = bench::search(&options, position, deeper, &job.control);
        if job.is_stopped() {
            return None;
        }
        job.line(&bench_line(position.name, line));
        total += line;
    }
    job.line(&bench_line("total", total));
    let depth = SIGNATURE_DEPTH + deeper;
    let positions = signature::positions().count();
    let pace = Pace::new(positions);
    let run = run(job, &settings, depth, |number| pace.text(number, "the modern search"))?;
    job.line(&format!("the modern search, {positions} positions to depth {depth}:"));
    job.line(&bench_line("total", bench::Measured { nodes: run.nodes, ms: run.ms }));
    job.line(&format!("signature {}", run.nodes));
    job.status("perft");
    for (name, line) in bench::perft(|board, depth| watched_perft(board, depth, &job.control, &mut Board::perft)) {
        job.line(&bench_line(&name, line));
    }
    if job.is_stopped() {
        return None;
    }
    // OpenBench reads the signature and the speed from the last line.
    job.line(&format!("{} nodes {} nps", run.nodes, run.nodes * 1000 / run.ms.max(1)));
    Some(())
}

/// Compares the bench time of several threads with that of one thread; returns None if stopped.
fn bench_threads(job: &Job, options: &Options, threads: usize, depth: usize) -> Option<()> {
    let positions = signature::positions().count();
    let pace = Pace::new(2 * positions);
    let mut one = None;
    for (before, threads) in [(0, 1), (positions, threads)] {
        let name = show::counted(threads, "thread");
        let settings = modern::Settings { threads, ..signature::settings(&options.modern) };
        let run = run(job, &settings, depth, |number| pace.text(before + number, &name))?;
        job.line(&bench_line(&name, bench::Measured { nodes: run.nodes, ms: run.ms }));
        let one: &BenchRun = one.get_or_insert(run.clone());
        if threads > 1 {
            let [time, nodes] = [(run.ms, one.ms), (run.nodes, one.nodes)].map(|(n, of)| n as f64 / of.max(1) as f64);
            job.line(&format!(
                "time to depth {depth}: {time:.2} times that of one thread, with {nodes:.2} times the nodes"
            ));
        }
    }
    Some(())
}

/// Runs the bench of the modern search; returns None if stopped. `status` gives the status line for a number of
/// finished positions.
fn run(job: &Job, settings: &modern::Settings, depth: usize, status: impl Fn(usize) -> String) -> Option<BenchRun> {
    let run = signature::run_watched(settings, depth, &job.control, |number| job.status(&status(number - 1)));
    (!job.is_stopped()).then_some(run)
}

/// A line of bench results.
fn bench_line(name: &str, line: bench::Measured) -> String {
    let knps = line.nodes.checked_div(line.ms).unwrap_or_default();
    format!("{name:<24}{:>12} nodes {:>8} ms {knps:>8} knodes/s", line.nodes, line.ms)
}

/// The name, or `(nothing)`.
fn or_nothing(name: &str) -> &str {
    if name.is_empty() { "(nothing)" } else { name }
}

/// The measured Elo gain of this technique; empty if it was not measured, or for the run with all techniques on.
fn elo_of(technique: &str) -> String {
    let gain = Techniques::named(technique).and_then(|technique| technique.gain());
    gain.map_or_else(String::new, |gain| gain.elo_text())
}

/// A line of the ablation table, relative to the run with every technique on.
fn ablation_line(run: &BenchRun, all: &BenchRun) -> String {
    let ratio = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    let name = or_nothing(&run.without);
    let (nodes, time) = (ratio(run.nodes, all.nodes), ratio(run.ms, all.ms));
    let elo = elo_of(&run.without);
    format!("{name:<20}{:>12}{nodes:>9.2}{:>10}{time:>9.2}{elo:>13}", run.nodes, run.ms)
}

/// Default depth of `bench threads`, in plies: enough to keep several threads busy.
const DEPTH_OF_THREADS: usize = 16;

/// The kinds of tables, with their columns.
fn kinds_of_figures() -> Table {
    let mut table = Table::new("Tables of figures", &["kind", "columns"]);
    for name in TableKind::names() {
        table.row(vec![name.into(), TableKind::of(name).map_or("", TableKind::columns).replace('\t', " ")]);
    }
    table.note("The columns of a file are separated by tabs, and its first line names them.");
    table.note("An unknown figure is written as ?.");
    table.note("'figures new KIND' writes a table to fill in, 'figures KIND FILE' computes every figure of a table.");
    table
}

pub(crate) fn figures(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, file) = command::split_word(text);
    match (name, TableKind::of(file)) {
        ("", _) => kinds_of_figures().show(&mut session.out, Format::Text),
        ("new", Some(kind)) => session.out.line(kind.blank().trim_end()),
        ("new", None) => return bad("figures new takes the KIND of a table; 'figures' lists them"),
        (endings::FIGURES, _) => return knowledge::figures(board, session, arguments::file_name(file)),
        _ => return recompute(board, session, name, file),
    }
    Ok(())
}

/// Computes every figure of a table in a file.
fn recompute(board: &Board, session: &mut Session, name: &str, file: &str) -> Done {
    let Some(kind) = TableKind::of(name) else {
        let names: Vec<&str> = TableKind::names().chain([endings::FIGURES]).collect();
        return bad(format!("'{}' is not a kind of table; the kinds are {}", shortened(name), names.join(", ")));
    };
    let table = read_text(arguments::file_name(file))?;
    let rows = table.lines().filter(|line| !line.starts_with("position") && !line.trim().is_empty()).count();
    let pace = Pace::new(rows);
    session.work_on(board, |job| {
        // The first line is the header, so when a line arrives, `written` counts the finished rows.
        let mut written = 0;
        let done = Figures::recompute(kind, &table, &job.control, |line| {
            job.line(line);
            if written < rows {
                job.status(&pace.text(written, name));
            }
            written += 1;
            !job.is_stopped()
        });
        done.map_err(|error| Refusal::Bad(format!("{file}, {error}")))?;
        if job.is_stopped() { interrupted() } else { Ok(()) }
    })
}
