//! Through pipes, the program prints only plain lines, and each error message is one line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use alula::command::{Group, Usage, usages};
use alula::play::Options;
use alula::searcher::setting::Offer;
use alula::train::record::Position;
use alula::ui::dialogues::CONSOLE_WORDS;
use alula::ui::options::{Gui, one_word};
use alula::ui::session::Session;
use alula::ui::terminal::look::Look;
use alula::ui::uci::Uci;
use alula::ui::xboard::XBoard;
use alula::ui::{settings, uci, xboard};

use crate::{Place, said, text};

/// Lines that fail, each with a part of the error message.
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
    ("e9", "e9: there is no square e9"),
    ("Nxg9", "Nxg9: there is no square g9"),
    ("move", "is not a move"),
    ("move d7d5", "the pawn on d7 is Black's"),
    ("undo 3", "a number from 1 to"),
    ("undo -1", "a number from 1 to"),
    ("undo x", "a number from 1 to"),
    ("redo", "there is no move to replay"),
    ("redo 7", "there is no move to replay"),
    ("play red", "'red' is not a side"),
    ("sd 0", "depth cannot be '0'; allowed values: 1 to 120"),
    ("sd 121", "allowed values: 1 to 120"),
    ("sd x", "allowed values: 1 to 120"),
    ("sd 99999999999999999999", "allowed values: 1 to 120"),
    ("time 0", "time cannot be '0'"),
    ("time -1", "time cannot be '-1'"),
    ("time nan", "time cannot be 'nan'"),
    ("time 1e99", "time cannot be '1e99'"),
    ("stopfrac 101", "allowed values: 1 to 100"),
    ("set algorithm mcts", "allowed values: minimax, alphabeta, pvs"),
    ("set null maybe", "allowed values: on, off"),
    ("set nul off", "did you mean 'null'?"),
    ("set xyzzy 1", "there is no setting 'xyzzy'"),
    ("goto", "goto needs a move number, such as 'goto 12'"),
    ("analyse depth", "depth needs a number, such as 'depth 10'"),
    ("analyse lines 3", "analyse takes lines, depth, nodes and time, not 'lines'"),
    ("5+3 extra", "'extra' cannot follow the time control 5+3"),
    ("perft", "no depth given; type a number from 0 to 16"),
    ("perft 17", "a number from 0 to 16"),
    ("perft -1", "a number from 0 to 16"),
    ("divide 0", "a number from 1 to 16"),
    ("bench 9", "a number from 0 to 8"),
    ("bench threads 1", "threads cannot be '1'; type a number from 2 to 64"),
    ("bench threads 2 31", "a number from 1 to 30"),
    ("setboard", "FEN"),
    ("setboard rubbish", "the piece field has 1 ranks instead of 8"),
    ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
    ("setboard kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
    ("setboard 4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
    ("setboard 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but White is to move"),
    ("setboard 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is 'x'"),
    ("setboard 4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in the piece field is neither a piece"),
    ("setboard nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 b - - 0 1", "Black has 17 pieces"),
    ("readfen", "the file name is missing"),
    ("readfen nowhere.pgn 1", "cannot read nowhere.pgn"),
    ("test", "the file name is missing"),
    ("test nowhere.epd", "cannot read nowhere.epd"),
    ("test .", ". is a directory, not a regular file"),
    ("figures nonsense", "is not a kind of table"),
    ("figures perft", "the file name is missing"),
    ("figures perft nowhere.tsv", "cannot read nowhere.tsv"),
    ("ini nowhere.ini", "cannot read nowhere.ini"),
    ("help xyzzy", "unknown command: xyzzy"),
    ("d 5", "'d' takes no arguments"),
    ("new game", "'game' is not a kind of game; type 'new', 'new chess960'"),
];

#[test]
fn every_refusal_is_one_line_and_changes_nothing() {
    let lines: String = REFUSED.iter().map(|(line, _)| format!("{line}\nfen\nset\ngame\necho -- end --\n")).collect();
    let all = said(&format!("move e4\nmove e5\nfen\nset\ngame\necho -- end --\n{lines}"));
    let mut parts = all.split_terminator("-- end --\n");
    let (_, state) = parts.next().and_then(|part| part.rsplit_once("g   h\n\n")).expect("the board after both moves");
    assert!(state.lines().count() > 20 && state.contains("\n1. e4 e5\n"), "{state}");
    let mut refusals = 0;
    for ((line, reason), part) in REFUSED.iter().zip(parts) {
        let (refusal, after) = part.split_once('\n').expect("a line");
        assert!(refusal.starts_with("Error: ") && refusal.contains(reason), "{line}: {refusal}");
        assert_eq!(after, state, "{line}");
        refusals += 1;
    }
    assert_eq!(refusals, REFUSED.len());
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
    let explained = place.run(&["help", "datagen"], "").stdout;
    for asked in [&["datagen", "--help"][..], &["datagen", "-h"], &[]] {
        let line = if asked.is_empty() { "datagen --help\n" } else { "" };
        assert_eq!(place.run(asked, line).stdout, explained, "{asked:?}");
    }
    for wrong in
        [&["install", "--prefix", "/usr/local"][..], &["uninstall", "--user"], &["save", "epd", "x.epd", "--force"]]
    {
        let output = place.run(wrong, "");
        assert_eq!(output.status.code(), Some(1), "{wrong:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{wrong:?}");
    }
    place.run(&["uci", "--log", "dialogue.txt", "--laboratory"], "uci\nquit\n");
    let mut files: Vec<_> =
        std::fs::read_dir(&place.0).expect("the place").map(|file| file.expect("a file").file_name()).collect();
    files.retain(|name| !["config", "data", "state"].iter().any(|own| name == own));
    assert_eq!(files, ["dialogue.txt"], "nothing else was written");
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
    let joined = ["i", "--ini"].map(|option| format!("{option}={file}"));
    for arguments in [&["-i", &*file][..], &[&joined[0]], &[&joined[1]]] {
        let arguments = [arguments, &["set", "depth"]].concat();
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
    let said = said("book off\nsd 64\ntime 0.4\ne4\n");
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
    // An endless search must end by itself when the reader of its output has gone.
    stdin.write_all(b"book off\ntime off\nsd 64\nselfplay\n").expect("it is read");
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
        assert!(said.lines().all(|line| line.chars().count() < 400), "an error message repeats a long line");
    }
}

#[test]
fn binary_files_are_refused() {
    let place = Place::new();
    let binary = place.file("binary", b"\xff\xfd\0\x01");
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
fn suites_are_built_in_and_limits_stand_behind_them() {
    let place = Place::new();
    let said = text(&place.run(&["suite mates time 0.05 stop 2"], "").stdout);
    let lines: Vec<&str> = said.lines().collect();
    let count = alula::ui::suites::BUILT_IN[3].1.lines().count();
    assert!(lines[0].starts_with(&format!("{count} positions of mates; the engine searches for up to ")), "{said}");
    assert!(lines[1].contains("mate.1.1"), "{said}");
    let solved = said.matches("solved at depth ").count();
    assert!(solved > 0, "{said}");
    assert!(said.contains(&format!("\nsolved {solved} of {count}, ")), "{said}");
    assert_eq!(said.contains("\nnot solved: mate."), solved < count, "{said}");

    let file = place.file("wac", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; dm 1; id \"here\";\n");
    let said = text(&place.run(&["suite wac depth 3 --json"], "").stdout);
    let rows: serde_json::Value = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{file}, {error}: {said}"));
    assert_eq!((rows[0]["id"].as_str(), rows[0]["verdict"].as_str()), (Some("here"), Some("solved")), "{said}");
}

#[test]
fn a_mate_is_solved_when_the_score_says_so() {
    let place = Place::new();
    let line = "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; dm 1; id \"mate\";\n";
    let wrong = line.replace("dm 1", "dm 0").replace("\"mate\"", "\"sooner than soonest\"");
    let file = place.file("mates.epd", format!("{line}{wrong}"));
    let said = text(&place.run(&[&format!("suite {file} depth 3")], "").stdout);
    assert!(said.contains("solved 1 of 2") && said.contains("not solved: sooner than soonest"), "{said}");
}

#[test]
fn wrong_arguments_of_a_suite_are_refused() {
    for (line, reason) in [
        ("suite", "the file name is missing"),
        ("suite nowhere", "cannot read nowhere"),
        ("suite wac time", "time needs a number, such as 'time 10'"),
        ("suite wac time never", "time cannot be 'never'"),
        ("suite wac depth 0", "depth cannot be '0'"),
        ("suite wac time 1 2", "unknown argument '2'; after the file you can add time SECONDS"),
        ("suite wac unsolved", "name a file"),
    ] {
        let said = said(&format!("{line}\n"));
        assert!(said.starts_with("Error: ") && said.contains(reason) && said.lines().count() == 1, "{line}: {said}");
    }
}

/// A directory with the files used by the examples.
fn place_with_files() -> Place {
    let place = Place::new();
    place.file("my.ini", "depth 5\ntheme blue\n");
    place.file(
        "games.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. Ra8+ Kd7 *\n\n\
         [White \"C\"]\n[Black \"D\"]\n\n1. e4 {good} e5 2. Nf3 (2. f4) 2... Nc6 1/2-1/2\n",
    );
    place.file("two.epd", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";\n");
    place.file("table.tsv", "position\tdepth\tnodes\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t2\t?\n");
    place.file("script.txt", "# a lesson\nd\n\nlast\nexpect e5\necho done\n");
    place.file("games.data", positions());
    place
}

/// Training data: the start position from many games.
pub fn positions() -> Vec<u8> {
    let position = Position::of(&alula::board::Board::new(), 20);
    (0..100).flat_map(|game| Position { game, is_first: true, ..position }.bytes()).collect()
}

/// Plays two half-moves, takes back the engine's move after them, and ends with the command `last`.
const PLAYED: &str = "set algorithm pvs\nsd 2\ntime 0.3\nmove e4\nmove e5\ngo\nundo\nlast\n";

/// Two threads try half of the examples each. Two examples are not run: 'tb' needs tables, and 'copy' a terminal.
#[test]
fn every_example_of_the_help_works() {
    let all: Vec<Usage> = usages(CONSOLE_WORDS).into_iter().filter(|word| !word.example.is_empty()).collect();
    std::thread::scope(|scope| {
        for half in all.chunks(all.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(try_example));
        }
    });
}

fn try_example(word: &Usage) {
    let place = place_with_files();
    assert_eq!(alula::command::split_word(word.example).0, word.name(), "{} has no example", word.name());
    for name in word.see.split(' ') {
        let found = alula::command::find(CONSOLE_WORDS, name);
        assert!(found.is_some() && name != word.name(), "{}: see {name}", word.name());
    }
    // The laboratory's examples use the tutorial's search.
    let algorithm = if word.group == Group::Lab { "set algorithm pvs\n" } else { "" };
    let output = place.run(&[], format!("{algorithm}{PLAYED}{}\n", word.example));
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", word.example);
    assert_eq!(text(&output.stderr), "", "{}", word.example);
    let kept = word.name() == "resume";
    assert_eq!(said.contains("Error: no saved game"), kept, "{}: {said}", word.example);
    // These fail: 'keep' outside an analysis, 'flag' without an expired clock, 'previous mistake' without marks,
    // 'delete' in a game against the engine, and the rest because they would end a running game.
    let kept = kept || ["keep", "flag", "white", "black", "rematch", "previous", "delete"].contains(&word.name());
    // 'data info' reports an error of scores, which is not an error of the program.
    assert!(kept || !said.contains("Error: "), "{}: {said}", word.example);
}

#[test]
fn aliases_name_the_same_command() {
    let words = usages(CONSOLE_WORDS);
    let names = || words.iter().flat_map(|word| word.names.split(' ').map(move |name| (word, name)));
    let helps = said(&names().map(|(_, name)| format!("help {name}\necho -- end --\n")).collect::<String>());
    assert_eq!(helps.matches("-- end --\n").count(), names().count());
    for ((word, name), help) in names().zip(helps.split("-- end --\n")) {
        assert!(help.starts_with(word.name()) && help.contains(word.example), "{name}: {help}");
    }
    let all = said("help\n");
    for (group, heading) in Group::ALL {
        let one = said(&format!("help {}\n", group.name()));
        assert!(one.starts_with(heading) && one.lines().count() > 2, "{}: {one}", group.name());
        assert!(all.contains(&format!("  help {} ", group.name())), "{}", group.name());
    }
}

#[test]
fn beginnings_of_words_are_enough() {
    assert!(said("vers\n").starts_with("Alula "));
    assert!(said("setb 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nfen\n").contains("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert!(said("se\n").starts_with("Error: 'se' is ambiguous: selfplay, setboard, setup, set"), "{}", said("se\n"));
    let refused = said("xb\nfen\n");
    assert!(refused.starts_with("Error: 'xboard' leaves the console; it must be typed in full\nrnbqkbnr"), "{refused}");
}

#[test]
fn refused_moves_say_what_is_legal() {
    assert_eq!(said("Ng3\n"), "Error: Ng3: no knight can go to g3; legal: Na3, Nc3, Nf3, Nh3\n");
    assert_eq!(said("g1g3\n"), "Error: g1g3: the knight on g1 cannot go to g3; legal: Nf3, Nh3\n");
    assert_eq!(said("Nf33\n"), "Error: unknown command: Nf33 (did you mean 'Nf3'?)\n");
}

#[test]
fn moves_are_taken_in_any_form_and_letter_case() {
    for (typed, played) in [("e4 E4 e2e4 E2E4 e2-e4", "e4"), ("Nf3 nf3 NF3 g1f3 Ng1f3 N1f3", "Nf3")] {
        for typed in typed.split(' ') {
            assert!(said(&format!("play none\n{typed}\nlast\ngame\n")).contains(&format!("1. {played}\n")), "{typed}");
        }
    }
    for typed in ["O-O", "o-o", "0-0", "e1g1", "O-O+"] {
        let lines = format!("play none\nsetboard 5k2/8/8/8/8/8/8/4K2R w K - 0 1\nplay none\n{typed}\nfen\n");
        assert!(said(&lines).contains("5k2/8/8/8/8/8/8/5RK1 b - - 1 1"), "{typed}");
    }
}

#[test]
fn refusals_give_reasons_and_suggestions() {
    let position = "setboard 4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1\nplay none\n";
    let pinned = said(&format!("{position}Nf1\n"));
    assert!(pinned.contains("the king would be in check from b4"), "{pinned}");
    let two = "setboard 4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1\nplay none\n";
    let two = said(&format!("{two}Nf3\n"));
    assert!(two.contains("Ndf3") && two.contains("Ngf3"), "{two}");
    assert!(said("se\n").contains("'se' is ambiguous: selfplay, setboard, setup, set"));
    assert!(said("pertf 3\n").contains("did you mean 'perft'?"));
    assert!(said("Nd3\n").contains("legal: Na3, Nc3, Nf3, Nh3"));
}

#[test]
fn undo_and_redo_count_moves_and_half_moves() {
    let played = "move e4\nmove e5\nmove Nf3\nmove Nc6\n";
    for (lines, moves) in [
        ("undo", "1. e4 e5\n2. Nf3"),
        ("undo 3", "1. e4"),
        ("undo all\nredo all", "1. e4 e5\n2. Nf3 Nc6"),
        ("takeback", "1. e4 e5"),
        ("takeback 2", "there are no game moves"),
        ("takeback 2\nredo", "1. e4 e5"),
        ("takeback 2\nredo\nredo", "1. e4 e5\n2. Nf3 Nc6"),
        ("takeback 2\nredo 1", "1. e4"),
        ("takeback 3", "1. e4 e5\n2. Nf3 Nc6"),
    ] {
        let said = said(&format!("{played}{lines}\ngame\n"));
        assert!(said.trim_end().ends_with(moves), "{lines}: {said}");
    }
}

#[test]
fn settings_may_be_changed_without_set() {
    assert_eq!(said("theme blue\nlmr off\ndepth 7\nset theme\n"), "theme blue\nlmr off\ndepth 7\ntheme blue\n");
    // With the modern search, a setting of the tutorial's search has no effect, and the program says so.
    assert!(
        said("null off\n")
            .starts_with("null off\nNo effect on the selected search: null is a setting of the tutorial's")
    );
    assert_eq!(said("set algorithm pvs\nnull off\n"), "algorithm pvs\nnull off\n");
    assert!(said("theme pink\n").contains("allowed values: wood, green, blue, grey"));
}

#[test]
fn positions_are_saved_and_searched_again() {
    let place = Place::new();
    place.file("no.epd", "hello\n");
    let lines = "save epd my.epd\nmove e4\nsave epd my.epd\nsave epd no.epd\nsd 1\ntest my.epd\n";
    let said = text(&place.run(&[], lines).stdout);
    assert!(said.contains("saved as position 1 of my.epd\n"), "{said}");
    assert!(said.contains("saved as position 2 of my.epd\n"), "{said}");
    assert!(said.contains("no.epd is not a file of positions; nothing was written"), "{said}");
    assert!(said.contains("2 positions of my.epd"), "{said}");
    let kept = std::fs::read_to_string(place.0.join("my.epd")).expect("it was written");
    assert_eq!(kept.lines().nth(1), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;"));
}

#[test]
fn a_long_title_does_not_move_the_columns() {
    let place = Place::new();
    let mate = "4k3/8/4K3/8/8/8/8/R7 w - -";
    let long = "a title of more than thirty-two letters";
    place.file(
        "two.epd",
        format!("{mate} bm Ra8#; id \"short\";\n{mate} bm Ra8#; id \"{long}\";\n8/8 w - - id \"x\";\n"),
    );
    let said = text(&place.run(&[], "sd 4\ntest two.epd\n").stdout);
    let rows: Vec<&str> = said.lines().filter(|line| line.contains("Ra8#")).collect();
    assert_eq!(rows.len(), 2, "{said}");
    for part in ["Ra8#", " nodes", "solved at depth"] {
        assert_eq!(rows[0].find(part), rows[1].find(part), "{part}: {said}");
    }
}

#[test]
fn suites_stop_early_and_leave_what_is_unsolved() {
    let place = Place::new();
    let mate = "4k3/8/4K3/8/8/8/8/R7 w - -";
    place.file("two.epd", format!("{mate} bm Ra8#; id \"mate\";\n{mate} am Ra8#; id \"not so\";\n"));
    let said = text(&place.run(&[], "sd 12\ntest two.epd stop 2 unsolved left.epd\ntest left.epd\n").stdout);
    for part in
        ["solved at depth 1, ", "average solution time ", "unsolved: 1, written to left.epd", "1 position of left.epd"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    for (line, reason) in [
        ("test two.epd stop x", "iterations cannot be 'x'"),
        ("test two.epd unsolved", "name a file"),
        ("test two.epd stop 2 3", "after the file you can add"),
    ] {
        let said = text(&place.run(&[], format!("{line}\n")).stdout);
        assert!(said.starts_with("Error: ") && said.contains(reason), "{line}: {said}");
    }
    // A quiet position and no time limit: with `stop`, the search ends once the move has been stable for an iteration.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    place.file("start.epd", format!("{start} bm a3 b3 c3 d3 e3 f3 g3 h3 a4 b4 c4 d4 e4 f4 g4 h4 Nf3 Nc3 Na3 Nh3;\n"));
    let said = text(&place.run(&[], "time off\nsd 60\ntest start.epd stop 1\n").stdout);
    assert!(said.contains("solved 1 of 1"), "{said}");
}

/// A suite clears its tables between positions, and does not touch the game's tables.
#[test]
fn the_order_of_a_suite_does_not_matter() {
    let place = Place::new();
    let positions = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm Nf6; id \"one\";",
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm c3; id \"two\";",
    ];
    place.file("forth.epd", positions.join("\n") + "\n");
    place.file("back.epd", [positions[1], positions[0]].join("\n") + "\n");
    let rows = |file: &str| {
        let said = text(&place.run(&[], format!("test {file} depth 9 --csv\n")).stdout);
        let of = |title: &str| {
            let row = said.lines().find(|row| row.contains(title)).unwrap_or_else(|| panic!("{title}: {said}"));
            let cells: Vec<String> = row.split(',').map(String::from).collect();
            // id, move, verdict, depth, nodes
            cells[1..6].to_vec()
        };
        [of("one"), of("two")]
    };
    assert_eq!(rows("forth.epd"), rows("back.epd"));
    // The second search of the game reuses the first one's tables. Apart from times, a suite in between changes
    // nothing.
    let second_search = |between: &str| {
        let script = format!("sd 9\nset board asked\ngo\nundo\n{between}\ngo\n");
        let said = text(&place.run(&[], script).stdout);
        let row = said.lines().rfind(|line| line.starts_with("    9 ")).unwrap_or_else(|| panic!("{said}"));
        row.split_whitespace().nth(2).map(String::from)
    };
    assert_eq!(second_search(""), second_search("test back.epd depth 9"));
}

#[test]
fn tables_are_written_for_programs() {
    let place = place_with_files();
    for (line, rows) in [
        ("set", 40),
        ("moves", 20),
        ("eval", 10),
        ("divide 2", 20),
        ("ablate 1", 10),
        ("test two.epd", 1),
        ("stats", 5),
    ] {
        let output = place.run(&[], format!("sd 2\nset algorithm pvs\nset board asked\ngo\nundo\n{line} --json\n"));
        let said = text(&output.stdout);
        let json = &said[said.find("\n[\n").unwrap_or_else(|| panic!("{line}: {said}"))..];
        let table: serde_json::Value =
            serde_json::from_str(json.trim()).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(table.as_array().is_some_and(|table| table.len() >= rows), "{line}: {said}");
        let said =
            text(&place.run(&[], format!("sd 2\nset algorithm pvs\nset board asked\ngo\nundo\n{line} --csv\n")).stdout);
        assert!(said.lines().last().is_some_and(|line| line.contains(',')), "{line}: {said}");
    }
}

#[test]
fn the_evaluation_has_terms_or_pieces_and_colours() {
    for algorithm in ["pvs", "modern"] {
        let said = said(&format!("set algorithm {algorithm}\nmove e4\neval\n"));
        assert!(said.contains("(the same with colours exchanged)"), "{said}");
        assert_eq!(said.contains("trade bonus"), algorithm == "pvs", "{said}");
        assert_eq!(said.contains("bucket "), algorithm == "modern", "{said}");
    }
}

#[test]
fn perft_knows_what_is_known() {
    assert!(said("perft 4\n").contains("nodes        = 197281, ") && said("perft 4\n").contains(", as published\n"));
    assert!(said("divide 3\n").contains("total  8902 in 20 moves") && said("perft 4 bulk\n").contains("as published"));
    assert!(!said("move e4\nperft 3\n").contains("known"));
}

#[test]
fn a_summary_is_shown_where_it_is_wanted() {
    let search = "sd 5\nset algorithm pvs\nset board asked\ngo\n";
    assert!(!said(search).contains("growth"));
    let plain = said(&format!("summary on\n{search}"));
    assert!(plain.contains(" nodes in ") && plain.contains("growth ") && !plain.contains("cutoffs"), "{plain}");
    let counted = said(&format!("summary on\nset null bryant\n{search}"));
    for part in [" nodes in ", "growth ", "first-move cutoffs ", " tried, ", " cut, ", " missed", "bound "] {
        assert!(counted.contains(part), "{part}: {counted}");
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let place = place_with_files();
    let said = text(&place.run(&[], format!("{PLAYED}save mine.pgn\nsave mine.pgn\nsave script.txt\nsave\n")).stdout);
    let unchanged = "unchanged since it was saved as game 1 of mine.pgn; nothing was added";
    assert!(said.contains(&format!("saved as game 1 of mine.pgn\n{unchanged}\n")), "{said}");
    assert!(said.contains("Error: script.txt is not a file of games; nothing was written"), "{said}");
    let said = text(&place.run(&[], "load mine.pgn 1\ngame\nload mine.pgn 3\nload games.pgn\nfen\n").stdout);
    assert!(said.contains("1. e4 e5\n") && said.contains("Error: mine.pgn has 1 game; there is no game 3"), "{said}");
    assert!(said.contains("R7/3k4/8/8/8/8/8/4K3 w - - 2 2"), "{said}");
    place.file("wrong.pgn", "1. e4 Ke3 2. d4 *");
    let said = text(&place.run(&[], "move d4\nload wrong.pgn\ngame\n").stdout);
    assert!(
        said.contains("Error: wrong.pgn, game 1, line 1 (byte 6): 1... Ke3: no king can go to e3")
            && said.ends_with("1. d4\n\n"),
        "{said}"
    );
    let files: Vec<_> =
        std::fs::read_dir(&place.0).expect("the place").flatten().map(|file| file.file_name()).collect();
    assert_eq!(files.len(), 8, "no files are saved without a command: {files:?}");
}

#[test]
fn settings_are_saved_and_found_again() {
    let place = Place::new();
    let said = text(&place.run(&[], "sd 7\nset theme green\nset null off\nsave settings\n").stdout);
    assert!(said.contains("settings saved to ") && said.contains("alula.ini"), "{said}");
    let again = "set depth\nset theme\nset null\n";
    assert_eq!(text(&place.run(&[], again).stdout), "depth 7\ntheme green\nnull off\n");
    let saved = text(&place.run(&[], "save settings short.ini\n").stdout);
    assert!(saved.contains("settings saved to "), "{saved}");
    let file = std::fs::read_to_string(place.0.join("short.ini")).expect("the settings");
    let settings: Vec<&str> = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert_eq!(settings, ["depth 7", "theme green", "null off"], "no settings with default values");
    // A file in the current directory takes precedence over the saved one.
    place.file("alula.ini", "depth 9\n");
    assert_eq!(text(&place.run(&[], again).stdout), "depth 9\ntheme wood\nnull on\n");
    let wrong = place.file("wrong.ini", "theme pink\n");
    let output = place.run(&["-i", &wrong, "d"], "");
    assert!(text(&output.stderr).contains("line 1: theme cannot be 'pink'; allowed values: wood, green, blue, grey"));
}

#[test]
fn saved_settings_keep_the_comments_of_the_file() {
    let place = Place::new();
    let saved = text(&place.run(&["save", "settings"], "").stdout);
    let file = saved.trim_end().strip_prefix("settings saved to ").expect("a file").to_string();
    let file = place.0.join(file);
    std::fs::write(&file, "; mine\ndepth 9 # deep\ntheme green\n\n# end\n").expect("the settings");
    place.run(&[], "sd 7\nset theme wood\nsave settings\n");
    assert_eq!(std::fs::read_to_string(&file).expect("the settings"), "; mine\ndepth 7 # deep\n\n# end\n");
}

#[test]
fn saved_settings_do_not_replace_a_file_that_was_not_read() {
    let place = Place::new();
    let saved = text(&place.run(&["save", "settings"], "").stdout);
    let own = place.0.join(saved.trim_end().strip_prefix("settings saved to ").expect("a file"));
    std::fs::write(&own, "name Ann\ntheme green\n").expect("the settings");
    let local = place.file("alula.ini", "depth 9\n");
    for arguments in [&["save", "settings"][..], &["-i", &local, "save", "settings"]] {
        let output = place.run(arguments, "");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("would be lost; name a file: save settings FILE"));
        assert_eq!(std::fs::read_to_string(&own).expect("the settings"), "name Ann\ntheme green\n");
    }
    std::fs::remove_file(&local).expect("a file");
    assert!(place.run(&[], "sd 7\nsave settings\n").status.success());
    assert!(std::fs::read_to_string(&own).expect("the settings").starts_with("name Ann\ntheme green\n"));
}

#[test]
fn a_wrong_settings_file_stops_only_commands_that_need_settings() {
    let place = Place::new();
    place.file("alula.ini", "depth 9\ntheme pink\n");
    for word in ["version", "help", "h", "man", "doctor"] {
        let output = place.run(&[word], "");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{word}");
    }
    let report = text(&place.run(&["doctor"], "").stdout);
    assert!(report.contains("settings      wrong, alula.ini: line 2: theme cannot be 'pink'"), "{report}");
    for arguments in [&[][..], &["fen"]] {
        let output = place.run(arguments, "");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()), "{arguments:?}");
        assert!(text(&output.stderr).contains("Error: alula.ini: line 2: theme cannot be 'pink'"), "{arguments:?}");
    }
}

/// A GUI could only show that the engine has ended, so it plays with the lines that are right.
#[test]
fn under_a_gui_wrong_lines_of_the_settings_file_are_told_and_skipped() {
    let place = Place::new();
    place.file("alula.ini", "theme pink\nsyzygy /no/such/folder\nhash 3\nbook-depth 500\n");
    let uci = "option name Hash type spin default 3 ";
    let ends = [
        (&["uci"][..], "uci\nquit\n", "info string ", uci),
        (&[], "uci\nisready\nquit\n", "info string ", uci),
        (&["xboard"], "protover 2\nquit\n", "# ", "feature "),
        (&[], "xboard\nprotover 2\nquit\n", "# ", "feature "),
    ];
    for (arguments, lines, mark, last) in ends {
        let output = place.run(arguments, lines);
        let said = text(&output.stdout);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{arguments:?}");
        assert!(said.contains(last), "{arguments:?}: {said}");
        for wrong in ["line 1: theme cannot be 'pink'", "line 2: ", "line 4: book-depth cannot be '500'"] {
            let start = format!("{mark}alula.ini: {wrong}");
            assert!(said.lines().any(|line| line.starts_with(&start)), "{start}: {said}");
        }
    }
}

#[test]
fn scripts_end_at_the_first_refusal() {
    let place = place_with_files();
    place.file("bad.txt", "d\nxyzzy\necho not reached\n");
    place.file("loop.txt", "source loop.txt\n");
    for (script, reason) in
        [("bad.txt", "bad.txt, line 2: unknown command: xyzzy"), ("loop.txt", "8 deep"), ("games.pgn", "line 1")]
    {
        let output = place.run(&["source", script], "");
        assert_eq!(output.status.code(), Some(1), "{script}");
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
        assert!(!text(&output.stdout).contains("not reached"));
    }
    place.file("expect.txt", "fen\nexpect KQkq\nexpect rnbq\n\n# no\nexpect xyzzy\n");
    let output = place.run(&["source", "expect.txt"], "");
    assert!(text(&output.stderr).contains("expect.txt, line 6: expected 'xyzzy', the last line was 'rnbqkbnr/"));
    let output = place.run(&["--strict", "--keep-going"], "xyzzy\nfen\n");
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(0), 2));
    let output = place.run(&["--strict"], "xboard\nxyzzy\nping 1\n");
    assert!(!text(&output.stdout).contains("pong"), "strict under a protocol, too");
    assert_eq!(output.status.code(), Some(1));
    let output = place.run(&["--strict"], "xyzzy\nfen\n");
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(1), 1));
}

#[test]
fn the_board_can_be_heard() {
    let said = said(
        "set spoken on\nsd 1\nmove e4\nmove d5\nmove exd5\nwhere knights\nwhat d5\nrank 1\nfile d\nlast\nd\nmove e5\nmove dxe6\n",
    );
    for part in [
        "White pawn from e2 to e4\n",
        "White pawn from e4 to d5, takes the pawn\n",
        "White: b1 g1\nBlack: b8 g8\n",
        "d5 white pawn; attacked by White: nothing; by Black: queen d8\n",
        "rank 1: a1 white rook, b1 white knight",
        "file d: d1 white queen, d2 white pawn, d5 white pawn, d8 black queen\n",
        "Black to move.\n",
        "White pawn from d5 to e6, takes the pawn en passant\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains('+') || !said.contains("---"), "{said}");
}

#[test]
fn draws_are_declined_and_accepted_and_games_resigned() {
    let lost = "setboard 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\nsd 3\n";
    assert!(said(&format!("{lost}draw\nKd2\n")).contains("1/2-1/2 {Draw by agreement}\nError: the game is over"));
    let won = "setboard 4k2q/8/8/8/8/8/8/4K3 w - - 0 1\nsd 3\n";
    assert!(said(&format!("{won}draw\n")).contains("Black declines the draw"));
    let twice = "Nf3\nNf6\nNg1\nNg8\n".repeat(2);
    let claim = "The position has occurred three times: 'draw' claims the draw.\n";
    let claimed = said(&format!("play none\n{twice}draw\n"));
    assert!(claimed.ends_with(&format!("{claim}1/2-1/2 {{Draw by repetition}}\n")), "{claimed}");
    // Said once, and the game goes on.
    let goes_on = said(&format!("play none\n{twice}{twice}game\n"));
    assert!(goes_on.matches("claims the draw").count() == 1 && goes_on.ends_with("8. Ng1 Ng8\n\n"), "{goes_on}");
    let fifty = "setboard 7k/8/8/8/8/8/5r2/K7 w - - 98 80\nplay none\nKb1\nKg7\nKc1\nKg8\n";
    let fifty = said(&format!("{fifty}draw\n"));
    assert_eq!(fifty.matches("Fifty moves without a capture or a pawn move: 'draw' claims the draw.\n").count(), 1);
    // The engine claims a draw when it is its turn.
    let ended = said(&format!("play none\n{twice}play white\nNf3\n"));
    assert!(ended.contains("1/2-1/2 {Draw by repetition}\nError: the game is over: 1/2-1/2"), "{ended}");
    // The same, but the first of the three occurrences follows a double step, and no pawn can capture en passant.
    let after_e4 = "Nf6\nNf3\nNg8\nNg1\n".repeat(2);
    let game = said(&format!("play none\ne4\n{after_e4}go\n"));
    assert!(game.ends_with("1/2-1/2 {Draw by repetition}\n") && !game.contains("Black plays"), "{game}");
    assert!(
        said("resign\ngo\nundo\n").starts_with("0-1 {White resigns}\nError: the game is over: 0-1 {White resigns}")
    );
    // Instead of its fifth hopeless move, the engine resigns.
    let hopeless = "setboard 7k/8/8/8/8/8/PP6/RRRR3K w - - 0 1\nsd 1\nset algorithm pvs\n";
    let resigned = said(&format!("{hopeless}set resign on\na3\na4\nb3\nb4\nKg2\nKg1\n"));
    assert_eq!(resigned.matches("Black plays ").count(), 4, "{resigned}");
    assert!(resigned.contains("\n1-0 {Black resigns}\nError: the game is over"), "{resigned}");
    let goes_on = said(&format!("{hopeless}a3\na4\nb3\nb4\nKg2\n"));
    assert_eq!(goes_on.matches("Black plays ").count(), 5, "{goes_on}");
}

#[test]
fn analysis_has_lines_and_a_bar() {
    let said = said("sd 4\nsetboard 6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1\nanalyse 3\nthreat\n");
    assert!(said.contains("  1. mate in 1 Ra8#\n"), "{said}");
    assert!(said.contains("  3. +") && said.contains("White ####################"), "{said}");
    assert!(said.contains("if Black could move again: "), "{said}");
}

#[test]
fn a_script_analyses_on_a_board_of_its_own_and_comes_back() {
    let fens = said("play none\ne4\nfen\nanalyse 2 nodes 2000\ne5\nNf3\nfen\nanalyse depth 2\nexit\nfen\necho there\n");
    let seen: Vec<&str> = fens.lines().filter(|line| line.contains(" KQkq ")).collect();
    assert!(seen.len() == 3 && seen[0] == seen[2] && seen[1].contains("/5N2/"), "{seen:?}");
    assert!(fens.contains("  2. ") && fens.ends_with("there\n"), "'exit' ends the analysis, not the program: {fens}");
    let both = said("play none\nanalyse nodes 100000000 depth 2\nexit\n");
    assert!(!both.contains("Error: "), "{both}");
    for wrong in ["analyse 0", "analyse 2 nodes", "analyse depth 121", "analyse 2 moves 3", "analyse nodes x"] {
        assert!(said(&format!("{wrong}\n")).starts_with("Error: "), "{wrong}");
    }
}

/// The list of commands for `docs/commands.md`.
fn word_list() -> String {
    let mut list = String::new();
    for (group, heading) in Group::ALL {
        list.push_str(&format!("\n{heading}:\n\n| command | |\n|---|---|\n"));
        for word in usages(CONSOLE_WORDS).into_iter().filter(|word| word.group == group) {
            let syntax = word.syntax().replace('|', "\\|");
            let aliases: Vec<String> = word.names.split(' ').skip(1).map(|name| format!("`{name}`")).collect();
            let also = if aliases.is_empty() { String::new() } else { format!(" (also {})", aliases.join(", ")) };
            list.push_str(&format!("| `{syntax}`{also} | {} |\n", word.help));
        }
    }
    list
}

/// The commands of the protocols, for `docs/commands.md`.
fn protocol_list() -> String {
    let mut list = String::new();
    for (heading, words) in [("XBoard", usages(xboard::words::WORDS)), ("UCI", usages(uci::words::WORDS))] {
        list.push_str(&format!("\nThe {heading} commands, sent by a GUI:\n\n| word | |\n|---|---|\n"));
        for word in words {
            let syntax = [word.names, word.arguments].join(" ").trim_end().replace('|', "\\|");
            list.push_str(&format!("| `{syntax}` | {} |\n", word.help));
        }
    }
    list
}

/// The settings, and the options that only the protocols have, for `docs/commands.md`.
fn settings_list() -> String {
    let mut list = String::from(
        "\nThe settings, for `set` and for the settings file; those with an option can also be set under both \
         protocols:\n\n\
         | setting | values | default | option | |\n|---|---|---|---|---|\n",
    );
    let (options, look) = (Options::default(), Look::default());
    for row in settings::all() {
        let (name, values, usual) = (row.name(), row.kind(), row.value(&options, &look));
        let option = match row.offer() {
            Offer::Console => String::new(),
            Offer::Players => format!("`{}`", one_word(&name)),
            Offer::Laboratory => format!("`{}` *", one_word(&name)),
        };
        list.push_str(&format!("| `{name}` | {values} | {usual} | {option} | {} |\n", row.help()));
    }
    list.push_str(
        "\n\\* offered only with the option `Laboratory`. Under UCI, `skill` and `elo` are named `Skill Level` and \
         `UCI_Elo`.\n",
    );
    list + &own_options::<XBoard>("XBoard") + &own_options::<Uci>("UCI")
}

fn own_options<D: Gui>(protocol: &str) -> String {
    let mut list =
        format!("\n{protocol} options that are not settings:\n\n| option | values | default | |\n|---|---|---|---|\n");
    let session = Session::<D>::default();
    for option in D::OWN {
        let (name, values, usual) = (option.name, option.kind(), option.value(&session));
        list.push_str(&format!("| `{name}` | {values} | {usual} | {} |\n", option.help));
    }
    list
}

/// `ALULA_COMMANDS=write cargo test --test console page_of_commands` regenerates the list.
#[test]
fn the_page_of_commands_lists_every_word() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md");
    let readme = std::fs::read_to_string(file).expect("there is the page");
    let begin =
        readme.find("a test compares them -->\n").expect("the list begins") + "a test compares them -->\n".len();
    let end = readme.find("<!-- end of the list -->").expect("the list ends");
    let list = format!("{}{}{}\n", word_list(), protocol_list(), settings_list());
    if std::env::var("ALULA_COMMANDS").is_ok_and(|what| what == "write") {
        std::fs::write(file, format!("{}{list}{}", &readme[..begin], &readme[end..])).expect("the page is written");
        return;
    }
    for (shown, made) in readme[begin..end].lines().zip(list.lines()) {
        assert_eq!(shown, made);
    }
    assert_eq!(readme[begin..end].len(), list.len());
}

/// The completions of a shell, requested in that shell's way.
fn offered(shell: &str, script: &str) -> String {
    let place = Place::new();
    let completions = text(&place.run(&["completions", shell], "").stdout);
    place.file("_alula", completions);
    let mut command = std::process::Command::new(shell);
    crate::at_home_in(&mut command, &place.0);
    let output = command.args(["-c", script]).output().expect("the shell is installed");
    assert_eq!(text(&output.stderr), "", "{shell}");
    text(&output.stdout)
}

#[test]
#[ignore = "wants bash, zsh and fish"]
fn shells_offer_commands_options_and_files() {
    let bash = "touch x.epd; . ./_alula; COMP_WORDS=(alula take); COMP_CWORD=1; _alula; echo ${COMPREPLY[*]}; \
                COMP_WORDS=(alula test x); COMP_CWORD=2; _alula; echo ${COMPREPLY[*]}; \
                COMP_WORDS=(alula --st); COMP_CWORD=1; _alula; echo ${COMPREPLY[*]}; \
                COMP_WORDS=(alula set them); COMP_CWORD=2; _alula; echo ${COMPREPLY[*]}; \
                touch 'my game.pgn'; COMP_WORDS=(alula load my); COMP_CWORD=2; _alula; echo ${#COMPREPLY[@]} ${COMPREPLY[*]}; \
                COMP_WORDS=(alula --strict --view = log -i a.ini take); COMP_CWORD=7; _alula; echo ${COMPREPLY[*]}; \
                COMP_WORDS=(alula -i x); COMP_CWORD=2; _alula; echo ${COMPREPLY[*]}";
    assert_eq!(offered("bash", bash), "takeback\nx.epd\n--strict\ntheme\n1 my game.pgn\ntakeback\nx.epd\n");
    let fish = "touch x.epd; source ./_alula; complete -C 'alula take'; complete -C 'alula test x'; \
                complete -C 'alula --st'; complete -C 'alula set them'; complete -C 'alula help takeb'";
    let fish = offered("fish", fish);
    for part in ["takeback\t", "x.epd", "--strict\t", "theme\t", "takeback\t"] {
        assert!(fish.contains(part), "{part}: {fish}");
    }
    // Replaces the functions of zsh's completion with functions that print their arguments.
    let zsh = "compdef() { }; _describe() { local name=$argv[-1]; print -l -- ${(P)name}; }; _files() { print files; }; \
               words=(alula take); CURRENT=2; source ./_alula; words=(alula test x); CURRENT=3; _alula; \
               words=(alula set them); CURRENT=3; _alula; print at last; \
               words=(alula --strict -i a.ini help take); CURRENT=6; _alula; words=(alula -i x); CURRENT=3; _alula";
    let zsh = offered("zsh", zsh);
    for part in
        ["takeback:take back your last move", "--strict:exit at the first", "\nfiles\n", "theme:colours of the board"]
    {
        assert!(zsh.contains(part), "{part}: {zsh}");
    }
    let (_, after_options) = zsh.split_once("at last\n").expect("the end");
    assert!(after_options.contains("takeback:") && after_options.ends_with("\nfiles\n"), "{after_options}");
}

#[test]
fn table_and_threads_of_the_modern_search_can_be_chosen() {
    let text = said("hash 8\nthreads 2\nmemory\nhash 0\nthreads many\nset hash\nset threads\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["hash 8", "threads 2"]);
    assert!(lines[2].starts_with("the board with the tutorial's tables takes "), "{text}");
    assert_eq!(lines[3], "the modern search's hash table takes 8 MB ('hash' changes it)");
    assert!(lines[4].starts_with("each of its 2 threads takes "), "{text}");
    assert_eq!(lines[5], "Error: hash cannot be '0'; allowed values: 1 to 65536; it stays 8");
    assert_eq!(
        lines[6..],
        ["Error: threads cannot be 'many'; allowed values: 1 to 256; it stays 2", "hash 8", "threads 2"]
    );
}

#[test]
fn one_thread_and_two_are_compared() {
    let text = said("bench threads 2 5\n");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("1 thread ") && lines[1].starts_with("2 threads "), "{text}");
    assert!(lines[2].starts_with("time to depth 5: ") && lines[2].ends_with(" times the nodes"), "{text}");
}

#[test]
fn completions_and_manual_come_from_the_table() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(said(&format!("completions {shell}\n")).contains("takeback"), "{shell}");
    }
    assert!(
        said("completions tcsh\n")
            .starts_with("Error: there are no completions for 'tcsh'; type bash, zsh, fish or powershell")
    );
    assert!(said("man\n").starts_with(".TH ALULA 6"));
}

#[test]
fn a_weak_opponent_does_not_weaken_judgements() {
    let judged = |strength: &str| {
        said(&format!("{strength}setboard 8/8/8/3k4/8/8/8/KBN5 w - - 0 1\nepd nodes 2000\n"))
            .lines()
            .find(|line| line.contains(" ce "))
            .map(str::to_string)
            .expect("a position with its score")
    };
    assert_eq!(judged("set elo 1500\n"), judged(""));
}

#[test]
fn the_tables_say_what_each_move_leads_to() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let won = said(&format!("syzygy {folder}\nsetboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ntb --csv\n"));
    assert!(won.contains("11 WDL tables and 11 DTZ tables"), "{won}");
    assert!(won.contains("move,dtz,result\n") && won.contains("Qg7#,1,won\n"), "{won}");
    let spoilt = said(&format!("syzygy {folder}\nsetboard 8/8/8/8/4k3/7r/8/K7 b - - 95 90\ntb\n"));
    assert!(spoilt.contains("Black to move: drawn by the fifty-move rule, else won"), "{spoilt}");
    let start = said(&format!("syzygy {folder}\ntb\n"));
    assert!(start.contains("32 men are on the board, but the tables cover at most 4"), "{start}");
    assert!(said("tb\n").contains("'syzygy PATH' selects them"));
    assert!(said("syzygy /no/such/folder\n").contains("Error: /no/such/folder: it does not exist"));
    let again = said(&format!("figures syzygy {folder}/values.tsv\n"));
    assert_eq!(again, fs::read_to_string(format!("{folder}/values.tsv")).expect("the table of values"));
}

#[test]
fn the_opening_has_a_name_and_the_book_moves_for_it() {
    assert!(said("opening\n").contains("no named opening"));
    assert!(said("play none\nmove e4\nmove c5\nopening\n").ends_with("B20 Sicilian Defence\n"));
    let book = said("bk\n");
    assert!(book.contains('%') && book.lines().count() > 2, "{book}");
    assert!(said("go\n").trim_end().ends_with("(book)"));
    assert!(!said("book off\nsd 1\ngo\n").contains("(book)"));
    assert!(
        said("book depth 3\nbook variety 7\nbook\n")
            .ends_with("used by the modern search unless depth or nodes are limited, up to move 3, variety 7\n")
    );
    assert!(said("book variety 101\n").contains("type a number from 0 to 100"));
}

#[test]
fn books_are_made_put_together_and_looked_into() {
    let place = Place::new();
    let games =
        place.file("games.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n");
    let (one, both) = (place.0.join("one.bin"), place.0.join("both.bin"));
    let (one, both) = (one.to_string_lossy(), both.to_string_lossy());
    let made = said(&format!("book make {games} {one}\nbook info {one}\nbook dump {one}\n"));
    assert!(made.contains("3 moves from 2 games") && made.contains("3 positions"), "{made}");
    assert!(made.contains("463b96181691fc9c\te2e4\t2\t0\n"), "{made}");
    assert!(said(&format!("book make {games} {one}\n")).contains("--force"));
    let merged = said(&format!("book merge {one} {one} {both}\nbook dump {both}\n"));
    assert!(merged.contains("463b96181691fc9c\te2e4\t4\t0\n"), "{merged}");
    let used = said(&format!("book {both}\nbook variety 0\nbook on\ngo\n"));
    assert!(used.contains("White plays e4 (book)"), "{used}");
    let broken = place.file("broken.bin", [1; 17]);
    assert!(said(&format!("book {broken}\n")).contains("17 bytes"));
}

/// For screen readers: no columns, no bars, no percentages.
#[test]
fn spoken_output_is_sentences() {
    let place = crate::Place::new();
    place.file("games.pgn", "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.01.01\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let lines = "set spoken on\nsd 3\nbook off\ne4\nmoves\nopponent\nclock\nset\nrecord\nanalyse 2 depth 3\nexit\neval\n\
                 games games.pgn\nload games.pgn\ngame\nreview nodes 200\nsetup\nd\ncancel\nresign\n";
    let said = crate::said_at(&place, lines);
    for line in said.lines().filter(|line| !line.is_empty()) {
        let is_sentence = !line.trim_start().contains("  ") && !line.contains(['%', '█', '─', '━', '░', '|', '▁']);
        assert!(is_sentence, "{line:?} in\n{said}");
    }
    for part in ["beginner, 800: ", "legal moves: a3", "Depth 3, line 2: ", "White Ann", "no mistakes"] {
        assert!(said.to_lowercase().contains(&part.to_lowercase()), "{part}:\n{said}");
    }
    let start = crate::said("set spoken on\neval\nset eval tutorial\neval\n");
    let [white, black, sum, score] = start.lines().skip(1).take(4).collect::<Vec<_>>()[..] else { panic!("{start}") };
    assert!(white.starts_with("Worth of White's pieces: queen d1 +10.13, rook a1 +5.13, "), "{start}");
    assert!(black.starts_with("Worth of Black's pieces: queen d8 +10.02, ") && black.ends_with(" +0.48."), "{start}");
    assert_eq!(sum, "Sum for White: +0.21.");
    assert_eq!(score, "Score for White: 21 centipawns, the same with colours exchanged.");
    assert!(start.contains("\nmaterial: sum +0.00.\n"), "{start}");
    let ending = crate::said("set spoken on\nsetboard 7k/8/8/8/8/8/8/K5Q1 w - - 0 1\neval\n");
    assert!(ending.contains("\nWorth of Black's pieces: only the king.\n"), "{ending}");
    let log = crate::said("sd 3\nbook off\ne4\n");
    assert!(log.contains("knps") || log.contains("  "), "{log}");
}

#[test]
fn an_empty_file_of_guesses_is_not_named() {
    let place = Place::new();
    let state = place.0.join(if cfg!(windows) { "local/alula" } else { "state/alula" });
    std::fs::create_dir_all(&state).expect("a folder");
    std::fs::write(state.join("guesses.jsonl"), "").expect("a file");
    assert_eq!(text(&place.run(&["guesses"], "").stdout), "No guesses are saved yet; the lessons ask for them.\n");
}

#[test]
fn castling_rights_of_chess960_are_accepted_or_explained() {
    let fen = |rights: &str| format!("bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w {rights} - 0 1");
    let [plain, files] = [fen("KQkq"), fen("KDkd")];
    let note = "note: for Chess960, write the castling rights as KDkd\n";
    let explained = said(&format!("setboard {plain}\n"));
    assert!(explained.contains(note), "{explained}");
    let known = said(&format!("setboard {files}\nsetboard {plain}\nfen\n"));
    assert!(!known.contains("note: ") && known.ends_with(&(files + "\n")), "{known}");
    // Without a rook there is nothing to explain.
    let bare = said("setboard 4k3/8/8/8/8/8/8/4K3 w K - 0 1\n");
    assert!(bare.contains("note: White cannot castle short") && !bare.contains("Chess960"), "{bare}");
    let typed = said("setup\nclear\nrank 1 1R3KR1\nka8\ncastle GB\nexit\nfen\n");
    assert!(typed.ends_with("k7/8/8/8/8/8/8/1R3KR1 w GB - 0 1\n"), "{typed}");
    let wrong = said("setup\ncastle KK\nexit\nfen\n");
    assert!(wrong.contains("the castling rights are 'KK'") && wrong.ends_with("w KQkq - 0 1\n"), "{wrong}");
}
