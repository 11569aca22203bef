//! Signals from outside.
//!
//! Ctrl-C at the console stops a search; a second one ends the program. Under XBoard it is harmless, since xboard may
//! send it before commands. The request to end (SIGTERM, and SIGHUP when a terminal is closed) ends the program
//! quietly, with status 0, and leaves the terminal as it was found: the line editor may have it in raw mode just then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The status of a program that was ended by Ctrl-C, as shells know it.
const ENDED_BY_CONTROL_C: i32 = 130;

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
    second_interrupt: Option<SecondInterrupt>,
}

/// What makes the second Ctrl-C end the program, until it is taken away.
#[cfg(unix)]
type SecondInterrupt = signal_hook::SigId;
#[cfg(not(unix))]
type SecondInterrupt = Arc<AtomicBool>;

impl Signals {
    /// Handlers for the console. Where a handler cannot be set, the system's own behaviour stays.
    pub fn for_console() -> Signals {
        let mut signals = Signals { may_exit: Arc::new(AtomicBool::new(true)), ..Signals::default() };
        signals.second_interrupt = signals.interrupt_when_asked();
        signals.end_when_asked();
        signals
    }

    /// The first Ctrl-C sets a flag, a second one before the next command ends the program.
    #[cfg(unix)]
    fn interrupt_when_asked(&self) -> Option<SecondInterrupt> {
        use signal_hook::consts::SIGINT;
        use signal_hook::flag;
        let twice = flag::register_conditional_shutdown(SIGINT, ENDED_BY_CONTROL_C, Arc::clone(&self.interrupted)).ok();
        let _ = flag::register(SIGINT, Arc::clone(&self.interrupted));
        twice
    }

    /// The same for a Windows console, where Ctrl-Break counts as Ctrl-C. The system calls the handler in a thread of
    /// its own. When the window is closed, it ends the program by itself; the game at the terminal is on the disk after
    /// every move.
    #[cfg(not(unix))]
    fn interrupt_when_asked(&self) -> Option<SecondInterrupt> {
        let interrupted = Arc::clone(&self.interrupted);
        let twice_ends = Arc::new(AtomicBool::new(true));
        let ends = Arc::clone(&twice_ends);
        let handler = move || {
            if interrupted.swap(true, Ordering::Relaxed) && ends.load(Ordering::Relaxed) {
                std::process::exit(ENDED_BY_CONTROL_C);
            }
        };
        ctrlc::set_handler(handler).ok().map(|()| twice_ends)
    }

    /// A thread waits for the request to end; what has to be done then is more than a signal handler may do.
    #[cfg(unix)]
    fn end_when_asked(&self) {
        use signal_hook::consts::{SIGHUP, SIGTERM};
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

    /// Windows does not ask; it ends a program from outside.
    #[cfg(not(unix))]
    fn end_when_asked(&self) {}

    /// From now on Ctrl-C is harmless, however often it comes.
    pub fn only_note_interrupts(&mut self) {
        let Some(second) = self.second_interrupt.take() else { return };
        #[cfg(unix)]
        signal_hook::low_level::unregister(second);
        #[cfg(not(unix))]
        second.store(false, Ordering::Relaxed);
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
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
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

    /// Restores the terminal. A background process must not: the system would stop it for trying.
    pub fn leave(found: Option<&Termios>) {
        let Some(found) = found.filter(|_| tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp())) else { return };
        // A terminal that is gone needs nothing.
        let _ = tcsetattr(stdin(), OptionalActions::Now, found);
        crate::ui::out::end_of_typing();
    }
}
