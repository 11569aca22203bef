//! The instrument: a copy of the tutorial's search in which every technique is a setting, every event is counted, and
//! every node can be recorded.
//!
//! This is the only search that deliberately duplicates another. With all settings at the tutorial's values, it visits
//! the same nodes as the flat files and returns the same score and line. Tests verify this on all golden tables and on
//! ten thousand random positions.
//!
//! | file | contents |
//! |---|---|
//! | [`search`] | the search, a counterpart of `search.rs`, `sortmoves.rs` and `qsearch.rs` |
//! | [`nullmove`] | its null move, controlled by a [`recipe`] |
//! | [`variants`], [`faults`] | alternative forms of techniques; deliberate mistakes |
//! | [`tree`] | the record of a search |

pub mod faults;
pub mod nullmove;
pub mod recipe;
pub mod search;
pub mod tree;
pub mod variants;

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::audit::Audit;
use crate::searcher::setting::{Setting, choice, switch};
use crate::searcher::stats::Stats;
use crate::searcher::{
    Algorithm, AtRoot, Control, Info, Limits, Line, Report, Searcher, Subject, Thought, decided, deepen_lines,
    follow_line, unsearched,
};

use faults::Faults;
use nullmove::NullLine;
use recipe::NullMove;
use tree::Tree;
use variants::{Bonus, Fail, Select, Switches, Variants};

/// Settings of the instrument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The enabled techniques of chapters 14 to 19.
    pub switches: Switches,
    /// Choices among alternative forms of these techniques.
    pub variants: Variants,
    /// Deliberate mistakes.
    pub faults: Faults,
    /// The null-move recipe.
    pub null_move: NullMove,
}

impl Settings {
    /// The tutorial's settings.
    pub const TUTORIAL: Settings = Settings {
        switches: Switches::TUTORIAL,
        variants: Variants::TUTORIAL,
        faults: Faults::empty(),
        null_move: NullMove::WINGLET,
    };
}

const BONUSES: [(&str, Bonus); 4] =
    [("square", Bonus::DepthSquared), ("linear", Bonus::Depth), ("power", Bonus::Power), ("one", Bonus::One)];
const SELECTS: [(&str, Select); 2] = [("pick", Select::Pick), ("sort", Select::Sort)];
const FAILS: [(&str, Fail); 2] = [("hard", Fail::Hard), ("soft", Fail::Soft)];

/// Settings of the tutorial's techniques, except the [fields of a recipe](recipe::SETTINGS).
pub const SETTINGS: &[Setting<Settings>] = &[
    switch!("null", "tutorial: null moves (chapter 19); a recipe name turns them on with that recipe", switches.null),
    switch!(
        "pv-first",
        "tutorial: search the last iteration's principal variation first (chapter 17)",
        switches.pv_first
    ),
    switch!(
        "zero-window",
        "tutorial: use a zero window after a move has raised alpha (chapter 14)",
        switches.zero_window
    ),
    switch!("history", "tutorial: order moves by history counts (chapter 17)", switches.history),
    choice!(
        "history.bonus",
        "tutorial: history bonus of a good move: depth squared, depth, 2 to the power of depth, or 1",
        BONUSES,
        variants.bonus
    ),
    choice!(
        "select",
        "tutorial: pick each move when it is needed, or sort the whole list first",
        SELECTS,
        variants.select
    ),
    choice!(
        "fail",
        "tutorial: score returned outside the window: the bound (hard), or the best score found (soft)",
        FAILS,
        variants.fail
    ),
    switch!("quiescence", "tutorial: search captures at the leaves (chapter 18)", switches.quiescence),
    switch!("deepening", "tutorial: iterative deepening: depth 1, then 2, then 3 ... (chapter 17)", switches.deepening),
];

impl Default for Settings {
    fn default() -> Settings {
        Settings::TUTORIAL
    }
}

/// The tutorial's search with settings, counters and a record.
pub struct Instrument {
    /// The Board of the search.
    pub board: Box<Board>,
    /// `Minimax`, `AlphaBeta` or `Pvs`; `Modern` counts as `Pvs`.
    pub algorithm: Algorithm,
    /// The settings.
    pub settings: Settings,
    /// Counters of the last search.
    pub stats: Stats,
    /// Collects a sample of null-move cutoffs, if set.
    pub audit: Option<Box<Audit>>,
    /// Records the search, if set.
    pub tree: Option<Box<Tree>>,
    /// Null-move state of the line being searched.
    null_line: NullLine,
    /// Root moves that are not searched.
    excluded: Vec<Move>,
}

impl Default for Instrument {
    fn default() -> Instrument {
        Instrument {
            board: Board::new(),
            algorithm: Algorithm::Pvs,
            settings: Settings::TUTORIAL,
            stats: Stats::default(),
            audit: None,
            tree: None,
            null_line: NullLine::at_root(0),
            excluded: Vec::new(),
        }
    }
}

impl Instrument {
    /// One of the tutorial's searches, with these settings.
    pub fn with(algorithm: Algorithm, settings: Settings) -> Instrument {
        Instrument { algorithm, settings, ..Instrument::default() }
    }

    /// The principal variation search, with these settings and the position of this Board.
    pub fn of(game: &Board, settings: Settings) -> Instrument {
        let mut instrument = Instrument::with(Algorithm::Pvs, settings);
        instrument.set_game(game);
        instrument
    }

    /// Multi-PV iterative deepening; returns the lines, best first.
    fn find_lines(&mut self, limits: &Limits, control: &Control) -> Vec<Line> {
        self.clear_for_search();
        self.tell(control, Report::Header);
        self.board.timer.start();
        control.begin(self.board.timer);
        let count = limits.lines.max(1).min(self.board.legal_moves().len().saturating_sub(limits.excluded.len()));
        let search = |this: &mut Instrument, line: &mut Line, depth, taken: &[Move]| {
            this.excluded = [&limits.excluded, taken].concat();
            let judged = limits.ranking.judge(&this.excluded);
            this.excluded.extend(&judged.spoilers);
            this.search_line(line, depth)?;
            line.score = judged.told(line.score);
            Some(())
        };
        let mut is_enough = false;
        let done = |this: &mut Instrument, depth, lines: &[Line]| {
            if let Some(line) = lines.first() {
                follow_line(&mut this.board, &line.pv);
                this.note_iteration(depth, line.score);
            }
            this.tell_lines(control, limits, depth, lines);
            is_enough = this.board.timer.is_nearly_used();
            is_enough
        };
        let lines = deepen_lines(self, count, limits.depth, search, done);
        if self.board.timedout || is_enough {
            self.tell(control, if is_enough { Report::TimeUsed } else { Report::Stopped });
        }
        follow_line(&mut self.board, lines.first().map_or(&[], |line| &line.pv));
        lines
    }

    /// Reports a completed iteration; in single-PV form if only one line was requested.
    fn tell_lines(&self, control: &Control, limits: &Limits, depth: usize, lines: &[Line]) {
        let report = match lines {
            [line] if limits.lines <= 1 => Report::Depth { depth, score: line.score, pv: line.pv.clone() },
            _ => Report::Lines { depth, lines: lines.to_vec() },
        };
        self.tell(control, report);
    }

    /// Searches one line of a multi-PV search to this depth; [`None`] if the search was stopped.
    fn search_line(&mut self, line: &mut Line, depth: usize) -> Option<()> {
        follow_line(&mut self.board, &line.pv);
        let ep_square = self.board.ep_square;
        line.score = self.search_root(depth);
        self.board.set_ep_square(ep_square);
        if self.board.timedout {
            return None;
        }
        self.board.remember_pv();
        line.pv = self.board.last_pv[..self.board.last_pv_length].to_vec();
        if line.pv.is_empty() {
            // If every move loses to a forced mate, minimax and plain alpha-beta return no best move.
            line.pv.extend(self.board.legal_moves().into_iter().find(|mv| !self.excluded.contains(mv)));
        }
        Some(())
    }

    /// The result of the search that has just ended.
    pub fn thought(&self) -> Thought {
        let last = self.stats.iterations.last().copied().unwrap_or_default();
        Thought::of(&self.board, last.depth, last.score, self.stats.clone())
    }

    fn tell(&self, control: &Control, report: Report) {
        control.tell(Info::of(&self.board, report));
    }
}

impl Searcher for Instrument {
    fn set_game(&mut self, game: &Board) {
        self.board.set_game(game);
    }

    fn think(&mut self, limits: &Limits, control: &Control) -> Thought {
        limits.apply(&mut self.board);
        self.excluded.clone_from(&limits.excluded);
        self.board.inodes = 0;
        self.board.timer.start();
        let mut lines = Vec::new();
        let best = match limits.root {
            AtRoot::Decide if let Some((mv, report)) = decided(&self.board) => {
                self.clear_for_search();
                self.tell(control, report);
                mv
            }
            _ => {
                let watcher = control.connect(&mut self.board);
                if limits.lines > 1 || !limits.ranking.moves.is_empty() {
                    lines = self.find_lines(limits, control);
                } else {
                    self.deepen();
                }
                watcher.disconnect(&mut self.board);
                let best = self.board.last_pv[0];
                if best.is_some() { best } else { unsearched(&self.board, limits) }
            }
        };
        Thought { best, lines, ..self.thought() }
    }
}

impl Subject for Instrument {
    fn forbid_null_moves(&mut self) {
        self.settings.null_move = NullMove::NONE;
    }

    fn audit(&mut self) -> &mut Option<Box<Audit>> {
        &mut self.audit
    }

    fn search_within(&mut self, game: &Board, depth: usize, alpha: i32, beta: i32) -> i32 {
        Limits::default().apply(&mut self.board);
        self.excluded.clear();
        self.set_game(game);
        self.clear_for_search();
        self.board.clear_for_iteration();
        self.null_line = NullLine::at_root(depth as i32);
        self.board.followpv = false;
        self.alphabetapvs(0, depth as i32, alpha, beta)
    }
}
