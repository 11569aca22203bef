//! All settings of the searches and of the display.

use crate::instrument::{self, recipe::NullMove};
use crate::modern::parameters::{PARAMETERS, Parameter};
use crate::play::options::{self, Options};
use crate::searcher::limits::{self, Limits};
use crate::searcher::setting::{Kind, Offer, Setting, wrong_value};
use crate::{modern, searcher::Algorithm};

use super::refusal::{Done, Refusal, unknown};
use super::terminal::look::{self, Look};

/// A setting, and the group of options that stores its value.
#[derive(Clone, Copy)]
pub enum Row {
    /// The search algorithm.
    Options(&'static Setting<Options>),
    /// A limit on the search for one move.
    Limits(&'static Setting<Limits>),
    /// The null-move recipe, or one of its fields.
    Recipe(&'static Setting<NullMove>),
    /// A technique of the tutorial's search.
    Instrument(&'static Setting<instrument::Settings>),
    /// A setting of the modern search: strength, resources or a technique.
    Modern(&'static Setting<modern::Settings>),
    /// A numeric parameter of the modern search.
    Parameter(&'static Parameter),
    /// A display setting.
    Look(&'static Setting<Look>),
}

/// Evaluates the first expression if the row holds a [`Setting`], and the second if it holds a [`Parameter`].
macro_rules! for_row {
    ($row:expr, $setting:ident => $of_setting:expr, $number:ident => $of_parameter:expr) => {
        match $row {
            Row::Options($setting) => $of_setting,
            Row::Limits($setting) => $of_setting,
            Row::Recipe($setting) => $of_setting,
            Row::Instrument($setting) => $of_setting,
            Row::Modern($setting) => $of_setting,
            Row::Look($setting) => $of_setting,
            Row::Parameter($number) => $of_parameter,
        }
    };
}

/// The settings listed by `set all`: first the algorithm, limits, strength, resources and display, then the techniques.
pub fn all() -> impl Iterator<Item = Row> {
    let of_modern = modern::settings::SETTINGS.iter().map(Row::Modern);
    let of_players = [Row::Options(&options::ALGORITHM)].into_iter().chain(limits::SETTINGS.iter().map(Row::Limits));
    let of_players = of_players.chain(of_modern).chain(look::SETTINGS.iter().map(Row::Look));
    // The null-move switch comes first, then the fields of the recipe.
    let of_tutorial = instrument::SETTINGS.iter().map(Row::Instrument);
    let of_recipe = instrument::recipe::SETTINGS.iter().map(Row::Recipe);
    let of_tutorial = of_tutorial.clone().take(1).chain(of_recipe).chain(of_tutorial.skip(1));
    of_players.chain(of_tutorial).chain(modern::settings::TECHNIQUES.iter().map(Row::Modern))
}

/// The numeric parameters of the modern search, as settings.
pub fn parameters() -> impl Iterator<Item = Row> {
    PARAMETERS.iter().map(Row::Parameter)
}

/// The searches that read a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingReader {
    /// Every search; or none, for a display setting.
    Every,
    /// The searches of the tutorial.
    Tutorial,
    /// The modern search.
    Modern,
}

impl SettingReader {
    /// Whether this search reads the setting.
    pub fn reads(self, algorithm: Algorithm) -> bool {
        match self {
            SettingReader::Every => true,
            SettingReader::Tutorial => algorithm != Algorithm::Modern,
            SettingReader::Modern => algorithm == Algorithm::Modern,
        }
    }
}

impl Row {
    /// The name.
    pub fn name(&self) -> String {
        for_row!(self, setting => setting.name.into(), number => format!("search.{}", number.name.replace('_', "-")))
    }

    /// Its help text.
    pub fn help(&self) -> &'static str {
        for_row!(self, setting => setting.help, _number => "modern: a search parameter")
    }

    /// Kind of the value.
    pub fn kind(&self) -> Kind {
        for_row!(self, setting => setting.kind(), number => Kind::Number(number.least.into(), number.most.into()))
    }

    /// Where the setting is offered.
    pub fn offer(&self) -> Offer {
        match self {
            Row::Look(_) => Offer::Console,
            row => for_row!(row, setting => setting.offer, _number => Offer::Laboratory),
        }
    }

    /// The searches that read the setting.
    pub fn reader(&self) -> SettingReader {
        match self {
            Row::Recipe(_) | Row::Instrument(_) => SettingReader::Tutorial,
            Row::Limits(setting) if setting.name == "stopfrac" => SettingReader::Tutorial,
            Row::Modern(_) | Row::Parameter(_) => SettingReader::Modern,
            Row::Options(_) | Row::Limits(_) | Row::Look(_) => SettingReader::Every,
        }
    }

    /// The current value.
    pub fn value(&self, options: &Options, look: &Look) -> String {
        match self {
            Row::Look(setting) => setting.value(look),
            row => row.value_in(options),
        }
    }

    /// The current value of a search setting; empty for others.
    pub fn value_in(&self, options: &Options) -> String {
        match self {
            Row::Options(setting) => setting.value(options),
            Row::Limits(setting) => setting.value(&options.limits),
            Row::Recipe(setting) => setting.value(&options.instrument.null_move),
            Row::Instrument(setting) => setting.value(&options.instrument),
            Row::Modern(setting) => setting.value(&options.modern),
            Row::Parameter(number) => (number.get)(&options.modern.parameters).to_string(),
            Row::Look(_) => String::new(),
        }
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// The reason if the value is not allowed; the setting then stays unchanged.
    pub fn set(&self, options: &mut Options, look: &mut Look, value: &str) -> Result<(), String> {
        match self {
            Row::Look(setting) => setting.set(look, value),
            row => row.set_in(options, value),
        }
    }

    /// Changes a search setting.
    ///
    /// # Errors
    /// The reason if the value is not allowed; the setting then stays unchanged.
    pub fn set_in(&self, options: &mut Options, text: &str) -> Result<(), String> {
        match self {
            Row::Options(setting) => setting.set(options, text),
            Row::Limits(setting) => setting.set(&mut options.limits, text),
            Row::Recipe(setting) => setting.set(&mut options.instrument.null_move, text),
            Row::Instrument(setting) => match NullMove::of(text).filter(|_| setting.name == "null") {
                Some(recipe) => {
                    (options.instrument.null_move, options.instrument.switches.null) = (recipe, true);
                    Ok(())
                }
                None => setting.set(&mut options.instrument, text),
            },
            Row::Modern(setting) => setting.set(&mut options.modern, text),
            Row::Parameter(number) => {
                let in_range = |value: &i32| (number.least..=number.most).contains(value);
                let value = text.parse().ok().filter(in_range);
                let value = value.ok_or_else(|| wrong_value(&self.name(), text, self.kind()))?;
                (number.set)(&mut options.modern.parameters, value);
                Ok(())
            }
            Row::Look(setting) => Err(format!("{} is a setting of the display", setting.name)),
        }
    }
}

/// The fields of a recipe, as settings and values.
pub fn recipe_fields(recipe: NullMove) -> Vec<(&'static Setting<NullMove>, String)> {
    let fields = instrument::recipe::SETTINGS.iter().filter(|setting| setting.name != "null.recipe");
    fields.map(|setting| (setting, setting.value(&recipe))).collect()
}

/// The parameter of the modern search with this setting name, such as `search.futility-margin`.
pub(crate) fn search_parameter(name: &str) -> Option<&'static Parameter> {
    Parameter::named(&name.strip_prefix("search.")?.replace('-', "_"))
}

/// The setting with this name, if there is one.
pub fn named(name: &str) -> Option<Row> {
    search_parameter(name).map(Row::Parameter).or_else(|| all().find(|row| row.name() == name))
}

/// The setting with this name.
///
/// # Errors
/// A [`Refusal`] if there is no such setting.
pub fn find(name: &str) -> Result<Row, Refusal> {
    named(name).ok_or_else(|| {
        let names: Vec<String> = all().map(|row| row.name()).collect();
        unknown("there is no setting", name, names.iter().map(String::as_str), "'set all' lists them")
    })
}

/// The value of a search setting.
///
/// # Errors
/// A [`Refusal`] if there is no such setting.
pub fn get(options: &Options, name: &str) -> Result<String, Refusal> {
    Ok(find(name)?.value_in(options))
}

/// Changes a search setting; an empty value changes nothing.
///
/// # Errors
/// A [`Refusal`] if there is no such setting, or the value is not allowed.
pub fn set(options: &mut Options, name: &str, value: &str) -> Done {
    let row = find(name)?;
    if value.is_empty() { Ok(()) } else { row.set_in(options, value).map_err(Refusal::Bad) }
}

/// The default of a search setting; [`None`] if there is no such setting.
pub fn usual(name: &str) -> Option<String> {
    named(name).map(|row| row.value_in(&Options::default()))
}

#[cfg(test)]
mod tests {
    use crate::instrument::variants::Switches;
    use crate::modern::parameters::Parameters;
    use crate::modern::techniques::Techniques;

    use super::*;

    #[test]
    fn each_name_stands_for_one_setting() {
        let names: Vec<String> = all().chain(parameters()).map(|row| row.name()).collect();
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{name} is listed twice");
            assert_eq!(named(name).map(|row| row.name()).as_ref(), Some(name));
        }
    }

    #[test]
    fn every_setting_takes_back_what_it_shows() {
        let (mut options, mut look) = (Options::default(), Look::default());
        for row in all().chain(parameters()) {
            let value = row.value(&options, &look);
            assert_eq!(row.set(&mut options, &mut look, &value), Ok(()), "{} = {value}", row.name());
            assert_eq!(row.value(&options, &look), value, "{}", row.name());
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
        let (mut options, mut look) = (Options::default(), Look::default());
        // The player's name may be any text.
        for row in all().chain(parameters()).filter(|row| row.name() != "name") {
            let value = row.value(&options, &look);
            for wrong in ["", "-1000000", "1e99", "nan", "on off", "99999999999999999999", "é"] {
                let refused = row.set(&mut options, &mut look, wrong).expect_err("a wrong value");
                assert_eq!(refused, format!("{} cannot be '{wrong}'; allowed values: {}", row.name(), row.kind()));
            }
            assert_eq!(row.value(&options, &look), value);
        }
    }

    #[test]
    fn search_parameters_can_be_set_and_shown() {
        let mut options = Options::default();
        assert_eq!(get(&options, "search"), Ok("usual".into()));
        assert_eq!(set(&mut options, "search.futility-margin", "200"), Ok(()));
        assert_eq!(
            (options.modern.parameters.futility_margin, get(&options, "search.futility-margin")),
            (200, Ok("200".into()))
        );
        assert_eq!(get(&options, "search"), Ok("futility-margin=200".into()));
        assert!(set(&mut options, "search", "late-move-base=2,lmr=3").is_err());
        assert_eq!(set(&mut options, "search", "late-move-base=2,futility-depth=7"), Ok(()));
        assert_eq!(get(&options, "search"), Ok("late-move-base=2,futility-depth=7".into()));
        assert!(set(&mut options, "search.futility-margin", "100000").is_err());
        assert!(set(&mut options, "search.nothing", "1").is_err());
        assert_eq!(set(&mut options, "search", "usual"), Ok(()));
        assert_eq!(options.modern.parameters, Parameters::USUAL);
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
    fn the_help_names_the_search_that_reads_a_setting() {
        for row in all().chain(parameters()) {
            let (name, help) = (row.name(), row.help());
            assert_eq!(help.starts_with("tutorial: "), row.reader() == SettingReader::Tutorial, "{name}: {help}");
            let is_of_modern = help.contains("modern") || matches!(&*name, "seed" | "elo" | "skill");
            assert!(is_of_modern || row.reader() != SettingReader::Modern, "{name}: {help}");
        }
    }

    #[test]
    fn a_misspelt_name_is_recognised() {
        let error = set(&mut Options::default(), "algoritm", "pvs").expect_err("misspelt");
        assert!(error.to_string().contains("did you mean 'algorithm'?"));
    }
}
