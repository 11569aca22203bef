//! The line editor: history, hints, and completion of commands, settings, files and legal moves.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustyline::completion::FilenameCompleter;
use rustyline::history::{FileHistory, History, SearchDirection};

use crate::command::{self, Usage};

use crate::ui::places;
use crate::ui::refusal::takes_files;

use super::screen::line::Memory;

/// Ctrl-C pressed twice within this time ends the program.
const TWICE: Duration = Duration::from_secs(3);
/// Maximum number of lines in the history.
const HISTORY_LINES: usize = 1000;

/// The prompt for the next line, and data that the editor needs for that line.
#[derive(Clone, Default, Debug)]
pub struct Prompt {
    /// The text before the line.
    pub text: String,
    /// The legal moves, for completion.
    pub moves: Vec<String>,
    /// Whether to use colours.
    pub coloured: bool,
}

/// The line editor.
pub struct LineEditor {
    guide: Guide,
    history: FileHistory,
    /// The file with the history.
    file: Option<PathBuf>,
    last_interrupt: Option<Instant>,
    /// Set when Ctrl-C arrives as a signal, while the editor does not control the terminal.
    pub interrupted: Arc<AtomicBool>,
    /// An unfinished line, typed while the engine was thinking or set aside while a command runs.
    pub begun: String,
    /// Complete lines waiting to be executed.
    typed: VecDeque<String>,
}

impl LineEditor {
    /// An editor that completes these commands, with the saved history.
    pub fn new(words: Vec<Usage>, settings: Vec<(String, String)>) -> LineEditor {
        let mut history = FileHistory::new();
        // Setting the maximum cannot fail: the history is still empty.
        let _ = history.set_max_len(HISTORY_LINES);
        history.ignore_space(true);
        let file = places::state_directory().map(|directory| directory.join("history"));
        if let Some(path) = &file {
            // The file does not exist before the first session.
            let _ = history.load(path);
        }
        LineEditor {
            guide: Guide { words, settings, files: FilenameCompleter::new(), prompt: Prompt::default() },
            history,
            file,
            last_interrupt: None,
            interrupted: Arc::default(),
            begun: String::new(),
            typed: VecDeque::new(),
        }
    }

    /// Whether complete lines are waiting to be executed.
    pub fn has_typed_lines(&self) -> bool {
        !self.typed.is_empty()
    }

    /// Takes the oldest complete line from the queue, and adds it to the history.
    pub fn typed_line(&mut self) -> Option<String> {
        let line = self.typed.pop_front()?;
        self.remember(&line);
        Some(line)
    }

    /// Queues a complete line that was typed or pasted.
    pub fn take_in(&mut self, line: String) {
        self.typed.push_back(line);
    }

    /// Sets the prompt; the caller reads the line.
    pub fn expect(&mut self, prompt: &Prompt) {
        self.guide.prompt = prompt.clone();
    }

    /// Records a Ctrl-C. Returns whether it follows another one, pressed within `TWICE` or received as a signal.
    pub fn is_interrupted_twice(&mut self) -> bool {
        let last = self.last_interrupt.replace(Instant::now());
        self.interrupted.swap(false, Ordering::Relaxed) || last.is_some_and(|last| last.elapsed() < TWICE)
    }

    /// Forgets an earlier Ctrl-C, so that the next one does not count as the second.
    pub fn forget_interrupt(&mut self) {
        self.last_interrupt = None;
    }

    /// Adds a line to the history. Ignores failures: the history is a convenience.
    fn remember(&mut self, line: &str) {
        let added = self.history.add(line).unwrap_or(false);
        if let (true, Some(path)) = (added, &self.file) {
            let _ = self.history.append(path);
        }
    }
}

impl Memory for LineEditor {
    fn count(&self) -> usize {
        self.history.len()
    }

    fn earlier(&self, number: usize) -> Option<String> {
        let found = self.history.get(number, SearchDirection::Forward).ok()?;
        found.map(|found| found.entry.into_owned())
    }

    fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        self.guide.complete(line, cursor)
    }

    fn hint(&self, line: &str, cursor: usize) -> Option<String> {
        self.guide.hint(line, cursor)
    }
}

/// Completion and hints.
struct Guide {
    words: Vec<Usage>,
    /// Names of the settings, with their possible values.
    settings: Vec<(String, String)>,
    files: FilenameCompleter,
    prompt: Prompt,
}

impl Guide {
    fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = &line[..cursor];
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let candidates = self.candidates(before[..start].trim(), &before[start..]);
        let mut names: Vec<String> = candidates.into_iter().map(|name| name + " ").collect();
        if self.names_a_file(before) {
            let (file_start, files) = self.files.complete_path(line, cursor).unwrap_or_default();
            // A file name with spaces begins before the last word; it is offered only if no keyword fits.
            if file_start == start || names.is_empty() {
                names.extend(files.into_iter().map(|file| file.replacement));
                return (file_start, names);
            }
        }
        (start, names)
    }

    /// The syntax of the arguments of the command just typed.
    fn hint(&self, line: &str, cursor: usize) -> Option<String> {
        let word = self.find(line.strip_suffix(' ')?)?;
        (cursor == line.len() && !word.arguments.is_empty()).then(|| word.arguments.into())
    }

    fn find(&self, name: &str) -> Option<&Usage> {
        self.words.iter().find(|word| word.is_called(name))
    }

    /// Whether the line begins with a command that takes a file name, followed by a space.
    fn names_a_file(&self, line: &str) -> bool {
        let (name, _) = command::split_word(line);
        line.contains(' ') && self.find(name).is_some_and(takes_files)
    }

    /// The completions of `part` after `before`: the case-sensitive matches or, if there are none, the case-insensitive
    /// ones. An empty line has no completions.
    fn candidates(&self, before: &str, part: &str) -> Vec<String> {
        let all: Vec<String> = match before {
            "" => self.words.iter().map(|word| word.name().into()).chain(self.prompt.moves.iter().cloned()).collect(),
            "move" => self.prompt.moves.clone(),
            "help" => self.words.iter().map(|word| word.name().into()).collect(),
            "set" => self.settings.iter().map(|(name, _)| name.clone()).collect(),
            _ => self.values_behind(before),
        };
        let fits = |name: &String| !part.is_empty() && name.starts_with(part);
        let exact: Vec<String> =
            all.iter().filter(|name| part.is_empty() && !before.is_empty() || fits(name)).cloned().collect();
        if !exact.is_empty() || part.is_empty() {
            return exact;
        }
        let lower = part.to_lowercase();
        all.into_iter().filter(|name| name.to_lowercase().starts_with(&lower)).collect()
    }

    /// The keywords that may follow a command or the name of a setting.
    fn values_behind(&self, before: &str) -> Vec<String> {
        let values = match before.strip_prefix("set ") {
            Some(name) => {
                let setting = self.settings.iter().find(|(known, _)| known == name);
                setting.map_or(String::new(), |(_, values)| values.clone())
            }
            None => self.find(before).map_or(String::new(), |word| word.arguments.replace('|', ",")),
        };
        let values = values.split([',', ' ', '[', ']']).map(str::trim);
        values
            .filter(|value| !value.is_empty() && value.chars().all(|letter| letter.is_ascii_lowercase()))
            .map(String::from)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guide() -> Guide {
        let words = command::usages(crate::ui::dialogues::CONSOLE_WORDS);
        let prompt = Prompt { moves: vec!["Nf3".into(), "Nc3".into(), "e4".into()], ..Prompt::default() };
        let settings = crate::ui::settings::all().map(|row| (row.name(), row.kind().to_string())).collect();
        Guide { words, settings, files: FilenameCompleter::new(), prompt }
    }

    fn candidates(before: &str, part: &str) -> Vec<String> {
        guide().candidates(before, part)
    }

    #[test]
    fn words_moves_settings_and_values_are_completed() {
        assert_eq!(candidates("", "N"), ["Nf3", "Nc3"]);
        assert_eq!(candidates("", "nc"), ["Nc3"]);
        assert_eq!(candidates("", "perf"), ["perft"]);
        assert!(candidates("", "").is_empty());
        assert_eq!(candidates("set", "null.red"), ["null.reduction"]);
        assert_eq!(candidates("set algorithm", ""), ["minimax", "alphabeta", "pvs", "modern"]);
        assert_eq!(candidates("set theme", "b"), ["blue"]);
        assert_eq!(candidates("play", "wh"), ["white"]);
        assert_eq!(candidates("opponent", ""), ["beginner", "casual", "club", "strong", "master", "full"]);
        assert_eq!(candidates("where", "k"), ["knights", "kings"]);
        assert_eq!(candidates("completions", "f"), ["fish"]);
        assert_eq!(candidates("puzzle", "m"), ["mine", "mates"]);
        assert!(candidates("divide", "").is_empty());
    }

    #[test]
    fn the_arguments_of_the_command_just_typed_are_a_hint() {
        let hint = |line: &str| guide().hint(line, line.len());
        assert_eq!(hint("readfen ").as_deref(), Some("FILE N"));
        assert_eq!([hint("readfen"), hint("readfen a "), hint("setup ")], [None, None, None]);
    }

    #[test]
    fn file_names_complete_after_commands_that_take_files() {
        let takes_a_file = |line| guide().names_a_file(line);
        assert!(
            takes_a_file("syzygy a") && takes_a_file("test a") && !takes_a_file("test") && !takes_a_file("perft a")
        );
        let completed = |line: &str| guide().complete(line, line.len());
        let (start, names) = completed("load ");
        assert_eq!((start, &names[..2]), (5, &["next ".to_string(), "previous ".into()][..]));
        assert!(names.contains(&"Cargo.toml".into()), "{names:?}");
        assert_eq!(completed("load Cargo.t"), (5, vec!["Cargo.toml".to_string()]));
        assert_eq!(completed("load ne"), (5, vec!["next ".to_string()]));
    }
}
