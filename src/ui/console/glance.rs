//! Short silent searches of a position, a move or a threat; and pauses without a search.

use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::searcher::score::mate_in;
use crate::searcher::{AtRoot, Limits, laws};
use crate::timer::Instant;
use crate::ui::lines::until_the_end;
use crate::ui::refusal::{Refusal, bad};
use crate::ui::session::Job;
use crate::ui::show;

use super::state::Session;

/// Time of the search that answers `hint` and a draw offer.
const GLANCE: Duration = Duration::from_millis(1000);
/// Time between two checks for input during a pause.
const LOOK_UP: Duration = Duration::from_millis(15);

/// A short silent search at full strength on a separate board: its score in centipawns, and its line.
///
/// # Errors
/// A refusal if the search was stopped.
pub(super) fn glance(board: &Board, session: &mut Session) -> Result<(i32, Vec<Move>), Refusal> {
    glance_within(board, session, None)
}

fn glance_within(board: &Board, session: &mut Session, nodes: Option<u64>) -> Result<(i32, Vec<Move>), Refusal> {
    let set = session.options.limits.clone();
    let max_time = Some(set.max_time.map_or(GLANCE, |time| time.min(GLANCE)));
    // Searches even a forced move, because the score is needed.
    let limits = Limits { nodes: nodes.or(set.nodes), max_time, root: AtRoot::Search, ..set };
    let (mut board, options) = (Box::new(board.clone()), session.options.full_strength());
    let thought = session.quietly(|session| session.search_with(&mut board, &options, limits));
    let Some(thought) = thought.filter(|thought| thought.best.is_some()) else {
        return bad("the search was stopped");
    };
    let line = if thought.pv.first() == Some(&thought.best) { thought.pv } else { vec![thought.best] };
    let line = until_the_end(&mut board, &line);
    // A planted fault may have made a move illegal.
    let legal = board.san_line(line).len();
    Ok((session.own.analysis.progress.score.unwrap_or_default(), line[..legal].to_vec()))
}

/// The same for a known move, in a search of at most so many nodes. The line begins with the move.
pub(super) fn think_about(
    board: &Board,
    session: &mut Session,
    mv: Move,
    nodes: Option<u64>,
) -> Result<(i32, Vec<Move>), Refusal> {
    let mut after = Box::new(board.clone());
    after.play(mv);
    let (score, rest) = match laws::outcome(&after) {
        Some(Outcome::Mate(_)) => (CHECKMATESCORE, Vec::new()),
        Some(_) => (0, Vec::new()),
        None => {
            let (score, rest) = glance_within(&after, session, nodes)?;
            (before_the_move(score), rest)
        }
    };
    Ok((score, [vec![mv], rest].concat()))
}

/// The opponent's score after a move, for the side that moved: from there, a mate is one ply farther away.
pub(super) fn before_the_move(score: i32) -> i32 {
    if mate_in(score).is_some() { score.signum() - score } else { -score }
}

/// The threat of the side not to move, as if it were its turn: the score for it, and the line.
///
/// # Errors
/// A refusal if the side to move is in check or the game would be over.
pub(super) fn threatened(board: &Board, session: &mut Session) -> Result<(i32, Vec<String>), Refusal> {
    let mut other = passed(board)?;
    let (score, line) = glance(&other, session)?;
    Ok((score, other.san_line(&line)))
}

/// The position after a null move.
///
/// # Errors
/// A refusal if the null move is illegal or the game would be over.
pub(super) fn passed(board: &Board) -> Result<Box<Board>, Refusal> {
    let side = board.next_move;
    if board.is_own_king_attacked() {
        return bad(format!("{} is in check: that is the threat", side.name()));
    }
    let setup = board.setup().given_to(side.other())?;
    let mut other = Box::new(board.clone());
    other.init_from_setup(&setup);
    if let Some(outcome) = laws::outcome(&other) {
        return bad(format!("there is no threat: {}", show::outcome(outcome)));
    }
    Ok(other)
}

/// Waits until then, or until a key ends the wait.
pub(super) fn take_a_moment(board: &mut Board, session: &mut Session, until: Instant) {
    let wait = |job: &Job| {
        while Instant::now() < until && !job.is_stopped() {
            thread::sleep(LOOK_UP);
        }
    };
    // There is no search, so there is no progress to show.
    session.quietly(|session| session.watch(board, wait));
}
