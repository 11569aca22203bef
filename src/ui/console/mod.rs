//! The console: the user interface for people, at a terminal or through a pipe.
//!
//! | file | contents |
//! |---|---|
//! | `solving`, `lessons::reading`, `state` | a position of a suite; the lesson being read; the console's state |
//! | `refusals` | refusals and their reasons |
//! | [`looking`] | the position in pictures and in words |
//! | `opponent`, [`status`] | strength of the opponent; prompt, heading and end of the game in words |
//! | `counting` | counters of the last search, obtained by repeating it |
//! | [`explore`] | moves played in a file of games |
//! | `screen` | contents of the full-screen view |
//! | `telling` | output of a search |
//! | `glance` | short silent searches, for example for a threat; hints |
//! | `transfer`, [`autosave`], [`record`] | conversion to PGN, games set aside; the autosaved game; finished games |
//! | `walk` | moving to another position of a game |
//! | [`engine`], [`ponder`] | limits and settings; thinking on the opponent's time |
//! | `collection` | collections of puzzles |
//! | [`puzzles`], [`guessing`] | moves to find; moves to guess |
//! | [`play`], [`clocks`], [`ending`] | playing a game; its clocks; its end |
//! | [`newgame`] | starting a game, and the players' sides |
//! | [`analyse`] | analysis, threats and `exit` |
//! | [`takeback`] | taking moves back |
//! | [`gamelist`], `resume` | games in a file, and loading one; resuming the last game |
//! | [`keep`] | saving games and settings; the terminal's clipboard |
//! | [`position`] | setting up another position |
//! | [`knowledge`], [`measure`], [`suite`] | endgame tables and books; counting and measuring; test suites |
//! | [`review`] | the engine's review of a game |
//! | [`lessons`] | the course, the glossary, the program's own source |
//! | [`browse`] | stepping through a game, its variations and comments; automatic replay |
//! | [`program`] | help, scripts, installation, protocols |
//! | `bare` | lines without a full command name: moves, positions, time controls, abbreviations, settings |
//! | [`words`] | the table of commands |
//! | `pipe`, `scrolling`, `full_screen` | the three views: plain lines, lines that scroll, the full-screen view |

pub mod analyse;
pub mod autosave;
mod bare;
pub mod browse;
pub mod clocks;
mod collection;
pub(crate) mod counting;
pub mod ending;
pub mod engine;
pub mod explore;
#[cfg(feature = "terminal")]
mod full_screen;
pub mod gamelist;
mod glance;
pub mod guessing;
pub mod keep;
pub mod knowledge;
pub mod lessons;
pub mod looking;
pub mod measure;
pub mod newgame;
mod opponent;
mod pipe;
pub mod play;
pub mod ponder;
pub mod position;
pub mod program;
pub mod puzzles;
pub mod record;
mod refusals;
mod resume;
pub mod review;
#[cfg(feature = "terminal")]
mod screen;
#[cfg(feature = "terminal")]
mod scrolling;
mod solving;
mod state;
pub mod status;
pub mod suite;
pub mod takeback;
mod telling;
mod transfer;
mod walk;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::command;
use crate::readmove::shortened;
use crate::searcher::{Info, Thought};

use super::refusal::{Done, Refusal, bad};
use super::session::{Dialogue, Effect};
use super::{arguments, places, show};
#[cfg(feature = "terminal")]
use {
    super::terminal::editor::Prompt,
    super::terminal::screen::stage::Stage,
    crossterm::event::{Event, KeyCode, KeyEventKind},
    full_screen::FullScreenView,
    scrolling::Scrolling,
};

#[cfg(not(feature = "terminal"))]
use super::out::NoScreen as Stage;
use pipe::Pipe;
use solving::Solving;
use state::Word;
pub use state::{Analysis, Console, Session};

/// How long the console waits for an event during a search before it updates its display.
const FRAME: Duration = Duration::from_millis(50);
/// At a terminal while no search runs: how long the console waits for an event before it checks the clocks and, in
/// the full-screen view, redraws them.
const TICK: Duration = Duration::from_millis(100);
/// At a terminal: minimum time between two saves of the clocks while no search runs.
const CLOCKS_KEPT: Duration = Duration::from_secs(5);

/// Chooses the view: the full-screen view or scrolling lines, depending on the setting and the size of the window;
/// plain lines without a terminal.
#[cfg(feature = "terminal")]
fn choose_view(board: &Board, session: &mut Session) {
    if !session.out.is_terminal() {
        session.own.view.through = Some(&Pipe);
        return;
    }
    let wants_full_screen = session.input.is_terminal() && session.own.view.look.wants_full_screen(&session.out);
    match (wants_full_screen, session.out.is_full_screen()) {
        (true, false) => {
            session.view().leave(session);
            session.own.view.through = Some(&FullScreenView);
            full_screen::enter(board, session);
        }
        (false, true) => {
            session.view().leave(session);
            session.own.view.through = Some(&Scrolling);
            // The board disappeared along with the full-screen view.
            looking::show_board(board, session);
        }
        (true, true) => {}
        (false, false) => session.own.view.through = Some(&Scrolling),
    }
}

#[cfg(not(feature = "terminal"))]
fn choose_view(_: &Board, session: &mut Session) {
    session.own.view.through = Some(&Pipe);
}

/// Greets the user when the console opens.
#[cfg(feature = "terminal")]
pub fn greet(board: &mut Board, session: &mut Session) {
    choose_view(board, session);
    let unfinished = resume::unfinished_game(session);
    let mut texts: Vec<_> = unfinished.map(|text| (text, "'resume' continues your game.")).into_iter().collect();
    let hint = "Type a move, like e4. 'opponent' chooses your opponent, 'help' lists commands, Tab completes them; Ctrl-C \
                makes the engine move.";
    texts.push((hint.into(), "Type a move, like e4; 'help' lists commands."));
    texts.push((opponent::in_words(session), ""));
    session.view().greet(session, &texts);
    looking::show_board(board, session);
}

/// The prompt, and the moves that Tab can complete.
#[cfg(feature = "terminal")]
fn prompt(board: &mut Board, session: &Session) -> Prompt {
    let coloured = session.screen().theme.is_some();
    let moves = match session.own.setup {
        Some(_) => Vec::new(),
        None => board.legal_moves().into_iter().map(|mv| board.san(mv)).collect(),
    };
    Prompt { text: status::prompt_text(board, session), moves, coloured }
}

/// Carries out one line.
fn carry_out(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let line = &*places::with_home(line);
    let (word, rest) = command::split_word(line);
    if word.is_empty() || word.starts_with('#') {
        return lessons::run::hear(session, "").unwrap_or(Ok(()));
    }
    session.out.forget_said();
    ponder::hear(board, session, line);
    if session.own.setup.is_some() {
        return position::execute_in_dialogue(board, session, line);
    }
    match command::find(session.own.words, word) {
        Some(word) if arguments::asks_for_help(rest) => program::help(board, session, word.usage.name()),
        Some(word) if word.usage.arguments.is_empty() && !rest.is_empty() => {
            bad(format!("'{}' takes no arguments; leave out '{}'", word.usage.name(), shortened(rest)))
        }
        Some(word) => run(word, board, session, rest),
        None if session.own.training.lessons.awaits() => lessons::run::hear(session, line).unwrap_or(Ok(())),
        None => bare::bare_move(board, session, line),
    }
}

/// Runs a command. While the user views an earlier position, a command that acts on the displayed position runs on that
/// earlier one.
fn run(word: &Word, board: &mut Board, session: &mut Session, rest: &str) -> Done {
    let is_about_it = walk::ABOUT_WHAT_IS_SHOWN.contains(&word.usage.name());
    let Some(mut back) = session.own.view.looking_back.take_if(|_| is_about_it) else {
        return (word.action.run)(board, session, rest);
    };
    let done = (word.action.run)(&mut back.board, session, rest);
    session.own.view.looking_back = Some(back);
    done
}

/// While idle at a terminal: analyses or ponders, and shows the prompt with the line being typed.
#[cfg(feature = "terminal")]
fn rest(board: &mut Board, session: &mut Session) {
    choose_view(board, session);
    if take_typed_line(board, session) {
        return;
    }
    if !is_typing(session) {
        analyse::until_a_key(board, session);
        if session.over || !session.pending.is_empty() || take_typed_line(board, session) {
            return;
        }
    }
    ponder::begin(board, session);
    let prompt = prompt(board, session);
    session.view().ask(board, session, &prompt);
}

/// Queues the next complete line typed during a search, and echoes it. Returns false if there is none.
#[cfg(feature = "terminal")]
fn take_typed_line(board: &mut Board, session: &mut Session) -> bool {
    let Some(line) = session.input.typed_line() else { return false };
    let text = format!("{}{line}", status::prompt_text(board, session));
    session.view().echo(session, &text);
    session.pending.push_back(line);
    true
}

/// Whether the user is typing a line in the view with scrolling lines. In the full-screen view, the analysis goes on
/// while the user types.
#[cfg(feature = "terminal")]
fn is_typing(session: &Session) -> bool {
    !session.input.begun().is_empty() || session.own.view.typing.as_ref().is_some_and(|line| !line.text().is_empty())
}

/// Whether a command is waiting for a search or other work, or the engine is thinking or pausing before its move.
fn is_searching(session: &Session) -> bool {
    session.is_attending() || session.own.game.thinking.is_some()
}

/// Stops a replay at any key. Returns true for Space, which would otherwise start another replay.
#[cfg(feature = "terminal")]
fn stops_replay(session: &mut Session, event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    let is_running = session.own.view.is_replaying && session.control().is_some_and(|work| !work.is_stopped());
    if !is_running || key.kind == KeyEventKind::Release {
        return false;
    }
    session.stop();
    key.code == KeyCode::Char(' ')
}

impl Dialogue for Console {
    type Screen = Stage;

    fn effect(session: &Session, line: &str) -> Effect {
        words::effect(session, line)
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        if session.own.view.through.is_none() {
            choose_view(board, session);
        }
        session.view().begin(session);
        let columns = session.screen().columns.unwrap_or(usize::MAX);
        session.out.spoken = session.own.view.look.spoken.then_some(columns);
        session.input.forget_interrupt();
        let before = (board.hashkey, board.end_of_game);
        let was_shown = std::mem::take(&mut session.own.training.lessons.is_shown);
        let done = carry_out(board, session, line);
        session.own.training.lessons.is_shown |= was_shown && done.is_err();
        if (board.hashkey, board.end_of_game) != before {
            session.own.view.looking_back = None;
        }
        session.view().end(board, session);
        done
    }

    fn refuse(session: &mut Session, _: &str, refusal: &Refusal) {
        let text = format!("Error: {refusal}");
        if session.own.training.lessons.is_shown && session.view().keep_page(session, &text) {
            return;
        }
        session.say_indented(&text, 2);
    }

    #[cfg(feature = "terminal")]
    fn key(board: &mut Board, session: &mut Session, event: Event) {
        if stops_replay(session, &event) {
            return;
        }
        if is_searching(session) {
            return session.view().key_during_search(board, session, event);
        }
        let prompt = prompt(board, session);
        if let Some(line) = session.view().key(board, session, event, &prompt) {
            session.hear(board, line);
        }
    }

    fn signal(session: &mut Session) {
        if session.signals.end_asked() {
            session.over = true;
            play::abandon(session);
        } else if session.signals.was_interrupted() && is_searching(session) {
            play::stop(session);
        } else if session.signals.was_interrupted() && session.input.is_terminal() {
            session.signals.forget_interrupt();
            session.view().interrupt(session);
        }
    }

    fn tell(root: &mut Board, session: &mut Session, info: &Info) {
        if session.own.game.pondering.is_some() {
            return telling::note_pondering(root, session, info);
        }
        if telling::is_silent(session) {
            telling::note(root, session, info);
        } else {
            telling::tell(root, session, info);
        }
        if session.own.analysis.solving.as_ref().is_some_and(Solving::is_done) {
            session.stop();
        }
        telling::show_progress(session);
        session.out.draw_if_due();
    }

    fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
        match session.own.game.thinking {
            Some(_) => play::search_ended(board, session, thought),
            None => ponder::ended(&mut session.own.game, thought),
        }
    }

    fn forgotten(session: &mut Session) {
        session.own.game.pondering = None;
        play::stop_thinking(session);
    }

    fn status(session: &mut Session, text: &str) {
        session.show_work(text);
    }

    fn search_ended(session: &mut Session) {
        // The Ctrl-C that stopped the search does not count as the first of the two that quit.
        session.input.forget_interrupt();
        if session.own.game.pondering.is_some() {
            return;
        }
        telling::show_held(session);
        session.view().search_ended(session);
        if let Some(shortage) = session.take_shortage().filter(|_| !telling::is_silent(session)) {
            session.say(&show::shortage(shortage));
        }
    }

    fn is_busy(session: &Session) -> bool {
        session.own.game.thinking.is_some()
    }

    fn takes_turns(_: &Session) -> bool {
        true
    }

    #[cfg(feature = "terminal")]
    fn rest(board: &mut Board, session: &mut Session) {
        if session.own.game.thinking.is_some() || !session.input.is_terminal() {
            return;
        }
        // At a terminal, a Ctrl-C that ended the last command does not count as the first of the two that quit. Without
        // a terminal it counts, so a second Ctrl-C before the next command ends the program.
        session.signals.forget_interrupt();
        rest(board, session);
    }

    fn patience(session: &Session) -> Option<Duration> {
        if is_searching(session) {
            return session.out.is_terminal().then_some(FRAME);
        }
        (session.input.is_terminal() && session.own.game.clocks.is_some()).then_some(TICK)
    }

    fn tick(board: &mut Board, session: &mut Session) {
        if is_searching(session) {
            telling::show_progress(session);
            session.out.draw_if_due();
            play::move_in_time(board, session);
        } else if session.input.is_terminal() {
            autosave::save_clocks(board, session, CLOCKS_KEPT);
            clocks::watch_clock(board, session);
        }
    }

    fn root_moves_after(session: &Session) -> Option<Duration> {
        let shows = session.out.is_terminal() && (!telling::is_silent(session) || session.own.is_analysing());
        shows.then_some(Duration::ZERO)
    }

    fn end(board: &mut Board, session: &mut Session) {
        autosave::save_clocks(board, session, Duration::ZERO);
        play::stop_thinking(session);
        session.view().leave(session);
    }
}
