//! The protocol's table of commands.

use crate::command;
use crate::ui::protocol::{self, word};
use crate::ui::session::Effect;

use super::state::{Action, Word};
use super::{dialogue, go, options, position, testers, think};

use Effect::{Nothing, PonderHit, StopsAndPlays, Waits};

/// The commands of the protocol.
pub const WORDS: command::Words<Action> = &[TABLE];

#[rustfmt::skip]
const TABLE: &[Word] = &[
    word(Nothing, "uci", "", "start the protocol: send name and options, then uciok", dialogue::uci),
    word(Nothing, "debug", "on|off", "also send the time limits of each move", dialogue::debug),
    word(Nothing, "isready", "", "answer readyok, also during a search", dialogue::isready),
    word(Waits, "setoption", "name NAME [value VALUE]", "change a setting", options::setoption),
    word(Nothing, "register", "…", "ignored: no registration is needed", protocol::ignore),
    word(Waits, "ucinewgame", "", "the next position is from a new game", dialogue::ucinewgame),
    word(Waits, "position", "startpos|fen FEN [moves MOVE …]", "set up a position, and play moves", position::position),
    word(Waits, "go", go::FORMS, "search, and answer with bestmove; without a limit, search until stop", think::go),
    word(StopsAndPlays, "stop", "", "answer with the best move so far", think::stop),
    word(PonderHit, "ponderhit", "", "the opponent played the expected move: our clock is running",
        dialogue::ponderhit),
    word(Nothing, "d", "", "show the board, its FEN, its key and the pieces that give check", testers::show),
    word(Nothing, "eval", "", "show the evaluation", testers::eval),
    word(Waits, "flip", "", "exchange the colours", testers::flip),
    word(Waits, "bench", "", "search fixed positions; show the signature and the speed", testers::bench),
    word(StopsAndPlays, "quit", "", "end the program", dialogue::quit),
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
