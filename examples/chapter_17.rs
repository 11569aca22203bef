//! Chapter 17: iterative deepening, and good moves first. `… --example chapter_17 -- [DEPTH [FEN]]`
//!
//! The board provides the techniques of earlier chapters; it also counts repetitions. After a move has raised alpha,
//! the others are searched with a null window (chapter 14). Try: another `reward`; no `selectmove`; no null window.

use alula::defines::DRAWSCORE;
use alula::moves::Move;

#[path = "chapter_15.rs"]
#[allow(dead_code)] // Its `main` is not called here.
pub mod chapter_15;

use chapter_15::common::Search;

/// Value of a node in the window from `alpha` to `beta`, `ply` plies from the root.
pub fn pvs(search: &mut Search, ply: usize, depth: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
    pv.clear();
    if depth <= 0 {
        search.board.followpv = false;
        return (search.leaf)(search, ply, depth, alpha, beta, pv);
    }
    if search.board.repetition_count() >= 3 {
        return DRAWSCORE;
    }
    if let Some(value) = (search.shortcut)(search, ply, depth, beta) {
        return value;
    }
    let (start, guard, mut legal) = (search.board.move_buf_len[ply], search.board.king_guard(), 0);
    search.board.move_buf_len[ply + 1] = search.board.movegen(start);
    for i in start..search.board.move_buf_len[ply + 1] {
        let mv = search.board.selectmove(ply, i, depth);
        if !search.board.make_legal(mv, guard) {
            continue;
        }
        (search.nodes, legal) = (search.nodes + 1, legal + 1);
        let (mut line, narrow) = (Vec::new(), if pv.is_empty() { beta } else { alpha + 1 });
        let mut value = -pvs(search, ply + 1, depth - 1, -narrow, -alpha, &mut line);
        if narrow < beta && value > alpha && value < beta {
            value = -pvs(search, ply + 1, depth - 1, -beta, -alpha, &mut line);
        }
        search.board.unmake_move();
        if value >= beta {
            reward(search, mv, depth);
            return beta;
        }
        if value > alpha {
            (alpha, *pv) = (value, [vec![mv], line].concat());
            if ply == 0 {
                search.board.last_pv[..pv.len()].copy_from_slice(pv);
            }
        }
    }
    pv.first().into_iter().for_each(|best| reward(search, *best, depth));
    chapter_15::end_score(&search.board, legal, ply as i32).unwrap_or(alpha)
}

/// Raises the history count of a good move, so that it is tried earlier.
fn reward(search: &mut Search, mv: Move, depth: i32) {
    search.board.history[search.board.next_move.index()][mv.from_to()] += (depth * depth) as u32;
}

fn main() -> Result<(), String> {
    Search::run(pvs, |_| {})
}
