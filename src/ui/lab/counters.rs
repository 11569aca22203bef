//! Commands for the counters of the last search, with explanations and charts.

use crate::board::Board;
use crate::command::closest;
use crate::readmove::shortened;
use crate::searcher::{Algorithm, Thought};
use crate::ui::arguments::{self, Target};
use crate::ui::console::Session;
use crate::ui::console::counting::{counted, is_tutorials_own, repeat};
use crate::ui::console::lessons::glossary;
use crate::ui::page;
use crate::ui::refusal::{Done, bad, number};
use crate::ui::show;
use crate::ui::tables::{Format, Table};

use super::{plot, text as texts};

pub(crate) fn stats(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let Thought { stats, nodes, .. } = &counted(session)?;
    let mut table = match words[..] {
        [] => texts::stats_table(stats, *nodes, algorithm(session)),
        ["growth"] => texts::growth_table(stats),
        ["plies"] => texts::plies_table(stats),
        ["nulls"] => texts::null_table(stats, *nodes),
        _ => return bad("stats takes: growth, plies, nulls, or nothing"),
    };
    if is_tutorials_own(&session.own.analysis) {
        table.note(format!(
            "The instrument, a copy of the search with counters, repeated it and visited the same {nodes} nodes."
        ));
    }
    table.show(&mut session.out, format);
    Ok(())
}

/// Default number of moves shown for each side.
const MOVES_SHOWN: usize = 20;

pub(crate) fn history(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let most = number(words.first().copied().unwrap_or_default(), "moves", 1, 100, Some(MOVES_SHOWN))?;
    if words.len() > 1 {
        return bad("history takes a number of moves");
    }
    let board = repeat(session)?.map_or_else(Board::new, |instrument| instrument.board);
    texts::history_table(&board, most).show(&mut session.out, format);
    Ok(())
}

/// The algorithm of the last search.
fn algorithm(session: &Session) -> Algorithm {
    session.own.analysis.searched.as_ref().map_or(session.options.algorithm, |searched| searched.options.algorithm)
}

pub(crate) fn explain(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let term = || glossary::find(text).map(|term| term.told());
    let Some(explanation) = texts::explanation(text).map(String::from).or_else(term) else {
        let all: Vec<&str> = texts::counters().collect();
        let like =
            closest(text, all.iter().copied()).map_or(String::new(), |like| format!(" (did you mean '{like}'?)"));
        return bad(format!("there is no explanation of '{}'{like}; choose from: {}", shortened(text), all.join(", ")));
    };
    session.out.line(&show::wrap(&explanation, 79, 0));
    Ok(())
}

/// A chart: its numbers as a table, a function that draws it as text, and one that draws a picture.
type Chart = (Table, fn(&Table) -> Table, fn(&Table) -> String);

pub(crate) fn chart(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let (name, rest) = words.split_first().unwrap_or((&"", &[]));
    if *name == "board" {
        return draw_board(board, session, rest);
    }
    let (table, draw, plot): Chart = match *name {
        "r" => (texts::reduction_chart(), texts::with_marks, plot::reductions),
        "growth" => (texts::growth_chart(&counted(session)?.stats), texts::with_bars, plot::growth),
        _ => {
            return bad(
                "chart takes: r (reduction by depth), growth (nodes by depth of the last search) or board, and FILE.svg",
            );
        }
    };
    if !rest.is_empty() {
        let target = Target::read(rest, ".svg")?;
        target.write(&plot(&table))?;
        session.say(&format!("The chart is in {}.", target.file));
        return Ok(());
    }
    if format != Format::Text {
        table.show(&mut session.out, format);
        return Ok(());
    }
    // Records the numbers behind the chart, so that lessons can check them by table cell.
    table.note_cells(&mut session.out);
    session.out.line(&draw(&table).written(format));
    Ok(())
}

/// `picture`: the same as `chart board`, under the name that players look for.
pub(crate) fn picture(board: &mut Board, session: &mut Session, text: &str) -> Done {
    draw_board(board, session, &arguments::words(text))
}

/// Writes the position as a picture.
fn draw_board(board: &Board, session: &mut Session, words: &[&str]) -> Done {
    let target = Target::read(words, ".svg")?;
    let title = format!("{} to move", board.next_move.name());
    target.write(&page::diagram_file(board, &title))?;
    session.say(&format!("The position is in {}.", target.file));
    Ok(())
}
