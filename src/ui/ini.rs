//! The settings file. A line that starts with the name of a setting, or with its keyword in the tutorial, sets it.
//! [`knowledge`](super::knowledge) reads the lines about endgame tables and books. All other lines are comments.
//!
//! The file named on the command line is read; otherwise `alula.ini` in the current directory or, if it does not exist,
//! in the [settings directory](super::places).

use std::path::{Path, PathBuf};

use crate::play::{Options, files};

use super::arguments::file_name;
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

/// The text of a settings file with the values that differ from the defaults.
pub fn text(options: &Options, look: &Look) -> String {
    let mut text =
        String::from("# Settings of Alula that differ from the defaults; see 'set all'. Other lines are comments.\n");
    let (usual, usual_look) = (Options::default(), Look::default());
    let changed = settings::all().filter(|row| row.value(options, look) != row.value(&usual, &usual_look));
    for row in changed {
        text += &entry(&row, &row.value(options, look));
    }
    text
}

/// A setting with its help, as written to a file.
fn entry(row: &settings::Row, value: &str) -> String {
    let name = row.name();
    let keyword = KEYWORDS.iter().find(|(_, known)| *known == name).map_or(&*name, |(keyword, _)| keyword);
    format!("\n# {} ({})\n{keyword} {value}\n", row.help(), row.kind())
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
        assert_eq!(options.modern.numbers.changed(), "futility-margin=101");
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
        assert_eq!(read(&mut again, &mut again_look, &text(&options, &look)), Ok(()));
        assert_eq!((again.instrument.null_move.limit, again.algorithm, again_look), (7, options.algorithm, look));
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
        let entries: String = usual.map(|row| entry(&row, &row.value(&options, &look))).collect();
        let made = format!("{head}\n{entries}");
        if std::env::var("ALULA_COMMANDS").is_ok_and(|what| what == "write") {
            std::fs::write(file, &made).expect("the example is written");
        } else {
            assert_eq!(shown, made);
        }
        assert!(made.contains("\nNULLMOVE_REDUCTION ") && made.contains("\ntheme ") && made.contains("\nhash "));
    }
}
