//! Checks the built-in book by search: no move may score less than -0.40 for its side. Every run checks a sample of the
//! moves.
//!
//! `cargo test --profile long --test engine book -- --ignored --nocapture` checks every move and lists the bad ones.

use std::collections::{HashSet, VecDeque};
use std::num::NonZero;
use std::thread;

use alula::board::Board;
use alula::modern::Modern;
use alula::moves::Move;
use alula::play::book::Book;
use alula::play::convert::polyglot_key;
use alula::searcher::{Control, Limits, Searcher};

/// Minimum score of a move for its side, in centipawns.
const WORST: i32 = -40;
/// Moves that score less in the first search are searched again; in centipawns.
const DOUBTFUL: i32 = -25;
/// Nodes for the first search of the position after a move, and for the second.
const NODES: [u64; 2] = [30_000, 1_000_000];

/// Every book move reachable from the start, as the line that ends with it. Each position occurs once.
fn lines() -> Vec<Vec<Move>> {
    let book = Book::built_in();
    let (mut seen, mut open, mut lines) = (HashSet::new(), VecDeque::from([Vec::new()]), Vec::new());
    while let Some(line) = open.pop_front() {
        let board = after(&line);
        if !seen.insert(polyglot_key(&board)) {
            continue;
        }
        for known in book.moves(&board).expect("the book is readable") {
            let longer = [&line[..], &[known.mv]].concat();
            open.push_back(longer.clone());
            lines.push(longer);
        }
    }
    lines
}

fn after(line: &[Move]) -> Box<Board> {
    let mut board = Board::new();
    for &mv in line {
        board.play(mv);
    }
    board
}

/// The score of a line's last move for its side, in centipawns.
fn score(line: &[Move], nodes: u64) -> i32 {
    let mut modern = Modern::default();
    modern.set_game(&after(line));
    // With nothing to search the score is 0, which is never reported as bad.
    -modern.think(&Limits { nodes: Some(nodes), ..Limits::depth(60) }, &Control::silent()).score
}

/// Describes the last move of a line if it is bad: the position, the move and its score.
fn complaint(line: &[Move]) -> Option<String> {
    if score(line, NODES[0]) >= DOUBTFUL {
        return None;
    }
    let score = score(line, NODES[1]);
    let (last, before) = line.split_last()?;
    let mut board = after(before);
    (score < WORST).then(|| format!("{} {}: {score}", board.fen(), board.san(*last)))
}

/// Checks lines on all cores.
fn complaints(lines: &[Vec<Move>]) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let share = |first| lines.iter().skip(first).step_by(threads);
        let judge = |first| scope.spawn(move || share(first).filter_map(|line| complaint(line)).collect::<Vec<_>>());
        let workers: Vec<_> = (0..threads).map(judge).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no judge fails")).collect()
    })
}

#[test]
fn moves_of_the_book_are_sound() {
    let lines = lines();
    assert_eq!(lines.len(), 2_187);
    let sample: Vec<_> = lines.into_iter().step_by(200).collect();
    let bad = complaints(&sample);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn its_size_is_what_the_pages_say() {
    let positions = Book::built_in().contents().expect("the book is readable").positions.to_string();
    let (thousands, rest) = positions.split_at(positions.len() - 3);
    for page in [include_str!("../../assets/book/README.md"), include_str!("../../CHANGELOG.md")] {
        assert!(page.contains(&format!("{thousands},{rest} positions")), "{positions}");
    }
}

#[test]
#[ignore = "searches a billion nodes"]
fn every_move_of_the_book_is_sound() {
    let lines = lines();
    let bad = complaints(&lines);
    println!("{} moves, {} worse than {WORST} centipawns with {NODES:?} nodes", lines.len(), bad.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
