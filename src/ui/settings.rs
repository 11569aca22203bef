//! All settings of `set` and the settings file.

use std::sync::LazyLock;

use crate::board::{Algorithm, Board};
use crate::command::closest;
use crate::defines::MAX_PLY;
use crate::lab::recipe::{NullMove, RECIPES};
use crate::modern::numbers::Number;
use crate::readmove::shortened;

use self::setting::{Access, set_number};
use super::words::{Done, Refusal, bad};

pub use self::setting::{MOST_MEGABYTES, MOST_THREADS, Setting};
pub use self::table::SETTINGS;

mod setting;
mod table;

impl Setting {
    /// The current value.
    pub fn value(&self, board: &Board) -> String {
        match self.access {
            Access::Board { get, .. } => get(board),
            Access::Recipe { get, .. } => get(&board.lab.null_move),
            Access::WholeRecipe => recipe_text(board.modern.null_move),
        }
    }

    /// Changes the setting; false if the value is not allowed.
    #[must_use]
    pub fn change(&self, board: &mut Board, value: &str) -> bool {
        match self.access {
            Access::Board { set, .. } => set(board, value),
            Access::Recipe { set, .. } => set(&mut board.lab.null_move, value),
            Access::WholeRecipe => recipe_of(value).inspect(|recipe| board.modern.null_move = *recipe).is_some(),
        }
    }
}

/// Size of the hash table if nobody names one, in megabytes: the size with which the strength is measured.
const USUAL_MEGABYTES: usize = 64;

/// A Board for people and GUIs: the start position, and the modern search limited only by time. ([`Board::new`] has the
/// tutorial's settings, and a small hash table.)
pub fn new_board() -> Box<Board> {
    let mut board = Board::new();
    board.algorithm = Algorithm::Modern;
    board.modern.plan_megabytes(USUAL_MEGABYTES);
    board.search_depth = MAX_PLY;
    // The console shows statistics of the search.
    board.lab.instrument = true;
    board
}

/// The fields of a recipe, by name and value.
pub fn recipe_fields(recipe: NullMove) -> Vec<(&'static Setting, String)> {
    let value = |setting: &Setting| match setting.access {
        Access::Recipe { get, .. } => Some(get(&recipe)),
        Access::Board { .. } | Access::WholeRecipe => None,
    };
    let fields = SETTINGS.iter().filter(|setting| setting.name != "null.recipe");
    fields.filter_map(|setting| Some((setting, value(setting)?))).collect()
}

/// Fields of a recipe that the modern search does not read. As a part of a known recipe they are taken, and mean
/// nothing.
const IDLE: [&str; 2] = ["null.clear-ep", "null.counts-ply"];

/// A recipe of the modern search in short: the most similar known one, and the differences, like `modern,reduction=3`.
fn recipe_text(recipe: NullMove) -> String {
    let read_fields = |recipe: NullMove| {
        recipe_fields(recipe).into_iter().filter(|(field, _)| !IDLE.contains(&field.name)).collect::<Vec<_>>()
    };
    let fields = read_fields(recipe);
    let differing = |known: NullMove| -> Vec<String> {
        let pairs = fields.iter().zip(read_fields(known)).filter(|((_, value), (_, known))| value != known);
        pairs.map(|((field, value), _)| format!(",{}={value}", field.name.trim_start_matches("null."))).collect()
    };
    let texts = RECIPES.iter().map(|(name, known, _)| (name, differing(*known)));
    let nearest = texts.min_by_key(|(_, differing)| differing.len());
    nearest.map_or(String::new(), |(name, differing)| format!("{name}{}", differing.concat()))
}

/// Reads a recipe in that form.
fn recipe_of(text: &str) -> Option<NullMove> {
    let mut parts = text.split(',');
    let mut recipe = NullMove::of(parts.next()?)?;
    for part in parts {
        let (name, value) = part.split_once('=')?;
        let field = SETTINGS.iter().find(|setting| setting.name.strip_prefix("null.") == Some(name))?;
        if IDLE.contains(&field.name) {
            return None;
        }
        let Access::Recipe { set, .. } = field.access else { return None };
        set(&mut recipe, value).then_some(())?;
    }
    Some(recipe)
}

/// The field of the modern search's recipe that a name means. These fields are named like the tutorial's:
/// `modern.null.reduction`.
fn modern_field(name: &str) -> Option<&str> {
    name.strip_prefix("modern.").filter(|field| field.starts_with("null."))
}

/// Whether a setting is for the modern search only.
pub fn is_for_modern(name: &str) -> bool {
    let is_strength = ["hash", "threads", "skill", "elo"].contains(&name);
    let by_help = SETTINGS.iter().any(|setting| setting.name == name && setting.help.starts_with("modern: "));
    is_strength || by_help || modern_field(name).is_some() || search_number(name).is_some()
}

fn find(name: &str) -> Result<&'static Setting, Refusal> {
    SETTINGS.iter().find(|setting| setting.name == name).map_or_else(
        || match closest(name, SETTINGS.iter().map(|setting| setting.name)) {
            Some(like) => bad(format!("there is no setting '{}' (did you mean '{like}'?)", shortened(name))),
            None => bad(format!("there is no setting '{}' ('set' lists them all)", shortened(name))),
        },
        Ok,
    )
}

/// The number of the modern search that a setting names: `search.futility-margin`.
pub(crate) fn search_number(name: &str) -> Option<&'static Number> {
    Number::named(&name.strip_prefix("search.")?.replace('-', "_"))
}

/// The value of a setting.
///
/// # Errors
/// A [`Refusal`] if there is no such setting.
pub fn get(board: &Board, name: &str) -> Result<String, Refusal> {
    if let Some(field) = modern_field(name)
        && let Access::Recipe { get, .. } = find(field)?.access
    {
        return Ok(get(&board.modern.null_move));
    }
    if let Some(number) = search_number(name) {
        return Ok((number.get)(&board.modern.numbers).to_string());
    }
    Ok(find(name)?.value(board))
}

/// Changes a setting; an empty value changes nothing.
///
/// # Errors
/// A [`Refusal`] if there is no such setting, or the value is not allowed.
pub fn set(board: &mut Board, name: &str, value: &str) -> Done {
    refuse_idle(name, value)?;
    if let Some(field) = modern_field(name) {
        let setting = find(field)?;
        let Access::Recipe { set, .. } = setting.access else { return refused(name, value, setting.values) };
        let changed = value.is_empty() || set(&mut board.modern.null_move, value);
        return if changed { Ok(()) } else { refused(name, value, setting.values) };
    }
    if let Some(number) = search_number(name) {
        let (least, most) = (number.least, number.most);
        let range = i64::from(least)..=i64::from(most);
        let store = |value: i64| (number.set)(&mut board.modern.numbers, value as i32);
        if value.is_empty() || set_number(value, range, store) {
            return Ok(());
        }
        return refused(name, value, &format!("{least} to {most}"));
    }
    let setting = find(name)?;
    let changed = value.is_empty() || setting.change(board, value);
    if changed { Ok(()) } else { refused(name, value, setting.values) }
}

/// Refuses a field of the modern search's recipe that would change nothing, by its name or within `modern.null`.
fn refuse_idle(name: &str, value: &str) -> Done {
    let parts = value.split(',').filter(|_| name == "modern.null").filter_map(|part| part.split_once('='));
    let mut fields = parts.map(|(field, _)| format!("null.{field}")).chain(modern_field(name).map(str::to_string));
    match fields.find(|field| IDLE.contains(&field.as_str())) {
        Some(field) => bad(format!(
            "modern.{field} would change nothing: in the modern search a pass always clears the en-passant square and \
             counts as a ply"
        )),
        None => Ok(()),
    }
}

fn refused(name: &str, value: &str, values: &str) -> Done {
    bad(format!("{name} cannot be '{}'; it may be: {values}", shortened(value)))
}

/// The default of a setting, as on a [`new_board`]; none if there is no such setting.
pub fn usual(name: &str) -> Option<&'static str> {
    static USUAL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let board = new_board();
        SETTINGS.iter().map(|setting| setting.value(&board)).collect()
    });
    let index = SETTINGS.iter().position(|setting| setting.name == name)?;
    Some(&USUAL[index])
}

#[cfg(test)]
mod tests {
    use crate::lab::recipe::Nest;
    use crate::lab::variants::Switches;
    use crate::modern::numbers::Numbers;
    use crate::modern::techniques::Techniques;

    use super::*;

    #[test]
    fn every_setting_takes_back_what_it_shows() {
        let mut board = Board::new();
        for setting in SETTINGS {
            let value = setting.value(&board);
            assert!(setting.change(&mut board, &value), "{} = {value}", setting.name);
            assert_eq!(setting.value(&board), value, "{}", setting.name);
        }
    }

    #[test]
    fn every_technique_can_be_switched() {
        let mut board = Board::new();
        for (name, technique) in Techniques::by_name() {
            assert_eq!(set(&mut board, &name, "off"), Ok(()), "{name}");
            assert!(!board.modern.techniques.contains(technique), "{name}");
        }
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut board = Board::new();
        for setting in SETTINGS {
            let value = setting.value(&board);
            for wrong in ["-1", "1e99", "nan", "on off", "99999999999999999999", "é"] {
                assert!(set(&mut board, setting.name, wrong).is_err(), "{} = {wrong}", setting.name);
            }
            assert_eq!(setting.value(&board), value);
        }
    }

    #[test]
    fn the_modern_search_has_a_recipe_of_its_own() {
        let mut board = Board::new();
        assert_eq!(get(&board, "modern.null"), Ok("modern".into()));
        assert_eq!(set(&mut board, "modern.null.reduction", "3"), Ok(()));
        assert_eq!((board.modern.null_move.reduction, board.lab.null_move), (3, NullMove::WINGLET));
        assert_eq!(get(&board, "modern.null"), Ok("modern,reduction=3".into()));
        assert_eq!(set(&mut board, "modern.null", "heinz,nest=2,limit=off"), Ok(()));
        assert_eq!(get(&board, "modern.null.nest"), Ok("2".into()));
        for wrong in ["heinz,", "heinz,nest", "heinz,nest=9", "nest=2", ""] {
            assert_eq!(recipe_of(wrong), None, "{wrong}");
        }
        assert!(set(&mut board, "modern.null.nothing", "1").is_err());
    }

    #[test]
    fn a_field_that_the_modern_search_does_not_read_is_refused_alone_and_taken_in_a_recipe() {
        let mut board = Board::new();
        for field in ["clear-ep", "counts-ply"] {
            let alone = set(&mut board, &format!("modern.null.{field}"), "off").expect_err("it changes nothing");
            let within = set(&mut board, "modern.null", &format!("heinz,nest=2,{field}=off")).expect_err("nor here");
            for error in [alone, within] {
                assert!(error.to_string().starts_with(&format!("modern.null.{field} would change nothing")), "{error}");
            }
            assert_eq!(board.modern.null_move, NullMove::MODERN);
            assert_eq!(set(&mut board, &format!("null.{field}"), "on"), Ok(()), "the tutorial's search reads it");
        }
        for (name, recipe, _) in RECIPES {
            assert_eq!(set(&mut board, "modern.null", name), Ok(()));
            assert_eq!((board.modern.null_move, get(&board, "modern.null")), (recipe, Ok(name.into())));
        }
        // What is saved can be loaded: nearest to a recipe from which it differs in such a field, too.
        board.modern.null_move =
            NullMove { clear_ep: false, counts_ply: false, nest: Nest::at_most(2), ..NullMove::MODERN };
        assert_eq!(get(&board, "modern.null"), Ok("modern,nest=2".into()));
    }

    #[test]
    fn the_numbers_of_the_search_can_be_set_and_told() {
        let mut board = Board::new();
        assert_eq!(get(&board, "search"), Ok("usual".into()));
        assert_eq!(set(&mut board, "search.futility-margin", "200"), Ok(()));
        assert_eq!(
            (board.modern.numbers.futility_margin, get(&board, "search.futility-margin")),
            (200, Ok("200".into()))
        );
        assert_eq!(get(&board, "search"), Ok("futility-margin=200".into()));
        assert!(set(&mut board, "search", "late-move-base=2,lmr=3").is_err());
        assert_eq!(set(&mut board, "search", "late-move-base=2,futility-depth=7"), Ok(()));
        assert_eq!(get(&board, "search"), Ok("late-move-base=2,futility-depth=7".into()));
        assert!(set(&mut board, "search.futility-margin", "100000").is_err());
        assert!(set(&mut board, "search.nothing", "1").is_err());
        assert_eq!(set(&mut board, "search", "usual"), Ok(()));
        assert_eq!(board.modern.numbers, Numbers::USUAL);
    }

    #[test]
    fn the_hash_table_has_the_size_of_the_shipped_settings() {
        let shipped = include_str!("../../assets/alula.ini");
        let size = format!("hash {}", get(&new_board(), "hash").expect("a setting"));
        assert_eq!(size, "hash 64");
        assert!(shipped.lines().any(|line| line == size), "{size}");
    }

    #[test]
    fn switches_switch() {
        let mut board = Board::new();
        for name in ["null", "pv-first", "zero-window", "history", "quiescence", "deepening"] {
            assert_eq!(set(&mut board, name, "off"), Ok(()));
            assert_eq!(get(&board, name), Ok("off".into()));
        }
        let all_off = Switches {
            null: false,
            pv_first: false,
            zero_window: false,
            history: false,
            quiescence: false,
            deepening: false,
        };
        assert_eq!(board.lab.switches, all_off);
    }

    #[test]
    fn a_misspelt_name_is_recognised() {
        let error = set(&mut Board::new(), "algoritm", "pvs").expect_err("misspelt");
        assert!(error.to_string().contains("did you mean 'algorithm'?"));
    }
}
