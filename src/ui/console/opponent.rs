//! The opponent and its strength. Six levels have names, from a beginner to full strength.

use crate::VERSION;
use crate::board::Board;
use crate::modern::skill::{FULL_ELO, MIN_ELO};
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::Algorithm;
use crate::ui::refusal::{Done, bad};
use crate::ui::{settings, show};

use super::state::Session;

/// All levels, the weakest first: name, rating, and style of play.
const LEVELS: [(&str, i32, &str); 6] = [
    ("beginner", 800, "sees direct threats, and often leaves pieces hanging."),
    ("casual player", 1200, "keeps the queen safe, but misses long diagonals, retreats and quiet threats."),
    ("club player", 1600, "looks three half-moves ahead, and sometimes misses the second move of a combination."),
    ("strong club player", 2000, "rarely gives anything away: you have to work for every advantage."),
    ("master", 2400, "never misses a short combination, and punishes your mistakes."),
    ("full strength", FULL_ELO, "holds nothing back."),
];

/// The name of a level with exactly this rating.
pub(super) fn name_of(elo: i32) -> Option<&'static str> {
    LEVELS.iter().find(|(_, known, _)| *known == elo).map(|(name, ..)| *name)
}

/// The rating for a name, an abbreviated name, or a number.
fn meant(text: &str) -> Option<i32> {
    let text = text.to_lowercase();
    let named: Vec<i32> = LEVELS.iter().filter(|(name, ..)| name.starts_with(&text)).map(|(_, elo, _)| *elo).collect();
    match named[..] {
        [elo] => Some(elo),
        _ => text.parse().ok().filter(|elo| (MIN_ELO..=FULL_ELO).contains(elo)),
    }
}

/// Settings for the engine's strength.
const STRENGTH: [&str; 3] = ["algorithm", "skill", "elo"];

/// The opponent, its strength and the time control, in words.
pub(super) fn in_words(session: &Session) -> String {
    let you = match session.engine_side {
        Some(side) => format!("You play {} against {VERSION}", side.other().name()),
        None => format!("The engine plays neither side. It is {VERSION}"),
    };
    let strength = strength(&session.options);
    let clocks = session.own.game.clocks.as_ref();
    let time = clocks.map_or_else(|| format!("it searches {}", show::limits(&session.options.limits)), show::controls);
    let ponder = if session.own.view.look.ponder { "; it also thinks on your time" } else { "" };
    format!("{you} {strength}; {time}{ponder}.")
}

/// The strength settings that differ from their defaults, with their values.
pub(super) fn strength_settings(options: &Options) -> Vec<(&'static str, String)> {
    let unusual = |name: &'static str| {
        let value = settings::get(options, name).ok()?;
        (settings::usual(name)? != value).then_some((name, value))
    };
    STRENGTH.into_iter().filter_map(unusual).collect()
}

/// Resets the strength settings to their defaults.
pub(super) fn set_full_strength(options: &mut Options) {
    for name in STRENGTH {
        // Defaults are always accepted.
        let _ = settings::set(options, name, &settings::usual(name).unwrap_or_default());
    }
}

/// The engine's strength in words.
pub(super) fn strength(options: &Options) -> String {
    if !options.is_weakened() {
        return match settings::get(options, "algorithm") {
            Ok(algorithm) if options.algorithm != Algorithm::Modern => format!("with algorithm {algorithm}"),
            _ => "at full strength".into(),
        };
    }
    let elo = options.modern.elo;
    let name = name_of(elo).map_or(String::new(), |name| format!(", a {name}"));
    format!("with Elo {elo}{name}")
}

pub(super) fn tell_opponent(session: &mut Session) {
    let text = in_words(session);
    session.say(&text);
}

/// Changes the strength, unless the value is empty, and announces the opponent.
pub(crate) fn choose(session: &mut Session, setting: &str, value: &str) -> Done {
    settings::set(&mut session.options, setting, value)?;
    tell_opponent(session);
    if session.options.algorithm != Algorithm::Modern {
        session.say("only the modern search can be weakened: set algorithm modern");
    }
    Ok(())
}

/// `opponent`: lists the levels, or chooses one.
pub(crate) fn opponent(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() {
        for (name, elo, says) in LEVELS {
            match session.own.view.look.spoken {
                true => session.say(&format!("{name}, {elo}: {says}")),
                false => session.say_indented(&format!("{name:<18} {elo:>4}  {says}"), 25),
            }
        }
        session.say("Choose one by name, like 'opponent club player', or by rating, like 'opponent 1500'.");
        return choose(session, "elo", "");
    }
    match meant(text) {
        Some(elo) => choose(session, "elo", &elo.to_string()),
        None => bad(format!(
            "'{}' is not an opponent; type {}, or a rating from {MIN_ELO} to {FULL_ELO}",
            shortened(text),
            LEVELS.map(|(name, ..)| name).join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command;
    use crate::ui::dialogues::CONSOLE_WORDS;

    #[test]
    fn levels_are_found_by_name_prefix_or_rating() {
        for (name, elo, _) in LEVELS {
            assert_eq!(meant(name), Some(elo));
            assert_eq!(name_of(elo), Some(name));
        }
        for (text, elo) in [("club", 1600), ("Strong", 2000), ("full", FULL_ELO), ("1500", 1500), ("800", 800)] {
            assert_eq!(meant(text), Some(elo), "{text}");
        }
        for wrong in ["b c", "grandmother", "799", "3201", "-1", "99999999999999999999"] {
            assert_eq!(meant(wrong), None, "{wrong}");
        }
        let offered = command::find(CONSOLE_WORDS, "opponent").expect("a command").usage.arguments;
        let names: Vec<&str> = LEVELS.iter().map(|(name, ..)| command::split_word(name).0).collect();
        assert_eq!(offered, format!("[{} | ELO]", names.join(" | ")));
        assert!(LEVELS.windows(2).all(|pair| pair[0].1 < pair[1].1));
    }
}
