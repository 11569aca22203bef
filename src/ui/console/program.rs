//! Help, scripts, and the program itself.

use crate::board::Board;
use crate::command::{self, Group, WORDS, Who};
use crate::readmove::shortened;

use super::super::{Done, Refusal, Session, VERSION, bad, manual, show};
use super::read_text;

/// Scripts may call scripts so deep.
const DEEPEST_SCRIPT: usize = 8;

pub(crate) fn help(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let columns = session.console.look.screen(&session.out).columns.unwrap_or(usize::MAX);
    let group = Group::ALL.into_iter().find(|(group, _)| group.name() == text);
    let text = match (text, group) {
        ("", _) => Group::ALL.into_iter().map(|(group, heading)| show::group_help(group, heading, columns)).collect(),
        (_, Some((group, heading))) if command::find(text, false).is_none() => {
            show::group_help(group, heading, columns)
        }
        _ => {
            let Some(word) = command::find(text, false) else {
                let like = command::like(text).map(String::from);
                return Err(Refusal::UnknownWord { word: shortened(text), like });
            };
            show::word_help(word, columns)
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
    let Some(text) = manual::completions(shell, WORDS.iter().filter(|word| word.who == Who::Console)) else {
        return bad(format!("there are no completions for '{}'; say bash, zsh or fish", shortened(shell)));
    };
    session.out.line(text.trim_end());
    Ok(())
}

pub(crate) fn man(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(manual::page().trim_end());
    Ok(())
}

pub(crate) fn source(board: &mut Board, session: &mut Session, file: &str) -> Done {
    if session.script_depth >= DEEPEST_SCRIPT {
        return bad(format!("{file}: scripts may call scripts {DEEPEST_SCRIPT} deep"));
    }
    let text = read_text(file)?;
    session.script_depth += 1;
    let done = run_script(board, session, file, &text);
    session.script_depth -= 1;
    done
}

/// Carries out the lines of a script up to the first that is refused.
fn run_script(board: &mut Board, session: &mut Session, file: &str, text: &str) -> Done {
    for (number, line) in text.lines().enumerate() {
        let done = session.execute(board, line.trim());
        done.map_err(|refusal| Refusal::Bad(format!("{file}, line {}: {refusal}", number + 1)))?;
        if session.over || session.was_interrupted() || session.out.is_closed() {
            break;
        }
    }
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
