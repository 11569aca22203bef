//! `setoption`, and the options.
//!
//! First come the options for players, under the names that GUIs know. The settings of the laboratory and the numbers
//! of the search can always be set, but are offered only after the option `Laboratory` has been set and the GUI has
//! sent `uci` again: a dialogue box with a hundred options is useless. A build with the feature `tune` offers them at
//! once.

use std::sync::Arc;

use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;
use crate::modern::numbers::{NUMBERS, Number};
use crate::modern::skill::{FULL_ELO, FULL_SKILL, MIN_ELO, elo_of, skill_of};
use crate::play::Options;
use crate::play::files::{self, MAX_TEXT};
use crate::play::library::{BUILT_IN, MOST_DEPTH, MOST_VARIETY, UseBook};
use crate::play::tablebase::use_tables;
use crate::readmove::shortened;
use crate::ui::options::{Kind, for_players, for_the_laboratory, number, setting_named};
use crate::ui::options::{MOST_LINES, MOST_MARGIN_MS};
use crate::ui::settings::{self, MOST_MEGABYTES, MOST_THREADS};
use crate::ui::words::{Done, Refusal, bad};

use super::info;
use super::state::Session;

/// The protocol's form of an empty text.
const EMPTY: &str = "<empty>";

/// An option of the protocol.
struct Offer {
    name: &'static str,
    kind: Kind<'static>,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Done,
}

/// A number that belongs to the protocol.
macro_rules! spin {
    ($name:literal, $least:expr, $most:expr, $get:expr, $set:expr) => {
        Offer {
            name: $name,
            kind: Kind::Spin($least, $most),
            get: |session| {
                let get: fn(&Session) -> i64 = $get;
                get(session).to_string()
            },
            set: |session, text| {
                let set: fn(&mut Session, i64) = $set;
                let number = number(text, $least, $most).ok_or_else(|| wrong($name, text))?;
                set(session, number);
                Ok(())
            },
        }
    };
}

/// A switch that belongs to the protocol.
macro_rules! check {
    ($name:literal, $($field:ident).+) => {
        check!($name, |session| session.own.$($field).+, |session, on| session.own.$($field).+ = on)
    };
    ($name:literal, $get:expr, $set:expr) => {
        Offer {
            name: $name,
            kind: Kind::Check,
            get: |session| {
                let get: fn(&Session) -> bool = $get;
                get(session).to_string()
            },
            set: |session, text| {
                let set: fn(&mut Session, bool) = $set;
                let on = text.to_ascii_lowercase().parse().map_err(|_| wrong($name, text))?;
                set(session, on);
                Ok(())
            },
        }
    };
}

#[rustfmt::skip]
const OFFERS: [Offer; 19] = [
    spin!("Hash", 1, MOST_MEGABYTES as i64,
        |session| session.options.modern.megabytes as i64,
        |session, megabytes| {
            session.options.modern.megabytes = megabytes as usize;
            session.make_table();
            info::tell_shortage(session);
        }),
    spin!("Threads", 1, MOST_THREADS as i64,
        |session| session.options.modern.threads as i64,
        |session, threads| session.options.modern.threads = threads as usize),
    spin!("MultiPV", 1, MOST_LINES,
        |session| session.own.options.multi_pv as i64,
        |session, lines| session.own.options.multi_pv = lines as usize),
    check!("Ponder", options.ponder),
    Offer { name: "Clear Hash", kind: Kind::Button, get: |_| String::new(), set: clear },
    check!("UCI_Chess960", options.chess960),
    check!("UCI_AnalyseMode", options.analyse_mode),
    check!("UCI_LimitStrength",
        |session| session.own.options.limit_strength,
        |session, on| {
            session.own.options.limit_strength = on;
            set_strength(session);
        }),
    spin!("UCI_Elo", MIN_ELO as i64, FULL_ELO as i64,
        |session| session.own.options.elo.into(),
        |session, elo| {
            session.own.options.elo = elo as i32;
            set_strength(session);
        }),
    spin!("Skill Level", 0, FULL_SKILL as i64,
        |session| skill_of(session.own.options.skill_elo).into(),
        |session, skill| {
            session.own.options.skill_elo = elo_of(skill as u8);
            set_strength(session);
        }),
    check!("UCI_ShowWDL", options.show_wdl),
    Offer { name: "SyzygyPath", kind: Kind::Text, get: tables, set: set_tables },
    check!("OwnBook",
        |session| session.library.use_book == UseBook::On,
        |session, on| session.library.use_book = if on { UseBook::On } else { UseBook::Off }),
    Offer {
        name: "BookFile", kind: Kind::Text,
        get: |session| session.library.file().into(),
        set: |session, file| session.library.take(file).map_err(Refusal::Bad),
    },
    spin!("BookDepth", 1, MOST_DEPTH as i64,
        |session| session.library.depth.into(), |session, depth| session.library.depth = depth as u32),
    spin!("BookVariety", 0, MOST_VARIETY as i64,
        |session| session.library.variety.into(), |session, variety| session.library.variety = variety as u8),
    Offer { name: "EvalFile", kind: Kind::Text, get: network, set: set_network },
    spin!("Move Overhead", 0, MOST_MARGIN_MS,
        |session| session.own.keeper.margin_ms as i64,
        |session, ms| session.own.keeper.margin_ms = ms as u64),
    check!("Laboratory", options.laboratory),
];

/// Settings that are options under other names.
const KNOWN_OTHERWISE: [&str; 2] = ["Skill", "Elo"];

fn wrong(name: &str, text: &str) -> Refusal {
    Refusal::Bad(format!("{name} cannot be '{}'", shortened(text)))
}

fn clear(session: &mut Session, _: &str) -> Done {
    session.forget();
    Ok(())
}

fn set_strength(session: &mut Session) {
    let options = &session.own.options;
    session.options.modern.elo = if options.limit_strength { options.elo } else { options.skill_elo };
}

fn tables(session: &Session) -> String {
    session.options.modern.tables.as_ref().map_or(EMPTY.into(), |tables| tables.base().path().into())
}

fn set_tables(session: &mut Session, path: &str) -> Done {
    if path.is_empty() || path == EMPTY {
        session.options.modern.tables = None;
        return Ok(());
    }
    let [wdl, dtz] = use_tables(&mut session.options, path)?;
    session.out.line(&format!("info string endgame tables: {wdl} WDL, {dtz} DTZ"));
    Ok(())
}

/// The name of the network's file, or of the built-in one.
fn network(session: &Session) -> String {
    session.own.options.network.clone().unwrap_or(BUILT_IN.into())
}

/// Loads a network. One from a file is used at once; the built-in one is used if the option `Eval` says so.
fn set_network(session: &mut Session, file: &str) -> Done {
    let network = match file {
        BUILT_IN => Network::built_in(),
        _ => {
            let bytes = files::read(file.as_ref(), MAX_TEXT).map_err(|error| Refusal::Bad(error.to_string()))?;
            let bad = |error| Refusal::Bad(format!("{}: {error}", shortened(file)));
            Arc::new(Network::read(&bytes).map_err(bad)?)
        }
    };
    session.options.modern.network = network;
    if file != BUILT_IN {
        session.options.modern.eval_kind = EvalKind::Network;
    }
    session.own.options.network = (file != BUILT_IN).then(|| file.into());
    Ok(())
}

// ---- what is offered --------------------------------------------------------------------------------------------------------

/// The `option` lines.
pub(super) fn lines(session: &Session) -> Vec<String> {
    let own = OFFERS.iter().map(|offer| line(offer.name, &offer.kind, &(offer.get)(session)));
    let is_new = |name: &String| !KNOWN_OTHERWISE.contains(&name.as_str());
    let settings = for_players().chain(for_the_laboratory().filter(|_| session.own.options.laboratory));
    let settings = settings.filter(|(name, _)| is_new(name)).map(|(name, setting)| {
        let value = setting.value(&session.options);
        let value = if setting.values == "on, off" { (value == "on").to_string() } else { value };
        line(&name, &Kind::of(setting.values), &value)
    });
    let numbers = NUMBERS.iter().filter(|_| session.own.options.laboratory).map(|number| {
        let kind = Kind::Spin(number.least.into(), number.most.into());
        line(number.name, &kind, &(number.get)(&session.options.modern.numbers).to_string())
    });
    own.chain(settings).chain(numbers).collect()
}

fn line(name: &str, kind: &Kind, value: &str) -> String {
    let shape = match kind {
        Kind::Check => format!("check default {value}"),
        Kind::Spin(least, most) => format!("spin default {value} min {least} max {most}"),
        Kind::Combo(names) => format!("combo default {value} var {}", names.join(" var ")),
        Kind::Text => format!("string default {}", if value.is_empty() { EMPTY } else { value }),
        Kind::Button => "button".into(),
    };
    format!("option name {name} type {shape}")
}

// ---- what is set ------------------------------------------------------------------------------------------------------------

pub(crate) fn setoption(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(rest) = text.strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return bad("setoption takes: name NAME [value VALUE]");
    };
    let (name, value) = split_value(rest);
    if let Some(offer) = OFFERS.iter().find(|offer| is_same(offer.name, &name)) {
        return (offer.set)(session, value);
    }
    if let Some(number) = NUMBERS.iter().find(|number| is_same(number.name, &name)) {
        return set_number(&mut session.options, number, value);
    }
    let setting = setting_named(&name, is_same).filter(|_| !KNOWN_OTHERWISE.iter().any(|known| is_same(known, &name)));
    let Some(setting) = setting else { return bad(format!("there is no option '{}'", shortened(&name))) };
    let value = match (Kind::of(setting.values), value) {
        (Kind::Check, "true") => "on",
        (Kind::Check, "false") => "off",
        (Kind::Check, _) => return Err(wrong(&name, value)),
        _ => value,
    };
    if value.is_empty() {
        return Err(wrong(&name, value));
    }
    settings::set(&mut session.options, setting.name, value)
}

/// Are the names equal, ignoring case?
fn is_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// Name and value; both may have blanks.
fn split_value(text: &str) -> (String, &str) {
    let at = text.match_indices("value").map(|(at, _)| at).find(|at| {
        let (before, behind) = (&text[..*at], &text[at + "value".len()..]);
        before.ends_with(char::is_whitespace) && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    });
    let (name, value) = at.map_or((text, ""), |at| (&text[..at], &text[at + "value".len()..]));
    (name.split_whitespace().collect::<Vec<_>>().join(" "), value.trim())
}

fn set_number(options: &mut Options, known: &Number, text: &str) -> Done {
    let value = number(text, known.least.into(), known.most.into()).ok_or_else(|| wrong(known.name, text))?;
    (known.set)(&mut options.modern.numbers, value as i32);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_blanks() {
        assert_eq!(split_value(" Move  Overhead value 30"), ("Move Overhead".into(), "30"));
        assert_eq!(split_value(" Clear Hash"), ("Clear Hash".into(), ""));
        assert_eq!(split_value(" SyzygyPath value /a b/value c"), ("SyzygyPath".into(), "/a b/value c"));
        assert_eq!(split_value(" EvalFile value"), ("EvalFile".into(), ""));
        assert_eq!(split_value(" values"), ("values".into(), ""));
    }

    #[test]
    fn every_option_takes_back_what_it_shows() {
        let (mut board, mut session) = (Board::new(), Session::default());
        session.own.options.laboratory = true;
        let offered = lines(&session);
        assert!(offered.len() > 100, "{}", offered.len());
        for line in &offered {
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")).expect(line).0;
            let Some((_, value)) = line.split_once(" default ") else { continue };
            let value = value.split(" min ").next().and_then(|text| text.split(" var ").next()).expect(line);
            if name == "NullRecipe" && value == "own" {
                continue;
            }
            let set = setoption(&mut board, &mut session, &format!("name {name} value {value}"));
            assert_eq!(set, Ok(()), "{line}");
        }
        assert_eq!(lines(&session), offered);
    }

    #[test]
    fn strength_has_two_options_and_a_switch() {
        let (mut board, mut session) = (Board::new(), Session::default());
        let mut set = |text: &str| {
            assert_eq!(setoption(&mut board, &mut session, &format!("name {text}")), Ok(()), "{text}");
            session.options.modern.elo
        };
        assert_eq!(set("UCI_Elo value 1500"), FULL_ELO);
        assert_eq!(set("uci_limitstrength value true"), 1500);
        assert_eq!(set("Skill Level value 0"), 1500);
        assert_eq!(set("UCI_LimitStrength value false"), MIN_ELO);
        assert_eq!(set("Skill Level value 20"), FULL_ELO);
    }

    #[test]
    fn wrong_values_change_nothing() {
        let (mut board, mut session) = (Board::new(), Session::default());
        session.own.options.laboratory = true;
        let before = lines(&session);
        for wrong in [
            "",
            "Hash value 1",
            "name",
            "name Hash",
            "name Hash value 0",
            "name Hash value x",
            "name Hash value 99999999",
            "name Threads value -1",
            "name Ponder value on",
            "name UCI_Elo value 100",
            "name SyzygyPath value /no/such/folder",
            "name BookFile value /no/such/book.bin",
            "name EvalFile value /no/such/network",
            "name Null value maybe",
            "name NullReduction value 0",
            "name Algorithm value",
            "name futility_margin value 9999",
            "name Elo value 1500",
            "name Nothing value 3",
        ] {
            assert!(setoption(&mut board, &mut session, wrong).is_err(), "{wrong}");
            assert_eq!(lines(&session), before, "{wrong}");
        }
    }
}
