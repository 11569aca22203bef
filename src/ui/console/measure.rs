//! Counting and measuring. All of it shows at a terminal how far it is, and can be stopped with Ctrl-C.

use crate::bench;
use crate::board::Board;
use crate::command;
use crate::figures::{Figures, Kind};
use crate::modern;
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::search::Algorithm;
use crate::test;

use super::super::{Done, Refusal, Session, bad, show};
use super::position::read_suite;
use super::{limits, number, read_text};

/// Below this depth perft is so fast that nobody has to be asked whether to go on.
const UNWATCHED_DEPTH: usize = 3;

/// Perft that looks up now and then; none if it was stopped.
fn watched_perft(board: &mut Board, depth: usize, session: &mut Session) -> Option<u64> {
    if depth <= UNWATCHED_DEPTH {
        return (!session.was_interrupted() && !session.out.is_closed()).then(|| board.perft(depth));
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        let below = watched_perft(board, depth - 1, session);
        board.unmake_move();
        nodes += below?;
    }
    Some(nodes)
}

/// The counts below each root move, with the part that is done in the status line.
fn count_moves(
    board: &mut Board,
    session: &mut Session,
    depth: usize,
    mut each: impl FnMut(&mut Session, &str, u64),
) -> Option<u64> {
    let moves = board.legal_moves();
    let mut total = 0;
    for (number, mv) in moves.iter().enumerate() {
        let ms = board.timer.elapsed_ms();
        let left = ms.saturating_mul((moves.len() - number) as u64).checked_div(number as u64);
        let left =
            left.map_or(String::new(), |left| format!("  about {} left", show::time_text(left.div_ceil(100) * 100)));
        let speed = show::speed(total, ms);
        session.show_status(&format!("{mv} ({} of {}){speed}{left}  Ctrl-C stops", number + 1, moves.len()));
        board.make_move(*mv);
        let below = watched_perft(board, depth - 1, session);
        board.unmake_move();
        total += below?;
        each(session, &mv.to_string(), below?);
    }
    Some(total)
}

pub(crate) fn perft(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (depth, way) = command::split_word(text);
    let depth = number(depth, "depth", 0, Board::MAX_PERFT_DEPTH, None)?;
    if !["", "bulk"].contains(&way) {
        return bad(format!("'{}': behind the depth only 'bulk' can stand", shortened(way)));
    }
    session.say(&format!("    starting perft {depth}..."));
    board.timer.start();
    let nodes = if way == "bulk" {
        Some(board.perft_bulk(depth))
    } else if depth <= UNWATCHED_DEPTH {
        Some(board.perft(depth))
    } else {
        count_moves(board, session, depth, |_, _, _| {})
    };
    let Some(nodes) = nodes else { return stopped() };
    let ms = board.timer.elapsed_ms();
    session.say(&format!("nodes        = {nodes}, {ms} ms{}", show::speed(nodes, ms)));
    Ok(())
}

fn stopped() -> Done {
    bad("stopped")
}

pub(crate) fn divide(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let depth = number(text, "depth", 1, Board::MAX_PERFT_DEPTH, None)?;
    board.timer.start();
    let moves = board.legal_moves().len();
    let total = count_moves(board, session, depth, |session, mv, nodes| session.say(&format!("{mv:<6} {nodes}")));
    let Some(total) = total else { return stopped() };
    let ms = board.timer.elapsed_ms();
    session.say(&format!("total  {total} in {moves} moves, {ms} ms{}", show::speed(total, ms)));
    Ok(())
}

pub(crate) fn ablate(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let depth = number(text, "depth", 1, 30, Some(modern::bench::SIGNATURE_DEPTH))?;
    session.out.line(&format!("{:<20}{:>12}{:>9}{:>10}{:>9}", "without", "nodes", "ratio", "ms", "ratio"));
    let mut all: Option<modern::bench::Run> = None;
    modern::bench::ablate(depth, |run| {
        let all = all.get_or_insert_with(|| run.clone());
        session.out.line(&show::ablation_line(run, all));
        !session.was_interrupted() && !session.out.is_closed()
    });
    Ok(())
}

pub(crate) fn bench(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let deeper = number(text, "plies", 0, 8, Some(0))?;
    let mut total = bench::Line::default();
    // Ctrl-C sets the flag that ends the search.
    let mut like = Box::new(board.clone());
    like.stop = session.signals.interrupt_flag();
    if like.algorithm == Algorithm::Modern {
        like.algorithm = Algorithm::Pvs;
    }
    session.out.line("the tutorial's search:");
    for (number, position) in bench::POSITIONS.into_iter().enumerate() {
        session.show_status(&format!("{} ({} of {})  Ctrl-C stops", position.name, number + 1, bench::POSITIONS.len()));
        let line = bench::search(&like, position, deeper);
        if session.was_interrupted() || session.out.is_closed() {
            return stopped();
        }
        session.out.line(&show::bench_line(position.name, line));
        total += line;
    }
    session.out.line(&show::bench_line("total", total));
    session.show_status("the modern search");
    let depth = modern::bench::SIGNATURE_DEPTH + deeper;
    let run = modern::bench::run(board.modern.techniques, depth, 1);
    session.out.line(&format!("the modern search, {} positions to depth {depth}:", modern::bench::positions().count()));
    session.out.line(&show::bench_line("total", bench::Line { nodes: run.nodes, ms: run.ms }));
    session.say(&format!("signature {}", run.nodes));
    for (name, line) in bench::perft() {
        session.out.line(&show::bench_line(&name, line));
    }
    Ok(())
}

pub(crate) fn test(board: &mut Board, session: &mut Session, file: &str) -> Done {
    let suite = read_suite(file)?;
    let count = suite.positions.len();
    session.say(&format!("{count} positions of {file}; the engine thinks {}", limits(board)));
    let (mut solved, mut nodes, mut ms) = (0, 0, 0);
    // A board of its own: the game stays where it is.
    let board = &mut Box::new(board.clone());
    for (number, position) in suite.positions.iter().enumerate() {
        let fen = match read_fen(&position.fen) {
            Ok(fen) => fen,
            Err(error) => {
                session.say(&format!("{:4}  {}: {error}", number + 1, position.title));
                continue;
            }
        };
        board.init_from_setup(&fen.setup);
        session.show_status(&format!("{} ({} of {count}), {solved} solved  Ctrl-C stops", position.title, number + 1));
        session.quiet = true;
        let best = session.search(board, Board::think);
        session.quiet = false;
        if session.was_interrupted() {
            session.out.line("stopped");
            break;
        }
        let Some(best) = best else {
            let Some(outcome) = board.is_end_of_game().outcome else { break };
            session.say(&format!("{:4}  {:<24}{}", number + 1, position.title, show::outcome(outcome)));
            continue;
        };
        let (used, verdict) = (board.timer.elapsed_ms(), test::verdict(board, position, best));
        solved += usize::from(verdict == Some(test::Verdict::Solved));
        (nodes, ms) = (nodes + board.inodes, ms + used);
        let text = show::test_line(board, number + 1, position, best, verdict, used);
        session.out.line(&text);
    }
    let of = suite.positions.iter().filter(|position| position.has_solution()).count();
    let summary = if of > 0 { format!("solved {solved} of {of}, ") } else { String::new() };
    session.say(&format!("{summary}{nodes} nodes, {}{}", show::time_text(ms), show::speed(nodes, ms)));
    Ok(())
}

pub(crate) fn figures(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, file) = command::split_word(text);
    let Some(kind) = Kind::of(name) else {
        let names: Vec<&str> = Kind::names().collect();
        return bad(format!("'{}' is no kind of table; there are {}", shortened(name), names.join(", ")));
    };
    let table = read_text(file)?;
    let mut interrupted = false;
    Figures::recompute(kind, &table, |line| {
        session.out.line(line);
        interrupted = session.was_interrupted();
        !interrupted && !session.out.is_closed()
    })
    .map_err(|error| Refusal::Bad(format!("{file}, {error}")))?;
    if interrupted { stopped() } else { Ok(()) }
}
