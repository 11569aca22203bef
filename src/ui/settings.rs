//! All settings of `set` and the settings file.

use std::sync::LazyLock;

use crate::command::closest;
use crate::instrument::recipe::NullMove;
use crate::modern::numbers::Number;
use crate::play::Options;
use crate::readmove::shortened;

use self::setting::{Access, set_number};
use super::words::{Done, Refusal, bad};

pub use self::setting::{MOST_MEGABYTES, MOST_THREADS, Setting};
pub use self::table::SETTINGS;

mod setting;
mod table;

impl Setting {
    /// The current value.
    pub fn value(&self, options: &Options) -> String {
        match self.access {
            Access::Options { get, .. } => get(options),
            Access::Recipe { get, .. } => get(&options.instrument.null_move),
        }
    }

    /// Changes the setting; false if the value is not allowed.
    #[must_use]
    pub fn change(&self, options: &mut Options, value: &str) -> bool {
        match self.access {
            Access::Options { set, .. } => set(options, value),
            Access::Recipe { set, .. } => set(&mut options.instrument.null_move, value),
        }
    }
}

/// The fields of a recipe, by name and value.
pub fn recipe_fields(recipe: NullMove) -> Vec<(&'static Setting, String)> {
    let value = |setting: &Setting| match setting.access {
        Access::Recipe { get, .. } => Some(get(&recipe)),
        Access::Options { .. } => None,
    };
    let fields = SETTINGS.iter().filter(|setting| setting.name != "null.recipe");
    fields.filter_map(|setting| Some((setting, value(setting)?))).collect()
}

/// Whether a setting is for the modern search only.
pub fn is_for_modern(name: &str) -> bool {
    let is_strength = ["hash", "threads", "skill", "elo"].contains(&name);
    let by_help = SETTINGS.iter().any(|setting| setting.name == name && setting.help.starts_with("modern: "));
    is_strength || by_help || search_number(name).is_some()
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
pub fn get(options: &Options, name: &str) -> Result<String, Refusal> {
    if let Some(number) = search_number(name) {
        return Ok((number.get)(&options.modern.numbers).to_string());
    }
    Ok(find(name)?.value(options))
}

/// Changes a setting; an empty value changes nothing.
///
/// # Errors
/// A [`Refusal`] if there is no such setting, or the value is not allowed.
pub fn set(options: &mut Options, name: &str, value: &str) -> Done {
    if let Some(number) = search_number(name) {
        let (least, most) = (number.least, number.most);
        let range = i64::from(least)..=i64::from(most);
        let store = |value: i64| (number.set)(&mut options.modern.numbers, value as i32);
        if value.is_empty() || set_number(value, range, store) {
            return Ok(());
        }
        return refused(name, value, &format!("{least} to {most}"));
    }
    let setting = find(name)?;
    let changed = value.is_empty() || setting.change(options, value);
    if changed { Ok(()) } else { refused(name, value, setting.values) }
}

fn refused(name: &str, value: &str, values: &str) -> Done {
    bad(format!("{name} cannot be '{}'; it may be: {values}", shortened(value)))
}

/// The default of a setting; none if there is no such setting.
pub fn usual(name: &str) -> Option<&'static str> {
    static USUAL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let options = Options::default();
        SETTINGS.iter().map(|setting| setting.value(&options)).collect()
    });
    let index = SETTINGS.iter().position(|setting| setting.name == name)?;
    Some(&USUAL[index])
}

#[cfg(test)]
mod tests {
    use crate::instrument::variants::Switches;
    use crate::modern::numbers::Numbers;
    use crate::modern::techniques::Techniques;

    use super::*;

    #[test]
    fn every_setting_takes_back_what_it_shows() {
        let mut options = Options::default();
        for setting in SETTINGS {
            let value = setting.value(&options);
            assert!(setting.change(&mut options, &value), "{} = {value}", setting.name);
            assert_eq!(setting.value(&options), value, "{}", setting.name);
        }
    }

    #[test]
    fn every_technique_can_be_switched() {
        let mut options = Options::default();
        for (name, technique) in Techniques::by_name() {
            assert_eq!(set(&mut options, &name, "off"), Ok(()), "{name}");
            assert!(!options.modern.techniques.contains(technique), "{name}");
        }
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut options = Options::default();
        for setting in SETTINGS {
            let value = setting.value(&options);
            for wrong in ["-1", "1e99", "nan", "on off", "99999999999999999999", "é"] {
                assert!(set(&mut options, setting.name, wrong).is_err(), "{} = {wrong}", setting.name);
            }
            assert_eq!(setting.value(&options), value);
        }
    }

    #[test]
    fn the_numbers_of_the_search_can_be_set_and_told() {
        let mut options = Options::default();
        assert_eq!(get(&options, "search"), Ok("usual".into()));
        assert_eq!(set(&mut options, "search.futility-margin", "200"), Ok(()));
        assert_eq!(
            (options.modern.numbers.futility_margin, get(&options, "search.futility-margin")),
            (200, Ok("200".into()))
        );
        assert_eq!(get(&options, "search"), Ok("futility-margin=200".into()));
        assert!(set(&mut options, "search", "late-move-base=2,lmr=3").is_err());
        assert_eq!(set(&mut options, "search", "late-move-base=2,futility-depth=7"), Ok(()));
        assert_eq!(get(&options, "search"), Ok("late-move-base=2,futility-depth=7".into()));
        assert!(set(&mut options, "search.futility-margin", "100000").is_err());
        assert!(set(&mut options, "search.nothing", "1").is_err());
        assert_eq!(set(&mut options, "search", "usual"), Ok(()));
        assert_eq!(options.modern.numbers, Numbers::USUAL);
    }

    #[test]
    fn the_hash_table_has_the_size_of_the_shipped_settings() {
        let shipped = include_str!("../../assets/alula.ini");
        let size = format!("hash {}", get(&Options::default(), "hash").expect("a setting"));
        assert_eq!(size, "hash 64");
        assert!(shipped.lines().any(|line| line == size), "{size}");
    }

    #[test]
    fn switches_switch() {
        let mut options = Options::default();
        for name in ["null", "pv-first", "zero-window", "history", "quiescence", "deepening"] {
            assert_eq!(set(&mut options, name, "off"), Ok(()));
            assert_eq!(get(&options, name), Ok("off".into()));
        }
        let all_off = Switches {
            null: false,
            pv_first: false,
            zero_window: false,
            history: false,
            quiescence: false,
            deepening: false,
        };
        assert_eq!(options.instrument.switches, all_off);
    }

    #[test]
    fn a_misspelt_name_is_recognised() {
        let error = set(&mut Options::default(), "algoritm", "pvs").expect_err("misspelt");
        assert!(error.to_string().contains("did you mean 'algorithm'?"));
    }
}
