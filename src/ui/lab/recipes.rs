//! Commands for null-move recipes: listing, showing, comparing field by field, and using them.

use crate::board::Board;
use crate::instrument::Settings;
use crate::instrument::recipe::{NullMove, RECIPES};
use crate::play::Options;
use crate::searcher::Algorithm;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::settings;
use crate::ui::tables::{Format, Table};

use super::{configure, no_recipes, text};

pub(crate) fn recipe(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let options = &mut session.options;
    let now = options.instrument.null_move;
    let table = match words[..] {
        [] | ["list"] => recipe_list(options),
        ["show"] => recipe_table(&[("now", now)], false),
        ["show", name] => recipe_table(&[(name, recipe_named(options, name)?)], false),
        ["diff", a] => recipe_table(&[("now", now), (a, recipe_named(options, a)?)], true),
        ["diff", a, b] => recipe_table(&[(a, recipe_named(options, a)?), (b, recipe_named(options, b)?)], true),
        ["use", name] => {
            recipe_named(options, name)?;
            if options.algorithm == Algorithm::Modern {
                return no_recipes(name);
            }
            settings::set(options, "null", name)?;
            recipe_list(options)
        }
        _ => return bad("recipe takes: list, show [RECIPE], diff RECIPE [RECIPE], use RECIPE"),
    };
    table.show(&mut session.out, format);
    Ok(())
}

/// Resets the laboratory to the tutorial's techniques and null moves, without faults.
pub(crate) fn reset(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.options.instrument = Settings::TUTORIAL;
    session.own.training.riddle = None;
    session.say("The laboratory's settings are the tutorial's again.");
    Ok(())
}

fn recipe_named(options: &Options, name: &str) -> Result<NullMove, Refusal> {
    let mut copy = Options { algorithm: Algorithm::Pvs, ..options.clone() };
    configure(&mut copy, name)?;
    Ok(copy.instrument.null_move)
}

fn recipe_list(options: &Options) -> Table {
    let mut table = Table::new("recipes of null moves", &["recipe", "now", "child depth", "source"]);
    for (name, recipe, source) in RECIPES {
        let is_used = options.instrument.switches.null && options.instrument.null_move == recipe;
        let now = if is_used { "in use" } else { "" };
        table.row(vec![name.into(), now.into(), text::child_depth(&recipe), source.into()]);
    }
    table
}

/// The fields of recipes side by side: all of them, or only those that differ.
fn recipe_table(recipes: &[(&str, NullMove)], only_differing: bool) -> Table {
    let names: Vec<&str> = recipes.iter().map(|(name, _)| *name).collect();
    let mut table = Table::new(names.join(" and "), &["field", "value", "other", "meaning"]);
    let one = recipes.len() == 1;
    if one {
        table.columns.remove(2);
    }
    let columns: Vec<_> = recipes.iter().map(|(_, recipe)| settings::recipe_fields(*recipe)).collect();
    for (number, (field, value)) in columns[0].iter().enumerate() {
        let values: Vec<&String> = columns.iter().map(|fields| &fields[number].1).collect();
        if only_differing && values.iter().all(|other| *other == value) {
            continue;
        }
        let mut row = vec![field.name.trim_start_matches("null.").to_string()];
        row.extend(values.into_iter().cloned());
        row.push(field.help.into());
        table.row(row);
    }
    for (name, recipe) in recipes {
        table.note(format!("{name}: {}, {}", text::child_depth(recipe), text::exactness(recipe)));
    }
    table
}
