//! Runs experiments in a separate session with its own Board, so that the reader's game and settings stay unchanged.

use std::mem;

use crate::board::Board;
use crate::play::Options;
use crate::readfen::read_fen;
use crate::searcher::{Algorithm, Limits};
use crate::ui::console::counting;
use crate::ui::console::state::{Console, Session, Words};
use crate::ui::out::Cells;
use crate::ui::refusal::Refusal;
use crate::ui::session::Dialogue;
use crate::ui::tables::Table;

use super::experiment::{Exercise, Experiment};
use super::facts::{Facts, Shown, Value};

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

/// Runs the commands of an experiment on a separate board: the start position with the tutorial's settings, or a copy
/// of `own` with the reader's settings, but only the depth limit. `show` receives each command and its output.
///
/// # Errors
/// A refusal if a command fails, or if a line cannot be read.
pub fn experiment(
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
pub fn exercise(exercise: &Exercise, session: &mut Session, board: &Board, answer: &str) -> Result<bool, Refusal> {
    let own = if exercise.takes_settings { Some(board) } else { None };
    let mut holds = |answer: &str| -> Result<bool, Refusal> {
        let outcome = experiment(&exercise.experiment.with_answer(answer), session, own, |_, _, _| {})?;
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

/// A session without input and output, with the tutorial's settings.
pub fn silent_session(words: Words) -> Session {
    let mut session = Session::apart(Console::new(words), fresh_options());
    let _ = session.out.divert();
    session
}

/// A separate session for running commands. It takes over this session's output and signals, and copies its display
/// settings, its mutation, and whether searches are repeated as a check.
fn step_aside(session: &mut Session) -> Session {
    let mut aside = Session::apart(Console::new(session.own.words), fresh_options());
    (aside.own.view.look, aside.own.view.through) = (session.own.view.look.clone(), session.own.view.through);
    aside.own.analysis.checks_searchers = session.own.analysis.checks_searchers;
    // As in a script, the steady screen is drawn only at the end.
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
