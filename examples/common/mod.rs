//! What the programs of the chapters share: a position, the arguments, and from chapter 17 on a search that later
//! chapters add to.

use std::env::args;

use alula::board::Board;
use alula::defines::LARGE_NUMBER;
use alula::moves::Move;
use alula::readfen::{START_FEN, read_fen};

/// The board with this position.
pub fn board_of(fen: &str) -> Result<Box<Board>, String> {
    let read = read_fen(fen).map_err(|error| error.to_string())?;
    let mut board = Board::new();
    board.init_from_setup(&read.setup);
    Ok(board)
}

/// A line of moves, as it is written.
pub fn line(pv: &[Move]) -> String {
    pv.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// What the program was called with: a depth and a position.
pub fn depth_and_fen(usual_depth: i32) -> Result<(i32, String), String> {
    let mut arguments = args().skip(1);
    let depth = arguments.next().map_or(Ok(usual_depth), |text| text.parse());
    Ok((depth.map_err(|_| "DEPTH is a number")?, arguments.next().unwrap_or(START_FEN.into())))
}

/// A search from its ply, depth, alpha and beta; the best line goes into the list.
pub type Node = fn(&mut Search, usize, i32, i32, i32, &mut Vec<Move>) -> i32;

/// A search of a position, the moves it has made, and its parts.
pub struct Search {
    /// The position. It also keeps what is learnt: history and last line.
    pub board: Box<Board>,
    /// Moves made so far.
    pub nodes: u64,
    /// The search of a node (chapter 17).
    pub node: Node,
    /// What a leaf is worth: the static evaluation, until chapter 18.
    pub leaf: Node,
    /// What may spare the search of a node, from its ply, depth and beta: nothing, until chapter 19.
    pub shortcut: fn(&mut Search, usize, i32, i32) -> Option<i32>,
}

impl Search {
    /// A search of this position with this way of searching a node.
    pub fn of(fen: &str, node: Node) -> Result<Search, String> {
        let leaf: Node = |search, _, _, _, _, _| search.board.eval();
        Ok(Search { board: board_of(fen)?, nodes: 0, node, leaf, shortcut: |_, _, _, _| None })
    }

    /// One iteration: the value at this depth, and the best line.
    pub fn iterate(&mut self, depth: i32, pv: &mut Vec<Move>) -> i32 {
        (self.board.followpv, self.board.allownull) = (true, true);
        (self.node)(self, 0, depth, -LARGE_NUMBER, LARGE_NUMBER, pv)
    }

    /// Deepens as far as the arguments say, and says what it finds.
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
