//! # 6 · Reading commands
//!
//! One table of words: what each is called, who may say it, what happens to it while the engine thinks, what it does, and the
//! function that does it. The console, the XBoard protocol, the command line and the settings file all look here, and so
//! does `help`.
//!
//! **Differs here:** the tutorial's `commands()` is one function of a thousand lines, an `if` a word; the words that people use
//! are in [`ui::console`](crate::ui::console), those of XBoard in [`ui::xboard`](crate::ui::xboard).
//!
//! **Read next:** [`board`](crate::board).

use crate::board::Board;
use crate::ui::console::{analyse, engine, keep, looking, measure, play, ponder, position, program, suite};
use crate::ui::lab::{checking, comparing, counters, demo, games, recipes, treewalk};
use crate::ui::{Done, Session, xboard};

/// Who may say a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// People, in the console.
    Console,
    /// GUIs, in the XBoard protocol.
    XBoard,
}

/// What happens to a word of the XBoard protocol that comes while the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Busy {
    /// It is carried out at once, and the engine thinks on.
    Answer,
    /// It waits until the engine has moved; while the engine ponders or analyses, it is carried out at once.
    AfterMove,
    /// It waits until the engine has moved; pondering or analysis is stopped for it.
    Later,
    /// The engine stops thinking without a move.
    StopFirst,
    /// The same, but if the engine thinks about its move already, that is what was wanted.
    Turn,
    /// The engine stops thinking and moves.
    MoveNow,
    /// A move: refused if it is the engine's turn, otherwise pondering or analysis is stopped for it.
    Move,
}

/// Under which heading `help` lists a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Playing a game.
    Play,
    /// Looking at the position.
    Look,
    /// Setting up another position.
    Position,
    /// Limits and techniques of the search.
    Engine,
    /// Counting and measuring.
    Measure,
    /// The null-move laboratory.
    Lab,
    /// The program itself.
    Program,
    /// The XBoard protocol.
    Protocol,
}

impl Group {
    /// The name that `help` knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Group::Play => "playing",
            Group::Look => "looking",
            Group::Position => "positions",
            Group::Engine => "engine",
            Group::Measure => "measuring",
            Group::Lab => "lab",
            Group::Program => "program",
            Group::Protocol => "protocol",
        }
    }

    /// The headings in the order of `help`.
    pub const ALL: [(Group, &str); 7] = [
        (Group::Play, "Playing (a move is typed as it is: e4, Nf3, exd5, O-O, e2e4, e7e8q)"),
        (Group::Look, "Looking"),
        (Group::Position, "Setting up"),
        (Group::Engine, "The engine"),
        (Group::Measure, "Measuring"),
        (Group::Lab, "The null-move laboratory (tables also with --csv or --json)"),
        (Group::Program, "The program"),
    ];
}

/// One row of the table.
pub struct Word {
    /// What it is called: its name, then other names for it.
    pub names: &'static str,
    /// Who may say it.
    pub who: Who,
    /// What happens to it while the engine thinks.
    pub busy: Busy,
    /// Where `help` lists it.
    pub group: Group,
    /// What may follow it.
    pub arguments: &'static str,
    /// What it does.
    pub help: &'static str,
    /// A line that can be typed as it is; empty if the name says it all.
    pub example: &'static str,
    /// Words that go with it.
    pub see: &'static str,
    /// Does it.
    pub run: fn(&mut Board, &mut Session, &str) -> Done,
}

impl Word {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.names.split(' ').next().unwrap_or_default()
    }

    /// Name and arguments.
    pub fn syntax(&self) -> String {
        format!("{} {}", self.name(), self.arguments).trim_end().into()
    }
}

type Run = fn(&mut Board, &mut Session, &str) -> Done;

/// A word of the console.
const fn word(
    group: Group,
    names: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: Run,
    example: &'static str,
    see: &'static str,
) -> Word {
    Word { names, who: Who::Console, busy: Busy::StopFirst, group, arguments, help, example, see, run }
}

/// A word of the XBoard protocol.
const fn proto(busy: Busy, names: &'static str, arguments: &'static str, help: &'static str, run: Run) -> Word {
    Word { names, who: Who::XBoard, busy, group: Group::Protocol, arguments, help, example: "", see: "", run }
}

use Busy::{AfterMove, Answer, Later, MoveNow, StopFirst, Turn};
use Group::{Engine, Lab, Look, Measure, Play, Position, Program};

/// All words.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Play, "go", "", "let the engine play the side to move, from now on", play::go, "go", "play selfplay move"),
    word(Play, "move", "MOVE", "play a move without an answer of the engine", play::make_move, "move Nf3", "go undo"),
    word(Play, "undo", "[N|all]", "take back one half-move, or N", play::undo, "undo 2", "takeback redo"),
    word(Play, "takeback", "[N]", "take your last move back, and the engine's answer, or N moves of yours", play::takeback, "takeback", "undo redo"),
    word(Play, "redo", "[N|all]", "play again what was taken back, up to your next move, or N half-moves", play::redo, "redo", "undo"),
    word(Play, "new", "", "start a new game; the engine plays Black", play::new_game, "new", "play setboard"),
    word(Play, "play", "[white|black|both|none]", "which side the engine plays", play::play_side, "play none", "go selfplay"),
    word(Play, "selfplay cc", "", "let the engine play both sides until the game is over", play::selfplay, "selfplay", "go play"),
    word(Play, "hint", "", "what would the engine play?", play::hint, "hint", "analyse threat"),
    word(Play, "level", "[5+3 | MOVES MINUTES [SECONDS] | off]", "play with clocks: minutes and seconds a move, or so many moves in so many minutes", play::level, "level 40 5", "clock time sd"),
    word(Play, "clock", "", "show the clocks", play::clock, "clock", "level"),
    word(Play, "ponder", "[on|off]", "let the engine think on your time, too", ponder::ponder, "ponder on", "level set"),
    word(Play, "skill opponent", "[N]", "whom you play, and how strong; N: from 0, a beginner, to 20", play::skill, "skill", "play level set"),
    word(Play, "draw", "", "offer a draw, or accept one", play::draw, "draw", "resign"),
    word(Play, "resign", "", "give the game up", play::resign, "resign", "draw undo"),
    word(Play, "save", "FILE | epd FILE | settings [FILE]", "add the game to a file (PGN) or the position to one (EPD), or keep the settings", keep::save, "save settings my.ini", "load resume ini"),
    word(Play, "load", "FILE [N]", "load the N-th game of a file (PGN)", keep::load, "load games.pgn 2", "save readfen"),
    word(Play, "resume", "[before]", "go on with the last game at the terminal, even if it was cut off, or with the one before", keep::resume, "resume", "load"),
    word(Play, "white", "", "give the move to White, and forget the game", play::white, "white", "black setup"),
    word(Play, "black", "", "give the move to Black, and forget the game", play::black, "black", "white setup"),
    word(Look, "d", "", "show the board", looking::display, "d", "r attacks"),
    word(Look, "r", "", "turn the board round", looking::rotate, "r", "d"),
    word(Look, "attacks", "[white|black]", "show the board with the squares that a side attacks", looking::attacks, "attacks white", "d what"),
    word(Look, "moves", "[--csv|--json]", "list the legal moves", looking::moves, "moves", "what"),
    word(Look, "game", "", "list the moves of the game", looking::game, "game", "save last"),
    word(Look, "last", "", "the last move in words", looking::last, "last", "game"),
    word(Look, "where", "PIECES", "on which squares pieces of a kind stand", looking::whereis, "where knights", "what rank file"),
    word(Look, "what", "SQUARE", "what stands on a square, what attacks it, and where it can go", looking::what, "what e2", "where attacks"),
    word(Look, "rank", "N", "the pieces of a rank in words", looking::rank, "rank 2", "file where"),
    word(Look, "file", "LETTER", "the pieces of a file in words", looking::file, "file e", "rank where"),
    word(Look, "eval", "[--csv|--json]", "show the evaluation of the search that plays, term by term, and compare it with the mirrored position's", looking::eval, "eval", "analyse"),
    word(Look, "analyse analyze", "[N]", "think about the position without moving, in N lines; at a terminal until 'exit'", analyse::analyse, "analyse 3", "hint threat exit"),
    word(Look, "threat", "", "what would the other side play if it could move again?", analyse::threat, "threat", "hint analyse"),
    word(Look, "fen", "", "show the position as FEN", looking::fen, "fen", "setboard"),
    word(Look, "info", "", "show some inner values", looking::info, "info", "memory"),
    word(Position, "setboard", "FEN", "set up a position", position::setboard, "setboard 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "fen setup"),
    word(Position, "setup edit", "", "set up a position piece by piece, in a dialogue", position::setup, "setup", "setboard"),
    word(Position, "readfen", "FILE N", "set up the N-th FEN of a file of games", position::readfen, "readfen games.pgn 1", "load setboard"),
    word(Engine, "sd", "[N]", "search depth in plies, 1 to 64", engine::search_depth, "sd 8", "time set"),
    word(Engine, "time st", "[SECONDS|off]", "time for a move in seconds", engine::search_time, "time 0.5", "sd level"),
    word(Engine, "stopfrac", "[N]", "no new iteration of the tutorial's searches after N per cent of the time", engine::stop_frac, "stopfrac 60", "time"),
    word(Engine, "set", "[NAME [VALUE] | --csv | --json]", "show or change a setting; 'set' may be left out", engine::set, "set theme blue", "save ini"),
    word(Engine, "ini", "[FILE]", "read the settings file again, or another", engine::read_ini, "ini my.ini", "save set"),
    word(Engine, "memory", "", "show how much memory the engine uses", engine::memory, "memory", "info"),
    word(Measure, "perft", "N [bulk]", "count the leaves N plies below the position; bulk: count the last moves without making them", measure::perft, "perft 4", "divide"),
    word(Measure, "divide", "N [--csv|--json]", "the same for each move", measure::divide, "divide 3", "perft"),
    word(Measure, "bench", "[N | threads [N [DEPTH]]]", "search a fixed set of positions N plies deeper than usual, and count; threads: compare the time to DEPTH with N threads and with one", measure::bench, "bench threads 2 14", "perft test"),
    word(Measure, "ablate", "[DEPTH] [--csv|--json]", "the modern search without each of its techniques in turn", measure::ablate, "ablate 4", "bench set"),
    word(Measure, "test suite", "FILE [time SECONDS] [depth N] [stop [N]] [unsolved FILE] [--csv|--json]", "search every position of a file (EPD, or FEN tags), or of a suite that is built in: wac, ecm, bk, mates; stop: when a right move has stood for N iterations; unsolved: write what was not solved", suite::test, "test two.epd depth 3 stop", "bench readfen compare"),
    word(Measure, "figures", "KIND FILE", "compute a table of figures again", measure::figures, "figures perft table.tsv", "perft"),
    word(Lab, "recipe", "[list|show|diff|use] [NAME]", "recipes of null moves", recipes::recipe, "recipe diff winglet modern", "set compare chart"),
    word(Lab, "stats", "[growth|plies|nulls]", "what the last search did", counters::stats, "stats nulls", "explain chart"),
    word(Lab, "history", "[N]", "the moves with the greatest history counts of the last search, N for each side", counters::history, "history 5", "stats explain"),
    word(Lab, "explain", "NAME", "what a counter of 'stats' means", counters::explain, "explain pv", "stats"),
    word(Lab, "compare", "SETTING… [depth|nodes|time N] [suite FILE]", "the same search with other settings", comparing::compare, "compare none winglet depth 7", "sweep ladder recipe"),
    word(Lab, "ladder", "[depth N]", "minimax, and one technique more with every step", comparing::ladder, "ladder depth 4", "order compare"),
    word(Lab, "order", "[worst|none|oracle] [depth N]", "the same tree with other orders of moves", comparing::order, "order depth 4", "ladder"),
    word(Lab, "sweep", "NAME V1 V2… [depth N]", "one setting over several values", comparing::sweep, "sweep reduction 2 3 4 depth 6", "compare"),
    word(Lab, "match", "A B [games N] [nodes|time|depth N] [pgn FILE]", "games between two settings", games::play_match, "match winglet none games 2 nodes 300", "compare selfplay"),
    word(Lab, "audit", "null [N] [depth N]", "search null cutoffs again without null moves", checking::audit, "audit null 100 depth 6", "whatif demo"),
    word(Lab, "whatif", "pass|MOVE [depth N]", "the value of passing, or of a move", checking::whatif, "whatif pass", "why audit"),
    word(Lab, "why", "MOVE [depth N]", "why the engine does not play it", checking::why, "why a3", "whatif tree"),
    word(Lab, "demo", "[NAME]", "positions that show what null moves do", demo::demo, "demo zugzwang-rooks", "audit whatif"),
    word(Lab, "tree", "[record|up|down|root|next|dump] …", "record a search, and walk about in it", treewalk::tree, "tree record depth 4", "why stats"),
    word(Lab, "chart", "r|growth", "R by depth, or nodes by depth", counters::chart, "chart r", "stats recipe"),
    word(Program, "help h ?", "[WORD]", "list the commands, or explain one, or a group: playing, looking, positions, engine, measuring, lab, program", program::help, "help level", "man"),
    word(Program, "source", "FILE", "carry out the lines of a file, up to the first that is refused", program::source, "source script.txt", "echo expect"),
    word(Program, "echo", "[TEXT]", "show a text", program::echo, "echo now White wins a pawn", "source expect"),
    word(Program, "expect", "TEXT", "refuse to go on if the last command did not show this text", program::expect, "expect e5", "source echo"),
    word(Program, "completions", "SHELL", "a script that teaches bash, zsh or fish the commands", program::completions, "completions bash", "man"),
    word(Program, "man", "", "the manual page, for man -l", program::man, "man", "help completions"),
    word(Program, "version", "", "show the version", program::version, "version", "info"),
    word(Program, "xboard", "[--log FILE]", "speak the XBoard protocol, for good", xboard::begin, "xboard", "quit"),
    word(Program, "exit", "", "end the analysis, or else the program", analyse::exit, "exit", "quit"),
    word(Program, "quit q", "", "end the program", program::quit, "quit", "exit resume"),

    proto(Answer, "xboard", "", "the protocol begins", xboard::ignore),
    proto(Answer, "protover", "N", "the GUI's version; the features are sent", xboard::protover),
    proto(Answer, "accepted rejected", "FEATURE", "the GUI's answer to a feature", xboard::ignore),
    proto(StopFirst, "new", "", "a new game; the engine plays Black", xboard::new_game),
    proto(StopFirst, "variant", "NAME", "the rules of the game", xboard::variant),
    proto(StopFirst, "quit", "", "end the program", xboard::quit),
    proto(StopFirst, "force", "", "the engine plays neither side", xboard::force),
    proto(Turn, "go", "", "the engine plays the side to move", xboard::go),
    proto(StopFirst, "playother", "", "the engine plays the side not to move", xboard::playother),
    proto(StopFirst, "white", "", "White is to move, the engine plays Black", xboard::white),
    proto(StopFirst, "black", "", "Black is to move, the engine plays White", xboard::black),
    proto(Busy::Move, "usermove", "MOVE", "the opponent's move", xboard::usermove),
    proto(MoveNow, "?", "", "move now", xboard::ignore),
    proto(AfterMove, "ping", "N", "answer pong N when all is done that came before", xboard::ping),
    proto(Answer, "draw", "", "the opponent offers a draw", xboard::think::draw),
    proto(StopFirst, "result", "RESULT {REASON}", "the game is over", xboard::result),
    proto(StopFirst, "setboard", "FEN", "set up a position", xboard::setboard),
    proto(StopFirst, "edit", "", "set up a position piece by piece", xboard::edit::edit),
    proto(StopFirst, "undo", "", "take back one half-move", xboard::undo),
    proto(StopFirst, "remove", "", "take back two half-moves", xboard::remove),
    proto(Answer, "level", "MOVES BASE INCREMENT", "the clock", xboard::clock::level),
    proto(Answer, "st", "SECONDS", "time for each move", xboard::clock::st),
    proto(Answer, "sd", "N", "search depth in plies", xboard::clock::sd),
    proto(Answer, "nps", "N", "count N nodes as a second", xboard::clock::nps),
    proto(Answer, "time", "CENTISECONDS", "the engine's clock", xboard::clock::time),
    proto(Answer, "otim", "CENTISECONDS", "the opponent's clock", xboard::clock::otim),
    proto(Answer, "post", "", "show the thinking", xboard::post),
    proto(Answer, "nopost", "", "do not show the thinking", xboard::nopost),
    proto(Answer, "hard", "", "think in the opponent's time", xboard::hard),
    proto(Answer, "easy", "", "do not think in the opponent's time", xboard::easy),
    proto(Answer, "pause", "", "stand still, and the clocks, too", xboard::pause),
    proto(Answer, "resume", "", "go on after a pause", xboard::resume),
    proto(StopFirst, "analyze", "", "think without end, and never move", xboard::analyze),
    proto(Later, "exit", "", "end the analysis", xboard::exit),
    proto(Later, "exclude", "MOVE|all", "leave a move out", xboard::exclude),
    proto(Later, "include", "MOVE|all", "take a move in again", xboard::include),
    proto(Answer, ".", "", "how far the analysis is", xboard::think::status),
    proto(Answer, "hint", "", "what would the engine play?", xboard::think::hint),
    proto(Answer, "bk", "", "what does the book say?", xboard::book),
    proto(Later, "memory", "MEGABYTES", "memory for tables", xboard::memory),
    proto(Later, "cores", "N", "number of threads", xboard::cores),
    proto(Later, "option", "NAME=VALUE", "change a setting", xboard::options::option),
    proto(Answer, "computer", "", "the opponent is a program, too", xboard::computer),
    proto(Later, "random", "", "a weaker engine's slips change from game to game; again: they do not", xboard::random),
    proto(Answer, "name rating ics egtpath", "…", "information for the engine", xboard::ignore),
    proto(Answer, "lift put hover pick holding partner ptell", "…", "other games and boards", xboard::ignore),
];

/// Splits the first word off a line.
pub fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

/// The word of this name, in the console or in the XBoard protocol.
pub fn find(name: &str, in_xboard: bool) -> Option<&'static Word> {
    let who = if in_xboard { Who::XBoard } else { Who::Console };
    WORDS.iter().find(|word| word.who == who && word.names.split(' ').any(|known| known == name))
}

/// The words of the console that begin like this; those of one letter are only themselves.
pub fn beginning_with(beginning: &str) -> Vec<&'static Word> {
    if beginning.len() < 2 {
        return Vec::new();
    }
    WORDS.iter().filter(|word| word.who == Who::Console && word.name().starts_with(beginning)).collect()
}

/// A word of the console that is spelt almost like this.
pub fn like(name: &str) -> Option<&'static str> {
    let names = WORDS.iter().filter(|word| word.who == Who::Console).flat_map(|word| word.names.split(' '));
    closest(name, names)
}

/// The name that takes the fewest changes of letters to make; none if they are all quite different.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let most = if name.chars().count() < 5 { 1 } else { 2 };
    let near = names.filter(|known| known.len() > 1).map(|known| (edit_distance(&name, known), known));
    near.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// Number of letters to insert, delete or change to turn one word into the other (Levenshtein 1966).
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().take(32).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_word_stands_twice_in_the_table() {
        for who in [Who::Console, Who::XBoard] {
            let mut seen = HashSet::new();
            for word in WORDS.iter().filter(|word| word.who == who) {
                for name in word.names.split(' ') {
                    assert!(seen.insert(name), "{name}");
                }
            }
        }
    }

    #[test]
    fn every_word_is_listed_under_a_heading_and_explained() {
        for word in WORDS.iter().filter(|word| word.who == Who::Console) {
            assert!(Group::ALL.iter().any(|(group, _)| *group == word.group), "{}", word.name());
        }
        assert!(WORDS.iter().all(|word| !word.help.is_empty()));
    }

    #[test]
    fn misspelt_words_are_recognised() {
        assert_eq!(like("prft"), Some("perft"));
        assert_eq!(like("dividee"), Some("divide"));
        assert_eq!(like("Undo"), Some("undo"));
        assert_eq!(like("xyzzy"), None);
    }

    #[test]
    fn lines_are_split_at_the_first_blank() {
        assert_eq!(split_word("  perft   5 "), ("perft", "5"));
        assert_eq!(split_word(""), ("", ""));
        assert_eq!(find("cc", false).map(Word::name), Some("selfplay"));
        assert!(find("cc", true).is_none() && find("otim", false).is_none());
    }
}
