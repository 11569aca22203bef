//! Every command that takes a file, with every kind of unusable file: one line, nothing changed.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use alula::command::{split_word, usages};
use alula::ui::dialogues::CONSOLE_WORDS;

use crate::{Place, text};

/// Commands that read a file; `@` stands for its name.
const READERS: [&str; 43] = [
    "explore @",
    "puzzle @",
    "puzzle @ 1",
    "guess @",
    "guess @ 2 black",
    "load @",
    "load @ 2",
    "games @",
    "review @ nodes 100",
    "readfen @ 1",
    "ini @",
    "source @",
    "syzygy @",
    "book @",
    "book info @",
    "book dump @",
    "book make @ new.bin",
    "book merge @ good.bin new.bin",
    "book merge good.bin @ new.bin",
    "test @ depth 1",
    "compare null=off depth 2 suite @",
    "figures perft @",
    "figures syzygy @",
    "datagen new.data games 1 nodes 10 network @",
    "data info @",
    "data check @",
    "data merge @ good.data to new.data",
    "data shuffle @ to new.data",
    "data sample @ 1",
    "train @ to new.network hidden 32 passes 1",
    "network @",
    "network errors @",
    "network judge @ on good.data",
    "network judge built-in on @",
    "train good.data to new.network from @",
    "tune show @",
    "tune openbench @",
    "tune source @ parameters.rs",
    "tune source tuned.txt @",
    "genfens 1 seed 1 book @",
    "lessons @",
    "guesses @",
    "lessons --update @",
];

/// Commands that write a file.
const WRITERS: [&str; 20] = [
    "save @",
    "save epd @",
    "save settings @",
    "review good.pgn nodes 100 --html @",
    "review good.pgn nodes 100 --pgn @",
    "test good.epd depth 1 unsolved @",
    "book make good.pgn @",
    "book merge good.bin good.bin @",
    "match winglet none games 1 nodes 50 pgn @",
    "datagen @ games 1 nodes 10",
    "data merge good.data to @",
    "data shuffle good.data to @",
    "data sample good.data 1 to @",
    "train good.data to @ hidden 32 passes 1",
    "train good.data to new.network hidden 32 passes 1 svg @",
    "network neuron 1 svg @",
    "network neurons svg @",
    "tune search @ iterations 1 pairs 1 nodes 10",
    "xboard --log @",
    "uci --log @",
];

/// Commands that overwrite their earlier output without asking.
const REPLACE: [&str; 5] = ["xboard", "uci", "data ", "train", "network"];

/// Commands for text files. They refuse anything but a regular file with the same message.
const TEXTS: [&str; 7] = ["load", "games", "readfen", "ini", "source", "test", "save"];

/// A directory with good files and all kinds of bad ones.
fn place() -> Place {
    let place = Place::new();
    place.file("good.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n");
    place.file("good.epd", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";\n");
    place.file("good.data", super::pipe::positions());
    place.file("empty", "");
    let mut state = 1_u32;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    place.file("noise", noise.take(5000).collect::<Vec<u8>>());
    fs::create_dir(place.0.join("folder")).expect("an empty folder");
    assert!(Command::new("mkfifo").arg(place.0.join("pipe")).status().expect("mkfifo starts").success());
    let made = "book make good.pgn good.bin\ntune search tuned.txt iterations 1 pairs 1 nodes 10\n";
    let made = place.run(&["--strict"], made);
    assert!(made.status.success(), "{}", text(&made.stdout));
    place
}

/// Runs the program with this input, and ends it if it takes too long.
fn run(place: &Place, arguments: &[&str], input: &str) -> Output {
    let mut command = place.alula();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let end = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("our own child").is_none() {
        if Instant::now() > end {
            child.kill().expect("our own child");
        }
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

/// The output of each of these lines, run in one session.
fn said_by_each(place: &Place, lines: &[String]) -> Vec<String> {
    let script: String = lines.iter().map(|line| format!("{line}\necho -- end --\n")).collect();
    let output = run(place, &[], &script);
    let said = text(&output.stdout);
    let mut parts: Vec<String> = said.split("-- end --\n").map(String::from).collect();
    let unfinished = parts.pop().expect("the rest");
    let last = lines.get(parts.len());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{last:?}: {unfinished}");
    assert_eq!(parts.len(), lines.len(), "{last:?} ends the session: {unfinished}");
    parts
}

/// Whether the output ends with an error message and has no other.
fn is_refusal(said: &str) -> bool {
    let is_error = |line: &str| line.starts_with("Error: ");
    let errors = said.lines().filter(|line| is_error(line)).count();
    errors == 1 && said.lines().last().is_some_and(is_error) && !said.contains("os error")
}

/// Whether a text command's message names the kind of file. Other commands have their own messages.
fn names_the_kind(line: &str, file: &str, said: &str) -> bool {
    let kind = match file {
        "pipe" => "pipe",
        "/dev/zero" | "/dev/full" => "device",
        _ => return true,
    };
    let is_for_text = TEXTS.contains(&split_word(line).0);
    !is_for_text || said.ends_with(&format!("{file} is a {kind}, not a regular file\n"))
}

/// Asserts that each of these lines is refused.
fn all_refused(place: &Place, lines: &[String], file: &str) {
    let said = said_by_each(place, lines);
    let is_wrong = |line: &str, said: &str| !is_refusal(said) || !names_the_kind(line, file, said);
    let wrong = lines.iter().zip(&said).filter(|(line, said)| is_wrong(line, said));
    let wrong: Vec<String> = wrong.map(|(line, said)| format!("{line}: {said}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names and lengths of all files.
fn listing(place: &Place) -> Vec<(String, u64)> {
    let entries = fs::read_dir(&place.0).expect("our own place").flatten();
    let mut names: Vec<(String, u64)> = entries
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.metadata().map_or(0, |it| it.len())))
        .filter(|(name, _)| !["config", "data", "state"].contains(&name.as_str()))
        .collect();
    names.sort();
    names
}

#[test]
fn every_word_with_a_file_is_in_the_tables() {
    for word in usages(CONSOLE_WORDS).into_iter().filter(|word| word.arguments.contains("FILE")) {
        // 'listing' shows compiled-in source, and 'lesson' writes only .html files; the pictures of 'tree', 'chart' and
        // 'sweep' are tested in tests/course/, that of 'picture' in tests/console/viewing.rs.
        let elsewhere = ["listing", "lesson", "tree", "chart", "sweep", "picture"];
        let known = READERS.iter().chain(&WRITERS).any(|line| split_word(line).0 == word.name());
        assert!(known || elsewhere.contains(&word.name()), "{}", word.name());
    }
}

#[test]
fn what_cannot_be_read_is_refused_by_every_word() {
    let place = place();
    let before = listing(&place);
    for file in ["nowhere", "/dev/zero", "pipe", "folder"] {
        // Commands that take a folder accept an empty one, or report the missing files.
        let readers = READERS.iter().filter(|line| !(line.starts_with("lessons") && file == "folder"));
        all_refused(&place, &readers.map(|line| line.replace('@', file)).collect::<Vec<_>>(), file);
        let output = run(&place, &["-i", file, "d"], "");
        let said = text(&output.stderr);
        let is_right = is_refusal(&said) && names_the_kind("ini", file, &said);
        assert!(is_right && output.status.code() == Some(1), "-i {file}: {said}");
    }
    assert_eq!(listing(&place), before);
}

#[test]
fn empty_files_and_noise_do_no_harm() {
    let place = place();
    for file in ["empty", "noise"] {
        let lines = READERS.map(|line| line.replace('@', file));
        for (line, said) in lines.iter().zip(said_by_each(&place, &lines)) {
            let errors = said.lines().filter(|line| line.starts_with("Error: ")).count();
            assert!(errors <= 1, "{line}: {said}");
        }
        let output = run(&place, &["-i", file, "d"], "");
        let lines = usize::from(!output.status.success());
        assert!(matches!(output.status.code(), Some(0 | 1)), "-i {file}: {:?}", output.status);
        assert_eq!(text(&output.stderr).lines().count(), lines, "-i {file}");
    }
}

/// In each of these lines, a second fault would be found only later.
#[test]
fn a_file_is_refused_before_the_work_for_it() {
    let place = place();
    place.file("old.svg", "old");
    let exists = "Error: old.svg already exists; --force overwrites it\n";
    let no_games = "Error: good.epd ";
    for (line, refusal) in [
        ("sweep null.reduction 2 999 depth 2 old.svg", exists),
        ("sweep null.reduction 2 999 depth 2 nowhere/x.svg", "Error: cannot write nowhere/x.svg"),
        ("match winglet wrong pgn good.epd", no_games),
        ("match winglet wrong pgn nowhere/x.pgn", "Error: cannot write nowhere/x.pgn"),
        ("review good.pgn nodes 100 --pgn good.epd", no_games),
        ("review good.pgn nodes 100 --pgn nowhere/x.pgn", "Error: cannot write nowhere/x.pgn"),
        ("book make empty noise", "Error: noise already exists"),
        ("data sample noise 1 to nowhere/x", "Error: nowhere/x: "),
    ] {
        let said = said_by_each(&place, &[line.into()]).concat();
        assert!(said.starts_with(refusal) && said.lines().count() == 1, "{line}: {said}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_by_every_word() {
    let place = place();
    let before = listing(&place);
    let noise = fs::read(place.0.join("noise")).expect("our own file");
    for file in ["/dev/full", "/dev/zero", "pipe", "folder", "nowhere/x", "noise"] {
        // The next session continues a log; the network's commands overwrite their earlier output.
        let replaces = |line: &&&str| file == "noise" && REPLACE.iter().any(|word| line.starts_with(word));
        let writers = WRITERS.iter().filter(|line| !replaces(line));
        all_refused(&place, &writers.map(|line| line.replace('@', file)).collect::<Vec<_>>(), file);
        assert_eq!(listing(&place), before, "{file}");
    }
    assert_eq!(fs::read(place.0.join("noise")).expect("our own file"), noise);
}
