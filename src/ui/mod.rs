//! What stands between the Board and those who use it: people at a terminal, scripts at a pipe, and GUIs.
//!
//! | file | what it does |
//! |---|---|
//! | [`input`] | the two mouths: a terminal with its line editor, a pipe with its reader thread |
//! | [`out`] | the only writer |
//! | [`show`] | every text for people |
//! | [`console`] | the words of the console |
//! | [`setupmode`] | the set-up dialogue |
//! | [`lab`], [`labtext`], [`demo`] | the words of the null-move laboratory, their texts, and its examples |
//! | [`treewalk`] | a recorded search |
//! | [`tables`] | tables as text, CSV and JSON |
//! | [`xboard`] | the words of the WinBoard/XBoard protocol |
//! | [`settings`] | everything that `set` sets |
//! | [`ini`] | the settings file |
//! | [`signals`] | Ctrl-C and the end from outside |
//!
//! All that belongs to a dialogue is a [`Session`]. While the Board thinks, the session sits in its chair as its
//! [`Host`]: the same session that runs the words also hears the search, and may run words in the middle of it.

pub mod console;
pub mod demo;
pub mod ini;
pub mod input;
pub mod lab;
pub mod labtext;
pub mod out;
pub mod settings;
pub mod setupmode;
pub mod show;
pub mod signals;
pub mod tables;
pub mod treewalk;
pub mod xboard;

use std::collections::VecDeque;
use std::mem;
use std::process::ExitCode;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use thiserror::Error;

use crate::board::Board;
use crate::command::{self, Busy};
use crate::defines::Side;
use crate::moves::Move;
use crate::peek::{Host, Verdict};
use crate::readmove::looks_like_move;
use crate::search::Report;
use crate::setup::Setup;

use input::{Input, Key};
use out::Out;
use signals::Signals;
use xboard::XBoard;

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
        like: Option<&'static str>,
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

fn hint(like: &Option<&'static str>) -> String {
    like.map_or(" ('help' lists all commands)".into(), |like| format!(" (did you mean '{like}'?)"))
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
    /// Lines that have come while the engine was thinking, and wait for the end of it.
    pending: VecDeque<String>,
    /// The search in progress is of no use any more: its move must not be played.
    abandoned: bool,
    /// Is the search done for its statistics only, or is nobody to hear of it?
    pub quiet: bool,
    /// A recorded search.
    walk: Option<treewalk::Walk>,
    signals: Signals,
    /// The dialogue is over.
    pub over: bool,
}

impl Session {
    /// A dialogue over standard input and output.
    pub fn new(input: Input) -> Session {
        Session {
            out: Out::new(),
            input,
            engine_side: Some(Side::Black),
            signals: Signals::for_console(),
            ..Session::default()
        }
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
            self.out.note_input(&line);
            if let Err(refusal) = self.execute(board, &line) {
                self.refuse(&line, &refusal);
            }
        }
        ExitCode::SUCCESS
    }

    /// Carries out one line.
    ///
    /// # Errors
    /// [`Refusal`] says why nothing was done.
    pub fn execute(&mut self, board: &mut Board, line: &str) -> Done {
        self.signals.forget_interrupt();
        if matches!(self.mode, Mode::Setup(_)) {
            return setupmode::execute(board, self, line);
        }
        let (word, rest) = command::split_word(line);
        if word.is_empty() || word.starts_with('#') {
            return Ok(());
        }
        match command::find(word, self.is_xboard()) {
            Some(word) => (word.run)(board, self, rest),
            None if self.is_xboard() => xboard::bare_move(board, self, line),
            None => console::bare_move(board, self, line),
        }
    }

    fn refuse(&mut self, line: &str, refusal: &Refusal) {
        let text = if self.is_xboard() { xboard::refusal(line, refusal) } else { format!("Error: {refusal}") };
        self.out.line(&text);
    }

    /// The next line to carry out; in the XBoard protocol, the engine analyses or ponders while it waits for it.
    fn next_line(&mut self, board: &mut Board) -> Option<String> {
        if let Some(line) = self.pending.pop_front() {
            return Some(line);
        }
        if self.is_xboard() {
            if let Some(line) = self.input.peek() {
                return Some(line);
            }
            xboard::use_spare_time(board, self);
            if let Some(line) = self.pending.pop_front() {
                return Some(line);
            }
        }
        let prompt = self.prompt(board);
        self.input.wait(&prompt)
    }

    fn prompt(&self, board: &Board) -> String {
        let side = |side: Side| ["wt", "bl"][side.index()];
        match &self.mode {
            Mode::Console => format!("{}> ", side(board.next_move)),
            Mode::Setup(setup) => format!("{}> setup> ", side(setup.next_move)),
            Mode::XBoard => String::new(),
        }
    }

    // ---- thinking ---------------------------------------------------------------------------------------------------

    /// Lets the Board search with this session as its host. None if the search was abandoned, or the game is over.
    pub fn search(&mut self, board: &mut Board, search: fn(&mut Board) -> Move) -> Option<Move> {
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
        (best.is_some() && !self.abandoned).then_some(best)
    }

    /// Ends the search that is running, and drops its result.
    fn abandon(&mut self) -> Verdict {
        self.abandoned = true;
        Verdict::Stop
    }

    /// Looks at the lines that have come while the engine thinks. The position on the Board is somewhere in the tree.
    fn hear_lines(&mut self, board: &mut Board) -> Verdict {
        while let Some(line) = self.input.peek() {
            self.out.note_input(&line);
            if self.hear_line(board, line) == Verdict::Stop {
                return Verdict::Stop;
            }
        }
        if self.input.has_ended() {
            self.over = true;
            return self.abandon();
        }
        Verdict::GoOn
    }

    fn hear_line(&mut self, board: &mut Board, line: String) -> Verdict {
        let (name, rest) = command::split_word(&line);
        let word = command::find(name, true);
        let moving = xboard::is_moving(self);
        match word.map_or(Busy::Move, |word| word.busy) {
            _ if name.is_empty() => return Verdict::GoOn,
            Busy::MoveNow if moving => return Verdict::Stop,
            Busy::AfterMove | Busy::Later if moving => {
                self.pending.push_back(line);
                return Verdict::GoOn;
            }
            Busy::StopFirst | Busy::Later => {
                self.pending.push_back(line);
                return self.abandon();
            }
            Busy::Move if !moving && (word.is_some() || looks_like_move(name)) => {
                self.pending.push_back(line);
                return self.abandon();
            }
            _ => {}
        }
        let done = match word {
            Some(word) => (word.run)(board, self, rest),
            None => xboard::bare_move(board, self, &line),
        };
        if let Err(refusal) = done {
            self.refuse(&line, &refusal);
        }
        Verdict::GoOn
    }
}

impl Host for Session {
    fn tell(&mut self, board: &mut Board, report: &Report) {
        if self.quiet {
            return;
        }
        if self.is_xboard() {
            xboard::tell(board, self, report);
        } else {
            console::tell(board, self, report);
        }
    }

    fn poll(&mut self, board: &mut Board) -> Verdict {
        if self.out.is_closed() {
            return self.abandon();
        }
        if self.is_xboard() {
            return self.hear_lines(board);
        }
        if self.signals.end_asked() {
            self.over = true;
            return self.abandon();
        }
        if self.signals.was_interrupted() {
            return Verdict::Stop;
        }
        match self.input.key() {
            Some(Key::Stop) => Verdict::Stop,
            Some(Key::Cancel) => self.abandon(),
            None => Verdict::GoOn,
        }
    }

    fn wants_root_moves(&self) -> bool {
        !self.quiet && !self.is_xboard() && self.out.is_terminal()
    }
}
