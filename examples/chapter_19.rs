//! Chapter 19: null move pruning. `… --example chapter_19 -- [DEPTH [FEN]]`
//!
//! The search is that of chapter 17 with the leaves of chapter 18; only the shortcut is new. With it the program visits
//! the same nodes as the tutorial's engine. Try: another reduction; no condition on material, and
//! `3k4/K2p4/3P4/8/8/8/8/8 w - - 0 1`.

use alula::defines::*;
use alula::hash::KEYS;

#[path = "chapter_18.rs"]
#[allow(dead_code)] // Its `main` is not called here.
pub mod chapter_18;

use chapter_18::chapter_17::chapter_15::common::Search;
use chapter_18::chapter_17::pvs;

/// Value of the null move if it is at least beta; [`None`] if null moves are not allowed here, or if the value is less.
pub fn null_move(search: &mut Search, ply: usize, depth: i32, beta: i32) -> Option<i32> {
    let board = &search.board;
    let has_pieces = board.total_pieces[board.next_move.index()] > NULLMOVE_LIMIT;
    let may_pass = board.allownull && !board.followpv && !board.is_own_king_attacked() && has_pieces;
    search.board.allownull = true;
    if !may_pass {
        return None;
    }
    search.board.allownull = false;
    search.nodes += 1;
    switch_side(search);
    let value = -pvs(search, ply, depth - NULLMOVE_REDUCTION, -beta, -beta + 1, &mut Vec::new());
    switch_side(search);
    search.board.allownull = true;
    (value >= beta).then_some(value)
}

/// The null move itself: only the side to move changes.
fn switch_side(search: &mut Search) {
    search.board.next_move = search.board.next_move.other();
    search.board.hashkey ^= KEYS.side;
}

/// Adds this chapter's step to a search.
pub fn prepare(search: &mut Search) {
    chapter_18::prepare(search);
    search.shortcut = null_move;
}

fn main() -> Result<(), String> {
    Search::run(pvs, prepare)
}
