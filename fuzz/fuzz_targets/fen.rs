//! Feeds arbitrary text as a FEN. It must be either rejected with a one-line message, or a position that can be
//! searched and whose FEN reads back the same.
#![no_main]

use alula::board::Board;
use alula::readfen::{Fen, read_fen};
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let fen = match read_fen(text) {
        Ok(fen) => fen,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut board = Board::new();
    board.init_from_setup(&fen.setup);
    assert_eq!(read_fen(&board.fen()), Ok(Fen { setup: fen.setup, dropped: vec![] }));
    let moves = board.legal_moves();
    assert_eq!(board.perft(1), moves.len() as u64);
    board.eval();
    board.max_nodes = Some(100);
    let best = board.think();
    assert!(!best.is_some() || moves.contains(&best), "{best} is not legal");
});
