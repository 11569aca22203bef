//! Events of the terminal: keys, pastes, mouse events and changes of the window size. No other code reads them.

use std::io;
use std::time::Duration;

use crossterm::event::Event;

#[cfg(unix)]
pub use unix::Events;
#[cfg(not(unix))]
pub use windows::Events;

/// Decodes standard input without crossterm's reader, which waits for new input after 1,024 bytes even if more bytes
/// are available, and swallows all further input after a paste without an end mark.
#[cfg(unix)]
mod unix {
    use std::collections::VecDeque;
    use std::io::{ErrorKind, Read, stdin};
    use std::os::unix::net::UnixStream;
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::consts::SIGWINCH;

    use super::super::decode::Decoder;
    use super::super::look::note_ground;
    use super::super::screen::skin::Ground;
    use super::*;

    /// The events of the terminal.
    pub struct Events {
        decoder: Decoder,
        waiting: VecDeque<Event>,
        last_read: Instant,
        /// Receives a byte when the window size has changed.
        resized: UnixStream,
    }

    impl Events {
        /// The events of standard input.
        ///
        /// # Errors
        /// The system's error.
        pub fn new() -> io::Result<Events> {
            let (resized, sender) = UnixStream::pair()?;
            resized.set_nonblocking(true)?;
            signal_hook::low_level::pipe::register(SIGWINCH, sender)?;
            Ok(Events { decoder: Decoder::default(), waiting: VecDeque::new(), last_read: Instant::now(), resized })
        }

        /// The next event, if one arrives within this time. A signal may end the wait earlier.
        ///
        /// # Errors
        /// An error if the terminal is gone.
        pub fn next(&mut self, patience: Option<Duration>) -> io::Result<Option<Event>> {
            let end = patience.map(|patience| Instant::now() + patience);
            loop {
                if let Some(event) = self.waiting.pop_front() {
                    return Ok(Some(event));
                }
                let silent = self.decoder.patience().map(|patience| self.last_read + patience);
                let until = end.into_iter().chain(silent).min();
                match self.read(until.map(|until| until.saturating_duration_since(Instant::now()))) {
                    Ok(()) => {}
                    Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(None),
                    Err(error) => return Err(error),
                }
                if silent.is_some_and(|at| at <= Instant::now() && self.last_read < at) && self.waiting.is_empty() {
                    self.decoder.finish(&mut self.waiting);
                }
                if self.waiting.is_empty() && end.is_some_and(|end| end <= Instant::now()) {
                    return Ok(None);
                }
            }
        }

        /// Waits up to this long for bytes or a change of the window size, and turns them into events.
        fn read(&mut self, patience: Option<Duration>) -> io::Result<()> {
            let stdin = stdin();
            let mut sources = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(&self.resized, PollFlags::IN)];
            let patience = patience.and_then(|patience| Timespec::try_from(patience).ok());
            poll(&mut sources, patience.as_ref())?;
            let [typed, resized] = sources.map(|source| !source.revents().is_empty());
            if resized {
                while self.resized.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
                let (columns, rows) = crossterm::terminal::size()?;
                self.waiting.push_back(Event::Resize(columns, rows));
            }
            if typed {
                let mut bytes = [0; 1 << 12];
                let count = rustix::io::read(&stdin, &mut bytes)?;
                if count == 0 {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
                self.decoder.feed(&bytes[..count], &mut self.waiting);
                if let Some([red, green, blue]) = self.decoder.ground.take() {
                    let brightness = 3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue);
                    note_ground(if brightness > 10 * 127 { Ground::Light } else { Ground::Dark });
                    // The resize event redraws the whole screen in the colours for the reported background.
                    let (columns, rows) = crossterm::terminal::size()?;
                    self.waiting.push_back(Event::Resize(columns, rows));
                }
                self.last_read = Instant::now();
            }
            Ok(())
        }
    }
}

/// The Windows console delivers key records, not bytes.
#[cfg(not(unix))]
mod windows {
    use crossterm::event::{poll, read};

    use super::*;

    /// The events of the terminal.
    pub struct Events;

    impl Events {
        /// The events of the console.
        ///
        /// # Errors
        /// None.
        pub fn new() -> io::Result<Events> {
            Ok(Events)
        }

        /// The next event, if one arrives within this time.
        ///
        /// # Errors
        /// The system's error.
        pub fn next(&mut self, patience: Option<Duration>) -> io::Result<Option<Event>> {
            let comes = match patience {
                Some(patience) => poll(patience)?,
                None => true,
            };
            if comes { read().map(Some) } else { Ok(None) }
        }
    }
}
