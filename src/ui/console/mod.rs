//! The words of the console, and what it tells of a search.
//!
//! | file | words |
//! |---|---|
//! | [`play`] | playing a game, its clock and its end |
//! | [`keep`] | saving and loading games and settings, and the game that a crash cannot lose |
//! | [`looking`] | the position in pictures and in words |
//! | [`analyse`] | analysis and threats |
//! | [`position`], [`setupmode`] | setting up another position |
//! | [`engine`] | limits and settings |
//! | [`measure`] | counting and measuring |
//! | [`program`] | help, scripts, the program itself |

pub mod analyse;
pub mod engine;
pub mod keep;
pub mod looking;
pub mod measure;
pub mod play;
pub mod position;
pub mod program;
pub mod setupmode;

use std::fs;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::command;
use crate::readmove::{MoveError, shortened};
use crate::search::Report;

use super::clock::GameClocks;
use super::editor::Prompt;
use super::look::Look;
use super::show;
use super::{Mode, Refusal, Session, VERSION, bad};

pub use play::bare_move;

/// How often the status line is drawn again while the engine thinks.
const STATUS_INTERVAL: Duration = Duration::from_millis(100);

/// What belongs to the console alone.
#[derive(Default)]
pub struct Console {
    /// How things look.
    pub look: Look,
    /// The clocks of the game, if it is played with clocks.
    pub clocks: Option<GameClocks>,
    /// The end of a game that was resigned, or drawn by agreement.
    pub result: Option<String>,
    /// Lines of analysis, while the console analyses between two lines that are typed.
    pub analysing: Option<usize>,
    /// The engine's scores of its last moves of this game, in centipawns for the engine.
    scores: Vec<i32>,
    draw_offered: bool,
    progress: Progress,
}

/// How far a search is.
#[derive(Default)]
struct Progress {
    /// Depth of the last report, and of the iteration that is running.
    depth: usize,
    iteration: usize,
    score: Option<i32>,
    best: String,
    root_move: String,
    number: usize,
    count: usize,
    drawn: Option<Instant>,
    /// At a terminal: the last line of statistics, until its iteration is finished.
    held: Option<String>,
}

/// What the console says when it opens for a person.
pub fn greet(board: &mut Board, session: &mut Session) {
    session.say(&format!("{VERSION}, a chess engine. You play White: type a move, like e4."));
    session.say(&format!("The engine thinks {}; Ctrl-C makes it move.", limits(board)));
    session.say("'help' lists all commands, Tab completes them.");
    if let Some(text) = keep::unfinished_game() {
        session.say(&text);
    }
    looking::show_board(board, session);
}

/// How long the engine thinks, in words.
pub(crate) fn limits(board: &Board) -> String {
    let depth = format!("to depth {}", board.search_depth);
    board.timer.max_time.map_or(depth.clone(), |ms| format!("up to {} a move, at most {depth}", show::time_text(ms)))
}

/// What a person is asked with: mode, move number, side, and how much time there is.
pub(crate) fn prompt(board: &mut Board, session: &Session) -> Prompt {
    let console = &session.console;
    let coloured = console.look.screen(&session.out).theme.is_some();
    if let Mode::Setup(setup) = &session.mode {
        return Prompt { text: format!("setup, {} to move> ", setup.next_move.name()), moves: Vec::new(), coloured };
    }
    let side = board.next_move;
    let number = format!("{}{}", board.move_number(), [".", "..."][side.index()]);
    let clock = console
        .clocks
        .as_ref()
        .map_or(String::new(), |clocks| format!(" {}", show::clock_text(clocks.left(side, Some(side)))));
    let what = match () {
        () if console.result.is_some() || board.is_end_of_game().outcome.is_some() => "game over".into(),
        () if console.analysing.is_some() => format!("analysis {number} {}", side.name()),
        () if session.engine_side == Some(side) => format!("{number} {}, engine's turn: go{clock}", side.name()),
        () => format!("{number} {}{clock}", side.name()),
    };
    let moves = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
    Prompt { text: format!("{what}> "), moves, coloured }
}

/// A line that is neither word nor move.
fn unknown(board: &mut Board, text: &str) -> Refusal {
    let word = command::split_word(text).0;
    let like = command::like(word).map(String::from).or_else(|| {
        let moves: Vec<String> = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
        let near = |mv: &&String| mv.len() > 2 && word.len() > 2 && command::edit_distance(word, mv) == 1;
        let mut near = moves.iter().filter(near);
        near.next().filter(|_| near.next().is_none()).cloned()
    });
    Refusal::UnknownWord { word: shortened(word), like }
}

/// A move that cannot be played: why, and what can.
fn refused_move(board: &mut Board, text: &str, error: &MoveError) -> Refusal {
    let moves = board.legal_moves();
    let instead: Vec<String> = match *error {
        MoveError::CannotReach(from, ..) => {
            moves.into_iter().filter(|mv| mv.from() == from).map(|mv| board.san(mv)).collect()
        }
        MoveError::NoneCanReach(kind, to) if kind == crate::defines::PAWN => {
            moves.into_iter().filter(|mv| mv.tosq() == to).map(|mv| board.san(mv)).collect()
        }
        MoveError::NoneCanReach(kind, _) => {
            let piece = board.next_move.piece(kind);
            moves.into_iter().filter(|mv| mv.piec() == piece).map(|mv| board.san(mv)).collect()
        }
        _ => Vec::new(),
    };
    let more = match instead.len() {
        1..=10 => format!("; legal: {}", instead.join(", ")),
        _ => String::new(),
    };
    Refusal::Move { text: shortened(text), reason: format!("{error}{more}") }
}

/// The text of a file.
pub(crate) fn read_text(file: &str) -> Result<String, Refusal> {
    if file.is_empty() {
        return bad("the name of a file is missing");
    }
    let bytes = fs::read(file).map_err(|error| Refusal::Bad(format!("cannot read {}: {error}", shortened(file))))?;
    String::from_utf8(bytes).map_err(|_| Refusal::Bad(format!("{file} is not a text file")))
}

/// A number that follows a word; `default` if there is none.
pub(crate) fn number(
    text: &str,
    what: &str,
    least: usize,
    most: usize,
    default: Option<usize>,
) -> Result<usize, Refusal> {
    if let (true, Some(default)) = (text.is_empty(), default) {
        return Ok(default);
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let given = if text.is_empty() { "the number is missing".into() } else { format!("'{}'", shortened(text)) };
        Refusal::Bad(format!("{what}: {given}; a number from {least} to {most} is expected"))
    })
}

// ---- what the search tells --------------------------------------------------------------------------------------------

/// Keeps what a search tells that is not shown.
pub(crate) fn note(board: &mut Board, session: &mut Session, report: &Report) {
    match *report {
        Report::Header => session.console.progress = Progress::default(),
        Report::Depth { score, pv, .. } => {
            let best = pv.first().map_or(String::new(), |mv| board.san(*mv));
            let progress = &mut session.console.progress;
            (progress.score, progress.best) = (Some(score), best);
        }
        Report::RootMove { mv, number, count } => {
            let progress = &mut session.console.progress;
            progress.iteration = board.iteration().unwrap_or(progress.depth + 1);
            (progress.root_move, progress.number, progress.count) = (board.san(mv), number, count);
        }
        Report::Lines { depth, lines } => {
            session.console.progress.depth = depth;
            analyse::show_lines(board, session, lines, depth);
        }
        _ => {}
    }
}

pub(crate) fn tell(board: &mut Board, session: &mut Session, report: &Report) {
    let ms = board.timer.elapsed_ms();
    match *report {
        Report::Header => {
            session.console.progress = Progress::default();
            session.out.line(show::HEADER);
        }
        Report::Forced(mv) => session.say(&format!("forced move: {}", board.san(mv))),
        Report::Depth { depth, score, pv } => {
            let pv = show::line(board, pv);
            let line = show::statistics(depth, score, board.nodes(), ms, &pv);
            let finished = depth > session.console.progress.depth;
            let progress = &mut session.console.progress;
            (progress.depth, progress.score, progress.drawn) = (depth, Some(score), None);
            progress.iteration = progress.iteration.max(depth);
            progress.best = pv.split(' ').next().unwrap_or_default().into();
            if !session.out.is_terminal() {
                session.out.line(&line);
                return;
            }
            if finished {
                show_held(session);
            }
            session.console.progress.held = Some(line);
        }
        Report::RootMove { mv, number, count } => {
            let san = board.san(mv);
            let progress = &mut session.console.progress;
            // The numbers begin again: so does an iteration.
            if progress.number == 0 || number <= progress.number {
                progress.iteration = board.iteration().unwrap_or(progress.iteration + 1);
                show_held(session);
            }
            let progress = &mut session.console.progress;
            (progress.root_move, progress.number, progress.count) = (san, number, count);
        }
        // Lines belong to a quiet search, and `note` has shown them.
        Report::Lines { .. } => {}
        // At a terminal the status line shows it.
        Report::Stopped | Report::TimeUsed if session.out.is_terminal() => show_held(session),
        Report::Stopped => session.out.line(""),
        Report::TimeUsed => session.out.line("    ok"),
        Report::GameOver(outcome) => session.out.line(&show::outcome(outcome)),
    }
}

/// Shows the line that was held back: one line for each iteration, the last that it had to tell.
pub(crate) fn show_held(session: &mut Session) {
    let Some(line) = session.console.progress.held.take() else { return };
    let columns = session.console.look.screen(&session.out).columns;
    session.out.line(&columns.map_or(line.clone(), |columns| show::wrap_statistics(&line, columns)));
}

/// Draws the status line, if it is time to. The position on the board is somewhere in the tree.
pub(crate) fn show_progress(board: &Board, session: &mut Session) {
    let hidden = session.quiet && session.console.analysing.is_none();
    let progress = &mut session.console.progress;
    if hidden || progress.drawn.is_some_and(|drawn| drawn.elapsed() < STATUS_INTERVAL) {
        return;
    }
    progress.drawn = Some(Instant::now());
    let begun = session.input.begun();
    let mut parts = if begun.is_empty() { Vec::new() } else { vec![format!("> {begun}")] };
    parts.push(format!("depth {}", progress.iteration));
    parts.extend(progress.score.map(|score| format!("{} {}", progress.best, show::pawns(score))));
    if progress.number > 0 {
        parts.push(format!("{} ({} of {})", progress.root_move, progress.number, progress.count));
    }
    let ms = board.timer.elapsed_ms();
    parts.push(format!("{} nodes", show::count_text(board.nodes())));
    parts.extend(board.nodes().checked_div(ms).map(|knps| format!("{knps} knodes/s")));
    parts.push(match board.timer.max_time {
        Some(most) => format!("{} left", show::time_text(most.saturating_sub(ms).div_ceil(100) * 100)),
        None => show::time_text(ms / 100 * 100),
    });
    session.show_status(&parts.join("  "));
}
