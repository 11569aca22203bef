//! A graph of the game for the terminal: a column for each half-move, as high as White's winning chances.

use crate::games::review::{Review, winning_chances};
use crate::games::tree::{mark_text, number_text};
use crate::setup::Setup;

/// Rows of the graph.
const ROWS: usize = 8;

/// Characters for zero to eight eighths of a row.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Width of the scale on the left, in columns.
const SCALE: usize = 6;

/// The graph of a game that begins at `start`, with marks and move numbers below it. Set `blocks` if the terminal can
/// show partial blocks.
pub fn of(review: &Review, start: &Setup, columns: usize, blocks: bool) -> String {
    let moves = &review.moves;
    let scores: Vec<i32> = moves.iter().map(|judged| judged.scores[1]).collect();
    let (step, chances) = chances(&scores, columns.saturating_sub(SCALE + 1).max(10));
    let groups: Vec<_> = moves.chunks(step).collect();
    let mut lines: Vec<String> = (0..ROWS).rev().map(|row| row_of(row, &chances, blocks)).collect();
    let marks: String = groups.iter().map(|group| worst_mark(group.iter().map(|judged| judged.mark))).collect();
    let below = [format!("{}{}", " ".repeat(SCALE), marks.trim_end()), numbers(start, step, groups.len())];
    lines.extend(below.into_iter().filter(|line| !line.trim().is_empty()));
    lines.join("\n")
}

/// Number of half-moves per column, and White's winning chances in each column, from scores in centipawns for White. If
/// the game has more half-moves than `width`, each column covers several half-moves and shows the last of them.
pub fn chances(scores: &[i32], width: usize) -> (usize, Vec<f64>) {
    let step = scores.len().div_ceil(width.max(1)).max(1);
    let last = scores.chunks(step).filter_map(|group| group.last());
    (step, last.map(|&score| winning_chances(score)).collect())
}

/// The character of one cell of a column. Rows are counted from the bottom.
pub fn cell(chance: f64, row: usize, rows: usize, blocks: bool) -> &'static str {
    let eighths = (chance * (8 * rows) as f64).round() as usize;
    let full = eighths.saturating_sub(8 * row).min(8);
    if blocks { BLOCKS[full] } else { ["#", " "][usize::from(full < 4)] }
}

fn row_of(row: usize, chances: &[f64], blocks: bool) -> String {
    let scale = match row {
        _ if row + 1 == ROWS => "White",
        _ if row + 1 == ROWS / 2 => "even",
        0 => "Black",
        _ => "",
    };
    let drawn: String = chances.iter().map(|&chance| cell(chance, row, ROWS, blocks)).collect();
    format!("{scale:<SCALE$}{}", drawn.trim_end())
}

/// One character for the worst mark: `X` for a blunder, `?` for a mistake, `·` for an inaccuracy, `!` for a good move.
fn worst_mark(marks: impl Iterator<Item = u8>) -> char {
    let rank = |mark: u8| [4, 2, 6, 1].iter().position(|known| *known == mark).unwrap_or(9);
    let worst = marks.min_by_key(|&mark| rank(mark)).unwrap_or_default();
    match worst {
        4 => 'X',
        6 => '·',
        _ => mark_text(worst).chars().next().unwrap_or(' '),
    }
}

/// Move numbers, each below its column: at the first column, and wherever a new group of ten moves (11 to 20, 21 to 30)
/// begins. Omits numbers that do not fit.
fn numbers(start: &Setup, step: usize, columns: usize) -> String {
    let number = |column: usize| number_text(start, column * step).0;
    let mut line = " ".repeat(SCALE);
    for column in 0..columns {
        let is_first = column == 0 || (number(column) - 1) / 10 != (number(column - 1) - 1) / 10;
        let text = number(column).to_string();
        // A space separates two numbers, and no number extends beyond the last column.
        let has_room = column == 0 || line.chars().count() < SCALE + column;
        let ends_in_time = column == 0 || column + text.len() <= columns;
        if is_first && has_room && ends_in_time {
            line.push_str(&" ".repeat(SCALE + column - line.chars().count()));
            line.push_str(&text);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::defines::Side;
    use crate::games::review::JudgedMove;
    use crate::games::tree::ROOT;
    use crate::readfen::read_fen;

    fn review(scores: &[i32]) -> Review {
        let judged = |&score: &i32| JudgedMove {
            id: ROOT,
            side: Side::White,
            scores: [0, score],
            loss: 0.0,
            mark: if score < -900 { 4 } else { 0 },
            better: Vec::new(),
            punishment: Vec::new(),
            is_puzzle: false,
        };
        Review { moves: scores.iter().map(judged).collect(), positions: Vec::new() }
    }

    #[test]
    fn columns_are_as_high_as_the_chances() {
        let text = of(&review(&[9999, 0, -9999]), &Board::new().setup(), 80, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[4], lines[7]), ("White #", "even  ##", "Black ##"));
        assert_eq!(lines[ROWS], "        X");
    }

    #[test]
    fn rows_without_a_bar_stay() {
        let text = of(&review(&[-300; 3]), &Board::new().setup(), 80, false);
        let scale: Vec<&str> = text.lines().map(|line| line.get(..SCALE).unwrap_or(line).trim()).collect();
        assert_eq!(scale, ["White", "", "", "", "even", "", "", "Black", ""], "{text}");
    }

    #[test]
    fn moves_are_numbered_from_the_start_of_the_game() {
        let start = read_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 19").expect("legal").setup;
        let text = of(&review(&[0; 8]), &start, 80, false);
        // Black's 19th move, then White's 20th, Black's 20th, and the 21st.
        assert_eq!(text.lines().last(), Some("      19 21"), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_the_window() {
        for columns in [20, 40, 80] {
            for blocks in [true, false] {
                let text = of(&review(&[50; 300]), &Board::new().setup(), columns, blocks);
                assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            }
        }
    }
}
