//! # 17 · Selecting the next move
//!
//! Alpha-beta saves most when the best move is searched first. `selectmove` moves a promising move to the front of the
//! moves not yet searched: the move of the last iteration's principal variation while the search follows it, otherwise
//! the move with the highest history count. Moves are selected one at a time, because after a cutoff the rest of the
//! list is never used.
//!
//! **Differs here:** the selected move is also returned.
//!
//! *Quirk 4 (kept, because the golden tables depend on it):* the selected move is swapped with the one at the front,
//! which changes the order of the rest. *Quirk 5 (kept):* the move ordering treats captures and promotions like any
//! other move.
//!
//! **Read next:** [`qsearch`](crate::qsearch).

use crate::board::Board;
use crate::moves::Move;

impl Board {
    /// Swaps the most promising move at or after list index `i` into index `i`, and returns it (step 78).
    #[inline]
    pub fn selectmove(&mut self, ply: usize, i: usize, depth: i32) -> Move {
        let moves = &mut self.move_buffer[i..self.move_buf_len[ply + 1]];

        // The principal variation of the last iteration first, but not at depth 1: this ply of that iteration belonged
        // to the quiescence search.
        if self.followpv && depth > 1 {
            let pv_move = self.last_pv[ply];
            if let Some(j) = moves.iter().position(|&mv| mv == pv_move) {
                moves.swap(0, j);
                return pv_move;
            }
        }

        // otherwise the highest history count; the first one on ties
        let best = best_by_history(moves, &self.history[self.next_move.index()]);
        moves.swap(0, best);
        moves[0]
    }
}

/// Index of the move with the highest history count in a list; the first one on ties.
#[inline(always)]
pub(crate) fn best_by_history(moves: &[Move], heuristics: &[u32; 64 * 64]) -> usize {
    let (mut best, mut most) = (0, 0);
    for (j, mv) in moves.iter().enumerate() {
        let count = heuristics[mv.from_to()];
        if count > most {
            (best, most) = (j, count);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_count_is_swapped_to_the_front() {
        let mut board = Board::new();
        board.move_buf_len[1] = board.movegen(0);
        let (first, e4) = (board.move_buffer[0], board.is_valid_text_move("e2e4").expect("legal"));
        board.history[0][e4.from_to()] = 9;
        let was_at = board.move_buffer.iter().position(|&mv| mv == e4).expect("generated");
        assert_eq!(board.selectmove(0, 0, 1), e4);
        assert_eq!(board.move_buffer[was_at], first);
    }

    #[test]
    fn the_first_move_wins_ties() {
        let mut board = Board::new();
        board.move_buf_len[1] = board.movegen(0);
        let third = board.move_buffer[3];
        assert_eq!(board.selectmove(0, 3, 1), third);
    }
}
