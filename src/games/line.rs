//! A line of moves on a board, with undo.
//!
//! Annotated games may contain passes (null moves, `--` in PGN), which are not legal moves; here they are represented
//! by [`Move::NONE`]. The Board's own game line cannot hold passes, so [`MoveLine`] stores the state needed to undo
//! them.

use crate::board::Board;
use crate::defines::{Side, Square};
use crate::moves::Move;
use crate::readmove::MoveError;
use crate::setup::Setup;

/// A position, and the moves that led to it.
pub struct MoveLine {
    board: Box<Board>,
    steps: Vec<Step>,
    /// Number of the first move, as in a FEN, and the side that makes it.
    first: (u32, Side),
}

/// A move, with the state needed to undo a pass.
struct Step {
    mv: Move,
    ep_square: Square,
    fifty_move: u32,
}

impl Default for MoveLine {
    fn default() -> MoveLine {
        MoveLine { board: Board::new(), steps: Vec::new(), first: (1, Side::White) }
    }
}

impl MoveLine {
    /// A line that starts from this position.
    pub fn from(start: &Setup) -> MoveLine {
        let mut line = MoveLine::default();
        line.begin(start);
        line
    }

    /// Clears the moves and starts from this position.
    pub fn begin(&mut self, start: &Setup) {
        self.board.init_from_setup(start);
        self.steps.clear();
        self.first = (start.move_number, start.next_move);
    }

    /// The position after the moves. The board's move number and history are correct only if the line has no passes.
    pub fn board(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The number of half-moves.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Number of the next move, as in a FEN.
    pub fn move_number(&self) -> u32 {
        self.first.0 + (self.first.1.index() + self.steps.len()) as u32 / 2
    }

    /// The side to move.
    pub fn next_move(&self) -> Side {
        self.board.next_move
    }

    /// Plays a legal move; [`Move::NONE`] passes.
    pub fn play(&mut self, mv: Move) {
        self.steps.push(Step { mv, ep_square: self.board.ep_square, fifty_move: self.board.fifty_move });
        if mv.is_some() {
            self.board.play(mv);
        } else {
            self.set_pass(0, self.board.fifty_move + 1);
        }
    }

    /// Undoes and returns the last move.
    pub fn undo(&mut self) -> Option<Move> {
        let step = self.steps.pop()?;
        if step.mv.is_some() {
            self.board.undo();
        } else {
            self.set_pass(step.ep_square, step.fifty_move);
        }
        Some(step.mv)
    }

    /// Switches the side to move, and sets the en-passant square and the fifty-move counter.
    fn set_pass(&mut self, ep_square: Square, fifty_move: u32) {
        let board = &mut self.board;
        board.set_ep_square(ep_square);
        board.set_fifty_move(fifty_move);
        board.switch_side();
    }

    /// Parses a legal move, in standard or any other supported notation.
    ///
    /// # Errors
    /// The reason why the text is not a legal move.
    pub fn read(&mut self, text: &[u8]) -> Result<Move, MoveError> {
        match self.board.read_san(text) {
            Some(mv) => Ok(mv),
            None => self.board.read_move(&String::from_utf8_lossy(text)),
        }
    }

    /// The position as the start of a new line, with the correct move number.
    pub fn setup(&self) -> Setup {
        Setup { move_number: self.move_number(), ..self.board.setup() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    fn fen(line: &MoveLine) -> String {
        let mut board = Board::new();
        board.init_from_setup(&line.setup());
        board.fen()
    }

    #[test]
    fn passes_are_played_and_taken_back() {
        let mut line = MoveLine::from(&read_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 3 7").expect("legal").setup);
        let before = fen(&line);
        let e4 = line.read(b"e4").expect("legal");
        line.play(e4);
        line.play(Move::NONE);
        assert_eq!(fen(&line), "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 8");
        assert!(line.board().is_consistent());
        let e5 = line.read(b"e5").expect("legal");
        line.play(e5);
        assert_eq!(fen(&line), "4k3/8/8/4P3/3p4/8/8/4K3 b - - 0 8");
        assert_eq!((line.undo(), line.undo(), line.undo(), line.undo()), (Some(e5), Some(Move::NONE), Some(e4), None));
        assert_eq!(fen(&line), before);
        assert!(line.board().is_consistent());
    }
}
