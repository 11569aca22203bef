//! Tests of the modern search as a whole.

use super::*;
use crate::readfen::{START_FEN, read_fen};
use crate::search::Algorithm;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn board(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.algorithm = Algorithm::Modern;
    board.timer.max_time = None;
    board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
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

/// Mates in 1 to 5 moves, the side to move mating.
const MATES: [(i32, &str); 8] = [
    (1, "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"),
    (1, "8/8/8/8/8/5k2/4q3/7K b - - 0 1"),
    (2, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"),
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    (3, "1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1"),
    (4, "r1bq1r1k/1p3ppp/p7/2p1P3/2B1n3/8/PP2QPPP/R1B2RK1 w - - 0 1"),
    (5, "8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1"),
];

#[test]
fn mates_are_found_with_their_distance() {
    for (moves, fen) in MATES {
        let mut board = board(fen);
        let (_, score) = search(&mut board, 14);
        println!("{fen} {score} {:?}", mate_in(score));
        if moves < 4 {
            assert_eq!(mate_in(score), Some(moves), "{fen}");
        }
    }
}

#[test]
fn a_search_makes_a_move() {
    for fen in [START_FEN, KIWIPETE] {
        let mut board = board(fen);
        board.search_depth = 10;
        let best = board.think();
        println!("{best} {} nodes", board.inodes);
        assert!(board.legal_moves().contains(&best));
    }
}
