//! What the words of all protocols have in common.

use crate::board::Board;
use crate::command::{Group, Usage, Word};

use super::session::{Dialogue, Session};
use super::words::Done;

/// Carries out a word of a dialogue.
pub type Run<D> = fn(&mut Board, &mut Session<D>, &str) -> Done;

/// What a protocol does with a word.
#[derive(Clone, Copy, Debug)]
pub struct Action<B, R> {
    /// What happens to it while the engine thinks.
    pub busy: B,
    /// Carries it out.
    pub run: R,
}

/// A word of a protocol.
pub const fn word<B: Copy, D: Dialogue>(
    busy: B,
    names: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: Run<D>,
) -> Word<Action<B, Run<D>>> {
    let usage = Usage { names, group: Group::Protocol, arguments, help, example: "", see: "" };
    Word { usage, action: Action { busy, run } }
}

/// A word about which nothing has to be done.
pub(crate) fn ignore<D: Dialogue>(_: &mut Board, _: &mut Session<D>, _: &str) -> Done {
    Ok(())
}

/// Ends the dialogue.
pub(crate) fn quit<D: Dialogue>(_: &mut Board, session: &mut Session<D>, _: &str) -> Done {
    session.over = true;
    Ok(())
}
