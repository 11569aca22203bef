//! Counting and measuring. At a terminal every measurement shows its progress, and Ctrl-C stops it.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::command;
use crate::lab::bench;
use crate::lab::endings;
use crate::lab::figures::{Figures, Kind};
use crate::lab::signature::{self, SIGNATURE_DEPTH};
use crate::modern::{self, Modern};
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::{Algorithm, Control};
use crate::ui::show;
use crate::ui::tables::{Format, Table};
use crate::ui::words::{Done, Refusal, bad, number, read_text};

use super::knowledge;
use super::state::Session;

/// Up to this depth perft is too fast to need an interrupt check.
const UNWATCHED_DEPTH: usize = 3;

/// Progress of long work: parts done and time left.
pub(super) struct Pace {
    began: Instant,
    parts: usize,
}

impl Pace {
    pub(super) fn new(parts: usize) -> Pace {
        Pace { began: Instant::now(), parts }
    }

    /// Shows the number of finished parts in the status line.
    pub(super) fn show(&self, session: &mut Session, done: usize, what: &str) {
        let elapsed = self.began.elapsed();
        let left = u32::try_from(done).ok().filter(|done| *done > 0).map(|done| {
            let left = elapsed * u32::try_from(self.parts - done as usize).unwrap_or(u32::MAX) / done;
            format!("  about {} left", show::time_text(round_up(left)))
        });
        let left = left.unwrap_or_default();
        session.show_status(&format!("{what} ({} of {}){left}  Ctrl-C stops", done + 1, self.parts));
    }
}

/// Milliseconds, rounded up to tenths of a second; from ten seconds on, to whole seconds.
fn round_up(time: Duration) -> u64 {
    let ms = time.as_millis() as u64;
    let step = if ms < 10_000 { 100 } else { 1000 };
    ms.div_ceil(step) * step
}

type Count<'a> = &'a mut dyn FnMut(&mut Board, usize) -> u64;

/// Perft with interrupt checks; none if it was stopped.
fn watched_perft(board: &mut Board, depth: usize, session: &mut Session, count: Count) -> Option<u64> {
    if depth <= UNWATCHED_DEPTH {
        return (!is_stopped(session)).then(|| count(board, depth));
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        let below = watched_perft(board, depth - 1, session, count);
        board.unmake_move();
        nodes += below?;
    }
    Some(nodes)
}

fn is_stopped(session: &Session) -> bool {
    session.was_interrupted() || session.out.is_closed()
}

/// The counts below each root move, with progress in the status line.
fn count_moves(
    board: &mut Board,
    session: &mut Session,
    depth: usize,
    count: Count,
    mut each: impl FnMut(&mut Session, &str, u64),
) -> Option<u64> {
    let moves = board.legal_moves();
    let pace = Pace::new(moves.len());
    let mut total = 0;
    for (number, mv) in moves.iter().enumerate() {
        let speed = show::speed(total, board.timer.elapsed_ms());
        pace.show(session, number, &format!("{mv}{speed}"));
        board.make_move(*mv);
        let below = watched_perft(board, depth - 1, session, count);
        board.unmake_move();
        total += below?;
        each(session, &mv.to_string(), below?);
    }
    Some(total)
}

/// The published number of leaves below this position, if it is one of the well-known ones.
fn known_leaves(board: &Board, depth: usize) -> Option<u64> {
    let fen = board.fen();
    let same = |line: &&str| line.split_whitespace().take(4).eq(fen.split_whitespace().take(4));
    let line = include_str!("../../../assets/perft.epd").lines().find(same)?;
    let wanted = format!("D{depth} ");
    line.split(';').find_map(|field| field.trim().strip_prefix(&wanted)?.parse().ok())
}

/// A remark if the count agrees with the published one.
fn checked(board: &Board, depth: usize, nodes: u64) -> Result<&'static str, Refusal> {
    match known_leaves(board, depth) {
        None => Ok(""),
        Some(known) if known == nodes => Ok(", as published"),
        Some(known) => bad(format!("counted {nodes} leaves, published are {known}: the move generator is wrong")),
    }
}

pub(crate) fn perft(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (depth, way) = command::split_word(text);
    let depth = number(depth, "depth", 0, Board::MAX_PERFT_DEPTH, None)?;
    let mut modern;
    let mut bulk;
    let count: Count = match way {
        "" => &mut Board::perft,
        "bulk" => {
            modern = Modern::default();
            bulk = |board: &mut Board, depth| {
                modern.board.set_game(board);
                modern.perft_bulk(depth)
            };
            &mut bulk
        }
        _ => return bad(format!("unknown argument '{}'; only 'bulk' may follow the depth", shortened(way))),
    };
    session.say(&format!("    starting perft {depth}..."));
    board.timer.start();
    let nodes = match depth {
        0..=UNWATCHED_DEPTH => Some(count(board, depth)),
        _ => count_moves(board, session, depth, count, |_, _, _| {}),
    };
    let Some(nodes) = nodes else { return stopped() };
    let ms = board.timer.elapsed_ms();
    let known = checked(board, depth, nodes)?;
    session.say(&format!("nodes        = {nodes}, {ms} ms{}{known}", show::speed(nodes, ms)));
    Ok(())
}

fn stopped() -> Done {
    bad("stopped")
}

pub(crate) fn divide(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let depth = number(&words.join(" "), "depth", 1, Board::MAX_PERFT_DEPTH, None)?;
    board.timer.start();
    let moves = board.legal_moves().len();
    let mut table = Table::new("", &["move", "leaves"]);
    let total = count_moves(board, session, depth, &mut Board::perft, |session, mv, nodes| {
        table.row(vec![mv.into(), nodes.to_string()]);
        if format == Format::Text {
            session.say(&format!("{mv:<6} {nodes}"));
        }
    });
    let Some(total) = total else { return stopped() };
    let ms = board.timer.elapsed_ms();
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

pub(crate) fn ablate(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let depth = number(&words.join(" "), "depth", 1, 30, Some(SIGNATURE_DEPTH))?;
    if format == Format::Text {
        session.out.line(&format!(
            "{:<20}{:>12}{:>9}{:>10}{:>9}{:>13}",
            "without", "nodes", "ratio", "ms", "ratio", "Elo in games"
        ));
    }
    let mut table = Table::new("", &["without", "nodes", "ms", "elo"]);
    let ablations = signature::ablations();
    let positions = signature::positions().count();
    let pace = Pace::new(positions * ablations.len());
    let control = Control::stopped_by(session.signals.interrupt_flag());
    let mut all: Option<signature::Run> = None;
    for (number, (name, settings)) in ablations.into_iter().enumerate() {
        let run = signature::run_watched(&settings, depth, &control, |position| {
            pace.show(session, positions * number + position - 1, &format!("without {}", show::or_nothing(&name)));
        });
        if is_stopped(session) {
            return stopped();
        }
        let run = signature::Run { without: name, ..run };
        let all = all.get_or_insert_with(|| run.clone());
        match format {
            Format::Text => session.out.line(&show::ablation_line(&run, all)),
            _ => table.row(vec![
                run.without.clone(),
                run.nodes.to_string(),
                run.ms.to_string(),
                show::elo_of(&run.without),
            ]),
        }
    }
    if format != Format::Text {
        table.show(&mut session.out, format);
    }
    Ok(())
}

pub(crate) fn bench(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if let ("threads", rest) = command::split_word(text) {
        return bench_threads(session, rest);
    }
    let deeper = number(text, "plies", 0, 8, Some(0))?;
    let mut total = bench::Measured::default();
    // Ctrl-C sets the flag that ends the search.
    let control = Control::stopped_by(session.signals.interrupt_flag());
    let mut options = session.options.clone();
    if options.algorithm == Algorithm::Modern {
        options.algorithm = Algorithm::Pvs;
    }
    session.out.line("the tutorial's search:");
    let pace = Pace::new(bench::POSITIONS.len());
    for (number, position) in bench::POSITIONS.into_iter().enumerate() {
        pace.show(session, number, position.name);
        let line = bench::search(&options, position, deeper, &control);
        if is_stopped(session) {
            return stopped();
        }
        session.out.line(&show::bench_line(position.name, line));
        total += line;
    }
    session.out.line(&show::bench_line("total", total));
    let depth = SIGNATURE_DEPTH + deeper;
    let positions = signature::positions().count();
    let pace = Pace::new(positions);
    let run = signature::run_watched(&bench_settings(&session.options, 1), depth, &control, |number| {
        pace.show(session, number - 1, "the modern search");
    });
    if is_stopped(session) {
        return stopped();
    }
    session.out.line(&format!("the modern search, {positions} positions to depth {depth}:"));
    session.out.line(&show::bench_line("total", bench::Measured { nodes: run.nodes, ms: run.ms }));
    session.say(&format!("signature {}", run.nodes));
    session.show_status("perft  Ctrl-C stops");
    let counts = bench::perft(|board, depth| watched_perft(board, depth, session, &mut Board::perft));
    let counts: Vec<(String, bench::Measured)> = counts.collect();
    for (name, line) in counts {
        session.out.line(&show::bench_line(&name, line));
    }
    if is_stopped(session) {
        return stopped();
    }
    // For programs: OpenBench reads signature and speed from the last line.
    session.out.line(&format!("{} nodes {} nps", run.nodes, run.nodes * 1000 / run.ms.max(1)));
    Ok(())
}

/// Compares the time of the bench positions with one thread and with several.
fn bench_threads(session: &mut Session, text: &str) -> Done {
    let (threads, depth) = command::split_word(text);
    let threads = number(threads, "threads", 2, 64, Some(2))?;
    let depth = number(depth, "depth", 1, 30, Some(DEPTH_OF_THREADS))?;
    let control = Control::stopped_by(session.signals.interrupt_flag());
    let pace = Pace::new(2 * signature::positions().count());
    let mut one = None;
    for (before, threads) in [(0, 1), (signature::positions().count(), threads)] {
        let name = format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
        let run = signature::run_watched(&bench_settings(&session.options, threads), depth, &control, |number| {
            pace.show(session, before + number - 1, &name);
        });
        if is_stopped(session) {
            return stopped();
        }
        session.out.line(&show::bench_line(&name, bench::Measured { nodes: run.nodes, ms: run.ms }));
        let one: &signature::Run = one.get_or_insert(run.clone());
        if threads > 1 {
            let [time, nodes] = [(run.ms, one.ms), (run.nodes, one.nodes)].map(|(n, of)| n as f64 / of.max(1) as f64);
            session
                .say(&format!("time to depth {depth}: {time:.2} of that of one thread, with {nodes:.2} of its nodes"));
        }
    }
    Ok(())
}

/// The settings of the modern search that a bench measures, with so many threads and the usual table.
fn bench_settings(options: &Options, threads: usize) -> modern::Settings {
    let (usual, now) = (modern::Settings::default(), &options.modern);
    let (techniques, numbers, eval_kind, network) = (now.techniques, now.numbers, now.eval_kind, now.network.clone());
    modern::Settings { techniques, numbers, eval_kind, network, threads, ..usual }
}

/// Default depth, in plies: enough to keep several threads busy.
const DEPTH_OF_THREADS: usize = 16;

pub(crate) fn figures(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, file) = command::split_word(text);
    if name == endings::FIGURES {
        return knowledge::figures(session, file);
    }
    let Some(kind) = Kind::of(name) else {
        let names: Vec<&str> = Kind::names().chain([endings::FIGURES]).collect();
        return bad(format!("'{}' is not a kind of table; there are {}", shortened(name), names.join(", ")));
    };
    let table = read_text(file)?;
    let rows = table.lines().filter(|line| !line.starts_with("position") && !line.trim().is_empty()).count();
    let pace = Pace::new(rows);
    let control = Control::stopped_by(session.signals.interrupt_flag());
    // The first line names the columns.
    let mut written = 0;
    Figures::recompute(kind, &table, &control, |line| {
        session.out.line(line);
        if written < rows {
            pace.show(session, written, name);
        }
        written += 1;
        !is_stopped(session)
    })
    .map_err(|error| Refusal::Bad(format!("{file}, {error}")))?;
    if session.was_interrupted() { stopped() } else { Ok(()) }
}
