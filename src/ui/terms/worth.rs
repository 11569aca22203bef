//! The network's evaluation in detail: the value of each piece on its square, and the scores with the weights of other
//! buckets.

use crate::bitops::{bit, squares};
use crate::board::Board;
use crate::defines::*;
use crate::displaymove::square_name;
use crate::modern::network::Network;
use crate::modern::network::features::{Active, bucket};
use crate::readmove::kind_name;
use crate::ui::tables::{Format, Table};

/// The score for White, in centipawns, of a position with only these pieces of the board.
fn score(network: &Network, board: &Board, pieces: BitMap) -> i32 {
    let pieces = squares(pieces).map(|square| (square, board.square[square]));
    let active = Active::new(pieces, Side::BOTH.map(|side| board.king_square(side)));
    let score = network.evaluate(&active, board.next_move);
    if board.next_move == Side::White { score } else { -score }
}

/// The worth of the piece on this square to its owner, in centipawns: the score with it minus the score without it.
/// Without it, another bucket may apply.
pub fn worth(network: &Network, board: &Board, square: Square) -> i32 {
    let without = board.occupied & !bit(square);
    let difference = score(network, board, board.occupied) - score(network, board, without);
    if Side::of(board.square[square]) == Side::White { difference } else { -difference }
}

/// The score for the side to move with the output weights of each bucket, in centipawns.
pub fn by_bucket(network: &Network, board: &Board) -> Vec<i32> {
    let of = |bucket: usize| {
        let set = 2 * network.hidden;
        let one = Network {
            buckets: 1,
            output_weights: network.output_weights.numbers().skip(bucket * set).take(set).collect(),
            output_bias: vec![network.output_bias[bucket]],
            ..network.clone()
        };
        one.evaluate_board(board)
    };
    (0..network.buckets).map(of).collect()
}

/// The pieces and their worth, White's beside Black's, most valuable first.
pub fn table(board: &Board, network: &Network, format: Format) -> Table {
    let columns = ["White", "on", "worth", "Black", "at", "worth to Black"];
    let mut table = Table::new("", &columns);
    let cell = |centipawns: i32| {
        if format == Format::Text { format!("{:+.2}", f64::from(centipawns) / 100.0) } else { centipawns.to_string() }
    };
    let [white, black] = Side::BOTH.map(|side| {
        let king = board.bitmap[side.piece(KING) as usize];
        let mut list: Vec<(i32, Square)> =
            squares(board.pieces[side.index()] & !king).map(|square| (worth(network, board, square), square)).collect();
        list.sort_unstable_by_key(|&(worth, square)| (-worth, square));
        list
    });
    let cells = |entry: Option<&(i32, Square)>| match entry {
        Some(&(worth, square)) => [kind_name(board.square[square]).into(), square_name(square), cell(worth)],
        None => Default::default(),
    };
    for at in 0..white.len().max(black.len()) {
        table.row([cells(white.get(at)), cells(black.get(at))].concat());
    }
    let total = score(network, board, board.occupied);
    table.row(["sum for White".into(), String::new(), cell(total), String::new(), String::new(), String::new()].into());
    table.note("worth: the score with the piece minus the score without it; they do not add up to the sum");
    let pieces = board.occupied.count_ones() as usize;
    let now = bucket(pieces, network.buckets);
    if network.buckets > 1 {
        let scores: Vec<String> = by_bucket(network, board).into_iter().map(cell).collect();
        let scores = scores.join(" ");
        table.note(format!("for the side to move by bucket: {scores}; bucket {} applies", now + 1));
    }
    table.note(format!("network {}, {} hidden neurons a side", network.name, network.hidden));
    table
}
