//! The two sources of input: lines typed in a terminal, with a line editor, and lines from a pipe, read by a separate
//! thread so that the search can poll them.

use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::command::Usage;

use super::out::Out;
use super::terminal::editor::{LineEditor, Prompt};
use super::terminal::events::Events;

/// The longest line, in bytes; the rest is dropped. Some GUIs send whole games before each move.
const LONGEST_LINE: usize = 1 << 20;
/// The most lines waiting to be read. The reader thread waits when they are reached.
const LINES_WAITING: usize = 1 << 12;
/// Time between two polls of the keyboard during a search.
const KEY_INTERVAL: Duration = Duration::from_millis(20);

/// The source of input.
#[derive(Default)]
pub enum Input {
    /// No input.
    #[default]
    Closed,
    /// A terminal.
    Terminal(Box<Keyboard>),
    /// A pipe or a file.
    Pipe(Pipe),
}

/// A terminal.
pub struct Keyboard {
    editor: LineEditor,
    events: Events,
    last_look: Instant,
}

/// A pipe with its reader thread.
pub struct Pipe {
    lines: Receiver<String>,
    ended: bool,
}

/// A key or text typed during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Stop, and play the best move found.
    Stop,
    /// Stop, and play nothing.
    Cancel,
    /// Stop the search and all that was to follow it.
    Interrupt,
    /// Give the terminal back to the shell for a while.
    Suspend,
    /// End the program.
    Leave,
    /// The beginning of the next line.
    Text,
}

impl Input {
    /// Standard input: at a terminal through a line editor that completes these words, otherwise through a reader
    /// thread.
    pub fn new(words: Vec<Usage>) -> Input {
        if io::stdin().is_terminal()
            && io::stdout().is_terminal()
            && let Ok(events) = Events::new()
        {
            let editor = LineEditor::new(words);
            return Input::Terminal(Box::new(Keyboard { editor, events, last_look: Instant::now() }));
        }
        Input::pipe()
    }

    /// Standard input through a reader thread, even at a terminal.
    pub fn pipe() -> Input {
        let (sender, lines) = sync_channel(LINES_WAITING);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Some(line) = read_line(&mut stdin) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Input::Pipe(Pipe { lines, ended: false })
    }

    /// Whether the input is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Whether the input has ended.
    pub fn has_ended(&self) -> bool {
        match self {
            Input::Closed => true,
            Input::Terminal(_) => false,
            Input::Pipe(pipe) => pipe.ended,
        }
    }

    /// Waits for a line at a terminal, behind this prompt; [`None`] at the end of input.
    pub fn ask(&mut self, prompt: &Prompt, out: &mut Out) -> Option<String> {
        let Input::Terminal(keyboard) = self else { return self.wait(prompt) };
        keyboard.editor.wait(prompt, &mut keyboard.events, out)
    }

    /// Waits for a line of a pipe; [`None`] at the end of input.
    pub fn wait(&mut self, _: &Prompt) -> Option<String> {
        match self {
            Input::Closed | Input::Terminal(_) => None,
            Input::Pipe(pipe) => {
                let line = pipe.lines.recv().ok();
                pipe.ended = line.is_none();
                line
            }
        }
    }

    /// A line that has arrived through the pipe, if there is one.
    pub fn peek(&mut self) -> Option<String> {
        let Input::Pipe(pipe) = self else { return None };
        match pipe.lines.try_recv() {
            Ok(line) => Some(line),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                pipe.ended = true;
                None
            }
        }
    }

    /// Gives the line editor the flag that Ctrl-C sets.
    pub fn watch(&mut self, interrupted: Arc<AtomicBool>) {
        if let Input::Terminal(keyboard) = self {
            keyboard.editor.interrupted = interrupted;
        }
    }

    /// The next whole line typed during a search.
    pub fn typed_line(&mut self) -> Option<String> {
        if let Input::Terminal(keyboard) = self { keyboard.editor.typed_line() } else { None }
    }

    /// The beginning of the next line, typed during a search.
    pub fn begun(&self) -> &str {
        if let Input::Terminal(keyboard) = self { &keyboard.editor.begun } else { "" }
    }

    /// The next event at the terminal, if it comes within this time; an error if the terminal is gone.
    ///
    /// # Errors
    /// The system's error.
    pub fn event(&mut self, patience: Duration) -> io::Result<Option<Event>> {
        if let Input::Terminal(keyboard) = self { keyboard.events.next(Some(patience)) } else { Ok(None) }
    }

    /// Whether it is time to poll the keyboard again during a search.
    pub fn is_due(&mut self) -> bool {
        let Input::Terminal(keyboard) = self else { return false };
        let due = keyboard.last_look.elapsed() >= KEY_INTERVAL;
        if due {
            keyboard.last_look = Instant::now();
        }
        due
    }

    /// The line editor of the terminal.
    pub fn editor(&mut self) -> Option<&mut LineEditor> {
        if let Input::Terminal(keyboard) = self { Some(&mut keyboard.editor) } else { None }
    }

    /// The meaning of the keys hit at the terminal, if they have one. Reads all that was typed, since the line editor
    /// would not see the rest.
    pub fn key(&mut self) -> Option<Key> {
        let Input::Terminal(keyboard) = self else { return None };
        keyboard.key()
    }
}

impl Keyboard {
    fn key(&mut self) -> Option<Key> {
        if self.last_look.elapsed() < KEY_INTERVAL {
            return None;
        }
        self.last_look = Instant::now();
        let mut typed = None;
        loop {
            let key = match self.events.next(Some(Duration::ZERO)) {
                Ok(Some(Event::Key(key))) => key,
                Ok(Some(_)) => continue,
                Ok(None) => return typed,
                Err(_) => return Some(Key::Leave),
            };
            let control = |letter| key.code == KeyCode::Char(letter) && key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                _ if key.kind == KeyEventKind::Release => {}
                // A line that was typed before the search began ends with a line feed.
                _ if (key.code == KeyCode::Enter || control('j')) && !self.editor.end_line() => return Some(Key::Stop),
                KeyCode::Esc => return Some(Key::Cancel),
                _ if control('c') && self.editor.is_interrupted_twice() => return Some(Key::Leave),
                _ if control('c') => return Some(Key::Interrupt),
                _ if control('z') => return Some(Key::Suspend),
                KeyCode::Backspace => drop(self.editor.begun.pop()),
                KeyCode::Char(letter) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => {
                    self.editor.begun.push(letter);
                    typed = Some(Key::Text);
                }
                _ => {}
            }
        }
    }
}

/// Reads a line of arbitrary bytes, without its end; [`None`] at the end of input.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    any.then(|| String::from_utf8_lossy(&line).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input)).collect()
    }

    #[test]
    fn lines_end_with_or_without_carriage_return() {
        assert_eq!(lines(b"go\r\n  d \n\nlast"), ["go", "d", "", "last"]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(lines(b"\xff\xfe\n\0\n"), ["\u{fffd}\u{fffd}", "\0"]);
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend_from_slice(b"\nd\n");
        let lines = lines(&bytes);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 1]);
    }
}
