//! Any text given as a FEN is either rejected with a message of one line, or gives a position that works with all
//! functions. The same holds for moves.
//!
//! The generator has a fixed seed for reproducible runs; set `PROPTEST_RNG_SEED` and `PROPTEST_CASES` to try more.

use std::collections::BTreeSet;
use std::fmt::Write;

use alula::board::Board;
use alula::readfen::{Fen, read_fen};
use alula::test::Suite;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

use crate::positions::{BEGINNINGS, Snapshot, board, board_of};

/// The characters of FENs, and some others.
const LETTERS: &str = "pnbrqkPNBRQK12345678/ w-KQkqabcdefgh0369xé\t\u{1b}";

/// The number of cases, the same in every run unless the environment sets another.
pub fn cases(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..Default::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(99);
    }
    config.max_global_rejects = 30 * config.cases;
    config
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,120}") {
        check(&text);
    }

    #[test]
    fn any_text_of_fen_letters_is_read_or_refused(text in letters()) {
        check(&text);
    }

    #[test]
    fn any_text_is_a_suite_perhaps_an_empty_one(lines in vec(prop_oneof![letters(), mistyped()], 0..5)) {
        for position in Suite::read(&lines.join("\n")).positions {
            check(&position.fen);
        }
    }

    #[test]
    fn a_fen_with_typing_errors_is_read_or_refused(text in mistyped()) {
        check(&text);
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn any_text_is_a_legal_move_or_refused(fen in select(&BEGINNINGS[..]), text in ".{0,60}") {
        check_move(&mut board_of(fen), &text);
    }

    #[test]
    fn any_text_of_move_letters_is_a_legal_move_or_refused(fen in select(&BEGINNINGS[..]), text in move_letters()) {
        check_move(&mut board_of(fen), &text);
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn pieces_thrown_on_the_board_can_be_played(text in thrown()) {
        prop_assume!(read_fen(&text).is_ok());
        check(&text);
    }
}

/// Text made of the characters of FENs.
fn letters() -> impl Strategy<Value = String> {
    vec(select(LETTERS.chars().collect::<Vec<_>>()), 0..100).prop_map(String::from_iter)
}

/// Text that resembles a move.
fn move_letters() -> impl Strategy<Value = String> {
    "[NBRQKnbrqk]?[a-h]?[1-8]?[-x]?[a-h][1-8]=?[NBRQKnbrqk]?[+#]?|[Oo0]-[Oo0](-[Oo0])?|[a-h1-8NBRQKO0x=+-]{0,8}"
}

/// A FEN with one to three errors: a character is wrong, missing, inserted, repeated, or swapped with the next.
fn mistyped() -> impl Strategy<Value = String> {
    let error = (0..100_usize, 0..5, select(LETTERS.chars().collect::<Vec<_>>()));
    (select(&BEGINNINGS[..]), vec(error, 1..4)).prop_map(|(fen, errors)| {
        let mut text: Vec<char> = fen.chars().collect();
        for (place, error, letter) in errors {
            let length = text.len();
            let place = place % length;
            match error {
                0 => text[place] = letter,
                1 => drop(text.remove(place)),
                2 => text.insert(place, letter),
                3 => drop(text.splice(place..place, vec![text[place]; 200])),
                _ => text.swap(place, (place + 1) % length),
            }
        }
        String::from_iter(text)
    })
}

/// A FEN with kings and other pieces on random squares, with any castling rights and en-passant square.
fn thrown() -> impl Strategy<Value = String> {
    let squares = Just((0..64).collect::<Vec<usize>>()).prop_shuffle();
    let white = vec(select(&['P', 'N', 'B', 'R', 'Q'][..]), 0..16);
    let black = vec(select(&['p', 'n', 'b', 'r', 'q'][..]), 0..16);
    let ep = option::of((select(&['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][..]), 1..9));
    let state = (select(&['w', 'b'][..]), select(&["-", "KQkq", "K", "q"][..]), ep, 0..150, 1..300);
    (squares, white, black, state).prop_map(|(squares, white, black, (side, rights, ep, fifty, number))| {
        let mut letters = ['1'; 64];
        for (square, piece) in squares.into_iter().zip(['K', 'k'].into_iter().chain(white).chain(black)) {
            letters[square] = piece;
        }
        let ranks: Vec<String> = letters.chunks(8).map(String::from_iter).collect();
        let mut fen = format!("{} {side} {rights} ", ranks.join("/"));
        let _ = match ep {
            Some((file, rank)) => write!(fen, "{file}{rank} {fifty} {number}"),
            None => write!(fen, "- {fifty} {number}"),
        };
        fen
    })
}

/// Checks the properties of a text.
fn check(text: &str) {
    match read_fen(text) {
        Ok(fen) => {
            check_that_nothing_was_dropped_silently(text, &fen);
            do_everything(&fen);
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Checks that a message is one line of limited length, without control characters.
fn check_message(message: &str) {
    assert!((10..200).contains(&message.chars().count()) && !message.contains(char::is_control), "{message:?}");
}

fn check_that_nothing_was_dropped_silently(text: &str, fen: &Fen) {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let rights = fields.get(2).map_or(0, |rights| rights.trim_matches('-').len() as u32);
    let ep = u32::from(fields.get(3).is_some_and(|ep| *ep != "-"));
    let kept =
        fen.setup.castle.iter().map(|rights| rights.count_ones()).sum::<u32>() + u32::from(fen.setup.ep_square != 0);
    assert_eq!(rights + ep, kept + fen.dropped.len() as u32, "{fen:?}");
}

fn check_move(board: &mut Board, text: &str) {
    let before = Snapshot::of(board);
    match board.read_move(text) {
        Ok(mv) => assert!(board.legal_moves().contains(&mv), "{mv} is not legal"),
        Err(error) => check_message(&error.to_string()),
    }
    assert_eq!(Snapshot::of(board), before);
}

fn do_everything(fen: &Fen) {
    let mut board = board(&fen.setup);
    let before = Snapshot::of(&board);
    let again = read_fen(&board.fen());
    assert_eq!(again, Ok(Fen { setup: fen.setup.clone(), dropped: vec![] }));

    let moves = board.legal_moves();
    assert_eq!(board.perft(1), moves.len() as u64);
    let notations: BTreeSet<String> = moves.iter().map(|&mv| board.san(mv)).collect();
    assert_eq!(notations.len(), moves.len(), "two moves have the same notation: {notations:?}");
    board.eval();
    let best = search(&mut board);
    assert_eq!(best, board.is_end_of_game().outcome.is_none());
    assert_eq!(Snapshot::of(&board), before);
}

/// Searches 500 nodes. Asserts that the move found is legal; returns false if there is none.
fn search(board: &mut Board) -> bool {
    board.max_nodes = Some(500);
    let best = board.think();
    assert!(!best.is_some() || board.legal_moves().contains(&best), "{best} is not legal");
    best.is_some()
}
