//! The evaluation in detail: the tutorial's term by term, the network's piece by piece.

mod worth;

use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::eval::Evaluation;
use crate::modern::Modern;
use crate::modern::evaluation::EvalKind;
use crate::play::Options;
use crate::searcher::Algorithm;
use crate::setup::Setup;

use super::tables::{Format, Table};

/// The evaluation of the playing search as a table.
pub fn evaluation(board: &Board, options: &Options, format: Format) -> Table {
    match options.modern.eval_kind {
        _ if options.algorithm != Algorithm::Modern => tutorial(board, format),
        EvalKind::Tutorial => tutorial(board, format),
        EvalKind::Network => worth::table(board, &options.modern.network, format),
    }
}

/// A score in pawns for people, in centipawns for programs.
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

/// The evaluation of the playing search for the side to move, in centipawns.
pub fn value(board: &Board, options: &Options) -> i32 {
    match options.algorithm {
        Algorithm::Modern => Modern::with(&options.modern).evaluation_of(board),
        _ => board.clone().eval(),
    }
}

/// The evaluation of the position with colours exchanged, on a separate board.
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
