//! Work beside the caller: in a thread of its own, or, where there are none, at once.
//!
//! A page's engine runs in a worker of the browser. It has one thread, and ends when the page ends the worker.

#[cfg(target_family = "wasm")]
pub use alone::{Handle, both, start};
#[cfg(not(target_family = "wasm"))]
pub use threads::{Handle, both, start};

#[cfg(not(target_family = "wasm"))]
mod threads {
    use std::thread;

    /// Work that has been started.
    pub type Handle<T> = thread::JoinHandle<T>;

    /// Starts the work.
    pub fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Handle<T> {
        thread::spawn(work)
    }

    /// Does `work` beside what the caller does meanwhile. After a panic of the work, an error.
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

    /// Work that has been done.
    pub struct Handle<T>(T);

    impl<T> Handle<T> {
        /// The result.
        ///
        /// # Errors
        /// None: a panic ends the program.
        pub fn join(self) -> thread::Result<T> {
            Ok(self.0)
        }
    }

    /// Does the work.
    pub fn start<T>(work: impl FnOnce() -> T) -> Handle<T> {
        Handle(work())
    }

    /// Does `work` before what the caller does meanwhile.
    ///
    /// # Errors
    /// None: a panic ends the program.
    pub fn both<T>(work: impl FnOnce() -> T, meanwhile: impl FnOnce()) -> thread::Result<T> {
        let result = work();
        meanwhile();
        Ok(result)
    }
}
