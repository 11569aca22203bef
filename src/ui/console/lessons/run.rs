//! Runs the experiments of lessons in a separate session with its own Board, so that the reader's game and settings stay
//! unchanged; shows their output, and comments on the reader's guess.

use std::mem;

use crate::board::Board;
use crate::play::Options;
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::searcher::setting::When;
use crate::searcher::{Algorithm, Limits};
use crate::ui::console::counting;
use crate::ui::console::state::{Console, Session, Words};
use crate::ui::out::Cells;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::session::Dialogue;
use crate::ui::tables::Table;
use crate::ui::terminal::look::{Capabilities, Look};

use super::course::Block;
use super::experiment::{Exercise, Experiment};
use super::facts::{Facts, Shown, Value};
use super::guesses;
use super::page::{end_page, is_kept, paper, show_from};
use super::reading::Reading;
use super::typeset::Paper;

/// The result of an expectation.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// Index of the line in the experiment.
    pub line: usize,
    /// The expectation.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
    /// The value found, if there is one.
    pub found: Option<String>,
}

/// The results of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ExperimentResult {
    /// The expectations, in order.
    pub checks: Vec<Check>,
    /// The answer to the question, if the experiment asks one.
    pub answer: Option<Value>,
}

/// Takes a line as the guess for which the open lesson is waiting, and continues the lesson; returns [`None`] if it is
/// not waiting. An empty line continues the lesson without a guess; a line that cannot be a guess is refused.
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

/// Runs the experiment that was waiting for a guess, saves the guess, if any, and shows the rest of the page.
pub(super) fn go_on(session: &mut Session, mut reading: Reading, guess: Option<&str>) -> Done {
    let Some(at) = reading.awaiting.take() else { return Ok(()) };
    let paper = paper(session);
    let done = match &reading.lesson.blocks[at] {
        Block::Experiment(experiment) => show_experiment(session, paper, experiment, guess).map(|answer| {
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

/// Shows the commands of an experiment before they run.
pub(super) fn show_commands<'a>(session: &mut Session, paper: Paper, commands: impl Iterator<Item = &'a str>) {
    session.out.line("");
    for command in commands {
        session.out.line(&paper.command(command));
    }
}

/// Runs an experiment; shows its output, a comment on the guess, and whether the results agree with the lesson. Returns
/// the answer to its question.
pub(super) fn show_experiment(
    session: &mut Session,
    paper: Paper,
    experiment: &Experiment,
    guess: Option<&str>,
) -> Result<Option<Value>, Refusal> {
    let was_shown = experiment.guess.is_some();
    let columns = &experiment.columns;
    let mut first = true;
    let outcome = run_experiment(experiment, session, None, |session, command, shown| {
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

/// The output of a command: its text, or the columns of its tables that the lesson shows. `set` shows nothing;
/// `setboard` shows the board only if the lesson asks for it.
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

/// The output of an experiment and its verdict, as printed on paper.
///
/// # Errors
/// A refusal if a command fails, or if a line cannot be read.
pub(super) fn on_paper(session: &mut Session, experiment: &Experiment) -> Result<String, Refusal> {
    let plain = Look { colour: When::Off, figurines: When::Off, ..Look::default() };
    let look = std::mem::replace(&mut session.own.view.look, plain);
    let paper = Paper { screen: Capabilities::PLAIN, spoken: false };
    let mut texts = Vec::new();
    let outcome = run_experiment(experiment, session, None, |_, command, shown| {
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

/// The text of an answer, rounded to three decimals if it is a long fraction.
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

/// Runs the commands of an experiment on a separate board: the start position with the tutorial's settings, or a copy
/// of `own` with the reader's settings, but with the reader's depth as the only limit. `show` receives each command and
/// its output.
///
/// # Errors
/// A refusal if a command fails, or if a line cannot be read.
pub fn run_experiment(
    experiment: &Experiment,
    session: &mut Session,
    own: Option<&Board>,
    show: impl FnMut(&mut Session, &str, &Shown),
) -> Result<ExperimentResult, Refusal> {
    let mut aside = step_aside(session);
    if own.is_some() {
        let limits = Limits { depth: session.options.limits.depth, ..Limits::default() };
        aside.options = Options { limits, ..session.options.clone() };
    }
    let outcome = run_aside(experiment, &mut aside, own, show);
    step_back(session, aside);
    outcome
}

fn run_aside(
    experiment: &Experiment,
    session: &mut Session,
    own: Option<&Board>,
    mut show: impl FnMut(&mut Session, &str, &Shown),
) -> Result<ExperimentResult, Refusal> {
    let mut board = own.map_or_else(Board::new, |own| Box::new(own.clone()));
    let mut facts = Facts::default();
    let mut outcome = ExperimentResult::default();
    for (number, line) in experiment.lines.iter().enumerate() {
        match line.directive() {
            None => {
                if let Some(mutation) = session.own.training.lessons.mutation {
                    mutation.apply(&mut session.options);
                }
                let shown = overheard(session, &mut board, &line.text)?;
                if session.own.analysis.checks_searchers {
                    counting::check_searchers(session)?;
                }
                show(session, &line.text, &shown);
                facts.hear(shown);
            }
            Some(("let", rest)) => facts.keep(rest).map_err(Refusal::Bad)?,
            Some((_, rest)) => {
                let (holds, found) =
                    facts.check(rest).map_err(|error| Refusal::Bad(format!("{}: {error}", line.text)))?;
                outcome.checks.push(Check { line: number, text: rest.into(), holds, found });
            }
        }
    }
    if let Some(guess) = &experiment.guess {
        outcome.answer = Some(facts.answer(&guess.what).map_err(Refusal::Bad)?);
    }
    Ok(outcome)
}

/// Checks the answer to an exercise, or the reader's settings.
///
/// # Errors
/// A refusal if a command fails.
pub fn check_exercise(
    exercise: &Exercise,
    session: &mut Session,
    board: &Board,
    answer: &str,
) -> Result<bool, Refusal> {
    let own = if exercise.takes_settings { Some(board) } else { None };
    let mut holds = |answer: &str| -> Result<bool, Refusal> {
        let outcome = run_experiment(&exercise.experiment.with_answer(answer), session, own, |_, _, _| {})?;
        Ok(outcome.checks.iter().all(|check| check.holds))
    };
    let first = holds(answer);
    if matches!(first, Ok(true)) {
        return first;
    }
    let is_right = other_spellings(exercise, answer).iter().any(|answer| matches!(holds(answer), Ok(true)));
    if is_right { Ok(true) } else { first }
}

/// Other notations for an answer that is a move in the exercise's position.
fn other_spellings(exercise: &Exercise, answer: &str) -> Vec<String> {
    let position = exercise.experiment.commands().filter_map(|line| line.strip_prefix("setboard ")).last();
    let Some(setup) = position.and_then(|fen| read_fen(fen).ok()) else { return Vec::new() };
    let mut board = Board::new();
    board.init_from_setup(&setup.setup);
    let Ok(mv) = board.read_move(answer) else { return Vec::new() };
    let ways = [mv.to_string(), board.san(mv)];
    ways.into_iter().filter(|way| way != answer).collect()
}

/// Depth for experiments that set none, in plies.
const FRESH_DEPTH: usize = 6;

/// The tutorial's settings, with only a depth limit.
fn fresh_options() -> Options {
    Options { algorithm: Algorithm::Pvs, limits: Limits::depth(FRESH_DEPTH), ..Options::default() }
}

/// A session without input or output, with the tutorial's settings.
pub fn silent_session(words: Words) -> Session {
    let mut session = Session::apart(Console::new(words), fresh_options());
    let _ = session.out.divert();
    session
}

/// A separate session for running commands. It takes over this session's output and signals, and copies its display
/// settings, its mutation, and the setting that repeats searches as a check.
fn step_aside(session: &mut Session) -> Session {
    let mut aside = Session::apart(Console::new(session.own.words), fresh_options());
    (aside.own.view.look, aside.own.view.through) = (session.own.view.look.clone(), session.own.view.through);
    aside.own.analysis.checks_searchers = session.own.analysis.checks_searchers;
    // As in a script, the screen is redrawn only at the end.
    aside.own.script_depth = 1;
    aside.own.training.lessons.mutation = session.own.training.lessons.mutation;
    mem::swap(&mut aside.out, &mut session.out);
    mem::swap(&mut aside.signals, &mut session.signals);
    aside
}

/// Ends a session created by [`step_aside`], and returns the output and the signals to the reader's session.
fn step_back(session: &mut Session, aside: Session) {
    (session.out, session.signals, session.interrupted) = (aside.out, aside.signals, aside.interrupted);
}

/// Executes a line, and returns its output instead of writing it.
///
/// # Errors
/// The refusal of the line.
pub fn overheard(session: &mut Session, board: &mut Board, line: &str) -> Result<Shown, Refusal> {
    let outer = session.out.divert();
    let done = Console::execute(board, session, line);
    session.settle(board);
    let heard = session.out.end_diversion(outer);
    let table = |cells: Cells| {
        let Cells { title, columns, rows, notes } = cells;
        Table { title, columns, rows, notes, ..Table::default() }
    };
    done.map(|()| Shown { text: heard.text, tables: heard.tables.into_iter().map(table).collect() })
}
