//! Starting a game, and choosing who plays which side.

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::games::chess960;
use crate::hash::split_mix;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::timer::unix_nanos;
use crate::ui::clock::GameClocks;
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::terminal::look::NewSides;

use super::clocks::engine_plays;
use super::ending::{announce_end, refuse_after_result};
use super::opponent::tell_opponent;
use super::play::{answer, engine_move, refuse_elsewhere};
use super::state::{Autosaved, Console, Session};
use super::{looking, transfer};

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
    session.own.view.looking_back = None;
    if session.own.is_analysing() {
        return session.own.restart_analysis(board);
    }
    if let Some(aside) = session.own.training.end() {
        // Restores the opponent and the clocks of the game set aside; the game itself is dropped.
        transfer::give_back(aside, session);
    }
    session.own.game.redo.clear();
    let game = &mut session.own.game;
    (game.autosaved, game.is_recorded, game.was_alarmed) = (Autosaved::No, false, false);
    (game.study, game.has_opponent, game.last_by_selfplay) = (None, false, false);
    game.clocks = game.clocks.map(|clocks| GameClocks::new(clocks.controls));
    engine_plays(session, Some(board.next_move.other()));
    session.own.game.forget_end();
}

/// Turns the board so that the user's side is at the bottom.
pub(super) fn face_the_user(board: &mut Board, session: &Session) {
    board.view_rotated = session.engine_side == Some(Side::White);
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
