//! A game with its variations and comments.
//!
//! The Board holds one line of moves. The whole game is a `Study`. It is synchronised with the Board only when a
//! command needs the whole game, so that the code for playing moves does not depend on it. In a loaded game, a move
//! that differs from the game becomes a variation. In a game in progress, moves taken back are deleted.

use crate::board::Board;
use crate::defines::Side;
use crate::games::tree::{Game, NodeId, ROOT};
use crate::moves::Move;

/// A game with its variations, and the node that is on the Board.
pub struct Study {
    /// The game.
    pub game: Game,
    at: NodeId,
    /// The position where the Board's line of moves begins: the start, or the position after a null move.
    base: NodeId,
    /// The origin of the game, which decides how new moves are added.
    pub origin: Origin,
}

impl Study {
    /// A study of `game`, with node `at` on the Board.
    pub fn new(game: Game, at: NodeId, origin: Origin) -> Study {
        let base = base_of(&game, at);
        Study { game, at, base, origin }
    }

    /// The player of this side in a loaded game, if known.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.game.tags.known(side.name()).filter(|_| self.origin == Origin::Loaded)
    }

    /// The position on the Board.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// A copy for an analysis, which keeps every move tried.
    pub fn to_be_analysed(&self) -> Study {
        Study { game: self.game.clone(), origin: Origin::Loaded, ..*self }
    }

    /// Goes to another position of the game.
    pub fn go_to(&mut self, at: NodeId) {
        (self.at, self.base) = (at, base_of(&self.game, at));
    }

    /// Deletes the moves after the position on the Board, if the game is being played here.
    pub fn forget_moves_taken_back(&mut self) {
        if self.origin == Origin::Played {
            self.game.delete_after(self.at);
        }
    }

    /// Restores moves that were taken back here, with their annotations, before they are played again.
    pub fn restore(&mut self, moves: &[Move]) {
        let mut at = self.at;
        for &mv in moves {
            let Some(next) = self.game.restore(at, mv) else { return };
            at = next;
        }
    }

    /// The study of the game on the Board: the known one if the Board's line begins at its base, otherwise a new one.
    pub fn current<'a>(known: &'a mut Option<Study>, board: &Board, origin: Origin) -> &'a mut Study {
        let followed = known.take().and_then(|mut study| study.follow(board).then_some(study));
        known.insert(followed.unwrap_or_else(|| {
            let game = Game::of(board);
            let at = game.end_of_line(ROOT);
            Study::new(game, at, origin)
        }))
    }

    /// Follows the moves on the Board, adding the new ones; in a game played here, they become the main line. Returns
    /// false if the Board's line does not begin at `base`.
    fn follow(&mut self, board: &Board) -> bool {
        let played = Game::of(board);
        if *played.start() != self.game.line_to(self.base).setup() {
            return false;
        }
        let moves = played.moves_to(played.end_of_line(ROOT));
        // Two variations may begin with the same move: on the known line, the known nodes are meant.
        let known = self.game.path(self.at);
        let after_base = known.iter().position(|&id| id == self.base).map_or(0, |at| at + 1);
        let known = &known[after_base..];
        let same = known.iter().zip(&moves).take_while(|&(&id, mv)| self.game.node(id).mv == *mv).count();
        let last_same = same.checked_sub(1).map_or(self.base, |last| known[last]);
        self.at = moves.into_iter().skip(same).fold(last_same, |at, mv| self.game.add(at, mv));
        if self.origin == Origin::Played {
            self.game.make_main(self.at);
        }
        true
    }
}

/// On the line to `at`, the position after the last null move, or else the start.
fn base_of(game: &Game, at: NodeId) -> NodeId {
    game.path(at).into_iter().rev().find(|&id| !game.node(id).mv.is_some()).unwrap_or(ROOT)
}

/// The origin of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The game is being played here.
    Played,
    /// The game was loaded, so its moves must be kept.
    Loaded,
}
