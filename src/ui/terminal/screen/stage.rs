//! The stage: holds the state of the full-screen view, and handles keys and mouse events that do not need the Board.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::bitops::bit;
use crate::defines::*;
use crate::ui::clock::GameClocks;
use crate::ui::out::FullScreen;
use crate::ui::show;

use super::layout;
use super::line::{InputLine, KeyEffect, Memory};
use super::model::Model;
use super::paint::Painter;
use super::skin::Skin;

/// Minimum time between two redraws during a search.
const FRAME: Duration = Duration::from_millis(100);
/// A clock with less time than this, in milliseconds, has nearly run out.
const SHORT_OF_TIME: i64 = 15_000;
/// Maximum number of output lines kept.
const MOST_SAID: usize = 2000;

/// A legal move that can be made with keys or mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputMove {
    /// Origin.
    pub from: Square,
    /// Target.
    pub to: Square,
    /// The piece type that a pawn promotes to; 0 if the move is not a promotion.
    pub becomes: Piece,
}

/// The part of the screen that receives the keys.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Focus {
    /// The input line.
    #[default]
    Line,
    /// The board, with the cursor on a square.
    Board,
}

/// The meaning of a key or a mouse event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Only redraw.
    Nothing,
    /// A line that was entered, the command bound to a key, or a move that was made on the board.
    Line(String),
    /// Enter on an empty line.
    Enter,
    /// Escape with nothing to cancel.
    Escape,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D on an empty line.
    Leave,
    /// Ctrl-Z.
    Suspend,
    /// A function key, counted from 1.
    Function(u8),
    /// Left or right arrow on an empty line, or the mouse wheel: one move back or forward.
    Step(isize),
    /// Plus or minus on an empty line: larger or smaller squares.
    Size(isize),
}

/// The promotion pieces, in the order of the choices.
const PROMOTIONS: [Piece; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

/// The full-screen view.
pub struct Stage {
    painter: Painter,
    /// The contents.
    pub model: Model,
    /// Colours and characters.
    pub skin: Skin,
    /// The input line.
    pub line: InputLine,
    /// Columns and rows of the window.
    pub size: (usize, usize),
    /// The clocks, and the side whose clock runs.
    pub clocks: Option<(GameClocks, Option<Side>)>,
    /// The legal moves, if moves can be made on the board.
    pub input_moves: Vec<InputMove>,
    /// Whether to handle mouse events.
    pub mouse: bool,
    /// The output shown before the current command or list of completions, and its first visible line.
    page: (Vec<String>, Option<usize>),
    /// Whether the output is a list of completions; more output, or the next key for the input line, closes it.
    lists_completions: bool,
    drawn: Option<Instant>,
    focus: Focus,
    cursor: Square,
    picked: Option<Square>,
    /// Origin and target of a promotion while the user chooses the piece.
    promoting: Option<(Square, Square)>,
}

impl Stage {
    /// An empty stage.
    pub fn new(skin: Skin, size: (usize, usize)) -> Stage {
        Stage {
            painter: Painter::default(),
            model: Model::default(),
            skin,
            line: InputLine::default(),
            size,
            clocks: None,
            input_moves: Vec::new(),
            mouse: false,
            page: Default::default(),
            lists_completions: false,
            drawn: None,
            focus: Focus::Line,
            cursor: 12,
            picked: None,
            promoting: None,
        }
    }

    /// Makes the next update draw the whole screen, because the terminal was overwritten.
    pub fn forget_screen(&mut self) {
        self.painter.forget();
    }

    /// Sets the previous output aside, puts down a picked-up piece, and clears the notice and the marks of attacked
    /// squares. Called when a command begins, and before a list of completions.
    pub fn begin(&mut self) {
        self.close_list();
        self.page = (std::mem::take(&mut self.model.said), self.model.said_from.take());
        self.model.marks.attacked = 0;
        (self.picked, self.promoting) = (None, None);
        self.model.notice.clear();
    }

    /// Closes the list of completions, and restores the output that it replaced.
    fn close_list(&mut self) {
        if std::mem::take(&mut self.lists_completions) {
            (self.model.said, self.model.said_from) = std::mem::take(&mut self.page);
        }
    }

    /// Clears the status, and shows long output from its beginning. Called when a command ends.
    pub fn end(&mut self) {
        self.model.engine.clear();
        while self.model.said.last().is_some_and(String::is_empty) {
            self.model.said.pop();
        }
        self.model.said_from = Some(0);
    }

    /// Height of a square of the board, in rows; [`None`] without a board.
    pub fn square_rows(&self) -> Option<usize> {
        let (columns, rows) = self.size;
        let (shape, _) = layout::plan(&self.model, columns, rows, &self.skin).board?;
        Some(shape.cell_height())
    }

    /// After a rejected command, shows the page of the lesson again, with the reason as a notice. Returns false if
    /// there was no page.
    pub fn keep_page(&mut self, refusal: &str) -> bool {
        if !self.model.reading || self.page.0.is_empty() {
            return false;
        }
        (self.model.said, self.model.said_from) = std::mem::take(&mut self.page);
        self.model.notice = refusal.into();
        true
    }

    /// Completes the model with the clocks, the squares marked by keyboard or mouse input, and the typed text.
    fn fill_in(&mut self) {
        for side in Side::BOTH {
            let player = &mut self.model.players[side.index()];
            let left = self.clocks.as_ref().map(|(clocks, running)| clocks.left(side, *running));
            player.clock = left.map_or(String::new(), show::clock_text);
            player.short_of_time = left.is_some_and(|left| left < SHORT_OF_TIME);
        }
        let offered = self.offered();
        let (marks, picked) = (&mut self.model.marks, self.picked);
        let targets = self.input_moves.iter().filter(|mv| Some(mv.from) == picked).map(|mv| bit(mv.to));
        marks.targets = targets.fold(0, |map, square| map | square);
        marks.picked = offered.iter().fold(picked.map_or(0, bit), |map, (square, _)| map | bit(*square));
        marks.cursor = if self.focus == Focus::Board { bit(self.cursor) } else { 0 };
        self.model.offered = offered;
        let typing = &mut self.model.typing;
        typing.text = self.line.text().into();
        typing.cursor = (self.focus == Focus::Line && self.promoting.is_none()).then(|| self.line.cursor());
    }

    // ---- keys --------------------------------------------------------------------------------------------------------

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, memory: &impl Memory) -> Intent {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, control) {
            (KeyCode::Char('c'), true) => return Intent::Interrupt,
            (KeyCode::Char('z'), true) => return Intent::Suspend,
            (KeyCode::Char('l'), true) => {
                self.forget_screen();
                return Intent::Nothing;
            }
            (KeyCode::F(number), _) => return Intent::Function(number),
            (KeyCode::PageUp, _) => return self.scroll(-1),
            (KeyCode::PageDown, _) => return self.scroll(1),
            _ => {}
        }
        if let Some(squares) = self.promoting {
            return self.promotion_key(key, squares);
        }
        match self.focus {
            Focus::Board => self.board_key(key, memory),
            Focus::Line => self.line_key(key, memory),
        }
    }

    fn line_key(&mut self, key: KeyEvent, memory: &impl Memory) -> Intent {
        let plain = key.modifiers.is_empty();
        self.close_list();
        match key.code {
            KeyCode::Enter if self.line.is_empty() => return Intent::Enter,
            KeyCode::Esc if self.line.search_prompt().is_none() => return self.escape(),
            KeyCode::Tab if self.line.is_empty() && !self.input_moves.is_empty() => {
                self.focus = Focus::Board;
                return Intent::Nothing;
            }
            KeyCode::Left if plain && self.line.is_empty() => return Intent::Step(-1),
            KeyCode::Right if plain && self.line.is_empty() => return Intent::Step(1),
            KeyCode::Home if self.line.is_empty() => return Intent::Line("first".into()),
            KeyCode::End if self.line.is_empty() => return Intent::Line("last".into()),
            KeyCode::Char(_) if is_modified(key) => {}
            KeyCode::Char(' ') if self.line.is_empty() => return Intent::Line("replay".into()),
            KeyCode::Char('+') if self.line.is_empty() => return Intent::Size(1),
            KeyCode::Char('-') if self.line.is_empty() => return Intent::Size(-1),
            _ => {}
        }
        match self.line.key(key, memory) {
            KeyEffect::Changed | KeyEffect::Unknown => Intent::Nothing,
            KeyEffect::Entered(line) => Intent::Line(line),
            KeyEffect::Left => Intent::Leave,
            KeyEffect::Candidates(names) => {
                self.begin();
                let width = self.size.0.saturating_sub(2);
                self.say(&show::in_columns(&names, width));
                self.lists_completions = true;
                Intent::Nothing
            }
        }
    }

    /// Handles Escape: puts down a picked-up piece and clears the typed text. If there is neither, clears the output.
    fn escape(&mut self) -> Intent {
        let nothing_to_put_away = self.picked.is_none() && self.line.is_empty() && self.model.said.is_empty();
        if nothing_to_put_away {
            return Intent::Escape;
        }
        if self.picked.take().is_none() && self.line.is_empty() {
            self.model.said.clear();
        }
        self.line.clear();
        Intent::Nothing
    }

    /// Scrolls long output forward by a page. Returns false if its end is already visible.
    pub fn turn_page(&mut self) -> bool {
        let (columns, rows) = self.size;
        let more = layout::hidden(&self.model, columns, rows, &self.skin)
            .is_some_and(|(hidden, _)| self.model.said_from.is_some_and(|at| at < hidden));
        if more {
            self.scroll(1);
        }
        more
    }

    /// Scrolls by this many pages if the output is too long for its area.
    fn scroll(&mut self, pages: isize) -> Intent {
        let (columns, rows) = self.size;
        let Some((hidden, page)) = layout::hidden(&self.model, columns, rows, &self.skin) else {
            return Intent::Nothing;
        };
        let step = pages * page.saturating_sub(1).max(1) as isize;
        let at = self.model.said_from.unwrap_or(hidden).min(hidden);
        self.model.said_from = Some(at.saturating_add_signed(step).min(hidden));
        Intent::Nothing
    }

    // ---- the board -----------------------------------------------------------------------------------------------------

    fn board_key(&mut self, key: KeyEvent, memory: &impl Memory) -> Intent {
        // Keys with Ctrl or Alt belong to the input line.
        let code = if is_modified(key) { KeyCode::Null } else { key.code };
        let (files, ranks) = match code {
            KeyCode::Left | KeyCode::Char('h') => (-1, 0),
            KeyCode::Right | KeyCode::Char('l') => (1, 0),
            KeyCode::Up | KeyCode::Char('k') => (0, 1),
            KeyCode::Down | KeyCode::Char('j') => (0, -1),
            KeyCode::Char('n') => return Intent::Line("load next".into()),
            KeyCode::Char('p') => return Intent::Line("load previous".into()),
            KeyCode::Enter | KeyCode::Char(' ') => return self.touch(self.cursor),
            KeyCode::Esc if self.picked.is_some() => {
                self.picked = None;
                return Intent::Nothing;
            }
            KeyCode::Esc | KeyCode::Tab => {
                self.put_down();
                return Intent::Nothing;
            }
            // Other keys go to the input line.
            _ => {
                self.put_down();
                return self.line_key(key, memory);
            }
        };
        let sign = if self.model.rotated { -1 } else { 1 };
        let step = |at: usize, by: isize| (at as isize + sign * by).clamp(0, 7) as usize;
        self.cursor = 8 * step(self.cursor / 8, ranks) + step(self.cursor % 8, files);
        Intent::Nothing
    }

    /// Puts down a picked-up piece, and returns the focus to the input line.
    pub fn put_down(&mut self) {
        (self.picked, self.promoting, self.focus) = (None, None, Focus::Line);
        self.model.notice.clear();
    }

    /// Handles a square that the user touched: picks up the piece there, or moves the picked-up piece there if legal.
    fn touch(&mut self, square: Square) -> Intent {
        let Some(from) = self.picked else {
            let can_move = self.input_moves.iter().any(|mv| mv.from == square);
            self.picked = can_move.then_some(square);
            return Intent::Nothing;
        };
        let mut fitting = self.input_moves.iter().filter(|mv| mv.from == from && mv.to == square);
        match (fitting.next(), fitting.next()) {
            (None, _) => {
                let other = square != from && self.input_moves.iter().any(|mv| mv.from == square);
                self.picked = other.then_some(square);
                Intent::Nothing
            }
            (Some(mv), None) => self.made(*mv),
            (Some(_), Some(_)) => {
                self.promoting = Some((from, square));
                self.model.notice = "Promote to: q queen, n knight, r rook, b bishop (Esc cancels)".into();
                Intent::Nothing
            }
        }
    }

    fn made(&mut self, mv: InputMove) -> Intent {
        self.picked = None;
        (self.promoting, self.model.notice) = (None, String::new());
        let letter = match mv.becomes {
            0 => "",
            KNIGHT => "n",
            ROOK => "r",
            BISHOP => "b",
            _ => "q",
        };
        let name = crate::displaymove::square_name;
        Intent::Line(format!("{}{}{letter}", name(mv.from), name(mv.to)))
    }

    fn promotion_key(&mut self, key: KeyEvent, (from, to): (Square, Square)) -> Intent {
        let becomes = match key.code {
            KeyCode::Char(_) if is_modified(key) => return Intent::Nothing,
            KeyCode::Char('q' | 'Q') | KeyCode::Enter => QUEEN,
            KeyCode::Char('n' | 'N') => KNIGHT,
            KeyCode::Char('r' | 'R') => ROOK,
            KeyCode::Char('b' | 'B') => BISHOP,
            KeyCode::Esc => {
                self.put_down();
                return Intent::Nothing;
            }
            _ => return Intent::Nothing,
        };
        self.made(InputMove { from, to, becomes })
    }

    /// The promotion pieces to choose from, on the target square and the next three on its file.
    fn offered(&self) -> Vec<(Square, Piece)> {
        let Some((from, to)) = self.promoting else { return Vec::new() };
        let square = |number: usize| if to >= 56 { to - 8 * number } else { to + 8 * number };
        let side = Side::of(self.model.square[from]);
        PROMOTIONS.into_iter().enumerate().map(|(number, it)| (square(number), side.piece(it))).collect()
    }

    /// Handles a mouse event.
    pub fn mouse(&mut self, event: MouseEvent) -> Intent {
        let (columns, rows) = self.size;
        let plan = layout::plan(&self.model, columns, rows, &self.skin);
        let (column, row) = (usize::from(event.column), usize::from(event.row));
        let scrolls = layout::hidden(&self.model, columns, rows, &self.skin).is_some();
        // A page of a lesson does not cover the board.
        let covered = scrolls && !self.model.reading;
        let square = plan.square_at(column, row, self.model.rotated).filter(|_| !covered);
        match (event.kind, square) {
            (MouseEventKind::ScrollUp, _) if scrolls => self.scroll(-1),
            (MouseEventKind::ScrollDown, _) if scrolls => self.scroll(1),
            // The wheel does not turn the pages of a lesson: it would skip several at once.
            (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown, _) if self.model.reading => Intent::Nothing,
            (MouseEventKind::ScrollUp, _) => Intent::Step(-1),
            (MouseEventKind::ScrollDown, _) => Intent::Step(1),
            (MouseEventKind::Down(MouseButton::Left), _) if self.promoting.is_some() => self.choose(square),
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => self.touch(square),
            (MouseEventKind::Down(MouseButton::Left), None) if covered => self.escape(),
            (MouseEventKind::Down(_), _) => {
                self.put_down();
                Intent::Nothing
            }
            // The button was released: a dragged piece is dropped on this square.
            (MouseEventKind::Up(MouseButton::Left), Some(square))
                if self.promoting.is_none() && self.picked.is_some_and(|from| from != square) =>
            {
                self.touch(square)
            }
            _ => Intent::Nothing,
        }
    }

    /// Handles a click during a promotion: chooses the piece on the square, or cancels.
    fn choose(&mut self, square: Option<Square>) -> Intent {
        let chosen = self.offered().into_iter().find(|(at, _)| Some(*at) == square).map(|(_, piece)| kind(piece));
        match (chosen, self.promoting) {
            (Some(becomes), Some((from, to))) => self.made(InputMove { from, to, becomes }),
            _ => {
                self.put_down();
                Intent::Nothing
            }
        }
    }
}

impl FullScreen for Stage {
    /// Adds output, stripped of its colours.
    fn say(&mut self, text: &str) {
        self.close_list();
        self.model.said.extend(without_escapes(text).split('\n').map(|line| line.trim_end().to_string()));
        let many = self.model.said.len().saturating_sub(MOST_SAID);
        self.model.said.drain(..many);
        // Blank lines separate blocks; the first block needs none.
        let blank = self.model.said.iter().take_while(|line| line.is_empty()).count();
        self.model.said.drain(..blank);
    }

    fn tell_status(&mut self, text: &str) {
        self.model.engine = text.into();
    }

    fn is_due(&self) -> bool {
        self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME)
    }

    fn picture(&mut self) -> String {
        self.drawn = Some(Instant::now());
        self.fill_in();
        let (columns, rows) = self.size;
        let grid = layout::draw(&self.model, columns, rows, &self.skin);
        self.painter.update(&grid, self.skin.depth)
    }

    fn wants_mouse(&self) -> bool {
        self.mouse
    }
}

/// Whether Ctrl or Alt is held. Both together are AltGr, which types characters.
fn is_modified(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) != key.modifiers.contains(KeyModifiers::ALT)
}

/// The text without escape sequences (ECMA-48): the full-screen view has its own colours.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\x1b' {
            plain.push(letter);
        } else if letters.next() == Some('[') {
            letters.by_ref().find(|letter| ('@'..='~').contains(letter));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Perfts;

    impl Memory for Perfts {
        fn count(&self) -> usize {
            0
        }

        fn earlier(&self, _: usize) -> Option<String> {
            None
        }

        fn complete(&self, _: &str, _: usize) -> (usize, Vec<String>) {
            (0, vec!["perft ".into(), "perfect ".into()])
        }

        fn hint(&self, _: &str, _: usize) -> Option<String> {
            None
        }
    }

    #[test]
    fn a_click_closes_a_text_over_the_board_but_not_a_page_of_a_lesson() {
        let click = |kind| MouseEvent { kind, column: 40, row: 20, modifiers: KeyModifiers::NONE };
        for (reading, left) in [(false, 0), (true, 50)] {
            let mut stage = Stage::new(Skin::PLAIN, (80, 24));
            stage.model.reading = reading;
            stage.say(&vec!["line"; 50].join("\n"));
            stage.end();
            assert_eq!(stage.mouse(click(MouseEventKind::ScrollDown)), Intent::Nothing);
            assert!(stage.model.said_from > Some(0), "the wheel scrolls");
            stage.mouse(click(MouseEventKind::Down(MouseButton::Left)));
            assert_eq!(stage.model.said.len(), left, "{reading}");
        }
    }

    #[test]
    fn keys_with_control_belong_to_the_input_line_even_on_the_board() {
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let mut stage = Stage::new(Skin::PLAIN, (80, 24));
        for letter in ['n', 'p', 'h', 'l'] {
            (stage.focus, stage.cursor) = (Focus::Board, 12);
            stage.line.set("ab");
            assert_eq!(stage.key(control(letter), &Perfts), Intent::Nothing, "{letter}");
            let is_on_the_board = letter == 'l';
            assert_eq!((stage.focus == Focus::Board, stage.cursor), (is_on_the_board, 12), "{letter}");
        }
        (stage.focus, stage.promoting) = (Focus::Board, Some((48, 56)));
        assert_eq!(stage.key(control('n'), &Perfts), Intent::Nothing);
        assert!(stage.promoting.is_some());
        stage.focus = Focus::Board;
        stage.promoting = None;
        assert_eq!(stage.key(KeyCode::Char('n').into(), &Perfts), Intent::Line("load next".into()));
    }

    #[test]
    fn the_next_key_or_output_closes_a_list_of_completions() {
        let mut stage = Stage::new(Skin::PLAIN, (80, 24));
        let hit = |stage: &mut Stage, code: KeyCode| stage.key(code.into(), &Perfts);
        stage.say("Black plays e5");
        for close in [KeyCode::Char('t'), KeyCode::Backspace, KeyCode::Enter, KeyCode::Esc] {
            stage.line.set("perf");
            hit(&mut stage, KeyCode::Tab);
            assert_eq!(stage.model.said, ["perft     perfect"]);
            hit(&mut stage, close);
            assert_eq!(stage.model.said, ["Black plays e5"], "{close:?}");
        }
        stage.line.set("perf");
        hit(&mut stage, KeyCode::Tab);
        stage.say("White plays Nf3");
        assert_eq!(stage.model.said, ["Black plays e5", "White plays Nf3"]);
    }
}
