//! Differences between systems: file names with spaces and umlauts, Windows line ends, the location of the settings.

use std::fs;

use crate::{Place, text};

#[test]
fn names_may_have_blanks_and_umlauts() {
    let place = Place::new();
    let folder = place.0.join("Sch\u{f6}ne Partien \u{2654}");
    fs::create_dir(&folder).expect("a folder");
    let name = |file: &str| folder.join(file).to_string_lossy().into_owned();
    let script = name("ein Skript.txt");
    fs::write(&script, "echo from the script\n").expect("a file");
    let (games, settings) = (name("meine Spiele.pgn"), name("\u{dc}bung.ini"));
    let lines = format!(
        "move e4\nmove e5\nsave {games}\nsd 7\nsave settings {settings}\nsd 3\nini {settings}\nset depth\nnew\n\
         load {games} 1\ngame\nsource {script}\n"
    );
    let said = text(&place.run(&["--strict"], lines).stdout);
    for part in ["saved as game 1 of ", "depth 7\n", "1. e4 e5", "from the script"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let output = place.run(&["--strict", "-i", &settings, "set", "depth"], "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "depth 7\n".into()));
}

#[test]
fn lines_may_end_as_on_windows() {
    let place = Place::new();
    place.file("alula.ini", "depth 9\r\ntheme blue\r\n");
    place.file("games.pgn", "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4 {good\r\nmove} e5\r\n2. Nf3 1-0\r\n\r\n");
    place.file("one.epd", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; id \"mate\";\r\n");
    place.file("script.txt", "set depth\r\nset theme\r\nload games.pgn\r\ngame\r\ntest one.epd depth 2\r\n");
    let output = place.run(&["--strict"], "source script.txt\r\nquit\r\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for part in ["depth 9\n", "theme blue\n", "1. e4 {good move} 1... e5 2. Nf3", "solved 1 of 1"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains('\r'), "{said:?}");
}

#[test]
fn settings_are_stored_in_the_systems_place() {
    let place = Place::new();
    let output = place.run(&["--strict"], "sd 5\nsave settings\n");
    let folder = if cfg!(windows) { "roaming" } else { "config" };
    let file = place.0.join(folder).join("alula").join("alula.ini");
    assert!(text(&output.stdout).contains(&*file.to_string_lossy()), "{}", text(&output.stdout));
    assert!(fs::read_to_string(file).expect("it was written").contains("\ndepth 5\n"));
}
