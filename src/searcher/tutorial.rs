//! The tutorial's searches as a [`Searcher`]. They run the code in the files directly in `src/`.

use super::{AtRoot, Control, Info, Limits, Searcher, Stats, Thought, decided, unsearched};
use crate::board::Board;
use crate::defines::LARGE_NUMBER;
use crate::moves::Move;
use crate::searcher::Algorithm;

/// One of the tutorial's searches. It finds one line; multiple lines and excluded moves need the
/// [`instrument`](crate::instrument).
pub struct Tutorial {
    /// The search's own Board.
    pub board: Box<Board>,
    /// `Minimax`, `AlphaBeta` or `Pvs`; `Modern` is treated as `Pvs`.
    pub algorithm: Algorithm,
}

impl Default for Tutorial {
    fn default() -> Tutorial {
        Tutorial { board: Board::new(), algorithm: Algorithm::Pvs }
    }
}

impl Tutorial {
    /// Creates a search for this Board's position and the moves that led to it.
    pub fn of(game: &Board, algorithm: Algorithm) -> Tutorial {
        let mut tutorial = Tutorial { algorithm, ..Tutorial::default() };
        tutorial.set_game(game);
        tutorial
    }

    /// The search function for the root. It takes a depth in plies and returns the score in centipawns for the side to
    /// move.
    fn iteration(&self) -> fn(&mut Board, i32) -> i32 {
        match self.algorithm {
            Algorithm::Minimax => |board, depth| board.minimax(0, depth),
            Algorithm::AlphaBeta => |board, depth| board.alphabeta(0, depth, -LARGE_NUMBER, LARGE_NUMBER),
            Algorithm::Pvs | Algorithm::Modern => {
                |board, depth| board.alphabetapvs(0, depth, -LARGE_NUMBER, LARGE_NUMBER)
            }
        }
    }

    /// Searches the root once to this depth, in plies, without iterative deepening; returns the score.
    pub fn search_root(&mut self, depth: usize) -> i32 {
        self.board.clear_for_iteration();
        self.iteration()(&mut self.board, depth as i32)
    }

    fn best_move(&mut self, limits: &Limits, control: &Control) -> Move {
        match (limits.root, self.algorithm) {
            (AtRoot::Decide, Algorithm::Pvs) => self.board.think(),
            (AtRoot::Decide, _) if let Some((mv, report)) = decided(&self.board) => {
                control.tell(Info::of(&self.board, report));
                mv
            }
            _ => {
                let best = self.board.deepen(self.iteration());
                if best.is_some() { best } else { unsearched(&self.board, limits) }
            }
        }
    }
}

impl Searcher for Tutorial {
    fn set_game(&mut self, game: &Board) {
        self.board.set_game(game);
    }

    fn think(&mut self, limits: &Limits, control: &Control) -> Thought {
        limits.apply(&mut self.board);
        // Clears the previous results even if no search is needed (game over or only one legal move).
        self.board.clear_for_search();
        self.board.timer.start();
        let watcher = control.connect(&mut self.board);
        let best = self.best_move(limits, control);
        let iterations = watcher.disconnect(&mut self.board);
        let last = iterations.last().copied().unwrap_or_default();
        let stats = Stats { iterations, ..Stats::default() };
        Thought { best, ..Thought::of(&self.board, last.depth, last.score, stats) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::instrument::{Instrument, Settings};

    #[test]
    fn a_search_stopped_at_once_returns_a_legal_move() {
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
            let thought = Tutorial::of(&Board::new(), algorithm).think(&limits, &Control::silent());
            assert!(Board::new().legal_moves().contains(&thought.best), "{algorithm:?}");
        }
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let draw = board("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let mut searchers: [Box<dyn Searcher>; 2] =
            [Box::new(Tutorial::of(&draw, Algorithm::Minimax)), Box::new(Instrument::of(&draw, Settings::TUTORIAL))];
        let found = searchers.each_mut().map(|it| it.think(&Limits::depth(3), &Control::silent()).best);
        assert_eq!(found, [Move::NONE; 2]);
    }
}
