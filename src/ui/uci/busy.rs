//! How a line is carried out, and what happens to lines that arrive during a search.

use crate::board::Board;
use crate::command;
use crate::readmove::shortened;
use crate::ui::session::{Dialogue, Verdict};
use crate::ui::terminal::editor::Prompt;
use crate::ui::words::{Done, Refusal, bad};

use super::state::{Busy, Session, Uci};

/// Waits for a line: of the script that switched to the protocol, then of the input. [`None`] at the end.
pub(super) fn wait(session: &mut Session) -> Option<String> {
    let line = session.own.script.pop_front().or_else(|| session.input.wait(&Prompt::default()))?;
    session.out.note_input(&line);
    Some(line)
}

/// A line that has already arrived, if there is one.
fn peek(session: &mut Session) -> Option<String> {
    let line = session.own.script.pop_front().or_else(|| session.input.peek())?;
    session.out.note_input(&line);
    Some(line)
}

/// Carries out one line of the protocol.
pub(super) fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let (name, rest) = command::split_word(line);
    match command::find(session.own.words, name) {
        Some(word) => (word.action.run)(board, session, rest),
        None if name.is_empty() => Ok(()),
        None => Err(Refusal::UnknownWord { word: shortened(name), like: None }),
    }
}

/// Handles the lines that arrive during a search.
pub(super) fn hear_lines(board: &mut Board, session: &mut Session) -> Verdict {
    while let Some(line) = peek(session) {
        hear_line(board, session, line);
        if is_over(session) {
            return Verdict::Stop;
        }
    }
    if session.input.has_ended() {
        session.over = true;
    }
    if is_over(session) { Verdict::Stop } else { Verdict::GoOn }
}

/// Waits for the line that ends a search which must not answer by itself.
pub(super) fn wait_for_end(board: &mut Board, session: &mut Session) {
    while !is_over(session) && session.own.running.as_ref().is_some_and(|running| running.holds) {
        match wait(session) {
            Some(line) => hear_line(board, session, line),
            None => session.over = true,
        }
    }
}

/// Must the search end?
pub(super) fn is_over(session: &Session) -> bool {
    session.over || session.out.is_closed() || session.own.running.as_ref().is_none_or(|running| running.stopped)
}

fn hear_line(board: &mut Board, session: &mut Session, line: String) {
    let word = command::find(session.own.words, command::split_word(&line).0);
    let busy = word.map_or(Busy::Now, |word| word.action.busy);
    let has_limit = session.own.running.as_ref().is_none_or(|running| running.go.has_limit());
    if busy == Busy::Later && has_limit {
        session.pending.push_back(line);
        return;
    }
    let done = match busy {
        Busy::Later => bad(format!("stop the search first: {}", shortened(&line))),
        _ => execute(board, session, &line),
    };
    if let Err(refusal) = done {
        Uci::refuse(session, &line, &refusal);
    }
    if busy != Busy::Stop {
        return;
    }
    if let Some(running) = &mut session.own.running {
        running.stopped = true;
    }
    // It ends the searches that wait, too, so it waits behind them.
    if !session.pending.is_empty() {
        session.pending.push_back(line);
    }
}

/// Has the word that ends a search come while this one waited for its turn?
pub(super) fn is_stopped_before_it_begins(session: &Session) -> bool {
    let word = |line: &String| command::find(session.own.words, command::split_word(line).0);
    session.pending.iter().filter_map(word).any(|word| word.action.busy == Busy::Stop)
}
