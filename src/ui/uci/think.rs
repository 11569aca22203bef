//! The search of `go`, and its answer.
//!
//! While the engine ponders or searches until `stop`, it never answers by itself: a finished search waits for the
//! command. On `ponderhit` the running search gets its time limits and simply continues.

use std::time::Instant;

use crate::board::Board;
use crate::command;
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
use crate::ui::session::Effect;
use crate::ui::words::Done;

use super::info;
use super::limits::Go;
use super::state::{Running, Session, move_text};

/// Perft looks whether it is to stop at nodes with more than this depth left, in plies.
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

/// Starts a search, which answers `bestmove`.
fn search(board: &mut Board, session: &mut Session, go: Go) {
    hear_clock(board, session, &go);
    let (moves, excluded) = root_moves(board, &go);
    let from_book = book_move(board, session, &go);
    let mut running = begin(session, go);
    // A weakened engine searches several moves by itself.
    let lines = if session.options.modern.elo < FULL_ELO { 1 } else { session.own.options.multi_pv };
    running.lines = lines.clamp(1, moves.len().max(1));
    let is_over = moves.is_empty();
    (running.moves, running.best) = (moves, from_book);
    session.own.running = Some(running);
    if is_over {
        info::tell_end_of_game(board, session);
        found(board, session, Move::NONE);
    } else if let Some(mv) = from_book {
        found(board, session, mv);
    } else {
        let limits = Limits { excluded, ..limits(session, None) };
        start(board, session, limits);
    }
}

/// A `go` that is about to be carried out. It has to stop at once if the word for that already waits behind it.
fn begin(session: &Session, go: Go) -> Running {
    let mut running = Running::new(go);
    running.stopped = session.pending.iter().any(|line| effect(session, line) == Effect::StopsAndPlays);
    running
}

/// What this line does to a running search.
pub(super) fn effect(session: &Session, line: &str) -> Effect {
    let word = command::find(session.own.words, command::split_word(line).0);
    word.map_or(Effect::Nothing, |word| word.action.effect)
}

fn is_go(line: &str) -> bool {
    command::split_word(line).0 == "go"
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
    if running.moves.len() == 1 && go.move_time.is_none() {
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

/// Starts a search of the position on the board. Draws by repetition or the fifty-move rule are ignored, since the GUI
/// goes on.
fn start(board: &Board, session: &mut Session, limits: Limits) {
    let mut root = board.clone();
    if matches!(laws::outcome(&root), Some(Outcome::Repetition | Outcome::FiftyMoves)) {
        root.set_fifty_move(0);
    }
    let options = session.options.clone();
    session.start(&root, &options, limits);
    if session.own.running.as_ref().is_some_and(|running| running.stopped) {
        session.stop();
    }
}

/// The search has ended.
pub(super) fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
    let (Some(thought), Some(running)) = (thought, &mut session.own.running) else {
        // Perft has no answer.
        session.own.running = None;
        session.over |= session.own.quits;
        return;
    };
    running.late_ms = running.think_time.as_ref().map_or(0, |time| thought.ms.saturating_sub(time.hard_ms()));
    let best = if running.moves.contains(&thought.best) { thought.best } else { running.moves[0] };
    info::tell_evaluation_if_nothing_else(board, session, &thought);
    found(board, session, best);
}

/// The move is found; it is answered as soon as that is allowed.
fn found(board: &mut Board, session: &mut Session, best: Move) {
    if let Some(running) = &mut session.own.running {
        running.best = Some(best);
    }
    answer_if_allowed(board, session);
}

/// `stop`: the search has to answer. It ends those that wait, too, so it waits behind them.
pub(crate) fn stop(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if let Some(running) = &mut session.own.running {
        running.stopped = true;
    }
    if session.pending.iter().any(|line| is_go(line)) {
        session.pending.push_back("stop".into());
    }
    session.stop();
    answer_if_allowed(board, session);
    Ok(())
}

fn answer_if_allowed(board: &mut Board, session: &mut Session) {
    let may_answer = |running: &&Running| !running.holds || running.stopped;
    if let Some(best) = session.own.running.as_ref().filter(may_answer).and_then(|running| running.best) {
        answer(board, session, best);
        session.over |= session.own.quits;
    }
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
pub(super) fn hit(board: &mut Board, session: &mut Session) {
    if let Some(waiting) = session.pending.iter_mut().rev().find(|line| is_go(line)) {
        // It is meant for this one, which need not ponder any more.
        let words: Vec<&str> = waiting.split_whitespace().filter(|word| *word != "ponder").collect();
        *waiting = words.join(" ");
        return;
    }
    let Some(running) = session.own.running.as_mut().filter(|running| running.go.ponder) else { return };
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
fn perft(board: &Board, session: &mut Session, go: Go, depth: usize) {
    let (moves, _) = root_moves(board, &go);
    let running = begin(session, go);
    let is_stopped = running.stopped;
    session.own.running = Some(running);
    let (mut board, chess960) = (Box::new(board.clone()), session.own.options.chess960);
    session.start_work(move |control, say| {
        let mut counter = Modern::default();
        let mut total = 0;
        for mv in moves {
            let text = move_text(&board, chess960, mv);
            board.make_move(mv);
            let count = count(&mut board, &mut counter, depth - 1, control);
            board.unmake_move();
            let Some(count) = count else { return };
            total += count;
            say(format!("{text}: {count}"));
        }
        say(format!("\nNodes searched: {total}"));
    });
    if is_stopped {
        session.stop();
    }
}

/// Perft that can be stopped; then [`None`].
fn count(board: &mut Board, counter: &mut Modern, depth: usize, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth == 0 {
        return Some(1);
    }
    if depth <= UNWATCHED_DEPTH {
        counter.board.set_game(board);
        return Some(counter.perft_bulk(depth));
    }
    let mut total = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        let below = count(board, counter, depth - 1, control);
        board.unmake_move();
        total += below?;
    }
    Some(total)
}
