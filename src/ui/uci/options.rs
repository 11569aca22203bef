//! `setoption`, and the options.
//!
//! The options for players come first, under the names that GUIs know. The settings of the laboratory and the
//! parameters of the search can always be set, but are listed only if the option `Laboratory` is set when the GUI sends
//! `uci`: a dialogue box with a hundred options is useless. In a build with the feature `tune`, `Laboratory` is set by
//! default.

use std::sync::Arc;

use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;
use crate::modern::settings::{MOST_MEGABYTES, MOST_THREADS};
use crate::modern::skill::{FULL_ELO, FULL_SKILL, MIN_ELO, elo_of, skill_of};
use crate::play::files::{self, MAX_TEXT};
use crate::play::library::BUILT_IN;
use crate::readmove::shortened;
use crate::searcher::setting::{Kind, Setting, When, at_any_time, number, switch};
use crate::ui::options::{Gui, GuiOption, book_depth, book_file, book_variety, clear, tables};
use crate::ui::refusal::{Done, bad};

use super::info;
use super::state::{Session, Uci, UciOptions};

/// The protocol's notation for an empty string.
const EMPTY: &str = "<empty>";

impl Gui for Uci {
    const OWN: &'static [Setting<Session>] = &[
        Setting::number(
            "Hash",
            "size of the hash table, in megabytes",
            [1, MOST_MEGABYTES as i64],
            |session| session.options.modern.megabytes as i64,
            |session, megabytes| {
                session.options.modern.megabytes = megabytes as usize;
                session.make_table();
                info::tell_shortage(session);
            },
        ),
        number!("Threads", "number of threads", [1, MOST_THREADS as i64], options.modern.threads),
        number!("MultiPV", "number of lines", [1, 64], own.options.multi_pv),
        at_any_time(switch!("Ponder", "think on the opponent's time", own.options.ponder)),
        clear().named("Clear Hash"),
        switch!("UCI_Chess960", "castling as in Chess960", own.options.chess960),
        switch!("UCI_AnalyseMode", "the GUI analyses: do not use the book", own.options.analyse_mode),
        Setting::switch(
            "UCI_LimitStrength",
            "play with the strength of UCI_Elo",
            |session| session.own.options.limit_strength,
            |session, on| set_strength(session, |options| options.limit_strength = on),
        ),
        Setting::number(
            "UCI_Elo",
            "strength as a rating",
            [MIN_ELO as i64, FULL_ELO as i64],
            |session| session.own.options.elo.into(),
            |session, elo| set_strength(session, |options| options.elo = elo as i32),
        ),
        Setting::number(
            "Skill Level",
            "strength; 20 is full strength",
            [0, FULL_SKILL as i64],
            |session| skill_of(session.own.options.skill_elo).into(),
            // A GUI that repeats the value shown does not change a rating between two levels.
            |session, skill| {
                if skill as u8 != skill_of(session.own.options.skill_elo) {
                    set_strength(session, |options| options.skill_elo = elo_of(skill as u8));
                }
            },
        ),
        at_any_time(switch!("UCI_ShowWDL", "report the chances of a win, a draw and a loss", own.options.show_wdl)),
        tables(),
        at_any_time(Setting::switch(
            "OwnBook",
            "play from Alula's own book",
            |session| session.library.use_book == When::On,
            |session, on| session.library.use_book = if on { When::On } else { When::Off },
        )),
        book_file(),
        book_depth(),
        book_variety(),
        Setting::path("EvalFile", "the network", Kind::File, network, set_network),
        at_any_time(number!(
            "Move Overhead",
            "time reserved at every move, in milliseconds",
            [0, 5000],
            own.keeper.margin_ms
        )),
        at_any_time(switch!("Laboratory", "offer the settings of the laboratory, too", own.options.laboratory)),
    ];
    const OTHERWISE: &'static [&'static str] = &["skill", "elo"];
    const TICKS: [&'static str; 2] = ["false", "true"];

    fn remark(session: &mut Session, text: &str) {
        session.out.line(&format!("info string {text}"));
    }
}

/// Changes an option that affects the playing strength, and applies the resulting strength.
fn set_strength(session: &mut Session, change: impl FnOnce(&mut UciOptions)) {
    let options = &mut session.own.options;
    change(options);
    session.options.modern.elo = if options.limit_strength { options.elo } else { options.skill_elo };
}

/// The name of the network's file, or of the built-in network.
fn network(session: &Session) -> String {
    session.options.network_file.clone().unwrap_or(BUILT_IN.into())
}

/// Loads a network. One from a file is used at once; the built-in one is used only if the option `Eval` selects it.
fn set_network(session: &mut Session, file: &str) -> Result<(), String> {
    let network = match file {
        BUILT_IN => Network::built_in(),
        _ => {
            let bytes = files::read(file.as_ref(), MAX_TEXT).map_err(|error| error.to_string())?;
            Arc::new(Network::read(&bytes).map_err(|error| format!("{}: {error}", shortened(file)))?)
        }
    };
    session.options.modern.network = network;
    if file != BUILT_IN {
        session.options.modern.eval_kind = EvalKind::Network;
    }
    session.options.network_file = (file != BUILT_IN).then(|| file.into());
    Ok(())
}

/// The `option` lines.
pub(super) fn lines(session: &Session) -> Vec<String> {
    let mut options: Vec<_> = GuiOption::for_players().collect();
    if session.own.options.laboratory {
        options.extend(GuiOption::for_the_laboratory().chain(GuiOption::parameters()));
    }
    options.iter().map(|option| line(&option.name(), option.kind(), &option.value(session))).collect()
}

fn line(name: &str, kind: Kind, value: &str) -> String {
    let shape = match kind {
        Kind::Switch => format!("check default {value}"),
        Kind::Number(least, most) => format!("spin default {value} min {least} max {most}"),
        Kind::Choice(names) => format!("combo default {value} var {}", names.join(" var ")),
        Kind::Text(_) | Kind::File | Kind::Folders => {
            format!("string default {}", if value.is_empty() { EMPTY } else { value })
        }
        Kind::Action => "button".into(),
    };
    format!("option name {name} type {shape}")
}

/// Whether a search can continue when this option is changed.
pub(super) fn goes_on(text: &str) -> bool {
    text.strip_prefix("name").is_some_and(|rest| GuiOption::<Uci>::may_go_on(&split_value(rest).0))
}

pub(crate) fn setoption(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(rest) = text.strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return bad("setoption takes: name NAME [value VALUE]");
    };
    let (name, value) = split_value(rest);
    let Some(option) = GuiOption::named(&name) else {
        return bad(format!("there is no option '{}'", shortened(&name)));
    };
    option.set(session, if value == EMPTY { "" } else { value })
}

/// Splits name and value; both may contain spaces.
fn split_value(text: &str) -> (String, &str) {
    let at = text.match_indices("value").map(|(at, _)| at).find(|at| {
        let (before, behind) = (&text[..*at], &text[at + "value".len()..]);
        before.ends_with(char::is_whitespace) && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    });
    let (name, value) = at.map_or((text, ""), |at| (&text[..at], &text[at + "value".len()..]));
    (name.split_whitespace().collect::<Vec<_>>().join(" "), value.trim())
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
    fn every_option_accepts_its_shown_value() {
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
    fn a_gui_that_repeats_the_level_shown_keeps_the_rating() {
        let (mut board, mut session) = (Board::new(), Session::default());
        (session.own.options.skill_elo, session.options.modern.elo) = (1500, 1500);
        let shown = skill_of(1500);
        for (level, elo) in [(shown, 1500), (shown + 1, elo_of(shown + 1)), (shown, elo_of(shown))] {
            assert!(setoption(&mut board, &mut session, &format!("name Skill Level value {level}")).is_ok());
            assert_eq!(session.options.modern.elo, elo);
        }
    }

    #[test]
    fn a_check_box_takes_the_words_of_both_protocols_and_of_the_console() {
        let (mut board, mut session) = (Board::new(), Session::default());
        for (word, is_ticked) in
            [("on", true), ("0", false), ("True", true), ("off", false), ("1", true), ("false", false)]
        {
            setoption(&mut board, &mut session, &format!("name UCI_ShowWDL value {word}")).expect("a right value");
            let line = format!("option name UCI_ShowWDL type check default {is_ticked}");
            assert!(lines(&session).contains(&line), "{word}: {:?}", lines(&session));
        }
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
            "name Hash value x",
            "name Ponder value maybe",
            "name SyzygyPath value /no/such/folder",
            "name BookFile value /no/such/book.bin",
            "name EvalFile value /no/such/network",
            "name Null value maybe",
            "name Algorithm value",
            "name Elo value 1500",
            "name Nothing value 3",
        ] {
            assert!(setoption(&mut board, &mut session, wrong).is_err(), "{wrong}");
            assert_eq!(lines(&session), before, "{wrong}");
        }
    }
}
