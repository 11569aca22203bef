//! Compares the output of an experiment's commands with the lesson's expectations.

use std::path::Path;

use crate::play::files;
use crate::ui::show::contains_words;
use crate::ui::tables::Table;

/// The output of a command.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shown {
    /// The text.
    pub text: String,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// A value: a number, a string, or a truth value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number, and its written form.
    Number(f64, String),
    /// A string.
    Text(String),
    /// Yes or no.
    Truth(bool),
}

impl Value {
    /// The value of a cell.
    pub fn of(text: &str) -> Value {
        let digits = text.replace(',', "");
        let mate = |digits: &str| {
            let (sign, moves) = match digits.strip_prefix("-#") {
                Some(moves) => (-1.0, moves),
                None => (1.0, digits.strip_prefix('#')?),
            };
            moves.parse::<f64>().ok().map(|moves| sign * (MATE - moves))
        };
        let is_number = digits.starts_with(|c: char| "+-.0123456789".contains(c));
        let number = if is_number { digits.parse::<f64>().ok() } else { mate(&digits) };
        number.map_or_else(|| Value::Text(text.into()), |number| Value::Number(number, text.into()))
    }

    fn number(&self) -> Result<f64, String> {
        match self {
            Value::Number(number, _) => Ok(*number),
            other => Err(format!("'{}' is not a number", other.text())),
        }
    }

    /// Its text.
    pub fn text(&self) -> String {
        match self {
            Value::Number(_, text) | Value::Text(text) => text.clone(),
            Value::Truth(truth) => if *truth { "yes" } else { "no" }.into(),
        }
    }
}

/// The value of mate in zero moves, greater than any score in pawns.
const MATE: f64 = 10_000.0;

/// Columns that vary from run to run.
const TIMES: [&str; 3] = ["ms", "knps", "time"];

/// The results of the commands so far.
#[derive(Default)]
pub struct Facts {
    shown: Shown,
    names: Vec<(String, Value)>,
}

fn hyphened(name: &str) -> String {
    name.trim().replace(' ', "-")
}

impl Facts {
    /// Records the output of a command. Its text replaces the previous text; its tables, if any, replace the previous
    /// tables.
    pub fn hear(&mut self, shown: Shown) {
        let tables = if shown.tables.is_empty() { std::mem::take(&mut self.shown.tables) } else { shown.tables };
        self.shown = Shown { text: shown.text, tables };
    }

    fn table(&self) -> Result<&Table, String> {
        self.shown.tables.last().ok_or("no table was shown".into())
    }

    fn column(&self, name: &str) -> Result<usize, String> {
        let table = self.table()?;
        let found = table.columns.iter().position(|known| hyphened(known) == name);
        found.ok_or_else(|| format!("there is no column '{name}' among: {}", table.columns.join(", ")))
    }

    fn row(&self, name: &str) -> Result<usize, String> {
        let table = self.table()?;
        let by_number = name.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let by_name = || table.rows.iter().position(|row| hyphened(&row[0]) == name);
        let found = by_number.filter(|row| *row < table.rows.len()).or_else(by_name);
        let names = || table.rows.iter().map(|row| hyphened(&row[0])).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| format!("there is no row '{name}' among: {}", names()))
    }

    fn cell(&self, row: &str, column: &str) -> Result<Value, String> {
        let (row, column) = (self.row(row)?, self.column(column)?);
        Ok(Value::of(&self.table()?.rows[row][column]))
    }

    /// The cells of a numeric column.
    fn numbers_of(&self, name: &str) -> Result<Vec<f64>, String> {
        let column = self.column(name)?;
        self.table()?.rows.iter().map(|row| Value::of(&row[column]).number()).collect()
    }

    /// Stores a value under a name: `NAME = EXPRESSION`.
    ///
    /// # Errors
    /// The reason why there is no such value.
    pub fn keep(&mut self, text: &str) -> Result<(), String> {
        let (name, expression) = text.split_once(" = ").ok_or(format!("let {text}: NAME = EXPRESSION is expected"))?;
        let value = self.value(expression)?;
        self.names.push((name.trim().into(), value));
        Ok(())
    }

    /// The value of an operand: a number, a stored name, `rows`, a sum, maximum or minimum of a column, a cell, or a
    /// string.
    fn operand(&self, text: &str) -> Result<Value, String> {
        if let value @ Value::Number(..) = Value::of(text) {
            return Ok(value);
        }
        if let Some((_, value)) = self.names.iter().rev().find(|(name, _)| name == text) {
            return Ok(value.clone());
        }
        if text == "rows" {
            return Ok(Value::of(&self.table()?.rows.len().to_string()));
        }
        if let Some((name, column)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            let numbers = self.numbers_of(column)?.into_iter();
            let result = match name {
                "sum" => numbers.sum(),
                "max" => numbers.fold(f64::MIN, f64::max),
                "min" => numbers.fold(f64::MAX, f64::min),
                _ => return Err(format!("'{name}' is not sum, max or min")),
            };
            return Ok(Value::Number(result, result.to_string()));
        }
        let looks_like_cell = |(_, column): &(&str, &str)| {
            column.starts_with(|c: char| c.is_ascii_alphanumeric() || ['/', '%'].contains(&c))
        };
        match text.rsplit_once('.').filter(looks_like_cell) {
            Some((row, column)) => self.cell(row, column),
            None => Ok(Value::of(text)),
        }
    }

    /// Evaluates operands and operators from left to right.
    fn value(&self, text: &str) -> Result<Value, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, rest @ ..] = &words[..] else { return Err("an expression is missing".into()) };
        let mut value = self.operand(first)?;
        for pair in rest.chunks(2) {
            let [operator, operand] = pair else { return Err(format!("'{text}' ends with an operator")) };
            let (a, b) = (value.number()?, self.operand(operand)?.number()?);
            let result = match *operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                _ => return Err(format!("'{operator}' is not an operator")),
            };
            value = Value::Number(result, result.to_string());
        }
        Ok(value)
    }

    /// The value of an expression, or whether a comparison holds.
    ///
    /// # Errors
    /// The reason why there is no such value.
    pub fn answer(&self, what: &str) -> Result<Value, String> {
        match comparison(what) {
            Some((left, operator, right)) => {
                Ok(Value::Truth(compare(&self.value(left)?, operator, &self.value(right)?)?))
            }
            None => self.value(what),
        }
    }

    /// Checks an expectation. Returns whether it holds, and the value found.
    ///
    /// # Errors
    /// The reason why the expectation cannot be read.
    pub fn check(&self, text: &str) -> Result<(bool, Option<String>), String> {
        if let Some(wanted) = text.strip_prefix("shows ") {
            return Ok((contains_words(&self.shown.text, wanted), None));
        }
        if let Some(file) = text.strip_prefix("same-as-file ") {
            let wanted = files::read_text(Path::new(file)).map_err(|error| error.to_string())?;
            return Ok((self.shown.text.trim_end().lines().eq(wanted.trim_end().lines()), None));
        }
        if let Some((left, operator, right)) = comparison(text) {
            let (a, b) = (self.value(left)?, self.value(right)?);
            let holds = compare(&a, operator, &b)?;
            return Ok((holds, Some(as_written(&a, right))));
        }
        let (what, how) = text.rsplit_once(' ').ok_or(format!("'{text}' has no expected value"))?;
        match how {
            "differ" | "same" if what == "rows" => self.rows_are(how).map(|holds| (holds, None)),
            "differ" | "same" | "rising" | "falling" => self.column_is(what, how).map(|holds| (holds, None)),
            _ => {
                let found = self.value(what)?;
                let holds = compare(&found, "=", &Value::of(how))?;
                Ok((holds, Some(as_written(&found, how))))
            }
        }
    }

    /// Whether the rows are all the same or all different, as `how` requires. Ignores names and times.
    fn rows_are(&self, how: &str) -> Result<bool, String> {
        let table = self.table()?;
        let counts = |column: &usize| *column != 0 && !TIMES.contains(&table.columns[*column]);
        let columns: Vec<usize> = (0..table.columns.len()).filter(counts).collect();
        let rows: Vec<Vec<&String>> =
            table.rows.iter().map(|row| columns.iter().map(|&column| &row[column]).collect()).collect();
        if rows.len() < 2 {
            return Err("a single row cannot be compared".into());
        }
        Ok(all_are(how, &rows))
    }

    fn column_is(&self, name: &str, how: &str) -> Result<bool, String> {
        let cells: Vec<Value> = match (self.column(name), self.row(name)) {
            (Err(_), Ok(row)) => self.table()?.rows[row].iter().skip(1).map(|cell| Value::of(cell)).collect(),
            (column, _) => {
                let column = column?;
                self.table()?.rows.iter().map(|row| Value::of(&row[column])).collect()
            }
        };
        if cells.len() < 2 {
            return Err("a single cell cannot be compared".into());
        }
        let in_order = |rising: bool| -> Result<bool, String> {
            let numbers = cells.iter().map(Value::number).collect::<Result<Vec<f64>, String>>()?;
            Ok(numbers.windows(2).all(|pair| if rising { pair[0] < pair[1] } else { pair[0] > pair[1] }))
        };
        match how {
            "rising" | "falling" => in_order(how == "rising"),
            _ => Ok(all_are(how, &cells)),
        }
    }
}

/// Whether the items are all the same or all different, as `how` requires.
fn all_are<T: PartialEq>(how: &str, these: &[T]) -> bool {
    match how {
        "same" => these.windows(2).all(|pair| pair[0] == pair[1]),
        _ => these.iter().enumerate().all(|(number, one)| !these[..number].contains(one)),
    }
}

const COMPARISONS: [&str; 7] = ["<=", ">=", "!=", "<", ">", "~", "="];

/// The left side, the operator and the right side of a comparison.
pub fn comparison(text: &str) -> Option<(&str, &str, &str)> {
    let (at, operator) =
        COMPARISONS.iter().find_map(|operator| Some((text.find(&format!(" {operator} "))?, *operator)))?;
    Some((text[..at].trim(), operator, text[at + operator.len() + 2..].trim()))
}

/// Number of decimals.
fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// Formats a value like another: with the same number of decimals, and with a plus sign if the other has one.
fn as_written(value: &Value, like: &str) -> String {
    match (value, Value::of(like)) {
        (Value::Number(_, text), Value::Number(..)) if text.contains('#') || like.contains('#') => text.clone(),
        (Value::Number(number, _), Value::Number(..)) if like.starts_with('+') => {
            format!("{number:+.*}", decimals(like))
        }
        (Value::Number(number, _), Value::Number(..)) => format!("{number:.*}", decimals(like)),
        _ => value.text(),
    }
}

fn compare(a: &Value, operator: &str, b: &Value) -> Result<bool, String> {
    if let ("=", Value::Number(..), Value::Number(number, text)) = (operator, a, b) {
        let rounded = as_written(a, text);
        return Ok(Value::of(&rounded).number()? == *number);
    }
    if let (Value::Text(_), _) | (_, Value::Text(_)) = (a, b) {
        return match operator {
            "=" => Ok(a.text() == b.text()),
            "!=" => Ok(a.text() != b.text()),
            _ => Err(format!("'{}' and '{}' cannot be compared", a.text(), b.text())),
        };
    }
    let (a, b) = (a.number()?, b.number()?);
    Ok(match operator {
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        "!=" => a != b,
        "~" => (a - b).abs() <= a.abs() / 100.0,
        _ => a == b,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let mut table = Table::new("", &["setting", "nodes", "ms", "score", "same move"]);
        for row in [["none", "2000", "7", "+0.34", "1"], ["a,b=c", "500", "3", "#3", "1"]] {
            table.row(row.map(String::from).to_vec());
        }
        let shown = Shown { text: "nodes = 12\n".into(), tables: vec![table] };
        Facts { shown, names: Vec::new() }
    }

    #[test]
    fn expectations_compare_cells() {
        let mut facts = facts();
        facts.keep("x = none.nodes / a,b=c.nodes").expect("numbers");
        let holds = |text: &str| facts.check(text).map(|(holds, _)| holds);
        for text in [
            "none.nodes 2000",
            "none.score +0.34",
            "a,b=c.score #3",
            "x = 4.0",
            "none.same-move 1",
            "rows 2",
            "rows differ",
            "none.score < a,b=c.score",
            "nodes falling",
            "same-move same",
            "a,b=c differ",
            "shows nodes = 12",
            "#2.nodes 500",
            "none.nodes / 3 = 666.7",
            "none.nodes != 3",
        ] {
            assert_eq!(holds(text), Ok(true), "{text}");
        }
        for text in ["none.nodes 2001", "rows same", "nodes rising", "shows 13", "x = 4.1", "same-move differ"] {
            assert_eq!(holds(text), Ok(false), "{text}");
        }
        for text in ["nobody.nodes 1", "none.colour red", "none.score < e4", "nodes", "none.nodes ~ 3 4"] {
            assert!(holds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_are_written_in_the_form_of_the_expectation() {
        let facts = facts();
        let found = |text: &str| facts.check(text).expect("it can be checked").1;
        assert_eq!(found("none.nodes / 3 = 0.5"), Some("666.7".into()));
        assert_eq!(found("none.score +9.99"), Some("+0.34".into()));
        assert_eq!(found("a,b=c.score +9.99"), Some("#3".into()));
    }
}
