//! Tuning of the search parameters.
//!
//! SPSA, simultaneous perturbation stochastic approximation (Spall 1992, <https://www.chessprogramming.org/SPSA>),
//! perturbs all parameters at once, each randomly up or down, and plays a pair of games between the search with these
//! perturbations and the search with the opposite ones. The parameters move slightly towards the winner's. A run needs
//! thousands of pairs.
//!
//! Perturbations and learning rate shrink during the run, as in other tuners. At the end of a run, a parameter is
//! perturbed by its step in [`parameters`](crate::modern::parameters), and a won game moves it by [`RATE`] times that step.
//!
//! An iteration has a fixed number of pairs, each with its own perturbation and opening. All pairs of an iteration
//! perturb the same parameter values, so they can be played in parallel. With node limits, the same seed gives the same
//! parameters on every machine.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::pairs::{self, Limit, Pair, PlayerConfig};
use crate::hash::split_mix;
use crate::modern::parameters::{PARAMETERS, Parameter, Parameters};
use crate::searcher::random::Random;

/// Decay exponent of the perturbations (the usual value).
const GAMMA: f64 = 0.101;
/// Decay exponent of the learning rate.
const ALPHA: f64 = 0.602;
/// Change of a parameter per won game at the end of a run, as a fraction of its step.
pub const RATE: f64 = 0.002;
/// Lowers the initial learning rate, as if this fraction of all iterations had already been done.
const HEAD_START: f64 = 0.1;

/// The plan of a tuning run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningPlan {
    /// Total iterations.
    pub iterations: u32,
    /// Pairs of games per iteration.
    pub pairs: u32,
    /// Search limit per move.
    pub limit: Limit,
    /// Seed; different seeds give different perturbations and openings.
    pub seed: u64,
    /// Identifies the search that plays ([`signature::brief`](crate::lab::signature::brief)).
    pub search: u64,
}

/// State of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The plan.
    pub plan: TuningPlan,
    /// Finished iterations.
    pub done: u32,
    /// Games won, drawn and lost by the first side of each pair; should be about even.
    pub games: [u64; 3],
    /// Current values of the parameters, in the order of [`PARAMETERS`].
    pub values: Vec<f64>,
}

/// Reasons why a tuning file cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadTuning {
    /// Not a tuning file.
    #[error("it is not an Alula tuning file")]
    Foreign,
    /// A line that cannot be read.
    #[error("line {0} cannot be read")]
    Line(usize),
    /// The program's search parameters differ from those in the file.
    #[error("it is from a version with different search parameters")]
    Parameters,
    /// The plan is different.
    #[error("it was made with another plan, or by a different search")]
    TuningPlan,
}

const TITLE: &str = "alula tuning 2";

impl Tuning {
    /// Starts with the default values.
    pub fn new(plan: TuningPlan) -> Tuning {
        Tuning {
            plan,
            done: 0,
            games: [0; 3],
            values: PARAMETERS.iter().map(|number| f64::from(number.usual)).collect(),
        }
    }

    /// The parameters rounded for use in a search.
    pub fn parameters(&self) -> Parameters {
        rounded(&self.values)
    }

    /// Size of each parameter's perturbation in the next iteration.
    fn changes(&self) -> impl Fn(&Parameter) -> f64 + use<> {
        let (all, now) = (f64::from(self.plan.iterations), f64::from(self.done + 1));
        move |number| number.step * (all / now).powf(GAMMA)
    }

    /// Change of a parameter per won game in the next iteration, as a fraction of its perturbation.
    fn pull(&self) -> f64 {
        let (all, now) = (f64::from(self.plan.iterations), f64::from(self.done + 1));
        let before = HEAD_START * all;
        // The last factor is (step / change) squared; in the last iteration all factors but RATE are 1.
        RATE * ((before + all) / (before + now)).powf(ALPHA) * (all / now).powf(-2.0 * GAMMA)
    }

    /// Random directions of a pair's perturbation: up (1) or down (-1).
    fn directions(&self, pair: u32) -> Vec<f64> {
        let mut random = Random::seeded(self.pair_seed(pair));
        PARAMETERS.iter().map(|_| if random.draw() >> 63 == 0 { 1.0 } else { -1.0 }).collect()
    }

    fn pair_seed(&self, pair: u32) -> u64 {
        split_mix(self.plan.seed).1 ^ u64::from(self.done) << 24 ^ u64::from(pair)
    }

    /// Plays one iteration on this many threads and moves the parameters. Returns `false` if it was stopped; the
    /// parameters are then unchanged.
    pub fn iterate(&mut self, threads: usize, stop: &Arc<AtomicBool>) -> bool {
        let change = self.changes();
        let pair = |number: u32| {
            let directions = self.directions(number);
            let side =
                |sign| PlayerConfig { parameters: self.changed(&directions, sign, &change), ..PlayerConfig::USUAL };
            Pair { sides: [side(1.0), side(-1.0)], seed: self.pair_seed(number) }
        };
        let mut results = vec![None; self.plan.pairs as usize];
        let numbers: Vec<u32> = (0..self.plan.pairs).collect();
        pairs::play(&numbers, self.plan.limit, threads, stop, pair, |number, points| {
            results[number as usize] = Some(points);
            true
        });
        let Some(results) = results.into_iter().collect::<Option<Vec<[u8; 2]>>>() else { return false };
        self.learn(&results, &change);
        true
    }

    fn changed(&self, directions: &[f64], sign: f64, change: &impl Fn(&Parameter) -> f64) -> Parameters {
        let moved: Vec<f64> = PARAMETERS
            .iter()
            .zip(&self.values)
            .zip(directions)
            .map(|((number, value), direction)| value + sign * direction * change(number))
            .collect();
        rounded(&moved)
    }

    /// Moves the parameters according to the results (0, 1, 2) of the first side in the two games of each pair.
    fn learn(&mut self, results: &[[u8; 2]], change: &impl Fn(&Parameter) -> f64) {
        let pull = self.pull();
        let mut values = self.values.clone();
        for (pair, points) in results.iter().enumerate() {
            let gain = f64::from(points[0] + points[1]) - 2.0;
            for &result in points {
                self.games[2 - result as usize] += 1;
            }
            let directions = self.directions(pair as u32);
            for ((value, number), direction) in values.iter_mut().zip(PARAMETERS).zip(directions) {
                *value += pull * gain * direction * change(number);
            }
        }
        for (value, number) in values.iter_mut().zip(PARAMETERS) {
            *value = value.clamp(f64::from(number.least), f64::from(number.most));
        }
        self.values = values;
        self.done += 1;
    }

    /// Contents of the tuning file.
    pub fn text(&self) -> String {
        let TuningPlan { iterations, pairs, limit, seed, search } = self.plan;
        let [won, drawn, lost] = self.games;
        let mut text = format!(
            "{TITLE}\niterations {iterations}\npairs {pairs}\n{limit}\nseed {seed}\nsearch {search}\ndone {}\ngames {won} {drawn} {lost}\n",
            self.done
        );
        for (number, value) in PARAMETERS.iter().zip(&self.values) {
            text.push_str(&format!("{} {value:?}\n", number.name));
        }
        text
    }

    /// Reads a tuning file.
    ///
    /// # Errors
    /// The text is not a tuning file, a line cannot be read, or the file is from another version.
    pub fn read(text: &str) -> Result<Tuning, BadTuning> {
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != TITLE) {
            return Err(BadTuning::Foreign);
        }
        let count = |line: &str, name| number(line, name).filter(|count| *count > 0);
        let iterations = next(&mut lines, |line| count(line, "iterations"))?;
        let pairs = next(&mut lines, |line| count(line, "pairs"))?;
        let limit = next(&mut lines, Limit::read)?;
        let seed = next(&mut lines, |line| number(line, "seed"))?;
        let search = next(&mut lines, |line| number(line, "search"))?;
        let done = next(&mut lines, |line| number(line, "done"))?;
        let games = next(&mut lines, |line| {
            let games: Option<Vec<u64>> =
                line.strip_prefix("games ")?.split(' ').map(|word| word.parse().ok()).collect();
            games?.try_into().ok()
        })?;
        let mut values = Vec::new();
        for (line, at) in lines {
            let (name, value) = line.split_once(' ').ok_or(BadTuning::Line(at))?;
            if PARAMETERS.get(values.len()).is_none_or(|number| number.name != name) {
                return Err(BadTuning::Parameters);
            }
            values.push(value.parse().ok().filter(|value: &f64| value.is_finite()).ok_or(BadTuning::Line(at))?);
        }
        if values.len() != PARAMETERS.len() {
            return Err(BadTuning::Parameters);
        }
        let plan = TuningPlan { iterations, pairs, limit, seed, search };
        Ok(Tuning { plan, done, games, values })
    }
}

/// Reads the next line of a tuning file.
fn next<'a, T>(
    lines: &mut impl Iterator<Item = (&'a str, usize)>,
    read: impl Fn(&'a str) -> Option<T>,
) -> Result<T, BadTuning> {
    let (line, at) = lines.next().ok_or(BadTuning::Foreign)?;
    read(line).ok_or(BadTuning::Line(at))
}

/// The number in a line such as `pairs 8`.
fn number<T: FromStr>(line: &str, name: &str) -> Option<T> {
    line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()
}

/// Rounds the values and clamps them to their ranges.
fn rounded(values: &[f64]) -> Parameters {
    let mut parameters = Parameters::USUAL;
    for (number, value) in PARAMETERS.iter().zip(values) {
        (number.set)(&mut parameters, (value.round() as i32).clamp(number.least, number.most));
    }
    parameters
}

/// The parameters in OpenBench's format: name, type, value, minimum, maximum, final step, final rate.
pub fn open_bench(values: &[f64]) -> String {
    let line = |(number, value): (&Parameter, &f64)| {
        let Parameter { name, step, .. } = number;
        let [least, most] = [number.least, number.most].map(f64::from);
        format!("{name}, int, {value:.1}, {least:.1}, {most:.1}, {step}, {RATE}\n")
    };
    PARAMETERS.iter().zip(values).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TuningPlan = TuningPlan { iterations: 3, pairs: 2, limit: Limit::Nodes(60), seed: 4, search: 9 };

    #[test]
    fn the_same_seed_gives_the_same_numbers_with_any_number_of_threads() {
        let tune = |threads: usize, seed: u64| {
            let mut tuning = Tuning::new(TuningPlan { seed, ..PLAN });
            assert!(tuning.iterate(threads, &Arc::default()));
            tuning
        };
        let one = tune(1, 4);
        assert_eq!(one, tune(2, 4));
        assert_eq!(one.games.iter().sum::<u64>(), 4);
        assert_ne!(tune(2, 5).directions(0), one.directions(0));
    }

    #[test]
    fn a_stopped_iteration_changes_nothing() {
        let mut tuning = Tuning::new(PLAN);
        assert!(!tuning.iterate(2, &Arc::new(AtomicBool::new(true))));
        assert_eq!(tuning, Tuning::new(PLAN));
    }

    /// If one direction always wins, the parameter moves in that direction, but not out of its range.
    #[test]
    fn the_numbers_go_where_the_games_are_won() {
        let mut tuning = Tuning::new(TuningPlan { iterations: 2000, pairs: 1, ..PLAN });
        let at = PARAMETERS.iter().position(|number| number.name == "futility_margin").expect("a number");
        for _ in 0..2000 {
            let up = tuning.directions(0)[at] > 0.0;
            let change = tuning.changes();
            tuning.learn(&[if up { [2, 2] } else { [0, 0] }], &change);
        }
        let (number, value) = (&PARAMETERS[at], tuning.values[at]);
        assert!(value > f64::from(number.usual) + 5.0 * number.step, "{value}");
        assert!(value <= f64::from(number.most));
        // The other parameters were pulled up about as often as down.
        let strayed = tuning
            .values
            .iter()
            .zip(PARAMETERS)
            .filter(|(value, number)| (*value - f64::from(number.usual)).abs() > 3.0 * number.step);
        assert!(strayed.count() < 6);
    }

    #[test]
    fn final_perturbations_and_rates_are_as_documented() {
        let mut tuning = Tuning::new(TuningPlan { iterations: 1000, ..PLAN });
        let first = (tuning.changes()(&PARAMETERS[1]), tuning.pull());
        tuning.done = 999;
        assert!((tuning.changes()(&PARAMETERS[1]) - PARAMETERS[1].step).abs() < 1e-9);
        assert!((tuning.pull() - RATE).abs() < 1e-9);
        assert!(first.0 > PARAMETERS[1].step && first.1 > RATE);
        // The learning rate falls by itself, too, and is divided by the square of the perturbation.
        let rate = ((HEAD_START * 1000.0 + 1000.0) / (HEAD_START * 1000.0 + 1.0)).powf(ALPHA);
        let perturbation = first.0 / PARAMETERS[1].step;
        assert!((first.1 * perturbation.powi(2) / (RATE * rate) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_tuning_comes_back_as_it_was() {
        for limit in [Limit::Nodes(4000), Limit::Clock { base_ms: 2000, inc_ms: 20 }] {
            let mut tuning = Tuning::new(TuningPlan { limit, ..PLAN });
            tuning.values[3] = 0.1 + 0.2;
            (tuning.done, tuning.games) = (2, [5, 6, 7]);
            assert_eq!(Tuning::read(&tuning.text()), Ok(tuning));
        }
        let text = Tuning::new(PLAN).text();
        assert_eq!(Tuning::read("nothing"), Err(BadTuning::Foreign));
        assert_eq!(Tuning::read(&text.replace("iterations 3", "iterations 0")), Err(BadTuning::Line(2)));
        for wrong in ["two", "0", "-1"] {
            assert_eq!(Tuning::read(&text.replace("pairs 2", &format!("pairs {wrong}"))), Err(BadTuning::Line(3)));
        }
        assert_eq!(Tuning::read(&text.replace("late_move_base", "late")), Err(BadTuning::Parameters));
        assert_eq!(Tuning::read(text.trim_end().rsplit_once('\n').expect("lines").0), Err(BadTuning::Parameters));
    }

    #[test]
    fn open_bench_gets_one_line_per_parameter() {
        let text = open_bench(&Tuning::new(PLAN).values);
        assert_eq!(text.lines().count(), PARAMETERS.len());
        assert!(text.lines().any(|line| line == "reverse_futility_depth, int, 9.0, 4.0, 14.0, 0.5, 0.002"), "{text}");
    }
}
