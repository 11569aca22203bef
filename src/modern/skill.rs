//! # Modern · Playing weaker
//!
//! For people who want to win now and then. A weaker level looks at fewer nodes, and of the moves that look nearly as good as the
//! best it sometimes takes another: the weaker the level, the farther from the best it may be, but a queen is never simply
//! given away. What it plays depends on the position alone, so that a game can be repeated.
//!
//! **Read next:** [`think`](super::think).

use crate::board::Board;
use crate::hash::split_mix;
use crate::moves::Move;
use crate::search::Report;

use super::{MATE_BOUND, MAX_PLIES, report_score};

/// The level at which everything is given.
pub const FULL_SKILL: u8 = 20;
/// Moves of the root among which a weaker level chooses.
const CANDIDATES: usize = 4;

/// Nodes that a level may visit for one move.
fn nodes_of(level: u8) -> u64 {
    (80.0 * 1.55f64.powi(i32::from(level))) as u64
}

/// Centipawns below the best that a level may be content with.
fn tolerance_of(level: u8) -> i32 {
    6 + 7 * i32::from(FULL_SKILL - level.min(FULL_SKILL))
}

/// Which of the moves a level plays: their scores, best first, and a random number.
fn choose(scores: &[i32], level: u8, random: u64) -> usize {
    let tolerance = tolerance_of(level);
    let best = scores[0];
    if best.abs() >= MATE_BOUND {
        return 0;
    }
    let good = scores.iter().take_while(|&&score| best - score <= tolerance).count();
    // The best is twice as likely as each other one.
    (random % (good as u64 + 1)).saturating_sub(1) as usize
}

impl Board {
    /// Searches as a weaker level does: few nodes, the best few moves of the root, and a choice among them.
    pub(super) fn deepen_weakly(&mut self) {
        let level = self.modern.skill;
        let limit = self.max_nodes;
        self.max_nodes = Some(limit.map_or(nodes_of(level), |nodes| nodes.min(nodes_of(level))));
        self.start_countdown();
        let excluded = self.excluded.len();
        let found = self.best_few();
        self.max_nodes = limit;
        self.excluded.truncate(excluded);
        if found.is_empty() {
            return;
        }
        let scores: Vec<i32> = found.iter().map(|(_, score)| *score).collect();
        let (mv, score) = found[choose(&scores, level, split_mix(self.hashkey).1)];
        self.last_pv[0] = mv;
        self.last_pv_length = 1;
        self.modern.last_score = score;
        let pv = [mv];
        self.tell(Report::Depth { depth: self.modern.root_depth, score: report_score(score), pv: &pv });
    }

    /// The best moves of the root and their scores, from the deepest iteration that was completed, best first.
    fn best_few(&mut self) -> Vec<(Move, i32)> {
        let excluded = self.excluded.len();
        let count = self.legal_moves().len().saturating_sub(excluded).min(CANDIDATES);
        let mut found: Vec<(Move, i32)> = Vec::new();
        for depth in 1..=self.search_depth.min(MAX_PLIES - 8) {
            let mut iteration = Vec::new();
            self.excluded.truncate(excluded);
            for _ in 0..count {
                let Ok(score) = self.iterate_full(depth) else {
                    self.return_to_root();
                    return found;
                };
                let mv = self.last_pv[0];
                iteration.push((mv, score));
                self.excluded.push(mv);
            }
            iteration.sort_by_key(|(_, score)| -score);
            found = iteration;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;
    use crate::search::Algorithm;

    #[test]
    fn only_moves_that_are_good_enough_are_chosen() {
        for level in 0..FULL_SKILL {
            for random in 0..50 {
                assert_eq!(choose(&[100, -300, -320], level, random), 0);
                assert!(choose(&[100, 98, 97, -500], level, random) < 3);
            }
        }
        assert!((0..50).any(|random| choose(&[50, -40], 0, random) == 1));
        assert!((0..50).all(|random| choose(&[50, -40], 19, random) == 0));
    }

    #[test]
    fn every_level_plays_legal_moves_and_takes_a_free_queen() {
        let mut board = Board::new();
        board.algorithm = Algorithm::Modern;
        for level in 0..=6 {
            board.modern.skill = level;
            board.init_from_setup(&read_fen("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1").expect("legal").setup);
            assert_eq!(board.think().to_string(), "c3d5", "level {level}");
            assert!(board.inodes <= nodes_of(level));
            board.init();
            let best = board.think();
            assert!(board.legal_moves().contains(&best));
        }
    }
}
