//! Limits and settings of the engine, and how things look.

use crate::board::Board;
use crate::command;
use crate::readmove::shortened;

use super::super::look::{LOOK_SETTINGS, LookSetting};
use super::super::settings::{self, SETTINGS};
use super::super::{Done, Refusal, Session, bad, ini, show};
use super::{limits, read_text};

pub(crate) fn search_depth(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "depth", text)?;
    session.say(&format!("search depth {}", board.search_depth));
    Ok(())
}

pub(crate) fn search_time(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "time", text)?;
    session.say(&format!("search time {}", board.timer.max_time.map_or("without limit".into(), show::time_text)));
    Ok(())
}

pub(crate) fn stop_frac(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "stopfrac", text)?;
    session.say(&format!("stopfrac {}", board.timer.stop_frac));
    Ok(())
}

pub(crate) fn set(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, value) = command::split_word(text);
    if name.is_empty() {
        list_settings(board, session);
        return Ok(());
    }
    let Some(setting) = LookSetting::find(name) else {
        settings::set(board, name, value)?;
        session.say(&format!("{name} {}", settings::get(board, name)?));
        return Ok(());
    };
    if !value.is_empty() && !setting.change(&mut session.console.look, value) {
        return bad(format!("{name} cannot be '{}', it may be: {}", shortened(value), setting.values.join(", ")));
    }
    session.say(&format!("{name} {}", setting.value(&session.console.look)));
    Ok(())
}

fn list_settings(board: &Board, session: &mut Session) {
    let of_board = SETTINGS.iter().map(|it| (it.name, (it.get)(board), it.help, it.values.to_string()));
    let look = session.console.look;
    let of_look = LOOK_SETTINGS.iter().map(|it| (it.name, it.value(&look).to_string(), it.help, it.values.join(", ")));
    let columns = session.console.look.screen(&session.out).columns.unwrap_or(usize::MAX);
    for (name, value, help, values) in of_board.chain(of_look) {
        let (head, indent) =
            if columns < 60 { (format!("{name} {value} - "), 4) } else { (format!("{name:<17} {value:<8}"), 26) };
        session.out.line(&show::wrap(&format!("{head}{help} ({values})"), columns, indent));
    }
}

pub(crate) fn read_ini(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let file = if text.is_empty() { session.ini_file.name() } else { text.to_string() };
    let read = ini::read(board, &mut session.console.look, &read_text(&file)?);
    read.map_err(|error| Refusal::Bad(format!("{file}: {error}")))?;
    session.say(&format!("settings read from {file}; the engine thinks {}", limits(board)));
    Ok(())
}

pub(crate) fn memory(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.say(&format!("the board with all its tables takes {} kB", show::board_size(board) / 1024));
    Ok(())
}
