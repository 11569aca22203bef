//! Short silent searches of a position, a move or a threat; and pauses without a search.

use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::expected::place;
use crate::searcher::score::mate_in;
use crate::searcher::{AtRoot, Limits, laws};
use crate::timer::Instant;
use crate::ui::lines::until_the_end;
use crate::ui::refusal::{Refusal, bad};
use crate::ui::show;

use super::state::{Hint, Session};

/// Time of the search that answers `hint` and a draw offer.
const GLANCE: Duration = Duration::from_millis(1000);
/// Time between two checks for input during a pause.
const LOOK_UP: Duration = Duration::from_millis(15);

/// A short silent search at full strength on a separate board: its score in centipawns, and its line.
pub(super) fn glance(board: &Board, session: &mut Session) -> Option<(i32, Vec<String>)> {
    let limits = glance_limits(session);
    glance_within(board, session, limits)
}

fn glance_limits(session: &Session) -> Limits {
    let limits = &session.options.limits;
    Limits { max_time: Some(limits.max_time.map_or(GLANCE, |time| time.min(GLANCE))), ..limits.clone() }
}

/// A silent search at full strength on a separate board, within these limits: its score in centipawns, and its line.
fn glance_within(board: &Board, session: &mut Session, limits: Limits) -> Option<(i32, Vec<String>)> {
    let mut board = Box::new(board.clone());
    let options = session.full_strength();
    session.own.analysis.quiet = true;
    // Searches even a forced move, because the score is needed.
    let thought = session.search_with(&mut board, &options, Limits { root: AtRoot::Search, ..limits });
    session.own.analysis.quiet = false;
    let thought = thought.filter(|thought| thought.best.is_some())?;
    let line = if thought.pv.first() == Some(&thought.best) { thought.pv } else { vec![thought.best] };
    let score = session.own.analysis.progress.score.unwrap_or_default();
    let line = until_the_end(&mut board, &line);
    Some((score, board.san_line(line)))
}

/// A hint for a known move, with its score and continuation from a search of at most so many nodes.
pub(super) fn think_about(board: &mut Board, session: &mut Session, mv: Move, nodes: Option<u64>) -> Option<Hint> {
    let (place, mut line) = (place(board), vec![board.san(mv)]);
    let mut after = Box::new(board.clone());
    after.play(mv);
    let score = match laws::outcome(&after) {
        Some(Outcome::Mate(_)) => CHECKMATESCORE,
        Some(_) => 0,
        None => {
            let limits = Limits { nodes: nodes.or(session.options.limits.nodes), ..glance_limits(session) };
            let (score, rest) = glance_within(&after, session, limits)?;
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

/// The position after a null move.
///
/// # Errors
/// A refusal if the null move is illegal or the game would be over.
pub(super) fn passed(board: &Board) -> Result<Box<Board>, Refusal> {
    let side = board.next_move;
    if board.is_own_king_attacked() {
        return bad(format!("{} is in check: that is the threat", side.name()));
    }
    let setup = board.setup().given_to(side.other()).map_err(|error| Refusal::Bad(error.to_string()))?;
    let mut other = Box::new(board.clone());
    other.init_from_setup(&setup);
    if let Some(outcome) = laws::outcome(&other) {
        return bad(format!("there is no threat: {}", show::outcome(outcome)));
    }
    Ok(other)
}

/// Waits until then, or until a key ends the wait. None if the user has cancelled the rest.
pub(super) fn take_a_moment(board: &mut Board, session: &mut Session, until: Instant) -> Option<()> {
    session.watch(board, |job| {
        while Instant::now() < until && !job.is_stopped() {
            thread::sleep(LOOK_UP);
        }
    });
    (!session.abandoned).then_some(())
}
