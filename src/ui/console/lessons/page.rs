//! Shows the pages of a lesson, and runs the experiments on them.

use crate::readmove::shortened;
use crate::ui::console::state::Session;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::show;
use crate::ui::terminal::look::{Capabilities, Choice, Look};

use super::course::{self, Block, Lesson};
use super::experiment::Experiment;
use super::facts::{Shown, Value};
use super::guesses;
use super::reading::Reading;
use super::run::{self, ExperimentResult};
use super::typeset::Paper;

pub(super) fn paper(session: &Session) -> Paper {
    let look = &session.own.view.look;
    Paper { screen: look.screen(&session.out), spoken: look.spoken }
}

/// Whether progress is saved: only if the input is a terminal.
pub(super) fn is_kept(session: &Session) -> bool {
    session.input.is_terminal()
}

/// Shows a page of a lesson, and saves the progress.
pub(super) fn show_page(session: &mut Session, lesson: Lesson, page: usize) -> Done {
    let first = lesson.pages()[page].start;
    let mut reading = Reading { lesson, page, awaiting: None };
    let done = show_from(session, &mut reading, first);
    end_page(session, reading);
    done
}

/// Shows the navigation line below a page, and saves the progress.
fn end_page(session: &mut Session, reading: Reading) {
    let kept = is_kept(session);
    let (number, pages) = (reading.lesson.number, reading.lesson.pages().len());
    let progress = session.own.training.lessons.progress(kept);
    progress.place = Some((number, reading.page));
    if reading.page + 1 == pages && reading.awaiting.is_none() {
        progress.read.insert(number);
    }
    progress.keep();
    if reading.awaiting.is_none() {
        let next = match (reading.page + 1 < pages, course::lesson(number + 1).is_some()) {
            (true, _) => "'next' continues".into(),
            (false, true) => format!("'next' opens lesson {}", number + 1),
            (false, false) => "that was the last lesson".into(),
        };
        let text = format!("\n[lesson {number}, page {} of {pages}: {next}; back, again, contents]", reading.page + 1);
        session.out.line(&text);
    }
    session.own.training.lessons.reading = Some(reading);
    session.own.training.lessons.is_shown = true;
}

/// Runs the experiment that was waiting for a guess, and shows the rest of the page. `guess` is the line typed.
pub(super) fn go_on(session: &mut Session, mut reading: Reading, guess: Option<&str>) -> Done {
    let Some(at) = reading.awaiting.take() else { return Ok(()) };
    let paper = paper(session);
    let done = match &reading.lesson.blocks[at] {
        Block::Experiment(experiment) => run_experiment(session, paper, experiment, guess).map(|answer| {
            if let (Some(guess), Some(answer)) = (guess, answer) {
                keep_guess(session, reading.lesson.number, experiment, guess, &answer);
            }
        }),
        _ => Ok(()),
    };
    let done = done.and_then(|()| show_from(session, &mut reading, at + 1));
    end_page(session, reading);
    done
}

/// Saves a guess for the command `guesses`.
fn keep_guess(session: &Session, lesson: usize, experiment: &Experiment, guess: &str, answer: &Value) {
    if !is_kept(session) {
        return;
    }
    let question = experiment.guess.as_ref().map_or(String::new(), |guess| guess.question.clone());
    let (lesson, guess) = (lesson as u64, guess.into());
    guesses::keep(&guesses::Guessed { lesson, question, guess, answer: answer.text() });
}

/// Takes a line as the guess for which the open lesson is waiting, and continues the lesson; returns [`None`] if it is
/// not waiting. An empty line continues the lesson without a guess.
pub(crate) fn hear(session: &mut Session, line: &str) -> Option<Done> {
    let guess = Some(line.trim()).filter(|guess| !guess.is_empty());
    let reading = session.own.training.lessons.reading.as_ref()?;
    let Block::Experiment(experiment) = &reading.lesson.blocks[reading.awaiting?] else { return None };
    if let (Some(text), Some(question)) = (guess, &experiment.guess)
        && let Some(wanted) = question.wants_instead_of(text)
    {
        return Some(bad(format!("'{}' is not a guess: the answer is {wanted}; Enter shows it", shortened(text))));
    }
    let reading = session.own.training.lessons.reading.take()?;
    Some(go_on(session, reading, guess))
}

/// Shows a page from this block on. At a terminal, stops at an experiment that asks for a guess.
pub(super) fn show_from(session: &mut Session, reading: &mut Reading, first: usize) -> Result<(), Refusal> {
    let paper = paper(session);
    let end = reading.lesson.pages().get(reading.page).map_or(first, |blocks| blocks.end);
    reading.awaiting = None;
    for index in first..end {
        let before = index.checked_sub(1).map(|before| &reading.lesson.blocks[before]);
        match &reading.lesson.blocks[index] {
            Block::Experiment(experiment) => {
                if let Some(guess) = &experiment.guess {
                    show_commands(session, paper, experiment.commands());
                    session.out.line(&paper.wrapped(&format!("Guess first: {}", guess.question)));
                    if session.input.is_terminal() {
                        session.out.line("(type your guess, or press Enter to see the answer)");
                        reading.awaiting = Some(index);
                        return Ok(());
                    }
                }
                run_experiment(session, paper, experiment, None)?;
            }
            Block::Exercise(_) => {}
            block => session.out.line(&format!("{}{}", gap_before(block, before), paper.set(block))),
        }
    }
    Ok(())
}

/// The gap before a block: an empty line, but nothing between list items or between a paragraph and its list.
fn gap_before(block: &Block, before: Option<&Block>) -> &'static str {
    match (block, before) {
        (Block::Item(..), Some(Block::Item(..) | Block::Paragraph(_))) => "",
        _ => "\n",
    }
}

/// Shows the commands of an experiment before they run.
fn show_commands<'a>(session: &mut Session, paper: Paper, commands: impl Iterator<Item = &'a str>) {
    session.out.line("");
    for command in commands {
        session.out.line(&paper.command(command));
    }
}

/// Runs an experiment, and shows its output and whether it agrees with the lesson.
fn run_experiment(
    session: &mut Session,
    paper: Paper,
    experiment: &Experiment,
    guess: Option<&str>,
) -> Result<Option<Value>, Refusal> {
    let was_shown = experiment.guess.is_some();
    let columns = &experiment.columns;
    let mut first = true;
    let outcome = run::experiment(experiment, session, None, |session, command, shown| {
        if !was_shown {
            let gap = if first { "\n" } else { "" };
            session.out.line(&format!("{gap}{}", paper.command(command)));
        }
        first = false;
        if let Some(text) = result_text(paper, command, shown, columns) {
            session.out.line(&text);
        }
    })?;
    if let (Some(guess), Some(answer)) = (guess, &outcome.answer) {
        session.out.line(&paper.wrapped(&judged(guess, answer)));
    }
    let verdict = verdict(&outcome);
    session.out.line(&paper.wrapped(if paper.spoken { verdict.trim_start_matches("= ") } else { &verdict }));
    Ok(outcome.answer)
}

/// The output of a command: its text, or the columns of its tables that the lesson shows. `set` shows nothing, and
/// `setboard` only if the lesson asks for the board.
fn result_text(paper: Paper, command: &str, shown: &Shown, columns: &[String]) -> Option<String> {
    let wants_board = columns.iter().any(|column| column == "board");
    if command.starts_with("setboard") && !wants_board || command.starts_with("set ") {
        return None;
    }
    let narrow = !columns.is_empty() && columns != ["board"] || paper.spoken;
    if shown.tables.is_empty() || !narrow {
        return Some(shown.text.trim_end().into());
    }
    let tables = shown.tables.iter().map(|table| paper.part_of(table, columns));
    Some(tables.collect::<Vec<_>>().join("\n"))
}

/// The output of an experiment, as printed on paper.
///
/// # Errors
/// A refusal if a command fails, or if a line cannot be read.
pub(super) fn on_paper(session: &mut Session, experiment: &Experiment) -> Result<String, Refusal> {
    let plain = Look { colour: Choice::Off, figurines: Choice::Off, ..Look::default() };
    let look = std::mem::replace(&mut session.own.view.look, plain);
    let paper = Paper { screen: Capabilities::PLAIN, spoken: false };
    let mut texts = Vec::new();
    let outcome = run::experiment(experiment, session, None, |_, command, shown| {
        texts.extend(result_text(paper, command, shown, &experiment.columns));
    });
    session.own.view.look = look;
    let verdict = verdict(&outcome?);
    Ok(texts.into_iter().chain([verdict]).collect::<Vec<_>>().join("\n"))
}

/// A message that says whether the results agree with the lesson; empty if there are no expectations.
pub fn verdict(outcome: &ExperimentResult) -> String {
    let wrong: Vec<String> = outcome
        .checks
        .iter()
        .filter(|check| !check.holds)
        .map(|check| match &check.found {
            Some(found) => format!("the text says {}, but it is {found}", check.text),
            None => format!("the text says {}, which is not the case", check.text),
        })
        .collect();
    match (wrong.is_empty(), outcome.checks.len()) {
        (true, 0) => String::new(),
        (true, _) => "= The same as in the text.".into(),
        (false, _) => {
            format!("= Differs: {}. The lesson was written for a slightly different program.", wrong.join("; "))
        }
    }
}

/// The text of an answer, with at most three decimals if it is a long quotient.
fn told(answer: &Value) -> String {
    match answer {
        Value::Number(number, text) if text.len() > 7 && number.fract() != 0.0 => format!("{number:.3}"),
        _ => answer.text(),
    }
}

/// A comment on the guess.
pub fn judged(guess: &str, answer: &Value) -> String {
    let text = told(answer);
    match (Value::of(guess.trim()), answer) {
        (Value::Number(guessed, _), Value::Number(real, _)) if guessed == *real => {
            format!("Your guess, {guess}, is exact.")
        }
        (Value::Number(guessed, _), Value::Number(real, _)) if guessed > 0.0 && *real > 0.0 => {
            let factor = (guessed / real).max(real / guessed);
            let how = if factor < 1.1 { "Close!".into() } else { format!("That is a factor of {factor:.1}.") };
            format!("You guessed {guess}; it is {text}. {how}")
        }
        (_, Value::Truth(truth)) => {
            let said = guess.trim().to_lowercase();
            let right = said == text || said.starts_with(if *truth { 'y' } else { 'n' });
            format!(
                "You guessed {guess}; the answer is {text}. {}",
                if right { "Right." } else { "Surprising, isn't it?" }
            )
        }
        _ if guess.trim().eq_ignore_ascii_case(&text) => format!("Right: {text}."),
        _ => format!("You guessed {guess}; it is {text}."),
    }
}

impl Paper {
    /// A message, wrapped to fit.
    pub(super) fn wrapped(&self, text: &str) -> String {
        show::wrap(text, self.screen.columns.map_or(usize::MAX, |columns| 72.min(columns.saturating_sub(1))), 0)
    }
}
