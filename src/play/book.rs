//! Opening books in Polyglot's format (<http://hgm.nubati.net/book_format.html>).
//!
//! A book is a sequence of 16-byte entries, sorted by position key: 8 bytes for the key, 2 for the move, 2 for its
//! weight and 4 for learning data, all big-endian. A look-up is a binary search in the file, which is not loaded, so
//! even a large book takes hardly any memory.
//!
//! The built-in book is `assets/book/alula.bin`. `games/makebook.rs` makes new books.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::convert::polyglot_key;
use super::files::{self, FileError};
use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::displaymove::square_name;
use crate::moves::Move;

/// Size of an entry in bytes.
const ENTRY: usize = 16;
/// Maximum number of entries read for a position; no position has more legal moves.
const MOST_MOVES: usize = 256;
/// Number of pairs of entries whose order is checked when a book is opened.
const SAMPLE: u64 = 64;

static BUILT_IN: &[u8] = include_bytes!("../../assets/book/alula.bin");

/// Reasons why a book cannot be read.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// The length of the file is not a multiple of the entry size.
    #[error("{name} is not a Polyglot book: {length} bytes are not a whole number of entries of {ENTRY} bytes")]
    Length {
        /// Name of the file.
        name: String,
        /// Length of the file in bytes.
        length: u64,
    },
    /// The book has no entries.
    #[error("{0} is empty")]
    Empty(String),
    /// The keys are not sorted.
    #[error("{name} is not a Polyglot book: entry {entry} has a smaller key than an earlier one")]
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

/// A book. The lock is needed because reading moves the file position.
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
    /// The move in packed form, see [`packed`].
    pub mv: u16,
    /// Weight of the move relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of other programs; not used here.
    pub learn: u32,
}

/// A legal move from a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Weight of the move.
    pub weight: u16,
    /// The weight as a percentage of the total weight of the position's legal moves.
    pub per_cent: f64,
}

/// Summary of a book's contents.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Contents {
    /// Number of entries.
    pub entries: u64,
    /// Number of positions.
    pub positions: u64,
    /// Number of entries with weight 0, which are never played.
    pub unplayed: u64,
    /// Largest number of moves for one position.
    pub most_moves: u64,
}

impl Entry {
    fn of_bytes(bytes: &[u8; ENTRY]) -> Entry {
        let number = |from: usize, length: usize| {
            bytes[from..from + length].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        Entry { key: number(0, 8), mv: number(8, 2) as u16, weight: number(10, 2) as u16, learn: number(12, 4) as u32 }
    }

    /// The move in coordinates, without a check for legality: `e2e4`, `e7e8q`; castling is `e1h1`.
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

/// A move in the book format. From the lowest bit on, 3 bits each: target file and rank, origin file and rank,
/// promotion piece (0 none, 1 knight, 2 bishop, 3 rook, 4 queen). The target of a castling move is the rook's square.
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
    /// [`BookError`] if the file cannot be read or is not a book.
    pub fn open(path: &str) -> Result<Book, BookError> {
        let file = files::open(Path::new(path))?;
        let length = file.metadata().map_err(|error| BookError::Read { name: path.into(), error })?.len();
        Book::of(Box::new(file), length, path)
    }

    /// A book in memory.
    ///
    /// # Errors
    /// [`BookError`] if the contents are not a book.
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

    /// The name of the file, or a description like `the built-in book`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Checks that a sample of entries is sorted. This detects files in other formats whose length happens to fit.
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

    /// Index of the first entry whose key is not smaller than `key`.
    fn find(&self, key: u64) -> Result<u64, BookError> {
        let (mut least, mut beyond) = (0, self.entries);
        while least < beyond {
            let middle = least + (beyond - least) / 2;
            if self.entry(middle)?.key < key { least = middle + 1 } else { beyond = middle }
        }
        Ok(least)
    }

    /// The book's legal moves for a position, highest weight first. Illegal moves are left out; they come from a
    /// damaged book, or from a different position with the same key.
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

    /// Calls `each` with every entry, in book order; `each` returns whether to continue.
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

    /// A summary of the book's contents.
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

/// The bytes of a book with these entries, which must be sorted.
pub fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.bytes()).collect()
}

/// Chooses a move. `variety` is 0 to 100: 0 always selects the move with the highest weight, 100 allows any move with a
/// nonzero weight, and values in between allow moves with at least `100 - variety` per cent of the highest weight.
/// `random` picks among them in proportion to their weights. `moves` must be sorted by descending weight, as
/// [`Book::moves`] returns them. [`None`] if no move has a nonzero weight.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::searcher::random::Random;

    fn open(entries: &[Entry]) -> Book {
        Book::of_bytes(bytes(entries)).expect("a book")
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
    fn invalid_books_are_refused_and_illegal_moves_omitted() {
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
        assert!(open(&entries).moves(&Board::new()).expect("a readable book").len() <= 20);
    }

    #[test]
    fn variety_chooses_by_weight() {
        let mut board = Board::new();
        let key = polyglot_key(&board).expect("a legal position");
        let entries = [("e4", 60), ("d4", 30), ("a3", 1)].map(|(text, weight)| {
            let mv = board.read_move(text).expect("a legal move");
            Entry { key, mv: packed(&board, mv), weight, learn: 0 }
        });
        let moves = open(&entries).moves(&board).expect("a readable book");
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
