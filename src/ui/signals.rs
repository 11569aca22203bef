//! Signals.
//!
//! On the console, Ctrl-C stops a search; a second Ctrl-C ends the program. Under a protocol, Ctrl-C has no effect,
//! since xboard may send that signal before commands. A request to end (SIGTERM, or SIGHUP when the terminal is closed)
//! ends the program quietly, with status 0, and restores the terminal, which may be in raw mode for the line editor.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The exit status of a program ended by Ctrl-C, by shell convention.
#[cfg(feature = "terminal")]
const ENDED_BY_CONTROL_C: i32 = 130;

/// Time allowed for the dialogue to end after a request to end.
#[cfg(all(unix, feature = "terminal"))]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

/// Wakes a dialogue that is waiting for events.
type Waker = Box<dyn Fn() + Send>;

/// The signals received.
#[derive(Clone, Default)]
pub struct Signals {
    interrupted: Arc<AtomicBool>,
    end_asked: Arc<AtomicBool>,
    /// Whether a request to end takes effect at once; false in raw mode.
    may_exit: Arc<AtomicBool>,
    /// Whether a second Ctrl-C before the next command ends the program.
    twice_ends: Arc<AtomicBool>,
    waker: Arc<Mutex<Option<Waker>>>,
}

impl Signals {
    /// Installs the handlers for the console. If that fails, the system's default remains.
    #[cfg(feature = "terminal")]
    pub fn for_console() -> Signals {
        let signals = Signals::default();
        signals.may_exit.store(true, Ordering::Relaxed);
        signals.twice_ends.store(true, Ordering::Relaxed);
        signals.listen();
        signals
    }

    /// Starts a thread that waits for signals, since a signal handler itself is allowed to do very little.
    #[cfg(all(unix, feature = "terminal"))]
    fn listen(&self) {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals as Received;
        let Ok(mut received) = Received::new([SIGINT, SIGTERM, SIGHUP]) else { return };
        let (signals, found) = (self.clone(), terminal::found());
        std::thread::spawn(move || {
            for signal in received.forever() {
                if signal != SIGINT {
                    break;
                }
                signals.interrupt();
            }
            signals.end_asked.store(true, Ordering::Relaxed);
            signals.wake_dialogue();
            if !signals.may_exit.load(Ordering::Relaxed) {
                // Meanwhile the dialogue, which has just been woken, ends the program, unless it is blocked writing to
                // a lost terminal.
                std::thread::sleep(PATIENCE);
            }
            terminal::leave(found.as_ref());
            std::process::exit(0);
        });
    }

    /// Sets the handler for a Windows console, where Ctrl-Break counts as Ctrl-C. The system calls the handler in a
    /// separate thread. When the window is closed, the system ends the program; nothing is lost, because a game at the
    /// terminal is saved after every move.
    #[cfg(all(not(unix), feature = "terminal"))]
    fn listen(&self) {
        let signals = self.clone();
        let _ = ctrlc::set_handler(move || signals.interrupt());
    }

    /// Handles Ctrl-C.
    #[cfg(feature = "terminal")]
    fn interrupt(&self) {
        if self.interrupted.swap(true, Ordering::Relaxed) && self.twice_ends.load(Ordering::Relaxed) {
            std::process::exit(ENDED_BY_CONTROL_C);
        }
        self.wake_dialogue();
    }

    #[cfg(feature = "terminal")]
    fn wake_dialogue(&self) {
        if let Some(waker) = &*self.waker.lock().unwrap_or_else(PoisonError::into_inner) {
            waker();
        }
    }

    /// Makes sure that Ctrl-C no longer ends the program, however often it is pressed.
    #[cfg(feature = "terminal")]
    pub fn only_note_interrupts(&mut self) {
        self.twice_ends.store(false, Ordering::Relaxed);
    }

    /// Sets the function to call when a signal arrives.
    pub fn wake(&self, waker: impl Fn() + Send + 'static) {
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(waker));
    }

    /// Sets whether the program, on SIGTERM or SIGHUP, gives the dialogue time to finish before it exits.
    pub fn hold_back(&self, hold: bool) {
        self.may_exit.store(!hold, Ordering::Relaxed);
    }

    /// Whether a request to end has arrived.
    pub fn end_asked(&self) -> bool {
        self.end_asked.load(Ordering::Relaxed)
    }

    /// The flag set by Ctrl-C.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// Whether Ctrl-C has been pressed since the last command.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Forgets an earlier Ctrl-C, so that the next one does not count as the second. Called when a command begins, and
    /// when the console is idle at a terminal.
    pub fn forget_interrupt(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }
}

/// The effect of Ctrl-C while a full-screen view is shown.
#[cfg(feature = "terminal")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// Ctrl-C is a key like any other.
    Plain,
    /// Ctrl-C interrupts the current command.
    Interrupt,
}

/// Sets the effect of Ctrl-C in a terminal in raw mode. Ctrl-Z and Ctrl-\ send no signal in either case.
#[cfg(feature = "terminal")]
pub fn set_keys(keys: Keys) {
    #[cfg(all(unix, feature = "terminal"))]
    terminal::set_keys(keys);
    // On Windows, Ctrl-C interrupts only when raw mode is off; keys are not echoed then either.
    #[cfg(all(not(unix), feature = "terminal"))]
    let _ = match keys {
        Keys::Plain => crossterm::terminal::enable_raw_mode(),
        Keys::Interrupt => crossterm::terminal::disable_raw_mode(),
    };
}

/// Suspends the program as Ctrl-Z does, until it is resumed. The caller must restore the terminal first.
#[cfg(feature = "terminal")]
pub fn suspend() {
    #[cfg(all(unix, feature = "terminal"))]
    // The system does not suspend a program that no shell could resume.
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
}

/// Reads and restores the terminal's settings.
#[cfg(all(unix, feature = "terminal"))]
mod terminal {
    use std::io::stdin;

    use rustix::process::getpgrp;
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};

    /// Sets whether Ctrl-C interrupts or is an ordinary key.
    pub fn set_keys(keys: super::Keys) {
        let Ok(mut settings) = tcgetattr(stdin()) else { return };
        settings.local_modes.set(LocalModes::ISIG, keys == super::Keys::Interrupt);
        for code in [SpecialCodeIndex::VSUSP, SpecialCodeIndex::VQUIT] {
            settings.special_codes[code] = 0;
        }
        // If this fails, Ctrl-C takes effect only after the command.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &settings);
    }

    /// The terminal's settings; [`None`] if there is no terminal.
    pub fn found() -> Option<Termios> {
        tcgetattr(stdin()).ok()
    }

    /// Restores the terminal. Does nothing in a background process, which the system would suspend for changing the
    /// terminal.
    pub fn leave(found: Option<&Termios>) {
        let Some(found) = found.filter(|_| tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp())) else { return };
        // A terminal that is gone needs no restoring.
        let _ = tcsetattr(stdin(), OptionalActions::Now, found);
        crate::ui::out::end_of_typing();
    }
}
