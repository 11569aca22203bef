//! The laboratory's instrument is a second copy of the tutorial's search. With the tutorial's settings it must visit
//! the same nodes and return the same score and line in every position.

use alula::board::Board;
use alula::instrument::{Instrument, Settings};
use alula::searcher::random::Random;
use alula::searcher::{Algorithm, AtRoot, Control, Limits, Searcher, Thought, Tutorial};

/// The result of a search: score, nodes, principal variation.
type Found = (i32, u64, String);

fn found(board: &mut Board, score: i32) -> Found {
    board.remember_pv();
    let pv: Vec<String> = board.last_pv[..board.last_pv_length].iter().map(|mv| mv.to_string()).collect();
    (score, board.inodes, pv.join(" "))
}

fn by_tutorial(game: &Board, algorithm: Algorithm, depth: usize) -> Found {
    let mut tutorial = Tutorial::of(game, algorithm);
    tutorial.board.timer.max_time = None;
    tutorial.board.clear_for_search();
    let score = tutorial.search_root(depth);
    found(&mut tutorial.board, score)
}

fn by_instrument(game: &Board, algorithm: Algorithm, settings: Settings, depth: usize) -> Found {
    let mut instrument = Instrument::with(algorithm, settings);
    instrument.set_game(game);
    instrument.board.timer.max_time = None;
    instrument.clear_for_search();
    let score = instrument.search_root(depth);
    found(&mut instrument.board, score)
}

/// Plays random games and calls `visit` with each position that has a legal move, `count` times in total.
fn random_positions(seed: u64, count: usize, mut visit: impl FnMut(&mut Board, usize)) {
    let mut board = Board::new();
    board.timer.max_time = None;
    let (mut random, mut visited) = (Random(seed), 0);
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

/// Two threads search half of the positions each.
#[test]
fn both_searches_agree_on_ten_thousand_positions() {
    let nodes_of_half = |seed: u64| {
        let mut nodes = 0;
        random_positions(seed, 5_000, |board, number| {
            let depth = [1, 2, 1, 2, 3][number % 5] + usize::from(number % 100 == 99);
            let plain = by_tutorial(board, Algorithm::Pvs, depth);
            let counted = by_instrument(board, Algorithm::Pvs, Settings::TUTORIAL, depth);
            assert_eq!(plain, counted, "{} at depth {depth}", board.fen());
            nodes += plain.1;
        });
        nodes
    };
    let nodes: u64 = std::thread::scope(|scope| {
        let halves = [1, 2].map(|seed| scope.spawn(move || nodes_of_half(seed)));
        halves.into_iter().map(|half| half.join().expect("both searches agree")).sum()
    });
    assert!(nodes > 1_000_000, "{nodes} nodes are no proof");
}

#[test]
fn both_searches_agree_iteration_by_iteration() {
    random_positions(1, 100, |board, _| {
        let limits = Limits { root: AtRoot::Search, ..Limits::depth(4) };
        let search = |searcher: &mut dyn Searcher| {
            let Thought { best, depth, score, pv, nodes, end, .. } = searcher.think(&limits, &Control::silent());
            (best, depth, score, pv, nodes, end)
        };
        let plain = search(&mut Tutorial::of(board, Algorithm::Pvs));
        assert_eq!(plain, search(&mut Instrument::of(board, Settings::TUTORIAL)), "{}", board.fen());
    });
}

#[test]
fn the_first_stages_agree_as_well() {
    random_positions(1, 300, |board, number| {
        let algorithm = if number % 2 == 0 { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let depth = 1 + number % 3;
        let counted = by_instrument(board, algorithm, Settings::TUTORIAL, depth);
        assert_eq!(by_tutorial(board, algorithm, depth), counted, "{} at depth {depth}", board.fen());
    });
}

/// A planted difference must be detected, or the comparison would prove nothing.
#[test]
fn a_difference_would_be_seen() {
    let mut differs = 0;
    random_positions(1, 50, |board, _| {
        let mut settings = Settings::TUTORIAL;
        settings.switches.history = false;
        let plain = by_tutorial(board, Algorithm::Pvs, 4);
        differs += usize::from(by_instrument(board, Algorithm::Pvs, settings, 4) != plain);
    });
    assert!(differs > 25, "{differs} of 50");
}
