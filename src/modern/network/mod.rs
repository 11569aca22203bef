//! # Modern · The network
//!
//! A small efficiently updatable neural network (<https://www.chessprogramming.org/NNUE>), trained only on games that
//! the engine played against itself ([`train`](crate::train)).
//!
//! ```text
//! 768 features, seen by the side to move  ─┐
//!                                          ├─ hidden neurons ─ clipped and squared ─┐
//! the same 768, seen by the other side    ─┘  (the same weights for both views)     ├─ one number
//!                                                                                   ┘  (weights by piece count)
//! ```
//!
//! All weights are integers: feature weights in units of 1/[`ONE_HIDDEN`], output weights in units of 1/[`ONE_OUTPUT`].
//! A move changes two to four features, so the hidden neurons of a position are computed from those of the previous one
//! by a few additions ([`accumulator`]).
//!
//! | file | what it does |
//! |---|---|
//! | [`features`] | the input features |
//! | [`accumulator`] | the hidden neurons, updated incrementally |
//! | [`kernels`] | the arithmetic, with SIMD instructions |
//! | [`file`](mod@file) | the file format |
//!
//! **Read next:** [`features`].

pub mod accumulator;
pub mod features;
pub mod file;
pub mod kernels;

use std::sync::{Arc, LazyLock};

use crate::board::Board;
use crate::defines::Side;
use features::{Active, COUNT, bucket};
use kernels::{Kernel, LANE, Lane, Lanes};

/// Represents 1.0 in a hidden neuron; larger values are clipped to it.
pub const ONE_HIDDEN: i32 = 255;
/// Represents 1.0 in an output weight.
pub const ONE_OUTPUT: i32 = 64;
/// Maximum absolute value of a weight in either layer, before it is converted to an integer. This limit ensures that no
/// 16-bit sum or product can overflow.
pub const WEIGHT_MAX: f32 = 1.98;
/// The number of hidden neurons per view is a multiple of this.
pub const HIDDEN_STEP: usize = LANE;
/// Maximum number of hidden neurons per view.
pub const HIDDEN_MAX: usize = 1024;
/// Maximum number of output buckets.
pub const BUCKETS_MAX: usize = 8;

/// A network that is ready to evaluate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The name, chosen by the author of the network.
    pub name: String,
    /// Hidden neurons per view.
    pub hidden: usize,
    /// Number of output buckets. The number of pieces selects the bucket.
    pub buckets: usize,
    /// Centipawns that correspond to an output of 1 in training.
    pub scale: i32,
    /// Feature weights: for each feature, a row of [`Network::hidden`] weights.
    pub feature_weights: Lanes,
    /// Biases of the hidden neurons.
    pub feature_bias: Lanes,
    /// Output weights of each bucket: first for the side to move, then for the other side.
    pub output_weights: Lanes,
    /// Output bias of each bucket, in units of 1/([`ONE_HIDDEN`] · [`ONE_OUTPUT`]).
    pub output_bias: Vec<i32>,
    /// The kernel for this processor.
    pub kernel: Kernel,
}

/// The built-in network.
static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../assets/network/alula.network");
    Arc::new(Network::read(bytes).unwrap_or_else(|error| unreachable!("the built-in network: {error}")))
});

impl Network {
    /// The built-in network.
    pub fn built_in() -> Arc<Network> {
        Arc::clone(&BUILT_IN)
    }

    /// The weights of a feature.
    #[inline(always)]
    fn row(&self, feature: usize) -> &[Lane] {
        let lanes = self.hidden / LANE;
        &self.feature_weights[feature * lanes..][..lanes]
    }

    /// Computes the hidden neurons of a view from scratch.
    pub(super) fn refresh(&self, features: &[u16], hidden: &mut [Lane]) {
        hidden.copy_from_slice(&self.feature_bias);
        for &feature in features {
            self.kernel.add(hidden, self.row(feature.into()));
        }
    }

    /// Score in centipawns, from the hidden neurons of both views.
    #[inline]
    pub(super) fn output(&self, own: &[Lane], enemy: &[Lane], pieces: usize) -> i32 {
        let bucket = bucket(pieces, self.buckets);
        let lanes = self.hidden / LANE;
        let (first, second) = self.output_weights[bucket * 2 * lanes..][..2 * lanes].split_at(lanes);
        let sum = self.kernel.output(own, first) + self.kernel.output(enemy, second);
        let value = i64::from(sum / ONE_HIDDEN + self.output_bias[bucket]);
        (value * i64::from(self.scale) / i64::from(ONE_HIDDEN * ONE_OUTPUT)) as i32
    }

    /// Score of these features for `side`, in centipawns, computed from scratch.
    pub fn evaluate(&self, active: &Active, side: Side) -> i32 {
        let mut hidden = [Lanes::zero(self.hidden), Lanes::zero(self.hidden)];
        for view in Side::BOTH {
            self.refresh(active.list(view), &mut hidden[view.index()]);
        }
        self.output(&hidden[side.index()], &hidden[side.other().index()], active.count())
    }

    /// Score of a position for the side to move, in centipawns, computed from scratch.
    pub fn evaluate_board(&self, board: &Board) -> i32 {
        self.evaluate(&Active::of(board), board.next_move)
    }

    /// Size of the network's file, in bytes.
    pub fn size(&self) -> usize {
        self.bytes().len()
    }

    /// Number of weights.
    pub fn weights(&self) -> usize {
        COUNT * self.hidden + self.hidden + self.buckets * (2 * self.hidden + 1)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::searcher::random::Random;

    /// A random network whose output depends on every feature.
    pub fn random_network(seed: u64, hidden: usize, buckets: usize) -> Network {
        let mut random = Random(seed);
        let mut number = |most: usize| random.below(2 * most + 1) as i32 - most as i32;
        let mut weights = |count: usize, most: usize| (0..count).map(|_| number(most) as i16).collect::<Lanes>();
        Network {
            name: "random".into(),
            hidden,
            buckets,
            scale: 400,
            feature_weights: weights(COUNT * hidden, 60),
            feature_bias: weights(hidden, 60),
            output_weights: weights(buckets * 2 * hidden, 20),
            output_bias: (0..buckets).map(|_| number(1000)).collect(),
            kernel: Kernel::best(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::random_network;
    use super::*;

    #[test]
    fn a_network_with_512_neurons_is_read_and_evaluates_alike_with_every_kernel() {
        let network = random_network(5, 512, 8);
        assert!(network.size() < 3_200_000);
        assert_eq!(Network::read(&network.bytes()).as_ref(), Ok(&network));
        let mut board = Board::new();
        for ply in 0..60 {
            let scores = Kernel::all().into_iter().map(|kernel| Network { kernel, ..network.clone() });
            let scores: Vec<i32> = scores.map(|network| network.evaluate_board(&board)).collect();
            assert!(scores.iter().all(|score| *score == scores[0] && *score != 0), "{} {scores:?}", board.fen());
            let moves = board.legal_moves();
            board.make_move(moves[ply * 7 % moves.len()]);
        }
    }
}
