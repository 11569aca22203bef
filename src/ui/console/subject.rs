//! The search that plays and the search that the laboratory examines, for the prompt; and settings that the playing
//! search ignores.

use crate::play::Options;
use crate::searcher::Algorithm;
use crate::ui::settings::{self, Reader};

use super::state::Session;

/// The modern search's counterparts to settings of the tutorial.
const INSTEAD: [(&str, &str); 7] = [
    ("null.reduction", "search.null-reduction"),
    ("null.min-depth", "search.null-depth"),
    ("null.limit", "search.null-material"),
    ("null.", "null-move"),
    ("null", "null-move"),
    ("history", "quiet-history"),
    ("zero-window", "aspiration"),
];

/// The prompt's mark if a search was chosen.
pub(crate) fn mark(session: &Session) -> &'static str {
    match (session.options.algorithm, session.own.analysis.subject) {
        (Algorithm::Minimax, _) => " [minimax]",
        (Algorithm::AlphaBeta, _) => " [alphabeta]",
        (Algorithm::Pvs, _) => " [tutorial]",
        (Algorithm::Modern, Algorithm::Modern) => " [modern]",
        (Algorithm::Modern, _) => "",
    }
}

/// The active fault, for the prompt and the heading of a search: `sign`, or `riddle 3`. None if no fault is active.
pub(crate) fn planted(session: &Session) -> Option<String> {
    let faults = session.options.instrument.faults;
    match session.own.training.riddle {
        _ if faults.is_empty() => None,
        Some(riddle) => Some(format!("riddle {riddle}")),
        None => Some(faults.names().join(", ")),
    }
}

/// A warning if the playing search ignores this setting.
pub(crate) fn without_effect(options: &Options, name: &str) -> Option<String> {
    let is_modern = options.algorithm == Algorithm::Modern;
    let reader = settings::named(name).map(|row| row.reader());
    if reader == Some(Reader::Tutorial) && is_modern {
        let same = |own: &str| own == name || own.ends_with('.') && name.starts_with(own);
        let instead = INSTEAD.iter().find(|(own, _)| same(own));
        let instead = instead.map_or(String::new(), |(_, other)| format!(" Its own setting: {other}."));
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the tutorial's ('tutorial' selects it).{instead}"
        ));
    }
    if reader == Some(Reader::Modern) && !is_modern {
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the modern one ('modern' selects it)."
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_are_named_exist() {
        for (_, instead) in INSTEAD {
            assert_eq!(settings::named(instead).map(|row| row.reader()), Some(Reader::Modern), "{instead}");
        }
    }
}
