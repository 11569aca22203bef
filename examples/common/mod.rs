//! Code shared by the programs of the chapters: a position, the arguments, and from chapter 17 on a search that later
//! chapters extend.

use std::env::args;

use alula::board::Board;
use alula::defines::{LARGE_NUMBER, MAX_PLY};
use alula::moves::Move;
use alula::readfen::{START_FEN, read_fen};

/// A board with this position.
pub fn board_of(fen: &str) -> Result<Box<Board>, String> {
    let read = read_fen(fen).map_err(|error| error.to_string())?;
    let mut board = Board::new();
    board.init_from_setup(&read.setup);
    Ok(board)
}

/// The text of a line of moves.
pub fn line(pv: &[Move]) -> String {
    pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// The arguments of the program: a depth and a position.
pub fn depth_and_fen(usual_depth: i32) -> Result<(i32, String), String> {
    let mut arguments = args().skip(1);
    let depth = arguments.next().map_or(Ok(usual_depth), |text| depth_of(&text))?;
    Ok((depth, arguments.next().unwrap_or(START_FEN.into())))
}

/// Maximum depth; leaves room in the board's arrays for the quiescence search.
const MOST_DEPTH: i32 = MAX_PLY as i32 / 2;

/// Parses a depth.
pub fn depth_of(text: &str) -> Result<i32, String> {
    let depth = text.parse().ok().filter(|depth| (0..=MOST_DEPTH).contains(depth));
    depth.ok_or(format!("DEPTH is a number from 0 to {MOST_DEPTH}"))
}

/// A search function with ply, depth, alpha and beta; it stores the best line in the list.
pub type Node = fn(&mut Search, usize, i32, i32, i32, &mut Vec<Move>) -> i32;

/// A search of a position, the number of moves made, and the replaceable parts of the search.
pub struct Search {
    /// The position. The board also stores the history counts and the last line.
    pub board: Box<Board>,
    /// Moves made so far.
    pub nodes: u64,
    /// The search of a node (chapter 17).
    pub node: Node,
    /// The value of a leaf: the static evaluation, until chapter 18.
    pub leaf: Node,
    /// A shortcut that may avoid the search of a node, given ply, depth and beta: none, until chapter 19.
    pub shortcut: fn(&mut Search, usize, i32, i32) -> Option<i32>,
}

impl Search {
    /// A search of this position with this search function.
    pub fn of(fen: &str, node: Node) -> Result<Search, String> {
        let leaf: Node = |search, _, _, _, _, _| search.board.eval();
        Ok(Search { board: board_of(fen)?, nodes: 0, node, leaf, shortcut: |_, _, _, _| None })
    }

    /// One iteration: returns the value at this depth, and stores the best line.
    pub fn iterate(&mut self, depth: i32, pv: &mut Vec<Move>) -> i32 {
        (self.board.followpv, self.board.allownull) = (true, true);
        (self.node)(self, 0, depth, -LARGE_NUMBER, LARGE_NUMBER, pv)
    }

    /// Iterative deepening to the depth of the arguments; prints the results.
    pub fn run(node: Node, prepare: fn(&mut Search)) -> Result<(), String> {
        let (depth, fen) = depth_and_fen(5)?;
        let (mut search, mut pv) = (Search::of(&fen, node)?, Vec::new());
        prepare(&mut search);
        for depth in 1..=depth {
            let value = search.iterate(depth, &mut pv);
            println!("{depth:2} {value:6} {:10} nodes  {}", search.nodes, line(&pv));
        }
        Ok(())
    }
}
