//! # 12 · Perft
//!
//! Counts the leaves of the tree of all legal moves. The correct counts of many positions are published, so perft tests
//! the move generator, `make_move` and `unmake_move`, and measures their speed.
//!
//! **Differs here:** `divide`, the count below each root move, is an addition.
//!
//! **Read next:** [`eval`](crate::eval).

use crate::board::Board;
use crate::moves::Move;

impl Board {
    /// Number of leaves `depth` plies below the position. Every move is made and taken back, including those of the
    /// last ply.
    pub fn perft(&mut self, depth: usize) -> u64 {
        self.move_buf_len[0] = 0;
        if depth == 0 { 1 } else { self.perft_below(0, depth) }
    }

    fn perft_below(&mut self, ply: usize, depth: usize) -> u64 {
        let start = self.move_buf_len[ply];
        let end = self.movegen(start);
        self.move_buf_len[ply + 1] = end;
        if depth == 1 {
            return self.count_leaves(start, end);
        }
        let guard = self.king_guard();
        let mut nodes = 0;
        for i in start..end {
            if self.make_legal(self.move_buffer[i], guard) {
                nodes += self.perft_below(ply + 1, depth - 1);
                self.unmake_move();
            }
        }
        nodes
    }

    fn count_leaves(&mut self, start: usize, end: usize) -> u64 {
        let guard = self.king_guard();
        let mut leaves = 0;
        for i in start..end {
            if self.make_legal(self.move_buffer[i], guard) {
                leaves += 1;
                self.unmake_move();
            }
        }
        leaves
    }

    /// Number of leaves below each legal move, in the order of the move generator; depth 0 counts as 1.
    pub fn divide(&mut self, depth: usize) -> Vec<(Move, u64)> {
        let mut counts = Vec::new();
        for mv in self.legal_moves() {
            self.make_move(mv);
            counts.push((mv, self.perft(depth.saturating_sub(1))));
            self.unmake_move();
        }
        counts
    }

    /// Maximum depth of `perft` and `divide`, in plies.
    pub const MAX_PERFT_DEPTH: usize = 16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plies_of_the_game() {
        let mut board = Board::new();
        assert_eq!([0, 1, 2, 3, 4].map(|depth| board.perft(depth)), [1, 20, 400, 8902, 197_281]);
    }

    #[test]
    fn divide_adds_up_to_perft() {
        let mut board = Board::new();
        let counts = board.divide(3);
        assert_eq!(counts.len(), 20);
        assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8902);
    }
}
