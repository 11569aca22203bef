//! The clocks of a game under the protocol: the time control, both clocks, and the time for a move.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::defines::*;
use crate::modern::clock::Lag;
use crate::play::Options;
use crate::play::thinktime::{Allowance, Timekeeper, unlimited};
use crate::searcher::MAX_DEPTH;
use crate::searcher::{Control, Limits};

/// The time control of a game, as the protocol sets it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum TimeMode {
    /// Milliseconds for each move.
    PerMove(u64),
    /// Moves per period (0: the whole game); time per period and increment, in milliseconds.
    Level { moves: u32, base_ms: i64, inc_ms: u64 },
}

/// The clocks of a game, and other search limits.
#[derive(Clone, Debug)]
pub struct Clock {
    pub(super) control: TimeMode,
    /// The engine's clock in milliseconds.
    pub(super) own_ms: i64,
    /// The opponent's clock in milliseconds.
    pub(super) other_ms: i64,
    /// Whether the GUI has sent the engine's clock for the next move.
    pub(super) told: bool,
    /// The side that the engine last played.
    side: Side,
    /// Time at which the opponent's clock started.
    pub(super) opponent_since: Option<Instant>,
    /// Half-moves played before the time control was set.
    pub(super) origin: usize,
    /// Depth limit of `sd`, in plies.
    pub(super) depth: usize,
    /// Nodes that count as one second.
    pub(super) nps: Option<u64>,
    /// Computes the time limits of each move.
    pub(super) keeper: Timekeeper,
}

impl Default for Clock {
    fn default() -> Clock {
        let base_ms = 300_000;
        Clock {
            control: TimeMode::Level { moves: 40, base_ms, inc_ms: 0 },
            own_ms: base_ms,
            other_ms: base_ms,
            told: false,
            side: Side::Black,
            opponent_since: None,
            origin: 0,
            depth: MAX_DEPTH,
            nps: None,
            keeper: Timekeeper::default(),
        }
    }
}

impl Clock {
    /// Resets for a new game: full clocks, no limits besides the time control, and no measured lag.
    pub(super) fn new_game(&mut self) {
        self.reset();
        self.keeper.lag = Lag::default();
        self.depth = MAX_DEPTH;
        self.nps = None;
        self.side = Side::Black;
    }

    /// Restarts the count of moves for the time control, for a game from a new position.
    pub(super) fn position_is_new(&mut self) {
        self.origin = 0;
    }

    pub(super) fn reset(&mut self) {
        if let TimeMode::Level { base_ms, .. } = self.control {
            (self.own_ms, self.other_ms) = (base_ms, base_ms);
        }
        (self.told, self.opponent_since) = (false, None);
        self.keeper.lag.forget_expected();
    }

    /// Exchanges the clocks if the engine changes sides, unless the GUI has already sent the times. Returns whether it
    /// changes sides.
    pub(super) fn engine_plays(&mut self, side: Side) -> bool {
        let changes = self.side != side;
        if changes && !self.told {
            std::mem::swap(&mut self.own_ms, &mut self.other_ms);
        }
        self.side = side;
        self.opponent_since = None;
        changes
    }

    /// Starts the opponent's clock.
    pub(super) fn opponent_starts(&mut self) {
        self.opponent_since = Some(Instant::now());
    }

    /// Stops the opponent's clock, if it is running, until [`resume`](Clock::resume).
    pub(super) fn pause(&mut self) {
        self.other_ms -= self.opponent_since.map_or(0, |since| since.elapsed().as_millis() as i64);
    }

    /// Restarts the opponent's clock after a pause.
    pub(super) fn resume(&mut self) {
        self.opponent_since = self.opponent_since.map(|_| Instant::now());
    }

    /// Stops the opponent's clock after a move, and adds the increment.
    pub(super) fn opponent_moved(&mut self) {
        if let Some(since) = self.opponent_since.take() {
            self.other_ms += self.increment() - since.elapsed().as_millis() as i64;
        }
    }

    /// Limits for the engine's move, for a search that is about to start or is already running. The search need not go
    /// deeper than `most_depth`.
    pub(super) fn limit(
        &mut self,
        board: &Board,
        options: &Options,
        most_depth: usize,
        running: Option<&Control>,
    ) -> Limits {
        let visited = running.map_or(0, Control::nodes);
        let nodes = self.nodes_now(board.end_of_game).map(|nodes| visited.saturating_add(nodes));
        let limits = Limits { depth: self.depth.min(most_depth), nodes, ..unlimited() };
        let allowance = nodes.is_none().then(|| self.allowance(board.end_of_game));
        self.keeper.limit(options, limits, allowance, running)
    }

    /// Updates the engine's clock after a move that took this many milliseconds, and starts the opponent's. If the move
    /// was the last of a period, the time of the next period is added.
    pub(super) fn engine_moved(&mut self, board: &Board, used_ms: u64) {
        let session_over = self.moves_to_go(board.end_of_game - 1) == Some(1);
        let base = if let TimeMode::Level { base_ms, .. } = self.control { base_ms } else { 0 };
        self.own_ms += self.increment() - used_ms as i64 + if session_over { base } else { 0 };
        let shown_next = matches!(self.control, TimeMode::Level { .. }).then_some(self.own_ms);
        self.keeper.moved(shown_next);
        self.told = false;
        self.opponent_starts();
    }

    fn increment(&self) -> i64 {
        if let TimeMode::Level { inc_ms, .. } = self.control { inc_ms as i64 } else { 0 }
    }

    /// Moves until the next time control, for the side to move after this many half-moves.
    fn moves_to_go(&self, end_of_game: usize) -> Option<u32> {
        let TimeMode::Level { moves, .. } = self.control else { return None };
        let made = end_of_game.saturating_sub(self.origin) as u32 / 2;
        (moves > 0).then(|| moves - made % moves)
    }

    /// The time for the engine's move after this many half-moves.
    pub(super) fn allowance(&self, end_of_game: usize) -> Allowance {
        match self.control {
            TimeMode::PerMove(ms) => Allowance::Fixed(Duration::from_millis(ms)),
            TimeMode::Level { inc_ms, .. } => {
                Allowance::Clock { own_ms: self.own_ms, inc_ms, moves_to_go: self.moves_to_go(end_of_game) }
            }
        }
    }

    /// The node limit, if nodes are counted instead of time.
    pub(super) fn nodes_now(&self, end_of_game: usize) -> Option<u64> {
        let nps = self.nps?;
        let time = match self.control {
            TimeMode::PerMove(ms) => Duration::from_millis(ms),
            TimeMode::Level { .. } => self.keeper.move_time(self.allowance(end_of_game)).soft,
        };
        Some((time.as_micros().saturating_mul(nps.into()) / 1_000_000).clamp(1, u64::MAX.into()) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::clock::MoveTime;

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
        let control = TimeMode::Level { moves: 3, base_ms: 9_000, inc_ms: 100 };
        let clock = Clock { control, own_ms: 9_000, ..Clock::default() };
        let to_go: Vec<_> = (0..8).map(|plies| clock.moves_to_go(plies)).collect();
        assert_eq!(to_go, [3, 3, 2, 2, 1, 1, 3, 3].map(Some));
        let later = Clock { origin: 4, ..clock };
        assert_eq!(later.moves_to_go(4), Some(3));
    }

    #[test]
    fn without_time_commands_the_engine_keeps_its_own_clock() {
        let control = TimeMode::Level { moves: 2, base_ms: 10_000, inc_ms: 500 };
        let mut clock = Clock { control, own_ms: 10_000, other_ms: 10_000, ..Clock::default() };
        clock.engine_plays(Side::White);
        clock.engine_moved(&played(1), 3_000);
        assert_eq!(clock.own_ms, 7_500);
        clock.engine_moved(&played(3), 1_000);
        assert_eq!(clock.own_ms, 17_000, "the second move ends the period");
        clock.engine_plays(Side::Black);
        assert_eq!((clock.own_ms, clock.other_ms), (10_000, 17_000));
    }

    #[test]
    fn in_a_new_game_the_engine_has_the_clock_of_black() {
        let control = TimeMode::Level { moves: 0, base_ms: 300_000, inc_ms: 0 };
        let mut clock = Clock { control, ..Clock::default() };
        clock.new_game();
        clock.engine_moved(&played(2), 100_000);
        assert!(clock.engine_plays(Side::White) && !clock.engine_plays(Side::White));
        assert_eq!((clock.own_ms, clock.other_ms), (300_000, 200_000));
    }

    #[test]
    fn nodes_replace_time() {
        let mut clock = Clock { control: TimeMode::PerMove(2_000), nps: Some(700), ..Clock::default() };
        assert_eq!(clock.nodes_now(0), Some(1_400));
        clock.control = TimeMode::PerMove(0);
        assert_eq!(clock.nodes_now(0), Some(1));
        clock.nps = None;
        assert_eq!(clock.nodes_now(0), None);
    }

    #[test]
    fn the_time_for_one_move_is_never_exceeded_by_the_plan() {
        for ms in [0, 1, 10, 29, 30, 31, 100, 1_000, 3_600_000] {
            let clock = Clock { control: TimeMode::PerMove(ms), ..Clock::default() };
            let MoveTime { soft, hard, .. } = clock.keeper.move_time(clock.allowance(0));
            assert!(soft == hard && !hard.is_zero() && hard <= Duration::from_millis(ms.max(1)), "{ms}: {hard:?}");
        }
    }
}
