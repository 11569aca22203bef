//! # 20 · Test suites
//!
//! Searches a file of positions one after the other, to measure strength and speed on many problems at once. It reads
//! three formats: games with a `[FEN "…"]` tag as in the tutorial's BT2450 file, EPD lines (`… bm Nf6+; id
//! "WAC.001";`), and plain FENs, one per line.
//!
//! **Differs here:** the tutorial reads the first format only, and no solutions. It writes a log file; here the results
//! are shown, and saving them is left to the user.
//!
//! **Read next:** [`command`](crate::command), the last chapter's XBoard in [`ui::xboard`](crate::ui::xboard).

use thiserror::Error;

use crate::board::Board;
use crate::moves::Move;
use crate::readfen::{FenError, read_fen};
use crate::readmove::{MoveError, shortened, shown};

/// One position of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// Name of the position.
    pub title: String,
    /// The position.
    pub fen: String,
    /// Moves that solve it, as written in the file.
    pub best_moves: Vec<String>,
    /// Moves that must not be played.
    pub avoid_moves: Vec<String>,
    /// The side to move mates in this number of moves, and not sooner.
    pub mate_in: Option<u32>,
}

impl Position {
    /// Does the file give a solution?
    pub fn has_solution(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate_in.is_some()
    }
}

/// The positions of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Suite {
    /// In the order of the file.
    pub positions: Vec<Position>,
    /// Lines that were skipped, or whose solution was.
    pub skipped: Vec<Skipped>,
}

/// A line that cannot be used, wholly or in part.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}; skipped")]
pub struct Skipped {
    /// Its number, counted from 1.
    pub line: usize,
    /// The reason.
    pub error: LineError,
}

/// Reasons for skipping a line or its solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// Too few fields.
    #[error("a position has four fields (pieces, side, castling, en passant), but here are {0}")]
    Fields(usize),
    /// The position cannot be set up.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A solution that is not a legal move.
    #[error("{0} {1}: {2}")]
    Move(&'static str, String, MoveError),
}

/// Was the problem solved?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The move is one of the best, and not one to avoid.
    Solved,
    /// The move is not.
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
                suite.positions.push(Position { title, fen: fen.into(), ..Position::default() });
                names.clear();
            } else if let Some(name) = tag(line, "White").or(tag(line, "Black")) {
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

/// Reads a line of EPD or FEN: the pieces in eight ranks, the side, and so on. Returns the position without its
/// unusable parts, and the error about those.
fn epd(line: &str) -> (Option<Position>, Option<LineError>) {
    let fields = match split_fields(line) {
        Ok(fields) => fields,
        Err(count) => return (None, Some(LineError::Fields(count))),
    };
    let operations = operations(fields.operations);
    let operands = |code: &str| -> Vec<String> {
        let found = operations.iter().find(|operation| operation.code == code);
        found.map_or(Vec::new(), |operation| operation.operands.clone())
    };
    let mut position = Position {
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

/// The parts of an EPD line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields<'a> {
    /// Pieces, side to move, castling rights and en-passant square, separated by spaces.
    pub position: String,
    /// Half-move clock and move number: many files have a complete FEN before the operations.
    pub counters: [Option<&'a str>; 2],
    /// The operations.
    pub operations: &'a str,
}

impl Fields<'_> {
    /// The position as a FEN. Unknown counters become 0 and 1, or are omitted if both are unknown.
    pub fn fen(&self) -> String {
        match self.counters {
            [None, None] => self.position.clone(),
            [fifty, number] => format!("{} {} {}", self.position, fifty.unwrap_or("0"), number.unwrap_or("1")),
        }
    }
}

/// Splits an EPD line. Counters may be `-`, and the last field may end with a semicolon.
///
/// # Errors
/// The number of fields, if there are fewer than four.
pub fn split_fields(line: &str) -> Result<Fields<'_>, usize> {
    let mut rest = line.trim();
    let mut next = |wanted: fn(&str) -> bool| {
        let (field, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let is_wanted = !field.is_empty() && wanted(field);
        is_wanted.then(|| {
            rest = after.trim_start();
            field.trim_end_matches(';')
        })
    };
    let mut fields = Vec::new();
    while let Some(field) = (fields.len() < 4).then(|| next(|_| true)).flatten() {
        fields.push(field);
    }
    if fields.len() < 4 {
        return Err(fields.len());
    }
    let counter = |field: &str| field == "-" || field.parse::<u32>().is_ok();
    let counters = [next(counter), next(counter)].map(|field| field.filter(|&field| field != "-"));
    Ok(Fields { position: fields.join(" "), counters, operations: rest })
}

/// An operation of an EPD line: `bm Nf3 e4`, `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operation {
    /// Its opcode.
    pub code: String,
    /// Its operands, without quotes.
    pub operands: Vec<String>,
}

/// Reads the operations after the position of an EPD line. A semicolon ends one, except in quotes.
pub fn operations(text: &str) -> Vec<Operation> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = match first {
            ';' => {
                take_operation(&mut words, &mut operations);
                &rest[1..]
            }
            '"' => {
                let (word, after) = quoted(&rest[1..]);
                words.push(word);
                after
            }
            _ => {
                let (word, after) = rest.split_at(rest.find([' ', '\t', ';']).unwrap_or(rest.len()));
                words.push(shown(word));
                after
            }
        };
        rest = after.trim_start();
    }
    take_operation(&mut words, &mut operations);
    operations
}

/// Operations whose operands are moves.
const MOVES: [&str; 5] = ["bm", "am", "pv", "pm", "sm"];

fn take_operation(words: &mut Vec<String>, operations: &mut Vec<Operation>) {
    if words.is_empty() {
        return;
    }
    let code = words.remove(0);
    let mut operands = std::mem::take(words);
    if MOVES.contains(&code.as_str()) {
        // Some files separate moves by commas, and number them.
        let moves = operands.iter().flat_map(|text| text.split(',')).map(without_number);
        operands = moves.filter(|text| !text.is_empty()).map(String::from).collect();
        // `bm #3` asks for a mate in three moves.
        if let ("bm", [mate]) = (&*code, &operands[..])
            && let Some(count) = mate.strip_prefix('#').filter(|count| count.parse::<u32>().is_ok())
        {
            operations.push(Operation { code: "dm".into(), operands: vec![count.into()] });
            return;
        }
    }
    operations.push(Operation { code, operands });
}

/// A move without the number before it, like `3.Nf3` or `3...`.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}

/// Reads up to the closing quote, and returns the rest. A quote after a backslash is part of the text.
fn quoted(text: &str) -> (String, &str) {
    let mut word = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (shown(&word), &text[at + 1..]),
            '\\' => match letters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                Some((_, escaped)) => word.push(escaped),
                None => word.push(letter),
            },
            _ => word.push(letter),
        }
    }
    (shown(&word), "")
}

/// Does the move `found` solve the position? [`None`] if the file names no moves. The position must be on the board.
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

    /// The only position of a line, and the reasons for skipping.
    fn one(line: &str) -> (Position, Vec<String>) {
        let Suite { mut positions, skipped } = Suite::read(line);
        assert_eq!(positions.len(), 1, "{line}");
        (positions.remove(0), skipped.iter().map(Skipped::to_string).collect())
    }

    #[test]
    fn what_people_write_in_a_line_is_read() {
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
    fn what_is_skipped_is_named() {
        let text = "# a suite\n4k3/8/4K3/8/8/8/8/R7 w - - bm Rb2;\n4k3/8/8 w - - bm Rb2;\nRa8 mates\n";
        let Suite { positions, skipped } = Suite::read(text);
        assert_eq!((positions.len(), positions[0].has_solution()), (1, false));
        let skipped: Vec<String> = skipped.iter().map(Skipped::to_string).collect();
        assert_eq!(
            skipped,
            [
                "line 2: bm Rb2: no rook can go to b2; skipped",
                "line 3: the piece field has 3 ranks, 8 are needed; skipped",
                "line 4: a position has four fields (pieces, side, castling, en passant), but here are 2; skipped",
            ]
        );
    }

    #[test]
    fn operations_are_split_outside_of_quotes() {
        let found = operations("bm Nf3 e4; id \"a; \\\"b\\\" c\";c0 \"\u{1b}[31m\" ;; hmvc 3");
        let found: Vec<(&str, String)> =
            found.iter().map(|operation| (operation.code.as_str(), operation.operands.join("|"))).collect();
        let wanted = [("bm", "Nf3|e4"), ("id", "a; \"b\" c"), ("c0", "?[31m"), ("hmvc", "3")];
        assert_eq!(found, wanted.map(|(code, operands)| (code, operands.to_string())));
        assert!(operations("").is_empty() && operations(";;;").is_empty());
        assert_eq!(operations("id \"no end").len(), 1);
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
