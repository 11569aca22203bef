//! The search of `go`, and its answer.
//!
//! While the engine ponders or searches until `stop`, it never answers by itself: a finished search waits for the
//! command. On `ponderhit` the running search gets its time limits and simply continues.

use std::time::Instant;

use crate::board::Board;
use crate::defines::MAX_PLY;
use crate::modern::Modern;
use crate::modern::clock::MoveTime;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::library::move_for_gui;
use crate::play::thinktime::{ThinkTime, forced_depth, unlimited};
use crate::readmove::shortened;
use crate::searcher::{Control, Limits, Thought, laws};
use crate::ui::knowledge::shares;
use crate::ui::session::Verdict;
use crate::ui::words::Done;

use super::limits::Go;
use super::state::{Running, Session, move_text};
use super::{busy, info};

/// Perft polls the input at nodes with more than this depth left, in plies.
const UNWATCHED_DEPTH: usize = 3;

pub(crate) fn go(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (go, unknown) = Go::read(board, text)?;
    if !unknown.is_empty() {
        session.out.line(&format!("info string go: ignored: {}", shortened(&unknown.join(" "))));
    }
    match go.perft {
        Some(depth) => perft(board, session, go, depth),
        None => search(board, session, go),
    }
    Ok(())
}

/// Searches, and answers `bestmove`.
pub(super) fn search(board: &mut Board, session: &mut Session, go: Go) {
    hear_clock(board, session, &go);
    let (moves, excluded) = root_moves(board, &go);
    let from_book = book_move(board, session, &go);
    let mut running = begin(session, go);
    running.is_forced = moves.len() == 1;
    // A weakened engine searches several moves by itself.
    let lines = if session.options.modern.elo < FULL_ELO { 1 } else { session.own.options.multi_pv };
    running.lines = lines.clamp(1, moves.len().max(1));
    session.own.running = Some(running);
    let best = match (from_book, moves.first()) {
        (Some(mv), _) => mv,
        (None, None) => {
            info::tell_end_of_game(board, session);
            Move::NONE
        }
        (None, Some(first)) => {
            let limits = Limits { excluded, ..limits(session, None) };
            let thought = search_here(board, session, limits);
            info::tell_evaluation_if_nothing_else(board, session, &thought);
            if moves.contains(&thought.best) { thought.best } else { *first }
        }
    };
    busy::wait_for_end(board, session);
    answer(board, session, best);
}

/// A search that is about to start. It has to stop at once if the word for that already waits behind it.
fn begin(session: &Session, go: Go) -> Running {
    let mut running = Running::new(go);
    running.stopped = busy::is_stopped_before_it_begins(session);
    running
}

/// The limits of the search that is about to start, or is already running.
fn limits(session: &mut Session, begun: Option<&Control>) -> Limits {
    let margin_ms = session.own.options.overhead_ms.saturating_add(session.own.lag.margin_ms());
    let algorithm = session.options.algorithm;
    let stop_frac = session.options.limits.stop_frac;
    let Some(running) = &mut session.own.running else { return unlimited() };
    let (go, lines) = (&running.go, running.lines);
    let mut limits = Limits { depth: go.depth.unwrap_or(MAX_PLY), nodes: go.nodes, lines, stop_frac, ..unlimited() };
    running.think_time = None;
    if running.holds {
        return limits;
    }
    let Some(time) = go.move_time(margin_ms, session.own.lag.mean_ms()) else { return limits };
    if running.is_forced && go.move_time.is_none() {
        limits.depth = limits.depth.min(forced_depth(algorithm));
    }
    let think_time = ThinkTime::new(algorithm, time, limits, begun.map(Control::elapsed_ms));
    let limits = running.think_time.insert(think_time).limits();
    if session.own.debug {
        let MoveTime { soft_ms, hard_ms } = time;
        session.out.line(&format!("info string time: {soft_ms} ms, at most {hard_ms} ms, reserve {margin_ms} ms"));
    }
    limits
}

/// The moves that may be played, and the others.
fn root_moves(board: &Board, go: &Go) -> (Vec<Move>, Vec<Move>) {
    let is_wanted = |mv: &Move| go.search_moves.is_empty() || go.search_moves.contains(mv);
    board.legal_moves().into_iter().partition(is_wanted)
}

/// A book move, if this is a move of a game.
fn book_move(board: &mut Board, session: &mut Session, go: &Go) -> Option<Move> {
    let is_timed = go.move_time(0, 0).is_some() && !go.infinite && !go.ponder;
    let plays = is_timed && !session.own.options.analyse_mode && go.search_moves.is_empty();
    let mv = move_for_gui(board, &session.options, &mut session.library).filter(|_| plays)?;
    let moves = session.library.moves(board);
    session.out.line(&format!("info string book: {}", shares(board, &moves)));
    Some(mv)
}

/// Searches the position on the board. Draws by repetition or the fifty-move rule are ignored, since the GUI goes on.
fn search_here(board: &mut Board, session: &mut Session, limits: Limits) -> Thought {
    let fifty_move = board.fifty_move;
    if matches!(laws::outcome(board), Some(Outcome::Repetition | Outcome::FiftyMoves)) {
        board.set_fifty_move(0);
    }
    let thought = session.search(board, limits);
    board.set_fifty_move(fifty_move);
    if let (Some(thought), Some(running)) = (&thought, &mut session.own.running) {
        running.late_ms = running.think_time.as_ref().map_or(0, |time| thought.ms.saturating_sub(time.hard_ms()));
    }
    thought.unwrap_or_default()
}

/// The GUI has sent our clock: compares it with the expected time.
fn hear_clock(board: &Board, session: &mut Session, go: &Go) {
    let told = go.clock[go.side];
    match (session.own.told_next.take(), told) {
        (Some(plies), Some(ms)) if plies == board.end_of_game => session.own.lag.told(ms, 0),
        _ => session.own.lag.forget_expected(),
    }
}

/// The expected move was played: the running search gets its limits, or answers if it is already finished.
pub(super) fn hit(session: &mut Session) {
    let Some(running) = session.own.running.as_mut().filter(|running| running.go.ponder) else { return };
    running.go.ponder = false;
    running.since = Instant::now();
    running.holds = running.go.holds();
    let control = session.control.clone();
    let limits = limits(session, control.as_ref());
    if let Some(control) = control {
        control.set_limits(limits);
    }
}

fn answer(board: &mut Board, session: &mut Session, best: Move) {
    let Some(running) = session.own.running.take() else { return };
    let chess960 = session.own.options.chess960;
    if !best.is_some() {
        session.out.line("bestmove (none)");
        return;
    }
    let mut text = format!("bestmove {}", move_text(board, chess960, best));
    let [first, reply, ..] = running.pv[..] else {
        session.out.line(&text);
        return note_move(board, session, &running);
    };
    board.make_move(best);
    if first == best && board.legal_moves().contains(&reply) {
        text.push_str(&format!(" ponder {}", move_text(board, chess960, reply)));
    }
    board.unmake_move();
    session.out.line(&text);
    note_move(board, session, &running);
}

/// Records the time that the GUI should next show on our clock.
fn note_move(board: &Board, session: &mut Session, running: &Running) {
    let used_ms = running.since.elapsed().as_millis() as u64;
    session.own.lag.moved(running.go.left_after(used_ms), running.late_ms);
    session.own.told_next = Some(board.end_of_game + 2);
}

// ---- counting ---------------------------------------------------------------------------------------------------------------

/// Counts the leaves below each move, and all of them.
pub(super) fn perft(board: &mut Board, session: &mut Session, go: Go, depth: usize) {
    let (moves, _) = root_moves(board, &go);
    session.own.running = Some(begin(session, go));
    let mut counter = Modern::default();
    let mut total = 0;
    for mv in moves {
        board.make_move(mv);
        let count = watched_perft(board, session, &mut counter, depth - 1);
        board.unmake_move();
        let Some(count) = count else { break };
        total += count;
        let text = move_text(board, session.own.options.chess960, mv);
        session.out.line(&format!("{text}: {count}"));
    }
    if !busy::is_over(session) {
        session.out.line(&format!("\nNodes searched: {total}"));
    }
    session.own.running = None;
}

/// Perft that polls the input; [`None`] if it was stopped.
fn watched_perft(board: &mut Board, session: &mut Session, counter: &mut Modern, depth: usize) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth <= UNWATCHED_DEPTH {
        if busy::hear_lines(board, session) == Verdict::Stop {
            return None;
        }
        counter.board.set_game(board);
        return Some(counter.perft_bulk(depth));
    }
    let mut total = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        let count = watched_perft(board, session, counter, depth - 1);
        board.unmake_move();
        total += count?;
    }
    Some(total)
}
