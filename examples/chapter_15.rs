//! Chapter 15: alpha-beta that recognises the end of the game. `… --example chapter_15 -- [DEPTH [FEN]]`
//!
//! Try: leave the ply out of the mate score, and see whether the program still mates.

use alula::board::Board;
use alula::defines::{CHECKMATESCORE, DRAWSCORE, LARGE_NUMBER, STALEMATESCORE};
use alula::moves::Move;

#[path = "common/mod.rs"]
#[allow(dead_code)] // Each program uses only parts of it.
pub mod common;

/// A search and its node count.
pub struct Search {
    /// The position.
    pub board: Box<Board>,
    /// Moves made so far.
    pub nodes: u64,
}

impl Search {
    /// A search of this position.
    pub fn of(fen: &str) -> Result<Search, String> {
        Ok(Search { board: common::board_of(fen)?, nodes: 0 })
    }

    /// Whether the game is over, apart from repetitions.
    pub fn has_ended(&mut self) -> bool {
        self.board.legal_moves().is_empty() || self.board.is_material_draw() || self.board.fifty_move >= 100
    }

    /// Value for the side to move in the window from `alpha` to `beta`, `ply` plies from the root.
    pub fn alphabeta(&mut self, ply: i32, depth: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
        pv.clear();
        if depth <= 0 {
            return self.board.eval();
        }
        let moves = self.board.legal_moves();
        for &mv in &moves {
            let mut line = Vec::new();
            self.board.make_move(mv);
            self.nodes += 1;
            let value = -self.alphabeta(ply + 1, depth - 1, -beta, -alpha, &mut line);
            self.board.unmake_move();
            if value >= beta {
                return beta;
            }
            if value > alpha {
                alpha = value;
                *pv = [vec![mv], line].concat();
            }
        }
        end_score(&self.board, moves.len(), ply).unwrap_or(alpha)
    }
}

/// Score of a position with `legal` legal moves, `ply` plies from the root, if it is mate, stalemate or a draw by the
/// fifty-move rule.
pub fn end_score(board: &Board, legal: usize, ply: i32) -> Option<i32> {
    match legal {
        _ if board.fifty_move >= 100 => Some(DRAWSCORE),
        0 if board.is_own_king_attacked() => Some(-CHECKMATESCORE + ply - 1),
        0 => Some(STALEMATESCORE),
        _ => None,
    }
}

fn main() -> Result<(), String> {
    let (depth, fen) = common::depth_and_fen(3)?;
    let mut search = Search::of(&fen)?;
    let (ended, mut pv) = (search.has_ended(), Vec::new());
    let value = search.alphabeta(0, depth, -LARGE_NUMBER, LARGE_NUMBER, &mut pv);
    println!("over: {ended}; {value} with {} nodes: {}", search.nodes, common::line(&pv));
    Ok(())
}
