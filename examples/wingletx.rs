//! The tutorial's engine as a program: type a move, and it replies. `cargo run --example wingletx -- [DEPTH]`
//!
//! It needs only the flat files of `src`, as the crate `wingletx/` proves. Commands: a move, `go`, `undo`, `d`, `quit`.

use std::io::{self, BufRead, Write};

use alula::board::Board;
use alula::defines::*;
use alula::moves::Move;
use alula::peek::{Report, Sink};
use alula::readfen::letter_of;

/// Prints the lines of statistics of chapter 17.
struct Statistics;

impl Sink for Statistics {
    fn report(&mut self, board: &Board, report: Report) {
        match report {
            Report::Header => println!("depth   score      nodes    ms  line"),
            Report::Best { depth, score, pv } | Report::Depth { depth, score, pv } => {
                let line: Vec<String> = pv.iter().map(Move::to_string).collect();
                let (nodes, ms) = (board.inodes, board.timer.elapsed_ms());
                println!("{depth:5} {score:7} {nodes:10} {ms:5}  {}", line.join(" "));
            }
            Report::GameOver(outcome) => println!("{outcome:?}"),
            _ => {}
        }
    }
}

/// Prints the board, White at the bottom.
fn show(board: &Board) {
    for rank in (0..8_usize).rev() {
        let letter = |file| match board.square[8 * rank + file] {
            EMPTY => '.',
            piece => letter_of(piece),
        };
        let letters: Vec<String> = (0..8).map(|file| letter(file).to_string()).collect();
        println!("{} {}", rank + 1, letters.join(" "));
    }
    println!("  a b c d e f g h   {} to move", board.next_move.name());
}

/// Lets the engine move.
fn go(board: &mut Board) {
    let best = board.think();
    if best.is_some() {
        println!("{}", board.san(best));
        board.play(best);
        show(board);
    }
}

fn main() {
    let mut board = Board::new();
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok());
    board.search_depth = depth.unwrap_or(8).clamp(1, MAX_PLY);
    board.watch.sink = Some(Box::new(Statistics));
    show(&board);
    loop {
        print!("> ");
        // End if the output is closed or the input ends.
        let mut line = String::new();
        if io::stdout().flush().is_err() || io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        match line.trim() {
            "" => {}
            "quit" => return,
            "d" => show(&board),
            "go" => go(&mut board),
            "undo" => match board.undo() {
                Some(_) => show(&board),
                None => println!("this is the start"),
            },
            text => match board.read_move(text) {
                Ok(mv) => {
                    board.play(mv);
                    go(&mut board);
                }
                Err(error) => println!("{error}"),
            },
        }
    }
}
