//! Chapter 18: search captures at the leaves. `… --example chapter_18 -- [DEPTH [FEN]]`
//!
//! The search is that of chapter 17; only its leaves are new. `captgen` generates the captures that win material by
//! static exchange evaluation, best first. Try: use all captures from `movegen` instead, and count nodes.

use alula::moves::Move;

#[path = "chapter_17.rs"]
#[allow(dead_code)] // Its `main` is not called here.
pub mod chapter_17;

use chapter_17::chapter_15::common::Search;
use chapter_17::pvs;

/// Value after all winning captures. The side to move may stand pat instead, unless it is in check.
pub fn qsearch(search: &mut Search, ply: usize, _: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
    pv.clear();
    // In check there is no stand-pat: all moves are searched, one ply deep.
    if search.board.is_own_king_attacked() {
        return pvs(search, ply, 1, alpha, beta, pv);
    }
    let standing = search.board.eval();
    if standing >= beta {
        return standing;
    }
    alpha = alpha.max(standing);
    let (start, guard) = (search.board.move_buf_len[ply], search.board.king_guard());
    search.board.move_buf_len[ply + 1] = search.board.captgen(start);
    for i in start..search.board.move_buf_len[ply + 1] {
        let mv = search.board.move_buffer[i];
        if !search.board.make_legal(mv, guard) {
            continue;
        }
        search.nodes += 1;
        let mut line = Vec::new();
        let value = -qsearch(search, ply + 1, 0, -beta, -alpha, &mut line);
        search.board.unmake_move();
        if value >= beta {
            return value;
        }
        if value > alpha {
            (alpha, *pv) = (value, [vec![mv], line].concat());
        }
    }
    alpha
}

/// Adds this chapter's step to a search.
pub fn prepare(search: &mut Search) {
    search.leaf = qsearch;
}

fn main() -> Result<(), String> {
    Search::run(pvs, prepare)
}
