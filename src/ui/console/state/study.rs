//! A game with its variations and comments.
//!
//! The Board holds one line of moves. The whole game is a `Study`. It is synchronised with the Board whenever it is
//! needed, so that playing need not know of it. A move played in a loaded game becomes a variation, unless it is the
//! game's own; in a game being played, moves taken back are gone.

use crate::board::Board;
use crate::defines::Side;
use crate::games::tree::{Game, NodeId, ROOT};

/// A game with its variations, and its node on the Board.
pub struct Study {
    /// The game.
    pub game: Game,
    at: NodeId,
    /// The position in which the Board's line of moves begins: the start, or the one after a pass.
    base: NodeId,
    origin: Origin,
}

impl Study {
    /// A study of `game`, with node `at` on the Board.
    pub fn new(game: Game, at: NodeId, origin: Origin) -> Study {
        let base = base_of(&game, at);
        Study { game, at, base, origin }
    }

    /// Where the game comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Who played this side of a loaded game, if that is known.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.game.tags.known(side.name()).filter(|_| self.origin == Origin::Loaded)
    }

    /// The position on the Board.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// The same study with another origin, which decides how moves played on it are added.
    pub fn with_origin(self, origin: Origin) -> Study {
        Study { origin, ..self }
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

    /// The study of the game on the Board: the known one, or a new one if the Board holds another game.
    pub fn current<'a>(known: &'a mut Option<Study>, board: &Board, origin: Origin) -> &'a mut Study {
        let followed = known.take().and_then(|mut study| study.follow(board).then_some(study));
        known.insert(followed.unwrap_or_else(|| {
            let game = Game::of(board);
            let at = game.end_of_line(ROOT);
            Study::new(game, at, origin)
        }))
    }

    /// Follows the moves played on the Board. False if the Board holds another game.
    fn follow(&mut self, board: &Board) -> bool {
        let mut past = Box::new(board.clone());
        let mut moves: Vec<_> = std::iter::from_fn(|| past.undo()).collect();
        moves.reverse();
        if past.setup() != self.game.line_to(self.base).setup() {
            return false;
        }
        let base = self.base;
        self.at = moves.into_iter().fold(base, |at, mv| self.game.add(at, mv));
        if self.origin == Origin::Played {
            self.game.make_main(self.at);
        }
        true
    }
}

/// The last position on the line to `at` that a pass leads to, or the start.
fn base_of(game: &Game, at: NodeId) -> NodeId {
    game.path(at).into_iter().rev().find(|&id| !game.node(id).mv.is_some()).unwrap_or(ROOT)
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It is being played here.
    Played,
    /// It was loaded and must not be lost.
    Loaded,
}
