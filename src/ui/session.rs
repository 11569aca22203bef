//! A session: one dialogue with a user or a program, from its first line to its last.
//!
//! A [`Session`] holds the common data of all dialogues: input and output, the side that the engine plays, queued
//! lines, and the search in the background. A dialogue adds its own data in the field `own`, and its behaviour by
//! implementing [`Dialogue`].
//!
//! A dialogue handles events one by one: lines, keys, signals, reports from its search, and the end of the search. A
//! search runs in its own thread on a copy of the position; the game's Board always stays with the dialogue. So a
//! command that arrives during a search is executed like any other; its [`Effect`] determines whether the search
//! continues.

use std::collections::VecDeque;
use std::mem;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "terminal")]
use crossterm::{
    event::{self as terminal, KeyCode, KeyEventKind},
    terminal::{disable_raw_mode, enable_raw_mode},
};

use crate::board::Board;
use crate::defines::Side;
use crate::modern::Shortage;
use crate::play::engine::{self, AtEnd};
use crate::play::library::Library;
use crate::play::{self, Engine, Options, Search, Which, beside};
use crate::searcher::{Control, Info, Limits, Thought};

use super::input::{Event, Input};
use super::lines::cut_at_the_end;
use super::out::{FullScreen, Out};
use super::refusal::{Done, Refusal};
use super::signals::Signals;
#[cfg(feature = "terminal")]
use super::signals::{self, Keys};

/// The effect of a line on the running search. While a command waits for the search, [`Effect::StopsAndPlays`] only
/// stops the search, [`Effect::StopsAndForgets`] stops it and queues the line, and any other effect only queues the
/// line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The line is executed at once. The search continues, unless the command itself ends it.
    Nothing,
    /// The line waits until the search has ended.
    Waits,
    /// The search stops, and its result is used.
    StopsAndPlays,
    /// The search stops, and its result is dropped. If the line is refused, the search continues, unless a command is
    /// waiting for the search.
    StopsAndForgets,
    /// The line is executed at once. If the opponent played the expected move, the ponder search becomes the search for
    /// the engine's move; otherwise the command decides whether the search continues.
    PonderHit,
}

/// Function that executes a command.
pub type Run<D> = fn(&mut Board, &mut Session<D>, &str) -> Done;

/// The function of a command, and its effect on a running search.
#[derive(Clone, Copy, Debug)]
pub struct Action<R> {
    /// The effect of the command on a running search.
    pub effect: Effect,
    /// The function of the command.
    pub run: R,
}

/// The behaviour of a dialogue. The implementing type holds the dialogue's own data in the [`Session`].
pub trait Dialogue: Default + Send + Sized + 'static {
    /// Type of the full-screen view.
    type Screen: FullScreen;

    /// The effect of this line on the running search.
    fn effect(session: &Session<Self>, line: &str) -> Effect;

    /// Executes one line.
    ///
    /// # Errors
    /// A [`Refusal`] with the reason; nothing has changed.
    fn execute(board: &mut Board, session: &mut Session<Self>, line: &str) -> Done;

    /// Answers a refused line.
    fn refuse(session: &mut Session<Self>, line: &str, refusal: &Refusal);

    /// Handles a key. By default, keys are collected into lines, because a protocol consists of lines.
    #[cfg(feature = "terminal")]
    fn key(board: &mut Board, session: &mut Session<Self>, event: terminal::Event) {
        if let Some(line) = session.spell(&event) {
            session.hear(board, line);
        }
    }

    /// Called at the end of the input.
    fn input_ended(_: &mut Board, session: &mut Session<Self>) {
        session.over = true;
    }

    /// Called when Ctrl-C or a request to end arrives as a signal.
    fn signal(_: &mut Session<Self>) {}

    /// Handles a report of the running search; `root` is the position being searched.
    fn tell(root: &mut Board, session: &mut Session<Self>, info: &Info);

    /// Handles the end of background work that no command was waiting for. `thought` is the result of a search;
    /// [`None`] for other work.
    fn ended(board: &mut Board, session: &mut Session<Self>, thought: Option<Thought>);

    /// Shows the progress of work other than a search, if the dialogue has a place for it.
    fn status(_: &mut Session<Self>, _: &str) {}

    /// Called whenever background work ends, before the result of a search is used or dropped.
    fn search_ended(session: &mut Session<Self>);

    /// Called when the result of a stopped or finished search is dropped.
    fn forgotten(_: &mut Session<Self>) {}

    /// Whether a reply is pending. Other lines may have to wait for it.
    fn is_busy(session: &Session<Self>) -> bool;

    /// Whether a line from a pipe is read only after the reply to the previous line.
    fn takes_turns(_: &Session<Self>) -> bool {
        false
    }

    /// Called when no event is waiting: the engine may ponder. Lines can be queued at that point only if a reply is
    /// pending.
    fn rest(_: &mut Board, _: &mut Session<Self>) {}

    /// The time without events after which [`tick`](Dialogue::tick) is called; [`None`] for never.
    fn patience(session: &Session<Self>) -> Option<Duration>;

    /// Called when no event has arrived for the time set by [`patience`](Dialogue::patience).
    fn tick(board: &mut Board, session: &mut Session<Self>);

    /// The time that a search must have run before it reports every root move; [`None`] if it should report none.
    fn root_moves_after(session: &Session<Self>) -> Option<Duration>;

    /// Called when the dialogue ends or switches to another one.
    fn end(_: &mut Board, _: &mut Session<Self>) {}
}

/// A protocol that a session can switch to. It cannot switch back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The WinBoard/XBoard protocol.
    XBoard,
    /// The Universal Chess Interface.
    Uci,
}

/// Work in the background.
enum Work {
    Search(Search),
    /// Work that sends lines.
    Lines(beside::Handle<()>),
    /// Work whose thread is joined by [`watch`](Session::watch).
    Other,
}

/// Handle for work other than a search: the work checks it for a request to stop, and reports lines and progress
/// through it.
pub struct Job {
    /// Stops the work and any searches within it.
    pub control: Control,
    tell: Arc<dyn Fn(play::WorkEvent) + Send + Sync>,
}

impl Job {
    /// Whether the work must stop.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Writes one or more lines.
    pub fn line(&self, text: &str) {
        (self.tell)(play::WorkEvent::Said(text.into()));
    }

    /// Shows a line that the next one overwrites, if the dialogue has a place for it.
    pub fn status(&self, text: &str) {
        (self.tell)(play::WorkEvent::Status(text.into()));
    }
}

/// Work in the background.
pub struct Running {
    number: u64,
    /// Handle that stops or limits the work, and gives access to its progress.
    pub control: Control,
    /// The position being searched.
    root: Option<Box<Board>>,
    thread: Work,
    /// Whether a command is waiting for the work to end.
    is_awaited: bool,
    has_ended: bool,
}

/// A dialogue: input and output, and the state of the game.
#[derive(Default)]
pub struct Session<D: Dialogue> {
    /// The output.
    // Not `D::Screen`, for which the derive would add a bound.
    pub out: Out<<D as Dialogue>::Screen>,
    /// The input.
    pub input: Input,
    /// The side that the engine plays.
    pub engine_side: Option<Side>,
    /// Whether to end at the first refused line.
    pub strict: bool,
    /// Lines waiting to be executed.
    pub pending: VecDeque<String>,
    /// Whether the last search was abandoned; if so, its move must not be played.
    pub abandoned: bool,
    /// Whether Ctrl-C has been pressed in raw mode since the last command.
    pub interrupted: bool,
    /// Whether the dialogue is over.
    pub over: bool,
    /// The protocol to switch to.
    pub goes_over_to: Option<Protocol>,
    /// Ctrl-C and requests to end.
    pub signals: Signals,
    /// The opening book.
    pub library: Library,
    /// The settings of all searches.
    pub options: Options,
    /// The searchers; [`None`] during a search, or if they have not been created yet.
    pub engine: Option<Box<Engine>>,
    /// The work in the background.
    pub running: Option<Running>,
    /// Data of this kind of dialogue.
    pub own: D,
    /// Number of background tasks started so far.
    works: u64,
    /// The line typed so far, in a dialogue with a program.
    #[cfg(feature = "terminal")]
    spelt: String,
    /// Whether a refused line has ended the dialogue.
    has_failed: bool,
}

impl<D: Dialogue> Session<D> {
    /// A session with this input. It writes to standard output.
    #[cfg(feature = "terminal")]
    pub fn new(mut input: Input, own: D) -> Session<D> {
        let signals = Signals::for_console();
        if let Some(editor) = input.editor() {
            editor.interrupted = signals.interrupt_flag();
        }
        Session { out: Out::new(), input, engine_side: Some(Side::Black), signals, own, ..Session::default() }
    }

    /// A session without input.
    pub fn apart(own: D, options: Options) -> Session<D> {
        Session { own, options, ..Session::default() }
    }

    /// Turns the session into a dialogue with a program: from now on, keys are read as text, and Ctrl-C has no effect.
    #[cfg(feature = "terminal")]
    pub fn go_over<E: Dialogue>(mut self, own: E) -> Session<E> {
        self.forget_search();
        let (out, mut signals) = (mem::take(&mut self.out).go_over(), mem::take(&mut self.signals));
        let input = mem::take(&mut self.input).for_program(mem::take(&mut self.pending));
        signals.only_note_interrupts();
        let (library, options, engine) =
            (mem::take(&mut self.library), mem::take(&mut self.options), self.engine.take());
        let strict = self.strict;
        Session { out, input, signals, strict, library, options, engine, own, ..Session::default() }
    }

    /// Handles events until the dialogue is over or switches to another one.
    pub fn run(&mut self, board: &mut Board) -> ExitCode {
        while !self.over && self.goes_over_to.is_none() && !self.out.is_closed() {
            if !D::is_busy(self)
                && let Some(line) = self.pending.pop_front()
            {
                self.carry_out(board, &line);
                continue;
            }
            let event = self.next(Some(Duration::ZERO)).or_else(|| {
                D::rest(board, self);
                let has_a_line = !self.pending.is_empty() && !D::is_busy(self);
                if self.over || has_a_line { None } else { self.next(D::patience(self)) }
            });
            self.take(board, event);
        }
        self.forget_search();
        D::end(board, self);
        if self.has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// The next event; [`None`] if `patience` runs out. If the dialogue takes turns, a line from a pipe stays unread
    /// while the reply to the previous line is pending.
    fn next(&mut self, patience: Option<Duration>) -> Option<Event> {
        let inlet = self.input.inlet();
        self.signals.wake(move || inlet.signal());
        let takes_turns = D::takes_turns(self) && (self.is_attending() || D::is_busy(self));
        let is_read = self.input.is_terminal() || !takes_turns;
        self.input.next(patience, is_read)
    }

    fn take(&mut self, board: &mut Board, event: Option<Event>) {
        match event {
            None => D::tick(board, self),
            Some(Event::Line(line)) => {
                self.out.note_input(&line);
                self.hear(board, line);
            }
            #[cfg(feature = "terminal")]
            Some(Event::Key(event)) => D::key(board, self, event),
            Some(Event::Ended) => D::input_ended(board, self),
            Some(Event::Signal) => D::signal(self),
            Some(Event::Work(number, event)) => {
                if self.running.as_ref().is_some_and(|running| running.number == number) {
                    self.take_from_work(board, event);
                }
            }
        }
    }

    fn take_from_work(&mut self, board: &mut Board, event: play::WorkEvent) {
        match event {
            play::WorkEvent::Info(info) => {
                let Some(mut root) = self.running.as_mut().and_then(|running| running.root.take()) else { return };
                let info = cut_at_the_end(&mut root, info);
                D::tell(&mut root, self, &info);
                if let Some(running) = &mut self.running {
                    running.root = Some(root);
                }
            }
            play::WorkEvent::Said(line) => self.out.line(&line),
            play::WorkEvent::Status(text) => D::status(self, &text),
            play::WorkEvent::Done => match &mut self.running {
                Some(running) if running.is_awaited => running.has_ended = true,
                _ => {
                    let thought = self.join();
                    D::ended(board, self, thought);
                }
            },
        }
    }

    /// Waits for the running work to end. If the work is a search, returns its result.
    fn join(&mut self) -> Option<Thought> {
        let thought = match self.running.take()?.thread {
            Work::Search(search) => {
                let (engine, thought) = search.wait();
                self.engine = Some(engine);
                Some(thought)
            }
            Work::Lines(thread) => {
                // A panic in the thread has already been reported.
                let _ = thread.join();
                None
            }
            Work::Other => None,
        };
        D::search_ended(self);
        thought
    }

    /// Handles an incoming line. Its [`Effect`] on the running search determines when it is executed.
    pub fn hear(&mut self, board: &mut Board, line: String) {
        let is_stopping = !self.is_attending() && self.control().is_some_and(Control::is_stopped);
        let effect = match () {
            // The search is about to end, and its answer must come first.
            () if is_stopping => Effect::Waits,
            () if self.running.is_some() || D::is_busy(self) => D::effect(self, &line),
            () => Effect::Nothing,
        };
        match (effect, self.is_attending()) {
            (Effect::StopsAndPlays, true) => self.stop(),
            (Effect::StopsAndForgets, true) => {
                self.pending.push_back(line);
                self.abandon();
            }
            (_, true) | (Effect::Waits, _) => self.pending.push_back(line),
            (Effect::StopsAndForgets, _) => {
                let before = self.works;
                if self.carry_out(board, &line) && self.works == before {
                    self.forget_search();
                    D::forgotten(self);
                }
            }
            _ => drop(self.carry_out(board, &line)),
        }
    }

    /// Passes the queued lines to [`hear`](Session::hear) after work has begun, since some may apply to it. The others
    /// stay in the queue, in the same order.
    pub fn hear_waiting(&mut self, board: &mut Board) {
        for line in mem::take(&mut self.pending) {
            if D::is_busy(self) && !self.over {
                self.hear(board, line);
            } else {
                self.pending.push_back(line);
            }
        }
    }

    /// Executes a line. If it is refused, reports the refusal, ends a `strict` dialogue, and returns false.
    fn carry_out(&mut self, board: &mut Board, line: &str) -> bool {
        let done = self.execute(board, line);
        if let Err(refusal) = &done {
            D::refuse(self, line, refusal);
            if self.strict {
                (self.over, self.has_failed) = (true, true);
            }
        }
        done.is_ok()
    }

    /// Executes one line.
    ///
    /// # Errors
    /// A [`Refusal`] with the reason; nothing has changed.
    pub fn execute(&mut self, board: &mut Board, line: &str) -> Done {
        self.signals.forget_interrupt();
        self.interrupted = false;
        D::execute(board, self, line)
    }

    /// Appends a key to the line typed so far. Returns the line if the key ends it.
    #[cfg(feature = "terminal")]
    fn spell(&mut self, event: &terminal::Event) -> Option<String> {
        let terminal::Event::Key(key) = event else { return None };
        match key.code {
            _ if key.kind == KeyEventKind::Release => None,
            KeyCode::Enter => Some(mem::take(&mut self.spelt)),
            KeyCode::Char('j') if key.modifiers.contains(terminal::KeyModifiers::CONTROL) => {
                Some(mem::take(&mut self.spelt))
            }
            KeyCode::Char(letter) => {
                self.spelt.push(letter);
                None
            }
            _ => None,
        }
    }

    /// Whether Ctrl-C has been pressed since the last command.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted || self.signals.was_interrupted()
    }

    // ---- searches -----------------------------------------------------------------------------------------------------

    /// The [`Control`] of the running work, if any.
    pub fn control(&self) -> Option<&Control> {
        self.running.as_ref().map(|running| &running.control)
    }

    /// Starts a search of this position. Its reports and its end arrive as events.
    pub fn start(&mut self, root: &Board, options: &Options, limits: Limits) {
        let engine = self.take_engine();
        let (number, inlet) = self.begin_work();
        let tell = move |event| inlet.work(number, event);
        let search = engine.start(root, options, limits, D::root_moves_after(self), tell);
        let (control, root) = (search.control.clone(), Some(Box::new(root.clone())));
        let thread = Work::Search(search);
        self.running = Some(Running { number, control, root, thread, is_awaited: false, has_ended: false });
    }

    /// Starts work other than a search. Its end arrives as an event.
    pub fn start_work(&mut self, work: impl FnOnce(&Job) + Send + 'static) {
        self.forget_search();
        let (number, job) = self.begin_job();
        let control = job.control.clone();
        let thread = Work::Lines(beside::start(move || {
            let _guard = AtEnd(|| (job.tell)(play::WorkEvent::Done));
            work(&job);
        }));
        self.running = Some(Running { number, control, root: None, thread, is_awaited: false, has_ended: false });
    }

    fn begin_work(&mut self) -> (u64, super::input::Inlet) {
        self.works += 1;
        self.abandoned = false;
        (self.works, self.input.inlet())
    }

    fn begin_job(&mut self) -> (u64, Job) {
        let (number, inlet) = self.begin_work();
        let tell = Arc::new(move |event| inlet.work(number, event));
        (number, Job { control: engine::control(Arc::clone(&tell), D::root_moves_after(self)), tell })
    }

    /// Searches the position with the options of the session. Returns [`None`] if the search was abandoned.
    pub fn search(&mut self, board: &mut Board, limits: Limits) -> Option<Thought> {
        let options = self.options.clone();
        self.search_with(board, &options, limits)
    }

    /// Searches the position with these options. Returns [`None`] if the search was abandoned.
    pub fn search_with(&mut self, board: &mut Board, options: &Options, limits: Limits) -> Option<Thought> {
        self.start(board, options, limits);
        self.follow(board)
    }

    /// Whether a command is waiting for the running work to end.
    pub fn is_attending(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_awaited)
    }

    /// Waits for the end of the running search. Returns [`None`] if it was abandoned.
    pub fn follow(&mut self, board: &mut Board) -> Option<Thought> {
        self.attend(board);
        let thought = self.join();
        thought.filter(|_| !self.abandoned)
    }

    /// Runs work other than a search in a separate thread, and handles events until it has ended.
    pub fn watch<R: Send>(&mut self, board: &mut Board, work: impl FnOnce(&Job) -> R + Send) -> R {
        self.forget_search();
        let (number, job) = self.begin_job();
        let (control, root, thread) = (job.control.clone(), Some(Box::new(board.clone())), Work::Other);
        self.running = Some(Running { number, control, root, thread, is_awaited: false, has_ended: false });
        let work = || {
            let _guard = AtEnd(|| (job.tell)(play::WorkEvent::Done));
            work(&job)
        };
        let result = beside::both(work, || self.attend(board));
        self.join();
        // Propagates a panic in the work.
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Like [`watch`](Session::watch), with a copy of the Board.
    pub fn work_on<R: Send>(&mut self, game: &Board, work: impl FnOnce(&Job) -> R + Send) -> R {
        self.watch(&mut game.clone(), work)
    }

    /// Whether the running work was started by [`watch`](Session::watch). Such work reports only through its [`Job`].
    pub fn is_watching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| matches!(running.thread, Work::Other))
    }

    /// Handles events until no reply is pending.
    pub fn settle(&mut self, board: &mut Board) {
        while D::is_busy(self) && !self.over && !self.out.is_closed() {
            let event = self.next(D::patience(self));
            self.take(board, event);
        }
    }

    /// At a terminal, starts handling keys while the engine thinks.
    pub fn begin_listening(&mut self) {
        #[cfg(feature = "terminal")]
        {
            let raw = self.input.is_terminal() && !self.out.is_full_screen() && enable_raw_mode().is_ok();
            self.out.set_raw(raw);
            self.signals.hold_back(raw || self.out.is_full_screen());
        }
    }

    /// Undoes [`begin_listening`](Session::begin_listening).
    pub fn end_listening(&mut self) {
        #[cfg(feature = "terminal")]
        if self.input.is_terminal() && !self.out.is_full_screen() {
            // If the terminal cannot be restored now, nothing else will help.
            let _ = disable_raw_mode();
        }
        self.out.set_raw(false);
        self.signals.hold_back(false);
    }

    /// Handles events until the running work has ended, for a command that waits for it.
    fn attend(&mut self, board: &mut Board) {
        self.begin_listening();
        #[cfg(feature = "terminal")]
        if self.handles_keys_in_full_screen() {
            signals::set_keys(Keys::Plain);
        }
        if let Some(running) = &mut self.running {
            running.is_awaited = true;
        }
        while self.running.as_ref().is_some_and(|running| !running.has_ended) {
            let event = self.next(D::patience(self));
            self.take(board, event);
            if self.out.is_closed() {
                self.abandon();
            }
        }
        #[cfg(feature = "terminal")]
        if self.handles_keys_in_full_screen() {
            signals::set_keys(Keys::Interrupt);
        }
        self.end_listening();
    }

    /// Whether the session itself handles the keys typed in a full-screen view. An experiment of a lesson, which has no
    /// input, learns of Ctrl-C only as a signal.
    #[cfg(feature = "terminal")]
    fn handles_keys_in_full_screen(&self) -> bool {
        self.input.is_terminal() && self.out.is_full_screen()
    }

    /// Stops the running work; its result is used.
    pub fn stop(&mut self) {
        self.control().into_iter().for_each(Control::stop);
    }

    /// Stops the running work that a command is waiting for, and drops its result.
    pub fn abandon(&mut self) {
        self.abandoned = true;
        self.stop();
    }

    /// Stops the running work, waits for its end, and drops its result.
    pub fn forget_search(&mut self) {
        if self.running.is_some() {
            self.stop();
            self.join();
            D::forgotten(self);
        }
    }

    /// Takes the searchers out of the session, for a search. Drops a running search.
    pub fn take_engine(&mut self) -> Box<Engine> {
        self.forget_search();
        self.engine.take().unwrap_or_default()
    }

    /// Clears the searchers' tables.
    pub fn forget(&mut self) {
        let mut engine = self.take_engine();
        engine.clear();
        self.engine = Some(engine);
    }

    /// Allocates the transposition table now, so that a memory shortage is reported at once and the first search loses
    /// no time.
    pub fn make_table(&mut self) {
        let mut engine = self.take_engine();
        engine.modern.set(&self.options.modern);
        engine.modern.make_table();
        engine.modern.table().warm_up();
        self.engine = Some(engine);
    }

    /// The reason why the instrument, rather than the tutorial's own code, does the search; [`None`] if it does not.
    pub fn why_instrument(&self) -> Option<String> {
        let why = Which::why_instrument(&self.options, &self.control()?.limits())?;
        Some(format!("The instrument searches: {why}."))
    }

    /// Returns the memory shortage since the last call, if any, and reduces the table size or the number of threads in
    /// the options to what was available.
    pub fn take_shortage(&mut self) -> Option<Shortage> {
        let shortage = self.engine.as_mut()?.modern.take_shortage()?;
        match shortage {
            Shortage::Table { given, .. } => self.options.modern.megabytes = given,
            Shortage::Threads { given, .. } => self.options.modern.threads = given,
        }
        Some(shortage)
    }
}
