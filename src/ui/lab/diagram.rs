//! `picture`: the position on the board as a picture (SVG).

use std::fmt::Write;

use crate::bitops::bit;
use crate::board::Board;
use crate::defines::{EMPTY, Side, Square, kind};
use crate::readfen::letter_of;
use crate::ui::console::Session;
use crate::ui::page::PIECES;
use crate::ui::terminal::picture::Marks;
use crate::ui::words::Done;

use crate::ui::arguments::Target;

/// Size of a square, in SVG units; the pieces are drawn for it.
const SQUARE: usize = 40;
/// Room for the names of files and ranks.
const MARGIN: usize = 20;
/// Colours of light and dark squares, and of those of the last move.
const SQUARES: [&str; 2] = ["#f0d9b5", "#b58863"];
const LAST: [&str; 2] = ["#f7ec74", "#dac34b"];

pub(crate) fn picture(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let words = crate::ui::arguments::words(text);
    let target = Target::read(&words, ".svg")?;
    target.write(&svg(board))?;
    session.say(&format!("written: {}", target.file));
    Ok(())
}

/// The picture of a position.
fn svg(board: &Board) -> String {
    let size = 8 * SQUARE + MARGIN;
    let defs = PIECES.find("<defs>").zip(PIECES.find("</defs>")).map_or("", |(begin, end)| &PIECES[begin..end + 7]);
    let mut body = String::new();
    let last = Marks::of(board).last;
    for square in 0..64 {
        let (x, y) = place(square, board.view_rotated);
        let is_dark = (square / 8 + square % 8) % 2 == 0;
        let colours = if last & bit(square) != 0 { LAST } else { SQUARES };
        // Writing to a String cannot fail.
        let _ = write!(
            body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{}\"/>",
            colours[usize::from(is_dark)]
        );
        let piece = board.square[square];
        if piece != EMPTY {
            let (fill, stroke) = if Side::of(piece) == Side::White { ("#fff", "#222") } else { ("#222", "#eee") };
            let id = letter_of(kind(piece)).to_ascii_lowercase();
            let _ = write!(body, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"{stroke}\"/>");
        }
        body.push('\n');
    }
    for at in 0..8 {
        let (x, _) = place(at, board.view_rotated);
        let (_, y) = place(8 * at, board.view_rotated);
        let (file, rank) = (char::from(b'a' + at as u8), at + 1);
        let (middle, below, beside) = (x + SQUARE / 2, 8 * SQUARE + 15, y + SQUARE / 2 + 5);
        let _ = writeln!(
            body,
            "<text x=\"{middle}\" y=\"{below}\">{file}</text><text x=\"10\" y=\"{beside}\">{rank}</text>"
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n{defs}\n\
         <rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// The upper left corner of a square.
fn place(square: Square, rotated: bool) -> (usize, usize) {
    let (file, rank) = (square % 8, square / 8);
    let (column, row) = if rotated { (7 - file, rank) } else { (file, 7 - rank) };
    (MARGIN + column * SQUARE, row * SQUARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_stands_on_its_square() {
        let mut board = Board::new();
        let mv = board.read_move("e4").expect("legal");
        board.play(mv);
        let picture = svg(&board);
        assert_eq!(picture.matches("<use ").count(), 32);
        assert_eq!(picture.matches(LAST[0]).count() + picture.matches(LAST[1]).count(), 2);
        // e4 is the fifth file and the fourth rank from below.
        assert!(picture.contains("<use href=\"#p\" x=\"180\" y=\"160\" fill=\"#fff\""), "{picture}");
        board.view_rotated = true;
        assert!(svg(&board).contains("<use href=\"#p\" x=\"140\" y=\"120\" fill=\"#fff\""));
    }
}
