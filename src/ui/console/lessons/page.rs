//! Opens lessons, turns their pages, and runs the experiments on them.

use crate::board::Board;
use crate::readmove::shortened;
use crate::ui::console::state::Session;
use crate::ui::console::walk::{Way, to_mistake};
use crate::ui::console::{guessing, puzzles};
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::show;
use crate::ui::tables::{Format, Table};
use crate::ui::terminal::look::{Capabilities, Choice, Look};

use super::course::{self, Block, Lesson};
use super::experiment::Experiment;
use super::facts::{Shown, Value};
use super::guesses;
use super::reading::{LessonProgress, Lessons, Reading};
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

pub(super) fn lesson_number(text: &str) -> Result<usize, Refusal> {
    let last = course::titles().last().map_or(1, |(number, ..)| *number);
    number(text, "lesson", 1, last, None)
}

pub(super) fn read_lesson(number: usize) -> Result<Lesson, Refusal> {
    match course::lesson(number) {
        Some(lesson) => lesson.map_err(Refusal::Bad),
        None => bad(format!("there is no lesson {number}; 'lesson' lists them")),
    }
}

/// The reader's progress.
pub(super) fn progress(session: &mut Session) -> &mut LessonProgress {
    let kept = is_kept(session);
    session.own.training.lessons.progress(kept)
}

pub(super) fn open(session: &mut Session, lesson: &str, page: &str) -> Done {
    let lesson = read_lesson(lesson_number(lesson)?)?;
    let page = number(page, "page", 1, lesson.pages().len(), None)? - 1;
    show_page(session, lesson, page)
}

/// Shows all pages without waiting for guesses.
pub(super) fn all_pages(session: &mut Session, lesson: &str) -> Done {
    let lesson = read_lesson(lesson_number(lesson)?)?;
    let input = std::mem::take(&mut session.input);
    let pages = lesson.pages();
    let mut reading = Reading { lesson, page: 0, awaiting: None };
    let mut done = Ok(());
    for (page, blocks) in pages.into_iter().enumerate() {
        reading.page = page;
        done = done.and_then(|()| show_from(session, &mut reading, blocks.start));
    }
    session.input = input;
    done
}

pub(super) fn list(session: &mut Session) -> Done {
    let progress = progress(session).clone();
    let mut table = Table::new("Lessons", &["lesson", "title", "read", "exercises"]);
    for (number, _, title) in course::titles() {
        let lesson = read_lesson(number)?;
        let exercises: Vec<&str> = lesson.exercises().map(|exercise| exercise.name.as_str()).collect();
        let solved = exercises.iter().filter(|name| progress.solved.contains(**name)).count();
        let read = match progress.place {
            _ if progress.read.contains(&number) => "yes".into(),
            Some((at, page)) if at == number => format!("page {} of {}", page + 1, lesson.pages().len()),
            _ => String::new(),
        };
        table.row(vec![number.to_string(), title.into(), read, format!("{solved} of {}", exercises.len())]);
    }
    let goes_on = progress.place.map_or("'lesson 1' starts.".into(), |(lesson, page)| {
        format!("'next' continues after lesson {lesson}, page {}.", page + 1)
    });
    table.note(format!("{goes_on} 'lesson N' opens lesson N, 'glossary' explains terms, 'listing' shows the source."));
    table.show(&mut session.out, Format::Text);
    Ok(())
}

pub(crate) fn next(board: &mut Board, session: &mut Session, text: &str) -> Done {
    match text {
        "" => {}
        "mistake" => return to_mistake(board, session, Way::Forward),
        _ => return bad(format!("unknown argument '{}'; type 'next' or 'next mistake'", shortened(text))),
    }
    if session.own.open_puzzle().is_some() {
        return puzzles::next(board, session);
    }
    if session.own.open_guess().is_some() {
        return guessing::next(board, session);
    }
    let (number, page) = match session.own.training.lessons.reading.take() {
        Some(reading) if reading.awaiting.is_some() => return go_on(session, reading, None),
        Some(reading) => (reading.lesson.number, reading.page + 1),
        None => match progress(session).place {
            Some((number, page)) => (number, page + 1),
            None => return show_page(session, read_lesson(1)?, 0),
        },
    };
    let lesson = read_lesson(number)?;
    if page < lesson.pages().len() {
        return show_page(session, lesson, page);
    }
    if course::lesson(number + 1).is_none() {
        let page = lesson.pages().len() - 1;
        session.own.training.lessons.reading = Some(Reading { lesson, page, awaiting: None });
        return bad("that was the last page of the last lesson");
    }
    show_page(session, read_lesson(number + 1)?, 0)
}

pub(crate) fn previous(board: &mut Board, session: &mut Session, text: &str) -> Done {
    match text {
        "mistake" => to_mistake(board, session, Way::Back),
        _ => bad("type 'previous mistake'; 'back' goes back one move, 'load previous' loads the game before this one"),
    }
}

/// Removes and returns the open lesson.
fn taken(lessons: &mut Lessons) -> Result<Reading, Refusal> {
    lessons.reading.take().ok_or(Refusal::Bad("no lesson is open; 'lesson' lists them".into()))
}

/// `back` while a lesson is open: the previous page.
pub(crate) fn back(session: &mut Session, text: &str) -> Done {
    if !text.is_empty() {
        return bad("in a lesson 'back' takes no arguments; 'lesson close' closes the lesson");
    }
    let reading = taken(&mut session.own.training.lessons)?;
    match (reading.page, reading.lesson.number) {
        (0, 1) => {
            session.own.training.lessons.reading = Some(reading);
            bad("this is the first page")
        }
        (0, number) => {
            let before = read_lesson(number - 1)?;
            let last = before.pages().len() - 1;
            show_page(session, before, last)
        }
        (page, _) => show_page(session, reading.lesson, page - 1),
    }
}

pub(crate) fn again(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(reading) = session.own.training.lessons.reading.take() else { return list(session) };
    show_page(session, reading.lesson, reading.page)
}

pub(crate) fn contents(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(reading) = &session.own.training.lessons.reading else { return list(session) };
    let mut table =
        Table::new(format!("Lesson {}: {}", reading.lesson.number, reading.lesson.title), &["page", "title"]);
    for page in 0..reading.lesson.pages().len() {
        let here = if page == reading.page { " <" } else { "" };
        table.row(vec![(page + 1).to_string(), format!("{}{here}", reading.lesson.page_title(page))]);
    }
    table.note(format!("'lesson {} PAGE' opens a page, 'lesson' lists all lessons.", reading.lesson.number));
    table.show(&mut session.out, Format::Text);
    Ok(())
}

/// Shows a page of a lesson, and saves the progress.
pub(super) fn show_page(session: &mut Session, lesson: Lesson, page: usize) -> Done {
    let first = lesson.pages()[page].start;
    let mut reading = Reading { lesson, page, awaiting: None };
    let done = show_from(session, &mut reading, first);
    end_page(session, reading);
    done
}

/// Shows the navigation line below a page, unless the page waits for a guess, and saves the progress.
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

/// Runs the experiment that was waiting for a guess, saves the guess, if any, and shows the rest of the page.
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

/// Runs an experiment; shows its output, a comment on the guess, and whether the results agree with the lesson. Returns
/// the answer to its question.
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

impl Paper {
    /// A message, wrapped to fit.
    pub(super) fn wrapped(&self, text: &str) -> String {
        show::wrap(text, self.screen.columns.map_or(usize::MAX, |columns| 72.min(columns.saturating_sub(1))), 0)
    }
}
