//! # Modern · Fitting the numbers of the evaluation
//!
//! Texel's method (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): from games of the engine against itself
//! come positions with results. The parameters are moved until the evaluation, mapped to 0 … 1 by a logistic curve,
//! predicts the results best. The evaluation is linear in its parameters, so the gradient is exact, and Adam (Kingma,
//! Ba 2014) follows it.
//!
//! **Read next:** [`params`](super::params).

use std::fmt::Write as _;

use super::EVAL_MAX;
use super::eval::{PHASE_MAX, SCALE_FULL};
use super::params::{COUNT, GROUPS, PARAMS, eg, mg};
use super::pawns::Trace;
use super::train::record::Position;
use super::train::trainer::{FORGET, SCALE};
use crate::board::Board;
use crate::defines::*;

/// Weight of the game's result against the search's score, 0 to 1.
const RESULT_SHARE: f64 = 0.4;
/// Pull of every parameter towards its old value, so that rare features stay in place.
const SPRING: f64 = 0.15;

/// A position as the tuner sees it.
struct Sample {
    first: usize,
    end: usize,
    middlegame: f32,
    endgame: f32,
    target: f32,
}

#[derive(Default)]
struct Features(Vec<(u16, i32)>);

impl Trace for Features {
    fn count(&mut self, index: usize, n: i32) {
        if n != 0 {
            self.0.push((index as u16, n));
        }
    }
}

/// The positions, and the present parameters.
pub struct Tuner {
    samples: Vec<Sample>,
    features: Vec<(u16, i16)>,
    weights: Vec<[f32; 2]>,
    start: Vec<[f32; 2]>,
    steepness: f64,
}

impl Tuner {
    /// A tuner for these positions.
    pub fn new(positions: &[Position]) -> Tuner {
        let start: Vec<[f32; 2]> = PARAMS.iter().map(|&pair| [mg(pair) as f32, eg(pair) as f32]).collect();
        let mut tuner = Tuner {
            samples: Vec::new(),
            features: Vec::new(),
            weights: start.clone(),
            start,
            steepness: 1.0 / f64::from(SCALE),
        };
        let mut board = Board::new();
        for position in positions {
            board.init_from_setup(&position.setup());
            let score = i32::from(position.score).clamp(-EVAL_MAX, EVAL_MAX);
            let white_score = if position.next_move == Side::White { score } else { -score };
            tuner.add(&board, f64::from(white_score), f64::from(position.result) / 2.0);
        }
        tuner
    }

    /// A position with its score and the result of its game (0 to 1), both for White.
    fn add(&mut self, board: &Board, score: f64, result: f64) {
        if super::endgame::known_endgame(board).is_some() {
            return;
        }
        let mut features = Features::default();
        let mixture = board.trace_evaluation(&mut features);
        features.0.sort_unstable();
        let first = self.features.len();
        for chunk in features.0.chunk_by(|a, b| a.0 == b.0) {
            let n: i32 = chunk.iter().map(|(_, n)| n).sum();
            if n != 0 {
                self.features.push((chunk[0].0, n as i16));
            }
        }
        let phase = mixture.phase as f32 / PHASE_MAX as f32;
        let scale = mixture.scale as f32 / SCALE_FULL as f32;
        self.samples.push(Sample {
            first,
            end: self.features.len(),
            middlegame: phase,
            endgame: (1.0 - phase) * scale,
            target: (RESULT_SHARE * result + (1.0 - RESULT_SHARE) * self.squeeze(score)) as f32,
        });
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Are there no positions?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    fn squeeze(&self, score: f64) -> f64 {
        1.0 / (1.0 + (-score * self.steepness).exp())
    }

    fn value(&self, sample: &Sample) -> f64 {
        let mut sum = [0.0f32; 2];
        for &(index, n) in &self.features[sample.first..sample.end] {
            let weight = self.weights[index as usize];
            sum[0] += weight[0] * f32::from(n);
            sum[1] += weight[1] * f32::from(n);
        }
        f64::from(sum[0] * sample.middlegame + sum[1] * sample.endgame)
    }

    /// Mean squared error of the predictions.
    pub fn error(&self) -> f64 {
        let errors =
            self.samples.iter().map(|sample| (self.squeeze(self.value(sample)) - f64::from(sample.target)).powi(2));
        errors.sum::<f64>() / self.samples.len().max(1) as f64
    }

    /// `steps` steps of gradient descent over all positions.
    pub fn descend(&mut self, steps: usize, rate: f64, mut progress: impl FnMut(usize, f64)) {
        let (mut mean, mut square) = (vec![[0.0; 2]; COUNT], vec![[0.0; 2]; COUNT]);
        for step in 1..=steps {
            let mut gradient = vec![[0.0; 2]; COUNT];
            let mut error = 0.0;
            for sample in &self.samples {
                let guess = self.squeeze(self.value(sample));
                let off = guess - f64::from(sample.target);
                error += off * off;
                let slope = (off * guess * (1.0 - guess)) as f32;
                let (middlegame, endgame) = (slope * sample.middlegame, slope * sample.endgame);
                for &(index, n) in &self.features[sample.first..sample.end] {
                    gradient[index as usize][0] += f64::from(middlegame * f32::from(n));
                    gradient[index as usize][1] += f64::from(endgame * f32::from(n));
                }
            }
            let rate = rate * (1.0 - 0.9 * step as f64 / steps as f64);
            let forget = FORGET.map(f64::from);
            let fade = forget.map(|forget| 1.0 - (1.0 - forget).powi(step as i32));
            for index in 0..COUNT {
                for half in 0..2 {
                    let spring = f64::from(self.weights[index][half] - self.start[index][half]) * SPRING;
                    let slope = gradient[index][half] + spring;
                    mean[index][half] += forget[0] * (slope - mean[index][half]);
                    square[index][half] += forget[1] * (slope * slope - square[index][half]);
                    let step = mean[index][half] / fade[0] / ((square[index][half] / fade[1]).sqrt() + 1e-8);
                    self.weights[index][half] -= (rate * step) as f32;
                }
            }
            progress(step, error / self.samples.len().max(1) as f64);
        }
    }

    /// The table in the form of `params.rs`.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let mut at = 0;
        for (name, size) in GROUPS {
            let _ = writeln!(text, "    // {name}");
            for row in self.weights[at..at + size].chunks(8) {
                let pairs: Vec<String> = row.iter().map(|pair| format!("s({:.0}, {:.0}),", pair[0], pair[1])).collect();
                let _ = writeln!(text, "    {}", pairs.join(" ").replace("-0,", "0,").replace("-0)", "0)"));
            }
            at += size;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::modern::train::datagen::{Plan, Player, Shard};

    #[test]
    fn descending_makes_the_error_less() {
        let plan = Plan { seed: 1, nodes: 300, network: None, shard: Shard { part: 0, parts: 1 } };
        let mut player = Player::new(&plan, &Arc::default());
        let games = (0..5).map(|number| player.play(number).expect("a whole game"));
        let mut tuner = Tuner::new(&games.flat_map(|played| played.positions).collect::<Vec<_>>());
        assert!(tuner.len() > 50);
        let before = tuner.error();
        tuner.descend(10, 1.0, |_, _| {});
        assert!(tuner.error() < before);
        assert_eq!(tuner.table().matches("s(").count(), COUNT);
    }
}
