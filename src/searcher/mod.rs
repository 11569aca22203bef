//! Code shared by all searches: the trait [`Searcher`], limits, external control, results, counters.
//!
//! | file | contents |
//! |---|---|
//! | [`control`] | stop, pause, new limits and reports of a running search |
//! | [`limits`] | limits of a search |
//! | [`tutorial`] | the tutorial's searches as a [`Searcher`] |
//! | [`stats`] | counters of a search |
//! | [`audit`] | a sample of null-move cutoffs |
//! | [`ranking`] | tablebase ranking of the root moves |
//! | [`score`] | mate scores |
//! | [`setting`] | a setting: name, help, kind, access |
//! | [`laws`] | the laws of chess, where the tutorial's rules differ |
//! | [`random`] | seeded random numbers |

pub mod audit;
pub mod control;
pub mod laws;
pub mod limits;
pub mod random;
pub mod ranking;
pub mod score;
pub mod setting;
pub mod stats;
pub mod tutorial;

use std::cmp::Reverse;

use crate::board::Board;
use crate::defines::MAX_PLY;
use crate::moves::Move;
use audit::Audit;

pub use control::{Control, Info, Report};
pub use limits::{AtRoot, Limits, MAX_DEPTH};
pub use ranking::Ranking;
use stats::Stats;
pub use tutorial::Tutorial;

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Algorithm {
    /// Searches every line (chapter 14).
    Minimax,
    /// Prunes lines that cannot change the result (chapter 14).
    AlphaBeta,
    /// Principal variation search with all techniques of the tutorial (chapters 14 to 19).
    #[default]
    Pvs,
    /// The modern search, beyond the tutorial.
    Modern,
}

/// Finds a move. A searcher works on its own copy of the caller's Board.
pub trait Searcher: Send {
    /// Copies the position and the game's moves.
    fn set_game(&mut self, game: &Board);

    /// Searches until a limit is reached or `control` stops it.
    fn think(&mut self, limits: &Limits, control: &Control) -> Thought;

    /// Clears everything learned from earlier searches, for a new game.
    fn clear(&mut self) {}
}

/// A searcher that the laboratory can examine: its null moves can be disabled.
pub trait Subject: Searcher {
    /// Disables null moves.
    fn forbid_null_moves(&mut self);

    /// Collector for a sample of null-move cutoffs, if set.
    fn audit(&mut self) -> &mut Option<Box<Audit>>;

    /// Searches the position of a game to a fixed depth, in plies, with this window; returns the score in centipawns,
    /// mates as in [`score`].
    fn search_within(&mut self, game: &Board, depth: usize, alpha: i32, beta: i32) -> i32;
}

/// The result of a search.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Thought {
    /// The best move; [`Move::NONE`] if there is none.
    pub best: Move,
    /// Depth of the last iteration that was reported as complete, in plies; 0 if there was none. The tutorial's
    /// searches do not report an iteration that ends after the soft time limit.
    pub depth: usize,
    /// Score of that iteration in centipawns for the side to move, mates as in [`score`].
    pub score: i32,
    /// The best line.
    pub pv: Vec<Move>,
    /// The lines of a multi-PV search, best first; otherwise empty.
    pub lines: Vec<Line>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time in milliseconds.
    pub ms: u64,
    /// Why the search ended.
    pub end: End,
    /// The counters.
    pub stats: Stats,
}

impl Thought {
    /// The result of the search that has just ended on this Board, with one line.
    pub fn of(board: &Board, depth: usize, score: i32, stats: Stats) -> Thought {
        Thought {
            best: board.last_pv[0],
            depth,
            score,
            pv: board.last_pv[..board.last_pv_length].to_vec(),
            lines: Vec::new(),
            nodes: board.inodes,
            ms: board.timer.elapsed_ms(),
            end: End::of(board),
            stats,
        }
    }

    /// The score of the last iteration reported as complete, if there was one.
    pub fn scored(&self) -> Option<i32> {
        (self.depth > 0).then_some(self.score)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum End {
    /// The search was not interrupted: it reached its depth limit, proved a mate, had no time for another iteration, or
    /// was unnecessary.
    #[default]
    Complete,
    /// A limit on nodes or time ended the search during an iteration.
    Limit,
    /// The stop flag ended the search during an iteration.
    Stopped,
}

impl End {
    /// Why the search on this Board ended.
    pub fn of(board: &Board) -> End {
        let at_limit = board.max_nodes.is_some_and(|most| board.inodes >= most) || board.timer.is_used();
        match board.timedout {
            false => End::Complete,
            true if at_limit => End::Limit,
            true => End::Stopped,
        }
    }
}

/// A line and its score.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// Score in centipawns for the side to move, mates as in [`score`].
    pub score: i32,
    /// The moves.
    pub pv: Vec<Move>,
    /// Selective depth, in plies; [`None`] if the search does not count it.
    pub selective: Option<usize>,
}

/// The result at a root that needs no search: no move if the game is over, or the only legal move.
pub fn decided(board: &Board) -> Option<(Move, Report)> {
    let status = board.is_end_of_game();
    match status.outcome {
        Some(outcome) => Some((Move::NONE, Report::GameOver(outcome))),
        None if status.legal_moves == Some(1) => Some((status.last_legal, Report::Forced(status.last_legal))),
        None => None,
    }
}

/// The move to play if the search found none: the best move of the ranking. Without a ranking, [`AtRoot::Decide`] gives
/// the last legal move in the order of generation, [`AtRoot::Search`] none. Excluded moves are skipped.
pub fn unsearched(board: &Board, limits: &Limits) -> Move {
    let mut known = limits.ranking.moves.iter().map(|it| it.mv).chain(match limits.root {
        AtRoot::Decide => board.legal_moves().into_iter().rev().collect(),
        AtRoot::Search => Vec::new(),
    });
    known.find(|mv| !limits.excluded.contains(mv)).unwrap_or_default()
}

/// Makes this line the Board's last PV: the next search tries its moves first.
pub(crate) fn follow_line(board: &mut Board, pv: &[Move]) {
    board.last_pv = [Move::NONE; MAX_PLY];
    board.last_pv[..pv.len()].copy_from_slice(pv);
    board.last_pv_length = pv.len();
}

/// Multi-PV iterative deepening, <https://www.chessprogramming.org/MultiPV>: finds the best move, then the best of the
/// others, and so on. Returns the lines of the last completed iteration, best first; with a `count` of 0, there is
/// nothing to search.
///
/// `search` searches a line to a depth, excluding the first moves of the lines before it; it returns [`None`] if it was
/// stopped. `done` reports a completed iteration and returns whether it was the last.
pub fn deepen_lines<S>(
    searcher: &mut S,
    count: usize,
    most_depth: usize,
    mut search: impl FnMut(&mut S, &mut Line, usize, &[Move]) -> Option<()>,
    mut done: impl FnMut(&mut S, usize, &[Line]) -> bool,
) -> Vec<Line> {
    let mut lines = vec![Line::default(); count];
    if count == 0 {
        return lines;
    }
    for depth in 1..=most_depth {
        let (mut found, mut taken) = (lines.clone(), Vec::with_capacity(count));
        for line in &mut found {
            if search(searcher, line, depth, &taken).is_none() {
                return lines;
            }
            taken.extend(line.pv.first());
        }
        // A line searched later may score higher than an earlier one.
        found.sort_by_key(|line| Reverse(line.score));
        lines = found;
        if done(searcher, depth, &lines) {
            break;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::peek::Outcome;

    #[test]
    fn the_end_of_the_game_and_a_forced_move_need_no_search() {
        let mate = board("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
        assert!(matches!(decided(&mate), Some((Move::NONE, Report::GameOver(Outcome::Mate(_))))));
        let forced = board("7k/8/8/8/8/8/7q/7K w - - 0 1");
        assert!(matches!(decided(&forced), Some((mv, Report::Forced(_))) if mv.to_string() == "h1h2"));
        assert!(decided(&Board::new()).is_none());
    }

    #[test]
    fn without_moves_no_line_is_searched_or_reported() {
        let lines = deepen_lines(&mut (), 0, 5, |(), _, _, _| Some(()), |(), depth, _| panic!("depth {depth}"));
        assert!(lines.is_empty());
    }
}
