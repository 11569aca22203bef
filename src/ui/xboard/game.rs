//! Commands for the game, its position, and the dialogue itself.

use std::collections::VecDeque;
use std::mem;

use crate::VERSION;
use crate::board::Board;
use crate::command;
use crate::defines::*;
use crate::modern::settings::{MOST_MEGABYTES, MOST_THREADS};
use crate::moves::Move;
use crate::play::expected::place;
use crate::play::standing::Standing;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::shortened;
use crate::searcher::Control;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::show;

use super::answers::{illegal, reason};
use super::options;
use super::state::{Session, Task, begin_here, end_pause, plays};
use super::think;

const FEATURES: [&str; 3] = [
    "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1",
    "feature colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1",
    "feature variants=\"normal,fischerandom\" egt=\"syzygy\"",
];

pub(crate) fn protover(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line("feature done=0");
    session.out.line(&format!("feature myname=\"{VERSION}\""));
    for line in FEATURES {
        session.out.line(line);
    }
    for line in options::features(session) {
        session.out.line(&line);
    }
    session.out.line("feature done=1");
    Ok(())
}

pub(crate) fn ping(_: &mut Board, session: &mut Session, number: &str) -> Done {
    session.out.line(format!("pong {}", shortened(number)).trim_end());
    Ok(())
}

pub(crate) fn computer(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.against_computer = true;
    Ok(())
}

pub(crate) fn pause(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if !mem::replace(&mut session.own.paused, true) {
        session.own.clock.pause();
    }
    session.control().into_iter().for_each(Control::pause);
    if !matches!(session.own.task, Task::Move | Task::Hint) {
        return Ok(());
    }
    // A pause may be long, so the pings queued behind the move are answered now, before any that arrive during the
    // pause.
    let is_ping = |line: &String| command::split_word(line).0 == "ping";
    let (pings, others) = mem::take(&mut session.pending).into_iter().partition(is_ping);
    session.pending = others;
    VecDeque::into_iter(pings).try_for_each(|line| ping(board, session, command::split_word(&line).1))
}

pub(crate) fn resume(_: &mut Board, session: &mut Session, _: &str) -> Done {
    end_pause(session);
    Ok(())
}

// ---- the game -----------------------------------------------------------------------------------------------------------

pub(crate) fn new_game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    session.forget();
    session.make_table();
    tell_shortage(session);
    session.options.modern.variety = 0;
    session.library.random = false;
    begin_here(session);
    session.engine_side = (!session.own.analysing).then_some(Side::Black);
    session.own.chess960 = false;
    session.own.against_computer = false;
    session.own.clock.new_game();
    Ok(())
}

/// `random`: switches varied play on or off. XBoard sends it before every game.
pub(crate) fn random(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.library.random = !session.library.random;
    if session.library.random {
        session.options.modern.vary();
    } else {
        session.options.modern.variety = 0;
    }
    Ok(())
}

pub(crate) fn variant(_: &mut Board, session: &mut Session, name: &str) -> Done {
    if !["normal", "fischerandom"].contains(&name) {
        return bad("unsupported variant");
    }
    session.own.chess960 = name == "fischerandom";
    Ok(())
}

pub(crate) fn force(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    Ok(())
}

pub(crate) fn result(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    Ok(())
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.task == Task::Move {
        return Ok(());
    }
    plays(session, Some(board.next_move));
    if !think::claim(board, session) {
        think::think_and_move(board, session);
    }
    Ok(())
}

pub(crate) fn playother(board: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, Some(board.next_move.other()));
    session.own.clock.opponent_starts();
    Ok(())
}

pub(crate) fn white(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::White)
}

pub(crate) fn black(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::Black)
}

fn give_move_to(board: &mut Board, session: &mut Session, side: Side) -> Done {
    if board.next_move != side {
        let setup = board.setup().given_to(side).map_err(|_| Refusal::Bad("command not legal now".into()))?;
        board.init_from_setup(&setup);
        begin_here(session);
    }
    plays(session, Some(side.other()));
    Ok(())
}

pub(crate) fn usermove(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.task == Task::Move || session.engine_side == Some(board.next_move) {
        return Err(Refusal::Move { text: shortened(text), reason: "it is the engine's turn".into() });
    }
    let mv = board.read_move(text).map_err(|error| illegal(text, &error))?;
    // The pause must not count against the opponent's clock.
    end_pause(session);
    session.own.analysed = None;
    if think::is_expected(board, session, mv) {
        board.play(mv);
        think::hit(board, session);
        return Ok(());
    }
    session.forget_search();
    let answer = session.own.ready.take().and_then(|ready| ready.answer_to(board, mv));
    let plays_on = session.own.claimed;
    board.play(mv);
    if session.engine_side != Some(board.next_move) {
        session.own.draw_offered = false;
        return Ok(());
    }
    session.own.clock.opponent_moved();
    if !think::may_go_on(board, plays_on) {
        think::claim(board, session);
    } else if let Some(ready) = answer {
        think::move_at_once(board, session, ready);
    } else {
        think::think_and_move(board, session);
    }
    Ok(())
}

// ---- the position -------------------------------------------------------------------------------------------------------

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let rules = if session.own.chess960 { Rules::Chess960 } else { Rules::Standard };
    let fen = read_fen_by(text, rules).map_err(|error| Refusal::Bad(format!("Illegal position: {error}")))?;
    board.init_from_setup(&fen.setup);
    begin_here(session);
    Ok(())
}

pub(crate) fn undo(board: &mut Board, session: &mut Session, _: &str) -> Done {
    take_back(board, session, 1)
}

pub(crate) fn remove(board: &mut Board, session: &mut Session, _: &str) -> Done {
    take_back(board, session, 2)
}

fn take_back(board: &mut Board, session: &mut Session, plies: usize) -> Done {
    if board.end_of_game < plies {
        return bad("command not legal now");
    }
    for _ in 0..plies {
        board.undo();
    }
    (session.own.claimed, session.own.excluded, session.own.analysed) = (false, None, None);
    (session.own.standing, session.own.draw_offered) = (Standing::default(), false);
    Ok(())
}

/// Excludes a move, or all moves, from the search at the root.
pub(crate) fn exclude(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (mut excluded, moves) = excluded_and_named(board, session, text)?;
    excluded.extend(moves);
    leave_out(board, session, excluded)
}

/// Readmits an excluded move, or all moves, to the search.
pub(crate) fn include(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (excluded, _) = excluded_and_named(board, session, text)?;
    leave_out(board, session, excluded)
}

/// Two lists: the excluded moves that `text` does not name, and the moves that it names.
fn excluded_and_named(board: &mut Board, session: &Session, text: &str) -> Result<(Vec<Move>, Vec<Move>), Refusal> {
    let named = match text {
        "all" => board.legal_moves(),
        _ => vec![board.read_move(text).map_err(|error| Refusal::Bad(reason(&error).into()))?],
    };
    let others = session.own.excluded(board).iter().filter(|mv| !named.contains(mv));
    Ok((others.copied().collect(), named))
}

fn leave_out(board: &Board, session: &mut Session, excluded: Vec<Move>) -> Done {
    session.forget_search();
    session.own.excluded = Some((place(board), excluded));
    session.own.analysed = None;
    Ok(())
}

// ---- settings -----------------------------------------------------------------------------------------------------------

pub(crate) fn post(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.post = true;
    Ok(())
}

pub(crate) fn nopost(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.post = false;
    Ok(())
}

pub(crate) fn hard(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.hard = true;
    Ok(())
}

pub(crate) fn easy(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.hard = false;
    if session.own.task == Task::Ponder {
        session.forget_search();
    }
    Ok(())
}

pub(crate) fn ponder(board: &mut Board, session: &mut Session, text: &str) -> Done {
    match text {
        "on" => hard(board, session, ""),
        "off" => easy(board, session, ""),
        _ => bad("it can be on or off"),
    }
}

/// Reports failed memory allocation.
pub(super) fn tell_shortage(session: &mut Session) {
    if let Some(shortage) = session.take_shortage() {
        session.out.line(&format!("tellusererror {}", show::shortage(shortage)));
    }
}

pub(crate) fn memory(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Ok(megabytes) = text.parse::<i64>() else { return bad("wrong number") };
    session.options.modern.megabytes = megabytes.clamp(1, MOST_MEGABYTES as i64) as usize;
    // Allocate now, so that a memory shortage is reported at once and not by the next search.
    session.make_table();
    tell_shortage(session);
    Ok(())
}

pub(crate) fn cores(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Ok(threads) = text.parse::<i64>() else { return bad("wrong number") };
    session.forget_search();
    session.options.modern.threads = threads.clamp(1, MOST_THREADS as i64) as usize;
    Ok(())
}

// ---- analysis -----------------------------------------------------------------------------------------------------------

pub(crate) fn analyze(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    session.own.analysing = true;
    session.own.analysed = None;
    Ok(())
}

/// Ends the analysis and clears the excluded moves, because some GUIs never send `include all`.
pub(crate) fn exit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.analysing {
        session.forget_search();
        plays(session, None);
        session.own.excluded = None;
    }
    Ok(())
}
