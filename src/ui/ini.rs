//! The settings file. A line that starts with the name of a setting, or with its keyword in the tutorial, sets it.
//! [`knowledge`] reads the lines about endgame tables and books. All other lines are comments.
//!
//! The file named on the command line is read; otherwise `alula.ini` in the current directory or, if it does not exist,
//! in the [settings directory](super::places).

use std::path::{Path, PathBuf};

use crate::command::split_word;
use crate::play::library::Library;
use crate::play::{Options, files};
use crate::searcher::setting::When;

use super::arguments::file_name;
use super::knowledge::{self, Entry};
use super::places;
use super::refusal::harmless;
use super::settings;
use super::terminal::look::Look;

/// The name of the settings file.
pub const DEFAULT_NAME: &str = "alula.ini";

/// The tutorial's keywords and the corresponding settings.
const KEYWORDS: [(&str, &str); 5] = [
    ("depth", "depth"),
    ("time", "time"),
    ("STOP_FRAC", "stopfrac"),
    ("NULLMOVE_REDUCTION", "null.reduction"),
    ("NULLMOVE_LIMIT", "null.limit"),
];

/// The settings file in use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IniFile(Option<String>);

impl IniFile {
    /// A file named on the command line.
    pub fn named(name: &str) -> IniFile {
        IniFile(Some(name.into()))
    }

    /// Name of the file.
    pub fn name(&self) -> String {
        let kept = || kept_file().map(|path| path.to_string_lossy().into());
        self.0.clone().or_else(kept).unwrap_or(DEFAULT_NAME.into())
    }

    /// Whether the file is expected to exist, because it was named or found.
    pub fn is_expected(&self) -> bool {
        self.0.is_some() || kept_file().is_some()
    }

    /// The text of the file.
    ///
    /// # Errors
    /// A one-line reason if the file cannot be read.
    pub fn text(&self) -> Result<String, String> {
        files::read_text(Path::new(&self.name())).map_err(|error| error.to_string())
    }

    /// Applies the settings in the file, if one was named or found. Returns the files skipped in the folders of endgame
    /// tables.
    ///
    /// # Errors
    /// The file, the first wrong line and the reason; some settings may have changed.
    pub fn apply(&self, options: &mut Options, look: &mut Look, library: &mut Library) -> Result<Vec<String>, String> {
        if !self.is_expected() {
            return Ok(Vec::new());
        }
        let text = self.text()?;
        let read = read(options, look, &text).and_then(|()| knowledge::read_ini(options, library, &text));
        read.map_err(|reason| format!("{}: {reason}", self.name()))
    }

    /// Applies those lines that are right. Returns the others with their reasons, and the files skipped in the folders
    /// of endgame tables.
    pub fn apply_the_right_lines(&self, options: &mut Options, look: &mut Look, library: &mut Library) -> Vec<String> {
        let text = match self.text() {
            Ok(text) => text,
            Err(reason) => return vec![reason],
        };
        let mut remarks = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let done = read_line(options, look, line).and_then(|()| knowledge::read_ini_line(options, library, line));
            remarks.extend(done.unwrap_or_else(|reason| vec![format!("{}: line {number}: {reason}", self.name())]));
        }
        remarks
    }
}

/// The first default file that exists.
fn kept_file() -> Option<PathBuf> {
    let own = places::settings_directory().map(|directory| directory.join(DEFAULT_NAME));
    [Some(Path::new(DEFAULT_NAME).to_path_buf()), own].into_iter().flatten().find(|path| path.is_file())
}

/// Applies the settings in the text of a file.
///
/// # Errors
/// The first line with a wrong value, and the reason; no setting has changed.
pub fn read(options: &mut Options, look: &mut Look, text: &str) -> Result<(), String> {
    let (mut trial, mut trial_look) = (options.clone(), look.clone());
    for apply in [false, true] {
        for (number, line) in text.lines().enumerate() {
            let (options, look) = if apply { (&mut *options, &mut *look) } else { (&mut trial, &mut trial_look) };
            read_line(options, look, line).map_err(|reason| format!("line {}: {}", number + 1, harmless(&reason)))?;
        }
    }
    Ok(())
}

fn read_line(options: &mut Options, look: &mut Look, line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let key = words.next().unwrap_or_default();
    // The value of `name` may contain spaces; a comment may follow any other value.
    let value = if key == "name" { line.trim()[key.len()..].trim() } else { words.next().unwrap_or("nothing") };
    let value = file_name(value);
    let keyword = KEYWORDS.iter().find(|(known, _)| *known == key).map(|(_, name)| *name);
    settings::named(keyword.unwrap_or(key)).map_or(Ok(()), |row| row.set(options, look, value))
}

/// The first line of a new settings file.
const HEAD: &str = "# Settings of Alula that differ from the defaults; see 'set all'. Other lines are comments.\n";

/// Keys whose value is the rest of the line. After any other value, a comment may follow.
const WHOLE_LINES: [&str; 3] = ["name", "syzygy", "book"];

impl Entry {
    fn of(row: &settings::Row, value: &str, usual: &str) -> Entry {
        let name = row.name();
        let keyword = KEYWORDS.iter().find(|(_, known)| *known == name).map_or(&*name, |(keyword, _)| keyword);
        let help = format!("{} ({})", row.help(), row.kind());
        Entry { help, line: format!("{keyword} {value}"), differs: value != usual }
    }

    fn written(&self) -> String {
        format!("\n# {}\n{}\n", self.help, self.line)
    }

    /// A line for the same setting with this entry's value. Its key, its indentation and its comment stay.
    fn put_into(&self, line: &str) -> String {
        let (key, old) = split_word(line);
        let new = split_word(&self.line).1;
        let before = &line.trim_end()[..line.trim_end().len() - old.len()];
        let after =
            if WHOLE_LINES.contains(&key) { "" } else { &old[old.find(char::is_whitespace).unwrap_or(old.len())..] };
        format!("{before}{new}{after}")
    }
}

/// What a line sets: the name of a setting, or its own first word.
fn subject(line: &str) -> &str {
    match split_word(line) {
        ("book", value) if When::named(value).is_some() => "use of the book",
        (key, _) => KEYWORDS.iter().find(|(known, _)| *known == key).map_or(key, |(_, name)| name),
    }
}

fn entries(options: &Options, look: &Look) -> Vec<Entry> {
    let (usual, usual_look) = (Options::default(), Look::default());
    settings::all().map(|row| Entry::of(&row, &row.value(options, look), &row.value(&usual, &usual_look))).collect()
}

/// The text of a settings file with the values that differ from the defaults. An `old` text keeps its order, its
/// comments and the lines that are still correct; a line whose setting has returned to its default disappears.
pub fn text(options: &Options, look: &Look, library: &Library, old: Option<&str>) -> String {
    let (of_settings, of_library) = (entries(options, look), knowledge::ini_entries(options, library));
    let mut text = String::new();
    for line in old.unwrap_or(HEAD).lines() {
        let mut all = of_settings.iter().chain(&of_library);
        match all.find(|entry| subject(&entry.line) == subject(line)) {
            Some(entry) if !entry.differs && entry.put_into(line) != line.trim_end() => {
                let comment = format!("# {}\n", entry.help);
                let kept = text.strip_suffix(&comment).map(|kept| kept.len() - usize::from(kept.ends_with("\n\n")));
                text.truncate(kept.unwrap_or(text.len()));
            }
            entry => text += &(entry.map_or(line.into(), |entry| entry.put_into(line)) + "\n"),
        }
    }
    // Some settings change others, like skill and elo, so the lines are read to see which settings they give.
    let (mut given, mut given_look) = (Options::default(), Look::default());
    // If a line is wrong, none is read, and all settings that differ are added.
    let _ = read(&mut given, &mut given_look, &text);
    let given = entries(&given, &given_look);
    let missing = of_settings.iter().zip(&given).filter(|(entry, given)| entry.line != given.line);
    let is_said = |entry: &&Entry| text.lines().any(|line| subject(line) == subject(&entry.line));
    let of_library = of_library.iter().filter(|entry| entry.differs && !is_said(entry));
    let missing: String = missing.map(|(entry, _)| entry).chain(of_library).map(Entry::written).collect();
    text + &missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::setting::Offer;

    #[test]
    fn the_tutorials_keywords_are_known() {
        let mut options = Options::default();
        let text = "# settings\ndepth 9\ntime 15\nSTOP_FRAC 50\nNULLMOVE_REDUCTION 3\nNULLMOVE_LIMIT 400\nother 1\n";
        assert_eq!(read(&mut options, &mut Look::default(), text), Ok(()));
        assert_eq!((options.limits.depth, options.limits.max_ms(), options.limits.stop_frac), (9, Some(15_000), 50));
        assert_eq!((options.instrument.null_move.reduction, options.instrument.null_move.limit), (3, 400));
    }

    #[test]
    fn quotes_around_a_value_are_no_part_of_it() {
        let (mut options, mut look) = (Options::default(), Look::default());
        let text = "name \"Ann Lee\"\ntheme 'green'\nsearch \"futility_margin=101\"\n";
        assert_eq!(read(&mut options, &mut look, text), Ok(()));
        assert_eq!((look.name.as_str(), look.theme), ("Ann Lee", 1));
        assert_eq!(options.modern.parameters.changed(), "futility-margin=101");
        assert_eq!(read(&mut options, &mut look, "name Ann \"Queen\" Lee"), Ok(()));
        assert_eq!(look.name, "Ann \"Queen\" Lee");
    }

    #[test]
    fn a_wrong_line_is_named_and_nothing_changes() {
        let mut options = Options::default();
        let error = read(&mut options, &mut Look::default(), "depth 9\ntime soon\n").expect_err("a wrong time");
        assert!(error.starts_with("line 2: time cannot be 'soon'"));
        assert_eq!(options.limits.depth, Options::default().limits.depth);
    }

    #[test]
    fn saved_settings_are_read_back() {
        let (mut options, mut look) = (Options::default(), Look::default());
        settings::set(&mut options, "null.limit", "7").expect("a value");
        settings::set(&mut options, "algorithm", "alphabeta").expect("a value");
        look.spoken = true;
        let (mut again, mut again_look) = (Options::default(), Look::default());
        let saved = text(&options, &look, &Library::default(), None);
        assert_eq!(read(&mut again, &mut again_look, &saved), Ok(()));
        assert_eq!((again.instrument.null_move.limit, again.algorithm, again_look), (7, options.algorithm, look));
    }

    #[test]
    fn comments_and_order_of_a_file_survive() {
        let old =
            "; mine\n\nhash  128 # much\n  depth 9\n# on\nbook-depth 7\nbook off\nthreads 1\nstopfrac 50\nmy own\n";
        let (mut options, mut look, mut library) = (Options::default(), Look::default(), Library::default());
        assert_eq!(read(&mut options, &mut look, old), Ok(()));
        assert_eq!(knowledge::read_ini(&mut options, &mut library, old), Ok(vec![]));
        assert_eq!(text(&options, &look, &library, Some(old)), old);
        for (name, value) in [("hash", "256"), ("stopfrac", "70"), ("elo", "1500")] {
            settings::set(&mut options, name, value).expect("a value");
        }
        (options.limits.depth, library.depth) = (Options::default().limits.depth, 8);
        let new = text(&options, &look, &library, Some(old));
        let kept = "; mine\n\nhash  256 # much\n# on\nbook-depth 8\nbook off\nthreads 1\nstopfrac 70\nmy own\n";
        assert!(new.starts_with(kept) && new.ends_with("\nelo 1500\n"), "{new}");
        let mut again = Options::default();
        assert_eq!(read(&mut again, &mut look, &new), Ok(()));
        assert_eq!((again.modern.elo, again.modern.megabytes), (1500, 256));
        // When a setting returns to its default, the comment written with it is removed, too.
        settings::set(&mut options, "elo", "3200").expect("a value");
        assert_eq!(text(&options, &look, &library, Some(&new)), kept);
        // The rating's line precedes the level's, which would change the rating again.
        settings::set(&mut options, "elo", "1500").expect("a value");
        let text = text(&options, &look, &library, Some("elo 1400\nskill 3\n"));
        assert_eq!((read(&mut again, &mut look, &text), again.modern.elo), (Ok(()), 1500), "{text}");
    }

    #[test]
    fn the_shipped_file_is_valid_and_has_every_keyword() {
        let text = include_str!("../../assets/alula.ini");
        assert_eq!(read(&mut Options::default(), &mut Look::default(), text), Ok(()));
        for (key, _) in KEYWORDS {
            assert!(text.lines().any(|line| line.starts_with(key)), "{key}");
        }
    }

    /// The example file has the usual settings and their defaults.
    /// `ALULA_COMMANDS=write cargo test --lib the_example_has` regenerates it.
    #[test]
    fn the_example_has_the_usual_settings_and_their_defaults() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/alula.ini");
        let shown = std::fs::read_to_string(file).expect("the example");
        let (head, _) = shown.split_once("\n\n").expect("a head, and settings");
        let (options, look) = (Options::default(), Look::default());
        let is_keyword = |row: &settings::Row| KEYWORDS.iter().any(|(_, name)| *name == row.name());
        let usual = settings::all().filter(|row| row.offer() != Offer::Laboratory || is_keyword(row));
        let entries: String = usual.map(|row| Entry::of(&row, &row.value(&options, &look), "").written()).collect();
        let made = format!("{head}\n{entries}");
        if std::env::var("ALULA_COMMANDS").is_ok_and(|what| what == "write") {
            std::fs::write(file, &made).expect("the example is written");
        } else {
            assert_eq!(shown, made);
        }
        assert!(made.contains("\nNULLMOVE_REDUCTION ") && made.contains("\ntheme ") && made.contains("\nhash "));
    }
}
