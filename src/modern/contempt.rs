//! # Modern · Contempt
//!
//! <https://www.chessprogramming.org/Contempt_Factor>. In a game, a draw that is there at once (a repetition, the fifty
//! moves, stalemate, too little material) can count less than 0 for the side that is to choose a move, and as much
//! more for its opponent. So it plays on in a position that is slightly worse, instead of repeating moves. A drawn
//! ending of the tables keeps its 0: the opponent has yet to hold it.
//!
//! Against one weaker opponent it won a little, against another it lost more (docs/strength.md), so a draw is 0 unless
//! set otherwise.
//!
//! Analysis, experiments and searches to a depth know nothing of it: there, a draw is 0.
//!
//! **Read next:** [`clock`](super::clock).

use super::skill::FULL_ELO;
use crate::board::Board;
use crate::defines::*;

/// How much less than 0 a draw counts unless set otherwise, in centipawns.
pub const USUAL_CONTEMPT: i32 = 0;
/// The most that can be set, in centipawns.
pub const MOST_CONTEMPT: i32 = 100;

/// What a draw is worth in the running search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct DrawValue {
    /// For the side to move at the root, in centipawns.
    at_root: i32,
    /// Changes the keys of the transposition table: scores from one value of a draw are wrong for another.
    pub(super) key: u64,
}

impl DrawValue {
    fn new(at_root: i32, root_side: Side) -> DrawValue {
        let for_white = if root_side == Side::White { at_root } else { -at_root };
        // An odd factor keeps different values different. Without contempt, the keys are what they are.
        let key = (i64::from(for_white) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        DrawValue { at_root, key }
    }

    /// For the side to move `ply` plies from the root, in centipawns.
    #[inline(always)]
    pub(super) fn at(self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { DRAWSCORE + self.at_root } else { DRAWSCORE - self.at_root }
    }
}

impl Board {
    /// Sets what a draw is worth in the search that begins. Weakened players have no contempt: they may lose such games.
    pub(super) fn value_draws(&mut self) {
        let has_contempt = self.modern.plays && self.modern.elo >= FULL_ELO;
        let at_root = if has_contempt { -self.modern.contempt } else { 0 };
        self.modern.draw = DrawValue::new(at_root, self.next_move);
    }

    /// A score of the root as people read it: 0 if the best line ends in a draw.
    pub(super) fn without_contempt(&mut self, score: i32) -> i32 {
        let draw = self.modern.draw.at(0);
        if score == draw && draw != DRAWSCORE && self.ends_in_draw() { DRAWSCORE } else { score }
    }

    /// Does the best line end in a draw?
    fn ends_in_draw(&mut self) -> bool {
        let (line, length) = (self.last_pv, self.last_pv_length);
        for mv in &line[..length] {
            self.make_move(*mv);
        }
        let (in_check, is_stuck) = (self.threats().checkers != 0, self.legal_moves().is_empty());
        let is_draw_by_rule = self.fifty_move >= 100 || self.is_repetition() || self.is_material_draw();
        let is_draw = if is_stuck { !in_check } else { is_draw_by_rule };
        for _ in 0..length {
            self.unmake_move();
        }
        is_draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Algorithm;
    use crate::board::testing::patient;
    use crate::readfen::START_FEN;

    fn modern(fen: &str, contempt: i32) -> Box<Board> {
        let mut board = patient(fen);
        board.algorithm = Algorithm::Modern;
        board.search_depth = 14;
        (board.modern.plays, board.modern.contempt) = (true, contempt);
        board
    }

    #[test]
    fn a_draw_is_worth_as_much_less_to_one_side_as_more_to_the_other() {
        let value = DrawValue::new(-20, Side::White);
        assert_eq!((value.at(0), value.at(1), value.at(2)), (-20, 20, -20));
        assert_eq!(DrawValue::new(0, Side::Black), DrawValue::default());
        assert_eq!(DrawValue::new(-20, Side::White).key, DrawValue::new(20, Side::Black).key);
        assert_ne!(DrawValue::new(-20, Side::White).key, DrawValue::new(-20, Side::Black).key);
    }

    #[test]
    fn only_a_strong_player_in_a_game_has_contempt() {
        for (plays, elo, wanted) in [(true, FULL_ELO, -20), (false, FULL_ELO, 0), (true, 2000, 0)] {
            let mut board = modern(START_FEN, 20);
            (board.modern.plays, board.modern.elo) = (plays, elo);
            board.value_draws();
            assert_eq!(board.modern.draw.at(0), wanted);
        }
    }

    /// Black is a pawn down, but a move ahead. He can repeat the position for the third time.
    #[test]
    fn who_has_contempt_does_not_repeat_moves() {
        let repeats = |contempt| {
            let mut board = modern("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", contempt);
            for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
                let mv = board.read_move(text).expect(text);
                board.play(mv);
            }
            board.deepen().to_string() == "f6g8"
        };
        assert!(repeats(0));
        assert!(!repeats(MOST_CONTEMPT));
    }

    /// White is a rook down, and gives check for ever.
    #[test]
    fn a_draw_is_told_as_0() {
        let mut board = modern("5k2/5p2/8/6Q1/8/8/qr3P2/6K1 w - - 0 1", 50);
        board.deepen();
        assert_eq!(board.modern.last_score(), Some(-50));
        assert_eq!(board.without_contempt(-50), DRAWSCORE);
        assert_eq!(board.without_contempt(-49), -49);
        board.last_pv_length = 1;
        assert_eq!(board.without_contempt(-50), -50, "a line that is no draw");
    }
}
