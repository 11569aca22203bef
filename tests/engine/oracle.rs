//! Compares Alula's rules of chess with those of an independent library, on the positions of random games.
//!
//! The two agree in everything tested here, including draws by material: bare kings, a lone knight, only bishops on
//! squares of one colour. They differ in two points. The library keeps no history, so it detects neither repetitions
//! nor the fifty-move rule, which end a game in Alula. It also rejects positions with a check that no legal move can
//! give; Alula accepts them.

use std::collections::BTreeMap;

use alula::board::Board;
use alula::defines::*;
use alula::peek::Outcome;
use alula::setup::Setup;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError};

use crate::positions::{Dice, board, random_games};

const GAMES: u64 = 8;

/// The board's position in the library.
fn oracle(board: &Board) -> Chess {
    let fen: Fen = board.fen().parse().expect("the library can read the FEN");
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .expect("the library takes the position")
}

/// The end of the game according to the library, without history.
fn oracle_outcome(chess: &Chess) -> Option<Outcome> {
    if chess.is_checkmate() {
        let winner = if chess.turn().is_white() { Side::Black } else { Side::White };
        Some(Outcome::Mate(winner))
    } else if chess.is_stalemate() {
        Some(Outcome::Stalemate)
    } else if chess.is_insufficient_material() {
        Some(Outcome::Material)
    } else {
        None
    }
}

/// The end of the game according to Alula, without history.
fn outcome(board: &mut Board) -> Option<Outcome> {
    let outcome = board.is_end_of_game().outcome;
    outcome.filter(|outcome| !matches!(outcome, Outcome::Repetition | Outcome::FiftyMoves))
}

#[test]
fn legal_moves_and_their_notation() {
    let mut moves = 0;
    random_games(GAMES, |board| {
        let chess = oracle(board);
        let legal = board.legal_moves();
        let ours: BTreeMap<String, String> = legal.iter().map(|&mv| (mv.to_string(), board.san(mv))).collect();
        let theirs: BTreeMap<String, String> = chess
            .legal_moves()
            .into_iter()
            .map(|mv| (UciMove::from_standard(mv).to_string(), SanPlus::from_move(chess.clone(), mv).to_string()))
            .collect();
        assert_eq!(ours, theirs, "{}", board.fen());
        assert_eq!(legal.len(), ours.len(), "a move is generated twice in {}", board.fen());
        moves += legal.len();
    });
    assert!(moves > 100_000, "only {moves} moves were compared");
}

#[test]
fn positions_after_every_move() {
    let mut chess = Chess::default();
    random_games(GAMES, |board| {
        if board.end_of_game == 0 {
            chess = oracle(board);
        } else {
            let played: UciMove = board.game_line[board.end_of_game - 1].mv.to_string().parse().expect("coordinates");
            chess.play_unchecked(played.to_move(&chess).expect("a legal move"));
        }
        assert_eq!(board.fen(), Fen::from_position(&chess, EnPassantMode::Always).to_string());
    });
}

#[test]
fn checks_and_ends_of_games() {
    let mut checks = 0;
    let mut ends = BTreeMap::new();
    random_games(GAMES, |board| {
        let chess = oracle(board);
        assert_eq!(board.is_own_king_attacked(), chess.is_check(), "{}", board.fen());
        assert_eq!(outcome(board), oracle_outcome(&chess), "{}", board.fen());
        checks += usize::from(chess.is_check());
        if let Some(end) = oracle_outcome(&chess) {
            *ends.entry(format!("{end:?}")).or_insert(0) += 1;
        }
    });
    assert!(checks > 100, "only {checks} checks occurred");
    assert_eq!(ends.len(), 4, "not every kind of end occurred: {ends:?}");
}

#[test]
fn draws_by_material() {
    let mut dice = Dice::new(1);
    let mut draws = 0;
    for _ in 0..5_000 {
        let Some(setup) = few_pieces(&mut dice) else { continue };
        let mut board = board(&setup);
        let chess = oracle(&board);
        assert_eq!(board.is_material_draw(), chess.is_insufficient_material(), "{}", board.fen());
        assert_eq!(outcome(&mut board), oracle_outcome(&chess), "{}", board.fen());
        draws += usize::from(board.is_material_draw());
    }
    assert!(draws > 500, "only {draws} draws occurred");
}

/// The kings and up to four other pieces on random squares, if the position is legal.
fn few_pieces(dice: &mut Dice) -> Option<Setup> {
    let mut setup = Setup { next_move: dice.pick(&Side::BOTH), ..Setup::empty() };
    let others = dice.below(5);
    let kinds = [KNIGHT, KNIGHT, BISHOP, BISHOP, BISHOP, BISHOP, PAWN, ROOK, QUEEN];
    setup.square[dice.below(64)] = WHITE_KING;
    setup.square[dice.below(64)] = BLACK_KING;
    for _ in 0..others {
        setup.square[dice.below(64)] = dice.pick(&Side::BOTH).piece(dice.pick(&kinds));
    }
    setup.validate().ok().map(|_| setup)
}
