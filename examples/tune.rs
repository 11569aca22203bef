//! The workbench of the evaluation: its numbers are fitted to the results and scores of games, which `alula datagen` plays.
//!
//!     alula datagen games.data nodes 5000 positions 500000
//!     cargo run --release --example tune -- STEPS games.data... > table

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use alula::modern::train::data;
use alula::modern::tune::Tuner;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let steps = arguments.next().and_then(|text| text.parse().ok());
    let files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let done = match steps {
        Some(steps) if !files.is_empty() => fit(&files, steps),
        _ => Err("say: STEPS FILE...".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn fit(files: &[PathBuf], steps: usize) -> Result<(), String> {
    let positions = data::load(files, |_| true).map_err(|(file, error)| format!("{}: {error}", file.display()))?;
    let mut tuner = Tuner::new(&positions);
    eprintln!("{} positions, error {:.6}", tuner.len(), tuner.error());
    tuner.descend(steps, 3.0, |step, error| {
        if step % 10 == 0 {
            eprintln!("{step} {error:.6}");
        }
    });
    write!(io::stdout(), "{}", tuner.table()).map_err(|error| error.to_string())
}
