//! Settings: one row for each value that users, GUIs and files can change.
//!
//! The rows are defined next to their values: for the tutorial's techniques in [`instrument`](crate::instrument), for
//! the modern search in [`modern`](crate::modern), for the terminal in [`ui`](crate::ui). [`ui`](crate::ui) also
//! collects them all for the console, the settings file and the options of both protocols.

use std::fmt::Display;

use crate::readmove::shortened;

/// A setting: name, description, and access to its value in a `T`.
pub struct Setting<T: 'static> {
    /// The name.
    pub name: &'static str,
    /// Description of the setting.
    pub help: &'static str,
    /// The interfaces that list the setting.
    pub offer: Offer,
    /// Whether a running search must end before this setting can change.
    pub ends_search: bool,
    access: Access<T>,
}

/// The interfaces that list a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// For players: a GUI lists the setting in its options dialogue.
    Players,
    /// A GUI lists the setting only if the user requests the laboratory settings, but can always set it by name.
    Laboratory,
    /// The setting is not a protocol option: the protocols have their own commands for it.
    Console,
}

/// When a thing is used: always, never, or as the program decides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum When {
    /// As the program decides.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

impl When {
    /// The values with their names in the settings.
    pub const NAMES: [(&str, When); 3] = [("auto", When::Auto), ("on", When::On), ("off", When::Off)];

    /// The name.
    pub fn name(self) -> &'static str {
        When::NAMES.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// Parses a name; 1 and 0 mean on and off.
    pub fn named(text: &str) -> Option<When> {
        let text = match text {
            "1" => "on",
            "0" => "off",
            _ => text,
        };
        When::NAMES.iter().find(|(name, _)| *name == text).map(|(_, it)| *it)
    }

    /// Whether the thing is used. `auto` is the program's decision.
    pub fn decide(self, auto: bool) -> bool {
        match self {
            When::Auto => auto,
            When::On => true,
            When::Off => false,
        }
    }
}

/// The kind of a setting's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off.
    Switch,
    /// A whole number between two bounds.
    Number(i64, i64),
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A string in the described format.
    Text(&'static str),
    /// The name of a file.
    File,
    /// The names of folders.
    Folders,
    /// No value: setting it triggers an action.
    Action,
}

enum Access<T> {
    Switch(fn(&T) -> bool, fn(&mut T, bool)),
    Number([i64; 2], fn(&T) -> i64, fn(&mut T, i64)),
    Choice(&'static [&'static str], fn(&T) -> usize, fn(&mut T, usize)),
    Text(&'static str, fn(&T) -> String, fn(&mut T, &str) -> bool),
    Path(Kind, fn(&T) -> String, fn(&mut T, &str) -> Result<(), String>),
    Action(fn(&mut T)),
}

impl<T> Setting<T> {
    const fn new(name: &'static str, help: &'static str, access: Access<T>) -> Setting<T> {
        Setting { name, help, offer: Offer::Laboratory, ends_search: true, access }
    }

    /// A setting that is on or off.
    pub const fn switch(
        name: &'static str,
        help: &'static str,
        get: fn(&T) -> bool,
        set: fn(&mut T, bool),
    ) -> Setting<T> {
        Setting::new(name, help, Access::Switch(get, set))
    }

    /// A whole number between these bounds.
    pub const fn number(
        name: &'static str,
        help: &'static str,
        bounds: [i64; 2],
        get: fn(&T) -> i64,
        set: fn(&mut T, i64),
    ) -> Setting<T> {
        Setting::new(name, help, Access::Number(bounds, get, set))
    }

    /// One of several names; `get` and `set` use its index.
    pub const fn choice(
        name: &'static str,
        help: &'static str,
        names: &'static [&'static str],
        get: fn(&T) -> usize,
        set: fn(&mut T, usize),
    ) -> Setting<T> {
        Setting::new(name, help, Access::Choice(names, get, set))
    }

    /// A string; `values` describes the format, and `set` returns false if the string does not match it.
    pub const fn text(
        name: &'static str,
        help: &'static str,
        values: &'static str,
        get: fn(&T) -> String,
        set: fn(&mut T, &str) -> bool,
    ) -> Setting<T> {
        Setting::new(name, help, Access::Text(values, get, set))
    }

    /// The name of a file, or the names of folders; `set` returns the reason if one cannot be used.
    pub const fn path(
        name: &'static str,
        help: &'static str,
        kind: Kind,
        get: fn(&T) -> String,
        set: fn(&mut T, &str) -> Result<(), String>,
    ) -> Setting<T> {
        Setting::new(name, help, Access::Path(kind, get, set))
    }

    /// An action.
    pub const fn action(name: &'static str, help: &'static str, act: fn(&mut T)) -> Setting<T> {
        Setting::new(name, help, Access::Action(act))
    }

    /// The same setting under another name.
    pub const fn named(mut self, name: &'static str) -> Setting<T> {
        self.name = name;
        self
    }

    /// The kind of the setting's values.
    pub fn kind(&self) -> Kind {
        match self.access {
            Access::Switch(..) => Kind::Switch,
            Access::Number([least, most], ..) => Kind::Number(least, most),
            Access::Choice(names, ..) => Kind::Choice(names),
            Access::Text(values, ..) => Kind::Text(values),
            Access::Path(kind, ..) => kind,
            Access::Action(_) => Kind::Action,
        }
    }

    /// The current value.
    pub fn value(&self, of: &T) -> String {
        match self.access {
            Access::Switch(get, _) => if get(of) { "on" } else { "off" }.into(),
            Access::Number(_, get, _) => get(of).to_string(),
            Access::Choice(names, get, _) => names[get(of)].into(),
            Access::Text(_, get, _) | Access::Path(_, get, _) => get(of),
            Access::Action(_) => String::new(),
        }
    }

    /// Changes the value.
    ///
    /// # Errors
    /// The reason why the value is invalid; the setting then keeps its old value.
    pub fn set(&self, of: &mut T, text: &str) -> Result<(), String> {
        let is_set = match self.access {
            Access::Switch(_, set) => switch_value(text).map(|on| set(of, on)).is_some(),
            Access::Number([least, most], _, set) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(|number| set(of, number)).is_some()
            }
            Access::Choice(names, _, set) => {
                names.iter().position(|name| *name == text).map(|place| set(of, place)).is_some()
            }
            Access::Text(_, _, set) => set(of, text),
            Access::Path(_, _, set) => return set(of, text),
            Access::Action(act) => {
                act(of);
                true
            }
        };
        if is_set { Ok(()) } else { Err(wrong_value(self.name, text, self.kind())) }
    }
}

/// Offers the setting to players.
pub const fn for_players<T>(mut setting: Setting<T>) -> Setting<T> {
    setting.offer = Offer::Players;
    setting
}

/// Hides the setting from the protocols, which have their own commands for it.
pub const fn for_the_console<T>(mut setting: Setting<T>) -> Setting<T> {
    setting.offer = Offer::Console;
    setting
}

/// Lets the setting change while a search runs.
pub const fn at_any_time<T>(mut setting: Setting<T>) -> Setting<T> {
    setting.ends_search = false;
    setting
}

impl Display for Kind {
    /// Describes the accepted values.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Kind::Switch => f.write_str("on, off"),
            Kind::Number(least, most) => write!(f, "{least} to {most}"),
            Kind::Choice(names) => f.write_str(&names.join(", ")),
            Kind::Text(values) => f.write_str(values),
            Kind::File => f.write_str("a file"),
            Kind::Folders => f.write_str("folders"),
            Kind::Action => f.write_str(""),
        }
    }
}

/// Error message for a rejected value.
pub fn wrong_value(name: &str, text: &str, values: impl Display) -> String {
    format!("{name} cannot be '{}'; allowed values: {values}", shortened(text))
}

/// Parses the value of a switch.
fn switch_value(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// The names in a table of names and values.
pub const fn names<T: Copy, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut place = 0;
    while place < N {
        names[place] = table[place].0;
        place += 1;
    }
    names
}

/// Index of a value in a table of names and values; 0 if it is missing.
pub fn place<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> usize {
    table.iter().position(|(_, known)| known == value).unwrap_or_default()
}

/// A [`Setting`] for a field that is a switch.
macro_rules! switch {
    ($name:literal, $help:literal, $($field:ident).+) => {
        $crate::searcher::setting::Setting::switch(
            $name, $help, |it| it.$($field).+, |it, on| it.$($field).+ = on,
        )
    };
}

/// A [`Setting`] for a field that is a number.
macro_rules! number {
    ($name:literal, $help:literal, $bounds:expr, $($field:ident).+) => {
        $crate::searcher::setting::Setting::number(
            $name, $help, $bounds, |it| it.$($field).+ as i64, |it, number| it.$($field).+ = number as _,
        )
    };
}

/// A [`Setting`] for a field with a table of names and values.
macro_rules! choice {
    ($name:literal, $help:literal, $table:expr, $($field:ident).+) => {
        $crate::searcher::setting::Setting::choice(
            $name,
            $help,
            &const { $crate::searcher::setting::names(&$table) },
            |it| $crate::searcher::setting::place(&$table, &it.$($field).+),
            |it, place| it.$($field).+ = $table[place].1,
        )
    };
}

pub(crate) use {choice, number, switch};
