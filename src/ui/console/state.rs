//! The state of the console, between its lines and while it searches.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::board::{Algorithm, Board};
use crate::command;
use crate::lab::walk::Walk;
use crate::moves::Move;
use crate::peek::Line;
use crate::setup::Setup;
use crate::timer::Timer;
use crate::ui::clock::GameClocks;
use crate::ui::game::{Expected, Place, Standing};
use crate::ui::ini::IniFile;
use crate::ui::terminal::look::Look;
use crate::ui::words::Done;
use crate::ui::{out, session, show};

use super::analysis_board::AnalysisBoard;
use super::browse::Study;
use super::gamelist::List;
use super::kept::Slot;
use super::lessons::Lessons;
use super::levels::Hint;
use super::solving::Solving;

/// A session of the console.
pub type Session = session::Session<Console>;

/// Carries out a word of the console.
pub type Run = fn(&mut Board, &mut Session, &str) -> Done;

/// A word of the console.
pub type Word = command::Word<Run>;

/// The tables of words of the console.
pub type Words = command::Words<Run>;

/// The console's part of its session.
#[derive(Default)]
pub struct Console {
    /// The words it knows.
    pub words: Words,
    /// The settings file.
    pub ini_file: IniFile,
    /// The position of the set-up dialogue as it is so far, while that dialogue runs.
    pub setup: Option<Box<Setup>>,
    /// The protocol that the session goes over to is to offer the settings of the laboratory, too.
    pub laboratory: bool,
    /// Number of scripts that are being read, one from the other.
    pub script_depth: usize,
    /// The search is done for its statistics only, and shows nothing.
    pub quiet: bool,
    /// A recorded search.
    pub walk: Option<Walk>,
    /// How things look.
    pub look: Look,
    /// The clocks of the game, if it is played with clocks.
    pub clocks: Option<GameClocks>,
    /// The end of a game that was resigned, or drawn by agreement.
    pub result: Option<String>,
    /// The analysis, while there is one: the console then thinks between two lines that are typed.
    pub analysing: Option<Box<AnalysisBoard>>,
    /// How the game stands for the engine.
    pub(super) standing: Standing,
    /// The engine offers a draw: the person's next move declines it.
    pub(super) draw_offered: bool,
    /// Is the kept game the one that is being played? The first move of another game moves it away.
    pub(super) is_kept: bool,
    /// The game with its variations and comments, as far as somebody has asked for it.
    pub(super) study: Option<Study>,
    /// While a game is reviewed: depth and lines of the last iteration.
    pub(super) judged: Option<(usize, Vec<Line>)>,
    /// The list of games that was shown last.
    pub(super) list: Option<List>,
    /// The files of the kept game, and when it was written last.
    pub(super) slot: Option<Slot>,
    pub(super) kept_at: Option<Instant>,
    pub(super) progress: Progress,
    /// The hint that was begun.
    pub(super) hint: Option<Hint>,
    /// The engine plays both sides.
    pub(super) selfplay: bool,
    /// The answer that the engine expects to its move.
    pub(super) expected: Option<Expected>,
    /// The position of a suite that is being searched.
    pub solving: Option<Solving>,
    /// The lesson that is being read.
    pub lessons: Lessons,
    /// The search that the laboratory's words are about: the tutorial's or the modern one.
    pub subject: Algorithm,
    /// The riddle whose fault is planted in the tutorial's search.
    pub riddle: Option<usize>,
    /// A search in the person's time.
    pub(super) pondering: Option<Pondering>,
}

/// How far a search is.
#[derive(Default)]
pub(super) struct Progress {
    /// Depth of the last report, and of the iteration that is running.
    pub(super) depth: usize,
    pub(super) iteration: usize,
    pub(super) score: Option<i32>,
    pub(super) best: String,
    pub(super) root_move: String,
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) drawn: Option<Instant>,
    /// At a terminal: the last line of statistics, until its iteration is finished.
    pub(super) held: Option<String>,
    /// The iteration that was completed last, if there are several lines.
    pub(super) lines_done: Option<usize>,
    /// Depth of each iteration, and nodes at its end.
    pub(super) iterations: Vec<(usize, u64)>,
}

impl Console {
    /// A console that knows these words.
    pub fn new(words: Words) -> Console {
        Console { words, ..Console::default() }
    }
}

/// A search in the person's time.
pub(super) struct Pondering {
    pub(super) expected: Move,
    pub(super) place: Place,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) waiting: Arc<Mutex<Option<Handover>>>,
    pub(super) thread: JoinHandle<Thought>,
}

/// The result of a thread that ponders.
pub(super) struct Thought {
    pub(super) board: Box<Board>,
    pub(super) best: Move,
    /// The time it took, in milliseconds.
    pub(super) ms: u64,
}

/// The session on its way into the chair of the copy, with the limits of the search.
pub(super) struct Handover {
    pub(super) session: Box<Session>,
    pub(super) timer: Timer,
}

impl Session {
    /// Writes lines of text, broken between words where the terminal ends.
    pub fn say(&mut self, text: &str) {
        let Some(columns) = self.own.look.screen(&self.out).columns else { return self.out.line(text) };
        let lines: Vec<String> = text.split('\n').map(|line| show::wrap(line, columns, 0)).collect();
        self.out.line(&lines.join("\n"));
    }

    /// Shows a line that the next one overwrites, if there is a terminal that can do it.
    pub fn show_status(&mut self, text: &str) {
        let columns = self.own.look.screen(&self.out).columns;
        if let Some(columns) = columns.filter(|_| !out::is_dumb()) {
            self.out.status(&text.chars().take(columns - 1).collect::<String>());
        }
    }
}
