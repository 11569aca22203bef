//! Puzzles: positions with a move to find.
//!
//! A line of EPD is a puzzle if it has best moves (`bm`) or moves to avoid (`am`). `dm` is the number of moves to mate,
//! `pv` the continuation, `c0` what was played in the game, `id` the name.

use crate::moves::Move;
use crate::searcher::laws;
use crate::setup::Setup;

use super::epd::Epd;

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position, as the first four fields of a FEN.
    pub position: String,
    /// Its name; may be empty.
    pub name: String,
    /// The solutions. If there are none, every move but the wrong ones is right.
    pub right: Vec<Move>,
    /// The moves to avoid.
    pub wrong: Vec<Move>,
    /// Number of moves to mate.
    pub mate_in: Option<i64>,
    /// The line that begins with the solution, if it is known.
    pub line: Vec<Move>,
    /// What was played in the game, as a sentence.
    pub played: String,
    /// The position, to be set up.
    pub start: Setup,
}

impl Puzzle {
    /// Reads a line of EPD; none if it is no puzzle.
    pub fn read(line: &str) -> Option<Puzzle> {
        let epd = Epd::read(line).ok()?;
        let mut board = epd.board().ok()?;
        let mut moves = |code| epd.moves(&mut board, code).unwrap_or_default();
        let (right, wrong, line) = (moves("bm"), moves("am"), moves("pv"));
        let text = |code| epd.text(code).unwrap_or_default();
        let is_puzzle = !(right.is_empty() && wrong.is_empty()) && laws::outcome(&board).is_none();
        is_puzzle.then(|| Puzzle {
            position: epd.position.clone(),
            name: text("id"),
            line: if line.first().is_some_and(|first| right.contains(first)) { line } else { Vec::new() },
            right,
            wrong,
            mate_in: epd.number("dm").ok().flatten(),
            played: text("c0"),
            start: board.setup(),
        })
    }

    /// All puzzles of a text, in its order.
    pub fn all(text: &str) -> Vec<Puzzle> {
        text.lines().filter_map(Puzzle::read).collect()
    }

    /// Whether the move solves it.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        !self.wrong.contains(&mv) && (self.right.is_empty() || self.right.contains(&mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    const MATE: &str = "4k3/8/4K3/8/8/8/8/R7 w - -";

    #[test]
    fn a_puzzle_says_what_is_right_or_what_is_wrong() {
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
        // A line that does not begin with the solution is none.
        assert!(Puzzle::read(&format!("{MATE} bm Ra8#; pv Ra2;")).is_some_and(|puzzle| puzzle.line.is_empty()));
    }
}
