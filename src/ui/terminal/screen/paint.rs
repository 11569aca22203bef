//! The painter: compares a grid with the terminal's contents, and writes the cells that have changed.

use std::fmt::Write;

use crossterm::Command;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};

use super::grid::{BEHIND, Cell, Grid, Style};

/// The colour depth of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Depth {
    /// No colours.
    #[default]
    None,
    /// Sixteen basic colours.
    Basic,
    /// A palette of 256 colours.
    Palette,
    /// True colour.
    True,
}

/// Updates longer than this many bytes are written as synchronized updates; shorter ones do not flicker anyway.
const SYNCHRONIZED: usize = 256;

/// Up to this many unchanged cells are rewritten rather than skipped, because that takes fewer bytes.
const SHORT_GAP: usize = 4;

/// Paints grids; stores the current contents of the terminal.
#[derive(Default)]
pub struct Painter {
    shown: Option<(Grid, Depth)>,
}

impl Painter {
    /// Makes the next update draw the whole screen, because the terminal was overwritten.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// The output that makes the terminal show this grid; empty if it already does.
    pub fn update(&mut self, next: &Grid, depth: Depth) -> String {
        let same_size = |shown: &Grid| (shown.columns, shown.rows) == (next.columns, next.rows);
        let before = self.shown.take().filter(|(shown, old)| same_size(shown) && *old == depth).map(|(shown, _)| shown);
        let mut text = String::new();
        if before.is_none() {
            command(&mut text, Clear(ClearType::All));
        }
        for row in 0..next.rows {
            paint_row(&mut text, row, before.as_ref().map(|before| before.row(row)), next.row(row), depth);
        }
        let was_at = before.as_ref().map(|before| before.cursor);
        if !text.is_empty() || was_at != Some(next.cursor) {
            match next.cursor {
                Some((column, row)) => {
                    command(&mut text, MoveTo(column as u16, row as u16));
                    if !matches!(was_at, Some(Some(_))) {
                        command(&mut text, Show);
                    }
                }
                None if was_at != Some(None) => command(&mut text, Hide),
                None => {}
            }
        }
        if text.len() > SYNCHRONIZED {
            let (mut begin, mut end) = (String::new(), String::new());
            command(&mut begin, BeginSynchronizedUpdate);
            command(&mut end, EndSynchronizedUpdate);
            text = begin + &text + &end;
        }
        self.shown = Some((next.clone(), depth));
        text
    }
}

/// Appends an escape sequence; writing to a String cannot fail.
fn command(text: &mut String, command: impl Command) {
    let _ = command.write_ansi(text);
}

/// Writes the changed cells of a row. The terminal has its default style before and after the row.
fn paint_row(text: &mut String, row: usize, before: Option<&[Cell]>, next: &[Cell], depth: Depth) {
    let changed = |at: usize| {
        before.map_or(next[at].letter != ' ' || next[at].style != Style::PLAIN, |before| before[at] != next[at])
    };
    let (mut style, mut pen) = (Style::PLAIN, None);
    let mut at = 0;
    while at < next.len() {
        // Writes both halves of a wide character together.
        let wide = next.get(at + 1).is_some_and(|cell| cell.letter == BEHIND);
        if next[at].letter == BEHIND || !(changed(at) || wide && changed(at + 1)) {
            at += 1;
            continue;
        }
        match pen {
            Some(pen) if pen <= at && at - pen <= SHORT_GAP && next[pen..at].iter().all(|it| it.letter != BEHIND) => {
                for cell in &next[pen..at] {
                    write_cell(text, *cell, &mut style, depth);
                }
            }
            _ => command(text, MoveTo(at as u16, row as u16)),
        }
        write_cell(text, next[at], &mut style, depth);
        at += if wide { 2 } else { 1 };
        pen = Some(at);
    }
    if style != Style::PLAIN {
        text.push_str("\x1b[m");
    }
}

fn write_cell(text: &mut String, cell: Cell, style: &mut Style, depth: Depth) {
    if cell.style != *style {
        *style = cell.style;
        text.push_str(&escape(cell.style, depth));
    }
    text.push(cell.letter);
}

/// The escape sequence of a style (ECMA-48, Select Graphic Rendition).
fn escape(style: Style, depth: Depth) -> String {
    let mut text = String::from("\x1b[0");
    for (is, code) in [(style.bold, ";1"), (style.reverse, ";7")] {
        if is {
            text.push_str(code);
        }
    }
    for (hue, ground) in [(style.front, 0), (style.back, 10)] {
        let Some(hue) = hue else { continue };
        let [red, green, blue] = hue.rgb;
        // Writing to a String cannot fail.
        let _ = match (depth, hue.basic) {
            (Depth::None, _) => Ok(()),
            (Depth::Basic, basic @ 0..8) => write!(text, ";{}", 30 + ground + basic),
            (Depth::Basic, basic) => write!(text, ";{}", 90 + ground + basic - 8),
            (Depth::Palette, _) => write!(text, ";{};5;{}", 38 + ground, hue.palette),
            (Depth::True, _) => write!(text, ";{};2;{red};{green};{blue}", 38 + ground),
        };
    }
    text + "m"
}

#[cfg(test)]
mod tests {
    use super::super::grid::Letters;
    use super::*;
    use crate::ui::terminal::theme::Hue;

    const RED: Hue = Hue { rgb: [215, 0, 0], palette: 160, basic: 9 };

    fn grid(text: &str) -> Grid {
        let mut grid = Grid::new(20, 2, Letters::Unicode);
        grid.put(0, 0, 20, text, Style::PLAIN);
        grid
    }

    #[test]
    fn only_changed_cells_are_written() {
        let mut painter = Painter::default();
        assert!(painter.update(&grid("nodes 1234, depth 9"), Depth::None).contains("nodes 1234"));
        assert_eq!(painter.update(&grid("nodes 1234, depth 9"), Depth::None), "");
        assert_eq!(painter.update(&grid("nodes 1235, depth 9"), Depth::None), "\x1b[1;10H5");
        assert_eq!(painter.update(&grid("nodes 2235, depth 9"), Depth::None), "\x1b[1;7H2");
        assert_eq!(painter.update(&grid("nodes 1234, depth 9"), Depth::None), "\x1b[1;7H1234");
        painter.forget();
        assert!(painter.update(&grid("nodes 1234, depth 9"), Depth::None).starts_with("\x1b[2J"));
    }

    #[test]
    fn the_cursor_goes_where_the_line_is_typed() {
        let mut painter = Painter::default();
        painter.update(&grid("line"), Depth::None);
        let mut typed = grid("line");
        typed.cursor = Some((4, 0));
        assert_eq!(painter.update(&typed, Depth::None), "\x1b[1;5H\x1b[?25h");
        assert_eq!(painter.update(&typed, Depth::None), "");
        assert_eq!(painter.update(&grid("line"), Depth::None), "\x1b[?25l");
    }

    #[test]
    fn each_depth_writes_its_own_colours() {
        let style = Style::on(RED, RED).bold();
        assert_eq!(escape(style, Depth::None), "\x1b[0;1m");
        assert_eq!(escape(style, Depth::Basic), "\x1b[0;1;91;101m");
        assert_eq!(escape(style, Depth::Palette), "\x1b[0;1;38;5;160;48;5;160m");
        assert_eq!(escape(style, Depth::True), "\x1b[0;1;38;2;215;0;0;48;2;215;0;0m");
    }

    #[test]
    fn wide_letters_are_written_once() {
        let mut painter = Painter::default();
        painter.update(&grid("ab"), Depth::None);
        assert_eq!(painter.update(&grid("棋"), Depth::None), "\x1b[1;1H棋");
        assert_eq!(painter.update(&grid("x"), Depth::None), "\x1b[1;1Hx ");
    }

    #[test]
    fn a_resize_redraws_everything() {
        let mut painter = Painter::default();
        painter.update(&grid("ab"), Depth::None);
        assert!(painter.update(&Grid::new(5, 5, Letters::Unicode), Depth::None).contains("\x1b[2J"));
    }
}
