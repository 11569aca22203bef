//! A grid of styled cells: a whole screen as a value, which layouts fill and the painter compares with what is shown.

use unicode_width::UnicodeWidthChar;

/// A colour, as true colour and as the one of the sixteen basic colours that stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hue {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// Number among the basic colours, 0 to 15.
    pub basic: u8,
}

/// How a cell looks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Colour of the letter; the terminal's own if none.
    pub front: Option<Hue>,
    /// Colour behind it; the terminal's own if none.
    pub back: Option<Hue>,
    /// Bold?
    pub bold: bool,
    /// Faint?
    pub dim: bool,
    /// Letter and ground exchanged?
    pub reverse: bool,
}

impl Style {
    /// As the terminal writes by itself.
    pub const PLAIN: Style = Style { front: None, back: None, bold: false, dim: false, reverse: false };
    /// Bold.
    pub const BOLD: Style = Style { bold: true, ..Style::PLAIN };
    /// Faint.
    pub const DIM: Style = Style { dim: true, ..Style::PLAIN };
    /// Reversed.
    pub const REVERSE: Style = Style { reverse: true, ..Style::PLAIN };

    /// A colour on the terminal's own ground.
    pub fn front(hue: Hue) -> Style {
        Style { front: Some(hue), ..Style::PLAIN }
    }

    /// A letter of this colour on that one.
    pub fn on(front: Hue, back: Hue) -> Style {
        Style { front: Some(front), back: Some(back), ..Style::PLAIN }
    }

    /// The same, bold.
    pub fn bold(self) -> Style {
        Style { bold: true, ..self }
    }
}

/// The second cell of a letter that takes two.
pub const BEHIND: char = '\0';

/// One cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The letter, or [`BEHIND`].
    pub letter: char,
    /// How it looks.
    pub style: Style,
}

const BLANK: Cell = Cell { letter: ' ', style: Style::PLAIN };

/// Which letters the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Letters {
    /// All of Unicode.
    #[default]
    Unicode,
    /// ASCII alone.
    Ascii,
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rect {
    /// Its first column, from 0 on.
    pub left: usize,
    /// Its first row, from 0 on.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// The cells of a screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// Column and row of the cursor; it is hidden if none.
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

    /// Writes a text into at most `width` columns; what does not fit is cut. Returns the columns that it takes.
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

    /// Writes a text so that it ends at the right edge of `width` columns.
    pub fn put_right(&mut self, column: usize, row: usize, width: usize, text: &str, style: Style) {
        let blank = width.saturating_sub(columns_of(text));
        self.put(column + blank, row, width - blank, text, style);
    }

    /// Fills a part of a row with a letter that takes one column.
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
        // Half of a wide letter is no letter.
        if letter != BEHIND && self.cells[at].letter == BEHIND && column > 0 {
            self.cells[at - 1].letter = ' ';
        }
        if column + 1 < self.columns && self.cells[at + 1].letter == BEHIND && letter != BEHIND {
            self.cells[at + 1].letter = ' ';
        }
        self.cells[at] = Cell { letter, style };
    }

    /// A letter as the terminal can show it. Control characters are never shown: they could do anything.
    fn shown(&self, letter: char) -> char {
        match (letter, self.letters) {
            ('\t', _) => ' ',
            _ if letter.is_control() => {
                if self.letters == Letters::Ascii {
                    '?'
                } else {
                    '\u{fffd}'
                }
            }
            (_, Letters::Unicode) => letter,
            _ if letter.is_ascii() => letter,
            ('─' | '━' | '–' | '—' | '−' | '·' | '•', _) => '-',
            ('█' | '▀' | '▄', _) => '#',
            ('░', _) => ':',
            ('│', _) => '|',
            ('…', _) => '~',
            ('▸' | '›' | '→', _) => '>',
            ('←', _) => '<',
            ('●' | '○', _) => 'o',
            _ => '?',
        }
    }

    /// The letters alone, a line for each row, without the blanks at its end.
    pub fn text(&self) -> String {
        let line = |row| self.row(row).iter().map(|cell| cell.letter).filter(|letter| *letter != BEHIND).collect();
        let lines: Vec<String> = (0..self.rows).map(line).collect();
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

/// Columns that a text takes.
pub fn columns_of(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or_default()).sum()
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
        assert_eq!(grid.put(5, 0, 1, "棋", Style::PLAIN), 0, "there is no room for it");
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
    fn terminals_of_ascii_get_ascii() {
        let mut grid = Grid::new(20, 1, Letters::Ascii);
        grid.put(0, 0, 20, "─ +0.2 · █░ … ♞ é", Style::PLAIN);
        assert!(grid.text().is_ascii(), "{}", grid.text());
    }
}
