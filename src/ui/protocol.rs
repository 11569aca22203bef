//! Code shared by the commands of all protocols.

use crate::board::Board;
use crate::command::{Group, Usage, Word};

use super::refusal::Done;
use super::session::{Action, Dialogue, Effect, Run, Session};

/// A command of a protocol.
pub const fn word<D: Dialogue>(
    effect: Effect,
    names: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: Run<D>,
) -> Word<Action<Run<D>>> {
    let usage = Usage { names, group: Group::Protocol, arguments, help, example: "", see: "" };
    Word { usage, action: Action { effect, run } }
}

/// Accepts a command without acting on it.
pub(crate) fn ignore<D: Dialogue>(_: &mut Board, _: &mut Session<D>, _: &str) -> Done {
    Ok(())
}

/// Ends the dialogue.
pub(crate) fn quit<D: Dialogue>(_: &mut Board, session: &mut Session<D>, _: &str) -> Done {
    session.over = true;
    Ok(())
}
