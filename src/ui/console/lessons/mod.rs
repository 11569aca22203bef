//! The lessons: a course to read and run in the terminal, the program's own source, and a glossary.
//!
//! | file | contents |
//! |---|---|
//! | [`course`] | the Markdown of the lessons, as blocks and pages |
//! | [`experiment`] | commands that run on a separate board, and their expected results |
//! | [`prose`] | the numbers in the text, each of which an experiment must compute |
//! | [`typeset`] | pages on a terminal or a pipe, or for reading aloud |
//! | [`progress`] | the reader's progress |
//! | [`update`] | checking the lessons, and updating their figures |
//! | [`listing`] | the source of the tutorial's engine, as compiled |
//! | [`glossary`] | the terms of the field |
//! | [`columns`] | explanations of table columns |
//! | [`search`] | what `help` finds besides commands |
//! | [`words`] | the console's words for lessons |
//!
//! An experiment runs in a separate session with its own Board: the reader's game and settings are not touched.

pub mod columns;
pub mod course;
pub mod experiment;
pub mod glossary;
pub mod listing;
pub mod progress;
pub mod prose;
pub mod search;
pub mod typeset;
pub mod update;
pub mod words;

use crate::board::Board;
use crate::ui::out::Cells;
use crate::ui::tables::Table;

use crate::ui::words::Refusal;

use super::Session;
use super::words::Words;
use course::{Block, Lesson};
use experiment::{Exercise, Outcome, Shown, Value};
use progress::Progress;
use typeset::Paper;

/// A lesson being read.
pub struct Reading {
    /// The lesson.
    pub lesson: Lesson,
    /// The page shown last.
    pub page: usize,
    /// The block of the experiment that is waiting for a guess.
    pub awaiting: Option<usize>,
}

/// The lessons' part of a dialogue.
#[derive(Default)]
pub struct Lessons {
    /// The open lesson.
    pub reading: Option<Reading>,
    /// The reader's progress; read from its file when needed.
    progress: Option<Progress>,
}

impl Lessons {
    /// The reader's progress. It is saved for people at a terminal.
    pub fn progress(&mut self, is_kept: bool) -> &mut Progress {
        self.progress.get_or_insert_with(|| if is_kept { Progress::kept() } else { Progress::default() })
    }
}

/// The faults of an exercise: rejected solutions, and accepted wrong answers.
pub(crate) fn exercise_faults(exercise: &Exercise, words: Words) -> Vec<String> {
    let mut faults = Vec::new();
    let answers = exercise.solutions.iter().map(|answer| (answer, true));
    for (answer, right) in answers.chain(exercise.wrongs.iter().map(|answer| (answer, false))) {
        match try_answer(exercise, words, answer) {
            Ok(taken) if taken == right => {}
            Ok(taken) => {
                let verdict = if taken { "taken" } else { "not taken" };
                faults.push(format!("exercise {}: '{answer}' is {verdict}", exercise.name));
            }
            Err(error) => faults.push(format!("exercise {}: '{answer}': {error}", exercise.name)),
        }
    }
    for (number, (text, right)) in exercise.files.iter().enumerate() {
        let name = format!("alula-exercise-{}-{}-{number}.tsv", std::process::id(), exercise.name);
        let path = std::env::temp_dir().join(name);
        let taken = std::fs::write(&path, text.replace('|', "\n"))
            .map_err(|error| error.to_string())
            .and_then(|()| try_answer(exercise, words, &path.to_string_lossy()));
        // A temporary file that cannot be removed does no harm.
        let _ = std::fs::remove_file(&path);
        if taken != Ok(*right) {
            faults.push(format!("exercise {}: file {} gives {taken:?}", exercise.name, number + 1));
        }
    }
    faults
}

/// A session without input and output.
pub(crate) fn silent_session(words: Words) -> Session {
    let mut session = Session { own: super::Console::new(words), ..Session::default() };
    let _ = session.out.divert();
    session
}

/// Is an answer accepted? If settings are checked, the answer is a command that changes them.
fn try_answer(exercise: &Exercise, words: Words, answer: &str) -> Result<bool, String> {
    let mut session = silent_session(words);
    let mut board = experiment::fresh_board();
    if exercise.takes_settings {
        session.execute(&mut board, answer).map_err(|refusal| refusal.to_string())?;
    }
    exercise.check(&mut session, &board, answer).map_err(|refusal| refusal.to_string())
}

// ---- showing a page -----------------------------------------------------------------------------------------------------

pub(super) fn paper(session: &Session) -> Paper {
    let look = session.own.look;
    Paper { screen: look.screen(&session.out), spoken: look.spoken }
}

/// Shows a page from this block to its end, or to an experiment that asks for a guess.
fn show_from(session: &mut Session, reading: &mut Reading, first: usize) -> Result<(), Refusal> {
    let paper = paper(session);
    let end = reading.lesson.pages().get(reading.page).map_or(first, |blocks| blocks.end);
    reading.awaiting = None;
    for index in first..end {
        match &reading.lesson.blocks[index] {
            Block::Experiment(experiment) => {
                if let Some(guess) = &experiment.guess {
                    show_commands(session, paper, experiment.commands());
                    session.out.line(&paper.wrapped(&format!("Guess first: {}", guess.question)));
                    if session.input.is_terminal() {
                        session.out.line("(type your guess, or Enter to see)");
                        reading.awaiting = Some(index);
                        return Ok(());
                    }
                }
                run_experiment(session, paper, experiment, None)?;
            }
            Block::Exercise(_) => {}
            block => session.out.line(&format!("{}{}", gap_before(block), paper.set(block))),
        }
    }
    Ok(())
}

/// Items of a list are set close together, other blocks apart.
fn gap_before(block: &Block) -> &'static str {
    match block {
        Block::Item(..) => "",
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

/// Runs an experiment, and shows its output and whether it agrees with the text.
fn run_experiment(
    session: &mut Session,
    paper: Paper,
    experiment: &experiment::Experiment,
    guess: Option<&str>,
) -> Result<(), Refusal> {
    let was_shown = experiment.guess.is_some();
    let columns = &experiment.columns;
    let mut first = true;
    let outcome = experiment.run(session, None, |session, command, shown| {
        if !was_shown {
            let gap = if first { "\n" } else { "" };
            session.out.line(&format!("{gap}{}", paper.command(command)));
        }
        first = false;
        show_result(session, paper, command, shown, columns);
    })?;
    if let (Some(guess), Some(answer)) = (guess, &outcome.answer) {
        session.out.line(&paper.wrapped(&judged(guess, answer)));
    }
    let verdict = verdict(&outcome);
    session.out.line(&paper.wrapped(if paper.spoken { verdict.trim_start_matches("= ") } else { &verdict }));
    Ok(())
}

/// Shows the output of a command: the columns of its tables that the lesson wants, or its text. A position is shown
/// only if the lesson asks for the board.
fn show_result(session: &mut Session, paper: Paper, command: &str, shown: &Shown, columns: &[String]) {
    let wants_board = columns.iter().any(|column| column == "board");
    if command.starts_with("setboard") && !wants_board || command.starts_with("set ") {
        return;
    }
    let narrow = !columns.is_empty() && columns != ["board"] || paper.spoken;
    if shown.tables.is_empty() || !narrow {
        return session.out.line(shown.text.trim_end());
    }
    for table in &shown.tables {
        session.out.line(&paper.part_of(table, columns));
    }
}

/// Whether the results agree with the text.
fn verdict(outcome: &Outcome) -> String {
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
fn judged(guess: &str, answer: &Value) -> String {
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
                if right { "Right." } else { "Surprising, is it not?" }
            )
        }
        _ if guess.trim().eq_ignore_ascii_case(&text) => format!("Right: {text}."),
        _ => format!("You guessed {guess}; it is {text}."),
    }
}

impl Paper {
    /// A message, wrapped to fit.
    fn wrapped(&self, text: &str) -> String {
        crate::ui::show::wrap(text, self.screen.columns.map_or(usize::MAX, |columns| 72.min(columns - 1)), 0)
    }
}

impl Session {
    /// A separate session for running commands. It takes over output and signals of this one, and copies its display
    /// settings, but nothing else.
    pub(super) fn step_aside(&mut self) -> Session {
        let mut aside = Session { own: super::Console::new(self.own.words), ..Session::default() };
        aside.own.look = self.own.look;
        // As in a script, a steady screen is drawn only at the end.
        aside.own.script_depth = 1;
        std::mem::swap(&mut aside.out, &mut self.out);
        std::mem::swap(&mut aside.signals, &mut self.signals);
        aside
    }

    /// Ends the session of [`Session::step_aside`].
    pub(super) fn step_back(&mut self, aside: Session) {
        (self.out, self.signals, self.interrupted) = (aside.out, aside.signals, aside.interrupted);
    }

    /// Carries out a line, and returns its output instead of writing it.
    pub(super) fn overheard(&mut self, board: &mut Board, line: &str) -> Result<Shown, Refusal> {
        let outer = self.out.divert();
        let done = self.execute(board, line);
        let heard = self.out.end_diversion(outer);
        let table = |cells: Cells| {
            let Cells { title, columns, rows, notes } = cells;
            Table { title, columns, rows, notes }
        };
        done.map(|()| Shown { text: heard.text, tables: heard.tables.into_iter().map(table).collect() })
    }
}
