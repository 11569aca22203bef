//! The evaluation in detail: the tutorial's term by term, the network's piece by piece.

use crate::bitops::{bit, squares};
use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::displaymove::square_name;
use crate::eval::Evaluation;
use crate::modern::Modern;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::Network;
use crate::modern::network::features::{Active, bucket};
use crate::play::Options;
use crate::readmove::kind_name;
use crate::searcher::Algorithm;
use crate::setup::Setup;

use super::tables::{Format, Table};

/// The evaluation of the selected search, as a table.
pub fn evaluation(board: &Board, options: &Options, format: Format) -> Table {
    match options.modern.eval_kind {
        _ if options.algorithm != Algorithm::Modern => tutorial(board, format),
        EvalKind::Tutorial => tutorial(board, format),
        EvalKind::Network => network(board, &options.modern.network, format),
    }
}

/// The evaluation table as sentences; for the network, one for the pieces of each side, and one for the sum.
pub fn in_words(table: &Table) -> String {
    let Some((sum, pieces)) = table.rows.split_last().filter(|_| table.columns == NETWORK_COLUMNS) else {
        return table.in_sentences();
    };
    let of_side = |cells: std::ops::Range<usize>| {
        let cells = pieces.iter().map(|row| row[cells.clone()].join(" ")).filter(|cells| !cells.trim().is_empty());
        let cells = cells.collect::<Vec<_>>().join(", ");
        if cells.is_empty() { "only the king".into() } else { cells }
    };
    let (white, black, sum) = (of_side(0..3), of_side(3..6), &sum[2]);
    format!("Worth of White's pieces: {white}.\nWorth of Black's pieces: {black}.\nSum for White: {sum}.")
}

/// A score: in pawns in text format, in centipawns otherwise.
fn cell(centipawns: i32, format: Format) -> String {
    if format == Format::Text { format!("{:+.2}", f64::from(centipawns) / 100.0) } else { centipawns.to_string() }
}

fn tutorial(board: &Board, format: Format) -> Table {
    let mut table = Table::new("", &["term", "White", "Black", "sum"]);
    let Evaluation::Terms { material, trade_bonus, sides: [white, black] } = board.evaluation() else {
        table.note("insufficient material: neither side can mate");
        return table;
    };
    let mut row = |name: &str, sides: [String; 2], sum| {
        let [white, black] = sides;
        table.row(vec![name.into(), white, black, cell(sum, format)]);
    };
    row("material", Default::default(), material);
    row("trade bonus", Default::default(), trade_bonus);
    for ((name, white), (_, black)) in white.by_name().into_iter().zip(black.by_name()) {
        row(name, [white, black].map(|value| cell(value, format)), white - black);
    }
    row("sum for White", Default::default(), board.evaluation().score());
    table
}

/// The network's score for White, in centipawns, with only these pieces on the board.
fn score(network: &Network, board: &Board, pieces: BitMap) -> i32 {
    let pieces = squares(pieces).map(|square| (square, board.square[square]));
    let active = Active::new(pieces, Side::BOTH.map(|side| board.king_square(side)));
    let score = network.evaluate(&active, board.next_move);
    if board.next_move == Side::White { score } else { -score }
}

/// The worth of the piece on this square to its owner, in centipawns: the score with it minus the score without it.
/// Removing the piece may select a different output bucket.
fn worth(network: &Network, board: &Board, square: Square) -> i32 {
    let without = board.occupied & !bit(square);
    let difference = score(network, board, board.occupied) - score(network, board, without);
    if Side::of(board.square[square]) == Side::White { difference } else { -difference }
}

/// For each output bucket, the score for the side to move with the weights of that bucket, in centipawns.
fn by_bucket(network: &Network, board: &Board) -> Vec<i32> {
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

/// Columns of the network's table: three for each side.
const NETWORK_COLUMNS: [&str; 6] = ["White", "on", "worth", "Black", "at", "worth to Black"];

/// Table of the network's evaluation: the worth of each piece, most valuable first, White and Black side by side.
fn network(board: &Board, network: &Network, format: Format) -> Table {
    let mut table = Table::new("", &NETWORK_COLUMNS);
    let cell = |centipawns| cell(centipawns, format);
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
    table.note("worth: the score with the piece minus the score without it; the values do not add up to the sum");
    let pieces = board.occupied.count_ones() as usize;
    let now = bucket(pieces, network.buckets);
    if network.buckets > 1 {
        let scores: Vec<String> = by_bucket(network, board).into_iter().map(cell).collect();
        let scores = scores.join(" ");
        table.note(format!("score for the side to move by bucket: {scores}; this position uses bucket {}", now + 1));
    }
    table.note(format!("network {}, {} hidden neurons a side", network.name, network.hidden));
    table
}

/// The evaluation of the selected search for the side to move, in centipawns.
pub fn value(board: &Board, options: &Options) -> i32 {
    match options.algorithm {
        Algorithm::Modern => Modern::with(&options.modern).evaluation_of(board),
        _ => board.clone().eval(),
    }
}

/// The evaluation of the position with the colours exchanged.
pub fn mirrored_value(board: &Board, options: &Options) -> i32 {
    let mut mirrored = Board::new();
    mirrored.init_from_setup(&mirror(&board.setup()));
    value(&mirrored, options)
}

/// The position with colours exchanged and the board mirrored.
pub fn mirror(setup: &Setup) -> Setup {
    let turned = |square: Square| setup.square[square ^ 56];
    let square = std::array::from_fn(|at| if turned(at) == EMPTY { EMPTY } else { turned(at) ^ BLACK_BIT });
    let ([white, black], [paths, other_paths]) = (setup.castle, setup.castle_path);
    let path = |side: Side, path: CastlePath| CastlePath::new(side, path.king_from % 8, path.rook_from % 8);
    let castle_path = [other_paths.map(|it| path(Side::White, it)), paths.map(|it| path(Side::Black, it))];
    Setup {
        square,
        next_move: setup.next_move.other(),
        castle: [black, white],
        castle_path,
        ep_square: if setup.ep_square == 0 { 0 } else { setup.ep_square ^ 56 },
        ..setup.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern;
    use crate::readfen::read_fen;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn column(table: &Table, column: usize) -> Vec<i32> {
        table.rows.iter().map(|row| row[column].parse().unwrap_or_default()).collect()
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        for algorithm in [Algorithm::Pvs, Algorithm::Modern] {
            let modern = modern::Settings { eval_kind: EvalKind::Tutorial, ..modern::Settings::default() };
            let options = Options { algorithm, modern, ..Options::default() };
            let mut board = Board::new();
            board.init_from_setup(&read_fen(KIWIPETE).expect("legal").setup);
            let table = evaluation(&board, &options, Format::Csv);
            let sums = column(&table, table.columns.len() - 1);
            let (total, terms) = sums.split_last().expect("rows");
            let value = value(&board, &options);
            assert_eq!(*total, value, "{algorithm:?}");
            assert_eq!(terms.iter().sum::<i32>(), *total, "{algorithm:?} {sums:?}");
            assert_eq!(mirrored_value(&board, &options), value, "{algorithm:?}");
        }
    }
}
