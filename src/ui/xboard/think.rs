//! The engine's searches: for its move, for its next move while the opponent thinks (pondering), for analysis, and for
//! a hint. Also sends the thinking output of all these searches except hints: a line for each finished depth, and for
//! each new best move in between. If a new best move comes soon after the last line, its line is held back, and a newer
//! line may replace it.
//!
//! Pondering: the engine searches the position after the expected move, without a clock. If the opponent plays that
//! move, the running search receives its time limits and continues. After any other move, or a command that changes the
//! game, the search is discarded. Until the expected move is played, the lines shown begin with it, so that they are
//! legal in the position that the GUI shows. `Hint:` is sent only on request.

use std::mem;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::engine::Root;
use crate::play::expected::{Expected, place};
use crate::play::library::move_for_gui;
use crate::play::standing::ResignRule;
use crate::play::thinktime::most_depth;
use crate::searcher::score::mate_in;
use crate::searcher::{Control, Info, Limits, Line, Report, Thought, laws};
use crate::ui::refusal::Done;
use crate::ui::show;

use super::knowledge::tell_book;
use super::state::{Due, LastReport, PonderMove, Ready, Session, Task, move_text};
use super::timing::{limit_running, limits};

/// Base of mate scores: a mate in N moves is this plus N.
const MATE_SCORE: i32 = 100_000;
/// After `?`, the engine moves as soon as the search has a line, or, failing that, once the search has run this long.
const FIRST_LINE: Duration = Duration::from_millis(100);
/// A new best move is held back until the last line is this old, unless the iteration or the search ends first.
const LINE_INTERVAL: Duration = Duration::from_millis(50);
/// For this long, pondering sends no thinking output. python-chess sends `ping` after `move`, and attributes every line
/// before the `pong` to that move.
const SILENT_PONDERING: Duration = Duration::from_millis(100);

// ---- the engine's move --------------------------------------------------------------------------------------------------

/// Claims the result if the game is over by the rules. Returns whether it is over.
pub(super) fn claim(board: &mut Board, session: &mut Session) -> bool {
    let outcome = laws::outcome(board);
    if let Some(outcome) = outcome {
        session.out.line(&show::outcome(outcome));
        session.own.claimed = true;
    }
    outcome.is_some()
}

/// Whether the game continues; after a claimed draw, only if the opponent `plays_on` and there are legal moves.
pub(super) fn may_go_on(board: &mut Board, plays_on: bool) -> bool {
    match laws::outcome(board) {
        None => true,
        Some(Outcome::Repetition | Outcome::FiftyMoves | Outcome::Material) => plays_on,
        Some(_) => false,
    }
}

/// Plays a book move, or starts the search for the engine's move. There must be a legal move.
pub(super) fn think_and_move(board: &mut Board, session: &mut Session) {
    if session.own.excluded(board).is_empty()
        && let Some(mv) = move_for_gui(board, &session.options, &mut session.library)
    {
        tell_book(board, session);
        return make_move(board, session, mv, 0);
    }
    begin(board, session, Task::Move);
    session.hear_waiting(board);
}

/// `?`: makes the engine move now, or as soon as it has a move.
pub(crate) fn move_now(_: &mut Board, session: &mut Session, _: &str) -> Done {
    match session.own.task {
        Task::Move if session.own.line.depth == 0 => session.own.due = Some(Due::Move),
        Task::Move => session.stop(),
        _ => {}
    }
    Ok(())
}

/// Plays the reply at once, because the expected move was played and the search has finished.
pub(super) fn move_at_once(board: &mut Board, session: &mut Session, ready: Ready) {
    show_line(session);
    make_move(board, session, ready.best, 0);
}

/// Starts a search for a task.
fn begin(game: &Board, session: &mut Session, task: Task) {
    session.forget_search();
    // The report of a finished ponder search is overwritten, so its move must not be played with it.
    session.own.ready = None;
    session.own.task = task;
    let Root { board, moves, excluded } = root(game, session);
    session.own.lines = if task == Task::Analysis { moves.len().min(session.own.options.multi_pv) } else { 1 };
    let most_depth = most_depth(session.options.algorithm, moves.len());
    let limits = Limits { excluded, lines: session.own.lines, ..limits(game, session, most_depth) };
    session.own.line = LastReport::default();
    let helps_the_user = matches!(task, Task::Analysis | Task::Hint);
    let options = if helps_the_user { session.options.full_strength() } else { session.options.clone() };
    session.start(&board, &options, limits);
}

/// Handles the end of a search: plays, stores or reports its move.
pub(super) fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
    let Some(Thought { best, ms, .. }) = thought else { return };
    show_held_line(session);
    session.own.clock.keeper.search_ended(ms);
    session.own.due = None;
    match mem::take(&mut session.own.task) {
        Task::Move => {
            let before_the_hit = session.own.hit_after_ms.take().unwrap_or(0);
            make_move(board, session, best, ms.saturating_sub(before_the_hit));
        }
        Task::Ponder => {
            let pondering = session.own.pondering.take();
            let ready = |PonderMove { place, expected, expected_text }| Ready { place, expected, expected_text, best };
            session.own.ready = pondering.map(ready);
        }
        Task::Analysis => session.own.analysed = Some(place(board)),
        Task::Hint => tell_hint(board, session, best),
        Task::Nothing => {}
    }
}

/// Resets the state after a search was stopped and its result discarded.
pub(super) fn forgotten(session: &mut Session) {
    let xboard = &mut session.own;
    (xboard.task, xboard.pondering, xboard.hit_after_ms, xboard.due) = (Task::Nothing, None, None, None);
}

/// The position to search. If all moves are excluded, the exclusions are ignored.
fn root(game: &Board, session: &Session) -> Root {
    let excluded = session.own.excluded(game);
    Root::new(game, |mv| !excluded.contains(mv))
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
    session.own.standing.is_hopeless(ResignRule::USUAL)
        && session.own.options.resign.decide(!session.own.against_computer)
}

/// Whether the engine should accept the opponent's draw offer, or offer a draw itself.
fn offers_draw(board: &Board, session: &mut Session) -> bool {
    let xboard = &mut session.own;
    if xboard.draw_offered && xboard.standing.accepts_draw() == Some(true) {
        return true;
    }
    xboard.options.offer_draw.decide(!xboard.against_computer) && xboard.standing.offers_draw(board)
}

/// `draw`: the opponent offers a draw. The engine accepts at once if its last score justifies that; otherwise, it
/// decides with its next move. Some clients offer a draw in force mode, just before `go`.
pub(crate) fn draw(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let accepted = session.engine_side.is_some() && session.own.standing.accepts_draw() == Some(true);
    session.own.draw_offered = !accepted;
    if accepted {
        session.out.line("offer draw");
    }
    Ok(())
}

// ---- on the opponent's time, and without a clock --------------------------------------------------------------------

/// Starts to analyse or to ponder, if enabled. Called when no event is waiting.
pub(super) fn use_spare_time(board: &mut Board, session: &mut Session) {
    let xboard = &session.own;
    if xboard.task != Task::Nothing || xboard.paused || xboard.edit.is_some() {
        return;
    }
    if xboard.analysing {
        analyse(board, session);
    } else if xboard.hard && session.engine_side == Some(board.next_move.other()) && xboard.ready.is_none() {
        ponder(board, session);
    }
}

fn ponder(board: &mut Board, session: &mut Session) {
    let Some((expected, ahead)) = session.own.expected.and_then(|expected| expected.ahead(board)) else { return };
    let expected_text = board.san(expected);
    begin(&ahead, session, Task::Ponder);
    session.own.silent_until = Some(Instant::now() + SILENT_PONDERING);
    session.own.pondering = Some(PonderMove { place: place(board), expected, expected_text });
}

/// Whether this is the move that the engine is pondering on.
pub(super) fn is_expected(board: &Board, session: &Session, mv: Move) -> bool {
    let pondering = session.own.pondering.as_ref();
    pondering.is_some_and(|pondering| pondering.expected == mv && pondering.place == place(board))
}

/// Handles a ponder hit: gives the running search its time limits.
pub(super) fn hit(board: &mut Board, session: &mut Session) {
    session.own.pondering = None;
    session.own.task = Task::Move;
    session.own.clock.opponent_moved();
    session.own.hit_after_ms = session.control().map(Control::elapsed_ms);
    limit_running(board, session);
    show_line(session);
}

fn analyse(board: &mut Board, session: &mut Session) {
    let excluded = session.own.excluded(board);
    let is_wanted = board.legal_moves().iter().any(|mv| !excluded.contains(mv));
    if is_wanted && session.own.analysed != Some(place(board)) {
        if let Some(rule) = laws::outcome(board).and_then(show::claimable) {
            session.out.line(&format!("# can be claimed: {rule}"));
        }
        begin(board, session, Task::Analysis);
    }
}

/// `.`: reports the progress of the analysis.
pub(crate) fn status(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if !session.own.analysing {
        return Ok(());
    }
    let LastReport { ms, nodes, depth, iteration, root_move, .. } = session.own.line;
    let searching = session.own.task == Task::Analysis;
    let (ms, nodes) = match session.control() {
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

/// `hint`: suggests a move for the side to move.
pub(crate) fn hint(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let expected = session.own.expected.and_then(|expected| expected.here(board));
    match (session.own.task, expected) {
        (Task::Move | Task::Hint, _) => {}
        (Task::Analysis, _) => match session.own.line.pv.first().copied() {
            Some(mv) => tell_hint(board, session, mv),
            None => session.own.due = Some(Due::Hint),
        },
        (Task::Ponder | Task::Nothing, Some(expected)) => tell_hint(board, session, expected),
        _ if board.legal_moves().is_empty() => {}
        _ => begin(board, session, Task::Hint),
    }
    Ok(())
}

fn tell_hint(board: &Board, session: &mut Session, mv: Move) {
    let text = move_text(board, session, mv);
    session.out.line(&format!("Hint: {text}"));
}

/// Time until [`tick`] must be called: to show a held line, or to make the engine move although no line has arrived.
pub(super) fn patience(session: &Session) -> Option<Duration> {
    let since_the_last = session.own.line.shown_at.map(|at| LINE_INTERVAL.saturating_sub(at.elapsed()));
    let wait = since_the_last.into_iter().chain(silence(session)).max().unwrap_or_default();
    let held = holds_a_line(session).then_some(wait);
    let is_due = session.own.due == Some(Due::Move);
    let first = session.control().filter(|_| is_due);
    let first = first.map(|control| FIRST_LINE.saturating_sub(Duration::from_millis(control.elapsed_ms())));
    held.into_iter().chain(first).min()
}

pub(super) fn tick(board: &mut Board, session: &mut Session) {
    if session.own.ready.as_ref().is_some_and(|ready| ready.place != place(board)) {
        session.own.ready = None;
    }
    if holds_a_line(session) {
        show_held_line_in_time(session);
    }
    let is_late = |control: &Control| control.elapsed_ms() >= FIRST_LINE.as_millis() as u64;
    if session.own.due == Some(Due::Move) && session.control().is_some_and(is_late) {
        session.stop();
    }
}

/// Whether the running or finished search has a line that may be shown but has not been shown yet.
fn holds_a_line(session: &Session) -> bool {
    let LastReport { shown, ref text, .. } = session.own.line;
    let is_of_now = session.running.is_some() || session.own.ready.is_some();
    is_of_now && !shown && !text.is_empty() && may_show(session)
}

fn may_show(session: &Session) -> bool {
    session.own.post && !session.own.paused && session.own.task != Task::Hint
}

/// Makes the move or gives the hint that was waiting for the first line of the search.
fn do_what_is_due(root: &Board, session: &mut Session) {
    match session.own.due.take() {
        Some(Due::Move) => session.stop(),
        Some(Due::Hint) => {
            if let Some(&mv) = session.own.line.pv.first() {
                tell_hint(root, session, mv);
            }
        }
        None => {}
    }
}

// ---- thinking output ------------------------------------------------------------------------------------------------

/// An analysis reports every root move, for `.`.
pub(super) fn root_moves_after(session: &Session) -> Option<Duration> {
    (session.own.task == Task::Analysis).then_some(Duration::ZERO)
}

pub(super) fn tell(board: &mut Board, session: &mut Session, info: &Info) {
    session.own.line.iteration = info.iteration;
    match &info.report {
        Report::Header => tell_which(session),
        // A multi-PV search shows lines only after a completed iteration, best first.
        Report::Best { .. } | Report::Depth { .. } if session.own.lines > 1 => {}
        Report::Best { depth, score, pv } | Report::Depth { depth, score, pv } => {
            tell_line(board, session, info, *depth, *score, pv);
        }
        Report::Lines { depth, lines } => tell_lines(board, session, info, *depth, lines),
        Report::RootMove { mv, number, count } => session.own.line.root_move = Some((*mv, *number, *count)),
        Report::Stopped | Report::TimeUsed => show_held_line(session),
        _ => {}
    }
    if session.own.line.depth > 0 {
        do_what_is_due(board, session);
    }
}

fn tell_which(session: &mut Session) {
    if let Some(why) = session.why_instrument() {
        session.out.line(&format!("# {why}"));
    }
}

/// Handles a new best line or a finished depth, which may repeat the same line.
fn tell_line(board: &mut Board, session: &mut Session, info: &Info, depth: usize, score: i32, pv: &[Move]) {
    let finished = matches!(info.report, Report::Depth { .. });
    let Some(&best) = pv.first() else { return };
    if let Some(running) = &session.running {
        session.own.clock.keeper.be_patient(&running.control, best.0, score, finished);
    }
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

/// The remaining time for which pondering sends no lines.
fn silence(session: &Session) -> Option<Duration> {
    let xboard = &session.own;
    let is_early = xboard.task == Task::Ponder || xboard.task == Task::Nothing && xboard.ready.is_some();
    let left = xboard.silent_until.filter(|_| is_early)?.saturating_duration_since(Instant::now());
    Some(left).filter(|left| !left.is_zero())
}

/// Shows a held line, unless the previous one is very recent.
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

/// Shows the line, preceded by the expected move if the opponent has not played it yet.
fn show_line(session: &mut Session) {
    if !may_show(session) || silence(session).is_some() || session.own.line.text.is_empty() {
        return;
    }
    let xboard = &mut session.own;
    let LastReport { depth, score, ms, nodes, selective, hits, ref text, .. } = xboard.line;
    let pondering = xboard.pondering.as_ref().map(|pondering| &pondering.expected_text);
    let ready = xboard.ready.as_ref().filter(|_| xboard.task == Task::Nothing).map(|ready| &ready.expected_text);
    let expected = pondering.or(ready).map(|text| format!("{text} "));
    let nps = nodes * 1000 / ms.max(1);
    let mut head = format!("{depth} {} {} {nodes}", gui_score(score), ms / 10);
    head += &if xboard.options.plain_lines { " ".into() } else { format!(" {selective} {nps} {hits}\t") };
    let text = format!("{head}{}{text}", expected.unwrap_or_default());
    xboard.line.shown = true;
    xboard.line.shown_at = Some(Instant::now());
    session.out.line(&text);
}

/// A score in the protocol's notation: a mate in N moves is ±(100000 + N).
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
