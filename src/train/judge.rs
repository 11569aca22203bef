//! Measures how well an evaluation predicts the results of games.
//!
//! Every evaluation is measured in the same way: its score, mapped to the range 0 to 1 ([`squeeze`]), is compared with
//! a mixture of the search's score and the result of the game. If the positions' scores come from searches of 1,000 or
//! 4,000 nodes, networks with smaller errors also play better in matches; with 200 nodes, they do not.

use std::sync::Arc;

use super::record::Position;
use super::trainer::{Errors, guesses, squeeze, target};
use crate::board::Board;
use crate::lab::duel::NORMAL_95;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;
use crate::modern::{self, Modern};

/// Static evaluation of each position in centipawns. `network` is used only if `kind` is [`EvalKind::Network`].
fn evaluations(positions: &[Position], kind: EvalKind, network: &Arc<Network>, threads: usize) -> Vec<f32> {
    guesses(positions, threads, || {
        let network = Arc::clone(network);
        let mut modern = Modern::with(&modern::Settings { eval_kind: kind, network, ..modern::Settings::default() });
        let mut board = Board::new();
        let mut guess = move |position: &Position| {
            board.init_from_setup(&position.setup());
            modern.evaluation_of(&board) as f32
        };
        move |positions| positions.iter().map(&mut guess).collect()
    })
}

/// Errors of the static evaluation on these positions. `network` is used only if `kind` is [`EvalKind::Network`].
pub fn errors(
    positions: &[Position],
    kind: EvalKind,
    network: &Arc<Network>,
    result_share: f32,
    threads: usize,
) -> Errors {
    let guesses: Vec<f32> = evaluations(positions, kind, network, threads).into_iter().map(squeeze).collect();
    Errors::of(positions, &guesses, result_share)
}

/// The factor for these evaluations with which they predict the target best, between a half and two.
fn best_factor(positions: &[Position], evaluations: &[f32], result_share: f32) -> f32 {
    let error = |factor: f32| -> f64 {
        let guesses = evaluations.iter().map(|score| squeeze(factor * score));
        positions.iter().zip(guesses).map(|(at, guess)| f64::from(guess - target(at, result_share)).powi(2)).sum()
    };
    let (mut least, mut most) = (0.5, 2.0);
    // Ternary search, which expects a single minimum.
    while most - least > 0.001 {
        let third = (most - least) / 3.0;
        if error(least + third) < error(most - third) { most -= third } else { least += third }
    }
    (least + most) / 2.0
}

/// Errors of the search's scores on these positions.
pub fn errors_of_scores(positions: &[Position], result_share: f32) -> Errors {
    let scores: Vec<f32> = positions.iter().map(|position| squeeze(position.score.into())).collect();
    Errors::of(positions, &scores, result_share)
}

/// Result for one network in a comparison.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkStanding {
    /// The factor for the network's evaluations with which they predict best. It does not change which of
    /// two positions is the better one.
    pub factor: f32,
    /// Errors of the network with this factor.
    pub errors: Errors,
    /// Percentage by which `errors.target` is smaller than the reference's.
    pub gain: f64,
    /// Half the width of the 95 % confidence interval of `gain`.
    pub margin: f64,
}

/// Compares networks with a reference on the same positions. The differences are computed position by position, so they
/// are much more precise than the errors themselves.
pub fn standings(
    positions: &[Position],
    reference: &Arc<Network>,
    networks: &[Arc<Network>],
    result_share: f32,
    threads: usize,
) -> Vec<NetworkStanding> {
    let fitted = |network| {
        let evaluations = evaluations(positions, EvalKind::Network, network, threads);
        let factor = best_factor(positions, &evaluations, result_share);
        let guesses: Vec<f32> = evaluations.into_iter().map(|score| squeeze(factor * score)).collect();
        (factor, guesses)
    };
    let square = |position: &Position, guess: f32| f64::from(guess - target(position, result_share)).powi(2);
    let (_, before) = fitted(reference);
    let unit = Errors::of(positions, &before, result_share).target.max(f64::MIN_POSITIVE) / 100.0;
    let count = positions.len().max(1) as f64;
    let standing = |network| {
        let (factor, now) = fitted(network);
        let pairs = positions.iter().zip(before.iter().zip(&now));
        let gains: Vec<f64> = pairs.map(|(at, (before, now))| square(at, *before) - square(at, *now)).collect();
        let mean = gains.iter().sum::<f64>() / count;
        // The positions of a game are alike and share its result, so only the sums over games are independent.
        let mut sums = vec![0.0; 1 << 16];
        positions.iter().zip(&gains).for_each(|(at, gain)| sums[usize::from(at.game)] += gain - mean);
        let error = sums.iter().map(|sum| sum * sum).sum::<f64>().sqrt() / count;
        let errors = Errors::of(positions, &now, result_share);
        NetworkStanding { factor, errors, gain: mean / unit, margin: NORMAL_95 * error / unit }
    };
    networks.iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::network::testing::random_network;
    use crate::train::datagen::{DatagenPlan, SelfPlayer, Shard};

    #[test]
    fn the_tutorials_evaluation_predicts_better_than_nothing_and_a_search_better_still() {
        let mut player =
            SelfPlayer::new(&DatagenPlan { seed: 5, nodes: 100, shard: Shard::ALL, network: None }, &Arc::default());
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

    #[test]
    fn a_network_is_compared_with_the_reference() {
        let mut player =
            SelfPlayer::new(&DatagenPlan { seed: 6, nodes: 100, shard: Shard::ALL, network: None }, &Arc::default());
        let positions: Vec<Position> =
            (0..16).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect();
        let (good, poor) = (Network::built_in(), Arc::new(random_network(3, 16, 1)));
        let found = standings(&positions, &good, &[poor.clone(), good.clone()], 0.4, 2);
        let scores = evaluations(&positions, EvalKind::Network, &good, 1);
        let reduced: Vec<f32> = scores.iter().map(|score| 0.75 * score).collect();
        // Factors at the ends of the range would prove nothing.
        let [factor, of_reduced] = [&scores, &reduced].map(|scores| best_factor(&positions, scores, 0.4));
        assert!((0.51..1.99).contains(&factor) && (0.51..1.99).contains(&of_reduced), "{factor} {of_reduced}");
        assert!((factor - 0.75 * of_reduced).abs() < 0.01, "{factor} {of_reduced}");
        assert!(found[0].errors.target < errors(&positions, EvalKind::Network, &poor, 0.4, 1).target);
        assert_eq!((found[1].gain, found[1].margin), (0.0, 0.0));
        let worse = 100.0 * (1.0 - found[0].errors.target / found[1].errors.target);
        assert!((found[0].gain - worse).abs() < 1e-6 && found[0].gain + found[0].margin < 0.0, "{found:?}");
        let turned = standings(&positions, &poor, &[good], 0.4, 1)[0];
        assert!(turned.gain > turned.margin && turned.margin > 0.0, "{turned:?}");
    }
}
