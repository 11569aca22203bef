//! Help, scripts, and commands about the program itself.

use std::fs::File;
use std::path::Path;

use crate::VERSION;
use crate::board::Board;
use crate::command::{self, Group};
use crate::games::review;
use crate::play::files::{Overwrite, check_writable, reason};
use crate::readmove::{is_harmful, shortened};
use crate::ui::arguments;
use crate::ui::refusal::{Done, Refusal, bad, read_text};
use crate::ui::session::Protocol;
use crate::ui::{doctor, install as files, manual, show};

use super::lessons::search;
use super::state::{Session, Words};

/// Maximum nesting depth of scripts.
const DEEPEST_SCRIPT: usize = 8;

pub(crate) fn help(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let columns = session.screen().columns.unwrap_or(usize::MAX);
    let words = session.own.words;
    let usages = command::usages(words);
    let group_help = |group, heading| show::group_help(&usages, group, heading, columns);
    let group = Group::ALL.into_iter().find(|(group, _)| group.name() == text);
    let text = match (command::find(words, text), group) {
        (Some(word), _) => show::word_help(&word.usage, columns),
        (None, Some((group, heading))) => group_help(group, heading),
        (None, None) if text.is_empty() => overview(words, columns),
        (None, None) if text == "keys" => keys(columns),
        (None, None) if text == "marks" => marks(columns),
        (None, None) => {
            let found = search::find(&usages, text);
            if !found.is_empty() {
                return session.answer(&found.join("\n"));
            }
            let like = command::like(words, text).map(String::from);
            return Err(Refusal::UnknownWord { word: shortened(text), like });
        }
    };
    session.answer_as_is(text.trim_end())
}

/// The most important commands for players.
const FIRST_WORDS: [&str; 15] = [
    "opponent", "new", "play", "level", "takeback", "hint", "resign", "analyse", "review", "puzzle", "games", "load",
    "save", "resume", "set",
];

/// The keys at a terminal.
const KEYS: [(&str, &str); 17] = [
    ("Enter", "carry out the line; while the engine thinks: make it move"),
    ("Tab", "complete a move, a command or a file name; on an empty line of the full-screen view: go to the board"),
    (
        "← → Home End",
        "on an empty line: step back and forward in the game, or go to its start or end; in a lesson, ← and → turn the \
         pages",
    ),
    ("Space", "on an empty line: replay the rest of the game; any key stops it"),
    ("↑ ↓ Ctrl-R", "earlier lines"),
    ("Esc", "clear the line, or close the text over the board; while the engine thinks: stop it without a move"),
    ("PgUp PgDn", "turn the pages of a long text"),
    ("Ctrl-C", "stop the engine's search, and let it move; twice on an empty line: quit"),
    ("Ctrl-D", "quit"),
    ("Ctrl-Z", "suspend the program"),
    ("+ -", "on an empty line of the full-screen view: larger or smaller squares"),
    ("F1", "help"),
    ("F2", "show or hide the engine's thinking"),
    ("F3", "turn the board"),
    ("F4", "show the threat; in an analysis, mark it on the board"),
    (
        "on the board",
        "arrow keys or h j k l go from square to square, Enter or Space picks a piece up and puts it down, n and p \
         load the next and the previous game of the file, Tab or Esc leaves the board",
    ),
    ("mouse", "click or drag a piece; the wheel steps through the game"),
];

/// A key or command and its purpose, in two columns if the window is wide enough.
fn help_line(name: &str, help: &str, columns: usize) -> String {
    match columns {
        ..60 => show::wrap(&format!("  {name} - {help}"), columns, 6) + "\n",
        _ => show::wrap(&format!("  {name:<18}  {help}"), columns, 22) + "\n",
    }
}

/// The keys and their functions.
fn keys(columns: usize) -> String {
    let lines = KEYS.iter().map(|(key, does)| help_line(key, does, columns));
    format!("Keys at a terminal:\n{}", lines.collect::<String>())
}

/// The marks and figures of a review.
fn marks(columns: usize) -> String {
    let graph = ("graph", "White's winning chances by move; below: · for ?!, X for ??");
    let lines = review::LEGEND.into_iter().chain([graph]).map(|(name, meaning)| help_line(name, meaning, columns));
    format!("A review shows:\n{}", lines.collect::<String>())
}

/// The most important commands for players, and how to find the others.
fn overview(words: Words, columns: usize) -> String {
    let line = |name: &str, help: &str| help_line(name, help, columns);
    let mut text = show::wrap("Just type a move: e4, Nf3, exd5, O-O, e7e8q. Commands for players:", columns, 2) + "\n";
    for usage in FIRST_WORDS.iter().filter_map(|name| Some(command::find(words, name)?.usage)) {
        text += &line(usage.name(), usage.help);
    }
    text += &line("help keys", "keys and the mouse");
    text += &line("help marks", "the marks and figures of a review");
    text += &(show::wrap("'help WORD' explains a command, a setting or a term. All commands, by group:", columns, 2)
        + "\n");
    for (group, heading) in Group::ALL {
        let heading = heading.split(" (").next().unwrap_or(heading);
        text += &line(&format!("help {}", group.name()), heading);
    }
    text
}

pub(crate) fn version(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.answer_as_is(VERSION)
}

pub(crate) fn quit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.over = true;
    Ok(())
}

pub(crate) fn completions(_: &mut Board, session: &mut Session, shell: &str) -> Done {
    let Some(text) = manual::completions(shell, &command::usages(session.own.words)) else {
        return bad(format!("there are no completions for '{}'; type bash, zsh, fish or powershell", shortened(shell)));
    };
    session.answer_as_is(text.trim_end())
}

pub(crate) fn man(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.answer_as_is(manual::page(&command::usages(session.own.words)).trim_end())
}

/// `install [PREFIX]`, or `install --show CLIENT`, which writes nothing.
pub(crate) fn install(_: &mut Board, session: &mut Session, prefix: &str) -> Done {
    let program =
        std::env::current_exe().map_err(|error| Refusal::Bad(format!("cannot find this program: {error}")))?;
    if let Some(client) = prefix.strip_prefix("--show") {
        let entry = files::entry(client.trim_start_matches('=').trim(), &program).map_err(Refusal::Bad)?;
        return session.answer_as_is(&entry);
    }
    let share = files::share(prefix).map_err(Refusal::Bad)?;
    let usages = command::usages(session.own.words);
    let written = files::install(&share, &program, &usages).map_err(Refusal::Bad)?;
    for path in &written {
        session.out.line(&format!("wrote {}", path.display()));
    }
    session.say(&format!("a GUI's list of engines: {}", files::engine_line(&program)));
    session.answer(&files::hints(&share, prefix))
}

pub(crate) fn uninstall(_: &mut Board, session: &mut Session, prefix: &str) -> Done {
    let share = files::share(prefix).map_err(Refusal::Bad)?;
    let removed = files::uninstall(&share).map_err(Refusal::Bad)?;
    if removed.files.is_empty() {
        session.out.line(&format!("nothing is installed below {}", share.display()));
    }
    for path in &removed.files {
        session.out.line(&format!("removed {}", path.display()));
    }
    for path in &removed.kept {
        session.out.line(&format!("kept {}: it was changed", path.display()));
    }
    Ok(())
}

pub(crate) fn doctor(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let own = &session.own;
    let report = doctor::report(&session.options, &own.ini_file, &own.view.look, &session.library, &session.out);
    for (subject, text) in report {
        session.out.line(&format!("{subject:<14}{text}"));
    }
    Ok(())
}

pub(crate) fn source(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let file = arguments::file_name(text);
    if session.own.script_depth >= DEEPEST_SCRIPT {
        return bad(format!("{file}: scripts may be nested at most {DEEPEST_SCRIPT} deep"));
    }
    let text = read_text(file)?;
    session.own.script_depth += 1;
    let done = run_script(board, session, file, &text);
    session.own.script_depth -= 1;
    done
}

/// Carries out the lines of a script, up to the first refusal or Ctrl-C. If a line switches to a protocol, the protocol
/// handles the remaining lines.
fn run_script(board: &mut Board, session: &mut Session, file: &str, text: &str) -> Done {
    let mut lines = text.lines().enumerate();
    for (number, line) in &mut lines {
        let done = session.execute(board, line.trim());
        session.settle(board);
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

/// Switches to a protocol. The arguments may be `--laboratory`, `--log FILE`, or both.
pub(crate) fn go_over(session: &mut Session, protocol: Protocol, arguments: &str) -> Done {
    const LABORATORY: &str = "--laboratory";
    let rest = arguments.strip_prefix(LABORATORY).or(arguments.strip_suffix(LABORATORY)).map(str::trim);
    let arguments = rest.unwrap_or(arguments);
    if let Some(name) = arguments.strip_prefix("--log") {
        let name = arguments::file_name(name.trim_start_matches('='));
        check_writable(Path::new(name), Overwrite::Yes)?;
        let file = File::options().create(true).append(true).open(name);
        session.out.set_transcript(file.map_err(|error| Refusal::Bad(format!("{name}: {}", reason(&error))))?);
    } else if !arguments.is_empty() {
        return bad("only '--laboratory' and '--log FILE' may follow the name of a protocol");
    }
    session.own.laboratory = rest.is_some();
    session.goes_over_to = Some(protocol);
    Ok(())
}

pub(crate) fn echo(_: &mut Board, session: &mut Session, text: &str) -> Done {
    // Removes escape sequences: those in a script must not reach the terminal.
    let plain: String = text.chars().filter(|letter| *letter == '\t' || !is_harmful(*letter)).collect();
    session.answer_as_is(&plain)
}

pub(crate) fn expect(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() {
        return bad("expect needs the TEXT that the last command should have printed");
    }
    let said = session.out.last_said();
    if show::contains_words(said, text) {
        return Ok(());
    }
    let last = said.trim_end().lines().last().unwrap_or("nothing");
    bad(format!("expected '{}', the last line was '{}'", shortened(text), shortened(last)))
}
