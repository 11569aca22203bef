//! The board on a terminal: coloured squares and figurines if available, marks that work without colour, and notes
//! beside it. Pipes get the tutorial's diagram, drawn by [`show`](crate::ui::show).

use crate::bitops::{bit, squares};
use crate::board::Board;
use crate::data::FILE_A;
use crate::defines::*;
use crate::eval::DARK_SQUARES;
use crate::moves::Move;
use crate::readfen::letter_of;

use crate::ui::show::Orientation;

use super::look::{Capabilities, SquareSize, figurine};
use super::style::{Color, Stylize};
use super::theme::Theme;

/// Columns for the coordinates to the left of the board and the space to the right of it.
const MARGIN: usize = 4;
/// Minimum number of columns for the notes beside the board, with the space before them.
const NOTES_WIDTH: usize = 24;
/// Columns of the smallest board, which has no colours, plus an empty column on its right.
const SMALL_WIDTH: usize = 18;
/// Rows of the smallest board, with its coordinates.
const HEIGHT: usize = 9;

/// Rows and columns of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    rows: usize,
    columns: usize,
}

/// Square sizes, from small to huge.
const CELLS: [Cell; 3] = [Cell { rows: 1, columns: 3 }, Cell { rows: 2, columns: 5 }, Cell { rows: 3, columns: 7 }];

impl Cell {
    /// Columns of a board with squares of this size.
    fn width(self) -> usize {
        8 * self.columns + MARGIN
    }

    /// The square size from the settings, or a smaller one if that does not fit.
    fn fitting(screen: Capabilities) -> Cell {
        let columns = screen.columns.unwrap_or(80);
        let most = match screen.squares {
            SquareSize::Auto => 2,
            SquareSize::Rows(rows) => usize::from(rows.clamp(1, 3)) - 1,
        };
        let fits = |cell: &&Cell| match screen.squares {
            // Leaves room for the search's output below the board. Without colours, squares have one row.
            SquareSize::Auto => {
                cell.rows == 1
                    || screen.theme.is_some()
                        && 2 * (8 * cell.rows + 1) <= screen.rows
                        && cell.width() + NOTES_WIDTH <= columns
            }
            _ => 8 * cell.rows + 3 <= screen.rows && cell.width() <= columns,
        };
        CELLS[..=most].iter().rev().find(fits).copied().unwrap_or(CELLS[0])
    }
}

/// Marked squares, as bitboards. Only the full-screen view shows `best` and the fields after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// Origin and target of the last move.
    pub last: BitMap,
    /// The square of a king in check.
    pub check: BitMap,
    /// Attacked squares.
    pub attacked: BitMap,
    /// Origin and target of the best move.
    pub best: BitMap,
    /// Origin and target of the threat.
    pub threat: BitMap,
    /// Squares to which the picked-up piece can move.
    pub targets: BitMap,
    /// The square of the picked-up piece.
    pub picked: BitMap,
    /// The square of the cursor.
    pub cursor: BitMap,
}

impl Marks {
    /// Marks for the last move and for a king in check.
    pub fn of(board: &Board) -> Marks {
        let last = last_move(board).map_or(0, |mv| bit(mv.from()) | bit(mv.tosq()));
        let king = board.bitmap[board.next_move.piece(KING) as usize];
        Marks { last, check: if board.is_own_king_attacked() { king } else { 0 }, ..Marks::default() }
    }

    /// Marks for all squares that a side attacks.
    pub fn attacked_by(board: &Board, side: Side) -> Marks {
        let attacked = (0..64).filter(|&square| board.is_square_attacked(square, side)).map(bit).sum();
        Marks { attacked, ..Marks::default() }
    }
}

/// The last move of the game.
pub fn last_move(board: &Board) -> Option<Move> {
    Some(board.game_line[board.end_of_game.checked_sub(1)?].mv)
}

/// Draws a board, as large as the settings and the screen allow, with notes beside or below it; the smallest board has
/// none. Returns [`None`] if even the smallest board does not fit.
pub fn draw(
    square: &[Piece; 64],
    orientation: Orientation,
    marks: Marks,
    notes: &[String],
    screen: Capabilities,
) -> Option<String> {
    let columns = screen.columns.unwrap_or(80);
    if columns < SMALL_WIDTH || screen.rows < HEIGHT {
        return None;
    }
    let cell = Cell::fitting(screen);
    if columns < cell.width() || screen.rows < HEIGHT + 2 {
        return Some(small(square, orientation, marks));
    }
    let mut lines: Vec<String> =
        ranks(orientation).flat_map(|rank| rank_lines(square, rank, orientation, marks, screen, cell)).collect();
    let files: String =
        files(orientation).map(|file| format!("{:^1$}", (b'a' + file as u8) as char, cell.columns)).collect();
    lines.push(format!("   {files}"));
    let beside = columns >= cell.width() + NOTES_WIDTH;
    let middles = lines.iter_mut().skip(cell.rows / 2).step_by(cell.rows);
    for (line, note) in middles.zip(notes).filter(|(_, note)| beside && !note.is_empty()) {
        line.push_str("   ");
        line.extend(note.chars().take(columns.saturating_sub(cell.width() + 3)));
    }
    if !beside {
        // Rows not taken by the board, the blank lines above and below it, or the prompt.
        let room = screen.rows.saturating_sub(lines.len() + 3);
        let notes = notes.iter().filter(|note| !note.is_empty()).take(room);
        lines.extend(notes.map(|note| note.chars().take(columns).collect()));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    Some(format!("\n{}\n", lines.join("\n")))
}

fn ranks(orientation: Orientation) -> Box<dyn Iterator<Item = usize>> {
    match orientation {
        Orientation::FromWhite => Box::new((0..8).rev()),
        Orientation::FromBlack => Box::new(0..8),
    }
}

fn files(orientation: Orientation) -> Box<dyn Iterator<Item = usize>> {
    match orientation {
        Orientation::FromWhite => Box::new(0..8),
        Orientation::FromBlack => Box::new((0..8).rev()),
    }
}

/// The text rows of a rank. The middle row has the rank number and the pieces.
fn rank_lines(
    square: &[Piece; 64],
    rank: usize,
    orientation: Orientation,
    marks: Marks,
    screen: Capabilities,
    cell: Cell,
) -> impl Iterator<Item = String> {
    let middle = cell.rows / 2;
    (0..cell.rows).map(move |row| {
        let cells = files(orientation).map(|file| {
            let at = 8 * rank + file;
            let piece = if row == middle { square[at] } else { EMPTY };
            match screen.theme {
                Some(theme) => coloured_cell(piece, at, marks, theme, screen.figurines, cell.columns),
                None if row == middle => plain_cell(piece, at, marks, screen.figurines, cell.columns),
                None => " ".repeat(cell.columns),
            }
        });
        let number = if row == middle { (rank + 1).to_string() } else { " ".into() };
        format!(" {number} {}", cells.collect::<String>())
    })
}

/// 0 for a light square, 1 for a dark one.
fn shade(square: Square) -> usize {
    usize::from(DARK_SQUARES & bit(square) != 0)
}

/// One text row of a coloured cell. Both sides use the filled figurines, in the colour of the piece, unless the theme
/// gives them different shapes.
fn coloured_cell(piece: Piece, square: Square, marks: Marks, theme: Theme, figurines: bool, columns: usize) -> String {
    let is = |map: BitMap| map & bit(square) != 0;
    let below = match () {
        () if is(marks.check) => theme.grounds.check,
        () if is(marks.attacked) => theme.grounds.attacked[shade(square)],
        () if is(marks.last) => theme.last[shade(square)],
        () => theme.squares[shade(square)],
    };
    let below = Color::AnsiValue(below.palette);
    if piece == EMPTY {
        return " ".repeat(columns).on(below).to_string();
    }
    let letter = match (figurines, theme.shapes) {
        (true, true) => figurine(piece),
        (true, false) => figurine(BLACK_BIT | kind(piece)),
        (false, _) => letter_of(piece),
    };
    let text = if theme.signs { signed(letter, square, marks) } else { letter.to_string() };
    let hue = Color::AnsiValue(theme.pieces[Side::of(piece).index()].palette);
    format!("{text:^columns$}").with(hue).on(below).bold().to_string()
}

/// The middle row of a cell without colours: the last move is in brackets, a king in check between exclamation marks,
/// and attacked squares have an asterisk.
fn plain_cell(piece: Piece, square: Square, marks: Marks, figurines: bool, columns: usize) -> String {
    let middle = match piece {
        EMPTY if shade(square) == 1 => {
            if figurines {
                '·'
            } else {
                '.'
            }
        }
        EMPTY => ' ',
        _ if figurines => figurine(piece),
        _ => letter_of(piece),
    };
    format!("{:^columns$}", signed(middle, square, marks))
}

/// A piece with characters that mark its square.
fn signed(middle: char, square: Square, marks: Marks) -> String {
    let is = |map: BitMap| map & bit(square) != 0;
    match () {
        () if is(marks.check) => format!("!{middle}!"),
        () if is(marks.last) => format!("[{middle}]"),
        () if is(marks.attacked) => format!(" {middle}*"),
        () => format!(" {middle} "),
    }
}

/// The board for very small windows: letters and dots, two columns per square.
fn small(square: &[Piece; 64], orientation: Orientation, marks: Marks) -> String {
    let mut lines: Vec<String> = ranks(orientation)
        .map(|rank| {
            let cells = files(orientation).map(|file| {
                let at = 8 * rank + file;
                let letter = if square[at] == EMPTY { '.' } else { letter_of(square[at]) };
                let mark = match () {
                    () if marks.check & bit(at) != 0 => '!',
                    () if marks.last & bit(at) != 0 => '>',
                    () if marks.attacked & bit(at) != 0 => '*',
                    () => ' ',
                };
                format!("{mark}{letter}")
            });
            format!("{}{}", rank + 1, cells.collect::<String>())
        })
        .collect();
    lines.push(files(orientation).fold(" ".into(), |line, file| format!("{line} {}", (b'a' + file as u8) as char)));
    lines.join("\n")
}

/// The pieces a side has captured in the game: queens, rooks, bishops, knights, pawns.
pub fn captured(board: &Board, side: Side) -> Vec<Piece> {
    let mut taken: Vec<Piece> = board.game_line[..board.end_of_game].iter().map(|record| record.mv.capt()).collect();
    taken.retain(|piece| *piece != EMPTY && Side::of(*piece) != side);
    let order = [QUEEN, ROOK, BISHOP, KNIGHT, PAWN];
    taken.sort_by_key(|piece| order.iter().position(|known| *known == kind(*piece)));
    taken
}

/// The captured pieces as text, with the material lead in pawns.
pub fn captures(board: &Board, side: Side, screen: Capabilities) -> String {
    let letter = |piece| if screen.figurines { figurine(piece) } else { letter_of(piece) };
    let mut text: String = captured(board, side).into_iter().map(letter).collect();
    let ahead = if side == Side::White { board.material } else { -board.material } / 100;
    if ahead > 0 {
        text.push_str(&format!("{}+{ahead}", if text.is_empty() { "" } else { " " }));
    }
    text
}

/// The pieces of a rank or file in words, ordered by square.
pub fn line_in_words(board: &Board, map: BitMap) -> String {
    let pieces: Vec<String> = squares(map & board.occupied).map(|square| piece_in_words(board, square)).collect();
    if pieces.is_empty() { "empty".into() } else { pieces.join(", ") }
}

/// A square in words: `a1 white rook`.
pub fn piece_in_words(board: &Board, square: Square) -> String {
    let piece = board.square[square];
    let name = crate::displaymove::square_name(square);
    if piece == EMPTY {
        return format!("{name} is empty");
    }
    let colour = if Side::of(piece) == Side::White { "white" } else { "black" };
    format!("{name} {colour} {}", crate::readmove::kind_name(piece))
}

/// The squares of a file.
pub fn file_map(file: usize) -> BitMap {
    FILE_A << file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::terminal::theme::THEMES;

    fn screen(columns: usize, rows: usize) -> Capabilities {
        Capabilities { columns: Some(columns), rows, ..Capabilities::PLAIN }
    }

    fn drawn(board: &Board, screen: Capabilities) -> Option<String> {
        draw(&board.square, Orientation::FromWhite, Marks::of(board), &["first note".into()], screen)
    }

    #[test]
    fn no_line_is_wider_than_the_window() {
        let mut board = Board::new();
        let e4 = board.read_move("e4").expect("legal");
        board.play(e4);
        for columns in 18..100 {
            let picture = drawn(&board, screen(columns, 24)).expect("it fits");
            assert!(picture.lines().all(|line| line.chars().count() <= columns), "{columns}: {picture}");
        }
        assert_eq!(drawn(&board, screen(17, 24)), None);
        assert_eq!(drawn(&board, screen(80, 8)), None);
    }

    #[test]
    fn squares_are_as_large_as_requested_if_they_fit() {
        let at = |columns, rows, squares| {
            let screen = Capabilities { squares, theme: Some(THEMES[0]), ..screen(columns, rows) };
            Cell::fitting(screen).rows
        };
        assert_eq!(
            [(80, 24), (80, 40), (120, 60)].map(|(columns, rows)| at(columns, rows, SquareSize::Auto)),
            [1, 2, 3]
        );
        assert_eq!(
            [(80, 24), (80, 20), (50, 40)].map(|(columns, rows)| at(columns, rows, SquareSize::Rows(2))),
            [2, 2, 2]
        );
        assert_eq!(
            [(80, 27), (80, 24), (80, 12)].map(|(columns, rows)| at(columns, rows, SquareSize::Rows(3))),
            [3, 2, 1]
        );
        assert_eq!(at(200, 100, SquareSize::Rows(1)), 1);
        for squares in [SquareSize::Rows(2), SquareSize::Rows(3)] {
            for columns in 18..100 {
                let screen = Capabilities { squares, ..screen(columns, 40) };
                let picture = drawn(&Board::new(), screen).expect("it fits");
                assert!(picture.lines().all(|line| line.chars().count() <= columns), "{columns}: {picture}");
            }
        }
    }

    #[test]
    fn last_move_and_check_show_without_colour() {
        let mut board = Board::new();
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            let mv = board.read_move(text).expect("legal");
            board.play(mv);
        }
        let picture = drawn(&board, screen(80, 24)).expect("it fits");
        assert!(picture.contains("[q]") && picture.contains("[.]") && picture.contains("!K!"), "{picture}");
        assert!(picture.contains("first note"));
    }

    #[test]
    fn colours_end_with_each_cell() {
        super::super::style::force_color_output(true);
        let cell = coloured_cell(WHITE_KING, 4, Marks::default(), THEMES[0], true, 3);
        assert!(cell.starts_with("\x1b[") && cell.ends_with("\x1b[0m") && cell.contains('♚'), "{cell:?}");
        assert_eq!(figurine(WHITE_PAWN), '♙');
    }

    #[test]
    fn captured_material_is_counted() {
        let mut board = Board::new();
        for text in ["e4", "d5", "exd5", "Qxd5"] {
            let mv = board.read_move(text).expect("legal");
            board.play(mv);
        }
        let screen = Capabilities::PLAIN;
        assert_eq!(
            (captures(&board, Side::White, screen), captures(&board, Side::Black, screen)),
            ("p".into(), "P".into())
        );
        board.undo();
        assert_eq!(captures(&board, Side::White, screen), "p +1");
    }
}
