//! The console's state between lines and during a search. Its parts are plain data; the code that uses them is in the
//! files of the commands.
//!
//! | file | contents |
//! |---|---|
//! | `study` | a game with its variations and comments |
//! | `game` | the game on the board: clocks, opponent, end other than by mate or stalemate; its autosave files |
//! | `modes` | analysis, puzzles and guessing, with the game set aside meanwhile; the user's puzzle results |
//! | `list` | the games in a file |

mod game;
mod list;
mod modes;
mod study;

use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "terminal")]
use crossterm::event::Event;

use crate::board::Board;
use crate::command::{self, Group, Usage};
use crate::games::archive::FinishedGame;
use crate::games::tree::{Game, NodeId, ROOT};
use crate::lab::compare::SearchExperiment;
use crate::lab::walk::Walk;
use crate::moves::Move;
use crate::play::expected::Place;
use crate::searcher::{Algorithm, Info, Line, Thought};
use crate::setup::Setup;
use crate::timer::Instant;
use crate::ui::ini::IniFile;
use crate::ui::refusal::{Done, bad};
use crate::ui::session::Effect;
use crate::ui::show::Nodes;
use crate::ui::tables::{Format, Table};
use crate::ui::terminal::look::{Capabilities, Look};
use crate::ui::terminal::picture::Marks;
#[cfg(feature = "terminal")]
use crate::ui::terminal::{editor::Prompt, prompt::PromptLine};
use crate::ui::{out, session, show};

use super::lessons::reading::Lessons;
use super::solving::Solving;
pub(super) use game::{Autosaved, BEFORE, CurrentGame, Finish, LAST, Pondering, SLOTS, Slot, Thinking};
pub(super) use list::{Explored, List, ListedGame};
pub(super) use modes::{AnalysisBoard, Aside, Attempt, GuessResult, OpenGuess, OpenPuzzle, PuzzleSource, PuzzleTally};
pub(super) use study::{Origin, Study};

/// A session of the console.
pub type Session = session::Session<Console>;

/// The action of a console command.
pub type Action = session::Action<session::Run<Console>>;

/// A console command.
pub type Word = command::Word<Action>;

/// The console's tables of commands.
pub type Words = command::Words<Action>;

/// One row of a command table. By default, a command waits for the end of a search: it needs the engine, or the
/// position after the engine's move.
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
    /// The same command, but with this effect on a running search.
    pub(super) const fn with_effect(self, effect: Effect) -> Word {
        Word { action: Action { effect, ..self.action }, ..self }
    }
}

/// The console's part of its session.
#[derive(Default)]
pub struct Console {
    /// The console's commands.
    pub words: Words,
    /// The settings file.
    pub ini_file: IniFile,
    /// Whether the protocol that takes over also exposes the laboratory's settings as options.
    pub laboratory: bool,
    /// Number of nested scripts being read.
    pub script_depth: usize,
    /// The game on the board.
    pub game: CurrentGame,
    /// Searches: the analysis, the last search, and the laboratory's search.
    pub analysis: Analysis,
    /// Puzzles, guessing, lessons.
    pub training: Training,
    /// Display: the view, its settings, and the lists shown.
    pub view: Showing,
    /// The position being set up, while the set-up dialogue runs.
    pub setup: Option<Box<Setup>>,
    /// The files of the autosaved game.
    pub(super) slot: Option<Slot>,
}

/// The analysis board, the last search, and the search that the laboratory examines.
#[derive(Default)]
pub struct Analysis {
    /// The analysis board, if it is open: the console then searches while it waits for a line.
    pub board: Option<Box<AnalysisBoard>>,
    /// Whether the search runs without output.
    pub quiet: bool,
    pub(super) progress: Progress,
    /// The result of the last search of the game or analysis.
    pub thought: Option<Thought>,
    /// The position and the settings of the last search.
    pub searched: Option<SearchExperiment>,
    /// During a review: depth and lines of the last iteration.
    pub(super) judged: Option<(usize, Vec<Line>)>,
    /// The suite position being searched.
    pub solving: Option<Solving>,
    /// The last recorded search.
    pub walk: Option<Walk>,
    /// The search that the laboratory's commands examine: the tutorial's or the modern one.
    pub subject: Algorithm,
    /// Whether each tutorial search runs twice, in the tutorial's own code and in the instrument, to compare results.
    pub checks_searchers: bool,
    /// The difference found between the two searches, if any.
    pub difference: Option<String>,
}

/// Training: puzzles, guessing, hints, lessons; and the record of finished games.
#[derive(Default)]
pub struct Training {
    /// The open puzzles.
    pub(super) puzzle: Option<Box<OpenPuzzle>>,
    /// The user's results in all puzzles.
    pub(super) tally: Option<PuzzleTally>,
    /// The game whose moves are being guessed.
    pub(super) guessing: Option<Box<OpenGuess>>,
    /// The hint given so far.
    pub(super) hint: Option<Hint>,
    /// The lesson being read.
    pub lessons: Lessons,
    /// The riddle whose fault is active in the tutorial's search.
    pub riddle: Option<usize>,
    /// Finished games against the engine that are not in the archive.
    pub(super) played: Vec<FinishedGame>,
}

/// The display.
#[derive(Default)]
pub struct Showing {
    /// The view in use; none before the greeting or, if there is no greeting, before the first line.
    pub(super) through: Option<&'static dyn View>,
    /// Colours, board style and other settings of the display.
    pub look: Look,
    /// The earlier position that the user is viewing, if any; the game itself stays as it is.
    pub(super) looking_back: Option<LookBack>,
    /// Whether `replay` is pausing at a position.
    pub(super) is_replaying: bool,
    /// The line being typed, in the view with scrolling lines.
    #[cfg(feature = "terminal")]
    pub(super) typing: Option<PromptLine>,
    /// The list of games shown last.
    pub(super) list: Option<List>,
    /// File and number of the game loaded last.
    pub(super) loaded: Option<(PathBuf, u64)>,
    /// The games or the book for `explore`.
    pub(super) explored: Option<Explored>,
}

/// A view of the console. It receives events; the default methods show nothing.
pub(super) trait View: Sync {
    /// Greets the user when the console opens. Each text comes with a short form; the most important text is first.
    #[cfg(feature = "terminal")]
    fn greet(&self, _: &mut Session, _: &[(String, &str)]) {}

    /// Called before a line is executed.
    fn begin(&self, _: &mut Session) {}

    /// Called after a line has been executed.
    fn end(&self, _: &Board, _: &mut Session) {}

    /// Restores the terminal when the console ends or the view changes.
    fn leave(&self, _: &mut Session) {}

    /// Shows the position, because it has changed or the user asked for it.
    fn position(&self, _: &Board, _: &mut Session, _: Marks) {}

    /// Shows the position being set up.
    fn setup(&self, _: &Board, _: &mut Session) {}

    /// Shows a position briefly, with a message.
    fn aside(&self, _: &mut Board, _: &mut Session, _text: &str, _time: Duration) {}

    /// Called when the game has ended.
    fn game_over(&self, _: &Board, _: &mut Session, _: &Finish) {}

    /// Returns the announcement of the engine's move; `where_from` names the source of the move, for example a book.
    fn engine_moves(&self, board: &Board, session: &mut Session, san: &str, where_from: &str) -> String {
        format!("{} plays {}{where_from}", board.next_move.name(), session.screen().moves(san))
    }

    /// Called when the lines of an analysis have been reported. Their scores are for the side to move.
    fn lines(&self, _: &mut Board, _: &mut Session, _: &Info, _: &[Line], _depth: usize) {}

    /// Called when a search has ended.
    fn search_ended(&self, _: &mut Session) {}

    /// Whether each iteration of a search is printed.
    fn shows_iterations(&self, session: &Session) -> bool {
        !session.own.view.look.spoken
    }

    /// Whether the clocks, the result and the line being typed have fixed places on the screen.
    fn has_places(&self) -> bool {
        false
    }

    /// Marks the threat of the side not to move.
    fn mark_threat(&self, _: &Board, _: &mut Session) {}

    /// Shows a refusal beside the page of a lesson instead of replacing the page. Returns false if no page is shown.
    fn keep_page(&self, _: &mut Session, _: &str) -> bool {
        false
    }

    /// Called when Ctrl-C has arrived as a signal while the user was typing a line.
    fn interrupt(&self, _: &mut Session) {}

    /// Called before the user types a line after this prompt.
    #[cfg(feature = "terminal")]
    fn ask(&self, _: &Board, _: &mut Session, _: &Prompt) {}

    /// Called before unsolicited output while the user types a line.
    fn make_room(&self, _: &mut Session) {}

    /// Called before a line typed during a search is executed.
    #[cfg(feature = "terminal")]
    fn echo(&self, _: &mut Session, _: &str) {}

    /// Handles a key or another terminal event while the user types a line after this prompt. Returns the line if it is
    /// complete.
    #[cfg(feature = "terminal")]
    fn key(&self, _: &mut Board, _: &mut Session, _: Event, _: &Prompt) -> Option<String> {
        None
    }

    /// Handles a key or another terminal event during a search.
    #[cfg(feature = "terminal")]
    fn key_during_search(&self, _: &mut Board, _: &mut Session, _: Event) {}
}

/// The view before one is chosen.
struct Nothing;

impl View for Nothing {}

/// Progress of a search.
#[derive(Default)]
pub(super) struct Progress {
    /// Depth of the last report, and of the running iteration, in plies.
    pub(super) depth: usize,
    pub(super) iteration: usize,
    pub(super) score: Option<i32>,
    pub(super) best: String,
    pub(super) root_move: String,
    pub(super) number: usize,
    pub(super) count: usize,
    pub(super) drawn: Option<Instant>,
    /// At a terminal: the last line of thinking output, held back until its iteration is complete.
    pub(super) held: Option<String>,
    /// In a multi-PV search: the last completed depth.
    pub(super) lines_done: Option<usize>,
    /// Depth of each iteration, and node count at its last report.
    pub(super) iterations: Vec<(usize, u64)>,
}

impl Training {
    /// Ends the puzzles or the guessing, and returns the game that was set aside.
    pub(super) fn end(&mut self) -> Option<Aside> {
        let puzzle = self.puzzle.take().map(|open| open.game);
        puzzle.or_else(|| self.guessing.take().map(|open| open.own))
    }
}

impl Console {
    /// A console with these commands.
    pub fn new(words: Words) -> Console {
        Console { words, ..Console::default() }
    }

    /// Whether the analysis board is open.
    pub(super) fn is_analysing(&self) -> bool {
        self.analysis.board.is_some()
    }

    /// Whether `back` and `next` turn the pages of a lesson.
    pub(super) fn is_reading(&self) -> bool {
        self.training.lessons.reading.is_some() && !self.is_analysing() && self.training().is_none()
    }

    /// The puzzle, if it is on the board and not under analysis.
    pub(super) fn open_puzzle(&self) -> Option<&OpenPuzzle> {
        self.training.puzzle.as_deref().filter(|_| !self.is_analysing())
    }

    /// The game whose moves are being guessed, if it is on the board and not under analysis.
    pub(super) fn open_guess(&self) -> Option<&OpenGuess> {
        self.training.guessing.as_deref().filter(|_| !self.is_analysing())
    }

    /// Returns the move to be found or guessed in the position on the Board, and records that the user had help with
    /// it.
    pub(super) fn solution(&mut self, board: &Board) -> Option<Move> {
        if self.is_analysing() {
            return None;
        }
        if let Some(open) = self.training.puzzle.as_mut().filter(|open| !open.attempt.solved && open.is_on(board)) {
            let wanted = open.wanted()?;
            open.attempt.helped = true;
            return Some(wanted);
        }
        let open = self.training.guessing.as_mut().filter(|open| open.is_on(board))?;
        let wanted = open.wanted()?;
        open.hinted = true;
        Some(open.game.node(wanted).mv)
    }

    /// The training task for which the game was set aside, if any.
    pub(super) fn training(&self) -> Option<&'static str> {
        let puzzle = self.training.puzzle.as_ref().map(|_| "a puzzle");
        puzzle.or(self.training.guessing.as_ref().map(|_| "a guessing game"))
    }

    /// The player's own game, if it is set aside.
    pub(super) fn aside(&self) -> Option<&Aside> {
        let puzzle = self.training.puzzle.as_ref().map(|open| &open.game);
        let training = puzzle.or(self.training.guessing.as_ref().map(|open| &open.own));
        training.or(self.analysis.board.as_ref().map(|analysis| &analysis.game))
    }

    /// The player's own game: the one set aside, or else the one on the board.
    pub(super) fn players_game(&self) -> &CurrentGame {
        self.aside().map_or(&self.game, |aside| &aside.game)
    }

    /// Refuses game commands while the game is set aside.
    pub(super) fn refuse_aside(&self) -> Done {
        match (&self.analysis.board, self.training()) {
            (Some(_), Some(task)) => bad(format!("this is the analysis of {task}: 'exit' returns to it")),
            (Some(_), _) => bad("this is an analysis: 'exit' returns to your game, 'keep' makes this line the game"),
            (None, Some(task)) => bad(format!("this is {task}: 'exit' returns to your game")),
            (None, None) => Ok(()),
        }
    }

    /// Refuses a change to a game while the user views an earlier position of it.
    pub(super) fn refuse_looking_back(&self) -> Done {
        match self.view.looking_back {
            Some(_) => {
                bad("this is an earlier position of your game: 'last' returns to it, 'analyse' tries moves here")
            }
            None => Ok(()),
        }
    }

    /// The board on display: the earlier position being viewed, or the current position of the game.
    pub(super) fn shown<'a>(&'a self, board: &'a Board) -> &'a Board {
        self.view.looking_back.as_ref().map_or(board, |back| &back.board)
    }

    /// The node of the position on display, and the game.
    pub(super) fn place_shown(&mut self, board: &Board) -> (NodeId, &mut Game) {
        let earlier = self.view.looking_back.as_ref().map(|back| back.at);
        let study = self.study_of(board);
        (earlier.unwrap_or(study.at()), &mut study.game)
    }

    /// The game's next position after the one on display, if any.
    pub(super) fn place_has_next(&mut self, board: &Board) -> Option<NodeId> {
        let (at, game) = self.place_shown(board);
        game.next(at)
    }

    /// The study of the game on the Board.
    pub(super) fn study_of(&mut self, board: &Board) -> &mut Study {
        let origin = if self.is_analysing() { Origin::Loaded } else { Origin::Played };
        Study::current(&mut self.game.study, board, origin)
    }

    /// Restarts the analysis after a new position has been set up in it.
    pub(super) fn restart_analysis(&mut self, board: &Board) {
        self.game.study = None;
        if let Some(analysis) = &mut self.analysis.board {
            (analysis.ahead, analysis.other) = (ROOT, Some(Origin::Played));
            self.note_place(board);
        }
    }

    /// Notes the position under analysis as the farthest visited, unless it lies on the way to the one noted so far.
    pub(super) fn note_place(&mut self, board: &Board) {
        let Some(analysis) = &self.analysis.board else { return };
        let ahead = analysis.ahead;
        let study = self.study_of(board);
        let (game, at) = (&study.game, study.at());
        let is_on_the_way = game.is_there(ahead) && game.path(ahead).contains(&at);
        if let Some(analysis) = self.analysis.board.as_mut().filter(|_| !is_on_the_way && at != ROOT) {
            analysis.ahead = at;
        }
    }
}

/// An earlier position of a game that is in progress or was played to its end.
pub(super) struct LookBack {
    /// The position.
    pub(super) board: Box<Board>,
    /// The node of the position in the game.
    pub(super) at: NodeId,
}

/// A hint, and the number of steps given so far.
pub(super) struct Hint {
    pub(super) place: Place,
    pub(super) told: usize,
    /// Score for the side to move, in centipawns.
    pub(super) score: i32,
    /// The move and its expected continuation.
    pub(super) line: Vec<Move>,
}

/// Table width if there is no window, in columns.
const WIDE: usize = 1000;

impl Session {
    /// The format of node counts for the selected search.
    pub(super) fn node_style(&self) -> Nodes {
        if self.options.algorithm == Algorithm::Modern { Nodes::Rounded } else { Nodes::Exact }
    }

    /// The view in use.
    pub(super) fn view(&self) -> &'static dyn View {
        self.own.view.through.unwrap_or(&Nothing)
    }

    /// The capabilities of the terminal.
    pub fn screen(&self) -> Capabilities {
        self.own.view.look.screen(&self.out)
    }

    /// Runs `work` without the output of its searches.
    pub(super) fn quietly<R>(&mut self, work: impl FnOnce(&mut Session) -> R) -> R {
        self.own.analysis.quiet = true;
        let result = work(self);
        self.own.analysis.quiet = false;
        result
    }

    /// Ends a command by writing this text with [`say`](Session::say).
    pub(super) fn answer(&mut self, text: &str) -> Done {
        self.say(text);
        Ok(())
    }

    /// Ends a command by writing this text without wrapping it.
    pub(super) fn answer_as_is(&mut self, text: &str) -> Done {
        self.out.line(text);
        Ok(())
    }

    /// Writes text, wrapped to the width of the terminal.
    pub fn say(&mut self, text: &str) {
        let columns = self.screen().columns.unwrap_or(usize::MAX);
        let lines: Vec<String> = text.split('\n').map(|line| show::wrap(line, columns, 0)).collect();
        self.out.line(&lines.join("\n"));
    }

    /// Writes one line, wrapped with its continuation indented.
    pub(super) fn say_indented(&mut self, text: &str, indent: usize) {
        let columns = self.screen().columns.unwrap_or(usize::MAX);
        self.out.line(&show::wrap(text, columns, indent));
    }

    /// Shows a table. In a narrow window, the columns in `spare` are dropped and long texts truncated.
    pub(super) fn show_narrowed(&mut self, mut table: Table, format: Format, spare: &[&str]) {
        if format == Format::Text && self.out.spoken.is_none() {
            table.fit(self.screen().columns.unwrap_or(WIDE), spare);
        }
        table.show(&mut self.out, format);
    }

    /// Shows the progress of work that can be stopped.
    pub fn show_work(&mut self, text: &str) {
        self.show_status(&format!("{text}  Ctrl-C stops"));
    }

    /// Shows a line that the next one overwrites, on terminals that support it.
    pub fn show_status(&mut self, text: &str) {
        let columns = self.screen().columns;
        if let Some(columns) = columns.filter(|_| !out::is_dumb()) {
            self.out.status(show::cut_to(text, columns.saturating_sub(1)));
        }
    }
}
