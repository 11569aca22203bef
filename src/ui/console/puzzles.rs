//! `puzzle`: positions in which to find the best move or line. Puzzles use a separate board; the game is set aside.

use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::games::practice::Went;
use crate::games::puzzletable::Filter;
use crate::games::refutation;
use crate::games::review::{INACCURACY, winning_chances};
use crate::moves::Move;
use crate::peek::Outcome;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::searcher::score::{before_the_move, mate_in};
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::show;

use super::collection::{self, PuzzleRequest, tally};
use super::glance::{glance, think_about};
use super::looking;
use super::state::{Attempt, OpenPuzzle, PuzzleSource, Session};
use super::transfer::set_aside;
use super::walk::go_to;

/// Time for which the full-screen view shows a wrong move and its refutation on the board.
const REFUTED: Duration = Duration::from_millis(1600);

pub(crate) fn puzzle(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return bad("this is an analysis: 'exit' ends it");
    }
    if session.own.training.guessing.is_some() {
        return session.own.refuse_aside();
    }
    if text.is_empty() && session.own.training.puzzle.is_some() {
        return ask(board, session);
    }
    let wanted = PuzzleRequest::read(text)?;
    let (source, puzzles) = match session.own.training.puzzle.as_ref().filter(|_| wanted.name.is_empty()) {
        Some(open) if wanted.filter == Filter::default() => (open.source.clone(), open.puzzles.clone()),
        Some(open) => {
            let file = open.source.file();
            collection::find(session, &PuzzleRequest { name: &file, filter: wanted.filter.clone(), ..wanted })?
        }
        None => collection::find(session, &wanted)?,
    };
    if puzzles.is_empty() {
        let name = shortened(&source.name());
        return bad(match wanted.filter == Filter::default() {
            true => format!("{name} has no puzzle: expected lines of EPD with bm or am"),
            false => format!("{name} has no puzzle with this rating and these themes"),
        });
    }
    let order = collection::order(session, &puzzles);
    let at = number(wanted.number, "puzzle", 1, puzzles.len(), Some(order[0] + 1))? - 1;
    let game = match session.own.training.puzzle.take() {
        Some(open) => open.game,
        None => set_aside(board, session),
    };
    let open = OpenPuzzle { source, puzzles, order, at, attempt: Attempt::default(), game };
    session.own.training.puzzle = Some(Box::new(open));
    set_up(board, session)
}

/// Sets up the puzzle, with the side to move at the bottom. Shows the opponent's last move if it is known.
fn set_up(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = &session.own.training.puzzle else { return Ok(()) };
    match &open.puzzle().before {
        Some((before, mv)) => {
            board.init_from_setup(before);
            board.play(*mv);
        }
        None => board.init_from_setup(&open.puzzle().start),
    }
    board.view_rotated = board.next_move == Side::Black;
    (session.own.game.study, session.own.training.hint) = (None, None);
    session.own.game.redo.clear();
    ask(board, session)
}

/// Shows the board and the task.
fn ask(board: &mut Board, session: &mut Session) -> Done {
    looking::show_board(board, session);
    say_task(session);
    Ok(())
}

fn say_task(session: &mut Session) {
    let Some(open) = session.own.open_puzzle() else { return };
    let side = open.puzzle().start.next_move.name();
    let which = if open.attempt.step == 0 { "the first" } else { "the next" };
    let task = match (open.mate_in(), open.puzzle().right.is_empty()) {
        _ if open.attempt.solved => "solved; 'next' starts another".into(),
        (Some(moves), _) => format!("{side} mates in {moves}. What is {which} move?"),
        (None, true) => format!("{side} is to move. The natural move is wrong: find a better one."),
        (None, false) => format!("{side} is to move. What is the best move?"),
    };
    let text = match open.attempt.step {
        0 => format!("{} ({}): {task}", open.title(), open.source.name()),
        _ => task,
    };
    session.say(&text);
}

/// Handles a move tried by the user.
pub(super) fn try_move(board: &mut Board, session: &mut Session, mv: Move) -> Done {
    let Some(open) = &session.own.training.puzzle else { return Ok(()) };
    if open.attempt.solved {
        return bad(
            "this puzzle is solved: 'next' starts another, 'analyse' opens an analysis board, 'exit' ends the puzzles",
        );
    }
    if !open.is_on(board) {
        let study = session.own.study_of(board);
        let end = study.game.end_of_line(study.at());
        go_to(board, session, end);
        return bad("that was an earlier position; find the move in this one");
    }
    let puzzle = open.puzzle();
    let is_right = if open.attempt.step == 0 { puzzle.is_solved_by(mv) } else { open.wanted() == Some(mv) };
    if is_right {
        return accept(board, session, mv);
    }
    match refute(board, session, mv)? {
        Some((text, mut after)) => {
            let text = session.screen().moves(&text);
            session.view().aside(&mut after, session, &text, REFUTED);
            miss(board, session)
        }
        None => accept(board, session, mv),
    }
}

/// Plays a solution move, and the opponent's reply if there is more to find.
fn accept(board: &mut Board, session: &mut Session, mv: Move) -> Done {
    let Some(open) = &session.own.training.puzzle else { return Ok(()) };
    let (step, on_line) =
        (open.attempt.step, !open.attempt.is_off_line && open.puzzle().line.get(open.attempt.step) == Some(&mv));
    let known = open.puzzle().line.get(step + 1).filter(|_| on_line && step + 2 < open.puzzle().asked).copied();
    let mates_later = open.mate_in().is_some_and(|moves| moves > 1);
    let before = Box::new(board.clone());
    board.play(mv);
    let answer = match (laws::outcome(board), known) {
        (Some(_), _) => None,
        (None, Some(answer)) => Some(answer),
        (None, None) if mates_later => glance(board, session).ok().and_then(|(_, line)| line.first().copied()),
        (None, None) => None,
    };
    let moves: Vec<Move> = [mv].into_iter().chain(answer).collect();
    let numbered = show::numbered(&before, &moves);
    let Some(answer) = answer else { return solve(board, session, &before, mv) };
    board.play(answer);
    if let Some(open) = &mut session.own.training.puzzle {
        open.attempt.step += 2;
        // The stored line no longer applies once the move or the reply differs from it.
        open.attempt.is_off_line |= !on_line || open.puzzle().line.get(step + 1) != Some(&answer);
    }
    session.own.training.hint = None;
    looking::show_board(board, session);
    let text = session.screen().moves(&format!("Right: {numbered}. Go on."));
    session.say(&text);
    say_task(session);
    Ok(())
}

/// Ends a solved puzzle: shows the rest of the line, and records the result.
fn solve(board: &mut Board, session: &mut Session, before: &Board, mv: Move) -> Done {
    let Some(open) = &mut session.own.training.puzzle else { return Ok(()) };
    open.attempt.solved = true;
    let went = if open.attempt.tries == 0 && !open.attempt.helped { Went::Solved } else { Went::Helped };
    let puzzle = open.puzzle().clone();
    let rest =
        puzzle.line.get(open.attempt.step..).filter(|rest| !open.attempt.is_off_line && rest.first() == Some(&mv));
    let known = rest.map_or(vec![mv], <[Move]>::to_vec);
    let is_explained = known.len() > 1 || open.attempt.step > 0;
    looking::show_board(board, session);
    let line = if is_explained { show::numbered(before, &known) } else { proof(board, session, before, mv) };
    let played = if puzzle.played.is_empty() { String::new() } else { format!(" In the game {}.", puzzle.played) };
    let themes = if puzzle.themes.is_empty() { String::new() } else { format!(" ({})", puzzle.themes.join(", ")) };
    let text = session.screen().moves(&format!("Right: {line}.{played}{themes}"));
    session.say(&text);
    note(session, went);
    let text = standing(session);
    session.answer(&format!("{text} 'next' starts another."))
}

/// The solution move with its best continuation and score.
fn proof(board: &Board, session: &mut Session, before: &Board, mv: Move) -> String {
    let mut line = vec![mv];
    if laws::outcome(board).is_some() {
        return show::numbered(before, &line);
    }
    let Ok((score, rest)) = glance(board, session) else { return show::numbered(before, &line) };
    line.extend(&rest[..rest.len().min(PROOF)]);
    let score = show::score_of(before.next_move, before_the_move(score));
    format!("{} ({score})", show::numbered(before, &line))
}

/// Records a result of the puzzle, and shows the user's rating if the result counts towards it.
fn note(session: &mut Session, went: Went) {
    let Some(puzzle) = session.own.training.puzzle.as_ref().map(|open| open.puzzle().clone()) else { return };
    let tally = tally(session);
    let (old, rated) = (tally.practice.rating(), tally.practice.rated());
    tally.note(&puzzle, went);
    let new = tally.practice.rating();
    if tally.practice.rated() > rated {
        session.say(&format!("Your puzzle rating: {new} ({:+}).", new - old));
    }
}

/// How many puzzles from the current source have been solved, in words.
fn standing(session: &mut Session) -> String {
    let Some(open) = &session.own.training.puzzle else { return String::new() };
    let name = open.source.name();
    let positions: Vec<String> = open.puzzles.iter().map(|puzzle| puzzle.position.clone()).collect();
    let practice = &tally(session).practice;
    let count = |went| positions.iter().filter(|position| practice.best(position) == Some(went)).count();
    let (solved, helped) = (count(Went::Solved), count(Went::Helped));
    let helped = if helped > 0 { format!(", {helped} with a hint or a second try") } else { String::new() };
    format!("{name}: {solved} of {} solved on the first try{helped}.", positions.len())
}

/// Maximum number of half-moves shown after a solution move.
const PROOF: usize = 4;

/// Maximum number of half-moves of a refutation shown after a wrong move.
const REFUTATION: usize = 6;

/// Searches for the refutation of a move. Returns a description, and the position after the refuting reply (after the
/// move itself if the move draws at once). Returns None if the move counts as a solution, because it mates at once or
/// within the puzzle's number of moves. In an unrated puzzle that does not ask for mate, a move after the first also
/// counts if it is about as good as the expected one.
///
/// # Errors
/// A refusal if a search was abandoned, or stopped before it found a move.
fn refute(board: &mut Board, session: &mut Session, mv: Move) -> Result<Option<(String, Box<Board>)>, Refusal> {
    let Some(open) = &session.own.training.puzzle else { return Ok(None) };
    let (wanted, is_strict) = (open.mate_in(), open.attempt.step == 0 || open.puzzle().rating.is_some());
    let expected = open.wanted();
    let played = show::numbered(board, &[mv]);
    let mut after = Box::new(board.clone());
    after.play(mv);
    match laws::outcome(&after) {
        Some(Outcome::Mate(_)) => return Ok(None),
        Some(outcome) => {
            let text = format!("{played} draws: {}.", show::outcome(outcome));
            return Ok(Some((text, after)));
        }
        None => {}
    }
    let (score, mut line) = glance(&after, session)?;
    let own = before_the_move(score);
    if mate_in(own).is_some_and(|moves| moves > 0 && wanted.is_some_and(|most| i64::from(moves) <= most)) {
        return Ok(None);
    }
    if let Some(expected) = expected.filter(|_| !is_strict && wanted.is_none()) {
        let best = think_about(board, session, expected, None)?.0;
        if winning_chances(best) - winning_chances(own) < INACCURACY {
            return Ok(None);
        }
    }
    line.truncate(REFUTATION);
    let reason = refutation::reason(board, mv, &line, own, wanted);
    // The reason already mentions the mate.
    let score = match mate_in(own) {
        None => format!(", {}", show::score_of(board.next_move, own)),
        Some(_) => String::new(),
    };
    let text = format!("{played} {reason}: {}{score}.", show::numbered(&after, &line));
    line.first().into_iter().for_each(|&answer| after.play(answer));
    Ok(Some((text, after)))
}

/// Shows the puzzle again after a wrong move. The first wrong move is recorded as a miss, unless the user had help.
fn miss(board: &mut Board, session: &mut Session) -> Done {
    if session.out.is_terminal() {
        looking::show_board(board, session);
    }
    let Some(open) = &mut session.own.training.puzzle else { return Ok(()) };
    open.attempt.tries += 1;
    if open.attempt.tries == 1 && !open.attempt.helped {
        note(session, Went::Missed);
    }
    say_task(session);
    Ok(())
}

/// Goes on to the next due or new puzzle. If none is left, reads more from a table; in a collection that was read in
/// full, goes on to the next puzzle in order. A puzzle skipped without a try is recorded as a miss.
pub(super) fn next(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = session.own.open_puzzle() else { return Ok(()) };
    if !open.attempt.solved && open.attempt.tries == 0 {
        note(session, Went::Missed);
    }
    let Some(mut open) = session.own.training.puzzle.take() else { return Ok(()) };
    let tally = tally(session);
    let is_open = |at: &usize| tally.is_due(&open.puzzles[*at]) || tally.is_new(&open.puzzles[*at]);
    let here = open.order.iter().position(|&at| at == open.at).map_or(0, |place| place + 1);
    let (before, behind) = open.order.split_at(here);
    let next = behind.iter().chain(before).copied().find(is_open);
    match (&open.source, next) {
        (_, Some(at)) => open.at = at,
        (PuzzleSource::Table(..), None) => match collection::next_batch(session, &open.source) {
            Ok(puzzles) => {
                open.order = (0..puzzles.len()).collect();
                (open.puzzles, open.at) = (puzzles, 0);
            }
            Err(refusal) => {
                session.own.training.puzzle = Some(open);
                return Err(refusal);
            }
        },
        (PuzzleSource::Whole(_), None) => {
            session.say("No new puzzles are left; missed ones come back on another day. Starting over.");
            open.at = behind.first().or(before.first()).copied().unwrap_or_default();
        }
    }
    session.own.training.puzzle = Some(Box::new(OpenPuzzle { attempt: Attempt::default(), ..*open }));
    set_up(board, session)
}

#[cfg(test)]
mod tests {
    use crate::games::puzzle::Puzzle;
    use crate::ui::suites;

    #[test]
    fn every_position_of_the_suites_is_a_puzzle() {
        for (name, text) in suites::BUILT_IN {
            assert_eq!(Puzzle::all(text).len(), text.lines().filter(|line| line.contains('/')).count(), "{name}");
        }
    }
}
