//! Makes opening books from games and from other books.
//!
//! The built-in book `assets/book/alula.bin` was made from `assets/book/lines.pgn` by `alula book make`; a test checks
//! that the two still match.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::pgn::{Games, Problem};
use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::play::book::{Book, BookError, Entry, packed};
use crate::play::convert::polyglot_key;
use crate::play::files;
use crate::setup::Setup;

/// Default number of half-moves taken from each game.
pub const DEFAULT_PLIES: usize = 40;

/// The rules for making a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookRules {
    /// Number of half-moves taken from each game.
    pub plies: usize,
    /// Minimum number of times that a move must have been played to be included. Repetitions within one game count as
    /// well.
    pub least_games: u64,
}

impl Default for BookRules {
    fn default() -> BookRules {
        BookRules { plies: DEFAULT_PLIES, least_games: 1 }
    }
}

/// Statistics of a move.
#[derive(Clone, Copy, Default, Debug)]
struct Played {
    /// Number of times the move was played.
    games: u64,
    /// Sum of points: 2 if the side that made the move won the game, 1 for a draw or a game without a result.
    points: u64,
}

/// A book under construction.
#[derive(Default)]
pub struct Maker {
    played: BTreeMap<(u64, u16), Played>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// A side has won.
    Won(Side),
    /// A draw, or an unknown result.
    Even,
}

impl GameResult {
    /// Parses a result; anything but `1-0` and `0-1` is [`GameResult::Even`].
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
    /// Adds the first `plies` half-moves of a game. Each move scores 2 points if its side won, 1 for a draw or an
    /// unknown result, and 0 if its side lost.
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

    /// Adds the main lines of all games of a PGN file. Returns the number of games used, and the reasons for skipping
    /// the others.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read.
    pub fn add_pgn(&mut self, path: &str, rules: BookRules) -> Result<(u64, Vec<Problem>), BookError> {
        let mut games = Games::new(files::open_text(Path::new(path))?);
        let (mut taken, mut refused) = (0, Vec::new());
        let failed = |error| BookError::Read { name: path.into(), error };
        while let Some(record) = games.next_game().map_err(failed)? {
            if let Some(problem) = record.refusal() {
                refused.push(problem.clone());
                continue;
            }
            let line = record.game.main_line();
            let moves = line.last().map_or(Vec::new(), |&last| record.game.moves_to(last));
            // Books cannot contain null moves, so the line ends at the first one.
            let moves = moves.into_iter().take_while(|mv| mv.is_some());
            self.add(record.game.start(), moves, GameResult::read(record.game.result()), rules.plies);
            taken += 1;
        }
        Ok((taken, refused))
    }

    /// The entries allowed by the rules, sorted; moves that lost every game are left out. If the weights of a position
    /// are too large, all of them are scaled down.
    pub fn entries(&self, rules: BookRules) -> Vec<Entry> {
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

/// Merges books; if several have the same move in a position, its weights are added. If a sum is too large, all weights
/// of that position are halved until they fit, but none is rounded down to 0, because a move of weight 0 is never
/// played.
///
/// # Errors
/// [`BookError`] if a book cannot be read or is not sorted.
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
        let entry = |(mv, (weight, learn)): (u16, (u64, u32))| {
            let weight = (weight >> halvings).max(weight.min(1)) as u16;
            Entry { key, mv, weight, learn }
        };
        let first = merged.len();
        merged.extend(moves.into_iter().map(entry));
        merged[first..].sort_by_key(|entry: &Entry| (u16::MAX - entry.weight, entry.mv));
    }
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::play::book::bytes;

    /// The entries of a book made from these lines with their results.
    fn book(lines: &[(&str, &str)], rules: BookRules) -> Vec<Entry> {
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
        let (taken, refused) = maker.add_pgn(lines, BookRules::default()).expect("the lines of the book");
        assert!(taken > 100 && refused.is_empty(), "{taken} {refused:?}");
        let mut entries = Vec::new();
        let read = Book::built_in().for_each(|entry| {
            entries.push(entry);
            true
        });
        read.expect("a sorted book");
        assert!(maker.entries(BookRules::default()) == entries, "make it again: see examples/book_lines.rs");
    }

    #[test]
    fn moves_have_their_weights() {
        let lines = [("e4 e5 Nf3", "1-0"), ("e4 c5", "0-1"), ("e4 e5 Bc4", "1/2-1/2"), ("d4", "*")];
        let book = open(&book(&lines, BookRules::default()));
        let mut start = Board::new();
        // 1. e4: a win, a loss and a draw; 1. d4: a game without a result.
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
        let twice = book(&lines, BookRules { least_games: 2, ..BookRules::default() });
        assert_eq!(twice.len(), 1, "only 1. e4 was played twice");
        let short = book(&lines, BookRules { plies: 1, ..BookRules::default() });
        assert_eq!(short.len(), 2);
        // The book omits a move that lost every game.
        assert_eq!(book(&[("f3 e5 g4 Qh4#", "0-1")], BookRules::default()).len(), 2);
    }

    #[test]
    fn merged_books_have_the_sum_of_their_weights() {
        let one = open(&book(&[("e4", "*"), ("e4 e5", "*")], BookRules::default()));
        let other = open(&book(&[("e4", "*"), ("d4", "*")], BookRules::default()));
        let both = open(&merge(&[one, other]).expect("sorted books"));
        assert_eq!(texts(&both, &mut Board::new()), [("e4".into(), 3), ("d4".into(), 1)]);
        let key = polyglot_key(&Board::new()).expect("a legal position");
        let full = |rare| {
            let weights = [(796, u16::MAX), (731, rare), (405, 0)];
            open(&weights.map(|(mv, weight)| Entry { key, mv, weight, learn: 0 }))
        };
        let weights = |entries: Vec<Entry>| entries.into_iter().map(|entry| entry.weight).collect::<Vec<_>>();
        assert_eq!(merge(&[full(1), full(0)]).map(weights).ok(), Some(vec![u16::MAX, 1, 0]));
    }
}
