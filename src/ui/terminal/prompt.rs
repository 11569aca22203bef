//! The prompt and the input line, below the scrolling output. This module takes events and returns the characters to
//! write; it does no input or output itself.

use crate::readmove::is_harmful;
use crossterm::Command;
use crossterm::cursor::{MoveRight, MoveUp};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{Clear, ClearType};
use unicode_width::UnicodeWidthChar;

use super::screen::line::{InputLine, KeyEffect, Memory};

/// The capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abilities {
    /// No escape sequences; the terminal shows and edits the line.
    Dumb,
    /// The cursor can move.
    Plain,
    /// The cursor can move, and text can be bold or dim.
    Coloured,
}

/// The result of an event that does more than redraw the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fed {
    /// Complete lines: one that was entered, or all that were pasted.
    Lines(Vec<String>),
    /// The possible completions to list.
    Candidates(Vec<String>),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-D on an empty line.
    End,
}

/// A prompt and the line typed after it.
pub struct PromptLine {
    prompt: String,
    abilities: Abilities,
    line: InputLine,
    hint: String,
    /// Columns and rows of the window.
    size: (usize, usize),
    painted: Painted,
    /// Whether the terminal shows the current line.
    is_current: bool,
}

/// The state of the prompt on the terminal.
enum Painted {
    Nothing,
    /// Prompt and line; holds the text before the cursor, and the width of the window when it was painted.
    Before(String, usize),
    /// Unknown contents: the window must be cleared.
    Rubbish,
}

impl PromptLine {
    /// A prompt and the text already typed, in a window of this size (columns and rows).
    pub fn new(prompt: &str, abilities: Abilities, begun: &str, size: (u16, u16)) -> PromptLine {
        let mut line = InputLine::default();
        line.set(begun);
        let (prompt, hint) = (prompt.into(), String::new());
        PromptLine { prompt, abilities, line, hint, size: window(size), painted: Painted::Nothing, is_current: false }
    }

    /// The text typed so far.
    pub fn text(&self) -> &str {
        self.line.text()
    }

    /// Columns of the window.
    pub fn columns(&self) -> usize {
        self.size.0
    }

    /// Clears the text and the hint.
    pub fn clear(&mut self) {
        self.is_current = false;
        self.line.clear();
        self.hint.clear();
    }

    /// Handles an event.
    pub fn feed(&mut self, event: Event, memory: &impl Memory) -> Option<Fed> {
        self.is_current = false;
        let fed = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, memory),
            Event::Paste(text) => Some(self.line.paste(&text)).filter(|lines| !lines.is_empty()).map(Fed::Lines),
            Event::Resize(columns, rows) => {
                self.size = window((columns, rows));
                None
            }
            _ => None,
        };
        let text = self.line.text();
        // Without colours, a hint would look like typed text.
        let has_hint = self.abilities == Abilities::Coloured && self.line.cursor() == text.chars().count();
        self.hint = memory.hint(text, text.len()).filter(|_| has_hint).unwrap_or_default();
        fed
    }

    fn key(&mut self, key: KeyEvent, memory: &impl Memory) -> Option<Fed> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Some(Fed::Interrupt),
                KeyCode::Char('z') => return Some(Fed::Suspend),
                KeyCode::Char('l') => self.painted = Painted::Rubbish,
                _ => {}
            }
        }
        match self.line.key(key, memory) {
            KeyEffect::Changed | KeyEffect::Unknown => None,
            KeyEffect::Entered(line) => Some(Fed::Lines(vec![line])),
            KeyEffect::Left => Some(Fed::End),
            KeyEffect::Candidates(names) => Some(Fed::Candidates(names)),
        }
    }

    /// The output that paints prompt, line and hint, or the part around the cursor if the window is too small. Empty if
    /// nothing has changed, so that a screen reader does not read the line again.
    pub fn paint(&mut self) -> String {
        if std::mem::replace(&mut self.is_current, true) {
            return String::new();
        }
        let (line, hint) = (self.line.text().to_string(), self.hint.clone());
        let cursor = line.char_indices().nth(self.line.cursor()).map_or(line.len(), |(at, _)| at);
        let prompt = self.line.search_prompt().unwrap_or_else(|| self.prompt.clone());
        self.picture([&prompt, &line[..cursor], &line[cursor..], &hint], self.size.1)
    }

    /// The output that leaves prompt and line on the terminal and moves to the next row.
    pub fn leave(&mut self) -> String {
        let line = self.line.text().to_string();
        self.finish(&line)
    }

    /// Like [`leave`](Self::leave), but shows this line instead of the typed one.
    pub fn finish(&mut self, line: &str) -> String {
        let prompt = self.prompt.clone();
        // Rows that do not fit may scroll out of the window.
        let text = self.picture([&prompt, line, "", ""], usize::MAX);
        (self.painted, self.is_current) = (Painted::Nothing, false);
        if self.abilities == Abilities::Dumb {
            return String::new();
        }
        let is_at_a_new_row = matches!(place(&[&prompt, line], self.size.0), (1.., 0));
        text + if is_at_a_new_row { "" } else { "\r\n" }
    }

    /// The output that erases prompt and line and moves to their first row.
    pub fn erase(&mut self) -> String {
        self.is_current = false;
        self.erased()
    }

    fn erased(&mut self) -> String {
        let mut text = String::new();
        match std::mem::replace(&mut self.painted, Painted::Nothing) {
            _ if self.abilities == Abilities::Dumb => {}
            Painted::Nothing => {}
            Painted::Rubbish => text.push_str("\x1b[H\x1b[2J"),
            Painted::Before(before, columns) => {
                // After a resize, the terminal may have rewrapped or truncated the line. Moving up by the smaller of
                // the row counts at the old and the new width never erases a row above the prompt.
                let up = place(&[&before], columns).0.min(place(&[&before], self.size.0).0);
                move_up(&mut text, up);
                add(&mut text, Clear(ClearType::FromCursorDown));
            }
        }
        text
    }

    /// The output that shows the prompt, the line before and after the cursor, and the hint, in at most this many rows.
    fn picture(&mut self, parts: [&str; 4], rows: usize) -> String {
        if self.abilities == Abilities::Dumb {
            let is_new = matches!(self.painted, Painted::Nothing);
            self.painted = Painted::Before(String::new(), self.size.0);
            return if is_new { parts[..2].concat() } else { String::new() };
        }
        let mut text = self.erased();
        let columns = self.size.0;
        let (cursor, end) = (place(&parts[..2], columns), place(&parts, columns));
        let shown = (cursor.0 + 1).saturating_sub(rows)..(cursor.0 + 1).max(rows);
        let (mut at, mut before) = ((0, 0), String::new());
        for (number, part) in parts.into_iter().enumerate() {
            let letters = part.chars().filter(|letter| !is_harmful(*letter));
            let letters: String = letters.filter(|letter| shown.contains(&step(&mut at, *letter, columns))).collect();
            let style = match (self.abilities, number) {
                (Abilities::Coloured, 0) => "\x1b[1m",
                (Abilities::Coloured, 3) => "\x1b[2m",
                _ => "",
            };
            match style {
                _ if letters.is_empty() => {}
                "" => text.push_str(&letters),
                style => text.extend([style, &letters, "\x1b[0m"]),
            }
            if number < 2 {
                before.push_str(&letters);
            }
        }
        if end.1 == 0 && end.0 > 0 && shown.contains(&end.0) {
            // The last row is full: most terminals move the cursor to the next row only with the next character.
            text.push_str(" \r");
        }
        move_up(&mut text, end.0.min(shown.end - 1) - cursor.0);
        if cursor.1 > 0 {
            add(&mut text, MoveRight(cursor.1 as u16));
        }
        self.painted = Painted::Before(before, columns);
        text
    }
}

fn window((columns, rows): (u16, u16)) -> (usize, usize) {
    (usize::from(columns.max(2)), usize::from(rows.max(1)))
}

/// Appends an escape sequence; writing to a String cannot fail.
fn add(text: &mut String, command: impl Command) {
    let _ = command.write_ansi(text);
}

/// Moves to the first column, this many rows up.
fn move_up(text: &mut String, rows: usize) {
    text.push('\r');
    if rows > 0 {
        add(text, MoveUp(rows.min(usize::from(u16::MAX)) as u16));
    }
}

/// Advances by a character, as the terminal does: the character goes to the next row only if it does not fit.
/// Returns the row of the character.
fn step(at: &mut (usize, usize), letter: char, columns: usize) -> usize {
    let width = letter.width().unwrap_or(0);
    if at.1 + width > columns {
        *at = (at.0 + 1, 0);
    }
    at.1 += width;
    at.0
}

/// Row and column of the cursor after writing these strings.
fn place(texts: &[&str], columns: usize) -> (usize, usize) {
    let mut at = (0, 0);
    for letter in texts.iter().flat_map(|text| text.chars()) {
        step(&mut at, letter, columns);
    }
    if at.1 == columns { (at.0 + 1, 0) } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;

    impl Memory for Known {
        fn count(&self) -> usize {
            1
        }

        fn earlier(&self, _: usize) -> Option<String> {
            Some("perft 3".into())
        }

        fn complete(&self, _: &str, _: usize) -> (usize, Vec<String>) {
            (0, vec!["perft".into(), "perfect".into()])
        }

        fn hint(&self, line: &str, _: usize) -> Option<String> {
            (line == "perft ").then(|| "DEPTH".into())
        }
    }

    /// A prompt in an emulated terminal, below a line that must not change.
    struct Person {
        line: PromptLine,
        screen: vt100::Parser,
    }

    impl Person {
        fn sits_down(columns: u16, rows: u16) -> Person {
            let line = PromptLine::new("> ", Abilities::Coloured, "", (columns, rows));
            let mut screen = vt100::Parser::new(rows, columns, 100);
            screen.process(b"above\r\n");
            Person { line, screen }
        }

        fn event(&mut self, event: Event) -> Option<Fed> {
            let fed = self.line.feed(event, &Known);
            self.screen.process(self.line.paint().as_bytes());
            fed
        }

        fn types(&mut self, text: &str) {
            text.chars().for_each(|letter| drop(self.hits(KeyCode::Char(letter), KeyModifiers::NONE)));
        }

        fn hits(&mut self, code: KeyCode, modifiers: KeyModifiers) -> Option<Fed> {
            self.event(Event::Key(KeyEvent::new(code, modifiers)))
        }

        fn control(&mut self, letter: char) -> Option<Fed> {
            self.hits(KeyCode::Char(letter), KeyModifiers::CONTROL)
        }

        /// Checks the rows of the screen; a bar marks the cursor.
        fn sees(&self, rows: &[&str]) {
            let screen = self.screen.screen();
            let (row, column) = screen.cursor_position();
            let mut seen: Vec<String> = screen.rows(0, screen.size().1).collect();
            // The second half of a wide character is an empty cell, like a space.
            let cells = (0..column).filter_map(|at| screen.cell(row, at)).filter(|cell| !cell.is_wide_continuation());
            let before: String = cells.map(|cell| if cell.has_contents() { cell.contents() } else { " " }).collect();
            let row = usize::from(row);
            seen[row] = format!("{before}|{}", seen[row].get(before.len()..).unwrap_or_default().trim_end());
            while seen.last().is_some_and(String::is_empty) {
                seen.pop();
            }
            assert_eq!(seen, rows);
        }
    }

    #[test]
    fn an_unchanged_line_is_not_painted_again() {
        let mut person = Person::sits_down(20, 4);
        person.types("e5");
        assert_eq!(person.line.paint(), "");
        person.screen.process(person.line.erase().as_bytes());
        person.sees(&["above", "|"]);
        person.types("d");
        person.sees(&["above", "> e5d|"]);
        for abilities in [Abilities::Dumb, Abilities::Plain] {
            let mut line = PromptLine::new("> ", abilities, "", (20, 4));
            line.paint();
            line.leave();
            assert!(line.paint().contains("> "), "{abilities:?}");
        }
    }

    #[test]
    fn a_line_is_edited_in_the_middle() {
        let mut person = Person::sits_down(20, 4);
        person.types("e5 棋");
        person.sees(&["above", "> e5 棋|"]);
        person.control('a');
        person.hits(KeyCode::Delete, KeyModifiers::NONE);
        person.types("d");
        person.sees(&["above", "> d|5 棋"]);
        person.control('k');
        person.sees(&["above", "> d|"]);
        person.hits(KeyCode::Up, KeyModifiers::NONE);
        person.sees(&["above", "> perft 3|"]);
        let fed = person.line.feed(Event::Key(KeyCode::Enter.into()), &Known);
        assert_eq!(fed, Some(Fed::Lines(vec!["perft 3".into()])));
        let text = person.line.finish("perft 3");
        person.screen.process(text.as_bytes());
        person.sees(&["above", "> perft 3", "|"]);
        person.types("d");
        person.sees(&["above", "> perft 3", "> d|"]);
    }

    #[test]
    fn long_lines_wrap_without_touching_the_rows_above() {
        let mut person = Person::sits_down(10, 6);
        person.types("12345678");
        person.sees(&["above", "> 12345678", "|"]);
        person.types("9abcdefg棋hi");
        person.sees(&["above", "> 12345678", "9abcdefg棋", "hi|"]);
        person.control('a');
        person.types("x");
        person.sees(&["above", "> x|1234567", "89abcdefg", "棋hi"]);
        person.control('u');
        person.control('k');
        person.sees(&["above", "> |"]);
        assert_eq!(person.control('d'), Some(Fed::End));
    }

    #[test]
    fn a_line_longer_than_the_window_shows_the_part_at_the_cursor() {
        let mut person = Person::sits_down(10, 3);
        person.types("12345678abcdefghijABCDEFGHIJ0123456789xyz");
        person.sees(&["ABCDEFGHIJ", "0123456789", "xyz|"]);
        person.control('a');
        person.sees(&["> |12345678", "abcdefghij", "ABCDEFGHIJ"]);
        let text = person.line.leave();
        person.screen.process(text.as_bytes());
        person.sees(&["0123456789", "xyz", "|"]);
        person.screen.screen_mut().set_scrollback(4);
        let rows: Vec<String> = person.screen.screen().rows(0, 10).collect();
        assert_eq!(rows[1..], ["> 12345678", "abcdefghij"]);
    }

    #[test]
    fn hints_and_completions_are_shown() {
        let mut person = Person::sits_down(30, 4);
        person.types("pe");
        assert_eq!(person.hits(KeyCode::Tab, KeyModifiers::NONE), None);
        person.sees(&["above", "> perf|"]);
        let fed = person.hits(KeyCode::Tab, KeyModifiers::NONE);
        assert_eq!(fed, Some(Fed::Candidates(vec!["perft".into(), "perfect".into()])));
        person.types("t ");
        person.sees(&["above", "> perft |DEPTH"]);
        let is_dim = |column| person.screen.screen().cell(1, column).expect("a cell").dim();
        assert!(is_dim(8) && !is_dim(2));
        person.hits(KeyCode::Left, KeyModifiers::NONE);
        person.sees(&["above", "> perft|"]);
        person.control('r');
        person.types("ft");
        person.sees(&["above", "(search) 'ft': perft 3|"]);
        let mut line = PromptLine::new("> ", Abilities::Plain, "perft", (80, 24));
        line.feed(Event::Key(KeyCode::Char(' ').into()), &Known);
        assert_eq!((line.text(), line.hint.as_str()), ("perft ", ""), "without colours there is no hint");
    }

    #[test]
    fn reports_are_printed_above_the_prompt() {
        let mut person = Person::sits_down(10, 6);
        person.types("set theme blue");
        person.hits(KeyCode::Left, KeyModifiers::NONE);
        let erased = person.line.erase();
        person.screen.process(erased.as_bytes());
        person.sees(&["above", "|"]);
        person.screen.process(b"report\r\n");
        let text = person.line.paint();
        person.screen.process(text.as_bytes());
        person.sees(&["above", "report", "> set them", "e blu|e"]);
        assert_eq!(person.control('c'), Some(Fed::Interrupt));
        let text = person.line.leave();
        person.screen.process(text.as_bytes());
        person.line.clear();
        person.types("d4");
        person.sees(&["above", "report", "> set them", "e blue", "> d4|"]);
        person.control('l');
        person.sees(&["> d4|"]);
    }

    #[test]
    fn resizing_never_damages_the_rows_above() {
        let mut person = Person::sits_down(20, 6);
        person.types("1234567890");
        for (columns, rows) in [(8, 6), (20, 6), (30, 4), (12, 6)] {
            person.screen.screen_mut().set_size(rows, columns);
            person.event(Event::Resize(columns, rows));
            assert_eq!(person.screen.screen().rows(0, columns).next().as_deref(), Some("above"), "{columns}x{rows}");
            assert!(person.screen.screen().contents().replace('\n', "").contains("> 1234567890"));
        }
    }

    #[test]
    fn pasted_lines_come_in_order_and_a_dumb_terminal_gets_no_escapes() {
        let mut line = PromptLine::new("> ", Abilities::Dumb, "", (80, 24));
        assert_eq!(line.paint(), "> ");
        let fed = line.feed(Event::Paste("e4\r\nNf3\rN".into()), &Known);
        assert_eq!(fed, Some(Fed::Lines(vec!["e4".into(), "Nf3".into()])));
        assert_eq!((line.paint() + &line.leave(), line.text()), (String::new(), "N"));
    }
}
