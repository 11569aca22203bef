//! The protocol's table of words.

use crate::command;
use crate::ui::protocol::{self, word};

use super::state::Uci;
use super::{dialogue, limits, options, position};

/// The fate of a word that comes while the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// It is carried out at once, and the engine thinks on.
    Now,
    /// The engine stops thinking and answers.
    Stop,
    /// It waits for the end of the search if that has a limit; otherwise it is refused.
    Later,
}

/// What the protocol does with a word.
pub type Action = protocol::Action<Busy, protocol::Run<Uci>>;

/// A word of the protocol.
pub type Word = command::Word<Action>;

use Busy::{Later, Now, Stop};

/// The words of the protocol.
pub const WORDS: command::Words<Action> = &[TABLE];

#[rustfmt::skip]
const TABLE: &[Word] = &[
    word(Now, "uci", "", "the protocol begins: name and options are sent, then uciok", dialogue::uci),
    word(Now, "debug", "on|off", "tell the plan for the time of each move, too", dialogue::debug),
    word(Now, "isready", "", "answer readyok, while the engine thinks, too", dialogue::isready),
    word(Later, "setoption", "name NAME [value VALUE]", "change a setting", options::setoption),
    word(Now, "register", "…", "nothing has to be registered", protocol::ignore),
    word(Later, "ucinewgame", "", "the next position is from another game", dialogue::ucinewgame),
    word(Later, "position", "startpos|fen FEN [moves MOVE …]", "set up a position, and play moves", position::position),
    word(Later, "go", limits::FORMS, "think, and answer bestmove; without a limit until stop", limits::go),
    word(Stop, "stop", "", "answer with the best move so far", protocol::ignore),
    word(Now, "ponderhit", "", "the expected move was played: the clock runs", dialogue::ponderhit),
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
