//! Analysis: the engine thinks about the position on the board without moving, in one line or several, and follows what is
//! played. And the threat: what would the other side do if it were its turn? That is the question of the null move.

use crate::board::Board;
use crate::defines::*;
use crate::ui::show::{self, pawns};
use crate::ui::words::{Done, Refusal, bad, number};

use super::play;
use super::state::Session;

/// The most lines of an analysis.
const MOST_LINES: usize = 20;

pub(crate) fn analyse(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let lines = number(text, "lines", 1, MOST_LINES, Some(1))?;
    if let Some(outcome) = board.is_end_of_game().outcome {
        return bad(format!("there is nothing to analyse: {}", show::outcome(outcome)));
    }
    if !session.input.is_terminal() {
        look_into(board, session, lines);
        return Ok(());
    }
    session.own.analysing = Some(lines);
    session.engine_side = None;
    session.say("Analysis: type moves as you like, 'exit' ends it. Any key interrupts the thinking.");
    Ok(())
}

pub(crate) fn exit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.analysing.take().is_none() {
        session.over = true;
    }
    Ok(())
}

/// Analyses until something is typed.
pub(crate) fn until_a_key(board: &mut Board, session: &mut Session) {
    let Some(lines) = session.own.analysing else { return };
    if board.is_end_of_game().outcome.is_some() {
        return;
    }
    let (timer, depth) = (board.timer, board.search_depth);
    (board.timer.max_time, board.timer.soft_time, board.search_depth) = (None, None, MAX_PLY);
    look_into(board, session, lines);
    (board.timer.max_time, board.timer.soft_time, board.search_depth) = (timer.max_time, timer.soft_time, depth);
}

/// One analysis within the limits of the board.
fn look_into(board: &mut Board, session: &mut Session, lines: usize) {
    if lines == 1 && !session.out.is_terminal() {
        session.search(board, Board::deepen);
        return;
    }
    session.own.quiet = true;
    session.search(board, |board| board.deepen_lines(lines));
    session.own.quiet = false;
}

pub(crate) fn threat(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let side = board.next_move;
    if board.is_own_king_attacked() {
        return bad(format!("{} is in check: that is the threat", side.name()));
    }
    let mut setup = board.setup();
    (setup.next_move, setup.ep_square) = (side.other(), 0);
    setup.validate().map_err(|error| Refusal::Bad(error.to_string()))?;
    let mut other = Box::new(board.clone());
    other.init_from_setup(&setup);
    if let Some(outcome) = other.is_end_of_game().outcome {
        return bad(format!("there is no threat: {}", show::outcome(outcome)));
    }
    let Some((score, line)) = play::glance(&other, session) else { return bad("the search was stopped") };
    let line = session.own.look.screen(&session.out).moves(&line.join(" "));
    let text = format!("if {} could move again: {line} ({})", side.other().name(), pawns(score));
    session.say(&text);
    Ok(())
}
