//! Behind pipes: nothing but plain lines, every refusal in one of them.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use alula::command::{WORDS, Who};

use crate::{Place, text};

/// What the console prints for these lines.
fn said(lines: &str) -> String {
    let output = Place::new().run(&[], lines);
    assert!(output.status.success(), "{lines}");
    assert_eq!(text(&output.stderr), "", "{lines}");
    text(&output.stdout)
}

/// Lines that are refused, and a part of what is said about them.
const REFUSED: &[(&str, &str)] = &[
    ("xyzzy", "unknown command: xyzzy ('help' lists all commands)"),
    ("prft 3", "did you mean 'perft'?"),
    ("PERFT 3", "did you mean 'perft'?"),
    ("e5", "e5: "),
    ("Ke3", "Ke3: no king can go to e3"),
    ("e2e5", "e2e5: "),
    ("d7d5", "the pawn on d7 is Black's"),
    ("O-O", "castling needs empty squares"),
    ("d2d3q", "only a pawn that reaches the last rank"),
    ("e9", "unknown command: e9"),
    ("move", "is no move"),
    ("move d7d5", "the pawn on d7 is Black's"),
    ("undo 3", "a number from 1 to"),
    ("undo -1", "a number from 1 to"),
    ("undo x", "a number from 1 to"),
    ("redo", "there is nothing to play again"),
    ("redo 7", "a number from"),
    ("play red", "'red' is no side"),
    ("sd 0", "depth cannot be '0', it may be: 1 to 64"),
    ("sd 65", "it may be: 1 to 64"),
    ("sd x", "it may be: 1 to 64"),
    ("sd 99999999999999999999", "it may be: 1 to 64"),
    ("time 0", "time cannot be '0'"),
    ("time -1", "time cannot be '-1'"),
    ("time nan", "time cannot be 'nan'"),
    ("time 1e99", "time cannot be '1e99'"),
    ("stopfrac 101", "it may be: 1 to 100"),
    ("set algorithm mcts", "it may be: minimax, alphabeta, pvs"),
    ("set null maybe", "it may be: on, off"),
    ("set nul off", "did you mean 'null'?"),
    ("set xyzzy 1", "there is no setting 'xyzzy'"),
    ("perft", "the number is missing; a number from 0 to 16"),
    ("perft 17", "a number from 0 to 16"),
    ("perft -1", "a number from 0 to 16"),
    ("divide 0", "a number from 1 to 16"),
    ("bench 9", "a number from 0 to 8"),
    ("setboard", "FEN"),
    ("setboard rubbish", ""),
    ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
    ("setboard kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
    ("setboard 4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
    ("setboard 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but White is to move"),
    ("setboard 4k3/8/8/8/8/8/8/4K3 x - - 0 1", ""),
    ("setboard 4k3/9/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("setboard nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 b - - 0 1", "Black has 17 pieces"),
    ("readfen", "the name of a file is missing"),
    ("readfen nowhere.pgn 1", "cannot read nowhere.pgn"),
    ("test", "the name of a file is missing"),
    ("test nowhere.epd", "cannot read nowhere.epd"),
    ("test .", "cannot read ."),
    ("figures", "is no kind of table"),
    ("figures perft", "the name of a file is missing"),
    ("figures perft nowhere.tsv", "cannot read nowhere.tsv"),
    ("ini nowhere.ini", "cannot read nowhere.ini"),
    ("help xyzzy", "unknown command: xyzzy"),
    ("d 5", "'d' takes nothing behind it"),
    ("new game", "'new' takes nothing behind it"),
];

#[test]
fn every_refusal_is_one_line_and_changes_nothing() {
    for (line, reason) in REFUSED {
        let before = said("move e4\nmove e5\nfen\nset\ngame\nfen\nset\ngame\n");
        let state = before.lines().count();
        let after = said(&format!("move e4\nmove e5\nfen\nset\ngame\n{line}\nfen\nset\ngame\n"));
        let refusals: Vec<&str> = after.lines().filter(|said| said.starts_with("Error: ")).collect();
        assert_eq!(refusals.len(), 1, "{line}: {after}");
        assert!(refusals[0].contains(reason), "{line}: {}", refusals[0]);
        assert_eq!(after.lines().count(), state + 1, "{line}: {after}");
        assert!(after.lines().filter(|said| !said.starts_with("Error: ")).eq(before.lines()), "{line}: {after}");
    }
}

#[test]
fn a_refusal_on_the_command_line_is_status_1() {
    let place = Place::new();
    for (line, _) in REFUSED.iter() {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = place.run(&arguments, "");
        assert_eq!(output.status.code(), Some(1), "{line}: {}", text(&output.stdout));
        assert_eq!(text(&output.stdout), "", "{line}");
        let said = text(&output.stderr);
        assert!(said.starts_with("Error: ") && said.lines().count() == 1, "{line}: {said}");
    }
}

#[test]
fn a_script_goes_on_after_a_refusal_with_status_0() {
    let output = Place::new().run(&[], "xyzzy\nfen\n");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.lines().last().is_some_and(|line| line.starts_with("rnbqkbnr/")), "{said}");
}

#[test]
fn words_are_arguments_too() {
    let place = Place::new();
    let output = place.run(&["perft", "3"], "");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("nodes        = 8902"));
    for (option, begins) in
        [("--help", "usage: alula"), ("-h", "usage: alula"), ("--version", "Alula "), ("-V", "Alula ")]
    {
        let output = place.run(&[option], "");
        assert!(output.status.success() && text(&output.stdout).starts_with(begins), "{option}");
    }
    for wrong in [&["--xyzzy"][..], &["-i"], &["-i", "nowhere.ini", "d"], &["i=nowhere.ini", "d"]] {
        let output = place.run(wrong, "");
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{wrong:?}");
    }
}

#[test]
fn a_settings_file_is_read_when_it_is_named_or_there() {
    let place = Place::new();
    let file = place.file("my.ini", "# mine\ndepth 7\n");
    for arguments in [vec!["-i", &file, "set", "depth"], vec![&format!("i={file}"), "set", "depth"]] {
        assert_eq!(text(&place.run(&arguments, "").stdout), "depth 7\n");
    }
    place.file("alula.ini", "depth 9\n");
    assert_eq!(text(&place.run(&["set", "depth"], "").stdout), "depth 9\n");
    let wrong = place.file("wrong.ini", "depth 9\ntime soon\n");
    let output = place.run(&["-i", &wrong, "d"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("line 2: time cannot be 'soon'"));
}

#[test]
fn nothing_but_plain_lines_goes_to_a_pipe() {
    let place = Place::new();
    let output = place.run(&[], "sd 3\nd\ne4\nmoves\ngame\nxyzzy\neval\nhelp\nundo\n\nquit\n");
    let said = text(&output.stdout);
    assert!(said.chars().all(|letter| letter == '\n' || !letter.is_control()), "{said:?}");
    for prompt in ["wt>", "bl>", "> "] {
        assert!(!said.lines().any(|line| line.starts_with(prompt)), "{prompt}");
    }
    assert!(said.ends_with('\n'));
}

#[test]
fn the_tutorials_picture_of_the_board_is_the_one_on_a_pipe() {
    let picture = "
    +---+---+---+---+---+---+---+---+
  8 | R*| N*| B*| Q*| K*| B*| N*| R*|
    +---+---+---+---+---+---+---+---+
  7 | P*| P*| P*| P*| P*| P*| P*| P*|
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  5 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  4 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  3 |   |   |   |   |   |   |   |   |
    +---+---+---+---+---+---+---+---+
  2 | P | P | P | P | P | P | P | P |
    +---+---+---+---+---+---+---+---+
  1 | R | N | B | Q | K | B | N | R |
    +---+---+---+---+---+---+---+---+
      a   b   c   d   e   f   g   h

";
    assert_eq!(said("d\n"), picture);
}

#[test]
fn the_end_of_input_ends_the_program_when_the_search_is_done() {
    assert_eq!(said(""), "");
    let said = said("sd 64\ntime 0.4\ne4\n");
    let last = said.trim_end().lines().last().unwrap_or_default();
    assert!(last.starts_with("Black plays "), "{said}");
    let depths = said.lines().filter(|line| line.contains("knps PV")).count();
    assert_eq!(depths, 1, "{said}");
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    let place = Place::new();
    let mut child = place
        .alula()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"fen\n").expect("it is read");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line is written");
    drop(stdout);
    // A search without end: it has to notice by itself that nobody listens.
    stdin.write_all(b"time off\nsd 64\nselfplay\n").expect("it is read");
    std::thread::sleep(Duration::from_millis(50));
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn random_bytes_and_endless_lines_do_no_harm() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    let noise: Vec<u8> = (0..1 << 17).map(|_| random()).collect();
    let words: Vec<&str> =
        ["setup", "rank", "fen", "setboard", "e4", "exd5", "=Q", "-1", "99", "é", "0", "help", "undo"].into();
    let mixed: String =
        (0..4000).map(|n| words[random() as usize % words.len()].to_string() + [" ", "\n"][n % 2]).collect();
    let long = format!("{}\nsetboard {}\nperft {}\n", "x".repeat(1 << 20), "k".repeat(1 << 20), "9".repeat(1 << 20));
    for input in [&noise[..], mixed.as_bytes(), long.as_bytes()] {
        let mut bytes = b"sd 1\n".to_vec();
        bytes.extend_from_slice(input);
        bytes.extend_from_slice(b"\ncancel\nfen\n");
        let output = Place::new().run(&[], &bytes);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr), "");
        let said = text(&output.stdout);
        assert!(said.trim_end().lines().last().is_some_and(|line| line.contains('/')), "{said:.2000}");
        assert!(said.lines().all(|line| line.chars().count() < 400), "a refusal repeats a long line");
    }
}

#[test]
fn files_that_are_no_text_are_refused() {
    let place = Place::new();
    let binary = place.file("binary", b"\xff\xfe\0\x01");
    let empty = place.file("empty", "");
    for (file, reason) in [(&binary, "is not a text file"), (&empty, "has no position")] {
        for line in [format!("test {file}"), format!("readfen {file} 1")] {
            let said = said(&format!("{line}\n"));
            assert!(
                said.starts_with("Error: ") && said.contains(reason) && said.lines().count() == 1,
                "{line}: {said}"
            );
        }
    }
    for line in [format!("ini {binary}"), format!("figures perft {binary}")] {
        assert!(said(&format!("{line}\n")).contains("is not a text file"), "{line}");
    }
}

#[test]
fn a_suite_is_searched_and_the_game_stays() {
    let place = Place::new();
    let file = place.file(
        "two.epd",
        "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";\nR3k3/8/4K3/8/8/8/8/8 b - - id \"mated\";\n\
         8/8/8/8/8/8/8/8 w - - id \"nothing\";\n4k3/8/4K3/8/8/8/8/R7 w - - am Ra8#; id \"avoid\";\n",
    );
    let said = text(&place.run(&[], format!("sd 3\nmove e4\ntest {file}\ngame\n")).stdout);
    for part in ["solved 1 of 2", "mated", "White has 0 kings", "not Ra8#", "1. e4"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn every_word_of_the_table_can_be_said() {
    for word in WORDS.iter().filter(|word| word.who == Who::Console) {
        for name in word.names.split(' ') {
            let output = Place::new().run(&[], format!("sd 1\ntime 0.1\n{name}\n"));
            assert_eq!(output.status.code(), Some(0), "{name}");
            assert_eq!(text(&output.stderr), "", "{name}");
            assert!(!text(&output.stdout).contains("unknown command"), "{name}");
            let output = Place::new().run(&[], format!("help {name}\n"));
            assert!(text(&output.stdout).starts_with(word.name()), "{name}");
        }
    }
}
