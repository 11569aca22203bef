//! The engine of the web pages: a WebAssembly module that handles one request at a time. A request is JSON, and so are
//! its answers, of which there may be any number.
//!
//! A page writes a request to the address that [`room`] returns and calls [`answer`]. Answers are sent through `say`;
//! the last one has `done`. There are no threads: the worker that runs the module does nothing else, and a page stops a
//! search by terminating the worker.
//!
//! | request | answers |
//! |---|---|
//! | `{"do": "cell", "text" or "lesson" and "cell", "guess"}` | `shown` for each command; its checks, or a refusal |
//! | `{"do": "exercise", "name", "answer"}` | whether the answer is right; its hint |
//! | `{"do": "line", "line"}` | executes a line of the console, in a persistent session |
//! | `{"do": "position", "fen", "moves"}` | the legal moves |
//! | `{"do": "reply", "fen", "moves", "opponent"}` | the engine's move |
//! | `{"do": "analyse", "fen", "moves", "lines"}` | `depth` for each iteration, until the page terminates the worker |
//! | `{"do": "hint", "fen", "moves"}` | a hint, more detailed each time |
//! | `{"do": "read", "pgn"}`, `{"do": "write", …}` | a game as PGN |
//! | `{"do": "figures", "kind", "table"}` | a recomputed table of figures |
//! | `{"do": "record", "fen", "moves", "depth", "settings"}`, `{"do": "node", "node"}` | a recorded search |

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
        /// Receives an answer: a string in memory.
        safe fn say(at: *const u8, length: usize);
        /// Receives the message of a panic, which ends the module.
        safe fn fail(at: *const u8, length: usize);
        /// Milliseconds since 1970.
        safe fn now() -> f64;
    }

    thread_local! {
        static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
    }

    /// The files named on the page on null moves.
    const FILES: &[(&str, &str)] = &[
        ("assets/alula.ini", include_str!("../../assets/alula.ini")),
        ("assets/suites/bk.epd", include_str!("../../assets/suites/bk.epd")),
        ("assets/suites/wac.epd", include_str!("../../assets/suites/wac.epd")),
    ];

    fn clock() -> f64 {
        now()
    }

    /// Allocates a buffer for a request of this many bytes and returns its address.
    #[unsafe(no_mangle)]
    pub extern "C" fn room(length: usize) -> *mut u8 {
        REQUEST.with_borrow_mut(|request| {
            request.clear();
            request.resize(length, 0);
            request.as_mut_ptr()
        })
    }

    /// Answers the request in the buffer.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() {
        // Only the first call can set them.
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
