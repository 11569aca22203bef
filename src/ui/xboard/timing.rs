//! Time commands of the protocol, and the search limits that they set.
//!
//! `level` and `st` replace each other; `sd` and `nps` apply in addition, until the next game. The GUI's `time` and
//! `otim` take precedence over the engine's own clocks, which serve clients that never send them.

use std::time::Duration;

use crate::board::Board;
use crate::play::thinktime::unlimited;
use crate::searcher::Limits;
use crate::searcher::MAX_DEPTH;
use crate::ui::options::Gui;
use crate::ui::refusal::{Done, bad};

use super::clock::TimeMode;
use super::state::{Session, Task, XBoard};

/// The precision of the GUI's clocks, in milliseconds.
const GRAIN_MS: u64 = 10;
/// Time for a hint.
const HINT_TIME: Duration = Duration::from_millis(100);

/// Limits for the search that is about to start for the session's task. It need not go deeper than `most_depth`.
pub(super) fn limits(board: &Board, session: &mut Session, most_depth: usize) -> Limits {
    let clock = &mut session.own.clock;
    let limits = match session.own.task {
        Task::Move => return clock.limit(board, &session.options, most_depth, None),
        // If nodes are counted instead of time, the ponder hit will set a node limit. Searches with a node limit have
        // no helper threads, so the search starts with a limit that it cannot reach.
        Task::Ponder => {
            Limits { depth: clock.depth.min(most_depth), nodes: clock.nps.map(|_| u64::MAX), ..unlimited() }
        }
        Task::Hint => Limits { depth: most_depth, max_time: Some(HINT_TIME), ..unlimited() },
        Task::Analysis | Task::Nothing => unlimited(),
    };
    clock.keeper.limit(&session.options, limits, None, None)
}

/// Applies the limits for the engine's move to the running ponder search, once the expected move has been played.
pub(super) fn limit_running(board: &Board, session: &mut Session) {
    if let Some(running) = &session.running {
        let limits = session.own.clock.limit(board, &session.options, MAX_DEPTH, Some(&running.control));
        running.control.set_limits(limits);
    }
}

// ---- the words ----------------------------------------------------------------------------------------------------------

pub(crate) fn level(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let mut fields = text.split_whitespace();
    let moves = fields.next().and_then(|field| field.parse().ok());
    let base_ms = fields.next().and_then(minutes);
    let inc_ms = fields.next().map_or(Some(0), seconds);
    let (Some(moves), Some(base_ms), Some(inc_ms)) = (moves, base_ms, inc_ms) else {
        return bad("wrong number");
    };
    let clock = &mut session.own.clock;
    clock.control = TimeMode::Level { moves, base_ms, inc_ms };
    clock.origin = board.end_of_game;
    clock.reset();
    Ok(())
}

/// Parses minutes, or minutes and seconds (`5:30`), and returns milliseconds. Text after the number is ignored.
fn minutes(text: &str) -> Option<i64> {
    let number = &text[..text.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(text.len())];
    let (minutes, seconds) = number.split_once(':').unwrap_or((number, "0"));
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    Some((i64::from(minutes) * 60 + i64::from(seconds)) * 1000)
}

/// Parses seconds, optionally with a fraction, and returns milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e9).contains(&seconds).then_some((seconds * 1e3).round() as u64)
}

pub(crate) fn st(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = seconds(text) else { return bad("wrong number") };
    if ms == 0 {
        XBoard::remark(session, "st 0: 1 ms is the minimum");
    }
    session.own.clock.control = TimeMode::PerMove(ms.max(1));
    Ok(())
}

pub(crate) fn sd(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(depth) = text.parse().ok().filter(|depth: &usize| *depth >= 1) else { return bad("wrong number") };
    session.own.clock.depth = depth.min(MAX_DEPTH);
    Ok(())
}

/// `nps 0` requests CPU time. Alula counts wall-clock time instead, which is the same for one thread that never waits.
pub(crate) fn nps(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Ok(nodes) = text.parse::<i64>() else { return bad("wrong number") };
    session.own.clock.nps = u64::try_from(nodes).ok().filter(|nodes| *nodes > 0);
    Ok(())
}

pub(crate) fn time(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = centiseconds(text) else { return bad("wrong number") };
    let clock = &mut session.own.clock;
    clock.keeper.lag.told(ms, GRAIN_MS);
    (clock.own_ms, clock.told) = (ms, true);
    Ok(())
}

pub(crate) fn otim(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = centiseconds(text) else { return bad("wrong number") };
    session.own.clock.other_ms = ms;
    session.own.clock.opponent_since = None;
    Ok(())
}

/// Parses a clock in centiseconds. Returns milliseconds, negative after the flag has fallen.
fn centiseconds(text: &str) -> Option<i64> {
    const MOST: i64 = i64::MAX / 1000;
    Some(text.parse::<i64>().ok()?.clamp(-MOST, MOST) * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_all_their_forms() {
        assert_eq!(minutes("5"), Some(300_000));
        assert_eq!(minutes("0:05"), Some(5_000));
        assert_eq!(minutes("25+5"), Some(1_500_000));
        assert_eq!((minutes(""), minutes("x"), minutes("99999999999")), (None, None, None));
        assert_eq!((seconds("0.1"), seconds("12"), seconds("0")), (Some(100), Some(12_000), Some(0)));
        assert_eq!((seconds("-1"), seconds("nan"), seconds("1e99"), seconds("")), (None, None, None, None));
        assert_eq!((centiseconds("-3"), centiseconds("0"), centiseconds("x")), (Some(-30), Some(0), None));
    }

    #[test]
    fn lag_measured_by_the_clock_of_the_gui_is_reserved() {
        let (mut board, mut session) = (Board::new(), Session::default());
        let mv = board.is_valid_text_move("g1f3").expect("legal");
        board.play(mv);
        session.own.clock.control = TimeMode::Level { moves: 0, base_ms: 60_000, inc_ms: 0 };
        session.own.clock.own_ms = 60_000;
        let soft = |session: &Session| {
            let clock = &session.own.clock;
            clock.keeper.move_time(clock.allowance(2)).soft
        };
        let before = soft(&session);
        for own_ms in [60_000, 59_000] {
            session.own.clock.own_ms = own_ms;
            session.own.clock.engine_moved(&board, 1_000);
            time(&mut board, &mut session, &((own_ms - 1_200) / 10).to_string()).expect("a clock");
        }
        let margin = session.own.clock.keeper.lag.margin();
        assert_eq!(margin.as_millis(), 283, "1.5 times the second-largest lag, which excludes the GUI's rounding");
        session.own.clock.own_ms = 59_000;
        assert!(soft(&session) < before);
        // The first `time` after a new `level` says nothing about lag.
        session.own.clock.engine_moved(&board, 1_000);
        level(&mut board, &mut session, "0 1 0").expect("a level");
        time(&mut board, &mut session, "5000").expect("a clock");
        assert_eq!(session.own.clock.keeper.lag.margin(), margin);
    }
}
