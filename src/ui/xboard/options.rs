//! `option NAME=VALUE`, and the options in a GUI.
//!
//! The options for players come first. Every other search setting is also an option
//! ([`options`](crate::ui::options)) and can always be set, except those that the protocol sets by its own commands,
//! such as `memory` and `sd`. But a dialogue box with sixty options is useless, so the settings of the laboratory are
//! listed only if the option `Laboratory` is set, and the numeric search parameters are never listed. A GUI accepts
//! features at any time: setting `Laboratory` adds the options to its dialogue box.

use std::mem;

use crate::board::Board;
use crate::command;
use crate::searcher::setting::{Kind, Setting, When, at_any_time, choice, number, switch};
use crate::ui::options::{Gui, GuiOption, book_depth, book_file, book_variety, clear, tables};
use crate::ui::refusal::{Done, Refusal, bad};

use super::state::{Session, XBoard};

/// The order in which a GUI's dialogue box lists the protocol's own options and the settings for players.
#[rustfmt::skip]
const ORDER: [&str; 16] = [
    "MultiPV", "Skill", "Elo", "OwnBook", "BookFile", "BookDepth", "BookVariety", "SyzygyPath", "Resign", "OfferDraw",
    "ClearHash", "SafetyMargin", "PlainLines", "Eval", "Algorithm", "Laboratory",
];

impl Gui for XBoard {
    const OWN: &'static [Setting<Session>] = &[
        number!("MultiPV", "number of lines in an analysis", [1, 64], own.options.multi_pv),
        at_any_time(choice!(
            "OwnBook",
            "play from Alula's own book; auto: if the GUI has sent 'random'",
            When::NAMES,
            library.use_book
        )),
        book_file(),
        book_depth(),
        book_variety(),
        tables(),
        at_any_time(choice!("Resign", "resign lost games; auto: against people", When::NAMES, own.options.resign)),
        at_any_time(choice!("OfferDraw", "offer draws; auto: to people", When::NAMES, own.options.offer_draw)),
        clear(),
        at_any_time(number!(
            "SafetyMargin",
            "time reserved at every move, in milliseconds",
            [0, 5000],
            own.clock.keeper.margin_ms
        )),
        at_any_time(switch!(
            "PlainLines",
            "limit thinking output to the four standard fields (depth, score, time, nodes)",
            own.options.plain_lines
        )),
        at_any_time(Setting::switch(
            "Laboratory",
            "offer the settings of the laboratory, too",
            |session| session.own.options.laboratory,
            |session, wanted| {
                let offered = mem::replace(&mut session.own.options.laboratory, wanted);
                if wanted && !offered {
                    GuiOption::for_the_laboratory().for_each(|option| session.out.line(&feature(session, &option)));
                }
            },
        )),
    ];
    const OTHERWISE: &'static [&'static str] = &[];
    const TICKS: [&'static str; 2] = ["0", "1"];

    fn remark(session: &mut Session, text: &str) {
        session.out.line(&format!("# {text}"));
    }
}

/// The `feature` lines of the options.
pub(super) fn features(session: &Session) -> Vec<String> {
    let mut options: Vec<_> = GuiOption::for_players().collect();
    options.sort_by_key(|option| ORDER.iter().position(|name| *name == option.name()));
    if session.own.options.laboratory {
        options.extend(GuiOption::for_the_laboratory());
    }
    options.iter().map(|option| feature(session, option)).collect()
}

/// The `feature` line of an option. Quotes in its value are replaced, because they would end the string.
fn feature(session: &Session, option: &GuiOption<XBoard>) -> String {
    let shape = shape(option.kind(), &option.value(session)).replace('"', "'");
    format!("feature option=\"{} {shape}\"", option.name())
}

/// Type and value of an option, as written in the `feature` line.
fn shape(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Switch => format!("-check {value}"),
        Kind::Number(least, most) => format!("-spin {value} {least} {most}"),
        Kind::Choice(names) => {
            let star = |name: &&str| if *name == value { "*" } else { "" };
            let names: Vec<String> = names.iter().map(|name| format!("{}{name}", star(name))).collect();
            format!("-combo {}", names.join(" /// "))
        }
        Kind::Text(_) => format!("-string {value}"),
        Kind::File => format!("-file {value}"),
        Kind::Folders => format!("-path {value}"),
        Kind::Action => "-button".into(),
    }
}

/// Whether a search can continue while this line is executed.
pub(super) fn goes_on(line: &str) -> bool {
    let (_, text) = command::split_word(line);
    GuiOption::<XBoard>::may_go_on(text.split_once('=').map_or(text, |(name, _)| name).trim())
}

/// Sets an option. Analysis and pondering restart with the new value, unless the option does not affect the search.
pub(crate) fn option(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (name.trim(), value.trim());
    let Some(option) = GuiOption::named(name) else { return bad("unknown option") };
    if value.contains('"') {
        return bad("a value cannot have double quotes");
    }
    // The reason may contain words that xboard misinterprets.
    option.set(session, value).map_err(|_| Refusal::Bad("wrong value".into()))?;
    if option.ends_search() {
        session.forget_search();
        session.own.analysed = None;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_its_place() {
        let names = |options: &mut dyn Iterator<Item = GuiOption<XBoard>>| -> Vec<String> {
            options.map(|option| option.name()).collect()
        };
        let all = names(&mut GuiOption::for_players());
        assert_eq!(all.len(), ORDER.len());
        assert!(all.iter().all(|name| ORDER.contains(&name.as_str())));
        let laboratory = names(&mut GuiOption::for_the_laboratory());
        assert!(!laboratory.iter().any(|name| ORDER.contains(&name.as_str())));
    }

    #[test]
    fn the_type_follows_from_the_values() {
        assert_eq!(shape(Kind::Switch, "1"), "-check 1");
        assert_eq!(shape(Kind::Number(1, 64), "4"), "-spin 4 1 64");
        let names = &["minimax", "alphabeta", "pvs"];
        assert_eq!(shape(Kind::Choice(names), "pvs"), "-combo minimax /// alphabeta /// *pvs");
        assert_eq!(shape(Kind::Text("a name"), "x y"), "-string x y");
        assert_eq!(shape(Kind::File, "x y"), "-file x y");
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
    fn some_options_change_while_a_search_runs() {
        for (line, goes) in [
            ("option SafetyMargin=5", true),
            ("option resign=on", true),
            ("option Book File=x", false),
            ("option MultiPV=2", false),
            ("option Elo=1500", false),
            ("option ClearHash", false),
            ("option", false),
        ] {
            assert_eq!(goes_on(line), goes, "{line}");
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
        for wrong in
            ["", "=", "MultiPV", "MultiPV=x", "Resign=maybe", "Hash=1", "Null=2", "Null=", "Algorithm=", "depth=3"]
        {
            assert!(option(&mut board, &mut session, wrong).is_err(), "{wrong}");
        }
    }
}
