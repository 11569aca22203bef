//! `option NAME=VALUE`, and the options of a GUI.
//!
//! First come the options for players. Every other setting is an option, too ([`options`](crate::ui::options)), and can
//! always be set, but a dialogue box with sixty options is useless: these are offered only when the option `Laboratory`
//! is set. A GUI accepts features at any time, and adds them to its dialogue box.

use crate::board::Board;
use crate::play;
use crate::play::library::{MOST_DEPTH, MOST_VARIETY, UseBook};
use crate::play::tablebase::use_tables;
use crate::ui::options::{Kind, for_the_laboratory, number, setting_named};
use crate::ui::options::{MOST_LINES, MOST_MARGIN_MS};
use crate::ui::settings;
use crate::ui::words::{Done, bad};

use super::state::{Manners, Session};

/// The options in the order of a GUI's dialogue box: those of the protocol, and the settings for players.
const ORDER: [&str; 15] = [
    "MultiPV",
    "Skill",
    "Elo",
    "OwnBook",
    "BookFile",
    "BookDepth",
    "BookVariety",
    "SyzygyPath",
    "Resign",
    "OfferDraw",
    "ClearHash",
    "SafetyMargin",
    "Eval",
    "Algorithm",
    "Laboratory",
];

/// An option of the protocol that is not a setting of the searches.
struct ProtocolOption {
    name: &'static str,
    /// Type and range, as in the feature; `{}` stands for the value.
    shape: &'static str,
    get: fn(&Session) -> String,
    set: fn(&mut Session, &str) -> Option<()>,
}

const OPTIONS: [ProtocolOption; 11] = [
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
        get: |session| session.own.clock.keeper.margin_ms.to_string(),
        set: |session, text| {
            session.own.clock.keeper.margin_ms = number(text, 0, MOST_MARGIN_MS)? as u64;
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
    ProtocolOption {
        name: "SyzygyPath",
        shape: "-path {}",
        get: |session| {
            let tables = session.options.modern.tables.as_ref();
            tables.map_or(String::new(), |tables| tables.base().path().into())
        },
        set: |session, path| {
            if path.is_empty() {
                session.options.modern.tables = None;
                return Some(());
            }
            use_tables(&mut session.options, path).ok().map(|_| ())
        },
    },
    ProtocolOption {
        name: "ClearHash",
        shape: "-button",
        get: |_| String::new(),
        set: |session, _| {
            session.forget();
            Some(())
        },
    },
    ProtocolOption {
        name: "Laboratory",
        shape: "-check {}",
        get: |session| u8::from(session.own.options.laboratory).to_string(),
        set: |session, text| {
            let wanted = number(text, 0, 1)? == 1;
            let offered = std::mem::replace(&mut session.own.options.laboratory, wanted);
            if wanted && !offered {
                laboratory(&session.options).iter().for_each(|line| session.out.line(line));
            }
            Some(())
        },
    },
];

/// The `feature` lines of the options.
pub(super) fn features(session: &Session) -> Vec<String> {
    let of_protocol = |name: &str| OPTIONS.iter().find(|option| option.name == name);
    let shape_of = |name: &str| match (of_protocol(name), setting_named(name, str::eq)) {
        (Some(option), _) => filled_in(option.shape, &(option.get)(session)),
        (None, Some(setting)) => shape(setting.values, &setting.value(&session.options)),
        (None, None) => String::new(),
    };
    let lines = ORDER.iter().map(|name| feature(name, &shape_of(name)));
    let more = if session.own.options.laboratory { laboratory(&session.options) } else { Vec::new() };
    lines.chain(more).collect()
}

/// The `feature` lines of the laboratory's settings.
fn laboratory(options: &play::Options) -> Vec<String> {
    for_the_laboratory()
        .map(|(name, setting)| feature(&name, &shape(setting.values, &setting.value(options))))
        .collect()
}

fn feature(name: &str, shape: &str) -> String {
    format!("feature option=\"{name} {shape}\"")
}

/// Fills the value into the shape of an option.
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

/// Type and value of a setting, as in the feature.
fn shape(values: &str, value: &str) -> String {
    match Kind::of(values) {
        Kind::Check => format!("-check {}", u8::from(value == "on")),
        Kind::Spin(least, most) => format!("-spin {value} {least} {most}"),
        Kind::Combo(names) => combo(names.into_iter(), value),
        Kind::Text | Kind::Button => format!("-string {value}"),
    }
}

pub(crate) fn option(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (name.trim(), value.trim());
    if let Some(option) = OPTIONS.iter().find(|option| option.name == name) {
        if (option.set)(session, value).is_none() {
            return bad("wrong value");
        }
        begin_anew(session);
        return Ok(());
    }
    let Some(setting) = setting_named(name, str::eq) else { return bad("unknown option") };
    let value = match (setting.values, value) {
        ("on, off", "1") => "on",
        ("on, off", "0") => "off",
        _ => value,
    };
    if value.is_empty() || settings::set(&mut session.options, setting.name, value).is_err() {
        return bad("wrong value");
    }
    begin_anew(session);
    Ok(())
}

/// An analysis, or thinking on the opponent's time, begins anew with what has been set.
fn begin_anew(session: &mut Session) {
    session.forget_search();
    session.own.analysed = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::options::for_players;

    #[test]
    fn every_option_has_its_place() {
        let players: Vec<String> = for_players().map(|(name, _)| name).collect();
        let all: Vec<&str> =
            OPTIONS.iter().map(|option| option.name).chain(players.iter().map(|name| &name[..])).collect();
        assert_eq!(all.len(), ORDER.len());
        assert!(all.iter().all(|name| ORDER.contains(name)));
        let laboratory: Vec<String> = for_the_laboratory().map(|(name, _)| name).collect();
        assert!(!laboratory.iter().any(|name| ORDER.contains(&name.as_str())));
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
        let mut session = Session::default();
        session.own.options.laboratory = true;
        let lines = features(&session);
        assert!(lines.len() > 50, "{}", lines.len());
        for line in lines {
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
        let instrument = session.options.instrument;
        assert!(!instrument.switches.null && instrument.null_move.reduction == 3 && session.own.options.multi_pv == 3);
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
