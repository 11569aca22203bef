//! The input line: keys, history, search and completion. It handles keys and text; other modules draw it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rustyline::line_buffer::{ChangeListener, DeleteListener, Direction, LineBuffer};
use rustyline::{At, Word};

use crate::readmove::is_harmful;
use crate::ui::arguments::move_number;

/// Maximum length of an input line, in bytes.
const LONGEST: usize = 1 << 17;

/// Earlier lines, and completion.
pub trait Memory {
    /// Number of earlier lines.
    fn count(&self) -> usize;
    /// An earlier line by its number, counted from 0.
    fn earlier(&self, number: usize) -> Option<String>;
    /// Completions: a byte position in the line, and the strings that may replace the part from there to the cursor.
    fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>);
    /// A hint to show after the line: the arguments of the command just typed.
    fn hint(&self, line: &str, cursor: usize) -> Option<String>;
}

/// The effect of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyEffect {
    /// The key was handled; the line or the cursor may have changed.
    Changed,
    /// The line does not handle this key.
    Unknown,
    /// The line is complete.
    Entered(String),
    /// Ctrl-D on an empty line.
    Left,
    /// The possible completions.
    Candidates(Vec<String>),
}

/// The input line.
pub struct InputLine {
    buffer: LineBuffer,
    /// Number of the recalled line, and the text typed before it was recalled.
    recalled: Option<(usize, String)>,
    search: Option<ReverseSearch>,
    killed: String,
}

/// A search for an earlier line (Ctrl-R).
struct ReverseSearch {
    wanted: String,
    found: Option<usize>,
    before: String,
}

impl Default for InputLine {
    fn default() -> InputLine {
        InputLine { buffer: LineBuffer::with_capacity(LONGEST), recalled: None, search: None, killed: String::new() }
    }
}

/// Stores deleted text.
struct Killed<'a>(&'a mut String);

impl DeleteListener for Killed<'_> {
    fn delete(&mut self, _: usize, text: &str, _: Direction) {
        *self.0 = text.into();
    }
}

impl ChangeListener for Killed<'_> {
    fn insert_char(&mut self, _: usize, _: char) {}
    fn insert_str(&mut self, _: usize, _: &str) {}
    fn replace(&mut self, _: usize, _: &str, _: &str) {}
}

/// Ignores all changes.
struct Deaf;

impl DeleteListener for Deaf {
    fn delete(&mut self, _: usize, _: &str, _: Direction) {}
}

impl ChangeListener for Deaf {
    fn insert_char(&mut self, _: usize, _: char) {}
    fn insert_str(&mut self, _: usize, _: &str) {}
    fn replace(&mut self, _: usize, _: &str, _: &str) {}
}

impl InputLine {
    /// The text typed so far.
    pub fn text(&self) -> &str {
        self.buffer.as_str()
    }

    /// Number of characters before the cursor.
    pub fn cursor(&self) -> usize {
        self.text()[..self.buffer.pos()].chars().count()
    }

    /// Whether the line is empty and no search of the history is active.
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty() && self.search.is_none()
    }

    /// The prompt during a search for an earlier line.
    pub fn search_prompt(&self) -> Option<String> {
        let search = self.search.as_ref()?;
        let missed = if search.found.is_none() && !search.wanted.is_empty() { "no line has " } else { "" };
        Some(format!("(search) {missed}'{}': ", search.wanted))
    }

    /// Replaces the text; the cursor goes to its end.
    pub fn set(&mut self, text: &str) {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        self.buffer.update(text, text.len(), &mut Deaf);
    }

    /// Clears the line.
    pub fn clear(&mut self) {
        (self.recalled, self.search) = (None, None);
        self.set("");
    }

    /// Inserts text, up to the maximum length of a line.
    pub fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !is_harmful(*letter)) {
            if self.buffer.insert(letter, 1, &mut Deaf).is_none() {
                return;
            }
        }
    }

    /// Inserts pasted text. Returns the complete lines; the rest becomes the beginning of the next line. The moves of a
    /// pasted PGN game become one line.
    pub fn paste(&mut self, text: &str) -> Vec<String> {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = movetext(&text).unwrap_or(text);
        let (whole, rest) = text.rsplit_once('\n').map_or((None, &text[..]), |(whole, rest)| (Some(whole), rest));
        let mut lines = Vec::new();
        for line in whole.into_iter().flat_map(|whole| whole.split('\n')) {
            self.insert(line);
            lines.push(self.text().into());
            self.clear();
        }
        self.insert(rest);
        lines
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, memory: &impl Memory) -> KeyEffect {
        if self.search.is_some()
            && let Some(effect) = self.search_key(key, memory)
        {
            return effect;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, control) {
            (KeyCode::Enter, _) | (KeyCode::Char('j' | 'm'), true) => self.enter(),
            (KeyCode::Char('d'), true) if self.buffer.is_empty() => KeyEffect::Left,
            (KeyCode::Tab, _) | (KeyCode::Char('i'), true) => self.complete(memory),
            (KeyCode::Up, false) | (KeyCode::Char('p'), true) => self.recall(memory, -1),
            (KeyCode::Down, false) | (KeyCode::Char('n'), true) => self.recall(memory, 1),
            (KeyCode::Char('r'), true) => {
                self.search = Some(ReverseSearch { wanted: String::new(), found: None, before: self.text().into() });
                KeyEffect::Changed
            }
            _ => self.edit(key),
        }
    }

    fn enter(&mut self) -> KeyEffect {
        let line = self.text().to_string();
        self.clear();
        KeyEffect::Entered(line)
    }

    /// Handles editing keys, as in Emacs.
    fn edit(&mut self, key: KeyEvent) -> KeyEffect {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let (buffer, word) = (&mut self.buffer, Word::Emacs);
        match (key.code, control, alt) {
            (KeyCode::Left, true, _) | (KeyCode::Left | KeyCode::Char('b'), _, true) => {
                buffer.move_to_prev_word(word, 1);
            }
            (KeyCode::Right, true, _) | (KeyCode::Right | KeyCode::Char('f'), _, true) => {
                buffer.move_to_next_word(At::AfterEnd, word, 1);
            }
            (KeyCode::Left, ..) | (KeyCode::Char('b'), true, _) => drop(buffer.move_backward(1)),
            (KeyCode::Right, ..) | (KeyCode::Char('f'), true, _) => drop(buffer.move_forward(1)),
            (KeyCode::Home, ..) | (KeyCode::Char('a'), true, _) => drop(buffer.move_home()),
            (KeyCode::End, ..) | (KeyCode::Char('e'), true, _) => drop(buffer.move_end()),
            (KeyCode::Backspace, _, true) | (KeyCode::Char('w'), true, _) => {
                let word = if alt { word } else { Word::Big };
                buffer.delete_prev_word(word, 1, &mut Killed(&mut self.killed));
            }
            (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, _) => drop(buffer.backspace(1, &mut Deaf)),
            (KeyCode::Delete, ..) | (KeyCode::Char('d'), true, _) => drop(buffer.delete(1, &mut Deaf)),
            (KeyCode::Char('d'), _, true) => {
                buffer.delete_word(At::AfterEnd, word, 1, &mut Killed(&mut self.killed));
            }
            (KeyCode::Char('k'), true, _) => drop(buffer.kill_line(&mut Killed(&mut self.killed))),
            (KeyCode::Char('u'), true, _) => drop(buffer.discard_line(&mut Killed(&mut self.killed))),
            (KeyCode::Char('t'), true, _) => drop(buffer.transpose_chars(&mut Deaf)),
            (KeyCode::Char('y'), true, _) => drop(buffer.yank(&self.killed, 1, &mut Deaf)),
            // Windows reports AltGr, which types characters like @, as Ctrl and Alt together.
            (KeyCode::Char(letter), ..) if control == alt => drop(buffer.insert(letter, 1, &mut Deaf)),
            _ => return KeyEffect::Unknown,
        }
        KeyEffect::Changed
    }

    /// Recalls the previous or the next line of the history.
    fn recall(&mut self, memory: &impl Memory, step: isize) -> KeyEffect {
        let (at, typed) = self.recalled.take().unwrap_or((memory.count(), self.text().into()));
        let next = at.saturating_add_signed(step);
        if next >= memory.count() {
            self.set(&typed);
            return KeyEffect::Changed;
        }
        let line = memory.earlier(next).unwrap_or_default();
        self.recalled = Some((next, typed));
        self.set(&line);
        KeyEffect::Changed
    }

    /// Handles a key during a search of the history. Returns [`None`] if the key ends the search and must then be
    /// handled normally.
    fn search_key(&mut self, key: KeyEvent, memory: &impl Memory) -> Option<KeyEffect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let search = self.search.as_mut()?;
        let from = match (key.code, control) {
            (KeyCode::Char('r'), true) => search.found.unwrap_or(memory.count()),
            (KeyCode::Backspace, _) => {
                search.wanted.pop();
                memory.count()
            }
            (KeyCode::Char(letter), false) => {
                search.wanted.push(letter);
                search.found.map_or(memory.count(), |found| found + 1)
            }
            (KeyCode::Esc, _) | (KeyCode::Char('g'), true) => {
                let before = std::mem::take(&mut search.before);
                self.search = None;
                self.set(&before);
                return Some(KeyEffect::Changed);
            }
            _ => {
                self.search = None;
                return None;
            }
        };
        let wanted = search.wanted.clone();
        let fits = |number: &usize| memory.earlier(*number).is_some_and(|line| line.contains(&wanted));
        let found = (0..from).rev().find(fits).filter(|_| !wanted.is_empty());
        search.found = found.or(search.found.filter(fits));
        if let Some(line) = found.and_then(|number| memory.earlier(number)) {
            self.set(&line);
        }
        Some(KeyEffect::Changed)
    }

    /// Completes the word at the cursor up to the first ambiguity; returns the candidates if nothing can be added.
    fn complete(&mut self, memory: &impl Memory) -> KeyEffect {
        let cursor = self.buffer.pos();
        let (start, candidates) = memory.complete(self.text(), cursor);
        let Some(common) = common_beginning(&candidates) else { return KeyEffect::Changed };
        let part = self.text()[start..cursor].to_string();
        if candidates.len() == 1 || common.len() > part.len() {
            self.buffer.replace(start..cursor, common, &mut Deaf);
            self.buffer.set_pos(start + common.len());
            return KeyEffect::Changed;
        }
        KeyEffect::Candidates(candidates)
    }
}

/// The common prefix of all candidates.
fn common_beginning(candidates: &[String]) -> Option<&str> {
    let (first, others) = candidates.split_first()?;
    let same = |other: &String| {
        let pairs = first.char_indices().zip(other.chars());
        pairs.take_while(|((_, a), b)| a == b).map(|((at, a), _)| at + a.len_utf8()).last().unwrap_or(0)
    };
    Some(&first[..others.iter().map(same).min().unwrap_or(first.len())])
}

/// The movetext of a pasted game in one line, which ends with a line feed if the pasted text does; [`None`] if the text
/// after any PGN tags does not begin with a move number.
fn movetext(text: &str) -> Option<String> {
    let is_tag = |line: &&str| line.starts_with('[') && line.ends_with(']');
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_tag(line));
    let moves = lines.collect::<Vec<_>>().join(" ");
    move_number(&moves)?;
    Some(moves + if text.ends_with('\n') { "\n" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    const LINES: [&str; 3] = ["echo one", "set theme blue", "echo two"];

    impl Memory for Known {
        fn count(&self) -> usize {
            LINES.len()
        }

        fn earlier(&self, number: usize) -> Option<String> {
            LINES.get(number).map(|line| line.to_string())
        }

        fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
            let start = line[..cursor].rfind(' ').map_or(0, |blank| blank + 1);
            let all = ["perft", "perfect", "undo "];
            (start, all.iter().filter(|word| word.starts_with(&line[start..cursor])).map(|it| it.to_string()).collect())
        }

        fn hint(&self, _: &str, _: usize) -> Option<String> {
            None
        }
    }

    fn hit(line: &mut InputLine, code: KeyCode) -> KeyEffect {
        line.key(KeyEvent::new(code, KeyModifiers::NONE), &Known)
    }

    fn control(line: &mut InputLine, letter: char) -> KeyEffect {
        line.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL), &Known)
    }

    fn typed(text: &str) -> InputLine {
        let mut line = InputLine::default();
        text.chars().for_each(|letter| drop(hit(&mut line, KeyCode::Char(letter))));
        line
    }

    #[test]
    fn a_line_is_typed_and_entered() {
        let mut line = typed("e4é棋");
        assert_eq!((line.text(), line.cursor()), ("e4é棋", 4));
        hit(&mut line, KeyCode::Backspace);
        hit(&mut line, KeyCode::Left);
        hit(&mut line, KeyCode::Char('!'));
        assert_eq!((line.text(), line.cursor()), ("e4!é", 3));
        assert_eq!(hit(&mut line, KeyCode::Enter), KeyEffect::Entered("e4!é".into()));
        assert!(line.is_empty());
        assert_eq!(control(&mut line, 'd'), KeyEffect::Left);
    }

    #[test]
    fn words_are_killed_and_come_back() {
        let mut line = typed("setboard one two");
        control(&mut line, 'w');
        assert_eq!(line.text(), "setboard one ");
        control(&mut line, 'a');
        control(&mut line, 'y');
        assert_eq!(line.text(), "twosetboard one ");
        control(&mut line, 'k');
        assert_eq!(line.text(), "two");
        control(&mut line, 'u');
        assert_eq!(line.text(), "");
    }

    #[test]
    fn earlier_lines_come_back_and_the_begun_one_too() {
        let mut line = typed("half");
        for shown in ["echo two", "set theme blue", "echo one", "echo one"] {
            hit(&mut line, KeyCode::Up);
            assert_eq!(line.text(), shown);
        }
        for shown in ["set theme blue", "echo two", "half", "half"] {
            hit(&mut line, KeyCode::Down);
            assert_eq!(line.text(), shown);
        }
    }

    #[test]
    fn earlier_lines_are_searched() {
        let mut line = typed("half");
        control(&mut line, 'r');
        hit(&mut line, KeyCode::Char('e'));
        hit(&mut line, KeyCode::Char('c'));
        assert_eq!((line.text(), line.search_prompt().as_deref()), ("echo two", Some("(search) 'ec': ")));
        control(&mut line, 'r');
        assert_eq!(line.text(), "echo one");
        hit(&mut line, KeyCode::Char('x'));
        assert_eq!(line.search_prompt().as_deref(), Some("(search) no line has 'ecx': "));
        hit(&mut line, KeyCode::Esc);
        assert_eq!((line.text(), line.search_prompt()), ("half", None));
        control(&mut line, 'r');
        hit(&mut line, KeyCode::Char('m'));
        assert_eq!(hit(&mut line, KeyCode::Enter), KeyEffect::Entered("set theme blue".into()));
    }

    #[test]
    fn words_are_completed_as_far_as_they_agree() {
        let mut line = typed("p");
        assert_eq!(hit(&mut line, KeyCode::Tab), KeyEffect::Changed);
        assert_eq!(line.text(), "perf");
        assert_eq!(hit(&mut line, KeyCode::Tab), KeyEffect::Candidates(vec!["perft".into(), "perfect".into()]));
        let mut line = typed("help u");
        hit(&mut line, KeyCode::Tab);
        assert_eq!((line.text(), line.cursor()), ("help undo ", 10));
        let mut line = typed("xyz");
        assert_eq!(hit(&mut line, KeyCode::Tab), KeyEffect::Changed);
        assert_eq!(line.text(), "xyz");
    }

    #[test]
    fn pasted_text_is_cut_and_cleaned() {
        let mut line = InputLine::default();
        line.insert("e4\u{1b}[A\te5");
        assert_eq!(line.text(), "e4[Ae5");
        assert_eq!(line.paste("!\r\nNf3\r\rN"), ["e4[Ae5!", "Nf3", ""]);
        assert_eq!(line.text(), "N");
        line.insert(&"x".repeat(2 * LONGEST));
        assert!(line.text().len() <= LONGEST + 4);
        line.clear();
        let game = "[Event \"?\"]\r\n[White \"A\"]\r\n\r\n1. e4 e5\r\n2. Nf3\r\n*\r\n";
        assert_eq!(line.paste(game), ["1. e4 e5 2. Nf3 *"]);
        assert_eq!((line.paste("1. e4\ne5"), line.text()), (vec![], "1. e4 e5"));
    }
}
