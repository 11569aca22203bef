//! How well does an evaluation predict games?
//!
//! One yardstick for all evaluations: their centipawns, squeezed into 0 to 1 ([`squeeze`]), against the results of the
//! games. On positions that no trainer has seen, the lower error is the better evaluation, and a match will say the
//! same.

use std::sync::Arc;

use super::record::Position;
use super::trainer::{Errors, mean_errors, squeeze};
use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;
use crate::modern::{self, Modern};

/// How well the static evaluation predicts these positions; `network` is asked if it is the network's.
pub fn errors(
    positions: &[Position],
    kind: EvalKind,
    network: &Arc<Network>,
    result_share: f32,
    threads: usize,
) -> Errors {
    mean_errors(positions, result_share, threads, || {
        let network = Arc::clone(network);
        let mut modern = Modern::with(&modern::Settings { eval_kind: kind, network, ..modern::Settings::default() });
        let mut board = Board::new();
        move |position| {
            board.init_from_setup(&position.setup());
            squeeze(modern.evaluation_of(&board) as f32)
        }
    })
}

/// How well the scores of the searches predict these positions.
pub fn errors_of_scores(positions: &[Position], result_share: f32) -> Errors {
    mean_errors(positions, result_share, 1, || |position| squeeze(position.score.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::datagen::{Plan, Player, Shard};

    #[test]
    fn the_tutorials_evaluation_predicts_better_than_nothing_and_a_search_better_still() {
        let mut player = Player::new(&Plan { seed: 5, nodes: 100, shard: Shard::ALL, network: None }, &Arc::default());
        let positions: Vec<Position> =
            (0..12).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect();
        let of = |kind, threads| errors(&positions, kind, &Network::built_in(), 0.4, threads);
        let tutorial = of(EvalKind::Tutorial, 1);
        let nothing = positions.iter().map(|position| f64::from(0.5 - position.own_result()).powi(2)).sum::<f64>()
            / positions.len() as f64;
        assert!(tutorial.result < nothing, "{tutorial:?} {nothing}");
        let again = of(EvalKind::Tutorial, 2);
        assert!((tutorial.target - again.target).abs() < 1e-9);
        let scores = errors_of_scores(&positions, 0.4);
        assert!(scores.target < tutorial.target, "{scores:?} {tutorial:?}");
        assert_ne!(of(EvalKind::Network, 1), tutorial);
    }
}
