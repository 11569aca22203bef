//! The layout of a screen: where everything stands, given its columns and rows.

use crate::defines::Square;

use super::grid::{Letters, Rect};
use super::skin::Skin;

/// How squares are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One row a square.
    Small,
    /// Two rows a square, without colours; `0` is the columns of one.
    Open(usize),
    /// Two rows a square, of which the upper and the lower half row belong to one boundary each: so the piece stands in
    /// the middle. `0` is the columns of one.
    Halves(usize),
    /// Three rows a square.
    Huge,
}

impl Shape {
    /// Columns of a square.
    pub fn cell_width(self) -> usize {
        match self {
            Shape::Small => 3,
            Shape::Open(width) | Shape::Halves(width) => width,
            Shape::Huge => 7,
        }
    }

    /// Rows of the board, without its files.
    pub fn height(self) -> usize {
        match self {
            Shape::Small => 8,
            Shape::Open(_) => 15,
            Shape::Halves(_) => 17,
            Shape::Huge => 24,
        }
    }

    /// Rows of one square, about.
    pub fn cell_height(self) -> usize {
        match self {
            Shape::Small => 1,
            Shape::Open(_) | Shape::Halves(_) => 2,
            Shape::Huge => 3,
        }
    }

    /// In which row of the board the pieces of a rank stand; ranks are counted from above, from 0 on.
    pub fn middle(self, rank: usize) -> usize {
        match self {
            Shape::Small => rank,
            Shape::Open(_) => 2 * rank,
            Shape::Halves(_) => 2 * rank + 1,
            Shape::Huge => 3 * rank + 1,
        }
    }

    /// The rank that a row of the board belongs to.
    fn rank_at(self, row: usize) -> usize {
        let rank = match self {
            Shape::Small => row,
            Shape::Open(_) => row / 2,
            Shape::Halves(_) => row.saturating_sub(1) / 2,
            Shape::Huge => row / 3,
        };
        rank.min(7)
    }
}

/// What the screen is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A game.
    Play,
    /// An analysis, with a bar beside the board.
    Analysis,
}

/// Where everything stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The row of the heading, if there is room for one.
    pub title: Option<usize>,
    /// How squares are drawn, and where the board begins; none if there is no room for one.
    pub board: Option<(Shape, Rect)>,
    /// The evaluation bar.
    pub bar: Option<Rect>,
    /// Players, clocks and moves, or the lines of the analysis; none if there is no room for them.
    pub panel: Option<Rect>,
    /// The row that says what the engine is doing, if it has one of its own.
    pub engine: Option<usize>,
    /// What was said.
    pub said: Rect,
    /// The row where the line is typed.
    pub typing: usize,
}

/// Columns of the ranks beside the board.
pub const RANKS_WIDTH: usize = 3;
/// Columns between board and panel.
const GAP: usize = 2;
/// Columns of the evaluation bar with the blank before it.
const BAR_WIDTH: usize = 3;
/// The fewest columns that a panel needs, for a game and for an analysis.
const PANEL_WIDTH: usize = 22;
/// The rows that a panel should have.
const PANEL_HEIGHT: usize = 11;
/// The most columns that a panel is given.
const WIDEST_PANEL: usize = 60;
/// So many rows make room for a heading.
const TITLE_ROWS: usize = 24;

impl Plan {
    /// The plan for this size.
    pub fn of(columns: usize, rows: usize, purpose: Purpose, skin: &Skin) -> Plan {
        let typing = rows.saturating_sub(1);
        let title = (rows >= TITLE_ROWS).then_some(0);
        let top = usize::from(title.is_some());
        let bar_width = if purpose == Purpose::Analysis { BAR_WIDTH } else { 0 };
        let Some(shape) = shape(columns, rows - top.min(rows), bar_width, skin) else {
            let said = Rect { left: 0, top, width: columns, height: typing.saturating_sub(top) };
            return Plan { title, board: None, bar: None, panel: None, engine: None, said, typing };
        };
        let (width, height) = (8 * shape.cell_width(), shape.height());
        let board = Rect { left: RANKS_WIDTH, top, width, height };
        let bar = (bar_width > 0).then_some(Rect { left: RANKS_WIDTH + width + 1, top, width: 2, height });
        let left = RANKS_WIDTH + width + bar_width + GAP;
        let panel_width = columns.saturating_sub(left).min(WIDEST_PANEL);
        // A small board stands beside a panel that is higher, where one line is still left for what is said.
        let panel_height = height.max(PANEL_HEIGHT).min(typing - top - 1);
        let panel =
            (panel_width >= PANEL_WIDTH).then_some(Rect { left, top, width: panel_width, height: panel_height });
        // The files stand below the board.
        let below = top + panel.map_or(height + 1, |panel| panel.height.max(height + 1));
        let engine = (typing > below + 1).then_some(below);
        let said_top = below + usize::from(engine.is_some());
        let said = Rect { left: 0, top: said_top, width: columns, height: typing.saturating_sub(said_top) };
        Plan { title, board: Some((shape, board)), bar, panel, engine, said, typing }
    }

    /// The square that is drawn in this column and row.
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

/// The largest squares for which there is room.
fn shape(columns: usize, rows: usize, bar_width: usize, skin: &Skin) -> Option<Shape> {
    let halves = skin.has_colours() && skin.letters == Letters::Unicode;
    let double = |width| if halves { Shape::Halves(width) } else { Shape::Open(width) };
    let all = [Shape::Huge, double(5), double(4), Shape::Small];
    let fits = |shape: &&Shape| {
        let width = RANKS_WIDTH + 8 * shape.cell_width() + bar_width;
        // Without a panel only the smallest board is drawn.
        let beside = if **shape == Shape::Small { 0 } else { GAP + PANEL_WIDTH };
        // Files, one line that was said, and the line that is typed.
        let huge_is_bare = **shape == Shape::Huge && !skin.has_colours();
        shape.cell_height() <= skin.largest && !huge_is_bare && width + beside <= columns && shape.height() + 3 <= rows
    };
    all.iter().find(fits).copied()
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
    fn nothing_overlaps_and_nothing_is_outside() {
        for purpose in [Purpose::Play, Purpose::Analysis] {
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
        for (columns, rows) in [(120, 40), (80, 24), (60, 20), (40, 14)] {
            let plan = Plan::of(columns, rows, Purpose::Play, &COLOURED);
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
