//! Commands about the dialogue itself.

use crate::VERSION;
use crate::board::Board;
use crate::modern::clock::Lag;
use crate::readmove::shortened;
use crate::ui::refusal::{Done, bad};

use super::state::Session;
use super::{info, options, think};

/// The author of the program.
const AUTHOR: &str = "the authors of Alula";

/// Sends the engine's name, author and options.
pub(super) fn introduce(session: &mut Session) {
    session.out.line(&format!("id name {VERSION}"));
    session.out.line(&format!("id author {}", AUTHOR));
    for line in options::lines(session) {
        session.out.line(&line);
    }
    session.out.line("uciok");
}

pub(crate) fn uci(_: &mut Board, session: &mut Session, _: &str) -> Done {
    introduce(session);
    Ok(())
}

pub(crate) fn debug(_: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.debug = match text {
        "on" => true,
        "off" => false,
        _ => return bad(format!("debug can be on or off, not '{}'", shortened(text))),
    };
    Ok(())
}

pub(crate) fn isready(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.unanswered.is_none() {
        session.make_table();
        info::tell_shortage(session);
    }
    session.out.line("readyok");
    Ok(())
}

/// Clears all data from the last game; a weakened engine gets a new seed for its errors.
pub(crate) fn ucinewgame(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    session.forget();
    if session.options.is_weakened() {
        session.options.modern.vary();
    }
    (session.own.named, session.own.is_refused) = (None, false);
    session.own.told_next = None;
    session.own.keeper.lag = Lag::default();
    Ok(())
}

/// `ponderhit`: the opponent has played the expected move. Has no effect unless the engine is pondering or a `go` is
/// queued.
pub(crate) fn ponderhit(board: &mut Board, session: &mut Session, _: &str) -> Done {
    think::hit(board, session);
    Ok(())
}

/// Ends the dialogue. Queued lines are dropped; a running `go` is answered first.
pub(crate) fn quit(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.pending.clear();
    session.own.quits = true;
    session.over = session.own.unanswered.is_none();
    think::stop(board, session, "")
}
