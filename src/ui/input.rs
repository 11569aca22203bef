//! Events of a dialogue: lines, keys, signals, and the reports and the end of background work.
//!
//! All events go through one queue. A separate thread reads standard input, so a dialogue never has to poll.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use crate::play::{self, text};

#[cfg(feature = "terminal")]
use {
    super::settings,
    super::terminal::{editor::LineEditor, events::Events},
    crate::command::Usage,
    crossterm::event as terminal,
    std::io::IsTerminal,
};

/// Maximum length of a line, in bytes; the rest is dropped. Some GUIs send the whole game before each move.
const LONGEST_LINE: usize = 1 << 20;
/// Maximum number of lines and keys in the queue. When it is reached, the reader thread pauses.
const MOST_WAITING: usize = 1 << 12;

/// An event for a dialogue.
#[derive(Debug)]
pub enum Event {
    /// A line from a pipe or a file.
    Line(String),
    /// A key, a click, a paste, or a resize of the terminal.
    #[cfg(feature = "terminal")]
    Key(terminal::Event),
    /// The input has ended.
    Ended,
    /// A report from the background task with this number, or the end of the task.
    Work(u64, play::WorkEvent),
    /// Ctrl-C or a request to end, received as a signal.
    Signal,
}

/// An entry of the queue.
enum Token {
    /// The reader thread has sent an event.
    Read,
    Work(u64, play::WorkEvent),
    Signal,
}

/// The source of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Nowhere,
    #[cfg(feature = "terminal")]
    Terminal,
    Pipe,
}

/// The event queue of a dialogue.
pub struct Input {
    source: Source,
    sender: Sender<Token>,
    tokens: Receiver<Token>,
    /// Events from the reader thread.
    read: Receiver<Event>,
    /// Number of tokens from the reader thread that were skipped while input was not being read.
    passed_over: usize,
    /// Lines to return before those read from the source.
    first: VecDeque<String>,
    #[cfg(feature = "terminal")]
    editor: Option<Box<LineEditor>>,
}

impl Default for Input {
    /// An input that does not read standard input.
    fn default() -> Input {
        Input::reading(Source::Nowhere, |_| {})
    }
}

/// The sending end of the queue, for background work and signals.
#[derive(Clone)]
pub struct Inlet(Sender<Token>);

impl Inlet {
    /// Queues an event of a background task.
    pub fn work(&self, number: u64, event: play::WorkEvent) {
        // Sending fails only when the dialogue no longer needs the reports.
        let _ = self.0.send(Token::Work(number, event));
    }

    /// Queues a signal.
    pub fn signal(&self) {
        let _ = self.0.send(Token::Signal);
    }
}

/// The reader thread's end of the queue.
struct Reader {
    read: SyncSender<Event>,
    tokens: Sender<Token>,
}

impl Reader {
    /// Queues an event; returns false if the dialogue is over. Waits while the queue is full.
    fn hand_over(&self, event: Event) -> bool {
        self.read.send(event).is_ok() && self.tokens.send(Token::Read).is_ok()
    }
}

impl Input {
    /// Standard input: key by key if input and output are both terminals, with a line editor that completes these
    /// commands and the settings; otherwise line by line.
    #[cfg(feature = "terminal")]
    pub fn new(words: Vec<Usage>) -> Input {
        if io::stdin().is_terminal()
            && io::stdout().is_terminal()
            && let Ok(keys) = Events::new()
        {
            let settings = settings::all().map(|row| (row.name(), row.kind().to_string())).collect();
            let editor = Some(Box::new(LineEditor::new(words, settings)));
            return Input { editor, ..Input::reading(Source::Terminal, |reader| read_keys(keys, reader)) };
        }
        Input::reading(Source::Pipe, read_lines)
    }

    fn reading(source: Source, work: impl FnOnce(&Reader) + Send + 'static) -> Input {
        let (sender, tokens) = channel();
        let (keeper, read) = sync_channel(MOST_WAITING);
        let reader = Reader { read: keeper, tokens: sender.clone() };
        let read_all = move || {
            work(&reader);
            reader.hand_over(Event::Ended);
        };
        match source {
            Source::Nowhere => read_all(),
            _ => drop(thread::spawn(read_all)),
        }
        Input {
            source,
            sender,
            tokens,
            read,
            passed_over: 0,
            first: VecDeque::new(),
            #[cfg(feature = "terminal")]
            editor: None,
        }
    }

    /// Prepares the input for a GUI: no line editor handles the keys any more. An input without a source
    /// (`Source::Nowhere`) now reads lines from standard input. The lines of `first` precede all others.
    #[cfg(feature = "terminal")]
    pub fn for_program(self, first: VecDeque<String>) -> Input {
        match self.source {
            Source::Nowhere => Input { first, ..Input::reading(Source::Pipe, read_lines) },
            _ => Input { first, editor: None, ..self },
        }
    }

    /// Whether keys from a terminal go to the line editor; false in a dialogue with a program.
    pub fn is_terminal(&self) -> bool {
        #[cfg(not(feature = "terminal"))]
        return false;
        #[cfg(feature = "terminal")]
        self.editor.is_some()
    }

    /// Whether there is no input, because the program only runs the command given on its command line.
    pub fn is_nowhere(&self) -> bool {
        self.source == Source::Nowhere
    }

    /// The sending end of the queue.
    pub fn inlet(&self) -> Inlet {
        Inlet(self.sender.clone())
    }

    /// Waits for the next event; returns [`None`] if `patience` runs out. Lines and keys stay in the queue unless
    /// `is_read`.
    pub fn next(&mut self, patience: Option<Duration>, is_read: bool) -> Option<Event> {
        if is_read && let Some(line) = self.first.pop_front() {
            return Some(Event::Line(line));
        }
        loop {
            if is_read && self.passed_over > 0 {
                self.passed_over -= 1;
                return self.read.recv().ok();
            }
            let token = match patience {
                Some(patience) => self.tokens.recv_timeout(patience).ok()?,
                None => self.tokens.recv().ok()?,
            };
            match token {
                Token::Read => self.passed_over += 1,
                Token::Work(number, event) => return Some(Event::Work(number, event)),
                Token::Signal => return Some(Event::Signal),
            }
        }
    }

    /// The first line, which stays in the queue; [`None`] if there is none.
    pub fn peek_line(&mut self) -> Option<&str> {
        let Some(Event::Line(line)) = self.next(None, true) else { return None };
        self.first.push_front(line);
        self.first.front().map(String::as_str)
    }

    /// The line editor of the terminal.
    #[cfg(feature = "terminal")]
    pub fn editor(&mut self) -> Option<&mut LineEditor> {
        self.editor.as_deref_mut()
    }

    /// Forgets an earlier Ctrl-C, so that the next one does not count as the second. Called when a command begins or a
    /// search ends.
    pub fn forget_interrupt(&mut self) {
        #[cfg(feature = "terminal")]
        self.editor().into_iter().for_each(LineEditor::forget_interrupt);
    }

    /// The next whole line typed during a search.
    #[cfg(feature = "terminal")]
    pub fn typed_line(&mut self) -> Option<String> {
        self.editor.as_mut()?.typed_line()
    }

    /// Whether whole lines were typed during a search.
    pub fn has_typed_lines(&self) -> bool {
        #[cfg(not(feature = "terminal"))]
        return false;
        #[cfg(feature = "terminal")]
        self.editor.as_ref().is_some_and(|editor| editor.has_typed_lines())
    }

    /// The unfinished line typed during a search.
    pub fn begun(&self) -> &str {
        #[cfg(not(feature = "terminal"))]
        return "";
        #[cfg(feature = "terminal")]
        self.editor.as_ref().map_or("", |editor| &editor.begun)
    }
}

/// Reads keys from a terminal until the input ends.
#[cfg(feature = "terminal")]
fn read_keys(mut keys: Events, reader: &Reader) {
    // `None` means that a signal interrupted the wait.
    while let Ok(event) = keys.next(None) {
        if event.is_some_and(|event| !reader.hand_over(Event::Key(event))) {
            return;
        }
    }
}

/// Reads lines from a pipe or a file until the input ends.
fn read_lines(reader: &Reader) {
    let mut lines = Lines { input: io::stdin().lock(), ended_with: None };
    while let Some(line) = lines.next_line() {
        if !reader.hand_over(Event::Line(line)) {
            return;
        }
    }
}

/// Splits arbitrary bytes into lines.
struct Lines<R> {
    input: R,
    /// The byte that ended the previous line; [`None`] before the first line.
    ended_with: Option<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The next line as text, without its end; [`None`] at the end of input.
    fn next_line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let mut any = false;
        let is_first = self.ended_with.is_none();
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if buffer.is_empty() {
                break;
            }
            // The LF of a CRLF may arrive after the CR, which has already ended the line.
            if !any && self.ended_with == Some(b'\r') && buffer[0] == b'\n' {
                self.ended_with = Some(b'\n');
                self.input.consume(1);
                continue;
            }
            any = true;
            let end = text::to_line_end(buffer);
            let part = &buffer[..end];
            line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
            let line_end = buffer.get(end).copied();
            self.input.consume(end + usize::from(line_end.is_some()));
            if line_end.is_some() {
                self.ended_with = line_end;
                break;
            }
        }
        let line = if is_first { line.strip_prefix(text::MARK).unwrap_or(&line) } else { &line };
        any.then(|| text::part(line).trim().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines { input: io::BufReader::with_capacity(7, bytes), ended_with: None };
        std::iter::from_fn(|| lines.next_line()).collect()
    }

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(lines(b"abcdef\r\ngo\rd\r\r\nx"), ["abcdef", "go", "d", "", "x"]);
        assert_eq!(lines(b"go\r\n  d \n\nlast"), ["go", "d", "", "last"]);
    }

    #[test]
    fn every_byte_is_read_as_text() {
        assert_eq!(lines(b"\xff\xfe\n\0\n"), ["\u{ff}\u{fe}", "\0"]);
        assert_eq!(lines(b"\xef\xbb\xbfgo\nGr\xfcnfeld\nGr\xc3\xbcnfeld"), ["go", "Grünfeld", "Grünfeld"]);
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend_from_slice(b"\nd\n");
        let lines = lines(&bytes);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 1]);
    }
}
