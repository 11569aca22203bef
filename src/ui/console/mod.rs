//! The console: the dialogue with people, at a terminal or through a pipe.
//!
//! | file | contents |
//! |---|---|
//! | `solving`, `state` | a suite position being searched; the console's state: plain data |
//! | `levels`, `notations`, `refusals` | opponents with names; input in other notations; why a line is refused |
//! | [`subject`] | which search plays, and which one the laboratory examines |
//! | `opponent`, `status` | how strong the opponent is; prompt, heading and end of the game in words |
//! | `counting` | counters of the last search, found by repeating it |
//! | `glance` | short silent searches: a glance, a threat |
//! | `explored` | the moves that were played from a position |
//! | `tokens`, `screen` | what the steady screen shows of all this |
//! | `telling` | what is shown of a search |
//! | [`looking`] | the position in pictures and in words |
//! | `transfer`, [`kept`], [`record`] | the game as PGN; the game that survives a crash; finished games |
//! | `aside`, `walk` | the game is set aside; going to another position of a game |
//! | [`engine`], [`ponder`] | limits and settings; thinking on the opponent's time |
//! | `collection` | where puzzles come from |
//! | `analysis_board`, [`puzzles`], [`guessing`] | the separate board of an analysis; moves to find; moves to guess |
//! | [`analyse`], `hint` | analysis and threats, and the end of what is open; hints |
//! | [`play`] | playing a game, its clock and its end |
//! | [`explore`] | games whose moves are shown |
//! | `load`, [`gamelist`], `resume` | a game of a file, and the game left last time, on the board |
//! | [`keep`], `clipboard` | saving games and settings; the terminal's clipboard |
//! | [`setupmode`], [`position`] | setting up another position |
//! | [`knowledge`], [`measure`], [`suite`] | tables and books; counting and measuring |
//! | [`review`] | the engine's review of a game |
//! | [`lessons`] | the course, the glossary, the source of the tutorial's engine |
//! | [`browse`], [`replay`] | going through a game, its variations and comments; by itself |
//! | [`program`] | help, scripts, the program itself |
//! | `bare` | a line that is no word: a move, an abbreviation |
//! | [`words`] | the table of words |
//! | `steady`, `scrolling` | keys, in the two views: the steady screen, and lines that scroll |
//! | `unseen` | in their place where there is no terminal |

pub mod analyse;
mod analysis_board;
mod aside;
mod bare;
pub mod browse;
mod clipboard;
mod collection;
pub(crate) mod counting;
pub mod engine;
pub mod explore;
mod explored;
pub mod gamelist;
mod glance;
pub mod guessing;
mod hint;
pub mod keep;
pub mod kept;
pub mod knowledge;
pub mod lessons;
mod levels;
mod load;
pub mod looking;
pub mod measure;
mod notations;
mod opponent;
pub mod play;
pub mod ponder;
pub mod position;
pub mod program;
pub mod puzzles;
pub mod record;
mod refusals;
pub mod replay;
mod resume;
pub mod review;
#[cfg(feature = "terminal")]
mod screen;
#[cfg(feature = "terminal")]
mod scrolling;
pub mod setupmode;
mod solving;
mod state;
mod status;
#[cfg(feature = "terminal")]
mod steady;
pub mod subject;
pub mod suite;
mod telling;
#[cfg(feature = "terminal")]
mod tokens;
mod transfer;
#[cfg(not(feature = "terminal"))]
mod unseen;
mod walk;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::command;
use crate::readmove::shortened;
use crate::searcher::{Info, Thought};

use super::session::{Dialogue, Effect};
use super::show;
use super::words::{Done, Refusal, bad};
#[cfg(feature = "terminal")]
use {
    super::terminal::editor::{LineEditor, Prompt},
    super::terminal::screen::stage::Stage,
    crossterm::event::Event,
};

use solving::Solving;
pub use state::{Console, Session};
#[cfg(not(feature = "terminal"))]
use unseen::{Stage, screen, scrolling, steady};

/// Time between two pictures of a running search.
const FRAME: Duration = Duration::from_millis(50);
/// How often the clocks are drawn while the engine is idle.
const TICK: Duration = Duration::from_millis(100);
/// Time between two saves of the running clocks.
const CLOCKS_KEPT: Duration = Duration::from_secs(5);

/// Greets a person when the console opens.
#[cfg(feature = "terminal")]
pub fn greet(board: &mut Board, session: &mut Session) {
    steady::choose_view(board, session);
    opponent::tell_opponent(session);
    session.say("Type a move, like e4. 'opponent' chooses whom you play, 'help' lists commands, Tab completes them; Ctrl-C makes the engine move.");
    if let Some(text) = resume::unfinished_game(session) {
        session.say(&text);
    }
    looking::show_board(board, session);
}

/// The prompt, and the moves that Tab completes.
#[cfg(feature = "terminal")]
fn prompt(board: &mut Board, session: &Session) -> Prompt {
    let coloured = session.own.look.screen(&session.out).theme.is_some();
    let moves = match session.own.setup {
        Some(_) => Vec::new(),
        None => board.legal_moves().into_iter().map(|mv| board.san(mv)).collect(),
    };
    Prompt { text: status::prompt_text(board, session), moves, coloured }
}

/// Carries out one line.
fn carry_out(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let (word, rest) = command::split_word(line);
    if word.is_empty() || word.starts_with('#') {
        return lessons::words::hear(session, "").unwrap_or(Ok(()));
    }
    session.out.forget_said();
    ponder::hear(board, session, line);
    if session.own.setup.is_some() {
        return setupmode::execute(board, session, line);
    }
    match command::find(session.own.words, word) {
        Some(word) if word.usage.arguments.is_empty() && !rest.is_empty() => {
            bad(format!("'{}' takes no arguments; '{}' is too much", word.usage.name(), shortened(rest)))
        }
        Some(word) => match walk::lend(session, word.usage.name()) {
            Some(mut back) => {
                let done = (word.action.run)(&mut back.board, session, rest);
                walk::look_again(session, back);
                done
            }
            None => (word.action.run)(board, session, rest),
        },
        None if session.own.lessons.awaits() => lessons::words::hear(session, line).unwrap_or(Ok(())),
        None => bare::bare_move(board, session, line),
    }
}

/// At a terminal, with nothing to do: analyses or ponders, and shows the line that is being typed.
#[cfg(feature = "terminal")]
fn rest(board: &mut Board, session: &mut Session) {
    steady::choose_view(board, session);
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
    if session.out.is_steady() {
        steady::show_line(board, session, &prompt);
    } else {
        scrolling::show_line(session, &prompt);
    }
}

/// A whole line that was typed during a search is carried out next; false if there is none.
#[cfg(feature = "terminal")]
fn take_typed_line(board: &mut Board, session: &mut Session) -> bool {
    let Some(line) = session.input.typed_line() else { return false };
    if !session.out.is_steady() {
        let prompt = prompt(board, session);
        session.out.line(&format!("{}{line}", prompt.text));
    }
    session.pending.push_back(line);
    true
}

/// Has a line been begun?
#[cfg(feature = "terminal")]
fn is_typing(session: &Session) -> bool {
    !session.input.begun().is_empty() || session.own.typing.as_ref().is_some_and(|line| !line.text().is_empty())
}

impl Dialogue for Console {
    type Screen = Stage;

    fn effect(session: &Session, line: &str) -> Effect {
        words::effect(session, line)
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        scrolling::leave(session);
        steady::begin(session);
        #[cfg(feature = "terminal")]
        session.input.editor().into_iter().for_each(LineEditor::forget_interrupt);
        let before = (board.hashkey, board.end_of_game);
        let done = carry_out(board, session, line);
        if (board.hashkey, board.end_of_game) != before {
            session.own.looking_back = None;
        }
        steady::end(board, session);
        done
    }

    fn refuse(session: &mut Session, _: &str, refusal: &Refusal) {
        let text = format!("Error: {refusal}");
        let columns = session.own.look.screen(&session.out).columns;
        session.out.line(&columns.map_or(text.clone(), |columns| show::wrap(&text, columns, 2)));
    }

    #[cfg(feature = "terminal")]
    fn key(board: &mut Board, session: &mut Session, event: Event) {
        let is_searching = session.is_attending() || session.own.thinking.is_some();
        match (session.out.is_steady(), is_searching) {
            (true, true) => steady::key_during_search(board, session, event),
            (false, true) => scrolling::key_during_search(board, session, event),
            (is_steady, false) => {
                if !is_steady && session.own.typing.is_none() {
                    let prompt = prompt(board, session);
                    scrolling::show_line(session, &prompt);
                }
                let key = if is_steady { steady::key } else { scrolling::key };
                if let Some(line) = key(board, session, event) {
                    session.hear(board, line);
                }
            }
        }
    }

    fn signal(session: &mut Session) {
        if session.signals.end_asked() {
            session.over = true;
            play::abandon(session);
        } else if session.signals.was_interrupted() && (session.is_attending() || session.own.thinking.is_some()) {
            play::stop(session);
        } else if session.signals.was_interrupted() && session.input.is_terminal() {
            session.signals.forget_interrupt();
            steady::clear_line(session);
            scrolling::interrupt(session);
        }
    }

    fn tell(root: &mut Board, session: &mut Session, info: &Info) {
        if session.own.pondering.is_some() {
            let style = session.node_style();
            return session.own.progress.note(root, info, style);
        }
        if session.own.quiet {
            telling::note(root, session, info);
        } else {
            telling::tell(root, session, info);
        }
        if session.own.solving.as_ref().is_some_and(Solving::is_done) {
            session.stop();
        }
        telling::show_progress(session);
        session.out.draw_if_due();
    }

    fn ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
        match session.own.thinking {
            Some(_) => play::search_ended(board, session, thought),
            None => ponder::ended(session, thought),
        }
    }

    fn forgotten(session: &mut Session) {
        session.own.pondering = None;
        play::stop_thinking(session);
    }

    fn status(session: &mut Session, text: &str) {
        session.show_work(text);
    }

    fn search_ended(session: &mut Session) {
        // What stopped the search is not the first of two that leave.
        session.input.editor().into_iter().for_each(LineEditor::forget_interrupt);
        if session.own.pondering.is_some() {
            return;
        }
        telling::show_held(session);
        screen::search_ended(session);
        if let Some(shortage) = session.take_shortage().filter(|_| !session.own.quiet) {
            session.say(&show::shortage(shortage));
        }
    }

    fn is_busy(session: &Session) -> bool {
        session.own.thinking.is_some()
    }

    fn takes_turns(_: &Session) -> bool {
        true
    }

    #[cfg(feature = "terminal")]
    fn rest(board: &mut Board, session: &mut Session) {
        if session.own.thinking.is_some() || !session.input.is_terminal() {
            return;
        }
        // It ended the last command, which is over. Behind a pipe, a second one before the next command ends the
        // program.
        session.signals.forget_interrupt();
        rest(board, session);
    }

    fn patience(session: &Session) -> Option<Duration> {
        if session.is_attending() || session.own.thinking.is_some() {
            return session.out.is_terminal().then_some(FRAME);
        }
        (session.out.is_steady() && session.own.clocks.is_some()).then_some(TICK)
    }

    fn tick(board: &mut Board, session: &mut Session) {
        if session.is_attending() || session.own.thinking.is_some() {
            telling::show_progress(session);
            session.out.draw_if_due();
            play::move_in_time(board, session);
        } else if session.input.is_terminal() {
            kept::keep_clocks(board, session, CLOCKS_KEPT);
            play::watch_clock(board, session);
        }
    }

    fn wants_root_moves(session: &Session) -> bool {
        session.out.is_terminal() && (!session.own.quiet || session.own.analysing.is_some())
    }

    fn end(board: &mut Board, session: &mut Session) {
        kept::keep_clocks(board, session, Duration::ZERO);
        play::stop_thinking(session);
        scrolling::leave(session);
        steady::leave(session);
    }
}
