//! The static evaluation: choice, scaling and correction.
//!
//! The modern search evaluates a position with the network or with the tutorial's evaluation. Both return centipawns
//! for the side to move. Endgames with known values ([`endgame`]) take precedence over the network. This raw evaluation
//! is scaled by material and by the fifty-move counter, and then corrected by the correction history.
//!
//! **Read next:** [`network`](super::network), [`endgame`].

use super::endgame::{self, KNOWN_WIN};
use super::techniques::Techniques;
use super::tt::{TABLE_FIFTY, TtData};
use super::{EVAL_MAX, MATE_BOUND, Modern, NO_EVAL};
use crate::defines::Side;

/// The evaluation is scaled down linearly as the fifty-move counter rises; it would reach 0 at this many plies. At 100
/// plies, a little more than half of it is left.
const SLOWEST: i32 = 220;
/// With this many pieces on the board, kings and pawns included, the evaluation is not scaled by material.
const USUAL_PIECES: i32 = 28;

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EvalKind {
    /// The network, trained on games.
    #[default]
    Network,
    /// The tutorial's evaluation.
    Tutorial,
}

impl EvalKind {
    /// All evaluations.
    pub const ALL: [EvalKind; 2] = [EvalKind::Network, EvalKind::Tutorial];

    /// The evaluation's name in the settings.
    pub const fn name(self) -> &'static str {
        match self {
            EvalKind::Network => "network",
            EvalKind::Tutorial => "tutorial",
        }
    }
}

impl Modern {
    /// Static evaluation of the position by the selected evaluation function, in centipawns for the side to move.
    #[inline(always)]
    pub(super) fn evaluate(&mut self) -> i32 {
        match self.settings.eval_kind {
            EvalKind::Network => self.evaluate_with_network(),
            EvalKind::Tutorial => self.board.eval().clamp(-EVAL_MAX, EVAL_MAX),
        }
    }

    fn evaluate_with_network(&mut self) -> i32 {
        let score = match endgame::known_endgame(&self.board, self.solved) {
            Some(score) if self.board.next_move == Side::White => score,
            Some(score) => -score,
            None => self.evaluate_by_network(),
        };
        score.clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Returns three evaluations: the raw one, as the table stores it; the corrected one; and the best estimate of the
    /// score, which is the corrected one or a tighter bound from the table. In check, all are [`NO_EVAL`]; with an
    /// excluded move, all are the corrected one, which is already known.
    #[inline]
    pub(super) fn static_evaluation(
        &mut self,
        ply: usize,
        in_check: bool,
        excluded: bool,
        known: Option<TtData>,
    ) -> (i32, i32, i32) {
        if in_check {
            return (NO_EVAL, NO_EVAL, NO_EVAL);
        }
        if excluded {
            let eval = self.frame(ply).eval;
            return (eval, eval, eval);
        }
        let raw = match known {
            Some(known) if known.eval != NO_EVAL => known.eval,
            _ => self.evaluate(),
        };
        let corrected = self.correct(ply, raw);
        match known {
            Some(known)
                if known.bound.proves(known.score, corrected)
                    && known.score.abs() < MATE_BOUND
                    && self.board.fifty_move < TABLE_FIFTY =>
            {
                (raw, corrected, known.score)
            }
            _ => (raw, corrected, corrected),
        }
    }

    /// Whether the raw evaluation must remain unchanged. In known wins (and evaluations as high), and in the whole tree
    /// if the root is a solved endgame, correction and scaling would hide progress towards mate.
    #[inline(always)]
    fn is_exact(&self, raw: i32) -> bool {
        raw.abs() >= KNOWN_WIN || self.solved.is_some()
    }

    /// The raw evaluation, scaled by material, and scaled down as the fifty-move counter rises.
    #[inline(always)]
    pub(super) fn scaled(&self, raw: i32) -> i32 {
        if self.is_exact(raw) {
            return raw;
        }
        let pieces = self.board.occupied.count_ones() as i32;
        let by_material = raw + raw * self.settings.parameters.material_scale * (pieces - USUAL_PIECES) / 256;
        by_material * (SLOWEST - self.board.fifty_move.min(100) as i32) / SLOWEST
    }

    /// The scaled evaluation, corrected by the correction history.
    #[inline]
    fn correct(&self, ply: usize, raw: i32) -> i32 {
        let scaled = self.scaled(raw);
        if self.is_exact(raw) || !self.settings.techniques.contains(Techniques::CORRECTION) {
            return scaled;
        }
        let keys = &self.before(ply, 0).correction_keys;
        let correction = self.histories.correction(self.board.next_move, keys);
        (scaled + correction * self.settings.parameters.correction_used / 64).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Moves the correction history towards the difference between the score and the uncorrected evaluation. (With the
    /// corrected one, the correction would converge to only a part of the difference.)
    pub(super) fn learn_correction(&mut self, ply: usize, score: i32, raw: i32, depth: i32) {
        let difference = score - self.scaled(raw);
        let keys = self.frame(ply).correction_keys;
        self.histories.push_correction(self.board.next_move, &keys, difference, depth);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::modern;
    use super::*;

    #[test]
    fn the_evaluation_counts_more_with_many_pieces_and_less_as_the_fifty_moves_run_out() {
        let scaled = |fen| modern(fen).scaled(512);
        let all = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(scaled(all), 512 + 4 * 6);
        assert_eq!(scaled("r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w - - 0 1"), 512);
        assert_eq!(scaled("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), 512 - 23 * 6);
        assert_eq!(scaled("r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w - - 55 90"), 384);
        assert_eq!(modern(all).scaled(KNOWN_WIN), KNOWN_WIN, "progress towards mate must stay visible");
    }

    #[test]
    fn the_correction_reaches_the_scores_of_the_searches() {
        for difference in [40, -30] {
            let mut modern = modern("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
            modern.settings.parameters.correction_used = 64;
            modern.begin();
            let (raw, before, _) = modern.static_evaluation(0, false, false, None);
            assert_eq!(before, modern.scaled(raw));
            for _ in 0..200 {
                modern.learn_correction(0, before + difference, raw, 8);
            }
            let (_, after, _) = modern.static_evaluation(0, false, false, None);
            assert!((after - before - difference).abs() <= 2, "{before} {after} {difference}");
        }
    }
}
