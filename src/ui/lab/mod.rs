//! The commands of the laboratory, which compare settings, show counters and check pruning.
//!
//! A *setting* is written `RECIPE`, `NAME=VALUE`, or several of these separated by commas: `winglet,null.reduction=3`,
//! `history=off`. Fields of a recipe do not need the prefix `null.`. By default, the commands use the tutorial's
//! searches; where possible, `search modern` after the arguments selects the modern search. The modern search has no
//! recipes: its null move has a switch, `null-move=off`, and numeric parameters, like `search.null-reduction=5`. The
//! commands `tutorial` and `modern` select the search for the laboratory and for the game.

pub mod checking;
pub mod comparing;
pub mod counters;
pub mod demo;
pub mod faults;
pub mod games;
mod node;
pub mod picture;
pub mod plot;
pub mod recipes;
pub mod svg;
pub mod text;
pub mod treewalk;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::command::closest;
use crate::instrument::faults::Faults;
use crate::instrument::recipe::{NullMove, RECIPES};
use crate::instrument::tree::{self, Tree};
use crate::instrument::{Instrument, Settings};
use crate::lab::compare::{self, SearchExperiment};
use crate::moves::Move;
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::MAX_DEPTH;
use crate::searcher::{self, Algorithm, End, Thought};

use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad, interrupted, number};
use crate::ui::settings;

/// `tutorial`: selects the tutorial's search for the game and for experiments.
pub(crate) fn tutorial(_: &mut Board, session: &mut Session, _: &str) -> Done {
    choose(session, Algorithm::Pvs);
    session.say("The tutorial's search plays and is used for experiments. 'modern' switches back to the strong one.");
    Ok(())
}

/// `modern`: selects the modern search for the game and for experiments.
pub(crate) fn modern(_: &mut Board, session: &mut Session, _: &str) -> Done {
    choose(session, Algorithm::Modern);
    session.say("The modern search plays and is used for experiments. 'tutorial' switches to the tutorial's.");
    session.say("ladder, order, tree, demo and fault always use the tutorial's search.");
    Ok(())
}

fn choose(session: &mut Session, algorithm: Algorithm) {
    session.options.algorithm = algorithm;
    session.own.analysis.subject = algorithm;
}

/// Applies a setting to options.
///
/// # Errors
/// A [`Refusal`] for the first wrong part.
pub fn configure(options: &mut Options, setting: &str) -> Done {
    let named = setting.split(',').filter_map(|part| part.strip_prefix("algorithm=")).next_back();
    let is_modern = named.map_or(options.algorithm == Algorithm::Modern, |name| name == "modern");
    for part in setting.split(',') {
        match part.split_once('=') {
            None if NullMove::of(part).is_some() && is_modern => return no_recipes(part),
            None if NullMove::of(part).is_some() => settings::set(options, "null", part)?,
            None => {
                let like = closest(part, RECIPES.iter().map(|(name, ..)| *name));
                let hint =
                    like.map_or("'recipe list' lists the recipes".into(), |like| format!("did you mean '{like}'?"));
                return bad(format!("'{}' is neither a recipe nor NAME=VALUE ({hint})", shortened(part)));
            }
            Some(("fault", "off")) => options.instrument.faults = Faults::empty(),
            Some(("fault", name)) => match Faults::of(name) {
                Some(fault) => options.instrument.faults |= fault,
                None => return bad(format!("there is no fault '{}' ('fault list' lists them)", shortened(name))),
            },
            Some((name, value)) => {
                let full = format!("null.{name}");
                let known = settings::named(&full).is_some();
                if is_modern && (known || name.starts_with("null.")) {
                    return no_recipes(part);
                }
                if value.is_empty() {
                    return bad(format!("{name}= needs a value"));
                }
                settings::set(options, if known { &full } else { name }, value)?;
            }
        }
    }
    Ok(())
}

/// Rejects a recipe, or a field of one, for the modern search.
fn no_recipes(text: &str) -> Done {
    bad(format!(
        "'{}' is for the tutorial's search: the modern one has null-move=off and numbers like \
         search.null-reduction=5",
        shortened(text)
    ))
}

/// Limits, suite and algorithm of an experiment.
struct LabLimits {
    algorithm: Algorithm,
    depth: usize,
    /// The smallest depth of a series; [`None`] if there is only one depth.
    from: Option<usize>,
    nodes: Option<u64>,
    ms: Option<u64>,
    suite: Option<String>,
}

impl LabLimits {
    /// The limit as text, like `depth 6`, `1000 nodes` or `2 s`.
    fn text(&self) -> String {
        match (self.nodes, self.ms) {
            (Some(nodes), _) => format!("{nodes} nodes"),
            (_, Some(ms)) => format!("{} s", ms as f64 / 1e3),
            _ => format!("depth {}", self.depth),
        }
    }
}

/// Like [`take_limits_or_series`], for commands that need one depth and search one position.
fn take_limits(algorithm: Algorithm, arguments: &mut Vec<&str>, default_depth: usize) -> Result<LabLimits, Refusal> {
    let limits = take_limits_or_series(algorithm, arguments, default_depth)?;
    if limits.from.is_some() {
        return bad("depth takes one number here; 'compare' and 'sweep' take a series, like 'depth 3..6'");
    }
    if limits.suite.is_some() {
        return bad("only 'compare' and 'sweep' take a suite");
    }
    Ok(limits)
}

/// Removes `depth N`, `depth N..M`, `nodes N`, `time SECONDS`, `suite FILE` and `search NAME` from the end of the
/// arguments.
fn take_limits_or_series(
    algorithm: Algorithm,
    arguments: &mut Vec<&str>,
    default_depth: usize,
) -> Result<LabLimits, Refusal> {
    let mut limits = LabLimits { algorithm, depth: default_depth, from: None, nodes: None, ms: None, suite: None };
    let is_limit = |word: &&str| ["depth", "nodes", "time", "suite", "search"].contains(word);
    let Some(first) = arguments.iter().position(is_limit) else { return Ok(limits) };
    let words = arguments.split_off(first);
    let mut depth = None;
    for pair in words.chunks(2) {
        let value = pair.get(1).copied().unwrap_or_default();
        match pair[0] {
            "depth" => {
                let (from, to) = value.split_once("..").map_or((None, value), |(from, to)| (Some(from), to));
                let to = number(to, "depth", 1, MAX_DEPTH, None)?;
                limits.from = from.map(|from| number(from, "depth", 1, to, None)).transpose()?;
                depth = Some(to);
            }
            "nodes" => {
                limits.nodes = Some(number(value, "nodes", 1, 1_000_000_000, None)? as u64);
            }
            "time" => match value.parse::<f64>() {
                Ok(seconds) if (0.001..=86400.0).contains(&seconds) => {
                    limits.ms = Some((seconds * 1e3).round() as u64);
                }
                _ => {
                    return bad(format!(
                        "time cannot be '{}'; allowed values: 0.001 to 86400 seconds",
                        shortened(value)
                    ));
                }
            },
            "suite" => limits.suite = Some(value.into()),
            "search" => match value {
                "pvs" => limits.algorithm = Algorithm::Pvs,
                "modern" => limits.algorithm = Algorithm::Modern,
                _ => return bad(format!("search cannot be '{}'; allowed values: pvs, modern", shortened(value))),
            },
            other => return bad(format!("unexpected argument '{}'", shortened(other))),
        }
    }
    let is_limited = limits.nodes.is_some() || limits.ms.is_some();
    limits.depth = depth.unwrap_or(if is_limited { MAX_DEPTH } else { default_depth });
    Ok(limits)
}

/// Runs a search without output; returns [`None`] if it was interrupted.
pub(crate) fn search(session: &mut Session, experiment: &SearchExperiment) -> Option<Thought> {
    let twice = session.own.analysis.checks_searchers;
    let mut experiment = experiment.clone();
    if let Some(mutation) = session.own.training.lessons.mutation {
        mutation.apply(&mut experiment.options);
    }
    let (thought, difference) = session.work_on(&experiment.game, |job| {
        let thought = experiment.run(&job.control);
        let difference = if twice { experiment.difference(&thought, &job.control) } else { None };
        (thought, difference)
    });
    session.own.analysis.difference = session.own.analysis.difference.take().or(difference);
    (thought.end != End::Stopped).then_some(thought)
}

/// The value of this move; see [`compare::value_of_move`].
fn value_of_move(
    session: &mut Session,
    experiment: &SearchExperiment,
    mv: Move,
    depth: usize,
) -> Result<Thought, Refusal> {
    compare::value_of_move(experiment, mv, depth, |played| search(session, played)).map_or_else(interrupted, Ok)
}

/// The value of a pass; see [`compare::value_of_pass`].
fn value_of_pass(session: &mut Session, experiment: &SearchExperiment, depth: usize) -> Result<Thought, Refusal> {
    compare::value_of_pass(experiment, depth, |passed| search(session, passed)).map_or_else(interrupted, Ok)
}

/// Records a search with the tutorial's algorithm; returns [`None`] if it was interrupted.
fn record(session: &mut Session, game: &Board, settings: Settings, depth: usize, tree: Tree) -> Option<Tree> {
    let mut instrument = Instrument::of(game, settings);
    searcher::Limits::depth(depth).apply(&mut instrument.board);
    session.work_on(game, |job| {
        let watcher = job.control.connect(&mut instrument.board);
        let recorded = tree::record(&mut instrument, depth, tree);
        watcher.disconnect(&mut instrument.board);
        (!instrument.board.timedout).then_some(recorded)
    })
}

/// A search of this position with these limits.
fn base(board: &Board, options: &Options, limits: &LabLimits) -> SearchExperiment {
    let mut experiment = SearchExperiment::new(board, options, limits.depth);
    experiment.options.algorithm = limits.algorithm;
    (experiment.options.limits.nodes, experiment.options.limits.max_time) =
        (limits.nodes, limits.ms.map(Duration::from_millis));
    experiment
}

/// A search of this position with these limits and this setting.
fn prepared(board: &Board, options: &Options, setting: &str, limits: &LabLimits) -> Result<SearchExperiment, Refusal> {
    let mut experiment = base(board, options, limits);
    configure(&mut experiment.options, setting)?;
    Ok(experiment)
}

/// Refuses a position without legal moves.
fn check_not_over(board: &Board) -> Done {
    if board.legal_moves().is_empty() { bad("the game is over: there is nothing to search") } else { Ok(()) }
}

fn san_or_dash(board: &mut Board, mv: Move) -> String {
    if board.legal_moves().contains(&mv) { board.san(mv) } else { "-".into() }
}
