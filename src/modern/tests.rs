//! Tests of the modern search as a whole.

use super::*;
use crate::board::testing::patient;
use crate::readfen::{START_FEN, read_fen};
use crate::search::Algorithm;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn board(fen: &str) -> Box<Board> {
    let mut board = patient(fen);
    board.algorithm = Algorithm::Modern;
    board
}

/// Searches to a fixed depth and returns best move and score as reported.
fn search(board: &mut Board, depth: usize) -> (String, i32) {
    board.clear_for_search();
    let mut score = 0;
    for depth in 1..=depth {
        score = board.search_root(depth);
    }
    (board.last_pv[0].to_string(), score)
}

/// Depth at which a mate in `moves` is found; no iteration may claim a shorter one.
fn depth_of_mate(board: &mut Board, moves: i32, deepest: usize) -> Option<usize> {
    board.clear_for_search();
    for depth in 1..=deepest {
        let found = mate_in(board.search_root(depth));
        assert!(found.is_none_or(|found| found.signum() == moves.signum()), "{found:?} instead of {moves}");
        assert!(found.is_none_or(|found| found.abs() >= moves.abs()), "{found:?} instead of {moves}");
        if found == Some(moves) {
            return Some(depth);
        }
    }
    None
}

/// Mates in 1 to 6 moves, the side to move mating.
const MATES: [(i32, &str); 14] = [
    (1, "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"),
    (1, "8/8/8/8/8/5k2/4q3/7K b - - 0 1"),
    (1, "4r1k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1"),
    (3, "8/8/7k/8/8/8/1R6/R3K3 w - - 0 1"),
    (2, "7k/8/8/8/8/1R6/8/R3K3 w - - 0 1"),
    (2, "k7/8/2K5/8/8/8/8/7Q w - - 0 1"),
    (2, "6k1/8/5K2/8/8/8/8/7R w - - 0 1"),
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    (3, "1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1"),
    (3, "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1"),
    (3, "3k4/8/8/4K3/8/8/8/7R w - - 0 1"),
    (4, "8/4k3/8/8/8/1R6/8/R3K3 w - - 0 1"),
    (5, "8/8/8/8/4k3/8/1R6/R3K3 w - - 0 1"),
    (6, "8/8/8/4k3/8/8/1R6/R3K3 w - - 0 1"),
];

#[test]
fn mates_are_found_with_their_distance() {
    for (moves, fen) in MATES {
        assert!(depth_of_mate(&mut board(fen), moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn the_mated_side_sees_the_distance_too() {
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves > 1 && *moves < 4) {
        let mut board = board(fen);
        assert!(depth_of_mate(&mut board, moves, 24).is_some(), "{fen}");
        let best = board.last_pv[0];
        board.play(best);
        board.modern.clear();
        assert!(depth_of_mate(&mut board, 1 - moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn every_technique_switched_off_alone_still_finds_the_mates() {
    for (name, technique) in Techniques::by_name() {
        for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves <= 3) {
            let mut board = board(fen);
            board.modern.techniques.remove(technique);
            assert!(depth_of_mate(&mut board, moves, 24).is_some(), "{fen} without {name}");
        }
    }
}

#[test]
fn stalemate_is_seen_and_avoided() {
    // Kd6 is stalemate, all else loses the pawn.
    assert_eq!(search(&mut board("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1"), 8).1, 0);
    // Qf7 or Qg6 would be stalemate.
    let (best, score) = search(&mut board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), 8);
    assert!(mate_in(score) == Some(1) || mate_in(score) == Some(2), "{best} {score}");
}

#[test]
fn a_perpetual_check_saves_the_weaker_side() {
    // White is a rook down and can only check for ever.
    let (_, score) = search(&mut board("6k1/5ppp/8/8/8/7q/r4P1P/3Q2K1 b - - 0 1"), 4);
    assert!(score > 300, "without a perpetual the rook counts: {score}");
    let (_, score) = search(&mut board("6k1/5p2/8/6Q1/8/8/qr3P2/6K1 b - - 0 1"), 14);
    assert_eq!(score, 0);
}

#[test]
fn a_repetition_before_the_root_counts_when_it_is_the_third() {
    let mut board = board("7k/8/8/8/8/8/r7/6RK w - - 0 1");
    for text in ["g1f1", "a2b2", "f1g1", "b2a2", "g1f1", "a2b2", "f1g1"] {
        let mv = board.is_valid_text_move(text).expect("a legal move");
        board.play(mv);
    }
    let b2a2 = board.is_valid_text_move("b2a2").expect("a legal move");
    board.make_move(b2a2);
    assert!(board.is_repetition());
    board.unmake_move();
}

#[test]
fn fifty_moves_end_the_tree_unless_it_is_mate() {
    // One half-move left: only a mate, a capture or a pawn move can change anything.
    let (best, score) = search(&mut board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 99 90"), 6);
    assert_eq!((best.as_str(), mate_in(score)), ("a1a8", Some(1)));
    let (_, score) = search(&mut board("7k/8/8/8/8/8/R7/4K3 w - - 99 90"), 6);
    assert_eq!(score, 0);
    let (best, score) = search(&mut board("7k/8/8/8/8/8/R3P3/4K3 w - - 99 90"), 8);
    assert!(best.starts_with("e2e") && score > 300, "{best} {score}");
}

#[test]
fn a_mate_beyond_the_fifty_moves_is_no_mate_in_the_table_either() {
    // Searched with much room first, the table holds the mate; with none left it must not be believed.
    let mut board = board("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1");
    assert!(depth_of_mate(&mut board, 2, 24).is_some());
    board.init_from_setup(&read_fen("7k/8/8/8/8/1R6/8/R3K3 w - - 98 90").expect("legal").setup);
    assert_eq!(search(&mut board, 8).1, 0);
}

#[test]
fn an_aborted_search_leaves_the_board_as_it_was_and_gives_a_legal_move() {
    for fen in [KIWIPETE, "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
        let mut board = board(fen);
        let before = (board.fen(), board.hashkey, board.bitmap);
        for nodes in (1..400).chain((400..20_000).step_by(397)) {
            board.max_nodes = Some(nodes);
            let best = board.think();
            assert!(board.legal_moves().contains(&best), "after {nodes} nodes");
            assert_eq!((board.fen(), board.hashkey, board.bitmap), before);
            assert_eq!((board.end_of_search, board.end_of_game), (0, 0));
            assert!(board.inodes <= nodes);
        }
    }
}

#[test]
fn two_threads_find_the_mates_and_stop() {
    let mut board = board("1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1");
    board.modern.threads = 2;
    board.search_depth = 18;
    for _ in 0..10 {
        assert_eq!(board.think().to_string(), "e4h7");
    }
}

#[test]
fn the_deepest_search_fits_into_the_arrays() {
    for fen in [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/8/8/8/8/k7/p7/K7 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/7r/k1K4r w - - 0 1",
    ] {
        let Ok(fen) = read_fen(fen) else { continue };
        let mut board = board(START_FEN);
        board.init_from_setup(&fen.setup);
        board.search_depth = MAX_PLIES;
        board.max_nodes = Some(300_000);
        board.deepen_modern();
    }
}

#[test]
fn a_search_makes_a_move() {
    for fen in [START_FEN, KIWIPETE] {
        let mut board = board(fen);
        board.search_depth = 10;
        let best = board.think();
        assert!(board.legal_moves().contains(&best));
    }
}

#[test]
fn a_mate_by_zugzwang_is_found_without_passing() {
    // Morphy's problem, 1. Ra6: every move of Black spoils something, so whoever lets him pass does not see it.
    let mut board = board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    board.modern.techniques.remove(Techniques::NULL_MOVE);
    assert!(depth_of_mate(&mut board, 2, 20).is_some());
}
