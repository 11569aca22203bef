//! Playing below full strength, for people who want to win now and then.
//!
//! Strength is a rating from [`MIN_ELO`] to [`FULL_ELO`]; a level of `skill` is a step on that scale. Below
//! [`SEES_ALL`], a player overlooks moves ([`oversight`](super::oversight)). From [`SEES_ALL`] on, it searches fewer
//! nodes. At all but the highest ratings, it adds a random error to the score of each of the best root moves (`Slip`),
//! and plays the move that then has the best score.
//!
//! The errors depend only on the position and on [`Settings::variety`], so a game can be repeated.
//!
//! **Read next:** [`think`](super::think).

use std::ops::ControlFlow;

use super::clock::Patience;
use super::oversight::SEES_ALL;
use super::{MATE_BOUND, Modern, Settings, Stopped};
use crate::hash::split_mix;
use crate::moves::Move;
use crate::searcher::{Report, follow_line};
use crate::timer::unix_nanos;

/// The level of `skill` for full strength.
pub const FULL_SKILL: u8 = 20;
/// Rating of the weakest player.
pub const MIN_ELO: i32 = 800;
/// Rating of full strength.
pub const FULL_ELO: i32 = 3200;

/// Maximum number of root moves scored in each iteration after the first.
const CANDIDATES: usize = 6;

/// The error with which a weakened player judges root moves: its standard deviation, in centipawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip(pub f64);

impl Slip {
    /// Maximum amount by which a move may be worse than the best and still be played: three standard deviations, in
    /// centipawns.
    pub fn worst(self) -> i32 {
        (3.0 * self.0) as i32
    }

    /// Adds a random error to the score of each root move (best first) that is not too bad to be played, and picks the
    /// best. With a forced mate for either side, it makes no error. The errors depend on the moves and the seed.
    pub fn choose(self, scored: &[(Move, i32)], seed: u64) -> Option<(Move, i32)> {
        let best = *scored.first()?;
        if best.1.abs() >= MATE_BOUND {
            return Some(best);
        }
        let good = scored.iter().take_while(|(_, score)| best.1 - score <= self.worst());
        let perceived = |(mv, score): &(Move, i32)| f64::from(*score) + self.0 * error(seed ^ u64::from(mv.0) << 32);
        good.max_by(|a, b| perceived(a).total_cmp(&perceived(b))).copied()
    }
}

/// A random number with standard deviation 1, nearly normally distributed.
fn error(seed: u64) -> f64 {
    let random = split_mix(seed).1;
    // The sum of four random bytes has mean 510 and standard deviation 148.
    let sum: u64 = (0..4).map(|byte| random >> (8 * byte) & 255).sum();
    (sum as f64 - 510.0) / 148.0
}

/// Parameters of a weakened player.
#[derive(Clone, Copy, Debug)]
struct Weakness {
    /// Nodes searched after the first iteration, which scores every root move.
    nodes: f64,
    slip: Slip,
}

/// Ratings and their parameters, determined by matches (docs/strength.md). Between two points, errors are interpolated
/// linearly and nodes geometrically.
const POINTS: [(i32, Weakness); 4] = [
    (SEES_ALL, Weakness { nodes: 2500.0, slip: Slip(7.0) }),
    (2450, Weakness { nodes: 9000.0, slip: Slip(4.0) }),
    (2900, Weakness { nodes: 50_000.0, slip: Slip(0.0) }),
    (3200, Weakness { nodes: 300_000.0, slip: Slip(0.0) }),
];

impl Weakness {
    fn of(elo: i32) -> Weakness {
        let (weaker, stronger, share) = rows_around(&POINTS, elo);
        Weakness {
            nodes: weaker.nodes * (stronger.nodes / weaker.nodes).powf(share),
            slip: Slip(weaker.slip.0 + share * (stronger.slip.0 - weaker.slip.0)),
        }
    }
}

/// The rows next to a rating in a table that is sorted by rating, and the place of the rating between them, 0 to 1.
/// Ratings beyond the table count as its first or last.
pub(super) fn rows_around<T>(table: &[(i32, T)], elo: i32) -> (&T, &T, f64) {
    let above = table.iter().position(|(known, _)| *known >= elo).unwrap_or(table.len() - 1).max(1);
    let ((low, lower), (high, higher)) = (&table[above - 1], &table[above]);
    (lower, higher, (f64::from(elo - low) / f64::from(high - low)).clamp(0.0, 1.0))
}

/// The rating of a level of `skill`.
pub const fn elo_of(skill: u8) -> i32 {
    MIN_ELO + (FULL_ELO - MIN_ELO) * skill as i32 / FULL_SKILL as i32
}

/// The level of `skill` nearest to a rating; only full strength is level [`FULL_SKILL`].
pub const fn skill_of(elo: i32) -> u8 {
    if elo >= FULL_ELO {
        return FULL_SKILL;
    }
    let level = ((elo - MIN_ELO) * FULL_SKILL as i32 + (FULL_ELO - MIN_ELO) / 2) / (FULL_ELO - MIN_ELO);
    if level >= FULL_SKILL as i32 { FULL_SKILL - 1 } else { level as u8 }
}

impl Settings {
    /// Draws a new seed so that the next game has different errors, unless a fixed seed is set.
    pub fn vary(&mut self) {
        if self.seed != 0 {
            self.variety = self.seed;
            return;
        }
        self.variety = unix_nanos() | 1;
    }
}

impl Modern {
    /// Searches as a weakened player.
    pub(super) fn deepen_weakly(&mut self) {
        let excluded = self.root.excluded.len();
        self.root.excluded.append(&mut self.root.judged.spoilers);
        let found = if self.settings.elo >= SEES_ALL { self.search_with_errors() } else { self.look_around() };
        self.root.excluded.truncate(excluded);
        if let Some((mv, score, depth)) = found {
            self.tell_weak_move(mv, score, depth);
        }
    }

    /// Stores and reports the move of a weakened player.
    fn tell_weak_move(&mut self, mv: Move, score: i32, depth: usize) {
        follow_line(&mut self.board, &[mv]);
        self.tree.last = Some((depth, score));
        self.tell(Report::Depth { depth, score: self.told_score(score), pv: vec![mv] });
    }

    /// Searches few nodes and adds an error to the score of each candidate. Returns the move to play, its score and the
    /// depth of the search.
    fn search_with_errors(&mut self) -> Option<(Move, i32, usize)> {
        let weakness = Weakness::of(self.settings.elo);
        let excluded = self.root.excluded.len();
        let (found, depth) = self.best_few(weakness);
        self.root.excluded.truncate(excluded);
        let (mv, score) = weakness.slip.choose(&found, self.board.hashkey ^ self.settings.variety)?;
        Some((mv, score, depth))
    }

    /// The best root moves of the last complete iteration with their scores, best first, and the depth of that
    /// iteration. The first iteration scores every move, and its nodes are not counted; each later one scores only as
    /// many moves as were close enough to the best in the previous iteration to be chosen.
    fn best_few(&mut self, weakness: Weakness) -> (Vec<(Move, i32)>, usize) {
        let excluded = self.root.excluded.len();
        let mut count = self.board.legal_moves().len().saturating_sub(excluded);
        let mut found: Vec<(Move, i32)> = Vec::new();
        let mut done = 0;
        self.deepen_with(|this, depth| {
            if depth > 1 && this.is_soft_limit_reached(&Patience::default()) {
                return Ok(ControlFlow::Break(()));
            }
            found = this.score_moves(depth, count, excluded)?;
            done = depth;
            if depth == 1 {
                this.own_nodes = this.board.inodes + weakness.nodes as u64;
            }
            let best = found.first().map_or(0, |(_, score)| *score);
            count = found.iter().take_while(|(_, score)| best - score <= weakness.slip.worst()).count().min(CANDIDATES);
            Ok(ControlFlow::Continue(depth))
        });
        self.own_nodes = u64::MAX;
        (found, done)
    }

    /// The best `count` root moves with their scores, best first.
    fn score_moves(&mut self, depth: usize, count: usize, excluded: usize) -> Result<Vec<(Move, i32)>, Stopped> {
        let mut scores = Vec::with_capacity(count);
        self.root.excluded.truncate(excluded);
        for _ in 0..count {
            let score = self.iterate_full(depth)?;
            let mv = self.board.last_pv[0];
            scores.push((mv, score));
            self.root.excluded.push(mv);
        }
        scores.sort_by_key(|(_, score)| -score);
        Ok(scores)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};
    use std::time::Duration;

    use super::*;
    use crate::board::testing::board;
    use crate::readfen::START_FEN;
    use crate::searcher::{Control, End, Limits, Searcher};

    #[test]
    fn points_go_up_and_mix_evenly() {
        assert_eq!(POINTS[0].0, SEES_ALL);
        assert_eq!(POINTS[POINTS.len() - 1].0, FULL_ELO);
        for elo in SEES_ALL..FULL_ELO {
            let (weaker, stronger) = (Weakness::of(elo), Weakness::of(elo + 1));
            assert!(weaker.nodes < stronger.nodes && weaker.slip.0 >= stronger.slip.0, "{elo}");
        }
        for (elo, weakness) in POINTS {
            assert!((Weakness::of(elo).slip.0 - weakness.slip.0).abs() < 1e-9);
        }
    }

    #[test]
    fn levels_and_strengths_agree() {
        for skill in 0..=FULL_SKILL {
            assert_eq!(skill_of(elo_of(skill)), skill);
        }
        assert_eq!((elo_of(0), elo_of(FULL_SKILL)), (MIN_ELO, FULL_ELO));
        assert_eq!(skill_of(FULL_ELO - 1), FULL_SKILL - 1);
    }

    #[test]
    fn only_moves_that_are_good_enough_are_chosen() {
        let chosen = |elo, scores: &[i32], seed| {
            let moves = board(START_FEN).legal_moves();
            let scored: Vec<(Move, i32)> = moves.into_iter().zip(scores.iter().copied()).collect();
            Weakness::of(elo).slip.choose(&scored, seed).map(|(_, score)| score)
        };
        for elo in (SEES_ALL..FULL_ELO).step_by(100) {
            assert!((0..50).all(|seed| chosen(elo, &[100, -800, -810], seed) == Some(100)), "{elo}");
        }
        assert!((0..50).any(|seed| chosen(SEES_ALL, &[50, 40], seed) == Some(40)));
        assert!((0..50).all(|seed| chosen(2900, &[50, 40], seed) == Some(50)));
        for best in [MATE_BOUND, -MATE_BOUND] {
            assert!((0..50).all(|seed| chosen(SEES_ALL, &[best, best - 1], seed) == Some(best)), "{best}");
        }
        assert_eq!(chosen(SEES_ALL, &[], 0), None);
    }

    #[test]
    fn errors_have_mean_0_and_deviation_1() {
        let count = 20_000;
        let errors: Vec<f64> = (0..count).map(error).collect();
        let mean = errors.iter().sum::<f64>() / count as f64;
        let variance = errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / count as f64;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean} {variance}");
    }

    #[test]
    fn every_strength_plays_legal_moves_and_takes_a_free_queen() {
        let mut modern = Modern::default();
        for elo in (MIN_ELO..=2000).step_by(300) {
            modern.set(&Settings { elo, ..Settings::default() });
            let mut move_in = |fen: &str| {
                modern.set_game(&board(fen));
                modern.think(&Limits::depth(16), &Control::silent()).best
            };
            assert_eq!(move_in("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1").to_string(), "c3d5", "{elo}");
            assert!(board(START_FEN).legal_moves().contains(&move_in(START_FEN)));
        }
    }

    #[test]
    fn a_player_at_the_end_of_its_own_nodes_was_not_stopped() {
        let mut modern = Modern::with(&Settings { elo: SEES_ALL, ..Settings::default() });
        let thought = modern.think(&Limits::default(), &Control::silent());
        assert!(thought.best.is_some() && thought.end == End::Complete);
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let thought = modern.think(&limits, &Control::silent());
        assert!(thought.best.is_some() && thought.end == End::Limit, "a limit from outside");
        let stopped = Control::silent();
        stopped.stop();
        assert_eq!(modern.think(&Limits::default(), &stopped).end, End::Stopped);
    }

    #[test]
    fn the_reported_depth_is_that_of_the_last_complete_iteration() {
        let think = |limits: &Limits| {
            let mut modern = Modern::with(&Settings { elo: 2500, ..Settings::default() });
            modern.think(limits, &Control::silent())
        };
        let free = think(&Limits::default());
        let limited = think(&Limits::depth(free.depth));
        assert_eq!((limited.best, limited.score, limited.depth), (free.best, free.score, free.depth));
        assert!(limited.nodes < free.nodes, "the next iteration was aborted");
    }

    #[test]
    fn new_limits_do_not_lift_the_own_limit() {
        let itself = Arc::new(OnceLock::<Control>::new());
        let late = Arc::clone(&itself);
        let control = Control::with_root_moves(Some(Duration::ZERO), move |info| {
            if let Some(control) = late.get().filter(|_| info.nodes > 5000) {
                control.set_limits(Limits { nodes: Some(200_000), ..Limits::default() });
            }
        });
        assert!(itself.set(control.clone()).is_ok());
        let mut modern = Modern::with(&Settings { elo: 2700, ..Settings::default() });
        let thought = modern.think(&Limits::default(), &control);
        assert!(thought.nodes < 50_000 && thought.end == End::Complete, "{} nodes", thought.nodes);
        assert_eq!(modern.board.max_nodes, Some(200_000), "the new limits have arrived");
    }

    #[test]
    fn a_weak_player_varies_with_the_variety_only() {
        let mut modern = Modern::default();
        let mut first_moves = |variety| {
            modern.set(&Settings { elo: MIN_ELO, variety, ..Settings::default() });
            [(); 2].map(|()| modern.think(&Limits::depth(16), &Control::silent()).best)
        };
        let played: Vec<_> = (1..20).map(&mut first_moves).collect();
        assert!(played.iter().all(|twice| twice[0] == twice[1]));
        assert!(played.iter().any(|twice| twice[0] != played[0][0]));
    }

    #[test]
    fn no_weakened_player_goes_on_after_the_soft_time_limit() {
        let soft = Limits {
            soft_time: Some(Duration::from_nanos(1)),
            max_time: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        for elo in [1000, 2000, 2200, 3100] {
            let mut modern = Modern::with(&Settings { elo, ..Settings::default() });
            modern.set_game(&board(START_FEN));
            assert_eq!(modern.think(&soft, &Control::silent()).depth, 1, "{elo}");
        }
    }
}
