//! `guess`: a game is replayed, and the user guesses the moves of one side. The replay uses a separate board; the
//! user's own game is set aside.

use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::store;
use crate::games::review::{INACCURACY, winning_chances};
use crate::moves::Move;
use crate::ui::arguments::file_and_number;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::{places, show};

use super::glance::think_about;
use super::looking;
use super::state::{GuessResult, OpenGuess, Session};
use super::transfer::{game_number, game_of, readable, set_aside};

/// Node limit of the search that judges a move.
const NODES: u64 = 150_000;

/// Maximum number of half-moves shown for a guess and its continuation.
const LINE: usize = 3;

pub(crate) fn guess(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() && session.own.open_guess().is_some() {
        return ask(board, session);
    }
    session.own.refuse_aside()?;
    let (text, side) = side_of(text);
    let (file, wanted) = file_and_number(text);
    let game = if file.is_empty() {
        game_of(board, session)
    } else {
        readable(store::load(&places::file_of_games(file), game_number(wanted)?)?.record, file)?.game
    };
    let mut line = game.main_line();
    // The line ends before a null move, which cannot be guessed.
    line.truncate(line.iter().position(|&id| !game.node(id).mv.is_some()).unwrap_or(line.len()));
    let side = side.unwrap_or(if game.result() == "0-1" { Side::Black } else { Side::White });
    let starts = game.start().next_move == side;
    if line.len() < if starts { 1 } else { 2 } {
        return bad(format!("{} has no move to guess; 'guess FILE N' uses a game from a file", side.name()));
    }
    let own = set_aside(board, session);
    let mut open = OpenGuess { game, line, played: 0, side, guesses: Vec::new(), hinted: false, own };
    open.go_on();
    board.view_rotated = side == Side::Black;
    session.own.training.guessing = Some(Box::new(open));
    set_up(board, session);
    ask(board, session)
}

/// Splits off a side (`white` or `black`), if there is one, at the end of the arguments.
fn side_of(text: &str) -> (&str, Option<Side>) {
    let (rest, last) = text.rsplit_once(' ').unwrap_or(("", text));
    match last {
        "white" => (rest.trim_end(), Some(Side::White)),
        "black" => (rest.trim_end(), Some(Side::Black)),
        _ => (text, None),
    }
}

/// Sets up the position in which a move is to be guessed.
fn set_up(board: &mut Board, session: &mut Session) {
    let Some(open) = &session.own.training.guessing else { return };
    board.set_game(&open.game.board_at(open.here()));
    (session.own.game.study, session.own.training.hint) = (None, None);
    session.own.game.redo.clear();
}

/// Shows the board and the task.
fn ask(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = session.own.open_guess() else { return Ok(()) };
    let (player, title) = (open.player(open.side), open.title());
    let text = match open.wanted().map(|wanted| open.game.number_text(wanted)) {
        Some(number) => format!("{title}: what did {player} play on move {}?", number.trim_end_matches('.')),
        None => format!("{title}: the game ends here, {}. {}.", open.game.result(), open.score()),
    };
    looking::show_board(board, session);
    session.answer(&text)
}

/// Handles a guess.
pub(super) fn try_move(board: &mut Board, session: &mut Session, mv: Move) -> Done {
    let Some(open) = session.own.open_guess() else { return Ok(()) };
    let Some(wanted) = open.wanted() else {
        return bad("the game ends here: 'exit' returns to your own game");
    };
    if !open.is_on(board) {
        set_up(board, session);
        looking::show_board(board, session);
        return bad("that was an earlier position; guess the move in this one");
    }
    let (game_mv, hinted) = (open.game.node(wanted).mv, open.hinted);
    let game_text = open.text(wanted);
    let (guess, text) = if mv == game_mv {
        (GuessResult::Right, format!("Right: {game_text}."))
    } else {
        compare(board, session, mv, game_mv)?
    };
    tell(board, session, if hinted { GuessResult::Told } else { guess }, &text)
}

/// Compares a guess with the game move by searching both at full strength.
///
/// # Errors
/// A refusal if a search was abandoned, or stopped before it found a move.
fn compare(board: &Board, session: &mut Session, mv: Move, game_mv: Move) -> Result<(GuessResult, String), Refusal> {
    let mut judge = |mv| {
        let judged = think_about(board, session, mv, Some(NODES));
        judged.or_else(|_| bad("the search was stopped: guess again"))
    };
    let ((own, own_line), (other, line)) = (judge(mv)?, judge(game_mv)?);
    let better_by = winning_chances(own) - winning_chances(other);
    let (guess, what) = match better_by {
        _ if better_by <= -INACCURACY => (GuessResult::Worse, "worse than"),
        _ if better_by >= INACCURACY => (GuessResult::Better, "better than"),
        _ => (GuessResult::AsGood, "as good as"),
    };
    let [own_score, score] = [own, other].map(|score| show::score_of(board.next_move, score));
    let own_line = show::numbered(board, &own_line[..own_line.len().min(LINE)]);
    let san = show::numbered(board, &line[..1]);
    Ok((guess, format!("{own_line} ({own_score}) is {what} {san}, which was played ({score}).")))
}

/// Records a guess, plays the game move and the reply to it, and asks for the next guess.
fn tell(board: &mut Board, session: &mut Session, guess: GuessResult, text: &str) -> Done {
    let Some(open) = &mut session.own.training.guessing else { return Ok(()) };
    open.guesses.push(guess);
    open.hinted = false;
    open.played += 1;
    let answer = open.go_on().map_or(String::new(), |answer| format!(" Then {}.", open.text(answer)));
    let text = session.screen().moves(&format!("{text}{answer}"));
    set_up(board, session);
    session.say(&text);
    ask(board, session)
}

/// Reveals the game move.
pub(super) fn next(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = session.own.open_guess() else { return Ok(()) };
    match open.wanted().map(|wanted| open.text(wanted)) {
        Some(text) => tell(board, session, GuessResult::Told, &format!("{text} was played.")),
        None => ask(board, session),
    }
}
