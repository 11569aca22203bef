//! `puzzle`: positions with a move to find, from a suite, from a file, or missed in the user's own games. They have a
//! separate board; the game is set aside.

use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::games::puzzle::Puzzle;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::files;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::searcher::score::mate_in;
use crate::test::Suite;
use crate::ui::arguments::file_and_number;
use crate::ui::words::{Done, Refusal, bad, number, read_text, skipped_lines};
use crate::ui::{places, show, suites};

use super::glance::glance;
use super::state::{OpenPuzzle, Session, Tally, Went};
use super::{looking, transfer};

/// The name of the tactics missed in the user's own games.
const OWN: &str = "mine";

/// The suite used if none is named and no tactics were missed.
const USUAL: &str = "wac";

/// How long a wrong move and its refutation are shown on the board.
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
    let (name, wanted) = if text.parse::<u64>().is_ok() { ("", text) } else { file_and_number(text) };
    let (name, puzzles) = match (name, &session.own.training.puzzle) {
        ("", Some(open)) => (open.name.clone(), open.puzzles.clone()),
        ("", None) => usual(),
        _ => (name.to_string(), read(session, name)?),
    };
    if puzzles.is_empty() {
        return bad(format!("{} has no puzzle: expected lines of EPD with bm or am", shortened(&name)));
    }
    let at = match wanted {
        "" => None,
        _ => Some(number(wanted, "puzzle", 1, puzzles.len(), None)? - 1),
    };
    let at = at.or_else(|| next_unsolved(session, &puzzles, 0)).unwrap_or(0);
    let (view_rotated, game) = match session.own.training.puzzle.take() {
        Some(open) => (open.view_rotated, open.game),
        None => (board.view_rotated, transfer::set_aside(board, session)),
    };
    let open = OpenPuzzle { name, puzzles, at, tries: 0, helped: false, solved: false, view_rotated, game };
    session.own.training.puzzle = Some(Box::new(open));
    set_up(board, session)
}

/// The puzzles of a source: `mine`, a suite or a file.
fn read(session: &mut Session, name: &str) -> Result<Vec<Puzzle>, Refusal> {
    if name != OWN {
        let text = suites::text(name).map_or_else(|| read_text(name), |text| Ok(text.into_owned()))?;
        skipped_lines(name, &Suite::read(&text).skipped).iter().for_each(|line| session.say(line));
        return Ok(Puzzle::all(&text));
    }
    match own() {
        puzzles if puzzles.is_empty() => bad("nothing was missed yet: 'review', at a terminal, finds it in your games"),
        puzzles => Ok(puzzles),
    }
}

fn own() -> Vec<Puzzle> {
    let text = places::missed_tactics().and_then(|file| files::read_text(&file).ok());
    Puzzle::all(&text.unwrap_or_default())
}

/// The user's own missed tactics, or else the usual suite.
fn usual() -> (String, Vec<Puzzle>) {
    match own() {
        puzzles if puzzles.is_empty() => {
            (USUAL.into(), suites::text(USUAL).map_or(Vec::new(), |text| Puzzle::all(&text)))
        }
        puzzles => (OWN.into(), puzzles),
    }
}

/// The results of all puzzles.
fn tally(session: &mut Session) -> &mut Tally {
    let is_kept = session.input.is_terminal();
    session.own.training.tally.get_or_insert_with(|| if is_kept { Tally::kept() } else { Tally::default() })
}

/// The next puzzle not yet solved at the first try, from here on and then from the start.
fn next_unsolved(session: &mut Session, puzzles: &[Puzzle], from: usize) -> Option<usize> {
    let tally = tally(session);
    let all = (from..puzzles.len()).chain(0..from.min(puzzles.len()));
    all.into_iter().find(|&at| tally.best(&puzzles[at].position) != Some(Went::Solved))
}

/// Sets up the puzzle, with the side to move below.
fn set_up(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = &session.own.training.puzzle else { return Ok(()) };
    board.init_from_setup(&open.puzzle().start);
    board.view_rotated = board.next_move == Side::Black;
    (session.own.game.study, session.own.training.hint) = (None, None);
    session.redo.clear();
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
    let task = match (open.puzzle().mate_in, open.puzzle().right.is_empty()) {
        _ if !open.is_asking() => "it is solved; 'next' brings another".into(),
        (Some(moves), _) => format!("{side} mates in {moves}. Which is the first move?"),
        (None, true) => format!("{side} is to move. The natural move is wrong: find a better one."),
        (None, false) => format!("{side} is to move. Which is the best move?"),
    };
    let text = format!("{} ({}): {task}", open.title(), open.name);
    session.say(&text);
}

/// Answers a move that was tried.
pub(super) fn try_move(board: &mut Board, session: &mut Session, mv: Move) -> Done {
    let Some(open) = &mut session.own.training.puzzle else { return Ok(()) };
    if open.solved {
        return bad("this puzzle is solved: 'next' brings another, 'analyse' looks into it, 'exit' ends the puzzles");
    }
    let puzzle = open.puzzle().clone();
    if puzzle.is_solved_by(mv) {
        return accept(board, session, &puzzle, mv);
    }
    match refute(board, session, &puzzle, mv)? {
        Some(refutation) => show_refutation(board, session, refutation),
        None => accept(board, session, &puzzle, mv),
    }
}

/// Plays the solution and records it.
fn accept(board: &mut Board, session: &mut Session, puzzle: &Puzzle, mv: Move) -> Done {
    let Some(open) = &mut session.own.training.puzzle else { return Ok(()) };
    open.solved = true;
    let went = if open.tries == 0 && !open.helped { Went::Solved } else { Went::Helped };
    let line = if puzzle.line.first() == Some(&mv) { puzzle.line.clone() } else { vec![mv] };
    let numbered = show::numbered(board, &line);
    board.play(mv);
    looking::show_board(board, session);
    tally(session).note(&puzzle.position, went);
    let played = if puzzle.played.is_empty() { String::new() } else { format!(" In the game {}.", puzzle.played) };
    let text = session.screen().moves(&format!("Right: {numbered}.{played}"));
    session.say(&text);
    let text = standing(session);
    session.say(&format!("{text} 'next' brings another."));
    Ok(())
}

/// How many of the puzzles were solved.
fn standing(session: &mut Session) -> String {
    let Some(open) = &session.own.training.puzzle else { return String::new() };
    let (name, positions): (_, Vec<String>) =
        (open.name.clone(), open.puzzles.iter().map(|puzzle| puzzle.position.clone()).collect());
    let tally = tally(session);
    let count = |went| positions.iter().filter(|position| tally.best(position) == Some(went)).count();
    let (solved, helped) = (count(Went::Solved), count(Went::Helped));
    let helped = if helped > 0 { format!(", {helped} with help") } else { String::new() };
    format!("{name}: {solved} of {} solved at the first try{helped}.", positions.len())
}

/// Half-moves shown of the line that refutes a wrong move.
const REFUTATION: usize = 4;

/// What is wrong with a move.
struct Refutation {
    text: String,
    /// The position after the move and its refutation.
    board: Box<Board>,
}

/// Looks for the refutation of a move; none if the move mates as soon as the solution does.
///
/// # Errors
/// The search was stopped.
fn refute(board: &mut Board, session: &mut Session, puzzle: &Puzzle, mv: Move) -> Result<Option<Refutation>, Refusal> {
    let played = show::numbered(board, &[mv]);
    let mut after = Box::new(board.clone());
    after.play(mv);
    match laws::outcome(&after) {
        Some(Outcome::Mate(_)) => return Ok(None),
        Some(outcome) => {
            let text = format!("Not {played}: {}.", show::outcome(outcome));
            return Ok(Some(Refutation { text, board: after }));
        }
        None => {}
    }
    let Some((score, line)) = glance(&after, session) else { return bad("the search was stopped") };
    let mates_in = mate_in(score).filter(|moves| *moves < 0).map(|moves| i64::from(1 - moves));
    if mates_in.is_some_and(|moves| puzzle.mate_in.is_some_and(|most| moves <= most)) {
        return Ok(None);
    }
    let moves = moves_of(&after, &line[..line.len().min(REFUTATION)]);
    let score = show::score_for_white([score, -score][after.next_move.index()]);
    let text = format!("Not {played}: {}, {score}.", show::numbered(&mut after, &moves));
    moves.first().into_iter().for_each(|&answer| after.play(answer));
    Ok(Some(Refutation { text, board: after }))
}

/// Shows the refutation of a wrong move, then the puzzle again.
fn show_refutation(board: &mut Board, session: &mut Session, mut refutation: Refutation) -> Done {
    if let Some(open) = &mut session.own.training.puzzle {
        open.tries += 1;
    }
    let text = session.screen().moves(&refutation.text);
    session.view().aside(&mut refutation.board, session, &text, REFUTED);
    if session.out.is_terminal() {
        looking::show_board(board, session);
    }
    say_task(session);
    Ok(())
}

/// The moves of a line in standard notation.
fn moves_of(board: &Board, line: &[String]) -> Vec<Move> {
    let mut board = Box::new(board.clone());
    let legal = line.iter().map_while(|san| {
        let mv = board.read_move(san).ok()?;
        board.play(mv);
        Some(mv)
    });
    legal.collect()
}

/// The solution of an unsolved puzzle, which counts as help.
pub(super) fn solution(session: &mut Session) -> Option<Move> {
    session.own.open_puzzle().filter(|open| open.is_asking())?;
    let open = session.own.training.puzzle.as_mut()?;
    open.helped = true;
    open.puzzle().right.first().copied()
}

/// Goes on to the next puzzle.
pub(super) fn next(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = session.own.training.puzzle.take() else { return Ok(()) };
    if open.is_asking() {
        tally(session).note(&open.puzzle().position, Went::Left);
    }
    let next = next_unsolved(session, &open.puzzles, open.at + 1);
    let at = next.unwrap_or((open.at + 1) % open.puzzles.len());
    session.own.training.puzzle = Some(Box::new(OpenPuzzle { at, tries: 0, helped: false, solved: false, ..*open }));
    if next.is_none() {
        session.say("All of them are solved; they begin again.");
    }
    set_up(board, session)
}

/// Ends the puzzles and restores the game. False if there were none.
pub(super) fn close(board: &mut Board, session: &mut Session) -> bool {
    let Some(open) = session.own.training.puzzle.take() else { return false };
    board.view_rotated = open.view_rotated;
    transfer::come_back(open.game, board, session);
    looking::show_board(board, session);
    true
}

/// Ends the puzzles because another game begins. The game set aside is dropped; opponent and clocks stay.
pub(super) fn forget(session: &mut Session) {
    if let Some(open) = session.own.training.puzzle.take() {
        transfer::give_back(open.game, session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_suites_is_a_puzzle() {
        for (name, text) in suites::BUILT_IN {
            assert_eq!(Puzzle::all(text).len(), text.lines().filter(|line| line.contains('/')).count(), "{name}");
        }
    }
}
