//! # 20 · EPD lines
//!
//! Extended Position Description (PGN standard, section 16.2): the first four fields of a FEN, then operations, each an
//! opcode, its operands and a semicolon: `bm Nf3; id "WAC.001";`. These functions read the lines of test suites
//! ([`test`](mod@crate::test)) and of position files ([`games::epd`](crate::games::epd)).
//!
//! **Differs here:** the tutorial reads no EPD.
//!
//! **Read next:** [`test`](mod@crate::test).

use crate::readmove::shown;

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

/// Splits an EPD line. Counters may be `-`, and any field may end with a semicolon.
///
/// # Errors
/// The number of fields, if there are fewer than four.
pub fn split_fields(line: &str) -> Result<Fields<'_>, usize> {
    let mut rest = line.trim();
    let mut next = |wanted: fn(&str) -> bool| {
        let (field, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let field = field.trim_end_matches(';');
        let is_wanted = !field.is_empty() && wanted(field);
        is_wanted.then(|| {
            rest = after.trim_start();
            field
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
    /// The opcode.
    pub code: String,
    /// The operands, without quotes.
    pub operands: Vec<String>,
}

/// Reads the operations after the position of an EPD line. A semicolon ends an operation, except in quotes.
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
        // Some files separate moves with commas and number them.
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

/// Strips the number from a move such as `3.Nf3`; `3...` becomes empty.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}

/// Returns the text before the closing quote and the rest of the line. A backslash escapes a quote or a backslash.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_may_end_with_a_semicolon() {
        let line = "4k3/8/4K3/8/8/8/8/R7 w - -; 3; 40; bm Ra8;";
        let fields = split_fields(line).expect("four fields");
        assert_eq!((fields.fen().as_str(), fields.operations), ("4k3/8/4K3/8/8/8/8/R7 w - - 3 40", "bm Ra8;"));
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
}
