//! The console's table of words. Its other tables, like that of the laboratory, are handed to it when it opens.

use crate::command::{Group, Usage};

pub use super::state::{Run, Word, Words};
use super::{analyse, engine, keep, looking, measure, play, ponder, position, program, suite};

/// One row of a table.
pub const fn word(
    group: Group,
    names: &'static str,
    arguments: &'static str,
    action: Run,
    help: &'static str,
    example: &'static str,
    see: &'static str,
) -> Word {
    Word { usage: Usage { names, group, arguments, help, example, see }, action }
}

use Group::{Engine, Look, Measure, Play, Position, Program};

/// The words of the console.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Play, "go", "", play::go,
        "let the engine play the side to move, from now on",
        "go", "play selfplay move"),
    word(Play, "move", "MOVE", play::make_move,
        "play a move without an answer of the engine",
        "move Nf3", "go undo"),
    word(Play, "undo", "[N|all]", play::undo,
        "take back one half-move, or N",
        "undo 2", "takeback redo"),
    word(Play, "takeback", "[N]", play::takeback,
        "take your last move back, and the engine's answer, or N moves of yours",
        "takeback", "undo redo"),
    word(Play, "redo", "[N|all]", play::redo,
        "play again what was taken back, up to your next move, or N half-moves",
        "redo", "undo"),
    word(Play, "new", "", play::new_game,
        "start a new game; the engine plays Black",
        "new", "play setboard"),
    word(Play, "play", "[white|black|both|none]", play::play_side,
        "which side the engine plays",
        "play none", "go selfplay"),
    word(Play, "selfplay cc", "", play::selfplay,
        "let the engine play both sides until the game is over",
        "selfplay", "go play"),
    word(Play, "hint", "", play::hint,
        "what would the engine play?",
        "hint", "analyse threat"),
    word(Play, "level", "[5+3 | MOVES MINUTES [SECONDS] | off]", play::level,
        "play with clocks: minutes and seconds a move, or so many moves in so many minutes",
        "level 40 5", "clock time sd"),
    word(Play, "clock", "", play::clock,
        "show the clocks",
        "clock", "level"),
    word(Play, "ponder", "[on|off]", ponder::ponder,
        "let the engine think on your time, too",
        "ponder on", "level set"),
    word(Play, "skill opponent", "[N]", play::skill,
        "whom you play, and how strong; N: from 0, a beginner, to 20",
        "skill", "play level set"),
    word(Play, "draw", "", play::draw,
        "offer a draw, or accept one",
        "draw", "resign"),
    word(Play, "resign", "", play::resign,
        "give the game up",
        "resign", "draw undo"),
    word(Play, "save", "FILE | epd FILE | settings [FILE]", keep::save,
        "add the game to a file (PGN) or the position to one (EPD), or keep the settings",
        "save settings my.ini", "load resume ini"),
    word(Play, "load", "FILE [N]", keep::load,
        "load the N-th game of a file (PGN)",
        "load games.pgn 2", "save readfen"),
    word(Play, "resume", "[before]", keep::resume,
        "go on with the last game at the terminal, even if it was cut off, or with the one before",
        "resume", "load"),
    word(Play, "white", "", play::white,
        "give the move to White, and forget the game",
        "white", "black setup"),
    word(Play, "black", "", play::black,
        "give the move to Black, and forget the game",
        "black", "white setup"),
    word(Look, "d", "", looking::display,
        "show the board",
        "d", "r attacks"),
    word(Look, "r", "", looking::rotate,
        "turn the board round",
        "r", "d"),
    word(Look, "attacks", "[white|black]", looking::attacks,
        "show the board with the squares that a side attacks",
        "attacks white", "d what"),
    word(Look, "moves", "[--csv|--json]", looking::moves,
        "list the legal moves",
        "moves", "what"),
    word(Look, "game", "", looking::game,
        "list the moves of the game",
        "game", "save last"),
    word(Look, "last", "", looking::last,
        "the last move in words",
        "last", "game"),
    word(Look, "where", "PIECES", looking::whereis,
        "on which squares pieces of a kind stand",
        "where knights", "what rank file"),
    word(Look, "what", "SQUARE", looking::what,
        "what stands on a square, what attacks it, and where it can go",
        "what e2", "where attacks"),
    word(Look, "rank", "N", looking::rank,
        "the pieces of a rank in words",
        "rank 2", "file where"),
    word(Look, "file", "LETTER", looking::file,
        "the pieces of a file in words",
        "file e", "rank where"),
    word(Look, "eval", "[--csv|--json]", looking::eval,
        "show the evaluation of the search that plays, term by term, and compare it with the mirrored position's",
        "eval", "analyse"),
    word(Look, "analyse analyze", "[N]", analyse::analyse,
        "think about the position without moving, in N lines; at a terminal until 'exit'",
        "analyse 3", "hint threat exit"),
    word(Look, "threat", "", analyse::threat,
        "what would the other side play if it could move again?",
        "threat", "hint analyse"),
    word(Look, "fen", "", looking::fen,
        "show the position as FEN",
        "fen", "setboard"),
    word(Look, "info", "", looking::info,
        "show some inner values",
        "info", "memory"),
    word(Position, "setboard", "FEN", position::setboard,
        "set up a position",
        "setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "fen setup"),
    word(Position, "setup edit", "", position::setup,
        "set up a position piece by piece, in a dialogue",
        "setup", "setboard"),
    word(Position, "readfen", "FILE N", position::readfen,
        "set up the N-th FEN of a file of games",
        "readfen games.pgn 1", "load setboard"),
    word(Engine, "sd", "[N]", engine::search_depth,
        "search depth in plies, 1 to 64",
        "sd 8", "time set"),
    word(Engine, "time st", "[SECONDS|off]", engine::search_time,
        "time for a move in seconds",
        "time 0.5", "sd level"),
    word(Engine, "stopfrac", "[N]", engine::stop_frac,
        "no new iteration of the tutorial's searches after N per cent of the time",
        "stopfrac 60", "time"),
    word(Engine, "set", "[NAME [VALUE] | --csv | --json]", engine::set,
        "show or change a setting; 'set' may be left out",
        "set theme blue", "save ini"),
    word(Engine, "ini", "[FILE]", engine::read_ini,
        "read the settings file again, or another",
        "ini my.ini", "save set"),
    word(Engine, "memory", "", engine::memory,
        "show how much memory the engine uses",
        "memory", "info"),
    word(Measure, "perft", "N [bulk]", measure::perft,
        "count the leaves N plies below the position; bulk: count the last moves without making them",
        "perft 4", "divide"),
    word(Measure, "divide", "N [--csv|--json]", measure::divide,
        "the same for each move",
        "divide 3", "perft"),
    word(Measure, "bench", "[N | threads [N [DEPTH]]]", measure::bench,
        "search a fixed set of positions N plies deeper than usual, and count; threads: compare the time to \
         DEPTH with N threads and with one",
        "bench threads 2 14", "perft test"),
    word(Measure, "ablate", "[DEPTH] [--csv|--json]", measure::ablate,
        "the modern search without each of its techniques in turn",
        "ablate 4", "bench set"),
    word(Measure, "test suite",
        "FILE [time SECONDS] [depth N] [stop [N]] [unsolved FILE] [--csv|--json]",
        suite::test,
        "search every position of a file (EPD, or FEN tags), or of a suite that is built in: wac, ecm, bk, \
         mates; stop: when a right move has stood for N iterations; unsolved: write what was not solved",
        "test two.epd depth 3 stop", "bench readfen compare"),
    word(Measure, "figures", "KIND FILE", measure::figures,
        "compute a table of figures again",
        "figures perft table.tsv", "perft"),
    word(Program, "help h ?", "[WORD]", program::help,
        "list the commands, or explain one, or a group: playing, looking, positions, engine, measuring, lab, program",
        "help level", "man"),
    word(Program, "source", "FILE", program::source,
        "carry out the lines of a file, up to the first that is refused",
        "source script.txt", "echo expect"),
    word(Program, "echo", "[TEXT]", program::echo,
        "show a text",
        "echo now White wins a pawn", "source expect"),
    word(Program, "expect", "TEXT", program::expect,
        "refuse to go on if the last command did not show this text",
        "expect e5", "source echo"),
    word(Program, "completions", "SHELL", program::completions,
        "a script that teaches bash, zsh or fish the commands",
        "completions bash", "man"),
    word(Program, "man", "", program::man,
        "the manual page, for man -l",
        "man", "help completions"),
    word(Program, "version", "", program::version,
        "show the version",
        "version", "info"),
    word(Program, "xboard", "[--log FILE]", program::xboard,
        "speak the XBoard protocol, for good",
        "xboard", "quit"),
    word(Program, "exit", "", analyse::exit,
        "end the analysis, or else the program",
        "exit", "quit"),
    word(Program, "quit q", "", program::quit,
        "end the program",
        "quit", "exit resume"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::ui::dialogues::CONSOLE_WORDS;

    #[test]
    fn no_word_stands_twice_in_the_tables() {
        let mut seen = HashSet::new();
        for usage in crate::command::usages(CONSOLE_WORDS) {
            for name in usage.names.split(' ') {
                assert!(seen.insert(name), "{name}");
            }
        }
    }

    #[test]
    fn every_word_is_listed_under_a_heading_and_explained() {
        for usage in crate::command::usages(CONSOLE_WORDS) {
            assert!(Group::ALL.iter().any(|(group, _)| *group == usage.group), "{}", usage.name());
            assert!(!usage.help.is_empty() && !usage.example.is_empty(), "{}", usage.name());
        }
    }
}
