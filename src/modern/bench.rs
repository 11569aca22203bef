//! # Modern · Bench and ablation
//!
//! Fixed positions, searched to a fixed depth with one thread and an empty table. The sum of the nodes is the
//! *signature* of the search: a change that leaves it alone has not changed what the search does. With one technique
//! off at a time, the same positions show what each technique is worth in nodes ([`ablations`]).
//!
//! **Read next:** [`techniques`](super::techniques).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Modern;
use super::evaluation::EvalKind;
use super::network::Network;
use super::numbers::Numbers;
use super::techniques::Techniques;
use crate::board::Algorithm;
use crate::board::Board;
use crate::readfen::read_fen;

/// Depth of the signature, in plies.
pub const SIGNATURE_DEPTH: usize = 12;

/// Positions from openings, middlegames and endings, some of them traps, as FENs.
pub fn positions() -> impl Iterator<Item = &'static str> {
    include_str!("../../assets/bench.epd").lines().filter(|line| !line.is_empty())
}

/// Nodes and time of a run over all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The technique that was off; empty if none was.
    pub without: String,
    /// Nodes visited.
    pub nodes: u64,
    /// Time, in milliseconds.
    pub ms: u64,
}

/// What a run is done with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ways {
    /// The techniques that are switched on.
    pub techniques: Techniques,
    /// Their numbers.
    pub numbers: Numbers,
    /// What evaluates.
    pub eval_kind: EvalKind,
    /// The network, if it does.
    pub network: Arc<Network>,
}

impl Ways {
    /// The defaults of the search.
    pub fn usual() -> Ways {
        Ways {
            techniques: Techniques::all(),
            numbers: Numbers::USUAL,
            eval_kind: EvalKind::default(),
            network: Network::built_in(),
        }
    }

    /// What a search has just now.
    pub fn of(modern: &Modern) -> Ways {
        Ways {
            techniques: modern.techniques,
            numbers: modern.numbers,
            eval_kind: modern.eval_kind(),
            network: Arc::clone(modern.network()),
        }
    }
}

/// Searches all positions to `depth` with these techniques and this number of threads.
pub fn run(techniques: Techniques, depth: usize, threads: usize) -> Run {
    let ways = Ways { techniques, ..Ways::usual() };
    run_watched(&ways, depth, threads, &Arc::default(), |_| {})
}

/// As [`run`], but ends early when `stop` is set, and calls `each` with the number of each position before it is
/// searched.
pub fn run_watched(
    ways: &Ways,
    depth: usize,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut each: impl FnMut(usize),
) -> Run {
    let mut board = Board::new();
    board.stop = Arc::clone(stop);
    board.algorithm = Algorithm::Modern;
    board.modern.techniques = ways.techniques;
    board.modern.numbers = ways.numbers;
    board.modern.set_eval_kind(ways.eval_kind);
    board.modern.set_network(Arc::clone(&ways.network));
    board.modern.threads = threads;
    board.timer.max_time = None;
    let mut total = Run { without: String::new(), nodes: 0, ms: 0 };
    for (number, fen) in positions().enumerate().take_while(|_| !stop.load(Relaxed)) {
        let Ok(fen) = read_fen(fen) else { continue };
        each(number + 1);
        board.init_from_setup(&fen.setup);
        board.modern.clear();
        board.search_depth = depth;
        board.think();
        total.nodes += board.inodes;
        total.ms += board.timer.elapsed_ms();
    }
    total
}

/// What is different in the runs of an ablation, in their order: first nothing, then each technique in turn is switched
/// off, then another evaluation is asked.
pub fn ablations() -> Vec<(String, Ways)> {
    let usual = Ways::usual();
    let without = |technique: Techniques| Ways { techniques: usual.techniques - technique, ..usual.clone() };
    let each = Techniques::by_name().map(|(name, technique)| (name, without(technique)));
    let others = EvalKind::ALL.into_iter().filter(|kind| *kind != usual.eval_kind);
    let others =
        others.map(|eval_kind| (format!("(with eval {})", eval_kind.name()), Ways { eval_kind, ..usual.clone() }));
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
        assert_eq!(run(Techniques::all(), 6, 1).nodes, run(Techniques::all(), 6, 1).nodes);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn every_technique_makes_a_difference() {
        let run = |ways: Ways| run_watched(&ways, 9, 1, &Arc::default(), |_| {});
        let nodes = ablations().into_iter().map(|(name, ways)| (name, run(ways).nodes));
        let nodes: Vec<_> = nodes.collect();
        for (name, count) in &nodes[1..] {
            assert_ne!(*count, nodes[0].1, "{name}");
        }
    }
}
