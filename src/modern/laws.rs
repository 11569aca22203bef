//! # Modern · The laws of chess, where the tutorial has others
//!
//! Two positions are the same if the same moves are possible in them (FIDE laws 9.2.3). So an en-passant square makes a
//! difference only if a pawn can take there, and legally. The tutorial's key counts it after every double step (quirk
//! 11, see [`hash`](crate::hash)); its search keeps that, because figures depend on it. Games and the modern search
//! follow the laws.
//!
//! **Read next:** [`search`](crate::search).

use crate::bitops::{bit, squares};
use crate::board::Board;
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::peek::Outcome;

/// The game is drawn when a position has occurred so often (FIDE laws 9.2).
const REPETITIONS: usize = 3;

impl Board {
    /// How the game has ended by the laws of chess, if it has. ([`is_end_of_game`](Board::is_end_of_game) is the
    /// tutorial's, and counts repetitions by its key.)
    pub fn game_outcome(&mut self) -> Option<Outcome> {
        let outcome = self.is_end_of_game().outcome;
        outcome.or_else(|| (self.occurrences() >= REPETITIONS).then_some(Outcome::Repetition))
    }

    /// How often the position has occurred in the game and in the line being searched, by the laws of chess; the
    /// present time is included.
    pub fn occurrences(&self) -> usize {
        let first = self.end_of_search.saturating_sub(self.fifty_move as usize);
        let before = self.game_line[first..self.end_of_search].iter().rev();
        1 + before.skip(1).step_by(2).filter(|record| self.is_position_of(record)).count()
    }

    /// Was the position of this record the same as the present one, by the laws of chess?
    pub fn is_position_of(&self, record: &GameLine) -> bool {
        let without_ep = |key: u64, square: Square| key ^ KEYS.ep[square];
        without_ep(record.key, record.ep_square) == without_ep(self.hashkey, self.ep_square)
            // The pieces are the same, so the present board answers for both.
            && self.right_to_take(record.ep_square) == self.right_to_take(self.ep_square)
    }

    /// The en-passant square, if it gives a right to take; otherwise 0.
    fn right_to_take(&self, square: Square) -> Square {
        if square != 0 && self.can_take_en_passant(square) { square } else { 0 }
    }

    /// If the opponent's last move was a double step over this square: can a pawn of the side to move take there
    /// legally?
    pub fn can_take_en_passant(&self, square: Square) -> bool {
        let (side, enemy) = (self.next_move, self.next_move.other());
        let victim = bit(if side == Side::White { square - 8 } else { square + 8 });
        let takers = self.attacks.pawn[enemy.index()][square] & self.bitmap[side.piece(PAWN) as usize];
        let king = self.king_square(side);
        let by_others = self.attacks.knight[king] & self.bitmap[enemy.piece(KNIGHT) as usize]
            | self.attacks.pawn[side.index()][king] & self.bitmap[enemy.piece(PAWN) as usize] & !victim;
        let is_safe = |from: Square| {
            let occupied = (self.occupied ^ bit(from) ^ victim) | bit(square);
            let by_sliders = self.attacks.rook(king, occupied) & self.straight_sliders(enemy)
                | self.attacks.bishop(king, occupied) & self.diagonal_sliders(enemy);
            by_others | by_sliders == 0
        };
        squares(takers).any(is_safe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};
    use crate::lab::random::Random;

    const THERE_AND_BACK: &str = "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";

    #[test]
    fn a_double_step_that_nobody_can_take_is_no_difference() {
        let mut board = Board::new();
        play(&mut board, "e2e4");
        play(&mut board, THERE_AND_BACK);
        assert_eq!((board.occurrences(), board.repetition_count()), (3, 2));
        assert_eq!((board.game_outcome(), board.is_end_of_game().outcome), (Some(Outcome::Repetition), None));
    }

    #[test]
    fn a_double_step_that_can_be_taken_is_a_difference() {
        let mut board = board("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3");
        play(&mut board, "e2e4");
        play(&mut board, THERE_AND_BACK);
        assert_eq!((board.occurrences(), board.repetition_count(), board.game_outcome()), (2, 2, None));
    }

    #[test]
    fn a_pawn_that_is_pinned_cannot_take() {
        // The pawn on d4 would open the file, or the rank, to its king.
        for fen in ["3k4/8/8/8/3p4/8/4P3/1K1R4 w - - 0 1", "6nk/8/8/8/3p4/8/1B2P3/6NK w - - 0 1"] {
            let mut board = board(fen);
            play(&mut board, "e2e4");
            assert!(!board.can_take_en_passant(20), "{fen}");
        }
        let mut board = board("8/8/8/8/R2p3k/8/4P3/1K6 w - - 0 1");
        play(&mut board, "e2e4");
        assert!(!board.can_take_en_passant(20), "both pawns leave the rank");
    }

    #[test]
    fn the_right_to_take_is_that_of_the_move_generator() {
        let mut board = Board::new();
        let (mut random, mut double_steps, mut takeable) = (Random(7), 0, 0);
        while double_steps < 3_000 {
            let moves = board.legal_moves();
            if moves.is_empty() || board.end_of_game > 150 {
                board.init();
                continue;
            }
            if board.ep_square != 0 {
                let can_take = moves.iter().any(|mv| mv.is_en_passant());
                assert_eq!(board.can_take_en_passant(board.ep_square), can_take, "{}", board.fen());
                double_steps += 1;
                takeable += usize::from(can_take);
            }
            board.play(moves[random.below(moves.len())]);
        }
        assert!(takeable > 100, "{takeable} of {double_steps}");
    }
}
