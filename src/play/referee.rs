//! Ends games between engines: by the laws of chess, by adjudication if their scores agree, or at a maximum length.

use crate::board::Board;
use crate::defines::Side;
use crate::peek::Outcome;

/// Result of a game for White: 2 win, 1 draw, 0 loss.
pub type Points = u8;

/// Rules of adjudication. Scores are in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationRules {
    /// A lead of at least this decides a game if both sides' scores agree on it.
    pub decided: i32,
    /// Number of consecutive plies with a decisive lead that end the game.
    pub decided_plies: usize,
    /// Maximum absolute value of both sides' scores for a draw by level scores.
    pub level: i32,
    /// Number of consecutive plies with a level score that end the game.
    pub level_plies: usize,
    /// First ply that counts towards a draw by level scores.
    pub level_from: usize,
    /// A game of this length in plies is drawn.
    pub longest_game: usize,
}

/// Adjudicates one game.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: AdjudicationRules,
    /// Number of consecutive plies for which each side has had a decisive lead, White first.
    decided: [usize; 2],
    /// Number of consecutive plies with a level score.
    level: usize,
}

impl Referee {
    /// A referee for a new game.
    pub fn new(rules: AdjudicationRules) -> Referee {
        Referee { rules, decided: [0; 2], level: 0 }
    }

    /// Records the score of the side to move, in centipawns. Returns the result and its reason if the game ends by
    /// adjudication or at the maximum length.
    pub fn judge(&mut self, board: &Board, score: i32) -> Option<(Points, &'static str)> {
        let AdjudicationRules { decided, decided_plies, level, level_plies, level_from, longest_game } = self.rules;
        let (ply, white_score) = (board.end_of_game, if board.next_move == Side::White { score } else { -score });
        let longer = |holds: bool, plies: usize| if holds { plies + 1 } else { 0 };
        let [white, black] = self.decided;
        self.decided = [longer(white_score >= decided, white), longer(-white_score >= decided, black)];
        self.level = longer(ply >= level_from && score.abs() <= level, self.level);
        match self.decided.map(|plies| plies >= decided_plies) {
            [true, _] => Some((2, "adjudication")),
            [_, true] => Some((0, "adjudication")),
            _ if self.level >= level_plies => Some((1, "adjudication")),
            _ if ply >= longest_game => Some((1, "length")),
            _ => None,
        }
    }
}

/// The points and the reason for a game that has ended by the laws of chess.
pub fn points(outcome: Outcome) -> (Points, &'static str) {
    match outcome {
        Outcome::Mate(side) | Outcome::KingCapture(side) => (if side == Side::White { 2 } else { 0 }, "mate"),
        Outcome::Stalemate => (1, "stalemate"),
        Outcome::Material => (1, "material"),
        Outcome::Repetition => (1, "repetition"),
        Outcome::FiftyMoves => (1, "fifty moves"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    const RULES: AdjudicationRules = AdjudicationRules {
        decided: 1000,
        decided_plies: 6,
        level: 10,
        level_plies: 4,
        level_from: 2,
        longest_game: 12,
    };

    /// The verdict after each of these scores of a game, which are in centipawns for White.
    fn verdicts(scores: &[i32]) -> Vec<Option<(Points, &'static str)>> {
        let (mut board, mut referee) = (Board::new(), Referee::new(RULES));
        let mut verdicts = Vec::new();
        for (ply, &score) in scores.iter().enumerate() {
            let own = if board.next_move == Side::White { score } else { -score };
            verdicts.push(referee.judge(&board, own));
            play(&mut board, ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]);
        }
        verdicts
    }

    #[test]
    fn both_sides_agree_on_a_win_for_a_while() {
        assert_eq!(verdicts(&[1000; 6])[4..], [None, Some((2, "adjudication"))]);
        let changing = verdicts(&[1000, 1000, -1000, -1000, -1000, -1000, -1000, -1000]);
        assert!(changing[..7].iter().all(Option::is_none));
        assert_eq!(changing[7], Some((0, "adjudication")));
        assert!(verdicts(&[1000, 1000, 1000, 1000, 1000, 999, 1000]).iter().all(Option::is_none));
    }

    #[test]
    fn a_level_game_is_drawn_and_so_is_a_long_one() {
        assert_eq!(verdicts(&[0, 0, 10, -10, 10, -10])[4..], [None, Some((1, "adjudication"))]);
        assert_eq!(verdicts(&[300; 13])[11..], [None, Some((1, "length"))]);
    }

    #[test]
    fn mate_and_stalemate_have_their_points() {
        let outcome = |fen: &str| crate::searcher::laws::outcome(&board(fen)).map(points);
        assert_eq!(outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Some((2, "mate")));
        assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some((1, "stalemate")));
    }
}
