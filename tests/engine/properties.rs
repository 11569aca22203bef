//! Properties that hold in every position, tested on random games.

use std::collections::{BTreeMap, HashMap};

use alula::board::Board;
use alula::defines::*;
use alula::instrument::{Instrument, Settings};
use alula::moves::Move;
use alula::readfen::{Fen, read_fen};
use alula::searcher::stats::Iteration;
use alula::searcher::{Algorithm, Control, Limits, Searcher, Tutorial};
use alula::setup::Setup;

use crate::positions::{BEGINNINGS, Dice, Position, Snapshot, board_of, pseudo_legal_moves, random_games};

const GAMES: u64 = 8;
const ALGORITHMS: [Algorithm; 3] = [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs];

/// Whether this is one of the few positions of a game used by tests that search.
fn is_sample(board: &Board) -> bool {
    board.end_of_game % 15 == 7
}

/// Checks that the random games cover these cases; otherwise the other tests would prove little.
#[test]
fn random_games_cover_all_cases() {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |what: String| *met.entry(what).or_default() += 1;
    random_games(GAMES, |board| {
        count("position".into());
        for mv in board.legal_moves() {
            if mv.is_castling() {
                count(format!("{:?} castles to {}", board.next_move, file(mv.tosq())));
            } else if mv.is_en_passant() {
                count(format!("{:?} takes en passant", board.next_move));
            } else if mv.is_promotion() {
                count(format!("piece {} from a pawn, {}", mv.prom(), if mv.is_capture() { "taking" } else { "quiet" }));
            }
        }
        if board.repetition_count() >= 3 {
            count("third occurrence".into());
        }
        if board.fifty_move >= 100 {
            count("fifty moves".into());
        }
        if board.is_own_king_attacked() {
            count("check".into());
        }
    });
    assert!(met["position"] > 5_000, "{met:?}");
    assert_eq!(met.len(), 1 + 4 + 2 + 16 + 3, "a case did not occur: {met:?}");
    assert!(met.values().all(|&times| times >= 10), "a case occurred too rarely: {met:?}");
}

// ---- making and unmaking moves ----------------------------------------------------------------------------------

#[test]
fn taking_back_restores_every_bit() {
    random_games(GAMES, |board| {
        let before = Snapshot::of(board);
        for mv in pseudo_legal_moves(board) {
            board.make_move(mv);
            board.unmake_move();
            assert_eq!(Snapshot::of(board), before, "{mv} in {}", board.fen());
        }
    });
}

#[test]
fn incremental_state_equals_recomputed_state() {
    random_games(GAMES, |board| {
        for mv in board.legal_moves() {
            board.make_move(mv);
            assert!(board.is_consistent(), "after {mv}: {}", board.fen());
            board.unmake_move();
        }
        assert_eq!(Position::of(board), Position::of(&crate::positions::board(&board.setup())), "{}", board.fen());
    });
}

#[test]
fn a_whole_game_is_taken_back() {
    let mut beginning = Snapshot::of(&Board::new());
    random_games(GAMES, |board| {
        if board.end_of_game == 0 {
            beginning = Snapshot::of(board);
        }
        if is_sample(board) {
            let mut copy = board.clone();
            while copy.undo().is_some() {}
            assert_eq!(Snapshot::of(&copy), beginning);
        }
    });
}

#[test]
fn the_king_guard_passes_exactly_the_legal_moves() {
    random_games(GAMES, |board| {
        let guard = board.king_guard();
        for mv in pseudo_legal_moves(board) {
            let passed = board.make_legal(mv, guard);
            if passed {
                board.unmake_move();
            }
            assert_eq!(passed, board.is_legal(mv), "{mv} in {}", board.fen());
        }
    });
}

#[test]
fn passing_leaves_the_board_as_it_was() {
    let mut passes = 0;
    random_games(GAMES, |board| {
        let mut instrument = Instrument::of(board, Settings::TUTORIAL);
        let (before, eval) = (Snapshot::of(&instrument.board), board.eval());
        let (depth, in_check) = (instrument.settings.null_move.reduction, board.is_own_king_attacked());
        instrument.try_null(1, depth, LARGE_NUMBER - 1, LARGE_NUMBER, in_check);
        assert_eq!(Snapshot::of(&instrument.board), before);
        assert_eq!(instrument.board.eval(), eval);
        assert!(instrument.board.is_consistent());
        passes += instrument.stats.null.tries;
    });
    assert!(passes > 1_000, "only {passes} passes");
}

// ---- text forms of a position -------------------------------------------------------------------------------------

#[test]
fn a_fen_round_trips() {
    random_games(GAMES, |board| {
        let fen = board.fen();
        let setup = board.setup();
        assert_eq!(read_fen(&fen), Ok(Fen { setup: setup.clone(), dropped: vec![] }), "{fen}");
        assert_eq!(crate::positions::board(&setup).fen(), fen);
    });
}

#[test]
fn the_mirrored_position_is_worth_the_same() {
    random_games(GAMES, |board| {
        let setup = board.setup();
        let mut mirrored = crate::positions::board(&mirror(&setup));
        assert_eq!(mirrored.eval(), board.eval(), "{}", board.fen());
        assert_eq!(mirrored.legal_moves().len(), board.legal_moves().len(), "{}", board.fen());
        assert_eq!(mirror(&mirrored.setup()), setup);
    });
}

/// The same position with colours reversed.
fn mirror(setup: &Setup) -> Setup {
    let mut mirrored = setup.clone();
    for (square, &piece) in setup.square.iter().enumerate() {
        mirrored.square[Side::Black.relative(square)] = if piece == EMPTY { EMPTY } else { piece ^ BLACK_BIT };
    }
    mirrored.next_move = setup.next_move.other();
    mirrored.castle.reverse();
    mirrored.ep_square = if setup.ep_square == 0 { 0 } else { Side::Black.relative(setup.ep_square) };
    mirrored
}

#[test]
fn repetitions_are_counted_as_by_comparing_positions() {
    let mut past = HashMap::new();
    random_games(GAMES, |board| {
        if board.end_of_game == 0 {
            past.clear();
        }
        let fen = board.fen();
        let position = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let occurrences = past.entry(position).or_insert(0);
        *occurrences += 1;
        assert_eq!(board.repetition_count(), *occurrences, "{fen}");
    });
}

#[test]
fn the_capture_list_is_complete_and_sorted() {
    random_games(GAMES, |board| {
        let end = board.captgen(0);
        let (listed, values) = (board.move_buffer[..end].to_vec(), board.move_value[..end].to_vec());
        let exchanges: Vec<i32> = listed.iter().map(|&mv| board.see(mv)).collect();
        assert_eq!(values, exchanges, "{}", board.fen());
        assert!(values.is_sorted_by(|better, worse| better >= worse), "{values:?} in {}", board.fen());
        let all = pseudo_legal_moves(board).into_iter();
        let wins = |mv: &Move| (mv.is_capture() || mv.is_promotion()) && board.see(*mv) >= MINCAPTVAL;
        assert_eq!(sorted(all.filter(wins).collect()), sorted(listed), "{}", board.fen());
    });
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(|mv| mv.0);
    moves
}

#[test]
fn a_move_is_read_from_each_of_its_texts() {
    random_games(2, |board| {
        for mv in board.legal_moves() {
            for text in [mv.to_string(), board.san(mv), board.to_san(mv)] {
                assert_eq!(board.read_move(&text), Ok(mv), "{text} in {}", board.fen());
            }
        }
    });
}

// ---- searching ----------------------------------------------------------------------------------------------------

#[test]
fn a_search_of_any_length_leaves_the_board_as_it_was() {
    let mut dice = Dice::new(1);
    random_games(GAMES, |board| {
        if !is_sample(board) {
            return;
        }
        for algorithm in ALGORITHMS {
            let nodes = 1 + dice.below(3_000) as u64;
            let mut tutorial = Tutorial::of(board, algorithm);
            let before = Snapshot::of(&tutorial.board);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let best = tutorial.think(&limits, &Control::silent()).best;
            assert_eq!(Snapshot::of(&tutorial.board), before, "{algorithm:?}, {nodes} nodes");
            assert_eq!(best.is_some(), board.is_end_of_game().outcome.is_none(), "{}", board.fen());
            assert!(!best.is_some() || board.legal_moves().contains(&best), "{best} in {}", board.fen());
        }
    });
}

#[test]
fn a_search_does_not_depend_on_what_the_board_did_before() {
    let mut dice = Dice::new(2);
    let mut used = Tutorial::default();
    for fen in BEGINNINGS {
        for (algorithm, depth) in ALGORITHMS.into_iter().zip([2, 3, 5]) {
            work(&mut used, &mut dice);
            let board = board_of(fen);
            used.algorithm = algorithm;
            used.set_game(&board);
            let mut fresh = Tutorial::of(&board, algorithm);
            assert_eq!(Snapshot::of(&used.board), Snapshot::of(&fresh.board));
            let again = record(&mut used, depth);
            assert_eq!(again, record(&mut fresh, depth), "{algorithm:?} in {fen}");
            assert!(!again.2.is_empty() || again.0.is_some(), "{algorithm:?} finds nothing in {fen}");
        }
    }
}

/// Fills the board of a search with leftovers: a game, history counts, and an aborted search.
fn work(tutorial: &mut Tutorial, dice: &mut Dice) {
    let board = &mut tutorial.board;
    board.init_from_setup(&board_of(dice.pick(&BEGINNINGS)).setup());
    for _ in 0..10 {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.play(dice.pick(&moves));
    }
    board.perft(2);
    tutorial.algorithm = dice.pick(&ALGORITHMS);
    let nodes = Some(1 + dice.below(20_000) as u64);
    tutorial.think(&Limits { nodes, ..Limits::depth(8) }, &Control::silent());
}

/// A move, the line that it begins, and the iterations that led to it.
type Recorded = (Move, Vec<Move>, Vec<Iteration>);

fn record(tutorial: &mut Tutorial, depth: usize) -> Recorded {
    let thought = tutorial.think(&Limits::depth(depth), &Control::silent());
    let without_time = |iteration: Iteration| Iteration { ms: 0, ..iteration };
    (thought.best, thought.pv, thought.stats.iterations.into_iter().map(without_time).collect())
}
