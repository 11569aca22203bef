//! # 20 · Test suites
//!
//! A file of positions to search one after the other: the engine's strength and speed on many problems at once. Three forms are
//! read: games with a `[FEN "…"]` tag as in the tutorial's BT2450 file, EPD lines (`… bm Nf6+; id "WAC.001";`), and plain
//! FENs, one a line.
//!
//! **Differs here:** the tutorial reads the first form only, and knows no solutions. It writes a log file; here the lines are
//! shown, and a file is written by whoever wants one.
//!
//! **Read next:** [`command`](crate::command), the last chapter's XBoard in [`ui::xboard`](crate::ui::xboard).

use crate::board::Board;
use crate::moves::Move;

/// One position of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// What it is called.
    pub title: String,
    /// The position.
    pub fen: String,
    /// Moves that solve it, as they are written in the file.
    pub best_moves: Vec<String>,
    /// Moves that must not be played.
    pub avoid_moves: Vec<String>,
    /// The side to move mates in so many moves, and not sooner.
    pub mate_in: Option<u32>,
}

impl Position {
    /// Does the file say what is right?
    pub fn has_solution(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }
}

/// The positions of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suite {
    /// In the order of the file.
    pub positions: Vec<Position>,
}

/// Was the problem solved?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move is one of the best, and none to avoid.
    Solved,
    /// It is not.
    Failed,
}

impl Suite {
    /// Reads a file; lines that are no position are passed over.
    pub fn read(text: &str) -> Suite {
        let mut suite = Suite::default();
        let mut names: Vec<String> = Vec::new();
        for line in text.lines().map(str::trim) {
            if let Some(fen) = tag(line, "FEN") {
                let title = names.join(" - ");
                suite.positions.push(Position { title, fen: fen.into(), ..Position::default() });
                names.clear();
            } else if let Some(name) = tag(line, "White").or(tag(line, "Black")) {
                names.push(name.into());
            } else if let Some(position) = epd(line) {
                suite.positions.push(position);
            }
        }
        suite
    }
}

/// The value of a PGN tag, if the line is this tag.
fn tag<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix('[')?.strip_prefix(name)?.trim_start().strip_prefix('"')?.strip_suffix("\"]")
}

/// Reads a line of EPD or FEN: the pieces in eight ranks, the side, and so on.
fn epd(line: &str) -> Option<Position> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if fields.len() < 4 || fields[0].matches('/').count() != 7 {
        return None;
    }
    let is_number = |field: Option<&&str>| field.is_some_and(|field| field.parse::<u32>().is_ok());
    let counters = is_number(fields.get(4)) && is_number(fields.get(5));
    let length = if counters { 6 } else { 4 };
    let operations = fields[length..].join(" ");
    let operation = |code: &str| -> Option<String> {
        let found = operations.split(';').map(str::trim).find_map(|operation| operation.strip_prefix(code))?;
        found.starts_with(' ').then(|| found.trim().trim_matches('"').into())
    };
    let moves = |code: &str| -> Vec<String> {
        operation(code).map_or(Vec::new(), |text| text.split_whitespace().map(String::from).collect())
    };
    Some(Position {
        title: operation("id").unwrap_or_default(),
        fen: fields[..length].join(" "),
        best_moves: moves("bm"),
        avoid_moves: moves("am"),
        mate_in: operation("dm").and_then(|text| text.parse().ok()),
    })
}

/// Is the move `found` what the file asks for? None if it names no moves. The position must be on the board.
pub fn verdict(board: &mut Board, position: &Position, found: Move) -> Option<Verdict> {
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
            "[White \"BT2450\"]\n[Black \"No 1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n\
             4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+ Rd1; dm 9; id \"one\";\n\
             4k3/8/8/8/8/8/8/R3K3 b - - 12 30\nno position\n",
        );
        let [first, second, third] = &suite.positions[..] else { panic!("three positions") };
        assert_eq!((first.title.as_str(), first.fen.as_str()), ("BT2450 - No 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
        assert_eq!((second.title.as_str(), &second.best_moves[..]), ("one", &["Ra8+".into(), "Rd1".into()][..]));
        assert_eq!((second.mate_in, third.mate_in), (Some(9), None));
        assert_eq!(third.fen, "4k3/8/8/8/8/8/8/R3K3 b - - 12 30");
    }

    #[test]
    fn a_verdict_needs_a_solution() {
        let mut board = Board::new();
        let mut position = Position::default();
        let e4 = board.read_move("e4").expect("legal");
        assert_eq!(verdict(&mut board, &position, e4), None);
        position.best_moves = vec!["d4".into(), "e2e4".into()];
        assert_eq!(verdict(&mut board, &position, e4), Some(Verdict::Solved));
        position.avoid_moves = vec!["e4".into()];
        assert_eq!(verdict(&mut board, &position, e4), Some(Verdict::Failed));
    }
}
