//! The trainer: fits the weights of a network to positions from games.
//!
//! A logistic curve maps the network's output to the range 0 to 1; the target is a mixture of the search's score and
//! the result of the game, and the loss is the squared error. Backpropagation
//! (<https://www.chessprogramming.org/Neural_Networks#Backpropagation>) computes the gradient, and Adam (Kingma, Ba
//! 2014) descends along it, batch by batch, with a constant learning rate. Weight decay (Loshchilov, Hutter 2017)
//! reduces overfitting. The shipped network uses the exponential moving average of the weights: it is as good as a
//! network trained with a decreasing learning rate, and training can continue from any point.
//!
//! Each position needs two rows of weights per piece, and updates as many gradient rows. All rows together are too
//! large for the caches, so the neurons are processed in blocks: the sums of a block fit into the registers, its
//! weights and gradients into the L2 cache, and a chunk of positions passes through one block after another.
//!
//! The same seed gives the same network, with any number of threads and any kernel: the division of a batch into at
//! most `SLICES` slices depends only on its size, and their gradients are added in a fixed order.
//!
//! **Read next:** [`network`](crate::modern::network).

use std::{panic, thread};

use super::record::Position;
use crate::defines::{KING, Side};
use crate::modern::network::features::{Active, COUNT, bucket};
use crate::modern::network::kernels::{Kernel, Lanes, Loops};
use crate::modern::network::{Network, ONE_HIDDEN, ONE_OUTPUT, WEIGHT_MAX};
use crate::searcher::random::Random;

/// Neurons per block. The sums of both views fill half of the AVX2 registers.
pub const BLOCK: usize = 32;
/// Number of positions that pass through all blocks together.
const CHUNK: usize = 256;
/// A batch is split into at most this many slices. They are processed in parallel, each with its own gradient; the
/// trainer adds up the gradients.
const SLICES: usize = 16;
/// Centipawns that correspond to an output of 1: the scale of the logistic curve of [`squeeze`].
pub const SCALE: f32 = 170.0;
/// Adam's 1 - β1 and 1 - β2: the weight of the latest step in the mean gradient and in the mean squared gradient.
const FORGET: [f32; 2] = [0.1, 0.001];
/// Maximum span of the weights' moving average, in steps. Until it is reached, the average spans a tenth of the steps
/// so far.
const AVERAGED: f32 = 5000.0;

/// Hyperparameters of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Hidden neurons per view.
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
    /// Positions per step.
    pub batch: usize,
    /// Learning rate.
    pub rate: f32,
    /// Weight decay per step, as a multiple of the learning rate times the weight.
    pub decay: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the search's score.
    pub result_share: f32,
    /// Seed; different seeds give different networks.
    pub seed: u64,
    /// Checksum of the checkpoint or network from which the run starts, 0 for random weights.
    pub from: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { hidden: 64, buckets: 1, batch: 16_384, rate: 1e-3, decay: 0.02, result_share: 0.4, seed: 1, from: 0 }
    }
}

/// One value for each neuron of a block.
type Row = [f32; BLOCK];

/// Rows per block: one for each feature, one for the biases, and two for the output weights of each bucket.
const fn height(buckets: usize) -> usize {
    COUNT + 1 + 2 * buckets
}

/// Index of the row with a bucket's output weights; `view` is 0 for the side to move, 1 for the other side.
#[inline(always)]
const fn output(bucket: usize, view: usize) -> usize {
    COUNT + 1 + 2 * bucket + view
}

/// The weights of a network as floating-point values, block by block. The last row contains the output biases.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    buckets: usize,
    rows: Vec<Row>,
}

impl Weights {
    fn zero(hidden: usize, buckets: usize) -> Weights {
        Weights { buckets, rows: vec![[0.0; BLOCK]; hidden / BLOCK * height(buckets) + 1] }
    }

    /// Small random weights.
    fn random(recipe: &Recipe) -> Weights {
        let mut weights = Weights::zero(recipe.hidden, recipe.buckets);
        let mut random = Random::seeded(recipe.seed);
        let mut next = |most: f32| ((random.draw() >> 40) as f32 / (1u64 << 23) as f32 - 1.0) * most;
        let most_output = (1.0 / recipe.hidden as f32).sqrt();
        for block in weights.rows.chunks_exact_mut(height(recipe.buckets)) {
            block[..COUNT].as_flattened_mut().iter_mut().for_each(|weight| *weight = next(0.1));
            block[COUNT].iter_mut().for_each(|bias| *bias = 0.3 + next(0.1));
            for bucket in 0..recipe.buckets {
                // One side's advantage is the other's disadvantage, so their output weights start with opposite signs.
                let own = std::array::from_fn(|_| next(most_output));
                block[output(bucket, 0)] = own;
                block[output(bucket, 1)] = own.map(|weight| -weight);
            }
        }
        weights
    }

    /// The weights of a network, which must have as many buckets as the recipe and at most as many neurons. Additional
    /// neurons get random feature weights but zero output weights, so at first they do not change the evaluation.
    fn of(network: &Network, recipe: &Recipe) -> Weights {
        let mut weights = Weights::random(recipe);
        let height = height(recipe.buckets);
        for neuron in 0..recipe.hidden {
            let column = neuron % BLOCK;
            let (features, outputs) = weights.rows[neuron / BLOCK * height..][..height].split_at_mut(COUNT + 1);
            if neuron >= network.hidden {
                outputs.iter_mut().for_each(|row| row[column] = 0.0);
                continue;
            }
            let real = |lanes: &Lanes, row: usize, one: i32| {
                f32::from(lanes.number(row * network.hidden + neuron)) / one as f32
            };
            features[COUNT][column] = real(&network.feature_bias, 0, ONE_HIDDEN);
            for (row, place) in features[..COUNT].iter_mut().enumerate() {
                place[column] = real(&network.feature_weights, row, ONE_HIDDEN);
            }
            for (row, place) in outputs.iter_mut().enumerate() {
                place[column] = real(&network.output_weights, row, ONE_OUTPUT);
            }
        }
        let last = weights.rows.len() - 1;
        for (place, bias) in weights.rows[last].iter_mut().zip(&network.output_bias) {
            *place = *bias as f32 / (ONE_HIDDEN * ONE_OUTPUT) as f32;
        }
        weights
    }

    #[inline(always)]
    fn blocks(&self) -> impl Iterator<Item = &[Row]> + Clone {
        self.rows.chunks_exact(height(self.buckets))
    }

    /// Output biases, by bucket.
    #[inline(always)]
    fn biases(&self) -> &Row {
        &self.rows[self.rows.len() - 1]
    }

    /// This row of every block, quantised.
    fn whole(&self, row: usize, one: i32) -> impl Iterator<Item = i16> {
        self.blocks().flat_map(move |block| block[row].map(|number| (number * one as f32).round() as i16))
    }

    /// The quantised network, under this name.
    pub fn quantised(&self, name: &str) -> Network {
        let hidden = |rows: std::ops::Range<usize>| rows.flat_map(|row| self.whole(row, ONE_HIDDEN)).collect();
        let bias = |bias: &f32| (bias * (ONE_HIDDEN * ONE_OUTPUT) as f32).round() as i32;
        Network {
            name: name.into(),
            hidden: self.blocks().count() * BLOCK,
            buckets: self.buckets,
            scale: SCALE as i32,
            feature_weights: hidden(0..COUNT),
            feature_bias: hidden(COUNT..COUNT + 1),
            output_weights: (COUNT + 1..height(self.buckets)).flat_map(|row| self.whole(row, ONE_OUTPUT)).collect(),
            output_bias: self.biases()[..self.buckets].iter().map(bias).collect(),
            kernel: Kernel::best(),
        }
    }
}

/// A position, prepared for the trainer.
struct Sample {
    active: Active,
    side: Side,
    bucket: usize,
    target: f32,
}

impl Sample {
    fn of(position: &Position, recipe: &Recipe) -> Sample {
        let king = |side: Side| position.pieces().find(|(_, piece)| *piece == side.piece(KING));
        let kings = Side::BOTH.map(|side| king(side).map_or(0, |(square, _)| square));
        let active = Active::new(position.pieces(), kings);
        Sample {
            active,
            side: position.next_move,
            bucket: bucket(active.count(), recipe.buckets),
            target: target(position, recipe.result_share),
        }
    }

    /// The features of each piece, from the views of the side to move and of the other side.
    #[inline(always)]
    fn features(&self) -> impl Iterator<Item = [usize; 2]> {
        let [own, other] = [self.side, self.side.other()].map(|side| self.active.list(side));
        own.iter().zip(other).map(|(own, other)| [usize::from(*own), usize::from(*other)])
    }
}

/// A score in centipawns as an expected result, 0 to 1.
pub fn squeeze(score: f32) -> f32 {
    logistic(score / SCALE)
}

/// Target for a position: the result to predict for the side to move, 0 to 1.
pub fn target(position: &Position, result_share: f32) -> f32 {
    result_share * position.own_result() + (1.0 - result_share) * squeeze(position.score.into())
}

/// Working memory for a chunk, and the gradient of a slice.
struct Worker {
    slope: Weights,
    samples: Vec<Sample>,
    /// Neurons of both views, block by block, and within a block by sample.
    neurons: Vec<[Row; 2]>,
    /// The output for each sample.
    outputs: Vec<f32>,
    /// Sum of the squared errors.
    error: f64,
}

impl Worker {
    fn new(recipe: &Recipe) -> Worker {
        let slope = Weights::zero(recipe.hidden, recipe.buckets);
        Worker { slope, samples: Vec::new(), neurons: Vec::new(), outputs: Vec::new(), error: 0.0 }
    }

    /// Replaces the samples with these positions.
    fn take<'a>(&mut self, recipe: &Recipe, positions: impl Iterator<Item = &'a Position>) {
        self.samples.clear();
        self.samples.extend(positions.map(|position| Sample::of(position, recipe)));
        self.neurons.resize(recipe.hidden / BLOCK * self.samples.len(), [[0.0; BLOCK]; 2]);
    }

    /// Predicted results of these positions for the side to move, 0 to 1.
    fn predict(&mut self, kernel: Kernel, weights: &Weights, recipe: &Recipe, positions: &[Position]) -> Vec<f32> {
        self.take(recipe, positions.iter());
        kernel.run(Forward(self, weights));
        self.outputs.iter().copied().map(logistic).collect()
    }
}

fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Forward pass: computes the outputs of a worker's samples.
struct Forward<'a>(&'a mut Worker, &'a Weights);

impl Loops for Forward<'_> {
    #[inline(always)]
    fn run(self) {
        let Forward(worker, weights) = self;
        let Worker { samples, neurons, outputs, .. } = worker;
        outputs.clear();
        outputs.extend(samples.iter().map(|sample| weights.biases()[sample.bucket]));
        for (rows, neurons) in weights.blocks().zip(neurons.chunks_exact_mut(samples.len().max(1))) {
            for ((sample, neurons), result) in samples.iter().zip(neurons).zip(outputs.iter_mut()) {
                let [mut own, mut other] = [rows[COUNT]; 2];
                for features in sample.features() {
                    add(&mut own, &rows[features[0]]);
                    add(&mut other, &rows[features[1]]);
                }
                *result += weighted_squares(&own, &rows[output(sample.bucket, 0)]);
                *result += weighted_squares(&other, &rows[output(sample.bucket, 1)]);
                *neurons = [own, other];
            }
        }
    }
}

/// Backward pass: adds up the gradients of a worker's samples after the forward pass.
struct Backward<'a>(&'a mut Worker, &'a Weights);

impl Loops for Backward<'_> {
    #[inline(always)]
    fn run(self) {
        let Backward(worker, weights) = self;
        let Worker { slope, samples, neurons, outputs, error } = worker;
        let last = slope.rows.len() - 1;
        for (sample, result) in samples.iter().zip(outputs.iter_mut()) {
            let guess = logistic(*result);
            let off = guess - sample.target;
            *error += f64::from(off * off);
            // From here on, `outputs` contains the derivative of the error with respect to the output.
            *result = 2.0 * off * guess * (1.0 - guess);
            slope.rows[last][sample.bucket] += *result;
        }
        let slopes = slope.rows.chunks_exact_mut(height(slope.buckets));
        let neurons = neurons.chunks_exact(samples.len().max(1));
        for ((rows, slopes), neurons) in weights.blocks().zip(slopes).zip(neurons) {
            for ((sample, neurons), down) in samples.iter().zip(neurons).zip(outputs.iter()) {
                let mut back = [[0.0; BLOCK]; 2];
                for view in 0..2 {
                    let row = output(sample.bucket, view);
                    let (slopes, weights) = (&mut slopes[row], &rows[row]);
                    for at in 0..BLOCK {
                        let clipped = neurons[view][at].clamp(0.0, 1.0);
                        slopes[at] += down * clipped * clipped;
                        let is_between = clipped == neurons[view][at];
                        back[view][at] = if is_between { 2.0 * down * weights[at] * clipped } else { 0.0 };
                    }
                }
                for features in sample.features().chain([[COUNT; 2]]) {
                    add(&mut slopes[features[0]], &back[0]);
                    add(&mut slopes[features[1]], &back[1]);
                }
            }
        }
    }
}

#[inline(always)]
fn add(sums: &mut Row, numbers: &Row) {
    // One expression, so that the compiler keeps the sums in registers, which it does not do in a loop that updates
    // them one by one.
    *sums = std::array::from_fn(|at| sums[at] + numbers[at]);
}

/// Sum of the squared clipped neurons, each times its weight, in eight partial sums that the compiler can vectorise.
#[inline(always)]
fn weighted_squares(neurons: &Row, weights: &Row) -> f32 {
    let mut sums = [0.0f32; 8];
    for at in 0..BLOCK {
        let clipped = neurons[at].clamp(0.0, 1.0);
        sums[at % 8] += clipped * clipped * weights[at];
    }
    sums.iter().sum()
}

/// Mean squared errors of predictions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    /// Against the mixture of score and result.
    pub target: f64,
    /// Against the results alone.
    pub result: f64,
}

impl Errors {
    /// The errors of these predictions.
    pub(super) fn of(positions: &[Position], guesses: &[f32], result_share: f32) -> Errors {
        let mean = |wanted: &dyn Fn(&Position) -> f32| {
            let squares =
                positions.iter().zip(guesses).map(|(position, guess)| f64::from(guess - wanted(position)).powi(2));
            squares.sum::<f64>() / positions.len().max(1) as f64
        };
        Errors { target: mean(&|position| target(position, result_share)), result: mean(&Position::own_result) }
    }
}

/// State of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// The hyperparameters.
    pub recipe: Recipe,
    /// Exponential moving average of the weights.
    pub average: Weights,
    /// Finished passes.
    pub passes: usize,
    /// Finished steps.
    pub steps: u64,
    weights: Weights,
    mean: Weights,
    square: Weights,
    kernel: Kernel,
}

impl Trainer {
    /// Starts with random weights.
    pub fn new(recipe: Recipe) -> Trainer {
        Trainer::with(Weights::random(&recipe), recipe)
    }

    /// Starts with the weights of a network, which must have as many buckets as the recipe and at most as many neurons.
    pub fn from_network(network: &Network, recipe: Recipe) -> Trainer {
        Trainer::with(Weights::of(network, &recipe), recipe)
    }

    fn with(weights: Weights, recipe: Recipe) -> Trainer {
        let zero = Weights::zero(recipe.hidden, recipe.buckets);
        Trainer {
            average: weights.clone(),
            weights,
            passes: 0,
            steps: 0,
            mean: zero.clone(),
            square: zero,
            kernel: Kernel::best(),
            recipe,
        }
    }

    /// Starts a new training run from this state; the recipe must have the same numbers of neurons and buckets.
    pub fn further(&self, recipe: Recipe) -> Trainer {
        Trainer { recipe, passes: 0, ..self.clone() }
    }

    /// The arrays stored in a checkpoint: the averaged weights, the weights, and Adam's two moving averages.
    pub fn numbers(&self) -> [&[f32]; 4] {
        [&self.average, &self.weights, &self.mean, &self.square].map(|weights| weights.rows.as_flattened())
    }

    /// Like [`numbers`](Self::numbers), but mutable.
    pub fn numbers_mut(&mut self) -> [&mut [f32]; 4] {
        [&mut self.average, &mut self.weights, &mut self.mean, &mut self.square]
            .map(|weights| weights.rows.as_flattened_mut())
    }

    /// Trains on all positions once, in random order. Calls `watch` after each batch with the number of positions done,
    /// and ends the pass if `watch` returns `false`. Returns the mean squared error during the pass; [`None`] if it
    /// ended early.
    pub fn pass(
        &mut self,
        positions: &[Position],
        threads: usize,
        mut watch: impl FnMut(usize) -> bool,
    ) -> Option<f64> {
        let order = shuffled(positions.len(), self.recipe.seed ^ (self.passes as u64 + 1) << 32);
        let mut workers: Vec<Worker> = (0..SLICES).map(|_| Worker::new(&self.recipe)).collect();
        let mut done = 0;
        for batch in order.chunks(self.recipe.batch) {
            self.learn_batch(positions, batch, &mut workers, threads);
            self.step(&mut workers, batch.len(), threads);
            done += batch.len();
            if !watch(done) {
                return None;
            }
        }
        self.passes += 1;
        let error: f64 = workers.iter().map(|worker| worker.error).sum();
        Some(error / positions.len().max(1) as f64)
    }

    fn learn_batch(&self, positions: &[Position], batch: &[u32], workers: &mut [Worker], threads: usize) {
        let length = batch.len().div_ceil(SLICES).max(1);
        let work = |workers: &mut [Worker], slices: &[u32]| {
            for (worker, slice) in workers.iter_mut().zip(slices.chunks(length)) {
                for chunk in slice.chunks(CHUNK) {
                    worker.take(&self.recipe, chunk.iter().map(|at| &positions[*at as usize]));
                    self.kernel.run(Forward(worker, &self.weights));
                    self.kernel.run(Backward(worker, &self.weights));
                }
            }
        };
        let each = SLICES.div_ceil(threads.clamp(1, SLICES));
        thread::scope(|scope| {
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

    /// One descent step along the mean gradient of the batch; each thread updates a part of the weights.
    fn step(&mut self, workers: &mut [Worker], count: usize, threads: usize) {
        self.steps += 1;
        let (steps, kernel, recipe) = (self.steps, self.kernel, &self.recipe.clone());
        let length = self.weights.rows.len().div_ceil(threads.max(1)) * BLOCK;
        let slopes = workers.iter_mut().map(|worker| worker.slope.rows.as_flattened_mut().chunks_mut(length));
        let mut slopes: Vec<_> = slopes.collect();
        let mut numbers = self.numbers_mut().map(|numbers| numbers.chunks_mut(length));
        thread::scope(|scope| {
            while let [Some(average), Some(weights), Some(mean), Some(square)] = numbers.each_mut().map(Iterator::next)
            {
                let slopes: Vec<_> = slopes.iter_mut().filter_map(Iterator::next).collect();
                let part = ([average, weights, mean, square], slopes);
                scope.spawn(move || kernel.run(Descent(recipe, steps, count, part)));
            }
        });
    }

    /// Errors of the averaged weights on these positions.
    pub fn errors(&self, positions: &[Position], threads: usize) -> Errors {
        let guesses = guesses(positions, threads, || {
            let mut worker = Worker::new(&self.recipe);
            move |positions| worker.predict(self.kernel, &self.average, &self.recipe, positions)
        });
        Errors::of(positions, &guesses, self.recipe.result_share)
    }
}

/// One part of each of the four [arrays](Trainer::numbers), and the same part of each slice's gradient.
type Part<'a> = ([&'a mut [f32]; 4], Vec<&'a mut [f32]>);

/// One Adam step on part of the weights, after a batch of `count` positions. It resets the gradients of all slices
/// to 0.
struct Descent<'a>(&'a Recipe, u64, usize, Part<'a>);

impl Loops for Descent<'_> {
    #[inline(always)]
    fn run(self) {
        let Descent(recipe, steps, count, part) = self;
        let ([average, weights, mean, square], mut slopes) = part;
        let (part, steps) = (1.0 / count as f32, steps as f32);
        // Bias correction: both of Adam's averages start at 0.
        let unfaded = FORGET.map(|forget| 1.0 / (1.0 - (1.0 - forget).powf(steps)));
        let fresh = (10.0 / (steps + 9.0)).max(1.0 / AVERAGED);
        let numbers = average.iter_mut().zip(weights).zip(mean).zip(square);
        for ((((average, weight), mean), square), slope) in numbers.zip(add_up(&mut slopes)) {
            let slope = std::mem::take(slope) * part;
            *mean += FORGET[0] * (slope - *mean);
            *square += FORGET[1] * (slope * slope - *square);
            let down = *mean * unfaded[0] / ((*square * unfaded[1]).sqrt() + 1e-8);
            // Keeps the weights in the range of the quantised network.
            *weight = (*weight - recipe.rate * (down + recipe.decay * *weight)).clamp(-WEIGHT_MAX, WEIGHT_MAX);
            *average += fresh * (*weight - *average);
        }
    }
}

/// Adds the other slices to the first, and clears the others.
#[inline(always)]
fn add_up<'a>(slopes: &'a mut [&mut [f32]]) -> &'a mut [f32] {
    let [first, others @ ..] = slopes else { return &mut [] };
    for other in others {
        for (sum, slope) in first.iter_mut().zip(other.iter_mut()) {
            *sum += std::mem::take(slope);
        }
    }
    first
}

/// Predicted result of each position for its side to move, 0 to 1. Each thread creates its own predictor with
/// `guesser`, and calls it with a chunk of positions at a time.
pub(super) fn guesses<G: FnMut(&[Position]) -> Vec<f32>>(
    positions: &[Position],
    threads: usize,
    guesser: impl Fn() -> G + Sync,
) -> Vec<f32> {
    let length = positions.len().div_ceil(threads.max(1)).max(1);
    let guesser = &guesser;
    thread::scope(|scope| {
        let of = |part: &'_ [Position]| part.chunks(CHUNK).flat_map(guesser()).collect::<Vec<f32>>();
        let parts: Vec<_> = positions.chunks(length).map(|part| scope.spawn(move || of(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|why| panic::resume_unwind(why))).collect()
    })
}

/// The numbers from 0 to `count` - 1 in random order.
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
    use crate::train::datagen::{DatagenPlan, SelfPlayer, Shard};
    use std::sync::Arc;

    fn positions(games: u32) -> Vec<Position> {
        let plan = DatagenPlan { seed: 3, nodes: 60, shard: Shard::ALL, network: None };
        let mut player = SelfPlayer::new(&plan, &Arc::default());
        (0..games).flat_map(|number| player.play(number).expect("nobody stops it").positions).collect()
    }

    fn small() -> Recipe {
        Recipe { hidden: 64, buckets: 2, batch: 64, rate: 3e-3, ..Recipe::default() }
    }

    fn trained(recipe: Recipe, positions: &[Position], passes: usize, threads: usize) -> Trainer {
        let mut trainer = Trainer::new(recipe);
        for _ in 0..passes {
            trainer.pass(positions, threads, |_| true).expect("a whole pass");
        }
        trainer
    }

    /// For every kind of weight, the gradient matches the change of the error when the weight is changed slightly.
    #[test]
    fn gradients_match_finite_differences() {
        let positions = positions(8);
        let recipe = Recipe { result_share: 0.7, ..small() };
        let weights = Weights::random(&recipe);
        let mut worker = Worker::new(&recipe);
        worker.take(&recipe, positions.iter());
        Forward(&mut worker, &weights).run();
        Backward(&mut worker, &weights).run();
        let mut other = Worker::new(&recipe);
        let mut error = |weights: &Weights| -> f64 {
            let guesses = other.predict(Kernel::best(), weights, &recipe, &positions);
            Errors::of(&positions, &guesses, 0.7).target * positions.len() as f64
        };
        let of_row = |row: usize| row * BLOCK..row * BLOCK + 8;
        let king = worker.samples[0].features().next().expect("a piece")[0];
        let second = height(2);
        let rows = [king, second + king, COUNT, output(0, 0), output(1, 0), second + output(1, 1), 2 * second];
        let (mut not_zero, mut at_a_clip) = (0, 0);
        for at in rows.into_iter().flat_map(of_row) {
            let mut moved = |by: f32| {
                let mut weights = weights.clone();
                weights.rows.as_flattened_mut()[at] += by;
                error(&weights)
            };
            let (above, here, below) = (moved(4e-3), moved(0.0), moved(-4e-3));
            let slope = f64::from(worker.slope.rows.as_flattened()[at]);
            let is_near = |real: f64| (real - slope).abs() < 0.02 * slope.abs() + 0.01;
            if !is_near((above - below) / 8e-3) {
                // Where a neuron is clipped, the derivative jumps: the gradient matches on one side only.
                let sides = [(above - here) / 4e-3, (here - below) / 4e-3];
                assert!(
                    sides.into_iter().any(is_near),
                    "number {at}: the gradient {slope} differs from the measured {sides:?}"
                );
                at_a_clip += 1;
            }
            not_zero += usize::from(slope.abs() > 0.05);
        }
        assert!(at_a_clip <= 3, "{at_a_clip}");
        assert!(not_zero > 40, "{not_zero}");
    }

    #[test]
    fn the_same_seed_gives_the_same_network_with_any_number_of_threads_and_any_kernel() {
        let positions = positions(6);
        let one = trained(Recipe { seed: 5, ..small() }, &positions, 1, 1);
        for (kernel, threads) in Kernel::all().into_iter().zip([3, 20]) {
            let mut other = Trainer { kernel, ..Trainer::new(one.recipe.clone()) };
            other.pass(&positions, threads, |_| true).expect("a whole pass");
            assert_eq!(Trainer { kernel: one.kernel, ..other }, one, "{kernel:?}");
        }
        assert_ne!(trained(Recipe { seed: 6, ..small() }, &positions, 1, 2).weights, one.weights);
    }

    /// The predictions do not depend on the division into chunks.
    #[test]
    fn positions_are_judged_one_by_one_as_in_chunks() {
        let positions = positions(8);
        assert!(positions.len() > CHUNK);
        let trainer = Trainer::new(small());
        let alone: Vec<Position> = positions.iter().take(50).copied().collect();
        let mut worker = Worker::new(&trainer.recipe);
        let mut predict = |positions| worker.predict(trainer.kernel, &trainer.weights, &trainer.recipe, positions);
        let together = predict(&alone);
        for (position, guess) in alone.chunks(1).zip(together) {
            assert_eq!(predict(position), [guess]);
        }
        assert_eq!(trainer.errors(&positions, 1), trainer.errors(&positions, 3));
    }

    #[test]
    fn training_reduces_the_error_and_quantisation_keeps_it() {
        let positions = positions(20);
        let before = Trainer::new(small()).errors(&positions, 2);
        let trainer = trained(small(), &positions, 4, 2);
        let after = trainer.errors(&positions, 2);
        assert!(after.target < 0.8 * before.target && after.result < before.result, "{before:?} {after:?}");
        let network = trainer.average.quantised("small");
        assert_eq!((network.hidden, network.buckets), (64, 2));
        assert_eq!(Network::read(&network.bytes()).as_ref(), Ok(&network));
        let guesses =
            Worker::new(&trainer.recipe).predict(trainer.kernel, &trainer.average, &trainer.recipe, &positions);
        let mut board = Board::new();
        for (position, guess) in positions.iter().zip(guesses).step_by(7) {
            board.init_from_setup(&position.setup());
            let score = network.evaluate_board(&board);
            assert!((squeeze(score as f32) - guess).abs() < 0.02, "{} {guess} {score}", board.fen());
        }
    }

    /// A side always sees its own king on files e to h, so the weights for its king on files a to d only decay.
    #[test]
    fn unused_weights_decay() {
        let positions = positions(2);
        let kept = |decay: f32| {
            let recipe = Recipe { decay, ..small() };
            let trainer = trained(recipe.clone(), &positions, 1, 1);
            (trainer.weights.rows[5 * 64][0] / Weights::random(&recipe).rows[5 * 64][0], trainer.steps)
        };
        assert_eq!(kept(0.0).0, 1.0);
        let (kept, steps) = kept(0.5);
        let expected = (1.0 - 0.5 * small().rate).powi(steps as i32);
        assert!((kept - expected).abs() < 1e-5 && kept < 1.0, "{kept} {expected}");
    }

    #[test]
    fn the_mean_of_the_weights_reaches_back_a_tenth_of_the_steps() {
        let positions = positions(4);
        // With this batch size, a pass takes one step.
        let recipe = Recipe { batch: positions.len(), ..small() };
        let first = trained(recipe.clone(), &positions, 1, 1);
        let before = trained(recipe.clone(), &positions, 20, 1);
        let after = trained(recipe, &positions, 21, 2);
        let numbers = |weights: &Weights| weights.rows.as_flattened().to_vec();
        let is_near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        assert!(numbers(&first.average).into_iter().zip(numbers(&first.weights)).all(|(a, b)| is_near(a, b)));
        let pairs = numbers(&before.average).into_iter().zip(numbers(&after.weights));
        let expected = pairs.map(|(mean, new)| mean + 10.0 / 30.0 * (new - mean));
        assert!(numbers(&after.average).into_iter().zip(expected).all(|(a, b)| is_near(a, b)));
        assert_ne!(after.average, after.weights);
    }

    /// If the predictions of one thread were missing, the mean error would be wrong.
    #[test]
    fn a_panic_of_a_thread_is_propagated() {
        let positions = positions(1);
        let guesser = || |_: &[Position]| panic::resume_unwind(Box::new("planted"));
        assert!(panic::catch_unwind(|| guesses(&positions, 2, guesser)).is_err());
    }

    #[test]
    fn a_widened_network_evaluates_as_before_and_learns_with_all_its_neurons() {
        let network = trained(small(), &positions(4), 2, 2).average.quantised("narrow");
        let mut wide = Trainer::from_network(&network, Recipe { hidden: 128, ..small() });
        let (quantised, positions) = (wide.average.quantised("wide"), positions(4));
        let mut board = Board::new();
        for position in &positions {
            board.init_from_setup(&position.setup());
            assert_eq!(quantised.evaluate_board(&board), network.evaluate_board(&board), "{}", board.fen());
        }
        let before = wide.clone();
        wide.pass(&positions, 2, |_| true).expect("a whole pass");
        let outputs = |trainer: &Trainer, at: usize| trainer.weights.rows[at * height(2) + output(0, 0)];
        for block in 0..4 {
            assert_eq!(outputs(&before, block) == [0.0; BLOCK], block >= 2);
            assert_ne!(outputs(&wide, block), outputs(&before, block), "block {block}");
        }
    }

    #[test]
    fn a_shuffle_is_a_permutation() {
        let mut order = shuffled(1000, 4);
        assert_ne!(order[..10], (0..10).collect::<Vec<u32>>()[..]);
        assert_ne!(order, shuffled(1000, 5));
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<u32>>());
    }
}
