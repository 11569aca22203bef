//! The lessons: a course that is read and run in the terminal, the program's own source, and a glossary.
//!
//! | file | what it does |
//! |---|---|
//! | [`course`] | the Markdown of the lessons, as blocks and pages |
//! | [`experiment`] | commands that are run aside, and what must come out |
//! | [`prose`] | the numbers in the text, each of which an experiment must have computed |
//! | [`typeset`] | pages on a terminal, on a pipe, or read aloud |
//! | [`progress`] | how far a reader has come |
//! | [`update`] | whether the lessons are true, and figures written anew |
//! | [`listing`] | the source of the tutorial's engine, as it was compiled |
//! | [`glossary`] | the terms of the field |
//! | [`columns`] | what stands in the columns of tables |
//! | [`search`] | what `help` finds besides words |
//! | [`words`] | the words of the console |
//!
//! An experiment runs in a session and on a Board of its own: the reader's game and settings are not touched.

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

/// A lesson that is being read.
pub struct Reading {
    /// The lesson.
    pub lesson: Lesson,
    /// The page that was shown last.
    pub page: usize,
    /// The experiment that waits for a guess.
    pub awaiting: Option<usize>,
}

/// What a dialogue knows of lessons.
#[derive(Default)]
pub struct Lessons {
    /// The lesson that is open.
    pub reading: Option<Reading>,
    /// How far the reader has come; read from its file when it is wanted.
    progress: Option<Progress>,
}

impl Lessons {
    /// How far the reader has come. For people at a terminal it is kept.
    pub fn progress(&mut self, is_kept: bool) -> &mut Progress {
        self.progress.get_or_insert_with(|| if is_kept { Progress::kept() } else { Progress::default() })
    }
}

/// What must be wrong with an exercise: a solution that is not taken, or a wrong answer that is.
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
        // What cannot be removed does no harm there.
        let _ = std::fs::remove_file(&path);
        if taken != Ok(*right) {
            faults.push(format!("exercise {}: file {} gives {taken:?}", exercise.name, number + 1));
        }
    }
    faults
}

/// A session that writes nothing and reads nothing.
pub(crate) fn silent_session(words: Words) -> Session {
    let mut session = Session { own: super::Console::new(words), ..Session::default() };
    let _ = session.out.divert();
    session
}

/// Is an answer taken? Where settings are asked for, it is a command that changes them.
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

/// Shows a page from this block on, to its end or to an experiment that asks for a guess.
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

/// Items of a list stand close together, everything else apart.
fn gap_before(block: &Block) -> &'static str {
    match block {
        Block::Item(..) => "",
        _ => "\n",
    }
}

/// The commands of an experiment, before they are run.
fn show_commands<'a>(session: &mut Session, paper: Paper, commands: impl Iterator<Item = &'a str>) {
    session.out.line("");
    for command in commands {
        session.out.line(&paper.command(command));
    }
}

/// Runs an experiment aside, shows what it says, and whether it is what the text says.
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
    session.out.line(&paper.wrapped(&verdict(&outcome)));
    Ok(())
}

/// What a command has said: its tables as far as the lesson wants them, or else its text. A position is shown only if
/// the lesson asks for the board.
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

/// Is it what the text says?
fn verdict(outcome: &Outcome) -> String {
    let wrong: Vec<String> = outcome
        .checks
        .iter()
        .filter(|check| !check.holds)
        .map(|check| match &check.found {
            Some(found) => format!("the text says {}, it is {found}", check.text),
            None => format!("the text says {}, it is not so", check.text),
        })
        .collect();
    match (wrong.is_empty(), outcome.checks.len()) {
        (true, 0) => String::new(),
        (true, _) => "= The same as in the text.".into(),
        (false, _) => {
            format!(
                "= Differs: {}. This program is not quite the one that the lesson was written for.",
                wrong.join("; ")
            )
        }
    }
}

/// A guess beside what came out.
fn judged(guess: &str, answer: &Value) -> String {
    let text = answer.text();
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
    /// A text of the program itself, in lines that fit.
    fn wrapped(&self, text: &str) -> String {
        crate::ui::show::wrap(text, self.screen.columns.map_or(usize::MAX, |columns| 72.min(columns - 1)), 0)
    }
}

impl Session {
    /// Makes a session to run commands aside: it writes and hears Ctrl-C in place of this one, and knows nothing else
    /// of it but how things look.
    pub(super) fn step_aside(&mut self) -> Session {
        let mut aside = Session { own: super::Console::new(self.own.words), ..Session::default() };
        aside.own.look = self.own.look;
        // As in a script, a steady screen is drawn when all is done.
        aside.own.script_depth = 1;
        std::mem::swap(&mut aside.out, &mut self.out);
        std::mem::swap(&mut aside.signals, &mut self.signals);
        aside
    }

    /// Ends what [`Session::step_aside`] began.
    pub(super) fn step_back(&mut self, aside: Session) {
        (self.out, self.signals, self.interrupted) = (aside.out, aside.signals, aside.interrupted);
    }

    /// Carries a line out and returns what it says instead of writing it.
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
