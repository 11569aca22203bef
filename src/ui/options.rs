//! The options of a GUI, whatever the protocol: those of the protocol itself, and every setting, named by one word and
//! with a type derived from its values. New settings appear in GUIs without further work.

use std::str::FromStr;

use crate::modern::numbers::{NUMBERS, Number};
use crate::play::tablebase::use_tables;
use crate::readmove::shortened;

use super::session::{Dialogue, Session};
use super::settings::{self, SETTINGS, Setting};
use super::words::{Done, Refusal};

/// Settings for which the protocols have their own commands.
const NOT_OFFERED: [&str; 5] = ["depth", "time", "stopfrac", "hash", "threads"];
/// The settings for players. All others are for the laboratory.
const FOR_PLAYERS: [&str; 4] = ["skill", "elo", "eval", "algorithm"];

/// A dialogue with a GUI.
pub trait Gui: Dialogue {
    /// The options of the protocol that are not settings.
    const ROWS: &'static [Row<Self>];
    /// Settings that are rows under other names.
    const OTHERWISE: &'static [&'static str];
    /// How it writes that a check box is empty or ticked.
    const TICKS: [&'static str; 2];

    /// Says something that is neither an answer nor a refusal.
    fn remark(session: &mut Session<Self>, text: &str);
}

/// An option of a protocol that is not a setting.
pub struct Row<D: Dialogue> {
    /// The name.
    pub name: &'static str,
    /// The values it accepts; see [`Kind::of`].
    pub values: &'static str,
    /// The value; `true` or `false` for a check box.
    pub get: fn(&Session<D>) -> String,
    /// Sets it to a value of its kind.
    pub set: fn(&mut Session<D>, &str) -> Done,
}

/// A [`Row`] for a field of the session that is a number or a switch.
macro_rules! field {
    ($name:literal, $values:literal, $($field:ident).+) => {
        crate::ui::options::Row {
            name: $name,
            values: $values,
            get: |session| session.$($field).+.to_string(),
            set: |session, text| crate::ui::options::keep(&mut session.$($field).+, text),
        }
    };
}
pub(super) use field;

/// Stores the value of an option.
pub fn keep<T: FromStr>(place: &mut T, text: &str) -> Done {
    *place = text.parse().map_err(|_| Refusal::Bad(format!("it cannot be '{}'", shortened(text))))?;
    Ok(())
}

impl<D: Gui> Row<D> {
    /// Empties the transposition table.
    pub const CLEAR: Row<D> = Row {
        name: "ClearHash",
        values: "",
        get: |_| String::new(),
        set: |session, _| {
            session.forget();
            Ok(())
        },
    };
    /// The folders of the endgame tables.
    pub const TABLES: Row<D> = Row {
        name: "SyzygyPath",
        values: "folders",
        get: |session| {
            session.options.modern.tables.as_ref().map_or(String::new(), |tables| tables.base().path().into())
        },
        set: |session, path| {
            if path.is_empty() {
                session.options.modern.tables = None;
                return Ok(());
            }
            let [wdl, dtz] = use_tables(&mut session.options, path)?;
            D::remark(session, &format!("endgame tables: {wdl} WDL, {dtz} DTZ"));
            Ok(())
        },
    };
    /// The file of the opening book.
    pub const BOOK_FILE: Row<D> = Row {
        name: "BookFile",
        values: "a file",
        get: |session| session.library.file().into(),
        set: |session, file| session.library.take(file).map_err(Refusal::Bad),
    };
    /// The last move for which the book is used.
    pub const BOOK_DEPTH: Row<D> = field!("BookDepth", "1 to 200", library.depth);
    /// The variety of book moves.
    pub const BOOK_VARIETY: Row<D> = field!("BookVariety", "0 to 100", library.variety);
}

/// The type of an option in a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind<'a> {
    /// A check box.
    Check,
    /// A number with its least and greatest value.
    Spin(i64, i64),
    /// One of these names.
    Combo(Vec<&'a str>),
    /// Any text.
    Text,
    /// The name of a file.
    File,
    /// The names of folders.
    Folders,
    /// An action without a value.
    Button,
}

impl Kind<'_> {
    /// The type for these values.
    pub fn of(values: &str) -> Kind<'_> {
        match values {
            "" => Kind::Button,
            "on, off" => Kind::Check,
            "a file" => Kind::File,
            "folders" => Kind::Folders,
            _ => match range(values) {
                Some((least, most)) => Kind::Spin(least, most),
                None if values.contains(", ") && !values.contains(" to ") => Kind::Combo(values.split(", ").collect()),
                None => Kind::Text,
            },
        }
    }
}

fn range(values: &str) -> Option<(i64, i64)> {
    let (least, most) = values.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// A whole number. One beyond the type's range counts as the greatest or the least: some GUIs mean *no limit* by it.
pub fn whole_number(text: &str) -> Option<i64> {
    let digits = text.trim_start_matches(['+', '-']);
    let is_number =
        !digits.is_empty() && text.len() - digits.len() <= 1 && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// `null.reduction` as one word: `NullReduction`.
pub fn one_word(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.map(|part| part[..part.len().min(1)].to_uppercase() + part.get(1..).unwrap_or_default()).collect()
}

/// An option of a GUI.
pub enum GuiOption<D: Dialogue> {
    /// One of the protocol.
    Row(&'static Row<D>),
    /// A setting.
    Setting(&'static Setting),
    /// A number of the modern search.
    Number(&'static Number),
}

impl<D: Gui> GuiOption<D> {
    /// The options for players.
    pub fn for_players() -> impl Iterator<Item = GuiOption<D>> {
        let settings = FOR_PLAYERS.iter().filter(|name| !D::OTHERWISE.contains(name));
        let settings = settings.filter_map(|name| SETTINGS.iter().find(|setting| setting.name == *name));
        D::ROWS.iter().map(GuiOption::Row).chain(settings.map(GuiOption::Setting))
    }

    /// All other settings.
    pub fn for_the_laboratory() -> impl Iterator<Item = GuiOption<D>> {
        let is_one = |setting: &&Setting| !NOT_OFFERED.contains(&setting.name) && !FOR_PLAYERS.contains(&setting.name);
        SETTINGS.iter().filter(is_one).map(GuiOption::Setting)
    }

    /// The numbers of the modern search.
    pub fn numbers() -> impl Iterator<Item = GuiOption<D>> {
        NUMBERS.iter().map(GuiOption::Number)
    }

    /// The option with this name in any case.
    pub fn named(name: &str) -> Option<GuiOption<D>> {
        let mut all = Self::for_players().chain(Self::for_the_laboratory()).chain(Self::numbers());
        all.find(|option| option.name().eq_ignore_ascii_case(name))
    }

    /// The name.
    pub fn name(&self) -> String {
        match self {
            GuiOption::Row(row) => row.name.into(),
            GuiOption::Setting(setting) => one_word(setting.name),
            GuiOption::Number(number) => number.name.into(),
        }
    }

    /// The type.
    pub fn kind(&self) -> Kind<'static> {
        match self {
            GuiOption::Row(row) => Kind::of(row.values),
            GuiOption::Setting(setting) => Kind::of(setting.values),
            GuiOption::Number(number) => Kind::Spin(number.least.into(), number.most.into()),
        }
    }

    /// The value in the protocol's form.
    pub fn value(&self, session: &Session<D>) -> String {
        let value = match self {
            GuiOption::Row(row) => (row.get)(session),
            GuiOption::Setting(setting) => setting.value(&session.options),
            GuiOption::Number(number) => (number.get)(&session.options.modern.numbers).to_string(),
        };
        match self.kind() {
            Kind::Check => D::TICKS[usize::from(["on", "true"].contains(&&value[..]))].into(),
            _ => value,
        }
    }

    /// Sets it to a value in the protocol's form. A number out of range is taken to the nearest bound, with a remark.
    ///
    /// # Errors
    /// A [`Refusal`] if it cannot have that value.
    pub fn set(&self, session: &mut Session<D>, text: &str) -> Done {
        let wrong = || Refusal::Bad(format!("{} cannot be '{}'", self.name(), shortened(text)));
        let text = match self.kind() {
            Kind::Check => {
                let ticked = D::TICKS.iter().position(|tick| tick.eq_ignore_ascii_case(text)).ok_or_else(wrong)?;
                let forms = if let GuiOption::Row(_) = self { ["false", "true"] } else { ["off", "on"] };
                forms[ticked].to_string()
            }
            Kind::Spin(least, most) => {
                let number = whole_number(text).ok_or_else(wrong)?;
                let bound = if number < least { "least" } else { "greatest" };
                let taken = number.clamp(least, most);
                if taken != number {
                    D::remark(session, &format!("{} {}: {taken} is the {bound}", self.name(), shortened(text)));
                }
                taken.to_string()
            }
            _ => text.to_string(),
        };
        match self {
            GuiOption::Row(row) => (row.set)(session, &text),
            GuiOption::Setting(_) if text.is_empty() => Err(wrong()),
            GuiOption::Setting(setting) => settings::set(&mut session.options, setting.name, &text),
            GuiOption::Number(number) => {
                (number.set)(&mut session.options.modern.numbers, text.parse().unwrap_or(number.usual));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_and_stand_for_one_setting() {
        assert_eq!(one_word("null.reduction"), "NullReduction");
        assert_eq!(one_word("pv-first"), "PvFirst");
        let offered = SETTINGS.iter().filter(|setting| !NOT_OFFERED.contains(&setting.name));
        let names: Vec<String> = offered.map(|setting| one_word(setting.name)).collect();
        assert_eq!(names.len(), SETTINGS.len() - NOT_OFFERED.len());
        for (i, name) in names.iter().enumerate() {
            assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()) && !name.is_empty(), "{name}");
            assert!(!names[..i].contains(name), "{name} stands twice");
        }
    }

    #[test]
    fn the_kind_follows_from_the_values() {
        assert_eq!(Kind::of("on, off"), Kind::Check);
        assert_eq!(Kind::of("1 to 64"), Kind::Spin(1, 64));
        assert_eq!(Kind::of("minimax, alphabeta, pvs"), Kind::Combo(vec!["minimax", "alphabeta", "pvs"]));
        assert_eq!(Kind::of("0 to 9999, off"), Kind::Text);
        assert_eq!(Kind::of("a file name"), Kind::Text);
        assert_eq!([Kind::of("a file"), Kind::of("folders"), Kind::of("")], [Kind::File, Kind::Folders, Kind::Button]);
    }

    #[test]
    fn numbers_beyond_the_type_are_its_bounds() {
        assert_eq!((whole_number("7"), whole_number("-3"), whole_number("+3")), (Some(7), Some(-3), Some(3)));
        let (most, least) = ("99999999999999999999", "-99999999999999999999");
        assert_eq!((whole_number(most), whole_number(least)), (Some(i64::MAX), Some(i64::MIN)));
        for wrong in ["", "-", "+-3", "--3", "1e3", "9.5", "x", "3 "] {
            assert_eq!(whole_number(wrong), None, "{wrong}");
        }
    }
}
