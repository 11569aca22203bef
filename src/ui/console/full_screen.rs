//! The full-screen view in use: entering and leaving it, keys and clicks.

use std::time::Duration;

use crossterm::event::{Event, KeyEventKind};

use crate::bitops::bit;
use crate::board::Board;
use crate::searcher::{Control, Info, Limits, Line};
use crate::timer::Instant;
use crate::ui::input::Input;
use crate::ui::out::FullScreen as _;
use crate::ui::session::Effect;
use crate::ui::show;
use crate::ui::signals::{self, Keys};
use crate::ui::terminal::editor::Prompt;
use crate::ui::terminal::look::SquareSize;
use crate::ui::terminal::picture::Marks;
use crate::ui::terminal::screen::layout;
use crate::ui::terminal::screen::line::Memory;
use crate::ui::terminal::screen::stage::{Intent, Stage};

use super::glance::{passed, take_a_moment};
use super::screen::{refresh, show_lines, window};
use super::state::{Session, View};
use super::telling::hides_evaluation;
use super::{autosave, clocks, play, words};

/// Time limit of the search for a threat.
const THREAT: Duration = Duration::from_millis(150);

/// The full-screen view: board, clocks, moves and input line in fixed places.
pub(super) struct FullScreenView;

impl View for FullScreenView {
    /// Writes the texts that fit below the board. Skips the text about the opponent, which has no short form: the
    /// heading already names the opponent.
    fn greet(&self, session: &mut Session, texts: &[(String, &str)]) {
        let Some(stage) = session.out.full_screen() else { return };
        let mut used = 0;
        for (text, short) in texts.iter().filter(|(_, short)| !short.is_empty()) {
            let rows = |text: &str| layout::rows_of(text, &stage.model, stage.size, &stage.skin);
            let fitting = [text, *short].into_iter().find(|text| used + rows(text).0 <= rows(text).1);
            if let Some(text) = fitting {
                used += rows(text).0;
                stage.say(text);
            }
        }
    }

    fn begin(&self, session: &mut Session) {
        if session.own.script_depth > 0 {
            return;
        }
        signals::set_keys(Keys::Interrupt);
        if let Some(stage) = session.out.full_screen() {
            stage.begin();
        }
    }

    fn end(&self, board: &Board, session: &mut Session) {
        if session.own.script_depth > 0 {
            return;
        }
        signals::set_keys(Keys::Plain);
        if let Some(stage) = session.out.full_screen() {
            stage.end();
        }
        refresh(board, session);
    }

    /// Leaves the screen, and keeps the line being typed.
    fn leave(&self, session: &mut Session) {
        let begun = session.out.full_screen().map(|stage| stage.line.text().to_string()).unwrap_or_default();
        if session.out.leave().is_some()
            && let Some(editor) = session.input.editor()
        {
            editor.begun = begun;
        }
    }

    fn position(&self, board: &Board, session: &mut Session, marks: Marks) {
        refresh(board, session);
        if let Some(stage) = session.out.full_screen() {
            stage.model.marks.attacked |= marks.attacked;
        }
    }

    fn setup(&self, board: &Board, session: &mut Session) {
        refresh(board, session);
    }

    /// Shows the position for this time, or until Enter. Meanwhile, moves cannot be made on the board.
    fn aside(&self, board: &mut Board, session: &mut Session, text: &str, time: Duration) {
        session.say(text);
        refresh(board, session);
        if let Some(stage) = session.out.full_screen() {
            stage.input_moves.clear();
        }
        session.out.draw();
        take_a_moment(board, session, Instant::now() + time);
    }

    fn engine_moves(&self, board: &Board, session: &mut Session, san: &str, where_from: &str) -> String {
        if session.own.game.selfplay
            && let Some(stage) = session.out.full_screen()
        {
            // Shows only the last move, because a list of all moves would cover the board.
            stage.begin();
        }
        let (side, progress) = (board.next_move, &session.own.analysis.progress);
        let san = session.screen().moves(san);
        let text = format!("{} plays {} {san}{where_from}", side.name(), show::move_number(board));
        let is_told = progress.depth > 0 && where_from.is_empty() && !hides_evaluation(session);
        let Some(score) = progress.score.filter(|_| is_told) else { return text };
        let ms = session.own.analysis.thought.as_ref().map_or(0, |thought| thought.ms);
        let (score, time) = (show::score_of(side, score), show::time_text(ms));
        format!("{text}   {score} · depth {} · {time}", progress.depth)
    }

    fn lines(&self, board: &mut Board, session: &mut Session, info: &Info, lines: &[Line], depth: usize) {
        show_lines(board, session, info, lines, depth);
    }

    fn search_ended(&self, session: &mut Session) {
        if let Some(stage) = session.out.full_screen() {
            stage.model.engine.clear();
        }
    }

    fn shows_iterations(&self, session: &Session) -> bool {
        session.own.view.look.thinking
    }

    fn has_places(&self) -> bool {
        true
    }

    /// Finds the threat by a short silent search, and marks its squares.
    fn mark_threat(&self, board: &Board, session: &mut Session) {
        let Ok(other) = passed(board) else { return };
        let limits = Limits { max_time: Some(THREAT), ..Limits::default() };
        let (options, mut engine) = (session.options.full_strength(), session.take_engine());
        let mv = engine.think_here(&other, &options, &limits, &Control::silent()).best;
        session.engine = Some(engine);
        if let Some(stage) = session.out.full_screen().filter(|_| mv.is_some()) {
            stage.model.marks.threat = bit(mv.from()) | bit(mv.tosq());
        }
    }

    fn keep_page(&self, session: &mut Session, refusal: &str) -> bool {
        session.out.full_screen().is_some_and(|stage| stage.keep_page(refusal))
    }

    fn interrupt(&self, session: &mut Session) {
        clear_line(session);
    }

    fn ask(&self, board: &Board, session: &mut Session, prompt: &Prompt) {
        refresh(board, session);
        if let Some(editor) = session.input.editor() {
            editor.expect(prompt);
        }
        ask(session, &prompt.text);
        session.out.draw();
    }

    fn key(&self, board: &mut Board, session: &mut Session, event: Event, _: &Prompt) -> Option<String> {
        match intent(session, event) {
            Intent::Line(line) => return Some(line),
            Intent::Leave => session.over = true,
            Intent::Interrupt if interrupted_twice(&mut session.input) => session.over = true,
            Intent::Interrupt => {
                let was_empty = session.out.full_screen().is_none_or(|stage| stage.line.is_empty());
                clear_line(session);
                if was_empty {
                    session.say(autosave::again_to_leave(session.own.players_game()));
                }
            }
            Intent::Enter
                if !session.out.full_screen().is_some_and(Stage::turn_page)
                    && session.own.training.lessons.awaits() =>
            {
                return Some(String::new());
            }
            intent => return carry_out(board, session, intent),
        }
        None
    }

    fn key_during_search(&self, board: &mut Board, session: &mut Session, event: Event) {
        let analysing = session.own.is_analysing();
        match intent(session, event) {
            Intent::Line(line) => hear(board, session, line),
            Intent::Enter if !analysing => play::stop(session),
            Intent::Escape if !analysing => play::abandon(session),
            Intent::Interrupt if !interrupted_twice(&mut session.input) => {
                session.interrupted = true;
                play::stop(session);
            }
            Intent::Interrupt | Intent::Leave => {
                session.over = true;
                play::abandon(session);
            }
            intent => carry_out(board, session, intent).into_iter().for_each(|line| hear(board, session, line)),
        }
        session.out.draw_if_due();
    }
}

/// Replaces scrolling lines with the full-screen view.
pub(super) fn enter(board: &Board, session: &mut Session) {
    let mut stage = Stage::new(session.own.view.look.skin(&session.out), window(session));
    stage.mouse = !session.own.view.look.no_mouse;
    stage.line.set(session.input.begun());
    if let Some(editor) = session.input.editor() {
        editor.begun.clear();
    }
    session.signals.only_note_interrupts();
    session.out.enter(Box::new(stage));
    if session.own.view.look.asks_for_ground() {
        session.out.ask_for_ground();
    }
    refresh(board, session);
}

// ---- keys and clicks ---------------------------------------------------------------------------------------------------

/// Makes the squares larger or smaller by `step` rows. The layout uses smaller ones if the window has no room.
fn resize_squares(board: &Board, session: &mut Session, step: isize) {
    let Some(rows) = session.out.full_screen().and_then(|stage| stage.square_rows()) else { return };
    let rows = rows.saturating_add_signed(step).clamp(1, 8);
    session.own.view.look.squares = SquareSize::Rows(rows as u8);
    refresh(board, session);
}

/// Shows the prompt and, as a hint, the arguments of the command just typed.
fn ask(session: &mut Session, prompt: &str) {
    let coloured = session.own.view.look.skin(&session.out).has_colours();
    let text = session.out.full_screen().map(|stage| stage.line.text().to_string()).unwrap_or_default();
    let hint = session.input.editor().and_then(|editor| editor.hint(&text, text.len()));
    let Some(stage) = session.out.full_screen() else { return };
    stage.model.typing.prompt = stage.line.search_prompt().unwrap_or_else(|| prompt.into());
    stage.model.typing.hint =
        hint.filter(|_| coloured && stage.line.cursor() == text.chars().count()).unwrap_or_default();
}

/// The action requested by a key, click or paste.
fn intent(session: &mut Session, event: Event) -> Intent {
    // The editor, which completes commands, is not part of the screen: the screen borrows it for this key.
    let Session { out, input, .. } = session;
    let (Some(stage), Some(editor)) = (out.full_screen(), input.editor()) else { return Intent::Leave };
    stage.model.typing.hint.clear();
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => match stage.key(key, editor) {
            Intent::Line(line) => {
                // The editor queues the line, and returns the oldest line in the queue.
                editor.take_in(line);
                editor.typed_line().map_or(Intent::Nothing, Intent::Line)
            }
            intent => intent,
        },
        Event::Mouse(mouse) => stage.mouse(mouse),
        Event::Paste(text) => {
            // Complete lines are carried out in order; the rest starts the next line.
            stage.line.paste(&text).into_iter().for_each(|line| editor.take_in(line));
            editor.typed_line().map_or(Intent::Nothing, Intent::Line)
        }
        Event::Resize(columns, rows) => {
            stage.size = (usize::from(columns), usize::from(rows));
            Intent::Nothing
        }
        _ => Intent::Nothing,
    }
}

/// Clears the line being typed.
fn clear_line(session: &mut Session) {
    if let Some(stage) = session.out.full_screen() {
        stage.line.clear();
        stage.put_down();
    }
}

fn interrupted_twice(input: &mut Input) -> bool {
    input.editor().is_some_and(|editor| editor.is_interrupted_twice())
}

/// Handles keys that have the same meaning at any time. For a key that stands for a command, returns the command line.
fn carry_out(board: &mut Board, session: &mut Session, intent: Intent) -> Option<String> {
    match intent {
        Intent::Suspend => suspend(session),
        Intent::Size(step) => resize_squares(board, session, step),
        Intent::Step(step) => return step_command(board, session, step).map(String::from),
        Intent::Function(1) => return Some("help".into()),
        Intent::Function(2) => {
            session.own.view.look.thinking = !session.own.view.look.thinking;
            let text = format!("thinking {}", if session.own.view.look.thinking { "on" } else { "off" });
            session.out.line(&text);
        }
        Intent::Function(3) => {
            board.view_rotated = !board.view_rotated;
            if let Some(stage) = session.out.full_screen() {
                stage.model.rotated = board.view_rotated;
            }
        }
        Intent::Function(4) => return Some("threat".into()),
        _ => {}
    }
    None
}

/// The command for a step back or forward: turns the page of an open lesson, or steps through the game, if it has
/// moves.
fn step_command(board: &Board, session: &mut Session, step: isize) -> Option<&'static str> {
    if session.own.is_reading() {
        // At a question, only a guess or Enter continues.
        let forward = (!session.own.training.lessons.awaits()).then_some("next");
        return if step < 0 { Some("back") } else { forward };
    }
    let has_moves = board.end_of_game > 0 || session.own.place_has_next(board).is_some();
    has_moves.then_some(if step < 0 { "back" } else { "forward" })
}

/// Handles a line entered during a search. On the analysis board, any line stops the search.
fn hear(board: &mut Board, session: &mut Session, line: String) {
    if session.own.is_analysing() {
        session.stop();
    } else if session.own.game.thinking.is_some()
        && words::effect(session, &line) == Effect::Waits
        && let Some(stage) = session.out.full_screen()
    {
        stage.model.notice = format!("After the engine's move: {line}");
    }
    session.hear(board, line);
}

/// Handles Ctrl-Z: returns the terminal to the shell until the program is resumed.
fn suspend(session: &mut Session) {
    session.out.hide_full_screen();
    clocks::suspend(session);
    session.out.show_full_screen();
    let (size, clocks) = (window(session), session.own.game.clocks);
    if let Some(stage) = session.out.full_screen() {
        stage.size = size;
        stage.clocks = clocks.zip(stage.clocks).map(|(clocks, (_, running))| (clocks, running));
        stage.forget_screen();
    }
    session.out.draw();
}
