//! The workbench of the modern search: signature and ablation, bulk perft, positions by self-play, and the fit of the evaluation.
//!
//!     modern bench [DEPTH [THREADS]]
//!     modern ablate DEPTH
//!     modern perft DEPTH FEN
//!     modern play SECONDS NODES SEED >> positions
//!     modern fit FILE STEPS > table

use std::io::Write;
use std::time::Instant;

use alula::board::Board;
use alula::modern::bench::{self, Run};
use alula::modern::techniques::Techniques;
use alula::modern::tune::{Tuner, play_game};
use alula::readfen::read_fen;

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
            tuner.descend(number(2) as usize, 3.0, |step, error| {
                if step % 10 == 0 {
                    eprintln!("{step} {error:.6}");
                }
            });
            print!("{}", tuner.table());
        }
        Some("bench") => {
            let depth = if number(1) > 0 { number(1) as usize } else { bench::SIGNATURE_DEPTH };
            print_run(&bench::run(Techniques::all(), depth, number(2).max(1) as usize));
        }
        Some("ablate") => bench::ablate(number(1) as usize, |run| {
            print_run(run);
            true
        }),
        Some("perft") => {
            let mut board = Board::new();
            let fen = read_fen(&arguments[2..].join(" ")).expect("a legal position");
            board.init_from_setup(&fen.setup);
            let began = Instant::now();
            let leaves = board.perft_bulk(number(1) as usize);
            println!("{leaves} leaves, {:.1} million a second", leaves as f64 / began.elapsed().as_secs_f64() / 1e6);
        }
        _ => eprintln!("see the head of this file"),
    }
}

fn print_run(run: &Run) {
    println!(
        "{:18} {:>11} nodes {:>8} ms {:>9} nodes/s",
        run.without,
        run.nodes,
        run.ms,
        run.nodes * 1000 / run.ms.max(1)
    );
}
