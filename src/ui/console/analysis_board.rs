//! Analysis on a separate board. Meanwhile the game is set aside, with its opponent and its clocks. The analysis starts
//! with a copy of the game, its variations and comments; the moves tried become variations of the copy.

use crate::board::Board;
use crate::games::tree::ROOT;
use crate::ui::words::{Done, bad};

use super::state::{AnalysisBoard, Origin, Session, Study};
use super::walk::go_to;
use super::{kept, looking, transfer};

/// Starts an analysis of the position on the board, or changes the number of its lines.
pub(super) fn begin(board: &mut Board, session: &mut Session, lines: usize) {
    if let Some(analysis) = &mut session.own.analysis.board {
        analysis.lines = lines;
        return;
    }
    session.own.study_of(board);
    let game = transfer::set_aside(board, session);
    session.own.game.study = game.game.study.as_ref().map(Study::to_be_analysed);
    session.own.analysis.board = Some(Box::new(AnalysisBoard { lines, threat: false, ahead: ROOT, game }));
    session.own.note_place(board);
}

/// Ends the analysis and restores the game. False if there was none.
pub(super) fn end(board: &mut Board, session: &mut Session) -> bool {
    let Some(analysis) = session.own.analysis.board.take() else { return false };
    transfer::come_back(analysis.game, board, session);
    looking::show_board(board, session);
    true
}

/// Ends the analysis and makes its line the game. The other moves tried become variations.
///
/// # Errors
/// A refusal if there is no analysis, or it is not that of the game.
pub(super) fn keep_line(board: &mut Board, session: &mut Session) -> Done {
    if let Some(task) = session.own.training() {
        return bad(format!("this is the analysis of {task}, not of your game: 'exit' returns to it"));
    }
    session.own.study_of(board);
    let analysed = session.own.game.study.take();
    let Some(analysis) = session.own.analysis.board.take() else {
        return bad("there is no analysis: 'keep' makes the line of an analysis the game");
    };
    let origin = analysis.game.game.study.as_ref().map_or(Origin::Played, Study::origin);
    // The board stays as it is: its line is the game.
    transfer::give_back(analysis.game, session);
    let own = &mut session.own;
    own.game.study = analysed.map(|study| study.with_origin(origin));
    (own.game.finish, own.game.expected) = (None, None);
    own.game.standing = Default::default();
    session.redo.clear();
    kept::autosave(board, session);
    looking::show_board(board, session);
    session.say("The line is the game now.");
    Ok(())
}

/// A new position was set up in the analysis.
pub(super) fn begin_anew(board: &Board, session: &mut Session) {
    session.own.game.study = None;
    if let Some(analysis) = &mut session.own.analysis.board {
        analysis.ahead = ROOT;
        session.own.note_place(board);
    }
}

/// Goes `steps` moves back (negative) or forward along the line visited last. False if there are none.
pub(super) fn walk(board: &mut Board, session: &mut Session, steps: isize) -> bool {
    let Some(analysis) = &session.own.analysis.board else { return false };
    let ahead = analysis.ahead;
    let study = session.own.study_of(board);
    let (game, at) = (&study.game, study.at());
    let ahead = if game.is_there(ahead) { ahead } else { at };
    let mut line = vec![ROOT];
    line.extend(game.path(ahead));
    line.extend(game.line_from(ahead));
    let Some(here) = line.iter().position(|&id| id == at) else { return false };
    let there = here.saturating_add_signed(steps).min(line.len() - 1);
    if there != here {
        go_to(board, session, line[there]);
    }
    there != here
}
