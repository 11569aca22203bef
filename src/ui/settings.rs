//! Everything that `set` shows and changes, in one table. The settings file uses it, too.

use crate::board::Board;
use crate::command::closest;
use crate::defines::MAX_PLY;
use crate::modern::skill::FULL_SKILL;
use crate::modern::techniques::Techniques;
use crate::readmove::shortened;
use crate::search::{Algorithm, Switches};

use super::{Done, Refusal, bad};

/// One setting.
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// Its value now.
    pub get: fn(&Board) -> String,
    /// Changes it; false if the value is not one of those that it may have.
    pub set: fn(&mut Board, &str) -> bool,
}

const ALGORITHMS: [(&str, Algorithm); 4] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("pvs", Algorithm::Pvs),
    ("modern", Algorithm::Modern),
];

/// A technique of the tutorial's search that can be on or off.
macro_rules! switch {
    ($name:literal, $help:literal, $field:ident) => {
        Setting {
            name: $name,
            help: $help,
            values: "on, off",
            get: |board| on_off(board.switches.$field),
            set: |board, text| {
                let parsed = switch_value(text);
                board.switches = Switches { $field: parsed.unwrap_or(board.switches.$field), ..board.switches };
                parsed.is_some()
            },
        }
    };
}

/// A technique of the modern search that can be on or off.
macro_rules! technique {
    ($name:literal, $help:literal, $flag:ident) => {
        Setting {
            name: $name,
            help: $help,
            values: "on, off",
            get: |board| on_off(board.modern.techniques.contains(Techniques::$flag)),
            set: |board, text| {
                let parsed = switch_value(text);
                parsed.inspect(|on| board.modern.techniques.set(Techniques::$flag, *on)).is_some()
            },
        }
    };
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "algorithm",
        help: "which search plays",
        values: "minimax, alphabeta, pvs, modern",
        get: |board| name_of(board.algorithm).into(),
        set: |board, text| {
            let found = ALGORITHMS.iter().find(|(name, _)| *name == text);
            board.algorithm = found.map_or(board.algorithm, |(_, algorithm)| *algorithm);
            found.is_some()
        },
    },
    Setting {
        name: "depth",
        help: "search depth in plies",
        values: "1 to 64",
        get: |board| board.search_depth.to_string(),
        set: |board, text| set_number(text, 1..=MAX_PLY as i64, |depth| board.search_depth = depth as usize),
    },
    Setting {
        name: "time",
        help: "time for a move in seconds",
        values: "0.001 to 86400, off",
        get: |board| board.timer.max_time.map_or("off".into(), |ms| (ms as f64 / 1e3).to_string()),
        set: |board, text| match text.parse::<f64>() {
            _ if text == "off" => {
                board.timer.max_time = None;
                true
            }
            Ok(seconds) if (0.001..=86400.0).contains(&seconds) => {
                board.timer.max_time = Some((seconds * 1e3).round() as u64);
                true
            }
            _ => false,
        },
    },
    Setting {
        name: "stopfrac",
        help: "no new iteration after this part of the time, in per cent",
        values: "1 to 100",
        get: |board| board.timer.stop_frac.to_string(),
        set: |board, text| set_number(text, 1..=100, |per_cent| board.timer.stop_frac = per_cent as u32),
    },
    switch!("null", "null moves (chapter 19)", null),
    Setting {
        name: "null.reduction",
        help: "plies taken off the depth for a null move, the pass included",
        values: "1 to 64",
        get: |board| board.null_move.reduction.to_string(),
        set: |board, text| set_number(text, 1..=64, |plies| board.null_move.reduction = plies as i32),
    },
    Setting {
        name: "null.limit",
        help: "no null move without more than this in pieces, in centipawns",
        values: "0 to 99999",
        get: |board| board.null_move.limit.to_string(),
        set: |board, text| set_number(text, 0..=99999, |limit| board.null_move.limit = limit as i32),
    },
    switch!("pv-first", "last iteration's principal variation is searched first (chapter 17)", pv_first),
    switch!("history", "moves are ordered by history counts (chapter 17)", history),
    switch!("quiescence", "captures are played out at the leaves (chapter 18)", quiescence),
    switch!("deepening", "depth 1, then 2, then 3 ... (chapter 17)", deepening),
    Setting {
        name: "skill",
        help: "strength of the modern search; 20 is all it has",
        values: "0 to 20",
        get: |board| board.modern.skill.to_string(),
        set: |board, text| set_number(text, 0..=i64::from(FULL_SKILL), |skill| board.modern.skill = skill as u8),
    },
    technique!("aspiration", "modern: narrow windows at the root", ASPIRATION),
    technique!("table", "modern: scores and moves from the transposition table", TABLE),
    technique!("mate-distance", "modern: no search for mates longer than one that is known", MATE_DISTANCE),
    technique!("reverse-futility", "modern: far above beta, cut", REVERSE_FUTILITY),
    technique!("razoring", "modern: far below alpha, play captures out only", RAZORING),
    technique!("null-move", "modern: even after passing above beta, cut", NULL_MOVE),
    technique!("probcut", "modern: a capture far above beta in a shallow search, cut", PROBCUT),
    technique!("iir", "modern: no move known, search less deep", IIR),
    technique!("lmp", "modern: late quiet moves are left out near the leaves", LMP),
    technique!("futility", "modern: quiet moves that cannot raise alpha are left out near the leaves", FUTILITY),
    technique!(
        "history-pruning",
        "modern: quiet moves with a bad history are left out near the leaves",
        HISTORY_PRUNING
    ),
    technique!("see-pruning", "modern: moves that lose material are left out near the leaves", SEE_PRUNING),
    technique!("lmr", "modern: late moves are searched less deep", LMR),
    technique!("singular", "modern: a move much better than all others is searched deeper", SINGULAR),
    technique!("check-extension", "modern: checks are searched deeper", CHECK_EXTENSION),
    technique!("killers", "modern: killers and counter moves come before other quiet moves", KILLERS),
    technique!("quiet-history", "modern: quiet moves are ordered by history", QUIET_HISTORY),
    technique!("correction", "modern: the static evaluation is corrected by what searches found", CORRECTION),
    technique!("delta", "modern: captures that cannot raise alpha are left out of the quiescence search", DELTA),
];

fn name_of(algorithm: Algorithm) -> &'static str {
    ALGORITHMS.iter().find(|(_, known)| *known == algorithm).map_or("", |(name, _)| name)
}

fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.into()
}

fn switch_value(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn set_number(text: &str, range: std::ops::RangeInclusive<i64>, mut store: impl FnMut(i64)) -> bool {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.inspect(|number| store(*number)).is_some()
}

fn find(name: &str) -> Result<&'static Setting, Refusal> {
    SETTINGS.iter().find(|setting| setting.name == name).map_or_else(
        || match closest(name, SETTINGS.iter().map(|setting| setting.name)) {
            Some(like) => bad(format!("there is no setting '{}' (did you mean '{like}'?)", shortened(name))),
            None => bad(format!("there is no setting '{}' ('set' lists them all)", shortened(name))),
        },
        Ok,
    )
}

/// The value of a setting.
///
/// # Errors
/// A [`Refusal`] if there is no such setting.
pub fn get(board: &Board, name: &str) -> Result<String, Refusal> {
    Ok((find(name)?.get)(board))
}

/// Changes a setting; without a value it stays as it is.
///
/// # Errors
/// A [`Refusal`] if there is no such setting, or it cannot have this value.
pub fn set(board: &mut Board, name: &str, value: &str) -> Done {
    let setting = find(name)?;
    if value.is_empty() || (setting.set)(board, value) {
        return Ok(());
    }
    bad(format!("{name} cannot be '{}', it may be: {}", shortened(value), setting.values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_back_what_it_shows() {
        let mut board = Board::new();
        for setting in SETTINGS {
            let value = (setting.get)(&board);
            assert!((setting.set)(&mut board, &value), "{} = {value}", setting.name);
            assert_eq!((setting.get)(&board), value, "{}", setting.name);
        }
    }

    #[test]
    fn every_technique_can_be_switched() {
        let mut board = Board::new();
        for (name, technique) in Techniques::by_name() {
            assert_eq!(set(&mut board, &name, "off"), Ok(()), "{name}");
            assert!(!board.modern.techniques.contains(technique), "{name}");
        }
    }

    #[test]
    fn a_wrong_value_changes_nothing() {
        let mut board = Board::new();
        for setting in SETTINGS {
            let value = (setting.get)(&board);
            for wrong in ["-1", "1e99", "nan", "on off", "99999999999999999999", "é"] {
                assert!(set(&mut board, setting.name, wrong).is_err(), "{} = {wrong}", setting.name);
            }
            assert_eq!((setting.get)(&board), value);
        }
    }

    #[test]
    fn switches_switch() {
        let mut board = Board::new();
        for name in ["null", "pv-first", "history", "quiescence", "deepening"] {
            assert_eq!(set(&mut board, name, "off"), Ok(()));
            assert_eq!(get(&board, name), Ok("off".into()));
        }
        let all_off = Switches { null: false, pv_first: false, history: false, quiescence: false, deepening: false };
        assert_eq!(board.switches, all_off);
    }

    #[test]
    fn a_misspelt_name_is_recognised() {
        let error = set(&mut Board::new(), "algoritm", "pvs").expect_err("misspelt");
        assert!(error.to_string().contains("did you mean 'algorithm'?"));
    }
}
