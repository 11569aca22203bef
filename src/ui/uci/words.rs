//! The protocol's table of words.

use crate::command;
use crate::ui::protocol::{self, word};

use super::state::{Action, Busy, Word};
use super::{dialogue, limits, options, position, think};

use Busy::{Later, Now, Stop};

/// The words of the protocol.
pub const WORDS: command::Words<Action> = &[TABLE];

#[rustfmt::skip]
const TABLE: &[Word] = &[
    word(Now, "uci", "", "start the protocol: send name and options, then uciok", dialogue::uci),
    word(Now, "debug", "on|off", "also send the time plan of each move", dialogue::debug),
    word(Now, "isready", "", "answer readyok, also during a search", dialogue::isready),
    word(Later, "setoption", "name NAME [value VALUE]", "change a setting", options::setoption),
    word(Now, "register", "…", "ignored: no registration is needed", protocol::ignore),
    word(Later, "ucinewgame", "", "the next position is from another game", dialogue::ucinewgame),
    word(Later, "position", "startpos|fen FEN [moves MOVE …]", "set up a position, and play moves", position::position),
    word(Later, "go", limits::FORMS, "search, and answer bestmove; without a limit until stop", think::go),
    word(Stop, "stop", "", "answer with the best move so far", protocol::ignore),
    word(Now, "ponderhit", "", "the expected move was played: our clock runs", dialogue::ponderhit),
    word(Stop, "quit", "", "end the program", protocol::quit),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_word_stands_twice_in_the_table_and_all_are_explained() {
        let mut seen = HashSet::new();
        for usage in command::usages(WORDS) {
            assert!(usage.names.split(' ').all(|name| seen.insert(name)), "{}", usage.names);
            assert!(!usage.help.is_empty(), "{}", usage.name());
        }
    }
}
