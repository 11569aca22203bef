//! The one place that writes to standard output.
//!
//! Every line is flushed when it is complete, since a GUI waits for it. A closed pipe is no error: the writer notes it, and the
//! program ends quietly.

use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Write};

use chrono::Local;

/// Standard output, and perhaps a transcript of the dialogue.
#[derive(Debug, Default)]
pub struct Out {
    terminal: bool,
    raw: bool,
    closed: bool,
    /// Does the cursor stand behind a status line that the next line has to overwrite?
    status_shown: usize,
    transcript: Option<File>,
    /// What the last command has said, up to a limit.
    said: String,
    /// What the command before it has said.
    said_before: String,
}

/// The line editor was interrupted for good: the terminal no longer has to say what is pasted, and the prompt's line ends.
#[cfg(unix)]
pub fn end_of_typing() {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() && !is_dumb() {
        // A terminal that is gone needs nothing.
        let _ = stdout.write_all(b"\x1b[?2004l\n").and_then(|()| stdout.flush());
    }
}

/// A terminal that can do nothing but print.
pub fn is_dumb() -> bool {
    env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// So many bytes of what a command says are remembered.
const REMEMBERED: usize = 1 << 16;

impl Out {
    /// Standard output as it is.
    pub fn new() -> Out {
        Out { terminal: io::stdout().is_terminal(), ..Out::default() }
    }

    /// Does somebody look at it, or does it go to a pipe or file?
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Has the reader gone away?
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// While the terminal is in raw mode a line end needs a carriage return.
    pub fn set_raw(&mut self, raw: bool) {
        self.raw = raw;
    }

    /// Copies the dialogue, with time stamps, to a file.
    pub fn set_transcript(&mut self, file: File) {
        self.transcript = Some(file);
    }

    /// Writes a line, or several.
    pub fn line(&mut self, text: &str) {
        self.note('>', text);
        if self.said.len() + text.len() < REMEMBERED {
            self.said.push_str(text);
            self.said.push('\n');
        }
        let end = if self.raw { "\r\n" } else { "\n" };
        let mut all = self.clear_status();
        for line in text.split('\n') {
            all.push_str(line);
            all.push_str(end);
        }
        self.write(&all);
    }

    /// Writes a part of a line that something will be typed behind.
    pub fn prompt(&mut self, text: &str) {
        let cleared = self.clear_status();
        self.write(&format!("{cleared}{text}"));
    }

    /// Shows a line that the next one overwrites; on a terminal only.
    pub fn status(&mut self, text: &str) {
        if !self.terminal {
            return;
        }
        let cleared = self.clear_status();
        self.status_shown = text.chars().count();
        self.write(&format!("{cleared}{text}\r"));
    }

    /// Rings the bell of a terminal.
    pub fn ring(&mut self) {
        if self.terminal {
            self.write("\x07");
        }
    }

    /// A new command begins.
    pub fn forget_said(&mut self) {
        self.said_before = std::mem::take(&mut self.said);
    }

    /// What the command before this one has said.
    pub fn last_said(&mut self) -> &str {
        // Whoever asks is a command itself, and may be followed by another that asks.
        std::mem::swap(&mut self.said, &mut self.said_before);
        &self.said
    }

    /// Notes a line that was read in the transcript.
    pub fn note_input(&mut self, text: &str) {
        self.note('<', text);
    }

    fn clear_status(&mut self) -> String {
        let width = std::mem::take(&mut self.status_shown);
        if width == 0 { String::new() } else { format!("\r{}\r", " ".repeat(width)) }
    }

    fn note(&mut self, direction: char, text: &str) {
        let Some(file) = &mut self.transcript else { return };
        let stamp = Local::now().format("%H:%M:%S%.3f");
        // A full disk must not end the game: the transcript is given up.
        if writeln!(file, "{stamp} {direction} {text}").is_err() {
            self.transcript = None;
        }
    }

    fn write(&mut self, text: &str) {
        if self.closed {
            return;
        }
        let mut stdout = io::stdout().lock();
        if stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            self.closed = true;
        }
    }
}
