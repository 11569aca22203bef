//! The only writer to standard output. It also controls the full-screen view.
//!
//! Every line is flushed at once, since a GUI waits for it. A closed pipe is not an error: the writer records it, and
//! the program ends quietly. Any other failure to write to a pipe or a file ends the program with a message and status
//! 1.

#[cfg(feature = "terminal")]
mod terminal;

use std::borrow::Cow;
use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Write};

use chrono::{DateTime, Local, TimeZone};
use unicode_width::UnicodeWidthStr;

use crate::readmove::is_harmful;
use crate::timer::unix_nanos;

#[cfg(all(unix, feature = "terminal"))]
pub use terminal::end_of_typing;

/// A screen that is redrawn in place. While visible, it shows all output. By default, the methods do nothing, which is
/// all that [`NoScreen`] needs.
pub trait FullScreen: Send + 'static {
    /// Shows one or more lines of output.
    fn say(&mut self, _text: &str) {}

    /// Shows this status line.
    fn tell_status(&mut self, _text: &str) {}

    /// Whether the screen is due to be redrawn.
    fn is_due(&self) -> bool {
        false
    }

    /// Text and escape sequences that redraw the screen.
    fn picture(&mut self) -> String {
        String::new()
    }

    /// Whether the screen handles mouse events.
    fn wants_mouse(&self) -> bool {
        false
    }
}

/// Screen type of a dialogue that has no screen.
#[derive(Clone, Copy, Debug)]
pub enum NoScreen {}

impl FullScreen for NoScreen {}

/// The local time. If the system clock shows a date before 1970, returns the start of 1970; `Local::now` would panic.
pub fn now() -> DateTime<Local> {
    Local.timestamp_nanos(unix_nanos() as i64)
}

/// Makes a string safe for a terminal: replaces bidirectional marks, and all control characters except newlines, tabs
/// and colour sequences (SGR, `ESC [ … m`).
fn harmless(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if letter == '\x1b' { colour_length(rest) } else { None };
        match length {
            Some(length) => safe.push_str(&rest[..length]),
            None if matches!(letter, '\n' | '\t') || !is_harmful(letter) => safe.push(letter),
            None => safe.push('?'),
        }
        rest = &rest[length.unwrap_or(letter.len_utf8())..];
    }
    safe.into()
}

/// Length of the colour or style sequence at the start of the text.
fn colour_length(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.find(|letter: char| !matches!(letter, '0'..='9' | ';' | ':'))?;
    parameters[end..].starts_with('m').then_some(end + 3)
}

/// Standard output and an optional transcript of the dialogue.
pub struct Out<S = NoScreen> {
    /// The full-screen view. While it is shown, it receives all output.
    full_screen: Option<Box<S>>,
    terminal: bool,
    /// Width of lines if tables are written as sentences.
    pub spoken: Option<usize>,
    raw: bool,
    closed: bool,
    /// The error that ended the output, if any; a closed pipe is not an error.
    failure: Option<io::ErrorKind>,
    /// Width of the status line that the next line must overwrite, in columns; 0 for none.
    status_shown: usize,
    transcript: Option<File>,
    /// Output of the current command, up to a limit.
    said: String,
    /// Output of the previous command.
    said_before: String,
    /// The output being captured instead of written, if any.
    diverted: Option<Heard>,
}

/// Captured output.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heard {
    /// The text.
    pub text: String,
    /// The cells of the tables in the text.
    pub tables: Vec<Cells>,
}

/// The cells of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cells {
    /// The title of the table.
    pub title: String,
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    /// The notes below the table.
    pub notes: Vec<String>,
}

/// Whether the terminal is dumb, that is, does not support escape sequences.
pub fn is_dumb() -> bool {
    env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// The output recorded for a command stays shorter than this, in bytes. Text that would reach the limit is not
/// recorded.
const REMEMBERED: usize = 1 << 16;

impl<S> Default for Out<S> {
    /// Standard output, treated as a pipe.
    fn default() -> Out<S> {
        Out {
            full_screen: None,
            terminal: false,
            spoken: None,
            raw: false,
            closed: false,
            failure: None,
            status_shown: 0,
            transcript: None,
            said: String::new(),
            said_before: String::new(),
            diverted: None,
        }
    }
}

impl<S: FullScreen> Out<S> {
    /// Standard output.
    pub fn new() -> Out<S> {
        // A Windows console interprets escape sequences only on request.
        #[cfg(all(windows, feature = "terminal"))]
        crossterm::ansi_support::supports_ansi();
        Out { terminal: io::stdout().is_terminal(), ..Out::default() }
    }

    /// Whether the output goes to a terminal, not to a pipe or a file.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether nothing more can be written: the reader has closed the pipe, or a write has failed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The reason why writing to a pipe or a file failed, for instance a full disk. A closed pipe is not a failure.
    pub fn failure(&self) -> Option<String> {
        self.failure.filter(|_| !self.terminal).map(|kind| format!("cannot write the output: {kind}"))
    }

    /// Records whether the terminal is in raw mode, where each line must also end with a carriage return.
    pub fn set_raw(&mut self, raw: bool) {
        self.raw = raw;
    }

    /// Copies the dialogue to a file, with time stamps.
    pub fn set_transcript(&mut self, file: File) {
        self.transcript = Some(file);
    }

    /// Captures the output from now on. Returns the capture that this one suspends, if any.
    pub fn divert(&mut self) -> Option<Heard> {
        self.diverted.replace(Heard::default())
    }

    /// Ends the capture and returns it. Resumes the suspended capture `before`, if any.
    pub fn end_diversion(&mut self, before: Option<Heard>) -> Heard {
        std::mem::replace(&mut self.diverted, before).unwrap_or_default()
    }

    /// During a capture, records the cells of the table being written.
    pub fn note_cells(&mut self, cells: impl FnOnce() -> Cells) {
        if let Some(heard) = &mut self.diverted {
            heard.tables.push(cells());
        }
    }

    /// Writes one or more lines.
    pub fn line(&mut self, text: &str) {
        let text = &*harmless(text);
        if let Some(heard) = &mut self.diverted {
            heard.text.push_str(text);
            heard.text.push('\n');
            return;
        }
        self.note('>', text);
        if self.said.len() + text.len() < REMEMBERED {
            self.said.push_str(text);
            self.said.push('\n');
        }
        if let Some(full_screen) = &mut self.full_screen {
            full_screen.say(text);
            return self.draw_if_due();
        }
        let end = if self.raw { "\r\n" } else { "\n" };
        let mut all = self.clear_status();
        for line in text.split('\n') {
            all.push_str(line);
            all.push_str(end);
        }
        self.write(&all);
    }

    /// Writes a prompt, or the sequence that erases a prompt, without a newline.
    pub fn prompt(&mut self, text: &str) {
        let cleared = self.clear_status();
        self.write(&format!("{cleared}{text}"));
    }

    /// Shows a status line, which the next line overwrites. Does nothing unless the output is a terminal.
    pub fn status(&mut self, text: &str) {
        if !self.terminal {
            return;
        }
        let text = &*harmless(text);
        if let Some(full_screen) = &mut self.full_screen {
            full_screen.tell_status(text);
            return self.draw();
        }
        let cleared = self.clear_status();
        self.status_shown = text.width();
        self.write(&format!("{cleared}{text}\r"));
    }

    // ---- the full-screen view ---------------------------------------------------------------------------------------

    /// The full-screen view, if it is shown.
    pub fn full_screen(&mut self) -> Option<&mut S> {
        self.full_screen.as_deref_mut()
    }

    /// Whether a full-screen view is shown.
    pub fn is_full_screen(&self) -> bool {
        self.full_screen.is_some()
    }

    /// Draws the full-screen view.
    pub fn draw(&mut self) {
        if let Some(full_screen) = &mut self.full_screen {
            let picture = full_screen.picture();
            if !picture.is_empty() {
                self.write(&picture);
            }
        }
    }

    /// Draws the full-screen view, unless it was drawn a moment ago.
    pub fn draw_if_due(&mut self) {
        if self.full_screen.as_ref().is_some_and(|full_screen| full_screen.is_due()) {
            self.draw();
        }
    }

    /// Leaves the full-screen view, and passes the output on to a dialogue with a different screen type.
    #[cfg(feature = "terminal")]
    pub fn go_over<T: FullScreen>(mut self) -> Out<T> {
        self.leave();
        let Out { terminal, closed, failure, transcript, .. } = self;
        Out { terminal, closed, failure, transcript, ..Out::default() }
    }

    /// Rings the terminal's bell.
    pub fn ring(&mut self) {
        if self.terminal {
            self.write("\x07");
        }
    }

    /// Sends an escape sequence to the terminal.
    pub fn command(&mut self, sequence: &str) {
        if self.terminal {
            self.write(sequence);
        }
    }

    /// Starts to record the output of a new command.
    pub fn forget_said(&mut self) {
        self.said_before = std::mem::take(&mut self.said);
    }

    /// The output of the previous command.
    pub fn last_said(&mut self) -> &str {
        // The output stays recorded, so that a second `expect` checks it as well.
        std::mem::swap(&mut self.said, &mut self.said_before);
        &self.said
    }

    /// Copies an input line to the transcript.
    pub fn note_input(&mut self, text: &str) {
        self.note('<', text);
    }

    fn clear_status(&mut self) -> String {
        let width = std::mem::take(&mut self.status_shown);
        if width == 0 { String::new() } else { format!("\r{}\r", " ".repeat(width)) }
    }

    fn note(&mut self, direction: char, text: &str) {
        let Some(file) = &mut self.transcript else { return };
        let stamp = now().format("%H:%M:%S%.3f");
        // A full disk must not end the game, so the transcript ends instead.
        if writeln!(file, "{stamp} {direction} {text}").is_err() {
            self.transcript = None;
        }
    }

    fn write(&mut self, text: &str) {
        if self.closed {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            self.closed = true;
            self.failure = Some(error.kind()).filter(|kind| *kind != io::ErrorKind::BrokenPipe);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_is_erased_to_its_width() {
        // Closed, so that the test writes nothing.
        let mut out = Out::<NoScreen> { terminal: true, closed: true, ..Out::default() };
        for (text, columns) in [("e2e4", 4), ("棋譜", 4), ("e\u{301}", 1)] {
            out.status(text);
            assert_eq!(out.clear_status(), format!("\r{}\r", " ".repeat(columns)), "{text}");
        }
    }

    #[test]
    fn only_colours_reach_a_terminal() {
        assert_eq!(harmless("plain\ntext"), "plain\ntext");
        assert_eq!(harmless("\x1b[1;31mé\x1b[0m\t♘"), "\x1b[1;31mé\x1b[0m\t♘");
        assert_eq!(harmless("a\x1b]0;title\x07\r\u{9b}2J\u{202e}b\x1b[2J\x1b"), "a?]0;title???2J?b?[2J?");
    }
}
