//! Checks the lessons, and updates their figures after a deliberate change.

use std::fs;
use std::path::Path;

use crate::board::Board;
use crate::play::files;
use crate::ui::console::state::Words;
use crate::ui::show::grouped;

use super::course::{Block, Lesson};
use super::experiment::{Exercise, Experiment};
use super::facts::{Value, comparison};
use super::listing;
use super::mutation::Mutation;
use super::prose::{self, line_at};
use super::run::{self, Check, ExperimentResult};

/// Start of the info string of a fenced block that quotes source code; a name follows.
const QUOTE: &str = "rust listing ";

/// An error in a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct LessonError {
    /// Line number in the lesson.
    pub line: usize,
    /// The description.
    pub text: String,
    /// The bytes to replace and the new text, if the error can be corrected.
    pub mend: Option<(std::ops::Range<usize>, String)>,
}

impl LessonError {
    /// An error that has to be corrected by hand.
    fn new(line: usize, text: impl Into<String>) -> LessonError {
        LessonError { line, text: text.into(), mend: None }
    }
}

/// All errors in a lesson: in experiments, exercises, quotations and the numbers in the text.
pub fn errors(lesson: &Lesson, words: Words) -> Vec<LessonError> {
    let mut errors = Vec::new();
    for block in &lesson.blocks {
        match block {
            Block::Experiment(experiment) => errors.extend(errors_of_experiment(experiment, lesson, words)),
            Block::Exercise(exercise) => {
                let line = line_of(&lesson.source, &exercise.experiment);
                errors.extend(errors_of_exercise(exercise, words).into_iter().map(|text| LessonError::new(line, text)));
            }
            Block::Code(kind, code) => {
                errors.extend(kind.strip_prefix(QUOTE).and_then(|name| quoted(lesson, name, code)))
            }
            _ => {}
        }
    }
    let uncomputed = prose::uncomputed(lesson).into_iter();
    errors.extend(uncomputed.map(|(line, number)| LessonError::new(line, format!("no experiment computes {number}"))));
    errors
}

fn line_of(source: &str, experiment: &Experiment) -> usize {
    experiment.lines.first().map_or(1, |line| line_at(source, line.begin))
}

fn errors_of_experiment(experiment: &Experiment, lesson: &Lesson, words: Words) -> Vec<LessonError> {
    let mut session = run::silent_session(words);
    session.own.analysis.checks_searchers = true;
    let outcome = match run::run_experiment(experiment, &mut session, None, |_, _, _| {}) {
        Ok(outcome) => outcome,
        Err(refusal) => return vec![LessonError::new(line_of(&lesson.source, experiment), refusal.to_string())],
    };
    let wrong = outcome.checks.iter().filter(|check| !check.holds).map(|check| error_of(experiment, lesson, check));
    wrong.chain(refused_answer(experiment, lesson, &outcome)).collect()
}

/// Reports a question that would reject its own answer.
fn refused_answer(experiment: &Experiment, lesson: &Lesson, outcome: &ExperimentResult) -> Option<LessonError> {
    let answer = outcome.answer.as_ref()?.text();
    let wanted = experiment.guess.as_ref()?.wants_instead_of(&answer)?;
    let text = format!("the question asks for {wanted}, but its answer is '{answer}'");
    Some(LessonError::new(line_of(&lesson.source, experiment), text))
}

/// Whether an experiment detects a change to the program.
pub fn notices(experiment: &Experiment, words: Words, mutation: Mutation) -> bool {
    let mut session = run::silent_session(words);
    session.own.training.lessons.mutation = Some(mutation);
    let outcome = run::run_experiment(experiment, &mut session, None, |_, _, _| {});
    !outcome.is_ok_and(|outcome| outcome.checks.iter().all(|check| check.holds))
}

/// The errors of an exercise: solutions that it rejects, wrong answers that it accepts, and misjudged test files.
fn errors_of_exercise(exercise: &Exercise, words: Words) -> Vec<String> {
    let mut errors = Vec::new();
    let name = &exercise.name;
    let answers = exercise.solutions.iter().map(|answer| (answer, true));
    for (answer, right) in answers.chain(exercise.wrongs.iter().map(|answer| (answer, false))) {
        match try_answer(exercise, words, answer) {
            Ok(taken) if taken == right => {}
            Ok(true) => errors.push(format!("exercise {name}: '{answer}' is accepted")),
            Ok(false) => errors.push(format!("exercise {name}: '{answer}' is rejected")),
            Err(error) => errors.push(format!("exercise {name}: '{answer}': {error}")),
        }
    }
    for (number, (text, right)) in exercise.files.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("alula-exercise-{}-{name}-{number}.tsv", std::process::id()));
        let taken = fs::write(&path, text.replace('|', "\n"))
            .map_err(|error| error.to_string())
            .and_then(|()| try_answer(exercise, words, &path.to_string_lossy()));
        // A leftover temporary file does no harm.
        let _ = fs::remove_file(&path);
        if taken != Ok(*right) {
            errors.push(format!("exercise {name}: file {} gives {taken:?}", number + 1));
        }
    }
    errors
}

/// Whether an answer is accepted. If settings are checked, the answer is a command that changes them.
fn try_answer(exercise: &Exercise, words: Words, answer: &str) -> Result<bool, String> {
    let mut session = run::silent_session(words);
    let mut board = Board::new();
    if exercise.takes_settings {
        session.execute(&mut board, answer).map_err(|refusal| refusal.to_string())?;
    }
    run::check_exercise(exercise, &mut session, &board, answer).map_err(|refusal| refusal.to_string())
}

fn error_of(experiment: &Experiment, lesson: &Lesson, check: &Check) -> LessonError {
    let line = &experiment.lines[check.line];
    let found = check.found.clone().unwrap_or("otherwise".into());
    let end = line.begin + line.text.len();
    let wanted = literal(&check.text, &found).filter(|_| check.found.is_some());
    LessonError {
        line: line_at(&lesson.source, line.begin),
        text: format!("expect {}: it is {found}", check.text),
        mend: wanted.map(|wanted| (end - wanted.len()..end, found)),
    }
}

/// The expected value, if it can be updated. Only a literal that is compared for equality can: an expression makes a
/// claim about other figures.
fn literal<'a>(expectation: &'a str, found: &str) -> Option<&'a str> {
    let is_number = |text: &str| matches!(Value::of(text), Value::Number(..));
    match comparison(expectation) {
        Some((_, "=", right)) if is_number(right) => Some(right),
        Some((_, "=", right)) => Some(right).filter(|_| !is_number(found) && !right.contains([' ', '.', '('])),
        Some(_) => None,
        None => expectation.rsplit(' ').next(),
    }
}

/// Reports a quotation that differs from the source.
fn quoted(lesson: &Lesson, name: &str, code: &str) -> Option<LessonError> {
    let begin = lesson.source.find(&format!("```{QUOTE}{name}\n")).unwrap_or_default();
    let line = line_at(&lesson.source, begin);
    match listing::quoted(name) {
        Ok(text) if text == code => None,
        Ok(source) => {
            let begin = begin + 3 + QUOTE.len() + name.len() + 1;
            let end = begin + lesson.source[begin..].find("\n```").unwrap_or_default();
            let text = format!("the source of {name} has changed");
            Some(LessonError { line, text, mend: Some((begin..end, source)) })
        }
        Err(error) => Some(LessonError::new(line, error)),
    }
}

/// The lesson with updated quotations, and with updated figures in the expectations and in the text.
pub fn updated(lesson: &Lesson, words: Words) -> String {
    let mut mends: Vec<(std::ops::Range<usize>, String)> =
        errors(lesson, words).into_iter().filter_map(|error| error.mend).collect();
    let changed: Vec<(f64, String)> = mends
        .iter()
        // The sign is part of the text, so a figure whose sign has changed must be edited by hand.
        .filter(|(range, new)| lesson.source[range.clone()].starts_with('-') == new.starts_with('-'))
        .filter_map(|(range, new)| Some((prose::size(&lesson.source[range.clone()])?, new.clone())))
        .collect();
    for figure in prose::figures(&lesson.source).into_iter().filter(|figure| !figure.is_given) {
        let size = prose::size(&figure.text);
        if let Some((_, new)) = changed.iter().find(|(old, _)| Some(*old) == size) {
            mends.push((figure.range, in_text(new)));
        }
    }
    mends.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut source = lesson.source.clone();
    for (range, new) in mends {
        source.replace_range(range, &new);
    }
    source
}

/// A figure for running text: without its sign, which stays in the text, without `#`, and with commas as thousands
/// separators if it has five digits or more.
fn in_text(figure: &str) -> String {
    let figure = figure.trim_start_matches(['+', '-', '#']);
    let (whole, rest) = figure.split_at(figure.find('.').unwrap_or(figure.len()));
    if whole.len() > 4 { grouped(whole, ',') + rest } else { figure.into() }
}

/// Updates the lessons of a folder. Returns, for each changed file, its path and the changed lines, old and new.
///
/// # Errors
/// An error if a file cannot be read, parsed or written.
pub fn update(folder: &Path, words: Words) -> Result<Vec<String>, String> {
    let mut changes = Vec::new();
    for lesson in read_folder(folder)? {
        let new = updated(&lesson, words);
        if new == lesson.source {
            continue;
        }
        let path = if folder.is_file() { folder.to_path_buf() } else { folder.join(&lesson.file) };
        files::write_whole(&path, new.as_bytes())
            .map_err(|error| format!("{}: {}", path.display(), files::reason(&error)))?;
        changes.push(format!("{}:", path.display()));
        changes.extend(differences(&lesson.source, &new));
    }
    Ok(changes)
}

/// The lessons of a folder, `NN-name.md`, in order; if `folder` is a file, only that lesson.
///
/// # Errors
/// An error if the lessons cannot be read, or if there are none.
pub fn read_folder(folder: &Path) -> Result<Vec<Lesson>, String> {
    if folder.is_file() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        return read_page(folder, &name).map(|lesson| vec![lesson]);
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), files::reason(&error)))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_lesson = |name: &String| name.starts_with(|c: char| c.is_ascii_digit()) && name.ends_with(".md");
    let mut names: Vec<String> = names.filter(is_lesson).collect();
    names.sort();
    if names.is_empty() {
        return Err(format!("there are no lessons in {}", folder.display()));
    }
    names.iter().map(|name| read_page(&folder.join(name), name)).collect()
}

fn read_page(path: &Path, name: &str) -> Result<Lesson, String> {
    let source = files::read_text(path).map_err(|error| error.to_string())?;
    Lesson::read(name, &source)
}

/// The lines that differ: old ones marked `-`, new ones `+`.
fn differences(old: &str, new: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if old.len() == new.len() {
        let pairs = old.iter().zip(&new).filter(|(old, new)| old != new);
        return pairs.flat_map(|(old, new)| [format!("- {old}"), format!("+ {new}")]).collect();
    }
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(old, new)| old == new).count();
    let gone = old[same..old.len() - tail].iter().map(|line| format!("- {line}"));
    gone.chain(new[same..new.len() - tail].iter().map(|line| format!("+ {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::dialogues::CONSOLE_WORDS;

    const SOURCE: &str = "# 1 · Title\n\nThere are 8,903 leaves.\n\n```alula\ndivide 3\nexpect sum(leaves) = 8903\n```\n\n\
                          ```rust listing perft\nfn perft() {}\n```\n";

    #[test]
    fn a_wrong_figure_is_updated_in_the_text_as_well() {
        let lesson = Lesson::read("01-title.md", SOURCE).expect("it can be read");
        let texts: Vec<String> = errors(&lesson, CONSOLE_WORDS).into_iter().map(|error| error.text).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert_eq!(texts[0], "expect sum(leaves) = 8903: it is 8902");
        let new = updated(&lesson, CONSOLE_WORDS);
        assert!(new.contains("There are 8902 leaves.") && new.contains("sum(leaves) = 8902\n"), "{new}");
        assert!(new.contains("pub fn perft(&mut self"), "{new}");
        let lesson = Lesson::read("01-title.md", &new).expect("it can be read");
        assert_eq!(errors(&lesson, CONSOLE_WORDS), []);
        assert_eq!(updated(&lesson, CONSOLE_WORDS), new);
    }

    #[test]
    fn an_expression_is_not_replaced_by_its_value() {
        for (expectation, found, wanted) in [
            ("sum(leaves) = 8903", "8902", Some("8903")),
            ("sum-for-White.sum -0.38", "-0.41", Some("-0.38")),
            ("none.best = Qg6", "Ng5", Some("Qg6")),
            ("alpha-beta.score = minimax.score", "+0.34", None),
            ("alpha-beta.best = minimax.best", "Ng5", None),
            ("knights = pawn - rook", "3", None),
            ("a.nodes < 5", "6", None),
        ] {
            assert_eq!(literal(expectation, found), wanted, "{expectation}");
        }
    }

    #[test]
    fn thousands_are_separated_in_running_text() {
        assert_eq!(
            ["8902", "30888", "1234567", "+0.34", "-0.41", "-1234", "-#3"].map(in_text),
            ["8902", "30,888", "1,234,567", "0.34", "0.41", "1234", "3"]
        );
        assert_eq!(differences("a\nb\nc", "a\nx\ny\nc"), ["- b", "+ x", "+ y"]);
    }
}
