//! Every experiment of every lesson gives the results in the text, and every number in the text is one of these
//! results, an argument, or marked as given.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use alula::board::Board;
use alula::ui::console::lessons::course::{self, Block, Lesson};
use alula::ui::console::lessons::experiment::Experiment;
use alula::ui::console::lessons::mutation::Mutation;
use alula::ui::console::lessons::{glossary, run, update};
use alula::ui::dialogues::CONSOLE_WORDS;

/// The lessons from their files.
fn lessons() -> Vec<Lesson> {
    update::read_folder(&folder()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_program_has_the_lessons_built_in() {
    assert!(course::all() == Ok(lessons()));
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons")
}

/// The errors in a lesson, with file and line.
fn errors(lesson: &Lesson) -> Vec<String> {
    let errors = update::errors(lesson, CONSOLE_WORDS);
    errors.into_iter().map(|error| format!("{}:{}: {}", lesson.file, error.line, error.text)).collect()
}

/// Runs two lessons at a time.
#[test]
fn every_experiment_agrees_with_its_lesson() {
    let lessons = lessons();
    let waiting = Mutex::new(lessons.iter());
    let next = || waiting.lock().expect("no panic").next();
    let found: Vec<String> = thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| iter::from_fn(next).flat_map(errors).collect::<Vec<_>>()));
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Commands whose result depends on the search, and therefore on its faults and settings.
const SEARCHING: [&str; 12] =
    ["go", "compare", "sweep", "ladder", "audit", "whatif", "why", "demo", "tree", "match", "stats", "history"];

/// An experiment and its location.
struct Located {
    page: String,
    heading: String,
    number: usize,
    experiment: Experiment,
}

impl Located {
    fn all(lesson: &Lesson) -> Vec<Located> {
        let (mut heading, mut number, mut found) = (String::new(), 0, Vec::new());
        for block in &lesson.blocks {
            match block {
                Block::Heading(_, text) => (heading, number) = (course::plain(text), 0),
                Block::Experiment(experiment) => {
                    number += 1;
                    let (page, heading, experiment) = (lesson.file.clone(), heading.clone(), experiment.clone());
                    found.push(Located { page, heading, number, experiment });
                }
                _ => {}
            }
        }
        found
    }

    fn searches(&self) -> bool {
        let is_line = |line: &str| ["demo qc1", "demo en-passant"].contains(&line);
        self.experiment
            .commands()
            .filter(|line| !is_line(line))
            .any(|line| SEARCHING.contains(&line.split(' ').next().unwrap_or_default()))
    }

    /// The names of the faults that it detects; if there are none, the first setting that it detects. A slow experiment
    /// stops at the first fault.
    fn noticed(&self) -> String {
        let notices = |mutation: &Mutation| update::notices(&self.experiment, CONSOLE_WORDS, *mutation);
        let (faults, settings): (Vec<_>, Vec<_>) =
            Mutation::all().partition(|mutation| matches!(mutation, Mutation::Fault(..)));
        let most = if self.experiment.slow { 1 } else { faults.len() };
        let noticed: Vec<String> = faults.into_iter().filter(notices).take(most).map(Mutation::name).collect();
        match noticed.is_empty() {
            true => settings.into_iter().find(notices).map(Mutation::name).unwrap_or_default(),
            false => noticed.join(" "),
        }
    }

    /// The line of this experiment in the table.
    fn line(&self) -> String {
        let noticed = if self.searches() { self.noticed() } else { "no search".into() };
        format!("{}\t{}\t{}\t{noticed}", self.page, self.heading, self.number)
    }
}

/// Experiments that detect none of the changes, each with the reason.
const UNTOUCHED: [(&str, &str, &str); 5] = [
    ("04-minimax.md", "How many nodes?", "minimax looks at everything: there is nothing to switch off"),
    ("13-zugzwang.md", "The exact case", "the exact solver does not search"),
    ("null-move.md", "A pass that would win", "the exact solver does not search"),
    ("null-move.md", "A full window for each iteration", "no setting gives the tutorial's search another window"),
    ("null-move.md", "Fifty moves, mate, stalemate", "detecting the end of the game is not a technique"),
];

/// An experiment that gives the expected results with every planted fault proves nothing. The table lists the faults
/// that each experiment detects; if it detects none, a setting whose change it detects.
#[test]
#[ignore = "takes three minutes"]
fn every_experiment_notices_a_fault() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/null-move.md");
    let pages = lessons().into_iter().chain(update::read_folder(&page).expect("the page"));
    let all: Vec<Located> = pages.flat_map(|page| Located::all(&page)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut lines = Vec::new();
        while let Some(located) = all.get(next.fetch_add(1, Relaxed)) {
            lines.push(located.line());
            println!("{}", lines.last().map_or("", String::as_str));
        }
        lines
    };
    let lines: BTreeMap<String, String> = thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(work));
        let lines = threads.into_iter().flat_map(|thread| thread.join().expect("no panic"));
        lines.map(|line| (line.rsplit_once('\t').map_or(line.clone(), |(place, _)| place.into()), line)).collect()
    });
    let in_order =
        all.iter().map(|located| &lines[&format!("{}\t{}\t{}", located.page, located.heading, located.number)]);
    let table = format!("page\theading\texperiment\tnotices\n{}\n", in_order.cloned().collect::<Vec<_>>().join("\n"));
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/mutations.tsv");
    fs::write(path, &table).expect("a temporary file");
    let blind: Vec<Vec<&str>> =
        table.lines().filter(|line| line.ends_with('\t')).map(|line| line.split('\t').collect()).collect();
    let places: Vec<_> = blind.iter().map(|cells| (cells[0], cells[1])).collect();
    assert_eq!(places, UNTOUCHED.map(|(page, heading, _)| (page, heading)), "all others must detect a change");
    let known = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mutations.tsv"));
    assert!(known.is_ok_and(|known| known == table), "tests/data/mutations.tsv differs: copy {path}");
}

/// The commands of the plan for 90 minutes run as written; words in capitals stand for answers of the class.
#[test]
fn the_plan_for_ninety_minutes_can_be_followed() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/teaching.md")).expect("the page");
    let plan = page.split("\n## ").find(|section| section.starts_with("90 minutes")).expect("the plan");
    let commands = |text: &str| text.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
    let (table, text): (Vec<&str>, Vec<&str>) = plan.lines().partition(|line| line.starts_with('|'));
    let first = commands(&text.join("\n")).into_iter().filter(|command| command.starts_with("setboard "));
    let minutes = table.iter().filter_map(|line| line.split('|').nth(3)).flat_map(commands);
    let is_answer = |word: &str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let (mut session, mut board) = (run::silent_session(CONSOLE_WORDS), Board::new());
    let mut followed = 0;
    for command in first.chain(minutes).filter(|command| !command.split(' ').any(is_answer)) {
        let shown = run::overheard(&mut session, &mut board, &command);
        assert!(shown.is_ok(), "{command}: {shown:?}");
        followed += 1;
    }
    assert!(followed >= 14, "{followed}");
}

/// The pictures for teachers match the output of the commands on the page. With `ALULA_PICTURES=write`
/// the test regenerates them and fails.
#[test]
fn the_teaching_pictures_match_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = update::read_folder(&root.join("docs/teaching.md")).expect("the page").remove(0);
    let drawing = page.experiments().last().expect("the lines").clone();
    let is_written_anew = std::env::var("ALULA_PICTURES").is_ok_and(|what| what == "write");
    let folder = match is_written_anew {
        true => root.join("assets/teaching"),
        false => PathBuf::from(env!("CARGO_TARGET_TMPDIR")),
    };
    let (mut session, mut board) = (run::silent_session(CONSOLE_WORDS), Board::new());
    let mut pictures = 0;
    for line in drawing.commands() {
        let Some((words, name)) = line.rsplit_once(' ').filter(|(_, name)| name.ends_with(".svg")) else {
            run::overheard(&mut session, &mut board, line).expect("no refusal");
            continue;
        };
        let path = folder.join(name);
        let line = format!("{words} \"{}\" --force", path.display());
        run::overheard(&mut session, &mut board, &line).expect("no refusal");
        let [drawn, kept] = [path, root.join("assets/teaching").join(name)].map(|path| fs::read_to_string(path).ok());
        assert!(
            drawn.is_some() && drawn == kept,
            "{name} differs: ALULA_PICTURES=write cargo test --test course pictures"
        );
        pictures += 1;
    }
    assert_eq!(pictures, 4);
    assert!(!is_written_anew, "written: look at the difference and run the test again without ALULA_PICTURES");
    let tree = fs::read_to_string(root.join("assets/teaching/null-cutoff.svg")).expect("a picture");
    assert!(tree.contains(">null cut<") && tree.contains("pass<"));
}

/// A wrong figure in a block or in the text is detected; this plants one of each.
#[test]
fn a_wrong_figure_is_noticed() {
    let lesson = &lessons()[0];
    let experiment = lesson.experiments().next().expect("an experiment");
    let expectation = experiment.lines.iter().find(|line| !line.is_command()).expect("an expectation");
    let mut source = lesson.source.clone();
    source.insert(expectation.begin + expectation.text.len(), '7');
    let forged = Lesson::read(&lesson.file, &source).expect("it can be read");
    assert!(!errors(&forged).is_empty());
    let forged =
        Lesson::read(&lesson.file, &format!("{}\nIt takes 987,654 nodes.\n", lesson.source)).expect("it can be read");
    assert_eq!(errors(&forged).len(), 1);
}

#[test]
fn the_lessons_are_the_files_of_the_folder_and_of_the_summary() {
    let files = fs::read_dir(folder()).expect("the folder of the lessons");
    let names: BTreeSet<String> =
        files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let known: BTreeSet<String> = course::titles().into_iter().map(|(_, file, _)| file.to_string()).collect();
    let others: Vec<&String> = names.difference(&known).collect();
    assert_eq!(others, ["SUMMARY.md"]);
    assert!(known.is_subset(&names));
    let listed: Vec<String> = links(course::SUMMARY).into_iter().map(|(_, target)| target).collect();
    let in_order: Vec<&str> = course::titles().into_iter().map(|(_, file, _)| file).collect();
    assert_eq!(listed, in_order);
    for ((number, _, title), (text, _)) in course::titles().into_iter().zip(links(course::SUMMARY)) {
        assert_eq!(text, format!("{number} · {title}"));
    }
}

/// Texts and targets of the links of a page.
fn links(source: &str) -> Vec<(String, String)> {
    let link = |part: &str| {
        let (text, rest) = part.split_once("](")?;
        Some((text.to_string(), rest.split(')').next()?.to_string()))
    };
    source.split('[').skip(1).filter_map(link).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for lesson in lessons() {
        for (text, target) in links(&lesson.source).into_iter().filter(|(_, target)| !target.starts_with("http")) {
            assert!(folder().join(&target).exists(), "{}: [{text}]({target})", lesson.file);
        }
    }
}

#[test]
fn lessons_have_pages_and_exercises() {
    for lesson in lessons() {
        assert!(lesson.pages().len() >= 3, "{} has too few pages", lesson.file);
        assert!(lesson.exercises().count() >= 2, "{} has too few exercises", lesson.file);
        assert!(matches!(lesson.blocks[0], Block::Heading(1, _)), "{}", lesson.file);
        let looks = lesson.exercises().filter(|exercise| exercise.asks == "look").count();
        assert!(2 * looks <= lesson.exercises().count(), "{} has too many exercises of the kind look", lesson.file);
        for exercise in lesson.exercises() {
            assert!(exercise.name.starts_with(&format!("{}.", lesson.number)), "{}", exercise.name);
            let asked = format!("check {}", exercise.name);
            assert!(lesson.source.contains(&asked), "{}: the text does not mention '{asked}'", lesson.file);
            let has_wrong = !exercise.wrongs.is_empty() || exercise.files.iter().any(|(_, right)| !right);
            assert!(has_wrong, "exercise {} accepts any answer", exercise.name);
        }
    }
}

#[test]
fn the_glossary_on_paper_is_that_of_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/glossary.md");
    let written = fs::read_to_string(path).expect("docs/glossary.md");
    assert_eq!(
        written.trim_end(),
        glossary::page().trim_end(),
        "regenerate it: alula glossary --markdown > docs/glossary.md"
    );
}
