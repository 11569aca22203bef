//! Signals from outside.
//!
//! Ctrl-C at the console stops a search; a second one ends the program. Under XBoard it is harmless, since xboard may send it
//! before commands. The request to end (SIGTERM, and SIGHUP when a terminal is closed) ends the program quietly, with status 0, and
//! leaves the terminal as it was found: the line editor may have it in raw mode just then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// A search that was asked to end gets so long for it.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

/// What has come from outside. The flags are set by the signal handlers.
#[derive(Default)]
pub struct Signals {
    interrupted: Arc<AtomicBool>,
    end_asked: Arc<AtomicBool>,
    /// May a request to end be carried out at once? Not while the terminal is in raw mode.
    may_exit: Arc<AtomicBool>,
    second_interrupt: Option<SigId>,
}

impl Signals {
    /// Handlers for the console. Where a handler cannot be set, the system's own behaviour stays.
    pub fn for_console() -> Signals {
        let signals = Signals { may_exit: Arc::new(AtomicBool::new(true)), ..Signals::default() };
        let twice = flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&signals.interrupted)).ok();
        let _ = flag::register(SIGINT, Arc::clone(&signals.interrupted));
        signals.end_when_asked();
        Signals { second_interrupt: twice, ..signals }
    }

    /// A thread waits for the request to end; what has to be done then is more than a signal handler may do.
    #[cfg(unix)]
    fn end_when_asked(&self) {
        use signal_hook::consts::SIGHUP;
        use signal_hook::iterator::Signals as Waiting;
        let Ok(mut waiting) = Waiting::new([SIGTERM, SIGHUP]) else { return };
        let (may_exit, end_asked) = (Arc::clone(&self.may_exit), Arc::clone(&self.end_asked));
        let found = terminal::found();
        std::thread::spawn(move || {
            if waiting.forever().next().is_none() {
                return;
            }
            end_asked.store(true, Ordering::Relaxed);
            if !may_exit.load(Ordering::Relaxed) {
                // The search looks up and ends, unless it reads from a terminal that is no longer there.
                std::thread::sleep(PATIENCE);
            }
            terminal::leave(found.as_ref());
            std::process::exit(0);
        });
    }

    #[cfg(not(unix))]
    fn end_when_asked(&self) {
        let _ = flag::register_conditional_shutdown(SIGTERM, 0, Arc::clone(&self.may_exit));
        let _ = flag::register(SIGTERM, Arc::clone(&self.end_asked));
    }

    /// From now on Ctrl-C is harmless, however often it comes.
    pub fn only_note_interrupts(&mut self) {
        if let Some(id) = self.second_interrupt.take() {
            low_level::unregister(id);
        }
    }

    /// Holds a request to end back, or no longer.
    pub fn hold_back(&self, hold: bool) {
        self.may_exit.store(!hold, Ordering::Relaxed);
    }

    /// Was the program asked to end?
    pub fn end_asked(&self) -> bool {
        self.end_asked.load(Ordering::Relaxed)
    }

    /// The flag that Ctrl-C sets.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupted)
    }

    /// Was Ctrl-C hit since the last command?
    pub fn was_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// A new command begins: what was interrupted before is no matter any more.
    pub fn forget_interrupt(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }
}

/// What Ctrl-C does while a steady screen is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// It is a key like any other.
    Plain,
    /// It interrupts the command that is carried out.
    Interrupt,
}

/// Sets what Ctrl-C does, in a terminal in raw mode. Ctrl-Z and Ctrl-\ do nothing in either case.
pub fn set_keys(keys: Keys) {
    #[cfg(unix)]
    terminal::set_keys(keys);
    // There keys are never shown by themselves, and the usual mode has the interrupt.
    #[cfg(not(unix))]
    let _ = match keys {
        Keys::Plain => crossterm::terminal::enable_raw_mode(),
        Keys::Interrupt => crossterm::terminal::disable_raw_mode(),
    };
}

/// Stops the program like Ctrl-Z does, until it is told to go on. The terminal has to be set back before.
pub fn suspend() {
    #[cfg(unix)]
    // Where there is no shell that could let it go on, the system does not stop it.
    let _ = low_level::raise(signal_hook::consts::SIGTSTP);
}

/// The terminal as the program has found it, and how to leave it like that.
#[cfg(unix)]
mod terminal {
    use std::io::stdin;

    use rustix::process::getpgrp;
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};

    /// Lets Ctrl-C interrupt, or be a key.
    pub fn set_keys(keys: super::Keys) {
        let Ok(mut settings) = tcgetattr(stdin()) else { return };
        settings.local_modes.set(LocalModes::ISIG, keys == super::Keys::Interrupt);
        for code in [SpecialCodeIndex::VSUSP, SpecialCodeIndex::VQUIT] {
            settings.special_codes[code] = 0;
        }
        // Without it Ctrl-C only waits for its turn.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &settings);
    }

    /// How the terminal is set; none if there is none.
    pub fn found() -> Option<Termios> {
        tcgetattr(stdin()).ok()
    }

    /// Sets the terminal back. Whoever is in the background has no say in it, and would be stopped for trying.
    pub fn leave(found: Option<&Termios>) {
        let Some(found) = found.filter(|_| tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp())) else { return };
        // A terminal that is gone needs nothing.
        let _ = tcsetattr(stdin(), OptionalActions::Now, found);
        crate::ui::out::end_of_typing();
    }
}
