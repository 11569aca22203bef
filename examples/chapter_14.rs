//! Chapter 14: search with minimax, then with alpha-beta. `… --example chapter_14 -- [DEPTH [FEN]]`
//!
//! Try: search the moves in reverse order, and compare the node counts of the two searches; leave out a minus sign, and
//! see which move is chosen.

use alula::board::Board;
use alula::defines::LARGE_NUMBER;
use alula::moves::Move;

#[path = "common/mod.rs"]
#[allow(dead_code)] // Each program uses only parts of it.
mod common;

/// A search of a position, and the number of moves made.
pub struct Search {
    pub board: Box<Board>,
    pub nodes: u64,
}

impl Search {
    /// A search of this position.
    pub fn of(fen: &str) -> Result<Search, String> {
        Ok(Search { board: common::board_of(fen)?, nodes: 0 })
    }

    /// Value for the side to move, `depth` plies deep; stores the best line in `pv`.
    pub fn minimax(&mut self, depth: usize, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        if depth == 0 {
            return self.board.eval();
        }
        let mut best = -LARGE_NUMBER;
        for mv in self.board.legal_moves() {
            let mut line = Vec::new();
            self.board.make_move(mv);
            self.nodes += 1;
            let value = -self.minimax(depth - 1, &mut line);
            self.board.unmake_move();
            if value > best {
                best = value;
                *pv = [vec![mv], line].concat();
            }
        }
        best
    }

    /// The value of minimax if it lies between `alpha` and `beta`.
    pub fn alphabeta(&mut self, depth: usize, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        if depth == 0 {
            return self.board.eval();
        }
        for mv in self.board.legal_moves() {
            let mut line = Vec::new();
            self.board.make_move(mv);
            self.nodes += 1;
            let value = -self.alphabeta(depth - 1, -beta, -alpha, &mut line);
            self.board.unmake_move();
            if value >= beta {
                return beta;
            }
            if value > alpha {
                alpha = value;
                *pv = [vec![mv], line].concat();
            }
        }
        alpha
    }
}

fn main() -> Result<(), String> {
    let (depth, fen) = common::depth_and_fen(3)?;
    let (mut plain, mut cutting, mut pv) = (Search::of(&fen)?, Search::of(&fen)?, Vec::new());
    let value = plain.minimax(depth as usize, &mut pv);
    println!("minimax    {value:6} {:10} nodes  {}", plain.nodes, common::line(&pv));
    let value = cutting.alphabeta(depth as usize, -LARGE_NUMBER, LARGE_NUMBER, &mut pv);
    println!("alpha-beta {value:6} {:10} nodes  {}", cutting.nodes, common::line(&pv));
    Ok(())
}
