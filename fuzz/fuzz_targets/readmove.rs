//! Feeds arbitrary text as a FEN and moves from its position. Each move must be either legal, or rejected with a
//! one-line message, leaving the board unchanged.
#![no_main]

use alula::board::Board;
use alula::readfen::read_fen;
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut board = Board::new();
    if let Ok(fen) = read_fen(fen) {
        board.init_from_setup(&fen.setup);
    }
    for text in moves.lines().take(8) {
        let before = board.fen();
        match board.read_move(text) {
            Ok(mv) => {
                assert!(board.legal_moves().contains(&mv), "{mv} is not legal");
                board.play(mv);
            }
            Err(error) => {
                check_message(&error.to_string());
                assert_eq!(board.fen(), before);
            }
        }
    }
});
