//! The suites of `assets/suites`: every position can be set up, every solution can be played, and no two have one name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use alula::board::Board;
use alula::readfen::read_fen;
use alula::test::Suite;

/// The files of the folder with the numbers of their positions.
fn suites() -> Vec<(PathBuf, Suite, usize)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/suites");
    let paths = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let suites: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "epd"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path, Suite::read(&text), text.lines().count())
        })
        .collect();
    assert!(suites.len() >= 3, "only {} suites", suites.len());
    suites
}

#[test]
fn every_line_is_a_position_with_a_legal_solution() {
    let mut board = Board::new();
    for (path, suite, lines) in suites() {
        assert_eq!(suite.positions.len(), lines, "{}: a line was passed over", path.display());
        for position in &suite.positions {
            let fen = read_fen(&position.fen).unwrap_or_else(|error| panic!("{}: {error}", position.title));
            assert!(fen.dropped.is_empty(), "{}: {:?}", position.title, fen.dropped);
            board.init_from_setup(&fen.setup);
            assert!(position.has_solution(), "{}: no solution", position.title);
            for text in position.best_moves.iter().chain(&position.avoid_moves) {
                let mv = board.read_move(text).unwrap_or_else(|error| panic!("{}, {text}: {error}", position.title));
                assert_eq!(board.san(mv), *text, "{}", position.title);
            }
        }
    }
}

#[test]
fn names_and_positions_are_there_once() {
    let (mut names, mut fens) = (BTreeSet::new(), BTreeSet::new());
    for (path, suite, _) in suites() {
        for position in suite.positions {
            assert!(!position.title.is_empty(), "{}: a position without a name", path.display());
            assert!(names.insert(position.title.clone()), "{}: twice", position.title);
            assert!(fens.insert(position.fen), "{}: this position is there twice", position.title);
        }
    }
}
