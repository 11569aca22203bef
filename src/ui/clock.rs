//! The clocks of a game on the console. They start with the first move, and each side may have its own time control.

use std::time::Duration;

use crate::defines::Side;
use crate::modern::clock::{Lag, MARGIN_MS, MoveTime};
use crate::play::thinktime::Allowance;
use crate::timer::Instant;

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves in a period; 0 if the time is for the whole game.
    pub moves: u32,
    /// Time of a period, in milliseconds.
    pub base_ms: i64,
    /// Increment for each move, in milliseconds.
    pub inc_ms: i64,
}

impl TimeControl {
    /// Reads `5+3` (minutes and seconds), `40 5` or `40 5 0` (moves, minutes, seconds).
    pub fn read(text: &str) -> Option<TimeControl> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        match fields[..] {
            [both] => {
                let (minutes, seconds) = both.split_once('+')?;
                TimeControl::of("0", milliseconds(minutes, 60e3)?, milliseconds(seconds, 1e3)?)
            }
            [moves, minutes] => TimeControl::of(moves, base(minutes)?, 0),
            [moves, minutes, seconds] => TimeControl::of(moves, base(minutes)?, milliseconds(seconds, 1e3)?),
            _ => None,
        }
    }

    /// Reads one time control for both sides, or one for each side: `10+5 against 2+0`. The user's comes first.
    pub fn read_both(text: &str) -> Option<[TimeControl; 2]> {
        let (own, other) = text.split_once(" against ").unwrap_or((text, text));
        Some([TimeControl::read(own)?, TimeControl::read(other)?])
    }

    /// The usual notation, in minutes and seconds: `5+3`, `40/5`, `40/5+3`.
    pub fn name(&self) -> String {
        self.text(60e3, self.moves == 0)
    }

    /// The value for the PGN tag TimeControl: `300+3`, `40/300`.
    pub fn tag(&self) -> String {
        self.text(1e3, false)
    }

    /// The time control as text, with the time in units of `unit_ms` and the increment in seconds.
    fn text(&self, unit_ms: f64, shows_no_increment: bool) -> String {
        let session = if self.moves > 0 { format!("{}/", self.moves) } else { String::new() };
        let has_increment = shows_no_increment || self.inc_ms > 0;
        let more = if has_increment { format!("+{}", self.inc_ms as f64 / 1e3) } else { String::new() };
        format!("{session}{}{more}", self.base_ms as f64 / unit_ms)
    }

    /// Reads a value of the PGN tag TimeControl.
    pub fn read_tag(text: &str) -> Option<TimeControl> {
        let (moves, rest) = text.split_once('/').unwrap_or(("0", text));
        let (base, more) = rest.split_once('+').unwrap_or((rest, "0"));
        TimeControl::of(moves, milliseconds(base, 1e3)?, milliseconds(more, 1e3)?)
    }

    /// Number of periods that end within this number of moves.
    fn periods(&self, made: u32) -> u32 {
        made.checked_div(self.moves).unwrap_or(0)
    }

    /// Builds a time control; [`None`] if the number of moves is invalid or the time is zero.
    fn of(moves: &str, base_ms: i64, inc_ms: i64) -> Option<TimeControl> {
        let moves = moves.parse().ok().filter(|moves| *moves <= 999)?;
        (base_ms + inc_ms > 0).then_some(TimeControl { moves, base_ms, inc_ms })
    }
}

/// Reads minutes, or minutes and seconds (`5`, `0:30`), and returns milliseconds.
fn base(text: &str) -> Option<i64> {
    match text.split_once(':') {
        Some((minutes, seconds)) => Some(milliseconds(minutes, 60e3)? + milliseconds(seconds, 1e3)?),
        None => milliseconds(text, 60e3),
    }
}

fn milliseconds(text: &str, unit: f64) -> Option<i64> {
    let number: f64 = text.parse().ok()?;
    (0.0..=600_000.0).contains(&number).then_some((number * unit).round() as i64)
}

/// Both clocks. From the first move on, the clock of the side to move runs.
#[derive(Clone, Copy, Debug)]
pub struct GameClocks {
    /// The time controls of White and Black.
    pub controls: [TimeControl; 2],
    left_ms: [i64; 2],
    /// Number of moves made since the clocks were set, without those taken back.
    made: [u32; 2],
    /// Number of periods whose end has added the time of the next one. Taking moves back does not reduce it.
    added: [u32; 2],
    /// [`None`] before the first move.
    turn_began: Option<Instant>,
}

impl GameClocks {
    /// The clocks before the first move, with the full time. Without a base time, that is the increment.
    pub fn new(controls: [TimeControl; 2]) -> GameClocks {
        let full = |control: TimeControl| if control.base_ms > 0 { control.base_ms } else { control.inc_ms };
        let left_ms = controls.map(full);
        GameClocks { controls, left_ms, made: [0; 2], added: [0; 2], turn_began: None }
    }

    /// Swaps the two sides' time controls. Does nothing after the first move.
    pub fn swap_sides(&mut self) {
        if self.made == [0; 2] {
            self.controls.reverse();
            self.left_ms.reverse();
            self.added.reverse();
        }
    }

    /// The time controls in the usual notation: one if they are equal, otherwise White's first: `10+5 against 2+0`.
    pub fn name(&self) -> String {
        let [white, black] = self.controls;
        if white == black { white.name() } else { format!("{} against {}", white.name(), black.name()) }
    }

    /// The state of the clocks, for a saved game: White's remaining milliseconds and number of moves, then Black's.
    /// Excludes the time of the current turn.
    pub fn state(&self) -> String {
        let [white, black] = [0, 1].map(|side| format!("{} {}", self.left_ms[side], self.made[side]));
        format!("{white} {black}")
    }

    /// Restores clocks from a saved [`state`](GameClocks::state). They do not run until the next move or
    /// [`start`](GameClocks::start).
    pub fn read_state(controls: [TimeControl; 2], text: &str) -> Option<GameClocks> {
        // An `i32` holds 24 days in milliseconds, and sums of such values do not overflow an `i64`.
        let numbers: Vec<i32> = text.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [white_ms, white_made, black_ms, black_made] = numbers[..] else { return None };
        let made = [u32::try_from(white_made).ok()?, u32::try_from(black_made).ok()?];
        let left_ms = [white_ms, black_ms].map(i64::from);
        let added = [0, 1].map(|side| controls[side].periods(made[side]));
        Some(GameClocks { controls, left_ms, made, added, turn_began: None })
    }

    /// Time left for `side`, in milliseconds. If `running` is the same side, the time of the current turn is deducted.
    pub fn left(&self, side: Side, running: Option<Side>) -> i64 {
        let turn = self.turn_began.filter(|_| running == Some(side));
        self.left_ms[side.index()] - turn.map_or(0, |began| began.elapsed().as_millis() as i64)
    }

    /// Stops the clock of the side that has moved and starts the other. Returns true if the side that moved had run out
    /// of time.
    pub fn moved(&mut self, side: Side) -> bool {
        let at = side.index();
        self.left_ms[at] = self.left(side, Some(side));
        let out = self.left_ms[at] < 0;
        self.left_ms[at] += self.controls[at].inc_ms;
        self.count(side);
        self.turn_began = Some(Instant::now());
        out
    }

    /// Counts a move of this side, made or replayed. The time of a period is added only once.
    pub fn count(&mut self, side: Side) {
        let at = side.index();
        self.made[at] += 1;
        if self.controls[at].periods(self.made[at]) > self.added[at] {
            self.added[at] += 1;
            self.left_ms[at] += self.controls[at].base_ms;
        }
    }

    /// Discounts a move of this side that is taken back. Both sides keep the time they have left.
    pub fn discount(&mut self, side: Side) {
        let made = &mut self.made[side.index()];
        *made = made.saturating_sub(1);
    }

    /// Deducts the time used in this turn. After a pause, call [`restart_turn`](GameClocks::restart_turn) to exclude
    /// the pause.
    pub fn stop(&mut self, running: Side) {
        self.left_ms[running.index()] = self.left(running, Some(running));
        self.restart_turn();
    }

    /// Restarts the timing of the current turn, after a pause or when play continues from a different position.
    pub fn restart_turn(&mut self) {
        self.turn_began = self.turn_began.map(|_| Instant::now());
    }

    /// Excludes a pause of the program from the current turn.
    pub fn leave_out(&mut self, pause: Duration) {
        self.turn_began = self.turn_began.map(|began| began + pause);
    }

    /// Starts restored clocks if a move has been made.
    pub fn start(&mut self) {
        self.turn_began = (self.made != [0; 2]).then(Instant::now);
    }

    /// Whether the time of this side, whose turn it is, has run out.
    pub fn is_out_of_time(&self, side: Side) -> bool {
        self.turn_began.is_some() && self.left(side, Some(side)) < 0
    }

    /// The time for the engine's next move.
    pub fn move_time(&self, side: Side) -> MoveTime {
        let TimeControl { moves, inc_ms, .. } = self.controls[side.index()];
        let moves_to_go = (moves > 0).then(|| self.moves_to_go(side));
        let own_ms = self.left(side, Some(side));
        Allowance::Clock { own_ms, inc_ms: inc_ms as u64, moves_to_go }.move_time(MARGIN_MS, &Lag::default())
    }

    /// Number of moves until this side receives the time of another period.
    fn moves_to_go(&self, side: Side) -> u32 {
        let at = side.index();
        (self.added[at] + 1) * self.controls[at].moves - self.made[at]
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn controls_are_read_in_both_forms() {
        let control = |moves, base_ms, inc_ms| Some(TimeControl { moves, base_ms, inc_ms });
        assert_eq!(TimeControl::read("5+3"), control(0, 300_000, 3000));
        assert_eq!(TimeControl::read("0.5+0"), control(0, 30_000, 0));
        for (text, name) in [("5+3", "5+3"), ("0.5+0", "0.5+0"), ("40 5", "40/5"), ("40 5 3", "40/5+3")] {
            assert_eq!(TimeControl::read(text).map(|control| control.name()).as_deref(), Some(name));
        }
        assert_eq!(TimeControl::read("40 5"), control(40, 300_000, 0));
        assert_eq!(TimeControl::read("40 0:30 1.5"), control(40, 30_000, 1500));
        for wrong in ["", "5", "0+0", "-1+3", "nan+1", "40 5 0 0", "x 5", "5+", "1e9+0", "4000000000 1"] {
            assert_eq!(TimeControl::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn saved_clocks_are_read_back() {
        for (text, tag) in [("5+3", "300+3"), ("40 5", "40/300"), ("40 0:30 1.5", "40/30+1.5")] {
            let control = TimeControl::read(text).expect("a control");
            assert_eq!((control.tag().as_str(), TimeControl::read_tag(tag)), (tag, Some(control)));
        }
        let control = TimeControl::read("40 5").expect("a control");
        let clocks = GameClocks::read_state([control; 2], "271200 12 -300 11").expect("a state");
        assert_eq!(clocks.state(), "271200 12 -300 11");
        for wrong in ["", "1 2 3", "1 2 3 -4", "1 2 3 x", "1 2 3 4 5", "-9223372036854775808 1 0 0"] {
            assert!(GameClocks::read_state([control; 2], wrong).is_none(), "{wrong}");
        }
        assert_eq!([TimeControl::read_tag("-"), TimeControl::read_tag("0"), TimeControl::read_tag("?")], [None; 3]);
    }

    #[test]
    fn sessions_and_increments_are_added() {
        // The increment is far longer than any delay in this test.
        let mut clocks = GameClocks::new([TimeControl { moves: 2, base_ms: 600_000, inc_ms: 100_000 }; 2]);
        assert!(!clocks.moved(Side::White));
        assert!((690_000..=700_000).contains(&clocks.left(Side::White, None)));
        clocks.moved(Side::White);
        assert!((1_390_000..=1_400_000).contains(&clocks.left(Side::White, None)));
        assert_eq!(clocks.left(Side::Black, None), 600_000);
        assert!(clocks.move_time(Side::Black).hard.as_secs() < 600);
    }

    #[test]
    fn moves_taken_back_do_not_count_and_a_period_is_added_once() {
        let control = TimeControl { moves: 2, base_ms: 600_000, inc_ms: 0 };
        let mut clocks = GameClocks::new([control; 2]);
        let minutes = |clocks: &GameClocks| (clocks.left(Side::White, None) + 30_000) / 60_000;
        clocks.moved(Side::White);
        clocks.discount(Side::White);
        assert_eq!(clocks.moves_to_go(Side::White), 2);
        clocks.moved(Side::White);
        assert_eq!((minutes(&clocks), clocks.moves_to_go(Side::White)), (10, 1));
        clocks.moved(Side::White);
        assert_eq!((minutes(&clocks), clocks.moves_to_go(Side::White)), (20, 2));
        clocks.discount(Side::White);
        // The time of the second period has to last for this move and for both of the next.
        assert_eq!((minutes(&clocks), clocks.moves_to_go(Side::White)), (20, 3));
        clocks.count(Side::White);
        assert_eq!((minutes(&clocks), clocks.moves_to_go(Side::White)), (20, 2));
        let restored = GameClocks::read_state([control; 2], &clocks.state()).expect("a state");
        assert_eq!((restored.added, restored.moves_to_go(Side::White)), ([1, 0], 2));
    }

    #[test]
    fn a_pause_of_the_program_is_not_counted() {
        let mut clocks = GameClocks::new([TimeControl { moves: 0, base_ms: 600_000, inc_ms: 0 }; 2]);
        clocks.leave_out(Duration::from_secs(60));
        assert!(clocks.turn_began.is_none(), "the first move takes no time");
        clocks.moved(Side::White);
        clocks.turn_began = clocks.turn_began.and_then(|began| began.checked_sub(Duration::from_secs(60)));
        assert!(clocks.left(Side::Black, Some(Side::Black)) <= 540_000);
        clocks.leave_out(Duration::from_secs(60));
        assert!(clocks.left(Side::Black, Some(Side::Black)) > 540_000);
    }

    #[test]
    fn the_clocks_start_with_the_first_move() {
        let control = TimeControl::read("0.0005+0").expect("30 milliseconds");
        let mut clocks = GameClocks::new([control; 2]);
        clocks.restart_turn();
        thread::sleep(Duration::from_millis(50));
        assert_eq!(clocks.left(Side::White, Some(Side::White)), 30);
        assert!(!clocks.moved(Side::White));
        thread::sleep(Duration::from_millis(50));
        assert!(clocks.left(Side::Black, Some(Side::Black)) < 0 && clocks.moved(Side::Black));
        for (state, is_running) in [("30 0 30 0", false), ("30 1 30 0", true)] {
            let mut restored = GameClocks::read_state([control; 2], state).expect("a state");
            thread::sleep(Duration::from_millis(2));
            assert_eq!(restored.left(Side::Black, Some(Side::Black)), 30, "a loaded game is only being viewed");
            restored.start();
            assert_eq!(restored.turn_began.is_some(), is_running);
        }
        let mut lost = GameClocks::read_state([control; 2], "30 1 -5 1").expect("a state");
        assert!(!lost.is_out_of_time(Side::Black), "the game is over");
        lost.start();
        assert!(lost.is_out_of_time(Side::Black) && !lost.is_out_of_time(Side::White));
    }

    #[test]
    fn each_side_may_have_its_own_time() {
        let controls = TimeControl::read_both("10+5 against 40 2").expect("two controls");
        let mut clocks = GameClocks::new(controls);
        assert_eq!(clocks.name(), "10+5 against 40/2");
        clocks.swap_sides();
        assert_eq!(clocks.name(), "40/2 against 10+5");
        assert_eq!(Side::BOTH.map(|side| clocks.left(side, None)), [120_000, 600_000]);
        clocks.moved(Side::White);
        clocks.swap_sides();
        assert_eq!(clocks.name(), "40/2 against 10+5", "the game has begun");
        assert_eq!(GameClocks::new(TimeControl::read_both("5+3").expect("one control")).name(), "5+3");
        for wrong in ["", "against", "5+3 against", "against 5+3", "5+3 against x", "5+3 against 1+0 against 1+0"] {
            assert_eq!(TimeControl::read_both(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_game_of_increments_alone_begins_with_one() {
        let clocks = |text| GameClocks::new([TimeControl::read(text).expect("a control"); 2]);
        let left = |text| Side::BOTH.map(|side| clocks(text).left(side, None));
        assert_eq!((left("0+3"), left("5+3")), ([3000; 2], [300_000; 2]));
    }
}
