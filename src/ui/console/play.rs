//! Playing a game: moves, take-backs, clocks, draws and resignation.

use std::thread;
use std::time::{Duration, Instant};

use crate::VERSION;
use crate::board::Algorithm;
use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::hash::split_mix;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::readmove::{MoveError, shortened};
use crate::ui::clock::{Control, GameClocks};
use crate::ui::game::{Standing, is_glad_of_draw};
use crate::ui::words::{Done, Refusal, bad, number};
use crate::ui::{knowledge, settings, show};

use super::notations::{self, Meant};
use super::refusals::{refused_move, unknown};
use super::state::{Progress, Session};
use super::telling::show_summary;
use super::{
    analyse, analysis_board, browse, engine, guessing, kept, levels, looking, ponder, position, puzzles, record,
};

/// The shortest time a weakened opponent takes for a move without a clock, in milliseconds.
const LEAST_MOMENT_MS: u64 = 400;
/// The longest such time, in milliseconds.
const MOST_MOMENT_MS: u64 = 1500;
/// With a clock: the least and the greatest part of the planned time that it takes, in per cent.
const PARTS_OF_PLAN: [u64; 2] = [10, 50];
/// Time between two checks for input meanwhile.
const LOOK_UP: Duration = Duration::from_millis(15);
/// Time of the search that answers `hint` and a draw offer, in milliseconds.
const GLANCE_MS: u64 = 1000;

/// A line that is no word of the table: a move, a time control like `5+3`, an abbreviated word, or a mistake.
pub fn bare_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let is_usual = board.read_move(text).is_ok() || is_shouted(board, text);
    if !is_usual && let Some(meant) = notations::meant(board, text)? {
        return do_what_is_meant(board, session, text, meant);
    }
    match board.read_move(text) {
        Ok(mv) if puzzles::open(session).is_some() => puzzles::try_move(board, session, mv),
        Ok(mv) if guessing::open(session).is_some() => guessing::try_move(board, session, mv),
        Ok(mv) => {
            refuse_after_result(session)?;
            play(board, session, mv);
            answer(board, session);
            Ok(())
        }
        Err(MoveError::NotAMove(_)) if is_shouted(board, text) => bare_move(board, session, &text.to_lowercase()),
        Err(MoveError::NotAMove(_)) if Control::read(text).is_some() => level(board, session, text),
        Err(MoveError::NotAMove(_)) => abbreviated(board, session, text),
        Err(error) => {
            refuse_after_result(session)?;
            Err(refused_move(board, text, &error))
        }
    }
}

/// Carries out a line in another notation.
fn do_what_is_meant(board: &mut Board, session: &mut Session, text: &str, meant: Meant) -> Done {
    match meant {
        Meant::Position => position::setboard(board, session, text),
        Meant::Clock(clock) => level(board, session, &clock),
        Meant::Moves(moves) if puzzles::open(session).is_some() => {
            moves.first().map_or(Ok(()), |&mv| puzzles::try_move(board, session, mv))
        }
        Meant::Moves(moves) if guessing::open(session).is_some() => {
            moves.first().map_or(Ok(()), |&mv| guessing::try_move(board, session, mv))
        }
        Meant::Moves(moves) => {
            refuse_after_result(session)?;
            moves.into_iter().for_each(|mv| play(board, session, mv));
            answer(board, session);
            Ok(())
        }
    }
}

/// Is it a move in capitals: `E4`, `NF3`?
fn is_shouted(board: &mut Board, text: &str) -> bool {
    let lower = text.to_lowercase();
    lower != text && !matches!(board.read_move(&lower), Err(MoveError::NotAMove(_)))
}

/// An abbreviated word: carried out if it is unambiguous.
fn abbreviated(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (beginning, rest) = command::split_word(text);
    match command::beginning_with(session.own.words, beginning)[..] {
        [word] if word.usage.arguments.is_empty() && !rest.is_empty() => Err(unknown(board, session, text)),
        [word] => (word.action)(board, session, rest),
        [] if engine::is_setting(beginning) => engine::set(board, session, text),
        [] => Err(unknown(board, session, text)),
        ref several => {
            let names: Vec<&str> = several.iter().map(|word| word.usage.name()).collect();
            bad(format!("'{}' may be {}", shortened(beginning), names.join(", ")))
        }
    }
}

fn refuse_if_over(session: &Session) -> Done {
    refuse_aside(session)?;
    refuse_after_result(session)
}

/// What the game was set aside for, other than an analysis.
pub(super) fn training(session: &Session) -> Option<&'static str> {
    let puzzle = session.own.puzzle.as_ref().map(|_| "a puzzle");
    puzzle.or(session.own.guessing.as_ref().map(|_| "a guessing game"))
}

/// Refuses commands of the game while it is set aside.
pub(super) fn refuse_aside(session: &Session) -> Done {
    match (&session.own.analysing, training(session)) {
        (Some(_), Some(task)) => bad(format!("this is the analysis of {task}: 'exit' returns to it")),
        (Some(_), _) => bad("this is an analysis: 'exit' returns to your game, 'keep' makes this line the game"),
        (None, Some(task)) => bad(format!("this is {task}: 'exit' returns to your game")),
        (None, None) => Ok(()),
    }
}

fn refuse_after_result(session: &Session) -> Done {
    match &session.own.result {
        Some(result) => bad(format!("the game is over: {result}; 'undo' plays on, 'new' begins another")),
        None => Ok(()),
    }
}

/// Lets the engine reply if it is its turn.
pub(super) fn answer(board: &mut Board, session: &mut Session) {
    if session.engine_side == Some(board.next_move) && !announce_end(board, session) {
        engine_move(board, session);
    }
}

/// Plays a move and shows the board.
fn play(board: &mut Board, session: &mut Session, mv: Move) {
    let side = board.next_move;
    let words = if session.own.look.spoken { Some(looking::move_in_words(board, mv)) } else { None };
    board.play(mv);
    session.redo.clear();
    analysis_board::note_place(board, session);
    let flag = session.own.clocks.as_mut().is_some_and(|clocks| clocks.moved(side));
    if let Some(outcome) = board.game_outcome() {
        record::note(board, session, show::result(outcome));
    }
    kept::autosave(board, session);
    match words {
        Some(words) => session.out.line(&words),
        None if session.own.look.quiet_board => {}
        None => looking::show_board(board, session),
    }
    if flag {
        session.say(&format!("{}'s time has run out; the game goes on", side.name()));
    }
}

/// Announces the end of the game, if it is over. Returns whether it is.
fn announce_end(board: &mut Board, session: &mut Session) -> bool {
    let outcome = board.game_outcome();
    // The steady screen shows the end of a game elsewhere.
    if let Some(outcome) = outcome.filter(|_| !session.out.is_steady()) {
        let text =
            if session.out.is_terminal() { end_in_words(board, session, outcome) } else { show::outcome(outcome) };
        session.say(&text);
    }
    outcome.is_some()
}

/// The end of the game as a sentence, and what can be done next.
fn end_in_words(board: &Board, session: &Session, outcome: Outcome) -> String {
    let what = match outcome {
        Outcome::Mate(winner) | Outcome::KingCapture(winner) => {
            // The winner made the last move, which counts as part of this number.
            let moves = board.move_number() as usize - usize::from(board.next_move == Side::White);
            let moves = show::counted(moves, "move");
            let who = match session.engine_side {
                Some(engine) if engine == winner => "Alula wins".into(),
                Some(_) => "you win".into(),
                None => format!("{} wins", winner.name()),
            };
            format!("Checkmate: {who} in {moves}.")
        }
        Outcome::Stalemate => "Stalemate: the game is drawn.".into(),
        Outcome::Material => "The game is drawn: neither side can mate.".into(),
        Outcome::Repetition => "The game is drawn: the position has occurred three times.".into(),
        Outcome::FiftyMoves => "The game is drawn: fifty moves without a capture or a pawn move.".into(),
    };
    format!("{what} {}", what_next(session))
}

/// What can be done after a game.
fn what_next(session: &Session) -> String {
    let review = command::find(session.own.words, "review").map_or("", |_| "'review' goes through it, ");
    format!("{review}'save FILE' keeps it, 'new' plays again.")
}

/// How the game ended, if it is over: for the steady screen.
pub(super) fn end_of_game(board: &Board, session: &Session) -> Option<String> {
    if session.own.analysing.is_none() && training(session).is_some() {
        return None;
    }
    let agreed = session.own.result.clone();
    agreed.or_else(|| board.clone().game_outcome().map(|outcome| end_in_words(board, session, outcome)))
}

/// Lets the engine think and move. Returns whether the game goes on.
fn engine_move(board: &mut Board, session: &mut Session) -> bool {
    let side = board.next_move;
    if board.modern.variety == 0 {
        // The first game since the program began.
        board.modern.vary();
    }
    if let Some(mv) = knowledge::move_for_person(board, &mut session.library) {
        ponder::end(session);
        play_and_tell(board, session, mv, " (book)");
        return !announce_end(board, session);
    }
    let timer = board.timer;
    if let Some(clocks) = &session.own.clocks {
        let limits = clocks.limits(side);
        (board.timer.max_time, board.timer.soft_time) = (Some(limits.hard_ms), Some(limits.soft_ms));
    }
    // A forced move reports no score; the score of the move before must not count twice.
    session.own.progress = Progress::default();
    let pondered = ponder::hit(board, session);
    let (begin, moment) = (Instant::now(), moment(board, session));
    let best = session.search(board, |board| {
        let best = match pondered {
            Some(pondering) => pondering.go_on(board),
            None => board.think(),
        };
        take_a_moment(board, begin + moment);
        best
    });
    (board.timer.max_time, board.timer.soft_time) = (timer.max_time, timer.soft_time);
    let Some(best) = best else { return false };
    show_summary(board, session);
    if resigns(board, session) {
        end_game(board, session, resignation(side));
        return false;
    }
    play_and_tell(board, session, best, "");
    ponder::note_expected(board, session, best);
    if announce_end(board, session) {
        return false;
    }
    offer_draw(board, session, side);
    true
}

/// The least time a weakened opponent takes for a move: a part of what its clock has for the move, or else a moment.
/// None behind a pipe.
fn moment(board: &Board, session: &Session) -> Duration {
    let waits = session.input.is_terminal() && !session.own.look.no_pause;
    if !waits || board.modern.elo >= FULL_ELO || session.own.script_depth > 0 || session.own.selfplay {
        return Duration::ZERO;
    }
    let share = split_mix(board.hashkey ^ board.modern.variety).1 % 1000;
    let [least, most] = match board.timer.soft_time.filter(|_| session.own.clocks.is_some()) {
        Some(planned) => PARTS_OF_PLAN.map(|part| planned * part / 100),
        None => [LEAST_MOMENT_MS, MOST_MOMENT_MS],
    };
    let ms = least + (most - least) * share / 1000;
    Duration::from_millis(board.timer.max_time.map_or(ms, |limit| ms.min(limit)))
}

/// Waits until then, or until a key stops the search. A search that was stopped or timed out does not wait.
pub(super) fn take_a_moment(board: &mut Board, until: Instant) {
    while Instant::now() < until && !board.timedout {
        thread::sleep(LOOK_UP);
        board.read_clock_and_input();
    }
}

/// Records the engine's score before its move. Returns whether it resigns.
fn resigns(board: &Board, session: &mut Session) -> bool {
    if let Some(score) = session.own.progress.score {
        session.own.standing.note(board, score);
    }
    session.own.look.manners && session.own.standing.is_hopeless()
}

/// Offers a draw if that is due and allowed.
fn offer_draw(board: &Board, session: &mut Session, side: Side) {
    session.own.draw_offered = session.own.look.manners && session.own.standing.offers_draw(board);
    if session.own.draw_offered {
        session.say(&format!("{} offers a draw: 'draw' accepts, a move declines", side.name()));
    }
}

fn resignation(side: Side) -> String {
    format!("{} {{{} resigns}}", show::win_of(side.other()), side.name())
}

/// Plays and announces the engine's move.
fn play_and_tell(board: &mut Board, session: &mut Session, mv: Move, where_from: &str) {
    let san = board.san(mv);
    let text = said_of_move(board, session, &san, where_from);
    play(board, session, mv);
    if !session.own.look.spoken {
        session.out.line(&text);
    }
    if session.own.look.bell {
        session.out.ring();
    }
}

/// The announcement of the engine's move, with its origin unless it was searched. On the steady screen, it also has
/// score, depth and time.
fn said_of_move(board: &Board, session: &Session, san: &str, where_from: &str) -> String {
    let (side, progress) = (board.next_move, &session.own.progress);
    let san = session.own.look.screen(&session.out).moves(san);
    if !session.out.is_steady() {
        return format!("{} plays {san}{where_from}", side.name());
    }
    let number = format!("{}{}", board.move_number(), [".", "..."][side.index()]);
    let text = format!("{} plays {number} {san}{where_from}", side.name());
    let sign = if side == Side::White { 1 } else { -1 };
    let Some(score) = progress.score.filter(|_| progress.depth > 0 && where_from.is_empty()) else { return text };
    let (score, time) = (show::score_for_white(sign * score), show::time_text(board.timer.elapsed_ms()));
    format!("{text}   {score} · depth {} · {time}", progress.depth)
}

/// Ends the game by resignation or agreement.
fn end_game(board: &Board, session: &mut Session, result: String) {
    if !session.out.is_steady() {
        session.out.line(&result);
    }
    record::note(board, session, &result);
    session.own.result = Some(result);
    kept::autosave(board, session);
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(session)?;
    session.engine_side = Some(board.next_move);
    if !announce_end(board, session) {
        engine_move(board, session);
    }
    Ok(())
}

pub(crate) fn make_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    refuse_if_over(session)?;
    let mv = board.read_move(text).map_err(|error| refused_move(board, text, &error))?;
    play(board, session, mv);
    Ok(())
}

pub(crate) fn undo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.analysing.is_some() {
        return analyse::back(board, session, text);
    }
    refuse_aside(session)?;
    if board.end_of_game == 0 {
        return bad("already at start of game");
    }
    let count = match text {
        "all" => board.end_of_game,
        _ => number(text, "half-moves to take back", 1, board.end_of_game, Some(1))?,
    };
    take_back(board, session, count);
    Ok(())
}

fn take_back(board: &mut Board, session: &mut Session, count: usize) {
    for _ in 0..count {
        session.redo.extend(board.undo());
    }
    browse::taken_back(board, session);
    forget_end(session);
    if board.end_of_game > 0 {
        kept::autosave(board, session);
    }
    looking::show_board(board, session);
}

/// Play continues from another position: forgets the agreed result and the engine's intentions.
fn forget_end(session: &mut Session) {
    session.own.result = None;
    (session.own.standing, session.own.draw_offered) = (Standing::default(), false);
    if let Some(clocks) = &mut session.own.clocks {
        clocks.restart_turn();
    }
}

pub(crate) fn takeback(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.analysing.is_some() {
        return analyse::back(board, session, text);
    }
    refuse_aside(session)?;
    let own = session.engine_side.map_or(board.next_move.other(), Side::other);
    // Back to the player's turn: one half-move if the engine has not replied.
    let last = if board.next_move == own { 2 } else { 1 };
    if board.end_of_game < last {
        return bad("there is no move of yours to take back");
    }
    let most = (board.end_of_game - last) / 2 + 1;
    let moves = number(text, "moves of yours to take back", 1, most, Some(1))?;
    take_back(board, session, last + 2 * (moves - 1));
    Ok(())
}

pub(crate) fn redo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.analysing.is_some() {
        return analyse::forward(board, session, text);
    }
    refuse_aside(session)?;
    let all = session.redo.len();
    if all == 0 {
        return bad("there is nothing to play again");
    }
    let count = match text {
        "" => moves_to_own_turn(board, session),
        "all" => all,
        _ => number(text, "half-moves to play again", 1, all, None)?,
    };
    for mv in session.redo.split_off(all - count).into_iter().rev() {
        board.play(mv);
    }
    kept::autosave(board, session);
    looking::show_board(board, session);
    Ok(())
}

/// Half-moves to replay until it is the player's turn again, or all that are left.
fn moves_to_own_turn(board: &Board, session: &Session) -> usize {
    let next_after_one = board.next_move.other();
    let whole = session.engine_side == Some(next_after_one) && session.own.analysing.is_none();
    session.redo.len().min(if whole { 2 } else { 1 })
}

pub(crate) fn new_game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    begin_here(board, session);
    board.modern.vary();
    if session.input.is_terminal() {
        looking::show_board(board, session);
    }
    tell_opponent(board, session);
    Ok(())
}

/// Starts a game from the position on the board. The engine plays the side not to move.
pub(crate) fn begin_here(board: &Board, session: &mut Session) {
    session.redo.clear();
    if session.own.analysing.is_some() {
        return analysis_board::begin_anew(board, session);
    }
    puzzles::forget(session);
    guessing::forget(session);
    (session.own.is_kept, session.own.is_recorded) = (false, false);
    session.own.study = None;
    session.engine_side = Some(board.next_move.other());
    forget_end(session);
    let control = session.own.clocks.as_ref().map(|clocks| clocks.control);
    session.own.clocks = control.map(GameClocks::new);
}

pub(crate) fn play_side(board: &mut Board, session: &mut Session, text: &str) -> Done {
    refuse_aside(session)?;
    let side = match text {
        "" => session.engine_side,
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        "none" => None,
        "both" => return selfplay(board, session, ""),
        _ => return bad(format!("'{}' is no side; say white, black, both or none", shortened(text))),
    };
    session.engine_side = side;
    if !text.is_empty() && session.input.is_terminal() {
        board.view_rotated = side == Some(Side::White);
        looking::show_board(board, session);
    }
    let sides = match side {
        Some(side) => format!("You play {}, the engine plays {}.", side.other().name(), side.name()),
        None => "The engine plays neither side.".into(),
    };
    session.say(&sides);
    if !text.is_empty() && session.own.result.is_none() {
        answer(board, session);
    }
    Ok(())
}

pub(crate) fn selfplay(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(session)?;
    if announce_end(board, session) {
        return Ok(());
    }
    session.own.selfplay = true;
    while engine_move(board, session) && !session.was_interrupted() && !session.out.is_closed() {}
    session.own.selfplay = false;
    Ok(())
}

pub(crate) fn white(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::White)
}

pub(crate) fn black(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::Black)
}

fn give_move_to(board: &mut Board, session: &mut Session, side: Side) -> Done {
    let setup = board.setup().given_to(side).map_err(|error| Refusal::Bad(error.to_string()))?;
    board.init_from_setup(&setup);
    begin_here(board, session);
    Ok(())
}

// ---- help while playing, the clock, and the end -----------------------------------------------------------------------------

/// A short silent search at full strength on a separate board: its score in centipawns, and its line.
pub(super) fn glance(board: &Board, session: &mut Session) -> Option<(i32, Vec<String>)> {
    let mut board = Box::new(board.clone());
    board.modern.elo = FULL_ELO;
    board.timer.max_time = Some(board.timer.max_time.map_or(GLANCE_MS, |ms| ms.min(GLANCE_MS)));
    board.timer.soft_time = None;
    session.own.quiet = true;
    // A forced move has a score, too: the search does not stop at it.
    let best = session.search(&mut board, Board::deepen);
    session.own.quiet = false;
    let line = match (best?, board.last_pv_length) {
        (best, length) if length > 0 && board.last_pv[0] == best => board.last_pv[..length].to_vec(),
        (best, _) => vec![best],
    };
    let score = session.own.progress.score.unwrap_or_default();
    Some((score, board.san_line(&line)))
}

pub(crate) fn level(board: &mut Board, session: &mut Session, text: &str) -> Done {
    refuse_aside(session)?;
    match text {
        "" => {}
        "off" => session.own.clocks = None,
        _ => {
            let Some(control) = Control::read(text) else {
                return bad(format!(
                    "level cannot be '{}'; it may be MINUTES+SECONDS like 5+3, MOVES MINUTES [SECONDS] like 40 5, or off",
                    shortened(text)
                ));
            };
            session.own.clocks = Some(GameClocks::new(control));
        }
    }
    clock(board, session, "")?;
    if text.is_empty() || text == "off" {
        tell_opponent(board, session);
    }
    Ok(())
}

/// The heading of the steady screen: players, strength and time control.
pub(super) fn title(board: &Board, session: &Session) -> String {
    if session.own.setup.is_some() {
        return "Setting up a position".into();
    }
    if session.own.analysing.is_some() {
        return "Analysis".into();
    }
    if let Some(puzzle) = puzzles::open(session) {
        return puzzle.title();
    }
    if let Some(guessed) = guessing::open(session) {
        return guessed.title();
    }
    let time = session.own.clocks.as_ref().map_or_else(|| show::limits(board), |clocks| clocks.control.name());
    format!("Alula {} · {time}", strength(board))
}

/// The settings of the engine's strength.
const STRENGTH: [&str; 3] = ["algorithm", "skill", "elo"];

/// The opponent, its strength and the time control, in words.
fn opponent(board: &Board, session: &Session) -> String {
    let you = match session.engine_side {
        Some(side) => format!("You play {} against {VERSION}", side.other().name()),
        None => format!("The engine plays neither side: {VERSION}"),
    };
    let strength = strength(board);
    let clocks = session.own.clocks.as_ref();
    let time = clocks.map_or_else(|| format!("it thinks {}", show::limits(board)), |it| show::control(&it.control));
    let ponder = if session.own.look.ponder { ", on your time, too" } else { "" };
    format!("{you} {strength}; {time}{ponder}.")
}

/// The strength settings that differ from their defaults, with their values.
pub(super) fn strength_settings(board: &Board) -> Vec<(&'static str, String)> {
    let unusual = |name: &'static str| {
        let value = settings::get(board, name).ok()?;
        (settings::usual(name)? != value).then_some((name, value))
    };
    STRENGTH.into_iter().filter_map(unusual).collect()
}

/// Sets these settings to their defaults.
pub(super) fn set_full_strength(board: &mut Board) {
    for name in STRENGTH {
        // Defaults are always accepted.
        let _ = settings::set(board, name, settings::usual(name).unwrap_or_default());
    }
}

/// The engine's strength in words.
fn strength(board: &Board) -> String {
    let settings = strength_settings(board);
    // `skill` sets a rating, and the rating is shown.
    let settings = settings.into_iter().filter(|(name, _)| *name != "skill");
    let strength: Vec<String> = settings.map(|(name, value)| format!("{name} {value}")).collect();
    if strength.is_empty() {
        return "at full strength".into();
    }
    let name = levels::name_of(board.modern.elo).filter(|_| board.modern.elo < FULL_ELO);
    let name = name.map_or(String::new(), |name| format!(", a {name}"));
    format!("with {}{name}", strength.join(", "))
}

pub(super) fn tell_opponent(board: &Board, session: &mut Session) {
    let text = opponent(board, session);
    session.say(&text);
}

pub(crate) fn skill(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "skill", text)?;
    tell_opponent(board, session);
    warn_of_algorithm(board, session);
    Ok(())
}

/// Warns that only the modern search can be weakened.
pub(super) fn warn_of_algorithm(board: &Board, session: &mut Session) {
    if board.algorithm != Algorithm::Modern {
        session.say("only the modern search can be weakened: set algorithm modern");
    }
}

pub(crate) fn clock(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(clocks) = &session.own.clocks else {
        session.say(&format!("no clock; the engine thinks {}", show::limits(board)));
        return Ok(());
    };
    let left = |side| show::clock_text(clocks.left(side, Some(board.next_move)));
    let text = format!("White {}, Black {} ({})", left(Side::White), left(Side::Black), show::control(&clocks.control));
    session.say(&text);
    Ok(())
}

pub(crate) fn draw(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(session)?;
    // A draw by the rules can be claimed without asking the opponent.
    if let Some(outcome) = board.game_outcome() {
        end_game(board, session, show::outcome(outcome));
        return Ok(());
    }
    let Some(engine) = session.engine_side else {
        return bad("the engine plays neither side: there is no opponent to accept");
    };
    let accepted = session.own.standing.accepts_draw().unwrap_or_else(|| {
        let sign = if board.next_move == engine { 1 } else { -1 };
        glance(board, session).is_some_and(|(score, _)| is_glad_of_draw(sign * score, board.fifty_move))
    });
    if session.own.draw_offered || accepted {
        end_game(board, session, "1/2-1/2 {Draw by agreement}".into());
    } else {
        session.say(&format!("{} declines the draw", engine.name()));
    }
    Ok(())
}

pub(crate) fn resign(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(session)?;
    let side = session.engine_side.map_or(board.next_move, Side::other);
    end_game(board, session, resignation(side));
    Ok(())
}
