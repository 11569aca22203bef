//! `replay`: plays through the game until a key stops it.

use std::time::Duration;

use crate::board::Board;
use crate::games::tree::ROOT;
use crate::timer::Instant;
use crate::ui::refusal::{Done, Refusal, bad};

use super::glance::take_a_moment;
use super::state::Session;
use super::walk::go_to;

/// Default seconds for a position.
const USUAL: f64 = 1.5;

/// Minimum and maximum seconds.
const BOUNDS: std::ops::RangeInclusive<f64> = 0.1..=60.0;

pub(crate) fn replay(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    let seconds = match text {
        "" => Some(USUAL),
        text => text.parse().ok().filter(|seconds| BOUNDS.contains(seconds)),
    };
    let Some(seconds) = seconds else {
        return Err(Refusal::Bad(format!(
            "replay takes {} to {} seconds for a position",
            BOUNDS.start(),
            BOUNDS.end()
        )));
    };
    if session.own.study_of(board).game.main_line().is_empty() {
        return bad("there is no game to replay: 'load FILE' loads one");
    }
    if session.own.place_has_next(board).is_none() {
        go_to(board, session, ROOT);
    }
    let pause = Duration::from_secs_f64(seconds);
    while let Some(next) = session.own.place_has_next(board) {
        go_to(board, session, next);
        session.out.draw();
        // A script has no spectator.
        if session.input.is_terminal() && !was_watched(board, session, pause) {
            break;
        }
    }
    Ok(())
}

/// Waits; false if a key has ended the wait.
fn was_watched(board: &mut Board, session: &mut Session, pause: Duration) -> bool {
    let until = Instant::now() + pause;
    // There is no search, so there is no progress to show.
    session.own.analysis.quiet = true;
    let went_on = take_a_moment(board, session, until).is_some();
    session.own.analysis.quiet = false;
    went_on && Instant::now() >= until && !session.was_interrupted()
}
