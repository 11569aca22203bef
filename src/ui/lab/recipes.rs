//! Recipes of null moves: listed, shown, compared field by field, and used.

use crate::board::Board;
use crate::recipe::{NullMove, RECIPES};

use super::super::settings::{self, SETTINGS};
use super::super::tables::{Format, Table};
use super::super::{Done, Refusal, Session, bad};
use super::{configure, show_table, text};

pub(crate) fn recipe(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let table = match words[..] {
        [] | ["list"] => recipe_list(board),
        ["show"] => recipe_table(&[("now", board.null_move)], false),
        ["show", name] => recipe_table(&[(name, recipe_named(board, name)?)], false),
        ["diff", a] => recipe_table(&[("now", board.null_move), (a, recipe_named(board, a)?)], true),
        ["diff", a, b] => recipe_table(&[(a, recipe_named(board, a)?), (b, recipe_named(board, b)?)], true),
        ["use", name] => {
            recipe_named(board, name)?;
            settings::set(board, "null", name)?;
            recipe_list(board)
        }
        _ => return bad("recipe takes: list, show [RECIPE], diff RECIPE [RECIPE], use RECIPE"),
    };
    show_table(session, &table, format);
    Ok(())
}

fn recipe_named(board: &Board, name: &str) -> Result<NullMove, Refusal> {
    let mut copy = Box::new(board.clone());
    configure(&mut copy, name)?;
    Ok(copy.null_move)
}

fn recipe_list(board: &Board) -> Table {
    let mut table = Table::new("recipes of null moves (* in use)", &["", "recipe", "child depth", "source"]);
    for (name, recipe, source) in RECIPES {
        let used = board.switches.null && board.null_move == recipe;
        let mark = if used { "*" } else { "" };
        table.row(vec![mark.into(), name.into(), text::child_depth(&recipe), source.into()]);
    }
    table
}

/// The fields of recipes side by side, all or those that differ.
fn recipe_table(recipes: &[(&str, NullMove)], only_differing: bool) -> Table {
    let names: Vec<&str> = recipes.iter().map(|(name, _)| *name).collect();
    let mut table = Table::new(names.join(" and "), &["field", "value", "other", "meaning"]);
    let one = recipes.len() == 1;
    if one {
        table.columns.remove(2);
    }
    let mut board = Board::new();
    for setting in SETTINGS.iter().filter(|setting| setting.name.starts_with("null.") && setting.name != "null.recipe")
    {
        let mut value = |recipe: NullMove| {
            board.null_move = recipe;
            (setting.get)(&board)
        };
        let values: Vec<String> = recipes.iter().map(|(_, recipe)| value(*recipe)).collect();
        if only_differing && values.iter().all(|value| *value == values[0]) {
            continue;
        }
        let mut row = vec![setting.name.trim_start_matches("null.").into()];
        row.extend(values);
        row.push(setting.help.into());
        table.row(row);
    }
    for (name, recipe) in recipes {
        table.note(format!("{name}: {}, {}", text::child_depth(recipe), text::exactness(recipe)));
    }
    table
}
