//! Analysis: the engine searches the position on the board and shows one or more lines. It follows the moves played,
//! but plays none itself. The game is set aside, with its opponent and its clocks. The analysis starts with a copy of
//! the game, its variations and comments; moves tried out become variations in the copy.
//!
//! Also finds the threat: the best line for the side not to move, from a search after a null move.

use crate::board::Board;
use crate::games::tree::ROOT;
use crate::lab::compare::SearchExperiment;
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::{AtRoot, Limits, laws};
use crate::ui::refusal::{Done, Refusal, bad, needs_number, number};
use crate::ui::settings;
use crate::ui::show;

use super::glance::threatened;
use super::state::{AnalysisBoard, Origin, Session, Study};
use super::walk::go_to;
use super::{autosave, looking, newgame, transfer};

/// Maximum number of lines of an analysis.
const MOST_LINES: usize = 20;
/// Maximum node limit.
const MOST_NODES: usize = 1_000_000_000;

pub(crate) fn analyse(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (lines, limits) = arguments(&session.options, text)?;
    let is_terminal = session.input.is_terminal();
    if is_terminal && limits.is_some() {
        return bad("at a terminal an analysis runs until 'exit'; leave out the limit");
    }
    // A finished game can still be stepped through.
    let has_moves = is_terminal && board.end_of_game > 0;
    if let Some(outcome) = laws::outcome(board).filter(|_| !has_moves) {
        return bad(format!("there is nothing to analyse: {}", show::outcome(outcome)));
    }
    let looked_at = session.own.view.looking_back.take().map(|back| back.at);
    begin(board, session, lines);
    match looked_at {
        Some(at) => go_to(board, session, at),
        None if is_terminal => looking::show_board(board, session),
        None => {}
    }
    if !is_terminal {
        look_into(board, session, limits.unwrap_or(session.options.limits.clone()), lines);
        return Ok(());
    }
    session.answer("Analysis board: play any moves, 'back' and 'forward' step through them, 'exit' ends the analysis.")
}

/// `[LINES] [depth N] [nodes N] [time SECONDS]`: the number of lines, and the limits, if any.
fn arguments(options: &Options, text: &str) -> Result<(usize, Option<Limits>), Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let has_lines = words.first().is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
    let lines = number(if has_lines { words[0] } else { "" }, "lines", 1, MOST_LINES, Some(1))?;
    let named = &words[usize::from(has_lines)..];
    if named.is_empty() {
        return Ok((lines, None));
    }
    // The limits in the settings apply only if no limit is given here.
    let mut options = Options { limits: Limits::default(), ..options.clone() };
    for pair in named.chunks(2) {
        match pair[0] {
            limit @ ("depth" | "time" | "nodes") if pair.len() == 1 => return Err(needs_number(limit)),
            "depth" | "time" => settings::set(&mut options, pair[0], pair[1])?,
            "nodes" => options.limits.nodes = Some(number(pair[1], "nodes", 1, MOST_NODES, None)? as u64),
            other => return bad(format!("analyse takes lines, depth, nodes and time, not '{}'", shortened(other))),
        }
    }
    Ok((lines, Some(options.limits)))
}

pub(crate) fn exit(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if let Some(analysis) = session.own.analysis.board.take() {
        transfer::come_back(analysis.game, board, session);
        return Ok(());
    }
    let score = session.own.training.guessing.as_ref().and_then(|open| open.final_score());
    match session.own.training.end() {
        Some(aside) => {
            board.view_rotated = aside.board.view_rotated;
            transfer::come_back(aside, board, session);
        }
        None => session.over = true,
    }
    if let Some(score) = score {
        session.say(&score);
    }
    Ok(())
}

pub(super) fn back(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let moves = half_moves(text, "half-moves to go back")?;
    if walk(board, session, -moves) { Ok(()) } else { bad("this is the start") }
}

pub(super) fn forward(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let moves = half_moves(text, "half-moves to go forward")?;
    if walk(board, session, moves) { Ok(()) } else { bad("no move has been played here yet: type one") }
}

fn half_moves(text: &str, what: &str) -> Result<isize, Refusal> {
    Ok(if text == "all" { isize::MAX } else { number(text, what, 1, 9999, Some(1))? as isize })
}

/// On an open analysis board: marks the threat, if requested, and analyses until the user types something or, in the
/// [full-screen view](crate::ui::terminal::screen), enters a line of input.
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

/// Runs one analysis within these limits, always at full strength.
fn look_into(board: &mut Board, session: &mut Session, limits: Limits, lines: usize) {
    session.own.analysis.quiet = lines > 1 || session.out.is_terminal();
    let limits = Limits { lines, root: AtRoot::Search, ..limits };
    let options = session.options.full_strength();
    session.own.analysis.searched = Some(SearchExperiment::of(board, &options, &limits));
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
    session.answer(&format!("if {} could move again: {line} ({})", side.name(), show::score_of(side, score)))
}

// ---- the analysis board ------------------------------------------------------------------------------------------------

/// Starts an analysis of the position on the board, or, if one is open, changes its number of lines.
fn begin(board: &mut Board, session: &mut Session, lines: usize) {
    if let Some(analysis) = &mut session.own.analysis.board {
        analysis.lines = lines;
        return;
    }
    session.own.study_of(board);
    let game = transfer::set_aside(board, session);
    session.own.game.study = game.game.study.as_ref().map(Study::to_be_analysed);
    session.own.analysis.board = Some(Box::new(AnalysisBoard { lines, threat: false, ahead: ROOT, other: None, game }));
    session.own.note_place(board);
}

/// Ends the analysis and makes its current line the game. The other moves tried become variations. If another game was
/// loaded or set up in the analysis, that game replaces the one set aside, as it would have done without an analysis.
///
/// # Errors
/// A refusal if no analysis is open, or during a puzzle or a guessing game.
pub(crate) fn keep(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.training().is_some() {
        return session.own.refuse_aside();
    }
    let Some(analysis) = session.own.analysis.board.take() else {
        return bad("no analysis is open: type 'analyse' first");
    };
    session.own.study_of(board);
    let mut analysed = session.own.game.study.take();
    let of_game = analysis.game.game.study.as_ref().map_or(Origin::Played, |study| study.origin);
    let origin = analysis.other.unwrap_or(of_game);
    // The board is not restored: its line becomes the game.
    transfer::give_back(analysis.game, session);
    if analysis.other.is_some() {
        newgame::begin_here(board, session);
    }
    if analysis.other == Some(Origin::Loaded) {
        session.engine_side = None;
    }
    let own = &mut session.own;
    analysed.iter_mut().for_each(|study| study.origin = origin);
    own.game.study = analysed;
    own.game.expected = None;
    own.game.forget_end();
    session.own.game.redo.clear();
    autosave::save(board, session);
    looking::show_board(board, session);
    session.answer("This line is now the game.")
}

/// Goes `steps` half-moves back (negative) or forward along the most recently visited line. Stops at its ends; returns
/// false if the position has not changed.
fn walk(board: &mut Board, session: &mut Session, steps: isize) -> bool {
    let Some(analysis) = &session.own.analysis.board else { return false };
    let ahead = analysis.ahead;
    let study = session.own.study_of(board);
    let (game, at) = (&study.game, study.at());
    let ahead = if game.is_there(ahead) { ahead } else { at };
    let mut line = vec![ROOT];
    line.extend(game.path(ahead));
    line.extend(game.line_from(ahead));
    let Some(here) = line.iter().position(|&id| id == at) else { return false };
    let there = here.saturating_add_signed(steps).min(line.len() - 1);
    if there != here {
        go_to(board, session, line[there]);
    }
    there != here
}
