//! The steady screen of the console: what it shows of game and search, and what keys and clicks do.

use std::any::Any;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind};

use crate::bitops::bit;
use crate::board::Board;
use crate::defines::*;
use crate::games::openings;
use crate::moves::Move;
use crate::peek::{Line, Verdict};
use crate::ui::show;
use crate::ui::signals::{self, Keys};
use crate::ui::terminal::editor::{LineEditor, Prompt};
use crate::ui::terminal::screen::line::Memory;
use crate::ui::terminal::screen::model::{Marks, Player};
use crate::ui::terminal::screen::stage::{Stage, Step, Wish};
use crate::ui::terminal::{look, picture};

use super::state::Session;
use super::{analyse, analysis_board, guessing, kept, lessons, play};

/// How often the clocks are drawn while the engine is idle.
const TICK: Duration = Duration::from_millis(100);
/// Time between two checks for interrupts without clocks.
const REST: Duration = Duration::from_millis(500);
/// Time between two saves of the running clocks.
const CLOCKS_KEPT: Duration = Duration::from_secs(5);
/// The keys named in the heading.
const KEYS: &str = "F1 help · F3 turn · Tab board";
const ANALYSIS_KEYS: &str = "← → moves · F3 turn · F4 threat · exit";
const TRAINING_KEYS: &str = "hint · next · analyse · exit";

/// Why waiting for a line has ended.
pub(super) enum Waited {
    /// A line was entered.
    Line(String),
    /// The user leaves, or the terminal is gone.
    Left,
    /// The window became too small for the steady screen, or large enough again.
    AnotherView,
}

/// The steady screen, if it is shown.
pub(super) fn stage(session: &mut Session) -> Option<&mut Stage> {
    let steady: &mut dyn Any = session.out.steady()?;
    steady.downcast_mut()
}

/// Switches to the steady screen or back to scrolling lines, depending on the setting and the size of the window.
pub(super) fn choose_view(board: &Board, session: &mut Session) {
    let wanted =
        session.input.is_terminal() && session.out.is_terminal() && session.own.look.wants_steady(&session.out);
    match (wanted, session.out.is_steady()) {
        (true, false) => {
            let mut stage = Stage::new(session.own.look.skin(&session.out), window(session));
            stage.mouse = !session.own.look.no_mouse;
            stage.line.set(session.input.begun());
            if let Some(editor) = session.input.editor() {
                editor.begun.clear();
            }
            session.signals.only_note_interrupts();
            session.out.enter(Box::new(stage));
            refresh(board, session);
        }
        (false, true) => leave(session),
        _ => {}
    }
}

/// Leaves the steady screen; the line being typed is kept.
pub(super) fn leave(session: &mut Session) {
    let begun = stage(session).map(|stage| stage.line.text().to_string()).unwrap_or_default();
    if session.out.leave().is_some()
        && let Some(editor) = session.input.editor()
    {
        editor.begun = begun;
    }
}

fn window(session: &Session) -> (usize, usize) {
    look::size(&session.out).unwrap_or((80, 24))
}

// ---- what is shown -----------------------------------------------------------------------------------------------------

/// Shows the current game.
pub(super) fn refresh(board: &Board, session: &mut Session) {
    if !session.out.is_steady() {
        return;
    }
    let look = session.own.look;
    let (skin, screen) = (look.skin(&session.out), look.screen(&session.out));
    let title = play::title(board, session);
    let over = play::end_of_game(board, session);
    let players = Side::BOTH.map(|side| player(board, session, side));
    let (moves, first) = moves_of(board, session);
    let running =
        (over.is_none() && session.own.analysing.is_none() && session.own.setup.is_none()).then_some(board.next_move);
    let clocks = session.own.clocks.map(|clocks| (clocks, running));
    let steps = if over.is_none() && session.own.setup.is_none() { steps(board) } else { Vec::new() };
    let (analysis, prompt) = (analysis_board::shown(board, session), super::prompt_text(board, session));
    let opening = openings::of_game(board).map_or(String::new(), |(it, _)| format!("{} {}", it.code, it.name));
    let keys = match () {
        () if analysis.is_some() => ANALYSIS_KEYS,
        () if play::training(session).is_some() => TRAINING_KEYS,
        () => KEYS,
    };
    let setup = session.own.setup.clone();
    let Some(stage) = stage(session) else { return };
    (stage.skin, stage.clocks, stage.steps) = (skin, clocks, steps);
    let mouse = std::mem::replace(&mut stage.mouse, !look.no_mouse);
    let model = &mut stage.model;
    (model.title, model.players, model.first) = (title, players, first);
    model.keys = keys.into();
    model.opening = opening;
    model.moves = moves.into_iter().map(|san| screen.moves(&san)).collect();
    model.shown = board.end_of_game;
    model.rotated = board.view_rotated;
    model.typing.prompt = prompt;
    model.analysis = analysis;
    let attacked = model.marks.attacked;
    match setup {
        Some(setup) => {
            (model.square, model.turn, model.marks) = (setup.square, Some(setup.next_move), Marks::default());
        }
        None => {
            let marks = picture::Marks::of(board);
            (model.square, model.turn) = (board.square, over.is_none().then_some(board.next_move));
            model.marks = Marks { last: marks.last, check: marks.check, attacked, ..Marks::default() };
        }
    }
    if let Some(over) = over {
        model.notice = over;
    }
    if mouse == look.no_mouse {
        session.out.set_mouse(!look.no_mouse);
    }
}

/// The moves of the game including those taken back, the number of the first, and the side that made it.
fn moves_of(board: &Board, session: &Session) -> (Vec<String>, (usize, Side)) {
    let mut copy = Box::new(board.clone());
    let mut moves: Vec<_> = std::iter::from_fn(|| copy.undo()).collect();
    moves.reverse();
    moves.extend(session.redo.iter().rev());
    let first = (copy.move_number() as usize, copy.next_move);
    (copy.san_line(&moves), first)
}

fn steps(board: &Board) -> Vec<Step> {
    let moves = board.clone().legal_moves().into_iter();
    moves
        .map(|mv| Step { from: mv.from(), to: mv.tosq(), becomes: if mv.is_promotion() { kind(mv.prom()) } else { 0 } })
        .collect()
}

fn player(board: &Board, session: &Session, side: Side) -> Player {
    let name = match (session.engine_side, guessing::open(session)) {
        (_, Some(guessed)) => guessed.player(side),
        _ if session.own.selfplay => "Alula",
        (Some(engine), _) if engine == side => "Alula",
        (Some(_), _) => "You",
        (None, _) => session.own.study.as_ref().and_then(|study| study.player(side)).unwrap_or(side.name()),
    };
    let ahead = if side == Side::White { board.material } else { -board.material } / 100;
    Player { name: name.into(), captured: picture::captured(board, side), ahead: ahead.max(0), ..Player::default() }
}

/// Shows the game with marked squares.
pub(super) fn show_marked(board: &Board, session: &mut Session, marks: picture::Marks) {
    refresh(board, session);
    if let Some(stage) = stage(session) {
        stage.model.marks.attacked |= marks.attacked;
    }
}

/// Marks what the side not to move threatens, found by a short silent search.
pub(super) fn mark_threat(board: &Board, session: &mut Session) {
    const THREAT_MS: u64 = 150;
    let Ok(mut other) = analyse::passed(board) else { return };
    (other.timer.max_time, other.timer.soft_time, other.search_depth) = (Some(THREAT_MS), None, MAX_PLY);
    let mv = other.think();
    if let Some(stage) = stage(session).filter(|_| mv.is_some()) {
        stage.model.marks.threat = bit(mv.from()) | bit(mv.tosq());
    }
}

/// Shows a position for some time, or until Enter or Escape. No move can be made on it.
pub(super) fn show_for_a_moment(board: &mut Board, session: &mut Session, time: Duration) {
    refresh(board, session);
    if let Some(stage) = stage(session) {
        stage.steps.clear();
    }
    session.out.draw();
    (board.timer.max_time, board.timer.soft_time, board.max_nodes, board.timedout) = (None, None, None, false);
    let until = Instant::now() + time;
    // Nothing is searched, so there is no progress to show.
    session.own.quiet = true;
    session.search(board, |board| {
        play::take_a_moment(board, until);
        Move::NONE
    });
    session.own.quiet = false;
}

/// Prepares the screen for a command.
pub(super) fn begin(session: &mut Session) {
    if session.own.script_depth > 0 || !session.out.is_steady() {
        return;
    }
    signals::set_keys(Keys::Interrupt);
    if let Some(stage) = stage(session) {
        stage.begin();
    }
}

/// Restores the screen after a command.
pub(super) fn end(board: &Board, session: &mut Session) {
    if session.own.script_depth > 0 || !session.out.is_steady() {
        return;
    }
    signals::set_keys(Keys::Plain);
    if let Some(stage) = stage(session) {
        stage.end();
    }
    refresh(board, session);
}

/// Clears the engine's line after a search.
pub(super) fn search_ended(session: &mut Session) {
    if let Some(stage) = stage(session) {
        stage.model.engine.clear();
    }
}

/// Shows the lines of an analysis; the scores of `lines` are for the side to move.
pub(super) fn show_lines(board: &mut Board, session: &mut Session, lines: &[Line], depth: usize) {
    let screen = session.own.look.screen(&session.out);
    let (ms, nodes) = (board.timer.elapsed_ms(), board.nodes());
    let sign = if board.next_move == Side::White { 1 } else { -1 };
    let text = |board: &mut Board, line: &Line| {
        let moves = screen.moves(&show::numbered(board, &line.pv));
        (show::pawns(sign * line.score), moves)
    };
    let shown: Vec<_> = lines.iter().map(|line| text(board, line)).collect();
    let best = lines.first().and_then(|line| line.pv.first());
    let marked = best.map_or(0, |mv| bit(mv.from()) | bit(mv.tosq()));
    let head = format!("depth {depth} · {} · {}", show::count_text(nodes), show::time_text(ms));
    let Some(stage) = stage(session) else { return };
    stage.model.marks.best = marked;
    if let Some(analysis) = &mut stage.model.analysis {
        (analysis.lines, analysis.head) = (shown, head);
        analysis.score = lines.first().map(|line| sign * line.score);
    }
    session.out.draw_if_due();
}

// ---- keys and clicks ---------------------------------------------------------------------------------------------------

/// Waits for a line.
pub(super) fn wait(board: &mut Board, session: &mut Session, prompt: &Prompt) -> Waited {
    refresh(board, session);
    if let Some(editor) = session.input.editor() {
        editor.expect(prompt);
    }
    let tick = if session.own.clocks.is_some() { TICK } else { REST };
    loop {
        ask(session, &prompt.text);
        session.out.draw();
        if session.out.is_closed() {
            return Waited::Left;
        }
        let event = match session.input.event(tick) {
            Ok(event) => event,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
            Err(_) => return Waited::Left,
        };
        kept::keep_clocks(board, session, CLOCKS_KEPT);
        if session.signals.was_interrupted() {
            session.signals.forget_interrupt();
            clear_line(session);
        }
        let Some(event) = event else { continue };
        if matches!(event, Event::Resize(..)) && !session.own.look.wants_steady(&session.out) {
            return Waited::AnotherView;
        }
        match wish(session, event) {
            Wish::Line(line) => return Waited::Line(line),
            Wish::Leave => return Waited::Left,
            Wish::Interrupt if interrupted_twice(session) => return Waited::Left,
            Wish::Interrupt => clear_line(session),
            Wish::Suspend => suspend(session),
            Wish::Function(number) => {
                if let Some(line) = function(board, session, number) {
                    return Waited::Line(line);
                }
            }
            Wish::Step(step) if session.own.analysing.is_some() => return Waited::Line(step_word(step)),
            Wish::Enter if !turn_page(session) && lessons::words::awaits(session) => {
                return Waited::Line(String::new());
            }
            _ => {}
        }
    }
}

/// Turns the page of a long text; false if its end is visible.
fn turn_page(session: &mut Session) -> bool {
    stage(session).is_some_and(Stage::turn_page)
}

/// Shows the prompt before the line.
fn ask(session: &mut Session, prompt: &str) {
    let coloured = session.own.look.skin(&session.out).has_colours();
    let text = stage(session).map(|stage| stage.line.text().to_string()).unwrap_or_default();
    let hint = session.input.editor().and_then(|editor| editor.hint(&text, text.len()));
    let Some(stage) = stage(session) else { return };
    stage.model.typing.prompt = stage.line.search_prompt().unwrap_or_else(|| prompt.into());
    stage.model.typing.hint =
        hint.filter(|_| coloured && stage.line.cursor() == text.chars().count()).unwrap_or_default();
}

/// The wish behind a key, click or paste.
fn wish(session: &mut Session, event: Event) -> Wish {
    // The editor completes words but is not part of the screen: it is lent for this key.
    let Session { out, input, .. } = session;
    let (Some(steady), Some(editor)) = (out.steady(), input.editor()) else { return Wish::Leave };
    let steady: &mut dyn Any = steady;
    let Some(stage) = steady.downcast_mut::<Stage>() else { return Wish::Leave };
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => match stage.key(key, editor) {
            Wish::Line(line) => {
                // Through the editor, so that it gets into the history and keeps its turn.
                editor.take_in(line);
                editor.typed_line().map_or(Wish::Nothing, Wish::Line)
            }
            wish => wish,
        },
        Event::Mouse(mouse) => stage.mouse(mouse),
        Event::Paste(text) => pasted(stage, editor, &text),
        Event::Resize(columns, rows) => {
            stage.size = (usize::from(columns), usize::from(rows));
            Wish::Nothing
        }
        _ => Wish::Nothing,
    }
}

/// Whole pasted lines are carried out in order; the rest is the beginning of the next line.
fn pasted(stage: &mut Stage, editor: &mut LineEditor, text: &str) -> Wish {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.pop().unwrap_or_default();
    for line in lines {
        stage.line.insert(line);
        editor.take_in(stage.line.text().into());
        stage.line.clear();
    }
    stage.line.insert(last);
    editor.typed_line().map_or(Wish::Nothing, Wish::Line)
}

fn step_word(step: isize) -> String {
    if step < 0 { "back" } else { "forward" }.into()
}

fn clear_line(session: &mut Session) {
    if let Some(stage) = stage(session) {
        stage.line.clear();
        stage.put_down();
    }
}

fn interrupted_twice(session: &mut Session) -> bool {
    session.input.editor().is_some_and(|editor| editor.is_interrupted_twice())
}

/// A function key: some act at once, others return a line.
fn function(board: &mut Board, session: &mut Session, number: u8) -> Option<String> {
    match number {
        1 => return Some("help".into()),
        2 => {
            session.own.look.thinking = !session.own.look.thinking;
            let text = format!("thinking {}", if session.own.look.thinking { "on" } else { "off" });
            session.out.line(&text);
        }
        3 => {
            board.view_rotated = !board.view_rotated;
            if let Some(stage) = stage(session) {
                stage.model.rotated = board.view_rotated;
            }
        }
        4 => return Some("threat".into()),
        _ => {}
    }
    None
}

/// Handles keys and draws during a search. The Board holds some position of the tree at this point.
pub(super) fn poll(board: &mut Board, session: &mut Session) -> Verdict {
    session.out.draw_if_due();
    if session.signals.was_interrupted() {
        return Verdict::Stop;
    }
    if !session.input.is_due() {
        return Verdict::GoOn;
    }
    loop {
        let event = match session.input.event(Duration::ZERO) {
            Ok(Some(event)) => event,
            Ok(None) => return Verdict::GoOn,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Verdict::GoOn,
            Err(_) => {
                session.over = true;
                return session.abandon();
            }
        };
        let wish = wish(session, event);
        if let Some(verdict) = heard(board, session, wish) {
            return verdict;
        }
    }
}

/// The effect of a key on the search, if it has one.
fn heard(board: &mut Board, session: &mut Session, wish: Wish) -> Option<Verdict> {
    let analysing = session.own.analysing.is_some();
    match wish {
        Wish::Line(line) => {
            session.pending.push_back(line);
            return analysing.then_some(Verdict::Stop);
        }
        Wish::Enter if !analysing => return Some(Verdict::Stop),
        Wish::Escape if !analysing => return Some(session.abandon()),
        Wish::Interrupt if interrupted_twice(session) => {
            session.over = true;
            return Some(session.abandon());
        }
        Wish::Interrupt => {
            session.interrupted = true;
            return Some(Verdict::Stop);
        }
        Wish::Leave => {
            session.over = true;
            return Some(session.abandon());
        }
        Wish::Suspend => {
            let begin = Instant::now();
            suspend(session);
            board.timer.leave_out(begin.elapsed());
        }
        Wish::Step(step) if analysing => {
            session.pending.push_back(step_word(step));
            return Some(Verdict::Stop);
        }
        Wish::Function(number) => {
            if let Some(line) = function(board, session, number) {
                session.pending.push_back(line);
                return analysing.then_some(Verdict::Stop);
            }
        }
        _ => {}
    }
    session.out.draw_if_due();
    None
}

/// Ctrl-Z: gives the terminal back to the shell until the program is resumed.
fn suspend(session: &mut Session) {
    session.out.hide_steady();
    signals::suspend();
    session.out.show_steady();
    let size = window(session);
    if let Some(stage) = stage(session) {
        stage.size = size;
        stage.forget_screen();
    }
    session.out.draw();
}
