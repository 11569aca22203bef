//! Extended Position Description: a position and data about it on one line (PGN standard, section 16.2).
//!
//! A line has the first four fields of a FEN, followed by operations: `bm` best moves, `am` moves to avoid, `dm` moves
//! to mate, `id` a name, `c0` to `c9` comments, `ce` centipawns for the side to move, `acd` analysis depth in plies,
//! `acn` analysis nodes, `acs` analysis seconds, `pv` principal variation, `hmvc` and `fmvn` the counters of the FEN.
//! Other operations are kept, but not interpreted.

use std::fmt;

use thiserror::Error;

use crate::board::Board;
use crate::defines::LARGE_NUMBER;
use crate::moves::Move;
use crate::readepd::{Operation, operations, split_fields};
use crate::readfen::{Fen, FenError, Rules, read_fen_by};
use crate::readmove::{MoveError, shortened};
use crate::searcher::laws;
use crate::searcher::score::mate_in;

/// Maximum length of an EPD line, in bytes.
pub const MAX_LINE: usize = 1 << 16;

/// A position with its operations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Epd {
    /// Pieces, side to move, castling rights and en-passant square, as in a FEN.
    pub position: String,
    /// The operations, in order.
    pub operations: Vec<Operation>,
}

/// An error in an EPD line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// The position cannot be set up.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// Too few fields.
    #[error("an EPD line has four fields before its operations, but this one has {0} fields")]
    Fields(usize),
    /// A line that is too long.
    #[error("the line has {0} bytes; the limit is {MAX_LINE}")]
    TooLong(usize),
    /// An operation with an invalid name.
    #[error("'{0}' is not an operation: names begin with a letter and consist of letters, digits and _")]
    Code(String),
    /// An illegal move.
    #[error("{0} {1}: {2}")]
    Move(String, String, MoveError),
    /// An operand that is not a whole number.
    #[error("{0} must be a whole number, not '{1}'")]
    Number(String, String),
}

impl Epd {
    /// Reads a line, and checks the position, operation names, numbers, and the moves of `bm`, `am` and `pv`.
    ///
    /// # Errors
    /// The first error.
    pub fn read(line: &str) -> Result<Epd, EpdError> {
        if line.len() > MAX_LINE {
            return Err(EpdError::TooLong(line.len()));
        }
        let fields = split_fields(line).map_err(EpdError::Fields)?;
        let mut epd = Epd { position: fields.position, operations: operations(fields.operations) };
        for (code, value) in ["hmvc", "fmvn"].into_iter().zip(fields.counters) {
            if let Some(value) = value.filter(|_| epd.operands(code).is_empty()) {
                epd.set(code, [value]);
            }
        }
        if let Some(wrong) = epd.operations.iter().find(|operation| !is_code(&operation.code)) {
            return Err(EpdError::Code(shortened(&wrong.code)));
        }
        let mut board = epd.board()?;
        for code in ["bm", "am", "pv"] {
            epd.moves(&mut board, code)?;
        }
        for code in ["dm", "hmvc", "fmvn"] {
            epd.number(code)?;
        }
        Ok(epd)
    }

    /// The position on a board as EPD, with its move counters.
    pub fn of(board: &Board) -> Epd {
        let fen = laws::fen(board);
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut epd = Epd { position: fields[..4].join(" "), operations: Vec::new() };
        epd.set("hmvc", [fields[4]]);
        epd.set("fmvn", [fields[5]]);
        epd
    }

    /// Sets `ce`, the score in centipawns for the side to move. By the standard, a mate in N plies is 32767 - N.
    pub fn set_score(&mut self, score: i32) {
        let plies = LARGE_NUMBER - score.abs();
        let score = if mate_in(score).is_some() { score.signum() * (32_767 - plies) } else { score };
        self.set("ce", [score.to_string()]);
    }

    /// The operands of an operation; empty if it is missing or has none.
    pub fn operands(&self, code: &str) -> &[String] {
        self.operations.iter().find(|operation| operation.code == code).map_or(&[], |operation| &operation.operands)
    }

    /// The operands of an operation, joined by spaces; [`None`] if there are none.
    pub fn text(&self, code: &str) -> Option<String> {
        let operands = self.operands(code);
        (!operands.is_empty()).then(|| operands.join(" "))
    }

    /// Adds or replaces an operation.
    pub fn set<T: Into<String>>(&mut self, code: &str, operands: impl IntoIterator<Item = T>) {
        self.operations.retain(|operation| operation.code != code);
        let operands = operands.into_iter().map(Into::into).collect();
        self.operations.push(Operation { code: code.into(), operands });
    }

    /// The number in an operation; [`None`] if the operation is missing or has no operand.
    ///
    /// # Errors
    /// The operand is not a whole number.
    pub fn number(&self, code: &str) -> Result<Option<i64>, EpdError> {
        let Some(text) = self.text(code) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| EpdError::Number(code.into(), shortened(&text)))
    }

    /// The moves in an operation: a line of moves for `pv`, alternatives for any other operation. `board` must hold the
    /// position.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn moves(&self, board: &mut Board, code: &str) -> Result<Vec<Move>, EpdError> {
        let mut moves = Vec::new();
        let mut wrong = Ok(());
        for text in self.operands(code) {
            match board.read_move(text) {
                Ok(mv) => moves.push(mv),
                Err(error) => {
                    wrong = Err(EpdError::Move(code.into(), shortened(text), error));
                    break;
                }
            }
            if code == "pv" {
                board.play(moves[moves.len() - 1]);
            }
        }
        if code == "pv" {
            for _ in &moves {
                board.undo();
            }
        }
        wrong.map(|()| moves)
    }

    /// The position as a FEN; missing counters become 0 and 1.
    pub fn fen(&self) -> String {
        let counter = |code, unknown: &str| self.text(code).unwrap_or(unknown.into());
        format!("{} {} {}", self.position, counter("hmvc", "0"), counter("fmvn", "1"))
    }

    /// A board with the position.
    ///
    /// # Errors
    /// The error in the position.
    pub fn board(&self) -> Result<Box<Board>, EpdError> {
        let Fen { setup, .. } = read_fen_by(&self.fen(), Rules::Standard)?;
        let mut board = Board::new();
        board.init_from_setup(&setup);
        Ok(board)
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        for Operation { code, operands } in &self.operations {
            write!(f, " {code}")?;
            for operand in operands {
                if is_text(code)
                    || operand.is_empty()
                    || operand.contains(|letter: char| letter.is_whitespace() || matches!(letter, ';' | '"'))
                {
                    write!(f, " \"{}\"", operand.replace('\\', "\\\\").replace('"', "\\\""))?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            write!(f, ";")?;
        }
        Ok(())
    }
}

fn is_code(code: &str) -> bool {
    code.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && code.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Whether the operands of this operation are quoted strings.
fn is_text(code: &str) -> bool {
    code == "id" || code.len() == 2 && code.starts_with('c') && code.ends_with(|digit: char| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "4k3/8/4K3/8/8/8/8/R7 w - -";

    #[test]
    fn operations_round_trip() {
        let line = format!(
            "{MATE} bm Ra8#; am Kd6 Ra2; dm 1; id \"a; \\\"b\\\"\"; c0 \"one\"; c9 \"two words\"; ce 32766; acd 12; \
             acn 3456; pv Ra8#; hmvc 3; fmvn 40; xyz 1 2;"
        );
        let epd = Epd::read(&line).expect("a line of EPD");
        assert_eq!(epd.to_string(), line);
        assert_eq!((epd.number("ce"), epd.text("c9")), (Ok(Some(32766)), Some("two words".into())));
        let mut board = epd.board().expect("a position");
        assert_eq!(board.fen(), "4k3/8/4K3/8/8/8/8/R7 w - - 3 40");
        assert_eq!(epd.moves(&mut board, "am").map(|moves| moves.len()), Ok(2));
        assert_eq!(Epd::of(&board).to_string(), format!("{MATE} hmvc 3; fmvn 40;"));
    }

    #[test]
    fn a_line_of_moves_is_read_move_by_move() {
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3;";
        let epd = Epd::read(line).expect("a line of EPD");
        let mut board = epd.board().expect("a position");
        assert_eq!(epd.moves(&mut board, "pv").map(|moves| moves.len()), Ok(3));
        assert_eq!(board.end_of_game, 0);
    }

    #[test]
    fn a_full_fen_prefix_is_accepted() {
        let epd = Epd::read(&format!("{MATE} 3 40 bm Ra8; id \"x\";")).expect("a line of EPD");
        assert_eq!(epd.fen(), format!("{MATE} 3 40"));
        assert_eq!(epd.operands("bm"), ["Ra8"]);
    }

    #[test]
    fn errors_are_reported() {
        let reason = |line: &str| Epd::read(line).expect_err("this is wrong").to_string();
        assert_eq!(reason("8/8 w"), "an EPD line has four fields before its operations, but this one has 2 fields");
        assert_eq!(reason(&format!("{MATE} bm Rb2;")), "bm Rb2: no rook can go to b2");
        assert_eq!(reason(&format!("{MATE} dm x;")), "dm must be a whole number, not 'x'");
        assert_eq!(
            reason(&format!("{MATE} \"x y\" 1;")),
            "'x y' is not an operation: names begin with a letter and consist of letters, digits and _"
        );
        assert!(reason("8/8/8/8/8/8/8/8 w - -").contains("0 kings"));
        assert!(reason(&"x".repeat(MAX_LINE + 1)).contains("the limit is 65536"));
    }

    #[test]
    fn scores_of_mates_are_those_of_the_standard() {
        let mut epd = Epd::of(&Board::new());
        for (score, written) in [(9999, 32_766), (-9998, -32_765), (-10_000, -32_767), (95, 95), (-9500, -9500)] {
            epd.set_score(score);
            assert_eq!(epd.number("ce"), Ok(Some(written)), "{score}");
        }
    }
}
