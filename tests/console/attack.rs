//! Regressions found by attacking the program: full disks, existing files, little memory.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::{Place, text};

/// The program's output for these arguments, whether it succeeds or not.
fn answer(place: &Place, words: &[&str]) -> String {
    let output = place.run(words, "");
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn foreign_files_are_replaced_on_request_only() {
    let place = Place::new();
    let diary = place.file("diary", "Dear diary\n");
    place.file("one.epd", "4k3/8/4K3/8/8/8/8/R7 w - - am Ra8#;\n");
    let unsolved = ["test one.epd depth 2 unsolved", &diary].join(" ");
    for line in [format!("save settings {diary}"), unsolved] {
        let refused = answer(&place, &[&line]);
        assert!(refused.contains("already exists; --force overwrites it"), "{refused}");
        assert!(!refused.contains("solved 0 of 1"), "the error comes before the search: {refused}");
        assert_eq!(fs::read_to_string(&diary).expect("it is there"), "Dear diary\n");
        let written = answer(&place, &[&line, "--force"]);
        assert!(!written.contains("Error"), "{written}");
        assert_ne!(fs::read_to_string(&diary).expect("it is there"), "Dear diary\n");
        place.file("diary", "Dear diary\n");
    }
}

#[cfg(unix)]
#[test]
fn links_and_modes_stay_what_they_are() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let place = Place::new();
    let file = place.file("games.pgn", "");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("our own file");
    let (soft, hard) = (place.0.join("soft"), place.0.join("hard"));
    symlink(&file, &soft).expect("a link");
    fs::hard_link(&file, &hard).expect("a link");
    place.file("x.epd", "4k3/8/4K3/8/8/8/8/R7 w - - am Ra8#;\n");
    for line in ["save soft", "save settings hard --force", "test x.epd depth 1 unsolved soft --force", "save epd hard"]
    {
        let before = fs::read(&file).expect("it is there");
        answer(&place, &[line]);
        assert_ne!(fs::read(&file).expect("it is there"), before, "{line}");
        let metadata = fs::metadata(&file).expect("it is there");
        assert_eq!((metadata.mode() & 0o777, metadata.nlink()), (0o600, 2), "{line}");
        assert!(fs::symlink_metadata(&soft).expect("it is there").is_symlink(), "{line}");
    }
    assert_eq!(fs::read(&file).expect("it is there"), fs::read(&hard).expect("it is there"));
}

/// Runs the program to its end with its output connected to this file.
#[cfg(target_os = "linux")]
fn run_to(place: &Place, words: &[&str], output: Stdio) -> (Option<i32>, String) {
    let mut command = place.alula();
    let child = command.args(words).stdin(Stdio::null()).stdout(output).stderr(Stdio::piped()).spawn();
    let output = child.expect("it starts").wait_with_output().expect("it ends");
    (output.status.code(), text(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_a_closed_pipe_is_not() {
    let place = Place::new();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there").into();
    for words in [&["d"][..], &["--help"], &["--version"], &["perft", "3"], &["xboard"], &["man"]] {
        let (code, said) = run_to(&place, words, full());
        assert_eq!((code, said.lines().count()), (Some(1), 1), "{words:?}: {said}");
        assert!(said.starts_with("Error: cannot write the output: "), "{words:?}: {said}");
    }
    for words in [&["d"][..], &["--help"], &["perft", "3"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(run_to(&place, words, writer.into()), (Some(0), String::new()), "{words:?}");
    }
}

#[test]
fn a_table_with_impossible_castling_rights_is_refused() {
    let place = Place::new();
    let table = place.file("table.tsv", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\t3\t?\n");
    let said = answer(&place, &["figures", "perft", &table]);
    assert!(
        said.contains("line 1: the position is wrong: castling needs king and rook on their home squares"),
        "{said}"
    );
    assert!(!said.contains("panicked"), "{said}");
}

/// Runs the program with these lines and an address space of one gigabyte. Closes its input after the first output line
/// that starts with `last`, or at once if `last` is empty. Returns status and output.
#[cfg(target_os = "linux")]
fn with_little_memory(place: &Place, lines: &str, last: &str) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    crate::at_home_in(&mut command, &place.0);
    let script = format!("ulimit -v 1000000; exec {}", env!("CARGO_BIN_EXE_alula"));
    let command = command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("sh starts");
    let mut stdin = child.stdin.take();
    stdin.as_mut().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    if last.is_empty() {
        stdin = None;
    }
    let mut said = String::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok) {
        said += &(line.clone() + "\n");
        if !last.is_empty() && line.starts_with(last) {
            stdin = None;
        }
    }
    drop(stdin);
    (child.wait().expect("it ends").code(), said)
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_the_game_goes_on() {
    let place = Place::new();
    for (lines, word) in [
        ("memory 3000\nping 1\ngo\n", "tellusererror Not enough memory for a hash table of 3000 MB; using "),
        ("cores 64\nping 1\ngo\n", "tellusererror Not enough memory for 64 threads; "),
    ] {
        let (code, said) = with_little_memory(&place, &format!("xboard\nprotover 2\nnew\nsd 5\n{lines}"), "move ");
        assert_eq!(code, Some(0), "{said}");
        for part in [word, "pong 1", "move "] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    let (code, said) = with_little_memory(&place, "hash 3000\nsd 5\ngo\nfen\n", "");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Not enough memory for a hash table of 3000 MB; using "), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_taken_as_it_is_used() {
    let place = Place::new();
    let mut command = place.alula();
    let mut child = command.arg("xboard").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"memory 99999999\ncores 99999\nnew\nping 1\n").expect("it listens");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.into_iter().any(|line| line == "pong 1"));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a number");
    let kilobytes: u64 = resident.trim().split(' ').next().expect("a number").parse().expect("a number");
    assert!(kilobytes < 200_000, "{kilobytes} kB for an unused table of 65,536 MB");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn the_ladder_has_an_end() {
    let place = Place::new();
    place.file("x.txt", "setboard 8/PPPPPPPP/8/2k1K3/8/8/pppppppp/8 b - - 0 1\nladder time 0.01 depth 2\n");
    let said = answer(&place, &["source", "x.txt"]);
    assert!(said.contains("line 2: the time was used up before depth 2 was complete"), "{said}");
}

/// An error message may quote the input, but without its control characters.
#[test]
fn refusals_have_no_control_characters() {
    let place = Place::new();
    for line in ["listing s\u{1b}[2Jearch.rs", "set theme \u{1b}[2J", "load \u{7}.pgn", "xy\u{1b}zzy", "move \u{1b}[2J"]
    {
        let said = text(&place.run(&[], format!("{line}\n")).stdout);
        assert!(said.starts_with("Error: ") && said.lines().count() == 1, "{line:?}: {said:?}");
        assert!(!said.trim_end().contains(char::is_control), "{said:?}");
    }
    let settings = place.file("wrong.ini", "board \u{1b}[2J\n");
    for words in [&["-i", &settings, "d"][..], &["no\u{1b}thing"]] {
        let said = text(&place.run(words, "").stderr);
        assert!(said.starts_with("Error: ") && !said.trim_end().contains(char::is_control), "{said:?}");
    }
}
