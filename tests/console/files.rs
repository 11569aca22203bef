//! Every command that takes a file, with every kind of unusable file: one line, status 1, nothing changed.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use alula::command::usages;
use alula::ui::dialogues::CONSOLE_WORDS;

use crate::{Place, text};

/// Commands that read a file; `@` stands for its name.
const READERS: [&str; 44] = [
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
    "tune source @ numbers.rs",
    "tune source tuned.txt @",
    "genfens 1 seed 1 book @",
    "lessons @",
    "guesses @",
    "lessons --update @",
    "-i @ d",
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
    let made = place.run(&["book", "make", "good.pgn", "good.bin"], "");
    assert!(made.status.success(), "{}", text(&made.stderr));
    place
}

/// Runs the program; [`None`] if it does not end in time.
fn run(place: &Place, line: &str) -> Option<Output> {
    let mut command = place.alula();
    let command = command.args(line.split(' ')).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let end = Instant::now() + Duration::from_secs(30);
    while child.try_wait().expect("our own child").is_none() {
        if Instant::now() > end {
            child.kill().expect("our own child");
            child.wait().expect("our own child");
            return None;
        }
        sleep(Duration::from_millis(5));
    }
    Some(child.wait_with_output().expect("it has ended"))
}

/// Checks that the command fails with one line.
fn refused(place: &Place, line: &str) -> Result<(), String> {
    let output = run(place, line).ok_or(format!("{line}: it does not end"))?;
    let said = text(&output.stderr);
    let is_right = output.status.code() == Some(1)
        && said.lines().count() == 1
        && said.starts_with("Error: ")
        && !said.contains("os error");
    if is_right { Ok(()) } else { Err(format!("{line}: {:?} {said}", output.status)) }
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
        // 'listing' shows what is compiled into the program; the pictures of 'tree', 'chart' and 'sweep' are
        // tested in tests/course/, that of 'picture' in tests/console/viewing.rs.
        let known = READERS.iter().chain(&WRITERS).any(|line| line.starts_with(word.name()));
        assert!(known || ["listing", "tree", "chart", "sweep", "picture"].contains(&word.name()), "{}", word.name());
    }
}

#[test]
fn what_cannot_be_read_is_refused_by_every_word() {
    let place = place();
    let before = listing(&place);
    let mut wrong = Vec::new();
    for line in READERS {
        for file in ["nowhere", "/dev/zero", "pipe", "folder"] {
            // Commands that take a folder accept an empty one, or report the missing files.
            if line.starts_with("lessons") && file == "folder" {
                continue;
            }
            wrong.extend(refused(&place, &line.replace('@', file)).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(listing(&place), before);
}

#[test]
fn empty_files_and_noise_do_no_harm() {
    let place = place();
    let mut wrong = Vec::new();
    for line in READERS {
        for file in ["empty", "noise"] {
            let line = line.replace('@', file);
            let Some(output) = run(&place, &line) else {
                wrong.push(format!("{line}: it does not end"));
                continue;
            };
            let said = text(&output.stderr);
            let lines = usize::from(!output.status.success());
            let is_right = matches!(output.status.code(), Some(0 | 1)) && said.lines().count() == lines;
            if !is_right || said.contains("panicked") {
                wrong.push(format!("{line}: {:?} {said}", output.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_cannot_be_written_is_refused_by_every_word() {
    let place = place();
    let before = listing(&place);
    let noise = fs::read(place.0.join("noise")).expect("our own file");
    let mut wrong = Vec::new();
    for line in WRITERS {
        for file in ["/dev/full", "/dev/zero", "pipe", "folder", "nowhere/x", "noise"] {
            // The next session continues a log; the network's commands overwrite their earlier output.
            if file == "noise" && REPLACE.iter().any(|word| line.starts_with(word)) {
                continue;
            }
            wrong.extend(refused(&place, &line.replace('@', file)).err());
            let now = listing(&place);
            if now != before {
                wrong.push(format!("{line} {file}: {now:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(fs::read(place.0.join("noise")).expect("our own file"), noise);
}
