//! The exact result of a position with few men.
//!
//! The result comes from endgame tables, if available. Otherwise all positions reachable from the one on the board are
//! collected and solved by retrograde analysis, <https://www.chessprogramming.org/Retrograde_Analysis>: a side without
//! moves is mated or stalemated; a position is won if one move leads to a lost one, and lost if all moves lead to won
//! ones. All remaining positions are drawn. The fifty-move rule is ignored.
//!
//! Positions are stored from the point of view of the side to move. All mirror images of a position, two with pawns and
//! eight without, share one entry.
//!
//! **Read next:** [`audit`](super::audit).

use std::collections::HashMap;

use crate::bitops::squares;
use crate::board::Board;
use crate::defines::*;
use crate::modern::tablebase::{Tables, Wdl, opposite};
use crate::setup::Setup;

/// Maximum number of men, including kings, in positions solved here.
const MOST_MEN: u32 = 5;
/// Maximum number of collected positions, about 60 bytes each.
const MOST_POSITIONS: usize = 400_000;

/// Solves positions and stores their results.
#[derive(Default)]
pub struct Solver {
    tables: Option<Tables>,
    numbers: HashMap<u64, u32>,
    /// Results by position number, for the side to move.
    results: Vec<Wdl>,
    /// Whether an analysis has exceeded [`MOST_POSITIONS`]. If so, the solver starts no further ones.
    gave_up: bool,
}

/// Exact effect of passing in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Zugzwang: passing would improve the result. Contains the results of moving and of passing.
    Zugzwang(Wdl, Wdl),
    /// Passing would not improve the result. Contains the result of moving.
    NoZugzwang(Wdl),
    /// The exact result is unknown, or the side to move is in check.
    Undecided,
}

impl Solver {
    /// A solver that probes these tables first.
    pub fn new(tables: Option<Tables>) -> Solver {
        Solver { tables, ..Solver::default() }
    }

    /// The result for the side to move; [`None`] with castling rights, too many men, or too many reachable positions.
    /// Once an analysis has found too many reachable positions, only stored and tablebase results are returned.
    pub fn result(&mut self, board: &Board) -> Option<Wdl> {
        if board.castle != [0; 2] {
            return None;
        }
        let known = self.tables.as_ref().and_then(|tables| tables.base().wdl(board));
        if let Some(wdl) = known {
            return Some(without_the_fifty_move_rule(wdl));
        }
        if board.occupied.count_ones() > MOST_MEN {
            return None;
        }
        let key = key_of(board);
        if !self.numbers.contains_key(&key) && (self.gave_up || !self.solve(key)) {
            return None;
        }
        self.numbers.get(&key).map(|&number| self.results[number as usize])
    }

    /// Whether passing would improve the result.
    pub fn passing(&mut self, board: &Board) -> Passing {
        if board.is_own_king_attacked() {
            return Passing::Undecided;
        }
        let Some(moving) = self.result(board) else { return Passing::Undecided };
        match self.after_pass(board) {
            Some(pass) if pass > moving => Passing::Zugzwang(moving, pass),
            Some(_) => Passing::NoZugzwang(moving),
            None => Passing::Undecided,
        }
    }

    /// The result of passing, for the side that passes, which must not be in check.
    pub fn after_pass(&mut self, board: &Board) -> Option<Wdl> {
        let mut passed = Board::new();
        passed.init_from_setup(&board.setup().passed());
        self.result(&passed).map(opposite)
    }

    /// Collects and solves all positions reachable from `root`. Returns false and stores nothing if there are too many.
    fn solve(&mut self, root: u64) -> bool {
        let first = self.results.len();
        let mut found = Found { keys: vec![root], ..Found::default() };
        self.numbers.insert(root, first as u32);
        let mut board = Board::new();
        let mut next = 0;
        while let Some(&key) = found.keys.get(next) {
            if found.keys.len() > MOST_POSITIONS {
                for key in &found.keys {
                    self.numbers.remove(key);
                }
                self.gave_up = true;
                return false;
            }
            self.expand(&mut board, key, first, &mut found);
            next += 1;
        }
        self.results.extend(found.results());
        true
    }

    /// Makes all moves of a position, and records the positions they lead to.
    fn expand(&mut self, board: &mut Board, key: u64, first: usize, found: &mut Found) {
        board.init_from_setup(&setup_of(key));
        let number = found.nodes.len() as u32;
        if is_dead(board) {
            return found.nodes.push(Node { open: 0, result: Some(Wdl::Draw) });
        }
        let moves = board.legal_moves();
        let mut node = Node { open: moves.len() as u8, result: None };
        if moves.is_empty() {
            node.result = Some(if board.is_own_king_attacked() { Wdl::Loss } else { Wdl::Draw });
        }
        for mv in moves {
            board.make_move(mv);
            let after = key_of(board);
            board.unmake_move();
            let fresh = (first + found.keys.len()) as u32;
            let child = *self.numbers.entry(after).or_insert(fresh);
            if child == fresh {
                found.keys.push(after);
            }
            match self.results.get(child as usize) {
                None => found.edges.push((child - first as u32, number)),
                Some(&known) => node.learn(known),
            }
        }
        found.nodes.push(node);
    }
}

/// Whether this is a dead position: bare kings, or kings with a single knight or bishop.
fn is_dead(board: &Board) -> bool {
    let is_minor = |square: Square| [KNIGHT, BISHOP].contains(&kind(board.square[square]));
    match board.occupied.count_ones() {
        2 => true,
        3 => squares(board.occupied).any(is_minor),
        _ => false,
    }
}

/// A position being solved.
struct Node {
    /// Number of moves not known to lose.
    open: u8,
    result: Option<Wdl>,
}

impl Node {
    /// Records that one of the moves leads to a position with this result for the opponent.
    fn learn(&mut self, after: Wdl) {
        if self.result.is_some() {
            return;
        }
        self.open -= u8::from(after == Wdl::Win);
        if after == Wdl::Loss {
            self.result = Some(Wdl::Win);
        } else if self.open == 0 {
            self.result = Some(Wdl::Loss);
        }
    }
}

/// The new positions of an analysis.
#[derive(Default)]
struct Found {
    keys: Vec<u64>,
    nodes: Vec<Node>,
    /// Pairs of a position and its predecessor.
    edges: Vec<(u32, u32)>,
}

impl Found {
    /// Propagates the decided results to the predecessors; the remaining positions are drawn.
    fn results(mut self) -> Vec<Wdl> {
        self.edges.sort_unstable();
        let mut decided: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|&number| self.nodes[number as usize].result.is_some()).collect();
        while let Some(number) = decided.pop() {
            let Some(result) = self.nodes[number as usize].result else { continue };
            let begin = self.edges.partition_point(|&(after, _)| after < number);
            for &(_, before) in self.edges[begin..].iter().take_while(|&&(after, _)| after == number) {
                let node = &mut self.nodes[before as usize];
                let was_open = node.result.is_none();
                node.learn(result);
                if was_open && node.result.is_some() {
                    decided.push(before);
                }
            }
        }
        self.nodes.into_iter().map(|node| node.result.unwrap_or(Wdl::Draw)).collect()
    }
}

fn without_the_fifty_move_rule(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::CursedWin => Wdl::Win,
        Wdl::BlessedLoss => Wdl::Loss,
        _ => wdl,
    }
}

/// Number of bits per man: the low 6 for the square, the other 4 for the piece code.
const MAN: u32 = 10;
/// Code that marks the en-passant square in a key, in place of a piece code; no piece has this code.
const PASSED: u64 = 8;

/// A position as one number, the same for all mirror images. If Black is to move, the colours are swapped and the ranks
/// reversed first.
fn key_of(board: &Board) -> u64 {
    let (flip, colour) = match board.next_move {
        Side::White => (0, 0),
        Side::Black => (56, BLACK_BIT),
    };
    let mut men = [(0, 0); MOST_MEN as usize + 1];
    let mut count = 0;
    for square in squares(board.occupied) {
        men[count] = (u64::from(board.square[square] ^ colour), square ^ flip);
        count += 1;
    }
    if board.ep_square != 0 {
        men[count] = (PASSED, board.ep_square ^ flip);
        count += 1;
    }
    let has_pawns = men[..count].iter().any(|&(piece, _)| piece & 7 == u64::from(PAWN));
    let packed = |transposed: bool, mirror: usize| {
        let mut codes = [0; MOST_MEN as usize + 1];
        for (code, &(piece, square)) in codes.iter_mut().zip(&men[..count]) {
            let square = if transposed { square >> 3 | (square & 7) << 3 } else { square } ^ mirror;
            *code = piece << 6 | square as u64;
        }
        codes[..count].sort_unstable();
        codes[..count].iter().fold(0, |key, code| key << MAN | code)
    };
    let images = if has_pawns { &[(false, 0), (false, 7)][..] } else { &IMAGES };
    images.iter().map(|&(transposed, mirror)| packed(transposed, mirror)).min().unwrap_or_default()
}

/// The mirror images of a board without pawns: for each, whether files and ranks are swapped, and the XOR mask for the
/// squares.
const IMAGES: [(bool, usize); 8] =
    [(false, 0), (false, 7), (false, 56), (false, 63), (true, 0), (true, 7), (true, 56), (true, 63)];

/// The position that a key encodes.
fn setup_of(key: u64) -> Setup {
    let mut setup = Setup::empty();
    let mut rest = key;
    while rest != 0 {
        let (piece, square) = (rest >> 6 & 15, (rest & 63) as usize);
        rest >>= MAN;
        match piece {
            PASSED => setup.ep_square = square,
            _ => setup.square[square] = piece as Piece,
        }
    }
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    #[test]
    fn results_of_endings_that_are_known() {
        let mut solver = Solver::default();
        for (fen, wdl) in [
            ("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", Some(Wdl::Draw)),
            ("3k4/3P4/4K3/8/8/8/8/8 b - - 0 1", Some(Wdl::Loss)),
            ("8/8/8/8/8/8/4k3/K6Q b - - 0 1", Some(Wdl::Loss)),
            ("8/8/8/8/8/5n2/4k3/K7 b - - 0 1", Some(Wdl::Draw)),
            ("3k4/K2p4/3P4/8/8/8/8/8 w - - 0 1", Some(Wdl::Win)),
            ("8/3p4/3Pk3/2K5/8/8/8/8 w - - 0 1", Some(Wdl::Draw)),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Wdl::Draw)),
            ("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", None),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", None),
        ] {
            assert_eq!(solver.result(&board(fen)), wdl, "{fen}");
        }
    }

    #[test]
    fn zugzwang_is_distinguished_from_other_positions() {
        let mut solver = Solver::default();
        let mut passing = |fen: &str| solver.passing(&board(fen));
        assert_eq!(passing("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1"), Passing::Zugzwang(Wdl::Draw, Wdl::Win));
        assert_eq!(passing("8/3p4/3Pk3/2K5/8/8/8/8 w - - 0 1"), Passing::NoZugzwang(Wdl::Draw));
        assert_eq!(passing("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), Passing::Undecided);
        assert_eq!(passing("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1"), Passing::Undecided);
    }

    #[test]
    fn the_tables_know_the_same_results() {
        let mut solver = Solver::default();
        let mut count = 0;
        for line in include_str!("../../tests/data/syzygy/values.tsv").lines().skip(1) {
            let [fen, wdl, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let board = board(fen);
            if board.occupied.count_ones() > 3 {
                continue;
            }
            count += 1;
            assert_eq!(solver.result(&board).map(|wdl| (wdl as i32).to_string()), Some(wdl.into()), "{fen}");
        }
        assert!(count > 20, "{count} positions");
    }

    #[test]
    fn a_key_describes_its_position() {
        for fen in ["8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
            let setup = setup_of(key_of(&board(fen)));
            let mut again = Board::new();
            again.init_from_setup(&setup);
            assert_eq!((key_of(&again), again.setup()), (key_of(&board(fen)), setup), "{fen}");
        }
    }

    #[test]
    fn mirror_images_have_one_key() {
        let key = |fen: &str| key_of(&board(fen));
        assert_eq!(key("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"), key("k7/1q6/8/8/3K4/8/8/8 b - - 0 1"));
        assert_eq!(key("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1"), key("7K/6Q1/8/8/4k3/8/8/8 w - - 0 1"));
        assert_ne!(key("8/8/8/3k4/8/8/1P6/K7 w - - 0 1"), key("8/1P6/8/8/3k4/8/8/K7 w - - 0 1"));
        assert_ne!(key("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), key("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    }
}
