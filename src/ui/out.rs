//! The one place that writes to standard output, and that knows whether a steady screen is shown there.
//!
//! Every line is flushed when it is complete, since a GUI waits for it. A closed pipe is no error: the writer notes it,
//! and the program ends quietly. Any other failure ends it as well, with a word and status 1.

use std::any::Any;
use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::Local;
use crossterm::Command;
use crossterm::cursor::Show;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// A screen that is redrawn in place. What is said while it is shown is said on it.
pub trait Steady: Any + Send {
    /// Says a text, of one line or several.
    fn say(&mut self, text: &str);

    /// Says what the engine is doing.
    fn tell_status(&mut self, text: &str);

    /// Is it time for another picture?
    fn is_due(&self) -> bool;

    /// What has to be written so that the terminal shows everything.
    fn picture(&mut self) -> String;

    /// Does it listen to the mouse?
    fn wants_mouse(&self) -> bool;
}

/// Is a steady screen shown? Then the terminal must be restored before the program ends.
static IS_STEADY: AtomicBool = AtomicBool::new(false);

/// Mouse buttons are reported, in numbers without an upper limit (xterm's modes 1000 and 1006); or no longer.
const MOUSE: [&str; 2] = ["\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"];

/// Writing to a String cannot fail.
fn add(text: &mut String, command: impl Command) {
    let _ = command.write_ansi(text);
}

fn steady_begins(mouse: bool) -> String {
    let mut text = String::new();
    add(&mut text, EnterAlternateScreen);
    add(&mut text, EnableBracketedPaste);
    text + if mouse { MOUSE[0] } else { "" }
}

fn steady_ends() -> String {
    let mut text = format!("\x1b[m{}", MOUSE[1]);
    add(&mut text, DisableBracketedPaste);
    add(&mut text, LeaveAlternateScreen);
    add(&mut text, Show);
    text
}

/// The program ends in the middle of a steady screen: the terminal gets back what it showed before.
fn leave_steady_screen() {
    if IS_STEADY.swap(false, Ordering::Relaxed) {
        let mut stdout = io::stdout().lock();
        // A terminal that is gone needs nothing.
        let _ = stdout.write_all(steady_ends().as_bytes()).and_then(|()| stdout.flush());
        let _ = disable_raw_mode();
    }
}

/// A message of a panic must be seen.
fn leave_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave_steady_screen();
            hook(info);
        }));
    });
}

/// Standard output, and perhaps a transcript of the dialogue.
#[derive(Default)]
pub struct Out {
    /// The steady screen, while it is shown: then all that is said is said there.
    steady: Option<Box<dyn Steady>>,
    terminal: bool,
    raw: bool,
    closed: bool,
    /// Why nothing more can be written, unless the reader has gone away.
    failure: Option<io::ErrorKind>,
    /// Does the cursor stand behind a status line that the next line has to overwrite?
    status_shown: usize,
    transcript: Option<File>,
    /// What the last command has said, up to a limit.
    said: String,
    /// What the command before it has said.
    said_before: String,
    /// What is said goes here instead, if somebody listens.
    diverted: Option<Heard>,
}

/// What has been said to somebody who listens.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heard {
    /// All of it.
    pub text: String,
    /// The cells of its tables.
    pub tables: Vec<Cells>,
}

/// The cells of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cells {
    /// What it is about.
    pub title: String,
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    /// What has to be said about it.
    pub notes: Vec<String>,
}

/// The line editor was interrupted for good: the terminal no longer has to say what is pasted, and the prompt's line
/// ends.
#[cfg(unix)]
pub fn end_of_typing() {
    leave_steady_screen();
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

    /// Why nothing more could be written, although the reader was there: a full disk. Of a terminal nothing is told:
    /// there is nobody to hear it.
    pub fn failure(&self) -> Option<String> {
        self.failure.filter(|_| !self.terminal).map(|kind| format!("cannot write the output: {kind}"))
    }

    /// While the terminal is in raw mode a line end needs a carriage return.
    pub fn set_raw(&mut self, raw: bool) {
        self.raw = raw;
    }

    /// Copies the dialogue, with time stamps, to a file.
    pub fn set_transcript(&mut self, file: File) {
        self.transcript = Some(file);
    }

    /// From now on nothing is written but kept; returns what was kept before for somebody else.
    pub fn divert(&mut self) -> Option<Heard> {
        self.diverted.replace(Heard::default())
    }

    /// What has been kept since; from now on everything goes where it went before.
    pub fn end_diversion(&mut self, before: Option<Heard>) -> Heard {
        std::mem::replace(&mut self.diverted, before).unwrap_or_default()
    }

    /// The cells of a table that is being written, for somebody who listens.
    pub fn note_cells(&mut self, cells: impl FnOnce() -> Cells) {
        if let Some(heard) = &mut self.diverted {
            heard.tables.push(cells());
        }
    }

    /// Writes a line, or several.
    pub fn line(&mut self, text: &str) {
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
        if let Some(steady) = &mut self.steady {
            steady.say(text);
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
        if let Some(steady) = &mut self.steady {
            steady.tell_status(text);
            return self.draw();
        }
        let cleared = self.clear_status();
        self.status_shown = text.chars().count();
        self.write(&format!("{cleared}{text}\r"));
    }

    // ---- the steady screen -------------------------------------------------------------------------------------------

    /// Goes over to a steady screen. The terminal is in raw mode until the end of it.
    pub fn enter(&mut self, steady: Box<dyn Steady>) {
        leave_before_panics();
        self.steady = Some(steady);
        self.show_steady();
    }

    /// Leaves the steady screen: the terminal shows what it showed before.
    pub fn leave(&mut self) -> Option<Box<dyn Steady>> {
        self.steady.is_some().then(|| self.hide_steady());
        self.steady.take()
    }

    /// Shows the steady screen, at the beginning or after it was hidden.
    pub fn show_steady(&mut self) {
        let Some(steady) = &self.steady else { return };
        let begin = steady_begins(steady.wants_mouse());
        IS_STEADY.store(true, Ordering::Relaxed);
        // Without raw mode there is no steady screen, but no harm is done either.
        let _ = enable_raw_mode();
        #[cfg(windows)]
        let _ = crossterm::execute!(io::stdout(), crossterm::event::EnableMouseCapture);
        self.write(&begin);
    }

    /// Hides the steady screen for a while.
    pub fn hide_steady(&mut self) {
        self.write(&steady_ends());
        #[cfg(windows)]
        let _ = crossterm::execute!(io::stdout(), crossterm::event::DisableMouseCapture);
        let _ = disable_raw_mode();
        IS_STEADY.store(false, Ordering::Relaxed);
    }

    /// Begins to listen to the mouse, or ends it.
    pub fn set_mouse(&mut self, on: bool) {
        if self.steady.is_some() {
            self.write(MOUSE[usize::from(!on)]);
        }
    }

    /// The steady screen, if it is shown.
    pub fn steady(&mut self) -> Option<&mut dyn Steady> {
        self.steady.as_deref_mut()
    }

    /// Is a steady screen shown?
    pub fn is_steady(&self) -> bool {
        self.steady.is_some()
    }

    /// Draws the steady screen.
    pub fn draw(&mut self) {
        if let Some(steady) = &mut self.steady {
            let picture = steady.picture();
            if !picture.is_empty() {
                self.write(&picture);
            }
        }
    }

    /// Draws it, unless it was drawn just now.
    pub fn draw_if_due(&mut self) {
        if self.steady.as_ref().is_some_and(|steady| steady.is_due()) {
            self.draw();
        }
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
        // A command that diverts the output may call another that does, too.
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
        if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            self.closed = true;
            self.failure = Some(error.kind()).filter(|kind| *kind != io::ErrorKind::BrokenPipe);
        }
    }
}
