//! Learners read the code that runs: an edit of a flat file changes the console's output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::HOME;
use crate::home::at_home_in;

/// The middlegame of lesson 11.
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";

/// The tutorial's history bonus, and a learner's edit of it.
const EDIT: [&str; 2] = ["(depth * depth) as u32", "depth as u32"];

/// Node count of the tutorial's search of the middlegame to depth 5, as printed by this program.
fn nodes_printed(program: &Path) -> u64 {
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learner.txt");
    fs::write(&script, format!("set algorithm pvs\nsetboard {MIDDLEGAME}\nsd 5\ngo\n")).expect("a script");
    let mut command = Command::new(program);
    at_home_in(&mut command, HOME);
    let output = command.stdin(fs::File::open(&script).expect("the script")).output();
    let text = String::from_utf8(output.expect("the program runs").stdout).expect("text");
    let last = text.lines().rev().find(|line| line.starts_with("    5  "));
    let nodes = last.and_then(|line| line.split_whitespace().nth(2)?.parse().ok());
    nodes.unwrap_or_else(|| panic!("no line for depth 5:\n{text}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

#[test]
fn the_console_prints_the_nodes_of_the_lesson() {
    assert_eq!(nodes_printed(Path::new(env!("CARGO_BIN_EXE_alula"))), 30_888);
}

#[test]
#[ignore = "compiles the program anew"]
fn an_edit_of_a_flat_file_changes_what_the_console_prints() {
    let (root, target) = (Path::new(env!("CARGO_MANIFEST_DIR")), Path::new(env!("CARGO_TARGET_TMPDIR")));
    let edited: PathBuf = target.join("learner");
    for part in ["src", "assets"] {
        copy(&root.join(part), &edited.join(part));
    }
    for file in ["Cargo.toml", "Cargo.lock", "build.rs"] {
        fs::copy(root.join(file), edited.join(file)).expect("a copy");
    }
    let search = edited.join("src/search.rs");
    let text = fs::read_to_string(&search).expect("the search");
    assert_eq!(text.matches(EDIT[0]).count(), 1);
    fs::write(&search, text.replace(EDIT[0], EDIT[1])).expect("the edit");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--offline", "--bin", "alula"]).current_dir(&edited);
    let build = cargo.env("CARGO_TARGET_DIR", target.join("learner-target")).output().expect("cargo starts");
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let program = target.join("learner-target/debug").join(format!("alula{}", std::env::consts::EXE_SUFFIX));
    assert_eq!(nodes_printed(&program), 30_240);
}
