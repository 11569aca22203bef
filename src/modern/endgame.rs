//! # Modern · Endgames
//!
//! Endgames for which the network's evaluation is not accurate enough: king and pawn against king, endgames that cannot
//! be won in spite of a material advantage, and wins that need only technique. They have their own evaluations.
//!
//! **Read next:** [`network`](super::network).

use once_cell::sync::Lazy;

use super::geometry::{beside, distance};
use super::retrograde::Solved;
use crate::bitops::{bit, first_one, squares};
use crate::board::Board;
use crate::data::ATTACKS;
use crate::defines::*;
use crate::eval::DARK_SQUARES;

/// Base value of a win against a bare king, in centipawns.
pub(super) const KNOWN_WIN: i32 = 3000;

/// Weight of progress towards mate: large enough that pruning does not discard the moves that make progress.
const STEEPNESS: i32 = 4;

/// Value of a known endgame, or of one solved before the search, from White's point of view.
#[inline]
pub(super) fn known_endgame(board: &Board, solved: Option<&Solved>) -> Option<i32> {
    if board.total_pawns[0] + board.total_pawns[1] > PAWN_VALUE {
        return None;
    }
    if board.occupied.count_ones() <= 3 && board.total_pawns != [0; 2] {
        return Some(king_and_pawn(board));
    }
    if let Some(score) = solved.and_then(|solved| solved.value(board)) {
        return Some(score);
    }
    if let Some(winner) = Side::BOTH.into_iter().find(|&side| is_queen_against_rook(board, side)) {
        let score = queen_against_rook(board, winner);
        return Some(if winner == Side::White { score } else { -score });
    }
    let loser = Side::BOTH.into_iter().find(|&side| board.pieces[side.index()].count_ones() == 1)?;
    let winner = loser.other();
    if !mates_in_any_corner(board, winner) && !is_bishop_and_knight(board, winner) {
        return (board.total_pawns == [0; 2]).then_some(0);
    }
    let score = mate_with_force(board, winner);
    Some(if winner == Side::White { score } else { -score })
}

/// Whether this side can force mate in any corner, with a rook, a queen, bishops on both colours or three knights.
fn mates_in_any_corner(board: &Board, side: Side) -> bool {
    let bishops = board.bitmap[side.piece(BISHOP) as usize];
    let has_two_bishops = bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0;
    let has_three_knights = board.bitmap[side.piece(KNIGHT) as usize].count_ones() >= 3;
    board.straight_sliders(side) != 0 || has_two_bishops || has_three_knights
}

fn is_bishop_and_knight(board: &Board, side: Side) -> bool {
    board.bitmap[side.piece(BISHOP) as usize] != 0 && board.bitmap[side.piece(KNIGHT) as usize] != 0
}

/// Value of a win against a bare king, for the winner. Rewards driving the bare king towards a corner (with bishop and
/// knight: one of the bishop's colour) and bringing the winner's king closer.
fn mate_with_force(board: &Board, winner: Side) -> i32 {
    let loser_king = board.king_square(winner.other());
    let near = 14 - 2 * distance(board.king_square(winner), loser_king) as i32;
    let material = board.total_pieces[winner.index()] + board.total_pawns[winner.index()];
    let driven = if mates_in_any_corner(board, winner) {
        88 - 12 * corner_distance(loser_king, !0)
    } else {
        let colour =
            if board.bitmap[winner.piece(BISHOP) as usize] & DARK_SQUARES != 0 { DARK_SQUARES } else { !DARK_SQUARES };
        100 * (7 - corner_distance(loser_king, colour))
    };
    KNOWN_WIN + material / 2 + STEEPNESS * (driven + 3 * near)
}

/// Whether this side has only a queen, and the other only a rook, besides the kings.
fn is_queen_against_rook(board: &Board, side: Side) -> bool {
    board.occupied.count_ones() == 4
        && board.bitmap[side.piece(QUEEN) as usize] != 0
        && board.bitmap[side.other().piece(ROOK) as usize] != 0
}

/// Value of queen against rook for the side with the queen: a win except for a few forks and stalemates, which the
/// search finds. Rewards driving the loser's king towards a corner, bringing the winner's king closer, and separating
/// the rook from its king.
fn queen_against_rook(board: &Board, winner: Side) -> i32 {
    let loser = winner.other();
    let king = board.king_square(loser);
    let rook = first_one(board.bitmap[loser.piece(ROOK) as usize]);
    let near = 14 - 2 * distance(board.king_square(winner), king) as i32;
    KNOWN_WIN / 3 + 30 * (6 - corner_distance(king, !0)) + 15 * near + 8 * distance(rook, king) as i32
}

/// Steps along files and ranks to the nearest corner in the set `colour`.
fn corner_distance(square: Square, colour: BitMap) -> i32 {
    let steps = |corner: Square| file(square).abs_diff(file(corner)) + rank(square).abs_diff(rank(corner));
    let corners = [0, 7, 56, 63].into_iter().filter(|&corner| colour & bit(corner) != 0);
    corners.map(steps).min().unwrap_or_default() as i32
}

fn king_and_pawn(board: &Board) -> i32 {
    let side = if board.total_pawns[0] > 0 { Side::White } else { Side::Black };
    let pawn = first_one(board.bitmap[side.piece(PAWN) as usize]);
    let (king, enemy) = (board.king_square(side), board.king_square(side.other()));
    if !pawn_wins(side, king, pawn, enemy, board.next_move) {
        return 0;
    }
    let row = rank(side.relative(pawn)) as i32;
    let score = KNOWN_WIN / 3 + 40 * row - 3 * distance(king, pawn) as i32;
    if side == Side::White { score } else { -score }
}

// ---- king and pawn against king -------------------------------------------------------------------------------------

/// Won positions of king and pawn against king: `[turn][pawn file a-d, rank 2-7][strong king]` (turn 0: strong side to
/// move), one bit for each square of the lone king. The pawn is White's.
static KPK: Lazy<Box<[[[u64; 64]; 24]; 2]>> = Lazy::new(solve_king_and_pawn);

fn pawn_index(pawn: Square) -> usize {
    (rank(pawn) - 1) * 4 + file(pawn)
}

/// Whether king and pawn against king is a win.
fn pawn_wins(side: Side, king: Square, pawn: Square, enemy: Square, to_move: Side) -> bool {
    let mirror = if file(pawn) > 3 { 7 } else { 0 };
    let turn = |square: Square| side.relative(square) ^ mirror;
    let weak_to_move = usize::from(to_move != side);
    KPK[weak_to_move][pawn_index(turn(pawn))][turn(king)] >> turn(enemy) & 1 != 0
}

/// Retrograde analysis: a position is won if the strong side can move to a won position, or if the weak side is mated
/// or can move only to won positions; this is repeated until nothing changes. The results for all 64 squares of the
/// lone king are computed at once, as one set.
fn solve_king_and_pawn() -> Box<[[[u64; 64]; 24]; 2]> {
    let mut won: Box<[[[u64; 64]; 24]; 2]> = Box::new([[[0; 64]; 24]; 2]);
    loop {
        let before = won.clone();
        for index in 0..24 {
            let pawn = (index / 4 + 1) * 8 + index % 4;
            for king in (0..64).filter(|&king| king != pawn) {
                let possible = !(bit(pawn) | bit(king) | ATTACKS.king[king]);
                won[0][index][king] = possible & strong_wins(&won[1], index, king, pawn);
                won[1][index][king] = possible & weak_loses(won[0][index][king], king, pawn);
            }
        }
        if won == before {
            return won;
        }
    }
}

/// Squares on which the lone king loses with the weak side to move.
fn weak_loses(won: BitMap, king: Square, pawn: Square) -> BitMap {
    let checked = ATTACKS.pawn[0][pawn];
    let free = !(ATTACKS.king[king] | checked | bit(king));
    // Capturing the pawn draws. A king without moves is stalemated, or mated if the pawn gives check.
    let escapes = neighbours(free & (!won | bit(pawn)));
    !escapes & (neighbours(free) | checked)
}

/// Squares on which the lone king loses with the strong side to move.
fn strong_wins(won: &[[u64; 64]; 24], index: usize, king: Square, pawn: Square) -> BitMap {
    let by_king = squares(ATTACKS.king[king] & !bit(pawn))
        .fold(0, |wins, to| wins | won[index][to] & !ATTACKS.king[to] & !bit(to));
    let by_pawn = pawn_move_wins(won, index, king, pawn);
    // The lone king cannot stand where the pawn attacks it: it would be in check with the other side to move.
    (by_king | by_pawn) & !ATTACKS.pawn[0][pawn]
}

fn pawn_move_wins(won: &[[u64; 64]; 24], index: usize, king: Square, pawn: Square) -> BitMap {
    let next = pawn + 8;
    if next == king {
        return 0;
    }
    if rank(next) == 7 {
        // The lone king must not be able to capture the new piece. If a queen would give stalemate, a rook wins.
        let guarded = ATTACKS.king[king] & bit(next) != 0;
        return !bit(next) & if guarded { !0 } else { !ATTACKS.king[next] };
    }
    let double = next + 8;
    let by_double = if rank(pawn) == 1 && double != king { won[index + 8][king] & !bit(double) } else { 0 };
    (won[index + 4][king] | by_double) & !bit(next)
}

/// All squares one king move away from a set.
pub(super) fn neighbours(map: BitMap) -> BitMap {
    let row = map | beside(map);
    beside(map) | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    fn value(fen: &str) -> Option<i32> {
        known_endgame(&board(fen), None)
    }

    #[test]
    fn king_and_pawn_is_known_exactly() {
        // Opposition, stalemate and rook pawns.
        assert_eq!(value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1").map(|v| v > 500), Some(true));
        assert_eq!(value("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1").map(|v| v > 500), Some(true));
        assert_eq!(value("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), Some(0));
        assert_eq!(value("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1").map(|v| v > 500), Some(true));
        assert_eq!(value("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1"), Some(0));
        assert_eq!(value("3k4/3P4/4K3/8/8/8/8/8 b - - 0 1").map(|v| v > 500), Some(true));
        assert_eq!(value("8/3k4/3P4/4K3/8/8/8/8 b - - 0 1"), Some(0));
        assert_eq!(value("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(0));
        assert_eq!(value("8/8/8/8/7p/7k/8/7K w - - 0 1"), Some(0));
        assert_eq!(value("8/8/8/4p3/3k4/8/8/4K3 b - - 0 1").map(|v| v < -500), Some(true));
    }

    #[test]
    fn the_won_positions_are_counted() {
        let count = |turn: usize| -> u32 { KPK[turn].iter().flatten().map(|set| set.count_ones()).sum() };
        // Other solvers of this endgame find the same number.
        assert_eq!(count(0) + count(1), 111_282);
    }

    #[test]
    fn bare_kings_are_driven_where_they_can_be_mated() {
        let wrong = value("k7/8/1K6/8/8/8/8/4BN2 w - - 0 1");
        let right = value("7k/8/6K1/8/8/8/8/4BN2 w - - 0 1");
        assert!(right > wrong, "{right:?} {wrong:?}");
        assert_eq!(value("8/8/4k3/8/8/4K3/8/4N3 w - - 0 1"), Some(0));
        assert_eq!(value("8/8/4k3/8/8/4K3/8/3NN3 w - - 0 1"), Some(0));
        assert!(value("8/8/4k3/8/8/4K3/8/2NNN3 w - - 0 1") > Some(KNOWN_WIN));
        assert!(value("8/8/4k3/8/8/4K3/8/4R3 w - - 0 1") < value("4k3/8/4K3/8/8/8/8/4R3 w - - 0 1"));
        assert!(value("8/8/4k3/8/8/4K3/8/4r3 w - - 0 1") < Some(-KNOWN_WIN));
    }
}
