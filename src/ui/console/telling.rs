//! The console's output during a search: the engine's thinking, the status line, and a summary.

use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::searcher::MAX_DEPTH;
use crate::searcher::{Algorithm, Info, Line, Report, Thought};
use crate::timer::Instant;
use crate::ui::show::{self, pawns};

use super::state::{Progress, Session};
use super::status::planted;

/// Time between two redraws of the status line during a search.
const STATUS_INTERVAL: Duration = Duration::from_millis(100);

/// Duration of the early part of a search, in milliseconds. At a terminal, only the last line of its thinking output is
/// shown.
const EARLY_MS: u64 = 100;

/// Records the reports of a silent search; shows only the lines of an analysis.
pub(super) fn note(board: &mut Board, session: &mut Session, info: &Info) {
    session.own.analysis.progress.note(board, info);
    session.own.analysis.progress.held = None;
    if let Some(solving) = &mut session.own.analysis.solving {
        solving.hear(board, info);
    }
    let (depth, lines) = match &info.report {
        Report::Lines { depth, lines } => (*depth, lines.clone()),
        // An analysis with a single line.
        Report::Depth { depth, score, pv } if session.own.is_analysing() => {
            (*depth, vec![Line { score: *score, pv: pv.clone(), selective: info.selective }])
        }
        _ => return,
    };
    match &mut session.own.analysis.judged {
        Some(judged) => *judged = (depth, lines),
        None => session.view().lines(board, session, info, &lines, depth),
    }
}

/// Records the reports of a ponder search. The last line of thinking output is shown if the expected move is played.
pub(super) fn note_pondering(board: &mut Board, session: &mut Session, info: &Info) {
    session.own.analysis.progress.note(board, info);
    if let Report::Best { depth, score, ref pv } | Report::Depth { depth, score, ref pv } = info.report {
        let nodes = (info.nodes, session.node_style());
        let line = show::statistics(depth, score, nodes, info.ms, &show::line(board, pv));
        session.own.analysis.progress.held = Some(line);
    }
}

impl Progress {
    /// Records a report without showing it. Returns whether it begins an iteration or, in a multi-PV search, the next
    /// line of one.
    fn note(&mut self, board: &mut Board, info: &Info) -> bool {
        match info.report {
            Report::Header => *self = Progress::default(),
            Report::Best { depth, score, ref pv } | Report::Depth { depth, score, ref pv } => {
                let begins = depth > self.depth;
                self.iterations.retain(|(known, _)| *known < depth);
                self.iterations.push((depth, info.nodes));
                (self.depth, self.score) = (depth, Some(score));
                self.iteration = self.iteration.max(depth);
                self.best = board.san_line(pv).into_iter().next().unwrap_or_default();
                return begins;
            }
            Report::RootMove { mv, number, count } => {
                // When the numbers of the root moves start over, a new iteration or multi-PV line begins.
                let begins = self.number == 0 || number <= self.number;
                let next = self.lines_done.map_or(self.iteration + usize::from(begins), |done| done + 1);
                self.iteration = info.iteration.unwrap_or(next);
                (self.root_move, self.number, self.count) = (board.san(mv), number, count);
                return begins;
            }
            Report::Lines { depth, .. } => self.lines_done = Some(depth),
            _ => {}
        }
        false
    }
}

/// Shows a report of a search.
pub(super) fn tell(board: &mut Board, session: &mut Session, info: &Info) {
    let begins = session.own.analysis.progress.note(board, info);
    if !shows_iterations(session) {
        return tell_nothing(board, session, info);
    }
    if begins && info.ms >= EARLY_MS {
        // Before that, the held line would flash by unread, so the next line simply replaces it.
        show_held(session);
    }
    match info.report {
        Report::Header => {
            if let Some(fault) = planted(session).filter(|_| session.options.algorithm != Algorithm::Modern) {
                session.say(&format!("A fault is planted: {fault}."));
            }
            if let Some(why) = session.why_instrument() {
                session.say(&why);
            }
            session.out.line(show::HEADER);
        }
        Report::Forced(mv) => session.say(&format!("forced move: {}", board.san(mv))),
        Report::Best { depth, score, ref pv } | Report::Depth { depth, score, ref pv } => {
            let moves = session.screen().moves(&show::line(board, pv));
            let line = show::statistics(depth, score, (info.nodes, session.node_style()), info.ms, &moves);
            session.own.analysis.progress.drawn = None;
            match session.out.is_terminal() {
                true => session.own.analysis.progress.held = Some(line),
                false => session.out.line(&line),
            }
        }
        // Multi-PV lines come only from silent searches; `note` has shown them.
        Report::RootMove { .. } | Report::Lines { .. } | Report::Bound { .. } => {}
        // At a terminal, the status line replaces these messages.
        Report::Stopped | Report::TimeUsed if session.out.is_terminal() => show_held(session),
        Report::Stopped => session.out.line(""),
        Report::TimeUsed => session.out.line("    ok"),
        Report::GameOver(outcome) => session.out.line(&show::outcome(outcome)),
    }
}

/// Writes only reports that the board does not show.
fn tell_nothing(board: &mut Board, session: &mut Session, info: &Info) {
    (session.own.analysis.progress.held, session.own.analysis.progress.drawn) = (None, None);
    match info.report {
        Report::Forced(mv) => session.say(&format!("{} is the only legal move.", board.san(mv))),
        Report::GameOver(outcome) => session.out.line(&show::outcome(outcome)),
        _ => {}
    }
}

/// Whether each iteration of a search is printed.
pub(super) fn shows_iterations(session: &Session) -> bool {
    session.view().shows_iterations(session) && !hides_evaluation(session)
}

/// Whether the score is hidden: the opponent of a weakened engine sees it only with `thinking on`.
pub(super) fn hides_evaluation(session: &Session) -> bool {
    session.options.is_weakened()
        && !session.own.is_analysing()
        && !session.own.game.selfplay
        && !session.own.view.look.thinking
}

/// Shows the held line: the last line of an iteration.
pub(super) fn show_held(session: &mut Session) {
    let Some(line) = session.own.analysis.progress.held.take() else { return };
    let columns = session.screen().columns.unwrap_or(usize::MAX);
    session.out.line(&show::wrap_statistics(&line, columns));
}

/// Shows one line about a finished search.
pub(super) fn show_summary(session: &mut Session, thought: &Thought) {
    let progress = &session.own.analysis.progress;
    if progress.depth == 0
        || !shows_iterations(session)
        || !session.own.view.look.summary.decide(session.out.is_terminal())
    {
        return;
    }
    let nodes = (thought.nodes, session.node_style());
    let text = show::summary(&thought.stats, nodes, thought.ms, &progress.iterations);
    session.say(&text);
}

/// Whether the search, or other work in progress, runs without output.
pub(super) fn is_silent(session: &Session) -> bool {
    session.own.analysis.quiet || session.is_watching()
}

/// Draws the status line if it is due.
pub(super) fn show_progress(session: &mut Session) {
    let Some(control) = session.control().cloned() else { return };
    let hidden = session.own.view.look.spoken || is_silent(session) && !session.own.is_analysing();
    let progress = &mut session.own.analysis.progress;
    if hidden || progress.drawn.is_some_and(|drawn| drawn.elapsed() < STATUS_INTERVAL) {
        return;
    }
    progress.drawn = Some(Instant::now());
    let screen = session.screen();
    let progress = &session.own.analysis.progress;
    let (ms, nodes, limits) = (control.elapsed_ms(), control.nodes(), control.limits());
    let mut parts = Vec::new();
    let mut part = |weight: u8, text: String| parts.push((weight, text));
    if !session.input.begun().is_empty() && !session.view().has_places() {
        part(9, format!("> {}", session.input.begun()));
    }
    let left = |until: u64| show::time_text(until.saturating_sub(ms).div_ceil(100) * 100);
    // Once a search with a clock has exceeded its target time, the maximum applies.
    let aim = limits.soft_time.map(|aim| aim.as_millis() as u64);
    if let Some(most) = aim.or(limits.max_ms()) {
        part(1, show::time_bar(ms, most, screen.figurines));
    }
    match (aim, limits.max_ms()) {
        (Some(aim), _) if ms < aim => part(7, format!("about {} left", left(aim))),
        (Some(_), Some(most)) => part(7, format!("at most {} more", left(most))),
        (None, Some(most)) => part(7, format!("{} left", left(most))),
        (_, None) => part(7, show::time_text(ms / 100 * 100)),
    }
    part(8, format!("depth {}", progress.iteration));
    let is_open = !hides_evaluation(session);
    if let Some(score) = progress.score.filter(|_| is_open) {
        part(6, format!("{} {}", screen.moves(&progress.best), show::pawns(score)));
    }
    if progress.number > 0 && is_open {
        part(5, format!("{} ({}/{})", screen.moves(&progress.root_move), progress.number, progress.count));
    }
    part(4, format!("{} nodes", show::count_text(nodes)));
    if let Some(knps) = nodes.checked_div(ms) {
        part(3, format!("{knps} knps"));
    }
    let columns = screen.columns.unwrap_or(80);
    session.show_status(&show::fitting(parts, columns.saturating_sub(1)));
}

/// Writes the lines of an analysis or a multi-PV search; at a terminal, skips early iterations, which pass
/// too quickly to be read.
pub(super) fn write_lines(board: &mut Board, session: &mut Session, info: &Info, lines: &[Line], depth: usize) {
    let (ms, nodes) = (info.ms, info.nodes);
    let last = session.control().map_or(MAX_DEPTH, |control| control.limits().depth);
    if session.out.is_terminal() && ms < EARLY_MS && depth < last {
        return;
    }
    let screen = session.screen();
    if session.own.view.look.spoken {
        for (number, line) in lines.iter().enumerate() {
            let which = if lines.len() > 1 { format!("line {}", number + 1) } else { "best".into() };
            let moves = show::numbered(board, &line.pv);
            session.say(&format!("Depth {depth}, {which}: {moves}; {}.", show::score_of(board.next_move, line.score)));
        }
        return;
    }
    let sign = if board.next_move == Side::White { 1 } else { -1 };
    let bar = show::bar(sign * lines.first().map_or(0, |line| line.score), screen.figurines);
    let (time, nodes) = (show::time_text(ms), show::count_text(nodes));
    session.say(&format!("depth {depth:2} {time:>9} {nodes:>7} nodes  {bar}"));
    for (number, line) in lines.iter().enumerate() {
        let moves = screen.moves(&board.san_line(&line.pv).join(" "));
        session.say_indented(&format!("{:3}. {} {moves}", number + 1, pawns(sign * line.score)), 12);
    }
}
