//! The GUI's side of the protocol: starts the engine, sends lines, and waits for answers.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::HOME;
use crate::home::at_home_in;

/// Timeout for answers, long enough even for the busiest machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// The search that [`Gui::new`] selects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Search {
    Modern,
    Tutorial,
}

thread_local! {
    /// The search selected for this thread, and so for this test.
    pub static SEARCH: Cell<Search> = const { Cell::new(Search::Modern) };
}

/// The engine, or the program named by `ALULA_PROGRAM`: the same tests run the Windows program under Wine.
pub fn program() -> String {
    std::env::var("ALULA_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_alula").into())
}

/// The engine and its output.
pub struct Gui {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    /// All lines received so far.
    pub heard: Vec<String>,
    pings: u32,
}

impl Gui {
    /// Starts the engine with these arguments, without sending anything.
    pub fn start(arguments: &[&str]) -> Gui {
        let mut command = Command::new(program());
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Wine needs its usual home directory.
        if std::env::var_os("ALULA_PROGRAM").is_none() {
            at_home_in(&mut command, HOME);
        }
        let mut child = command.spawn().expect("the engine starts");
        let stdin = child.stdin.take();
        let (stdout, stderr) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        Gui { child, stdin, lines: reader(stdout), errors: reader(stderr), heard: Vec::new(), pings: 0 }
    }

    /// Starts the engine and completes the handshake, with thinking output and little time per move.
    pub fn new() -> Gui {
        let mut gui = Gui::start(&["xboard"]);
        gui.send("xboard\nprotover 2");
        gui.wait_for("feature done=1");
        gui.send("accepted done\nnew\npost\neasy\nst 0.05");
        if SEARCH.get() == Search::Tutorial {
            gui.send("option Algorithm=pvs");
        }
        gui
    }

    /// The same, in force mode with this position.
    pub fn at(fen: &str) -> Gui {
        let mut gui = Gui::new();
        gui.send(&format!("force\nsetboard {fen}"));
        gui
    }

    /// Sends one or more lines at once.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends raw bytes. A closed pipe is detected when waiting for an answer.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    /// The next line, if it arrives in time.
    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        let line = self.lines.recv_timeout(time).ok()?;
        self.heard.push(line.clone());
        Some(line)
    }

    /// Waits for a line that starts with this text, and returns it.
    pub fn wait_for(&mut self, beginning: &str) -> String {
        self.wait_until(beginning, |line| line.starts_with(beginning))
    }

    /// Waits for a line that `fits`.
    pub fn wait_until(&mut self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.line_within(deadline.saturating_duration_since(Instant::now())) {
                Some(line) if fits(&line) => return line,
                Some(_) => {}
                None => panic!("no '{what}' arrived; received: {:#?}", self.heard),
            }
        }
    }

    /// Waits for the engine's move.
    pub fn wait_for_move(&mut self) -> String {
        self.wait_for("move ")[5..].into()
    }

    /// Sends lines and a `ping`; returns the lines before the `pong`.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        let first = self.heard.len();
        let ping = format!("ping {}", self.pings);
        self.send(&if lines.is_empty() { ping } else { format!("{lines}\n{ping}") });
        self.wait_until(&pong, |line| line == pong);
        self.heard[first..self.heard.len() - 1].to_vec()
    }

    /// Whether no line arrives within this time.
    pub fn is_silent(&mut self, time: Duration) -> bool {
        self.line_within(time).is_none()
    }

    /// Whether the engine accepts these moves, one after the other. The engine must be in force mode; legal moves are
    /// taken back.
    pub fn takes_moves(&mut self, moves: &[&str]) -> bool {
        let refused = moves.iter().any(|mv| !self.ask(&format!("usermove {mv}")).is_empty());
        if !refused {
            for _ in moves {
                self.ask("undo");
            }
        }
        !refused
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes the engine's output, as a crashing GUI does.
    pub fn close_output(&mut self) {
        self.lines = channel().1;
    }

    /// Waits for the process to exit.
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("the engine is our child") {
                return status;
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine does not exit; received: {:#?}", self.heard);
    }

    /// Asserts that the process exits with status 0 and nothing on standard error.
    pub fn ends_well(&mut self) {
        let status = self.wait_for_end();
        assert_eq!(status.code(), Some(0), "{status}");
        let complaints: Vec<String> = self.errors.iter().collect();
        assert!(complaints.is_empty(), "on standard error: {complaints:?}");
    }

    /// Asserts that `quit` makes the process exit cleanly.
    pub fn quit(&mut self) {
        self.send("quit");
        self.ends_well();
    }

    /// Whether the process is still running.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the engine is our child").is_none()
    }

    /// The id of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        // The process may have exited already. If a test fails, no process must remain.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines in a separate thread.
fn reader(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    lines
}
