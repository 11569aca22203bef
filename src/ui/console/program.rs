//! Help, scripts, and the program itself.

use std::fs::File;

use crate::VERSION;
use crate::board::Board;
use crate::command::{self, Group};
use crate::readmove::shortened;
use crate::ui::session::Protocol;
use crate::ui::words::{Done, Refusal, bad, read_text};
use crate::ui::{manual, show};

use super::lessons::search;
use super::state::Session;

/// Scripts may call scripts so deep.
const DEEPEST_SCRIPT: usize = 8;

pub(crate) fn help(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let columns = session.own.look.screen(&session.out).columns.unwrap_or(usize::MAX);
    let words = session.own.words;
    let usages = command::usages(words);
    let group_help = |group, heading| show::group_help(&usages, group, heading, columns);
    let group = Group::ALL.into_iter().find(|(group, _)| group.name() == text);
    let text = match (command::find(words, text), group) {
        (Some(word), _) => show::word_help(&word.usage, columns),
        (None, Some((group, heading))) => group_help(group, heading),
        (None, None) if text.is_empty() => {
            Group::ALL.into_iter().map(|(group, heading)| group_help(group, heading)).collect()
        }
        (None, None) => {
            let found = search::find(&usages, text);
            if !found.is_empty() {
                session.say(&found.join("\n"));
                return Ok(());
            }
            let like = command::like(words, text).map(String::from);
            return Err(Refusal::UnknownWord { word: shortened(text), like });
        }
    };
    session.out.line(text.trim_end());
    Ok(())
}

pub(crate) fn version(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(VERSION);
    Ok(())
}

pub(crate) fn quit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.over = true;
    Ok(())
}

pub(crate) fn completions(_: &mut Board, session: &mut Session, shell: &str) -> Done {
    let Some(text) = manual::completions(shell, &command::usages(session.own.words)) else {
        return bad(format!("there are no completions for '{}'; say bash, zsh or fish", shortened(shell)));
    };
    session.out.line(text.trim_end());
    Ok(())
}

pub(crate) fn man(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(manual::page(&command::usages(session.own.words)).trim_end());
    Ok(())
}

pub(crate) fn source(board: &mut Board, session: &mut Session, file: &str) -> Done {
    if session.own.script_depth >= DEEPEST_SCRIPT {
        return bad(format!("{file}: scripts may call scripts {DEEPEST_SCRIPT} deep"));
    }
    let text = read_text(file)?;
    session.own.script_depth += 1;
    let done = run_script(board, session, file, &text);
    session.own.script_depth -= 1;
    done
}

/// Carries out the lines of a script up to the first that is refused. If a line goes over to a protocol, the rest is for that.
fn run_script(board: &mut Board, session: &mut Session, file: &str, text: &str) -> Done {
    let mut lines = text.lines().enumerate();
    for (number, line) in &mut lines {
        let done = session.execute(board, line.trim());
        done.map_err(|refusal| Refusal::Bad(format!("{file}, line {}: {refusal}", number + 1)))?;
        if session.over || session.goes_over_to.is_some() || session.was_interrupted() || session.out.is_closed() {
            break;
        }
    }
    if session.goes_over_to.is_some() {
        session.pending.extend(lines.map(|(_, line)| line.trim().to_string()));
    }
    Ok(())
}

/// `xboard`, or `xboard --log FILE`: the session goes over to the XBoard protocol.
pub(crate) fn xboard(_: &mut Board, session: &mut Session, arguments: &str) -> Done {
    if let Some(name) = arguments.strip_prefix("--log") {
        let name = name.trim_start_matches('=').trim();
        let file = File::options().create(true).append(true).open(name);
        session.out.set_transcript(file.map_err(|error| Refusal::Bad(format!("{name}: {error}")))?);
    } else if !arguments.is_empty() {
        return bad("after 'xboard' only '--log FILE' may come");
    }
    session.goes_over_to = Some(Protocol::XBoard);
    Ok(())
}

pub(crate) fn echo(_: &mut Board, session: &mut Session, text: &str) -> Done {
    session.out.line(text);
    Ok(())
}

pub(crate) fn expect(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() {
        return bad("say what was expected: a part of what the last command printed");
    }
    let said = session.out.last_said();
    if said.contains(text) {
        return Ok(());
    }
    let last = said.trim_end().lines().last().unwrap_or("nothing");
    bad(format!("expected '{}', the last line was '{}'", shortened(text), shortened(last)))
}
