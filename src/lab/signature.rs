//! The signature of the modern search, and ablation.
//!
//! The bench searches fixed positions to a fixed depth with one thread and an empty table. The sum of the nodes is the
//! *signature*: a change that preserves it has almost certainly not changed the search. Ablation switches off one technique at a time
//! and shows how many nodes that technique saves on the same positions ([`ablations`]).

use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::techniques::Techniques;
use crate::modern::{Modern, Settings};
use crate::readfen::read_fen;
use crate::searcher::{Control, Limits, Searcher};

/// Depth of the searches for the signature, in plies.
pub const SIGNATURE_DEPTH: usize = 12;

/// FENs of positions from openings, middlegames and endings, some of them with traps.
pub fn positions() -> impl Iterator<Item = &'static str> {
    include_str!("../../assets/bench.epd").lines().filter(|line| !line.is_empty())
}

/// Nodes and time of one run over all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchRun {
    /// The disabled technique, or, in parentheses, the alternative evaluation; empty if neither applies.
    pub without: String,
    /// Nodes visited.
    pub nodes: u64,
    /// Time, in milliseconds.
    pub ms: u64,
}

/// The settings for a bench: the parts of `now` that affect the search, with one thread and the default table size.
pub fn settings(now: &Settings) -> Settings {
    let (techniques, parameters, eval_kind, network) =
        (now.techniques, now.parameters, now.eval_kind, now.network.clone());
    Settings { techniques, parameters, eval_kind, network, ..Settings::default() }
}

/// Searches all positions to `depth` with these settings.
pub fn run(settings: &Settings, depth: usize) -> BenchRun {
    run_watched(settings, depth, &Control::silent(), |_| {})
}

/// The nodes of a bench to depth 5 with the default settings. It takes a fraction of a second, and tells most versions
/// of the search apart.
pub fn brief() -> u64 {
    run(&Settings::default(), 5).nodes
}

/// Like [`run`], but ends early if `control` stops it, and calls `each` with the number of each position before
/// searching it.
pub fn run_watched(settings: &Settings, depth: usize, control: &Control, mut each: impl FnMut(usize)) -> BenchRun {
    let mut modern = Modern::with(settings);
    let mut board = Board::new();
    let mut total = BenchRun { without: String::new(), nodes: 0, ms: 0 };
    for (number, fen) in positions().enumerate().take_while(|_| !control.is_stopped()) {
        let Ok(fen) = read_fen(fen) else { continue };
        each(number + 1);
        board.init_from_setup(&fen.setup);
        modern.clear();
        modern.set_game(&board);
        let thought = modern.think(&Limits::depth(depth), control);
        total.nodes += thought.nodes;
        total.ms += thought.ms;
    }
    total
}

/// The settings of an ablation, in order: the defaults, then each technique switched off in turn, then each
/// alternative evaluation.
pub fn ablations() -> Vec<(String, Settings)> {
    let usual = Settings::default();
    let without = |technique: Techniques| Settings { techniques: usual.techniques - technique, ..usual.clone() };
    let each = Techniques::by_name().map(|(name, technique)| (name, without(technique)));
    let others = EvalKind::ALL.into_iter().filter(|kind| *kind != usual.eval_kind);
    let others =
        others.map(|eval_kind| (format!("(with eval {})", eval_kind.name()), Settings { eval_kind, ..usual.clone() }));
    std::iter::once((String::new(), usual.clone())).chain(each).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_can_be_read() {
        assert!(positions().count() >= 30);
        assert!(positions().all(|fen| read_fen(fen).is_ok()));
    }

    #[test]
    fn one_thread_is_deterministic() {
        assert_eq!(run(&Settings::default(), 6).nodes, run(&Settings::default(), 6).nodes);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn every_technique_makes_a_difference() {
        let nodes = ablations().into_iter().map(|(name, settings)| (name, run(&settings, 9).nodes));
        let nodes: Vec<_> = nodes.collect();
        for (name, count) in &nodes[1..] {
            assert_ne!(*count, nodes[0].1, "{name}");
        }
    }
}
