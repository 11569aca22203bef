//! The workbench of the evaluation: positions by self-play, and the fit of the numbers to their results.
//!
//!     tune play SECONDS NODES SEED >> positions
//!     tune fit FILE STEPS > table

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use alula::modern::tune::{Tuner, play_game};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
    let done = match (arguments.first().map(String::as_str), arguments.get(1)) {
        (Some("play"), Some(_)) => play(number(1), number(2), number(3)),
        (Some("fit"), Some(file)) => fit(file, number(2) as usize),
        _ => Err(io::Error::other("say: play SECONDS NODES SEED, or fit FILE STEPS")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn play(seconds: u64, nodes: u64, first_seed: u64) -> io::Result<()> {
    let began = Instant::now();
    let mut out = io::stdout().lock();
    for seed in first_seed.. {
        if began.elapsed().as_secs() >= seconds {
            break;
        }
        for line in play_game(seed, nodes) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn fit(file: &str, steps: usize) -> io::Result<()> {
    let mut tuner = Tuner::new(&fs::read_to_string(file)?);
    eprintln!("{} positions, error {:.6}", tuner.len(), tuner.error());
    tuner.descend(steps, 3.0, |step, error| {
        if step % 10 == 0 {
            eprintln!("{step} {error:.6}");
        }
    });
    write!(io::stdout(), "{}", tuner.table())
}
