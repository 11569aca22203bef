//! The engine's searches: for its move, for its next move on the opponent's time (pondering), for analysis, for a hint.
//! And their thinking output: a line for each finished depth, and for a new best move in between, unless the last line
//! is very recent.
//!
//! Pondering: the expected move is played on the board, and the engine searches for its reply without a clock. If that
//! move is played, the running search gets its time limits and simply continues. On another move, or anything that
//! changes the game, the search is dropped and the move taken back. Before the expected move is played, it comes first
//! in the lines shown, so that they can be played from the position that the GUI shows; `Hint:` is not sent unasked.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::command;
use crate::defines::MAX_PLY;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::expected::{Expected, place, play_expected};
use crate::play::library::move_for_gui;
use crate::play::thinktime::forced_depth;
use crate::searcher::score::mate_in;
use crate::searcher::{Info, Limits, Line, Report, Thought, laws};
use crate::ui::show;
use crate::ui::words::{Done, Refusal};

use super::answers::illegal;
use super::knowledge::tell_book;
use super::state::{LastReport, PonderMove, Ready, Session, Task, move_text};
use super::timing::{be_patient, limit_running, limits};

/// The base of mate scores: a mate in N moves is this plus N.
const MATE_SCORE: i32 = 100_000;
/// Least time between two lines within an iteration.
const LINE_INTERVAL: Duration = Duration::from_millis(50);

// ---- the engine's move --------------------------------------------------------------------------------------------------

/// Claims the result if the game on the board is over by the rules.
pub(super) fn claim(board: &mut Board, session: &mut Session) -> bool {
    let outcome = laws::outcome(board);
    if let Some(outcome) = outcome {
        session.out.line(&show::outcome(outcome));
        session.own.claimed = true;
    }
    outcome.is_some()
}

/// Does the game go on? After a claimed draw it does if the opponent `plays_on` and there are legal moves.
pub(super) fn may_go_on(board: &mut Board, plays_on: bool) -> bool {
    match laws::outcome(board) {
        None => true,
        Some(Outcome::Repetition | Outcome::FiftyMoves | Outcome::Material) => plays_on,
        Some(_) => false,
    }
}

/// Searches, moves, and claims the result if the game is over. There must be a legal move.
pub(super) fn think_and_move(board: &mut Board, session: &mut Session) {
    if session.own.excluded(board).is_empty()
        && let Some(mv) = move_for_gui(board, &session.options, &mut session.library)
    {
        tell_book(board, session);
        return make_move(board, session, mv, 0);
    }
    if let Some((best, ms)) = best_move(board, session, Task::Move) {
        make_move(board, session, best, ms);
    }
}

/// Plays the reply at once: the expected move was played, and the search is finished.
pub(super) fn move_at_once(board: &mut Board, session: &mut Session, ready: Ready) {
    show_line(session);
    make_move(board, session, ready.best, 0);
}

/// Searches for a task: the best move and the milliseconds that it took; [`None`] if the search was abandoned.
fn best_move(board: &mut Board, session: &mut Session, task: Task) -> Option<(Move, u64)> {
    session.own.task = task;
    let (moves, excluded) = root_moves(board, session);
    let most_depth = if moves.len() == 1 { forced_depth(session.options.algorithm) } else { MAX_PLY };
    let limits = limits(board, session, most_depth);
    let thought = search_here(board, session, Limits { excluded, ..limits });
    session.own.task = Task::Nothing;
    let Thought { best, ms, .. } = thought?;
    session.own.clock.search_ended(ms);
    // A search that was stopped at once has no move.
    Some((if moves.contains(&best) { best } else { moves[moves.len() - 1] }, ms))
}

/// The moves that may be played, and those that may not. If all are excluded, all may be played.
fn root_moves(board: &Board, session: &Session) -> (Vec<Move>, Vec<Move>) {
    let excluded = session.own.excluded(board);
    let (left_out, rest): (Vec<Move>, Vec<Move>) = board.legal_moves().iter().partition(|mv| excluded.contains(mv));
    if rest.is_empty() { (left_out, rest) } else { (rest, left_out) }
}

/// Searches the position on the board; [`None`] if the search was abandoned. If the game goes on after a draw by
/// repetition or the fifty-move rule, the draw is ignored.
fn search_here(board: &mut Board, session: &mut Session, limits: Limits) -> Option<Thought> {
    session.own.line = LastReport::default();
    let mut options = session.options.clone();
    if matches!(session.own.task, Task::Analysis | Task::Hint) {
        // What helps the user is at full strength.
        options.modern.elo = FULL_ELO;
    }
    let fifty_move = board.fifty_move;
    if matches!(laws::outcome(board), Some(Outcome::Repetition | Outcome::FiftyMoves)) {
        board.set_fifty_move(0);
    }
    let thought = session.search_with(board, &options, limits);
    if thought.is_some() {
        show_held_line(session);
    }
    board.set_fifty_move(fifty_move);
    thought
}

/// Makes the engine's move, or resigns.
fn make_move(board: &mut Board, session: &mut Session, best: Move, used_ms: u64) {
    note_score(board, session);
    if resigns(session) {
        session.out.line("resign");
        session.engine_side = None;
        return;
    }
    if offers_draw(board, session) {
        session.out.line("offer draw");
    }
    session.own.draw_offered = false;
    let text = move_text(board, session, best);
    session.out.line(&format!("move {text}"));
    board.play(best);
    session.own.clock.engine_moved(board, used_ms);
    session.own.ready = None;
    session.own.expected = Expected::after(board, best, &session.own.line.pv);
    claim(board, session);
}

// ---- draws by agreement, and resigning ----------------------------------------------------------------------------------

/// Records the engine's score before its move.
fn note_score(board: &Board, session: &mut Session) {
    if session.own.line.depth > 0 {
        session.own.standing.note(board, session.own.line.score);
    }
}

fn resigns(session: &Session) -> bool {
    session.own.standing.is_hopeless() && session.own.options.resign.allow(session.own.against_computer)
}

/// Accepts the opponent's offer, or makes one.
fn offers_draw(board: &Board, session: &mut Session) -> bool {
    let xboard = &mut session.own;
    if xboard.draw_offered && xboard.standing.accepts_draw() == Some(true) {
        return true;
    }
    xboard.options.offer_draw.allow(xboard.against_computer) && xboard.standing.offers_draw(board)
}

/// The opponent offers a draw: accepted at once if the last score says so, otherwise considered with the next move.
/// Some clients offer in force mode, just before `go`.
pub(crate) fn draw(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let accepted = session.engine_side.is_some() && session.own.standing.accepts_draw() == Some(true);
    session.own.draw_offered = !accepted;
    if accepted {
        session.out.line("offer draw");
    }
    Ok(())
}

// ---- on the opponent's time, and without a clock --------------------------------------------------------------------

/// There is nothing to carry out: ponders or analyses, if enabled, until a line arrives.
pub(super) fn use_spare_time(board: &mut Board, session: &mut Session) {
    let xboard = &session.own;
    if xboard.paused || xboard.edit.is_some() {
        return;
    }
    if xboard.analysing {
        analyse(board, session);
    } else if xboard.hard && session.engine_side == Some(board.next_move.other()) && xboard.ready.is_none() {
        ponder(board, session);
    }
}

fn ponder(board: &mut Board, session: &mut Session) {
    let here = place(board);
    let Some(expected) = session.own.expected.and_then(|expected| expected.here(board)) else { return };
    let expected_text = board.san(expected);
    if !play_expected(board, expected) {
        session.own.expected = None;
        return;
    }
    session.own.pondering = Some(PonderMove { expected, expected_text });
    let best = best_move(board, session, Task::Ponder).map(|(best, _)| best);
    let hit = session.own.pondering.take().is_none();
    match best {
        Some(best) if hit => {
            let used_ms = session.own.hit_at.take().map_or(0, |hit_at| hit_at.elapsed().as_millis() as u64);
            make_move(board, session, best, used_ms);
        }
        Some(best) => {
            board.undo();
            session.own.ready = Some(Ready { place: here, expected, best });
        }
        None if hit => {}
        None => {
            board.undo();
        }
    }
}

/// A move arrives while the engine ponders or analyses. While it ponders, the expected move is on the board.
///
/// # Errors
/// [`Refusal`] if the move is illegal; the search goes on.
pub(super) fn hear_move(board: &mut Board, session: &mut Session, line: &str) -> Result<Heard, Refusal> {
    let (word, rest) = command::split_word(line);
    let text = if word == "usermove" { rest } else { word };
    let expected = session.own.pondering.as_ref().map(|pondering| pondering.expected);
    if expected.is_some() {
        board.undo();
    }
    let read = board.read_move(text);
    expected.inspect(|mv| board.play(*mv));
    let mv = read.map_err(|error| illegal(text, &error))?;
    if expected != Some(mv) {
        return Ok(Heard::AnotherMove);
    }
    hit(board, session);
    Ok(Heard::ExpectedMove)
}

/// The kind of a move that arrives during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// The move that the engine is pondering on; the search continues for its own move.
    ExpectedMove,
    /// A move that makes the search useless.
    AnotherMove,
}

/// The expected move was played: the running search gets its time limits.
fn hit(board: &mut Board, session: &mut Session) {
    session.own.pondering = None;
    session.own.task = Task::Move;
    session.own.clock.opponent_moved();
    session.own.hit_at = Some(Instant::now());
    limit_running(board, session);
    show_line(session);
}

fn analyse(board: &mut Board, session: &mut Session) {
    let here = place(board);
    let (moves, excluded) = root_moves(board, session);
    let all_are_excluded = excluded.is_empty() && !session.own.excluded(board).is_empty();
    if moves.is_empty() || all_are_excluded || session.own.analysed == Some(here) {
        return;
    }
    session.own.task = Task::Analysis;
    session.own.lines = moves.len().min(session.own.options.multi_pv);
    let limits = Limits { excluded, lines: session.own.lines, ..limits(board, session, MAX_PLY) };
    let thought = search_here(board, session, limits);
    session.own.lines = 1;
    session.own.task = Task::Nothing;
    session.own.analysed = thought.map(|_| here);
}

/// `.`: the progress of the analysis.
pub(crate) fn status(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if !session.own.analysing {
        return Ok(());
    }
    let LastReport { ms, nodes, depth, iteration, root_move, .. } = session.own.line;
    let searching = session.own.task == Task::Analysis;
    let (ms, nodes) = match &session.control {
        Some(control) if searching => (control.elapsed_ms(), control.nodes()),
        _ => (ms, nodes),
    };
    let depth = iteration.filter(|_| searching).unwrap_or(depth);
    let progress = match root_move.filter(|_| searching) {
        Some((mv, number, count)) => format!("{} {count} {mv}", count - number),
        None => "0 0".into(),
    };
    session.out.line(&format!("stat01: {} {nodes} {depth} {progress}", ms / 10));
    Ok(())
}

/// `hint`: a move for the side to move.
pub(crate) fn hint(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let pondering = session.own.pondering.as_ref();
    let text = match session.own.task {
        Task::Move | Task::Hint => None,
        Task::Ponder => pondering.map(|pondering| move_text(board, session, pondering.expected)),
        Task::Analysis => session.own.line.pv.first().map(|mv| move_text(board, session, *mv)),
        Task::Nothing => advice(board, session).map(|mv| move_text(board, session, mv)),
    };
    if let Some(text) = text {
        session.out.line(&format!("Hint: {text}"));
    }
    Ok(())
}

/// The expected move, or the result of a short search.
fn advice(board: &mut Board, session: &mut Session) -> Option<Move> {
    if let Some(expected) = session.own.expected.and_then(|expected| expected.here(board)) {
        return Some(expected);
    }
    if board.legal_moves().is_empty() {
        return None;
    }
    best_move(board, session, Task::Hint).map(|(best, _)| best)
}

/// Has a word carried out during the search made it useless?
pub(super) fn is_unwanted(session: &Session) -> bool {
    session.own.task == Task::Ponder && !session.own.hard
}

// ---- thinking output ------------------------------------------------------------------------------------------------

/// Does the search have to report every root move?
pub(super) fn wants_root_moves(session: &Session) -> bool {
    session.own.task == Task::Analysis
}

pub(super) fn tell(board: &mut Board, session: &mut Session, info: &Info) {
    session.own.line.iteration = info.iteration;
    match &info.report {
        Report::Header => tell_which(session),
        // In a multi-PV search only complete iterations are shown, in the order of their lines.
        Report::Best { .. } | Report::Depth { .. } if session.own.lines > 1 => {}
        Report::Best { depth, score, pv } | Report::Depth { depth, score, pv } => {
            tell_line(board, session, info, *depth, *score, pv);
        }
        Report::Lines { depth, lines } => tell_lines(board, session, info, *depth, lines),
        Report::RootMove { mv, number, count } => session.own.line.root_move = Some((*mv, *number, *count)),
        Report::Stopped | Report::TimeUsed => show_held_line(session),
        _ => {}
    }
}

fn tell_which(session: &mut Session) {
    if let Some(why) = session.why_instrument() {
        session.out.line(&format!("# {why}"));
    }
}

/// The search has a new best line, or has finished a depth: then it may report the same line again.
fn tell_line(board: &mut Board, session: &mut Session, info: &Info, depth: usize, score: i32, pv: &[Move]) {
    let finished = matches!(info.report, Report::Depth { .. });
    let Some(&best) = pv.first() else { return };
    be_patient(session, best.0, score, finished);
    if depth > session.own.line.depth {
        show_held_line(session);
    }
    let line = &mut session.own.line;
    let again = (line.depth, line.score, line.pv.first()) == (depth, score, Some(&best));
    let just_shown = line.shown && line.shown_at.is_some_and(|shown_at| shown_at.elapsed() < LINE_INTERVAL);
    line.shown = finished && again && just_shown;
    line.selective = info.selective.unwrap_or(line.selective).max(depth).max(pv.len());
    (line.depth, line.score) = (depth, score);
    (line.ms, line.nodes, line.hits) = (info.ms, info.nodes, info.hits);
    line.pv = pv.to_vec();
    line.text = if session.own.post { show::line(board, pv) } else { String::new() };
    if finished {
        show_held_line(session);
    } else {
        show_held_line_in_time(session);
    }
}

/// Shows the lines of an iteration, best first. The best one becomes the last report.
fn tell_lines(board: &mut Board, session: &mut Session, info: &Info, depth: usize, lines: &[Line]) {
    let (ms, nodes, hits) = (info.ms, info.nodes, info.hits);
    let mut best = None;
    for found in lines {
        let pv = found.pv.clone();
        let selective = found.selective.unwrap_or(depth).max(depth).max(pv.len());
        let text = if session.own.post { show::line(board, &pv) } else { String::new() };
        let LastReport { iteration, root_move, .. } = session.own.line;
        let (shown, shown_at, score) = (true, None, found.score);
        session.own.line =
            LastReport { depth, score, ms, nodes, selective, hits, pv, text, shown, shown_at, iteration, root_move };
        show_line(session);
        best.get_or_insert_with(|| session.own.line.clone());
    }
    session.own.line = best.unwrap_or_default();
}

/// Shows a held line, unless one was shown a moment ago.
pub(super) fn show_held_line_in_time(session: &mut Session) {
    if session.own.line.shown_at.is_none_or(|shown_at| shown_at.elapsed() >= LINE_INTERVAL) {
        show_held_line(session);
    }
}

fn show_held_line(session: &mut Session) {
    if !session.own.line.shown {
        show_line(session);
    }
}

/// Shows the line. The expected move comes first, if it has not been played yet.
fn show_line(session: &mut Session) {
    let xboard = &mut session.own;
    let LastReport { depth, score, ms, nodes, selective, hits, ref text, .. } = xboard.line;
    if !xboard.post || xboard.task == Task::Hint || text.is_empty() {
        return;
    }
    let expected = xboard.pondering.as_ref().map(|pondering| format!("{} ", pondering.expected_text));
    let nps = nodes * 1000 / ms.max(1);
    let head = format!("{depth} {} {} {nodes} {selective} {nps} {hits}", gui_score(score), ms / 10);
    let text = format!("{head}\t{}{text}", expected.unwrap_or_default());
    xboard.line.shown = true;
    xboard.line.shown_at = Some(Instant::now());
    session.out.line(&text);
}

/// A score in the protocol's form: a mate in N moves is 100000 + N.
fn gui_score(score: i32) -> i32 {
    mate_in(score).map_or(score, |moves| score.signum() * (MATE_SCORE + moves.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::LARGE_NUMBER;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(gui_score(9999), 100_001);
        assert_eq!(gui_score(9997), 100_002);
        assert_eq!(gui_score(-9998), -100_001);
        assert_eq!(gui_score(-9996), -100_002);
        assert_eq!(gui_score(LARGE_NUMBER - 101), 100_051);
        assert_eq!(gui_score(-350), -350);
    }
}
