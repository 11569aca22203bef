//! Screens at several widths, with and without colours, compared with those in `tests/console/screens`.
//!
//! `ALULA_SCREENS=write cargo test --test console screens` regenerates them; inspect each one afterwards.

use std::fs;
use std::path::Path;

use crate::terminal::{Person, Terminal};
use crate::{Place, WRITTEN, is_written_anew};

/// A game, a position in check, help, and settings, without output that depends on time.
const SCRIPT: &str = "\
set board asked
move e4
move d5
move exd5
move Qxd5
move Nc3
move Qe5
set board always
d
r
d
r
attacks black
help level
help playing
setboard 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1
what e1
set pieces letters
d
set spoken on
d
";

fn screen(columns: usize, colour: &str, variables: &'static [(&'static str, &'static str)]) -> String {
    let place = Place::new();
    let script = place.file("script.txt", SCRIPT);
    let terminal = Terminal { columns, rows: 40, variables, view: "log" };
    Person::sits_at(place, terminal, &["--colour", colour, "source", &script]).sees_all()
}

#[test]
fn screens_are_as_they_were() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console/screens");
    for columns in [16, 24, 40, 80, 120] {
        for colour in ["on", "off"] {
            let seen = screen(columns, colour, &[]);
            let file = directory.join(format!("{columns}-colour-{colour}.txt"));
            if is_written_anew() {
                fs::create_dir_all(&directory).expect("a directory");
                fs::write(&file, &seen).expect("the screen is written");
                continue;
            }
            let kept = fs::read_to_string(&file).expect("the screen is kept");
            assert!(seen == kept, "{} differs from the screen: {seen}", file.display());
            assert_eq!(colour == "on" && columns >= 28, seen.contains("\x1b[48;5;"), "{columns} {colour}");
            let too_long = seen.lines().find(|line| printed(line) > columns && columns >= 40);
            assert_eq!(too_long, None, "{columns} columns");
        }
    }
    assert!(!is_written_anew(), "{WRITTEN}");
}

/// Columns of a line, without escape sequences.
fn printed(line: &str) -> usize {
    let mut columns = 0;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == '\x1b' {
            letters.by_ref().find(|letter| letter.is_ascii_alphabetic());
        } else {
            columns += 1;
        }
    }
    columns
}

#[test]
fn no_color_and_locales_are_respected() {
    let seen = screen(80, "auto", &[("NO_COLOR", "1")]);
    assert!(!seen.contains("\x1b[") && seen.contains('♔'));
    let seen = screen(80, "auto", &[("LANG", "C")]);
    assert!(seen.contains("\x1b[48;5;") && seen.is_ascii());
    let seen = screen(80, "on", &[("NO_COLOR", "1")]);
    assert!(seen.contains("\x1b[48;5;"));
}
