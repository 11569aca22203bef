//! A graph of the game for the terminal: a column for each half-move, as high as White's winning chances.

use crate::games::review::{Review, winning_chances};
use crate::games::tree::mark_text;

/// Rows of the graph.
const ROWS: usize = 8;

/// Characters for zero to eight eighths of a row.
const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Width of the scale on the left, in columns.
const SCALE: usize = 6;

/// The graph, with marks and move numbers below it. Set `blocks` if the terminal can show partial blocks.
pub fn of(review: &Review, columns: usize, blocks: bool) -> String {
    let moves = &review.moves;
    let scores: Vec<i32> = moves.iter().map(|judged| judged.scores[1]).collect();
    let (step, chances) = chances(&scores, columns.saturating_sub(SCALE + 1).max(10));
    let groups: Vec<_> = moves.chunks(step).collect();
    let mut lines: Vec<String> = (0..ROWS).rev().map(|row| row_of(row, &chances, blocks)).collect();
    let marks: String = groups.iter().map(|group| worst_mark(group.iter().map(|judged| judged.mark))).collect();
    lines.push(format!("{}{}", " ".repeat(SCALE), marks.trim_end()));
    lines.push(numbers(review, step, groups.len()));
    lines.retain(|line| !line.trim().is_empty());
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

/// Move numbers, each below its column: for every ten moves, counted from the start of the game, the number of the
/// first move that begins a column. Omits a number that has no room.
fn numbers(review: &Review, step: usize, columns: usize) -> String {
    let mut line = " ".repeat(SCALE);
    for column in 0..columns {
        let number = (column * step) / 2 + 1;
        let is_first = column == 0 || (number - 1) / 10 != ((column - 1) * step / 2) / 10;
        let text = number.to_string();
        // A space separates two numbers, and no number extends beyond the last column.
        let has_room = column == 0 || line.chars().count() < SCALE + column;
        let ends_in_time = column == 0 || column + text.len() <= columns;
        if is_first && has_room && ends_in_time && column * step < review.moves.len() {
            line.push_str(&" ".repeat(SCALE + column - line.chars().count()));
            line.push_str(&text);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::Side;
    use crate::games::review::JudgedMove;
    use crate::games::tree::ROOT;

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
        let text = of(&review(&[9999, 0, -9999]), 80, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines[0], lines[4], lines[7]), ("White #", "even  ##", "Black ##"));
        assert_eq!(lines[ROWS], "        X");
    }

    #[test]
    fn no_line_is_wider_than_the_window() {
        for columns in [20, 40, 80] {
            for blocks in [true, false] {
                let text = of(&review(&[50; 300]), columns, blocks);
                assert!(text.lines().all(|line| line.chars().count() <= columns), "{text}");
            }
        }
    }
}
