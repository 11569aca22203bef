//! Commands for limits, engine settings and the display.

use crate::board::Board;
use crate::modern::Modern;
use crate::play::Options;
use crate::searcher::Algorithm;
use crate::ui::arguments::file_name;
use crate::ui::refusal::{Done, Refusal, read_text};
use crate::ui::settings::{self, SettingReader};
use crate::ui::tables::{Format, Table};
use crate::ui::{ini, knowledge, show};

use super::looking;
use super::state::Session;

/// Settings for the opponent's strength and thinking time.
const OF_THE_OPPONENT: [&str; 4] = ["elo", "skill", "time", "depth"];

/// Display settings that change the look of the board.
const OF_THE_BOARD: [&str; 3] = ["theme", "squares", "pieces"];

/// Tutorial settings, and their counterparts in the modern search. A name ending in a dot stands for all names that
/// begin with it.
const INSTEAD: [(&str, &str); 7] = [
    ("null.reduction", "search.null-reduction"),
    ("null.min-depth", "search.null-depth"),
    ("null.limit", "search.null-material"),
    ("null.", "null-move"),
    ("null", "null-move"),
    ("history", "quiet-history"),
    ("zero-window", "aspiration"),
];

pub(crate) fn search_depth(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "depth", text)?;
    session.answer(&format!("search depth {}", session.options.limits.depth))
}

pub(crate) fn search_time(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "time", text)?;
    let time = session.options.limits.max_ms().map_or("without limit".into(), show::time_text);
    session.answer(&format!("search time {time}"))
}

pub(crate) fn stop_frac(_: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(&mut session.options, "stopfrac", text)?;
    session.answer(&format!("stopfrac {}", session.options.limits.stop_frac))
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
        let done = row.set(&mut session.options, &mut session.own.view.look, &value);
        let now = row.value(&session.options, &session.own.view.look);
        done.map_err(|reason| Refusal::Bad(format!("{reason}; it stays {now}")))?;
    }
    session.say(&format!("{name} {}", row.value(&session.options, &session.own.view.look)));
    let note = match value.is_empty() {
        true => session.input.is_terminal().then(|| format!("Allowed values: {}", row.kind())),
        false => without_effect(&session.options, name),
    };
    note.into_iter().for_each(|note| session.say(&note));
    if OF_THE_BOARD.contains(&name) && session.input.is_terminal() {
        looking::show_board(board, session);
    }
    Ok(())
}

/// Lists all settings, or only those for players.
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
    let width = |column: usize| rows.iter().map(|row| show::columns_of(&row[column])).max().unwrap_or_default();
    let (names, values) = (width(0), width(1));
    let is_spoken = look.spoken;
    for [name, value, help, allowed] in &rows {
        if is_spoken {
            session.say(&format!("{name} is {value}: {help}. Allowed values: {allowed}."));
            continue;
        }
        let (head, indent) = match columns {
            0..60 => (format!("{name} {value} - "), 4),
            _ => (format!("{name:<names$} {} ", show::padded(value, values)), names + values + 2),
        };
        session.say_indented(&format!("{head}{help} ({allowed})"), indent);
    }
    if !is_whole {
        session.say(&format!("'set all' lists {count} more, for the engine and its searches."));
    }
}

/// Whether a setting is for players: a setting of the display or the opponent.
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
    session.answer(&format!("settings read from {file}; the engine searches {}", show::limits(&session.options.limits)))
}

pub(crate) fn memory(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let modern = &session.options.modern;
    let own_size = Modern::with(modern).own_size();
    session.out.line(&format!("the board with the tutorial's tables takes {} kB", show::board_size(board) / 1024));
    session.out.line(&format!("the modern search's hash table takes {} MB ('hash' changes it)", modern.megabytes));
    let threads = match modern.threads {
        1 => "its one thread".into(),
        several => format!("each of its {several} threads"),
    };
    session.answer(&format!("{threads} takes {} kB for histories and other tables", own_size / 1024))
}

/// A warning if the selected search ignores this setting.
fn without_effect(options: &Options, name: &str) -> Option<String> {
    let is_modern = options.algorithm == Algorithm::Modern;
    let reader = settings::named(name).map(|row| row.reader());
    let belongs = match reader? {
        SettingReader::Tutorial if is_modern => {
            let same = |own: &str| own == name || own.ends_with('.') && name.starts_with(own);
            let instead = INSTEAD.iter().find(|(own, _)| same(own));
            let instead = instead.map_or(String::new(), |(_, other)| format!(" The modern counterpart is {other}."));
            format!("the tutorial's search ('tutorial' selects it).{instead}")
        }
        SettingReader::Modern if !is_modern => "the modern search ('modern' selects it).".into(),
        _ => return None,
    };
    Some(format!("No effect on the selected search: {name} is a setting of {belongs}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggested_settings_exist() {
        for (_, instead) in INSTEAD {
            assert_eq!(settings::named(instead).map(|row| row.reader()), Some(SettingReader::Modern), "{instead}");
        }
    }
}
