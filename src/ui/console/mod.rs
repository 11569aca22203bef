//! The words of the console, and what it tells of a search.
//!
//! | file | words |
//! |---|---|
//! | [`play`] | playing a game, its clock and its end |
//! | [`ponder`] | thinking on the person's time |
//! | [`keep`] | saving and loading games and settings, and the game that a crash cannot lose |
//! | [`looking`] | the position in pictures and in words |
//! | [`analyse`] | analysis and threats |
//! | [`position`], [`setupmode`] | setting up another position |
//! | [`engine`] | limits and settings |
//! | [`measure`], [`suite`] | counting and measuring |
//! | [`program`] | help, scripts, the program itself |

pub mod analyse;
pub mod engine;
pub mod keep;
pub mod looking;
pub mod measure;
pub mod play;
pub mod ponder;
pub mod position;
pub mod program;
pub mod setupmode;
pub mod suite;

use std::fs;
use std::time::{Duration, Instant};

use crate::board::Board;
use crate::command;
use crate::defines::MAX_PLY;
use crate::moves::Move;
use crate::peek::Report;
use crate::readmove::{MoveError, shortened};

use super::clock::GameClocks;
use super::editor::Prompt;
use super::look::Look;
use super::show;
use super::{Mode, Refusal, Session, bad};

pub use play::bare_move;

/// How often the status line is drawn again while the engine thinks.
const STATUS_INTERVAL: Duration = Duration::from_millis(100);

/// At a terminal, what a search finds sooner than this passes by, in milliseconds, unless it is the last it finds.
pub(super) const EARLY_MS: u64 = 100;

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
    /// Is the kept game the one that is being played? The first move of another game moves it away.
    is_kept: bool,
    progress: Progress,
    /// The answer that the engine expects to its move, and where.
    expected: Option<((u64, usize), Move)>,
    /// The position of a suite that is being searched.
    pub solving: Option<suite::Solving>,
    /// A search in the person's time.
    pondering: Option<ponder::Pondering>,
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
    /// The iteration that was completed last, if there are several lines.
    lines_done: Option<usize>,
    /// Depth of each iteration, and nodes at its end.
    iterations: Vec<(usize, u64)>,
}

/// What the console says when it opens for a person.
pub fn greet(board: &mut Board, session: &mut Session) {
    play::tell_opponent(board, session);
    session.say("Type a move, like e4. 'help' lists all commands, Tab completes them; Ctrl-C makes the engine move.");
    if let Some(text) = keep::unfinished_game() {
        session.say(&text);
    }
    looking::show_board(board, session);
}

/// How long the engine thinks, in words.
pub(crate) fn limits(board: &Board) -> String {
    let time = board.timer.max_time.map(|ms| format!("up to {} a move", show::time_text(ms)));
    let depth = format!("to depth {}", board.search_depth);
    match time {
        Some(time) if board.search_depth == MAX_PLY => time,
        Some(time) => format!("{time}, at most {depth}"),
        None => depth,
    }
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

/// Keeps what a search tells that is not shown; the lines of an analysis are.
pub(crate) fn note(board: &mut Board, session: &mut Session, report: &Report) {
    session.console.progress.note(board, report);
    session.console.progress.held = None;
    if let Some(solving) = &mut session.console.solving {
        solving.hear(board, report);
    }
    if let Report::Lines { depth, lines } = *report {
        analyse::show_lines(board, session, lines, depth);
    }
}

impl Progress {
    /// Keeps what a search tells, to be shown later or never.
    fn note(&mut self, board: &mut Board, report: &Report) {
        match *report {
            Report::Header => *self = Progress::default(),
            Report::Depth { depth, score, pv } => {
                let ms = board.timer.elapsed_ms();
                self.note_depth(depth, score, board.nodes(), board.san_line(pv).first());
                self.held = Some(show::statistics(depth, score, board.nodes(), ms, &show::line(board, pv)));
            }
            Report::RootMove { mv, number, count } => {
                self.note_root_move(board, mv, number, count);
            }
            Report::Lines { depth, .. } => self.lines_done = Some(depth),
            _ => {}
        }
    }

    fn note_depth(&mut self, depth: usize, score: i32, nodes: u64, best: Option<&String>) {
        self.iterations.retain(|(known, _)| *known < depth);
        self.iterations.push((depth, nodes));
        (self.depth, self.score) = (depth, Some(score));
        self.iteration = self.iteration.max(depth);
        self.best = best.cloned().unwrap_or_default();
    }

    /// Does another iteration begin with this move?
    fn note_root_move(&mut self, board: &mut Board, mv: Move, number: usize, count: usize) -> bool {
        // The numbers begin again: so does an iteration, or its next line.
        let begins = self.number == 0 || number <= self.number;
        let next = self.lines_done.map_or(self.iteration + usize::from(begins), |done| done + 1);
        self.iteration = board.iteration().unwrap_or(next);
        (self.root_move, self.number, self.count) = (board.san(mv), number, count);
        begins
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
            let moves = session.console.look.screen(&session.out).moves(&show::line(board, pv));
            let line = show::statistics(depth, score, board.nodes(), ms, &moves);
            if !session.out.is_terminal() {
                session.console.progress.note_depth(depth, score, board.nodes(), None);
                session.out.line(&line);
                return;
            }
            if depth > session.console.progress.depth {
                show_held_if_late(session, ms);
            }
            let progress = &mut session.console.progress;
            progress.note_depth(depth, score, board.nodes(), board.san_line(pv).first());
            (progress.held, progress.drawn) = (Some(line), None);
        }
        Report::RootMove { mv, number, count } => {
            if session.console.progress.note_root_move(board, mv, number, count) {
                show_held_if_late(session, ms);
            }
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

/// Shows the line that was held back, unless so little time has passed that it would only pass by: then the next one takes its
/// place.
fn show_held_if_late(session: &mut Session, ms: u64) {
    if ms >= EARLY_MS {
        show_held(session);
    }
}

/// Shows the line that was held back: one line for each iteration, the last that it had to tell.
pub(crate) fn show_held(session: &mut Session) {
    let Some(line) = session.console.progress.held.take() else { return };
    let columns = session.console.look.screen(&session.out).columns;
    session.out.line(&columns.map_or(line.clone(), |columns| show::wrap_statistics(&line, columns)));
}

/// What a search was like, when it is over: a line for those who look on.
pub(crate) fn show_summary(board: &Board, session: &mut Session) {
    let progress = &session.console.progress;
    if progress.depth == 0 || !session.console.look.summary.decide(session.out.is_terminal()) {
        return;
    }
    let text = show::summary(&board.lab.stats, board.nodes(), board.timer.elapsed_ms(), &progress.iterations);
    session.say(&text);
}

/// Draws the status line, if it is time to. The position on the board is somewhere in the tree.
pub(crate) fn show_progress(board: &Board, session: &mut Session) {
    let hidden = session.quiet && session.console.analysing.is_none();
    let progress = &mut session.console.progress;
    if hidden || progress.drawn.is_some_and(|drawn| drawn.elapsed() < STATUS_INTERVAL) {
        return;
    }
    progress.drawn = Some(Instant::now());
    let screen = session.console.look.screen(&session.out);
    let progress = &session.console.progress;
    let ms = board.timer.elapsed_ms();
    let mut parts = Vec::new();
    let mut part = |weight: u8, text: String| parts.push((weight, text));
    if !session.input.begun().is_empty() {
        part(9, format!("> {}", session.input.begun()));
    }
    // With a clock there is a time to aim at, which may be stretched.
    let aim = board.timer.soft_time.filter(|aim| *aim > ms);
    match aim.or(board.timer.max_time) {
        Some(most) => {
            part(1, show::time_bar(ms, most, screen.figurines));
            let left = show::time_text(most.saturating_sub(ms).div_ceil(100) * 100);
            part(7, format!("{}{left} left", if aim.is_some() { "about " } else { "" }));
        }
        None => part(7, show::time_text(ms / 100 * 100)),
    }
    part(8, format!("depth {}", progress.iteration));
    if let Some(score) = progress.score {
        part(6, format!("{} {}", screen.moves(&progress.best), show::pawns(score)));
    }
    if progress.number > 0 {
        part(5, format!("{} ({}/{})", screen.moves(&progress.root_move), progress.number, progress.count));
    }
    part(4, format!("{} nodes", show::count_text(board.nodes())));
    if let Some(knps) = board.nodes().checked_div(ms) {
        part(3, format!("{knps} knps"));
    }
    let columns = screen.columns.unwrap_or(80);
    session.show_status(&show::fitting(parts, columns.saturating_sub(1)));
}
