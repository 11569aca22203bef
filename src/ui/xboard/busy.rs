//! How a line is carried out, and what happens to lines that arrive during a search.

use crate::board::Board;
use crate::command;
use crate::readmove::{looks_like_move, shortened};
use crate::searcher::Control;
use crate::ui::session::{Dialogue, Verdict};
use crate::ui::terminal::editor::Prompt;
use crate::ui::words::{Done, Refusal};

use super::state::{Session, Task, XBoard};
use super::think::{self, Heard};
use super::words::{Busy, WORDS};
use super::{edit, game};

/// For this long, in milliseconds, input waits for the first line of the search: a hint may be asked for.
const FIRST_LINE_MS: u64 = 100;

/// Carries out one line of the protocol.
pub(super) fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let is_word = |name: &str| command::find(WORDS, name).is_some();
    if let Some(done) = edit::execute(board, session, line, is_word) {
        return done;
    }
    let (name, rest) = command::split_word(line);
    let word = command::find(WORDS, name);
    match word.map_or(Busy::Move, |word| word.action.busy) {
        _ if name.is_empty() || name.starts_with('#') => return Ok(()),
        Busy::StopFirst | Busy::Turn | Busy::Move | Busy::MoveNow if word.is_some() || looks_like_move(name) => {
            session.own.paused = false;
            session.own.edit = None;
        }
        _ => {}
    }
    match word {
        Some(word) => (word.action.run)(board, session, rest),
        None => bare_move(board, session, line),
    }
}

/// A line that is no word: a move without `usermove`, or a mistake.
fn bare_move(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let (word, rest) = command::split_word(line);
    if !rest.is_empty() || !looks_like_move(word) {
        return Err(Refusal::UnknownWord { word: shortened(line), like: None });
    }
    game::usermove(board, session, word)
}

/// Is a move or a hint due, for which `ping` must wait?
fn owes_an_answer(session: &Session) -> bool {
    matches!(session.own.task, Task::Move | Task::Hint) && !session.own.paused
}

/// Handles the lines that arrive during a search.
pub(super) fn hear_lines(board: &mut Board, session: &mut Session) -> Verdict {
    let is_early = |control: &Control| session.own.line.depth == 0 && control.elapsed_ms() < FIRST_LINE_MS;
    if session.control.as_ref().is_some_and(is_early) {
        return Verdict::GoOn;
    }
    loop {
        while let Some(line) = session.input.peek() {
            if hear_line(board, session, line) == Verdict::Stop {
                return Verdict::Stop;
            }
        }
        if session.input.has_ended() {
            session.over = true;
            return session.abandon();
        }
        if !session.own.paused {
            return Verdict::GoOn;
        }
        if let Some(line) = session.input.wait(&Prompt::default())
            && hear_line(board, session, line) == Verdict::Stop
        {
            return Verdict::Stop;
        }
    }
}

fn hear_line(board: &mut Board, session: &mut Session, line: String) -> Verdict {
    session.out.note_input(&line);
    let (name, rest) = command::split_word(&line);
    let word = command::find(WORDS, name);
    let moving = session.own.task == Task::Move;
    match word.map_or(Busy::Move, |word| word.action.busy) {
        _ if name.is_empty() || name.starts_with('#') => return Verdict::GoOn,
        Busy::MoveNow if moving => {
            session.own.paused = false;
            return Verdict::Stop;
        }
        Busy::Turn if moving => return Verdict::GoOn,
        Busy::AfterMove if owes_an_answer(session) => {
            session.pending.push_back(line);
            return Verdict::GoOn;
        }
        Busy::Later if moving => {
            session.pending.push_back(line);
            return Verdict::GoOn;
        }
        Busy::StopFirst | Busy::Turn | Busy::Later => {
            session.pending.push_back(line);
            return session.abandon();
        }
        Busy::Move if !moving && (word.is_some() || looks_like_move(name)) => return hear_move(board, session, line),
        _ => {}
    }
    let done = match word {
        Some(word) => (word.action.run)(board, session, rest),
        None => bare_move(board, session, &line),
    };
    if let Err(refusal) = done {
        XBoard::refuse(session, &line, &refusal);
    }
    if think::is_unwanted(session) { session.abandon() } else { Verdict::GoOn }
}

/// A move arrives while the engine ponders or analyses.
fn hear_move(board: &mut Board, session: &mut Session, line: String) -> Verdict {
    match think::hear_move(board, session, &line) {
        Ok(Heard::ExpectedMove) => Verdict::GoOn,
        Ok(Heard::AnotherMove) => {
            session.pending.push_back(line);
            session.abandon()
        }
        Err(refusal) => {
            XBoard::refuse(session, &line, &refusal);
            Verdict::GoOn
        }
    }
}
