//! Playing a game: moves, take-backs, clocks, draws and resignation.

use std::time::Duration;

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::games::chess960;
use crate::hash::split_mix;
use crate::lab::compare::SearchExperiment;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::library;
use crate::play::standing::{ResignRule, Standing, is_glad_of_draw};
use crate::play::thinktime::ThinkTime;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::shortened;
use crate::searcher::{End, Limits, Thought, laws};
use crate::timer::{Instant, unix_nanos};
use crate::ui::clock::{GameClocks, TimeControl};
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::terminal::look::{Choice, Flag, NewSides};
use crate::ui::{settings, show};

use super::glance::glance;
use super::opponent::{is_weakened, tell_opponent};
use super::refusals::refused_move;
use super::state::{Autosaved, Console, CurrentGame, Finish, Progress, Session, Thinking};
use super::telling::show_summary;
use super::{analyse, engine, kept, looking, ponder, record, transfer};

/// Without a clock: minimum pause of a weakened engine before its move, in milliseconds.
const LEAST_MOMENT_MS: u64 = 400;
/// Without a clock: maximum pause, in milliseconds.
const MOST_MOMENT_MS: u64 = 1500;
/// With a clock: the minimum and maximum pause, as percentages of the planned time.
const PARTS_OF_PLAN: [u64; 2] = [10, 50];

/// Refuses to change the game while it is set aside, or while the user views an earlier position of it.
fn refuse_elsewhere(console: &Console) -> Done {
    console.refuse_aside()?;
    console.refuse_looking_back()
}

fn refuse_if_over(console: &Console) -> Done {
    console.refuse_aside()?;
    refuse_after_result(&console.game)
}

pub(super) fn refuse_after_result(game: &CurrentGame) -> Done {
    match &game.finish {
        Some(finish) => bad(format!("the game is over: {finish}; 'undo' continues it, 'new' starts another")),
        None => Ok(()),
    }
}

/// If it is the engine's turn: lets the engine reply or, if the game is over, announces its end.
pub(super) fn answer(board: &mut Board, session: &mut Session) {
    if session.engine_side != Some(board.next_move) {
        tell_claim(board, session);
    } else if !announce_end(board, session) {
        engine_move(board, session);
    }
}

/// Announces that a draw can be claimed, unless the last announcement named the same rule.
pub(super) fn tell_claim(board: &Board, session: &mut Session) {
    let console = &mut session.own;
    let Some(claim) = laws::claim(board).filter(|claim| console.game.claim_told != Some(*claim)) else { return };
    if console.game.finish.is_some() || console.aside().is_some() {
        return;
    }
    console.game.claim_told = Some(claim);
    session.say(match claim {
        Outcome::FiftyMoves => "Fifty moves without a capture or a pawn move: 'draw' claims the draw.",
        _ => "The position has occurred three times: 'draw' claims the draw.",
    });
}

/// Plays a move: presses the clock, autosaves the game, and shows the board or, in spoken mode, says the move. Does not
/// show the board if the settings forbid it or the user views an earlier position.
pub(super) fn play(board: &mut Board, session: &mut Session, mv: Move) {
    let side = board.next_move;
    let words = if session.own.view.look.spoken { Some(looking::move_in_words(board, mv)) } else { None };
    board.play(mv);
    session.redo.clear();
    (session.own.game.last_by_selfplay, session.own.game.draw_offered) = (session.own.game.selfplay, false);
    session.own.note_place(board);
    let flag = session.own.game.clocks.as_mut().is_some_and(|clocks| clocks.moved(side));
    note_clock(board, session, side);
    if laws::end(board).is_some() {
        record::note(board, session);
    }
    kept::autosave(board, session);
    match words {
        Some(words) => session.out.line(&words),
        None if session.own.view.look.quiet_board || session.own.view.looking_back.is_some() => {}
        None => looking::show_board(board, session),
    }
    if flag && laws::end(board).is_none() {
        flag_falls(board, session, side);
    }
}

/// Records the time left to a side after its move, as a `[%clk]` comment, unless the move already has one.
fn note_clock(board: &Board, session: &mut Session, side: Side) {
    let Some(clocks) = session.own.game.clocks else { return };
    let seconds = clocks.left(side, None).max(0) / 1000;
    let text = format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let study = session.own.study_of(board);
    let at = study.at();
    if !study.game.node(at).comment.contains("[%clk ") {
        study.game.node_mut(at).add_comment(&text);
    }
}

/// Handles a side running out of time, once per game: ends the game or only makes an announcement, depending on the
/// setting.
fn flag_falls(board: &Board, session: &mut Session, side: Side) {
    if session.own.game.flagged.is_some() {
        return;
    }
    session.own.game.flagged = Some(side);
    let more = match session.own.view.look.flag {
        Flag::Ask => ". 'flag' ends the game, a move continues it.",
        Flag::Loss => return end_game(board, session, Finish::by_time(board, side)),
        Flag::Off => "; the game goes on.",
    };
    session.say(&format!("{}'s time has run out{more}", side.name()));
}

/// The side to move, if its time has just run out.
fn just_out_of_time(board: &Board, game: &CurrentGame) -> Option<Side> {
    let side = board.next_move;
    let clocks = game.clocks.filter(|_| game.flagged.is_none() && game.finish.is_none())?;
    clocks.is_out_of_time(side).then_some(side)
}

/// Rings the bell when the player is short of time, once per game.
fn warn_of_time(board: &Board, session: &mut Session) {
    let (side, game) = (board.next_move, &mut session.own.game);
    let alarm = i64::from(session.own.view.look.alarm) * 1000;
    let is_wanted = alarm > 0 && game.finish.is_none() && session.engine_side != Some(side);
    let Some(clocks) = game.clocks.filter(|_| is_wanted && !game.was_alarmed) else { return };
    if clocks.left(side, Some(side)) < alarm {
        game.was_alarmed = true;
        session.out.ring();
    }
}

/// While the user types a line, checks the clock of the side to move: rings the bell, and handles a fallen flag.
pub(super) fn watch_clock(board: &Board, session: &mut Session) {
    warn_of_time(board, session);
    let late = just_out_of_time(board, &session.own.game);
    if let Some(side) = late.filter(|_| laws::end(board).is_none()) {
        session.view().make_room(session);
        flag_falls(board, session, side);
    }
}

/// `flag`: ends the game if a side is out of time. That side loses, or draws if its opponent has only a king. With a
/// value, changes the setting `flag`.
pub(crate) fn flag(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if !text.is_empty() {
        return engine::set(board, session, &format!("flag {text}"));
    }
    refuse_if_over(&session.own)?;
    if laws::end(board).is_some() {
        return bad("the game is over");
    }
    let game = &session.own.game;
    let Some(side) = game.flagged.or_else(|| just_out_of_time(board, game)) else {
        let row = settings::find("flag")?;
        let now = row.value(&session.options, &session.own.view.look);
        return bad(format!("neither side is out of time. The setting 'flag' is {now}; it can be {}", row.kind()));
    };
    end_game(board, session, Finish::by_time(board, side));
    Ok(())
}

/// Announces the end of the game if the last move has ended it. The engine claims any draw it can. Returns whether the
/// game is over.
fn announce_end(board: &mut Board, session: &mut Session) -> bool {
    if session.own.game.finish.is_some() {
        return true;
    }
    let Some(outcome) = laws::outcome(board) else { return false };
    match laws::claim(board) {
        Some(claim) => end_game(board, session, Finish::Claim(claim)),
        None => session.view().game_over(board, session, &Finish::Claim(outcome)),
    }
    true
}

/// Plays a book move for the engine, or starts a search.
fn engine_move(board: &mut Board, session: &mut Session) {
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
fn limits(session: &Session, side: Side, elapsed: Option<Duration>) -> Limits {
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
    if !waits || !is_weakened(&session.options) || session.own.script_depth > 0 || session.own.game.selfplay {
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

/// Records the engine's score before its move. Returns whether it resigns.
fn resigns(board: &Board, session: &mut Session) -> bool {
    if let Some(score) = session.own.analysis.progress.score {
        session.own.game.standing.note(board, score);
    }
    let rule = match session.own.view.look.manners {
        _ if session.own.game.selfplay => None,
        Choice::On => Some(ResignRule::USUAL),
        Choice::Auto if is_weakened(&session.options) => ResignRule::of_person(session.options.modern.elo),
        Choice::Auto | Choice::Off => None,
    };
    rule.is_some_and(|rule| session.own.game.standing.is_hopeless(rule))
}

/// Offers a draw if the scores justify it and the settings allow it, but never in self-play.
fn offer_draw(board: &Board, session: &mut Session, side: Side) {
    let offers = session.own.view.look.manners.decide(is_weakened(&session.options)) && !session.own.game.selfplay;
    session.own.game.draw_offered = offers && session.own.game.standing.offers_draw(board);
    if session.own.game.draw_offered {
        session.say(&format!("{} offers a draw: 'draw' accepts, a move declines", side.name()));
    }
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

/// Ends the game by resignation, agreement, claim or time.
fn end_game(board: &Board, session: &mut Session, finish: Finish) {
    if let Some(clocks) = &mut session.own.game.clocks {
        clocks.stop(board.next_move);
    }
    session.view().game_over(board, session, &finish);
    session.own.game.finish = Some(finish);
    record::note(board, session);
    kept::autosave(board, session);
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

pub(crate) fn undo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::back(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    if board.end_of_game == 0 && session.own.game.finish.is_none() {
        return bad("already at start of game");
    }
    let count = match text {
        "all" => board.end_of_game,
        // A count of 0 resumes a game that ended before its first move.
        "" => board.end_of_game.min(1),
        _ => number(text, "half-moves to take back", 1, board.end_of_game.max(1), None)?.min(board.end_of_game),
    };
    take_back(board, session, count);
    Ok(())
}

fn take_back(board: &mut Board, session: &mut Session, count: usize) {
    for _ in 0..count {
        session.redo.extend(board.undo());
    }
    if session.own.game.study.is_some() {
        session.own.study_of(board).forget_moves_taken_back();
    }
    let lost = match session.own.game.finish {
        Some(Finish::Time { side, .. }) => Some(side),
        _ => None,
    };
    // Remembers the fallen flag: a flag falls only once in a game.
    let flagged = session.own.game.flagged.or(lost);
    forget_end(&mut session.own.game);
    session.own.game.flagged = flagged;
    if board.end_of_game > 0 {
        kept::autosave(board, session);
    }
    looking::show_board(board, session);
    if let Some(side) = lost {
        session.say(&format!("The game goes on, although {}'s time has run out.", side.name()));
    }
    if session.engine_side == Some(board.next_move) && session.input.is_terminal() {
        session.say("It is the engine's turn: 'go' lets it move.");
    }
}

/// Clears the result, the fallen flag, the draw offer and the engine's score history, and restarts the timing of the
/// current turn. Called when play continues from a different position.
pub(super) fn forget_end(game: &mut CurrentGame) {
    (game.finish, game.flagged, game.claim_told) = (None, None, None);
    (game.standing, game.draw_offered) = (Standing::default(), false);
    if let Some(clocks) = &mut game.clocks {
        clocks.restart_turn();
    }
}

pub(crate) fn takeback(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::back(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    let own = session.engine_side.map_or(board.next_move.other(), Side::other);
    // Goes back to the player's previous turn: two half-moves, or one if the engine has not replied.
    let last = if board.next_move == own { 2 } else { 1 };
    if board.end_of_game < last {
        return bad("you have no move to take back");
    }
    let most = (board.end_of_game - last) / 2 + 1;
    let moves = number(text, "moves to take back", 1, most, Some(1))?;
    take_back(board, session, last + 2 * (moves - 1));
    Ok(())
}

pub(crate) fn redo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::forward(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    let all = session.redo.len();
    if all == 0 {
        return bad("there is no move to replay");
    }
    let count = match text {
        // Goes forward to the player's next turn.
        "" if session.engine_side == Some(board.next_move.other()) => all.min(2),
        "" => 1,
        "all" => all,
        _ => number(text, "half-moves to replay", 1, all, None)?,
    };
    for mv in session.redo.split_off(all - count).into_iter().rev() {
        board.play(mv);
    }
    kept::autosave(board, session);
    looking::show_board(board, session);
    Ok(())
}

pub(crate) fn new_game(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let start = start_of(text)?;
    let before = session.own.aside().map_or(session.engine_side, |aside| aside.engine_side);
    let engine = match (session.own.view.look.new_sides, before) {
        (NewSides::White, _) | (_, None) => Side::Black,
        (NewSides::Alternate, Some(engine)) if session.own.players_game().has_opponent => engine.other(),
        (_, Some(engine)) => engine,
    };
    begin_anew(board, session, engine, start)
}

pub(crate) fn rematch(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.refuse_aside()?;
    let Some(engine) = session.engine_side else {
        return bad("the engine plays neither side: 'new' starts a game against it");
    };
    if is_running(board, &session.own) {
        return bad("your game is not over: 'resign' gives it up, 'new' starts another");
    }
    begin_anew(board, session, engine.other(), None)
}

/// Whether a game against the engine, on the board or set aside, has begun and not ended.
pub(super) fn is_running(board: &Board, console: &Console) -> bool {
    let (board, game) = (console.aside().map_or(board, |aside| &aside.board), console.players_game());
    game.has_opponent && game.finish.is_none() && laws::end(board).is_none()
}

/// Starts a game in which the engine plays this side, from a Chess960 start position if its number is given. In an
/// analysis, the engine plays neither side.
fn begin_anew(board: &mut Board, session: &mut Session, engine: Side, start: Option<usize>) -> Done {
    let is_game = !session.own.is_analysing();
    let has_changed = session.engine_side != Some(engine);
    board.init();
    if let Some(number) = start {
        board.init_from_setup(&read_fen_by(&chess960::fen(number), Rules::Chess960)?.setup);
    }
    session.forget();
    begin_here(board, session);
    if is_game {
        engine_plays(session, Some(engine));
    }
    session.options.modern.vary();
    if session.input.is_terminal() {
        if is_game && has_changed {
            face_the_user(board, session);
        }
        looking::show_board(board, session);
    }
    tell_opponent(session);
    if let Some(number) = start {
        session.say(&format!("Chess960, start {number}: {}. Castle with O-O and O-O-O.", chess960::rank(number)));
    }
    if is_game {
        answer(board, session);
    }
    Ok(())
}

/// The number of a Chess960 start position, random if not given; None for the standard start position.
fn start_of(text: &str) -> Result<Option<usize>, Refusal> {
    let any = (split_mix(unix_nanos()).1 % chess960::COUNT as u64) as usize;
    match command::split_word(text) {
        ("", _) => Ok(None),
        ("chess960", wanted) => number(wanted, "start", 0, chess960::COUNT - 1, Some(any)).map(Some),
        (other, _) => {
            bad(format!("'{}' is not a kind of game; type 'new', 'new chess960' or 'new chess960 N'", shortened(other)))
        }
    }
}

/// Starts a game from the position on the board. The engine plays against the side to move. If an analysis is open, it
/// goes on from this position instead.
pub(crate) fn begin_here(board: &Board, session: &mut Session) {
    if session.own.is_analysing() {
        return analyse::begin_anew(board, session);
    }
    if let Some(aside) = session.own.training.end() {
        // Restores the opponent and the clocks of the game set aside; the game itself is dropped.
        transfer::give_back(aside, session);
    }
    session.redo.clear();
    let game = &mut session.own.game;
    (game.autosaved, game.is_recorded, game.was_alarmed) = (Autosaved::No, false, false);
    (game.study, game.has_opponent, game.last_by_selfplay) = (None, false, false);
    game.clocks = game.clocks.map(|clocks| GameClocks::new(clocks.controls));
    engine_plays(session, Some(board.next_move.other()));
    forget_end(&mut session.own.game);
}

/// Turns the board so that the user's side is at the bottom.
pub(super) fn face_the_user(board: &mut Board, session: &Session) {
    board.view_rotated = session.engine_side == Some(Side::White);
}

/// Chooses the engine's side. If the players swap sides before the first move, each keeps their time control.
fn engine_plays(session: &mut Session, side: Option<Side>) {
    let changes = session.engine_side.is_some() && side.is_some() && session.engine_side != side;
    if let Some(clocks) = session.own.game.clocks.as_mut().filter(|_| changes) {
        clocks.swap_sides();
    }
    session.engine_side = side;
}

pub(crate) fn play_side(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    let side = match text {
        "" => session.engine_side,
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        "none" => None,
        "both" => return selfplay(board, session, ""),
        _ => return bad(format!("'{}' is not a side; type white, black, both or none", shortened(text))),
    };
    engine_takes(board, session, side, !text.is_empty())
}

/// `side`: chooses or shows the side that the user plays.
pub(crate) fn side(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    let own = match text {
        "" => None,
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        "random" => Some(Side::BOTH[(split_mix(unix_nanos()).1 & 1) as usize]),
        _ => return bad(format!("'{}' is not a side; type white, black or random", shortened(text))),
    };
    let engine = own.map_or(session.engine_side, |own| Some(own.other()));
    engine_takes(board, session, engine, own.is_some())
}

/// Sets the engine's side, and announces the sides. If the user has chosen a side (`has_changed`) and it is now the
/// engine's turn, the engine moves.
fn engine_takes(board: &mut Board, session: &mut Session, side: Option<Side>, has_changed: bool) -> Done {
    engine_plays(session, side);
    if has_changed && session.input.is_terminal() {
        face_the_user(board, session);
        looking::show_board(board, session);
    }
    let sides = match side {
        Some(side) => format!("You play {}, the engine plays {}.", side.other().name(), side.name()),
        None => "The engine plays neither side.".into(),
    };
    session.say(&sides);
    if has_changed && session.own.game.finish.is_none() {
        answer(board, session);
    }
    Ok(())
}

pub(crate) fn selfplay(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_elsewhere(&session.own)?;
    refuse_after_result(&session.own.game)?;
    if announce_end(board, session) {
        return Ok(());
    }
    session.own.game.selfplay = true;
    engine_move(board, session);
    Ok(())
}

/// `white` or `black`: gives that side the move, and begins a game from the resulting position.
pub(crate) fn give_move_to(board: &mut Board, session: &mut Session, side: Side) -> Done {
    if is_running(board, &session.own) && !session.own.is_analysing() {
        return bad("this would end your game: 'new' starts another, 'analyse' tries other positions");
    }
    let setup = board.setup().given_to(side)?;
    board.init_from_setup(&setup);
    begin_here(board, session);
    Ok(())
}

// ---- clocks, draws and resignation ----------------------------------------------------------------------------------

pub(crate) fn level(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    match text {
        "" => {}
        "off" => session.own.game.clocks = None,
        _ => {
            let Some([own, engines]) = TimeControl::read_both(text) else {
                return bad(format!(
                    "level cannot be '{}'; type MINUTES+SECONDS like 5+3, MOVES MINUTES [SECONDS] like 40 5, two \
                     of these like 10+5 against 2+0, or off",
                    shortened(text)
                ));
            };
            let is_white = session.engine_side != Some(Side::White);
            session.own.game.clocks = Some(GameClocks::new(if is_white { [own, engines] } else { [engines, own] }));
            session.own.game.flagged = None;
        }
    }
    clock(board, session, "")?;
    if text.is_empty() || text == "off" {
        tell_opponent(session);
    }
    Ok(())
}

pub(crate) fn clock(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(clocks) = &session.own.game.clocks else {
        return session.answer(&format!("no clock; the engine searches {}", show::limits(&session.options.limits)));
    };
    let left = |side| show::clock_text(clocks.left(side, Some(board.next_move)));
    let text = format!("White {}, Black {} ({})", left(Side::White), left(Side::Black), show::controls(clocks));
    session.answer(&text)
}

pub(crate) fn draw(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(&session.own)?;
    // A draw by the rules can be claimed without the opponent's consent.
    match laws::outcome(board) {
        Some(Outcome::Mate(_) | Outcome::KingCapture(_)) => {
            return bad("the game is over: this is checkmate, not a draw");
        }
        Some(outcome) => {
            end_game(board, session, Finish::Claim(outcome));
            return Ok(());
        }
        None => {}
    }
    let Some(engine) = session.engine_side else {
        return bad("the engine plays neither side: there is no opponent to accept a draw");
    };
    let accepted = session.own.game.standing.accepts_draw().unwrap_or_else(|| {
        let sign = if board.next_move == engine { 1 } else { -1 };
        glance(board, session).is_ok_and(|(score, _)| is_glad_of_draw(sign * score, board.fifty_move))
    });
    if session.own.game.draw_offered || accepted {
        end_game(board, session, Finish::Agreement);
    } else {
        session.say(&format!("{} declines the draw", engine.name()));
    }
    Ok(())
}

pub(crate) fn resign(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(&session.own)?;
    if let Some(outcome) = laws::end(board) {
        return bad(format!("the game is over: {}", show::outcome(outcome)));
    }
    let side = session.engine_side.map_or(board.next_move, Side::other);
    end_game(board, session, Finish::Resignation(side));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lessons::run::silent_session;
    use super::super::status::end_of_game;
    use super::*;
    use crate::board::testing::board;
    use crate::searcher::Algorithm;
    use crate::ui::dialogues::CONSOLE_WORDS;
    use crate::ui::session::Dialogue;

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

    #[test]
    fn there_are_no_draw_offers_in_self_play() {
        let (board, mut session) = (board("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60"), session());
        (0..5).for_each(|_| session.own.game.standing.note(&board, 0));
        for selfplay in [true, false] {
            session.own.game.selfplay = selfplay;
            offer_draw(&board, &mut session, Side::Black);
            assert_eq!(session.own.game.draw_offered, !selfplay);
        }
    }

    #[test]
    fn a_draw_offer_ends_with_the_next_move_and_with_another_position() {
        let (mut board, mut session) = (Board::new(), session());
        session.engine_side = None;
        for lines in [&["move e4"][..], &["analyse depth 1", "keep"], &["back"]] {
            session.own.game.draw_offered = true;
            for line in lines {
                assert!(Console::execute(&mut board, &mut session, line).is_ok(), "{line}");
            }
            assert!(!session.own.game.draw_offered, "{lines:?}");
        }
    }

    #[test]
    fn the_alarm_of_0_seconds_never_rings() {
        let (board, mut session) = (Board::new(), session());
        let controls = [TimeControl::read("5+0").expect("a control"); 2];
        session.own.game.clocks = GameClocks::read_state(controls, "-1 9 300000 9");
        for alarm in [0, 1] {
            session.own.view.look.alarm = alarm;
            warn_of_time(&board, &mut session);
            assert_eq!(session.own.game.was_alarmed, alarm > 0);
        }
    }
}
