//! Signals from outside.
//!
//! Ctrl-C at the console stops a search; a second one ends the program. Under XBoard it is harmless, since xboard may send it
//! before commands. The request to end (SIGTERM, and SIGHUP when a terminal is closed) ends the program quietly, with status 0.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

#[cfg(unix)]
const ENDING: [i32; 2] = [SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 1] = [SIGTERM];

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
        for signal in ENDING {
            let _ = flag::register_conditional_shutdown(signal, 0, Arc::clone(&signals.may_exit));
            let _ = flag::register(signal, Arc::clone(&signals.end_asked));
        }
        Signals { second_interrupt: twice, ..signals }
    }

    /// From now on Ctrl-C is harmless, however often it comes.
    pub fn for_xboard(&mut self) {
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
