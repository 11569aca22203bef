//! `copy`: the position or the game goes to the clipboard of the terminal, with its command OSC 52.

use crate::board::Board;
use crate::games::pgn;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::ui::words::{Done, bad};

use super::state::Session;
use super::transfer::game_of;

pub(crate) fn copy(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (copied, what) = match text {
        "fen" => (laws::fen(session.own.shown(board)), "The position (FEN)"),
        "pgn" => (pgn::text(&game_of(board, session)), "The game (PGN)"),
        _ => return bad(format!("'{}' cannot be copied; say copy fen, or copy pgn", shortened(text))),
    };
    if !session.out.is_terminal() {
        return bad("there is no terminal whose clipboard could take it: 'fen' and 'save FILE' write it");
    }
    session.out.command(&format!("\x1b]52;c;{}\x07", base64(copied.as_bytes())));
    session.say(&format!("{what} is in the clipboard, if the terminal lets programs use it."));
    Ok(())
}

/// Base 64 (RFC 4648, chapter 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[bits >> (18 - 6 * place) & 63]);
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, chapter 10.
    #[test]
    fn texts_are_written_in_base_64() {
        let examples =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (text, encoded) in examples {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
