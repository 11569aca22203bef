//! Explains in words why a move is wrong, from the best line after it.

use crate::board::Board;
use crate::defines::{EMPTY, KING, PIECE_VALUE, Side, kind};
use crate::moves::Move;
use crate::searcher::score::mate_in;

use super::review::winning_chances;

/// A side with at least these winning chances after its move is still better.
const BETTER: f64 = 0.65;
/// A side with lower winning chances than these is worse.
const WORSE: f64 = 0.40;

/// Material losses: the minimum in centipawns, and the name.
const LOSSES: [(i32, &str); 5] =
    [(800, "the queen"), (450, "a rook"), (250, "a piece"), (150, "the exchange"), (80, "a pawn")];

/// The reason why a move is wrong, worded to complete a sentence: `loses a piece`. `line` is the best line after the
/// move, and `score` its score in centipawns for the side that made the move, with the distance to mate counted from
/// the position before the move. `wanted` is the number of moves in which that side could have mated, if there was a
/// mate.
pub fn reason(before: &Board, mv: Move, line: &[Move], score: i32, wanted: Option<i64>) -> String {
    let side = before.next_move;
    let opponent = side.other().name();
    match mate_in(score.abs()) {
        Some(moves) if score < 0 => return format!("lets {opponent} mate in {moves}"),
        Some(moves) if wanted.is_some() => return format!("mates only in {moves}"),
        None if wanted.is_some() => return "no longer mates".into(),
        _ => {}
    }
    let lost = LOSSES.iter().find(|(least, _)| -gain(before, mv, line) >= *least);
    let chances = winning_chances(score);
    match lost {
        Some((_, what)) if chances < BETTER => format!("loses {what}"),
        _ if chances >= BETTER => "is good, but there is a better move".into(),
        _ if chances >= WORSE => "gains nothing".into(),
        _ => format!("leaves {opponent} better"),
    }
}

/// Material, in centipawns, that the side to move wins by playing a move and then the line as far as the line's last
/// capture. Stopping in the middle of an exchange would give a wrong balance.
fn gain(before: &Board, mv: Move, line: &[Move]) -> i32 {
    let side = before.next_move;
    let mut board = Box::new(before.clone());
    let old = material(&board, side);
    board.play(mv);
    let last = line.iter().rposition(|mv| mv.is_capture()).map_or(0, |at| at + 1);
    line[..last].iter().for_each(|&mv| board.play(mv));
    material(&board, side) - old
}

/// Material balance from a side's point of view, in centipawns.
fn material(board: &Board, side: Side) -> i32 {
    let pieces = board.square.iter().filter(|&&piece| piece != EMPTY && kind(piece) != KING);
    let sign = |piece| if Side::of(piece) == side { 1 } else { -1 };
    pieces.map(|&piece| sign(piece) * PIECE_VALUE[piece as usize]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, read_fen_by};

    fn told(fen: &str, moves: &str, score: i32, wanted: Option<i64>) -> String {
        let mut board = Board::new();
        board.init_from_setup(&read_fen_by(fen, Rules::Standard).expect("a position").setup);
        let before = board.clone();
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|text| {
                let mv = board.read_move(text).expect("legal");
                board.play(mv);
                mv
            })
            .collect();
        reason(&before, moves[0], &moves[1..], score, wanted)
    }

    #[test]
    fn a_reason_names_the_mate_or_the_loss() {
        let queen = "3rk3/8/8/8/8/8/3Q4/4K3 w - - 0 1";
        assert_eq!(told(queen, "Kf1 Rxd2", -900, None), "loses the queen");
        assert_eq!(told(queen, "Kf2 Rxd2 Ke3", -900, None), "loses the queen");
        let rook = "3rk3/8/8/8/8/8/3R4/4K3 w - - 0 1";
        assert_eq!(told(rook, "Kf1 Rxd2", -500, None), "loses a rook");
        let knight = "3rk3/8/8/8/3P4/2N5/8/4K3 w - - 0 1";
        assert_eq!(told(knight, "Nd5 Rxd5 Kf2", -600, None), "loses a piece");
        let pawn = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(told(pawn, "Kd2 dxe4", -150, None), "loses a pawn");
        assert_eq!(told(pawn, "e5 Kd7", 0, None), "gains nothing");
        assert_eq!(told(pawn, "e5 Kd7", -200, None), "leaves Black better");
        assert_eq!(told(pawn, "exd5 Kd7", 500, None), "is good, but there is a better move");
        assert_eq!(told(pawn, "e5 Kd7", -9996, None), "lets Black mate in 2");
        assert_eq!(told(pawn, "e5 Kd7", 9994, Some(2)), "mates only in 3");
        assert_eq!(told(pawn, "e5 Kd7", 800, Some(2)), "no longer mates");
    }
}
