//! The console's state between lines and during a search. Its parts are plain data; what happens with them stands in
//! the files of the words.
//!
//! | file | contents |
//! |---|---|
//! | `finish` | how a game was ended by its players |
//! | `study` | a game with its variations and comments |
//! | `modes` | an analysis, a puzzle or a game to be guessed, and the game set aside meanwhile |
//! | `list` | the games of a file |
//! | `slot` | the files of the autosaved game |
//! | `tally` | solved puzzles |

mod finish;
mod list;
mod modes;
mod slot;
mod study;
mod tally;

use std::path::PathBuf;

use crate::board::Board;
use crate::command::{self, Group, Usage};
use crate::defines::Side;
use crate::games::archive::Played;
use crate::games::tree::{NodeId, ROOT};
use crate::lab::compare::Experiment;
use crate::lab::walk::Walk;
use crate::moves::Move;
use crate::play::Options;
use crate::play::expected::{Expected, Place};
use crate::play::standing::Standing;
use crate::searcher::{Algorithm, Line, Thought};
use crate::setup::Setup;
use crate::timer::Instant;
use crate::ui::clock::GameClocks;
use crate::ui::ini::IniFile;
use crate::ui::session::Effect;
use crate::ui::show::Nodes;
use crate::ui::terminal::look::Look;
#[cfg(feature = "terminal")]
use crate::ui::terminal::prompt::PromptLine;
use crate::ui::words::{Done, bad};
use crate::ui::{out, session, show};

use super::lessons::reading::Lessons;
use super::solving::Solving;
pub(super) use finish::Finish;
pub(super) use list::{Explored, List, Row};
pub(super) use modes::{AnalysisBoard, Aside, Guess, OpenGuess, OpenPuzzle, Source};
pub(super) use slot::{SLOTS, Slot, Which};
pub(super) use study::{Origin, Study};
pub(super) use tally::Tally;

/// A session of the console.
pub type Session = session::Session<Console>;

/// The action of a word of the console.
pub type Action = session::Action<session::Run<Console>>;

/// A word of the console.
pub type Word = command::Word<Action>;

/// The tables of words of the console.
pub type Words = command::Words<Action>;

/// One row of a table. The word waits for the end of a search: it needs the engine, or the position after its move.
pub const fn word(
    group: Group,
    names: &'static str,
    arguments: &'static str,
    run: session::Run<Console>,
    help: &'static str,
    example: &'static str,
    see: &'static str,
) -> Word {
    let action = Action { effect: Effect::Waits, run };
    Word { usage: Usage { names, group, arguments, help, example, see }, action }
}

impl Word {
    /// The same word with this effect on a running search.
    pub(super) const fn with_effect(self, effect: Effect) -> Word {
        Word { action: Action { effect, ..self.action }, ..self }
    }
}

/// The console's part of its session.
#[derive(Default)]
pub struct Console {
    /// The words of the console.
    pub words: Words,
    /// The settings file.
    pub ini_file: IniFile,
    /// The position being set up, while the set-up dialogue runs.
    pub setup: Option<Box<Setup>>,
    /// Whether a switch to a protocol also offers the laboratory's settings.
    pub laboratory: bool,
    /// Number of scripts being read, nested in each other.
    pub script_depth: usize,
    /// The search shows nothing: only its result or statistics are wanted.
    pub quiet: bool,
    /// The result of the last search of the game or analysis.
    pub thought: Option<Thought>,
    /// The position and the settings of the last search.
    pub searched: Option<Experiment>,
    /// Each of the tutorial's plain searches is run by both of its searchers.
    pub checks_searchers: bool,
    /// How the two have differed.
    pub difference: Option<String>,
    /// The last recorded search.
    pub walk: Option<Walk>,
    /// Colours, board style and other settings of the display.
    pub look: Look,
    /// The clocks, in a game with clocks.
    pub clocks: Option<GameClocks>,
    /// The earlier position of the game that is looked at; the game itself stays as it is.
    pub(super) looking_back: Option<LookBack>,
    /// The engine has moved in this game.
    pub(super) has_opponent: bool,
    /// How the players have ended the game, by resignation for example.
    pub(super) finish: Option<Finish>,
    /// The side whose time has run out in this game. It is told once, and then may be claimed.
    pub(super) flagged: Option<Side>,
    /// The analysis, while one runs: the console then searches while it waits for a line.
    pub analysing: Option<Box<AnalysisBoard>>,
    /// The state of the engine's decisions to resign or offer a draw.
    pub(super) standing: Standing,
    /// Whether the engine has offered a draw; the player's next move declines it.
    pub(super) draw_offered: bool,
    /// Whether the autosaved game is the current one. If not, the first move moves the old file away.
    pub(super) is_kept: bool,
    /// The game with variations and comments, once a command has asked for it.
    pub(super) study: Option<Study>,
    /// During a review: depth and lines of the last iteration.
    pub(super) judged: Option<(usize, Vec<Line>)>,
    /// The games or the book whose moves are shown.
    pub(super) explored: Option<Explored>,
    /// File and number of the game loaded last.
    pub(super) loaded: Option<(PathBuf, u64)>,
    /// The list of games shown last.
    pub(super) list: Option<List>,
    /// The files of the autosaved game, and when they were last written.
    pub(super) slot: Option<Slot>,
    pub(super) kept_at: Option<Instant>,
    pub(super) progress: Progress,
    /// The line that is being typed, where lines scroll.
    #[cfg(feature = "terminal")]
    pub(super) typing: Option<PromptLine>,
    /// The hint given so far.
    pub(super) hint: Option<Hint>,
    /// The engine plays both sides.
    pub(super) selfplay: bool,
    /// The reply the engine expects.
    pub(super) expected: Option<Expected>,
    /// The open puzzles.
    pub(super) puzzle: Option<Box<OpenPuzzle>>,
    /// The results of all puzzles.
    pub(super) tally: Option<Tally>,
    /// The game whose moves are being guessed.
    pub(super) guessing: Option<Box<OpenGuess>>,
    /// The finished games against the engine that are not kept.
    pub(super) played: Vec<Played>,
    /// Whether the bell has warned of low time in this game.
    pub(super) was_alarmed: bool,
    /// Whether the end of this game has been recorded.
    pub(super) is_recorded: bool,
    /// The suite position being searched.
    pub solving: Option<Solving>,
    /// The lesson being read.
    pub lessons: Lessons,
    /// The search that the laboratory's commands examine: the tutorial's or the modern one.
    pub subject: Algorithm,
    /// The riddle whose fault is active in the tutorial's search.
    pub riddle: Option<usize>,
    /// The ponder search.
    pub(super) pondering: Option<Pondering>,
    /// The engine's move that is being thought about.
    pub(super) thinking: Option<Thinking>,
}

/// Progress of a search.
#[derive(Default)]
pub(super) struct Progress {
    /// Depth of the last report and of the running iteration, in plies.
    pub(super) depth: usize,
    pub(super) iteration: usize,
    pub(super) score: Option<i32>,
    pub(super) best: String,
    pub(super) root_move: String,
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) drawn: Option<Instant>,
    /// At a terminal: the last line of statistics, held back until its iteration is complete.
    pub(super) held: Option<String>,
    /// The depth completed last, in a multi-PV search.
    pub(super) lines_done: Option<usize>,
    /// Depth of each iteration, and the node count at its end.
    pub(super) iterations: Vec<(usize, u64)>,
}

impl Console {
    /// A console with these words.
    pub fn new(words: Words) -> Console {
        Console { words, ..Console::default() }
    }

    /// The puzzle, if it is on the board and not under analysis.
    pub(super) fn open_puzzle(&self) -> Option<&OpenPuzzle> {
        self.puzzle.as_deref().filter(|_| self.analysing.is_none())
    }

    /// The game of which moves are asked, if it is on the board and not under analysis.
    pub(super) fn open_guess(&self) -> Option<&OpenGuess> {
        self.guessing.as_deref().filter(|_| self.analysing.is_none())
    }

    /// What the game was set aside for, other than an analysis.
    pub(super) fn training(&self) -> Option<&'static str> {
        let puzzle = self.puzzle.as_ref().map(|_| "a puzzle");
        puzzle.or(self.guessing.as_ref().map(|_| "a guessing game"))
    }

    /// Refuses commands of the game while it is set aside.
    pub(super) fn refuse_aside(&self) -> Done {
        match (&self.analysing, self.training()) {
            (Some(_), Some(task)) => bad(format!("this is the analysis of {task}: 'exit' returns to it")),
            (Some(_), _) => bad("this is an analysis: 'exit' returns to your game, 'keep' makes this line the game"),
            (None, Some(task)) => bad(format!("this is {task}: 'exit' returns to your game")),
            (None, None) => Ok(()),
        }
    }

    /// Refuses what would change a game of which an earlier position is looked at.
    pub(super) fn refuse_looking_back(&self) -> Done {
        match self.looking_back {
            Some(_) => {
                bad("this is an earlier position of your game: 'last' returns to it, 'analyse' tries moves here")
            }
            None => Ok(()),
        }
    }

    /// The board that is shown: an earlier position that is looked at, or that of the game.
    pub(super) fn shown<'a>(&'a self, board: &'a Board) -> &'a Board {
        self.looking_back.as_ref().map_or(board, |back| &back.board)
    }

    /// The place in the game that is shown.
    pub(super) fn place_shown(&mut self, board: &Board) -> NodeId {
        match &self.looking_back {
            Some(back) => back.at,
            None => self.study_of(board).at(),
        }
    }

    /// The next position of the game, after the one that is shown.
    pub(super) fn place_has_next(&mut self, board: &Board) -> Option<NodeId> {
        let at = self.place_shown(board);
        self.study_of(board).game.next(at)
    }

    /// The study of the game on the Board.
    pub(super) fn study_of(&mut self, board: &Board) -> &mut Study {
        let origin = if self.analysing.is_some() { Origin::Loaded } else { Origin::Played };
        Study::current(&mut self.study, board, origin)
    }

    /// Records that the analysis has moved to another position of its game.
    pub(super) fn note_place(&mut self, board: &Board) {
        let Some(analysis) = &self.analysing else { return };
        let ahead = analysis.ahead;
        let study = self.study_of(board);
        let (game, at) = (&study.game, study.at());
        let is_on_the_way = game.is_there(ahead) && game.path(ahead).contains(&at);
        if let Some(analysis) = self.analysing.as_mut().filter(|_| !is_on_the_way && at != ROOT) {
            analysis.ahead = at;
        }
    }
}

/// An earlier position of a game that is being played, or was played to its end.
pub(super) struct LookBack {
    /// The position.
    pub(super) board: Box<Board>,
    /// Its place in the game.
    pub(super) at: NodeId,
}

/// A hint, and how many of its steps have been given.
pub(super) struct Hint {
    pub(super) place: Place,
    pub(super) told: usize,
    pub(super) mv: Move,
    /// For the side to move, in centipawns.
    pub(super) score: i32,
    /// The move and its expected continuation.
    pub(super) line: Vec<String>,
}

/// The engine's move that is being thought about.
pub(super) struct Thinking {
    /// The position and the settings of the search.
    pub(super) searched: Experiment,
    /// The move is made at this time at the earliest, unless the search is stopped.
    pub(super) not_before: Instant,
    /// The result of the search, once it has ended.
    pub(super) thought: Option<Thought>,
}

/// A search on the opponent's time.
pub(super) struct Pondering {
    pub(super) expected: Move,
    pub(super) place: Place,
    /// Its result, if it has ended.
    pub(super) thought: Option<Thought>,
}

impl Session {
    /// How the node counts of the search that plays are shown.
    pub(super) fn node_style(&self) -> Nodes {
        if self.options.algorithm == Algorithm::Modern { Nodes::Rounded } else { Nodes::Exact }
    }

    /// The options, but at full strength: for whatever helps the player.
    pub(super) fn full_strength(&self) -> Options {
        self.options.full_strength()
    }

    /// Writes text, wrapped to the width of the terminal.
    pub fn say(&mut self, text: &str) {
        let Some(columns) = self.own.look.screen(&self.out).columns else { return self.out.line(text) };
        let lines: Vec<String> = text.split('\n').map(|line| show::wrap(line, columns, 0)).collect();
        self.out.line(&lines.join("\n"));
    }

    /// Shows how far work is that can be stopped.
    pub fn show_work(&mut self, text: &str) {
        self.show_status(&format!("{text}  Ctrl-C stops"));
    }

    /// Shows a line that the next one overwrites, if the terminal can do that.
    pub fn show_status(&mut self, text: &str) {
        let columns = self.own.look.screen(&self.out).columns;
        if let Some(columns) = columns.filter(|_| !out::is_dumb()) {
            self.out.status(&text.chars().take(columns.saturating_sub(1)).collect::<String>());
        }
    }
}
