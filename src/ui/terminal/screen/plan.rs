//! The layout of the screen for a window size.

use crate::defines::Square;

use super::grid::{Letters, Rect};
use super::skin::Skin;

/// The shape of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One row for each square.
    Small,
    /// Two rows and this many columns for each square, without colours or with ASCII only.
    Open(usize),
    /// Two rows and this many columns for each square, offset by half a row so that the piece is in the middle.
    Halves(usize),
    /// Three rows for each square.
    Huge,
    /// This many rows for each square, and pieces as pictures.
    Art(usize),
}

impl Shape {
    /// Columns of a square.
    pub fn cell_width(self) -> usize {
        match self {
            Shape::Small => 3,
            Shape::Open(width) | Shape::Halves(width) => width,
            Shape::Huge => 7,
            Shape::Art(rows) => 2 * rows,
        }
    }

    /// Rows of the board, without the file letters.
    pub fn height(self) -> usize {
        match self {
            Shape::Small => 8,
            Shape::Open(_) => 15,
            Shape::Halves(_) => 17,
            Shape::Huge => 24,
            Shape::Art(rows) => 8 * rows,
        }
    }

    /// Approximate number of rows per square.
    pub fn cell_height(self) -> usize {
        match self {
            Shape::Small => 1,
            Shape::Open(_) | Shape::Halves(_) => 2,
            Shape::Huge => 3,
            Shape::Art(rows) => rows,
        }
    }

    /// The row of the board with the pieces of a rank; ranks are counted from the top, from 0.
    pub fn middle(self, rank: usize) -> usize {
        match self {
            Shape::Small => rank,
            Shape::Open(_) => 2 * rank,
            Shape::Halves(_) => 2 * rank + 1,
            Shape::Huge => 3 * rank + 1,
            Shape::Art(rows) => rows * rank + rows / 2,
        }
    }

    /// The rank at a row of the board.
    fn rank_at(self, row: usize) -> usize {
        let rank = match self {
            Shape::Small => row,
            Shape::Open(_) => row / 2,
            Shape::Halves(_) => row.saturating_sub(1) / 2,
            Shape::Huge => row / 3,
            Shape::Art(rows) => row / rows,
        };
        rank.min(7)
    }
}

/// The purpose of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A game.
    Play,
    /// An analysis, with a bar beside the board.
    Analysis,
    /// A page of a lesson below a small board.
    Lesson,
}

/// The positions of all parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The row of the heading, if there is room.
    pub title: Option<usize>,
    /// Shape and place of the board; [`None`] if there is no room.
    pub board: Option<(Shape, Rect)>,
    /// The evaluation bar.
    pub bar: Option<Rect>,
    /// Players, clocks and moves, or the lines of the analysis; [`None`] if there is no room.
    pub panel: Option<Rect>,
    /// The row with the state of the engine, if there is room.
    pub engine: Option<usize>,
    /// The area of the output.
    pub said: Rect,
    /// The row of the input line.
    pub typing: usize,
}

/// Columns of the rank numbers beside the board.
pub const RANKS_WIDTH: usize = 3;
/// Columns between board and panel.
const GAP: usize = 2;
/// Columns of the evaluation bar, with the space before it.
const BAR_WIDTH: usize = 3;
/// Minimum width of a panel, in columns.
const PANEL_WIDTH: usize = 22;
/// Minimum height of a panel, in rows, if there is room; a lesson's panel is as high as its board.
const PANEL_HEIGHT: usize = 11;
/// Maximum width of a panel, in columns.
const WIDEST_PANEL: usize = 90;
/// Minimum number of window rows for a lesson's board to have two rows per square.
const ROWS_OF_LARGER_LESSON: usize = 34;
/// Minimum number of window rows for a heading.
const TITLE_ROWS: usize = 24;

impl Plan {
    /// The plan for a window of this size.
    pub fn of(columns: usize, rows: usize, purpose: Purpose, skin: &Skin) -> Plan {
        let typing = rows.saturating_sub(1);
        let title = (rows >= TITLE_ROWS).then_some(0);
        let top = usize::from(title.is_some());
        let bar_width = if purpose == Purpose::Analysis { BAR_WIDTH } else { 0 };
        let is_lesson = purpose == Purpose::Lesson;
        let largest =
            if is_lesson { skin.largest.min(1 + usize::from(rows >= ROWS_OF_LARGER_LESSON)) } else { skin.largest };
        let Some(shape) = shape(columns, rows - top.min(rows), bar_width, &Skin { largest, ..*skin }) else {
            let said = Rect { left: 0, top, width: columns, height: typing.saturating_sub(top) };
            return Plan { title, board: None, bar: None, panel: None, engine: None, said, typing };
        };
        let (width, height) = (8 * shape.cell_width(), shape.height());
        let board = Rect { left: RANKS_WIDTH, top, width, height };
        let bar = (bar_width > 0).then_some(Rect { left: RANKS_WIDTH + width + 1, top, width: 2, height });
        let left = RANKS_WIDTH + width + bar_width + GAP;
        let panel_width = columns.saturating_sub(left).min(WIDEST_PANEL);
        // The panel may be taller than a small board, as long as one line is left for output.
        let least_height = if is_lesson { height } else { PANEL_HEIGHT };
        let panel_height = height.max(least_height).min(typing - top - 1);
        let panel =
            (panel_width >= PANEL_WIDTH).then_some(Rect { left, top, width: panel_width, height: panel_height });
        // The file letters are below the board.
        let below = top + panel.map_or(height + 1, |panel| panel.height.max(height + 1));
        let engine = (typing > below + 1).then_some(below);
        let said_top = below + usize::from(engine.is_some());
        let said = Rect { left: 0, top: said_top, width: columns, height: typing.saturating_sub(said_top) };
        Plan { title, board: Some((shape, board)), bar, panel, engine, said, typing }
    }

    /// The square at this column and row.
    pub fn square_at(&self, column: usize, row: usize, rotated: bool) -> Option<Square> {
        let (shape, board) = self.board?;
        let (column, row) = (column.checked_sub(board.left)?, row.checked_sub(board.top)?);
        if column >= board.width || row >= board.height {
            return None;
        }
        let (file, rank) = (column / shape.cell_width(), 7 - shape.rank_at(row));
        Some(if rotated { 8 * (7 - rank) + 7 - file } else { 8 * rank + file })
    }
}

/// The shape with the largest squares that fit.
fn shape(columns: usize, rows: usize, bar_width: usize, skin: &Skin) -> Option<Shape> {
    let halves = skin.has_colours() && skin.letters != Letters::Ascii;
    let double = |width| if halves { Shape::Halves(width) } else { Shape::Open(width) };
    let art = [8, 7, 6, 5, 4].map(Shape::Art);
    let usual = [Shape::Huge, double(5), double(4), Shape::Small];
    let mut all = art.iter().chain(&usual);
    let fits = |shape: &&Shape| {
        let width = RANKS_WIDTH + 8 * shape.cell_width() + bar_width;
        // All boards but the smallest require room for a panel.
        let beside = if **shape == Shape::Small { 0 } else { GAP + PANEL_WIDTH };
        let is_possible = match shape {
            Shape::Huge => skin.has_colours(),
            // Pictures four rows high are no clearer than letters, so they are used only for `squares 4`.
            Shape::Art(rows) => halves && (*rows > 4 || skin.largest == 4),
            _ => true,
        };
        // Three rows are for the file letters, one line of output, and the input line.
        is_possible && shape.cell_height() <= skin.largest && width + beside <= columns && shape.height() + 3 <= rows
    };
    all.find(fits).copied()
}

#[cfg(test)]
mod tests {
    use super::super::paint::Depth;
    use super::*;

    const COLOURED: Skin = Skin { depth: Depth::Palette, letters: Letters::Unicode, figurines: true, ..Skin::PLAIN };

    fn shape_at(columns: usize, rows: usize) -> Option<Shape> {
        Plan::of(columns, rows, Purpose::Play, &COLOURED).board.map(|(shape, _)| shape)
    }

    #[test]
    fn the_board_is_as_large_as_the_window_allows() {
        assert_eq!(shape_at(120, 40), Some(Shape::Huge));
        assert_eq!(shape_at(80, 24), Some(Shape::Halves(5)));
        assert_eq!(shape_at(60, 20), Some(Shape::Halves(4)));
        assert_eq!(shape_at(60, 19), Some(Shape::Small));
        assert_eq!(shape_at(30, 12), Some(Shape::Small));
        assert_eq!(shape_at(20, 12), None);
        assert_eq!(Plan::of(80, 24, Purpose::Play, &Skin::PLAIN).board.map(|(shape, _)| shape), Some(Shape::Open(5)));
    }

    #[test]
    fn large_windows_have_pictures_of_the_pieces() {
        let shape_at = |columns, rows, largest| {
            Plan::of(columns, rows, Purpose::Play, &Skin { largest, ..COLOURED }).board.map(|(shape, _)| shape)
        };
        assert_eq!(shape_at(200, 60, 8), Some(Shape::Art(7)));
        assert_eq!(shape_at(200, 70, 8), Some(Shape::Art(8)));
        assert_eq!(shape_at(120, 40, 8), Some(Shape::Huge));
        assert_eq!(shape_at(120, 40, 4), Some(Shape::Art(4)));
        assert_eq!(shape_at(200, 60, 3), Some(Shape::Huge));
        let plain = Skin { largest: 8, ..Skin::PLAIN };
        assert_eq!(Plan::of(200, 60, Purpose::Play, &plain).board.map(|(shape, _)| shape), Some(Shape::Open(5)));
    }

    #[test]
    fn a_lesson_has_room_below_its_board() {
        for (columns, rows) in [(80, 24), (100, 30), (120, 40), (200, 50)] {
            let plan = Plan::of(columns, rows, Purpose::Lesson, &COLOURED);
            assert!(plan.board.is_some() && plan.said.height >= 12, "{columns}x{rows}: {plan:?}");
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_is_outside() {
        for purpose in [Purpose::Play, Purpose::Analysis, Purpose::Lesson] {
            for (columns, rows) in (1..130).flat_map(|columns| (1..50).map(move |rows| (columns, rows))) {
                let plan = Plan::of(columns, rows, purpose, &COLOURED);
                assert!(plan.typing < rows);
                assert!(plan.said.top + plan.said.height <= plan.typing, "{columns}x{rows}: {plan:?}");
                let Some((_, board)) = plan.board else { continue };
                assert!(
                    plan.said.height >= 1 && plan.said.top > board.top + board.height,
                    "{columns}x{rows}: {plan:?}"
                );
                assert!(board.left + board.width <= columns);
                let Some(panel) = plan.panel else { continue };
                assert!(panel.left > board.left + board.width && panel.left + panel.width <= columns);
                assert!(plan.said.top >= panel.top + panel.height, "{columns}x{rows}: {plan:?}");
                if let Some(bar) = plan.bar {
                    assert!(bar.left > board.left + board.width && bar.left + bar.width < panel.left);
                }
            }
        }
    }

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        let large = Skin { largest: 8, ..COLOURED };
        for (columns, rows) in [(200, 70), (200, 60), (150, 50), (120, 40), (80, 24), (60, 20), (40, 14)] {
            let plan = Plan::of(columns, rows, Purpose::Play, &large);
            let (shape, board) = plan.board.expect("there is room");
            for square in 0..64 {
                let (file, rank) = (square % 8, square / 8);
                let column = board.left + file * shape.cell_width() + shape.cell_width() / 2;
                let row = board.top + shape.middle(7 - rank);
                assert_eq!(plan.square_at(column, row, false), Some(square), "{columns}x{rows}");
                assert_eq!(plan.square_at(column, row, true), Some(63 - square), "{columns}x{rows}");
            }
            assert_eq!(plan.square_at(0, board.top, false), None);
            assert_eq!(plan.square_at(board.left + board.width, board.top, false), None);
        }
    }
}
