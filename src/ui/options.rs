//! Options that GUIs can set: the protocol's own options, and every search setting that has no command of its own in
//! the protocols. Each of these settings becomes an option with a one-word name. A new setting for the laboratory
//! appears in GUIs without further work; a new one for players also needs a place in the XBoard protocol's list.

use crate::play::library::{MOST_DEPTH, MOST_VARIETY};
use crate::play::tablebase::use_tables;
use crate::readmove::shortened;
use crate::searcher::setting::{Kind, Offer, Setting, at_any_time, number};

use super::refusal::{Done, Refusal};
use super::session::{Dialogue, Session};
use super::settings::{self, Row};

/// A dialogue with a GUI.
pub trait Gui: Dialogue {
    /// The protocol's own options.
    const OWN: &'static [Setting<Session<Self>>];
    /// Settings that are not offered under their own names, because options in [`OWN`](Gui::OWN) set them.
    const OTHERWISE: &'static [&'static str];
    /// The protocol's values for an unticked and a ticked check box.
    const TICKS: [&'static str; 2];

    /// Shows a remark that is neither an answer nor a refusal.
    fn remark(session: &mut Session<Self>, text: &str);
}

/// Option that clears everything learnt from earlier searches.
pub const fn clear<D: Gui>() -> Setting<Session<D>> {
    Setting::action("ClearHash", "clear the hash table and the histories of moves", |session| session.forget())
}

/// Option for the folders of the endgame tables.
pub const fn tables<D: Gui>() -> Setting<Session<D>> {
    Setting::path(
        "SyzygyPath",
        "folders of the endgame tables, separated by : (Windows: ;); empty for none",
        Kind::Folders,
        |session| session.options.modern.tables.as_ref().map_or(String::new(), |tables| tables.base().path().into()),
        |session, path| {
            if path.is_empty() {
                session.options.modern.tables = None;
                return Ok(());
            }
            let found = use_tables(&mut session.options, path).map_err(|error| error.to_string())?;
            let ([wdl, dtz], skipped) = found;
            skipped.iter().for_each(|text| D::remark(session, text));
            D::remark(session, &format!("endgame tables: {wdl} WDL, {dtz} DTZ"));
            Ok(())
        },
    )
}

/// Option for the file of the opening book.
pub const fn book_file<D: Gui>() -> Setting<Session<D>> {
    let get = |session: &Session<D>| session.library.file().into();
    at_any_time(Setting::path("BookFile", "the opening book", Kind::File, get, |session, file| {
        session.library.take(file)
    }))
}

/// Option for the number of the last move for which the book is used.
pub const fn book_depth<D: Gui>() -> Setting<Session<D>> {
    at_any_time(number!("BookDepth", "last move for which the book is used", [1, MOST_DEPTH as i64], library.depth))
}

/// Option for the variety of book moves.
pub const fn book_variety<D: Gui>() -> Setting<Session<D>> {
    at_any_time(number!(
        "BookVariety",
        "how much the book's moves vary; 0: always the best",
        [0, MOST_VARIETY as i64],
        library.variety
    ))
}

/// Reads a whole number, clamped to the range of `i64`: some GUIs send a larger number to mean *no limit*.
pub fn whole_number(text: &str) -> Option<i64> {
    let digits = text.trim_start_matches(['+', '-']);
    let is_number =
        !digits.is_empty() && text.len() - digits.len() <= 1 && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// The name of a setting as one word: `NullReduction` for `null.reduction`.
pub fn one_word(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.map(|part| part[..part.len().min(1)].to_uppercase() + part.get(1..).unwrap_or_default()).collect()
}

/// An option that a GUI can set.
pub enum GuiOption<D: Dialogue> {
    /// One of the protocol's own options.
    Own(&'static Setting<Session<D>>),
    /// A setting.
    Shared(Row),
}

impl<D: Gui> GuiOption<D> {
    /// The options for players: the protocol's own options, then the settings for players.
    pub fn for_players() -> impl Iterator<Item = GuiOption<D>> {
        let is_own = |row: &Row| D::OTHERWISE.contains(&&*row.name());
        D::OWN
            .iter()
            .map(GuiOption::Own)
            .chain(Self::offered_to(Offer::Players).filter(move |row| !is_own(row)).map(GuiOption::Shared))
    }

    /// The settings for the laboratory.
    pub fn for_the_laboratory() -> impl Iterator<Item = GuiOption<D>> {
        Self::offered_to(Offer::Laboratory).map(GuiOption::Shared)
    }

    fn offered_to(offer: Offer) -> impl Iterator<Item = Row> {
        settings::all().filter(move |row| row.offer() == offer)
    }

    /// The numeric parameters of the modern search.
    pub fn parameters() -> impl Iterator<Item = GuiOption<D>> {
        settings::parameters().map(GuiOption::Shared)
    }

    /// The option with this name, ignoring case.
    pub fn named(name: &str) -> Option<GuiOption<D>> {
        let mut all = Self::for_players().chain(Self::for_the_laboratory()).chain(Self::parameters());
        all.find(|option| option.name().eq_ignore_ascii_case(name))
    }

    /// Whether the option with this name may change during a search.
    pub fn may_go_on(name: &str) -> bool {
        Self::named(name).is_some_and(|option| !option.ends_search())
    }

    /// Name of the option in the protocol.
    pub fn name(&self) -> String {
        match self {
            GuiOption::Own(setting) => setting.name.into(),
            GuiOption::Shared(Row::Parameter(number)) => number.name.into(),
            GuiOption::Shared(row) => one_word(&row.name()),
        }
    }

    /// Kind of the value.
    pub fn kind(&self) -> Kind {
        match self {
            GuiOption::Own(setting) => setting.kind(),
            GuiOption::Shared(row) => row.kind(),
        }
    }

    /// Whether a running search must end before this option can change.
    pub fn ends_search(&self) -> bool {
        match self {
            GuiOption::Own(setting) => setting.ends_search,
            GuiOption::Shared(_) => true,
        }
    }

    /// The value in the protocol's format.
    pub fn value(&self, session: &Session<D>) -> String {
        let value = match self {
            GuiOption::Own(setting) => setting.value(session),
            GuiOption::Shared(row) => row.value_in(&session.options),
        };
        match self.kind() {
            Kind::Switch => D::TICKS[usize::from(value == "on")].into(),
            _ => value,
        }
    }

    /// Sets the option to a value in the protocol's format. A number out of range is clamped to the nearest bound, with
    /// a remark.
    ///
    /// # Errors
    /// A [`Refusal`] if the value is not allowed.
    pub fn set(&self, session: &mut Session<D>, text: &str) -> Done {
        let wrong = || Refusal::Bad(format!("{} cannot be '{}'", self.name(), shortened(text)));
        let text = match self.kind() {
            Kind::Switch => on_or_off(text).ok_or_else(wrong)?.into(),
            Kind::Number(least, most) => {
                let number = whole_number(text).ok_or_else(wrong)?;
                let bound = if number < least { "minimum" } else { "maximum" };
                let taken = number.clamp(least, most);
                if taken != number {
                    D::remark(session, &format!("{} {}: {taken} is the {bound}", self.name(), shortened(text)));
                }
                taken.to_string()
            }
            // Other engines offer such an option as a check box, so a GUI may send `1` or `true`, `0` or `false`.
            Kind::Choice(names) if names.contains(&"on") => on_or_off(text).unwrap_or(text).into(),
            _ => text.to_string(),
        };
        match self {
            GuiOption::Own(setting) => setting.set(session, &text),
            GuiOption::Shared(row) => row.set_in(&mut session.options, &text),
        }
        .map_err(Refusal::Bad)
    }
}

/// The value of a switch, in the words of either protocol or of the console; letter case does not matter.
fn on_or_off(text: &str) -> Option<&'static str> {
    let means = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    match text {
        _ if means(["on", "true", "1"]) => Some("on"),
        _ if means(["off", "false", "0"]) => Some("off"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_and_stand_for_one_setting() {
        assert_eq!(one_word("null.reduction"), "NullReduction");
        assert_eq!(one_word("pv-first"), "PvFirst");
        let names: Vec<String> = settings::all().map(|row| one_word(&row.name())).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()) && !name.is_empty(), "{name}");
            assert!(!names[..i].contains(name), "{name} is listed twice");
        }
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
