//! Opens lessons and turns their pages.

use crate::board::Board;
use crate::readmove::shortened;
use crate::ui::console::state::Session;
use crate::ui::console::walk::{Way, to_mistake};
use crate::ui::console::{guessing, puzzles};
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::tables::{Format, Table};

use super::course::{self, Block, Lesson};
use super::reading::{LessonProgress, Lessons, Reading};
use super::run;
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
        Some(reading) if reading.awaiting.is_some() => return run::go_on(session, reading, None),
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

/// Saves the progress and, unless the page waits for a guess, shows the navigation line below it.
pub(super) fn end_page(session: &mut Session, reading: Reading) {
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
                    run::show_commands(session, paper, experiment.commands());
                    session.out.line(&paper.wrapped(&format!("Guess first: {}", guess.question)));
                    if session.input.is_terminal() {
                        session.out.line("(type your guess, or press Enter to see the answer)");
                        reading.awaiting = Some(index);
                        return Ok(());
                    }
                }
                run::show_experiment(session, paper, experiment, None)?;
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
