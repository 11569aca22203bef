//! Chapter 12: make every move, take it back, and count. `cargo run --release --example chapter_12 -- [DEPTH [FEN]]`
//!
//! Try: count captures, checks or mates as well; remove a special rule and see which position detects it.

use alula::board::Board;
use alula::moves::Move;

#[path = "common/mod.rs"]
#[allow(dead_code)] // Each program uses only parts of it.
pub mod common;

use common::{board_of, depth_and_fen};

/// Number of ways in which the game can continue for `depth` plies.
pub fn perft(board: &mut Board, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in board.legal_moves() {
        board.make_move(mv);
        leaves += perft(board, depth - 1);
        board.unmake_move();
    }
    leaves
}

/// Counts the leaves below each move in the position.
pub fn divide(board: &mut Board, depth: usize) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    for mv in board.legal_moves() {
        board.make_move(mv);
        counts.push((mv, perft(board, depth - 1)));
        board.unmake_move();
    }
    counts
}

fn main() -> Result<(), String> {
    let (depth, fen) = depth_and_fen(4)?;
    let (depth, mut board) = (depth.max(1) as usize, board_of(&fen)?);
    for (mv, leaves) in divide(&mut board, depth) {
        println!("{mv} {leaves}");
    }
    println!("{} leaves at depth {depth}", perft(&mut board, depth));
    Ok(())
}
