//! From a [`Model`] to a [`Grid`]: only values, so that every screen can be tested without a terminal.

use crate::bitops::bit;
use crate::defines::*;
use crate::eval::DARK_SQUARES;
use crate::readfen::letter_of;
use crate::ui::show;
use crate::ui::terminal::look::figurine;

use super::grid::{Grid, Hue, Letters, Rect, Style, columns_of};
use super::model::{Model, Player, Token, Typing};
use super::plan::{Plan, Purpose, Shape};
use super::skin::{ATTACKED, BAR, BEST, CHECK, CURSOR, PICKED, PIECES, Skin, TARGET, THREAT};

/// Draws a screen of this size.
pub fn draw(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Grid {
    let mut grid = Grid::new(columns, rows, skin.letters);
    let plan = plan(model, columns, rows, skin);
    if let Some(row) = plan.title {
        let keys = columns_of(&model.keys);
        grid.put(1, row, columns.saturating_sub(keys + 3), &model.title, skin.accent());
        grid.put_right(0, row, columns.saturating_sub(1), &model.keys, Style::DIM);
    }
    if let Some((shape, rect)) = plan.board {
        DrawnBoard { model, skin, shape, rect }.draw(&mut grid);
    }
    if let (Some(rect), Some(analysis)) = (plan.bar, &model.analysis) {
        draw_bar(&mut grid, rect, analysis.score.unwrap_or_default(), model.rotated, skin);
    }
    if let Some(rect) = plan.panel {
        match &model.analysis {
            Some(_) => draw_analysis(&mut grid, rect, model, skin),
            None => draw_game(&mut grid, rect, model, skin),
        }
    }
    draw_said(&mut grid, &plan, model, skin);
    draw_typing(&mut grid, plan.typing, model, skin);
    grid
}

/// The plan of such a screen.
pub fn plan(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Plan {
    let purpose = if model.analysis.is_some() { Purpose::Analysis } else { Purpose::Play };
    Plan::of(columns, rows, purpose, skin)
}

// ---- the board ---------------------------------------------------------------------------------------------------------

struct DrawnBoard<'a> {
    model: &'a Model,
    skin: &'a Skin,
    shape: Shape,
    rect: Rect,
}

impl DrawnBoard<'_> {
    fn draw(&self, grid: &mut Grid) {
        let DrawnBoard { shape, rect, .. } = *self;
        for rank in 0..8 {
            let row = rect.top + shape.middle(rank);
            let number = if self.model.rotated { rank + 1 } else { 8 - rank };
            grid.put(1, row, 1, &number.to_string(), Style::DIM);
            for file in 0..8 {
                let square = self.square(file, rank);
                if self.skin.has_colours() {
                    self.draw_ground(grid, file, rank);
                    self.draw_piece(grid, square, file, row);
                } else {
                    self.draw_plain(grid, square, file, row);
                }
            }
        }
        for file in 0..8 {
            let letter = (b'a' + self.square(file, 0) as u8 % 8) as char;
            let column = rect.left + file * shape.cell_width() + (shape.cell_width() - 1) / 2;
            grid.put(column, rect.top + rect.height, 1, &letter.to_string(), Style::DIM);
        }
    }

    /// The square at a file, counted from the left, and a rank, counted from the top.
    fn square(&self, file: usize, rank: usize) -> Square {
        let square = 8 * (7 - rank) + file;
        if self.model.rotated { 63 - square } else { square }
    }

    fn piece(&self, square: Square) -> Piece {
        let offered = self.model.offered.iter().find(|(at, _)| *at == square);
        offered.map_or(self.model.square[square], |(_, piece)| *piece)
    }

    /// Draws the background of a square.
    fn draw_ground(&self, grid: &mut Grid, file: usize, rank: usize) {
        let width = self.shape.cell_width();
        let (left, middle) = (self.rect.left + file * width, self.rect.top + self.shape.middle(rank));
        let hue = self.hue(self.square(file, rank));
        let ground = Style { back: Some(hue), ..Style::PLAIN };
        match self.shape {
            Shape::Small | Shape::Open(_) => grid.fill(left, middle, width, ' ', ground),
            Shape::Huge => (middle - 1..=middle + 1).for_each(|row| grid.fill(left, row, width, ' ', ground)),
            Shape::Halves(_) => {
                // Half of the row above, the row itself, and half of the row below.
                if rank == 0 {
                    grid.fill(left, middle - 1, width, '▄', Style::front(hue));
                }
                grid.fill(left, middle, width, ' ', ground);
                let below = (rank < 7).then(|| self.hue(self.square(file, rank + 1)));
                grid.fill(left, middle + 1, width, '▀', Style { front: Some(hue), back: below, ..Style::PLAIN });
            }
        }
        if let Shape::Open(_) = self.shape
            && rank < 7
        {
            grid.fill(left, middle + 1, width, ' ', ground);
        }
    }

    fn hue(&self, square: Square) -> Hue {
        let marks = &self.model.marks;
        let is = |map: BitMap| map & bit(square) != 0;
        let shade = shade(square);
        match () {
            () if is(marks.cursor) => CURSOR,
            () if is(marks.check) => CHECK,
            () if is(marks.picked) => PICKED,
            () if is(marks.best) => BEST[shade],
            () if is(marks.threat) => THREAT[shade],
            () if is(marks.attacked) => ATTACKED[shade],
            () if is(marks.last) => self.skin.board().last[shade],
            () => self.skin.board().squares[shade],
        }
    }

    /// Draws a piece. All figurines are filled ones, in the colour of the piece.
    fn draw_piece(&self, grid: &mut Grid, square: Square, file: usize, row: usize) {
        let piece = self.piece(square);
        let width = self.shape.cell_width();
        let column = self.rect.left + file * width + (width - 1) / 2;
        let is_target = self.model.marks.targets & bit(square) != 0;
        let hue = self.hue(square);
        if is_target {
            // A dot on an empty square, brackets around a piece that can be taken.
            let style = Style::on(TARGET, hue).bold();
            if piece == EMPTY {
                grid.put(column, row, 1, "•", style);
            } else {
                grid.put(column - 1, row, 1, "(", style);
                grid.put(column + 1, row, 1, ")", style);
            }
        }
        if piece != EMPTY {
            let letter = if self.skin.figurines { figurine(BLACK_BIT | kind(piece)) } else { letter_of(piece) };
            let style = Style::on(PIECES[Side::of(piece).index()], hue).bold();
            grid.put(column, row, 1, &letter.to_string(), style);
        }
    }

    /// Draws a square without colours; marks are characters beside the piece.
    fn draw_plain(&self, grid: &mut Grid, square: Square, file: usize, row: usize) {
        let (marks, piece) = (&self.model.marks, self.piece(square));
        let is = |map: BitMap| map & bit(square) != 0;
        let middle = match piece {
            EMPTY if is(marks.targets) => '+',
            EMPTY if shade(square) == 1 => '·',
            EMPTY => ' ',
            _ if self.skin.figurines => figurine(piece),
            _ => letter_of(piece),
        };
        let middle = if middle == '·' && !self.skin.figurines { '.' } else { middle };
        let [left, right] = match () {
            () if is(marks.cursor) => ['>', '<'],
            () if is(marks.check) => ['!', '!'],
            () if is(marks.picked) => ['{', '}'],
            () if is(marks.targets) && piece != EMPTY => ['+', '+'],
            () if is(marks.best) => ['(', ')'],
            () if is(marks.threat) => ['~', '~'],
            () if is(marks.last) => ['[', ']'],
            () if is(marks.attacked) => [' ', '*'],
            () => [' ', ' '],
        };
        let width = self.shape.cell_width();
        let column = self.rect.left + file * width + (width - 1) / 2;
        let style = if piece != EMPTY && Side::of(piece) == Side::White { Style::BOLD } else { Style::PLAIN };
        grid.put(column - 1, row, 1, &left.to_string(), Style::PLAIN);
        grid.put(column, row, 1, &middle.to_string(), style);
        grid.put(column + 1, row, 1, &right.to_string(), Style::PLAIN);
    }
}

/// 0 for a light square, 1 for a dark one.
fn shade(square: Square) -> usize {
    usize::from(DARK_SQUARES & bit(square) != 0)
}

/// The evaluation bar. The side at the bottom of the board has its part at the bottom.
fn draw_bar(grid: &mut Grid, rect: Rect, score: i32, rotated: bool, skin: &Skin) {
    let halves = 2 * rect.height;
    let white = (show::share_of_white(score) * halves as f64).round() as usize;
    let of_white = |half: usize| if rotated { half < white } else { half >= halves - white };
    for row in 0..rect.height {
        let [upper, lower] = [2 * row, 2 * row + 1].map(of_white);
        let hue = |white: bool| BAR[usize::from(!white)];
        if skin.has_colours() {
            grid.fill(rect.left, rect.top + row, rect.width, '▀', Style::on(hue(upper), hue(lower)));
        } else {
            grid.fill(rect.left, rect.top + row, rect.width, if lower { '█' } else { '░' }, Style::PLAIN);
        }
    }
}

// ---- the panel ---------------------------------------------------------------------------------------------------------

/// Rows of a player: name and clock, captured pieces.
const PLAYER_ROWS: usize = 2;

fn draw_game(grid: &mut Grid, rect: Rect, model: &Model, skin: &Skin) {
    let (above, below) = if model.rotated { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
    let bottom = rect.top + rect.height;
    draw_player(grid, rect, rect.top, above, model, skin);
    draw_captured(grid, rect, rect.top + 1, &model.players[above.index()], skin);
    draw_captured(grid, rect, bottom - 2, &model.players[below.index()], skin);
    draw_player(grid, rect, bottom - 1, below, model, skin);
    let top = rect.top + PLAYER_ROWS;
    let inner = Rect { top: top + 1, height: rect.height - 2 * PLAYER_ROWS - 2, ..rect };
    draw_rule(grid, rect, top, &model.opening);
    grid.fill(rect.left, inner.top + inner.height, rect.width, '─', Style::DIM);
    draw_moves(grid, inner, model, skin);
}

/// A rule across the panel with a text in it. A long text is cut.
fn draw_rule(grid: &mut Grid, rect: Rect, row: usize, text: &str) {
    grid.fill(rect.left, row, rect.width, '─', Style::DIM);
    if text.is_empty() {
        return;
    }
    let room = rect.width.saturating_sub(4);
    let cut =
        if columns_of(text) > room { format!("{}…", cut_to(text, room.saturating_sub(1))) } else { text.into() };
    grid.put(rect.left + 1, row, rect.width.saturating_sub(2), &format!(" {cut} "), Style::DIM);
}

/// The longest beginning of a text within so many columns, without a blank at its end.
fn cut_to(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|&end| columns_of(&text[..end]) <= columns).last().unwrap_or_default();
    text[..end].trim_end()
}

fn draw_player(grid: &mut Grid, rect: Rect, row: usize, side: Side, model: &Model, skin: &Skin) {
    let player = &model.players[side.index()];
    let is_on_turn = model.turn == Some(side);
    let clock = if player.clock.is_empty() { String::new() } else { format!(" {} ", player.clock) };
    let clock_width = columns_of(&clock);
    let name_width = rect.width.saturating_sub(clock_width + 1);
    let disc = if side == Side::White { "○" } else { "●" };
    let disc = match skin.letters {
        Letters::Unicode => disc,
        Letters::Ascii => {
            if is_on_turn {
                ">"
            } else {
                " "
            }
        }
    };
    grid.put(rect.left, row, 1, disc, if is_on_turn { skin.accent() } else { Style::DIM });
    let style = if is_on_turn { Style::BOLD } else { Style::PLAIN };
    grid.put(rect.left + 2, row, name_width.saturating_sub(2), &player.name, style);
    grid.put_right(rect.left, row, rect.width, &clock, skin.clock(is_on_turn, player.short_of_time));
}

/// The captured pieces, grouped by kind, and the player's material lead in pawns.
fn draw_captured(grid: &mut Grid, rect: Rect, row: usize, player: &Player, skin: &Skin) {
    let mut text = String::new();
    let mut before = EMPTY;
    for piece in &player.captured {
        if before != EMPTY && before != *piece {
            text.push(' ');
        }
        text.push(if skin.figurines { figurine(*piece) } else { letter_of(*piece) });
        before = *piece;
    }
    // A narrow panel has no room for blanks between the kinds.
    if columns_of(&text) + 6 > rect.width {
        text.retain(|letter| letter != ' ');
    }
    let width = grid.put(rect.left + 2, row, rect.width.saturating_sub(2), &text, Style::PLAIN);
    if player.ahead > 0 {
        let column = rect.left + 2 + width + usize::from(width > 0);
        let room = rect.width.saturating_sub(column - rect.left);
        grid.put(column, row, room, &format!("+{}", player.ahead), Style::DIM);
    }
}

/// The moves of the game in two columns, scrolled to the current one.
fn draw_moves(grid: &mut Grid, rect: Rect, model: &Model, skin: &Skin) {
    let (number, side) = model.first;
    let offset = side.index();
    let rows = (model.moves.len() + offset).div_ceil(2);
    let current = (model.shown + offset).checked_sub(1).map(|at| at / 2);
    let first = current.map_or(0, |row| (row + 1).saturating_sub(rect.height)).min(rows.saturating_sub(1));
    let first = if model.shown == model.moves.len() { rows.saturating_sub(rect.height) } else { first };
    // Long games have wider numbers.
    let number_width = (number + rows).to_string().len() + 2;
    let column_width = (rect.width.saturating_sub(number_width) / 2).min(12);
    for row in first..rows.min(first + rect.height) {
        let at = rect.top + row - first;
        grid.put_right(rect.left, at, number_width.saturating_sub(1), &format!("{}.", number + row), Style::DIM);
        for half in 0..2 {
            let column = rect.left + number_width + half * column_width;
            let Some(ply) = (2 * row + half).checked_sub(offset) else {
                grid.put(column, at, column_width, "…", Style::DIM);
                continue;
            };
            let Some(san) = model.moves.get(ply) else { continue };
            let style = match ply + 1 {
                shown if shown == model.shown => skin.current(),
                shown if shown > model.shown => Style::DIM,
                _ => Style::PLAIN,
            };
            let width = grid.put(column, at, column_width.saturating_sub(1), san, style);
            if let Some((mark, style)) = skin.mark(san).filter(|_| width == columns_of(san) && style == Style::PLAIN) {
                grid.put(column + width - mark.len(), at, mark.len(), mark, style);
            }
        }
    }
}

fn draw_analysis(grid: &mut Grid, rect: Rect, model: &Model, skin: &Skin) {
    let Some(analysis) = &model.analysis else { return };
    let score = analysis.score.map_or("…".into(), show::score_for_white);
    let width = grid.put(rect.left, rect.top, rect.width, &score, skin.accent());
    let room = rect.width.saturating_sub(width + 2);
    if columns_of(&analysis.head) <= room {
        grid.put_right(rect.left, rect.top, rect.width, &analysis.head, Style::DIM);
    } else {
        grid.put(rect.left, rect.top + 1, rect.width, &analysis.head, Style::DIM);
    }
    // The lines leave at least three rows for the tree of moves.
    let most = rect.height.saturating_sub(2 + 4);
    let rows_a_line = (most / analysis.lines.len().max(1)).clamp(1, 2);
    let mut row = rect.top + 2;
    for (score, moves) in &analysis.lines {
        if row + rows_a_line > rect.top + 2 + most {
            break;
        }
        let indent = columns_of(score).max(6) + 1;
        grid.put(rect.left, row, rect.width, score, Style::BOLD);
        let text = broken(moves, rect.width.saturating_sub(indent));
        for (number, line) in text.iter().take(rows_a_line).enumerate() {
            let cut = number + 1 == rows_a_line && text.len() > rows_a_line;
            let line = if cut { format!("{line} …") } else { line.clone() };
            grid.put(rect.left + indent, row + number, rect.width.saturating_sub(indent), &line, Style::PLAIN);
        }
        row += rows_a_line;
    }
    draw_rule(grid, rect, row, &model.opening);
    let tree = Rect { top: row + 1, height: (rect.top + rect.height).saturating_sub(row + 1), ..rect };
    draw_tree(grid, tree, &analysis.tree, skin);
}

/// A text wrapped to this width.
fn broken(text: &str, width: usize) -> Vec<String> {
    show::wrap(text, width.max(8), 0).lines().map(String::from).collect()
}

/// A game with its variations, scrolled so that the current move is visible.
fn draw_tree(grid: &mut Grid, rect: Rect, tokens: &[Token], skin: &Skin) {
    let mut places = Vec::new();
    let (mut row, mut column) = (0_usize, 0);
    for token in tokens {
        let width = columns_of(&token.text);
        if column > 0 && column + width > rect.width {
            (row, column) = (row + 1, 0);
        }
        places.push((row, column));
        column += width + 1;
    }
    let current = tokens.iter().position(|token| token.current).map_or(0_usize, |at| places[at].0);
    let first = (current + 1).saturating_sub(rect.height).max((row + 1).saturating_sub(rect.height).min(current));
    for (token, (row, column)) in tokens.iter().zip(places) {
        if row < first || row >= first + rect.height {
            continue;
        }
        let style = match (token.current, token.aside) {
            (true, _) => skin.current(),
            (false, true) => Style::DIM,
            (false, false) => Style::PLAIN,
        };
        grid.put(rect.left + column, rect.top + row - first, rect.width - column.min(rect.width), &token.text, style);
    }
}

// ---- below the board ---------------------------------------------------------------------------------------------------

/// The output, as far as there is room. Longer output grows upwards over the board.
fn draw_said(grid: &mut Grid, plan: &Plan, model: &Model, skin: &Skin) {
    let (left, width) = (1, said_width(grid.columns));
    let mut lines: Vec<String> = model.said.iter().flat_map(|line| fitted(line, width)).collect();
    let notice = if model.notice.is_empty() { Vec::new() } else { fitted(&model.notice, width) };
    if let Some(row) = plan.engine {
        let (text, style) = notice.first().map_or((&model.engine, Style::DIM), |text| (text, skin.accent()));
        grid.put(left, row, width, text, style);
    }
    // What has no row of its own comes before the output.
    let rest = notice.get(usize::from(plan.engine.is_some())..).unwrap_or_default();
    let room = plan.said.height;
    if lines.len() + rest.len() <= room {
        lines.splice(0..0, rest.iter().cloned());
    }
    if lines.len() <= room {
        if lines.is_empty() && plan.engine.is_none() {
            grid.put(left, plan.said.top, width, &model.engine, Style::PLAIN);
        }
        for (number, line) in lines.iter().enumerate() {
            grid.put(left, plan.said.top + number, width, line, Style::PLAIN);
        }
        return;
    }
    let sheet = sheet_rows(lines.len(), plan.typing);
    let top = plan.typing - sheet;
    let last = lines.len() - sheet;
    let first = model.said_from.unwrap_or(last).min(last);
    for (number, line) in lines[first..first + sheet].iter().enumerate() {
        grid.fill(0, top + number, grid.columns, ' ', Style::PLAIN);
        grid.put(left, top + number, width, line, Style::PLAIN);
    }
    if top > 0 {
        grid.fill(0, top - 1, grid.columns, '─', Style::DIM);
        let keys = match (first > 0, first < last) {
            (true, true) => "Enter: more · PgUp",
            (false, _) => "Enter: more",
            (true, false) => "PgUp",
        };
        let more = if last > 0 {
            format!("{}-{} of {} · {keys} · ", first + 1, first + sheet, lines.len())
        } else {
            String::new()
        };
        let note = format!(" {more}Esc: back to the board ");
        grid.put_right(0, top - 1, grid.columns.saturating_sub(2), &note, Style::DIM);
    }
}

/// Columns for a line of output. There is a margin on the left alone: on a screen of 80 columns the lines of a table, at
/// most 79 letters, are not broken again.
fn said_width(columns: usize) -> usize {
    columns.saturating_sub(1)
}

/// Number of rows for these lines if they do not fit below the board.
fn sheet_rows(lines: usize, typing: usize) -> usize {
    lines.min(typing.saturating_sub(1)).max(1).min(typing)
}

/// For scrolling: the number of hidden output lines, and the rows of a page. None if all lines fit.
pub fn hidden(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Option<(usize, usize)> {
    let plan = plan(model, columns, rows, skin);
    let lines: usize = model.said.iter().map(|line| fitted(line, said_width(columns)).len()).sum();
    if lines <= plan.said.height {
        return None;
    }
    let sheet = sheet_rows(lines, plan.typing);
    Some((lines - sheet, sheet))
}

/// A line of output, wrapped if necessary.
fn fitted(line: &str, width: usize) -> Vec<String> {
    if columns_of(line) <= width { vec![line.into()] } else { broken(line, width) }
}

fn draw_typing(grid: &mut Grid, row: usize, model: &Model, skin: &Skin) {
    let Typing { prompt, text, cursor, hint } = &model.typing;
    let start = 1 + grid.put(1, row, grid.columns.saturating_sub(9), prompt, skin.accent());
    let width = grid.columns.saturating_sub(start + 1);
    // Scroll a long line so that the cursor stays visible.
    let end = text.char_indices().nth(cursor.unwrap_or(usize::MAX)).map_or(text.len(), |(at, _)| at);
    let before = &text[..end];
    let starts = before.char_indices().rev().map(|(at, _)| at);
    let first = starts.take_while(|at| columns_of(&before[*at..]) < width.max(1)).last().unwrap_or(end);
    let used = grid.put(start, row, width, &text[first..], Style::PLAIN);
    grid.put(start + used, row, width.saturating_sub(used), hint, Style::DIM);
    if cursor.is_some() && grid.columns > 0 {
        grid.cursor = Some(((start + columns_of(&before[first..])).min(grid.columns - 1), row));
    }
}
