//! Endings that the engine must win without tables, against the best defence from the tables.
//!
//! `ALULA_SYZYGY=FOLDER cargo test --profile long --test engine endings -- --ignored --nocapture`, with all tables of up
//! to four men in the folder; those of the last three endings are too large for the repository. `ALULA_POSITIONS=N`
//! plays N positions of each ending instead of 1,000, `ALULA_NODES=N` searches N nodes a move instead of 10,000, and
//! `ALULA_ENDING=KQKR` plays only that ending.

use std::env;
use std::sync::Arc;

use alula::board::Board;
use alula::defines::*;
use alula::modern::Modern;
use alula::modern::tablebase::{Tablebase, Tables, Wdl};
use alula::peek::Outcome;
use alula::play::tablebase::Syzygy;
use alula::searcher::random::Random;
use alula::searcher::{Control, Limits, Searcher};
use alula::setup::Setup;

/// Node limit per move for the engine.
const NODES: u64 = 10_000;
/// Number of positions per ending.
const POSITIONS: u64 = 1000;

struct Ending {
    name: &'static str,
    strong: &'static [Piece],
    weak: &'static [Piece],
}

const ENDINGS: [Ending; 5] = [
    Ending { name: "KQK", strong: &[KING, QUEEN], weak: &[KING] },
    Ending { name: "KRK", strong: &[KING, ROOK], weak: &[KING] },
    Ending { name: "KBBK", strong: &[KING, BISHOP, BISHOP], weak: &[KING] },
    Ending { name: "KBNK", strong: &[KING, BISHOP, KNIGHT], weak: &[KING] },
    Ending { name: "KQKR", strong: &[KING, QUEEN], weak: &[KING, ROOK] },
];

/// A random position of an ending with the strong side to move, won according to the tables; [`None`] if the random
/// squares do not give one.
fn won_position(ending: &Ending, tables: &dyn Tablebase, random: &mut Random) -> Option<Box<Board>> {
    let mut next = || random.draw() as usize;
    let strong = Side::BOTH[next() % 2];
    let mut setup = Setup::empty();
    setup.next_move = strong;
    let men = ending.strong.iter().map(|&kind| strong.piece(kind));
    for piece in men.chain(ending.weak.iter().map(|&kind| strong.other().piece(kind))) {
        let square = next() % 64;
        if setup.square[square] != EMPTY {
            return None;
        }
        setup.square[square] = piece;
    }
    setup.validate().ok()?;
    let mut board = Board::new();
    board.init_from_setup(&setup);
    (tables.wdl(&board) == Some(Wdl::Win)).then_some(board)
}

/// Plays out an ending; returns the number of half-moves if it was won.
fn play_out(board: &mut Board, tables: &Tables, nodes: u64) -> Result<usize, String> {
    let (strong, start) = (board.next_move, board.fen());
    let mut modern = Modern::default();
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(40) };
    loop {
        match board.is_end_of_game().outcome {
            Some(Outcome::Mate(winner)) if winner == strong => return Ok(board.end_of_game),
            Some(outcome) => return Err(format!("{start}: {outcome:?} after {} half-moves", board.end_of_game)),
            None => {}
        }
        let mv = if board.next_move == strong {
            modern.set_game(board);
            modern.think(&limits, &Control::silent()).best
        } else {
            tables
                .ranked_moves(board)
                .and_then(|ranked| ranked.first().map(|it| it.mv))
                .expect("a position of the tables")
        };
        board.play(mv);
    }
}

/// Plays `count` positions of each ending; returns those that were not won.
fn play_all(endings: &[Ending], folder: &str, count: u64, nodes: u64) -> Vec<String> {
    let tables = Tables::new(Arc::new(Syzygy::open(folder).expect("tables of endings")));
    let mut failures = Vec::new();
    for ending in endings {
        let (mut random, mut played, mut longest, mut lost) = (Random(1), 0, 0, Vec::new());
        while played < count {
            let Some(mut board) = won_position(ending, tables.base(), &mut random) else { continue };
            played += 1;
            match play_out(&mut board, &tables, nodes) {
                Ok(plies) => longest = longest.max(plies),
                Err(text) => lost.push(format!("{}: {text}", ending.name)),
            }
        }
        let won = played - lost.len() as u64;
        println!("{}: {won} of {played} won, the longest in {longest} half-moves, {nodes} nodes a move", ending.name);
        failures.extend(lost);
    }
    failures
}

#[test]
fn queen_and_rook_win_against_the_best_defence() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let failures = play_all(&ENDINGS[..2], folder, 20, NODES);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
#[ignore = "needs the tables of four men (ALULA_SYZYGY), and takes minutes"]
fn endings_are_won_against_the_best_defence() {
    let Ok(folder) = env::var("ALULA_SYZYGY") else {
        println!("ALULA_SYZYGY is not set: without the tables of four men nothing was played");
        return;
    };
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let (count, nodes) = (number("ALULA_POSITIONS").unwrap_or(POSITIONS), number("ALULA_NODES").unwrap_or(NODES));
    let wanted = env::var("ALULA_ENDING").ok();
    let endings = ENDINGS.into_iter().filter(|ending| wanted.as_deref().is_none_or(|wanted| wanted == ending.name));
    let failures = play_all(&endings.collect::<Vec<_>>(), &folder, count, nodes);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
