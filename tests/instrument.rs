//! The laboratory's instrument is a second copy of the tutorial's search. With everything at the tutorial's values it
//! must visit the same nodes and find the same score and line in every position.

use alula::board::{Algorithm, Board};
use alula::lab::random::Random;

/// The result of a search: score, nodes, principal variation.
type Found = (i32, u64, String);

fn search(board: &mut Board, depth: usize, instrument: bool) -> Found {
    board.lab.instrument = instrument;
    board.clear_for_search();
    let score = board.search_root(depth);
    board.remember_pv();
    let pv: Vec<String> = board.last_pv[..board.last_pv_length].iter().map(|mv| mv.to_string()).collect();
    (score, board.inodes, pv.join(" "))
}

/// Plays random games and calls `visit` with each position that has a legal move, `count` times in all.
fn random_positions(count: usize, mut visit: impl FnMut(&mut Board, usize)) {
    let mut board = Board::new();
    board.timer.max_time = None;
    let (mut random, mut visited) = (Random(1), 0);
    while visited < count {
        let moves = board.legal_moves();
        if moves.is_empty() || board.end_of_game > 120 {
            board.init();
            continue;
        }
        visit(&mut board, visited);
        visited += 1;
        board.play(moves[random.below(moves.len())]);
    }
}

#[test]
fn both_searches_agree_on_ten_thousand_positions() {
    let mut nodes = 0;
    random_positions(10_000, |board, number| {
        let depth = [1, 2, 1, 2, 3][number % 5] + usize::from(number % 100 == 99);
        let plain = search(board, depth, false);
        assert_eq!(plain, search(board, depth, true), "{} at depth {depth}", board.fen());
        nodes += plain.1;
    });
    assert!(nodes > 1_000_000, "{nodes} nodes are no proof");
}

#[test]
fn both_searches_agree_iteration_by_iteration() {
    random_positions(100, |board, _| {
        board.search_depth = 4;
        board.lab.instrument = false;
        let plain = (board.deepen(), board.inodes, board.last_pv);
        board.lab.instrument = true;
        assert_eq!(plain, (board.deepen(), board.inodes, board.last_pv), "{}", board.fen());
    });
}

#[test]
fn the_first_stages_agree_as_well() {
    random_positions(300, |board, number| {
        board.algorithm = if number % 2 == 0 { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let depth = 1 + number % 3;
        assert_eq!(search(board, depth, false), search(board, depth, true), "{} at depth {depth}", board.fen());
    });
}

/// A planted difference must be noticed, or the comparison proves nothing.
#[test]
fn a_difference_would_be_seen() {
    let mut differs = 0;
    random_positions(50, |board, _| {
        let plain = search(board, 4, false);
        board.lab.switches.history = false;
        differs += usize::from(search(board, 4, true) != plain);
        board.lab.switches.history = true;
    });
    assert!(differs > 25, "{differs} of 50");
}
