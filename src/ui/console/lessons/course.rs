//! The lessons: built-in Markdown files, read as blocks for typesetting.
//!
//! A lesson is plain Markdown, readable anywhere and printable as a book. These parts have a special meaning:
//!
//! * a fenced block of kind `alula` is an [`Experiment`]; `alula slow` marks an experiment that is too slow to be part
//!   of every test run,
//! * a fenced block of kind `fen` is a diagram,
//! * a fenced block of kind `rust listing NAME` quotes an item of the program's own source
//!   ([`listing`](super::listing)),
//! * a comment that begins with `exercise N.M` is an [`Exercise`]; its solution is hidden from readers of the page.

use std::mem::take;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::board::Board;
use crate::readfen::read_fen;

use super::experiment::{Exercise, Experiment};

/// The style of a span of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SpanStyle {
    /// Normal.
    #[default]
    Plain,
    /// Emphasised.
    Emphasis,
    /// Strong.
    Strong,
    /// A command, a move or an identifier.
    Code,
}

/// Text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The text.
    pub text: String,
    /// Its style.
    pub style: SpanStyle,
}

/// Text as a list of styled spans.
pub type Text = Vec<Span>;

/// The text without its styles.
pub fn plain(text: &Text) -> String {
    text.iter().map(|span| span.text.as_str()).collect()
}

/// A board with the position of a diagram or an experiment.
pub(super) fn board_of(fen: &str) -> Option<Box<Board>> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen(fen).ok()?.setup);
    Some(board)
}

/// A block of a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading and its level.
    Heading(usize, Text),
    /// A paragraph.
    Paragraph(Text),
    /// A list item: nesting level, bullet or number, and text.
    Item(usize, String, Text),
    /// A table; the first row is the header.
    Table(Vec<Vec<Text>>),
    /// A code block: its language and its text.
    Code(String, String),
    /// A position, as a FEN.
    Diagram(String),
    /// Commands with expectations.
    Experiment(Experiment),
    /// An exercise that can be checked.
    Exercise(Exercise),
}

/// A lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// Its number.
    pub number: usize,
    /// The name of the file.
    pub file: String,
    /// Its title, without the number.
    pub title: String,
    /// The Markdown.
    pub source: String,
    /// The blocks.
    pub blocks: Vec<Block>,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        /// File names and texts of all lessons, in order.
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../../assets/lessons/", $name)))),*];
    };
}

files! {
    "01-board.md",
    "02-moves.md",
    "03-evaluation.md",
    "04-minimax.md",
    "05-alphabeta.md",
    "06-pvs.md",
    "07-mate-draws.md",
    "08-deepening.md",
    "09-ordering.md",
    "10-quiescence.md",
    "11-null-move.md",
    "12-recipes.md",
    "13-zugzwang.md",
    "14-repairs.md",
    "15-time-and-tests.md",
    "16-beyond.md",
}

/// The table of contents for mdBook.
pub const SUMMARY: &str = include_str!("../../../../assets/lessons/SUMMARY.md");

/// Numbers, files and titles of all lessons.
pub fn titles() -> Vec<(usize, &'static str, &'static str)> {
    FILES.iter().map(|(file, source)| (number_of(file), *file, title_of(source))).collect()
}

fn number_of(file: &str) -> usize {
    file.split('-').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// The first heading, without the lesson's number.
fn title_of(source: &str) -> &str {
    let heading = source.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
    heading.split_once(" · ").map_or(heading, |(_, title)| title)
}

/// The chapters of the tutorial that a lesson names in a comment, `<!-- chapters: 17 18 -->`.
fn chapters_of(source: &str) -> Vec<usize> {
    let line = source.lines().find_map(|line| line.strip_prefix("<!-- chapters:")).unwrap_or_default();
    line.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

/// The chapters of the tutorial that the lesson with this number accompanies.
pub fn lesson_chapters(number: usize) -> Vec<usize> {
    let source = FILES.iter().find(|(file, _)| number_of(file) == number).map_or("", |(_, source)| *source);
    chapters_of(source)
}

/// The lesson with this number.
///
/// # Errors
/// An error in its text; a test ensures that there are none.
pub fn lesson(number: usize) -> Option<Result<Lesson, String>> {
    let (file, source) = FILES.iter().find(|(file, _)| number_of(file) == number)?;
    Some(Lesson::read(file, source))
}

/// All lessons.
///
/// # Errors
/// The error in the first lesson that cannot be read.
pub fn all() -> Result<Vec<Lesson>, String> {
    FILES.iter().map(|(file, source)| Lesson::read(file, source)).collect()
}

/// A Markdown parser with the extensions in use.
pub(super) fn parser(source: &str) -> pulldown_cmark::OffsetIter<'_, pulldown_cmark::DefaultBrokenLinkCallback> {
    Parser::new_ext(source, Options::ENABLE_TABLES).into_offset_iter()
}

impl Lesson {
    /// Reads the Markdown of a lesson.
    ///
    /// # Errors
    /// The name of the file, and the first error in it.
    pub fn read(file: &str, source: &str) -> Result<Lesson, String> {
        let mut reader = Reader::default();
        for (event, range) in parser(source) {
            reader.take(event, range, source).map_err(|error| format!("{file}: {error}"))?;
        }
        Ok(Lesson {
            number: number_of(file),
            file: file.into(),
            title: title_of(source).into(),
            source: source.into(),
            blocks: reader.blocks,
        })
    }

    /// The exercises.
    pub fn exercises(&self) -> impl Iterator<Item = &Exercise> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Exercise(exercise) => Some(exercise),
            _ => None,
        })
    }

    /// The experiments.
    pub fn experiments(&self) -> impl Iterator<Item = &Experiment> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Experiment(experiment) => Some(experiment),
            _ => None,
        })
    }

    /// The blocks of each page. Pages after the first begin with second-level headings.
    pub fn pages(&self) -> Vec<Range<usize>> {
        let begins = |index: &usize| *index == 0 || matches!(self.blocks[*index], Block::Heading(2, _));
        let mut starts: Vec<usize> = (0..self.blocks.len()).filter(begins).collect();
        starts.push(self.blocks.len());
        starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
    }

    /// The heading of a page; for the first page, the title of the lesson.
    pub fn page_title(&self, page: usize) -> String {
        match self.pages().get(page).map(|blocks| &self.blocks[blocks.start]) {
            Some(Block::Heading(2, text)) => plain(text),
            _ => self.title.clone(),
        }
    }
}

/// Collects blocks from the events of the parser.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    text: Text,
    style: SpanStyle,
    /// For each open list, the number of its next item; none for a list without numbers.
    lists: Vec<Option<u64>>,
    mark: Option<String>,
    code: Option<(String, String)>,
    comment: String,
    rows: Vec<Vec<Text>>,
}

impl Reader {
    fn take(&mut self, event: Event, range: Range<usize>, source: &str) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag, range, source)?,
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => self.add(&text, self.style),
            },
            Event::Code(text) => self.add(&text, SpanStyle::Code),
            Event::SoftBreak | Event::HardBreak => self.add(" ", self.style),
            Event::Html(text) => self.comment.push_str(&text),
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, text: &str, style: SpanStyle) {
        self.text.push(Span { text: text.into(), style });
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Emphasis => self.style = SpanStyle::Emphasis,
            Tag::Strong => self.style = SpanStyle::Strong,
            Tag::List(first) => {
                self.end_item();
                self.lists.push(first);
            }
            Tag::Item => self.mark = Some(self.next_mark()),
            Tag::CodeBlock(CodeBlockKind::Fenced(kind)) => self.code = Some((kind.to_string(), String::new())),
            Tag::CodeBlock(CodeBlockKind::Indented) => self.code = Some(Default::default()),
            Tag::Table(_) => self.rows.clear(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn next_mark(&mut self) -> String {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}.", *number - 1)
            }
            _ => "-".into(),
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>, source: &str) -> Result<(), String> {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong => self.style = SpanStyle::Plain,
            TagEnd::Heading(level) => self.blocks.push(Block::Heading(level as usize, take(&mut self.text))),
            TagEnd::Paragraph if self.mark.is_some() => self.end_item(),
            TagEnd::Paragraph => self.blocks.push(Block::Paragraph(take(&mut self.text))),
            TagEnd::Item => self.end_item(),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::CodeBlock => self.end_code(range, source)?,
            TagEnd::TableCell => self.rows.last_mut().into_iter().for_each(|row| row.push(take(&mut self.text))),
            TagEnd::Table => self.blocks.push(Block::Table(take(&mut self.rows))),
            TagEnd::HtmlBlock => self.end_comment(range, source)?,
            _ => {}
        }
        Ok(())
    }

    /// Stores the text of the current list item so far. Any further text of the item becomes a separate block.
    fn end_item(&mut self) {
        let text = take(&mut self.text);
        match self.mark.take() {
            Some(mark) => self.blocks.push(Block::Item(self.lists.len(), mark, text)),
            None if !text.is_empty() => self.blocks.push(Block::Paragraph(text)),
            None => {}
        }
    }

    fn end_code(&mut self, range: Range<usize>, source: &str) -> Result<(), String> {
        let (kind, code) = self.code.take().unwrap_or_default();
        let block = match kind.as_str() {
            "alula" | "alula slow" => {
                let text = &source[range.clone()];
                let begin = range.start + text.find('\n').map_or(text.len(), |end| end + 1);
                Block::Experiment(Experiment { slow: kind.ends_with(" slow"), ..Experiment::read(&code, begin)? })
            }
            "fen" => Block::Diagram(code.trim().into()),
            _ => Block::Code(kind, code.trim_end().into()),
        };
        self.blocks.push(block);
        Ok(())
    }

    fn end_comment(&mut self, range: Range<usize>, source: &str) -> Result<(), String> {
        let comment = take(&mut self.comment);
        let Some(inner) = comment.trim().strip_prefix("<!-- exercise ") else { return Ok(()) };
        let Some(inner) = inner.strip_suffix("-->") else { return Err("a comment has no end".into()) };
        let (name, lines) = inner.split_once('\n').unwrap_or((inner, ""));
        let offset = source[range.clone()].find('\n').map_or(0, |end| end + 1);
        self.blocks.push(Block::Exercise(Exercise::read(name.trim(), lines, range.start + offset)?));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "# 7 · A title\n\n<!-- chapters: 14 -->\n\nOne *two* `three`.\n\n## Page\n\n1. item\n2. other\n\n\
                          ```fen\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n```\n\n| a | b |\n|---|---|\n| c | d |\n";

    #[test]
    fn a_lesson_is_read_into_blocks_and_pages() {
        let lesson = Lesson::read("07-title.md", SOURCE).expect("it can be read");
        assert_eq!((lesson.number, lesson.title.as_str(), chapters_of(SOURCE)), (7, "A title", vec![14]));
        assert_eq!(lesson.pages(), [0..2, 2..7]);
        assert_eq!(lesson.page_title(1), "Page");
        assert!(matches!(&lesson.blocks[4], Block::Item(1, mark, text) if mark == "2." && plain(text) == "other"));
        assert!(matches!(&lesson.blocks[5], Block::Diagram(fen) if fen.starts_with("4k3")));
        assert!(matches!(&lesson.blocks[6], Block::Table(rows) if rows.len() == 2 && rows[1].len() == 2));
    }
}
