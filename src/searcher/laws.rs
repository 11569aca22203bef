//! The laws of chess where they differ from the tutorial's rules.
//!
//! Two positions are the same if the same moves are possible in them (FIDE laws 9.2.3), so an en-passant square makes a
//! difference only if a pawn can legally capture there. The tutorial includes it in the key after every double step
//! (quirk 11, see [`hash`](crate::hash)). Its search keeps doing so, because the golden tables depend on it; games and
//! the modern search follow the laws.

use crate::bitops::squares;
use crate::board::Board;
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::moves::Move;
use crate::peek::Outcome;

/// The game is a draw when a position occurs this many times (FIDE laws 9.2).
pub const REPETITIONS: usize = 3;

/// Result of the game by the laws of chess, if it has ended. ([`Board::is_end_of_game`] is the tutorial's version and
/// counts repetitions by its key.)
pub fn outcome(board: &Board) -> Option<Outcome> {
    let by_tutorial = board.is_end_of_game().outcome;
    by_tutorial.or_else(|| (occurrences(board) >= REPETITIONS).then_some(Outcome::Repetition))
}

/// The result, if the game has ended without a claim: by mate or stalemate, or because neither side can mate.
pub fn end(board: &Board) -> Option<Outcome> {
    outcome(board).filter(|outcome| !is_claimed(outcome))
}

/// The draw that a player may claim in this position (FIDE laws 9.2, 9.3).
pub fn claim(board: &Board) -> Option<Outcome> {
    outcome(board).filter(is_claimed)
}

/// Makes a search ignore a draw that may be claimed: without the fifty-move counter, earlier positions do not count.
pub fn ignore_claim(board: &mut Board) {
    if claim(board).is_some() {
        board.set_fifty_move(0);
    }
}

fn is_claimed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Repetition | Outcome::FiftyMoves)
}

/// Number of occurrences of the position in the game and in the line being searched, including the current one, by the
/// laws of chess.
pub fn occurrences(board: &Board) -> usize {
    let first = board.end_of_search.saturating_sub(board.fifty_move as usize);
    let before = board.game_line[first..board.end_of_search].iter().rev();
    1 + before.skip(1).step_by(2).filter(|record| is_position_of(board, record)).count()
}

/// Whether the position of this record is the same as the current one, by the laws of chess.
pub fn is_position_of(board: &Board, record: &GameLine) -> bool {
    let without_ep = |key: u64, square: Square| key ^ KEYS.ep[square];
    without_ep(record.key, record.ep_square) == without_ep(board.hashkey, board.ep_square)
        // If the keys are equal, the pieces are the same, so the current board serves for both tests.
        && right_to_take(board, record.ep_square) == right_to_take(board, board.ep_square)
}

/// The en-passant square if it permits a legal capture, otherwise 0.
fn right_to_take(board: &Board, square: Square) -> Square {
    if square != 0 && can_take_en_passant(board, square) { square } else { 0 }
}

/// FEN of the position, with an en-passant square only if a pawn can legally capture there.
pub fn fen(board: &Board) -> String {
    let fen = board.fen();
    if right_to_take(board, board.ep_square) == board.ep_square {
        return fen;
    }
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[3] = "-";
    fields.join(" ")
}

/// Whether a pawn of the side to move can legally capture on this square, assuming that the opponent's last move was a
/// double step over it.
pub fn can_take_en_passant(board: &Board, square: Square) -> bool {
    let (side, enemy) = (board.next_move, board.next_move.other());
    let (king, pawn) = (board.king_square(side), side.piece(PAWN));
    let takers = board.attacks.pawn[enemy.index()][square] & board.bitmap[pawn as usize];
    squares(takers).any(|from| !board.en_passant_exposes_king(Move::en_passant(from, square, pawn), king))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};
    use crate::searcher::random::Random;

    const THERE_AND_BACK: &str = "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1";

    #[test]
    fn a_double_step_without_a_capture_changes_nothing() {
        let mut board = Board::new();
        play(&mut board, "e2e4");
        play(&mut board, THERE_AND_BACK);
        assert_eq!((occurrences(&board), board.repetition_count()), (3, 2));
        assert_eq!((outcome(&board), board.is_end_of_game().outcome), (Some(Outcome::Repetition), None));
    }

    #[test]
    fn a_double_step_that_can_be_taken_is_a_difference() {
        let mut board = board("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3");
        play(&mut board, "e2e4");
        play(&mut board, THERE_AND_BACK);
        assert_eq!((occurrences(&board), board.repetition_count(), outcome(&board)), (2, 2, None));
    }

    #[test]
    fn a_pawn_that_is_pinned_cannot_take() {
        // The capture by the pawn on d4 would open the file or the diagonal to its king.
        for fen in ["3k4/8/8/8/3p4/8/4P3/1K1R4 w - - 0 1", "6nk/8/8/8/3p4/8/1B2P3/6NK w - - 0 1"] {
            let mut board = board(fen);
            play(&mut board, "e2e4");
            assert!(!can_take_en_passant(&board, 20), "{fen}");
        }
        let mut board = board("8/8/8/8/R2p3k/8/4P3/1K6 w - - 0 1");
        play(&mut board, "e2e4");
        assert!(!can_take_en_passant(&board, 20), "both pawns leave the rank");
    }

    #[test]
    fn an_illegal_en_passant_square_is_not_written() {
        let pinned = "k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1";
        assert_eq!(fen(&board(pinned)), pinned.replace("b6", "-"));
        for written in [crate::readfen::START_FEN, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
            assert_eq!(fen(&board(written)), written);
        }
        let mut board = board("3k4/8/8/8/3pP3/8/8/1K1R4 b - e3 0 1");
        play(&mut board, "d8e8 b1a1 e8d8 a1b1");
        assert_eq!(occurrences(&board), 2);
    }

    #[test]
    fn en_passant_legality_matches_the_move_generator() {
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
                assert_eq!(can_take_en_passant(&board, board.ep_square), can_take, "{}", board.fen());
                double_steps += 1;
                takeable += usize::from(can_take);
            }
            board.play(moves[random.below(moves.len())]);
        }
        assert!(takeable > 100, "{takeable} of {double_steps}");
    }
}
