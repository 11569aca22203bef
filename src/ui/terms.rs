//! The evaluation, term by term: the tutorial's with one number for each term, the modern one with a pair, for
//! middlegame and endgame.

mod worth;

use crate::board::Algorithm;
use crate::board::Board;
use crate::defines::*;
use crate::eval::Evaluation;
use crate::modern::eval::{Mixture, PHASE_MAX, SCALE_FULL, blend};
use crate::modern::evaluation::EvalKind;
use crate::modern::params::{COUNT, GROUPS, PARAMS, eg, mg, s};
use crate::modern::pawns::Trace;
use crate::setup::Setup;

use super::tables::{Format, Table};

/// The evaluation of the playing search as a table.
pub fn evaluation(board: &Board, format: Format) -> Table {
    match board.modern.eval_kind() {
        _ if board.algorithm != Algorithm::Modern => tutorial(board, format),
        EvalKind::Tutorial => tutorial(board, format),
        EvalKind::Classical => modern(board, format),
        EvalKind::Network => worth::table(board, format),
    }
}

/// The classical terms, shown to people beside the network's evaluation.
pub fn beside(board: &Board) -> Option<Table> {
    let asked = board.algorithm == Algorithm::Modern && board.modern.eval_kind() == EvalKind::Network;
    asked.then(|| {
        let mut table = modern(board, Format::Text);
        table.title = "the classical evaluation of the same position".into();
        table
    })
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

/// Records how often each pair of weights counts, for White and for Black.
struct Counts {
    of: Box<[[i32; 2]; COUNT]>,
}

impl Trace for Counts {
    fn count(&mut self, index: usize, n: i32) {
        self.of[index][usize::from(n < 0)] += n.abs();
    }
}

fn modern(board: &Board, format: Format) -> Table {
    let mut counts = Counts { of: Box::new([[0; 2]; COUNT]) };
    let mixture = board.trace_evaluation(&mut counts);
    let columns = ["term", "White mg", "White eg", "Black mg", "Black eg", "sum"];
    let mut table = Table::new("", &columns);
    let mut begin = 0;
    for (name, size) in GROUPS {
        let group = begin..begin + size;
        begin += size;
        // Middlegame and endgame of White, then of Black.
        let mut values = [0; 4];
        for index in group {
            for (side, count) in counts.of[index].into_iter().enumerate() {
                values[2 * side] += count * mg(PARAMS[index]);
                values[2 * side + 1] += count * eg(PARAMS[index]);
            }
        }
        if values == [0; 4] {
            continue;
        }
        let [white_mg, white_eg, black_mg, black_eg] = values;
        let sum = blend(Mixture { pair: s(white_mg - black_mg, white_eg - black_eg), ..mixture });
        let mut cells = vec![name.to_lowercase().replace('_', " ")];
        cells.extend(values.map(|value| cell(value, format)));
        cells.push(cell(sum, format));
        table.row(cells);
    }
    let mut cells = vec!["sum for White".to_string()];
    cells.extend(std::iter::repeat_n(String::new(), 4));
    cells.push(cell(blend(mixture), format));
    table.row(cells);
    let Mixture { phase, scale, .. } = mixture;
    table.note(format!(
        "phase {phase} of {PHASE_MAX}: the weight of the middlegame (mg); the rest is the endgame's (eg)"
    ));
    if scale != SCALE_FULL {
        table.note(format!("the endgame counts {scale} of {SCALE_FULL}, being hard to win"));
    }
    table
}

/// The evaluation of the playing search for the side to move, in centipawns.
pub fn value(board: &mut Board) -> i32 {
    if board.algorithm == Algorithm::Modern { board.evaluate_modern() } else { board.eval() }
}

/// The evaluation of the position with colours exchanged, on a separate board.
pub fn mirrored_value(board: &Board) -> i32 {
    let mut mirrored = Box::new(board.clone());
    mirrored.init_from_setup(&mirror(&board.setup()));
    value(&mut mirrored)
}

/// The position with colours exchanged and the board mirrored.
fn mirror(setup: &Setup) -> Setup {
    let turned = |square: Square| setup.square[square ^ 56];
    let square = std::array::from_fn(|at| if turned(at) == EMPTY { EMPTY } else { turned(at) ^ BLACK_BIT });
    let [white, black] = setup.castle;
    Setup {
        square,
        next_move: setup.next_move.other(),
        castle: [black, white],
        ep_square: if setup.ep_square == 0 { 0 } else { setup.ep_square ^ 56 },
        ..setup.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn column(table: &Table, column: usize) -> Vec<i32> {
        table.rows.iter().map(|row| row[column].parse().unwrap_or_default()).collect()
    }

    #[test]
    fn the_terms_add_up_to_the_value() {
        for algorithm in [Algorithm::Pvs, Algorithm::Modern] {
            let mut board = Board::new();
            board.algorithm = algorithm;
            board.modern.set_eval_kind(EvalKind::Classical);
            board.init_from_setup(&read_fen(KIWIPETE).expect("legal").setup);
            let table = evaluation(&board, Format::Csv);
            let sums = column(&table, table.columns.len() - 1);
            let (total, terms) = sums.split_last().expect("rows");
            let value = value(&mut board);
            assert_eq!(*total, value, "{algorithm:?}");
            // Each term of the modern evaluation is rounded by itself.
            assert!((terms.iter().sum::<i32>() - total).abs() <= terms.len() as i32, "{algorithm:?} {sums:?}");
            assert_eq!(mirrored_value(&board), value, "{algorithm:?}");
        }
    }
}
