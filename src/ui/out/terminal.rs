//! The modes of the terminal: raw mode for keys, bracketed paste, mouse reports, and the full-screen view.

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::{
    Command,
    cursor::Show,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

use super::{FullScreen, Out, is_dumb};

/// Whether a full-screen view is shown. If so, the terminal must be restored before the program ends.
static IS_FULL_SCREEN: AtomicBool = AtomicBool::new(false);

/// Sequences that turn reports of mouse buttons on and off, with coordinates of any size (xterm's modes 1000 and 1006).
const MOUSE: [&str; 2] = ["\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"];

/// Appends the command's escape sequence. Writing to a String cannot fail.
fn add(text: &mut String, command: impl Command) {
    let _ = command.write_ansi(text);
}

fn full_screen_begins(mouse: bool) -> String {
    let mut text = String::new();
    add(&mut text, EnterAlternateScreen);
    add(&mut text, EnableBracketedPaste);
    text + if mouse { MOUSE[0] } else { "" }
}

fn full_screen_ends() -> String {
    let mut text = format!("\x1b[m{}", MOUSE[1]);
    add(&mut text, DisableBracketedPaste);
    add(&mut text, LeaveAlternateScreen);
    add(&mut text, Show);
    text
}

/// Restores the terminal before the program ends, if the full-screen view is shown.
fn leave_full_screen() {
    if IS_FULL_SCREEN.swap(false, Ordering::Relaxed) {
        let mut stdout = io::stdout().lock();
        // If the terminal is gone, it need not be restored.
        let _ = stdout.write_all(full_screen_ends().as_bytes()).and_then(|()| stdout.flush());
        let _ = disable_raw_mode();
    }
}

/// Leaves the full-screen view before a panic message, so that the message can be seen.
fn leave_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave_full_screen();
            hook(info);
        }));
    });
}

/// Restores the terminal when a signal ends the program: leaves the full-screen view, turns bracketed paste off, and
/// ends the prompt's line.
#[cfg(unix)]
pub fn end_of_typing() {
    leave_full_screen();
    let mut stdout = io::stdout().lock();
    if io::IsTerminal::is_terminal(&stdout) && !is_dumb() {
        // If the terminal is gone, it need not be restored.
        let _ = stdout.write_all(b"\x1b[?2004l\n").and_then(|()| stdout.flush());
    }
}

impl<S: FullScreen> Out<S> {
    /// Turns on raw mode and bracketed paste, for a prompt that Alula draws itself. Does nothing on a dumb terminal.
    pub fn begin_typing(&mut self) {
        if !is_dumb() {
            // If this fails, keys arrive only when the user presses Enter.
            self.raw = enable_raw_mode().is_ok();
            self.mark_pastes(EnableBracketedPaste);
        }
    }

    /// Undoes [`Out::begin_typing`], and writes the final state of the prompt. Does nothing on a dumb terminal.
    pub fn end_typing(&mut self, prompt: &str) {
        if !is_dumb() {
            self.mark_pastes(DisableBracketedPaste);
            self.prompt(prompt);
            self.raw = false;
            // If the terminal cannot be restored now, nothing else will help.
            let _ = disable_raw_mode();
        }
    }

    /// Turns bracketed paste on or off. On Windows, pasted text arrives as ordinary keys.
    fn mark_pastes(&mut self, command: impl Command) {
        if cfg!(unix) {
            let mut text = String::new();
            add(&mut text, command);
            self.write(&text);
        }
    }

    /// Leaves raw mode until [`resume`](Out::resume), and erases the status line.
    pub fn pause(&mut self) {
        let cleared = self.clear_status();
        self.write(&cleared);
        // If the terminal cannot be restored, nothing else will help.
        let _ = disable_raw_mode();
    }

    /// Returns to raw mode.
    pub fn resume(&mut self) {
        // If this fails, keys arrive only when the user presses Enter.
        let _ = enable_raw_mode();
    }

    // ---- the full-screen view ---------------------------------------------------------------------------------------

    /// Switches to a full-screen view. The terminal stays in raw mode until the full-screen view ends.
    pub fn enter(&mut self, full_screen: Box<S>) {
        leave_before_panics();
        self.full_screen = Some(full_screen);
        self.show_full_screen();
    }

    /// Leaves the full-screen view and restores the terminal's previous contents.
    pub fn leave(&mut self) -> Option<Box<S>> {
        self.full_screen.is_some().then(|| self.hide_full_screen());
        self.full_screen.take()
    }

    /// Queries the terminal's background colour (xterm's OSC 11). Terminals that do not know this query do not reply.
    pub fn ask_for_ground(&mut self) {
        self.write("\x1b]11;?\x07");
    }

    /// Shows the full-screen view, for the first time or after hiding it.
    pub fn show_full_screen(&mut self) {
        let Some(full_screen) = &self.full_screen else { return };
        let begin = full_screen_begins(full_screen.wants_mouse());
        IS_FULL_SCREEN.store(true, Ordering::Relaxed);
        // If this fails, the full-screen view does not work, but no harm is done.
        let _ = enable_raw_mode();
        #[cfg(windows)]
        let _ = crossterm::execute!(io::stdout(), crossterm::event::EnableMouseCapture);
        self.write(&begin);
    }

    /// Hides the full-screen view until [`show_full_screen`](Out::show_full_screen).
    pub fn hide_full_screen(&mut self) {
        self.write(&full_screen_ends());
        #[cfg(windows)]
        let _ = crossterm::execute!(io::stdout(), crossterm::event::DisableMouseCapture);
        let _ = disable_raw_mode();
        IS_FULL_SCREEN.store(false, Ordering::Relaxed);
    }

    /// Turns mouse reports on or off.
    pub fn set_mouse(&mut self, on: bool) {
        if self.full_screen.is_some() {
            self.write(MOUSE[usize::from(!on)]);
        }
    }
}
