//! The searchers, and a running search as a handle.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::Options;
use crate::board::Board;
use crate::instrument::{Instrument, Settings};
use crate::modern::Modern;
use crate::searcher::{Algorithm, Control, Info, Limits, Searcher, Thought, Tutorial};

/// Which searcher runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// One of the tutorial's searches, as the flat files have it.
    Tutorial,
    /// The tutorial's search with settings, several lines or moves that are left out.
    Instrument,
    /// The modern search.
    Modern,
}

impl Which {
    /// The searcher for these options and limits. The flat files' own text runs wherever it can.
    pub fn of(options: &Options, limits: &Limits) -> Which {
        let all_moves = limits.excluded.is_empty() && limits.ranking.moves.is_empty();
        let is_plain = options.instrument == Settings::TUTORIAL && limits.lines <= 1 && all_moves;
        match options.algorithm {
            Algorithm::Modern => Which::Modern,
            _ if is_plain => Which::Tutorial,
            _ => Which::Instrument,
        }
    }
}

/// The searchers of a game. What they learn in one search helps in the next.
#[derive(Default)]
pub struct Engine {
    tutorial: Tutorial,
    instrument: Instrument,
    /// The modern search.
    pub modern: Modern,
}

impl Engine {
    /// Searches in this thread.
    pub fn think_here(&mut self, game: &Board, options: &Options, limits: &Limits, control: &Control) -> Thought {
        self.think_within(game, options, &options.with_tables(game, limits), control)
    }

    /// As [`think_here`](Engine::think_here), with limits that have what the tables know.
    fn think_within(&mut self, game: &Board, options: &Options, limits: &Limits, control: &Control) -> Thought {
        let searcher: &mut dyn Searcher = match Which::of(options, limits) {
            Which::Tutorial => {
                self.tutorial.algorithm = options.algorithm;
                &mut self.tutorial
            }
            Which::Instrument => {
                (self.instrument.algorithm, self.instrument.settings) = (options.algorithm, options.instrument);
                &mut self.instrument
            }
            Which::Modern => {
                self.modern.set(&options.modern);
                &mut self.modern
            }
        };
        searcher.set_game(game);
        searcher.think(limits, control)
    }

    /// Starts a search in a thread of its own. Its reports and its end go to `tell`.
    pub fn start(
        mut self: Box<Self>,
        game: &Board,
        options: &Options,
        limits: Limits,
        root_moves: RootMoves,
        tell: impl Fn(Event) + Send + Sync + 'static,
    ) -> Search {
        let limits = options.with_tables(game, &limits);
        let tell = Arc::new(tell);
        let control = control(Arc::clone(&tell), root_moves).within(&limits);
        let (game, options, running) = (Box::new(game.clone()), options.clone(), control.clone());
        let thread = thread::spawn(move || {
            let _guard = AtEnd(|| tell(Event::Done));
            let thought = self.think_within(&game, &options, &limits, &running);
            (self, thought)
        });
        Search { control, thread }
    }

    /// Forgets everything learnt, for a new game.
    pub fn clear(&mut self) {
        self.modern.clear();
    }
}

/// Whether a search reports every move of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoves {
    /// It does.
    Told,
    /// It does not.
    Untold,
}

/// A control that passes reports on as events.
pub fn control<F: Fn(Event) + Send + Sync + 'static>(tell: Arc<F>, root_moves: RootMoves) -> Control {
    let tell = move |info| tell(Event::Info(info));
    match root_moves {
        RootMoves::Told => Control::with_root_moves(tell),
        RootMoves::Untold => Control::new(tell),
    }
}

/// What a running search, or other work, sends.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A report.
    Info(Info),
    /// Other work has a line to say.
    Said(String),
    /// It has ended.
    Done,
}

/// Tells of the end of work, also after a panic.
pub struct AtEnd<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        self.0();
    }
}

/// A running search.
pub struct Search {
    /// Stops, pauses and limits it, and knows its progress.
    pub control: Control,
    thread: JoinHandle<(Box<Engine>, Thought)>,
}

impl Search {
    /// Waits for the end: the searchers and the result. After a panic of the search, new searchers and no move.
    pub fn wait(self) -> (Box<Engine>, Thought) {
        self.thread.join().unwrap_or_default()
    }
}
