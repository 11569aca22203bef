//! `train`: trains a network on positions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::arguments::NamedArguments;
use super::{check_output, check_writable, cores, curve, files_to, of_file, read_whole, time_left, write_file, wrong};
use crate::board::Board;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::file::{BadNetwork, checksum};
use crate::modern::network::{BUCKETS_MAX, HIDDEN_MAX, Network};
use crate::train::checkpoint::{Checkpoint, Point, fingerprint};
use crate::train::record::Position;
use crate::train::trainer::{BLOCK, Errors, Recipe, SCALE, Trainer};
use crate::train::{data, judge};
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::session::Job;
use crate::ui::show;

/// Default number of passes.
const PASSES: usize = 20;
/// One game in this many is held out by default.
const HELD_OUT: u64 = 25;
/// Maximum number of held-out positions for the comparison of evaluations.
const COMPARED: usize = 200_000;
/// Minimum time between two updates of the status line.
const STATUS_INTERVAL: Duration = Duration::from_millis(250);

/// The parameters of a training run.
struct Request<'a> {
    recipe: Recipe,
    passes: usize,
    /// Initial state; [`None`] for random weights.
    from: Option<Trainer>,
    threads: usize,
    name: String,
    to: &'a str,
    svg: Option<&'a str>,
}

pub(crate) fn train(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (paths, to, rest) = files_to("train", text)?;
    let (request, held_out) = read_request(&paths, to, &rest)?;
    let place = data::with_ending(Path::new(to), "checkpoint");
    // Check now, so that hours of training are not lost.
    for file in [Some(to), Some(&place.to_string_lossy()), request.svg].into_iter().flatten() {
        check_writable(file)?;
    }
    let mut held = Vec::new();
    let is_learnt = |position: &Position| {
        let is_held = u64::from(position.game).is_multiple_of(held_out);
        held.extend(is_held.then_some(*position));
        !is_held
    };
    let load = |job: &Job| data::load(&paths, &job.control.stop_flag(), is_learnt);
    let learnt = session.work_on(board, load).map_err(wrong)?;
    if learnt.is_empty() || held.is_empty() {
        return bad(format!("train: too few positions: {} for training, {} held out", learnt.len(), held.len()));
    }
    session.out.line(&format!("{} training positions, {} held out", learnt.len(), held.len()));
    let mut state = begin(&request, fingerprint(&learnt), &place)?;
    if state.trainer.passes > 0 {
        session.out.line(&format!("continues after pass {}", state.trainer.passes));
    }
    session.out.line(" pass     training  held out   results      time");
    session.work_on(board, |job| {
        while state.trainer.passes < request.passes {
            if !pass(job, &request, &mut state, &learnt, &held) {
                return bad("train: stopped; repeat the command to continue after the last complete pass");
            }
            write_file(&place.to_string_lossy(), &state.bytes())?;
        }
        Ok(())
    })?;
    finish(session, &request, &state, &held)
}

fn read_request<'a>(paths: &[PathBuf], to: &'a str, rest: &[&'a str]) -> Result<(Request<'a>, u64), Refusal> {
    let known = &[
        "hidden", "buckets", "passes", "batch", "rate", "decay", "result", "seed", "held", "threads", "name", "svg",
        "from",
    ];
    let options = NamedArguments::read("train", known, rest)?;
    let (svg, from) = (options.text("svg"), options.text("from"));
    if let Some(svg) = svg {
        if svg == to {
            return bad("train: the network and the picture need different files");
        }
        check_output("train", &paths.iter().cloned().chain(from.map(PathBuf::from)).collect::<Vec<_>>(), svg)?;
    }
    let start = from.map(Start::read).transpose()?;
    let usual = start.as_ref().map_or_else(Recipe::default, Start::recipe);
    let recipe = Recipe {
        hidden: options.number("hidden", BLOCK, HIDDEN_MAX)?.unwrap_or(usual.hidden),
        buckets: options.number("buckets", 1, BUCKETS_MAX)?.unwrap_or(usual.buckets),
        batch: options.number("batch", 16, 1 << 20)?.unwrap_or(usual.batch),
        rate: options.number("rate", 1e-6, 1.0)?.unwrap_or(usual.rate),
        decay: options.number("decay", 0.0, 10.0)?.unwrap_or(usual.decay),
        result_share: options.number("result", 0.0, 1.0)?.unwrap_or(usual.result_share),
        seed: options.number("seed", 0, u64::MAX)?.unwrap_or(usual.seed),
        from: usual.from,
    };
    if !recipe.hidden.is_multiple_of(BLOCK) {
        return bad(format!("train: hidden cannot be {}; it must be a multiple of {BLOCK}", recipe.hidden));
    }
    let from = start.map(|start| start.trainer(&usual, &recipe)).transpose()?;
    let passes = options.number("passes", 1, 10_000)?.unwrap_or(PASSES);
    let threads = options.number("threads", 1, 64)?.unwrap_or_else(cores);
    let stem = Path::new(to).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into());
    let name = options.text("name").map_or(stem, String::from);
    let held_out = options.number("held", 2, 1000)?.unwrap_or(HELD_OUT);
    Ok((Request { recipe, passes, from, threads, name, to, svg }, held_out))
}

/// A checkpoint or a network from which a training run starts, with the checksum of its file.
enum Start {
    Checkpoint(Trainer, u64),
    Network(Network, u64),
}

impl Start {
    fn read(file: &str) -> Result<Start, Refusal> {
        let bytes = read_whole(file)?;
        let sum = checksum(&bytes);
        match Network::read(&bytes) {
            Ok(network) => Ok(Start::Network(network, sum)),
            Err(BadNetwork::Foreign) => {
                let kept = Checkpoint::read(&bytes).map_err(|error| of_file(file, error))?;
                Ok(Start::Checkpoint(kept.trainer, sum))
            }
            Err(error) => Err(of_file(file, error)),
        }
    }

    /// Default recipe of a run that starts from this file; the command's options override it.
    fn recipe(&self) -> Recipe {
        match self {
            Start::Checkpoint(trainer, from) => Recipe { from: *from, ..trainer.recipe.clone() },
            Start::Network(Network { hidden, buckets, .. }, from) => {
                Recipe { hidden: *hidden, buckets: *buckets, from: *from, ..Recipe::default() }
            }
        }
    }

    /// The trainer for a recipe; `usual` is the result of [`recipe`](Start::recipe).
    fn trainer(self, usual: &Recipe, recipe: &Recipe) -> Result<Trainer, Refusal> {
        let same_sizes = (recipe.hidden, recipe.buckets) == (usual.hidden, usual.buckets);
        match self {
            Start::Checkpoint(trainer, _) if same_sizes => Ok(trainer.further(recipe.clone())),
            Start::Checkpoint(..) => bad("train: a checkpoint cannot gain or lose hidden neurons or buckets"),
            Start::Network(network, _) if network.scale != SCALE as i32 => {
                bad(format!("train: the scale of the network is {}; the trainer needs {SCALE}", network.scale))
            }
            Start::Network(network, _) if recipe.hidden >= usual.hidden && recipe.buckets == usual.buckets => {
                Ok(Trainer::from_network(&network, recipe.clone()))
            }
            Start::Network(..) => {
                bad("train: a network can gain hidden neurons but not lose any; its number of buckets is fixed")
            }
        }
    }
}

/// The saved training run, or a new one.
fn begin(request: &Request, fingerprint: u64, place: &Path) -> Result<Checkpoint, Refusal> {
    let refuse = |reason: &dyn std::fmt::Display| {
        of_file(&place.to_string_lossy(), format!("{reason}; remove this file to start again, or name a different one"))
    };
    if !place.exists() {
        let trainer = request.from.clone().unwrap_or_else(|| Trainer::new(request.recipe.clone()));
        return Ok(Checkpoint { trainer, curve: Vec::new(), fingerprint });
    }
    let bytes = read_whole(&place.to_string_lossy())?;
    let kept = Checkpoint::read(&bytes).map_err(|error| refuse(&error))?;
    kept.check(&request.recipe, fingerprint).map_err(|error| refuse(&error))?;
    Ok(kept)
}

/// Runs one pass; false if it was stopped.
fn pass(job: &Job, request: &Request, state: &mut Checkpoint, learnt: &[Position], held: &[Position]) -> bool {
    let began = Instant::now();
    let mut told = began;
    let number = state.trainer.passes + 1;
    let training = state.trainer.pass(learnt, request.threads, |done| {
        if told.elapsed() >= STATUS_INTERVAL {
            told = Instant::now();
            job.status(&status(number, request.passes, done, learnt.len(), began));
        }
        !job.is_stopped()
    });
    let Some(training) = training else { return false };
    let held_out = state.trainer.errors(held, request.threads);
    state.curve.push(Point { training, held_out });
    let time = show::time_text(began.elapsed().as_millis() as u64);
    let Errors { target, result } = held_out;
    job.line(&format!("{number:>5} {training:>12.5} {target:>9.5} {result:>9.5} {time:>9}"));
    true
}

fn status(pass: usize, passes: usize, done: usize, all: usize, began: Instant) -> String {
    let speed = done as f64 / began.elapsed().as_secs_f64().max(1e-3);
    let left = time_left(began, done as f64, ((passes - pass + 1) * all - done) as f64);
    format!("pass {pass} of {passes}: {} %, {speed:.0} positions/s, about {left} left", done * 100 / all)
}

fn finish(session: &mut Session, request: &Request, state: &Checkpoint, held: &[Position]) -> Done {
    let network = Arc::new(state.trainer.average.quantised(&request.name));
    write_file(request.to, &network.bytes())?;
    if let Some(svg) = request.svg {
        let (hidden, passes) = (network.hidden, state.trainer.passes);
        let title = format!("{}: {hidden} hidden neurons a side, {passes} passes", request.name);
        write_file(svg, curve::svg(&state.curve, &title).as_bytes())?;
    }
    session.out.line(&curve::text(&state.curve));
    let some = &held[..held.len().min(COMPARED)];
    session.out.line(&format!("on {} positions held out:   mixture   results", some.len()));
    let share = request.recipe.result_share;
    let errors = |kind| judge::errors(some, kind, &network, share, request.threads);
    for kind in EvalKind::ALL {
        session.out.line(&error_line(kind.name(), errors(kind)));
    }
    session.out.line(&error_line("the search's score", judge::errors_of_scores(some, share)));
    session.out.line(&format!("{}: {} weights, {} bytes", request.to, network.weights(), network.size()));
    Ok(())
}

/// A line with the name of an evaluation and its errors.
pub(super) fn error_line(name: &str, errors: Errors) -> String {
    format!("  {name:<28} {:.5}   {:.5}", errors.target, errors.result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_with_a_different_scale_is_refused() {
        let built_in = Network::built_in();
        for (scale, is_refused) in [(built_in.scale, false), (400, true)] {
            let start = Start::Network(Network { scale, ..Network::clone(&built_in) }, 1);
            let recipe = start.recipe();
            let refusal = start.trainer(&recipe, &recipe).err().map(|refusal| refusal.to_string());
            let expected = "train: the scale of the network is 400; the trainer needs 170";
            assert_eq!(refusal.as_deref(), is_refused.then_some(expected));
        }
    }
}
