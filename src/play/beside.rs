//! Runs work in a separate thread, or immediately on platforms without threads.
//!
//! In a browser, the engine runs in the single thread of a web worker. To stop it, the page terminates the worker.

#[cfg(target_family = "wasm")]
pub use alone::{Handle, both, start};
#[cfg(not(target_family = "wasm"))]
pub use threads::{Handle, both, start};

#[cfg(not(target_family = "wasm"))]
mod threads {
    use std::thread;

    /// Running work.
    pub type Handle<T> = thread::JoinHandle<T>;

    /// Starts the work in a new thread.
    pub fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Handle<T> {
        thread::spawn(work)
    }

    /// Runs `work` in parallel with `meanwhile`. Returns an error if `work` panics.
    pub fn both<T: Send>(work: impl FnOnce() -> T + Send, meanwhile: impl FnOnce()) -> thread::Result<T> {
        thread::scope(|scope| {
            let worker = scope.spawn(work);
            meanwhile();
            worker.join()
        })
    }
}

#[cfg(target_family = "wasm")]
mod alone {
    use std::thread;

    /// Finished work.
    pub struct Handle<T>(T);

    impl<T> Handle<T> {
        /// The result.
        ///
        /// # Errors
        /// Never fails: a panic aborts the program.
        pub fn join(self) -> thread::Result<T> {
            Ok(self.0)
        }
    }

    /// Runs the work.
    pub fn start<T>(work: impl FnOnce() -> T) -> Handle<T> {
        Handle(work())
    }

    /// Runs `work`, then `meanwhile`.
    ///
    /// # Errors
    /// Never fails: a panic aborts the program.
    pub fn both<T>(work: impl FnOnce() -> T, meanwhile: impl FnOnce()) -> thread::Result<T> {
        let result = work();
        meanwhile();
        Ok(result)
    }
}
