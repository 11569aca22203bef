//! The `info` lines of a search.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::modern::tablebase::is_tablebase_score;
use crate::moves::Move;
use crate::searcher::ranking::NEARLY_A_DRAW;
use crate::searcher::score::mate_in;
use crate::searcher::{Control, Info, Line, Report, Thought};
use crate::ui::{show, terms};

use super::state::{Progress, Session, move_text};

/// Progress is sent when neither a line nor progress has been sent for this long. Root moves are sent only after the
/// search has run this long.
pub(super) const QUIET: Duration = Duration::from_secs(1);

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

pub(super) fn tell(board: &mut Board, session: &mut Session, info: &Info) {
    let Some(running) = &mut session.own.unanswered else { return };
    let Info { nodes, ms, full, hits, selective, .. } = *info;
    running.progress = Progress { nodes, ms, full, hits };
    match info.report {
        Report::Header => {
            if let Some(why) = session.why_instrument() {
                session.out.line(&format!("info string {why}"));
            }
        }
        // A multi-PV search sends lines only after a completed iteration, best first.
        Report::Best { .. } | Report::Depth { .. } if running.lines > 1 => {}
        Report::Best { depth, score, ref pv } | Report::Depth { depth, score, ref pv } => {
            let finished = matches!(info.report, Report::Depth { .. });
            running.pv = pv.clone();
            if let (Some(best), Some(search)) = (pv.first(), &session.running) {
                session.own.keeper.be_patient(&search.control, best.0, score, finished);
            }
            running.stopped |= is_mate_found(running.go.mate, score);
            // A search stopped after a fail high reports that line once more, as its best.
            let best = pv.first().copied().unwrap_or_default();
            let is_repeated = !finished && running.lower_bound == Some((depth, score, best));
            let bound = if is_repeated { Bound::Lower } else { Bound::Exact };
            line(board, session, (depth, selective), 1, (score, bound), pv);
        }
        Report::Bound { depth, score, is_lower, ref pv } => {
            let bound = if is_lower { Bound::Lower } else { Bound::Upper };
            if is_lower {
                running.lower_bound = pv.first().map(|&best| (depth, score, best));
            }
            line(board, session, (depth, selective), 1, (score, bound), pv);
        }
        Report::Lines { depth, ref lines } => {
            running.pv = lines.first().map(|line| line.pv.clone()).unwrap_or_default();
            running.stopped |= lines.first().is_some_and(|line| is_mate_found(running.go.mate, line.score));
            for (number, Line { score, pv, selective }) in lines.iter().enumerate() {
                line(board, session, (depth, *selective), number + 1, (*score, Bound::Exact), pv);
            }
        }
        Report::RootMove { mv, number, .. } => {
            let (depth, text) = (info.iteration.unwrap_or(1), move_text(board, session.own.options.chess960, mv));
            session.out.line(&format!("info depth {depth} currmove {text} currmovenumber {number}"));
        }
        _ => {}
    }
    if session.own.unanswered.as_ref().is_some_and(|running| running.stopped) {
        session.stop();
    }
}

/// Whether this score is a mate within the number of moves that `go mate` requested.
fn is_mate_found(wanted: Option<i32>, score: i32) -> bool {
    wanted.is_some_and(|wanted| mate_in(score).is_some_and(|moves| (1..=wanted).contains(&moves)))
}

/// Sends one line of a search, with its depth and selective depth.
fn line(
    board: &mut Board,
    session: &mut Session,
    (depth, selective): (usize, Option<usize>),
    number: usize,
    (score, bound): (i32, Bound),
    pv: &[Move],
) {
    let selective = selective.unwrap_or(depth).max(depth).max(pv.len());
    let mut text = format!("info depth {depth} seldepth {selective} multipv {number} score {}", score_text(score));
    text.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if session.own.options.show_wdl {
        let [win, draw, loss] = if is_drawn(session, score) { [0, 1000, 0] } else { wdl(score) };
        text.push_str(&format!(" wdl {win} {draw} {loss}"));
    }
    text.push_str(&progress(session));
    if !pv.is_empty() {
        text.push_str(" pv");
    }
    for mv in pv {
        text.push(' ');
        text.push_str(&move_text(board, session.own.options.chess960, *mv));
    }
    note_told(session);
    session.out.line(&text);
}

/// Whether the root is a draw, by the laws of chess or by the endgame tables.
fn is_drawn(session: &Session, score: i32) -> bool {
    let by_tables = |control: &Control| score.abs() <= NEARLY_A_DRAW && !control.limits().ranking.moves.is_empty();
    session.own.unanswered.as_ref().is_some_and(|running| running.is_drawn) || session.control().is_some_and(by_tables)
}

/// The progress of the search: nodes, speed, fill rate of the transposition table, tablebase hits and time.
fn progress(session: &Session) -> String {
    let progress = session.own.unanswered.as_ref().map(|running| running.progress);
    let Progress { nodes, ms, full, hits } = progress.unwrap_or_default();
    let nps = nodes * 1000 / ms.max(1);
    format!(" nodes {nodes} nps {nps} hashfull {full} tbhits {hits} time {ms}")
}

/// Time until progress must be sent, unless a line is sent first; [`None`] if the work, like perft, reports no nodes.
pub(super) fn patience(session: &Session) -> Option<Duration> {
    session.control()?;
    let running = session.own.unanswered.as_ref().filter(|running| running.go.perft.is_none());
    running.map(|running| QUIET.saturating_sub(running.told_at.elapsed()))
}

/// Sends progress if neither a line nor progress has been sent for [`QUIET`].
pub(super) fn tell_progress(session: &mut Session) {
    let (Some(running), Some(search)) = (&mut session.own.unanswered, &session.running) else { return };
    if running.go.perft.is_some() || running.told_at.elapsed() < QUIET {
        return;
    }
    (running.progress.nodes, running.progress.ms) = (search.control.nodes(), search.control.elapsed_ms());
    note_told(session);
    session.out.line(&format!("info{}", progress(session)));
}

fn note_told(session: &mut Session) {
    if let Some(running) = &mut session.own.unanswered {
        running.told_at = Instant::now();
    }
}

/// Reports that memory suffices only for a smaller table or fewer threads.
pub(super) fn tell_shortage(session: &mut Session) {
    if let Some(shortage) = session.take_shortage() {
        session.out.line(&format!("info string {}", show::shortage(shortage)));
    }
}

/// Sends the static evaluation if the search was too short to find any line.
pub(super) fn tell_evaluation_if_nothing_else(board: &mut Board, session: &mut Session, thought: &Thought) {
    let Some(running) = session.own.unanswered.as_mut().filter(|running| running.pv.is_empty()) else { return };
    (running.progress.nodes, running.progress.ms) = (thought.nodes, thought.ms);
    let score = terms::value(board, &session.options);
    line(board, session, (0, None), 1, (score, Bound::Exact), &[]);
}

/// Sends the score of a position without legal moves.
pub(super) fn tell_end_of_game(board: &mut Board, session: &mut Session) {
    let score = if board.is_own_king_attacked() { "mate 0" } else { "cp 0" };
    session.out.line(&format!("info depth 0 score {score}"));
}

/// A score in the protocol's notation: centipawns, or moves to mate.
fn score_text(score: i32) -> String {
    mate_in(score).map_or_else(|| format!("cp {score}"), |moves| format!("mate {moves}"))
}

/// The score at which the win rate is 50 %, and the scale of the curve, both in centipawns. Fitted by least squares to
/// the shares of wins, draws and losses in eleven ranges of 100 centipawns, from -550 to 550: 87,992 quiet positions of
/// 1,200 games of network 11 against itself with 400 nodes a move (`datagen`, seed 11, signature 1164089). At longer time
/// controls, more games are drawn.
const WDL: (f64, f64) = (93.0, 100.0);

/// Expected rates of wins, draws and losses at this score, in permille.
pub fn wdl(score: i32) -> [i32; 3] {
    if mate_in(score).is_some() || is_tablebase_score(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let share = |score: f64| (1000.0 / (1.0 + ((WDL.0 - score) / WDL.1).exp())).round() as i32;
    let (win, loss) = (share(score.into()), share((-score).into()));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defines::{CHECKMATESCORE, LARGE_NUMBER};
    use crate::modern::tablebase::TABLEBASE_WIN;

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        assert_eq!(score_text(-35), "cp -35");
        assert_eq!(score_text(CHECKMATESCORE), "mate 1");
        assert_eq!(score_text(LARGE_NUMBER - 4), "mate 2");
        assert_eq!(score_text(4 - LARGE_NUMBER), "mate -2");
        assert_eq!(score_text(TABLEBASE_WIN), format!("cp {TABLEBASE_WIN}"));
    }

    #[test]
    fn wins_draws_and_losses_are_all_games() {
        for score in (-1200..=1200).chain([CHECKMATESCORE, -CHECKMATESCORE, TABLEBASE_WIN, -TABLEBASE_WIN]) {
            let [win, draw, loss] = wdl(score);
            assert!(win + draw + loss == 1000 && win >= 0 && draw >= 0 && loss >= 0, "{score}: {win} {draw} {loss}");
            assert_eq!(wdl(-score), [loss, draw, win]);
            assert!(wdl(score + 1)[0] >= win || score >= 1200, "{score}");
        }
        assert_eq!((wdl(0), wdl(93)[0]), ([283, 434, 283], 500));
    }

    #[test]
    fn only_the_mate_that_was_asked_for_ends_the_search() {
        assert!(is_mate_found(Some(2), LARGE_NUMBER - 4) && is_mate_found(Some(2), CHECKMATESCORE));
        assert!(!is_mate_found(Some(2), LARGE_NUMBER - 6) && !is_mate_found(Some(2), 2 - LARGE_NUMBER));
        assert!(!is_mate_found(None, CHECKMATESCORE) && !is_mate_found(Some(2), 900));
    }
}
