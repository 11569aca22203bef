//! Playing a game: the player's moves, and the engine's.

use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::hash::split_mix;
use crate::lab::compare::SearchExperiment;
use crate::moves::Move;
use crate::play::library;
use crate::play::thinktime::ThinkTime;
use crate::searcher::{End, Limits, Thought, laws};
use crate::timer::Instant;
use crate::ui::refusal::Done;

use super::clocks::{engine_plays, flag_falls, note_clock};
use super::ending::{announce_end, end_game, offer_draw, refuse_after_result, resigns, tell_claim};
use super::refusals::refused_move;
use super::state::{Console, Finish, Progress, Session, Thinking};
use super::telling::show_summary;
use super::{autosave, looking, ponder, record};

/// Without a clock: minimum pause of a weakened engine before its move, in milliseconds.
const LEAST_MOMENT_MS: u64 = 400;

/// Without a clock: maximum pause, in milliseconds.
const MOST_MOMENT_MS: u64 = 1500;

/// With a clock: the minimum and maximum pause, as percentages of the planned time.
const PARTS_OF_PLAN: [u64; 2] = [10, 50];

/// Refuses to change the game while it is set aside, or while the user views an earlier position of it.
pub(super) fn refuse_elsewhere(console: &Console) -> Done {
    console.refuse_aside()?;
    console.refuse_looking_back()
}

/// If it is the engine's turn: lets the engine reply or, if the game is over, announces its end.
pub(super) fn answer(board: &mut Board, session: &mut Session) {
    if session.engine_side != Some(board.next_move) {
        tell_claim(board, session);
    } else if !announce_end(board, session) {
        engine_move(board, session);
    }
}

/// Plays a move: presses the clock, autosaves the game, and shows the board or, in spoken mode, says the move. Does not
/// show the board if the settings forbid it or the user views an earlier position.
pub(super) fn play(board: &mut Board, session: &mut Session, mv: Move) {
    let side = board.next_move;
    let words = if session.own.view.look.spoken { Some(looking::move_in_words(board, mv)) } else { None };
    board.play(mv);
    session.own.game.redo.clear();
    (session.own.game.last_by_selfplay, session.own.game.draw_offered) = (session.own.game.selfplay, false);
    session.own.note_place(board);
    let flag = session.own.game.clocks.as_mut().is_some_and(|clocks| clocks.moved(side));
    note_clock(board, session, side);
    if laws::end(board).is_some() {
        record::note(board, session);
    }
    autosave::save(board, session);
    match words {
        Some(words) => session.out.line(&words),
        None if session.own.view.look.quiet_board || session.own.view.looking_back.is_some() => {}
        None => looking::show_board(board, session),
    }
    if flag && laws::end(board).is_none() {
        flag_falls(board, session, side);
    }
}

/// Plays a book move for the engine, or starts a search.
pub(super) fn engine_move(board: &mut Board, session: &mut Session) {
    if session.options.modern.variety == 0 {
        // The first game of the session has no seed yet.
        session.options.modern.vary();
    }
    while let Some(mv) = library::move_for_person(board, &session.options, &mut session.library) {
        ponder::end(session);
        play_and_tell(board, session, mv, " (book)");
        if announce_end(board, session) || !session.own.game.selfplay {
            session.own.game.selfplay = false;
            return;
        }
    }
    let side = board.next_move;
    let limits = limits(session, side, None);
    let searched = SearchExperiment::of(board, &session.options, &limits);
    let not_before = Instant::now() + moment(board, session, &limits);
    let pondering = ponder::hit(board, session);
    if pondering.is_none() {
        session.forget_search();
        // Clears the previous move's score: a forced move reports none, and the old one must not count twice.
        session.own.analysis.progress = Progress::default();
    }
    session.own.game.thinking = Some(Thinking { searched, not_before, thought: None });
    session.begin_listening();
    match pondering {
        Some(pondering) => {
            let limits = |session: &Session, elapsed| self::limits(session, side, Some(elapsed));
            if let Some(thought) = pondering.go_on(session, limits) {
                search_ended(board, session, Some(thought));
            }
        }
        None => {
            let options = session.options.clone();
            session.start(board, &options, limits);
        }
    }
}

/// Handles the end of the search for the engine's move.
pub(super) fn search_ended(board: &mut Board, session: &mut Session, thought: Option<Thought>) {
    let thought = thought.filter(|thought| thought.best.is_some() && !session.abandoned);
    match (thought, &mut session.own.game.thinking) {
        (Some(thought), Some(thinking)) => {
            thinking.thought = Some(thought);
            move_in_time(board, session);
        }
        _ => stop_thinking(session),
    }
}

/// Drops the engine's pending move, and ends self-play. Does not stop the search.
pub(super) fn stop_thinking(session: &mut Session) {
    session.own.game.selfplay = false;
    if session.own.game.thinking.take().is_some() {
        session.end_listening();
    }
}

/// Stops the search, and ends the pause before the engine's move.
pub(super) fn stop(session: &mut Session) {
    session.stop();
    if let Some(thinking) = &mut session.own.game.thinking {
        thinking.not_before = Instant::now();
    }
}

/// Stops the search and drops its result.
pub(super) fn abandon(session: &mut Session) {
    session.abandon();
    if session.own.game.thinking.as_ref().is_some_and(|thinking| thinking.thought.is_some()) {
        stop_thinking(session);
    }
}

/// Makes the engine's move, or resigns, if the search has ended and the pause is over. There is no pause if a limit or
/// the user ended the search during an iteration.
pub(super) fn move_in_time(board: &mut Board, session: &mut Session) {
    let has_come = |thinking: &mut Thinking| {
        let is_early = thinking.not_before > Instant::now();
        thinking.thought.as_ref().is_some_and(|thought| !is_early || thought.end != End::Complete)
    };
    let Some(Thinking { searched, thought: Some(thought), .. }) = session.own.game.thinking.take_if(has_come) else {
        return;
    };
    session.end_listening();
    let (side, best) = (board.next_move, thought.best);
    show_summary(session, &thought);
    (session.own.analysis.thought, session.own.analysis.searched) = (Some(thought), Some(searched));
    if resigns(board, session) {
        session.own.game.selfplay = false;
        return end_game(board, session, Finish::Resignation(side));
    }
    play_and_tell(board, session, best, "");
    ponder::note_expected(board, session);
    if announce_end(board, session) || session.was_interrupted() {
        session.own.game.selfplay = false;
        return;
    }
    offer_draw(board, session, side);
    if session.own.game.selfplay {
        engine_move(board, session);
    }
}

/// The limits for the engine's move: the fixed limits, or limits from its clock. With clocks, the time counts from now,
/// even if the search is already running; a fixed time per move counts from the start of the search.
pub(super) fn limits(session: &Session, side: Side, elapsed: Option<Duration>) -> Limits {
    let set = session.options.limits.clone();
    match &session.own.game.clocks {
        Some(clocks) => ThinkTime::new(session.options.algorithm, clocks.move_time(side), set, elapsed).limits(),
        None => set,
    }
}

/// Minimum time that a weakened engine takes for a move: a share of its planned time or, without a clock, a short
/// pause. Zero without a terminal, in a script, in self-play, or if pauses are off.
fn moment(board: &Board, session: &Session, limits: &Limits) -> Duration {
    let waits = session.input.is_terminal() && !session.own.view.look.no_pause;
    if !waits || !session.options.is_weakened() || session.own.script_depth > 0 || session.own.game.selfplay {
        return Duration::ZERO;
    }
    let share = split_mix(board.hashkey ^ session.options.modern.variety).1 % 1000;
    let [least, most] = match limits.soft_time.filter(|_| session.own.game.clocks.is_some()) {
        Some(planned) => PARTS_OF_PLAN.map(|part| planned.as_millis() as u64 * part / 100),
        None => [LEAST_MOMENT_MS, MOST_MOMENT_MS],
    };
    let ms = least + (most - least) * share / 1000;
    Duration::from_millis(limits.max_ms().map_or(ms, |limit| ms.min(limit)))
}

/// Plays and announces the engine's move.
fn play_and_tell(board: &mut Board, session: &mut Session, mv: Move, where_from: &str) {
    let san = board.san(mv);
    let text = session.view().engine_moves(board, session, &san, where_from);
    session.own.game.has_opponent = true;
    play(board, session, mv);
    if !session.own.view.look.spoken {
        session.out.line(&text);
    }
    if session.own.view.look.bell {
        session.out.ring();
    }
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_elsewhere(&session.own)?;
    refuse_after_result(&session.own.game)?;
    engine_plays(session, Some(board.next_move));
    if !announce_end(board, session) {
        engine_move(board, session);
    }
    Ok(())
}

pub(crate) fn make_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    refuse_elsewhere(&session.own)?;
    refuse_after_result(&session.own.game)?;
    let mv = board.read_move(text).map_err(|error| refused_move(board, text, &error))?;
    play(board, session, mv);
    tell_claim(board, session);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lessons::run::silent_session;
    use super::super::status::end_of_game;
    use super::*;

    use crate::searcher::Algorithm;
    use crate::ui::dialogues::CONSOLE_WORDS;

    fn session() -> Session {
        let mut session = silent_session(CONSOLE_WORDS);
        (session.options.algorithm, session.options.modern.elo) = (Algorithm::Modern, 1200);
        session
    }

    #[test]
    fn a_game_that_ended_in_self_play_is_nobodys() {
        let (mut board, mut session) = (Board::new(), session());
        (session.engine_side, session.own.game.has_opponent) = (Some(Side::White), true);
        for (mv, selfplay) in [("f3", false), ("e5", false), ("g4", false), ("Qh4", true)] {
            session.own.game.selfplay = selfplay;
            assert!(make_move(&mut board, &mut session, mv).is_ok(), "{mv}");
        }
        stop_thinking(&mut session);
        let end = end_of_game(&board, &session).expect("mate");
        assert!(end.starts_with("Checkmate: Black wins in 2 moves."), "{end}");
        record::note(&board, &mut session);
        assert!(!session.own.game.is_recorded);
        let mv = board.undo().expect("a move");
        play(&mut board, &mut session, mv);
        let end = end_of_game(&board, &session).expect("mate");
        assert!(end.starts_with("Checkmate: you win in 2 moves.") && session.own.game.is_recorded, "{end}");
    }
}
