//! Draws a [`Model`] on a [`Grid`]: both are plain values, so every screen can be tested without a terminal.

use crate::bitops::bit;
use crate::defines::*;
use crate::eval::DARK_SQUARES;
use crate::readfen::letter_of;
use crate::ui::graph;
use crate::ui::show::{self, columns_of, cut_to};
use crate::ui::terminal::look::figurine;
use crate::ui::terminal::theme::Hue;

use super::art;
use super::grid::{Grid, Letters, Rect, Style};
use super::model::{Model, MoveToken, Player, Typing};
use super::plan::{Plan, Purpose, Shape};
use super::skin::{BAR, Skin};

/// Draws a screen of this size.
pub fn draw(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Grid {
    let mut grid = Grid::new(columns, rows, skin.letters);
    let plan = plan(model, columns, rows, skin);
    if let Some(row) = plan.title {
        let (title, keys) = heading(&model.title, &model.keys, columns.saturating_sub(2));
        grid.put(1, row, columns, &title, skin.accent());
        grid.put_right(0, row, columns.saturating_sub(1), keys, skin.faint());
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

/// The plan of a screen of this size.
pub fn plan(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Plan {
    let purpose = match () {
        () if model.analysis.is_some() => Purpose::Analysis,
        () if model.reading => Purpose::Lesson,
        () => Purpose::Play,
    };
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
            grid.put(1, row, 1, &number.to_string(), self.skin.faint());
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
            grid.put(column, rect.top + rect.height, 1, &letter.to_string(), self.skin.faint());
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
            Shape::Art(rows) => {
                let top = self.rect.top + rank * rows;
                (top..top + rows).for_each(|row| grid.fill(left, row, width, ' ', ground));
            }
            Shape::Halves(_) => {
                // A square fills half of the row above, its own row, and half of the row below.
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
        let (marks, shade, theme) = (&self.model.marks, shade(square), self.skin.board());
        let (is, of) = (|map: BitMap| map & bit(square) != 0, theme.grounds);
        match () {
            () if is(marks.cursor) => of.cursor,
            () if is(marks.check) => of.check,
            () if is(marks.picked) => of.picked,
            () if is(marks.best) => of.best[shade],
            () if is(marks.threat) => of.threat[shade],
            () if is(marks.attacked) => of.attacked[shade],
            () if is(marks.last) => theme.last[shade],
            () => theme.squares[shade],
        }
    }

    /// Draws a piece. Both sides use the filled figurines, in the colour of the piece, unless the theme gives them
    /// different shapes.
    fn draw_piece(&self, grid: &mut Grid, square: Square, file: usize, row: usize) {
        let (piece, hue, theme) = (self.piece(square), self.hue(square), self.skin.board());
        let width = self.shape.cell_width();
        let column = self.rect.left + file * width + (width - 1) / 2;
        let is_target = self.model.marks.targets & bit(square) != 0;
        let sign = Style::on(theme.grounds.target, hue).bold();
        if is_target && piece == EMPTY {
            grid.put(column, row, 1, "•", sign);
        }
        // Brackets around a piece that can be captured.
        let around = match is_target && piece != EMPTY {
            true => Some(['(', ')']),
            false => self.signs(square).filter(|_| theme.signs),
        };
        if let Some([left, right]) = around {
            let (from, to, at) = match self.shape {
                Shape::Art(rows) => (column - (width - 1) / 2, column + width / 2, row - rows / 2),
                _ => (column - 1, column + 1, row),
            };
            grid.put(from, at, 1, &left.to_string(), sign);
            grid.put(to, at, 1, &right.to_string(), sign);
        }
        if let Shape::Art(rows) = self.shape
            && piece != EMPTY
        {
            return self.draw_art(grid, piece, hue, (column - (width - 1) / 2, row - rows / 2), rows);
        }
        if piece != EMPTY {
            let letter = match (self.skin.figurines, theme.shapes) {
                (true, true) => figurine(piece),
                (true, false) => figurine(BLACK_BIT | kind(piece)),
                (false, _) => letter_of(piece),
            };
            let style = Style::on(theme.pieces[Side::of(piece).index()], hue).bold();
            grid.put(column, row, 1, &letter.to_string(), style);
        }
    }

    /// Draws a piece as a picture, two pixels per cell, with the upper left corner of the square at this place.
    fn draw_art(&self, grid: &mut Grid, piece: Piece, ground: Hue, (left, top): (usize, usize), rows: usize) {
        let (picture, theme, side) = (art::picture(kind(piece), rows), self.skin.board(), Side::of(piece));
        let margin = (2 * rows - picture.len()) as isize / 2;
        let is_hollow = theme.shapes && side == Side::White;
        let style = Style::on(theme.pieces[side.index()], ground);
        for (column, row) in (0..2 * rows).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let is = |pixel: usize| art::is_set(picture, column as isize - margin, pixel as isize - margin, is_hollow);
            let text = match (is(2 * row), is(2 * row + 1)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => continue,
            };
            grid.put(left + column, top + row, 1, text, style);
        }
    }

    /// The characters beside a piece that mark its square.
    fn signs(&self, square: Square) -> Option<[char; 2]> {
        let marks = &self.model.marks;
        let is = |map: BitMap| map & bit(square) != 0;
        match () {
            () if is(marks.cursor) => Some(['>', '<']),
            () if is(marks.check) => Some(['!', '!']),
            () if is(marks.picked) => Some(['{', '}']),
            () if is(marks.targets) && self.piece(square) != EMPTY => Some(['+', '+']),
            () if is(marks.best) => Some(['(', ')']),
            () if is(marks.threat) => Some(['~', '~']),
            () if is(marks.last) => Some(['[', ']']),
            () if is(marks.attacked) => Some([' ', '*']),
            () => None,
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
        let [left, right] = self.signs(square).unwrap_or([' ', ' ']);
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

/// Draws the evaluation bar; its lower part belongs to the side at the bottom of the board.
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

/// Minimum width of a block of moves (move numbers, White's moves, Black's moves) if several blocks stand side by side.
const LEAST_MOVES_WIDTH: usize = 26;
/// Rows for each player: one for the name and the clock, one for the captured pieces.
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
    draw_rule(grid, rect, top, &model.opening, skin);
    grid.fill(rect.left, inner.top + inner.height, rect.width, '─', skin.faint());
    let (moves, graph) = moves_and_graph(inner, model);
    draw_moves(grid, moves, model, skin);
    if let Some(graph) = graph {
        draw_rule(grid, rect, graph.top - 1, "White's chances", skin);
        draw_graph(grid, graph, model, skin);
    }
}

/// Rows of the graph of a reviewed game.
const GRAPH_ROWS: usize = 5;
/// Maximum width of a move's bar in the graph, in columns.
const BROADEST_COLUMN: usize = 3;
/// Minimum number of rows for the moves above the graph.
const LEAST_MOVE_ROWS: usize = 8;

/// The areas of the moves and, if the game was reviewed and there is room, of the graph below them.
fn moves_and_graph(inner: Rect, model: &Model) -> (Rect, Option<Rect>) {
    let height = inner.height.saturating_sub(GRAPH_ROWS + 1);
    if model.scores.is_empty() || height < LEAST_MOVE_ROWS {
        return (inner, None);
    }
    (Rect { height, ..inner }, Some(Rect { top: inner.top + height + 1, height: GRAPH_ROWS, ..inner }))
}

/// Draws White's winning chances after each move of a reviewed game. The column of the displayed position is marked.
fn draw_graph(grid: &mut Grid, rect: Rect, model: &Model, skin: &Skin) {
    let (step, chances) = graph::chances(&model.scores, rect.width);
    let current = model.shown.checked_sub(1).map(|ply| ply / step);
    let width = (rect.width / chances.len()).clamp(1, BROADEST_COLUMN);
    for (column, &chance) in chances.iter().enumerate() {
        let style = if Some(column) == current { skin.current() } else { Style::PLAIN };
        for row in 0..rect.height {
            let text = graph::cell(chance, row, rect.height, skin.letters == Letters::Unicode).repeat(width);
            grid.put(rect.left + column * width, rect.top + rect.height - 1 - row, width, &text, style);
        }
    }
}

/// Draws a horizontal line across the panel with a label in it. A long label begins at the left end of the line, and is
/// truncated if necessary.
fn draw_rule(grid: &mut Grid, rect: Rect, row: usize, text: &str, skin: &Skin) {
    grid.fill(rect.left, row, rect.width, '─', skin.faint());
    if text.is_empty() {
        return;
    }
    let text = match columns_of(text) {
        columns if columns + 4 <= rect.width => format!("─ {text} "),
        columns if columns <= rect.width => format!("{text} "),
        _ => format!("{}…", cut_to(text, rect.width.saturating_sub(1))),
    };
    grid.put(rect.left, row, rect.width, &text, skin.faint());
}

/// Shortens title and keys to this many columns: drops keys from the end, then cuts the title after a whole word.
fn heading<'a>(title: &str, keys: &'a str, columns: usize) -> (String, &'a str) {
    let mut keys = keys;
    while !keys.is_empty() && columns_of(title) + 2 + columns_of(keys) > columns {
        keys = keys.rsplit_once(" · ").map_or("", |(others, _)| others);
    }
    (shortened(title, columns), keys)
}

/// The text, cut if it is too long: after a whole word or, if the first word does not fit, inside it.
fn shortened(text: &str, columns: usize) -> String {
    if columns_of(text) <= columns {
        return text.into();
    }
    let cut = cut_to(text, columns.saturating_sub(1));
    let whole = match text[cut.len()..].starts_with(' ') {
        true => cut,
        false => cut.rsplit_once(' ').map_or(cut, |(words, _)| words),
    };
    format!("{}…", whole.trim_end_matches([' ', '·', ',', ':']))
}

fn draw_player(grid: &mut Grid, rect: Rect, row: usize, side: Side, model: &Model, skin: &Skin) {
    let player = &model.players[side.index()];
    let is_on_turn = model.turn == Some(side);
    let clock = if player.clock.is_empty() { String::new() } else { format!(" {} ", player.clock) };
    let clock_width = columns_of(&clock);
    let gap = if clock.is_empty() { 0 } else { 1 };
    let name_width = rect.width.saturating_sub(2 + clock_width + gap);
    let name = match columns_of(&player.name) {
        columns if columns <= name_width => player.name.clone(),
        _ => format!("{}…", cut_to(&player.name, name_width.saturating_sub(1)).trim_end_matches([' ', ','])),
    };
    let disc = match (skin.letters, side) {
        (Letters::Unicode, Side::White) => "○",
        (Letters::Unicode, Side::Black) => "●",
        _ if is_on_turn => ">",
        _ => " ",
    };
    grid.put(rect.left, row, 1, disc, if is_on_turn { skin.accent() } else { skin.faint() });
    let style = if is_on_turn { Style::BOLD } else { Style::PLAIN };
    grid.put(rect.left + 2, row, name_width, &name, style);
    grid.put_right(rect.left, row, rect.width, &clock, skin.clock(is_on_turn, player.short_of_time));
}

/// Draws the captured pieces, grouped by type, and the player's material lead in pawns.
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
    // A narrow panel has no room for spaces between the piece types.
    if columns_of(&text) + 6 > rect.width {
        text.retain(|letter| letter != ' ');
    }
    let width = grid.put(rect.left + 2, row, rect.width.saturating_sub(2), &text, Style::PLAIN);
    if player.ahead > 0 {
        let column = rect.left + 2 + width + usize::from(width > 0);
        let room = rect.width.saturating_sub(column - rect.left);
        grid.put(column, row, room, &format!("+{}", player.ahead), skin.faint());
    }
}

/// Draws the moves of the game, White's and Black's side by side, scrolled to the current one.
fn draw_moves(grid: &mut Grid, rect: Rect, model: &Model, skin: &Skin) {
    let (number, side) = model.first;
    let offset = side.index();
    let rows = (model.moves.len() + offset).div_ceil(2);
    let current = (model.shown + offset).checked_sub(1).map(|at| at / 2);
    // A wide panel has room for several columns of moves.
    let blocks = (rect.width / LEAST_MOVES_WIDTH).clamp(1, 3);
    let room = blocks * rect.height;
    let first = current.map_or(0, |row| (row + 1).saturating_sub(room)).min(rows.saturating_sub(1));
    let first = if model.shown == model.moves.len() { rows.saturating_sub(room) } else { first };
    // Long games have wider move numbers.
    let number_width = (number + rows).to_string().len() + 2;
    let column_width = ((rect.width / blocks).saturating_sub(number_width) / 2).min(12);
    for row in first..rows.min(first + room) {
        let left = rect.left + (row - first) / rect.height.max(1) * (rect.width / blocks);
        let at = rect.top + (row - first) % rect.height.max(1);
        grid.put_right(left, at, number_width.saturating_sub(1), &format!("{}.", number + row), skin.faint());
        for half in 0..2 {
            let column = left + number_width + half * column_width;
            let Some(ply) = (2 * row + half).checked_sub(offset) else {
                grid.put(column, at, column_width, "…", skin.faint());
                continue;
            };
            let Some(san) = model.moves.get(ply) else { continue };
            let style = match ply + 1 {
                shown if shown == model.shown => skin.current(),
                shown if shown > model.shown => skin.faint(),
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
        grid.put_right(rect.left, rect.top, rect.width, &analysis.head, skin.faint());
    } else {
        grid.put(rect.left, rect.top + 1, rect.width, &analysis.head, skin.faint());
    }
    // The lines of the analysis leave at least three rows for the tree of moves.
    let most = rect.height.saturating_sub(2 + 4);
    let rows_a_line = (most / analysis.lines.len().max(1)).clamp(1, 2);
    let mut row = rect.top + 2;
    for (score, moves) in &analysis.lines {
        if row + rows_a_line > rect.top + 2 + most {
            break;
        }
        let indent = columns_of(score).max(6) + 1;
        grid.put(rect.left, row, rect.width, score, Style::BOLD);
        // No-break spaces keep the number of a move with the move.
        let text = broken(&moves.replace(". ", ".\u{a0}"), rect.width.saturating_sub(indent));
        for (number, line) in text.iter().take(rows_a_line).enumerate() {
            let cut = number + 1 == rows_a_line && text.len() > rows_a_line;
            let line = line.replace('\u{a0}', " ") + if cut { " …" } else { "" };
            grid.put(rect.left + indent, row + number, rect.width.saturating_sub(indent), &line, Style::PLAIN);
        }
        row += rows_a_line;
    }
    draw_rule(grid, rect, row, &model.opening, skin);
    let tree = Rect { top: row + 1, height: (rect.top + rect.height).saturating_sub(row + 1), ..rect };
    draw_tree(grid, tree, &analysis.tree, skin);
}

/// The text wrapped to this width.
fn broken(text: &str, width: usize) -> Vec<String> {
    show::wrap(text, width.max(8), 0).lines().map(String::from).collect()
}

/// Draws a game with its variations, scrolled so that the current move is visible.
fn draw_tree(grid: &mut Grid, rect: Rect, tokens: &[MoveToken], skin: &Skin) {
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
            (false, true) => skin.faint(),
            (false, false) => Style::PLAIN,
        };
        grid.put(rect.left + column, rect.top + row - first, rect.width - column.min(rect.width), &token.text, style);
    }
}

// ---- below the board ---------------------------------------------------------------------------------------------------

/// Draws the state of the engine or a notice, and the output, below the board. Output that does not fit there grows
/// upwards over the board, except in a lesson.
fn draw_said(grid: &mut Grid, plan: &Plan, model: &Model, skin: &Skin) {
    let (left, width) = (1, said_width(grid.columns));
    let mut lines: Vec<String> = model.said.iter().flat_map(|line| fitted(line, width)).collect();
    let notice = if model.notice.is_empty() { Vec::new() } else { fitted(&model.notice, width) };
    if let Some(row) = plan.engine {
        let (text, style) = notice.first().map_or((&model.engine, skin.faint()), |text| (text, skin.accent()));
        grid.put(left, row, width, text, style);
    }
    // The lines of a notice that do not fit in the engine's row go above the output, if there is room.
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
    let sheet = sheet_rows(lines.len(), plan, model);
    let top = plan.typing - sheet;
    let last = lines.len() - sheet;
    let first = model.said_from.unwrap_or(last).min(last);
    for (number, line) in lines[first..first + sheet].iter().enumerate() {
        grid.fill(0, top + number, grid.columns, ' ', Style::PLAIN);
        grid.put(left, top + number, width, line, Style::PLAIN);
    }
    if top > 0 {
        grid.fill(0, top - 1, grid.columns, '─', skin.faint());
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
        let board = if model.reading { "" } else { "Esc: back to the board " };
        let note = format!(" {}{board}", if model.reading { more.trim_end_matches("· ") } else { &more });
        grid.put_right(0, top - 1, grid.columns.saturating_sub(2), &note, skin.faint());
    }
}

/// The rows that this output needs, and the rows available below the board.
pub fn rows_of(text: &str, model: &Model, (columns, rows): (usize, usize), skin: &Skin) -> (usize, usize) {
    let needed = text.lines().map(|line| fitted(line, said_width(columns)).len()).sum();
    (needed, plan(model, columns, rows, skin).said.height)
}

/// Columns for a line of output. There is a margin only on the left, so that the lines of a table, at most 79
/// characters, fit on a screen of 80 columns.
fn said_width(columns: usize) -> usize {
    columns.saturating_sub(1)
}

/// Number of rows for output that does not fit below the board. Such output covers the board, unless it is a page of a
/// lesson. One row is kept for a horizontal line above it.
fn sheet_rows(lines: usize, plan: &Plan, model: &Model) -> usize {
    let most = if model.reading { plan.said.height } else { plan.typing };
    lines.min(most.saturating_sub(1)).max(1).min(plan.typing)
}

/// For scrolling: the number of hidden output lines, and the rows of a page. [`None`] if all lines fit below the board.
pub fn hidden(model: &Model, columns: usize, rows: usize, skin: &Skin) -> Option<(usize, usize)> {
    let plan = plan(model, columns, rows, skin);
    let lines: usize = model.said.iter().map(|line| fitted(line, said_width(columns)).len()).sum();
    if lines <= plan.said.height {
        return None;
    }
    let sheet = sheet_rows(lines, &plan, model);
    Some((lines - sheet, sheet))
}

/// A line of output, wrapped if necessary; continuation lines are indented to where its text begins.
fn fitted(line: &str, width: usize) -> Vec<String> {
    if columns_of(line) <= width {
        return vec![line.into()];
    }
    show::wrap(line, width.max(8), text_column(line, width)).lines().map(String::from).collect()
}

/// The column in which the text of a line begins: after its indentation or, if it starts with a name as in `help`,
/// after the name. 0 if less than half of the width would remain.
fn text_column(line: &str, width: usize) -> usize {
    let text = line.trim_start();
    let text = text.split_once("  ").map_or(text, |(_, rest)| rest.trim_start());
    let column = columns_of(line) - columns_of(text);
    if column <= width / 2 { column } else { 0 }
}

fn draw_typing(grid: &mut Grid, row: usize, model: &Model, skin: &Skin) {
    let Typing { prompt, text, cursor, hint } = &model.typing;
    let start = 1 + grid.put(1, row, grid.columns.saturating_sub(9), prompt, skin.accent());
    let width = grid.columns.saturating_sub(start + 1);
    // Scrolls a long line so that the cursor stays visible.
    let end = text.char_indices().nth(cursor.unwrap_or(usize::MAX)).map_or(text.len(), |(at, _)| at);
    let before = &text[..end];
    let starts = before.char_indices().rev().map(|(at, _)| at);
    let first = starts.take_while(|at| columns_of(&before[*at..]) < width.max(1)).last().unwrap_or(end);
    let used = grid.put(start, row, width, &text[first..], Style::PLAIN);
    grid.put(start + used, row, width.saturating_sub(used), hint, skin.faint());
    if cursor.is_some() && grid.columns > 0 {
        grid.cursor = Some(((start + columns_of(&before[first..])).min(grid.columns - 1), row));
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::AnalysisPanel;
    use super::super::paint::Depth;
    use super::*;
    use crate::ui::terminal::theme::THEMES;

    #[test]
    fn help_stays_in_columns_in_a_narrower_window() {
        let line = "  level      play with clocks: minutes plus seconds per move";
        let narrow = ["  level      play with clocks:", "             minutes plus seconds", "             per move"];
        assert_eq!(fitted(line, 35), narrow);
        assert_eq!(fitted(line, 20)[1], "with clocks: minutes", "no room for the indentation");
        assert_eq!(fitted("    one two three", 12), ["    one two", "    three"]);
    }

    #[test]
    fn a_reviewed_game_has_its_graph_where_there_is_room() {
        let moves = vec!["e4".to_string(); 40];
        let scores: Vec<i32> = (0..40).map(|ply| if ply < 20 { 0 } else { 2000 }).collect();
        let reviewed = Model { moves, shown: 21, scores, ..Model::default() };
        let skin = Skin { depth: Depth::Palette, letters: Letters::Unicode, largest: 8, ..Skin::PLAIN };
        let text = |model: &Model, columns, rows| draw(model, columns, rows, &skin).text();
        let large = text(&reviewed, 120, 40);
        let rows: Vec<&str> = large.lines().skip_while(|line| !line.contains("White's chances")).skip(1).collect();
        // Only the bars for positions in which White is winning reach the top row.
        assert!(rows[0].contains(&"█".repeat(20)) && !rows[0].contains(&"█".repeat(21)), "{large}");
        assert!(rows[GRAPH_ROWS - 1].contains(&"█".repeat(40)), "{large}");
        assert!(large.contains("20."), "the moves are visible: {large}");
        assert!(!text(&reviewed, 80, 24).contains("White's chances"));
        assert!(!text(&Model { scores: Vec::new(), ..reviewed }, 120, 40).contains("White's chances"));
    }

    #[test]
    fn an_empty_target_has_signs_only_in_themes_with_signs() {
        let mut model = Model::default();
        (model.marks.targets, model.marks.cursor) = (bit(28), bit(28));
        for (theme, known) in THEMES.iter().enumerate() {
            let skin = Skin { theme, depth: Depth::Palette, letters: Letters::Unicode, ..Skin::PLAIN };
            let text = draw(&model, 80, 24, &skin).text();
            assert_eq!(
                (text.contains(">•<"), text.contains('>')),
                (known.signs, known.signs),
                "{}: {text}",
                known.name
            );
        }
    }

    #[test]
    fn a_cut_line_of_an_analysis_ends_with_a_move() {
        let lines = vec![("+0.30".to_string(), "11. Nf3 Nc6 12. Bb5 a6 13. Ba4 Nf6 14. O-O".to_string()); 9];
        let model = Model { analysis: Some(AnalysisPanel { lines, ..AnalysisPanel::default() }), ..Model::default() };
        for columns in 60..90 {
            let text = draw(&model, columns, 24, &Skin::PLAIN).text();
            assert!(!text.lines().any(|line| line.ends_with('.') || line.ends_with(". …")), "{columns}: {text}");
        }
    }

    #[test]
    fn the_name_of_the_opening_uses_the_whole_panel() {
        let model = |opening: &str| Model { opening: opening.into(), ..Model::default() };
        let skin = Skin { letters: Letters::Unicode, ..Skin::PLAIN };
        let text = |opening: &str| draw(&model(opening), 60, 20, &skin).text();
        let width = 60 - plan(&model(""), 60, 20, &skin).panel.expect("a panel").left;
        let long = format!("B20 {}", "x".repeat(width - 4));
        assert!(text(&(long.clone() + "y z")).contains(&format!("{}…", &long[..width - 1])));
        assert!(text(&long).contains(&long) && text("C50 Italian").contains("─ C50 Italian ─"), "{}", text(&long));
    }

    #[test]
    fn a_name_is_cut_only_where_the_room_ends() {
        let (skin, name) = (Skin { letters: Letters::Unicode, ..Skin::PLAIN }, "Nepomniachtchi, Ian Alexandrovich");
        let width = plan(&Model::default(), 80, 24, &skin).panel.expect("a panel").width;
        let text = |length: usize, clock: &str| {
            let player = Player { name: name.repeat(2)[..length].into(), clock: clock.into(), ..Player::default() };
            draw(&Model { players: [player.clone(), player], ..Model::default() }, 80, 24, &skin).text()
        };
        let whole = |length: usize| format!("○ {}", &name.repeat(2)[..length]);
        assert!(text(width - 2, "").contains(&whole(width - 2)), "{}", text(width - 2, ""));
        assert!(text(width - 1, "").contains(&format!("{}…", whole(width - 3))), "{}", text(width - 1, ""));
        assert!(
            text(width - 2, "5:00").contains(&format!("{}…  5:00", whole(width - 10))),
            "{}",
            text(width - 2, "5:00")
        );
    }

    #[test]
    fn a_heading_is_never_cut_inside_a_word() {
        let (title, keys) = ("Alula with Elo 800, a beginner · 15+10", "F1 help · F3 turn · Tab board");
        for columns in 0..100 {
            let (short, shown) = heading(title, keys, columns);
            assert!(columns_of(&short) + columns_of(shown) <= columns.max(1), "{columns}: {short} {shown}");
            assert!(
                keys.starts_with(shown)
                    && (shown.is_empty() || keys[shown.len()..].is_empty() || keys[shown.len()..].starts_with(" · "))
            );
            if let Some(words) = short.strip_suffix('…').filter(|words| words.contains(' ')) {
                assert!(title.starts_with(words), "{short}");
                assert!(title[words.len()..].starts_with([' ', ',', ':']), "{columns}: {short}");
            }
        }
        assert_eq!(heading(title, keys, 80).0, title);
        assert_eq!(heading(title, keys, 80).1, keys);
    }
}
