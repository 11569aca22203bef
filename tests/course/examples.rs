//! The small programs of the chapters compute the same figures as the original program, recorded in the golden tables.

use std::fs;
use std::path::Path;

use alula::defines::LARGE_NUMBER;
use alula::moves::Move;

#[path = "../../examples/chapter_12.rs"]
#[allow(dead_code)] // Its `main` is not called here.
mod chapter_12;
#[path = "../../examples/chapter_13.rs"]
#[allow(dead_code)] // Its `main` is not called here.
mod chapter_13;
#[path = "../../examples/chapter_14.rs"]
#[allow(dead_code)] // Its `main` is not called here.
mod chapter_14;
#[path = "../../examples/chapter_16.rs"]
#[allow(dead_code)] // Its `main` is not called here.
mod chapter_16;
#[path = "../../examples/chapter_19.rs"]
#[allow(dead_code)] // Its `main` is not called here.
mod chapter_19;

use chapter_16::chapter_15;
use chapter_17::chapter_15::common::Search;
use chapter_19::chapter_18;
use chapter_19::chapter_18::chapter_17;

/// Maximum number of nodes of a compared row.
const MOST_NODES: u64 = 100_000;

/// The rows of a golden table, split into cells.
fn rows(table: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(table).with_extension("tsv");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|line| line.split('\t').map(String::from).collect()).collect()
}

fn number<T: std::str::FromStr>(cell: &str) -> Option<T> {
    cell.parse().ok()
}

fn line(pv: &[Move]) -> String {
    let moves: Vec<String> = pv.iter().map(Move::to_string).collect();
    if moves.is_empty() { "-".into() } else { moves.join(" ") }
}

#[test]
fn chapter_12_counts_as_the_tables_do() {
    let mut compared = 0;
    for row in rows("perft") {
        let leaves: u64 = number(&row[2]).expect("a count");
        if leaves <= MOST_NODES {
            let mut board = chapter_12::common::board_of(&row[0]).expect("a legal position");
            assert_eq!(chapter_12::perft(&mut board, number(&row[1]).expect("a depth")), leaves, "{row:?}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "only {compared} rows");
    let mut board =
        chapter_12::common::board_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").expect("legal");
    let counts = chapter_12::divide(&mut board, 3);
    assert_eq!((counts.len(), counts.iter().map(|(_, leaves)| leaves).sum::<u64>()), (20, 8902));
}

#[test]
fn chapter_13_evaluates_and_looks_one_ply_ahead() {
    let (mut scores, mut moves) = (0, 0);
    for row in rows("eval") {
        let Ok(mut board) = chapter_13::common::board_of(&row[0]) else { continue };
        assert_eq!(Some(chapter_13::score(&mut board)), number(&row[1]), "{row:?}");
        scores += 1;
    }
    for row in rows("minimax").iter().filter(|row| row[1] == "1") {
        let mut board = chapter_13::common::board_of(&row[0]).expect("a legal position");
        if let Some((mv, value)) = chapter_13::best_move(&mut board) {
            assert_eq!((value.to_string(), mv.to_string()), (row[2].clone(), row[4].clone()), "{row:?}");
            moves += 1;
        }
    }
    assert!(scores >= 170 && moves >= 6, "only {scores} scores and {moves} moves");
}

#[test]
fn chapter_14_searches_as_minimax_and_alphabeta() {
    for (table, cuts) in [("minimax", Cuts::Never), ("alphabeta", Cuts::AtBeta)] {
        let mut compared = 0;
        for row in rows(table).iter().filter(|row| number::<u64>(&row[3]).is_some_and(|nodes| nodes <= MOST_NODES)) {
            let Ok(mut search) = chapter_14::Search::of(&row[0]) else { continue };
            let (depth, mut pv) = (number(&row[1]).expect("a depth"), Vec::new());
            let value = match cuts {
                Cuts::Never => search.minimax(depth, &mut pv),
                Cuts::AtBeta => search.alphabeta(depth, -LARGE_NUMBER, LARGE_NUMBER, &mut pv),
            };
            let found = [value.to_string(), search.nodes.to_string(), line(&pv)];
            assert_eq!(found, [&*row[2], &*row[3], &*row[4]], "{table}: {row:?}");
            compared += 1;
        }
        assert!(compared >= 20, "only {compared} rows of {table}");
    }
}

/// The two searches of chapter 14.
#[derive(Clone, Copy)]
enum Cuts {
    Never,
    AtBeta,
}

#[test]
fn chapter_15_knows_the_end_of_the_game() {
    let mut compared = 0;
    for row in rows("game_end").iter().filter(|row| row[2] != "-1" && !row[0].contains(" moves ")) {
        let Ok(mut search) = chapter_15::Search::of(&row[0]) else { continue };
        assert_eq!(search.has_ended(), row[1] == "1", "{row:?}");
        compared += 1;
    }
    assert!(compared >= 30, "only {compared} rows");
    let mut search = chapter_15::Search::of("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1").expect("a legal position");
    let value = search.alphabeta(0, 4, -LARGE_NUMBER, LARGE_NUMBER, &mut Vec::new());
    assert_eq!(value, 9997);
}

#[test]
fn chapter_16_sees_repetitions() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (moves, times) in [(String::new(), 1), (shuffle.into(), 2), (format!("{shuffle} {shuffle}"), 3)] {
        let mut search = chapter_16::Search::of(start, &moves).expect("legal moves");
        assert_eq!((search.occurrences(), search.board.repetition_count()), (times, times));
        let value = search.alphabeta(0, 1, -LARGE_NUMBER, LARGE_NUMBER, &mut Vec::new());
        assert_eq!(value == 0 && search.nodes == 0, times == 3);
    }
}

/// Compares every depth of a table whose counters accumulate from depth to depth.
fn compare_iterations(table: &str, prepare: fn(&mut Search)) {
    let rows = rows(table);
    let mut compared = 0;
    for first in rows.iter().filter(|row| row[1] == "1") {
        let Ok(mut search) = Search::of(&first[0], chapter_17::pvs) else { continue };
        prepare(&mut search);
        for row in rows.iter().filter(|row| row[0] == first[0]) {
            let Some(nodes) = number::<u64>(&row[3]).filter(|nodes| *nodes <= MOST_NODES) else { break };
            let mut pv = Vec::new();
            let value = search.iterate(number(&row[1]).expect("a depth"), &mut pv);
            assert_eq!(
                (value.to_string(), search.nodes, line(&pv)),
                (row[2].clone(), nodes, row[4].clone()),
                "{row:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} rows of {table}");
}

#[test]
fn chapter_17_finds_the_scores_of_minimax() {
    let mut compared = 0;
    for row in rows("minimax").iter().filter(|row| number::<u64>(&row[3]).is_some_and(|nodes| nodes <= MOST_NODES)) {
        // Minimax detects neither mate nor stalemate nor draws, so a row is skipped if the chapter's search finds a
        // mate or the score 0.
        let depth: i32 = number(&row[1]).expect("a depth");
        let Ok(mut search) = Search::of(&row[0], chapter_17::pvs) else { continue };
        let value = (1..=depth).map(|depth| search.iterate(depth, &mut Vec::new())).last();
        let reference: i32 = number(&row[2]).expect("a score");
        if reference.abs() < LARGE_NUMBER && value.is_some_and(|value| value != 0 && value.abs() < 9000) {
            assert_eq!(value, Some(reference), "{row:?}");
            assert!(search.nodes <= 3 * number::<u64>(&row[3]).expect("a count"), "{row:?}");
            compared += 1;
        }
    }
    // A search that always returned 0 would be skipped everywhere.
    assert!(compared >= 12, "only {compared} rows");
}

#[test]
fn chapter_18_is_the_tutorials_search_without_null_moves() {
    compare_iterations("pvs_iterative_nonull", chapter_18::prepare);
    let mut compared = 0;
    for row in rows("qsearch") {
        let Ok(mut search) = Search::of(&row[0], chapter_17::pvs) else { continue };
        chapter_18::prepare(&mut search);
        let mut pv = Vec::new();
        let value = chapter_18::qsearch(&mut search, 0, 0, -LARGE_NUMBER, LARGE_NUMBER, &mut pv);
        assert_eq!([value.to_string(), search.nodes.to_string(), line(&pv)], [&*row[1], &*row[2], &*row[3]], "{row:?}");
        compared += 1;
    }
    assert!(compared >= 45, "only {compared} rows");
}

#[test]
fn chapter_19_is_the_tutorials_search() {
    compare_iterations("pvs_iterative", chapter_19::prepare);
}

#[test]
fn depths_that_a_program_cannot_search_are_refused() {
    assert_eq!(chapter_12::common::depth_of("0"), Ok(0));
    for text in ["-1", "33", "64", "deep"] {
        assert_eq!(chapter_12::common::depth_of(text), Err("DEPTH is a number from 0 to 32".into()), "{text}");
    }
}

#[test]
fn every_program_is_short() {
    for chapter in 12..=19 {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/chapter_{chapter}.rs"));
        let lines = fs::read_to_string(&path).expect("an example").lines().count();
        assert!(lines < 80, "chapter_{chapter}.rs has {lines} lines");
    }
}
