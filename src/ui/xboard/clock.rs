//! Time under the protocol: time controls, both clocks, and the limits of one search.
//!
//! `level` and `st` replace each other; `sd` and `nps` apply in addition, until the next game. The GUI's `time` and
//! `otim` take precedence over our own clocks, which serve clients that never send them.

use std::time::Instant;

use crate::board::Board;
use crate::defines::*;
use crate::modern::clock::{GameClock, Lag, MARGIN_MS, MoveTime, limits, one_move};
use crate::ui::thinktime::{Begun, ThinkTime, lift_limits};
use crate::ui::words::{Done, bad};

use super::state::{Session, Task};

/// The precision of the GUI's clocks, in milliseconds.
const GRAIN_MS: u64 = 10;

/// A time control.
#[derive(Clone, Copy, PartialEq, Debug)]
enum TimeControl {
    /// Milliseconds for each move.
    PerMove(u64),
    /// Moves of a period (0: the whole game); time of a period and increment, in milliseconds.
    Level { moves: u32, base_ms: i64, inc_ms: u64 },
}

/// The clocks of a game, and the other limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    /// The engine's clock in milliseconds.
    own_ms: i64,
    /// The opponent's clock in milliseconds.
    other_ms: i64,
    /// Whether the GUI has sent the time for the next move.
    told: bool,
    /// The side that the engine played last.
    side: Option<Side>,
    /// When the opponent's clock started.
    opponent_since: Option<Instant>,
    /// Half-moves of the game before the time control was set.
    origin: usize,
    /// Depth limit of `sd`, in plies.
    depth: usize,
    /// Nodes that count as one second.
    nps: Option<u64>,
    /// Reserve for each move besides the measured lag, in milliseconds.
    pub margin_ms: u64,
    /// The time lost on the way to the GUI, as measured.
    lag: Lag,
    /// The time limits of the running search, if it is for a move of a timed game.
    think_time: Option<ThinkTime>,
}

impl Default for Clock {
    fn default() -> Clock {
        let base_ms = 300_000;
        Clock {
            control: TimeControl::Level { moves: 40, base_ms, inc_ms: 0 },
            own_ms: base_ms,
            other_ms: base_ms,
            told: false,
            side: None,
            opponent_since: None,
            origin: 0,
            depth: MAX_PLY,
            nps: None,
            margin_ms: MARGIN_MS,
            lag: Lag::default(),
            think_time: None,
        }
    }
}

impl Clock {
    /// A new game: full clocks, and no limits besides the time control.
    pub(super) fn new_game(&mut self) {
        self.reset();
        self.depth = MAX_PLY;
        self.nps = None;
        self.side = None;
    }

    /// A game from another position begins.
    pub(super) fn position_is_new(&mut self) {
        self.origin = 0;
    }

    fn reset(&mut self) {
        if let TimeControl::Level { base_ms, .. } = self.control {
            (self.own_ms, self.other_ms) = (base_ms, base_ms);
        }
        (self.told, self.opponent_since) = (false, None);
        self.lag.forget_expected();
    }

    /// The engine takes over the clock of the side that it now plays.
    pub(super) fn engine_plays(&mut self, side: Side) {
        if self.side.is_some_and(|old| old != side) && !self.told {
            std::mem::swap(&mut self.own_ms, &mut self.other_ms);
        }
        self.side = Some(side);
        self.opponent_since = None;
    }

    /// Starts the opponent's clock.
    pub(super) fn opponent_starts(&mut self) {
        self.opponent_since = Some(Instant::now());
    }

    /// The opponent has moved.
    pub(super) fn opponent_moved(&mut self) {
        if let Some(since) = self.opponent_since.take() {
            self.other_ms += self.increment() - since.elapsed().as_millis() as i64;
        }
    }

    /// The engine has moved after this many milliseconds. Its period may be over.
    pub(super) fn engine_moved(&mut self, board: &Board, used_ms: u64) {
        let session_over = self.moves_to_go(board.end_of_game - 1) == Some(1);
        let base = if let TimeControl::Level { base_ms, .. } = self.control { base_ms } else { 0 };
        self.own_ms += self.increment() - used_ms as i64 + if session_over { base } else { 0 };
        let late_ms = match self.think_time.take() {
            Some(time) if used_ms > 0 => board.timer.elapsed_ms().saturating_sub(time.hard_ms()),
            _ => 0,
        };
        let shown_next = matches!(self.control, TimeControl::Level { .. }).then_some(self.own_ms);
        self.lag.moved(shown_next, late_ms);
        self.told = false;
        self.opponent_starts();
    }

    fn increment(&self) -> i64 {
        if let TimeControl::Level { inc_ms, .. } = self.control { inc_ms as i64 } else { 0 }
    }

    /// Moves until the next period, for the side to move after this many half-moves.
    fn moves_to_go(&self, end_of_game: usize) -> Option<u32> {
        let TimeControl::Level { moves, .. } = self.control else { return None };
        let made = end_of_game.saturating_sub(self.origin) as u32 / 2;
        (moves > 0).then(|| moves - made % moves)
    }

    /// The time limits of the engine's move after this many half-moves.
    fn limits_now(&self, end_of_game: usize) -> MoveTime {
        let margin_ms = self.margin_ms.saturating_add(self.lag.margin_ms());
        match self.control {
            TimeControl::PerMove(ms) => one_move(ms, margin_ms),
            TimeControl::Level { inc_ms, .. } => {
                let moves_to_go = self.moves_to_go(end_of_game);
                let lag_ms = self.lag.mean_ms();
                limits(&GameClock { own_ms: self.own_ms, inc_ms, moves_to_go, margin_ms, lag_ms })
            }
        }
    }

    /// The limit of nodes, if nodes are counted instead of time.
    fn nodes_now(&self, end_of_game: usize) -> Option<u64> {
        let nps = self.nps?;
        let ms = match self.control {
            TimeControl::PerMove(ms) => ms,
            TimeControl::Level { .. } => self.limits_now(end_of_game).soft_ms,
        };
        Some((u128::from(ms) * u128::from(nps) / 1000).clamp(1, u128::from(u64::MAX)) as u64)
    }
}

/// Sets only the depth limit, for pondering. If nodes are counted instead of time, a later limit of nodes is possible.
pub(super) fn limit_depth(board: &mut Board, session: &Session) {
    lift_limits(board);
    board.search_depth = session.own.clock.depth;
    board.max_nodes = session.own.clock.nps.map(|_| u64::MAX);
}

/// Sets the limits of the engine's move, for a search that is about to start or already running.
pub(super) fn set_limits(board: &mut Board, session: &mut Session, begun: Begun) {
    let clock = &mut session.own.clock;
    lift_limits(board);
    board.search_depth = clock.depth;
    clock.think_time = None;
    if let Some(nodes) = clock.nodes_now(board.end_of_game) {
        let visited = if begun == Begun::Yes { board.inodes } else { 0 };
        board.max_nodes = Some(visited.saturating_add(nodes));
        return;
    }
    clock.think_time = Some(ThinkTime::give(board, clock.limits_now(board.end_of_game), begun));
}

/// Adjusts the soft limit to the results of the search; a finished iteration counts permanently.
pub(super) fn be_patient(board: &mut Board, session: &mut Session, best: u32, score: i32, iteration_done: bool) {
    let clock = &mut session.own.clock;
    let by_clock = matches!(clock.control, TimeControl::Level { .. }) && session.own.task == Task::Move;
    if let Some(time) = clock.think_time.as_mut().filter(|_| by_clock) {
        time.be_patient(board, best, score, iteration_done);
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
    let pondered_move = usize::from(session.own.task == Task::Ponder);
    let clock = &mut session.own.clock;
    clock.control = TimeControl::Level { moves, base_ms, inc_ms };
    clock.origin = board.end_of_game - pondered_move;
    clock.reset();
    Ok(())
}

/// Minutes, or minutes and seconds (`5:30`), in milliseconds; text after the number is ignored.
fn minutes(text: &str) -> Option<i64> {
    let number = &text[..text.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(text.len())];
    let (minutes, seconds) = number.split_once(':').unwrap_or((number, "0"));
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    Some((i64::from(minutes) * 60 + i64::from(seconds)) * 1000)
}

/// Seconds, perhaps with a fraction, in milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e9).contains(&seconds).then_some((seconds * 1e3).round() as u64)
}

pub(crate) fn st(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = seconds(text) else { return bad("wrong number") };
    session.own.clock.control = TimeControl::PerMove(ms);
    Ok(())
}

pub(crate) fn sd(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(depth) = text.parse().ok().filter(|depth: &usize| *depth >= 1) else { return bad("wrong number") };
    session.own.clock.depth = depth.min(MAX_PLY);
    Ok(())
}

/// `nps 0` asks for CPU time, which equals wall-clock time for an engine that never waits.
pub(crate) fn nps(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Ok(nodes) = text.parse::<i64>() else { return bad("wrong number") };
    session.own.clock.nps = u64::try_from(nodes).ok().filter(|nodes| *nodes > 0);
    Ok(())
}

pub(crate) fn time(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = centiseconds(text) else { return bad("wrong number") };
    let clock = &mut session.own.clock;
    clock.lag.told(ms, GRAIN_MS);
    (clock.own_ms, clock.told) = (ms, true);
    Ok(())
}

pub(crate) fn otim(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = centiseconds(text) else { return bad("wrong number") };
    session.own.clock.other_ms = ms;
    session.own.clock.opponent_since = None;
    Ok(())
}

/// A clock in milliseconds; negative after a fallen flag.
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

    fn played(plies: usize) -> Box<Board> {
        let mut board = Board::new();
        for ply in 0..plies {
            let mv = board.is_valid_text_move(["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]).expect("legal");
            board.play(mv);
        }
        board
    }

    #[test]
    fn the_moves_of_a_session_are_counted_for_each_side() {
        let control = TimeControl::Level { moves: 3, base_ms: 9_000, inc_ms: 100 };
        let clock = Clock { control, own_ms: 9_000, ..Clock::default() };
        let to_go: Vec<_> = (0..8).map(|plies| clock.moves_to_go(plies)).collect();
        assert_eq!(to_go, [3, 3, 2, 2, 1, 1, 3, 3].map(Some));
        let later = Clock { origin: 4, ..clock };
        assert_eq!(later.moves_to_go(4), Some(3));
    }

    #[test]
    fn without_word_from_the_gui_the_engine_keeps_its_own_clock() {
        let control = TimeControl::Level { moves: 2, base_ms: 10_000, inc_ms: 500 };
        let mut clock = Clock { control, own_ms: 10_000, other_ms: 10_000, ..Clock::default() };
        clock.engine_plays(Side::White);
        clock.engine_moved(&played(1), 3_000);
        assert_eq!(clock.own_ms, 7_500);
        clock.engine_moved(&played(3), 1_000);
        assert_eq!(clock.own_ms, 17_000, "the second move ends the session");
        clock.engine_plays(Side::Black);
        assert_eq!((clock.own_ms, clock.other_ms), (10_000, 17_000));
    }

    #[test]
    fn time_that_the_gui_has_counted_besides_is_kept_back() {
        let (mut board, mut session) = (played(1), Session::default());
        session.own.clock.control = TimeControl::Level { moves: 0, base_ms: 60_000, inc_ms: 0 };
        session.own.clock.own_ms = 60_000;
        session.own.clock.engine_moved(&board, 1_000);
        let before = session.own.clock.limits_now(2);
        time(&mut board, &mut session, "5880").expect("a clock");
        assert_eq!(session.own.clock.lag.margin_ms(), 380, "twice what is more than the GUI's hundredths");
        session.own.clock.own_ms = 59_000;
        assert!(session.own.clock.limits_now(2).soft_ms < before.soft_ms);
        // A clock after a new level, or one sent twice, teaches nothing.
        session.own.clock.engine_moved(&board, 1_000);
        level(&mut board, &mut session, "0 1 0").expect("a level");
        time(&mut board, &mut session, "5000").expect("a clock");
        assert_eq!(session.own.clock.lag.margin_ms(), 380);
    }

    #[test]
    fn nodes_take_the_place_of_time() {
        let mut clock = Clock { control: TimeControl::PerMove(2_000), nps: Some(700), ..Clock::default() };
        assert_eq!(clock.nodes_now(0), Some(1_400));
        clock.control = TimeControl::PerMove(0);
        assert_eq!(clock.nodes_now(0), Some(1));
        clock.nps = None;
        assert_eq!(clock.nodes_now(0), None);
    }

    #[test]
    fn the_time_for_one_move_is_never_exceeded_by_the_plan() {
        for ms in [0, 1, 10, 29, 30, 31, 100, 1_000, 3_600_000] {
            let clock = Clock { control: TimeControl::PerMove(ms), ..Clock::default() };
            let MoveTime { soft_ms, hard_ms } = clock.limits_now(0);
            assert!(soft_ms == hard_ms && hard_ms >= 1 && hard_ms <= ms.max(1), "{ms}: {hard_ms}");
        }
    }
}
