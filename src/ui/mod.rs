//! What stands between the Board and those who use it: people at a terminal, scripts at a pipe, and GUIs.
//!
//! | file | what it does |
//! |---|---|
//! | [`input`] | the two mouths: a terminal with its line editor, a pipe with its reader thread |
//! | [`out`] | the only writer |
//! | [`show`] | every text for people |
//! | [`console`] | the words of the console, file by file |
//! | [`editor`] | the line editor of the terminal |
//! | [`look`], [`picture`] | what the terminal can show, and the board on it |
//! | [`clock`] | the clocks of a game at the console |
//! | [`pgn`] | games in files |
//! | [`manual`] | the table of words for shells and for `man` |
//! | [`places`] | where files are kept |
//! | [`lab`] | the words of the null-move laboratory |
//! | [`tables`], [`terms`] | tables as text, CSV and JSON; the evaluation as one |
//! | [`xboard`] | the words of the WinBoard/XBoard protocol |
//! | [`settings`] | everything that `set` sets |
//! | [`ini`] | the settings file |
//! | [`suites`] | the test suites that are built in |
//! | [`signals`] | Ctrl-C and the end from outside |
//!
//! All that belongs to a dialogue is a [`Session`]. While the Board thinks, the session sits in its chair as its
//! [`Host`]: the same session that runs the words also hears the search, and may run words in the middle of it.

pub mod clock;
pub mod console;
pub mod editor;
pub mod ini;
pub mod input;
pub mod lab;
pub mod look;
pub mod manual;
pub mod out;
pub mod pgn;
pub mod picture;
pub mod places;
pub mod settings;
pub mod show;
pub mod signals;
pub mod suites;
pub mod tables;
pub mod terms;
pub mod xboard;

use std::collections::VecDeque;
use std::mem;
use std::process::ExitCode;
use std::time::Instant;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use thiserror::Error;

use crate::board::Board;
use crate::command::{self, Busy};
use crate::defines::Side;
use crate::moves::Move;
use crate::peek::Report;
use crate::peek::{Host, Verdict};
use crate::readmove::{looks_like_move, shortened};
use crate::setup::Setup;

use console::Console;
use console::suite::Solving;
use editor::Prompt;
use input::{Input, Key};
use out::Out;
use signals::Signals;
use xboard::XBoard;
use xboard::think::{self, Heard};

/// The version line.
pub const VERSION: &str = concat!("Alula ", env!("CARGO_PKG_VERSION"));

/// Why a word was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no such word; perhaps there is one like it.
    #[error("unknown command: {word}{}", hint(.like))]
    UnknownWord {
        /// What was typed.
        word: String,
        /// A word that looks like it.
        like: Option<String>,
    },
    /// A move that cannot be played.
    #[error("{text}: {reason}")]
    Move {
        /// What was typed.
        text: String,
        /// Why not.
        reason: String,
    },
    /// Something else is wrong with what was typed.
    #[error("{0}")]
    Bad(String),
}

fn hint(like: &Option<String>) -> String {
    like.as_ref().map_or(" ('help' lists all commands)".into(), |like| format!(" (did you mean '{like}'?)"))
}

/// What a word returns.
pub type Done = Result<(), Refusal>;

/// A refusal with this text.
pub fn bad<T>(text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Bad(text.into()))
}

/// In which dialogue the session is.
#[derive(Default)]
pub enum Mode {
    /// The console.
    #[default]
    Console,
    /// The set-up dialogue of the console, with the position as it is so far.
    Setup(Box<Setup>),
    /// The protocol of XBoard, for good.
    XBoard,
}

/// One dialogue: where lines come from and go to, and what has been agreed on in it.
#[derive(Default)]
pub struct Session {
    /// Where everything is written.
    pub out: Out,
    /// Where lines come from.
    pub input: Input,
    /// In which dialogue we are.
    pub mode: Mode,
    /// The side that the engine plays.
    pub engine_side: Option<Side>,
    /// Moves taken back, the last one on top.
    pub redo: Vec<Move>,
    /// The settings file.
    pub ini_file: ini::IniFile,
    /// State of the XBoard protocol.
    pub xboard: XBoard,
    /// What belongs to the console.
    pub console: Console,
    /// End at the first line that is refused.
    pub strict: bool,
    /// How many scripts are being read, one from the other.
    pub script_depth: usize,
    /// Lines that have come while the engine was thinking, and wait for the end of it.
    pending: VecDeque<String>,
    /// The search in progress is of no use any more: its move must not be played.
    abandoned: bool,
    /// Is the search done for its statistics only, or is nobody to hear of it?
    pub quiet: bool,
    /// A recorded search.
    walk: Option<lab::treewalk::Walk>,
    signals: Signals,
    /// Ctrl-C was hit while the terminal was in raw mode, since the last command.
    interrupted: bool,
    /// The dialogue is over.
    pub over: bool,
}

impl Session {
    /// A dialogue over standard input and output.
    pub fn new(mut input: Input) -> Session {
        let signals = Signals::for_console();
        input.watch(signals.interrupt_flag());
        Session { out: Out::new(), input, engine_side: Some(Side::Black), signals, ..Session::default() }
    }

    /// Is this the protocol of XBoard?
    pub fn is_xboard(&self) -> bool {
        matches!(self.mode, Mode::XBoard)
    }

    /// Goes over to the protocol of XBoard, for good.
    pub fn become_xboard(&mut self) {
        self.mode = Mode::XBoard;
        if !matches!(self.input, Input::Pipe(_)) {
            self.input = Input::pipe();
        }
        self.signals.for_xboard();
    }

    /// Reads lines and carries them out until the dialogue is over.
    pub fn run(&mut self, board: &mut Board) -> ExitCode {
        while !self.over && !self.out.is_closed() {
            let Some(line) = self.next_line(board) else { break };
            if let Err(refusal) = self.execute(board, &line) {
                self.refuse(&line, &refusal);
                if self.strict && !self.is_xboard() {
                    return ExitCode::FAILURE;
                }
            }
        }
        console::ponder::end(self);
        ExitCode::SUCCESS
    }

    /// Carries out one line.
    ///
    /// # Errors
    /// [`Refusal`] says why nothing was done.
    pub fn execute(&mut self, board: &mut Board, line: &str) -> Done {
        self.signals.forget_interrupt();
        self.interrupted = false;
        if self.is_xboard() {
            return xboard::execute(board, self, line);
        }
        let (word, rest) = command::split_word(line);
        if word.is_empty() || word.starts_with('#') {
            return Ok(());
        }
        self.out.forget_said();
        console::ponder::hear(board, self, line);
        if matches!(self.mode, Mode::Setup(_)) {
            return console::setupmode::execute(board, self, line);
        }
        match command::find(word, false) {
            Some(word) if word.arguments.is_empty() && !rest.is_empty() => {
                bad(format!("'{}' takes nothing behind it, '{}' is too much", word.name(), shortened(rest)))
            }
            Some(word) => (word.run)(board, self, rest),
            None => console::bare_move(board, self, line),
        }
    }

    fn refuse(&mut self, line: &str, refusal: &Refusal) {
        let text = if self.is_xboard() { xboard::refusal(line, refusal) } else { format!("Error: {refusal}") };
        let columns = if self.is_xboard() { None } else { self.console.look.screen(&self.out).columns };
        self.out.line(&columns.map_or(text.clone(), |columns| show::wrap(&text, columns, 2)));
    }

    /// The next line to carry out; in the XBoard protocol, the engine analyses or ponders while it waits for it.
    fn next_line(&mut self, board: &mut Board) -> Option<String> {
        if let Some(line) = self.pending.pop_front() {
            return Some(line);
        }
        if self.is_xboard() {
            if let Some(line) = self.input.peek() {
                self.out.note_input(&line);
                return Some(line);
            }
            think::use_spare_time(board, self);
            if let Some(line) = self.pending.pop_front() {
                return Some(line);
            }
        }
        if self.over {
            return None;
        }
        if !self.input.is_terminal() {
            return self.input.wait(&Prompt::default()).inspect(|line| self.out.note_input(line));
        }
        let mut typed = self.input.typed_line();
        if typed.is_none() && self.input.begun().is_empty() {
            console::analyse::until_a_key(board, self);
            typed = self.input.typed_line();
        }
        if self.over {
            return None;
        }
        let prompt = console::prompt(board, self);
        if let Some(line) = typed {
            self.out.line(&format!("{}{line}", prompt.text));
            return Some(line);
        }
        console::ponder::begin(board, self);
        self.input.wait(&prompt)
    }

    /// Was Ctrl-C hit since the last command?
    pub fn was_interrupted(&self) -> bool {
        self.interrupted || self.signals.was_interrupted()
    }

    /// Writes lines of text, broken between words where the terminal ends.
    pub fn say(&mut self, text: &str) {
        let Some(columns) = self.console.look.screen(&self.out).columns else { return self.out.line(text) };
        let lines: Vec<String> = text.split('\n').map(|line| show::wrap(line, columns, 0)).collect();
        self.out.line(&lines.join("\n"));
    }

    /// Shows a line that the next one overwrites, if there is a terminal that can do it.
    pub fn show_status(&mut self, text: &str) {
        let columns = self.console.look.screen(&self.out).columns;
        if let Some(columns) = columns.filter(|_| !look::is_dumb()) {
            self.out.status(&text.chars().take(columns - 1).collect::<String>());
        }
    }

    // ---- thinking ---------------------------------------------------------------------------------------------------

    /// Lets the Board search with this session as its host. None if the search was abandoned, or the game is over.
    pub fn search(&mut self, board: &mut Board, search: impl FnOnce(&mut Board) -> Move) -> Option<Move> {
        self.abandoned = false;
        let raw = self.input.is_terminal() && enable_raw_mode().is_ok();
        self.out.set_raw(raw);
        self.signals.hold_back(raw);
        board.host.seat(Box::new(mem::take(self)));
        let best = search(board);
        if let Some(session) = board.host.leave::<Session>() {
            *self = *session;
        }
        if raw {
            // If the terminal cannot be set back now, there is nothing else that could.
            let _ = disable_raw_mode();
        }
        self.out.set_raw(false);
        self.signals.hold_back(false);
        console::show_held(self);
        if self.is_xboard() && !self.abandoned && !self.over {
            // What has come together with the line that began a short search may make it useless, too.
            self.hear_lines(board);
        }
        (best.is_some() && !self.abandoned).then_some(best)
    }

    /// Ends the search that is running, and drops its result.
    fn abandon(&mut self) -> Verdict {
        self.abandoned = true;
        Verdict::Stop
    }

    /// Looks at the lines that have come while the engine thinks. The position on the Board is somewhere in the tree.
    fn hear_lines(&mut self, board: &mut Board) -> Verdict {
        loop {
            while let Some(line) = self.input.peek() {
                if self.hear_line(board, line) == Verdict::Stop {
                    return Verdict::Stop;
                }
            }
            if self.input.has_ended() {
                self.over = true;
                return self.abandon();
            }
            if !xboard::is_paused(self) {
                return Verdict::GoOn;
            }
            let begin = Instant::now();
            let line = self.input.wait(&Prompt::default());
            board.timer.leave_out(begin.elapsed());
            if let Some(line) = line
                && self.hear_line(board, line) == Verdict::Stop
            {
                return Verdict::Stop;
            }
        }
    }

    fn hear_line(&mut self, board: &mut Board, line: String) -> Verdict {
        self.out.note_input(&line);
        let (name, rest) = command::split_word(&line);
        let word = command::find(name, true);
        let moving = xboard::is_moving(self);
        match word.map_or(Busy::Move, |word| word.busy) {
            _ if name.is_empty() || name.starts_with('#') => return Verdict::GoOn,
            Busy::MoveNow if moving => {
                xboard::end_pause(self);
                return Verdict::Stop;
            }
            Busy::Turn if moving => return Verdict::GoOn,
            Busy::AfterMove if xboard::owes_an_answer(self) => {
                self.pending.push_back(line);
                return Verdict::GoOn;
            }
            Busy::Later if moving => {
                self.pending.push_back(line);
                return Verdict::GoOn;
            }
            Busy::StopFirst | Busy::Turn | Busy::Later => {
                self.pending.push_back(line);
                return self.abandon();
            }
            Busy::Move if !moving && (word.is_some() || looks_like_move(name)) => return self.hear_move(board, line),
            _ => {}
        }
        let done = match word {
            Some(word) => (word.run)(board, self, rest),
            None => xboard::bare_move(board, self, &line),
        };
        if let Err(refusal) = done {
            self.refuse(&line, &refusal);
        }
        if think::is_unwanted(self) { self.abandon() } else { Verdict::GoOn }
    }

    /// A move comes while the engine ponders or analyses.
    fn hear_move(&mut self, board: &mut Board, line: String) -> Verdict {
        match think::hear_move(board, self, &line) {
            Ok(Heard::ExpectedMove) => Verdict::GoOn,
            Ok(Heard::AnotherMove) => {
                self.pending.push_back(line);
                self.abandon()
            }
            Err(refusal) => {
                self.refuse(&line, &refusal);
                Verdict::GoOn
            }
        }
    }
}

impl Host for Session {
    fn tell(&mut self, board: &mut Board, report: &Report) {
        if self.quiet {
            console::note(board, self, report);
            return;
        }
        if self.is_xboard() {
            think::tell(board, self, report);
        } else {
            console::tell(board, self, report);
        }
    }

    fn poll(&mut self, board: &mut Board) -> Verdict {
        if self.out.is_closed() {
            return self.abandon();
        }
        if self.is_xboard() {
            think::show_held_line_in_time(self);
            return self.hear_lines(board);
        }
        if self.signals.end_asked() {
            self.over = true;
            return self.abandon();
        }
        if self.console.solving.as_ref().is_some_and(Solving::is_done) {
            return Verdict::Stop;
        }
        console::show_progress(board, self);
        match self.input.key() {
            _ if self.signals.was_interrupted() => Verdict::Stop,
            Some(Key::Interrupt) => {
                self.interrupted = true;
                Verdict::Stop
            }
            Some(Key::Leave) => {
                self.over = true;
                self.abandon()
            }
            Some(Key::Stop) => Verdict::Stop,
            Some(Key::Text) if self.console.analysing.is_some() => Verdict::Stop,
            Some(Key::Cancel) => self.abandon(),
            Some(Key::Text) | None => Verdict::GoOn,
        }
    }

    fn wants_root_moves(&self) -> bool {
        if self.is_xboard() {
            return think::wants_root_moves(self);
        }
        self.out.is_terminal() && (!self.quiet || self.console.analysing.is_some())
    }
}
