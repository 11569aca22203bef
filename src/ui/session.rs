//! A session: one dialogue with a person or a program, from its first line to its last.
//!
//! A [`Session`] holds what every dialogue needs: input and output, the side that the engine plays, waiting lines. A
//! dialogue adds its own type in the field `own`, and its behaviour as a [`Dialogue`].
//!
//! A search runs in a thread of its own, on a copy of the position. Meanwhile the dialogue handles its reports and the
//! words that arrive.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{mem, thread};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use crate::board::Board;
use crate::defines::Side;
use crate::instrument::Settings;
use crate::instrument::faults::Faults;
use crate::modern::Shortage;
use crate::moves::Move;
use crate::play::engine::{self, Done as EndOfWork, RootMoves};
use crate::play::library::Library;
use crate::play::{Engine, Event, Options, Search, Which};
use crate::searcher::{Control, Info, Limits, Thought};

use super::input::Input;
use super::lines::cut_at_the_end;
use super::out::Out;
use super::signals::{self, Keys, Signals};
use super::words::{Done, Refusal};

/// Whether a running search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    GoOn,
    /// It ends; its result counts unless it was abandoned.
    Stop,
}

/// Time between two looks at the input during a search.
const PATIENCE: Duration = Duration::from_millis(1);

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
    fn tell(board: &mut Board, session: &mut Session<Self>, info: &Info);

    /// Called about every millisecond of a search: whether to go on. The root position is on the board.
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
    /// The settings of all searches.
    pub options: Options,
    /// The searchers; none while they search.
    pub engine: Option<Box<Engine>>,
    /// The running search.
    pub control: Option<Control>,
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
        let (library, options, engine) =
            (mem::take(&mut self.library), mem::take(&mut self.options), self.engine.take());
        Session { out, input, pending, signals, library, options, engine, own, ..Session::default() }
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

    /// Searches the position with the options of the session. None if the search was abandoned.
    pub fn search(&mut self, board: &mut Board, limits: Limits) -> Option<Thought> {
        let options = self.options.clone();
        self.search_with(board, &options, limits)
    }

    /// Searches the position with other options. None if the search was abandoned.
    pub fn search_with(&mut self, board: &mut Board, options: &Options, limits: Limits) -> Option<Thought> {
        let root_moves = if D::wants_root_moves(self) { RootMoves::Told } else { RootMoves::Untold };
        let search = self.take_engine().start(board, options, limits, root_moves);
        self.follow(board, search)
    }

    /// Follows a running search to its end. None if it was abandoned.
    pub fn follow(&mut self, board: &mut Board, search: Search) -> Option<Thought> {
        let control = search.control.clone();
        self.attend(board, &control, |patience| search.event(patience));
        let (engine, thought) = search.wait();
        self.engine = Some(engine);
        D::search_ended(board, self);
        (!self.abandoned).then_some(thought)
    }

    /// The searchers, for a search.
    pub fn take_engine(&mut self) -> Box<Engine> {
        self.engine.take().unwrap_or_default()
    }

    /// Forgets what searches have learnt.
    pub fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Allocates the transposition table now, so that the user hears of a shortage at once.
    pub fn make_table(&mut self) {
        let mut engine = self.take_engine();
        engine.modern.set(&self.options.modern);
        engine.modern.make_table();
        self.engine = Some(engine);
    }

    /// Why the instrument searches in place of the tutorial's own text, if it does.
    pub fn why_instrument(&self) -> Option<String> {
        let limits = self.control.as_ref()?.limits();
        let options = &self.options;
        if Which::of(options, &limits) != Which::Instrument {
            return None;
        }
        let why = match () {
            () if options.instrument.faults != Faults::empty() => "a fault is planted",
            () if options.instrument != Settings::TUTORIAL => "settings are not the tutorial's",
            () if limits.lines > 1 => "several lines are wanted",
            () if !limits.ranking.moves.is_empty() => "endgame tables rank the moves",
            () => "moves are left out",
        };
        Some(format!("The instrument searches: {why}."))
    }

    /// A shortage of memory since the last call. The options have what was given from now on.
    pub fn take_shortage(&mut self) -> Option<Shortage> {
        let shortage = self.engine.as_mut()?.modern.take_shortage()?;
        match shortage {
            Shortage::Table { given, .. } => self.options.modern.megabytes = given,
            Shortage::Threads { given, .. } => self.options.modern.threads = given,
        }
        Some(shortage)
    }

    /// Runs other work that can be stopped, in a thread of its own, and follows it as a search.
    pub fn watch<R: Send>(&mut self, board: &mut Board, work: impl FnOnce(&Control) -> R + Send) -> R {
        let root_moves = if D::wants_root_moves(self) { RootMoves::Told } else { RootMoves::Untold };
        let (sender, events) = channel();
        let control = engine::control(sender.clone(), root_moves);
        let result = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let _guard = EndOfWork(sender);
                work(&control)
            });
            self.attend(board, &control, |patience| match events.recv_timeout(patience) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Done),
            });
            worker.join()
        });
        D::search_ended(board, self);
        // A panic of the work is a panic of the program.
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Handles reports and words until the work has ended.
    fn attend(&mut self, board: &mut Board, control: &Control, next: impl Fn(Duration) -> Option<Event>) {
        self.abandoned = false;
        let raw = self.input.is_terminal() && !self.out.is_steady() && enable_raw_mode().is_ok();
        self.out.set_raw(raw);
        self.signals.hold_back(raw || self.out.is_steady());
        if self.out.is_steady() {
            signals::set_keys(Keys::Plain);
        }
        self.control = Some(control.clone());
        loop {
            match next(PATIENCE) {
                Some(Event::Done) => break,
                Some(Event::Info(info)) => {
                    let info = cut_at_the_end(board, info);
                    D::tell(board, self, &info);
                }
                None => {}
            }
            if !control.is_stopped() && self.poll(board) == Verdict::Stop {
                control.stop();
            }
        }
        self.control = None;
        if raw {
            // If the terminal cannot be restored now, nothing else will help.
            let _ = disable_raw_mode();
        }
        if self.out.is_steady() {
            signals::set_keys(Keys::Interrupt);
        }
        self.out.set_raw(false);
        self.signals.hold_back(false);
    }

    fn poll(&mut self, board: &mut Board) -> Verdict {
        if self.out.is_closed() { self.abandon() } else { D::poll(board, self) }
    }

    /// Stops the running search and drops its result.
    pub fn abandon(&mut self) -> Verdict {
        self.abandoned = true;
        Verdict::Stop
    }
}
