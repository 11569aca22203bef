//! The numbers in the text of a lesson: each must be computed by an experiment of the lesson.
//!
//! A number counts as computed if an expectation contains it, or if it is an argument of a command (a depth, a limit).
//! These need no experiment: numbers in code, in headings and within words (`e4`), numbers after *chapter*, *step*,
//! *lesson* and *exercise*, and those listed in a comment after the paragraph: `<!-- given: 1993 35 -->`.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::course::{Block, Lesson, parser};
use super::experiment::{CommandLine, Experiment};
use super::facts::comparison;

/// A number in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Byte range of the number in the source.
    pub range: Range<usize>,
    /// Its text.
    pub text: String,
    /// Whether the number needs no experiment.
    pub is_given: bool,
}

/// Words that make the number after them a label: `chapter 17`.
const NAMING: [&str; 8] = ["chapter", "chapters", "step", "steps", "lesson", "lessons", "exercise", "exercises"];

/// The absolute value of a number, which may have commas, a sign, `#` or `%`.
pub fn size(text: &str) -> Option<f64> {
    text.replace(',', "").trim_matches(['+', '-', '#', '%']).parse().ok()
}

/// The numbers in the text and their byte offsets, except numbers within words. A suffix `k` or `M` is allowed.
pub fn numbers(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = end_of_number(bytes, at);
        let before = text[..at].chars().next_back();
        let after = text[end..].chars().next();
        let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            || after.is_some_and(|c| c.is_alphabetic() && !['k', 'M'].contains(&c));
        if !in_word {
            found.push((at, &text[at..end]));
        }
        at = end;
        while in_word && at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
    }
    found
}

/// The end of a number: digits, optionally with commas between groups of three, and decimals.
fn end_of_number(bytes: &[u8], begin: usize) -> usize {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = begin + digits(begin);
    while bytes.get(end) == Some(&b',') && digits(end + 1) == 3 {
        end += 4;
    }
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    end
}

/// All numbers in the running text of a lesson.
pub fn figures(source: &str) -> Vec<Figure> {
    let mut figures: Vec<Figure> = Vec::new();
    // Index of the first number of the current block: a `given` comment after the block covers the numbers from here
    // on.
    let (mut block, mut depth, mut skipping) = (0, 0_usize, 0_usize);
    for (event, range) in parser(source) {
        match event {
            Event::Start(tag) => {
                if depth == 0 && tag != Tag::HtmlBlock {
                    block = figures.len();
                }
                depth += 1;
                skipping += usize::from(matches!(tag, Tag::Heading { .. } | Tag::CodeBlock(_)));
            }
            Event::End(tag) => {
                depth -= 1;
                skipping -= usize::from(matches!(tag, TagEnd::Heading(_) | TagEnd::CodeBlock));
            }
            Event::Text(_) if skipping == 0 => {
                let text = &source[range.clone()];
                figures.extend(numbers(text).into_iter().map(|(at, number)| Figure {
                    range: range.start + at..range.start + at + number.len(),
                    text: number.into(),
                    is_given: is_named(&source[..range.start + at]),
                }));
            }
            Event::Html(text) | Event::InlineHtml(text) => {
                for given in given(&text) {
                    let same = |figure: &&mut Figure| size(&figure.text) == Some(given);
                    figures[block..].iter_mut().filter(same).for_each(|figure| figure.is_given = true);
                }
            }
            _ => {}
        }
    }
    figures
}

/// The numbers in a `given` comment.
fn given(comment: &str) -> Vec<f64> {
    let inner = comment.trim().strip_prefix("<!-- given:").and_then(|text| text.strip_suffix("-->"));
    inner.unwrap_or_default().split_whitespace().filter_map(size).collect()
}

/// Whether the preceding words show that the number is a label, like `14` and `19` in `chapters 14 to 19`.
fn is_named(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let is_link = |word: &&str| {
        ["to", "and", "or"].contains(word)
            || word.trim_matches([',', ';']).chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let word = words.find(|word| !is_link(word)).unwrap_or_default();
    NAMING.contains(&word.trim_matches(['(', '*', '[']).to_ascii_lowercase().as_str())
}

/// Absolute values of all numbers computed by the lesson's experiments and exercises, or passed to their commands.
pub fn computed(lesson: &Lesson) -> Vec<f64> {
    let experiments = lesson.blocks.iter().filter_map(|block| match block {
        Block::Experiment(experiment) => Some(experiment),
        Block::Exercise(exercise) => Some(&exercise.experiment),
        _ => None,
    });
    experiments.flat_map(|experiment: &Experiment| &experiment.lines).flat_map(known_by).collect()
}

/// The numbers that count as computed because of this line of an experiment.
fn known_by(line: &CommandLine) -> Vec<f64> {
    let Some(expected) = line.expectation() else { return arguments(line) };
    if let Some(text) = expected.strip_prefix("shows ") {
        return numbers(text).into_iter().filter_map(|(_, number)| size(number)).collect();
    }
    match comparison(expected) {
        Some((left, _, right)) => [left, right].into_iter().filter_map(size).collect(),
        None => expected.rsplit_once(' ').and_then(|(_, value)| size(value)).into_iter().collect(),
    }
}

/// The numbers among the arguments of a command, except in a FEN.
fn arguments(line: &CommandLine) -> Vec<f64> {
    if !line.is_command() || line.text.starts_with("setboard") {
        return Vec::new();
    }
    line.text
        .split([' ', ',', '='])
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .filter_map(size)
        .collect()
}

/// The numbers in the text that no experiment computes, with their line numbers.
pub fn uncomputed(lesson: &Lesson) -> Vec<(usize, String)> {
    let known = computed(lesson);
    let is_known = |figure: &Figure| figure.is_given || size(&figure.text).is_some_and(|size| known.contains(&size));
    let unknown = figures(&lesson.source).into_iter().filter(|figure| !is_known(figure));
    unknown.map(|figure| (line_at(&lesson.source, figure.range.start), figure.text)).collect()
}

/// The number of the line with this byte, counted from 1.
pub fn line_at(source: &str, byte: usize) -> usize {
    source[..byte].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_within_words_are_ignored() {
        let found: Vec<&str> =
            numbers("30,888 nodes, 0.15 times; e4 R3 1st +0.34, 7.").into_iter().map(|n| n.1).collect();
        assert_eq!(found, ["30,888", "0.15", "0.34", "7"]);
    }

    #[test]
    fn every_number_needs_an_experiment_unless_it_is_given() {
        let source = "# 3 · Title\n\nIn chapter 17 and 18 of 2011, `e4 7` took 30,888 of 99 nodes at depth 5.\n\
                      <!-- given: 2011 -->\n\n98 more.\n\n```alula\ncompare none depth 5\nexpect none.nodes 30888\n```\n";
        let lesson = Lesson::read("03-title.md", source).expect("it can be read");
        assert_eq!(uncomputed(&lesson), [(3, "99".to_string()), (6, "98".to_string())]);
    }
}
