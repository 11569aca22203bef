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
//! | `tokens`, `screen` | what the steady screen shows of all this |
//! | `telling` | what is shown of a search |
//! | [`looking`] | the position in pictures and in words |
//! | `transfer`, [`kept`], [`record`] | the game as PGN; the game that survives a crash; finished games |
//! | `aside`, `walk` | the game is set aside; going to another position of a game |
//! | [`engine`], [`ponder`] | limits and settings; thinking on the opponent's time |
//! | `analysis_board`, [`puzzles`], [`guessing`] | the separate board of an analysis; moves to find; moves to guess |
//! | [`analyse`], `hint` | analysis and threats, and the end of what is open; hints |
//! | [`play`] | playing a game, its clock and its end |
//! | `load`, [`gamelist`], `resume` | a game of a file, and the game left last time, on the board |
//! | [`keep`] | saving games and settings |
//! | [`setupmode`], [`position`] | setting up another position |
//! | [`knowledge`], [`measure`], [`suite`] | tables and books; counting and measuring |
//! | [`review`] | the engine's review of a game |
//! | [`lessons`] | the course, the glossary, the source of the tutorial's engine |
//! | [`browse`] | going through a game, its variations and comments |
//! | [`program`] | help, scripts, the program itself |
//! | `bare` | a line that is no word: a move, an abbreviation |
//! | [`words`] | the table of words |
//! | `steady` | the steady screen in use: keys and clicks |
//!
//! A file names only files above it in this table, with one exception: `state` holds the lesson being read, whose type
//! is defined in `lessons`. The table of words is reached through the session, which holds it.

pub mod analyse;
mod analysis_board;
mod aside;
mod bare;
pub mod browse;
pub(crate) mod counting;
pub mod engine;
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
mod resume;
pub mod review;
mod screen;
pub mod setupmode;
mod solving;
mod state;
mod status;
mod steady;
pub mod subject;
pub mod suite;
mod telling;
mod tokens;
mod transfer;
mod walk;
pub mod words;

use std::time::Duration;

use crate::board::Board;
use crate::command;
use crate::readmove::shortened;
use crate::searcher::Info;

use super::input::Key;
use super::session::{Dialogue, Verdict};
use super::show;
use super::terminal::editor::Prompt;
use super::words::{Done, Refusal, bad};

use solving::Solving;
pub use state::{Console, Session};
use steady::Waited;

/// Greets a person when the console opens.
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
        Some(word) => (word.action)(board, session, rest),
        None if session.own.lessons.awaits() => lessons::words::hear(session, line).unwrap_or(Ok(())),
        None => bare::bare_move(board, session, line),
    }
}

/// The next line to carry out. Until it comes, the engine may analyse or ponder.
fn wait_for_line(board: &mut Board, session: &mut Session) -> Option<String> {
    if let Some(line) = session.pending.pop_front() {
        return Some(line);
    }
    if !session.input.is_terminal() {
        return session.input.wait(&Prompt::default()).inspect(|line| session.out.note_input(line));
    }
    loop {
        steady::choose_view(board, session);
        let mut typed = session.input.typed_line();
        if typed.is_none() && session.input.begun().is_empty() {
            analyse::until_a_key(board, session);
            typed = session.pending.pop_front().or_else(|| session.input.typed_line());
        }
        if session.over {
            return None;
        }
        let prompt = prompt(board, session);
        if let Some(line) = typed {
            if !session.out.is_steady() {
                session.out.line(&format!("{}{line}", prompt.text));
            }
            return Some(line);
        }
        ponder::begin(board, session);
        if !session.out.is_steady() {
            return session.input.ask(&prompt, &mut session.out);
        }
        match steady::wait(board, session, &prompt) {
            Waited::Line(line) => return Some(line),
            Waited::Left => return None,
            Waited::Anew => {}
        }
    }
}

impl Dialogue for Console {
    fn next_line(board: &mut Board, session: &mut Session) -> Option<String> {
        let line = wait_for_line(board, session);
        if line.is_none() {
            kept::keep_clocks(board, session, Duration::ZERO);
        }
        line
    }

    fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
        steady::begin(session);
        let done = carry_out(board, session, line);
        steady::end(board, session);
        done
    }

    fn refuse(session: &mut Session, _: &str, refusal: &Refusal) {
        let text = format!("Error: {refusal}");
        let columns = session.own.look.screen(&session.out).columns;
        session.out.line(&columns.map_or(text.clone(), |columns| show::wrap(&text, columns, 2)));
    }

    fn tell(board: &mut Board, session: &mut Session, info: &Info) {
        if session.own.quiet {
            telling::note(board, session, info);
        } else {
            telling::tell(board, session, info);
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
        telling::show_progress(session);
        if session.out.is_steady() {
            return steady::poll(board, session);
        }
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
            Some(Key::Suspend) => {
                telling::suspend(session);
                Verdict::GoOn
            }
            Some(Key::Text) | None => Verdict::GoOn,
        }
    }

    fn wants_root_moves(session: &Session) -> bool {
        session.out.is_terminal() && (!session.own.quiet || session.own.analysing.is_some())
    }

    fn search_ended(_: &mut Board, session: &mut Session) {
        telling::show_held(session);
        screen::search_ended(session);
        if let Some(shortage) = session.take_shortage().filter(|_| !session.own.quiet) {
            session.say(&show::shortage(shortage));
        }
    }

    fn end(session: &mut Session) {
        ponder::end(session);
        steady::leave(session);
    }
}
