//! The structure of the source: flat files are the tutorial, folders are ours; every file documents its contents; files
//! use names only from lower modules; only two files print.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use alula::ui::console::lessons::listing;

/// The modules from the lowest to the highest. A file may use its own module and lower ones.
const ROOMS: [&str; 9] = ["flat", "searcher", "instrument", "modern", "play", "games", "lab", "train", "ui"];

/// The two files that belong neither to the tutorial nor to a module: the table of contents and the entry point.
const CONTENTS: &str = "lib.rs";
const DOOR: &str = "main.rs";

/// The files that may use the print macros.
const MAY_PRINT: &[&str] = &["main.rs", "ui/out.rs"];

struct Source {
    /// Path below `src`, with `/` between its parts.
    name: String,
    text: String,
}

impl Source {
    fn is_in(&self, names: &[&str]) -> bool {
        names.contains(&self.name.as_str())
    }

    /// The folder of the file, or the lowest module.
    fn room(&self) -> &str {
        self.name.split_once('/').map_or(ROOMS[0], |(folder, _)| folder)
    }

    fn floor(&self) -> usize {
        let room = self.room();
        ROOMS.iter().position(|known| *known == room).unwrap_or_else(|| panic!("{}: no such module", self.name))
    }

    fn is_tutorial(&self) -> bool {
        self.room() == ROOMS[0] && !self.is_in(&[CONTENTS, DOOR])
    }

    fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }

    /// The documentation of the module, line by line.
    fn doc(&self) -> impl Iterator<Item = &str> {
        self.text.lines().map_while(|line| line.strip_prefix("//!"))
    }

    /// The lines of code before the unit tests, with their line numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let product = self.text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        let numbered = product.enumerate().map(|(index, line)| (index + 1, line));
        numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let source = |path: PathBuf| {
        let below = path.strip_prefix(&root).expect("a path below src");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        Source { name: parts.join("/"), text: fs::read_to_string(&path).expect("a source file") }
    };
    paths.into_iter().map(source).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// A text file of the project, by its path from the root.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a text")
}

/// Whether this has the form `12 · Title`, `7, 11 · Title` or `14-17, 19 · Title`.
fn is_chapter_title(text: &str) -> bool {
    let Some((chapters, title)) = text.split_once(" · ") else { return false };
    let is_number = |number: &str| number.parse().is_ok_and(|number: u32| (1..=99).contains(&number));
    !title.trim().is_empty() && chapters.split(", ").all(|part| part.split('-').all(is_number))
}

#[test]
fn tutorial_files_name_their_chapter_and_what_differs() {
    for source in sources().iter().filter(|source| source.is_tutorial()) {
        let title = source.first_line().strip_prefix("//! # ");
        assert!(title.is_some_and(is_chapter_title), "{} opens with '{}'", source.name, source.first_line());
        for heading in ["**Differs here:** ", "**Read next:** "] {
            let found = source.doc().filter(|line| line.trim_start().starts_with(heading)).count();
            assert_eq!(found, 1, "{} must have one '{heading}'", source.name);
        }
    }
}

/// The rows of a table of chapters: number, abilities of the program, files without markup.
fn chapters(text: &str) -> Vec<String> {
    let marks = ["mod@", "//! ", ".rs", "`", "[", "]"];
    let rows = text.lines().filter_map(|line| {
        let row = marks.iter().fold(line.replace("::", "/"), |row, mark| row.replace(mark, ""));
        let is_chapter = row.split('|').nth(1).is_some_and(|number| number.trim().parse::<u32>().is_ok());
        is_chapter.then(|| row.replace("/,", ",").replace("/ |", " |"))
    });
    rows.take_while(|row| row.split('|').count() == 5).collect()
}

#[test]
fn the_chapters_of_the_readme_are_those_of_the_crate() {
    let (readme, contents) = (chapters(&read("README.md")), chapters(&read("src/lib.rs")));
    assert_eq!(readme, contents);
    assert_eq!(readme.len(), 16, "chapters 6 to 21");
}

#[test]
fn all_other_files_say_what_they_are() {
    for source in sources().iter().filter(|source| !source.is_tutorial()) {
        let opening = source.first_line();
        assert!(opening.starts_with("//! "), "{} opens with '{opening}'", source.name);
    }
}

#[test]
fn every_file_is_in_a_room() {
    let floors: BTreeSet<usize> = sources().iter().map(Source::floor).collect();
    assert!(floors.contains(&0) && floors.len() >= 4, "{floors:?}");
}

/// The modules that a line of code names in a path (`crate::lab::…`).
fn named_rooms(line: &str) -> Vec<&'static str> {
    let is_word_at = |end: usize| !line[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let names = |room: &str| {
        let text = format!("crate::{room}");
        line.match_indices(&text).any(|(at, _)| is_word_at(at + text.len()))
    };
    let mut rooms: Vec<&str> = ROOMS[1..].to_vec();
    rooms.retain(|room| names(room));
    rooms
}

#[test]
fn names_come_from_the_rooms_below() {
    for source in sources().iter().filter(|source| !source.is_in(&[CONTENTS, DOOR])) {
        let above: Vec<&str> = ROOMS[source.floor() + 1..].to_vec();
        for (number, line) in source.code() {
            let named = named_rooms(line).into_iter().find(|room| above.contains(room));
            assert_eq!(named, None, "{}:{number}: {}", source.name, line.trim());
        }
    }
}

#[test]
fn rooms_are_recognised_by_path() {
    for (line, rooms) in [
        ("use crate::instrument::recipe::NullMove;", vec!["instrument"]),
        ("use crate::ui::out::Out; // crate::labels", vec!["ui"]),
        ("let modern = 3; self.laboratory.lab_pvs();", vec![]),
    ] {
        assert_eq!(named_rooms(line), rooms, "{line}");
    }
}

/// The Board is part of the tutorial: no folder adds methods to it.
#[test]
fn the_methods_of_the_board_are_in_flat_files() {
    for source in sources().iter().filter(|source| !source.is_tutorial()) {
        let found = source.code().find(|(_, line)| line.contains("impl Board ") || line.contains(" for Board "));
        assert_eq!(found, None, "in {}", source.name);
    }
}

/// The crate `wingletx/` compiles only the flat files, so it must list them all.
#[test]
fn the_flat_crate_has_all_flat_files() {
    let list = read("wingletx/lib.rs");
    for source in sources().iter().filter(|source| source.is_tutorial()) {
        assert!(list.contains(&format!("\"../src/{}\"", source.name)), "{}", source.name);
    }
}

/// Every name of the original exists, either unchanged or as an alias that the documentation's search finds.
#[test]
fn names_of_the_original_are_found() {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/winglet_names.tsv"));
    let (table, sources) = (table.expect("the names"), sources());
    let mut count = 0;
    for row in table.lines().skip(1) {
        let [original, file, here] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let found = if file == "-" {
            let is_named = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == here);
            sources.iter().any(|source| source.is_tutorial() && source.code().any(|(_, line)| is_named(line)))
        } else {
            let source = sources.iter().find(|source| format!("src/{}", source.name) == file).expect(file);
            has_alias(source, original, here)
        };
        assert!(found, "{original} is not found as {here} in {file}");
        count += 1;
    }
    assert!(count > 90, "{count} names");
}

/// Whether the item named `here` has this alias.
fn has_alias(source: &Source, original: &str, here: &str) -> bool {
    let quoted = format!("\"{original}\"");
    let behind = source.text.split("#[doc(alias").skip(1).find(|text| {
        let attribute = text.split(")]").next().unwrap_or_default();
        attribute.contains(&quoted)
    });
    let item = behind.and_then(|text| {
        text.lines()
            .skip_while(|line| !line.ends_with("]"))
            .skip(1)
            .find(|line| !line.trim_start().starts_with(['#', '/']))
    });
    item.is_some_and(|item| item.contains(here))
}

/// The program can list every file outside `ui/`.
#[test]
fn the_program_can_show_all_files_outside_of_its_dialogues() {
    let listed: BTreeSet<String> =
        listing::folders().into_iter().flat_map(listing::files_in).chain(listing::files()).map(String::from).collect();
    let is_shown =
        |name: &str| !name.starts_with("ui/") && !["lib", "main"].contains(&name) && !name.ends_with("tests");
    let wanted: BTreeSet<String> = sources()
        .iter()
        .map(|source| source.name.trim_end_matches(".rs").to_string())
        .filter(|name| is_shown(name))
        .collect();
    assert_eq!(listed, wanted);
}

/// Games end by the laws of chess; the tutorial's own rule, `is_end_of_game`, counts repetitions by its own hash key.
#[test]
fn dialogues_and_files_use_the_laws_of_chess() {
    for source in sources().iter().filter(|source| ["ui", "games"].contains(&source.room())) {
        let found = source.code().find(|(_, line)| line.contains("is_end_of_game"));
        assert_eq!(found, None, "in {}", source.name);
    }
}

#[test]
fn one_place_writes() {
    for source in sources().iter().filter(|source| !source.is_in(MAY_PRINT)) {
        let prints = |line: &str| ["print!", "println!", "dbg!"].iter().any(|name| line.contains(name));
        let found = source.code().find(|(_, line)| prints(line));
        assert_eq!(found, None, "in {}", source.name);
    }
}

/// The modules of `ui/`, from the lowest to the highest. A file may use its own module and lower ones.
const UI_ROOMS: &[&[&str]] = &[
    &["out", "places"],
    &["signals"],
    &["clock", "entries", "lines", "suites", "refusal"],
    &["arguments"],
    &["show", "knowledge"],
    &["tables"],
    &["graph", "page"],
    &["terms"],
    &["terminal"],
    &["settings"],
    &["input", "ini", "manual"],
    &["install"],
    &["doctor"],
    &["session"],
    &["options", "protocol"],
    &["console", "uci", "xboard"],
    &["lab", "network"],
    &["dialogues"],
];

/// The module of a path below `ui/`.
fn room(path: &str) -> &str {
    path.split(['/', ':', '.']).next().unwrap_or_default()
}

fn floor(room: &str) -> Option<usize> {
    UI_ROOMS.iter().position(|rooms| rooms.contains(&room))
}

/// The paths below a folder that the code of a file in it uses; for `ui`, those after `crate::ui::` and after a `super::`
/// that leads to `ui`, also in braces.
fn paths_below(folder: &str, source: &Source) -> Vec<String> {
    let text: String = source.code().map(|(_, line)| format!("{line}\n")).collect();
    let depth = source.name[folder.len() + 1..].matches('/').count();
    let is_top = source.name.ends_with("/mod.rs");
    let up = "super::".repeat(depth + 1 - usize::from(is_top));
    let prefixes = [format!("crate::{}::", folder.replace('/', "::")), up];
    let mut paths = Vec::new();
    for prefix in prefixes {
        for (at, _) in text.match_indices(&prefix) {
            let (before, rest) = (&text[..at], &text[at + prefix.len()..]);
            if before.ends_with("super::") || before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            {
                continue;
            }
            match rest.strip_prefix('{') {
                Some(inner) => paths.extend(top_level_names(inner)),
                None => paths.push(rest.split([';', ',', ' ', '(', ')', '>']).next().unwrap_or_default().to_string()),
            }
        }
    }
    paths
}

/// The names in a list in braces, without the names in inner lists.
fn top_level_names(text: &str) -> Vec<String> {
    let (mut depth, mut names) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 && !letter.is_whitespace() => names.last_mut().expect("one name").push(letter),
            _ => {}
        }
    }
    names
}

#[test]
fn the_rooms_of_ui_use_lower_rooms_only() {
    let mut used = 0;
    for source in sources().iter().filter(|source| source.name.starts_with("ui/") && source.name != "ui/mod.rs") {
        let own = room(&source.name["ui/".len()..]);
        let own_floor = floor(own).unwrap_or_else(|| panic!("UI_ROOMS does not list {own}"));
        for path in paths_below("ui", source) {
            let used_room = room(&path);
            let Some(used_floor) = floor(used_room) else { continue };
            used += 1;
            let is_allowed = used_room == own || used_floor < own_floor;
            assert!(is_allowed, "{} uses ui::{path}", source.name);
        }
    }
    assert!(used > 100, "only {used} uses were found");
}

/// The table in the page of a module: the files of each row, with `::` for folders.
fn table_of(folder: &str) -> Vec<Vec<String>> {
    let page = read(&format!("src/{folder}/mod.rs"));
    let cells = page.lines().filter_map(|line| line.strip_prefix("//! | ")?.split('|').next());
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
    cells.map(names).filter(|names| !names.is_empty()).collect()
}

#[test]
fn the_files_of_a_dialogue_use_no_lower_rows_of_its_table() {
    for folder in ["ui/console", "ui/uci", "ui/xboard"] {
        let rows = table_of(folder);
        let row_of = |path: &str| {
            let is_at = |name: &String| path == name || path.starts_with(&format!("{name}::"));
            rows.iter().position(|row| row.iter().any(is_at))
        };
        let is_inside = |source: &&Source| source.name.starts_with(folder) && source.name != format!("{folder}/mod.rs");
        let mut used = 0;
        for source in sources().iter().filter(is_inside) {
            let own = source.name[folder.len() + 1..].trim_end_matches(".rs").replace('/', "::");
            let own_row = row_of(&own).unwrap_or_else(|| panic!("the table of {folder} does not list {own}"));
            for path in paths_below(folder, source) {
                let Some(row) = row_of(&path) else { continue };
                used += 1;
                assert!(row <= own_row, "{} uses {path}", source.name);
            }
        }
        assert!(used > 10, "only {used} uses were found in {folder}");
    }
}

/// Checks that the search for source files finds some known ones: a test that misses files finds no faults.
#[test]
fn the_walk_finds_known_files() {
    let names: BTreeSet<String> = sources().into_iter().map(|source| source.name).collect();
    for name in ["main.rs", "lib.rs", "board.rs", "search.rs", "ui/out.rs"] {
        assert!(names.contains(name), "{names:?} lacks {name}");
    }
}

#[test]
fn chapter_titles_are_recognised() {
    for title in ["12 · Perft", "7, 11 · Attack tables", "14-17, 19 · The search"] {
        assert!(is_chapter_title(title), "{title}");
    }
    for title in ["Perft", "12 Perft", "· Perft", "12 · ", "0 · Perft", "twelve · Perft", "14- · The search"] {
        assert!(!is_chapter_title(title), "{title}");
    }
}

/// The table of quirks and the flat files agree.
#[test]
fn the_table_of_quirks_matches_the_sources() {
    let text = read("docs/quirks.md");
    let row = |line: &str| -> Option<(u32, String)> {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        Some((cells.get(1)?.parse().ok()?, cells.get(3)?.to_string()))
    };
    let (kept, mended) = text.split_once("## Fixed").expect("two tables");
    let kept: Vec<(u32, String)> = kept.lines().filter_map(row).collect();
    let mut numbers: Vec<u32> =
        kept.iter().chain(&mended.lines().filter_map(row).collect::<Vec<_>>()).map(|row| row.0).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=33).collect::<Vec<_>>());

    let mut in_table = BTreeSet::new();
    for (number, files) in &kept {
        in_table.extend(files.split(", ").map(|file| (*number, file.trim_matches('`').to_string())));
    }
    // A quirk is named in a file's header, or beside the line that implements it.
    let mut in_files = BTreeSet::new();
    for source in sources().iter().filter(|source| source.is_tutorial()) {
        let lower = source.text.to_lowercase();
        for part in lower.split("quirk ").skip(1) {
            let number: String = part.chars().take_while(char::is_ascii_digit).collect();
            in_files.extend(number.parse().ok().map(|number: u32| (number, source.name.clone())));
        }
    }
    in_files.retain(|(number, _)| kept.iter().any(|(known, _)| known == number));
    assert_eq!(in_files, in_table);
}

/// The cells of each row of the tables in a Markdown text.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter_map(|line| Some(line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect()))
}

/// docs/strength.md has the matches of all versions; README.md and CHANGELOG.md repeat the matches of the current
/// version.
#[test]
fn the_latest_matches_agree_in_all_documents() {
    let (strength, readme, changelog) = (read("docs/strength.md"), read("README.md"), read("CHANGELOG.md"));
    let mut count = 0;
    for row in rows(&strength).filter(|row| row.get(1).is_some_and(|version| version.contains(", signature "))) {
        let [opponent, _, games, result, score, elo] = row[..] else { panic!("six cells: {row:?}") };
        count += 1;
        assert!(rows(&readme).any(|row| row == [opponent, result]), "README.md: {opponent}, {result}");
        let title = format!("{opponent}, {games} games");
        let figure = format!("{result}, {score}");
        assert!(rows(&changelog).any(|row| row == [&title, &figure, elo]), "CHANGELOG.md: {title}, {figure}, {elo}");
    }
    assert_eq!(count, 5);
}
