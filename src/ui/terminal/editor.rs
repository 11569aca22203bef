//! The line editor: history, hints, and completion of words, settings, files and legal moves.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{FileHistory, History, SearchDirection};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::command::{self, Usage};

use crate::ui::places;
use crate::ui::settings::SETTINGS;

use super::look::LOOK_SETTINGS;
use super::screen::line::Memory;

/// Ctrl-C pressed twice within this time ends the program.
const TWICE: Duration = Duration::from_secs(1);
/// Number of lines in the history.
const HISTORY_LINES: usize = 1000;

/// The prompt of the next line, with what the editor needs for it.
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
    editor: Editor<Guide, FileHistory>,
    history: Option<PathBuf>,
    last_interrupt: Option<Instant>,
    /// Set when Ctrl-C arrives as a signal, while the editor does not control the terminal.
    pub interrupted: Arc<AtomicBool>,
    /// Text typed while the engine was thinking: the beginning of the next line.
    pub begun: String,
    /// Whole lines typed meanwhile.
    typed: VecDeque<String>,
}

impl LineEditor {
    /// An editor that completes these words, with the saved history; none if the terminal cannot support it.
    pub fn new(words: Vec<Usage>) -> Option<LineEditor> {
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(HISTORY_LINES).ok()?;
        let config = config.history_ignore_space(true).build();
        let mut editor = Editor::with_config(config).ok()?;
        editor.set_helper(Some(Guide { words, files: FilenameCompleter::new(), prompt: Prompt::default() }));
        let history = places::state_directory().map(|directory| directory.join("history"));
        if let Some(path) = &history {
            // There is none before the first session.
            let _ = editor.load_history(path);
        }
        Some(LineEditor {
            editor,
            history,
            last_interrupt: None,
            interrupted: Arc::default(),
            begun: String::new(),
            typed: VecDeque::new(),
        })
    }

    /// Ends the line begun while the engine was thinking; false if there is none.
    pub fn end_line(&mut self) -> bool {
        let any = !self.begun.is_empty();
        if any {
            self.typed.push_back(std::mem::take(&mut self.begun));
        }
        any
    }

    /// The next whole line typed while the engine was thinking.
    pub fn typed_line(&mut self) -> Option<String> {
        let line = self.typed.pop_front()?;
        self.remember(&line);
        Some(line)
    }

    /// Adds a whole line that was typed elsewhere.
    pub fn take_in(&mut self, line: String) {
        self.typed.push_back(line);
    }

    /// Sets the prompt for callers that read the line themselves.
    pub fn expect(&mut self, prompt: &Prompt) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.prompt = prompt.clone();
        }
    }

    /// Waits for a line; none at the end of input or after a double Ctrl-C.
    pub fn wait(&mut self, prompt: &Prompt) -> Option<String> {
        self.expect(prompt);
        self.interrupted.store(false, Ordering::Relaxed);
        loop {
            let begun = std::mem::take(&mut self.begun);
            match self.editor.readline_with_initial(&prompt.text, (&begun, "")) {
                Ok(block) => {
                    // Pasted text may have several lines.
                    self.typed.extend(block.lines().map(String::from));
                    return self.typed_line().or(Some(block));
                }
                Err(ReadlineError::Interrupted) if self.is_interrupted_twice() => return None,
                Err(ReadlineError::Interrupted) => {}
                Err(_) => return None,
            }
        }
    }

    /// Records a Ctrl-C. Returns whether there was another one shortly before.
    pub fn is_interrupted_twice(&mut self) -> bool {
        let last = self.last_interrupt.replace(Instant::now());
        self.interrupted.swap(false, Ordering::Relaxed) || last.is_some_and(|last| last.elapsed() < TWICE)
    }

    /// Adds a line to the history, which is a convenience: failures do not matter.
    fn remember(&mut self, line: &str) {
        let added = self.editor.add_history_entry(line).unwrap_or(false);
        if let (true, Some(path)) = (added, &self.history) {
            let _ = self.editor.append_history(path);
        }
    }
}

impl Memory for LineEditor {
    fn count(&self) -> usize {
        self.editor.history().len()
    }

    fn earlier(&self, number: usize) -> Option<String> {
        let found = self.editor.history().get(number, SearchDirection::Forward).ok()?;
        found.map(|found| found.entry.into_owned())
    }

    fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let context = Context::new(self.editor.history());
        let found = self.editor.helper().and_then(|guide| guide.complete(line, cursor, &context).ok());
        let (start, pairs) = found.unwrap_or_default();
        (start, pairs.into_iter().map(|pair| pair.replacement).collect())
    }

    fn hint(&self, line: &str, cursor: usize) -> Option<String> {
        self.editor.helper()?.hint(line, cursor, &Context::new(self.editor.history()))
    }
}

/// Completion and hints.
struct Guide {
    words: Vec<Usage>,
    files: FilenameCompleter,
    prompt: Prompt,
}

impl Helper for Guide {}
impl Validator for Guide {}

impl Completer for Guide {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..pos];
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let candidates = self.candidates(before[..start].trim(), &before[start..]);
        if candidates.is_empty() && self.names_a_file(before) {
            return self.files.complete_path(line, pos);
        }
        let pair = |name: String| Pair { display: name.clone(), replacement: format!("{name} ") };
        Ok((start, candidates.into_iter().map(pair).collect()))
    }
}

impl Guide {
    fn find(&self, name: &str) -> Option<&Usage> {
        self.words.iter().find(|word| word.is_called(name))
    }

    /// May a file name follow the first word of this line?
    fn names_a_file(&self, line: &str) -> bool {
        let (name, _) = command::split_word(line);
        line.contains(' ') && self.find(name).is_some_and(|word| word.arguments.contains("FILE"))
    }

    /// Everything that may follow `before` and begins with `part`.
    fn candidates(&self, before: &str, part: &str) -> Vec<String> {
        let all: Vec<String> = match before {
            "" => self.words.iter().map(|word| word.name().into()).chain(self.prompt.moves.iter().cloned()).collect(),
            "move" => self.prompt.moves.clone(),
            "help" => self.words.iter().map(|word| word.name().into()).collect(),
            "set" => setting_names(),
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

    /// The named values of a word or a setting.
    fn values_behind(&self, before: &str) -> Vec<String> {
        let values = match before.strip_prefix("set ") {
            Some(name) => {
                let look =
                    LOOK_SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.values.join(","));
                let values =
                    SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.values.to_string());
                look.or(values).unwrap_or_default()
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

fn setting_names() -> Vec<String> {
    let names = SETTINGS.iter().map(|setting| setting.name).chain(LOOK_SETTINGS.iter().map(|setting| setting.name));
    names.map(String::from).collect()
}

impl Hinter for Guide {
    type Hint = String;

    /// The arguments of the word just typed.
    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<String> {
        let word = self.find(line.strip_suffix(' ')?)?;
        (pos == line.len() && self.prompt.coloured && !word.arguments.is_empty()).then(|| word.arguments.into())
    }
}

impl Highlighter for Guide {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.prompt.coloured { Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m")) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("\x1b[2m{hint}\x1b[0m"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guide() -> Guide {
        let words = command::usages(crate::ui::dialogues::CONSOLE_WORDS);
        let prompt = Prompt { moves: vec!["Nf3".into(), "Nc3".into(), "e4".into()], ..Prompt::default() };
        Guide { words, files: FilenameCompleter::new(), prompt }
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
        assert!(candidates("divide", "").is_empty());
    }

    #[test]
    fn files_are_completed_behind_words_that_take_them() {
        let takes_a_file = |line| guide().names_a_file(line);
        assert!(takes_a_file("test a") && !takes_a_file("test") && !takes_a_file("perft a"));
    }
}
