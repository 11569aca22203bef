//! Checks OpenBench's requirements with the real program: openings, and the parameters of the search as options.

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};

use alula::modern::parameters::PARAMETERS;
use alula::readfen::read_fen;

use crate::HOME;
use crate::home::at_home_in;

fn alula(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alula"));
    at_home_in(&mut command, HOME);
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    alula(arguments).output().expect("the program runs")
}

fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The openings printed by a call, as the client reads them: six fields, the last two numeric.
fn openings(arguments: &[&str]) -> Vec<String> {
    let text = said(arguments);
    let fens: Vec<String> =
        text.lines().filter_map(|line| Some(line.strip_prefix("info string genfens ")?.to_string())).collect();
    for fen in &fens {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        assert!(fields.len() == 6 && fields[4..].iter().all(|field| field.parse::<u32>().is_ok()), "{fen}");
        assert!(read_fen(fen).is_ok(), "{fen}");
    }
    fens
}

#[test]
fn openings_are_fixed_by_their_seed() {
    let first = openings(&["genfens 6 seed 42 book None ", "quit"]);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(openings(&["genfens", "6", "seed", "42"]), first);
    let other = openings(&["genfens 6 seed 43 book None", "quit"]);
    assert!(!other.iter().any(|fen| first.contains(fen)));
    let moved = |fen: &String| fen.split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or(0);
    assert!(first.iter().map(moved).all(|number: u32| number >= 5), "eight or nine half-moves: {first:?}");
    let short = openings(&["genfens 4 seed 1 book None plies 2", "quit"]);
    assert!(short.iter().map(moved).all(|number| number == 2), "{short:?}");
}

#[test]
fn openings_may_begin_with_the_lines_of_a_book() {
    let book = std::env::temp_dir().join(format!("alula-genfens-{}.epd", std::process::id()));
    let lines = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n\
                 rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - c0 \"a line\";\n";
    std::fs::write(&book, lines).expect("a file");
    let name = book.to_string_lossy();
    let fens = openings(&[&format!("genfens 5 seed 7 book {name} plies 1"), "quit"]);
    assert_eq!(fens.len(), 5);
    std::fs::write(&book, lines.lines().next().expect("a line")).expect("a file");
    let fens = openings(&[&format!("genfens 3 seed 7 book {name}"), "quit"]);
    assert!(fens.iter().all(|fen| fen.ends_with(" 3")), "four or five half-moves: {fens:?}");
    std::fs::write(&book, "no position\n").expect("a file");
    assert!(!run(&[&format!("genfens 5 seed 7 book {name}"), "quit"]).status.success());
    std::fs::remove_file(&book).expect("it goes");
}

#[test]
fn wrong_calls_are_refused() {
    for wrong in [
        "genfens",
        "genfens 0 seed 1",
        "genfens 3",
        "genfens 3 seed x",
        "genfens 3 seed 1 book /no/such/book",
        "genfens 3 seed 1 height 4",
        "genfens 99999 seed 1 plies 0",
    ] {
        let output = run(&[wrong, "quit"]);
        assert!(!output.status.success(), "{wrong}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{wrong}");
    }
}

/// Name, type, value, minimum, maximum, step, rate: each name is an option with this value and range.
#[test]
fn the_inputs_for_spsa_are_options() {
    let inputs = said(&["tune", "openbench"]);
    assert_eq!(inputs.lines().count(), PARAMETERS.len());
    let mut command = alula(&["uci", "--laboratory"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"uci\nquit\n").expect("it reads");
    let options = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("text");
    for line in inputs.lines() {
        let fields: Vec<&str> = line.split(", ").collect();
        let [name, "int", value, least, most, step, rate] = fields[..] else { panic!("{line}") };
        let whole = |text: &str| text.strip_suffix(".0").unwrap_or_else(|| panic!("{line}")).to_string();
        let (value, least, most) = (whole(value), whole(least), whole(most));
        assert!(step.parse::<f64>().is_ok() && rate.parse::<f64>().is_ok(), "{line}");
        let option = format!("option name {name} type spin default {value} min {least} max {most}");
        assert!(options.lines().any(|known| known == option), "{option}");
    }
}
