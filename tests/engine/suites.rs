//! The suites of `assets/suites`: every position is legal, every solution is a legal move, and all names differ.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use alula::board::Board;
use alula::readfen::read_fen;
use alula::test::Suite;
use alula::ui::suites::BUILT_IN;

/// The files of the folder with the number of positions in each.
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
    assert_eq!(suites.len(), BUILT_IN.len(), "every suite is built in");
    suites
}

#[test]
fn every_line_is_a_position_with_a_legal_solution() {
    let mut board = Board::new();
    for (path, suite, lines) in suites() {
        assert_eq!(suite.positions.len(), lines, "{}: a line was skipped", path.display());
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
            assert!(fens.insert(position.fen), "{}: this position occurs twice", position.title);
        }
    }
}

#[test]
fn mates_are_from_one_to_six_moves_long() {
    let (_, text) = BUILT_IN.iter().find(|(name, _)| *name == "mates").expect("it is built in");
    let lengths: Vec<u32> = Suite::read(text).positions.iter().filter_map(|position| position.mate_in).collect();
    assert_eq!(lengths.len(), text.lines().count());
    assert!((1..=6).all(|moves| lengths.contains(&moves)) && lengths.iter().all(|moves| *moves <= 6), "{lengths:?}");
}
