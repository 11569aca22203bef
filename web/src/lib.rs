//! The engine of the pages: a WebAssembly module with one request at a time, as JSON, and any number of answers.
//!
//! A page writes a request into the place that [`room`] gives, and calls [`answer`]. Answers go through `say`, the last
//! one with `done`. There are no threads: the worker that runs the module does nothing else, and a page that wants a
//! search to stop ends the worker.
//!
//! | request | answers |
//! |---|---|
//! | `{"do": "cell", "text" or "lesson" and "cell", "guess"}` | `shown` for each command; its checks, or a refusal |
//! | `{"do": "exercise", "name", "answer"}` | whether the answer is right; its hint |
//! | `{"do": "line", "line"}` | a line of the console, in a session that goes on |
//! | `{"do": "position", "fen", "moves"}` | what can be played there |
//! | `{"do": "reply", "fen", "moves", "opponent"}` | the engine's move |
//! | `{"do": "analyse", "fen", "moves", "lines"}` | `depth` for each iteration, without an end |
//! | `{"do": "hint", "fen", "moves"}` | a hint, more of it each time |
//! | `{"do": "read", "pgn"}`, `{"do": "write", …}` | a game as PGN |
//! | `{"do": "figures", "kind", "table"}` | a table of figures, computed again |
//! | `{"do": "record", "fen", "moves", "depth", "setting"}`, `{"do": "node", "node"}` | a recorded search |

#[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "the tests call the requests"))]
mod answers;
mod desk;
mod game;
mod lesson;
mod tree;

pub use desk::Desk;

#[cfg(target_family = "wasm")]
mod module {
    use std::cell::RefCell;

    use crate::{Desk, answers};

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Takes an answer: a text in memory.
        safe fn say(at: *const u8, length: usize);
        /// Takes the message of a panic, which ends the module.
        safe fn fail(at: *const u8, length: usize);
        /// Milliseconds since 1970.
        safe fn now() -> f64;
    }

    thread_local! {
        static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
    }

    /// The files that the statements on null moves name.
    const FILES: &[(&str, &str)] = &[
        ("assets/alula.ini", include_str!("../../assets/alula.ini")),
        ("assets/suites/bk.epd", include_str!("../../assets/suites/bk.epd")),
        ("assets/suites/wac.epd", include_str!("../../assets/suites/wac.epd")),
    ];

    fn clock() -> f64 {
        now()
    }

    /// Makes room for a request of so many bytes, and says where it is.
    #[unsafe(no_mangle)]
    pub extern "C" fn room(length: usize) -> *mut u8 {
        REQUEST.with_borrow_mut(|request| {
            request.clear();
            request.resize(length, 0);
            request.as_mut_ptr()
        })
    }

    /// Answers the request.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() {
        // Only the first call can set it.
        let _ = alula::timer::UNIX_MS.set(clock);
        let _ = alula::play::files::OF_THE_PAGE.set(FILES);
        std::panic::set_hook(Box::new(|info| {
            let text = info.to_string();
            fail(text.as_ptr(), text.len());
        }));
        let request = REQUEST.take();
        let tell = |text: &str| say(text.as_ptr(), text.len());
        DESK.with_borrow_mut(|desk| {
            answers::to(desk.get_or_insert_with(Desk::default), &String::from_utf8_lossy(&request), tell)
        });
    }
}
