//! Books and endgame tables: written books read back the same, and damaged files do no harm.

use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs};

use alula::board::Board;
use alula::defines::*;
use alula::games::makebook::{BookRules, GameResult, Maker, merge};
use alula::modern::Settings;
use alula::modern::skill::{FULL_ELO, MIN_ELO};
use alula::modern::tablebase::{TABLEBASE_WIN, Tablebase, Tables, Wdl};
use alula::moves::Move;
use alula::play::book::{self, Book, Entry};
use alula::play::convert::polyglot_key;
use alula::play::tablebase::Syzygy;
use alula::play::{Engine, Options};
use alula::searcher::score::mate_in;
use alula::searcher::{Algorithm, AtRoot, Control, Limits, Line};
use alula::setup::Setup;
use proptest::prelude::*;

use crate::positions::{Dice, board_of};
use crate::robustness::cases;

/// A random game from the start position, at most `half_moves` long; returns the final board.
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

/// Entries with the keys of two positions, or with random keys; sorted as in a book.
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

/// Uses a book as the program does.
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
    // `contents` returns an error for an unsorted book.
    if let Ok(contents) = book.contents() {
        prop_assert!(contents.positions <= contents.entries && contents.unplayed <= contents.entries);
        let merged = merge(std::slice::from_ref(book)).expect("it is sorted");
        let again = Book::of_bytes(book::bytes(&merged)).expect("a book");
        prop_assert_eq!(again.contents().expect("it is sorted").positions, contents.positions);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

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
        let bytes = book::bytes(&maker.entries(BookRules { plies, least_games: 1 }));
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
        let merged = merge(&[book]).expect("it is sorted");
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

    /// Damaged bytes may give wrong answers or none, but must not panic.
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

/// A folder with tables in which these bytes are replaced: table number, offset, byte.
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

// ---- tables at the root -----------------------------------------------------------------------------------------------

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// A random position of an ending, with a random fifty-move count; [`None`] if the squares do not give one.
fn random_ending(dice: &mut Dice, name: &str) -> Option<Box<Board>> {
    let mut setup = Setup::empty();
    setup.next_move = dice.pick(&Side::BOTH);
    setup.fifty_move = dice.below(101) as u32;
    let mut owner = dice.pick(&Side::BOTH);
    for letter in name.chars() {
        let kind = match letter {
            'v' => {
                owner = owner.other();
                continue;
            }
            'P' => PAWN,
            'N' => KNIGHT,
            'B' => BISHOP,
            'R' => ROOK,
            'Q' => QUEEN,
            _ => KING,
        };
        let square = dice.below(64);
        if setup.square[square] != EMPTY {
            return None;
        }
        setup.square[square] = owner.piece(kind);
    }
    setup.validate().ok()?;
    let mut board = Board::new();
    board.init_from_setup(&setup);
    Some(board)
}

/// Result of a move for the side that makes it, by the tables under the fifty-move rule.
fn result_of(tables: &dyn Tablebase, board: &Board, mv: Move) -> Option<Wdl> {
    let mut after = board.clone();
    after.make_move(mv);
    if after.legal_moves().is_empty() {
        return Some(if after.is_own_king_attacked() { Wdl::Win } else { Wdl::Draw });
    }
    let for_other = tables.wdl(&after)?;
    let dtz = if after.fifty_move == 0 { 0 } else { tables.dtz(&after)?.abs() + 1 };
    let in_time = after.fifty_move == 0 || dtz + board.fifty_move as i32 <= 100;
    Some(match for_other {
        Wdl::Loss if in_time => Wdl::Win,
        Wdl::Win if in_time => Wdl::Loss,
        Wdl::Loss | Wdl::BlessedLoss => Wdl::CursedWin,
        Wdl::Win | Wdl::CursedWin => Wdl::BlessedLoss,
        Wdl::Draw => Wdl::Draw,
    })
}

/// Whether a score agrees with this result. A win or loss may be a mate score.
fn agrees(score: i32, wdl: Wdl) -> bool {
    let is_decided = score.abs() == TABLEBASE_WIN || mate_in(score).is_some();
    match wdl {
        Wdl::Win => score > 0 && is_decided,
        Wdl::Loss => score < 0 && is_decided,
        _ => score == wdl as i32,
    }
}

/// Searches random positions of these tables with different searches and options. Fails if the score of a line differs
/// from the tables, or if the first line or the move of a weakened player spoils the result.
fn every_search_respects_the_tables(folder: &str, positions: usize) {
    let syzygy: Arc<dyn Tablebase> = Arc::new(Syzygy::open(folder).expect("tables"));
    let names: Vec<String> = fs::read_dir(folder)
        .expect("the folder")
        .filter_map(|file| file.expect("a file").file_name().to_str()?.strip_suffix(".rtbw").map(String::from))
        .collect();
    let settings = Settings { tables: Some(Tables::new(Arc::clone(&syzygy))), megabytes: 1, ..Settings::default() };
    let mut dice = Dice::new(50);
    let mut engine = Engine::default();
    let mut searched = 0;
    let mut spoiled = 0;
    while searched < positions {
        let name = &names[dice.below(names.len())];
        let Some(board) = random_ending(&mut dice, name) else { continue };
        let (excluded, left): (Vec<Move>, Vec<Move>) =
            board.legal_moves().into_iter().partition(|_| searched % 3 == 1 && dice.below(2) == 0);
        let results: Option<Vec<(Move, Wdl)>> =
            [&left[..], &excluded].concat().iter().map(|&mv| Some((mv, result_of(&*syzygy, &board, mv)?))).collect();
        let Some(results) = results.filter(|_| !left.is_empty()) else { continue };
        let result = |mv: Move| results.iter().find(|known| known.0 == mv).expect("a legal move").1;
        let best = left.iter().map(|&mv| result(mv)).max().expect("a move");
        searched += 1;
        spoiled += usize::from(left.iter().any(|&mv| result(mv) < best));
        let algorithm = dice.pick(&[Algorithm::Modern, Algorithm::Modern, Algorithm::Pvs, Algorithm::AlphaBeta]);
        let is_weak = algorithm == Algorithm::Modern && dice.below(3) == 0;
        let lines = if is_weak { 1 } else { 1 + dice.below(5) };
        let elo = if is_weak { MIN_ELO + dice.below((FULL_ELO - MIN_ELO) as usize) as i32 } else { FULL_ELO };
        let modern = Settings { elo, variety: searched as u64, ..settings.clone() };
        let options = Options { algorithm, modern, ..Options::default() };
        let limits = Limits { lines, excluded, root: AtRoot::Search, ..Limits::depth(1 + dice.below(5)) };
        let thought = engine.think_here(&board, &options, &limits, &Control::silent());
        let at = format!("{} {algorithm:?} {elo} {limits:?} {thought:?}", board.fen());
        assert_eq!(result(thought.best), best, "{at}");
        let told = match thought.lines.len() {
            0 => vec![Line { score: thought.score, pv: vec![thought.best], selective: None }],
            _ => thought.lines,
        };
        assert_eq!(told.len(), lines.min(left.len()), "{at}");
        for line in told {
            assert!(!line.pv.is_empty(), "{line:?} {at}");
            assert!(left.contains(&line.pv[0]) && agrees(line.score, result(line.pv[0])), "{line:?} {at}");
        }
    }
    assert!(spoiled > positions / 8, "only {spoiled} of {positions} positions have a move that spoils the result");
}

#[test]
fn several_lines_exclusions_and_weak_players_respect_the_tables() {
    every_search_respects_the_tables(FOLDER, 2000);
}

#[test]
#[ignore = "needs the tables of four men (ALULA_SYZYGY)"]
fn the_tables_of_four_men_are_respected() {
    match env::var("ALULA_SYZYGY") {
        Ok(folder) => every_search_respects_the_tables(&folder, 20_000),
        Err(_) => println!("ALULA_SYZYGY is not set: without the tables of four men nothing was searched"),
    }
}

#[test]
fn a_search_stopped_at_once_plays_a_tablebase_move() {
    let tables = Some(Tables::new(Arc::new(Syzygy::open(FOLDER).expect("tables"))));
    let options = Options { modern: Settings { tables, ..Settings::default() }, ..Options::default() };
    let board = board_of("8/4k3/8/4K3/8/4P3/8/8 w - - 0 1");
    for root in [AtRoot::Search, AtRoot::Decide] {
        let control = Control::silent();
        control.stop();
        let limits = Limits { root, ..Limits::default() };
        let best = Engine::default().think_here(&board, &options, &limits, &control).best;
        assert_eq!(result_of(options.modern.tables.as_ref().expect("tables").base(), &board, best), Some(Wdl::Win));
    }
}
