//! Short silent searches of a position, of a move, or for a threat; pauses without a search; and hints in three steps:
//! the piece, the move, the reason.

use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::displaymove::square_name;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::expected::place;
use crate::readmove::{kind_name, shortened};
use crate::searcher::score::before_the_move;
use crate::searcher::{AtRoot, Limits, laws};
use crate::timer::Instant;
use crate::ui::lines::until_the_end;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::session::Job;
use crate::ui::show;

use super::looking;
use super::state::{Hint, Session};

/// Maximum time of a short search, for example for `hint` or a draw offer.
const GLANCE: Duration = Duration::from_millis(1000);
/// A hint mentions the opponent's threat if passing would cost at least this, in centipawns.
const THREAT: i32 = 150;
/// Maximum length of a line in a hint or a threat, in plies.
const SHOWN_PLIES: usize = 8;
/// Interval at which a pause checks whether the user has stopped it.
const LOOK_UP: Duration = Duration::from_millis(15);

/// Runs a short silent search at full strength on a separate board. Returns its score in centipawns, and its line.
///
/// # Errors
/// A refusal if the search was abandoned, or stopped before it found a move.
pub(super) fn glance(board: &Board, session: &mut Session) -> Result<(i32, Vec<Move>), Refusal> {
    glance_within(board, session, None)
}

fn glance_within(board: &Board, session: &mut Session, nodes: Option<u64>) -> Result<(i32, Vec<Move>), Refusal> {
    let set = session.options.limits.clone();
    let max_time = Some(set.max_time.map_or(GLANCE, |time| time.min(GLANCE)));
    // Searches even a forced move, because the score is needed.
    let limits = Limits { nodes: nodes.or(set.nodes), max_time, root: AtRoot::Search, ..set };
    let (mut board, options) = (Box::new(board.clone()), session.options.full_strength());
    let thought = session.quietly(|session| session.search_with(&mut board, &options, limits));
    let Some(thought) = thought.filter(|thought| thought.best.is_some()) else {
        return bad("the search was stopped");
    };
    let line = if thought.pv.first() == Some(&thought.best) { thought.pv } else { vec![thought.best] };
    let line = until_the_end(&mut board, &line);
    // With a planted fault, a move of the line may be illegal.
    let legal = board.san_line(line).len();
    Ok((session.own.analysis.progress.score.unwrap_or_default(), line[..legal].to_vec()))
}

/// Like [`glance`], but evaluates the move `mv`, with an optional node limit. The line begins with the move.
pub(super) fn think_about(
    board: &Board,
    session: &mut Session,
    mv: Move,
    nodes: Option<u64>,
) -> Result<(i32, Vec<Move>), Refusal> {
    let mut after = Box::new(board.clone());
    after.play(mv);
    let (score, rest) = match laws::outcome(&after) {
        Some(Outcome::Mate(_)) => (CHECKMATESCORE, Vec::new()),
        Some(_) => (0, Vec::new()),
        None => {
            let (score, rest) = glance_within(&after, session, nodes)?;
            (before_the_move(score), rest)
        }
    };
    Ok((score, [vec![mv], rest].concat()))
}

/// Score and line of the threat: the opponent's best line if the side to move passes.
///
/// # Errors
/// A refusal if the null move is illegal, the game would be over, or the search found no move.
pub(super) fn threatened(board: &Board, session: &mut Session) -> Result<(i32, Vec<String>), Refusal> {
    let mut other = passed(board)?;
    let (score, line) = glance(&other, session)?;
    Ok((score, other.san_line(&line[..line.len().min(SHOWN_PLIES)])))
}

/// The position after a null move.
///
/// # Errors
/// A refusal if the null move is illegal or the game would be over.
pub(super) fn passed(board: &Board) -> Result<Box<Board>, Refusal> {
    let side = board.next_move;
    if board.is_own_king_attacked() {
        return bad(format!("{} is in check: that is the threat", side.name()));
    }
    let setup = board.setup().given_to(side.other())?;
    let mut other = Box::new(board.clone());
    other.init_from_setup(&setup);
    if let Some(outcome) = laws::outcome(&other) {
        return bad(format!("there is no threat: {}", show::outcome(outcome)));
    }
    Ok(other)
}

/// Waits until the given time, or until the user stops the wait.
pub(super) fn take_a_moment(board: &mut Board, session: &mut Session, until: Instant) {
    let wait = |job: &Job| {
        while Instant::now() < until && !job.is_stopped() {
            thread::sleep(LOOK_UP);
        }
    };
    // Quiet because there is no search, and so no progress to show.
    session.quietly(|session| session.watch(board, wait));
}

// ---- hints ---------------------------------------------------------------------------------------------------------------

pub(crate) fn hint(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if !["", "more"].contains(&text) {
        return bad(format!("unknown argument '{}'; type 'hint' or 'hint more'", shortened(text)));
    }
    if let Some(outcome) = laws::outcome(board) {
        return bad(format!("there is nothing to play: {}", show::outcome(outcome)));
    }
    let kept = session.own.training.hint.take().filter(|hint| hint.place == place(board));
    let mut hint = match kept {
        Some(hint) => hint,
        None => think_of(board, session)?,
    };
    if text == "more" {
        // 'hint more' skips the first step.
        hint.told = hint.told.max(1);
    }
    let said = match hint.told {
        0 => {
            let (piece, square) = (kind_name(hint.line[0].piec()), square_name(hint.line[0].from()));
            format!("hint: look at the {piece} on {square}; 'hint more' shows the move")
        }
        1 => {
            let san = session.screen().moves(&board.san(hint.line[0]));
            format!("hint: {san}; 'hint more' explains it")
        }
        _ => reason(board, session, &hint),
    };
    session.say(&said);
    hint.told += 1;
    session.own.training.hint = Some(hint);
    Ok(())
}

fn think_of(board: &Board, session: &mut Session) -> Result<Hint, Refusal> {
    let (score, line) = match session.own.solution(board) {
        Some(mv) => think_about(board, session, mv, None)?,
        None => glance(board, session)?,
    };
    Ok(Hint { place: place(board), told: 0, score, line })
}

/// The move in words, its score and continuation, and the opponent's threat, if it is serious.
fn reason(board: &mut Board, session: &mut Session, hint: &Hint) -> String {
    let screen = session.screen();
    let (side, words) = (board.next_move, looking::move_in_words(board, hint.line[0]));
    let line = &hint.line[..hint.line.len().min(SHOWN_PLIES)];
    let line = screen.moves(&board.san_line(line).join(" "));
    let mut text = format!("hint: {words}. {}: {line}.", show::score_of(side, hint.score));
    let threat = threatened(board, session).ok();
    if let Some((score, threat)) = threat.filter(|(score, _)| *score >= THREAT - hint.score) {
        let threat = screen.moves(threat.first().map_or("", String::as_str));
        text += &format!(" {} threatens {threat} ({}).", side.other().name(), show::score_of(side.other(), score));
    }
    text
}
