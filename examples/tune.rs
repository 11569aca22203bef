//! Makes positions by self-play, and fits the evaluation to them.
//!
//!     tune play SECONDS NODES SEED >> positions
//!     tune fit FILE STEPS > table

use std::io::Write;
use std::time::Instant;

use alula::modern::tune::{Tuner, play_game};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("play") => {
            let began = Instant::now();
            let mut out = std::io::stdout().lock();
            let mut seed = number(3);
            while began.elapsed().as_secs() < number(1) {
                for line in play_game(seed, number(2)) {
                    if writeln!(out, "{line}").is_err() {
                        return;
                    }
                }
                seed += 1;
            }
        }
        Some("fit") => {
            let text = std::fs::read_to_string(&arguments[1]).expect("a file of positions");
            let mut tuner = Tuner::new(&text);
            eprintln!("{} positions, error {:.6}", tuner.len(), tuner.error());
            tuner.descend(number(2) as usize, 1.0, |step, error| {
                if step % 20 == 0 {
                    eprintln!("{step} {error:.6}");
                }
            });
            print!("{}", tuner.table());
        }
        _ => eprintln!("tune play SECONDS NODES SEED | tune fit FILE STEPS"),
    }
}
