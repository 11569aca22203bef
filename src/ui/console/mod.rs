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
    depth: usize,
    score: Option<i32>,
    root_move: String,
    number: usize,
    count: usize,
    drawn: Option<Instant>,
}

/// What the console says when it opens for a person.
pub fn greet(board: &mut Board, session: &mut Session) {
    session
        .out
        .line(&format!("{VERSION}, the tutorial engine WingletX in Rust. You play White: type a move, like e4."));
    session.out.line(&format!("The engine thinks {}; Ctrl-C makes it move. 'help' lists all commands.", limits(board)));
    if let Some(text) = keep::unfinished_game() {
        session.out.line(&text);
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
        1..=10 => format!("; there is {}", instead.join(", ")),
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

pub(crate) fn tell(board: &mut Board, session: &mut Session, report: &Report) {
    let ms = board.timer.elapsed_ms();
    match *report {
        Report::Header => {
            session.console.progress = Progress::default();
            session.out.line(show::HEADER);
        }
        Report::Forced(mv) => session.out.line(&format!("forced move: {}", board.san(mv))),
        Report::Depth { depth, score, pv } => {
            let progress = &mut session.console.progress;
            (progress.depth, progress.score, progress.drawn) = (depth, Some(score), None);
            let pv = show::line(board, pv);
            let line = show::statistics(depth, score, board.inodes, ms, &pv);
            let columns = session.console.look.screen(&session.out).columns;
            let text = columns.map_or(line.clone(), |columns| show::wrap_statistics(&line, columns));
            session.out.line(&text);
        }
        Report::RootMove { mv, number, count } => {
            let san = board.san(mv);
            let progress = &mut session.console.progress;
            if number == 1 {
                progress.depth += usize::from(progress.number > 1 || progress.depth == 0);
            }
            (progress.root_move, progress.number, progress.count) = (san, number, count);
        }
        Report::Stopped => session.out.line(""),
        Report::TimeUsed => session.out.line("    ok"),
        Report::GameOver(outcome) => session.out.line(&show::outcome(outcome)),
    }
}

/// Draws the status line, if it is time to. The position on the board is somewhere in the tree.
pub(crate) fn show_progress(board: &Board, session: &mut Session) {
    let progress = &mut session.console.progress;
    if session.quiet || progress.drawn.is_some_and(|drawn| drawn.elapsed() < STATUS_INTERVAL) {
        return;
    }
    progress.drawn = Some(Instant::now());
    let mut parts = vec![format!("depth {}", progress.depth)];
    if progress.number > 0 {
        parts.push(format!("{} ({} of {})", progress.root_move, progress.number, progress.count));
    }
    parts.extend(progress.score.map(show::pawns));
    let ms = board.timer.elapsed_ms();
    parts.push(format!("{} nodes", show::count_text(board.inodes)));
    parts.extend(board.inodes.checked_div(ms).map(|knps| format!("{knps} knodes/s")));
    parts.push(match board.timer.max_time {
        Some(most) => format!("{} left", show::time_text(most.saturating_sub(ms).div_ceil(100) * 100)),
        None => show::time_text(ms / 100 * 100),
    });
    session.show_status(&parts.join("  "));
}
