//! Typesets the blocks of a lesson for a terminal, for a pipe, or to be read aloud.

use crate::ui::console::looking::position_in_words;
use crate::ui::show::{self, Orientation};
use crate::ui::tables::{Format, SERIES, Table, fitted, sentence};
use crate::ui::terminal::look::Capabilities;
use crate::ui::terminal::picture::{self, Marks};
use crate::ui::terminal::style::Stylize;

use super::course::{Block, Span, SpanStyle, Text, board_of, plain};
use super::listing;

/// Maximum width of a lesson's text and tables, in columns. Code and commands may be wider.
const WIDTH: usize = 72;

/// The output medium of a lesson.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// The capabilities of the terminal.
    pub screen: Capabilities,
    /// Whether the lesson is read aloud.
    pub spoken: bool,
}

/// A word: spans without a space between them.
type StyledWord = Vec<Span>;

impl Paper {
    /// A message, wrapped to fit.
    pub(super) fn wrapped(&self, text: &str) -> String {
        show::wrap(text, self.screen.columns.map_or(usize::MAX, |columns| 72.min(columns.saturating_sub(1))), 0)
    }

    /// Width of a line of text, in columns.
    fn columns(&self) -> usize {
        self.screen.columns.map_or(WIDTH, |columns| WIDTH.min(columns.saturating_sub(1)))
    }

    fn is_coloured(&self) -> bool {
        self.screen.theme.is_some() && !self.spoken
    }

    /// Typesets a block, without a line end after its last line.
    pub fn set(&self, block: &Block) -> String {
        match block {
            Block::Heading(level, text) => self.heading(*level, text),
            Block::Paragraph(text) => self.filled("", text),
            Block::Item(depth, mark, text) => {
                let mark = if self.spoken && mark == "-" { String::new() } else { format!("{mark} ") };
                self.filled(&format!("{}{mark}", "  ".repeat(*depth)), text)
            }
            Block::Table(rows) => self.table(rows),
            Block::Code(language, code) => self.code(language, code),
            Block::Diagram(fen) => self.diagram(fen),
            Block::Experiment(_) | Block::Exercise(_) => String::new(),
        }
    }

    fn heading(&self, level: usize, text: &Text) -> String {
        let title = plain(text);
        match (self.is_coloured(), level) {
            (true, 1) => title.bold().underlined().to_string(),
            (true, _) => title.bold().to_string(),
            (false, _) if self.spoken => format!("{title}."),
            (false, 1) => format!("{title}\n{}", "=".repeat(title.chars().count())),
            (false, _) => format!("{title}\n{}", "-".repeat(title.chars().count())),
        }
    }

    fn styled(&self, span: &Span) -> String {
        let text = span.text.as_str();
        match span.style {
            _ if !self.is_coloured() => text.into(),
            SpanStyle::Plain => text.into(),
            SpanStyle::Emphasis => text.italic().to_string(),
            SpanStyle::Strong => text.bold().to_string(),
            SpanStyle::Code => text.cyan().to_string(),
        }
    }

    /// Wraps text. The first line begins with `head`; the others are indented by the width of `head`.
    fn filled(&self, head: &str, text: &Text) -> String {
        let words = self.words(text).into_iter().map(|word| {
            let length = word.iter().map(|span| span.text.chars().count()).sum();
            (length, word.iter().map(|span| self.styled(span)).collect::<String>())
        });
        show::fill(head, words, self.columns(), head.chars().count())
    }

    /// Splits text into words. Without colours, commands of several words are put in quotes.
    fn words(&self, text: &Text) -> Vec<StyledWord> {
        let mut words: Vec<StyledWord> = vec![Vec::new()];
        for span in text {
            let quoted = span.style == SpanStyle::Code && !self.is_coloured() && span.text.contains(' ');
            let whole = if quoted { format!("'{}'", span.text) } else { span.text.clone() };
            for (number, part) in whole.split(' ').enumerate() {
                if number > 0 {
                    words.push(Vec::new());
                }
                if let (false, Some(word)) = (part.is_empty(), words.last_mut()) {
                    word.push(Span { text: part.into(), style: span.style });
                }
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    fn table(&self, rows: &[Vec<Text>]) -> String {
        let [head, body @ ..] = rows else { return String::new() };
        let cells = |row: &Vec<Text>| row.iter().map(plain).collect::<Vec<String>>();
        let (head, rows) = (cells(head), body.iter().map(cells).collect::<Vec<_>>());
        match self.spoken {
            true => rows.iter().map(|row| sentence(&head, row)).collect::<Vec<_>>().join("\n"),
            false => self.columned(&head, &rows),
        }
    }

    /// A table in columns; if it is too wide, the widest columns are narrowed and their cells wrapped.
    fn columned(&self, head: &[String], rows: &[Vec<String>]) -> String {
        let length = |row: &[String], column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let width =
            |column| rows.iter().map(|row| length(row, column)).chain([length(head, column)]).max().unwrap_or(0);
        let widths = fitted((0..head.len()).map(width).collect(), self.columns());
        let line = |row: &[String]| {
            let wrapped = row.iter().zip(&widths).map(|(cell, &width)| show::wrap(cell, width, 0));
            let cells: Vec<Vec<String>> = wrapped.map(|cell| cell.lines().map(String::from).collect()).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            let part = |number: usize| {
                let parts = cells.iter().map(|cell| cell.get(number).map_or("", |line| line.as_str()));
                let padded: Vec<String> = parts.zip(&widths).map(|(part, width)| format!("{part:<width$}")).collect();
                format!("  {}", padded.join("  ")).trim_end().to_string()
            };
            (0..height).map(part).collect::<Vec<_>>().join("\n")
        };
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        [line(head), line(&rule)].into_iter().chain(rows.iter().map(|row| line(row))).collect::<Vec<_>>().join("\n")
    }

    fn code(&self, language: &str, code: &str) -> String {
        let is_rust = language.starts_with("rust");
        let coloured = |line: &str| match is_rust && self.is_coloured() {
            true => listing::coloured(line),
            false => line.into(),
        };
        let width = self.screen.columns.map_or(usize::MAX, |columns| columns.saturating_sub(1));
        // Continuation lines are indented more than the line itself.
        let broken = |line: &str| {
            let indent = line.len() - line.trim_start().len();
            show::wrap(format!("  {line}").trim_end(), width, indent + 6)
        };
        let line = |line: &str| broken(line).lines().map(coloured).collect::<Vec<_>>().join("\n");
        code.lines().map(line).collect::<Vec<_>>().join("\n")
    }

    fn diagram(&self, fen: &str) -> String {
        let Some(board) = board_of(fen) else { return format!("  {fen}") };
        if self.spoken {
            return position_in_words(&board);
        }
        let to_move = format!("{} to move", board.next_move.name());
        let empty = String::new;
        let notes = [empty(), empty(), empty(), to_move.clone()];
        let draw = |_| picture::draw(&board.square, Orientation::FromWhite, Marks::default(), &notes, self.screen);
        match self.screen.columns.and_then(draw) {
            Some(drawn) => drawn.trim_end().trim_start_matches('\n').into(),
            None => {
                let picture = show::board_picture(&board.square, Orientation::FromWhite);
                format!("{}\n    {to_move}", picture.trim_matches('\n'))
            }
        }
    }

    /// A command line; its continuation is indented.
    pub fn command(&self, line: &str) -> String {
        let width = self.screen.columns.map_or(usize::MAX, |columns| columns.saturating_sub(2));
        let line = show::wrap(&format!("> {line}"), width, 4);
        if self.is_coloured() { line.bold().cyan().to_string() } else { line }
    }

    /// The first column of a table and the requested ones; all columns if none are requested.
    pub fn part_of(&self, table: &Table, columns: &[String]) -> String {
        let wanted = |name: &str| columns.iter().any(|wanted| *wanted == name.replace(' ', "-"));
        // In a series, the requested names select rows, so all columns stay. A request for the column `%` also shows
        // the column `of`, which names what the percentages refer to.
        let is_series = table.columns.first() == Some(&SERIES);
        let is_base = |name: &str| name == "of" && wanted("%");
        let is_kept = |&c: &usize| c == 0 || is_series || wanted(table.columns[c]) || is_base(table.columns[c]);
        let kept: Vec<usize> = (0..table.columns.len()).filter(is_kept).collect();
        let has_row = |row: &&Vec<String>| !is_series || wanted(row[0].rsplit(' ').next().unwrap_or_default());
        let part_of_row = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
        let part = if columns.is_empty() {
            table.clone()
        } else {
            Table {
                title: table.title.clone(),
                columns: kept.iter().map(|&column| table.columns[column]).collect(),
                rows: table.rows.iter().filter(has_row).map(part_of_row).collect(),
                ..Table::default()
            }
        };
        match self.spoken {
            true => Table { title: String::new(), ..part }.in_sentences(),
            false => part.written(Format::Text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::console::lessons::course::Lesson;

    const PAPER: Paper = Paper { screen: Capabilities::PLAIN, spoken: false };

    fn set(source: &str, paper: Paper) -> String {
        let lesson = Lesson::read("01-x.md", source).expect("it can be read");
        lesson.blocks.iter().map(|block| paper.set(block)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn text_is_set_in_lines_of_72_columns() {
        let text = set(&format!("{}\n\n- {}\n", "word ".repeat(40), "item ".repeat(40)), PAPER);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(text.lines().any(|line| line.starts_with("    item")), "{text}");
    }

    #[test]
    fn a_window_may_have_any_width() {
        let source = "# Title\n\nText.\n\n| a | b |\n|---|---|\n| c | d |\n\n```text\ncode\n```\n\n\
                      ```fen\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n```\n";
        for columns in 0..100 {
            let paper = Paper { screen: Capabilities { columns: Some(columns), ..Capabilities::PLAIN }, spoken: false };
            assert!(set(source, paper).contains("Text") && paper.command("go").contains("go"), "{columns}");
            assert!(paper.wrapped("a few words").contains("words"), "{columns}");
        }
    }

    #[test]
    fn cells_of_wide_tables_are_wrapped_in_their_columns() {
        let source =
            format!("| a | b | c |\n|---|---|---|\n| one | {} | {}end |\n", "two ".repeat(9), "three ".repeat(9));
        let text = set(&source, PAPER);
        let starts: Vec<Option<usize>> =
            text.lines().skip(2).map(|line| line.find("three").or(line.find("end"))).collect();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert!(starts.len() > 1 && starts.iter().all(|start| *start == starts[0]), "{text}");
    }

    #[test]
    fn commands_are_quoted_without_colours() {
        assert_eq!(set("Say `perft 3`, then `d`.", PAPER), "Say 'perft 3', then d.");
    }

    #[test]
    fn spoken_text_has_no_rules_or_pictures() {
        let source = "# Title\n\n| a | b |\n|---|---|\n| c | d |\n\n```fen\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n```\n";
        let text = set(source, Paper { spoken: true, ..PAPER });
        assert!(text.starts_with("Title.\nc: b d.\n"), "{text}");
        assert!(!text.contains('|') && !text.contains("--") && text.contains("e1"), "{text}");
    }
}
