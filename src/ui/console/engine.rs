//! Limits, settings of the engine, and the display.

use crate::board::Board;
use crate::modern::Modern;
use crate::ui::arguments::file_name;
use crate::ui::refusal::{Done, Refusal, read_text};
use crate::ui::settings;
use crate::ui::tables::{Format, Table};
use crate::ui::{ini, knowledge, show};

use super::looking;
use super::state::Session;
use super::subject;

/// Settings of the opponent's play.
const OF_THE_OPPONENT: [&str; 4] = ["elo", "skill", "time", "depth"];

/// Display settings that change the board.
const OF_THE_BOARD: [&str; 3] = ["theme", "squares", "pieces"];

pub(crate) fn search_depth(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "depth", text)?;
    session.say(&format!("search depth {}", session.options.limits.depth));
    Ok(())
}

pub(crate) fn search_time(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "time", text)?;
    let time = session.options.limits.max_ms().map_or("without limit".into(), show::time_text);
    session.say(&format!("search time {time}"));
    Ok(())
}

pub(crate) fn stop_frac(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "stopfrac", text)?;
    session.say(&format!("stopfrac {}", session.options.limits.stop_frac));
    Ok(())
}

pub(crate) fn set(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let (name, value) = (words.first().copied().unwrap_or_default(), words.get(1..).unwrap_or_default().join(" "));
    if name.is_empty() || name == "all" && value.is_empty() {
        list_settings(session, format, name == "all" || format != Format::Text);
        return Ok(());
    }
    let row = settings::find(name)?;
    if !value.is_empty() {
        row.set(&mut session.options, &mut session.own.view.look, &value).map_err(Refusal::Bad)?;
    }
    let now = row.value(&session.options, &session.own.view.look);
    if value.is_empty() {
        session.say(&format!("{name} {now}"));
        if session.input.is_terminal() {
            session.say(&format!("It may be: {}", row.kind()));
        }
        show_if_of_the_board(board, session, name);
        return Ok(());
    }
    session.say(&format!("{name} {now}"));
    if let Some(warning) = subject::without_effect(&session.options, name) {
        session.say(&warning);
    }
    show_if_of_the_board(board, session, name);
    Ok(())
}

/// Shows the board if a setting changes how it looks.
fn show_if_of_the_board(board: &Board, session: &mut Session, name: &str) {
    if OF_THE_BOARD.contains(&name) && session.input.is_terminal() {
        looking::show_board(board, session);
    }
}

/// Is it the name of a setting?
pub(super) fn is_setting(name: &str) -> bool {
    settings::named(name).is_some()
}

/// Lists the settings: every one, or those of players.
fn list_settings(session: &mut Session, format: Format, is_whole: bool) {
    let (options, look) = (&session.options, &session.own.view.look);
    let row = |row: settings::Row| [row.name(), row.value(options, look), row.help().into(), row.kind().to_string()];
    let (of_players, others): (Vec<_>, Vec<_>) = settings::all().map(row).partition(|[name, ..]| is_for_players(name));
    let count = others.len();
    let rows: Vec<[String; 4]> = of_players.into_iter().chain(others.into_iter().filter(|_| is_whole)).collect();
    if format != Format::Text {
        let mut table = Table::new("", &["name", "value", "help", "values"]);
        rows.into_iter().for_each(|row| table.row(row.into()));
        table.show(&mut session.out, format);
        return;
    }
    let columns = session.screen().columns.unwrap_or(usize::MAX);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let (names, values) = (width(0), width(1));
    let is_spoken = look.spoken;
    for [name, value, help, may_be] in &rows {
        if is_spoken {
            session.say(&format!("{name} is {value}: {help}. It may be {may_be}."));
            continue;
        }
        let (head, indent) = match columns {
            0..60 => (format!("{name} {value} - "), 4),
            _ => (format!("{name:<names$} {value:<values$} "), names + values + 2),
        };
        session.out.line(&show::wrap(&format!("{head}{help} ({may_be})"), columns, indent));
    }
    if !is_whole {
        session.say(&format!("'set all' lists {count} more, of the engine and its searches."));
    }
}

/// Is it a setting of players: of the display, or of the opponent?
fn is_for_players(name: &str) -> bool {
    let row = settings::named(name);
    matches!(row, Some(settings::Row::Look(_))) || OF_THE_OPPONENT.contains(&name)
}

pub(crate) fn read_ini(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let file = if text.is_empty() { session.own.ini_file.name() } else { file_name(text).to_string() };
    let text = read_text(&file)?;
    let read = ini::read(&mut session.options, &mut session.own.view.look, &text);
    let read = read.and_then(|()| knowledge::read_ini(&mut session.options, &mut session.library, &text));
    let skipped = read.map_err(|reason| Refusal::Bad(format!("{file}: {reason}")))?;
    skipped.iter().for_each(|text| session.say(text));
    session.say(&format!("settings read from {file}; the engine thinks {}", show::limits(&session.options.limits)));
    Ok(())
}

pub(crate) fn memory(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let modern = &session.options.modern;
    let (megabytes, own_size) = (modern.megabytes, Modern::with(modern).own_size());
    session.out.line(&format!("the board with the tutorial's tables takes {} kB", show::board_size(board) / 1024));
    session.out.line(&format!("the modern search's hash table takes {} MB ('hash' changes it)", megabytes));
    let threads = match session.options.modern.threads {
        1 => String::from("its one thread"),
        several => format!("each of its {several} threads"),
    };
    session.say(&format!("{threads} takes {} kB for histories and other tables", own_size / 1024));
    Ok(())
}
