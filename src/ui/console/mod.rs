//! The console: the dialogue with people, at a terminal or through a pipe.
//!
//! | file | contents |
//! |---|---|
//! | [`words`] | the table of words |
//! | `state`, `telling`, `refusals` | the console's state, what it shows of a search, and why a line is refused |
//! | [`play`] | playing a game, its clock and its end |
//! | [`ponder`] | thinking on the person's time |
//! | [`browse`] | going through a game, its variations and comments |
//! | [`gamelist`] | the games of a file |
//! | [`keep`] | saving and loading games and settings, and the game that a crash cannot lose |
//! | [`looking`] | the position in pictures and in words |
//! | [`analyse`] | analysis and threats |
//! | [`position`], [`setupmode`] | setting up another position |
//! | [`engine`] | limits and settings |
//! | [`measure`], [`suite`], `solving` | counting and measuring |
//! | [`review`] | a game gone through by the engine |
//! | [`program`] | help, scripts, the program itself |

pub mod analyse;
pub mod browse;
pub mod engine;
pub mod gamelist;
pub mod keep;
pub mod knowledge;
pub mod looking;
pub mod measure;
pub mod play;
pub mod ponder;
pub mod position;
pub mod program;
mod refusals;
pub mod review;
pub mod setupmode;
mod solving;
mod state;
pub mod suite;
mod telling;
pub mod words;

use crate::board::Board;
use crate::command;
use crate::peek::{Report, Verdict};
use crate::readmove::shortened;

use super::input::Key;
use super::session::Dialogue;
use super::show;
use super::terminal::editor::Prompt;
use super::words::{Done, Refusal, bad};

use solving::Solving;
pub use state::{Console, Session};

/// What the console says when it opens for a person.
pub fn greet(board: &mut Board, session: &mut Session) {
    play::tell_opponent(board, session);
    session.say("Type a move, like e4. 'help' lists all commands, Tab completes them; Ctrl-C makes the engine move.");
    if let Some(text) = keep::unfinished_game() {
        session.say(&text);
    }
    looking::show_board(board, session);
}

/// What a person is asked with: mode, move number, side, and how much time there is.
fn prompt(board: &mut Board, session: &Session) -> Prompt {
    let console = &session.own;
    let coloured = console.look.screen(&session.out).theme.is_some();
    if let Some(setup) = &console.setup {
        return Prompt { text: format!("setup, {} to move> ", setup.next_move.name()), moves: Vec::new(), coloured };
    }
    let side = board.next_move;
    let number = format!("{}{}", board.move_number(), [".", "..."][side.index()]);
    let clock = console
        .clocks
        .as_ref()
        .map_or(String::new(), |clocks| format!(" {}", show::clock_text(clocks.left(side, Some(side)))));
    let text = match () {
        () if console.result.is_some() || board.is_end_of_game().outcome.is_some() => "game over".into(),
        () if console.analysing.is_some() => format!("analysis {number} {}", side.name()),
        () if session.engine_side == Some(side) => format!("{number} {}, engine's turn: go{clock}", side.name()),
        () => format!("{number} {}{clock}", side.name()),
    };
    let moves = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
    Prompt { text: format!("{text}> "), moves, coloured }
}

impl Dialogue for Console {
    fn next_line(board: &mut Board, session: &mut Session) -> Option<String> {
        if let Some(line) = session.pending.pop_front() {
            return Some(line);
        }
        if !session.input.is_terminal() {
            return session.input.wait(&Prompt::default()).inspect(|line| session.out.note_input(line));
        }
        let mut typed = session.input.typed_line();
        if typed.is_none() && session.input.begun().is_empty() {
            analyse::until_a_key(board, session);
            typed = session.input.typed_line();
        }
        if session.over {
            return None;
        }
        let prompt = prompt(board, session);
        if let Some(line) = typed {
            session.out.line(&format!("{}{line}", prompt.text));
            return Some(line);
        }
        ponder::begin(board, session);
        session.input.wait(&prompt)
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        let (word, rest) = command::split_word(line);
        if word.is_empty() || word.starts_with('#') {
            return Ok(());
        }
        session.out.forget_said();
        ponder::hear(board, session, line);
        if session.own.setup.is_some() {
            return setupmode::execute(board, session, line);
        }
        match command::find(session.own.words, word) {
            Some(word) if word.usage.arguments.is_empty() && !rest.is_empty() => {
                bad(format!("'{}' takes nothing behind it, '{}' is too much", word.usage.name(), shortened(rest)))
            }
            Some(word) => (word.action)(board, session, rest),
            None => play::bare_move(board, session, line),
        }
    }

    fn refuse(session: &mut Session, _: &str, refusal: &Refusal) {
        let text = format!("Error: {refusal}");
        let columns = session.own.look.screen(&session.out).columns;
        session.out.line(&columns.map_or(text.clone(), |columns| show::wrap(&text, columns, 2)));
    }

    fn tell(board: &mut Board, session: &mut Session, report: &Report) {
        if session.own.quiet {
            telling::note(board, session, report);
        } else {
            telling::tell(board, session, report);
        }
    }

    fn poll(board: &mut Board, session: &mut Session) -> Verdict {
        if session.signals.end_asked() {
            session.over = true;
            return session.abandon();
        }
        if session.own.solving.as_ref().is_some_and(Solving::is_done) {
            return Verdict::Stop;
        }
        telling::show_progress(board, session);
        match session.input.key() {
            _ if session.signals.was_interrupted() => Verdict::Stop,
            Some(Key::Interrupt) => {
                session.interrupted = true;
                Verdict::Stop
            }
            Some(Key::Leave) => {
                session.over = true;
                session.abandon()
            }
            Some(Key::Stop) => Verdict::Stop,
            Some(Key::Text) if session.own.analysing.is_some() => Verdict::Stop,
            Some(Key::Cancel) => session.abandon(),
            Some(Key::Text) | None => Verdict::GoOn,
        }
    }

    fn wants_root_moves(session: &Session) -> bool {
        session.out.is_terminal() && (!session.own.quiet || session.own.analysing.is_some())
    }

    fn search_ended(_: &mut Board, session: &mut Session) {
        telling::show_held(session);
    }

    fn end(session: &mut Session) {
        ponder::end(session);
    }
}
