//! The console's table of commands. `ui::dialogues` adds other tables, like the laboratory's.

use crate::command::{self, Group};
use crate::defines::Side;
use crate::ui::session::{Effect, Protocol};

use super::state::Session;
pub use super::state::{Word, Words, word};
use super::{
    analyse, bare, browse, clocks, ending, engine, glance, knowledge, looking, measure, newgame, opponent, play,
    position, program, suite, takeback,
};
// Commands for game files, which are not available in a browser.
#[cfg(feature = "terminal")]
use super::{explore, gamelist, guessing, keep, puzzles, record, resume, review};

use Effect::{Nothing, StopsAndForgets};
use Group::{Engine, Look, Measure, Play, Position, Program};

/// The effect of an input line on a running search.
pub(super) fn effect(session: &Session, line: &str) -> Effect {
    let is_next = session.pending.is_empty() && !session.input.has_typed_lines();
    // Lines are executed in order, so only the next line can affect the search.
    if !is_next || session.own.game.thinking.is_none() {
        return Effect::Waits;
    }
    match command::find(session.own.words, command::split_word(line).0) {
        Some(word) => word.action.effect,
        // In a lesson, a guess starts an experiment.
        None if session.own.training.lessons.awaits() => Effect::Waits,
        None if bare::is_readable(session.own.words, line) => Effect::Waits,
        // Refuses a mistyped line at once, so that it does not delay the lines after it.
        None => Effect::Nothing,
    }
}

/// The console's commands.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Play, "go", "", play::go,
        "let the engine play the side to move, from now on",
        "go", "play selfplay move"),
    word(Play, "move", "MOVE", play::make_move,
        "play a move; the engine does not reply",
        "move Nf3", "go undo"),
    word(Play, "undo", "[N|all]", takeback::undo,
        "take back one half-move, or N",
        "undo 2", "takeback redo").with_effect(StopsAndForgets),
    word(Play, "takeback", "[N]", takeback::takeback,
        "take back your last move and the engine's reply, or N of your moves",
        "takeback", "undo redo").with_effect(StopsAndForgets),
    word(Play, "redo", "[N|all]", takeback::redo,
        "replay the moves taken back, up to your next turn, or N half-moves",
        "redo", "undo"),
    word(Play, "new start", "[chess960 [N]]", newgame::new_game,
        "start a new game; the engine plays Black, unless 'set new-sides' keeps or exchanges the sides. chess960: from \
         shuffled start position N (0 to 959; 518 is the usual one), or from a random one",
        "new", "rematch side play setboard").with_effect(StopsAndForgets),
    word(Play, "rematch", "", newgame::rematch,
        "start a new game against the same opponent, with the sides exchanged",
        "rematch", "new side"),
    word(Play, "side", "[white|black|random]", newgame::side,
        "choose your side",
        "side black", "play new rematch"),
    word(Play, "play", "[white|black|both|none]", newgame::play_side,
        "choose the engine's side",
        "play none", "side go selfplay"),
    word(Play, "selfplay cc", "", newgame::selfplay,
        "let the engine play both sides until the game is over",
        "selfplay", "go play"),
    word(Play, "hint", "[more]", glance::hint,
        "show the piece that the engine would move; repeat for the move, then the reason",
        "hint", "analyse threat"),
    word(Play, "level", "[5+3 | MOVES MINUTES [SECONDS] | TIME against TIME | off]", clocks::level,
        "play with clocks. 5+3: five minutes, plus three seconds a move; 40 5: forty moves in five minutes, 40 5 3: plus \
         three seconds a move; A against B: your time and the engine's. The clocks start with the first move",
        "level 40 5", "clock flag time sd"),
    word(Play, "clock", "", clocks::clock,
        "show the clocks",
        "clock", "level").with_effect(Nothing),
    word(Play, "flag", "[ask|loss|off]", clocks::flag,
        "end the game if a side's time has run out: that side loses; against a bare king it is a draw. ask, loss, off: \
         what happens when time runs out: a question, the loss of the game, or nothing",
        "flag loss", "level clock set"),
    word(Play, "ponder", "[on|off]", |board, session, text| engine::set(board, session, format!("ponder {text}").trim()),
        "let the engine also think on your time",
        "ponder on", "level set"),
    word(Play, "opponent", "[beginner | casual | club | strong | master | full | ELO]", opponent::opponent,
        "choose your opponent and its strength: beginner, casual player, club player, strong club player, master, full \
         strength, or a rating",
        "opponent club player", "skill level play"),
    word(Play, "skill", "[N]", |_, session, text| opponent::choose(session, "skill", text),
        "choose the opponent's strength, from 0 (beginner) to 20",
        "skill", "opponent level set"),
    word(Play, "draw", "", ending::draw,
        "offer a draw, accept one, or claim one by repetition or the fifty-move rule",
        "draw", "resign"),
    word(Play, "resign", "", ending::resign,
        "give up the game",
        "resign", "draw undo").with_effect(StopsAndForgets),
    #[cfg(feature = "terminal")]
    word(Play, "save", "FILE | epd FILE | settings [FILE] [--force]", keep::save,
        "add the game to a PGN file, or the position to an EPD file (in a file NAME.fen, as FEN), or save the \
         settings; --force: replace the contents of the file",
        "save settings new.ini", "load resume ini"),
    #[cfg(feature = "terminal")]
    word(Play, "load", "FILE [N] | N | next | previous", gamelist::load,
        "load game N of a PGN file, or of the file listed last; next, previous: the game after or before the last \
         one loaded",
        "load games.pgn 2", "games save readfen"),
    #[cfg(feature = "terminal")]
    word(Play, "resume", "[before]", resume::resume,
        "continue the last game played at the terminal, even after a crash; before: the game before that",
        "resume", "load"),
    #[cfg(feature = "terminal")]
    word(Play, "record", "[opponents|openings|months]", record::record,
        "results of your finished games against the engine by opponent, opening and month, with the accuracy in reviewed \
         games",
        "record", "games opponent review"),
    #[cfg(feature = "terminal")]
    word(Play, "puzzle", "[mine | again | wac | ecm | bk | mates | zugzwang | FILE] [N] [rating=N-M] [theme=NAME]", puzzles::puzzle,
        "find the best moves in a position from your games (mine: mistakes in reviewed games; again: missed puzzles \
         due today), a suite, an EPD file, or Lichess's table of puzzles (CSV; by rating and theme); alone: those due \
         today, then your new mistakes, then wac; 'hint' helps, 'next' starts another, 'exit' returns to the game",
        "puzzle mates", "hint next review test guess"),
    #[cfg(feature = "terminal")]
    word(Play, "guess", "[FILE [N]] [white|black]", guessing::guess,
        "guess the moves of the winner, or of a side, in the game on the board or in one from a file; 'next' shows the \
         move, 'exit' returns to the game",
        "guess games.pgn 2", "hint next load puzzle"),
    word(Play, "white", "", |board, session, _| newgame::give_move_to(board, session, Side::White),
        "give White the move, and start a new game from this position; not during a game against the engine",
        "white", "black setup"),
    word(Play, "black", "", |board, session, _| newgame::give_move_to(board, session, Side::Black),
        "give Black the move, and start a new game from this position; not during a game against the engine",
        "black", "white setup"),
    word(Look, "d show", "", looking::display,
        "show the board",
        "d", "r attacks").with_effect(Nothing),
    word(Look, "r flip", "", looking::rotate,
        "turn the board around",
        "r", "d"),
    word(Look, "attacks", "[white|black]", looking::attacks,
        "show the board with the squares that a side attacks",
        "attacks white", "d what").with_effect(Nothing),
    word(Look, "moves", "[--csv|--json]", looking::moves,
        "list the legal moves",
        "moves", "what").with_effect(Nothing),
    word(Look, "game", "", looking::game,
        "list the moves of the game",
        "game", "save last"),
    word(Look, "last", "", browse::last,
        "go to the end of the game; if already there, show the last move in words",
        "last", "first game").with_effect(Nothing),
    #[cfg(feature = "terminal")]
    word(Look, "games", "[FILE] [here] [NAME | COLUMN=TEXT]… [sort=COLUMN] [page=N]", gamelist::games,
        "list your finished games, or those of a file (PGN); with filters only: filter the last list; columns: \
         white, black, player, event, date, result, eco, \
         opening, moves; mine, in place of a file: your own games; here: only games that reach the position on the board",
        "games games.pgn sort=date", "load first"),
    #[cfg(feature = "terminal")]
    word(Look, "explore", "[FILE|mine|off] [--csv|--json]", explore::explore,
        "the moves played from this position in a file of games (PGN) or an opening book (Polyglot), with their \
         frequency and results; an analysis shows them below the engine's lines",
        "explore games.pgn", "games opening bk"),
    word(Look, "first", "", browse::first,
        "go to the start of the game",
        "first", "forward goto last").with_effect(Nothing),
    word(Look, "back", "[N]", browse::back,
        "show the position one half-move (or N) earlier, without taking back moves; in a lesson, go back one page",
        "back", "forward undo").with_effect(Nothing),
    word(Look, "forward", "[N]", browse::forward,
        "go forward one half-move (or N) in the game",
        "forward", "back last variation").with_effect(Nothing),
    word(Look, "goto", "N [white|black]", browse::goto,
        "go to the position after White's or Black's move N",
        "goto 1 black", "first forward").with_effect(Nothing),
    #[cfg(feature = "terminal")]
    word(Look, "replay", "[SECONDS]", browse::replay,
        "replay the rest of the game automatically, from the start if the game is at its end; any key stops it",
        "replay 2", "first forward next"),
    word(Look, "variation", "[N]", browse::variation,
        "list the alternatives to the next move, or enter variation N",
        "variation", "forward promote"),
    word(Look, "comment", "[TEXT|none]", browse::comment,
        "show, write or remove the comment on the current move",
        "comment a mistake", "mark save"),
    word(Look, "mark", "!|?|!!|??|!?|?!|none", browse::mark,
        "mark the current move as good or bad",
        "mark ?!", "comment"),
    word(Look, "promote", "", browse::promote,
        "move the variation up by one; the first variation becomes the main line",
        "promote", "variation delete"),
    word(Look, "delete", "", browse::delete,
        "delete the current move and everything after it from the game",
        "delete", "promote undo"),
    word(Look, "where", "pawns | knights | bishops | rooks | queens | kings", looking::whereis,
        "the squares of a piece type",
        "where knights", "what rank file").with_effect(Nothing),
    word(Look, "what", "SQUARE", looking::what,
        "the piece on a square, its attackers, and its moves",
        "what e2", "where attacks").with_effect(Nothing),
    word(Look, "rank", "N", looking::rank,
        "the pieces of a rank in words",
        "rank 2", "file where").with_effect(Nothing),
    word(Look, "file", "LETTER", looking::file,
        "the pieces of a file in words",
        "file e", "rank where").with_effect(Nothing),
    word(Look, "eval", "[--csv|--json]", looking::eval,
        "show the static evaluation of the search in use, by terms or by pieces, and compare it with that of the \
         mirrored position",
        "eval", "analyse"),
    word(Look, "analyse analyze", "[N] [depth N] [nodes N] [time SECONDS]", analyse::analyse,
        "analyse the position in N lines on a separate board; 'exit' returns to the game. At a terminal it runs until \
         then; depth, nodes and time are for scripts",
        "analyse 3", "hint threat exit"),
    word(Look, "keep", "", analyse::keep,
        "end the analysis, and make its line the game",
        "keep", "analyse exit"),
    word(Look, "threat", "", analyse::threat,
        "show the threat: the other side's best move if it could move again",
        "threat", "hint analyse"),
    #[cfg(feature = "terminal")]
    word(Look, "review", "[FILE [N]] [time SECONDS | nodes N] [--html FILE] [--pgn FILE] [--force]", review::review,
        "analyse every move of the game, or of a game in a file, and mark the mistakes; --html writes a page, --pgn \
         adds the marked game to a file",
        "review nodes 1000", "games mark save"),
    #[cfg(feature = "terminal")]
    word(Look, "epd", "[time SECONDS | nodes N]", review::epd,
        "search the position, and print it in EPD, with best move, score and variation",
        "epd nodes 1000", "fen save analyse"),
    #[cfg(feature = "terminal")]
    word(Look, "copy", "fen|pgn", keep::copy,
        "copy the position (FEN) or the game (PGN) to the clipboard of the terminal",
        "", "fen save picture"),
    word(Look, "fen", "", looking::fen,
        "show the position as FEN",
        "fen", "setboard").with_effect(Nothing),
    word(Look, "info", "", looking::info,
        "show the internal state of the board: material, castling rights, half-move clock, key, occupied squares",
        "info", "memory"),
    word(Look, "opening", "", knowledge::opening,
        "the opening's name and code, from A00 to E99",
        "opening", "bk game").with_effect(Nothing),
    word(Look, "bk", "", knowledge::bk,
        "the book moves in this position",
        "bk", "book opening"),
    word(Look, "tb", "[--csv|--json]", knowledge::tb,
        "the result of each legal move, from the endgame tables",
        "", "syzygy"),
    word(Position, "setboard", "FEN", position::setboard,
        "set up a position",
        "setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "fen setup"),
    word(Position, "setup edit", "", position::setup,
        "set up a position piece by piece, interactively",
        "setup", "setboard"),
    word(Position, "readfen", "FILE N", position::readfen,
        "set up position N of a file (FEN, EPD, or games with a FEN tag) or of a built-in suite",
        "readfen games.pgn 1", "load setboard"),
    word(Engine, "sd", "[N]", engine::search_depth,
        "search depth in plies, 1 to 120",
        "sd 8", "time set"),
    word(Engine, "time st", "[SECONDS|off]", engine::search_time,
        "time for a move in seconds",
        "time 0.5", "sd level"),
    word(Engine, "stopfrac", "[N]", engine::stop_frac,
        "start no new iteration of the tutorial's searches after N per cent of the time",
        "stopfrac 60", "time"),
    word(Engine, "set", "[NAME [VALUE] | all | --csv | --json]", engine::set,
        "show or change a setting; without arguments: list the settings for players; all: list every setting. The \
         word 'set' may be left out, except before resign, eval and history, which are also commands",
        "set theme blue", "save ini"),
    word(Engine, "ini", "[FILE]", engine::read_ini,
        "read the settings file again, or read another one",
        "ini my.ini", "save set"),
    word(Engine, "syzygy", "[PATH|off]", knowledge::syzygy,
        "use the endgame tables (Syzygy) in these folders, separated by : (Windows: ;)",
        "syzygy off", "tb memory"),
    word(Engine, "book",
        "[on|off|auto|FILE|built-in | depth N | variety N | make FILE.pgn OUT.bin [plies N] [games N] [--force] \
         | merge A.bin B.bin OUT.bin [--force] | info [FILE] | dump [FILE]]",
        knowledge::book,
        "choose the opening book (Polyglot) and when it is used (auto: in the console, unless depth or nodes are limited; \
         under XBoard, after 'random'); make one from games, merge several, inspect one",
        "book variety 50", "bk opening"),
    word(Engine, "memory", "", engine::memory,
        "show how much memory the engine uses",
        "memory", "info"),
    word(Measure, "perft", "N [bulk]", measure::perft,
        "count the leaves N plies below the position; bulk: count the last moves without making them",
        "perft 4", "divide"),
    word(Measure, "divide", "N [--csv|--json]", measure::divide,
        "perft for each move",
        "divide 3", "perft"),
    word(Measure, "bench", "[N | threads [N [DEPTH]]]", measure::bench,
        "search a fixed set of positions, N plies deeper than usual, and show nodes and time; threads: compare the \
         time to DEPTH with N threads and with one",
        "bench threads 2 10", "perft test"),
    word(Measure, "ablate", "[DEPTH] [--csv|--json]", measure::ablate,
        "run the bench with each technique of the modern search disabled in turn, and with the tutorial's evaluation",
        "ablate 4", "bench set"),
    word(Measure, "test suite",
        "FILE [time SECONDS] [depth N] [stop [N]] [unsolved FILE] [--force] [--csv|--json]",
        suite::test,
        "search every position in a file (EPD, or FEN tags), or in a built-in suite: wac, ecm, bk, mates, zugzwang; \
         stop: end a search when a right move has been best for N iterations; unsolved: write the unsolved positions \
         to a file",
        "test two.epd depth 3 stop", "bench readfen compare"),
    word(Measure, "figures", "[KIND FILE | new KIND]", measure::figures,
        "recompute a table of figures, to check another engine (docs/oracle.md); without arguments: list the kinds of \
         tables with their columns; new: write a table to fill. Columns are separated by tabs, an unknown figure is a ?. \
         Kinds: perft, divide, movegen_order, capture_list, see, san, eval, game_end, qsearch, minimax, alphabeta, \
         pvs_single_depth, pvs_iterative, pvs_iterative_game_history, pvs_iterative_nonull, pvs_iterative_reduction3, \
         think",
        "figures new alphabeta", "perft"),
    word(Program, "help h ?", "[WORD]", program::help,
        "list the commands; explain a command, a setting, a term or a lesson; list the keys (help keys), the marks of a \
         review (help marks) or a group of commands: playing, looking, positions, engine, measuring, training, lab, \
         course, program",
        "help level", "man").with_effect(Nothing),
    word(Program, "source", "FILE", program::source,
        "run a script, up to the first error",
        "source script.txt", "echo expect"),
    word(Program, "echo", "[TEXT]", program::echo,
        "show the text",
        "echo now White wins a pawn", "source expect"),
    word(Program, "expect", "TEXT", program::expect,
        "stop the script unless the last command printed this text",
        "expect e5", "source echo"),
    word(Program, "completions", "bash | zsh | fish | powershell", program::completions,
        "a completion script for bash, zsh, fish or powershell",
        "completions bash", "man install"),
    word(Program, "man", "", program::man,
        "the manual page, for man -l",
        "man", "help completions"),
    word(Program, "install", "[PREFIX] | --show CLIENT", program::install,
        "write completions, manual page, logo and the entry for XBoard or WinBoard: for the user, or below PREFIX (XBoard \
         looks only below /usr/local and /usr); --show: how to set up Alula in another program",
        "install --show scid", "uninstall doctor"),
    word(Program, "uninstall", "[PREFIX]", program::uninstall,
        "remove the files that 'install' wrote, and nothing else",
        "uninstall", "install"),
    word(Program, "doctor", "", program::doctor,
        "show the files, processor features, memory, terminal and settings in use",
        "doctor", "install info"),
    word(Program, "version", "", program::version,
        "show the version",
        "version", "doctor info").with_effect(Nothing),
    word(Program, "xboard", "[--laboratory] [--log FILE]",
        |_, session, text| program::go_over(session, Protocol::XBoard, text),
        "switch to the XBoard protocol for good; --laboratory: list the laboratory's settings as options, too; --log: record the dialogue",
        "xboard", "uci"),
    word(Program, "uci", "[--laboratory] [--log FILE]",
        |_, session, text| program::go_over(session, Protocol::Uci, text),
        "switch to the Universal Chess Interface for good; options as for 'xboard'",
        "uci", "xboard"),
    word(Program, "exit", "", analyse::exit,
        "end the analysis, the puzzle or the guessing; otherwise, end the program",
        "exit", "quit"),
    word(Program, "quit q", "", program::quit,
        "end the program",
        "quit", "exit resume").with_effect(StopsAndForgets),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::ui::dialogues::CONSOLE_WORDS;

    #[test]
    fn command_names_are_unique() {
        let mut seen = HashSet::new();
        for usage in crate::command::usages(CONSOLE_WORDS) {
            for name in usage.names.split(' ') {
                assert!(seen.insert(name), "{name}");
            }
        }
    }

    #[test]
    fn every_command_has_a_group_and_help() {
        for usage in crate::command::usages(CONSOLE_WORDS) {
            assert!(Group::ALL.iter().any(|(group, _)| *group == usage.group), "{}", usage.name());
            // Examples must work anywhere: 'tb' needs tables and 'copy' a terminal, so they have none.
            let has_example = !usage.example.is_empty() || ["tb", "copy"].contains(&usage.name());
            assert!(!usage.help.is_empty() && has_example, "{}", usage.name());
        }
    }
}
