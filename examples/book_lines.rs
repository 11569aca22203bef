//! Makes `assets/book/lines.pgn`, the source of the built-in book, from the table of openings:
//!
//! ```text
//! cargo run --release --example book_lines -- [NODES [PLIES [DEEP]]] > assets/book/lines.pgn
//! alula book make assets/book/lines.pgn assets/book/alula.bin --force
//! ```
//!
//! The program searches `NODES` nodes per position. It cuts every line of the table before the first move that is too
//! bad for the side that makes it, and extends the rest with the best moves of the search to `PLIES` half-moves. Then
//! it searches all lines again with `DEEP` nodes per position, and cuts them before a move that scores less than
//! [`WORST`]. Each distinct line of at least four half-moves becomes a game without a result. The weight of a move is
//! the number of lines that play it.

use std::collections::{BTreeMap, HashMap, HashSet};

use alula::board::Board;
use alula::games::openings;
use alula::modern::{Modern, Settings};
use alula::moves::Move;
use alula::play::convert::polyglot_key;
use alula::searcher::{Control, Limits, Searcher};

/// Minimum score of a move for its side, in centipawns.
const WORST: i32 = -38;
/// The same for the first search, which tolerates slightly worse moves.
const WORST_AT_FIRST: i32 = -45;

struct Judge {
    board: Box<Board>,
    modern: Modern,
    nodes: u64,
    /// Best move and score by the key of the position.
    known: HashMap<u64, (Move, i32)>,
}

impl Judge {
    fn new(nodes: u64) -> Judge {
        let modern = Modern::with(&Settings { megabytes: 64, ..Settings::default() });
        Judge { board: Board::new(), modern, nodes, known: HashMap::new() }
    }

    /// The best move in the position on the board, and its score for the side to move.
    fn judge(&mut self) -> (Move, i32) {
        let key = polyglot_key(&self.board).unwrap_or_default();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.modern.set_game(&self.board);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::depth(60) };
        // A forced move is not searched; its score is 0.
        let thought = self.modern.think(&limits, &Control::silent());
        let found = (thought.best, thought.score);
        self.known.insert(key, found);
        if self.known.len().is_multiple_of(100) {
            eprint!("\r{} positions", self.known.len());
        }
        found
    }

    /// Plays a line from the start position; returns its moves before the first one that scores less than `worst`.
    fn sound(&mut self, moves: impl Iterator<Item = Move>, worst: i32) -> Vec<Move> {
        self.board.init();
        self.modern.clear();
        let mut line = Vec::new();
        for mv in moves {
            self.board.play(mv);
            if self.judge().1 > -worst {
                self.board.undo();
                break;
            }
            line.push(mv);
        }
        line
    }

    /// Extends a line with the best moves.
    fn continued(&mut self, mut line: Vec<Move>, plies: usize) -> Vec<Move> {
        while !line.is_empty() && line.len() < plies {
            let (best, _) = self.judge();
            if !self.board.legal_moves().contains(&best) {
                break;
            }
            self.board.play(best);
            line.push(best);
        }
        line
    }
}

fn moves_of(text: &str, plies: usize) -> Vec<Move> {
    let mut board = Board::new();
    let mut moves = Vec::new();
    for text in text.split(' ').take(plies) {
        let Ok(mv) = board.read_move(text) else { break };
        board.play(mv);
        moves.push(mv);
    }
    moves
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let number = |at: usize, usual| numbers.get(at).copied().unwrap_or(usual);
    let (mut first, mut deep) = (Judge::new(number(0, 12_000)), Judge::new(number(2, 60_000)));
    let plies = number(1, 16) as usize;
    let mut seen = HashSet::new();
    let mut lines = BTreeMap::new();
    for (index, opening) in openings::all().enumerate() {
        let line = first.sound(moves_of(opening.moves, plies).into_iter(), WORST_AT_FIRST);
        let line = first.continued(line, plies);
        let line = deep.sound(line.into_iter(), WORST);
        if line.len() > 3 && seen.insert(line.clone()) {
            lines.insert(index, (opening, line));
        }
    }
    for (opening, line) in lines.values() {
        let mut board = Board::new();
        println!("[Event \"Built-in book\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]");
        println!("[White \"{}\"]\n[Black \"{}\"]\n[Result \"*\"]\n", opening.name, opening.code);
        let mut text = String::new();
        for (ply, &mv) in line.iter().enumerate() {
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{} ", board.san(mv));
            board.play(mv);
        }
        println!("{text}*\n");
    }
}
