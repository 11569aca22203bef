//! `copy`: copies the position or the game to the terminal's clipboard, with the escape sequence OSC 52.

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

use crate::board::Board;
use crate::games::pgn;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::ui::refusal::{Done, bad};

use super::state::Session;
use super::transfer::game_of;

pub(crate) fn copy(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (copied, what) = match text {
        "fen" => (laws::fen(session.own.shown(board)), "The position (FEN)"),
        "pgn" => (pgn::text(&game_of(board, session)), "The game (PGN)"),
        _ => return bad(format!("'{}' cannot be copied; type 'copy fen' or 'copy pgn'", shortened(text))),
    };
    if !session.out.is_terminal() {
        return bad("there is no terminal, so there is no clipboard; use 'fen' or 'save FILE'");
    }
    let mut sequence = String::new();
    // Writing to a String cannot fail.
    let _ = CopyToClipboard::to_clipboard_from(copied).write_ansi(&mut sequence);
    session.out.command(&sequence);
    session.say(&format!("{what} was sent to the clipboard; some terminals do not allow this."));
    Ok(())
}
