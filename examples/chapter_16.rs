//! Chapter 16: detect repetitions by position keys (`… --example chapter_16 -- [DEPTH [FEN [MOVES]]]`).
//! Try: count the second occurrence inside the tree as a draw, as many programs do.

use std::env::args;

use alula::board::Board;
use alula::defines::{DRAWSCORE, LARGE_NUMBER};
use alula::moves::Move;

#[path = "chapter_15.rs"]
#[allow(dead_code)] // Its `main` is not called here.
pub mod chapter_15;

use chapter_15::common;

/// A search of a position, the number of moves made, and the keys of the earlier positions.
pub struct Search {
    pub board: Box<Board>,
    pub nodes: u64,
    pub keys: Vec<u64>,
}

impl Search {
    /// A search of the position after these moves of a game.
    pub fn of(fen: &str, moves: &str) -> Result<Search, String> {
        let mut search = Search { board: common::board_of(fen)?, nodes: 0, keys: Vec::new() };
        for text in moves.split_whitespace() {
            let mv = search.board.read_move(text).map_err(|error| format!("{text}: {error}"))?;
            search.keys.push(search.board.hashkey);
            search.board.play(mv);
        }
        Ok(search)
    }

    /// Number of occurrences of the position. Positions before a capture or a pawn move cannot recur.
    pub fn occurrences(&self) -> usize {
        let within_reach = self.keys.iter().rev().take(self.board.fifty_move as usize);
        1 + within_reach.skip(1).step_by(2).filter(|key| **key == self.board.hashkey).count()
    }

    /// Value for the side to move in the window from `alpha` to `beta`, `ply` plies from the root.
    pub fn alphabeta(&mut self, ply: i32, depth: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        if depth <= 0 {
            return self.board.eval();
        }
        if self.occurrences() >= 3 {
            return DRAWSCORE;
        }
        let moves = self.board.legal_moves();
        for &mv in &moves {
            let mut line = Vec::new();
            self.keys.push(self.board.hashkey);
            self.board.make_move(mv);
            self.nodes += 1;
            let value = -self.alphabeta(ply + 1, depth - 1, -beta, -alpha, &mut line);
            self.board.unmake_move();
            self.keys.pop();
            if value >= beta {
                return beta;
            }
            if value > alpha {
                alpha = value;
                *pv = [vec![mv], line].concat();
            }
        }
        // Tested after all moves, as in the tutorial. The fifty-move rule comes before mate (quirk 10).
        chapter_15::end_score(&self.board, moves.len(), ply).unwrap_or(alpha)
    }
}

fn main() -> Result<(), String> {
    let (depth, fen) = common::depth_and_fen(3)?;
    let mut search = Search::of(&fen, &args().nth(3).unwrap_or_default())?;
    let mut pv = Vec::new();
    let value = search.alphabeta(0, depth, -LARGE_NUMBER, LARGE_NUMBER, &mut pv);
    println!("occurrences: {}; {value} with {} nodes: {}", search.occurrences(), search.nodes, common::line(&pv));
    Ok(())
}
