//! The bench of the tutorial's search: searches fixed positions to fixed depths and adds up the nodes. The signature of the
//! modern search is in [`signature`](super::signature).
//!
//! Nodes per second measure the speed; compare speeds only within one run.

use std::ops::AddAssign;

use crate::board::Board;
use crate::modern::Modern;
use crate::play::{Engine, Options};
use crate::readfen::{START_FEN, read_fen};
use crate::searcher::{Control, Limits};
use crate::setup::Setup;

/// A position of the bench.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// Name of the position.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Depth of the search, in plies.
    pub depth: usize,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The positions: the start position, a middlegame full of captures, a quiet middlegame, and two endings.
pub const POSITIONS: [BenchPosition; 5] = [
    BenchPosition { name: "start position", fen: START_FEN, depth: 8 },
    BenchPosition { name: "kiwipete", fen: KIWIPETE, depth: 7 },
    BenchPosition {
        name: "middlegame",
        fen: "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
        depth: 8,
    },
    BenchPosition { name: "rook ending", fen: "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", depth: 12 },
    BenchPosition { name: "zugzwang", fen: "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", depth: 10 },
];

/// The result of a search or a perft.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Measured {
    /// Number of nodes searched, or leaves counted by perft.
    pub nodes: u64,
    /// Time in milliseconds.
    pub ms: u64,
}

impl AddAssign for Measured {
    fn add_assign(&mut self, other: Measured) {
        self.nodes += other.nodes;
        self.ms += other.ms;
    }
}

fn set_up(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen(fen).map_or_else(|_| Setup::start(), |fen| fen.setup));
    board
}

/// Searches one position with these settings, `deeper` plies deeper than usual and without other limits.
pub fn search(options: &Options, position: BenchPosition, deeper: usize, control: &Control) -> Measured {
    let limits = Limits::depth(position.depth + deeper);
    let thought = Engine::default().think_here(&set_up(position.fen), options, &limits, control);
    Measured { nodes: thought.nodes, ms: thought.ms }
}

/// Positions for perft: names, FENs and depths in plies.
const PERFT: [(&str, &str, usize); 2] = [("start position", START_FEN, 5), ("kiwipete", KIWIPETE, 4)];

/// Counts the leaves of two positions with `count`; stops if it returns [`None`].
pub fn perft(mut count: impl FnMut(&mut Board, usize) -> Option<u64>) -> impl Iterator<Item = (String, Measured)> {
    PERFT.into_iter().map_while(move |(name, fen, depth)| {
        let mut board = set_up(fen);
        board.timer.start();
        let nodes = count(&mut board, depth)?;
        Some((format!("perft {depth} {name}"), Measured { nodes, ms: board.timer.elapsed_ms() }))
    })
}

/// Counts the leaves `depth` plies below the position.
pub type Count<'a> = &'a mut (dyn FnMut(&mut Board, usize) -> u64 + Send);

/// Up to this depth, perft is so fast that it need not be interrupted.
pub const UNWATCHED_DEPTH: usize = 3;

/// Perft that can be stopped; returns [`None`] if it was.
pub fn watched_perft(board: &mut Board, depth: usize, control: &Control, count: Count) -> Option<u64> {
    if depth <= UNWATCHED_DEPTH {
        return (!control.is_stopped()).then(|| count(board, depth));
    }
    let mut nodes = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        let below = watched_perft(board, depth - 1, control, count);
        board.unmake_move();
        nodes += below?;
    }
    Some(nodes)
}

/// A [`Count`] with bulk counting.
pub fn bulk_perft() -> impl FnMut(&mut Board, usize) -> u64 + Send {
    let mut modern = Modern::default();
    move |board, depth| {
        modern.board.set_game(board);
        modern.perft_bulk(depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::Algorithm;

    #[test]
    fn every_position_can_be_read_and_counts_the_same_twice() {
        let options = Options { algorithm: Algorithm::Pvs, ..Options::default() };
        for position in POSITIONS {
            assert!(read_fen(position.fen).is_ok(), "{}", position.name);
            let shallow = BenchPosition { depth: 3, ..position };
            let nodes = || search(&options, shallow, 0, &Control::silent()).nodes;
            assert_eq!(nodes(), nodes());
        }
    }
}
