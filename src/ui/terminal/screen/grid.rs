//! A grid of styled cells: a whole screen as a value. Layouts fill it; the painter compares it with the terminal's
//! contents.

use crate::readmove::is_harmful;
use crate::ui::show::columns_of;
use crate::ui::terminal::theme::Hue;
use unicode_width::UnicodeWidthChar;

/// The style of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Foreground colour; [`None`] for the terminal's default.
    pub front: Option<Hue>,
    /// Background colour; [`None`] for the terminal's default.
    pub back: Option<Hue>,
    /// Bold.
    pub bold: bool,
    /// Foreground and background exchanged.
    pub reverse: bool,
}

impl Style {
    /// The terminal's default style.
    pub const PLAIN: Style = Style { front: None, back: None, bold: false, reverse: false };
    /// Bold.
    pub const BOLD: Style = Style { bold: true, ..Style::PLAIN };
    /// Reversed.
    pub const REVERSE: Style = Style { reverse: true, ..Style::PLAIN };

    /// A foreground colour on the default background.
    pub fn front(hue: Hue) -> Style {
        Style { front: Some(hue), ..Style::PLAIN }
    }

    /// A foreground and a background colour.
    pub fn on(front: Hue, back: Hue) -> Style {
        Style { front: Some(front), back: Some(back), ..Style::PLAIN }
    }

    /// This style, but bold.
    pub fn bold(self) -> Style {
        Style { bold: true, ..self }
    }
}

/// Marks the second cell of a wide character.
pub const BEHIND: char = '\0';

/// One cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The character, or [`BEHIND`].
    pub letter: char,
    /// The style of the cell.
    pub style: Style,
}

const BLANK: Cell = Cell { letter: ' ', style: Style::PLAIN };

/// The characters that the terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Letters {
    /// All of Unicode.
    #[default]
    Unicode,
    /// Letters, lines and blocks, but no symbols: the Linux console.
    Simple,
    /// ASCII only.
    Ascii,
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rect {
    /// First column, from 0.
    pub left: usize,
    /// First row, from 0.
    pub top: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

/// The cells of a screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// Column and row of the cursor; [`None`] hides it.
    pub cursor: Option<(usize, usize)>,
    letters: Letters,
    cells: Vec<Cell>,
}

impl Grid {
    /// An empty screen.
    pub fn new(columns: usize, rows: usize, letters: Letters) -> Grid {
        Grid { columns, rows, cursor: None, letters, cells: vec![BLANK; columns * rows] }
    }

    /// A row of cells.
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// Writes text into at most `width` columns, truncating it if necessary. Returns the number of columns used.
    pub fn put(&mut self, column: usize, row: usize, width: usize, text: &str, style: Style) -> usize {
        if row >= self.rows {
            return 0;
        }
        let end = (column + width).min(self.columns);
        let mut at = column;
        for letter in text.chars() {
            let letter = self.shown(letter);
            let wide = letter.width().unwrap_or_default();
            if wide == 0 {
                continue;
            }
            if at + wide > end {
                break;
            }
            self.set(at, row, letter, style);
            if wide == 2 {
                self.set(at + 1, row, BEHIND, style);
            }
            at += wide;
        }
        at - column
    }

    /// Writes text right-aligned in `width` columns.
    pub fn put_right(&mut self, column: usize, row: usize, width: usize, text: &str, style: Style) {
        let blank = width.saturating_sub(columns_of(text));
        self.put(column + blank, row, width - blank, text, style);
    }

    /// Fills part of a row with a single-width character.
    pub fn fill(&mut self, column: usize, row: usize, width: usize, letter: char, style: Style) {
        let letter = self.shown(letter);
        for at in column..(column + width).min(self.columns) {
            self.set(at, row, letter, style);
        }
    }

    fn set(&mut self, column: usize, row: usize, letter: char, style: Style) {
        if column >= self.columns || row >= self.rows {
            return;
        }
        let at = row * self.columns + column;
        // Clears the other half of a wide character that is half overwritten.
        if letter != BEHIND && self.cells[at].letter == BEHIND && column > 0 {
            self.cells[at - 1].letter = ' ';
        }
        if column + 1 < self.columns && self.cells[at + 1].letter == BEHIND && letter != BEHIND {
            self.cells[at + 1].letter = ' ';
        }
        self.cells[at] = Cell { letter, style };
    }

    /// Replaces characters that the terminal cannot show, and control characters, which could do anything.
    fn shown(&self, letter: char) -> char {
        match (letter, self.letters) {
            ('\t', _) => ' ',
            _ if is_harmful(letter) => {
                if self.letters == Letters::Ascii {
                    '?'
                } else {
                    '\u{fffd}'
                }
            }
            (_, Letters::Unicode) => letter,
            _ if letter.is_ascii() => letter,
            ('…', _) => '~',
            ('▸' | '›' | '→', _) => '>',
            ('←', _) => '<',
            ('●' | '○', _) => 'o',
            ('–' | '—' | '−' | '•', _) => '-',
            (_, Letters::Simple) => letter,
            ('─' | '━' | '·', _) => '-',
            ('█' | '▀' | '▄', _) => '#',
            ('░', _) => ':',
            ('│', _) => '|',
            _ => '?',
        }
    }

    /// The characters alone, one line for each row, without trailing spaces.
    pub fn text(&self) -> String {
        let line = |row| self.row(row).iter().map(|cell| cell.letter).filter(|letter| *letter != BEHIND).collect();
        let lines: Vec<String> = (0..self.rows).map(line).collect();
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_its_width_and_at_the_edge() {
        let mut grid = Grid::new(10, 2, Letters::Unicode);
        assert_eq!(grid.put(2, 0, 4, "abcdef", Style::PLAIN), 4);
        assert_eq!(grid.put(7, 1, 9, "abcdef", Style::PLAIN), 3);
        assert_eq!(grid.put(0, 2, 9, "below", Style::PLAIN), 0);
        grid.put_right(0, 1, 6, "xy", Style::PLAIN);
        assert_eq!(grid.text(), "  abcd\n    xy abc");
    }

    #[test]
    fn wide_letters_take_two_columns_and_never_half_a_one() {
        let mut grid = Grid::new(6, 1, Letters::Unicode);
        assert_eq!(grid.put(0, 0, 6, "a棋b", Style::PLAIN), 4);
        assert_eq!(grid.row(0)[2].letter, BEHIND);
        assert_eq!(grid.put(3, 0, 2, "棋棋", Style::PLAIN), 2);
        grid.put(2, 0, 1, "x", Style::PLAIN);
        assert_eq!(grid.text(), "a x棋");
        assert_eq!(columns_of("a棋b"), 4);
        assert_eq!(grid.put(5, 0, 1, "棋", Style::PLAIN), 0, "there is no room for the text");
    }

    #[test]
    fn control_characters_are_never_shown() {
        for (letters, shown) in [(Letters::Unicode, "a\u{fffd}[2Jb c"), (Letters::Ascii, "a?[2Jb c")] {
            let mut grid = Grid::new(20, 1, letters);
            grid.put(0, 0, 20, "a\u{1b}[2Jb\tc", Style::PLAIN);
            assert_eq!(grid.text(), shown);
        }
    }

    #[test]
    fn ascii_terminals_get_ascii() {
        let mut grid = Grid::new(20, 1, Letters::Ascii);
        grid.put(0, 0, 20, "─ +0.2 · █░ … ♞ é", Style::PLAIN);
        assert!(grid.text().is_ascii(), "{}", grid.text());
    }
}
