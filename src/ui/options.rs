//! The settings as options of a protocol: named by one word, with a type derived from the setting's values. New
//! settings appear in GUIs without further work.

use super::settings::{SETTINGS, Setting};

/// Settings for which the protocols have their own commands.
const NOT_OFFERED: [&str; 5] = ["depth", "time", "stopfrac", "hash", "threads"];
/// The settings for players. All others are for the laboratory.
const FOR_PLAYERS: [&str; 4] = ["skill", "elo", "eval", "algorithm"];

/// The most lines of a search for several.
pub const MOST_LINES: i64 = 64;
/// The greatest time that can be kept back of each move, in milliseconds.
pub const MOST_MARGIN_MS: i64 = 5000;

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
    /// An action without a value.
    Button,
}

impl Kind<'_> {
    /// The type for these values of a setting.
    pub fn of(values: &str) -> Kind<'_> {
        if values == "on, off" {
            return Kind::Check;
        }
        if let Some((least, most)) = range(values) {
            return Kind::Spin(least, most);
        }
        if values.contains(", ") && !values.contains(" to ") {
            return Kind::Combo(values.split(", ").collect());
        }
        Kind::Text
    }
}

fn range(values: &str) -> Option<(i64, i64)> {
    let (least, most) = values.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// A number within a range.
pub fn number(text: &str, least: i64, most: i64) -> Option<i64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// `null.reduction` as one word: `NullReduction`.
pub fn one_word(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.map(|part| part[..part.len().min(1)].to_uppercase() + part.get(1..).unwrap_or_default()).collect()
}

/// The settings for players, with their names as options.
pub fn for_players() -> impl Iterator<Item = (String, &'static Setting)> {
    FOR_PLAYERS.iter().filter_map(|name| SETTINGS.iter().find(|setting| setting.name == *name)).map(named)
}

/// All other settings that are options, with their names.
pub fn for_the_laboratory() -> impl Iterator<Item = (String, &'static Setting)> {
    let is_one = |setting: &&Setting| !NOT_OFFERED.contains(&setting.name) && !FOR_PLAYERS.contains(&setting.name);
    SETTINGS.iter().filter(is_one).map(named)
}

fn named(setting: &'static Setting) -> (String, &'static Setting) {
    (one_word(setting.name), setting)
}

/// The setting with this name as an option.
pub fn setting_named(name: &str, same: fn(&str, &str) -> bool) -> Option<&'static Setting> {
    for_players().chain(for_the_laboratory()).find(|(known, _)| same(known, name)).map(|(_, setting)| setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_and_stand_for_one_setting() {
        assert_eq!(one_word("null.reduction"), "NullReduction");
        assert_eq!(one_word("pv-first"), "PvFirst");
        let names: Vec<String> = for_players().chain(for_the_laboratory()).map(|(name, _)| name).collect();
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
    }
}
