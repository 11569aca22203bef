//! Books and endgame tables: what is written is read again, and files with wrong bytes do no harm.

mod common;

use std::path::PathBuf;
use std::{env, fs};

use alula::board::Board;
use alula::games::book::{self, Book, Entry, GameResult, Maker, Rules};
use alula::games::convert::polyglot_key;
use alula::games::tablebase::Syzygy;
use alula::modern::tablebase::Tablebase;
use alula::setup::Setup;
use proptest::prelude::*;

use common::{Dice, board_of};

/// A random game from the usual start, of so many half-moves at most: the board at its end.
fn random_game(dice: &mut Dice, half_moves: usize) -> Box<Board> {
    let mut board = Board::new();
    for _ in 0..half_moves {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.play(dice.pick(&moves));
    }
    board
}

/// Entries whose keys are those of two positions, or of none; sorted, as those of a book.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let known = [Some(polyglot_key(&Board::new())), Some(polyglot_key(&board_of("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")))];
    let key =
        prop_oneof![3 => (0..2_usize).prop_map(move |at| known[at].flatten().unwrap_or_default()), 1 => any::<u64>()];
    let entry = (key, any::<u16>(), any::<u16>(), any::<u32>());
    let entry = entry.prop_map(|(key, mv, weight, learn)| Entry { key, mv, weight, learn });
    proptest::collection::vec(entry, 1..60).prop_map(|mut entries| {
        entries.sort_by_key(|entry| entry.key);
        entries
    })
}

/// Looks into a book as the program does.
fn look_into(book: &Book, random: u64) -> Result<(), TestCaseError> {
    for board in [Board::new(), board_of("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")] {
        let Ok(moves) = book.moves(&board) else { continue };
        let legal = board.legal_moves();
        prop_assert!(moves.iter().all(|known| legal.contains(&known.mv)), "{}", board.fen());
        let sum: f64 = moves.iter().map(|known| known.per_cent).sum();
        prop_assert!(sum < 100.001, "{sum}");
        for variety in [0, 50, 100] {
            let chosen = book::choose(&moves, variety, random);
            let weighty = moves.iter().any(|known| known.weight > 0);
            prop_assert_eq!(chosen.is_some(), weighty);
            let weight = |mv| moves.iter().find(|known| known.mv == mv).map_or(0, |known| known.weight);
            prop_assert!(chosen.is_none_or(|mv| weight(mv) > 0));
        }
    }
    // A book that is not sorted is told.
    if let Ok(contents) = book.contents() {
        prop_assert!(contents.positions <= contents.entries && contents.unplayed <= contents.entries);
        let merged = book::merge(std::slice::from_ref(book)).expect("it is sorted");
        let again = Book::of_bytes(book::bytes(&merged)).expect("a book");
        prop_assert_eq!(again.contents().expect("it is sorted").positions, contents.positions);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_moves_of_games_are_found_in_their_book(seed in any::<u64>(), games in 1..12_usize, plies in 1..30_usize) {
        let mut dice = Dice::new(seed);
        let mut maker = Maker::default();
        let mut played = Vec::new();
        for _ in 0..games {
            let mut board = random_game(&mut dice, 40);
            let mut moves: Vec<_> = std::iter::from_fn(|| board.undo()).collect();
            moves.reverse();
            maker.add(&Setup::start(), moves.iter().copied(), GameResult::Even, plies);
            played.push(moves);
        }
        let bytes = book::bytes(&maker.entries(Rules { plies, least_games: 1 }));
        let book = Book::of_bytes(bytes.clone()).expect("a book");
        prop_assert_eq!(book.contents().expect("it is sorted").unplayed, 0);
        for moves in played {
            let mut board = Board::new();
            for mv in moves.into_iter().take(plies) {
                let known = book.moves(&board).expect("a readable book");
                prop_assert!(known.iter().any(|known| known.mv == mv), "{} {}", board.fen(), mv);
                board.play(mv);
            }
        }
        let merged = book::merge(&[book]).expect("it is sorted");
        prop_assert_eq!(book::bytes(&merged), bytes);
    }

    #[test]
    fn any_entries_are_a_book_of_legal_moves(entries in entries(), random in any::<u64>()) {
        look_into(&Book::of_bytes(book::bytes(&entries)).expect("a sorted book"), random)?;
    }

    #[test]
    fn any_bytes_as_a_book_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..400), random in any::<u64>()) {
        let length = bytes.len();
        match Book::of_bytes(bytes) {
            Ok(book) => look_into(&book, random)?,
            Err(error) => prop_assert!(error.to_string().len() > 10, "{length}"),
        }
    }

    /// Wrong bytes give wrong answers or none, and nothing worse.
    #[test]
    fn damaged_tables_do_no_harm(
        damage in proptest::collection::vec((0..4_usize, prop_oneof![0..200_usize, 0..8000_usize], any::<u8>()), 1..12),
    ) {
        let folder = damaged_tables(&damage);
        if let Ok(tables) = Syzygy::open(&folder.to_string_lossy()) {
            for fen in POSITIONS {
                let board = board_of(fen);
                let _ = (tables.wdl(&board), tables.dtz(&board));
            }
        }
        fs::remove_dir_all(&folder).expect("the temporary folder");
    }
}

const TABLES: [&str; 4] = ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz"];

const POSITIONS: [&str; 4] = [
    "8/8/8/8/8/5K2/4P3/6k1 w - - 0 1",
    "8/8/8/8/3k4/5K2/4P3/8 b - - 0 1",
    "k7/8/8/8/8/8/P7/7K w - - 0 1",
    "8/P7/8/8/8/4k3/8/K7 w - - 99 90",
];

/// A folder with tables in which these bytes are others: the number of the table, the place, the byte.
fn damaged_tables(damage: &[(usize, usize, u8)]) -> PathBuf {
    let whole = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let folder = env::temp_dir().join(format!("alula-damaged-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    for (number, name) in TABLES.iter().enumerate() {
        let mut bytes = fs::read(format!("{whole}/{name}")).expect("a table of the tests");
        for (_, place, byte) in damage.iter().filter(|(table, ..)| *table == number) {
            let length = bytes.len();
            bytes[place % length] = *byte;
        }
        fs::write(folder.join(name), bytes).expect("a temporary file");
    }
    folder
}
