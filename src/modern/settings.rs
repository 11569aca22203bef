//! # Modern · Settings
//!
//! All settings of the modern search that people and GUIs can change, with their rows in the settings tables.
//!
//! **Read next:** [`techniques`](super::techniques).

use std::sync::Arc;

use crate::searcher::setting::{Setting, choice, for_players, for_the_console, number};

use super::evaluation::EvalKind;
use super::network::Network;
use super::parameters::Parameters;
use super::skill::{FULL_ELO, FULL_SKILL, MIN_ELO, elo_of, skill_of};
use super::tablebase::Tables;
use super::techniques::Techniques;

/// Size of the transposition table in megabytes for measurements and tests. Games are played with more: see
/// [`Options`](crate::play::Options).
pub(super) const DEFAULT_MEGABYTES: usize = 16;

/// All settings of the modern search that people and GUIs can change.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The enabled techniques.
    pub techniques: Techniques,
    /// The parameters of the techniques.
    pub parameters: Parameters,
    /// Playing strength as a rating; [`FULL_ELO`] is full strength.
    pub elo: i32,
    /// Current seed for the errors of a weakened player, so that games differ.
    pub variety: u64,
    /// Fixed seed for every game, so that games can be repeated; 0 for a new seed each game.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Size of the transposition table, in megabytes. The table is allocated when a search needs it.
    pub megabytes: usize,
    /// The evaluation in use.
    pub eval_kind: EvalKind,
    /// The network for [`EvalKind::Network`].
    pub network: Arc<Network>,
    /// Endgame tablebases, if any.
    pub tables: Option<Tables>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            techniques: Techniques::all(),
            parameters: Parameters::USUAL,
            elo: FULL_ELO,
            variety: 0,
            seed: 0,
            threads: 1,
            megabytes: DEFAULT_MEGABYTES,
            eval_kind: EvalKind::default(),
            network: Network::built_in(),
            tables: None,
        }
    }
}

/// The largest hash table, in megabytes.
pub const MOST_MEGABYTES: usize = 65_536;
/// Maximum number of search threads.
pub const MOST_THREADS: usize = 256;

const EVALUATIONS: [(&str, EvalKind); 2] =
    [(EvalKind::Network.name(), EvalKind::Network), (EvalKind::Tutorial.name(), EvalKind::Tutorial)];

/// Settings for playing strength and resources.
pub const SETTINGS: &[Setting<Settings>] = &[
    for_players(choice!(
        "eval",
        "modern: evaluate with the network or with the tutorial's terms",
        EVALUATIONS,
        eval_kind
    )),
    for_the_console(HASH),
    for_the_console(THREADS),
    for_players(Setting::number(
        "skill",
        "strength of the modern search as a level, elo 800 + 120 times this; 20 is full strength",
        [0, FULL_SKILL as i64],
        |it| skill_of(it.elo).into(),
        |it, skill| it.elo = elo_of(skill as u8),
    )),
    for_players(number!(
        "elo",
        "strength of the modern search as a rating; 3200 is full strength",
        [MIN_ELO as i64, FULL_ELO as i64],
        elo
    )),
    Setting::number(
        "seed",
        "fixed seed for a weakened player's errors, to repeat a game; 0: a new seed each game",
        [0, 1_000_000],
        |it| it.seed as i64,
        |it, seed| {
            it.seed = seed as u64;
            it.vary();
        },
    ),
];

/// The size of the hash table.
pub const HASH: Setting<Settings> =
    number!("hash", "size of the modern search's hash table, in megabytes", [1, MOST_MEGABYTES as i64], megabytes);

/// The number of threads.
pub const THREADS: Setting<Settings> =
    number!("threads", "number of threads of the modern search", [1, MOST_THREADS as i64], threads);

/// A switch for a technique.
macro_rules! technique {
    ($name:literal, $help:literal, $flag:ident) => {
        Setting::switch(
            $name,
            $help,
            |it: &Settings| it.techniques.contains(Techniques::$flag),
            |it, on| it.techniques.set(Techniques::$flag, on),
        )
    };
}

/// Switches of the techniques, and one row for all their [`parameters`](super::parameters).
pub const TECHNIQUES: &[Setting<Settings>] = &[
    technique!("aspiration", "modern: narrow windows at the root", ASPIRATION),
    technique!("table", "modern: scores and moves from the transposition table", TABLE),
    technique!("reverse-futility", "modern: prune nodes far above beta", REVERSE_FUTILITY),
    technique!("null-move", "modern: prune nodes that stay above beta after a pass", NULL_MOVE),
    technique!("lmp", "modern: prune late quiet moves near the leaves", LMP),
    technique!("futility", "modern: near the leaves, prune quiet moves that cannot raise alpha", FUTILITY),
    technique!("see-pruning", "modern: near the leaves, prune moves that lose material", SEE_PRUNING),
    technique!("lmr", "modern: search late moves at reduced depth", LMR),
    technique!("singular", "modern: extend a move that is much better than all others", SINGULAR),
    technique!("quiet-history", "modern: order moves by history", QUIET_HISTORY),
    technique!("correction", "modern: correct the static evaluation with search results", CORRECTION),
    technique!("quiet-checks", "modern: at the horizon, try quiet checks as well as captures", QUIET_CHECKS),
    technique!("late-captures", "modern: prune late captures in the quiescence search", LATE_CAPTURES),
    Setting::text(
        "search",
        "modern: the search parameters that differ from the defaults; each has a name, \
            like search.futility-margin ('tune openbench' lists them)",
        "NAME=NUMBER[,NAME=NUMBER] with the names and ranges of 'tune openbench', or usual",
        |it| it.parameters.changed(),
        |it, text| Parameters::of(text).inspect(|parameters| it.parameters = *parameters).is_some(),
    ),
];
