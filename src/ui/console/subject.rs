//! Which search plays and which one the laboratory examines, as shown in the prompt; and settings that the playing
//! search ignores.

use crate::play::Options;
use crate::searcher::Algorithm;
use crate::ui::settings;

use super::state::Session;

/// Settings of the tutorial's search only, besides those of its null moves, which begin with `null.`.
const TUTORIALS: [&str; 10] = [
    "null",
    "pv-first",
    "zero-window",
    "history",
    "history.bonus",
    "select",
    "fail",
    "quiescence",
    "deepening",
    "stopfrac",
];

/// The modern search's counterparts of tutorial settings.
const INSTEAD: [(&str, &str); 7] = [
    ("null.reduction", "search.null-reduction"),
    ("null.min-depth", "search.null-depth"),
    ("null.limit", "search.null-material"),
    ("null.", "null-move"),
    ("null", "null-move"),
    ("history", "quiet-history"),
    ("zero-window", "aspiration"),
];

/// The prompt's mark for a search that was chosen.
pub(crate) fn mark(session: &Session) -> &'static str {
    match (session.options.algorithm, session.own.subject) {
        (Algorithm::Minimax, _) => " [minimax]",
        (Algorithm::AlphaBeta, _) => " [alphabeta]",
        (Algorithm::Pvs, _) => " [tutorial]",
        (Algorithm::Modern, Algorithm::Modern) => " [modern]",
        (Algorithm::Modern, _) => "",
    }
}

/// The active fault, for the prompt and the head of a search: `sign`, or `riddle 3`. None if there is none.
pub(crate) fn planted(session: &Session) -> Option<String> {
    let faults = session.options.instrument.faults;
    match session.own.riddle {
        _ if faults.is_empty() => None,
        Some(riddle) => Some(format!("riddle {riddle}")),
        None => Some(faults.names().join(", ")),
    }
}

/// A warning if the playing search ignores this setting.
pub(crate) fn without_effect(options: &Options, name: &str) -> Option<String> {
    let is_modern = options.algorithm == Algorithm::Modern;
    let is_tutorials = TUTORIALS.contains(&name) || name.starts_with("null.");
    if is_tutorials && is_modern {
        let same = |own: &str| own == name || own.ends_with('.') && name.starts_with(own);
        let instead = INSTEAD.iter().find(|(own, _)| same(own));
        let instead = instead.map_or(String::new(), |(_, other)| format!(" Its own setting: {other}."));
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the tutorial's ('tutorial' selects it).{instead}"
        ));
    }
    if !is_tutorials && !is_modern && settings::is_for_modern(name) {
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the modern one ('modern' selects it)."
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::settings::SETTINGS;

    #[test]
    fn settings_that_are_named_exist() {
        for name in TUTORIALS {
            assert!(SETTINGS.iter().any(|setting| setting.name == name), "{name}");
        }
        for (_, instead) in INSTEAD {
            assert!(settings::is_for_modern(instead), "{instead}");
        }
    }
}
