//! Games end by the laws of chess, including repetitions. Compared with an independent library on games in which pieces
//! often move back, and pawns make double steps that can or cannot be captured.

use std::collections::HashMap;

use alula::board::Board;
use alula::defines::*;
use alula::moves::Move;
use alula::peek::Outcome;
use alula::searcher::laws;
use alula::searcher::random::Random;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

const POSITIONS: usize = 10_000;
/// Length limit for games, in plies: enough for the fifty-move rule.
const LONGEST_GAME: usize = 200;

/// The position according to the laws: pieces, side to move, and possible moves.
fn by_the_laws(chess: &Chess) -> String {
    let fen = Fen::from_position(chess, EnPassantMode::Legal).to_string();
    fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}

/// The end of the game according to the library; repetitions and moves are counted here.
fn oracle_outcome(chess: &Chess, occurrences: usize, fifty_move: u32) -> Option<Outcome> {
    if chess.is_checkmate() {
        let winner = if chess.turn().is_white() { Side::Black } else { Side::White };
        return Some(Outcome::Mate(winner));
    }
    let draws = [
        (chess.is_stalemate(), Outcome::Stalemate),
        (chess.is_insufficient_material(), Outcome::Material),
        // The tutorial's fifty-move rule takes precedence over repetitions that only the laws count.
        (occurrences >= 3 && fifty_move < 100, Outcome::Repetition),
        (fifty_move >= 100, Outcome::FiftyMoves),
    ];
    draws.into_iter().find(|(holds, _)| *holds).map(|(_, outcome)| outcome)
}

/// A move that makes repetitions likely. If possible, it reverses the side's last move in three of four cases, and is a
/// double step in one of eight; otherwise it is random.
fn shuttling_move(board: &mut Board, random: u64) -> Move {
    let moves = board.legal_moves();
    let last = board.end_of_game.checked_sub(2).map(|ply| board.game_line[ply].mv);
    let back = last.and_then(|last| moves.iter().find(|mv| (mv.tosq(), mv.from()) == (last.from(), last.tosq())));
    let double_step = moves.iter().find(|mv| mv.is_double_step());
    match (random >> 32) % 8 {
        0..6 if back.is_some() => back.copied().unwrap_or_default(),
        6 if double_step.is_some() => double_step.copied().unwrap_or_default(),
        _ => moves[(random % moves.len() as u64) as usize],
    }
}

#[test]
fn games_end_as_the_laws_of_chess_say() {
    let mut board = Board::new();
    let mut occurrences: HashMap<String, usize> = HashMap::new();
    let (mut random, mut repetitions, mut missed, mut double_steps) = (Random(1), 0, 0, 0);
    for _ in 0..POSITIONS {
        let fen: Fen = board.fen().parse().expect("the library can read the FEN");
        let chess: Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
        let count = occurrences.entry(by_the_laws(&chess)).or_default();
        *count += 1;
        assert_eq!(laws::occurrences(&board), *count, "{}", board.fen());
        let outcome = laws::outcome(&board);
        assert_eq!(outcome, oracle_outcome(&chess, *count, board.fifty_move), "{}", board.fen());
        repetitions += usize::from(outcome == Some(Outcome::Repetition));
        missed += usize::from(outcome == Some(Outcome::Repetition) && board.is_end_of_game().outcome.is_none());
        if outcome.is_some() || board.end_of_game >= LONGEST_GAME {
            board.init();
            occurrences.clear();
            continue;
        }
        let mv = shuttling_move(&mut board, random.draw());
        double_steps += usize::from(mv.is_double_step());
        board.play(mv);
    }
    assert!(repetitions > 100 && double_steps > 500, "{repetitions} repetitions, {double_steps} double steps");
    assert!(missed > 10, "the tutorial's key misses only {missed} of {repetitions}");
}
