//! Short silent searches: a glance at a position, at a move, at a threat. And waiting where nothing is searched.

use std::thread;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::modern::mate_in;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::ui::game::{place, until_the_end};
use crate::ui::show;
use crate::ui::words::{Refusal, bad};

use super::state::{Hint, Session};

/// Time of the search that answers `hint` and a draw offer, in milliseconds.
const GLANCE_MS: u64 = 1000;
/// Time between two checks for input meanwhile.
const LOOK_UP: Duration = Duration::from_millis(15);

/// A short silent search at full strength on a separate board: its score in centipawns, and its line.
pub(super) fn glance(board: &Board, session: &mut Session) -> Option<(i32, Vec<String>)> {
    let mut board = Box::new(board.clone());
    board.modern.elo = FULL_ELO;
    board.timer.max_time = Some(board.timer.max_time.map_or(GLANCE_MS, |ms| ms.min(GLANCE_MS)));
    board.timer.soft_time = None;
    session.own.quiet = true;
    // A forced move has a score, too: the search does not stop at it.
    let best = session.search(&mut board, Board::deepen);
    session.own.quiet = false;
    let line = match (best?, board.last_pv_length) {
        (best, length) if length > 0 && board.last_pv[0] == best => board.last_pv[..length].to_vec(),
        (best, _) => vec![best],
    };
    let score = session.own.progress.score.unwrap_or_default();
    let line = until_the_end(&mut board, &line);
    Some((score, board.san_line(line)))
}

/// A hint for a known move, with its score and continuation from a search.
pub(super) fn think_about(board: &mut Board, session: &mut Session, mv: Move) -> Option<Hint> {
    let (place, mut line) = (place(board), vec![board.san(mv)]);
    let mut after = Box::new(board.clone());
    after.play(mv);
    let score = match after.game_outcome() {
        Some(Outcome::Mate(_)) => CHECKMATESCORE,
        Some(_) => 0,
        None => {
            let (score, rest) = glance(&after, session)?;
            line.extend(rest);
            // From the position before the move, a mate is one ply farther away.
            if mate_in(score).is_some() { score.signum() - score } else { -score }
        }
    };
    Some(Hint { place, told: 0, mv, score, line })
}

/// The threat of the side not to move, as if it were its turn: the score for it, and the line.
///
/// # Errors
/// A refusal if the side to move is in check or the game would be over.
pub(super) fn threatened(board: &Board, session: &mut Session) -> Result<(i32, Vec<String>), Refusal> {
    let other = passed(board)?;
    glance(&other, session).ok_or_else(|| Refusal::Bad("the search was stopped".into()))
}

/// The position after a pass, for a search at full strength.
///
/// # Errors
/// A refusal if it is not legal or the game would be over.
pub(super) fn passed(board: &Board) -> Result<Box<Board>, Refusal> {
    let side = board.next_move;
    if board.is_own_king_attacked() {
        return bad(format!("{} is in check: that is the threat", side.name()));
    }
    let setup = board.setup().given_to(side.other()).map_err(|error| Refusal::Bad(error.to_string()))?;
    let mut other = Box::new(board.clone());
    other.modern.elo = FULL_ELO;
    other.init_from_setup(&setup);
    if let Some(outcome) = other.game_outcome() {
        return bad(format!("there is no threat: {}", show::outcome(outcome)));
    }
    Ok(other)
}

/// Waits until then, or until a key stops the search. A search that was stopped or timed out does not wait.
pub(super) fn take_a_moment(board: &mut Board, until: Instant) {
    while Instant::now() < until && !board.timedout {
        thread::sleep(LOOK_UP);
        board.read_clock_and_input();
    }
}
