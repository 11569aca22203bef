//! Chapter 13: evaluate a position, and find the move that leads to the best one. `… --example chapter_13 -- [FEN]`
//!
//! Try: write your own evaluation in `score`, for example material only, and watch how the choice of moves changes.

use std::env::args;

use alula::board::Board;
use alula::moves::Move;
use alula::readfen::START_FEN;

#[path = "common/mod.rs"]
#[allow(dead_code)] // Each program uses only parts of it.
pub mod common;

/// Static value for the side to move, in centipawns.
pub fn score(board: &mut Board) -> i32 {
    board.eval()
}

/// Every move with the value of the resulting position for the side that moves, in the order of the generator.
pub fn moves_with_scores(board: &mut Board) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    for mv in board.legal_moves() {
        board.make_move(mv);
        // A good score for the opponent is bad for this side.
        moves.push((mv, -score(board)));
        board.unmake_move();
    }
    moves
}

/// The first of the best moves, and its value.
pub fn best_move(board: &mut Board) -> Option<(Move, i32)> {
    let mut best: Option<(Move, i32)> = None;
    for (mv, value) in moves_with_scores(board) {
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((mv, value));
        }
    }
    best
}

fn main() -> Result<(), String> {
    let mut board = common::board_of(&args().nth(1).unwrap_or(START_FEN.into()))?;
    println!("{} centipawns for the side to move", score(&mut board));
    for (mv, value) in moves_with_scores(&mut board) {
        println!("{mv} {value}");
    }
    if let Some((mv, value)) = best_move(&mut board) {
        println!("best: {mv} with {value}");
    }
    Ok(())
}
