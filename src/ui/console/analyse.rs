//! Analysis: the engine searches the position on the board without moving, in one line or several, and follows the
//! moves played. And the threat: what would the other side play if it were to move? The null move asks the same.

use crate::board::Board;
use crate::lab::compare::Experiment;
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::{AtRoot, Limits, laws};
use crate::ui::settings;
use crate::ui::show::{self, pawns};
use crate::ui::words::{Done, Refusal, bad, number};

use super::glance::threatened;
use super::state::Session;
use super::walk::go_to;
use super::{analysis_board, guessing, looking, puzzles};

/// The most lines of an analysis.
const MOST_LINES: usize = 20;
/// The most nodes that can be named as its limit.
const MOST_NODES: usize = 1_000_000_000;

pub(crate) fn analyse(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (lines, limits) = arguments(session, text)?;
    let is_terminal = session.input.is_terminal();
    if is_terminal && limits.is_some() {
        return bad("at a terminal an analysis goes on until 'exit': it takes no limit");
    }
    // A finished game can be walked through.
    let has_moves = is_terminal && board.end_of_game > 0;
    if let Some(outcome) = laws::outcome(board).filter(|_| !has_moves) {
        return bad(format!("there is nothing to analyse: {}", show::outcome(outcome)));
    }
    let looked_at = session.own.view.looking_back.take().map(|back| back.at);
    analysis_board::begin(board, session, lines);
    match looked_at {
        Some(at) => go_to(board, session, at),
        None if is_terminal => looking::show_board(board, session),
        None => {}
    }
    if !is_terminal {
        look_into(board, session, limits.unwrap_or(session.options.limits.clone()), lines);
        return Ok(());
    }
    session.say("Analysis board: play any moves, 'back' and 'forward' step through them, 'exit' returns to your game.");
    Ok(())
}

/// `[LINES] [depth N] [nodes N] [time SECONDS]`: the number of lines, and the limits if some are named.
fn arguments(session: &Session, text: &str) -> Result<(usize, Option<Limits>), Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let has_lines = words.len() % 2 == 1;
    let lines = number(if has_lines { words[0] } else { "" }, "lines", 1, MOST_LINES, Some(1))?;
    let named = &words[usize::from(has_lines)..];
    if named.is_empty() {
        return Ok((lines, None));
    }
    // Those that are set count only where nothing else is named.
    let mut options = Options { limits: Limits::default(), ..session.options.clone() };
    for pair in named.chunks(2) {
        match pair[0] {
            "depth" | "time" => settings::set(&mut options, pair[0], pair[1])?,
            "nodes" => options.limits.nodes = Some(number(pair[1], "nodes", 1, MOST_NODES, None)? as u64),
            other => return bad(format!("analyse takes lines, depth, nodes and time, not '{}'", shortened(other))),
        }
    }
    Ok((lines, Some(options.limits)))
}

pub(crate) fn exit(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let is_over =
        !analysis_board::end(board, session) && !puzzles::close(board, session) && !guessing::close(board, session);
    session.over |= is_over;
    Ok(())
}

pub(crate) fn keep(board: &mut Board, session: &mut Session, _: &str) -> Done {
    analysis_board::keep_line(board, session)
}

pub(super) fn back(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let moves = if text == "all" { usize::MAX >> 1 } else { number(text, "half-moves to go back", 1, 9999, Some(1))? };
    match analysis_board::walk(board, session, -(moves as isize)) {
        true => Ok(()),
        false => bad("this is the start"),
    }
}

pub(super) fn forward(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let moves =
        if text == "all" { usize::MAX >> 1 } else { number(text, "half-moves to go forward", 1, 9999, Some(1))? };
    match analysis_board::walk(board, session, moves as isize) {
        true => Ok(()),
        false => bad("no move was played here yet: type one"),
    }
}

/// Analyses until a key is pressed.
pub(crate) fn until_a_key(board: &mut Board, session: &mut Session) {
    let Some(study) = &session.own.analysis.board else { return };
    let (lines, threat) = (study.lines, study.threat);
    if session.own.setup.is_some() || laws::outcome(board).is_some() {
        return;
    }
    if threat {
        session.view().mark_threat(board, session);
    }
    look_into(board, session, Limits::default(), lines);
}

/// One analysis within these limits, always at full strength.
fn look_into(board: &mut Board, session: &mut Session, limits: Limits, lines: usize) {
    session.own.analysis.quiet = lines > 1 || session.out.is_terminal();
    let limits = Limits { lines, root: AtRoot::Search, ..limits };
    let options = session.full_strength();
    session.own.analysis.searched = Some(Experiment::of(board, &options, &limits));
    session.own.analysis.thought = session.search_with(board, &options, limits);
    session.own.analysis.quiet = false;
}

pub(crate) fn threat(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let marks_threats = session.view().has_places();
    if let Some(study) = session.own.analysis.board.as_mut().filter(|_| marks_threats) {
        study.threat = !study.threat;
        return Ok(());
    }
    let (score, line) = threatened(board, session)?;
    let side = board.next_move.other();
    let line = session.screen().moves(&line.join(" "));
    session.say(&format!("if {} could move again: {line} ({})", side.name(), pawns(score)));
    Ok(())
}
