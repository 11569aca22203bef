//! # 20 · Test suites
//!
//! A file of positions to search one after the other: the engine's strength and speed on many problems at once. Three
//! forms are read: games with a `[FEN "…"]` tag as in the tutorial's BT2450 file, EPD lines (`… bm Nf6+; id
//! "WAC.001";`), and plain FENs, one a line.
//!
//! **Differs here:** the tutorial reads the first form only, and knows no solutions. It writes a log file; here the
//! lines are shown, and a file is written by whoever wants one.
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
    /// The side to move mates in this many moves, and not sooner.
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
                let title = plain(&names.join(" - "));
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
    let operations = operations(&fields[length..].join(" "));
    let operands = |code: &str| -> Vec<String> {
        let found = operations.iter().find(|operation| operation.code == code);
        found.map_or(Vec::new(), |operation| operation.operands.clone())
    };
    Some(Position {
        title: operands("id").join(" "),
        fen: fields[..length].join(" "),
        best_moves: operands("bm"),
        avoid_moves: operands("am"),
        mate_in: operands("dm").first().and_then(|text| text.parse().ok()),
    })
}

/// An operation of an EPD line: `bm Nf3 e4`, `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operation {
    /// What it says something about.
    pub code: String,
    /// What it says, without quotes.
    pub operands: Vec<String>,
}

/// Reads the operations behind the position of an EPD line. A semicolon ends one, unless it stands in quotes.
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
                words.push(plain(word));
                after
            }
        };
        rest = after.trim_start();
    }
    take_operation(&mut words, &mut operations);
    operations
}

fn take_operation(words: &mut Vec<String>, operations: &mut Vec<Operation>) {
    if !words.is_empty() {
        let code = words.remove(0);
        operations.push(Operation { code, operands: std::mem::take(words) });
    }
}

/// Reads up to the closing quote, and returns what is behind it. A quote with a backslash in front is part of the text.
fn quoted(text: &str) -> (String, &str) {
    let mut word = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (plain(&word), &text[at + 1..]),
            '\\' => match letters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                Some((_, escaped)) => word.push(escaped),
                None => word.push(letter),
            },
            _ => word.push(letter),
        }
    }
    (plain(&word), "")
}

/// A text without control characters: a terminal would take them for commands.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
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
    fn operations_are_split_outside_of_quotes() {
        let found = operations("bm Nf3 e4; id \"a; \\\"b\\\" c\";c0 \"\u{1b}[31m\" ;; hmvc 3");
        let found: Vec<(&str, String)> =
            found.iter().map(|operation| (operation.code.as_str(), operation.operands.join("|"))).collect();
        let wanted = [("bm", "Nf3|e4"), ("id", "a; \"b\" c"), ("c0", "[31m"), ("hmvc", "3")];
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
