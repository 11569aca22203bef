//! # Modern · How well does an evaluation predict games?
//!
//! One yardstick for all evaluations: their centipawns, squeezed into 0 to 1 ([`squeeze`]), against the results of the
//! games. On positions that no trainer has seen, the lower error is the better evaluation, and a match will say the
//! same.

use std::sync::Arc;

use super::record::Position;
use super::trainer::{Errors, squeeze, target};
use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;

/// How well the static evaluation predicts these positions; `network` is asked if it is the network's.
pub fn errors(
    positions: &[Position],
    kind: EvalKind,
    network: &Arc<Network>,
    result_share: f32,
    threads: usize,
) -> Errors {
    let length = positions.len().div_ceil(threads.max(1)).max(1);
    let of = |part: &[Position]| {
        let mut board = Board::new();
        board.modern.set_eval_kind(kind);
        board.modern.set_network(Arc::clone(network));
        let mut sums = [0.0; 2];
        for position in part {
            board.init_from_setup(&position.setup());
            add(&mut sums, position, squeeze(board.evaluate_modern() as f32), result_share);
        }
        sums
    };
    let sums: Vec<[f64; 2]> = std::thread::scope(|scope| {
        let parts: Vec<_> = positions.chunks(length).map(|part| scope.spawn(move || of(part))).collect();
        parts.into_iter().filter_map(|part| part.join().ok()).collect()
    });
    mean(&sums, positions.len())
}

/// How well the scores of the searches predict these positions.
pub fn errors_of_scores(positions: &[Position], result_share: f32) -> Errors {
    let mut sums = [0.0; 2];
    for position in positions {
        add(&mut sums, position, squeeze(position.score.into()), result_share);
    }
    mean(&[sums], positions.len())
}

fn add(sums: &mut [f64; 2], position: &Position, guess: f32, result_share: f32) {
    sums[0] += f64::from(guess - target(position, result_share)).powi(2);
    sums[1] += f64::from(guess - position.own_result()).powi(2);
}

fn mean(sums: &[[f64; 2]], count: usize) -> Errors {
    let mean = |which: usize| sums.iter().map(|sums| sums[which]).sum::<f64>() / count.max(1) as f64;
    Errors { target: mean(0), result: mean(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::train::datagen::{Plan, Player, Shard};

    #[test]
    fn the_classical_evaluation_predicts_better_than_nothing_and_a_search_better_still() {
        let mut player = Player::new(&Plan { seed: 5, nodes: 100, shard: Shard::ALL, network: None }, &Arc::default());
        let positions: Vec<Position> =
            (0..12).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect();
        let of = |kind, threads| errors(&positions, kind, &Network::built_in(), 0.4, threads);
        let classical = of(EvalKind::Classical, 1);
        let nothing = positions.iter().map(|position| f64::from(0.5 - position.own_result()).powi(2)).sum::<f64>()
            / positions.len() as f64;
        assert!(classical.result < nothing, "{classical:?} {nothing}");
        let again = of(EvalKind::Classical, 2);
        assert!((classical.target - again.target).abs() < 1e-9);
        let scores = errors_of_scores(&positions, 0.4);
        assert!(scores.target < classical.target, "{scores:?} {classical:?}");
        assert_ne!(of(EvalKind::Tutorial, 1), classical);
    }
}
