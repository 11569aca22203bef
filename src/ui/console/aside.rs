//! The game is set aside during an analysis, a puzzle or a guess, with its opponent, its clocks, its variations and
//! comments.

use std::mem;

use crate::board::Board;

use super::state::{Aside, Session};
use super::transfer::copy_game;

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
        redo: mem::take(&mut session.redo),
        clocks,
        finish: own.finish.take(),
        flagged: own.flagged.take(),
        standing: mem::take(&mut own.standing),
        draw_offered: mem::take(&mut own.draw_offered),
        is_kept: own.is_kept,
        expected: own.expected.take(),
        study: own.study.take(),
    }
}

/// Restores the session as it was, and returns the board of the game.
pub(super) fn give_back(game: Aside, session: &mut Session) -> Box<Board> {
    (session.engine_side, session.redo) = (game.engine_side, game.redo);
    let own = &mut session.own;
    (own.clocks, own.finish, own.flagged) = (game.clocks, game.finish, game.flagged);
    own.standing = game.standing;
    (own.draw_offered, own.is_kept, own.expected) = (game.draw_offered, game.is_kept, game.expected);
    own.study = game.study;
    if let Some(clocks) = &mut own.clocks {
        clocks.restart_turn();
    }
    game.board
}

/// Restores the session and the board. The side shown below stays as it is.
pub(super) fn come_back(game: Aside, board: &mut Board, session: &mut Session) {
    let view_rotated = board.view_rotated;
    copy_game(&give_back(game, session), board);
    board.view_rotated = view_rotated;
}
