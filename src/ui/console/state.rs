//! The console's state between lines and during a search.

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
use super::guessing;
use super::kept::Slot;
use super::lessons::Lessons;
use super::levels::Hint;
use super::puzzles::{self, Tally};
use super::record::Record;
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
    /// The words of the console.
    pub words: Words,
    /// The settings file.
    pub ini_file: IniFile,
    /// The position being set up, while the set-up dialogue runs.
    pub setup: Option<Box<Setup>>,
    /// Whether a switch to a protocol also offers the laboratory's settings.
    pub laboratory: bool,
    /// Number of scripts being read, nested in each other.
    pub script_depth: usize,
    /// The search shows nothing: only its result or statistics are wanted.
    pub quiet: bool,
    /// The last recorded search.
    pub walk: Option<Walk>,
    /// Colours, board style and other settings of the display.
    pub look: Look,
    /// The clocks, in a game with clocks.
    pub clocks: Option<GameClocks>,
    /// The result of a game that ended by resignation or agreement.
    pub result: Option<String>,
    /// The analysis, while one runs: the console then searches while it waits for a line.
    pub analysing: Option<Box<AnalysisBoard>>,
    /// The state of the engine's decisions to resign or offer a draw.
    pub(super) standing: Standing,
    /// Whether the engine has offered a draw; the player's next move declines it.
    pub(super) draw_offered: bool,
    /// Whether the autosaved game is the current one. If not, the first move moves the old file away.
    pub(super) is_kept: bool,
    /// The game with variations and comments, once a command has asked for it.
    pub(super) study: Option<Study>,
    /// During a review: depth and lines of the last iteration.
    pub(super) judged: Option<(usize, Vec<Line>)>,
    /// The list of games shown last.
    pub(super) list: Option<List>,
    /// The files of the autosaved game, and when they were last written.
    pub(super) slot: Option<Slot>,
    pub(super) kept_at: Option<Instant>,
    pub(super) progress: Progress,
    /// The hint given so far.
    pub(super) hint: Option<Hint>,
    /// The engine plays both sides.
    pub(super) selfplay: bool,
    /// The reply the engine expects.
    pub(super) expected: Option<Expected>,
    /// The open puzzles.
    pub(super) puzzle: Option<Box<puzzles::Open>>,
    /// The results of all puzzles.
    pub(super) tally: Option<Tally>,
    /// The game whose moves are being guessed.
    pub(super) guessing: Option<Box<guessing::Open>>,
    /// The finished games against the engine.
    pub(super) record: Option<Record>,
    /// Whether the end of this game has been recorded.
    pub(super) is_recorded: bool,
    /// The suite position being searched.
    pub solving: Option<Solving>,
    /// The lesson being read.
    pub lessons: Lessons,
    /// The search that the laboratory's commands examine: the tutorial's or the modern one.
    pub subject: Algorithm,
    /// The riddle whose fault is active in the tutorial's search.
    pub riddle: Option<usize>,
    /// The ponder search.
    pub(super) pondering: Option<Pondering>,
}

/// Progress of a search.
#[derive(Default)]
pub(super) struct Progress {
    /// Depth of the last report and of the running iteration, in plies.
    pub(super) depth: usize,
    pub(super) iteration: usize,
    pub(super) score: Option<i32>,
    pub(super) best: String,
    pub(super) root_move: String,
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) drawn: Option<Instant>,
    /// At a terminal: the last line of statistics, held back until its iteration is complete.
    pub(super) held: Option<String>,
    /// The depth completed last, in a multi-PV search.
    pub(super) lines_done: Option<usize>,
    /// Depth of each iteration, and the node count at its end.
    pub(super) iterations: Vec<(usize, u64)>,
}

impl Console {
    /// A console with these words.
    pub fn new(words: Words) -> Console {
        Console { words, ..Console::default() }
    }
}

/// A search on the opponent's time.
pub(super) struct Pondering {
    pub(super) expected: Move,
    pub(super) place: Place,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) waiting: Arc<Mutex<Option<Handover>>>,
    pub(super) thread: JoinHandle<Thought>,
}

/// The result of a ponder thread.
pub(super) struct Thought {
    pub(super) board: Box<Board>,
    pub(super) best: Move,
    /// The time taken, in milliseconds.
    pub(super) ms: u64,
}

/// The session on its way to become the copy's host, with the limits of the search.
pub(super) struct Handover {
    pub(super) session: Box<Session>,
    pub(super) timer: Timer,
}

impl Session {
    /// Writes text, wrapped to the width of the terminal.
    pub fn say(&mut self, text: &str) {
        let Some(columns) = self.own.look.screen(&self.out).columns else { return self.out.line(text) };
        let lines: Vec<String> = text.split('\n').map(|line| show::wrap(line, columns, 0)).collect();
        self.out.line(&lines.join("\n"));
    }

    /// Shows a line that the next one overwrites, if the terminal can do that.
    pub fn show_status(&mut self, text: &str) {
        let columns = self.own.look.screen(&self.out).columns;
        if let Some(columns) = columns.filter(|_| !out::is_dumb()) {
            self.out.status(&text.chars().take(columns - 1).collect::<String>());
        }
    }
}
