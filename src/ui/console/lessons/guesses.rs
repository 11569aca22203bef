//! Guesses in the lessons, stored as lines of JSON and summarised as histograms.
//!
//! A line contains the lesson, the question, the guess and the answer, and nothing about the reader:
//! `{"answer":"11131","guess":"5000","lesson":5,"question":"…"}`. The web edition saves guesses in the same format.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::play::files::{self, Gap};
use crate::readmove::{shortened, shown};
use crate::ui::places;
use crate::ui::tables::Table;

use super::facts::Value;

/// A guess, with its question and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guessed {
    /// The lesson; 0 for the page on null moves.
    pub lesson: u64,
    /// The question.
    pub question: String,
    /// The guess.
    pub guess: String,
    /// The answer.
    pub answer: String,
}

impl Guessed {
    /// The guess as a line of JSON.
    pub fn line(&self) -> String {
        let Guessed { lesson, question, guess, answer } = self;
        json!({ "lesson": lesson, "question": question, "guess": guess, "answer": answer }).to_string()
    }

    fn of(line: &str) -> Option<Guessed> {
        let line: Json = serde_json::from_str(line).ok()?;
        let text = |name: &str| line[name].as_str().map(|text| shown(text).trim().to_string());
        Some(Guessed {
            lesson: line["lesson"].as_u64()?,
            question: text("question")?,
            guess: text("guess")?,
            answer: text("answer")?,
        })
    }

    /// The histogram group of the guess.
    fn group(&self) -> String {
        let (Value::Number(answer, _), Value::Number(guess, _)) = (Value::of(&self.answer), Value::of(&self.guess))
        else {
            return shortened(&self.guess.to_lowercase()).to_string();
        };
        if guess == answer {
            return EXACT.into();
        }
        if guess <= 0.0 || answer <= 0.0 {
            return if guess < answer { "less" } else { "more" }.into();
        }
        let ratio = guess / answer;
        let range = RANGES.iter().find(|(least, _)| ratio >= *least);
        range.map_or(LEAST, |(_, name)| name).into()
    }
}

const EXACT: &str = "exact";
const LEAST: &str = "less than a tenth";
/// Ranges of the ratio of guess to answer, with their lower bounds; highest first.
const RANGES: [(f64, &str); 4] =
    [(10.0, "ten times and more"), (2.0, "two to ten times"), (0.5, "half to double"), (0.1, "a tenth to a half")];
/// Maximum length of a histogram's bar, in characters.
const LONGEST: usize = 30;

/// The file with this reader's guesses; neither it nor its directory need exist.
pub fn own_file() -> Option<PathBuf> {
    places::state_place().map(|directory| directory.join("guesses.jsonl"))
}

/// Adds a guess to the reader's file. Ignores errors: a full disk must not end the lesson.
pub fn keep(guessed: &Guessed) {
    let Some(file) = own_file() else { return };
    let is_there = file.parent().is_some_and(|directory| std::fs::create_dir_all(directory).is_ok());
    if is_there {
        let _ = files::append_lines(&file, &(guessed.line() + "\n"), Gap::Line);
    }
}

/// Reads the guesses from a file, skipping empty lines.
///
/// # Errors
/// The file, or the line, that cannot be read.
pub fn read(path: &Path) -> Result<Vec<Guessed>, String> {
    let text = files::read_text(path).map_err(|error| error.to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            Guessed::of(line).ok_or_else(|| format!("{}, line {}: not a guess", files::shown(path), at + 1))
        })
        .collect()
}

/// A histogram for each question, in the order of the lessons.
pub fn histograms(all: &[Guessed]) -> Vec<Table> {
    let mut questions: Vec<(u64, &str)> = Vec::new();
    for guessed in all {
        if !questions.contains(&(guessed.lesson, &guessed.question)) {
            questions.push((guessed.lesson, &guessed.question));
        }
    }
    questions.sort_by_key(|(lesson, _)| *lesson);
    let of = |lesson, question: &str| -> Vec<&Guessed> {
        all.iter().filter(|guessed| guessed.lesson == lesson && guessed.question == question).collect()
    };
    questions.into_iter().map(|(lesson, question)| histogram(&of(lesson, question))).collect()
}

/// The histogram of the guesses for one question.
fn histogram(all: &[&Guessed]) -> Table {
    let first = all[0];
    let mut table = Table::new(format!("Lesson {}: {}", first.lesson, first.question), &["guess", "count", "share"]);
    for (group, count) in groups(all) {
        let bar = "#".repeat((count * LONGEST).div_ceil(all.len()));
        let share = (100 * count + all.len() / 2) / all.len();
        table.row(vec![group, count.to_string(), format!("{bar} {share} %").trim_start().into()]);
    }
    table.note(format!("The answer: {}. Guesses: {}.", first.answer, all.len()));
    table
}

/// The groups with their counts. If the answer is a positive number, the ranges come first, in order, including empty
/// ones. Other groups are sorted by count.
fn groups(all: &[&Guessed]) -> Vec<(String, usize)> {
    let mut groups: Vec<(String, usize)> = Vec::new();
    if matches!(Value::of(&all[0].answer), Value::Number(number, _) if number > 0.0) {
        let ranges = RANGES.iter().rev().map(|(_, name)| *name);
        groups.extend([LEAST].into_iter().chain(ranges).chain([EXACT]).map(|name| (name.into(), 0)));
    }
    let ordered = groups.len();
    for guessed in all {
        let group = guessed.group();
        match groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, count)) => *count += 1,
            None => groups.push((group, 1)),
        }
    }
    groups[ordered..].sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(guess: &str, answer: &str) -> Guessed {
        Guessed { lesson: 5, question: "How \"many\"?".into(), guess: guess.into(), answer: answer.into() }
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let one = guessed("1,000", "11131");
        assert_eq!(Guessed::of(&one.line()), Some(one));
        for wrong in
            ["", "{}", "[1]", "{\"lesson\":\"5\"}", "{\"lesson\":5,\"question\":1,\"guess\":\"\",\"answer\":\"\"}"]
        {
            assert_eq!(Guessed::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn guesses_fall_into_their_ranges() {
        for (guess, group) in [
            ("9", LEAST),
            ("10", "a tenth to a half"),
            ("49", "a tenth to a half"),
            ("50", "half to double"),
            ("100", EXACT),
            ("199", "half to double"),
            ("200", "two to ten times"),
            ("1,000", "ten times and more"),
            ("-3", "less"),
            ("No idea", "no idea"),
        ] {
            assert_eq!(guessed(guess, "100").group(), group, "{guess}");
        }
    }

    #[test]
    fn a_histogram_counts_every_guess_once() {
        let all: Vec<Guessed> = ["5", "50", "70", "100", "5000", "x"].map(|guess| guessed(guess, "100")).into();
        let table = histograms(&all).remove(0);
        let rows: Vec<(&str, &str)> = table.rows.iter().map(|row| (row[0].as_str(), row[1].as_str())).collect();
        let wanted = [
            (LEAST, "1"),
            ("a tenth to a half", "0"),
            ("half to double", "2"),
            ("two to ten times", "0"),
            ("ten times and more", "1"),
            (EXACT, "1"),
            ("x", "1"),
        ];
        assert_eq!(rows, wanted);
        let words: Vec<Guessed> = ["yes", "No", "YES"].map(|guess| guessed(guess, "no")).into();
        let table = histograms(&words).remove(0);
        assert_eq!(table.rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["yes", "no"]);
    }
}
