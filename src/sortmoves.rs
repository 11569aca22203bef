//! # 17 · Selecting the next move
//!
//! Alpha-beta saves most when the best move is searched first. `selectmove` brings a good one to the place that is about to be
//! searched: on the principal variation of the last iteration its move, otherwise the move with the greatest history count.
//! The list is sorted only as far as it is searched, and where a cutoff comes early that is not far.
//!
//! **Differs here:** each of the two ideas can be switched off, and the list can be sorted at once instead, for comparison.
//!
//! *Quirk 4 (kept, figures depend on it):* the selected move changes places with the one that stood there, which changes the order
//! of the rest. *Quirk 5 (kept):* captures and promotions have no place of their own in this order.
//!
//! **Read next:** [`qsearch`](crate::qsearch).

use crate::board::Board;
use crate::lab::variants::Select;
use crate::moves::Move;

impl Board {
    /// Brings the most promising of the moves from list position `i` on to position `i`, and returns it.
    pub fn selectmove(&mut self, ply: usize, i: usize, depth: i32) -> Move {
        let end = self.move_buf_len[ply + 1];
        if self.lab.variants.select == Select::Sort && i == self.move_buf_len[ply] {
            self.sort_by_history(i, end);
        }
        if self.followpv && depth > 1 && self.lab.switches.pv_first {
            let pv_move = self.last_pv[ply];
            if let Some(found) = (i..end).find(|&j| self.move_buffer[j] == pv_move) {
                self.move_buffer.swap(i, found);
                return pv_move;
            }
        }
        if self.lab.switches.history && self.lab.variants.select == Select::Pick {
            self.bring_greatest_history(i, end);
        }
        self.move_buffer[i]
    }

    /// The whole list at once, those with the greatest history counts first; equals stay as they are.
    #[cold]
    fn sort_by_history(&mut self, start: usize, end: usize) {
        let history = &self.history[self.next_move.index()];
        if self.lab.switches.history {
            self.move_buffer[start..end].sort_by_key(|mv| std::cmp::Reverse(history[mv.from_to()]));
        }
    }

    #[inline]
    fn bring_greatest_history(&mut self, i: usize, end: usize) {
        let history = &self.history[self.next_move.index()];
        let list = &mut self.move_buffer[i..end];
        let count = |mv: Move| history[mv.from_to()];
        let mut best = 0;
        let mut most = count(list[0]);
        for (k, &mv) in list.iter().enumerate().skip(1) {
            if count(mv) > most {
                (best, most) = (k, count(mv));
            }
        }
        list.swap(0, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_count_changes_places_with_the_first() {
        let mut board = Board::new();
        board.move_buf_len[1] = board.movegen(0);
        let (first, e4) = (board.move_buffer[0], board.is_valid_text_move("e2e4").expect("legal"));
        board.history[0][e4.from_to()] = 9;
        let was_at = board.move_buffer.iter().position(|&mv| mv == e4).expect("generated");
        assert_eq!(board.selectmove(0, 0, 1), e4);
        assert_eq!(board.move_buffer[was_at], first);
    }

    #[test]
    fn a_sorted_list_goes_from_the_greatest_count_to_the_smallest() {
        let mut board = Board::new();
        board.lab.variants.select = Select::Sort;
        board.move_buf_len[1] = board.movegen(0);
        let counted: Vec<Move> = board.move_buffer[3..6].to_vec();
        for (mv, count) in counted.iter().zip([5, 9, 7]) {
            board.history[0][mv.from_to()] = count;
        }
        let selected: Vec<Move> = (0..3).map(|i| board.selectmove(0, i, 1)).collect();
        assert_eq!(selected, [counted[1], counted[2], counted[0]]);
    }

    #[test]
    fn the_first_of_equals_stays() {
        let mut board = Board::new();
        board.move_buf_len[1] = board.movegen(0);
        let third = board.move_buffer[3];
        assert_eq!(board.selectmove(0, 3, 1), third);
    }
}
