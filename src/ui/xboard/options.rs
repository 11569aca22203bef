//! What a GUI can set with `option NAME=VALUE`.
//!
//! Every setting of [`settings`] is an option, too, under one word and with the type that its values tell: a new setting
//! appears in every GUI by itself. Besides there are a few that only have a meaning under the protocol.

use crate::board::Board;
use crate::ui::knowledge::{MOST_DEPTH, MOST_VARIETY, UseBook};
use crate::ui::settings::{self, SETTINGS, Setting};
use crate::ui::words::{Done, bad};

use super::state::Session;

/// Settings for which the protocol has words of its own.
const NOT_OFFERED: [&str; 5] = ["depth", "time", "stopfrac", "hash", "threads"];
/// More lines than this are of no use in analysis.
const MOST_LINES: i64 = 64;

/// When the engine may resign or offer a draw.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Manners {
    /// In games against people, but not against programs.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

impl Manners {
    const ALL: [(&str, Manners); 3] = [("auto", Manners::Auto), ("on", Manners::On), ("off", Manners::Off)];

    fn name(self) -> &'static str {
        Manners::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    fn named(text: &str) -> Option<Manners> {
        Manners::ALL.iter().find(|(name, _)| *name == text).map(|(_, manners)| *manners)
    }

    /// Do they allow it against this opponent?
    pub(super) fn allow(self, against_computer: bool) -> bool {
        match self {
            Manners::Auto => !against_computer,
            Manners::On => true,
            Manners::Off => false,
        }
    }
}

/// The options that only the protocol has, besides the margin, which the clock keeps.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Number of lines in analysis.
    pub multi_pv: usize,
    /// May the engine resign?
    pub resign: Manners,
    /// May it offer a draw?
    pub offer_draw: Manners,
}

impl Default for Options {
    fn default() -> Options {
        Options { multi_pv: 1, resign: Manners::Auto, offer_draw: Manners::Auto }
    }
}

/// One option of the protocol that is no setting of the Board.
struct ProtocolOption {
    name: &'static str,
    /// Type and range, as in the feature; the value goes where `{}` stands.
    shape: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Option<()>,
}

const OPTIONS: [ProtocolOption; 8] = [
    ProtocolOption {
        name: "MultiPV",
        shape: "-spin {} 1 64",
        get: |session| session.own.options.multi_pv.to_string(),
        set: |session, text| {
            session.own.options.multi_pv = number(text, 1, MOST_LINES)? as usize;
            Some(())
        },
    },
    ProtocolOption {
        name: "SafetyMargin",
        shape: "-spin {} 0 5000",
        get: |session| session.own.clock.margin_ms.to_string(),
        set: |session, text| {
            session.own.clock.margin_ms = number(text, 0, 5000)? as u64;
            Some(())
        },
    },
    ProtocolOption {
        name: "Resign",
        shape: "-combo {auto on off}",
        get: |session| session.own.options.resign.name().into(),
        set: |session, text| {
            session.own.options.resign = Manners::named(text)?;
            Some(())
        },
    },
    ProtocolOption {
        name: "OfferDraw",
        shape: "-combo {auto on off}",
        get: |session| session.own.options.offer_draw.name().into(),
        set: |session, text| {
            session.own.options.offer_draw = Manners::named(text)?;
            Some(())
        },
    },
    ProtocolOption {
        name: "OwnBook",
        shape: "-combo {auto on off}",
        get: |session| session.library.use_book.name().into(),
        set: |session, text| {
            session.library.use_book = UseBook::named(text)?;
            Some(())
        },
    },
    ProtocolOption {
        name: "BookFile",
        shape: "-file {}",
        get: |session| session.library.file().into(),
        set: |session, text| session.library.take(text).ok(),
    },
    ProtocolOption {
        name: "BookDepth",
        shape: "-spin {} 1 200",
        get: |session| session.library.depth.to_string(),
        set: |session, text| {
            session.library.depth = number(text, 1, MOST_DEPTH.into())? as u32;
            Some(())
        },
    },
    ProtocolOption {
        name: "BookVariety",
        shape: "-spin {} 0 100",
        get: |session| session.library.variety.to_string(),
        set: |session, text| {
            session.library.variety = number(text, 0, MOST_VARIETY.into())? as u8;
            Some(())
        },
    },
];

fn number(text: &str, least: i64, most: i64) -> Option<i64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

/// The settings that are options, with their names.
fn offered() -> impl Iterator<Item = (String, &'static Setting)> {
    let offered = SETTINGS.iter().filter(|setting| !NOT_OFFERED.contains(&setting.name));
    offered.map(|setting| (one_word(setting.name), setting))
}

/// `null.reduction` as one word: `NullReduction`.
fn one_word(name: &str) -> String {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.map(|part| part[..part.len().min(1)].to_uppercase() + part.get(1..).unwrap_or_default()).collect()
}

/// The lines that announce all options.
pub(super) fn features(board: &Board, session: &Session) -> Vec<String> {
    let line = |name: &str, shape: String| format!("feature option=\"{name} {shape}\"");
    let own = OPTIONS.iter().map(|option| line(option.name, filled_in(option.shape, &(option.get)(session))));
    let shared = offered().map(|(name, setting)| line(&name, shape(setting.values, &(setting.get)(board))));
    own.chain(shared).collect()
}

/// Puts the value into the shape of an option of the protocol.
fn filled_in(shape: &str, value: &str) -> String {
    match shape.strip_prefix("-combo {") {
        Some(names) => combo(names.trim_end_matches('}').split(' '), value),
        None => shape.replace("{}", value),
    }
}

fn combo<'a>(names: impl Iterator<Item = &'a str>, value: &str) -> String {
    let star = |name| if name == value { "*" } else { "" };
    let names: Vec<String> = names.map(|name| format!("{}{name}", star(name))).collect();
    format!("-combo {}", names.join(" /// "))
}

/// The type that belongs to a setting's values: a switch, a range of numbers, some names, or any text.
fn shape(values: &str, value: &str) -> String {
    if values == "on, off" {
        return format!("-check {}", u8::from(value == "on"));
    }
    if let Some((least, most)) = range(values) {
        return format!("-spin {value} {least} {most}");
    }
    if values.contains(", ") && !values.contains(" to ") {
        return combo(values.split(", "), value);
    }
    format!("-string {value}")
}

fn range(values: &str) -> Option<(i64, i64)> {
    let (least, most) = values.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

pub(crate) fn option(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (name.trim(), value.trim());
    if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
        session.own.analysed = None;
        return (option.set)(session, value).map_or_else(|| bad("wrong value"), Ok);
    }
    let Some((_, setting)) = offered().find(|(known, _)| known == name) else { return bad("unknown option") };
    let value = match (setting.values, value) {
        ("on, off", "1") => "on",
        ("on, off", "0") => "off",
        _ => value,
    };
    if value.is_empty() || settings::set(board, setting.name, value).is_err() {
        return bad("wrong value");
    }
    session.own.analysed = None;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word() {
        assert_eq!(one_word("null.reduction"), "NullReduction");
        assert_eq!(one_word("pv-first"), "PvFirst");
        let names: Vec<String> =
            offered().map(|(name, _)| name).chain(OPTIONS.map(|option| option.name.into())).collect();
        for (i, name) in names.iter().enumerate() {
            assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()) && !name.is_empty(), "{name}");
            assert!(!names[..i].contains(name), "{name} stands twice");
        }
    }

    #[test]
    fn the_type_follows_from_the_values() {
        assert_eq!(shape("on, off", "on"), "-check 1");
        assert_eq!(shape("1 to 64", "4"), "-spin 4 1 64");
        assert_eq!(shape("minimax, alphabeta, pvs", "pvs"), "-combo minimax /// alphabeta /// *pvs");
        assert_eq!(shape("a file name", "x y"), "-string x y");
        assert_eq!(filled_in("-combo {auto on off}", "on"), "-combo auto /// *on /// off");
        assert_eq!(filled_in("-spin {} 1 64", "3"), "-spin 3 1 64");
    }

    #[test]
    fn features_are_quoted_and_hold_no_other_quotes() {
        for line in features(&Board::new(), &Session::default()) {
            let inner = line.strip_prefix("feature option=\"").and_then(|rest| rest.strip_suffix('"')).expect(&line);
            assert!(!inner.contains(['"', '\'', '=']), "{line}");
        }
    }

    #[test]
    fn options_are_set_and_wrong_ones_refused() {
        let (mut board, mut session) = (Board::new(), Session::default());
        for good in [
            "MultiPV=3",
            "SafetyMargin=0",
            "Resign=on",
            "OfferDraw=off",
            "Null=0",
            "Algorithm=alphabeta",
            "NullReduction=3",
        ] {
            assert_eq!(option(&mut board, &mut session, good), Ok(()), "{good}");
        }
        assert!(!board.lab.switches.null && board.lab.null_move.reduction == 3 && session.own.options.multi_pv == 3);
        for wrong in [
            "",
            "=",
            "MultiPV",
            "MultiPV=0",
            "MultiPV=x",
            "Resign=maybe",
            "Hash=1",
            "Null=2",
            "Null=",
            "Algorithm=",
            "depth=3",
        ] {
            assert!(option(&mut board, &mut session, wrong).is_err(), "{wrong}");
        }
    }
}
