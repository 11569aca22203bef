//! A lesson as a page for a browser or a printer: the full lesson with the output of its experiments, or a worksheet.

use crate::ui::page::{self, html};

use super::course::{Block, Lesson, Span, SpanStyle, Text, board_of};
use super::experiment::Experiment;

const STYLE: &str = include_str!("../../../../assets/teaching/page.css");

/// The type size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// For paper.
    Normal,
    /// For a projector, and for readers who need large type.
    Large,
}

/// A lesson with the output of each experiment.
pub fn whole(lesson: &Lesson, results: &[String], size: Type) -> String {
    let (mut press, mut results) = (Press::default(), results.iter());
    for block in &lesson.blocks {
        match block {
            Block::Experiment(experiment) => {
                press.experiment(experiment);
                let result = html_lines(results.next().map_or("", String::as_str));
                press.add(&format!("<pre class=\"result\">{result}</pre>"));
            }
            Block::Exercise(_) => press.room_for("Answer"),
            block => press.set(block),
        }
    }
    document(&lesson.title, &press.body, size)
}

/// The positions, questions and exercises of a lesson, with blank lines for the answers.
pub fn sheet(lesson: &Lesson, size: Type) -> String {
    let mut press = Press::default();
    press.add(&format!("<h1>{} · {}</h1>\n<p class=\"name\">Name</p>", lesson.number, html(&lesson.title)));
    for blocks in lesson.pages() {
        let blocks = &lesson.blocks[blocks];
        if blocks.iter().any(|block| matches!(block, Block::Exercise(_))) {
            blocks.iter().for_each(|block| press.exercise_or(block));
        } else if blocks.iter().any(|block| question(block).is_some()) {
            blocks.iter().filter(|block| is_asked(block)).for_each(|block| press.question_or(block));
        }
    }
    document(&format!("{}: sheet", lesson.title), &press.body, size)
}

/// The question that an experiment asks first.
fn question(block: &Block) -> Option<&str> {
    match block {
        Block::Experiment(experiment) => experiment.guess.as_ref().map(|guess| guess.question.as_str()),
        _ => None,
    }
}

/// Whether a block of a page that asks questions appears on the worksheet: headings, positions and questions do; the
/// text does not, because it would give the answers away.
fn is_asked(block: &Block) -> bool {
    matches!(block, Block::Heading(2, _) | Block::Diagram(_)) || question(block).is_some()
}

/// A page under construction.
#[derive(Default)]
struct Press {
    body: String,
    /// The position shown last; it is not shown twice in a row.
    position: String,
}

impl Press {
    fn add(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Adds a blank line to write on.
    fn room_for(&mut self, what: &str) {
        self.add(&format!("<p class=\"answer\">{}</p>", html(what)));
    }

    fn exercise_or(&mut self, block: &Block) {
        let Block::Exercise(exercise) = block else { return self.set(block) };
        self.room_for(&format!("Answer to {}", exercise.name));
        self.room_for("Why?");
    }

    fn question_or(&mut self, block: &Block) {
        let Block::Experiment(experiment) = block else { return self.set(block) };
        self.experiment(experiment);
        self.room_for("My guess");
        self.room_for("The program");
    }

    /// Adds the question of an experiment, its position and its commands.
    fn experiment(&mut self, experiment: &Experiment) {
        self.add("<div class=\"experiment\">");
        if let Some(guess) = &experiment.guess {
            self.add(&format!("<p class=\"question\">{}</p>", html(&guess.question)));
        }
        if let Some(fen) = experiment.commands().find_map(|line| line.strip_prefix("setboard ")) {
            self.diagram(fen);
        }
        let commands: Vec<&str> = experiment.commands().collect();
        self.add(&format!("<pre>{}</pre>\n</div>", html_lines(&commands.join("\n"))));
    }

    /// Adds a block that is neither an experiment nor an exercise.
    fn set(&mut self, block: &Block) {
        match block {
            Block::Heading(level, text) => self.add(&format!("<h{level}>{}</h{level}>", spans(text))),
            Block::Paragraph(text) => self.add(&format!("<p>{}</p>", spans(text))),
            Block::Item(depth, mark, text) => {
                let (mark, text) = (html(mark), spans(text));
                self.add(&format!("<p class=\"item level{depth}\"><span>{mark}</span>{text}</p>"));
            }
            Block::Table(rows) => self.add(&table(rows)),
            Block::Code(_, code) => self.add(&format!("<pre>{}</pre>", html_lines(code))),
            Block::Diagram(fen) => self.diagram(fen),
            Block::Experiment(_) | Block::Exercise(_) => {}
        }
    }

    /// Adds a position. Ignores an invalid FEN: the tests of the lessons report it.
    fn diagram(&mut self, fen: &str) {
        let Some(board) = board_of(fen) else { return };
        if std::mem::replace(&mut self.position, fen.into()) == fen {
            return;
        }
        let title = format!("{} to move", board.next_move.name());
        self.add(&format!("<figure>{}</figure>", page::diagram(&board, &title)));
    }
}

fn spans(text: &Text) -> String {
    text.iter()
        .map(|Span { text, style }| {
            let text = html(text);
            match style {
                SpanStyle::Plain => text,
                SpanStyle::Emphasis => format!("<em>{text}</em>"),
                SpanStyle::Strong => format!("<strong>{text}</strong>"),
                SpanStyle::Code => format!("<code>{text}</code>"),
            }
        })
        .collect()
}

fn table(rows: &[Vec<Text>]) -> String {
    let row = |(number, row): (usize, &Vec<Text>)| {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", spans(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    format!("<table>\n{}</table>\n", rows.iter().enumerate().map(row).collect::<String>())
}

/// Escapes several lines of text for HTML.
fn html_lines(text: &str) -> String {
    text.trim_end().lines().map(html).collect::<Vec<_>>().join("\n")
}

fn document(title: &str, body: &str, size: Type) -> String {
    let class = if size == Type::Large { " class=\"large\"" } else { "" };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"{class}>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{}\n{body}</body>\n</html>\n",
        html(title),
        page::PIECES
    )
}

#[cfg(test)]
mod tests {
    use super::super::course::{self, plain};
    use super::*;

    /// The sheet of a lesson has every question and exercise, and no result or solution.
    #[test]
    fn a_sheet_has_all_questions_and_no_answers() {
        for lesson in course::all().expect("the lessons") {
            let sheet = sheet(&lesson, Type::Normal);
            let questions: Vec<&str> = lesson.blocks.iter().filter_map(question).collect();
            assert!(!questions.is_empty() || lesson.number == 1, "{} has no questions", lesson.file);
            for question in questions {
                assert!(sheet.contains(&html(question)), "{}: {question}", lesson.file);
            }
            // Only in the exercises, because a command in an experiment may happen to be the same as an answer.
            let (_, sheet) = sheet.split_once("<h2>Exercises").expect("exercises");
            for exercise in lesson.exercises() {
                assert!(sheet.contains(&format!("Answer to {}<", exercise.name)), "{}", exercise.name);
                for solution in exercise.solutions.iter().filter(|solution| solution.len() > 6) {
                    assert!(!sheet.contains(&html(solution)), "{}: {solution}", exercise.name);
                }
                assert!(exercise.hint.is_empty() || !sheet.contains(&html(&exercise.hint)), "{}", exercise.name);
            }
            assert!(!sheet.contains("expect ") && !sheet.contains("solution "), "{}", lesson.file);
        }
    }

    #[test]
    fn a_page_has_the_text_and_the_results() {
        let lesson = course::lesson(5).expect("a lesson").expect("it can be read");
        let results: Vec<String> = lesson.experiments().enumerate().map(|(at, _)| format!("<result {at}>")).collect();
        let page = whole(&lesson, &results, Type::Large);
        assert!(
            page.contains("class=\"large\"") && !whole(&lesson, &results, Type::Normal).contains("class=\"large\"")
        );
        for at in 0..results.len() {
            assert_eq!(page.matches(&format!("&lt;result {at}&gt;")).count(), 1, "{at}");
        }
        for block in &lesson.blocks {
            if let Block::Heading(2, text) = block {
                assert!(page.contains(&html(&plain(text))), "{}", plain(text));
            }
        }
    }
}
