//! Puzzles: positions in which the user must find a move or a line.
//!
//! A line of EPD is a puzzle if it has best moves (`bm`) or moves to avoid (`am`). `dm` is the number of moves to mate,
//! `pv` the line that starts with the solution, `c0` a note on the move played in the game, `id` the name, `rating` the
//! difficulty, and `themes` a list like `fork pin`. A puzzle with a rating comes from a [table](super::puzzletable): in
//! its `pv`, each of the user's moves is the only good one.

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::laws;
use crate::setup::Setup;

use super::epd::Epd;

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position, as the first four fields of a FEN.
    pub position: String,
    /// Name of the puzzle; may be empty.
    pub name: String,
    /// The solution moves. If there are none, every move except those in `wrong` solves the puzzle.
    pub right: Vec<Move>,
    /// The moves to avoid.
    pub wrong: Vec<Move>,
    /// Number of moves to mate.
    pub mate_in: Option<i64>,
    /// The line that starts with the solution; empty if unknown.
    pub line: Vec<Move>,
    /// Number of half-moves of `line` to play, including the opponent's replies.
    pub asked: usize,
    /// Note on the move played in the game, like `23. Ra2 was played`; may be empty.
    pub played: String,
    /// Difficulty as a rating, if known.
    pub rating: Option<i32>,
    /// Themes, like `fork`.
    pub themes: Vec<String>,
    /// The position to solve.
    pub start: Setup,
    /// The previous position, and the opponent's move that leads to the puzzle.
    pub before: Option<(Setup, Move)>,
}

impl Puzzle {
    /// Reads a line of EPD; returns [`None`] if it is not a puzzle.
    pub fn read(line: &str) -> Option<Puzzle> {
        let epd = Epd::read(line).ok()?;
        let mut board = epd.board().ok()?;
        let mut moves = |code| epd.moves(&mut board, code).unwrap_or_default();
        let (right, wrong, line) = (moves("bm"), moves("am"), moves("pv"));
        let is_puzzle = !(right.is_empty() && wrong.is_empty()) && laws::outcome(&board).is_none();
        if !is_puzzle {
            return None;
        }
        let text = |code| epd.text(code).unwrap_or_default();
        let line = if line.first().is_some_and(|first| right.contains(first)) { line } else { Vec::new() };
        let rating = epd.number("rating").ok().flatten().and_then(|rating| rating.try_into().ok());
        Some(Puzzle {
            position: Epd::of(&board).position,
            name: text("id"),
            right,
            wrong,
            mate_in: epd.number("dm").ok().flatten(),
            asked: if rating.is_some() { line.len() } else { forced(&board, &line) },
            line,
            played: text("c0"),
            rating,
            themes: text("themes").split_whitespace().map(String::from).collect(),
            start: board.setup(),
            before: None,
        })
    }

    /// All puzzles in a string with one puzzle per line, in order.
    pub fn all(text: &str) -> Vec<Puzzle> {
        text.lines().filter_map(Puzzle::read).collect()
    }

    /// The puzzle as a line of EPD, without the position and move in `before`.
    pub fn epd(&self) -> Epd {
        let mut board = Board::new();
        board.init_from_setup(&self.start);
        let mut epd = Epd::of(&board);
        let mut set = |code: &str, operands: Vec<String>| {
            if operands.iter().any(|operand| !operand.is_empty()) {
                epd.set(code, operands);
            }
        };
        set("bm", self.right.iter().map(|&mv| board.san(mv)).collect());
        set("am", self.wrong.iter().map(|&mv| board.san(mv)).collect());
        set("pv", board.san_line(&self.line));
        set("dm", self.mate_in.iter().map(i64::to_string).collect());
        set("id", vec![self.name.clone()]);
        set("c0", vec![self.played.clone()]);
        set("rating", self.rating.iter().map(i32::to_string).collect());
        set("themes", vec![self.themes.join(" ")]);
        epd
    }

    /// Whether the move solves the puzzle, or begins the solution.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        !self.wrong.contains(&mv) && (self.right.is_empty() || self.right.contains(&mv))
    }
}

/// Number of half-moves up to the last one that the user must find: the solution, then the user's further moves as long
/// as they capture or give check. A later quiet move is often not the only good one.
fn forced(board: &Board, line: &[Move]) -> usize {
    let mut board = Box::new(board.clone());
    let mut asked = 0;
    for (at, &mv) in line.iter().enumerate() {
        board.play(mv);
        let is_own = at % 2 == 0;
        if is_own && at > 0 && !mv.is_capture() && !board.is_own_king_attacked() {
            break;
        }
        if is_own {
            asked = at + 1;
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "4k3/8/4K3/8/8/8/8/R7 w - -";

    #[test]
    fn a_puzzle_has_solutions_or_moves_to_avoid() {
        let puzzle = Puzzle::read(&format!("{MATE} bm Ra8#; dm 1; id \"x\"; c0 \"1. Ra2 was played\"; pv Ra8#;"));
        let puzzle = puzzle.expect("a puzzle");
        let mut board = Board::new();
        board.init_from_setup(&puzzle.start);
        let [mate, other] = ["Ra8", "Ra2"].map(|text| board.read_move(text).expect("legal"));
        assert_eq!((puzzle.is_solved_by(mate), puzzle.is_solved_by(other)), (true, false));
        assert_eq!((puzzle.mate_in, &puzzle.line[..]), (Some(1), &[mate][..]));
        let puzzle = Puzzle::read(&format!("{MATE} am Ra8;")).expect("a puzzle");
        assert_eq!((puzzle.is_solved_by(mate), puzzle.is_solved_by(other)), (false, true));
        for none in [MATE.to_string(), format!("{MATE} dm 1;"), format!("{MATE} bm Rb2;"), "bm e4".into()] {
            assert_eq!(Puzzle::read(&none), None, "{none}");
        }
        // A line that does not start with the solution is ignored.
        assert!(Puzzle::read(&format!("{MATE} bm Ra8#; pv Ra2;")).is_some_and(|puzzle| puzzle.line.is_empty()));
    }

    #[test]
    fn a_puzzle_is_written_and_read_again() {
        for line in [
            format!("{MATE} bm Ra8#; pv Ra8#; dm 1; id \"x y\"; c0 \"1. Ra2 was played\";"),
            format!("{MATE} am Ra8;"),
            format!("{MATE} bm Ra8#; pv Ra8#; rating 1500; themes \"mate mateIn1\";"),
        ] {
            let puzzle = Puzzle::read(&line).expect("a puzzle");
            assert_eq!(Puzzle::read(&puzzle.epd().to_string()).as_ref(), Some(&puzzle), "{line}");
        }
    }

    /// Results are stored by position, so reading a puzzle must always give the same text for its position.
    #[test]
    fn a_position_has_one_spelling() {
        let position = |line: &str| Puzzle::read(line).expect("a puzzle").position;
        let open = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(position(&format!("{open} e3 bm e5;")), format!("{open} -"), "no pawn can capture on e3");
        assert_eq!(position("4k3/8/4K3/8/8/8/8/R7  w  -  - bm Ra8#;"), MATE);
    }

    #[test]
    fn the_line_ends_at_a_quiet_move() {
        let asked = |line: &str| {
            let text = format!("6k1/5ppp/8/8/8/8/q4PPP/R2R2K1 w - - bm Rxa2; pv {line};");
            Puzzle::read(&text).expect("a puzzle").asked
        };
        assert_eq!([asked("Rxa2"), asked("Rxa2 h6 Rd8+"), asked("Rxa2 h6 h3 h5")], [1, 3, 1]);
        assert_eq!(asked("Rxa2 h6 Rd8+ Kh7"), 3, "the last move is the user's");
    }
}
