//! Feeds arbitrary bytes as an opening book, or as games for making one. Nothing may panic, the moves of a book must be
//! legal, and a new book must be sorted.
#![no_main]

use alula::board::Board;
use alula::games::makebook::{BookRules, GameResult, Maker, merge};
use alula::games::pgn::Games;
use alula::play::book::{self, Book};
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    match kind % 2 {
        0 => look_into(bytes.to_vec()),
        _ => look_into(made_of_games(bytes)),
    }
});

fn made_of_games(bytes: &[u8]) -> Vec<u8> {
    let (mut maker, rules) = (Maker::default(), BookRules::default());
    let mut games = Games::new(bytes);
    while let Ok(Some(record)) = games.next_game() {
        let line = record.game.main_line();
        let moves = line.last().map_or(Vec::new(), |&last| record.game.moves_to(last));
        let moves = moves.into_iter().take_while(|mv| mv.is_some());
        maker.add(record.game.start(), moves, GameResult::read(record.game.result()), rules.plies);
    }
    let bytes = book::bytes(&maker.entries(rules));
    assert!(bytes.is_empty() || Book::of_bytes(bytes.clone()).is_ok_and(|book| book.contents().is_ok()));
    bytes
}

fn look_into(bytes: Vec<u8>) {
    let random = bytes.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(31) + u64::from(byte));
    let book = match Book::of_bytes(bytes) {
        Ok(book) => book,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut board = Board::new();
    for ply in 0..8 {
        let moves = book.moves(&mut board).expect("bytes in memory are readable");
        let legal = board.legal_moves();
        assert!(moves.iter().all(|known| legal.contains(&known.mv)));
        let Some(mv) = book::choose(&moves, (ply * 14) as u8, random >> ply) else { break };
        board.play(mv);
    }
    if book.contents().is_ok() {
        let merged = merge(&[book]).expect("it is sorted");
        assert!(Book::of_bytes(book::bytes(&merged)).is_ok_and(|book| book.contents().is_ok()));
    }
}
