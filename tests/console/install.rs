//! Tests of `install`, `uninstall` and `doctor`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::{Place, text};

/// All files and folders below a folder, with the contents of the files.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        found.push((entry.path(), fs::read(entry.path()).unwrap_or_default()));
        if entry.path().is_dir() {
            found.extend(tree(&entry.path()));
        }
    }
    found.sort();
    found
}

/// The program's output for these arguments, whether it succeeds or not.
fn answer(place: &Place, words: &[&str]) -> String {
    let output = place.run(words, "");
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// The base folder of a per-user `install`.
fn share(place: &Place) -> PathBuf {
    place.0.join(if cfg!(windows) { "local" } else { "data" })
}

#[test]
fn what_is_installed_is_taken_away_again() {
    let place = Place::new();
    fs::create_dir_all(share(&place).join("man")).expect("a folder");
    place.file("mine", "a file of mine");
    for arguments in [&[][..], &["a prefix with \u{fc}mlauts"]] {
        let before = tree(&place.0);
        let said = answer(&place, &[&["install"], arguments].concat());
        let written: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("wrote ")).collect();
        assert!(written.len() >= 3 && written.iter().all(|path| Path::new(path).is_file()), "{said}");
        let again = answer(&place, &[&["install"], arguments].concat());
        assert_eq!(again, said, "existing files are rewritten");
        let said = answer(&place, &[&["uninstall"], arguments].concat());
        assert_eq!(said.lines().filter(|line| line.starts_with("removed ")).count(), written.len(), "{said}");
        let after = tree(&place.0);
        let prefix_made = before.len() + usize::from(!arguments.is_empty());
        assert!(after.len() <= prefix_made && before.iter().all(|file| after.contains(file)), "{after:?}");
        assert!(answer(&place, &["uninstall"]).starts_with("nothing is installed below "));
    }
}

/// The page about GUIs has the same instructions as the program, except for the program's path.
#[test]
fn the_lines_for_other_programs_match_the_page() {
    let place = Place::new();
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/gui.md")).expect("the page");
    let program = Path::new(env!("CARGO_BIN_EXE_alula"));
    let (folder, name) = (program.parent().expect("a folder"), program.file_name().expect("a name"));
    let escaped = |path: &Path| path.to_string_lossy().replace('\\', "\\\\");
    for client in ["xboard", "gnome-chess", "pychess", "scid", "polyglot", "uci2wb", "lichess-bot"] {
        let said = answer(&place, &["install", "--show", client]);
        let plain = said.replace(&escaped(program), "alula").replace(&*program.to_string_lossy(), "alula");
        let plain = plain.replace(&escaped(folder), "./engines/").replace(&*name.to_string_lossy(), "alula");
        assert_ne!(plain, said, "{client}");
        // The first line may name the destination of the others; the page has its own sentence for that.
        for line in plain.lines().filter(|line| !line.starts_with('#') && !line.ends_with(':')) {
            assert!(page.contains(line), "{client}: {line}");
        }
    }
    assert!(answer(&place, &["uninstall"]).starts_with("nothing is installed below "));
    let said = answer(&place, &["install", "--show", "nobody's"]);
    assert!(said.contains("unknown program 'nobody's'; choose from xboard, gnome-chess,"), "{said}");
    assert!(answer(&place, &["install", "--show"]).contains("choose from xboard, "));
}

#[test]
fn foreign_files_are_neither_overwritten_nor_removed() {
    let place = Place::new();
    let script = share(&place).join("alula/alula.ps1");
    fs::create_dir_all(script.parent().expect("a folder")).expect("a folder");
    fs::write(&script, "somebody else's").expect("a file");
    let before = tree(&share(&place));
    let said = answer(&place, &["install"]);
    assert!(said.contains("alula.ps1 already exists and is not Alula's; nothing was written"), "{said}");
    assert_eq!(tree(&share(&place)), before);

    fs::remove_file(&script).expect("it is there");
    answer(&place, &["install"]);
    fs::write(&script, "changed").expect("a file");
    let said = answer(&place, &["install"]);
    assert!(said.contains("is not Alula's; nothing was written"), "{said}");
    let said = answer(&place, &["uninstall"]);
    assert!(said.contains(&format!("kept {}: it was changed", script.display())), "{said}");
    let left: Vec<PathBuf> = tree(&share(&place)).into_iter().map(|(path, _)| path).filter(|it| it.is_file()).collect();
    assert_eq!(left, [script]);
}

/// Entries of the list of installed files are ignored if the file is outside the folder, but not if it is below.
#[test]
fn nothing_outside_is_removed() {
    let place = Place::new();
    let mine = place.file("mine", "");
    let list = share(&place).join("alula/installed.txt");
    fs::create_dir_all(list.parent().expect("a folder")).expect("a folder");
    let above = share(&place).join("../mine");
    let below = share(&place).join("alula/old.txt");
    fs::write(&below, "").expect("a file");
    // The number is the fingerprint of an empty file.
    let entries = [Path::new(&mine), &above, &below].map(|path| format!("cbf29ce484222325 {}\n", path.display()));
    fs::write(&list, entries.concat()).expect("a file");
    answer(&place, &["uninstall"]);
    assert!(Path::new(&mine).is_file() && !below.exists());
}

/// The list may name files of an older version and, after an interrupted update, a file twice.
#[test]
fn files_of_an_older_version_are_removed_and_none_is_named_twice() {
    let place = Place::new();
    answer(&place, &["install"]);
    let (old, changed) = (share(&place).join("alula/old.txt"), share(&place).join("alula/alula.ps1"));
    fs::write(&old, "").expect("a file");
    let list = share(&place).join("alula/installed.txt");
    let lines = fs::read_to_string(&list).expect("the list");
    // The number is the fingerprint of an empty file.
    let more = format!("cbf29ce484222325 {}\n{lines}", old.display());
    fs::write(&list, format!("{more}{lines}")).expect("a file");
    answer(&place, &["install"]);
    assert!(old.is_file());
    let lines = fs::read_to_string(&list).expect("the list");
    fs::write(&list, lines.replace("folder ", &format!("cbf29ce484222325 {}\nfolder ", changed.display())))
        .expect("a file");
    fs::write(&changed, "changed").expect("a file");
    let said = answer(&place, &["uninstall"]);
    assert_eq!(said.matches(&format!("removed {}", old.display())).count(), 1, "{said}");
    assert_eq!(said.matches(&format!("kept {}", changed.display())).count(), 1, "{said}");
    assert!(!old.exists());
}

#[cfg(unix)]
#[test]
fn the_entry_for_xboard_starts_the_program() {
    let place = Place::new();
    answer(&place, &["install"]);
    let entry = fs::read_to_string(share(&place).join("games/plugins/xboard/alula.eng")).expect("the entry");
    let program = env!("CARGO_BIN_EXE_alula");
    assert_eq!(entry, format!("plugin spec 0.0\n{program} xboard\nchess,fischerandom\n"));
    let shipped = include_str!("../../assets/alula.eng");
    assert_eq!(shipped, entry.replace(program, "alula"), "the packaged entry finds it in the path");
}

#[test]
fn a_program_that_stands_elsewhere_finds_everything() {
    let place = Place::new();
    let folder = place.0.join("Sch\u{f6}ne Programme");
    fs::create_dir(&folder).expect("a folder");
    let program = folder.join(if cfg!(windows) { "alula.exe" } else { "alula" });
    // Prefers a link: a copy written here cannot start while a child forked meanwhile still has it open.
    let original = env!("CARGO_BIN_EXE_alula");
    fs::hard_link(original, &program).or_else(|_| fs::copy(original, &program).map(drop)).expect("a link or a copy");
    let mut command = std::process::Command::new(&program);
    crate::at_home_in(&mut command, &folder);
    let script = ["book on", "bk", "opening", "set eval network", "test bk depth 1", "lesson 1", "doctor"];
    let script_file = place.file("script", script.join("\n"));
    command.args(["--strict", "source", &script_file]);
    let output = loop {
        match command.output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => sleep(Duration::from_millis(20)),
            output => break output.expect("it starts"),
        }
    };
    let said = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{said}");
    assert!(said.contains(&format!("program       {}", program.display())), "{said}");
}

#[test]
fn the_doctor_lists_files_and_settings_in_use() {
    let place = Place::new();
    let said = answer(&place, &["doctor"]);
    for part in ["version       Alula ", "changed       nothing\n", "settings      no file", "book          built-in\n"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
    let state = place.0.join(if cfg!(windows) { "local/alula" } else { "state/alula" });
    assert!(said.contains(&format!("history, game {}", state.display())) && !state.exists(), "{said}");
    answer(&place, &["guesses"]);
    answer(&place, &["puzzle", "mine"]);
    assert!(!state.exists(), "reading creates no directory");
    assert!(said.contains("terminal      input pipe or file, output pipe or file"), "{said}");
    place.file("alula.ini", "depth 9\ntheme blue\n");
    let said = answer(&place, &["doctor"]);
    assert!(said.contains("settings      alula.ini") && said.contains("changed       depth 9, theme blue\n"), "{said}");
    let installed = answer(&place, &["install"]).lines().filter(|line| line.starts_with("wrote ")).count();
    let said = answer(&place, &["doctor"]);
    assert!(said.contains(&format!("installed     {installed} files below ")), "{said}");
}
