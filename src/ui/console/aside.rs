//! The game set aside during an analysis or a puzzle, with its opponent, its clocks, its variations and comments.

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::ui::clock::GameClocks;
use crate::ui::game::{Expected, Standing};

use super::browse::{Origin, Study};
use super::keep;
use super::state::Session;

/// A game set aside.
pub(super) struct Aside {
    board: Box<Board>,
    engine_side: Option<Side>,
    redo: Vec<Move>,
    clocks: Option<GameClocks>,
    result: Option<String>,
    standing: Standing,
    draw_offered: bool,
    is_kept: bool,
    expected: Option<Expected>,
    study: Option<Study>,
}

impl Aside {
    /// Sets the game aside and stops its clocks. The engine then plays neither side.
    pub(super) fn take(board: &Board, session: &mut Session) -> Aside {
        let own = &mut session.own;
        let mut clocks = own.clocks.take();
        if let Some(clocks) = &mut clocks {
            clocks.stop(board.next_move);
        }
        Aside {
            board: Box::new(board.clone()),
            engine_side: session.engine_side.take(),
            redo: std::mem::take(&mut session.redo),
            clocks,
            result: own.result.take(),
            standing: std::mem::take(&mut own.standing),
            draw_offered: std::mem::take(&mut own.draw_offered),
            is_kept: own.is_kept,
            expected: own.expected.take(),
            study: own.study.take(),
        }
    }

    /// The game with its variations and comments.
    pub(super) fn study(&self) -> Option<&Study> {
        self.study.as_ref()
    }

    /// Where the game comes from.
    pub(super) fn origin(&self) -> Origin {
        self.study.as_ref().map_or(Origin::Played, Study::origin)
    }

    /// Restores the session as it was, and returns the board of the game.
    pub(super) fn give_back(self, session: &mut Session) -> Box<Board> {
        (session.engine_side, session.redo) = (self.engine_side, self.redo);
        let own = &mut session.own;
        (own.clocks, own.result, own.standing) = (self.clocks, self.result, self.standing);
        (own.draw_offered, own.is_kept, own.expected) = (self.draw_offered, self.is_kept, self.expected);
        own.study = self.study;
        if let Some(clocks) = &mut own.clocks {
            clocks.restart_turn();
        }
        self.board
    }

    /// Restores the session and the board. The side shown below stays as it is.
    pub(super) fn come_back(self, board: &mut Board, session: &mut Session) {
        let view_rotated = board.view_rotated;
        keep::copy_game(&self.give_back(session), board);
        board.view_rotated = view_rotated;
    }
}
