//! The reply that the engine expects and ponders on.

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::laws;

/// A point in a game: position key, and number of half-moves played.
pub type Place = (u64, usize);

/// The current point in the game on this board.
pub fn place(board: &Board) -> Place {
    (board.hashkey, board.end_of_game)
}

/// The reply that the engine expects and ponders on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    place: Place,
    mv: Move,
}

impl Expected {
    /// The expected reply to `played`, the last move on the board: the second move of a line that starts with `played`,
    /// if it is legal.
    pub fn after(board: &Board, played: Move, line: &[Move]) -> Option<Expected> {
        let &[first, mv, ..] = line else { return None };
        let is_answer = first == played && board.legal_moves().contains(&mv);
        is_answer.then(|| Expected { place: place(board), mv })
    }

    /// The expected reply; [`None`] if the game is at a different point.
    pub fn here(self, board: &Board) -> Option<Move> {
        (self.place == place(board)).then_some(self.mv)
    }

    /// The expected reply, and the game after it, for pondering; [`None`] if the game is at a different point, or if
    /// the reply would end it.
    pub fn ahead(self, board: &Board) -> Option<(Move, Box<Board>)> {
        let mv = self.here(board)?;
        let mut ahead = Box::new(board.clone());
        ahead.play(mv);
        laws::outcome(&ahead).is_none().then_some((mv, ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_expected_only_at_its_point_in_the_game() {
        let mut board = Board::new();
        let line = ["e2e4", "e7e5"].map(|text| {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
            mv
        });
        board.undo();
        let expected = Expected::after(&board, line[0], &line).expect("an answer");
        assert_eq!(expected.here(&board), Some(line[1]));
        assert_eq!(Expected::after(&board, line[0], &line[..1]), None);
        let (mv, ahead) = expected.ahead(&board).expect("the game goes on");
        assert_eq!((mv, ahead.end_of_game), (line[1], 2));
        assert_eq!(expected.here(&ahead), None);
        assert!(expected.ahead(&ahead).is_none());
    }

    #[test]
    fn nobody_ponders_on_a_mate() {
        let mut board = Board::new();
        let line = ["f2f3", "e7e5", "g2g4", "d8h4"].map(|text| {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
            mv
        });
        board.undo();
        let expected = Expected::after(&board, line[2], &line[2..]).expect("an answer");
        assert_eq!(expected.here(&board), Some(line[3]));
        assert!(expected.ahead(&board).is_none());
    }
}
