//! The trainer.
//!
//! Moves the weights of a network so that it predicts the games better and better: its output, squeezed into 0 to 1 by
//! a logistic curve, shall be what the search said of the position and how the game ended, mixed. The square of the
//! error is what counts; its slope is known exactly for every weight (backpropagation,
//! <https://www.chessprogramming.org/Neural_Networks#Backpropagation>), and Adam (Kingma, Ba 2014) goes down it, batch by
//! batch. Meanwhile all weights decay (Loshchilov, Hutter 2017): what only a few games ask for fades, and the network
//! learns less by heart. Weights that were random decay to 0. Those of a network that learns further decay to what they
//! were (Li, Grandvalet, Davoine 2018, <https://arxiv.org/abs/1802.01483>), so that it forgets less of what it knew.
//!
//! The same seed gives the same network, whatever the number of threads: a batch is divided into `SLICES` always, and
//! what they found is added up in their order.
//!
//! **Read next:** [`network`](crate::modern::network).

use std::{panic, thread};

use super::record::Position;
use crate::defines::{Side, Square};
use crate::modern::network::features::{Active, COUNT, bucket};
use crate::modern::network::kernels::Kernel;
use crate::modern::network::{Network, ONE_HIDDEN, ONE_OUTPUT, WEIGHT_MAX};
use crate::searcher::random::Random;

/// Parts of a batch that are worked on at the same time.
const SLICES: usize = 8;
/// Centipawns that the output counts as 1: the scale of the logistic curve of [`squeeze`].
const SCALE: f32 = 170.0;
/// Adam forgets the mean slope, and the mean square of it, by so much a step.
const FORGET: [f32; 2] = [0.1, 0.001];

/// How a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Hidden neurons of a view.
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
    /// Times that all positions are gone through.
    pub passes: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// Length of the first steps.
    pub rate: f32,
    /// Length of the last steps, as a part of the first.
    pub last_rate: f32,
    /// What all weights lose in a step of their distance from where they decay to, as a part of it and of the step's
    /// length.
    pub decay: f32,
    /// How much the result counts against the score, 0 to 1.
    pub result_share: f32,
    /// Other seeds make other networks.
    pub seed: u64,
    /// [Mark](Network::mark) of the network that it begins with, 0 for random weights.
    pub from: u8,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            hidden: 64,
            buckets: 1,
            passes: 20,
            batch: 4096,
            rate: 1e-3,
            last_rate: 0.01,
            decay: 0.02,
            result_share: 0.4,
            seed: 1,
            from: 0,
        }
    }
}

impl Recipe {
    /// The usual numbers for a training that begins with this network.
    pub fn of(network: &Network) -> Recipe {
        Recipe { hidden: network.hidden, buckets: network.buckets, from: network.mark(), ..Recipe::default() }
    }
}

/// The weights of a network as real numbers, in the order of a network's file: features, bias, output, bias.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    hidden: usize,
    buckets: usize,
    numbers: Vec<f32>,
}

impl Weights {
    fn zero(hidden: usize, buckets: usize) -> Weights {
        let count = (COUNT + 1) * hidden + buckets * (2 * hidden + 1);
        Weights { hidden, buckets, numbers: vec![0.0; count] }
    }

    /// Small random weights.
    fn random(recipe: &Recipe) -> Weights {
        let mut weights = Weights::zero(recipe.hidden, recipe.buckets);
        let mut random = Random::seeded(recipe.seed);
        let mut next = |most: f32| ((random.draw() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * most;
        let (hidden, most_output) = (recipe.hidden, (1.0 / recipe.hidden as f32).sqrt());
        let begin = weights.output(0);
        weights.numbers[..COUNT * hidden].iter_mut().for_each(|weight| *weight = next(0.1));
        weights.numbers[COUNT * hidden..][..hidden].iter_mut().for_each(|bias| *bias = 0.3 + next(0.1));
        for set in weights.numbers[begin..].chunks_mut(2 * hidden + 1) {
            // What is good for one side is bad for the other: that much is known beforehand.
            for at in 0..hidden {
                set[at] = next(most_output);
                set[hidden + at] = -set[at];
            }
        }
        weights
    }

    /// Those of a network: [`quantised`](Weights::quantised) gives the same network again.
    pub fn of(network: &Network) -> Weights {
        let mut weights = Weights::zero(network.hidden, network.buckets);
        let begin = weights.output(0);
        let (inner, outer) = weights.numbers.split_at_mut(begin);
        let hidden = network.feature_weights.numbers().chain(network.feature_bias.numbers());
        for (weight, whole) in inner.iter_mut().zip(hidden) {
            *weight = f32::from(whole) / ONE_HIDDEN as f32;
        }
        let output: Vec<i16> = network.output_weights.numbers().collect();
        let sets = output.chunks(2 * network.hidden).zip(&network.output_bias);
        for (set, (output, bias)) in outer.chunks_mut(2 * network.hidden + 1).zip(sets) {
            for (weight, whole) in set.iter_mut().zip(output) {
                *weight = f32::from(*whole) / ONE_OUTPUT as f32;
            }
            set[2 * network.hidden] = *bias as f32 / (ONE_HIDDEN * ONE_OUTPUT) as f32;
        }
        weights
    }

    /// Those of a network, with as many hidden neurons as the recipe asks for. New neurons listen at random, and their
    /// output weights are 0: the wider network says the same until it learns.
    fn widened(network: &Network, recipe: &Recipe) -> Weights {
        let (old, mut new) = (Weights::of(network), Weights::random(recipe));
        let (few, many) = (old.hidden, new.hidden);
        for feature in 0..=COUNT {
            new.numbers[feature * many..][..few].copy_from_slice(old.row(feature));
        }
        for bucket in 0..old.buckets {
            let from = &old.numbers[old.output(bucket)..][..2 * few + 1];
            let begin = new.output(bucket);
            let to = &mut new.numbers[begin..][..2 * many + 1];
            to.fill(0.0);
            to[..few].copy_from_slice(&from[..few]);
            to[many..][..few].copy_from_slice(&from[few..2 * few]);
            to[2 * many] = from[2 * few];
        }
        new
    }

    #[inline(always)]
    fn row(&self, feature: usize) -> &[f32] {
        &self.numbers[feature * self.hidden..][..self.hidden]
    }

    /// Where the output weights of a set begin; its bias stands behind them.
    #[inline(always)]
    fn output(&self, bucket: usize) -> usize {
        (COUNT + 1) * self.hidden + bucket * (2 * self.hidden + 1)
    }

    /// In whole numbers, under this name.
    pub fn quantised(&self, name: &str) -> Network {
        let round = |number: &f32, one: i32| (number * one as f32).round() as i16;
        let hidden = |numbers: &[f32]| numbers.iter().map(|number| round(number, ONE_HIDDEN)).collect();
        let sets = || self.numbers[self.output(0)..].chunks(2 * self.hidden + 1);
        Network {
            name: name.into(),
            hidden: self.hidden,
            buckets: self.buckets,
            scale: SCALE as i32,
            feature_weights: hidden(&self.numbers[..COUNT * self.hidden]),
            feature_bias: hidden(self.row(COUNT)),
            output_weights: sets()
                .flat_map(|set| &set[..2 * self.hidden])
                .map(|number| round(number, ONE_OUTPUT))
                .collect(),
            output_bias: sets()
                .map(|set| (set[2 * self.hidden] * (ONE_HIDDEN * ONE_OUTPUT) as f32).round() as i32)
                .collect(),
            kernel: Kernel::best(),
        }
    }
}

/// A position as the trainer needs it.
struct Sample {
    active: Active,
    side: Side,
    target: f32,
}

impl Sample {
    #[inline]
    fn of(position: &Position, result_share: f32) -> Sample {
        Sample {
            active: Active::new(position.pieces(), kings(position)),
            side: position.next_move,
            target: target(position, result_share),
        }
    }
}

/// Where the kings stand, White's first.
fn kings(position: &Position) -> [Square; 2] {
    let mut kings = [0; 2];
    for (square, piece) in position.pieces() {
        if crate::defines::kind(piece) == crate::defines::KING {
            kings[Side::of(piece).index()] = square;
        }
    }
    kings
}

/// A score in centipawns as an expected result, 0 to 1.
pub fn squeeze(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

/// What the network shall say of a position, 0 to 1.
pub fn target(position: &Position, result_share: f32) -> f32 {
    result_share * position.own_result() + (1.0 - result_share) * squeeze(position.score.into())
}

/// Room for the work on one position, and for the slopes of a slice.
struct Worker {
    slope: Weights,
    hidden: [Vec<f32>; 2],
    back: [Vec<f32>; 2],
    error: f64,
}

impl Worker {
    fn new(hidden: usize, buckets: usize) -> Worker {
        let room = || [vec![0.0; hidden], vec![0.0; hidden]];
        Worker { slope: Weights::zero(hidden, buckets), hidden: room(), back: room(), error: 0.0 }
    }

    /// The expected result for the side to move, 0 to 1.
    fn predict(&mut self, weights: &Weights, sample: &Sample) -> f32 {
        let sides = [sample.side, sample.side.other()];
        let begin = weights.output(bucket(sample.active.count(), weights.buckets));
        let set = &weights.numbers[begin..][..2 * weights.hidden + 1];
        let mut sum = set[2 * weights.hidden];
        for (at, side) in sides.into_iter().enumerate() {
            let hidden = &mut self.hidden[at];
            hidden.copy_from_slice(weights.row(COUNT));
            for &feature in sample.active.list(side) {
                for (number, weight) in hidden.iter_mut().zip(weights.row(feature.into())) {
                    *number += weight;
                }
            }
            sum += weighted_squares(hidden, &set[at * weights.hidden..][..weights.hidden]);
        }
        1.0 / (1.0 + (-sum).exp())
    }

    /// Adds the slope of the error of one position.
    fn learn(&mut self, weights: &Weights, sample: &Sample) {
        let guess = self.predict(weights, sample);
        let off = guess - sample.target;
        self.error += f64::from(off * off);
        let down = 2.0 * off * guess * (1.0 - guess);
        let hidden = weights.hidden;
        let begin = weights.output(bucket(sample.active.count(), weights.buckets));
        self.slope.numbers[begin + 2 * hidden] += down;
        for (at, side) in [sample.side, sample.side.other()].into_iter().enumerate() {
            let begin = begin + at * hidden;
            let slopes = self.slope.numbers[begin..][..hidden].iter_mut();
            let rows = self.hidden[at].iter().zip(&weights.numbers[begin..][..hidden]);
            for ((slope, back), (number, weight)) in slopes.zip(&mut self.back[at]).zip(rows) {
                let clipped = number.clamp(0.0, 1.0);
                *slope += down * clipped * clipped;
                *back = if clipped == *number { 2.0 * down * weight * clipped } else { 0.0 };
            }
            let back = &self.back[at];
            let features = sample.active.list(side).iter().map(|feature| usize::from(*feature));
            for feature in features.chain([COUNT]) {
                for (slope, back) in self.slope.numbers[feature * hidden..][..hidden].iter_mut().zip(back) {
                    *slope += back;
                }
            }
        }
    }
}

/// Sum of the clipped squares, each times its weight: in eight sums, as the processor likes it.
fn weighted_squares(hidden: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    for (numbers, weights) in hidden.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for at in 0..8 {
            let clipped = numbers[at].clamp(0.0, 1.0);
            sums[at] += clipped * clipped * weights[at];
        }
    }
    sums.iter().sum()
}

/// Adds the others to the first one, and clears them.
fn add_up<'a>(slopes: &'a mut [&mut [f32]]) -> &'a mut [f32] {
    let [first, others @ ..] = slopes else { return &mut [] };
    for other in others {
        for (sum, slope) in first.iter_mut().zip(other.iter_mut()) {
            *sum += std::mem::take(slope);
        }
    }
    first
}

/// How well a network predicts some positions: mean squares of its errors.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    /// Against the mixture of score and result.
    pub target: f64,
    /// Against the results alone.
    pub result: f64,
}

impl Errors {
    /// The errors of these guesses.
    pub(super) fn of(positions: &[Position], guesses: &[f32], result_share: f32) -> Errors {
        let mean = |wanted: &dyn Fn(&Position) -> f32| {
            let squares =
                positions.iter().zip(guesses).map(|(position, guess)| f64::from(guess - wanted(position)).powi(2));
            squares.sum::<f64>() / positions.len().max(1) as f64
        };
        Errors { target: mean(&|position| target(position, result_share)), result: mean(&Position::own_result) }
    }
}

/// A training under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// How it is done.
    pub recipe: Recipe,
    /// The weights so far.
    pub weights: Weights,
    /// Passes that are done.
    pub passes: usize,
    /// Steps that are done.
    pub steps: u64,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Where the weights decay to: 0, or those of the network with which the training began.
    home: Vec<f32>,
}

impl Trainer {
    /// Begins with random weights.
    pub fn new(recipe: Recipe) -> Trainer {
        let weights = Weights::random(&recipe);
        let home = vec![0.0; weights.numbers.len()];
        Trainer::with(recipe, weights, home)
    }

    /// Begins with the weights of a network; the recipe is [for it](Recipe::of), or for one with more hidden neurons.
    pub fn from_network(recipe: Recipe, network: &Network) -> Trainer {
        let weights = Weights::widened(network, &recipe);
        let home = weights.numbers.clone();
        Trainer::with(recipe, weights, home)
    }

    fn with(recipe: Recipe, weights: Weights, home: Vec<f32>) -> Trainer {
        let count = weights.numbers.len();
        Trainer { recipe, weights, passes: 0, steps: 0, mean: vec![0.0; count], square: vec![0.0; count], home }
    }

    /// All real numbers that a checkpoint has to keep: weights, the two means of Adam, and where the weights decay to.
    pub fn numbers(&self) -> [&[f32]; 4] {
        [&self.weights.numbers, &self.mean, &self.square, &self.home]
    }

    /// The same, to be filled in.
    pub fn numbers_mut(&mut self) -> [&mut [f32]; 4] {
        [&mut self.weights.numbers, &mut self.mean, &mut self.square, &mut self.home]
    }

    /// Goes through all positions once, in a random order; `watch` hears after each batch how many are done, and
    /// ends the pass by saying `false`. Returns the mean square of the error on the way; [`None`] if it was ended.
    pub fn pass(
        &mut self,
        positions: &[Position],
        threads: usize,
        mut watch: impl FnMut(usize) -> bool,
    ) -> Option<f64> {
        let order = shuffled(positions.len(), self.recipe.seed ^ (self.passes as u64 + 1) << 32);
        let mut workers: Vec<Worker> =
            (0..SLICES).map(|_| Worker::new(self.recipe.hidden, self.recipe.buckets)).collect();
        let (mut error, mut done) = (0.0, 0);
        for batch in order.chunks(self.recipe.batch) {
            self.learn_batch(positions, batch, &mut workers, threads);
            error += workers.iter().map(|worker| worker.error).sum::<f64>();
            let rate = self.rate(self.passes as f32 + done as f32 / positions.len() as f32);
            self.step(&mut workers, batch.len(), rate, threads);
            done += batch.len();
            if !watch(done) {
                return None;
            }
        }
        self.passes += 1;
        Some(error / positions.len().max(1) as f64)
    }

    /// Length of a step after this many passes: it falls like half a wave of the cosine.
    pub fn rate(&self, passes: f32) -> f32 {
        let part = (passes / self.recipe.passes.max(1) as f32).min(1.0);
        let wave = 0.5 * (1.0 + (std::f32::consts::PI * part).cos());
        self.recipe.rate * (self.recipe.last_rate + (1.0 - self.recipe.last_rate) * wave)
    }

    fn learn_batch(&self, positions: &[Position], batch: &[u32], workers: &mut [Worker], threads: usize) {
        let length = batch.len().div_ceil(SLICES).max(1);
        let weights = &self.weights;
        let share = self.recipe.result_share;
        let work = |workers: &mut [Worker], slices: &[u32]| {
            for (worker, slice) in workers.iter_mut().zip(slices.chunks(length)) {
                for &at in slice {
                    worker.learn(weights, &Sample::of(&positions[at as usize], share));
                }
            }
        };
        let each = SLICES.div_ceil(threads.clamp(1, SLICES));
        std::thread::scope(|scope| {
            let mut parts = workers.chunks_mut(each).zip(batch.chunks(each * length));
            let first = parts.next();
            for (workers, slices) in parts {
                scope.spawn(|| work(workers, slices));
            }
            if let Some((workers, slices)) = first {
                work(workers, slices);
            }
        });
    }

    /// One step of Adam down the mean slope of the batch, by several threads: each has its part of the weights.
    fn step(&mut self, workers: &mut [Worker], count: usize, rate: f32, threads: usize) {
        self.steps += 1;
        let fade = FORGET.map(|forget| 1.0 - (1.0 - forget).powf(self.steps as f32));
        let (part, decay) = (1.0 / count as f32, self.recipe.decay);
        let descend = &|[weights, mean, square]: [&mut [f32]; 3], home: &[f32], mut slopes: Vec<&mut [f32]>| {
            let numbers = weights.iter_mut().zip(home).zip(mean).zip(square);
            for ((((weight, home), mean), square), slope) in numbers.zip(add_up(&mut slopes)) {
                let slope = std::mem::take(slope) * part;
                *mean += FORGET[0] * (slope - *mean);
                *square += FORGET[1] * (slope * slope - *square);
                let down = (*mean / fade[0]) / ((*square / fade[1]).sqrt() + 1e-8);
                *weight -= rate * (down + decay * (*weight - home));
            }
        };
        let length = self.mean.len().div_ceil(threads.max(1));
        let mut slopes: Vec<_> = workers.iter_mut().map(|worker| worker.slope.numbers.chunks_mut(length)).collect();
        let means = self.mean.chunks_mut(length).zip(self.square.chunks_mut(length));
        let weights = self.weights.numbers.chunks_mut(length).zip(self.home.chunks(length));
        std::thread::scope(|scope| {
            for ((weights, home), (mean, square)) in weights.zip(means) {
                let slopes = slopes.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || descend([weights, mean, square], home, slopes));
            }
        });
        workers.iter_mut().for_each(|worker| worker.error = 0.0);
        self.clip();
    }

    /// Keeps the weights small enough for whole numbers.
    fn clip(&mut self) {
        let begin = self.weights.output(0);
        let set = 2 * self.weights.hidden + 1;
        let (inner, outer) = self.weights.numbers.split_at_mut(begin);
        inner.iter_mut().for_each(|weight| *weight = weight.clamp(-WEIGHT_MAX, WEIGHT_MAX));
        for set in outer.chunks_mut(set) {
            let last = set.len() - 1;
            set[..last].iter_mut().for_each(|weight| *weight = weight.clamp(-WEIGHT_MAX, WEIGHT_MAX));
        }
    }

    /// How well the weights predict these positions.
    pub fn errors(&self, positions: &[Position], threads: usize) -> Errors {
        let (weights, share) = (&self.weights, self.recipe.result_share);
        let guesses = guesses(positions, threads, || {
            let mut worker = Worker::new(weights.hidden, weights.buckets);
            move |position| worker.predict(weights, &Sample::of(position, share))
        });
        Errors::of(positions, &guesses, share)
    }
}

/// The expected result of each position for its side to move, 0 to 1. Each thread makes a guesser of its own.
pub(super) fn guesses<G: FnMut(&Position) -> f32>(
    positions: &[Position],
    threads: usize,
    guesser: impl Fn() -> G + Sync,
) -> Vec<f32> {
    let length = positions.len().div_ceil(threads.max(1)).max(1);
    let guesser = &guesser;
    thread::scope(|scope| {
        let of = |part: &'_ [Position]| part.iter().map(guesser()).collect::<Vec<f32>>();
        let parts: Vec<_> = positions.chunks(length).map(|part| scope.spawn(move || of(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|why| panic::resume_unwind(why))).collect()
    })
}

/// The numbers from 0 up in a random order.
pub fn shuffled(count: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    let mut random = Random::seeded(seed);
    for at in (1..order.len()).rev() {
        order.swap(at, random.below(at + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::train::datagen::{Plan, Player, Shard};
    use std::sync::Arc;

    fn positions(games: u32) -> Vec<Position> {
        let plan = Plan { seed: 3, nodes: 60, shard: Shard::ALL, network: None };
        let mut player = Player::new(&plan, &Arc::default());
        (0..games).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect()
    }

    fn small() -> Recipe {
        Recipe { hidden: 16, buckets: 2, passes: 4, batch: 64, rate: 3e-3, ..Recipe::default() }
    }

    /// The slope of every kind of weight is what the error really does when the weight is moved a little.
    #[test]
    fn the_slopes_are_those_of_finite_differences() {
        let positions = positions(3);
        let trainer = Trainer::new(Recipe { result_share: 0.7, ..small() });
        let samples: Vec<Sample> = positions.iter().map(|position| Sample::of(position, 0.7)).collect();
        let error = |weights: &Weights| -> f64 {
            let mut worker = Worker::new(16, 2);
            let squares =
                samples.iter().map(|sample| f64::from(worker.predict(weights, sample) - sample.target).powi(2));
            squares.sum()
        };
        let mut worker = Worker::new(16, 2);
        samples.iter().for_each(|sample| worker.learn(&trainer.weights, sample));
        let (hidden, output) = (trainer.weights.hidden, trainer.weights.output(0));
        let king = usize::from(samples[0].active.list(Side::White)[0]) * hidden;
        let asked = (king..king + 8).chain(COUNT * hidden..COUNT * hidden + 8).chain(output..output + 66);
        let (mut not_zero, mut at_a_clip) = (0, 0);
        for at in asked {
            let moved = |by: f32| {
                let mut weights = trainer.weights.clone();
                weights.numbers[at] += by;
                error(&weights)
            };
            let (above, here, below) = (moved(4e-3), moved(0.0), moved(-4e-3));
            let slope = f64::from(worker.slope.numbers[at]);
            let is_near = |real: f64| (real - slope).abs() < 0.02 * slope.abs() + 0.01;
            if !is_near((above - below) / 8e-3) {
                // Where a neuron is clipped the slope jumps: one side has it, the other has not.
                let sides = [(above - here) / 4e-3, (here - below) / 4e-3];
                assert!(sides.into_iter().any(is_near), "number {at}: {slope} is really {sides:?}");
                at_a_clip += 1;
            }
            not_zero += usize::from(slope.abs() > 0.05);
        }
        assert!(at_a_clip <= 2, "{at_a_clip}");
        assert!(not_zero > 40, "{not_zero}");
    }

    #[test]
    fn the_same_seed_gives_the_same_network_with_any_number_of_threads() {
        let positions = positions(6);
        let train = |threads: usize, seed: u64| {
            let mut trainer = Trainer::new(Recipe { seed, ..small() });
            trainer.pass(&positions, threads, |_| true).expect("a whole pass");
            trainer
        };
        assert_eq!(train(1, 5), train(3, 5));
        assert_ne!(train(1, 5).weights, train(1, 6).weights);
    }

    #[test]
    fn training_makes_the_error_less_and_the_whole_numbers_say_the_same() {
        let positions = positions(20);
        let mut trainer = Trainer::new(small());
        let before = trainer.errors(&positions, 2);
        while trainer.passes < trainer.recipe.passes {
            trainer.pass(&positions, 2, |_| true).expect("a whole pass");
        }
        let after = trainer.errors(&positions, 2);
        assert!(after.target < 0.8 * before.target && after.result < before.result, "{before:?} {after:?}");
        let network = trainer.weights.quantised("small");
        assert_eq!(Network::read(&network.bytes()).as_ref(), Ok(&network));
        let mut worker = Worker::new(16, 2);
        let mut board = Board::new();
        for position in positions.iter().step_by(7) {
            let guess = worker.predict(&trainer.weights, &Sample::of(position, 0.4));
            board.init_from_setup(&position.setup());
            let score = network.evaluate_board(&board);
            assert!((squeeze(score as f32) - guess).abs() < 0.02, "{} {guess} {score}", board.fen());
        }
    }

    #[test]
    fn a_network_is_learnt_further() {
        let positions = positions(6);
        let mut trainer = Trainer::new(small());
        trainer.pass(&positions, 2, |_| true).expect("a whole pass");
        let network = trainer.weights.quantised("first");
        assert_eq!(Weights::of(&network).quantised("first"), network);
        let mut further = Trainer::from_network(Recipe { passes: 4, batch: 64, ..Recipe::of(&network) }, &network);
        assert_eq!((further.recipe.hidden, further.recipe.buckets, further.recipe.from), (16, 2, network.mark()));
        let before = further.errors(&positions, 1);
        assert!((before.target - trainer.errors(&positions, 1).target).abs() < 1e-3);
        further.pass(&positions, 2, |_| true).expect("a whole pass");
        assert!(further.errors(&positions, 1).target < before.target);
    }

    #[test]
    fn a_wider_network_says_the_same_and_learns_more() {
        let positions = positions(6);
        let mut trainer = Trainer::new(small());
        trainer.pass(&positions, 2, |_| true).expect("a whole pass");
        let network = trainer.weights.quantised("narrow");
        let recipe = Recipe { hidden: 32, passes: 4, batch: 64, ..Recipe::of(&network) };
        let mut wider = Trainer::from_network(recipe, &network);
        let mut board = Board::new();
        let wide = wider.weights.quantised("wide");
        assert_eq!((wide.hidden, wide.buckets), (32, network.buckets));
        for position in &positions {
            board.init_from_setup(&position.setup());
            assert_eq!(wide.evaluate_board(&board), network.evaluate_board(&board));
        }
        let before = wider.weights.clone();
        wider.pass(&positions, 2, |_| true).expect("a whole pass");
        let new_output = wider.weights.output(0) + 16..wider.weights.output(0) + 32;
        assert!(wider.weights.numbers[new_output].iter().any(|weight| *weight != 0.0));
        assert!((0..COUNT).any(|feature| wider.weights.row(feature)[16..] != before.row(feature)[16..]));
    }

    /// Nothing asks for the weight of an own king on the other half of the board: it only decays.
    #[test]
    fn weights_that_nobody_needs_decay() {
        let positions = positions(2);
        let weights = |decay: f32| {
            let mut trainer = Trainer::new(Recipe { decay, ..small() });
            trainer.pass(&positions, 1, |_| true).expect("a whole pass");
            let kept = trainer.weights.row(5 * 64)[0] / Weights::random(&trainer.recipe).row(5 * 64)[0];
            (kept, trainer.steps)
        };
        assert_eq!(weights(0.0).0, 1.0);
        let (kept, steps) = weights(0.5);
        let least = (1.0 - 0.5 * small().rate).powi(steps as i32);
        assert!(kept >= least * 0.999 && kept < 1.0 - 0.3 * (1.0 - least), "{kept} {least}");
    }

    /// The more its weights decay, the nearer a network that learns further stays to what it was.
    #[test]
    fn a_network_that_learns_further_decays_to_what_it_was() {
        let positions = positions(4);
        let mut trainer = Trainer::new(small());
        trainer.pass(&positions, 2, |_| true).expect("a whole pass");
        let network = trainer.weights.quantised("first");
        let begun = Weights::of(&network).numbers;
        let distance = |decay: f32| {
            let recipe = Recipe { decay, batch: 8, ..Recipe::of(&network) };
            let mut further = Trainer::from_network(recipe, &network);
            further.pass(&positions, 1, |_| true).expect("a whole pass");
            further.weights.numbers.iter().zip(&begun).map(|(now, begun)| (now - begun).powi(2)).sum::<f32>()
        };
        let (free, held, fast) = (distance(0.0), distance(50.0), distance(500.0));
        assert!(free > 1.5 * held && held > 1.5 * fast && fast > 0.0, "{free} {held} {fast}");
    }

    /// A part that is missing would make the mean too good.
    #[test]
    fn a_panic_of_a_thread_is_handed_on() {
        let positions = positions(1);
        let guesser = || |_: &Position| panic::resume_unwind(Box::new("planted"));
        assert!(panic::catch_unwind(|| guesses(&positions, 2, guesser)).is_err());
    }

    #[test]
    fn the_steps_become_shorter() {
        let trainer = Trainer::new(small());
        assert_eq!(trainer.rate(0.0), 3e-3);
        assert!((trainer.rate(2.0) - 1.515e-3).abs() < 1e-6 && (trainer.rate(4.0) - 3e-5).abs() < 1e-6);
    }

    #[test]
    fn a_shuffle_keeps_all() {
        let mut order = shuffled(1000, 4);
        assert_ne!(order[..10], (0..10).collect::<Vec<u32>>()[..]);
        assert_ne!(order, shuffled(1000, 5));
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<u32>>());
    }
}
