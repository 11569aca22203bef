//! A session: one dialogue with a person or a program, from its first line to its last.
//!
//! A [`Session`] holds what every dialogue needs: input and output, the side that the engine plays, waiting lines. A
//! dialogue adds its own type in the field `own`, and its behaviour as a [`Dialogue`]. During a search the session is
//! the Board's [`Host`], so that words can be carried out meanwhile.

use std::collections::VecDeque;
use std::mem;
use std::process::ExitCode;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::peek::{Host, Report, Verdict};

use super::game::tell_until_the_end;
use super::input::Input;
use super::knowledge::Library;
use super::out::Out;
use super::signals::{self, Keys, Signals};
use super::words::{Done, Refusal};

/// The behaviour of a dialogue. The implementing type is the dialogue's own part of the [`Session`].
pub trait Dialogue: Default + Send + Sized + 'static {
    /// Waits for the next line to carry out; [`None`] ends the session. Meanwhile the engine may think.
    fn next_line(board: &mut Board, session: &mut Session<Self>) -> Option<String>;

    /// Carries out one line.
    ///
    /// # Errors
    /// A [`Refusal`] with the reason; then nothing was done.
    fn execute(board: &mut Board, session: &mut Session<Self>, line: &str) -> Done;

    /// Answers a refused line.
    fn refuse(session: &mut Session<Self>, line: &str, refusal: &Refusal);

    /// Handles a report of the search. The root position is on the board.
    fn tell(board: &mut Board, session: &mut Session<Self>, report: &Report);

    /// Called about every millisecond of a search: whether to go on. Some position of the tree is on the board.
    fn poll(board: &mut Board, session: &mut Session<Self>) -> Verdict;

    /// Whether the dialogue wants a report of every root move.
    fn wants_root_moves(session: &Session<Self>) -> bool;

    /// Called after a search, finished or abandoned.
    fn search_ended(board: &mut Board, session: &mut Session<Self>);

    /// Called at the end of the session, to stop its threads.
    fn end(_: &mut Session<Self>) {}
}

/// A protocol that a session can switch to for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The WinBoard/XBoard protocol.
    XBoard,
    /// The Universal Chess Interface.
    Uci,
}

/// A dialogue: input and output, and the state of the game.
#[derive(Default)]
pub struct Session<D: Dialogue> {
    /// The output.
    pub out: Out,
    /// The input.
    pub input: Input,
    /// The side that the engine plays.
    pub engine_side: Option<Side>,
    /// Moves taken back, the last one on top.
    pub redo: Vec<Move>,
    /// Whether to end at the first refused line.
    pub strict: bool,
    /// Lines that arrived during a search, to be carried out after it.
    pub pending: VecDeque<String>,
    /// The running search was abandoned: its move must not be played.
    pub abandoned: bool,
    /// Ctrl-C was hit in raw mode since the last command.
    pub interrupted: bool,
    /// The dialogue is over.
    pub over: bool,
    /// The protocol to switch to.
    pub goes_over_to: Option<Protocol>,
    /// Ctrl-C and requests to end.
    pub signals: Signals,
    /// The opening book.
    pub library: Library,
    /// The dialogue's own part.
    pub own: D,
}

impl<D: Dialogue> Session<D> {
    /// A dialogue over standard input and output.
    pub fn new(mut input: Input, own: D) -> Session<D> {
        let signals = Signals::for_console();
        input.watch(signals.interrupt_flag());
        Session { out: Out::new(), input, engine_side: Some(Side::Black), signals, own, ..Session::default() }
    }

    /// The same session with another dialogue, for a program: lines come through a pipe from now on, and Ctrl-C has no
    /// effect.
    pub fn go_over<E: Dialogue>(mut self, own: E) -> Session<E> {
        let out = mem::take(&mut self.out);
        let input = match mem::take(&mut self.input) {
            input @ Input::Pipe(_) => input,
            _ => Input::pipe(),
        };
        let (pending, mut signals) = (mem::take(&mut self.pending), mem::take(&mut self.signals));
        signals.only_note_interrupts();
        let library = mem::take(&mut self.library);
        Session { out, input, pending, signals, library, own, ..Session::default() }
    }

    /// Reads and carries out lines until the dialogue is over or switches to another one.
    pub fn run(&mut self, board: &mut Board) -> ExitCode {
        while !self.over && self.goes_over_to.is_none() && !self.out.is_closed() {
            let Some(line) = D::next_line(board, self) else { break };
            if let Err(refusal) = self.execute(board, &line) {
                D::refuse(self, &line, &refusal);
                if self.strict {
                    return ExitCode::FAILURE;
                }
            }
        }
        D::end(self);
        ExitCode::SUCCESS
    }

    /// Carries out one line.
    ///
    /// # Errors
    /// A [`Refusal`] with the reason; then nothing was done.
    pub fn execute(&mut self, board: &mut Board, line: &str) -> Done {
        self.signals.forget_interrupt();
        self.interrupted = false;
        D::execute(board, self, line)
    }

    /// Whether Ctrl-C was hit since the last command.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted || self.signals.was_interrupted()
    }

    /// Searches with this session as the host. None if the search was abandoned, or the game is over.
    pub fn search(&mut self, board: &mut Board, search: impl FnOnce(&mut Board) -> Move) -> Option<Move> {
        self.abandoned = false;
        let raw = self.input.is_terminal() && !self.out.is_steady() && enable_raw_mode().is_ok();
        self.out.set_raw(raw);
        self.signals.hold_back(raw || self.out.is_steady());
        if self.out.is_steady() {
            signals::set_keys(Keys::Plain);
        }
        board.host.seat(Box::new(mem::take(self)));
        let best = search(board);
        if let Some(session) = board.host.leave::<Session<D>>() {
            *self = *session;
        }
        if raw {
            // If the terminal cannot be restored now, nothing else will help.
            let _ = disable_raw_mode();
        }
        if self.out.is_steady() {
            signals::set_keys(Keys::Interrupt);
        }
        self.out.set_raw(false);
        self.signals.hold_back(false);
        D::search_ended(board, self);
        (best.is_some() && !self.abandoned).then_some(best)
    }

    /// Stops the running search and drops its result.
    pub fn abandon(&mut self) -> Verdict {
        self.abandoned = true;
        Verdict::Stop
    }
}

impl<D: Dialogue> Host for Session<D> {
    fn tell(&mut self, board: &mut Board, report: &Report) {
        tell_until_the_end(board, report, |board, report| D::tell(board, self, report));
    }

    fn poll(&mut self, board: &mut Board) -> Verdict {
        if self.out.is_closed() { self.abandon() } else { D::poll(board, self) }
    }

    fn wants_root_moves(&self) -> bool {
        D::wants_root_moves(self)
    }
}
