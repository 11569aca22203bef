//! The searchers, and the handle of a running search.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::{Options, beside};
use crate::board::Board;
use crate::instrument::faults::Faults;
use crate::instrument::{Instrument, Settings};
use crate::modern::Modern;
use crate::moves::Move;
use crate::searcher::{Algorithm, AtRoot, Control, Info, Limits, Searcher, Thought, Tutorial, decided, laws};

/// Node limit of the replacement search, which runs if the first search was stopped before it found a move.
const ONE_PLY_NODES: u64 = 5000;

/// The searcher to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// One of the tutorial's searches, run by the tutorial's own code.
    Tutorial,
    /// The tutorial's search with changed settings, several lines, excluded moves, or moves ranked by endgame tables.
    Instrument,
    /// The modern search.
    Modern,
}

impl Which {
    /// The searcher for these options and limits; for the tutorial's searches, the tutorial's own code if it suffices.
    pub fn of(options: &Options, limits: &Limits) -> Which {
        match options.algorithm {
            Algorithm::Modern => Which::Modern,
            _ if Which::why_instrument(options, limits).is_some() => Which::Instrument,
            _ => Which::Tutorial,
        }
    }

    /// Why the instrument does this search, and not the tutorial's own code; [`None`] if it does not.
    pub fn why_instrument(options: &Options, limits: &Limits) -> Option<&'static str> {
        match &options.instrument {
            _ if options.algorithm == Algorithm::Modern => None,
            settings if settings.faults != Faults::empty() => Some("a fault is planted"),
            settings if *settings != Settings::TUTORIAL => Some("settings are not the tutorial's"),
            _ if limits.lines > 1 => Some("several lines are requested"),
            _ if !limits.ranking.moves.is_empty() => Some("endgame tables rank the moves"),
            _ if !limits.excluded.is_empty() => Some("some moves are excluded"),
            _ => None,
        }
    }
}

/// The searchers of a game. The modern search keeps its tables from one search to the next.
#[derive(Default)]
pub struct Engine {
    tutorial: Tutorial,
    instrument: Instrument,
    /// The modern search.
    pub modern: Modern,
}

impl Engine {
    /// Searches in the current thread.
    pub fn think_here(&mut self, game: &Board, options: &Options, limits: &Limits, control: &Control) -> Thought {
        self.think_within(game, options, &options.with_tables(game, limits), control)
    }

    /// Like [`think_here`](Engine::think_here), with limits that already include the tablebase ranking.
    ///
    /// Returns a move whenever there is a legal one that is not excluded, unless the game is over and the limits say
    /// [`AtRoot::Decide`]: if the search is stopped before its first iteration finds a move, the move comes from a
    /// one-ply search or, if that finds none, is the first such move.
    fn think_within(&mut self, game: &Board, options: &Options, limits: &Limits, control: &Control) -> Thought {
        let thought = self.search(game, options, limits, control);
        let is_decided = limits.root == AtRoot::Decide && decided(game).is_some();
        if is_decided || !thought.pv.is_empty() {
            return thought;
        }
        let (excluded, ranking, root) = (limits.excluded.clone(), limits.ranking.clone(), limits.root);
        let one_ply = Limits { excluded, ranking, root, nodes: Some(ONE_PLY_NODES), ..Limits::depth(1) };
        let best = self.search(game, options, &one_ply, &Control::silent()).best;
        Thought { best: if best.is_some() { best } else { any_move(game, limits) }, ..thought }
    }

    fn search(&mut self, game: &Board, options: &Options, limits: &Limits, control: &Control) -> Thought {
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

    /// Starts a search in a new thread. Sends its reports, and an event at its end, to `tell`.
    pub fn start(
        mut self: Box<Self>,
        game: &Board,
        options: &Options,
        limits: Limits,
        root_moves_after: Option<Duration>,
        tell: impl Fn(WorkEvent) + Send + Sync + 'static,
    ) -> Search {
        let limits = options.with_tables(game, &limits);
        let tell = Arc::new(tell);
        let control = control(Arc::clone(&tell), root_moves_after).within(&limits);
        let any = any_move(game, &limits);
        let (game, options, running) = (Box::new(game.clone()), options.clone(), control.clone());
        let thread = beside::start(move || {
            let _guard = AtEnd(|| tell(WorkEvent::Done));
            let thought = self.think_within(&game, &options, &limits, &running);
            (self, thought)
        });
        Search { control, thread, any }
    }

    /// Clears everything learned from earlier searches, for a new game.
    pub fn clear(&mut self) {
        self.modern.clear();
    }
}

/// The first legal move that is not excluded, for a search that found no move; none if the game is over and the limits
/// say [`AtRoot::Decide`].
fn any_move(game: &Board, limits: &Limits) -> Move {
    match decided(game).filter(|_| limits.root == AtRoot::Decide) {
        Some((mv, _)) => mv,
        None => game.legal_moves().into_iter().find(|mv| !limits.excluded.contains(mv)).unwrap_or_default(),
    }
}

/// The root of a search requested by a GUI: a position, and the moves to choose from.
pub struct Root {
    /// The position. A draw by repetition or the fifty-move rule is ignored, because the GUI continues the game.
    pub board: Box<Board>,
    /// The moves to choose from.
    pub moves: Vec<Move>,
    /// The other legal moves.
    pub excluded: Vec<Move>,
}

impl Root {
    /// Root for the current position of a game, with the legal moves that `is_wanted` accepts, or all if it accepts
    /// none.
    pub fn new(game: &Board, is_wanted: impl FnMut(&Move) -> bool) -> Root {
        let (mut moves, mut excluded): (Vec<Move>, Vec<Move>) = game.legal_moves().into_iter().partition(is_wanted);
        if moves.is_empty() {
            mem::swap(&mut moves, &mut excluded);
        }
        let mut board = Box::new(game.clone());
        laws::ignore_claim(&mut board);
        Root { board, moves, excluded }
    }
}

/// A control that forwards reports as events, those of root moves once the search has run for `root_moves_after`.
pub fn control<F>(tell: Arc<F>, root_moves_after: Option<Duration>) -> Control
where
    F: Fn(WorkEvent) + Send + Sync + 'static,
{
    Control::with_root_moves(root_moves_after, move |info| tell(WorkEvent::Info(info)))
}

/// Messages from a running search, or from other background work.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkEvent {
    /// A report.
    Info(Info),
    /// A line of text from other background work.
    Said(String),
    /// The progress of other background work.
    Status(String),
    /// The work has ended.
    Done,
}

/// Calls the function when dropped, even after a panic, to signal the end of work.
pub struct AtEnd<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        self.0();
    }
}

/// A running search.
pub struct Search {
    /// Stops, pauses and limits the search, and reads its progress.
    pub control: Control,
    thread: beside::Handle<(Box<Engine>, Thought)>,
    /// The move to return if the search panics.
    any: Move,
}

impl Search {
    /// Waits for the search to end; returns the searchers and the result. After a panic, returns new searchers and a
    /// result without a line.
    pub fn wait(self) -> (Box<Engine>, Thought) {
        let nothing = Thought { best: self.any, ..Thought::default() };
        self.thread.join().unwrap_or_else(|_| (Box::default(), nothing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    #[test]
    fn a_search_stopped_at_once_has_a_sensible_move() {
        // Any move but Rxd5 loses the queen or fails to win the opponent's.
        let game = board("6k1/5pp1/2p4p/3q4/8/1P2Q3/5PPP/3R2K1 w - - 0 1");
        let wanted = game.clone().read_move("d1d5").expect("a legal move");
        let control = Control::silent();
        let mated = board("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
        for root in [AtRoot::Search, AtRoot::Decide] {
            for lines in [1, 3] {
                let limits = Limits { lines, nodes: Some(1), root, ..Limits::default() };
                let thought = Engine::default().think_here(&game, &Options::default(), &limits, &control);
                assert_eq!((thought.best, thought.depth), (wanted, 0), "{lines} {root:?}");
            }
            let limits = Limits { root, ..Limits::default() };
            assert!(!Engine::default().think_here(&mated, &Options::default(), &limits, &control).best.is_some());
        }
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let drawn = board("8/8/8/3k4/8/3K4/3P4/8 w - - 100 90");
        assert!(!Engine::default().think_here(&drawn, &Options::default(), &limits, &control).best.is_some());
    }

    #[test]
    fn moves_are_left_out_unless_none_would_remain() {
        let game = Board::new();
        let mv = game.legal_moves()[3];
        let count = |is_wanted: fn(&Move, Move) -> bool| {
            let root = Root::new(&game, |it| is_wanted(it, mv));
            (root.moves.len(), root.excluded.len())
        };
        assert_eq!(count(|it, mv| *it == mv), (1, 19));
        assert_eq!(count(|it, mv| *it != mv), (19, 1));
        assert_eq!((count(|_, _| true), count(|_, _| false)), ((20, 0), (20, 0)));
    }

    #[test]
    fn a_draw_is_ignored_if_play_goes_on() {
        let mut game = Board::new();
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        for game in [&game, &board("8/8/8/3k4/8/3K4/3P4/8 w - - 100 90")] {
            assert!(laws::outcome(game).is_some());
            assert_eq!(laws::outcome(&Root::new(game, |_| true).board), None);
        }
    }
}
