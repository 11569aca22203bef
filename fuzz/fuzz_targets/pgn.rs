//! Feeds arbitrary bytes as a file of games. Nothing may panic, writing and reading a game again must give the same
//! game, and no control character may reach the output.
#![no_main]

use alula::games::pgn::{Games, read_text, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut games = Games::new(bytes);
    while let Ok(Some(record)) = games.next_game() {
        let written = text(&record.game);
        assert!(!written.chars().any(|letter| letter.is_control() && letter != '\n'));
        let again = read_text(&written);
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!(text(&again[0].game), written);
    }
});
