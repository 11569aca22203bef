//! The console's commands for lessons.

use std::path::Path;

use crate::board::Board;
use crate::command::Group::Lessons;
use crate::readmove::shortened;
use crate::ui::arguments::{self, Target};
use crate::ui::console::state::{Session, Word, word};
use crate::ui::refusal::{Done, Refusal, bad, unknown};
use crate::ui::tables::{Format, Table};

use super::course::{self, Lesson};
use super::page::{
    again, all_pages, contents, lesson_number, list, next, open, paper, previous, progress, read_lesson,
};
use super::sheet::{self, Type};
use super::{glossary, guesses, listing, run, update};

/// The commands for lessons.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Lessons, "lesson", "[N [PAGE|all] | N --html|--sheet [FILE [--force]] | close]", lesson,
        "list the lessons, or open one; --html: write it as an HTML page; --sheet: its questions and exercises, to \
         print",
        "lesson 1", "next contents check guesses"),
    word(Lessons, "next", "[mistake]", next,
        "show the next page of the lesson, the next puzzle, or the move to guess; mistake: go to the next move \
         marked ?!, ? or ??",
        "next", "back again previous puzzle guess"),
    word(Lessons, "previous", "mistake", previous,
        "go to the previous move marked ?!, ? or ??",
        "previous mistake", "next back"),
    word(Lessons, "again", "", again,
        "show the page again, and repeat its experiments",
        "again", "next back"),
    word(Lessons, "contents", "", contents,
        "list the pages of the lesson",
        "contents", "lesson"),
    word(Lessons, "check", "[N.M [ANSWER]]", check,
        "list the exercises of the lesson, or check one",
        "check 1.1 48", "lesson"),
    word(Lessons, "guesses", "[FILE…]", guesses,
        "show histograms of your guesses in the lessons, or of those in the given files, such as those of a class",
        "guesses", "lesson"),
    word(Lessons, "glossary", "[WORD]", glossary,
        "list the terms of computer chess, or explain one",
        "glossary zugzwang", "lesson help"),
    word(Lessons, "listing", "[FOLDER|FILE|NAME]", listing,
        "list the source files from which this program was compiled, or show one of their functions",
        "listing see", "lesson"),
    word(Lessons, "lessons", "[N | FOLDER | FILE | --update [FOLDER|FILE]]", lessons,
        "run the experiments of all lessons, of one, or of those in a folder or file; --update: update their figures",
        "lessons 1", "lesson figures"),
];

/// The folder with the sources of the lessons, for their authors.
const FOLDER: &str = "assets/lessons";

/// `lesson`, `lesson N`, `lesson N PAGE`, `lesson N all`, `lesson N --html|--sheet [FILE]`, `lesson close`.
pub(crate) fn lesson(_: &mut Board, session: &mut Session, text: &str) -> Done {
    match arguments::words(text)[..] {
        [] => list(session),
        ["close"] => {
            if session.own.training.lessons.reading.take().is_none() {
                return bad("no lesson is open");
            }
            Ok(())
        }
        [lesson] => open(session, lesson, "1"),
        [lesson, "all"] => all_pages(session, lesson),
        [lesson, kind @ ("--html" | "--sheet"), ref file @ ..] => write(session, lesson, kind, file),
        [lesson, page] => open(session, lesson, page),
        _ => bad("lesson takes: a number and, optionally, a page, 'all', --html or --sheet; or 'close'"),
    }
}

/// Writes a lesson as an HTML page, to a file or to the output.
fn write(session: &mut Session, lesson: &str, kind: &str, file: &[&str]) -> Done {
    let lesson = read_lesson(lesson_number(lesson)?)?;
    let target = if file.is_empty() { None } else { Some(Target::read(file, ".html")?) };
    let size = if session.own.view.look.large_type { Type::Large } else { Type::Normal };
    let text = match kind {
        "--sheet" => sheet::sheet(&lesson, size),
        _ => {
            let results = lesson.experiments().map(|experiment| run::on_paper(session, experiment));
            sheet::whole(&lesson, &results.collect::<Result<Vec<_>, Refusal>>()?, size)
        }
    };
    let Some(target) = target else {
        session.out.line(text.trim_end());
        return Ok(());
    };
    target.write(&text)?;
    session.say(&format!("Lesson {} is in {}.", lesson.number, target.file));
    Ok(())
}

/// `guesses`, `guesses FILE…`.
pub(crate) fn guesses(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let files = arguments::words(text);
    let own = guesses::own_file().filter(|own| files.is_empty() && own.exists());
    let mut all = Vec::new();
    for file in files.iter().map(Path::new).chain(own.as_deref()) {
        all.extend(guesses::read(file).map_err(Refusal::Bad)?);
    }
    match (all.is_empty(), files.is_empty()) {
        (true, true) => return session.answer("No guesses are saved yet; the lessons ask for them."),
        (true, false) => return bad("there are no guesses"),
        _ => {}
    }
    for table in guesses::histograms(&all) {
        table.show(&mut session.out, Format::Text);
    }
    if let Some(own) = own {
        session.say(&format!("They are saved in {}.", own.display()));
    }
    Ok(())
}

/// `check`: lists the exercises of the open lesson; `check N.M [ANSWER]`: checks one.
pub(crate) fn check(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, answer) = crate::command::split_word(text);
    if name.is_empty() {
        return exercises(session);
    }
    let lesson = read_lesson(lesson_number(name.split('.').next().unwrap_or_default())?)?;
    let Some(exercise) = lesson.exercises().find(|exercise| exercise.name == name) else {
        let names: Vec<&str> = lesson.exercises().map(|exercise| exercise.name.as_str()).collect();
        return bad(format!(
            "there is no exercise {}; lesson {} has {}",
            shortened(name),
            lesson.number,
            names.join(", ")
        ));
    };
    match (exercise.wants_answer(), answer.split_whitespace().count()) {
        (true, 0) => return bad(format!("exercise {name} needs an answer: check {name} ANSWER")),
        (true, 2..) => return bad(format!("an answer is a single word, not '{}'", shortened(answer))),
        (false, 1..) => return bad(format!("exercise {name} checks your settings; just type: check {name}")),
        _ => {}
    }
    let solved = run::check_exercise(exercise, session, board, answer)?;
    if solved {
        let progress = progress(session);
        progress.solved.insert(name.into());
        progress.keep();
        session.say(&format!("Exercise {name} is solved."));
    } else {
        let hint = if exercise.hint.is_empty() { String::new() } else { format!(" Hint: {}", exercise.hint) };
        session.say(&format!("Not yet.{hint}"));
    }
    Ok(())
}

fn exercises(session: &mut Session) -> Done {
    let solved = progress(session).solved.clone();
    let Some(reading) = &session.own.training.lessons.reading else {
        return bad("no lesson is open; type 'check N.M'");
    };
    let mut table = Table::new(
        format!("Exercises of lesson {}", reading.lesson.number),
        &["exercise", "task", "solved", "check with"],
    );
    for exercise in reading.lesson.exercises() {
        let mark = if solved.contains(&exercise.name) { "yes" } else { "no" };
        let answer = if exercise.wants_answer() { " ANSWER" } else { "" };
        let asks = exercise.asks.into();
        table.row(vec![exercise.name.clone(), asks, mark.into(), format!("check {}{answer}", exercise.name)]);
    }
    table.show(&mut session.out, Format::Text);
    Ok(())
}

/// `lessons [N|FOLDER]`: checks the lessons. `lessons --update [FOLDER]`: updates their figures.
pub(crate) fn lessons(_: &mut Board, session: &mut Session, text: &str) -> Done {
    match arguments::words(text)[..] {
        [] => report(session, course::all().map_err(Refusal::Bad)?),
        ["--update"] => show_update(session, FOLDER),
        ["--update", folder] => show_update(session, folder),
        [number] if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let lesson = read_lesson(lesson_number(number)?)?;
            report(session, vec![lesson])
        }
        [folder] => report(session, update::read_folder(Path::new(folder)).map_err(Refusal::Bad)?),
        _ => bad("lessons takes a number, a folder or a file; --update may precede a folder or file"),
    }
}

fn show_update(session: &mut Session, folder: &str) -> Done {
    let changes = update::update(Path::new(folder), session.own.words).map_err(Refusal::Bad)?;
    let text = if changes.is_empty() { "no figure has changed".into() } else { changes.join("\n") };
    session.out.line(&text);
    Ok(())
}

fn report(session: &mut Session, lessons: Vec<Lesson>) -> Done {
    let mut table = Table::new("", &["lesson", "pages", "experiments", "exercises", "errors"]);
    let mut errors = Vec::new();
    for lesson in lessons {
        if session.was_interrupted() {
            return bad("stopped");
        }
        session.show_work(&format!("lesson {}", lesson.number));
        let found = update::errors(&lesson, session.own.words);
        let counts = [lesson.pages().len(), lesson.experiments().count(), lesson.exercises().count(), found.len()];
        table.row([lesson.number].iter().chain(&counts).map(|count| count.to_string()).collect());
        errors.extend(found.into_iter().map(|error| format!("{}:{}: {}", lesson.file, error.line, error.text)));
    }
    table.show(&mut session.out, Format::Text);
    if errors.is_empty() { Ok(()) } else { bad(errors.join("\n")) }
}

/// `glossary`, `glossary WORD`, `glossary --markdown`.
pub(crate) fn glossary(_: &mut Board, session: &mut Session, text: &str) -> Done {
    if text == "--markdown" {
        session.out.line(glossary::page().trim_end());
        return Ok(());
    }
    if text.is_empty() {
        let names: Vec<&str> = glossary::terms().iter().map(glossary::Term::name).collect();
        session.say(&names.join(", "));
        session.say("'glossary WORD' explains one.");
        return Ok(());
    }
    let Some(term) = glossary::find(text) else {
        return Err(unknown("the glossary has no", text, glossary::names(), "'glossary' lists them"));
    };
    session.say(&term.told());
    Ok(())
}

/// `listing`, `listing FOLDER`, `listing FILE`, `listing NAME`.
pub(crate) fn listing(_: &mut Board, session: &mut Session, name: &str) -> Done {
    if name.is_empty() {
        let mut table = files("The tutorial's files", listing::files());
        table.note("'listing FILE' lists the contents of a file, 'listing NAME' shows a function.");
        table.note(format!(
            "The files of a folder are listed by 'listing {}'.",
            listing::folders().join("', 'listing ")
        ));
        table.show(&mut session.out, Format::Text);
        return Ok(());
    }
    if listing::folders().contains(&name) {
        files(&format!("The files in {name}"), listing::files_in(name)).show(&mut session.out, Format::Text);
        return Ok(());
    }
    if !listing::names(name).is_empty() && listing::find(name).is_err() {
        session.say(&format!("{}: {}", heading(name), listing::names(name).join(", ")));
        return Ok(());
    }
    let found = listing::find(name).map_err(Refusal::Bad)?;
    let coloured = paper(session).screen.theme.is_some();
    let code: Vec<String> =
        found.text.lines().map(|line| if coloured { listing::coloured(line) } else { line.into() }).collect();
    session.say(&format!("{}, line {}", heading(found.file), found.line));
    session.out.line(&code.join("\n"));
    if let Some(folder) = listing::counterpart(&found, name) {
        session.say(&format!("'listing {folder}::{name}' shows the version in {folder}."));
    }
    Ok(())
}

/// A table of files with their titles.
fn files(title: &str, files: impl Iterator<Item = &'static str>) -> Table {
    let mut table = Table::new(title, &["file", "contents"]);
    files.for_each(|file| table.row(vec![file.into(), listing::chapter(file).into()]));
    table
}

/// The file's path; for a flat file, also its chapter and title, and its steps if known.
fn heading(file: &str) -> String {
    if file.contains('/') {
        return format!("src/{file}.rs");
    }
    let steps = listing::steps(file).map_or(String::new(), |steps| format!(", {steps}"));
    format!("src/{file}.rs (chapter {}{steps})", listing::chapter(file))
}
