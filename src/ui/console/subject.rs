//! Which search plays and is experimented with, as the prompt says it; and settings that have no effect on it.

use crate::board::{Algorithm, Board};
use crate::ui::settings;

use super::state::Session;

/// Settings that only the tutorial's search heeds; those of its null moves begin with `null.`, too.
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

/// What the modern search has in the place of a setting of the tutorial's.
const INSTEAD: [(&str, &str); 4] = [
    ("null.", "modern.null"),
    ("null", "null-move or modern.null"),
    ("history", "quiet-history"),
    ("zero-window", "aspiration"),
];

/// What the prompt says of the search, if it was chosen.
pub(crate) fn mark(board: &Board, session: &Session) -> &'static str {
    match (board.algorithm, session.own.subject) {
        (Algorithm::Minimax, _) => " [minimax]",
        (Algorithm::AlphaBeta, _) => " [alphabeta]",
        (Algorithm::Pvs, _) => " [tutorial]",
        (Algorithm::Modern, Algorithm::Modern) => " [modern]",
        (Algorithm::Modern, _) => "",
    }
}

/// What is planted now, for the prompt and above a search: `sign`, or `riddle 3`. Nothing if no fault is.
pub(crate) fn planted(board: &Board, session: &Session) -> Option<String> {
    match session.own.riddle {
        _ if board.lab.faults.is_empty() => None,
        Some(riddle) => Some(format!("riddle {riddle}")),
        None => Some(board.lab.faults.names().join(", ")),
    }
}

/// A warning if the search that plays does not heed this setting.
pub(crate) fn without_effect(board: &Board, name: &str) -> Option<String> {
    let is_modern = board.algorithm == Algorithm::Modern;
    let is_tutorials = TUTORIALS.contains(&name) || name.starts_with("null.");
    if is_tutorials && is_modern {
        let same = |own: &str| own == name || own.ends_with('.') && name.starts_with(own);
        let instead = INSTEAD.iter().find(|(own, _)| same(own));
        let instead = instead.map_or(String::new(), |(_, other)| format!(" Its own setting: {other}."));
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the tutorial's ('tutorial' lets that play).{instead}"
        ));
    }
    if !is_tutorials && !is_modern && settings::is_for_modern(name) {
        return Some(format!(
            "No effect on the search that plays: {name} belongs to the modern one ('modern' lets that play)."
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
            for name in instead.split(" or ") {
                assert!(SETTINGS.iter().any(|setting| setting.name == name), "{name}");
            }
        }
    }
}
