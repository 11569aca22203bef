//! Tables for people (columns), for spreadsheets (CSV, RFC 4180) and for programs (JSON, RFC 8259).

use serde_json::{Number, Value};

use crate::searcher::score::mate_in;

use super::arguments::words;
use super::out::{Cells, FullScreen, Out};
use super::show::{columns_of, cut_to, wrap};

/// Lines of a table are shorter than this, in terminal columns.
const LINE_WIDTH: usize = 80;
/// Maximum width of a row name that is repeated in each block of a wide table, in terminal columns.
const LONGEST_NAME: usize = 60;

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Columns, with a title and notes.
    #[default]
    Text,
    /// Comma-separated values.
    Csv,
    /// An array of objects.
    Json,
}

impl Format {
    /// Removes `--csv` or `--json` from the arguments of a command.
    pub fn take(arguments: &str) -> (Format, Vec<&str>) {
        let mut format = Format::Text;
        let mut others = Vec::new();
        for argument in words(arguments) {
            match argument {
                "--csv" => format = Format::Csv,
                "--json" => format = Format::Json,
                _ => others.push(argument),
            }
        }
        (format, others)
    }
}

/// Name of the first column of tables that have a row for each measure and setting, and a column for each depth.
pub const SERIES: &str = "series";

/// A table of strings and numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The title; shown only in text format.
    pub title: String,
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// The cells, one for each column; empty if the value is unknown.
    pub rows: Vec<Vec<String>>,
    /// The notes below; shown only in text format.
    pub notes: Vec<String>,
    /// Lines are shorter than this, in terminal columns, where wrapping permits.
    pub line_width: usize,
}

impl Default for Table {
    fn default() -> Table {
        let (title, columns, rows, notes) = Default::default();
        Table { title, columns, rows, notes, line_width: LINE_WIDTH }
    }
}

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: &[&'static str]) -> Table {
        Table { title: title.into(), columns: columns.into(), ..Table::default() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a note.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Writes the table in this format, or as sentences if speech output is on.
    pub fn show(&self, out: &mut Out<impl FullScreen>, format: Format) {
        self.note_cells(out);
        match (format, out.spoken) {
            (Format::Text, Some(width)) => out.line(wrapped(&self.in_sentences(), width, 0).trim_end()),
            _ => out.line(&self.written(format)),
        }
    }

    /// Passes the cells to the current capture of the output, if any; [`Table::show`] calls this itself.
    pub fn note_cells(&self, out: &mut Out<impl FullScreen>) {
        let Table { title, columns, rows, notes, .. } = self.clone();
        out.note_cells(|| Cells { title, columns, rows, notes });
    }

    /// The table in this format.
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Csv => self.csv(),
            Format::Json => self.json(),
        }
    }

    fn text(&self) -> String {
        // The number of a game is an identifier that the user may type, so it is not abbreviated.
        let shortened =
            |(cell, column): (&String, &&str)| if *column == "number" { cell.clone() } else { short_count(cell) };
        let short: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().zip(&self.columns).map(shortened).collect()).collect();
        let fits = |rows: &[Vec<String>], gap: usize| {
            let widths = (0..self.columns.len()).map(|column| self.width(rows, column) + gap);
            1 + widths.sum::<usize>() < self.line_width + gap
        };
        let ends_in_text = self.rows.iter().any(|row| row.last().is_some_and(|cell| !is_number(cell)));
        if fits(&self.rows, 2) {
            self.columns_text(&self.rows, "  ")
        } else if fits(&short, 1) {
            self.columns_text(&short, " ")
        } else if ends_in_text {
            self.columns_text(&self.rows, "  ")
        } else if self.width(&short, 0) > LONGEST_NAME {
            self.with_numbered_names().text()
        } else {
            self.in_blocks(&short)
        }
    }

    /// The table as sentences: one for each row, with the names of the columns.
    pub fn in_sentences(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|name| name.to_string()).collect();
        let title = (!self.title.is_empty()).then(|| format!("{}:", self.title.trim_end_matches(':')));
        let rows = self.rows.iter().map(|row| sentence(&names, row));
        title.into_iter().chain(rows).chain(self.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
    }

    /// The table with a number in place of each long row name; the names follow as notes.
    fn with_numbered_names(&self) -> Table {
        let mut table = self.clone();
        for (row, number) in table.rows.iter_mut().zip(1..) {
            if columns_of(&row[0]) > LONGEST_NAME {
                let name = std::mem::replace(&mut row[0], format!("({number})"));
                table.notes.push(format!("({number}): {}", name.replace(',', ", ")));
            }
        }
        table
    }

    /// Makes lines fit this width: drops `spare` columns, in order, until the others have room for dates and most
    /// names, then truncates the longest texts.
    pub fn fit(&mut self, line_width: usize, spare: &[&str]) {
        self.line_width = line_width;
        for name in spare {
            let least = |column| self.width(&self.rows, column).min(LEAST_TEXT) + 2;
            let needed: usize = (0..self.columns.len()).map(least).sum();
            if let Some(column) = self.columns.iter().position(|known| known == name).filter(|_| needed > line_width) {
                self.columns.remove(column);
                self.rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        let widths = (0..self.columns.len()).map(|column| self.width(&self.rows, column)).collect();
        let widths = fitted(widths, line_width);
        for row in &mut self.rows {
            for (cell, &width) in row.iter_mut().zip(&widths) {
                if columns_of(cell) > width {
                    *cell = format!("{}…", cut_to(cell, width - 1));
                }
            }
        }
    }

    /// Width of a column.
    fn width(&self, rows: &[Vec<String>], column: usize) -> usize {
        let cells = rows.iter().map(|row| columns_of(&row[column]));
        cells.chain([columns_of(self.columns[column])]).max().unwrap_or(0)
    }

    /// Splits a table that is too wide for one line into blocks. Each block repeats the first column.
    fn in_blocks(&self, rows: &[Vec<String>]) -> String {
        let width = |column: usize| self.width(rows, column);
        let mut blocks = vec![vec![0]];
        let mut used = 1 + width(0);
        for column in 1..self.columns.len() {
            if used + 2 + width(column) >= self.line_width {
                blocks.push(vec![0]);
                used = 1 + width(0);
            }
            used += 2 + width(column);
            if let Some(block) = blocks.last_mut() {
                block.push(column);
            }
        }
        let count = blocks.len();
        let part = |(number, block): (usize, Vec<usize>)| {
            let part = Table {
                title: if number == 0 { self.title.clone() } else { String::new() },
                columns: block.iter().map(|&column| self.columns[column]).collect(),
                rows: Vec::new(),
                line_width: self.line_width,
                notes: if number + 1 == count { self.notes.clone() } else { Vec::new() },
            };
            let rows: Vec<Vec<String>> =
                rows.iter().map(|row| block.iter().map(|&column| row[column].clone()).collect()).collect();
            part.columns_text(&rows, "  ")
        };
        blocks.into_iter().enumerate().map(part).collect::<Vec<_>>().join("\n\n")
    }

    fn columns_text(&self, rows: &[Vec<String>], gap: &str) -> String {
        let note_width = self.line_width.min(LINE_WIDTH) - 1;
        let mut text = if self.title.is_empty() { String::new() } else { wrapped(&self.title, note_width, 2) };
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width(rows, column)).collect();
        // Columns of numbers are right-aligned, headings included.
        let right: Vec<bool> = (0..widths.len()).map(|column| rows.iter().all(|row| is_number(&row[column]))).collect();
        let mut line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).zip(&right).map(|((cell, &width), &right)| {
                let pad = " ".repeat(width - columns_of(cell));
                if right { format!("{pad}{cell}") } else { format!("{cell}{pad}") }
            });
            let padded: Vec<String> = padded.collect();
            let before_last: usize = widths[..widths.len() - 1].iter().map(|width| width + gap.len()).sum();
            let line = format!(" {}", padded.join(gap).trim_end());
            text.push_str(&wrap(&line, self.line_width - 1, (1 + before_last).min(self.line_width / 2)));
            text.push('\n');
        };
        if !rows.is_empty() {
            line(&self.columns.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        }
        for row in rows {
            line(row);
        }
        for note in &self.notes {
            text.push_str(&wrapped(&format!(" {note}"), note_width, 3));
        }
        text.trim_end().into()
    }

    fn csv(&self) -> String {
        let quoted = |cell: &str| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.to_string(),
        };
        let header = self.columns.join(",");
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
        std::iter::once(header).chain(rows).collect::<Vec<_>>().join("\n")
    }

    fn json(&self) -> String {
        let object = |row: &Vec<String>| {
            let pairs =
                self.columns.iter().zip(row).map(|(name, cell)| format!("{}: {}", json_text(name), json_value(cell)));
            format!("  {{{}}}", pairs.collect::<Vec<_>>().join(", "))
        };
        format!("[\n{}\n]", self.rows.iter().map(object).collect::<Vec<_>>().join(",\n"))
    }
}

/// A width sufficient for most names, in characters. [`Table::fit`] drops `spare` columns until every remaining column
/// can be this wide, or as wide as its contents if that is less.
const LEAST_TEXT: usize = 15;

/// Minimum width of a narrowed column.
const LEAST_WIDTH: usize = 8;

/// Narrows the widest columns until a line with two spaces between columns fits, or no column is wider than
/// `LEAST_WIDTH`.
pub fn fitted(mut widths: Vec<usize>, columns: usize) -> Vec<usize> {
    let mut excess = (widths.iter().map(|width| width + 2).sum::<usize>()).saturating_sub(columns);
    while let (1.., Some(widest)) = (excess, widths.iter_mut().max().filter(|width| **width > LEAST_WIDTH)) {
        *widest -= 1;
        excess -= 1;
    }
    widths
}

/// A row of a table as a sentence: its name, then each column with its cell.
pub fn sentence(names: &[String], row: &[String]) -> String {
    let [name, cells @ ..] = row else { return String::new() };
    let cells = names.iter().skip(1).zip(cells).filter(|(_, cell)| !cell.is_empty());
    let cells: Vec<String> = cells.map(|(column, cell)| format!("{column} {cell}")).collect();
    if cells.is_empty() { format!("{name}.") } else { format!("{name}: {}.", cells.join(", ")) }
}

/// Text wrapped to this width; continuation lines are indented.
fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let lines = text.split('\n').map(|line| wrap(line, width, indent));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.starts_with(|c: char| "+-.0123456789".contains(c))
}

/// A large count in thousands or millions; other cells unchanged.
fn short_count(cell: &str) -> String {
    match cell.parse::<u64>() {
        Ok(count @ 1_000_000..) => format!("{:.2}M", count as f64 / 1e6),
        Ok(count @ 10_000..) => format!("{:.1}k", count as f64 / 1e3),
        _ => cell.into(),
    }
}

/// A cell as JSON: a number without its plus sign, an empty cell or `-` as null, everything else as a string.
fn json_value(cell: &str) -> String {
    let number = cell.strip_prefix('+').unwrap_or(cell);
    match cell {
        "" | "-" => "null".into(),
        // A move or a hash key may look like a number with an exponent.
        _ if !number.contains(['e', 'E']) && serde_json::from_str::<Number>(number).is_ok() => number.into(),
        _ => json_text(cell),
    }
}

/// A JSON string.
pub fn json_text(text: &str) -> String {
    Value::from(text).to_string()
}

/// A bar for `value`, where `greatest` fills the width. Any value above 0 gets at least one mark.
pub fn bar(value: f64, greatest: f64, width: usize) -> String {
    if !(value > 0.0 && greatest > 0.0) {
        return String::new();
    }
    "#".repeat(((value / greatest * width as f64).round() as usize).clamp(1, width))
}

/// A score in centipawns, as pawns with a sign; mates as `#n` or `-#n`.
pub fn score_text(score: i32) -> String {
    match mate_in(score) {
        None => difference_text(score),
        Some(moves) => format!("{}#{}", if score < 0 { "-" } else { "" }, moves.abs()),
    }
}

/// A score difference in centipawns, as signed pawns. Large values are not shown as mates.
pub fn difference_text(difference: i32) -> String {
    format!("{:+.2}", f64::from(difference) / 100.0)
}

/// A fraction as a percentage, or `-`.
pub fn per_cent(part: Option<f64>) -> String {
    part.map_or("-".into(), |part| format!("{:.1}", 100.0 * part))
}

/// A factor with two decimals, or `-`.
pub fn factor(value: Option<f64>) -> String {
    value.map_or("-".into(), |value| format!("{value:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::out::NoScreen;

    fn table() -> Table {
        let mut table = Table::new("title", &["name", "n"]);
        table.row(vec!["a \"b\", c".into(), "+12".into()]);
        table.row(vec!["".into(), "007".into()]);
        table
    }

    #[test]
    fn scores_of_all_mates_are_shown_as_moves_and_others_as_pawns() {
        let shown = [9998, 9920, -9997, -9999, 9700, 10_500, -35].map(score_text);
        assert_eq!(shown, ["#1", "#40", "-#1", "-#0", "+97.00", "+105.00", "-0.35"]);
    }

    #[test]
    fn cells_are_truncated_only_if_too_wide() {
        let mut table = Table::new("", &["number", "white", "opening"]);
        table.row(vec!["1".into(), "Wolfgang Amadeus Mozart".into(), "King's Pawn Game".into()]);
        for (width, white) in [(80, "Wolfgang Amadeus Mozart"), (40, "Wolfgang Amad…"), (10, "Wolfgan…")] {
            let mut table = table.clone();
            table.fit(width, &[]);
            assert_eq!(table.rows[0][1], white, "{width} columns");
            assert_eq!(table.rows[0][0], "1");
        }
    }

    #[test]
    fn wide_letters_and_combining_marks_keep_the_columns_aligned() {
        let mut table = Table::new("", &["white", "opening"]);
        for white in ["羽生善治羽生善治", "Jose\u{301}", "Anna"] {
            table.row(vec![white.into(), "Réti".into()]);
        }
        table.fit(18, &[]);
        assert_eq!(table.rows[0][0], "羽生善…");
        let text = table.written(Format::Text);
        let column = |line: &str| line.find("Réti").map(|at| columns_of(&line[..at]));
        assert!(text.lines().skip(1).all(|line| column(line) == Some(10)), "{text}");
    }

    #[test]
    fn a_narrow_table_loses_its_spare_columns_first() {
        let mut table = Table::new("", &["white", "date", "eco", "moves"]);
        table.row(["Wolfgang Amadeus", "1921.03.04", "C50", "40"].map(String::from).into());
        for (width, columns) in [(60, 4), (41, 4), (38, 3), (25, 2)] {
            let mut table = table.clone();
            table.fit(width, &["eco", "date"]);
            assert_eq!(table.columns.len(), columns, "{width}");
            let text = table.written(Format::Text);
            assert!(text.lines().count() == 2 && text.lines().all(|line| columns_of(line) < width), "{text}");
            assert!(columns < 3 || text.contains("1921.03.04"), "{text}");
            assert!(columns < 3 || text.contains("Wolfgang Amade"), "{text}");
        }
    }

    #[test]
    fn sentences_are_wrapped_between_words() {
        let mut out = Out::<NoScreen>::default();
        out.spoken = Some(20);
        out.divert();
        let mut table = Table::new("", &["piece", "worth to Black"]);
        table.row(vec!["bishop".into(), "-2.75".into()]);
        table.show(&mut out, Format::Text);
        assert_eq!(out.end_diversion(None).text, "bishop: worth to\nBlack -2.75.\n");
    }

    #[test]
    fn the_three_forms() {
        assert_eq!(table().written(Format::Text), "title\n name        n\n a \"b\", c  +12\n           007");
        assert_eq!(table().written(Format::Csv), "name,n\n\"a \"\"b\"\", c\",+12\n,007");
        let json = "[\n  {\"name\": \"a \\\"b\\\", c\", \"n\": 12},\n  {\"name\": null, \"n\": \"007\"}\n]";
        assert_eq!(table().written(Format::Json), json);
    }

    #[test]
    fn the_number_of_a_game_is_written_out() {
        let mut games = Table::new("", &["number", "white", "nodes"]);
        games.row(vec!["12345".into(), "w".repeat(LINE_WIDTH - 15), "12345".into()]);
        let text = games.written(Format::Text);
        assert!(text.contains("12345 w") && text.contains(" 12.3k"), "{text}");
    }

    #[test]
    fn a_table_with_too_many_columns_is_written_in_blocks() {
        const NAMES: [&str; 4] = ["setting", "n", "x", "y"];
        let mut wide = Table::new("", &NAMES);
        wide.row(vec!["a".repeat(60), "1".repeat(9), "22.222222".into(), "3.3333333".into()]);
        wide.note("note");
        let text = wide.written(Format::Text);
        assert!(text.lines().all(|line| line.chars().count() < LINE_WIDTH), "{text}");
        assert_eq!(text.matches(&"a".repeat(60)).count(), 3, "{text}");
        assert!(text.ends_with("note") && text.contains("111.11M"), "{text}");
    }

    #[test]
    fn a_row_with_a_long_name_gets_a_number() {
        let mut wide = Table::new("", &["setting", "nodes", "ms"]);
        let name = vec!["late-move-base=75"; 30].join(",");
        wide.row(vec![name.clone(), "12".into(), "3".into()]);
        wide.row(vec!["all".into(), "14".into(), "5".into()]);
        let text = wide.written(Format::Text);
        assert!(
            text.starts_with(" setting  nodes  ms\n (1)         12   3\n all         14   5\n (1): late-"),
            "{text}"
        );
        assert!(text.lines().all(|line| line.chars().count() < LINE_WIDTH), "{text}");
        assert_eq!(text.matches("late-move-base=75").count(), 30);
        assert!(wide.written(Format::Csv).contains(&name));
    }

    #[test]
    fn the_form_is_taken_out_of_the_arguments() {
        assert_eq!(Format::take("a --csv b"), (Format::Csv, vec!["a", "b"]));
        assert_eq!(Format::take(""), (Format::Text, vec![]));
    }

    #[test]
    fn scores_and_bars() {
        assert_eq!(
            [score_text(-120), score_text(9999), score_text(9997), score_text(-9998)],
            ["-1.20", "#1", "#2", "-#1"]
        );
        assert_eq!(
            (bar(5.0, 10.0, 10), bar(0.01, 10.0, 10), bar(0.0, 10.0, 10)),
            ("#####".into(), "#".into(), "".into())
        );
    }
}
