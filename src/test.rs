//! # 20 · Test suites
//!
//! A suite is a file of positions that the engine searches one after the other, to measure its strength and speed over
//! many problems. This file reads three formats: games with a `[FEN "…"]` tag as in the tutorial's BT2450 file, EPD
//! lines (`… bm Nf6+; id "WAC.001";`), and plain FENs, one per line.
//!
//! **Differs here:** the tutorial reads the first format only, and no solutions. It writes a log file; here the program
//! shows the results, and the user can save them.
//!
//! **Read next:** [`command`](crate::command) and, for the XBoard protocol of the last chapter,
//! [`ui::xboard`](crate::ui::xboard).

use thiserror::Error;

use crate::board::Board;
use crate::moves::Move;
use crate::readepd::{operations, split_fields};
use crate::readfen::{FenError, read_fen};
use crate::readmove::{MoveError, shortened, shown};

/// One position of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestPosition {
    /// Name of the position.
    pub title: String,
    /// The position.
    pub fen: String,
    /// Moves that solve the position, as written in the file.
    pub best_moves: Vec<String>,
    /// Moves that must not be played.
    pub avoid_moves: Vec<String>,
    /// The side to move mates in this number of moves, and not sooner.
    pub mate_in: Option<u32>,
}

impl TestPosition {
    /// Whether the file gives a solution.
    pub fn has_solution(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }
}

/// The positions in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suite {
    /// The positions, in the order of the file.
    pub positions: Vec<TestPosition>,
    /// Skipped lines, and lines whose solution was skipped.
    pub skipped: Vec<Skipped>,
}

/// A line that is unusable, or has an unusable solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}; skipped")]
pub struct Skipped {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The reason.
    pub error: LineError,
}

/// Reasons for skipping a line or its solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Too few fields.
    #[error("a position has four fields (pieces, side, castling, en passant), but this line has {0}")]
    Fields(usize),
    /// The position cannot be set up.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A solution that is not a legal move.
    #[error("{0} {1}: {2}")]
    Move(&'static str, String, MoveError),
}

/// Whether the problem was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move is one of the best moves, if the file names any, and not one to avoid.
    Solved,
    /// The move is wrong.
    Failed,
}

impl Suite {
    /// Reads a file. It skips comments (`#`, `;`, `%`), the moves of games, and lines that are not positions.
    pub fn read(text: &str) -> Suite {
        let mut suite = Suite::default();
        let mut names: Vec<String> = Vec::new();
        let mut of_games = false;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            of_games |= line.starts_with('[');
            if line.is_empty() || line.starts_with(['#', ';', '%']) {
                continue;
            }
            if let Some(fen) = tag(line, "FEN") {
                let title = shown(&names.join(" - "));
                suite.positions.push(TestPosition { title, fen: fen.into(), ..TestPosition::default() });
                names.clear();
            } else if let Some(name) = tag(line, "White").or(tag(line, "Black")) {
                // The previous game had no FEN.
                if names.len() == 2 {
                    names.clear();
                }
                names.push(name.into());
            } else if !of_games || line.matches('/').count() >= 7 {
                let (position, error) = epd(line);
                suite.positions.extend(position);
                suite.skipped.extend(error.map(|error| Skipped { line: number, error }));
            }
        }
        suite
    }
}

/// The value of a PGN tag, if the line is that tag.
fn tag<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix('[')?.strip_prefix(name)?.trim_start().strip_prefix('"')?.strip_suffix("\"]")
}

/// Reads a line of EPD or FEN. Returns the position without its unusable solution moves, and the first error.
fn epd(line: &str) -> (Option<TestPosition>, Option<LineError>) {
    let fields = match split_fields(line) {
        Ok(fields) => fields,
        Err(count) => return (None, Some(LineError::Fields(count))),
    };
    let operations = operations(fields.operations);
    let operands = |code: &str| -> Vec<String> {
        let found = operations.iter().find(|operation| operation.code == code);
        found.map_or(Vec::new(), |operation| operation.operands.clone())
    };
    let mut position = TestPosition {
        title: operands("id").join(" "),
        fen: fields.fen(),
        best_moves: operands("bm"),
        avoid_moves: operands("am"),
        mate_in: operands("dm").first().and_then(|text| text.parse().ok()),
    };
    let setup = match read_fen(&position.fen) {
        Ok(fen) => fen.setup,
        Err(error) => return (None, Some(error.into())),
    };
    let mut board = Board::new();
    board.init_from_setup(&setup);
    let mut wrong = None;
    for (code, moves) in [("bm", &mut position.best_moves), ("am", &mut position.avoid_moves)] {
        moves.retain(|text| {
            let error = board.read_move(text).err();
            let is_right = error.is_none();
            wrong = wrong.take().or(error.map(|error| LineError::Move(code, shortened(text), error)));
            is_right
        });
    }
    (Some(position), wrong)
}

/// Whether the move `found` solves the position. [`None`] if the file names no moves. The position must be on the
/// board.
pub fn verdict(board: &mut Board, position: &TestPosition, found: Move) -> Option<Verdict> {
    let mut among = |texts: &[String]| texts.iter().any(|text| board.read_move(text) == Ok(found));
    if position.best_moves.is_empty() && position.avoid_moves.is_empty() {
        return None;
    }
    let good = position.best_moves.is_empty() || among(&position.best_moves);
    let solved = good && !among(&position.avoid_moves);
    Some(if solved { Verdict::Solved } else { Verdict::Failed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_forms_are_read() {
        let suite = Suite::read(
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n\n[White \"BT2450\"]\n[Black \"No 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n\
             4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+ Rd1; dm 9; id \"one\";\n\
             4k3/8/8/8/8/8/8/R3K3 b - - 12 30\nno position\n",
        );
        let [first, second, third] = &suite.positions[..] else { panic!("three positions") };
        assert_eq!((first.title.as_str(), first.fen.as_str()), ("BT2450 - No 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert_eq!((second.title.as_str(), &second.best_moves[..]), ("one", &["Ra8+".into(), "Rd1".into()][..]));
        assert_eq!((second.mate_in, third.mate_in), (Some(9), None));
        assert_eq!(third.fen, "4k3/8/8/8/8/8/8/R3K3 b - - 12 30");
    }

    /// The only position of a suite, and the messages about skipped parts.
    fn one(line: &str) -> (TestPosition, Vec<String>) {
        let Suite { mut positions, skipped } = Suite::read(line);
        assert_eq!(positions.len(), 1, "{line}");
        (positions.remove(0), skipped.iter().map(Skipped::to_string).collect())
    }

    #[test]
    fn common_variants_of_a_line_are_read() {
        const MATE: &str = "4k3/8/4K3/8/8/8/8/R7 w - -";
        for (line, best) in [
            (format!("{MATE} bm Ra8#, Kd6;"), &["Ra8#", "Kd6"][..]),
            (format!("{MATE} bm Ra8#,Kd6"), &["Ra8#", "Kd6"]),
            (format!("{MATE} bm 1.Ra8#;"), &["Ra8#"]),
            (format!("{MATE}; bm Ra8#;"), &["Ra8#"]),
            (format!("{MATE} - bm Ra8#;"), &["Ra8#"]),
            (format!("{MATE} - - bm Ra8#;"), &["Ra8#"]),
            (format!("{MATE} 3 bm Ra8#;"), &["Ra8#"]),
            (format!("{MATE} 3 40 bm Ra8#;"), &["Ra8#"]),
            (format!("{MATE} 3 40; bm Ra8#;"), &["Ra8#"]),
        ] {
            let (position, skipped) = one(&line);
            assert_eq!(
                (position.best_moves.iter().map(String::as_str).collect::<Vec<_>>(), skipped.len()),
                (best.to_vec(), 0),
                "{line}"
            );
        }
        let (position, skipped) = one(&format!("{MATE} bm #1;"));
        assert_eq!((position.mate_in, position.best_moves, skipped), (Some(1), vec![], vec![]));
    }

    #[test]
    fn skipped_lines_are_reported() {
        let text = "# a suite\n4k3/8/4K3/8/8/8/8/R7 w - - bm Rb2;\n4k3/8/8 w - - bm Rb2;\nRa8 mates\n";
        let Suite { positions, skipped } = Suite::read(text);
        assert_eq!((positions.len(), positions[0].has_solution()), (1, false));
        let skipped: Vec<String> = skipped.iter().map(Skipped::to_string).collect();
        assert_eq!(
            skipped,
            [
                "line 2: bm Rb2: no rook can go to b2; skipped",
                "line 3: the piece field has 3 ranks instead of 8; skipped",
                "line 4: a position has four fields (pieces, side, castling, en passant), but this line has 2; skipped",
            ]
        );
    }

    #[test]
    fn a_verdict_needs_a_solution() {
        let mut board = Board::new();
        let mut position = TestPosition::default();
        let e4 = board.read_move("e4").expect("legal");
        assert_eq!(verdict(&mut board, &position, e4), None);
        position.best_moves = vec!["d4".into(), "e2e4".into()];
        assert_eq!(verdict(&mut board, &position, e4), Some(Verdict::Solved));
        position.avoid_moves = vec!["e4".into()];
        assert_eq!(verdict(&mut board, &position, e4), Some(Verdict::Failed));
    }
}
