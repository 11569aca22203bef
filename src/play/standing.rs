//! Decides when the engine resigns, offers a draw, or accepts one.

use crate::board::Board;

/// A rule for resigning: after `moves` consecutive moves with scores of at most `score` centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The number of moves.
    pub moves: u32,
    /// The score.
    pub score: i32,
}

impl ResignRule {
    /// The rule for an engine that does not imitate a person.
    pub const USUAL: ResignRule = ResignRule { moves: 5, score: -1000 };

    /// The rule for a human player of this rating; [`None`] if such a player does not resign. Stronger players resign
    /// earlier. We know of no data on when people resign, so the numbers are our choice.
    pub fn of_person(elo: i32) -> Option<ResignRule> {
        match elo {
            ..1000 => None,
            1000..1600 => Some(ResignRule { moves: 6, score: -1500 }),
            1600..2000 => Some(ResignRule { moves: 5, score: -1000 }),
            2000..2400 => Some(ResignRule { moves: 4, score: -700 }),
            _ => Some(ResignRule { moves: 3, score: -600 }),
        }
    }
}

/// Number of moves whose scores are kept.
const LATELY: usize = 6;
/// Number of consecutive even scores after which the engine offers a draw.
const EVEN_MOVES: u32 = 5;
/// Maximum absolute value of an even score, in centipawns.
const EVEN: i32 = 10;
/// First move at which the engine offers a draw.
const FIRST_OFFER: u32 = 40;
/// Maximum score at which the engine accepts a draw at any time, in centipawns.
const GLAD: i32 = -150;
/// Number of half-moves without a pawn move or a capture after which the engine accepts a draw at any score up to 0.
const QUIET_PLIES: u32 = 40;

/// The engine's assessment of the game, from the scores of its own moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Standing {
    /// Score of the engine's last move, in centipawns, from the engine's point of view.
    score: Option<i32>,
    /// Number of half-moves without a pawn move or a capture before that move.
    quiet_plies: u32,
    /// Scores of the engine's most recent moves, newest first; 0 for moves not yet made.
    lately: [i32; LATELY],
    even_moves: u32,
}

impl Standing {
    /// Records the score of the engine's next move, in centipawns.
    pub fn note(&mut self, board: &Board, score: i32) {
        let longer = |holds: bool, moves: u32| if holds { moves + 1 } else { 0 };
        self.lately.rotate_right(1);
        self.lately[0] = score;
        self.even_moves = longer(score.abs() <= EVEN, self.even_moves);
        (self.score, self.quiet_plies) = (Some(score), board.fifty_move);
    }

    /// Whether the engine should resign.
    pub fn is_hopeless(&self, rule: ResignRule) -> bool {
        self.lately[..rule.moves as usize].iter().all(|score| *score <= rule.score)
    }

    /// Whether the engine should offer a draw. After an offer, the count of even scores starts over.
    pub fn offers_draw(&mut self, board: &Board) -> bool {
        let offers = self.even_moves >= EVEN_MOVES && board.move_number() >= FIRST_OFFER;
        if offers {
            self.even_moves = 0;
        }
        offers
    }

    /// Whether the engine would accept a draw. [`None`] before its first score.
    pub fn accepts_draw(&self) -> Option<bool> {
        self.score.map(|score| is_glad_of_draw(score, self.quiet_plies))
    }
}

/// Whether the engine accepts a draw with this score in centipawns, after `quiet_plies` half-moves without a pawn move
/// or a capture.
pub fn is_glad_of_draw(score: i32, quiet_plies: u32) -> bool {
    score <= GLAD || score <= 0 && quiet_plies >= QUIET_PLIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    #[test]
    fn a_draw_is_accepted_when_it_is_a_gain() {
        for (score, quiet_plies, accepted) in [(-200, 0, true), (-5, 60, true), (-5, 0, false), (30, 60, false)] {
            assert_eq!(is_glad_of_draw(score, quiet_plies), accepted, "{score} {quiet_plies}");
        }
        assert_eq!(Standing::default().accepts_draw(), None);
    }

    #[test]
    fn it_resigns_after_some_hopeless_moves_in_a_row() {
        let (board, mut standing) = (Board::new(), Standing::default());
        let rule = ResignRule::USUAL;
        for score in vec![rule.score; rule.moves as usize - 1].into_iter().chain([rule.score + 1]) {
            standing.note(&board, score);
            assert!(!standing.is_hopeless(rule));
        }
        (0..rule.moves).for_each(|_| standing.note(&board, rule.score));
        assert!(standing.is_hopeless(rule));
    }

    #[test]
    fn the_stronger_a_person_the_sooner_it_resigns() {
        assert_eq!([800, 999].map(ResignRule::of_person), [None; 2]);
        let some = [1000, 1600, 2000, 2400, 3199].map(|elo| ResignRule::of_person(elo).expect("it resigns"));
        assert!(some.is_sorted_by(|a, b| a.moves >= b.moves && a.score <= b.score));
        assert!(some.iter().all(|rule| rule.moves as usize <= LATELY));
    }

    #[test]
    fn it_offers_a_draw_late_in_an_even_game_and_not_with_every_move() {
        let (early, late) = (Board::new(), board("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60"));
        let mut standing = Standing::default();
        (0..EVEN_MOVES).for_each(|_| standing.note(&early, -EVEN));
        assert!(!standing.offers_draw(&early) && standing.offers_draw(&late) && !standing.offers_draw(&late));
    }
}
