//! Code shared by several targets: checks of messages, and feeding a dialogue with lines.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use alula::board::Board;
use alula::play::Options;
use alula::ui::input::Inlet;
use alula::ui::session::{Dialogue, Session};

/// Time allowed for a line before Ctrl-C is sent.
const PATIENCE: Duration = Duration::from_millis(20);

/// Checks that a message is one line of limited length, without control characters.
pub fn check_message(message: &str) {
    assert!(!message.is_empty() && message.chars().count() < 500, "{message:?}");
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// A scratch directory for this process.
pub fn scratch_directory() -> &'static Path {
    static SCRATCH: OnceLock<PathBuf> = OnceLock::new();
    SCRATCH.get_or_init(|| {
        let scratch = env::temp_dir().join(format!("alula-fuzz-{}", std::process::id()));
        fs::create_dir_all(&scratch).expect("a scratch directory");
        scratch
    })
}

/// Whether a line stays within the scratch directory, and within the memory of a small machine.
fn is_harmless(line: &str) -> bool {
    let lower = line.to_lowercase();
    let leaves = line.contains(['/', '\\', '~']) || line.contains("..");
    // Commands that write to the home directory or search for long, also abbreviated.
    let banned = ["install", "uninstall", "save", "review"];
    let is_banned = lower.split_whitespace().any(|word| word.len() > 1 && banned.iter().any(|it| it.starts_with(word)));
    let digits = lower.split(|letter: char| !letter.is_ascii_digit()).map(str::len).max().unwrap_or_default();
    let takes = ["hash", "memory", "thread", "cores", "bench", "datag", "train", "match", "tune"];
    let is_large = digits > 1 && takes.iter().any(|word| lower.contains(word));
    !leaves && !is_banned && !is_large
}

/// The stop flag that Ctrl-C sets, the queue to notify, and the time to do so.
type Alarm = Mutex<Option<(Arc<AtomicBool>, Inlet, Instant)>>;

/// The alarm of a thread that sends Ctrl-C repeatedly if a line takes too long. Starts the thread on the first call.
fn alarm() -> &'static Alarm {
    static ALARM: OnceLock<&'static Alarm> = OnceLock::new();
    ALARM.get_or_init(|| {
        let alarm: &'static Alarm = Box::leak(Box::default());
        thread::spawn(move || {
            loop {
                thread::sleep(PATIENCE / 4);
                let due = alarm.lock().expect("no panic holds it").clone();
                if let Some((flag, inlet, _)) = due.filter(|(_, _, at)| *at <= Instant::now()) {
                    flag.store(true, Ordering::Relaxed);
                    inlet.signal();
                }
            }
        });
        alarm
    })
}

/// Sends these lines to a new session, one after the other. A long command must end soon after Ctrl-C.
pub fn feed<D: Dialogue>(own: D, text: &str) {
    // Some lines write files; they must do so in this directory.
    env::set_current_dir(scratch_directory()).expect("a scratch directory");
    let mut board = Board::new();
    let mut session = Session::apart(own, Options::default());
    session.options.limits.max_time = Some(Duration::from_millis(10));
    session.out.divert();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| is_harmless(line)).take(20).collect();
    for line in lines {
        *alarm().lock().expect("no panic holds it") =
            Some((session.signals.interrupt_flag(), session.input.inlet(), Instant::now() + PATIENCE));
        if let Err(refusal) = session.execute(&mut board, line) {
            check_message(&refusal.to_string());
            D::refuse(&mut session, line, &refusal);
        }
        if session.over || session.goes_over_to.is_some() {
            break;
        }
    }
    *alarm().lock().expect("no panic holds it") = None;
    let again = alula::readfen::read_fen_by(&board.fen(), alula::readfen::Rules::Chess960);
    assert!(again.is_ok(), "{}: {again:?}", board.fen());
    session.forget_search();
    D::end(&mut board, &mut session);
}
