//! The opening book of a dialogue, and the rules for using it.
//!
//! **When the book is used.** By default, under `auto`: in the console, with the modern search and without a limit on
//! depth or nodes, because such a limit means that the user wants a search; under the XBoard protocol, in games for
//! which the GUI has sent the command `random`, as XBoard and WinBoard do before every game (a tournament program that
//! sets the opening does not send it). UCI has no such command, so the book is off there by default. Under `auto`, an
//! engine of limited strength remembers only the first moves of an opening. `on` and `off` apply to every game.
//! Analysis, `hint`, `bench`, the tutorial's searches and all measurements never use a book.

use std::sync::Arc;

use super::Options;
use super::book::{self, Book, BookMove};
use crate::board::Board;
use crate::hash::split_mix;
use crate::moves::Move;
use crate::searcher::Algorithm;
use crate::searcher::MAX_DEPTH;
use crate::searcher::setting::When;
use crate::timer::unix_nanos;

/// The book of a dialogue, and its settings.
pub struct Library {
    /// When the book is used.
    pub use_book: When,
    /// Last move number at which the engine uses the book.
    pub depth: u32,
    /// Variety of the book's moves, 0 to 100; see [`book::choose`].
    pub variety: u8,
    /// Whether the GUI has asked for variety in this game.
    pub random: bool,
    book: Arc<Book>,
    /// File of the book; [`None`] for the built-in one.
    file: Option<String>,
    seed: u64,
}

/// Default of `depth`, in moves.
const DEFAULT_DEPTH: u32 = 30;
/// Maximum of `depth`, in moves.
pub const MOST_DEPTH: u32 = 200;
/// Maximum of `variety`.
pub const MOST_VARIETY: u8 = 100;
/// Default of `variety`: excludes moves with less than a twentieth of the highest weight.
const DEFAULT_VARIETY: u8 = 95;

impl Default for Library {
    fn default() -> Library {
        // A web page has no process id.
        let process = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
        Library {
            use_book: When::Auto,
            depth: DEFAULT_DEPTH,
            variety: DEFAULT_VARIETY,
            random: false,
            book: Arc::new(Book::built_in()),
            file: None,
            seed: unix_nanos() ^ u64::from(process) << 32,
        }
    }
}

impl Library {
    /// The book.
    pub fn book(&self) -> Arc<Book> {
        Arc::clone(&self.book)
    }

    /// The name of the book's file, or `built-in`.
    pub fn file(&self) -> &str {
        self.file.as_deref().unwrap_or(BUILT_IN)
    }

    /// Switches to another book: a file, or [`BUILT_IN`].
    ///
    /// # Errors
    /// The reason if the book cannot be read; the old one stays in use.
    pub fn take(&mut self, file: &str) -> Result<(), String> {
        if file == BUILT_IN {
            (self.book, self.file) = (Arc::new(Book::built_in()), None);
            return Ok(());
        }
        self.book = Arc::new(Book::open(file).map_err(|error| error.to_string())?);
        self.file = Some(file.into());
        Ok(())
    }

    /// The book's moves for this position; empty if the book cannot be read.
    pub fn moves(&self, board: &mut Board) -> Vec<BookMove> {
        self.book.moves(board).unwrap_or_default()
    }

    /// Chooses a move from the book, if it has one. [`None`] for the tutorial's searches, and after move number `depth`
    /// or, under `auto`, after the [`remembered`] moves.
    fn choose(&mut self, board: &mut Board, options: &Options) -> Option<Move> {
        let depth = if self.use_book == When::Auto { self.depth.min(remembered(options)) } else { self.depth };
        if options.algorithm != Algorithm::Modern || board.move_number() > depth {
            return None;
        }
        let random;
        (self.seed, random) = split_mix(self.seed);
        // At limited strength, the seed for the engine's errors also makes its openings reproducible.
        let random = if options.is_weakened() { split_mix(board.hashkey ^ options.modern.variety).1 } else { random };
        book::choose(&self.moves(board), self.variety, random)
    }
}

/// Number of opening moves that the engine remembers: two at a rating of 800, ten at 2400, all at full strength.
fn remembered(options: &Options) -> u32 {
    if options.is_weakened() { (options.modern.elo - 400).max(0) as u32 / 200 } else { u32::MAX }
}

/// The name of the built-in book.
pub const BUILT_IN: &str = "built-in";

/// The engine's book move, if the book is in use and has one; `auto` tells whether it is in use under [`When::Auto`].
/// Callers must not use it for searches with excluded moves.
fn book_move(board: &mut Board, options: &Options, library: &mut Library, auto: bool) -> Option<Move> {
    if library.use_book.decide(auto) { library.choose(board, options) } else { None }
}

/// The engine's book move in the console.
pub fn move_for_person(board: &mut Board, options: &Options, library: &mut Library) -> Option<Move> {
    book_move(board, options, library, plays_freely(options))
}

/// The engine's book move under a protocol.
pub fn move_for_gui(board: &mut Board, options: &Options, library: &mut Library) -> Option<Move> {
    let auto = library.random;
    book_move(board, options, library, auto)
}

/// Whether the modern search plays without limits other than time and strength.
fn plays_freely(options: &Options) -> bool {
    let limits = &options.limits;
    options.algorithm == Algorithm::Modern && limits.depth == MAX_DEPTH && limits.nodes.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::skill::FULL_ELO;

    fn library() -> Library {
        Library { seed: 1, ..Library::default() }
    }

    #[test]
    fn the_book_is_used_when_the_rules_say_so() {
        let (mut options, mut library) = (Options::default(), library());
        let person =
            |options: &Options, library: &mut Library| move_for_person(&mut Board::new(), options, library).is_some();
        let gui =
            |options: &Options, library: &mut Library| move_for_gui(&mut Board::new(), options, library).is_some();
        assert!(person(&options, &mut library) && !gui(&options, &mut library));
        library.random = true;
        assert!(gui(&options, &mut library));
        options.limits.depth = 5;
        assert!(!person(&options, &mut library) && gui(&options, &mut library));
        library.use_book = When::On;
        assert!(person(&options, &mut library));
        options.algorithm = Algorithm::Pvs;
        assert!(!person(&options, &mut library) && !gui(&options, &mut library), "the tutorial has no book");
        library.use_book = When::Off;
        assert!(!person(&Options::default(), &mut library) && !gui(&Options::default(), &mut library));
    }

    #[test]
    fn a_weak_player_remembers_the_first_moves_only() {
        for (elo, moves) in [(500, 0), (800, 2), (1600, 6), (2400, 10), (FULL_ELO, 10)] {
            // A variety seed always gives the same opening, and some openings are short, so several seeds are tried.
            let game = |variety| {
                let (mut board, mut options, mut library) = (Board::new(), Options::default(), library());
                (library.depth, options.modern.elo, options.modern.variety) = (10, elo, variety);
                std::iter::from_fn(|| move_for_person(&mut board, &options, &mut library).inspect(|mv| board.play(*mv)))
                    .count()
            };
            let longest = (1..=8).map(game).max().expect("eight games");
            assert!(longest <= 2 * moves, "{elo}: {longest}");
            assert!(longest >= 2 * moves.min(3), "{elo}: {longest}");
        }
    }

    #[test]
    fn the_seed_of_a_weak_player_repeats_its_openings() {
        let first = |variety: u64, seed: u64| {
            let mut options = Options::default();
            (options.modern.elo, options.modern.variety) = (1600, variety);
            move_for_person(&mut Board::new(), &options, &mut Library { seed, ..Library::default() })
        };
        assert!((1..9).all(|seed| first(7, seed) == first(7, 0)));
        assert!((1..30).any(|variety| first(variety, 1) != first(7, 1)));
    }
}
