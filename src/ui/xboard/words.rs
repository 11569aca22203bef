//! The protocol's table of words.

use crate::command;
use crate::ui::protocol::{self, word};

use super::state::XBoard;
use super::{edit, game, knowledge, options, think, timing};

/// What happens to a word that arrives during a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// It is carried out at once; the search goes on.
    Answer,
    /// It waits until the engine has moved; during pondering or analysis it is carried out at once.
    AfterMove,
    /// It waits until the engine has moved; pondering or analysis is stopped.
    Later,
    /// The search stops without a move.
    StopFirst,
    /// As `StopFirst`, but ignored if the engine is already thinking about its own move.
    Turn,
    /// The search stops and the engine moves.
    MoveNow,
    /// A move: refused if it is the engine's turn; otherwise pondering or analysis is stopped.
    Move,
}

/// The action of a word of the protocol.
pub type Action = protocol::Action<Busy, protocol::Run<XBoard>>;

/// A word of the protocol.
pub type Word = command::Word<Action>;

use Busy::{AfterMove, Answer, Later, MoveNow, StopFirst, Turn};

/// The words of the protocol.
pub const WORDS: command::Words<Action> = &[TABLE];

#[rustfmt::skip]
const TABLE: &[Word] = &[
    word(Answer, "xboard", "", "start the protocol", protocol::ignore),
    word(Answer, "protover", "N", "the GUI's version; the features are sent", game::protover),
    word(Answer, "accepted rejected", "FEATURE", "the GUI's answer to a feature", protocol::ignore),
    word(StopFirst, "new", "", "a new game; the engine plays Black", game::new_game),
    word(StopFirst, "variant", "NAME", "the rules of the game", game::variant),
    word(StopFirst, "quit", "", "end the program", protocol::quit),
    word(StopFirst, "force", "", "the engine plays neither side", game::force),
    word(Turn, "go", "", "the engine plays the side to move", game::go),
    word(StopFirst, "playother", "", "the engine plays the side not to move", game::playother),
    word(StopFirst, "white", "", "White is to move, the engine plays Black", game::white),
    word(StopFirst, "black", "", "Black is to move, the engine plays White", game::black),
    word(Busy::Move, "usermove", "MOVE", "the opponent's move", game::usermove),
    word(MoveNow, "?", "", "move now", protocol::ignore),
    word(AfterMove, "ping", "N", "answer pong N when all lines before it are done", game::ping),
    word(Answer, "draw", "", "the opponent offers a draw", think::draw),
    word(StopFirst, "result", "RESULT {REASON}", "the game is over", game::result),
    word(StopFirst, "setboard", "FEN", "set up a position", game::setboard),
    word(StopFirst, "edit", "", "set up a position piece by piece", edit::edit),
    word(StopFirst, "undo", "", "take back one half-move", game::undo),
    word(StopFirst, "remove", "", "take back two half-moves", game::remove),
    word(Answer, "level", "MOVES BASE INCREMENT", "the time control", timing::level),
    word(Answer, "st", "SECONDS", "time for each move", timing::st),
    word(Answer, "sd", "N", "search depth in plies", timing::sd),
    word(Answer, "nps", "N", "count N nodes as a second", timing::nps),
    word(Answer, "time", "CENTISECONDS", "the engine's clock", timing::time),
    word(Answer, "otim", "CENTISECONDS", "the opponent's clock", timing::otim),
    word(Answer, "post", "", "show the thinking", game::post),
    word(Answer, "nopost", "", "do not show the thinking", game::nopost),
    word(Answer, "hard", "", "think on the opponent's time", game::hard),
    word(Answer, "easy", "", "do not think on the opponent's time", game::easy),
    word(Answer, "pause", "", "stop the engine and the clocks", game::pause),
    word(Answer, "resume", "", "continue after a pause", game::resume),
    word(StopFirst, "analyze", "", "think until told otherwise, without moving", game::analyze),
    word(Later, "exit", "", "end the analysis", game::exit),
    word(Later, "exclude", "MOVE|all", "exclude a move from the search", game::exclude),
    word(Later, "include", "MOVE|all", "include a move again", game::include),
    word(Answer, ".", "", "show the progress of the analysis", think::status),
    word(Answer, "hint", "", "what would the engine play?", think::hint),
    word(Later, "bk", "", "what does the book say?", knowledge::bk),
    word(Later, "memory", "MEGABYTES", "memory for tables", game::memory),
    word(Later, "cores", "N", "number of threads", game::cores),
    word(Later, "option", "NAME=VALUE", "change a setting", options::option),
    word(Answer, "computer", "", "the opponent is a program, too", game::computer),
    word(Later, "random", "",
        "vary the games: use the book, and a new seed for a weakened engine's errors; again: stop that", game::random),
    word(Later, "egtpath", "syzygy PATH", "use the endgame tables in these folders", knowledge::egtpath),
    word(Answer, "name rating ics", "…", "information for the engine", protocol::ignore),
    word(Answer, "lift put hover pick holding partner ptell", "…", "other games and boards", protocol::ignore),
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
