//! Mate scores. Every search reports a mate in `n` plies as ±(10000 - n), as the tutorial does.

use crate::defines::LARGE_NUMBER;

/// Longest mate that a score can express, in plies.
pub const LONGEST_MATE: i32 = 256;

/// Number of moves to mate for a reported score; negative if the side to move gets mated, 0 if it is mated already.
/// [`None`] for any other score, including an evaluation above all mate scores.
pub const fn mate_in(score: i32) -> Option<i32> {
    let plies = LARGE_NUMBER - score.abs();
    if plies < 0 || plies > LONGEST_MATE {
        return None;
    }
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

/// Converts the opponent's score after a move to a score for the side that moved, where a mate is one ply farther away.
pub const fn before_the_move(score: i32) -> i32 {
    if mate_in(score).is_some() { score.signum() - score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::CHECKMATESCORE;

    #[test]
    fn plies_to_mate_are_converted_to_moves() {
        assert_eq!([CHECKMATESCORE, LARGE_NUMBER - 5, 4 - LARGE_NUMBER].map(mate_in), [Some(1), Some(3), Some(-2)]);
        assert_eq!([9_000, -35, 13_500, -13_500].map(mate_in), [None; 4]);
    }

    #[test]
    fn a_mate_is_farther_away_before_the_move() {
        assert_eq!([-LARGE_NUMBER, 2 - LARGE_NUMBER].map(before_the_move), [CHECKMATESCORE, LARGE_NUMBER - 3]);
        assert_eq!([CHECKMATESCORE, 35, 0].map(before_the_move), [2 - LARGE_NUMBER, -35, 0]);
    }
}
