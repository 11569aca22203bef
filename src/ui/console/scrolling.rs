//! The view with scrolling lines on a terminal, and its keys.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::board::Board;
use crate::searcher::{Info, Line};
use crate::ui::out::is_dumb;
use crate::ui::session::Effect;
use crate::ui::show;
use crate::ui::terminal::editor::Prompt;
use crate::ui::terminal::picture::Marks;
use crate::ui::terminal::prompt::{Abilities, Fed, PromptLine};

use super::state::{Finish, Session, View};
use super::status::finish_in_words;
use super::{autosave, clocks, looking, play, position, telling, words};

/// Scrolling lines.
pub(super) struct Scrolling;

impl View for Scrolling {
    fn greet(&self, session: &mut Session, texts: &[(String, &str)]) {
        texts.iter().rev().for_each(|(text, _)| session.say(text));
    }

    fn begin(&self, session: &mut Session) {
        leave(session);
    }

    fn leave(&self, session: &mut Session) {
        leave(session);
    }

    fn position(&self, board: &Board, session: &mut Session, marks: Marks) {
        looking::write_position(board, session, marks);
    }

    fn setup(&self, board: &Board, session: &mut Session) {
        let screen = session.screen();
        position::write_setup(board, session, Some(screen));
    }

    fn aside(&self, board: &mut Board, session: &mut Session, text: &str, _: Duration) {
        looking::show_board(board, session);
        session.say(text);
    }

    fn game_over(&self, board: &Board, session: &mut Session, finish: &Finish) {
        let text = finish_in_words(board, session, finish);
        session.say(&text);
    }

    fn lines(&self, board: &mut Board, session: &mut Session, info: &Info, lines: &[Line], depth: usize) {
        telling::write_lines(board, session, info, lines, depth);
    }

    fn interrupt(&self, session: &mut Session) {
        interrupt(session);
    }

    fn ask(&self, _: &Board, session: &mut Session, prompt: &Prompt) {
        show_line(session, prompt);
    }

    fn make_room(&self, session: &mut Session) {
        leave(session);
    }

    fn echo(&self, session: &mut Session, text: &str) {
        session.out.line(text);
    }

    fn key(&self, _: &mut Board, session: &mut Session, event: Event, prompt: &Prompt) -> Option<String> {
        if session.own.view.typing.is_none() {
            show_line(session, prompt);
        }
        key(session, event)
    }

    fn key_during_search(&self, board: &mut Board, session: &mut Session, event: Event) {
        let Event::Key(key) = event else { return };
        let Some(editor) = session.input.editor().filter(|_| key.kind != KeyEventKind::Release) else { return };
        let control = |letter| key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            // Ctrl-J counts as Enter: an Enter typed before the search began arrives as a line feed.
            _ if key.code == KeyCode::Enter || control('j') => {
                let line = std::mem::take(&mut editor.begun);
                if line.is_empty() {
                    play::stop(session);
                } else if session.own.game.thinking.is_some() && words::effect(session, &line) != Effect::Waits {
                    session.out.line(&format!("> {line}"));
                    session.hear(board, line);
                } else if let Some(editor) = session.input.editor() {
                    editor.take_in(line);
                }
            }
            KeyCode::Esc => play::abandon(session),
            _ if control('c') && editor.is_interrupted_twice() => {
                session.over = true;
                play::abandon(session);
            }
            _ if control('c') => {
                session.interrupted = true;
                play::stop(session);
            }
            // Returns the terminal to the shell until the program is resumed.
            _ if control('z') => {
                session.out.pause();
                clocks::suspend(session);
                session.out.resume();
            }
            KeyCode::Backspace => drop(editor.begun.pop()),
            KeyCode::Char(letter) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => {
                editor.begun.push(letter);
                if session.own.is_analysing() {
                    session.stop();
                }
            }
            _ => {}
        }
    }
}

/// Shows the line being typed.
fn show_line(session: &mut Session, prompt: &Prompt) {
    let Some(editor) = session.input.editor() else { return };
    editor.expect(prompt);
    let mut line = match session.own.view.typing.take() {
        Some(line) => line,
        None => {
            let abilities = match () {
                () if is_dumb() => Abilities::Dumb,
                () if prompt.coloured => Abilities::Coloured,
                () => Abilities::Plain,
            };
            let size = crossterm::terminal::size().unwrap_or((80, 24));
            let line = PromptLine::new(&prompt.text, abilities, &std::mem::take(&mut editor.begun), size);
            session.out.begin_typing();
            line
        }
    };
    session.out.prompt(&line.paint());
    session.own.view.typing = Some(line);
}

/// Erases the line being typed, but keeps its text.
fn leave(session: &mut Session) {
    let Some(mut line) = session.own.view.typing.take() else { return };
    session.out.end_typing(&line.erase());
    if let Some(editor) = session.input.editor() {
        editor.begun = line.text().into();
    }
}

/// Handles a key or paste. Returns the line if it is complete.
fn key(session: &mut Session, event: Event) -> Option<String> {
    let (mut line, editor) = (session.own.view.typing.take()?, session.input.editor()?);
    match line.feed(event, editor) {
        Some(Fed::Lines(lines)) => {
            lines.into_iter().for_each(|line| editor.take_in(line));
            editor.begun = line.text().into();
            let entered = editor.typed_line();
            session.out.end_typing(&line.finish(entered.as_deref().unwrap_or_default()));
            return entered;
        }
        Some(Fed::Candidates(names)) => {
            session.out.prompt(&line.leave());
            session.out.line(&show::in_columns(&names, line.columns()));
        }
        Some(Fed::Suspend) => {
            session.out.end_typing(&line.erase());
            clocks::suspend(session);
            session.out.begin_typing();
        }
        Some(Fed::Interrupt) => {
            session.own.view.typing = Some(line);
            interrupt(session);
            return None;
        }
        Some(Fed::End) => {
            session.out.end_typing(&line.leave());
            session.over = true;
            return None;
        }
        None => {}
    }
    session.own.view.typing = Some(line);
    None
}

/// Handles Ctrl-C: clears the line. A second Ctrl-C shortly after the first ends the program.
fn interrupt(session: &mut Session) {
    let (Some(line), Some(editor)) = (&mut session.own.view.typing, session.input.editor()) else { return };
    let text = line.leave();
    if editor.is_interrupted_twice() {
        session.own.view.typing = None;
        session.out.end_typing(&text);
        session.over = true;
        return;
    }
    let was_empty = line.text().is_empty();
    line.clear();
    session.out.prompt(&text);
    if was_empty {
        leave(session);
        session.say(autosave::again_to_leave(session.own.players_game()));
    }
}
