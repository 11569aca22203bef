//! Opening books in Polyglot's format (<http://hgm.nubati.net/book_format.html>).
//!
//! A book is a sequence of entries of 16 bytes, sorted by position key: key 8 bytes, move 2, weight 2, and 4 for
//! learning, all big-endian. Positions are found by binary search in the file, which is never read whole: a book of any
//! size takes no memory.
//!
//! The built-in book, `assets/book/alula.bin`, is made from `assets/book/lines.pgn` by `alula book make`; a test
//! repeats that.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::convert::polyglot_key;
use super::pgn::Games;
use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::displaymove::square_name;
use crate::moves::Move;
use crate::play::files::{self, FileError};
use crate::setup::Setup;

/// Bytes of an entry.
const ENTRY: usize = 16;
/// The most entries read for a position; no position has more legal moves.
const MOST_MOVES: usize = 256;
/// Number of keys checked for order when a book is opened.
const SAMPLE: u64 = 64;
/// Default number of half-moves of a game that go into a book.
pub const DEFAULT_PLIES: usize = 40;

static BUILT_IN: &[u8] = include_bytes!("../../assets/book/alula.bin");

/// Why a book cannot be read.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// The length is wrong.
    #[error("{name} is not a Polyglot book: {length} bytes are not a whole number of entries of {ENTRY} bytes")]
    Length {
        /// Name of the file.
        name: String,
        /// Its length in bytes.
        length: u64,
    },
    /// There are no entries.
    #[error("{0} is empty")]
    Empty(String),
    /// The keys are not in order.
    #[error("{name} is not a Polyglot book: entry {entry} has a smaller key than one before it")]
    Unsorted {
        /// Name of the file.
        name: String,
        /// Number of the entry, counted from 1.
        entry: u64,
    },
    /// Reading failed.
    #[error("cannot read {name}: {reason}", reason = files::plain_reason(.error))]
    Read {
        /// Name of the file.
        name: String,
        /// The system's error.
        error: io::Error,
    },
}

/// A book. Reading moves the position in the file, hence the lock.
pub struct Book {
    source: Mutex<Box<dyn Source>>,
    entries: u64,
    name: String,
}

trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// An entry of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Key of the position.
    pub key: u64,
    /// The move, packed: see [`packed`].
    pub mv: u16,
    /// Frequency of the move, relative to the others of the position.
    pub weight: u16,
    /// For programs that learn.
    pub learn: u32,
}

/// A legal move from a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight.
    pub weight: u16,
    /// Its share of the weights of the position, in per cent.
    pub per_cent: f64,
}

/// The contents of a book.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Number of entries.
    pub entries: u64,
    /// Number of positions.
    pub positions: u64,
    /// Entries with weight 0, which are never played.
    pub unplayed: u64,
    /// Greatest number of moves in one position.
    pub most_moves: u64,
}

impl Entry {
    fn of_bytes(bytes: &[u8; ENTRY]) -> Entry {
        let number = |from: usize, length: usize| {
            bytes[from..from + length].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        Entry { key: number(0, 8), mv: number(8, 2) as u16, weight: number(10, 2) as u16, learn: number(12, 4) as u32 }
    }

    /// The move as squares, legal or not: `e2e4`, `e7e8q`; castling is `e1h1`.
    pub fn move_text(self) -> String {
        let square = |shift: u16| square_name(usize::from(self.mv >> shift & 63));
        let becomes = ["", "n", "b", "r", "q", "?", "?", "?"][usize::from(self.mv >> 12 & 7)];
        format!("{}{}{becomes}", square(6), square(0))
    }

    fn bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }
}

/// A move in the format of books, 3 bits each from the lowest: target file and rank, origin file and rank, promotion
/// piece (0 none, 1 knight, 2 bishop, 3 rook, 4 queen). Castling has the own rook's square as its target.
pub fn packed(board: &Board, mv: Move) -> u16 {
    const BECOMES: [Piece; 5] = [EMPTY, KNIGHT, BISHOP, ROOK, QUEEN];
    let to = if mv.is_castling() { castling_rook(board, mv) } else { mv.tosq() };
    let becomes = if mv.is_promotion() { BECOMES.iter().position(|&piece| piece == kind(mv.prom())) } else { None };
    (to | mv.from() << 6 | becomes.unwrap_or(0) << 12) as u16
}

fn castling_rook(board: &Board, mv: Move) -> Square {
    let paths = &board.castle_path[board.next_move.index()];
    let leads_there = |path: &&CastlePath| path.king_from == mv.from() && path.king_to == mv.tosq();
    paths.iter().find(leads_there).map_or(mv.tosq(), |path| path.rook_from)
}

impl Book {
    /// The built-in book.
    pub fn built_in() -> Book {
        let entries = (BUILT_IN.len() / ENTRY) as u64;
        Book { source: Mutex::new(Box::new(io::Cursor::new(BUILT_IN))), entries, name: "the built-in book".into() }
    }

    /// A book in a file.
    ///
    /// # Errors
    /// [`BookError`] if it is not a book.
    pub fn open(path: &str) -> Result<Book, BookError> {
        let file = files::open(Path::new(path))?;
        let length = file.metadata().map_err(|error| BookError::Read { name: path.into(), error })?.len();
        Book::of(Box::new(file), length, path)
    }

    /// A book in memory.
    ///
    /// # Errors
    /// [`BookError`] if it is not a book.
    pub fn of_bytes(bytes: Vec<u8>) -> Result<Book, BookError> {
        let length = bytes.len() as u64;
        Book::of(Box::new(io::Cursor::new(bytes)), length, "the book")
    }

    fn of(source: Box<dyn Source>, length: u64, name: &str) -> Result<Book, BookError> {
        let name = name.to_string();
        if !length.is_multiple_of(ENTRY as u64) {
            return Err(BookError::Length { name, length });
        }
        if length == 0 {
            return Err(BookError::Empty(name));
        }
        let book = Book { source: Mutex::new(source), entries: length / ENTRY as u64, name };
        book.check_sample()?;
        Ok(book)
    }

    /// The name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Are some entries in order? This detects other files of a suitable length.
    fn check_sample(&self) -> Result<(), BookError> {
        let mut last = 0;
        for step in 0..=SAMPLE {
            let entry = (self.entries - 1) * step / SAMPLE;
            let key = self.entry(entry)?.key;
            if key < last {
                return Err(BookError::Unsorted { name: self.name.clone(), entry: entry + 1 });
            }
            last = key;
        }
        Ok(())
    }

    fn entry(&self, index: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; ENTRY];
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let read = source.seek(SeekFrom::Start(index * ENTRY as u64)).and_then(|_| source.read_exact(&mut bytes));
        read.map_err(|error| BookError::Read { name: self.name.clone(), error })?;
        Ok(Entry::of_bytes(&bytes))
    }

    /// The first entry whose key is not smaller.
    fn find(&self, key: u64) -> Result<u64, BookError> {
        let (mut least, mut beyond) = (0, self.entries);
        while least < beyond {
            let middle = least + (beyond - least) / 2;
            if self.entry(middle)?.key < key { least = middle + 1 } else { beyond = middle }
        }
        Ok(least)
    }

    /// The book's legal moves in a position, by weight. Illegal moves, from a broken book or a position with the same
    /// key, are left out.
    ///
    /// # Errors
    /// [`BookError`] if reading fails.
    pub fn moves(&self, board: &Board) -> Result<Vec<BookMove>, BookError> {
        let Some(key) = polyglot_key(board) else { return Ok(Vec::new()) };
        let legal: HashMap<u16, Move> = board.legal_moves().into_iter().map(|mv| (packed(board, mv), mv)).collect();
        let mut found: Vec<BookMove> = Vec::new();
        let first = self.find(key)?;
        for index in first..self.entries.min(first + MOST_MOVES as u64) {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            if let Some(&mv) = legal.get(&entry.mv).filter(|&&mv| found.iter().all(|known| known.mv != mv)) {
                found.push(BookMove { mv, weight: entry.weight, per_cent: 0.0 });
            }
        }
        let sum: f64 = found.iter().map(|it| f64::from(it.weight)).sum();
        found.iter_mut().for_each(|it| it.per_cent = 100.0 * f64::from(it.weight) / sum.max(1.0));
        found.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        Ok(found)
    }

    /// Passes all entries in order to `each`, which returns whether to continue.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read, or is not sorted.
    pub fn for_each(&self, mut each: impl FnMut(Entry) -> bool) -> Result<(), BookError> {
        let failed = |error| BookError::Read { name: self.name.clone(), error };
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut reader = BufReader::new(&mut *source);
        let (mut last, mut bytes) = (0, [0; ENTRY]);
        for index in 0..self.entries {
            reader.read_exact(&mut bytes).map_err(failed)?;
            let entry = Entry::of_bytes(&bytes);
            if entry.key < last {
                return Err(BookError::Unsorted { name: self.name.clone(), entry: index + 1 });
            }
            last = entry.key;
            if !each(entry) {
                break;
            }
        }
        Ok(())
    }

    /// A summary of its contents.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read, or is not sorted.
    pub fn contents(&self) -> Result<Contents, BookError> {
        let mut contents = Contents::default();
        let (mut last, mut moves) = (None, 0);
        self.for_each(|entry| {
            contents.entries += 1;
            contents.unplayed += u64::from(entry.weight == 0);
            moves = if last == Some(entry.key) { moves + 1 } else { 1 };
            contents.positions += u64::from(moves == 1);
            contents.most_moves = contents.most_moves.max(moves);
            last = Some(entry.key);
            true
        })?;
        Ok(contents)
    }
}

/// Chooses a move. `variety` is 0 to 100: 0 always plays the move with the greatest weight, 100 any with a weight; in
/// between, those with at least `100 - variety` per cent of the greatest. `random` picks among them, weighted.
pub fn choose(moves: &[BookMove], variety: u8, random: u64) -> Option<Move> {
    let best = u64::from(moves.first()?.weight);
    let least = (best * u64::from(100 - variety.min(100))).div_ceil(100).max(1);
    let chosen = moves.iter().filter(|it| u64::from(it.weight) >= least);
    let sum: u64 = chosen.clone().map(|it| u64::from(it.weight)).sum();
    if variety == 0 || sum == 0 {
        return (best > 0).then_some(moves[0].mv);
    }
    let mut left = random % sum;
    for it in chosen {
        let weight = u64::from(it.weight);
        if left < weight {
            return Some(it.mv);
        }
        left -= weight;
    }
    None
}

// ---- making books ----------------------------------------------------------------------------------------------------------

/// The rules for making a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Half-moves taken from each game.
    pub plies: usize,
    /// Least number of games with a move for it to be included.
    pub least_games: u64,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { plies: DEFAULT_PLIES, least_games: 1 }
    }
}

/// The record of a move.
#[derive(Clone, Copy, Default, Debug)]
struct Played {
    games: u64,
    /// Points: 2 for each game won by its side, 1 for a draw or a game without a result.
    points: u64,
}

/// A book in the making.
#[derive(Default)]
pub struct Maker {
    played: BTreeMap<(u64, u16), Played>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// A side has won.
    Won(Side),
    /// A draw, or unknown.
    Even,
}

impl GameResult {
    /// Reads `1-0`, `0-1`, or anything else.
    pub fn read(text: &str) -> GameResult {
        match text {
            "1-0" => GameResult::Won(Side::White),
            "0-1" => GameResult::Won(Side::Black),
            _ => GameResult::Even,
        }
    }

    fn points(self, side: Side) -> u64 {
        match self {
            GameResult::Won(winner) => {
                if winner == side {
                    2
                } else {
                    0
                }
            }
            GameResult::Even => 1,
        }
    }
}

impl Maker {
    /// Adds a game: for the moves of each side, a win counts 2, a draw or unknown result 1, a loss 0.
    pub fn add(&mut self, start: &Setup, moves: impl IntoIterator<Item = Move>, result: GameResult, plies: usize) {
        let mut board = Board::new();
        board.init_from_setup(start);
        for mv in moves.into_iter().take(plies) {
            let Some(key) = polyglot_key(&board) else { return };
            let played = self.played.entry((key, packed(&board, mv))).or_default();
            played.games += 1;
            played.points += result.points(board.next_move);
            board.play(mv);
        }
    }

    /// Adds the main lines of all games of a PGN file. Returns how many were used, and how many could not be read.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read.
    pub fn add_pgn(&mut self, path: &str, rules: Rules) -> Result<(u64, u64), BookError> {
        let mut games = Games::new(files::open(Path::new(path))?);
        let (mut taken, mut refused) = (0, 0);
        let failed = |error| BookError::Read { name: path.into(), error };
        while let Some(record) = games.next_game().map_err(failed)? {
            if record.refusal().is_some() {
                refused += 1;
                continue;
            }
            let line = record.game.main_line();
            let moves = line.last().map_or(Vec::new(), |&last| record.game.moves_to(last));
            // A book has no null moves.
            let moves = moves.into_iter().take_while(|mv| mv.is_some());
            self.add(record.game.start(), moves, GameResult::read(record.game.result()), rules.plies);
            taken += 1;
        }
        Ok((taken, refused))
    }

    /// The entries allowed by the rules, sorted. If weights of a position are too large, all of them are scaled down.
    pub fn entries(&self, rules: Rules) -> Vec<Entry> {
        let mut greatest: HashMap<u64, u64> = HashMap::new();
        for ((key, _), played) in &self.played {
            let greatest = greatest.entry(*key).or_default();
            *greatest = played.points.max(*greatest);
        }
        let kept = self.played.iter().filter(|(_, played)| played.games >= rules.least_games && played.points > 0);
        let mut entries: Vec<Entry> = kept
            .map(|(&(key, mv), played)| {
                let most = greatest[&key].max(u64::from(u16::MAX));
                let weight = (played.points * u64::from(u16::MAX) / most).max(1) as u16;
                Entry { key, mv, weight, learn: 0 }
            })
            .collect();
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.mv));
        entries
    }
}

/// The bytes of a book with these entries, which must be sorted.
pub fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.bytes()).collect()
}

/// Merges books: the weights of equal entries are added. If they become too large, those of the position are halved
/// until they fit.
///
/// # Errors
/// [`BookError`] if one cannot be read or is not sorted.
pub fn merge(books: &[Book]) -> Result<Vec<Entry>, BookError> {
    let mut sums: BTreeMap<u64, BTreeMap<u16, (u64, u32)>> = BTreeMap::new();
    for book in books {
        book.for_each(|entry| {
            let sum = sums.entry(entry.key).or_default().entry(entry.mv).or_default();
            *sum = (sum.0 + u64::from(entry.weight), sum.1.max(entry.learn));
            true
        })?;
    }
    let mut merged = Vec::new();
    for (key, moves) in sums {
        let greatest = moves.values().map(|sum| sum.0).max().unwrap_or_default();
        let halvings = (0..).find(|n| greatest >> n <= u64::from(u16::MAX)).unwrap_or_default();
        let entry =
            |(mv, (weight, learn)): (u16, (u64, u32))| Entry { key, mv, weight: (weight >> halvings) as u16, learn };
        let first = merged.len();
        merged.extend(moves.into_iter().map(entry));
        merged[first..].sort_by_key(|entry: &Entry| (u16::MAX - entry.weight, entry.mv));
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;
    use crate::searcher::random::Random;

    fn board(fen: &str) -> Box<Board> {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        board
    }

    /// A book of lines, each with a result.
    fn book(lines: &[(&str, &str)], rules: Rules) -> Vec<Entry> {
        let mut maker = Maker::default();
        for (text, result) in lines {
            let mut board = Board::new();
            let mut moves = Vec::new();
            for text in text.split(' ') {
                moves.push(board.read_move(text).expect("a legal move"));
                board.play(moves[moves.len() - 1]);
            }
            maker.add(&Setup::start(), moves, GameResult::read(result), rules.plies);
        }
        maker.entries(rules)
    }

    fn open(entries: &[Entry]) -> Book {
        Book::of_bytes(bytes(entries)).expect("a book")
    }

    fn texts(book: &Book, board: &mut Board) -> Vec<(String, u16)> {
        let moves = book.moves(board).expect("a readable book");
        moves.iter().map(|it| (board.san(it.mv), it.weight)).collect()
    }

    #[test]
    fn the_built_in_book_is_made_from_its_lines() {
        let mut maker = Maker::default();
        let lines = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/book/lines.pgn");
        let (taken, refused) = maker.add_pgn(lines, Rules::default()).expect("the lines of the book");
        assert!(taken > 100 && refused == 0, "{taken} {refused}");
        assert!(bytes(&maker.entries(Rules::default())) == BUILT_IN, "make it again: see examples/book_lines.rs");
    }

    #[test]
    fn moves_have_their_weights() {
        let lines = [("e4 e5 Nf3", "1-0"), ("e4 c5", "0-1"), ("e4 e5 Bc4", "1/2-1/2"), ("d4", "*")];
        let book = open(&book(&lines, Rules::default()));
        let mut start = Board::new();
        // 1. e4 has won, lost and drawn; 1. d4 has no result.
        assert_eq!(texts(&book, &mut start), [("e4".into(), 3), ("d4".into(), 1)]);
        let mut after = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(texts(&book, &mut after), [("c5".into(), 2), ("e5".into(), 1)]);
        assert_eq!(texts(&book, &mut board("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1")), []);
        let contents = book.contents().expect("a sorted book");
        assert_eq!((contents.entries, contents.positions, contents.most_moves), (6, 3, 2));
    }

    #[test]
    fn rules_leave_moves_out() {
        let lines = [("e4 e5 Nf3", "1-0"), ("e4 c5 Nf3", "*"), ("d4 d5", "*")];
        let twice = book(&lines, Rules { least_games: 2, ..Rules::default() });
        assert_eq!(twice.len(), 1, "only 1. e4 was played twice");
        let short = book(&lines, Rules { plies: 1, ..Rules::default() });
        assert_eq!(short.len(), 2);
        // A move that has only lost is left out.
        assert_eq!(book(&[("f3 e5 g4 Qh4#", "0-1")], Rules::default()).len(), 2);
    }

    #[test]
    fn every_kind_of_move_is_found_again() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ] {
            let board = board(fen);
            let key = polyglot_key(&board).expect("a legal position");
            let legal = board.legal_moves();
            let mut entries: Vec<Entry> =
                legal.iter().map(|&mv| Entry { key, mv: packed(&board, mv), weight: 1, learn: 0 }).collect();
            entries.sort_by_key(|entry| entry.mv);
            let found = open(&entries).moves(&board).expect("a readable book");
            assert_eq!(found.len(), legal.len(), "{fen}");
        }
        let mut board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let castles = board.read_move("O-O").expect("a legal move");
        let entry = Entry { key: 0, mv: packed(&board, castles), weight: 1, learn: 0 };
        assert_eq!(entry.move_text(), "e1h1");
    }

    #[test]
    fn what_is_no_book_is_refused_and_illegal_moves_are_left_out() {
        let reason = |bytes: Vec<u8>| Book::of_bytes(bytes).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(reason(vec![]).contains("empty"));
        assert!(reason(vec![0; 17]).contains("17 bytes"));
        let mut downwards = vec![0; 32];
        downwards[0] = 9;
        assert!(reason(downwards).contains("entry 2"));
        assert!(Book::open("/no/such/file").err().is_some_and(|error| error.to_string().contains("/no/such/file")));
        assert!(Book::open(env!("CARGO_MANIFEST_DIR")).is_err());
        let key = polyglot_key(&Board::new()).expect("a legal position");
        let entries: Vec<Entry> = (0..2000).map(|mv| Entry { key, mv, weight: 7, learn: 0 }).collect();
        assert!(texts(&open(&entries), &mut Board::new()).len() <= 20);
    }

    #[test]
    fn variety_chooses_by_weight() {
        let lines: Vec<(&str, &str)> = [("e4", 60), ("d4", 30), ("a3", 1)]
            .iter()
            .flat_map(|&(text, count)| std::iter::repeat_n((text, "*"), count))
            .collect();
        let moves = open(&book(&lines, Rules::default())).moves(&Board::new()).expect("a readable book");
        let count = |variety: u8| -> Vec<usize> {
            let chosen: Vec<Option<Move>> = (0..91).map(|random| choose(&moves, variety, random)).collect();
            moves.iter().map(|it| chosen.iter().filter(|mv| **mv == Some(it.mv)).count()).collect()
        };
        assert_eq!(count(0), [91, 0, 0]);
        assert_eq!(count(100), [60, 30, 1]);
        assert_eq!(count(60)[2], 0);
        assert!(count(60)[1] > 25);
        assert_eq!(choose(&[], 100, 5), None);
    }

    #[test]
    fn merged_books_have_the_sum_of_their_weights() {
        let one = open(&book(&[("e4", "*"), ("e4 e5", "*")], Rules::default()));
        let other = open(&book(&[("e4", "*"), ("d4", "*")], Rules::default()));
        let both = open(&merge(&[one, other]).expect("sorted books"));
        assert_eq!(texts(&both, &mut Board::new()), [("e4".into(), 3), ("d4".into(), 1)]);
        let key = polyglot_key(&Board::new()).expect("a legal position");
        let full = || open(&[Entry { key, mv: 796, weight: u16::MAX, learn: 0 }]);
        assert_eq!(merge(&[full(), full()]).map(|entries| entries[0].weight).ok(), Some(u16::MAX));
    }

    #[test]
    fn random_bytes_do_no_harm() {
        let key = polyglot_key(&Board::new()).expect("a legal position");
        let mut random = Random(3);
        for length in 1..200 {
            let mut entries: Vec<Entry> = (0..length % 40 + 1)
                .map(|_| {
                    let number = random.draw();
                    let key = if number & 3 == 0 { key } else { number };
                    Entry { key, mv: (number >> 20) as u16, weight: (number >> 40) as u16, learn: 0 }
                })
                .collect();
            if length & 1 == 0 {
                entries.sort_by_key(|entry| entry.key);
            }
            let Ok(book) = Book::of_bytes(bytes(&entries)) else { continue };
            let board = Board::new();
            let moves = book.moves(&board).expect("a readable book");
            assert!(moves.iter().all(|it| board.legal_moves().contains(&it.mv)));
            let _ = (choose(&moves, (length % 101) as u8, random.draw()), book.contents());
        }
    }
}
