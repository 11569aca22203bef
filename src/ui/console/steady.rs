//! The steady screen of the console in use: it comes and goes, and keys and clicks act on it.

use std::any::Any;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind};

use crate::board::Board;
use crate::ui::session::Verdict;
use crate::ui::signals::{self, Keys};
use crate::ui::terminal::editor::{LineEditor, Prompt};
use crate::ui::terminal::screen::line::Memory;
use crate::ui::terminal::screen::stage::{Stage, Wish};

use super::screen::{refresh, stage, window};
use super::state::Session;
use super::{kept, play};

/// How often the clocks are drawn while the engine is idle.
const TICK: Duration = Duration::from_millis(100);
/// Time between two checks for interrupts without clocks.
const REST: Duration = Duration::from_millis(500);
/// Time between two saves of the running clocks.
const CLOCKS_KEPT: Duration = Duration::from_secs(5);

/// Why waiting for a line has ended.
pub(super) enum Waited {
    /// A line was entered.
    Line(String),
    /// The user leaves, or the terminal is gone.
    Left,
    /// The view or the prompt is another one now.
    Anew,
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
        if play::watch_clock(board, session) {
            return Waited::Anew;
        }
        if session.signals.was_interrupted() {
            session.signals.forget_interrupt();
            clear_line(session);
        }
        let Some(event) = event else { continue };
        if matches!(event, Event::Resize(..)) && !session.own.look.wants_steady(&session.out) {
            return Waited::Anew;
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
            Wish::Enter if !turn_page(session) && session.own.lessons.awaits() => {
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
    stage.line.paste(text).into_iter().for_each(|line| editor.take_in(line));
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

/// Handles keys and draws during a search.
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
            session.control.iter().for_each(|control| control.leave_out(begin.elapsed()));
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
