//! The console, driven from outside: the real program behind pipes and in a pseudo-terminal.

mod attack;
mod clocks;
mod elsewhere;
mod exploring;
#[cfg(target_os = "linux")]
mod files;
#[cfg(unix)]
mod full_screen;
mod games;
#[cfg(unix)]
mod guessing;
mod home;
mod install;
mod layouts;
mod looking_back;
mod network;
mod opponents;
#[cfg(unix)]
mod own_games;
mod pipe;
#[cfg(unix)]
mod puzzles;
mod reading;
#[cfg(unix)]
mod screens;
mod sides;
#[cfg(unix)]
mod terminal;
mod viewing;

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use home::at_home_in;

/// A separate empty directory for each test, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("alula-console-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary directory can be made");
        Place(path)
    }

    /// Writes a file and returns its name.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a temporary file can be written");
        path.to_string_lossy().into()
    }

    /// The program, started here; all its files stay here.
    fn alula(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alula"));
        at_home_in(&mut command, &self.0);
        command
    }

    /// Runs the program with these arguments and this input.
    fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
        let mut child = self
            .alula()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.as_ref().to_vec();
        // The program may end before it has read everything.
        let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer does not panic");
        output
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // If removal fails, it stays in the temporary directory.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The console's output for these lines, in this directory.
fn said_at(place: &Place, lines: &str) -> String {
    let output = place.run(&[], lines);
    assert!(output.status.success(), "{lines}");
    assert_eq!(text(&output.stderr), "", "{lines}");
    text(&output.stdout)
}

/// The console's output for these lines.
fn said(lines: &str) -> String {
    said_at(&Place::new(), lines)
}

/// Whether this run only writes the screens.
fn is_written_anew() -> bool {
    env::var("ALULA_SCREENS").is_ok_and(|what| what == "write")
}

/// Failure message of such a run, which checks nothing.
const WRITTEN: &str = "written: look at the difference and run the test again without ALULA_SCREENS";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}
