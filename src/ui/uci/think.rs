//! The search of `go`, and its answer.
//!
//! While the engine ponders or searches until `stop`, it never answers by itself: a finished search waits for `stop` or
//! `ponderhit`. On `ponderhit`, the running search receives its time limits and continues.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::command;
use crate::lab::bench::{bulk_perft, watched_perft};
use crate::modern::clock::MoveTime;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::engine::Root;
use crate::play::expected::Expected;
use crate::play::library::move_for_gui;
use crate::play::thinktime::{Allowance, most_depth, unlimited};
use crate::readmove::shortened;
use crate::searcher::MAX_DEPTH;
use crate::searcher::{Control, Limits, Thought, laws};
use crate::ui::knowledge::shares;
use crate::ui::refusal::Done;
use crate::ui::session::Effect;
use crate::ui::show;

use super::go::Go;
use super::state::{PendingGo, Session, Word, move_text};
use super::{info, options};

pub(crate) fn go(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (go, ignored) = Go::read(board, text);
    if !ignored.is_empty() {
        session.out.line(&format!("info string go: ignored: {}", shortened(&ignored.join(" "))));
    }
    match go.perft {
        Some(_) if session.own.is_refused => tell_refused(session),
        Some(depth) => perft(board, session, go, depth),
        None => search(board, session, go),
    }
    session.hear_waiting(board);
    Ok(())
}

fn tell_refused(session: &mut Session) {
    session.out.line("info string go: there is no position, since the last one was refused");
}

/// Starts a search, which ends with `bestmove`.
fn search(board: &mut Board, session: &mut Session, go: Go) {
    hear_clock(board, session, &go);
    let Root { board: root, moves, excluded } = root(board, &go);
    let from_book = book_move(board, session, &go);
    let mut running = PendingGo::new(go);
    // A weakened engine reports only the move that it chooses.
    let lines = if session.options.is_weakened() { 1 } else { session.own.options.multi_pv };
    (running.moves, running.lines) = (moves.len(), lines.clamp(1, moves.len().max(1)));
    let outcome = laws::outcome(board);
    running.is_drawn = matches!(outcome, Some(outcome) if !matches!(outcome, Outcome::Mate(_)));
    if let Some(rule) = outcome.filter(|_| !session.own.is_refused).and_then(show::claimable) {
        session.out.line(&format!("info string a draw can be claimed: {rule}"));
    }
    session.own.unanswered = Some(running);
    if session.own.is_refused {
        tell_refused(session);
        found(board, session, Move::NONE);
    } else if moves.is_empty() {
        info::tell_end_of_game(board, session);
        found(board, session, Move::NONE);
    } else if let Some(mv) = from_book {
        found(board, session, mv);
    } else {
        let limits = Limits { excluded, ..limits(session, None) };
        let options = session.options.clone();
        session.start(&root, &options, limits);
    }
}

/// The first known word of a line, and the rest. Unknown words before it are skipped, as the protocol requires.
pub(super) fn word_of<'a>(session: &Session, line: &'a str) -> Option<(&'static Word, &'a str)> {
    let mut rest = line;
    while !rest.is_empty() {
        let (name, arguments) = command::split_word(rest);
        if let Some(word) = command::find(session.own.words, name) {
            return Some((word, arguments));
        }
        rest = arguments;
    }
    None
}

/// The effect of this line on a running search.
pub(super) fn effect(session: &Session, line: &str) -> Effect {
    word_of(session, line).map_or(Effect::Nothing, |(word, arguments)| match word.usage.name() {
        // Lines are processed in order, so the option must not overtake queued lines.
        "setoption" if session.pending.is_empty() && options::goes_on(arguments) => Effect::Nothing,
        _ => word.action.effect,
    })
}

fn is_go(session: &Session, line: &str) -> bool {
    word_of(session, line).is_some_and(|(word, _)| word.usage.name() == "go")
}

/// Limits of the search that is about to start or is already running.
fn limits(session: &mut Session, begun: Option<&Control>) -> Limits {
    let Some(running) = &session.own.unanswered else { return unlimited() };
    let (go, lines) = (&running.go, running.lines);
    let allowance = go.allowance().filter(|_| !running.holds);
    let most = match allowance {
        Some(Allowance::Clock { .. }) => most_depth(session.options.algorithm, running.moves),
        _ => MAX_DEPTH,
    };
    let limits = Limits { depth: go.depth.unwrap_or(most).min(most), nodes: go.nodes, lines, ..unlimited() };
    let keeper = &mut session.own.keeper;
    if let Some(allowance) = allowance.filter(|_| session.own.debug) {
        let MoveTime { soft, hard, .. } = keeper.move_time(allowance);
        let margin = Duration::from_millis(keeper.margin_ms) + keeper.lag.margin();
        let [soft, hard, margin] = [soft, hard, margin].map(|time| time.as_secs_f64() * 1e3);
        session.out.line(&format!("info string time: {soft:.1} ms, at most {hard:.1} ms, margin {margin:.1} ms"));
    }
    keeper.limit(&session.options, limits, allowance, begun)
}

/// The position to search.
fn root(board: &Board, go: &Go) -> Root {
    Root::new(board, |mv| go.search_moves.contains(mv))
}

/// A book move, if the search is timed and is neither a ponder search nor analysis.
fn book_move(board: &mut Board, session: &mut Session, go: &Go) -> Option<Move> {
    let is_timed = go.allowance().is_some() && !go.infinite && !go.ponder;
    let plays = is_timed && !session.own.is_refused && !session.own.options.analyse_mode && go.search_moves.is_empty();
    let mv = move_for_gui(board, &session.options, &mut session.library).filter(|_| plays)?;
    let moves = session.library.moves(board);
    session.out.line(&format!("info string book: {}", shares(board, &moves)));
    Some(mv)
}

/// Handles the end of a search.
pub(super) fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
    let Some(thought) = thought else {
        // Perft and bench have no `bestmove`.
        session.own.unanswered = None;
        session.over |= session.own.quits;
        return;
    };
    session.own.keeper.search_ended(thought.ms);
    info::tell_evaluation_if_nothing_else(board, session, &thought);
    found(board, session, thought.best);
}

/// Stores the move that was found, and sends it as soon as that is allowed.
fn found(board: &mut Board, session: &mut Session, best: Move) {
    if let Some(running) = &mut session.own.unanswered {
        running.best = Some(best);
    }
    answer_if_allowed(board, session);
}

/// `stop`: stops the search, so that the engine sends its best move. If more searches are queued, queues another `stop`
/// behind them, to end them as well. A `stop` without a search does nothing: the search in the queue came after it.
pub(crate) fn stop(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(running) = &mut session.own.unanswered else { return Ok(()) };
    running.stopped = true;
    if session.pending.iter().any(|line| is_go(session, line)) {
        session.pending.push_back("stop".into());
    }
    session.stop();
    answer_if_allowed(board, session);
    Ok(())
}

fn answer_if_allowed(board: &mut Board, session: &mut Session) {
    let may_answer = |running: &&PendingGo| !running.holds || running.stopped;
    if let Some(best) = session.own.unanswered.as_ref().filter(may_answer).and_then(|running| running.best) {
        answer(board, session, best);
        session.over |= session.own.quits;
    }
}

/// Compares our clock, as sent by the GUI, with the expected time.
fn hear_clock(board: &Board, session: &mut Session, go: &Go) {
    let told = go.clock[go.side];
    match (session.own.told_next.take(), told) {
        (Some(plies), Some(ms)) if plies == board.end_of_game => session.own.keeper.lag.told(ms, 0),
        _ => session.own.keeper.lag.forget_expected(),
    }
}

/// Handles a ponder hit: gives the running search its limits, or answers if the search has already finished.
pub(super) fn hit(board: &mut Board, session: &mut Session) {
    if session.own.unanswered.is_none() {
        return;
    }
    if let Some(at) = session.pending.iter().rposition(|line| is_go(session, line)) {
        // The `ponderhit` is for this queued search, which no longer needs to ponder.
        let words: Vec<&str> = session.pending[at].split_whitespace().filter(|word| *word != "ponder").collect();
        session.pending[at] = words.join(" ");
        return;
    }
    let Some(running) = session.own.unanswered.as_mut().filter(|running| running.go.ponder) else { return };
    running.go.ponder = false;
    running.since = Instant::now();
    running.holds = running.go.holds();
    let control = session.control().cloned();
    let limits = limits(session, control.as_ref());
    if let Some(control) = control {
        control.set_limits(limits);
    }
    answer_if_allowed(board, session);
}

fn answer(board: &mut Board, session: &mut Session, best: Move) {
    let Some(running) = session.own.unanswered.take() else { return };
    let chess960 = session.own.options.chess960;
    if !best.is_some() {
        session.out.line(if session.own.is_refused { "bestmove 0000" } else { "bestmove (none)" });
        return;
    }
    let mut text = format!("bestmove {}", move_text(board, chess960, best));
    board.make_move(best);
    if let Some(reply) = Expected::after(board, best, &running.pv).and_then(|expected| expected.here(board)) {
        text.push_str(&format!(" ponder {}", move_text(board, chess960, reply)));
    }
    board.unmake_move();
    session.out.line(&text);
    // The time that the GUI should next show on our clock.
    session.own.keeper.moved(running.go.left_after(running.since.elapsed().as_millis() as u64));
    session.own.told_next = Some(board.end_of_game + 2);
}

// ---- counting -------------------------------------------------------------------------------------------------------

/// Counts the leaves below each root move, and their total.
fn perft(board: &Board, session: &mut Session, go: Go, depth: usize) {
    let Root { moves, .. } = root(board, &go);
    session.own.unanswered = Some(PendingGo::new(go));
    let (mut board, chess960) = (Box::new(board.clone()), session.own.options.chess960);
    session.start_work(move |job| {
        let mut count = bulk_perft();
        let mut total = 0;
        for mv in moves {
            let text = move_text(&board, chess960, mv);
            board.make_move(mv);
            let leaves = watched_perft(&mut board, depth - 1, &job.control, &mut count);
            board.unmake_move();
            let Some(leaves) = leaves else { return };
            total += leaves;
            job.line(&format!("{text}: {leaves}"));
        }
        job.line(&format!("\nNodes searched: {total}"));
    });
}
