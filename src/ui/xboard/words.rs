//! The protocol's table of commands.

use crate::command;
use crate::ui::protocol::{self, word};
use crate::ui::session::{self, Effect};

use super::state::XBoard;
use super::{edit, game, knowledge, options, think, timing};

/// Function of a protocol command, and its effect on a running search.
pub type Action = session::Action<session::Run<XBoard>>;

/// A command of the protocol.
pub type Word = command::Word<Action>;

use Effect::{Nothing, PonderHit, StopsAndForgets, StopsAndPlays, Waits};

/// The commands of the protocol.
pub const WORDS: command::Words<Action> = &[TABLE];

#[rustfmt::skip]
const TABLE: &[Word] = &[
    word(Nothing, "xboard", "", "start the protocol", protocol::ignore),
    word(Nothing, "protover", "N", "the GUI's protocol version; answered with Alula's features", game::protover),
    word(Nothing, "accepted rejected", "FEATURE", "the GUI's answer to a feature", protocol::ignore),
    word(StopsAndForgets, "new", "", "a new game; the engine plays Black", game::new_game),
    word(StopsAndForgets, "variant", "NAME", "the rules of the game", game::variant),
    word(StopsAndForgets, "quit", "", "end the program", protocol::quit),
    word(StopsAndForgets, "force", "", "the engine plays neither side", game::force),
    word(StopsAndForgets, "go", "", "the engine plays the side to move", game::go),
    word(StopsAndForgets, "playother", "", "the engine plays the side not to move", game::playother),
    word(StopsAndForgets, "white", "", "White is to move; the engine plays Black", game::white),
    word(StopsAndForgets, "black", "", "Black is to move; the engine plays White", game::black),
    word(PonderHit, "usermove", "MOVE", "the opponent's move", game::usermove),
    word(StopsAndPlays, "?", "", "move now", think::move_now),
    word(Waits, "ping", "N", "answer pong N after executing all lines before it", game::ping),
    word(Nothing, "draw", "", "the opponent offers a draw", think::draw),
    word(StopsAndForgets, "result", "RESULT {REASON}", "the game is over", game::result),
    word(StopsAndForgets, "setboard", "FEN", "set up a position", game::setboard),
    word(StopsAndForgets, "edit", "", "set up a position piece by piece", edit::edit),
    word(StopsAndForgets, "undo", "", "take back one half-move", game::undo),
    word(StopsAndForgets, "remove", "", "take back two half-moves", game::remove),
    word(Nothing, "level", "MOVES BASE INCREMENT", "the time control", timing::level),
    word(Nothing, "st", "SECONDS", "time for each move", timing::st),
    word(Nothing, "sd", "N", "search depth in plies", timing::sd),
    word(Nothing, "nps", "N", "count N nodes as a second", timing::nps),
    word(Nothing, "time", "CENTISECONDS", "the engine's clock", timing::time),
    word(Nothing, "otim", "CENTISECONDS", "the opponent's clock", timing::otim),
    word(Nothing, "post", "", "show the thinking", game::post),
    word(Nothing, "nopost", "", "do not show the thinking", game::nopost),
    word(Nothing, "hard", "", "think on the opponent's time", game::hard),
    word(Nothing, "easy", "", "do not think on the opponent's time", game::easy),
    word(Nothing, "ponder", "on|off", "the same as hard and easy", game::ponder),
    word(Nothing, "pause", "", "stop the engine and the clocks", game::pause),
    word(Nothing, "resume", "", "continue after a pause", game::resume),
    word(StopsAndForgets, "analyze", "", "analyse without moving, until 'exit'", game::analyze),
    word(Waits, "exit", "", "end the analysis", game::exit),
    word(Waits, "exclude", "MOVE|all", "exclude a move from the search", game::exclude),
    word(Waits, "include", "MOVE|all", "include a move again", game::include),
    word(Nothing, ".", "", "show the progress of the analysis", think::status),
    word(Nothing, "hint", "", "suggest a move", think::hint),
    word(Waits, "bk", "", "show the book moves", knowledge::bk),
    word(Waits, "memory", "MEGABYTES", "size of the hash table, in megabytes", game::memory),
    word(Waits, "cores", "N", "number of threads", game::cores),
    word(Waits, "option", "NAME=VALUE", "change a setting", options::option),
    word(Nothing, "computer", "", "the opponent is a program, too", game::computer),
    word(Waits, "random", "",
        "vary the games, with book moves and a new seed for a weakened engine's errors; if sent again, stop varying \
         them", game::random),
    word(Waits, "egtpath", "syzygy PATH", "use the endgame tables in these folders", knowledge::egtpath),
    word(Nothing, "name rating ics", "…", "information for the engine", protocol::ignore),
    word(Nothing, "lift put hover pick holding partner ptell", "…", "other games and boards", protocol::ignore),
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
