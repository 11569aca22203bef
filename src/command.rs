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
use crate::ui::{Done, Session, console, demo, lab, treewalk, xboard};

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
const fn word(group: Group, names: &'static str, arguments: &'static str, help: &'static str, run: Run) -> Word {
    Word { names, who: Who::Console, busy: Busy::StopFirst, group, arguments, help, run }
}

/// A word of the XBoard protocol.
const fn proto(busy: Busy, names: &'static str, arguments: &'static str, help: &'static str, run: Run) -> Word {
    Word { names, who: Who::XBoard, busy, group: Group::Protocol, arguments, help, run }
}

use Busy::{AfterMove, Answer, Later, MoveNow, StopFirst};
use Group::{Engine, Lab, Look, Measure, Play, Position, Program};

/// All words.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Play, "go", "", "let the engine play the side to move, from now on", console::go),
    word(Play, "move", "MOVE", "play a move without an answer of the engine", console::make_move),
    word(Play, "undo", "[N]", "take back one half-move, or N", console::undo),
    word(Play, "redo", "[N]", "play again what was taken back", console::redo),
    word(Play, "new", "", "start a new game; the engine plays Black", console::new_game),
    word(Play, "play", "[white|black|both|none]", "which side the engine plays", console::play_side),
    word(Play, "selfplay cc", "", "let the engine play both sides until the game is over", console::selfplay),
    word(Play, "white", "", "give the move to White, and forget the game", console::white),
    word(Play, "black", "", "give the move to Black, and forget the game", console::black),
    word(Look, "d", "", "show the board", console::display),
    word(Look, "r", "", "turn the board round", console::rotate),
    word(Look, "moves", "", "list the legal moves", console::moves),
    word(Look, "game", "", "list the moves of the game", console::game),
    word(Look, "eval", "", "show the evaluation, term by term", console::eval),
    word(Look, "fen", "", "show the position as FEN", console::fen),
    word(Look, "info", "", "show some inner values", console::info),
    word(Position, "setboard", "FEN", "set up a position", console::setboard),
    word(Position, "setup", "", "set up a position piece by piece, in a dialogue", console::setup),
    word(Position, "readfen", "FILE N", "set up the N-th FEN of a file of games", console::readfen),
    word(Engine, "sd", "[N]", "search depth in plies, 1 to 64", console::search_depth),
    word(Engine, "time st", "[SECONDS|off]", "time for a move in seconds", console::search_time),
    word(Engine, "stopfrac", "[N]", "no new iteration after N per cent of the time", console::stop_frac),
    word(Engine, "set", "[NAME [VALUE]]", "show or change a setting", console::set),
    word(Engine, "ini", "[FILE]", "read the settings file again, or another", console::read_ini),
    word(Engine, "memory", "", "show how much memory the engine uses", console::memory),
    word(Measure, "perft", "N", "count the leaves N plies below the position", console::perft),
    word(Measure, "divide", "N", "the same for each move", console::divide),
    word(Measure, "bench", "[N]", "search a fixed set of positions N plies deeper than usual, and count", console::bench),
    word(Measure, "test", "FILE", "search every position of a file (EPD, or FEN tags)", console::test),
    word(Measure, "figures", "KIND FILE", "compute a table of figures again", console::figures),
    word(Lab, "recipe", "[list|show|diff|use] [NAME]", "recipes of null moves", lab::recipe),
    word(Lab, "stats", "[growth|plies|nulls]", "what the last search did", lab::stats),
    word(Lab, "explain", "NAME", "what a counter of 'stats' means", lab::explain),
    word(Lab, "compare", "SETTING… [depth|nodes|time N] [suite FILE]", "the same search with other settings", lab::compare),
    word(Lab, "ladder", "[depth N]", "minimax, and one technique more with every step", lab::ladder),
    word(Lab, "order", "[worst|none|oracle] [depth N]", "the same tree with other orders of moves", lab::order),
    word(Lab, "sweep", "NAME V1 V2… [depth N]", "one setting over several values", lab::sweep),
    word(Lab, "audit", "null [N] [depth N]", "search null cutoffs again without null moves", lab::audit),
    word(Lab, "whatif", "pass|MOVE [depth N]", "the value of passing, or of a move", lab::whatif),
    word(Lab, "why", "MOVE [depth N]", "why the engine does not play it", lab::why),
    word(Lab, "demo", "[NAME]", "positions that show what null moves do", demo::demo),
    word(Lab, "tree", "[record|up|down|root|next|dump] …", "record a search, and walk about in it", treewalk::tree),
    word(Lab, "chart", "r|growth", "R by depth, or nodes by depth", lab::chart),
    word(Program, "help h ?", "[WORD]", "list the commands, or explain one", console::help),
    word(Program, "version", "", "show the version", console::version),
    word(Program, "xboard", "", "speak the XBoard protocol, for good", xboard::enter),
    word(Program, "quit exit q", "", "end the program", console::quit),

    proto(StopFirst, "xboard", "", "the protocol begins", xboard::enter),
    proto(StopFirst, "protover", "N", "the GUI's version; the features are sent", xboard::protover),
    proto(Answer, "accepted rejected", "FEATURE", "the GUI's answer to a feature", xboard::ignore),
    proto(StopFirst, "new", "", "a new game; the engine plays Black", xboard::new_game),
    proto(StopFirst, "variant", "NAME", "the rules of the game", xboard::variant),
    proto(StopFirst, "quit", "", "end the program", xboard::quit),
    proto(StopFirst, "force", "", "the engine plays neither side", xboard::force),
    proto(StopFirst, "go", "", "the engine plays the side to move", xboard::go),
    proto(StopFirst, "playother", "", "the engine plays the side not to move", xboard::playother),
    proto(StopFirst, "white", "", "White is to move, the engine plays Black", xboard::white),
    proto(StopFirst, "black", "", "Black is to move, the engine plays White", xboard::black),
    proto(Busy::Move, "usermove", "MOVE", "the opponent's move", xboard::usermove),
    proto(MoveNow, "?", "", "move now", xboard::ignore),
    proto(AfterMove, "ping", "N", "answer pong N when all is done that came before", xboard::ping),
    proto(Answer, "draw", "", "the opponent offers a draw", xboard::ignore),
    proto(StopFirst, "result", "RESULT {REASON}", "the game is over", xboard::result),
    proto(StopFirst, "setboard", "FEN", "set up a position", xboard::setboard),
    proto(StopFirst, "undo", "", "take back one half-move", xboard::undo),
    proto(StopFirst, "remove", "", "take back two half-moves", xboard::remove),
    proto(Answer, "level", "MOVES BASE INCREMENT", "the clock", xboard::level),
    proto(Answer, "st", "SECONDS", "time for each move", xboard::st),
    proto(Answer, "sd", "N", "search depth in plies", xboard::sd),
    proto(Answer, "time", "CENTISECONDS", "the engine's clock", xboard::time),
    proto(Answer, "otim", "CENTISECONDS", "the opponent's clock", xboard::otim),
    proto(Answer, "post", "", "show the thinking", xboard::post),
    proto(Answer, "nopost", "", "do not show the thinking", xboard::nopost),
    proto(Answer, "hard", "", "think in the opponent's time", xboard::ignore),
    proto(Answer, "easy", "", "do not think in the opponent's time", xboard::ignore),
    proto(StopFirst, "analyze", "", "think without end, and never move", xboard::analyze),
    proto(StopFirst, "exit", "", "end the analysis", xboard::exit),
    proto(Answer, ".", "", "how far the analysis is", xboard::status),
    proto(Answer, "hint", "", "what would the engine play?", xboard::hint),
    proto(Answer, "bk", "", "what does the book say?", xboard::book),
    proto(Later, "memory", "MEGABYTES", "memory for tables", xboard::memory),
    proto(Later, "cores", "N", "number of threads", xboard::cores),
    proto(Answer, "name rating ics computer random egtpath", "…", "information for the engine", xboard::ignore),
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
fn edit_distance(a: &str, b: &str) -> usize {
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
