//! The table of all settings: name, meaning, values, and how each is read and changed.

use std::time::Duration;

use std::ops::RangeInclusive;

use crate::defines::MAX_PLY;
use crate::instrument::recipe::{Frontier, MateExt, Nest, NullMove, PvRule, Returns, Verify};
use crate::instrument::variants::{Bonus, Fail, Select, Switches};
use crate::modern::evaluation::EvalKind;
use crate::modern::numbers::{NUMBERS, Number, Numbers};
use crate::modern::skill::{FULL_ELO, FULL_SKILL, MIN_ELO, elo_of, skill_of};
use crate::modern::techniques::Techniques;
use crate::searcher::Algorithm;

use super::setting::{Access, MOST_MEGABYTES, MOST_THREADS, Setting, set_number};

const ALGORITHMS: [(&str, Algorithm); 4] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("pvs", Algorithm::Pvs),
    ("modern", Algorithm::Modern),
];

/// A technique of the tutorial's search: on or off.
macro_rules! switch {
    ($name:literal, $help:literal, $field:ident) => {
        Setting {
            name: $name,
            help: $help,
            values: "on, off",
            access: Access::Options {
                get: |options| on_off(options.instrument.switches.$field),
                set: |options, text| {
                    let parsed = switch_value(text);
                    options.instrument.switches = Switches {
                        $field: parsed.unwrap_or(options.instrument.switches.$field),
                        ..options.instrument.switches
                    };
                    parsed.is_some()
                },
            },
        }
    };
}

/// A technique of the modern search: on or off.
macro_rules! technique {
    ($name:literal, $help:literal, $flag:ident) => {
        Setting {
            name: $name,
            help: $help,
            values: "on, off",
            access: Access::Options {
                get: |options| on_off(options.modern.techniques.contains(Techniques::$flag)),
                set: |options, text| {
                    let parsed = switch_value(text);
                    parsed.inspect(|on| options.modern.techniques.set(Techniques::$flag, *on)).is_some()
                },
            },
        }
    };
}

/// A number of a null-move recipe.
macro_rules! null_number {
    ($field:ident, $name:literal, $range:expr, $values:literal, $help:literal) => {
        Setting {
            name: $name,
            help: $help,
            values: $values,
            access: Access::Recipe {
                get: |recipe| recipe.$field.to_string(),
                set: |recipe, text| set_number(text, $range, |number| recipe.$field = number as _),
            },
        }
    };
}

/// A rule of a null-move recipe: on or off.
macro_rules! null_switch {
    ($field:ident, $name:literal, $help:literal) => {
        null_choice!($field, $name, [("on", true), ("off", false)], "on, off", $help)
    };
}

/// A rule of a null-move recipe with several named values.
macro_rules! null_choice {
    ($field:ident, $name:literal, $choices:expr, $values:literal, $help:literal) => {
        Setting {
            name: $name,
            help: $help,
            values: $values,
            access: Access::Recipe {
                get: |recipe| choice_name(&$choices, recipe.$field),
                set: |recipe, text| choose(&$choices, text, |choice| recipe.$field = choice),
            },
        }
    };
}

/// A technique of the tutorial's search with several variants.
macro_rules! variant {
    ($field:ident, $name:literal, $choices:expr, $values:literal, $help:literal) => {
        Setting {
            name: $name,
            help: $help,
            values: $values,
            access: Access::Options {
                get: |options| choice_name(&$choices, options.instrument.variants.$field),
                set: |options, text| choose(&$choices, text, |choice| options.instrument.variants.$field = choice),
            },
        }
    };
}

const BONUSES: [(&str, Bonus); 4] =
    [("square", Bonus::DepthSquared), ("linear", Bonus::Depth), ("power", Bonus::Power), ("one", Bonus::One)];
const SELECTS: [(&str, Select); 2] = [("pick", Select::Pick), ("sort", Select::Sort)];
const FAILS: [(&str, Fail); 2] = [("hard", Fail::Hard), ("soft", Fail::Soft)];
const FRONTIERS: [(&str, Frontier); 3] =
    [("quiescence", Frontier::Quiescence), ("static", Frontier::Static), ("skip", Frontier::Skip)];
const PV_RULES: [(&str, PvRule); 3] =
    [("line", PvRule::Line), ("open-window", PvRule::OpenWindow), ("root", PvRule::Root)];
const NESTS: [(&str, Nest); 6] = [
    ("no-two-running", Nest::NO_TWO_RUNNING),
    ("1", Nest::at_most(1)),
    ("2", Nest::at_most(2)),
    ("3", Nest::at_most(3)),
    ("double", Nest::DOUBLE),
    ("free", Nest::FREE),
];
const RETURNS: [(&str, Returns); 3] =
    [("score", Returns::Score), ("beta", Returns::Beta), ("score-but-mate", Returns::ScoreButMate)];
const VERIFIES: [(&str, Verify); 3] = [("off", Verify::No), ("research", Verify::Research), ("flag", Verify::Flag)];
const MATE_EXTS: [(&str, MateExt); 4] =
    [("off", MateExt::Off), ("mate1", MateExt::Mate1), ("any", MateExt::Any), ("seen", MateExt::Seen)];

/// All settings.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "algorithm",
        help: "which search plays: the modern one, or one of the tutorial's",
        values: "minimax, alphabeta, pvs, modern",
        access: Access::Options {
            get: |options| name_of(options.algorithm).into(),
            set: |options, text| {
                let found = ALGORITHMS.iter().find(|(name, _)| *name == text);
                options.algorithm = found.map_or(options.algorithm, |(_, algorithm)| *algorithm);
                found.is_some()
            },
        },
    },
    Setting {
        name: "eval",
        help: "modern: what evaluates the positions: the network, or the terms of the tutorial",
        values: "network, tutorial",
        access: Access::Options {
            get: |options| options.modern.eval_kind.name().into(),
            set: |options, text| {
                let kind = EvalKind::ALL.into_iter().find(|kind| kind.name() == text);
                kind.inspect(|kind| options.modern.eval_kind = *kind).is_some()
            },
        },
    },
    Setting {
        name: "depth",
        help: "search depth in plies",
        values: "1 to 64",
        access: Access::Options {
            get: |options| options.limits.depth.to_string(),
            set: |options, text| set_number(text, 1..=MAX_PLY as i64, |depth| options.limits.depth = depth as usize),
        },
    },
    Setting {
        name: "time",
        help: "time for a move in seconds",
        values: "0.001 to 86400, off",
        access: Access::Options {
            get: |options| options.limits.max_time.map_or("off".into(), |time| time.as_secs_f64().to_string()),
            set: |options, text| match text.parse::<f64>() {
                _ if text == "off" => {
                    options.limits.max_time = None;
                    true
                }
                Ok(seconds) if (0.001..=86400.0).contains(&seconds) => {
                    options.limits.max_time = Some(Duration::from_millis((seconds * 1e3).round() as u64));
                    true
                }
                _ => false,
            },
        },
    },
    Setting {
        name: "stopfrac",
        help: "the tutorial's searches start no new iteration after this part of the time, in per cent",
        values: "1 to 100",
        access: Access::Options {
            get: |options| options.limits.stop_frac.to_string(),
            set: |options, text| set_number(text, 1..=100, |per_cent| options.limits.stop_frac = per_cent as u32),
        },
    },
    Setting {
        name: "null",
        help: "null moves (chapter 19); the name of a recipe turns them on with it",
        values: "on, off",
        access: Access::Options {
            get: |options| on_off(options.instrument.switches.null),
            set: |options, text| {
                let (switch, recipe) = (switch_value(text), NullMove::of(text));
                options.instrument.null_move = recipe.unwrap_or(options.instrument.null_move);
                options.instrument.switches.null =
                    switch.unwrap_or(options.instrument.switches.null || recipe.is_some());
                switch.is_some() || recipe.is_some()
            },
        },
    },
    Setting {
        name: "null.recipe",
        help: "recipe of null moves ('recipe list'); own if it is none of these",
        values: "none, winglet, bryant, vipermate, mediocre, heinz, verified, double, own",
        access: Access::Recipe {
            get: |recipe| recipe.name().unwrap_or("own").into(),
            set: |recipe, text| {
                let known = NullMove::of(text).or((text == "own").then_some(*recipe));
                known.inspect(|known| *recipe = *known).is_some()
            },
        },
    },
    null_number!(
        reduction,
        "null.reduction",
        1..=64,
        "1 to 64",
        "plies taken off the depth for a null move, the pass included"
    ),
    null_switch!(adaptive, "null.adaptive", "one ply more at high depth (Heinz)"),
    null_number!(min_depth, "null.min-depth", 1..=99, "1 to 99", "least depth for a null move, 99 for never"),
    null_choice!(
        frontier,
        "null.frontier",
        FRONTIERS,
        "quiescence, static, skip",
        "what follows the pass when no depth is left"
    ),
    null_choice!(pv, "null.pv", PV_RULES, "line, open-window, root", "where null moves are not tried"),
    null_choice!(
        nest,
        "null.nest",
        NESTS,
        "no-two-running, 1, 2, 3, double, free",
        "how null moves may follow each other; a number: at most that many in a line"
    ),
    Setting {
        name: "null.limit",
        help: "no null move without more than this in pieces, in centipawns",
        values: "0 to 99999, off",
        access: Access::Recipe {
            get: |recipe| off_or(Some(recipe.limit).filter(|limit| *limit >= 0)),
            set: |recipe, text| set_or_off(text, 0..=99999, |limit| recipe.limit = limit.unwrap_or(-1)),
        },
    },
    null_number!(pieces, "null.pieces", 0..=7, "0 to 7", "least number of pieces"),
    null_switch!(skip_mates, "null.skip-mates", "no null move where beta is a mate score"),
    null_number!(widen, "null.widen", 0..=9999, "0 to 9999", "the null window is this much wider below, in centipawns"),
    null_choice!(returns, "null.returns", RETURNS, "score, beta, score-but-mate", "what a null cutoff returns"),
    null_choice!(verify, "null.verify", VERIFIES, "off, research, flag", "how a null cutoff is verified"),
    null_choice!(
        mate_ext,
        "null.mate-ext",
        MATE_EXTS,
        "off, mate1, any, seen",
        "one ply deeper if the pass is answered by mate (seen: without opening the window for it)"
    ),
    null_number!(threat_ext, "null.threat-ext", 0..=2, "0 to 2", "plies deeper below the lowered window"),
    null_switch!(raise_alpha, "null.raise-alpha", "the value of the pass raises alpha"),
    null_switch!(clear_ep, "null.clear-ep", "a pass clears the en-passant square"),
    null_switch!(counts_ply, "null.counts-ply", "a pass counts as a ply"),
    switch!("pv-first", "the last iteration's principal variation is searched first (chapter 17)", pv_first),
    switch!("zero-window", "all moves but the first get a zero-width window (chapter 14)", zero_window),
    switch!("history", "moves are ordered by history counts (chapter 17)", history),
    variant!(
        bonus,
        "history.bonus",
        BONUSES,
        "square, linear, power, one",
        "what a cutoff adds to a history count: depth squared, depth, 2 to the power of depth, or 1"
    ),
    variant!(
        select,
        "select",
        SELECTS,
        "pick, sort",
        "the next move is picked when needed, or the whole list is sorted"
    ),
    variant!(
        fail,
        "fail",
        FAILS,
        "hard, soft",
        "what a node outside its window returns: the bound (hard), or the best score (soft)"
    ),
    switch!("quiescence", "captures are played out at the leaves (chapter 18)", quiescence),
    switch!("deepening", "iterative deepening: depth 1, then 2, then 3 ... (chapter 17)", deepening),
    Setting {
        name: "hash",
        help: "size of the modern search's hash table, in megabytes",
        values: "1 to 4096",
        access: Access::Options {
            get: |options| options.modern.megabytes.to_string(),
            set: |options, text| {
                set_number(text, 1..=MOST_MEGABYTES as i64, |number| options.modern.megabytes = number as usize)
            },
        },
    },
    Setting {
        name: "threads",
        help: "number of threads of the modern search",
        values: "1 to 256",
        access: Access::Options {
            get: |options| options.modern.threads.to_string(),
            set: |options, text| {
                set_number(text, 1..=MOST_THREADS as i64, |number| options.modern.threads = number as usize)
            },
        },
    },
    Setting {
        name: "skill",
        help: "strength of the modern search; 20 is full strength",
        values: "0 to 20",
        access: Access::Options {
            get: |options| skill_of(options.modern.elo).to_string(),
            set: |options, text| {
                set_number(text, 0..=i64::from(FULL_SKILL), |skill| options.modern.elo = elo_of(skill as u8))
            },
        },
    },
    Setting {
        name: "elo",
        help: "strength of the modern search as a rating; 3200 is full strength",
        values: "800 to 3200",
        access: Access::Options {
            get: |options| options.modern.elo.to_string(),
            set: |options, text| {
                set_number(text, i64::from(MIN_ELO)..=i64::from(FULL_ELO), |elo| options.modern.elo = elo as i32)
            },
        },
    },
    Setting {
        name: "seed",
        help: "seed of a weakened player's errors, to repeat a game; 0: a new one each game",
        values: "0 to 1000000",
        access: Access::Options {
            get: |options| options.modern.seed.to_string(),
            set: |options, text| {
                set_number(text, 0..=1_000_000, |seed| {
                    options.modern.seed = seed as u64;
                    options.modern.vary();
                })
            },
        },
    },
    technique!("aspiration", "modern: narrow windows at the root", ASPIRATION),
    technique!("table", "modern: scores and moves from the transposition table", TABLE),
    technique!("reverse-futility", "modern: cut nodes far above beta", REVERSE_FUTILITY),
    technique!("null-move", "modern: cut nodes that stay above beta after a pass", NULL_MOVE),
    Setting {
        name: "search",
        help: "modern: the numbers of its techniques that are not the usual ones; each has a name, \
            like search.futility-margin ('tune openbench' lists them)",
        values: "NAME=NUMBER[,NAME=NUMBER] or usual",
        access: Access::Options {
            get: |options| numbers_text(&options.modern.numbers),
            set: |options, text| numbers_of(text).inspect(|numbers| options.modern.numbers = *numbers).is_some(),
        },
    },
    technique!("lmp", "modern: late quiet moves are left out near the leaves", LMP),
    technique!("futility", "modern: quiet moves that cannot raise alpha are left out near the leaves", FUTILITY),
    technique!("see-pruning", "modern: moves that lose material are left out near the leaves", SEE_PRUNING),
    technique!("lmr", "modern: late moves are searched with reduced depth", LMR),
    technique!("singular", "modern: a move much better than all others is searched deeper", SINGULAR),
    technique!("quiet-history", "modern: quiet moves are ordered by history", QUIET_HISTORY),
    technique!("correction", "modern: the static evaluation is corrected by search results", CORRECTION),
    technique!("quiet-checks", "modern: at the horizon, quiet checks are tried besides captures", QUIET_CHECKS),
    technique!("late-captures", "modern: late captures are left out in the quiescence search", LATE_CAPTURES),
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

fn choice_name<T: PartialEq>(choices: &[(&str, T)], value: T) -> String {
    choices.iter().find(|(_, known)| *known == value).map_or("?", |(name, _)| name).into()
}

fn choose<T: Copy>(choices: &[(&str, T)], text: &str, store: impl FnOnce(T)) -> bool {
    let choice = choices.iter().find(|(name, _)| *name == text);
    choice.inspect(|(_, value)| store(*value)).is_some()
}

fn off_or(value: Option<i32>) -> String {
    value.map_or("off".into(), |number| number.to_string())
}

fn set_or_off(text: &str, range: RangeInclusive<i64>, mut store: impl FnMut(Option<i32>)) -> bool {
    if text == "off" {
        store(None);
        return true;
    }
    set_number(text, range, |number| store(Some(number as i32)))
}

/// The numbers that differ from their defaults: `futility-margin=100,late-move-base=3`.
fn numbers_text(numbers: &Numbers) -> String {
    let changed = NUMBERS.iter().filter(|number| (number.get)(numbers) != number.usual);
    let texts = changed.map(|number| format!("{}={}", number.name.replace('_', "-"), (number.get)(numbers)));
    let text = texts.collect::<Vec<_>>().join(",");
    if text.is_empty() { "usual".into() } else { text }
}

/// Reads numbers in that form; all others have their defaults.
fn numbers_of(text: &str) -> Option<Numbers> {
    let mut numbers = Numbers::USUAL;
    for part in text.split(',').filter(|part| *part != "usual") {
        let (name, value) = part.split_once('=')?;
        let number = Number::named(&name.replace('-', "_"))?;
        let range = i64::from(number.least)..=i64::from(number.most);
        set_number(value, range, |value| (number.set)(&mut numbers, value as i32)).then_some(())?;
    }
    Some(numbers)
}
