//! Status texts: the prompt, the heading of the full-screen view, and the end of the game.

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::peek::Outcome;
use crate::searcher::{Algorithm, laws};
use crate::ui::clock::GameClocks;
use crate::ui::show;

use super::looking;
use super::opponent::strength;
use super::state::{Finish, Session, Words};

/// The text of the prompt: mode, move number, side to move and time left.
pub(super) fn prompt_text(board: &Board, session: &Session) -> String {
    let console = &session.own;
    if let Some(setup) = &console.setup {
        return format!("setup, {} to move> ", setup.next_move.name());
    }
    if console.training.lessons.awaits() {
        return "guess> ".into();
    }
    if let Some(back) = &console.view.looking_back {
        let [here, end] = [&*back.board, board].map(|it| looking::last_move_text(it).unwrap_or("start".into()));
        return format!("{here} (of {end})> ");
    }
    let side = board.next_move;
    let number = show::move_number(board);
    let has_places = session.view().has_places();
    let clocks = console.game.clocks.as_ref().filter(|_| !has_places);
    let clock = clocks.map_or(String::new(), |clocks| format!(" {}", show::clock_text(clocks.left(side, Some(side)))));
    let text = match () {
        () if console.open_puzzle().is_some_and(|open| open.attempt.solved) => "solved".into(),
        () if console.open_guess().is_some_and(|open| open.wanted().is_none()) => "game over".into(),
        () if console.game.finish.is_some() || laws::end(board).is_some() => "game over".into(),
        () if console.is_analysing() => format!("analysis {number} {}", side.name()),
        () if console.training.puzzle.is_some() => format!("puzzle, {}", side.name()),
        () if console.training.guessing.is_some() => format!("guess {number} {}", side.name()),
        () if session.engine_side == Some(side) && has_places => {
            format!("{number} {} (engine)", side.name())
        }
        () if session.engine_side == Some(side) => format!("{number} {}, engine's turn: go{clock}", side.name()),
        () => format!("{number} {}{clock}", side.name()),
    };
    let fault = planted(session).map_or(String::new(), |fault| format!(" [fault: {fault}]"));
    format!("{text}{}{fault}> ", mark(session))
}

/// The heading of the full-screen view: the engine's strength and the time control, or the current mode.
pub(super) fn title(session: &Session) -> String {
    if session.own.setup.is_some() {
        return "Setting up a position".into();
    }
    if session.own.is_analysing() {
        return "Analysis".into();
    }
    if let Some(puzzle) = session.own.open_puzzle() {
        return puzzle.title();
    }
    if let Some(guessed) = session.own.open_guess() {
        return guessed.title();
    }
    let time = session.own.game.clocks.as_ref().map_or_else(|| show::limits(&session.options.limits), GameClocks::name);
    format!("Alula {} · {}", strength(&session.options), time.trim_start_matches("for "))
}

/// The end of the game, for the full-screen view, if the game is over. None during a puzzle or a guessing game.
pub(super) fn end_of_game(board: &Board, session: &Session) -> Option<String> {
    if !session.own.is_analysing() && session.own.training().is_some() {
        return None;
    }
    let finish = session.own.game.finish.as_ref().map(|finish| finish_in_words(board, session, finish));
    finish.or_else(|| laws::end(board).map(|outcome| end_in_words(board, session, outcome)))
}

/// A sentence about an end by resignation, agreement, claim or time, with suggestions for the next command.
pub(super) fn finish_in_words(board: &Board, session: &Session, finish: &Finish) -> String {
    let does = |side: Side, verb| who_does(session, side, verb);
    let mut what = match finish {
        Finish::ByRule(outcome) => return end_in_words(board, session, *outcome),
        Finish::Resignation(side) => format!("{}: {}.", does(*side, "resign"), does(side.other(), "win")),
        Finish::Time { side, drawn: false } => {
            format!("{} on time: {}.", does(*side, "lose"), does(side.other(), "win"))
        }
        Finish::Time { drawn: true, .. } => "The game is drawn: time has run out, but a bare king cannot win.".into(),
        Finish::Agreement => "The game is drawn by agreement.".into(),
        Finish::Read(result) => format!("The game is over: {result}."),
    };
    what[..1].make_ascii_uppercase();
    format!("{what} {}", what_next(session.own.words))
}

/// Subject and verb: `you win`, `Alula wins`, or, if the engine plays neither side or both, `White wins`.
fn who_does(session: &Session, side: Side, verb: &str) -> String {
    match session.engine_side.filter(|_| !session.own.game.last_by_selfplay) {
        Some(engine) if engine == side => format!("Alula {verb}s"),
        Some(_) => format!("you {verb}"),
        None => format!("{} {verb}s", side.name()),
    }
}

/// A sentence about the end of the game by the rules, with suggestions for the next command.
pub(super) fn end_in_words(board: &Board, session: &Session, outcome: Outcome) -> String {
    let what = match outcome {
        Outcome::Mate(winner) | Outcome::KingCapture(winner) => {
            // After a mate by Black, the move number has already advanced.
            let moves = board.move_number() as usize - usize::from(board.next_move == Side::White);
            let moves = show::counted(moves, "move");
            format!("Checkmate: {} in {moves}.", who_does(session, winner, "win"))
        }
        Outcome::Stalemate => "Stalemate: the game is drawn.".into(),
        Outcome::Material => "The game is drawn: neither side can mate.".into(),
        Outcome::Repetition => "The game is drawn: the position has occurred three times.".into(),
        Outcome::FiftyMoves => "The game is drawn: fifty moves without a capture or a pawn move.".into(),
    };
    format!("{what} {}", what_next(session.own.words))
}

/// Suggestions after a game.
fn what_next(words: Words) -> String {
    let review = command::find(words, "review").map_or("", |_| "'review' analyses it, ");
    format!("{review}'save FILE' saves it, 'new' starts another.")
}

/// The part of the prompt that names the selected search; for the modern search, only if the laboratory also examines
/// it.
fn mark(session: &Session) -> &'static str {
    match (session.options.algorithm, session.own.analysis.subject) {
        (Algorithm::Minimax, _) => " [minimax]",
        (Algorithm::AlphaBeta, _) => " [alphabeta]",
        (Algorithm::Pvs, _) => " [tutorial]",
        (Algorithm::Modern, Algorithm::Modern) => " [modern]",
        (Algorithm::Modern, _) => "",
    }
}

/// The active faults, for the prompt and the heading of a search: `sign, x-ray`, or `riddle 3`. None if none is active.
pub(crate) fn planted(session: &Session) -> Option<String> {
    let faults = session.options.instrument.faults;
    match session.own.training.riddle {
        _ if faults.is_empty() => None,
        Some(riddle) => Some(format!("riddle {riddle}")),
        None => Some(faults.names().join(", ")),
    }
}
