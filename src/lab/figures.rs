//! Tables of figures computed by the engine.
//!
//! A table lists positions with the tutorial engine's figures for them: leaf counts, move lists, exchange values,
//! evaluations, and the scores, node counts and principal variations of its searches. The command `figures KIND FILE`
//! reads such a table and writes it again with every figure recomputed, so that `diff` shows any that differ. The
//! tables in `tests/golden/` were measured with the original program; authors of other engines can write their own
//! figures into a blank table.
//!
//! Tables are tab-separated. The first column is a position: a FEN of six fields, or `FEN moves m1 m2 …`, where the
//! moves are played from the position of the FEN. A depth and a move follow if the kind of table needs them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::board::Board;
use crate::defines::*;
use crate::instrument::recipe::NullMove;
use crate::instrument::variants::Switches;
use crate::instrument::{Instrument, Settings};
use crate::moves::Move;
use crate::readfen::{FenError, read_fen_leniently};
use crate::searcher::{Algorithm, Control, Info, Limits, Report, Searcher, Tutorial};

/// Depth of the searches in a `think` table, in plies.
const THINK_DEPTH: usize = 6;

/// Positions for blank tables: the start position, a middlegame, castling and en passant, a promotion, a repetition.
const BLANK_POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
    "8/P6k/8/8/5r2/8/6PK/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6 f3g1 f6g8",
];

/// The kind of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// Leaf counts.
    Perft,
    /// Leaf counts below each root move.
    Divide,
    /// Pseudo-legal moves in generation order.
    MovegenOrder,
    /// Captures and promotions that the quiescence search tries, with their exchange values.
    CaptureList,
    /// Exchange value of a capture or promotion.
    See,
    /// Legal moves in the tutorial's notation.
    San,
    /// Static evaluation.
    Eval,
    /// Whether the game has ended, and the number of legal moves.
    GameEnd,
    /// Quiescence search.
    Qsearch,
    /// Minimax to a fixed depth.
    Minimax,
    /// Alpha-beta to a fixed depth.
    Alphabeta,
    /// Principal variation search to a fixed depth.
    PvsSingleDepth,
    /// Principal variation search with iterative deepening.
    PvsIterative,
    /// Iterative deepening for positions with a game history.
    PvsIterativeGameHistory,
    /// Iterative deepening without null moves.
    PvsIterativeNonull,
    /// Iterative deepening with a null-move reduction of 3.
    PvsIterativeReduction3,
    /// A complete `think` to depth 6, with a row for each new best move, each iteration, and the move chosen.
    Think,
}

/// The kinds by name, each with the columns of its table.
const KINDS_BY_NAME: [(&str, TableKind, &str); 17] = [
    ("perft", TableKind::Perft, "position\tdepth\tnodes"),
    ("divide", TableKind::Divide, "position\tdepth\tmove\tnodes"),
    ("movegen_order", TableKind::MovegenOrder, "position\tcount\tmoves"),
    ("capture_list", TableKind::CaptureList, "position\tcount\tmoves_with_see"),
    ("see", TableKind::See, "position\tmove\tsee\tlegality"),
    ("san", TableKind::San, "position\tcount\tsan_list"),
    ("eval", TableKind::Eval, "position\teval"),
    ("game_end", TableKind::GameEnd, "position\tended\tlegal_moves"),
    ("qsearch", TableKind::Qsearch, "position\tscore\tnodes\tpv"),
    ("minimax", TableKind::Minimax, "position\tdepth\tscore\tnodes\tpv"),
    ("alphabeta", TableKind::Alphabeta, "position\tdepth\tscore\tnodes\tpv"),
    ("pvs_single_depth", TableKind::PvsSingleDepth, "position\tdepth\tscore\tnodes\tpv"),
    ("pvs_iterative", TableKind::PvsIterative, ITERATIVE_COLUMNS),
    ("pvs_iterative_game_history", TableKind::PvsIterativeGameHistory, ITERATIVE_COLUMNS),
    ("pvs_iterative_nonull", TableKind::PvsIterativeNonull, ITERATIVE_COLUMNS),
    ("pvs_iterative_reduction3", TableKind::PvsIterativeReduction3, ITERATIVE_COLUMNS),
    ("think", TableKind::Think, ITERATIVE_COLUMNS),
];
const ITERATIVE_COLUMNS: &str = "position\tdepth\tscore\tnodes_total\tpv";

/// An error in a table, with its line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub struct TableError {
    /// Line number, counted from 1.
    pub line: usize,
    /// The error.
    pub problem: RowError,
}

/// An error in a line of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RowError {
    /// The position cannot be read.
    #[error("the position is wrong: {0}")]
    Fen(#[from] FenError),
    /// A castling right without its king and rook: the original would move pieces that are not there.
    #[error("the position is wrong: castling needs king and rook on their home squares")]
    Castling,
    /// A move, after `moves` or in the move column, is not legal in this position. The move column of a `see` table
    /// accepts any pseudo-legal move.
    #[error("'{0}' is not a move in this position")]
    Move(String),
    /// The line has only one column.
    #[error("there is no depth; tabs must separate the columns")]
    NoDepth,
    /// The depth is not a number, or is out of range.
    #[error("the depth is '{text}'; it must be a number from {least} to {most}")]
    Depth {
        /// The text in the column.
        text: String,
        /// Minimum depth.
        least: usize,
        /// Maximum depth.
        most: usize,
    },
}

impl TableKind {
    /// The kind with this name.
    pub fn of(name: &str) -> Option<TableKind> {
        KINDS_BY_NAME.iter().find(|(known, ..)| *known == name).map(|(_, kind, _)| *kind)
    }

    /// The names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS_BY_NAME.iter().map(|(name, ..)| *name)
    }

    /// The names of the columns, tab-separated.
    pub fn columns(self) -> &'static str {
        KINDS_BY_NAME.iter().find(|(_, kind, _)| *kind == self).map_or("", |(.., columns)| columns)
    }

    /// A blank table: a few positions, with a question mark for every figure.
    pub fn blank(self) -> String {
        let mut lines = vec![self.columns().to_string()];
        for position in BLANK_POSITIONS {
            let is_line = position.contains(" moves ");
            if is_line != (self == TableKind::PvsIterativeGameHistory) && self != TableKind::GameEnd {
                continue;
            }
            let depths = if self.has_depth() { 1..=3 } else { 1..=1 };
            for depth in depths {
                lines.extend(self.blank_rows(position, depth));
            }
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// The rows for a position and a depth: one row, or one for each move.
    fn blank_rows(self, position: &str, depth: usize) -> Vec<String> {
        let mut given = vec![position.to_string()];
        if self.has_depth() {
            given.push(depth.to_string());
        }
        let moves = if self.has_move() { self.moves_of(position) } else { Vec::new() };
        let with_figures = |given: Vec<String>| {
            let missing = self.columns().split('\t').count() - given.len();
            [given, vec!["?".to_string(); missing]].concat().join("\t")
        };
        if self.has_move() {
            return moves.into_iter().map(|mv| with_figures([given.clone(), vec![mv]].concat())).collect();
        }
        vec![with_figures(given)]
    }

    /// The moves for the rows of a blank table: all legal moves, or for `see` only the captures.
    fn moves_of(self, position: &str) -> Vec<String> {
        let Ok(setup) = read_fen_leniently(position) else { return Vec::new() };
        let mut board = Board::new();
        board.init_from_setup(&setup);
        let moves = board.legal_moves().into_iter().filter(|mv| self != TableKind::See || mv.is_capture());
        moves.map(|mv| mv.to_string()).collect()
    }

    fn has_depth(self) -> bool {
        self.columns().starts_with("position\tdepth") && self != TableKind::Think
    }

    fn has_move(self) -> bool {
        matches!(self, TableKind::Divide | TableKind::See)
    }

    fn is_iterative(self) -> bool {
        self.columns() == ITERATIVE_COLUMNS
    }

    fn depths(self) -> std::ops::RangeInclusive<usize> {
        match self {
            TableKind::Perft => 0..=Board::MAX_PERFT_DEPTH,
            TableKind::Divide => 1..=Board::MAX_PERFT_DEPTH,
            TableKind::Minimax | TableKind::Alphabeta => 0..=MAX_PLY,
            _ => 1..=MAX_PLY,
        }
    }
}

/// The input cells of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row<'a> {
    line: usize,
    position: &'a str,
    depth: usize,
    mv: &'a str,
}

impl<'a> Row<'a> {
    fn read_all(kind: TableKind, table: &'a str) -> Result<Vec<Row<'a>>, TableError> {
        let numbered = table.lines().enumerate();
        let rows = numbered.filter(|(_, text)| !text.starts_with("position") && !text.trim().is_empty());
        rows.map(|(number, text)| Row::read(kind, number + 1, text)).collect()
    }

    fn read(kind: TableKind, line: usize, text: &'a str) -> Result<Row<'a>, TableError> {
        let mut columns = text.split('\t');
        let position = columns.next().unwrap_or_default();
        let mut depth = 0;
        if kind.has_depth() {
            let text = columns.next().ok_or(TableError { line, problem: RowError::NoDepth })?;
            let depths = kind.depths();
            depth = text.parse().ok().filter(|depth| depths.contains(depth)).ok_or_else(|| TableError {
                line,
                problem: RowError::Depth { text: text.into(), least: *depths.start(), most: *depths.end() },
            })?;
        }
        let mv = if kind.has_move() { columns.next().unwrap_or_default() } else { "" };
        Ok(Row { line, position, depth, mv })
    }
}

/// The search that computes the figures.
enum FigureEngine {
    /// The tutorial's own search, in the flat files.
    Plain(Tutorial),
    /// The instrument.
    Instrument(Box<Instrument>),
}

impl FigureEngine {
    fn board(&mut self) -> &mut Board {
        match self {
            FigureEngine::Plain(tutorial) => &mut tutorial.board,
            FigureEngine::Instrument(instrument) => &mut instrument.board,
        }
    }

    /// Searches the root once.
    fn search_root(&mut self, depth: usize) -> i32 {
        match self {
            FigureEngine::Plain(tutorial) => tutorial.search_root(depth),
            FigureEngine::Instrument(instrument) => instrument.search_root(depth),
        }
    }

    fn qsearch(&mut self) -> i32 {
        (self.board().followpv, self.board().allownull) = (true, true);
        match self {
            FigureEngine::Plain(tutorial) => tutorial.board.qsearch(0, -LARGE_NUMBER, LARGE_NUMBER),
            FigureEngine::Instrument(instrument) => instrument.qsearch(0, -LARGE_NUMBER, LARGE_NUMBER),
        }
    }

    fn searcher(&mut self) -> &mut dyn Searcher {
        match self {
            FigureEngine::Plain(tutorial) => tutorial,
            FigureEngine::Instrument(instrument) => &mut **instrument,
        }
    }
}

/// Recomputes tables of figures.
pub struct Figures<'a> {
    kind: TableKind,
    engine: FigureEngine,
    control: &'a Control,
    /// The greatest depth that the table has for each position.
    greatest_depth: HashMap<String, usize>,
    /// The position and depth computed last; `found` holds all figures for them, by depth or move.
    last: Option<(String, usize)>,
    found: Vec<(String, String)>,
}

impl Figures<'_> {
    /// Recomputes a table. Each line of the result is passed to `write`, which returns whether to continue. Ends early
    /// if `control` stops it.
    ///
    /// # Errors
    /// [`TableError`] for the first line with a wrong depth, before anything is written; otherwise for the first line
    /// with a wrong position or move, once the lines before it have been written.
    pub fn recompute(
        kind: TableKind,
        table: &str,
        control: &Control,
        write: impl FnMut(&str) -> bool,
    ) -> Result<(), TableError> {
        let rows = Row::read_all(kind, table)?;
        let settings = settings(kind);
        let engine = if settings == Settings::TUTORIAL {
            FigureEngine::Plain(Tutorial { algorithm: algorithm(kind), ..Tutorial::default() })
        } else {
            FigureEngine::Instrument(Box::new(Instrument::with(algorithm(kind), settings)))
        };
        Figures::new(kind, engine, control, &rows).write_all(&rows, write)
    }

    /// Like [`recompute`](Figures::recompute), but always with the instrument, to verify that its search matches the
    /// tutorial's.
    ///
    /// # Errors
    /// As for [`recompute`](Figures::recompute).
    pub fn recompute_by_instrument(
        kind: TableKind,
        table: &str,
        control: &Control,
        write: impl FnMut(&str) -> bool,
    ) -> Result<(), TableError> {
        let rows = Row::read_all(kind, table)?;
        let engine = FigureEngine::Instrument(Box::new(Instrument::with(algorithm(kind), settings(kind))));
        Figures::new(kind, engine, control, &rows).write_all(&rows, write)
    }

    fn new<'a>(kind: TableKind, mut engine: FigureEngine, control: &'a Control, rows: &[Row]) -> Figures<'a> {
        engine.board().timer.max_time = None;
        engine.board().watch.stop = control.stop_flag();
        let mut greatest_depth: HashMap<String, usize> = HashMap::new();
        for row in rows {
            let depth = greatest_depth.entry(row.position.into()).or_default();
            *depth = (*depth).max(row.depth);
        }
        Figures { kind, engine, control, greatest_depth, last: None, found: Vec::new() }
    }

    fn write_all(&mut self, rows: &[Row], mut write: impl FnMut(&str) -> bool) -> Result<(), TableError> {
        if !write(self.kind.columns()) {
            return Ok(());
        }
        for row in rows {
            let lines = self.lines(row).map_err(|problem| TableError { line: row.line, problem })?;
            // The figures of a stopped search are incomplete.
            if self.control.is_stopped() || !lines.iter().all(|line| write(line)) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn board(&mut self) -> &mut Board {
        self.engine.board()
    }

    /// The output lines for one row.
    fn lines(&mut self, row: &Row) -> Result<Vec<String>, RowError> {
        let Row { position, depth, mv, .. } = *row;
        let one = |figures: String| Ok(vec![format!("{position}\t{figures}")]);
        match self.kind {
            TableKind::Think => return self.think_once(position),
            TableKind::Divide => {
                let nodes = self.divide_once(position, depth, mv)?;
                return one(format!("{depth}\t{mv}\t{nodes}"));
            }
            kind if kind.is_iterative() => {
                let figures = self.iterate_once(position, depth)?;
                return one(format!("{depth}\t{figures}"));
            }
            _ => {}
        }
        self.set_up(position)?;
        match self.kind {
            TableKind::Perft => one(format!("{depth}\t{}", self.board().perft(depth))),
            TableKind::MovegenOrder => one(self.movegen_order()),
            TableKind::CaptureList => one(self.capture_list()),
            TableKind::See => one(format!("{mv}\t{}", self.see(mv)?)),
            TableKind::San => one(self.san()),
            TableKind::Eval => one(self.board().eval().to_string()),
            TableKind::GameEnd => one(self.game_end()),
            TableKind::Qsearch => one(self.qsearch()),
            _ => one(format!("{depth}\t{}", self.single_depth(depth))),
        }
    }

    /// Sets up a position leniently, as the original does, and plays the moves given with it.
    fn set_up(&mut self, position: &str) -> Result<(), RowError> {
        let (fen, moves) = position.split_once(" moves").unwrap_or((position, ""));
        let setup = read_fen_leniently(fen)?;
        if !setup.rights_are_possible() {
            return Err(RowError::Castling);
        }
        self.board().init_from_setup(&setup);
        self.board().clear_for_search();
        for text in moves.split_whitespace() {
            let mv = self.board().is_valid_text_move(text).ok_or_else(|| RowError::Move(text.into()))?;
            self.board().play(mv);
        }
        Ok(())
    }

    /// Records this position and depth. Returns whether they differ from those recorded before.
    fn is_new(&mut self, position: &str, depth: usize) -> bool {
        let now = Some((position.to_string(), depth));
        let new = self.last != now;
        self.last = now;
        new
    }

    fn movegen_order(&mut self) -> String {
        let end = self.board().movegen(MAX_MOV_BUFF);
        let moves = self.board().move_buffer[MAX_MOV_BUFF..end].to_vec();
        let mut texts = Vec::new();
        for mv in &moves {
            let mark = if self.board().is_legal(*mv) { "" } else { "!" };
            texts.push(format!("{mv}{mark}"));
        }
        format!("{}\t{}", moves.len(), or_dash(texts.join(" ")))
    }

    fn capture_list(&mut self) -> String {
        let board = self.board();
        let end = board.captgen(MAX_MOV_BUFF);
        let list = MAX_MOV_BUFF..end;
        let texts: Vec<String> = list.map(|i| format!("{}:{}", board.move_buffer[i], board.move_value[i])).collect();
        format!("{}\t{}", texts.len(), or_dash(texts.join(" ")))
    }

    fn see(&mut self, text: &str) -> Result<String, RowError> {
        let end = self.board().movegen(MAX_MOV_BUFF);
        let mut moves = self.board().move_buffer[MAX_MOV_BUFF..end].iter();
        let mv = *moves.find(|mv| mv.to_string() == text).ok_or_else(|| RowError::Move(text.into()))?;
        let legality = if self.board().is_legal(mv) { "legal" } else { "illegal" };
        Ok(format!("{}\t{legality}", self.board().see(mv)))
    }

    fn san(&mut self) -> String {
        let moves = self.board().legal_moves();
        let texts: Vec<String> = moves.iter().map(|&mv| format!("{mv}={}", self.board().to_san(mv))).collect();
        format!("{}\t{}", texts.len(), texts.join(" | "))
    }

    fn game_end(&mut self) -> String {
        let status = self.board().is_end_of_game();
        let legal_moves = status.legal_moves.map_or("-1".into(), |count| count.to_string());
        format!("{}\t{legal_moves}", u8::from(status.outcome.is_some()))
    }

    fn qsearch(&mut self) -> String {
        let score = self.engine.qsearch();
        self.result(score)
    }

    fn single_depth(&mut self, depth: usize) -> String {
        let score = self.engine.search_root(depth);
        self.result(score)
    }

    /// Score, nodes and principal variation of the last search.
    fn result(&mut self, score: i32) -> String {
        let board = self.board();
        let pv = &board.triangular_array[0][..board.triangular_length[0]];
        format!("{score}\t{}\t{}", board.inodes, pv_text(pv))
    }

    fn divide_once(&mut self, position: &str, depth: usize, mv: &str) -> Result<String, RowError> {
        if self.is_new(position, depth) {
            self.set_up(position)?;
            let counts = self.board().divide(depth);
            let total: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
            self.found = counts.iter().map(|(mv, nodes)| (mv.to_string(), nodes.to_string())).collect();
            self.found.push(("total".into(), total.to_string()));
        }
        let found = self.found.iter().find(|(text, _)| text == mv);
        found.map(|(_, nodes)| nodes.clone()).ok_or_else(|| RowError::Move(mv.into()))
    }

    /// The figures for one depth. At the first of several consecutive rows with the same position, searches all depths
    /// that the table needs; a depth not reached because the search found a mate gets dashes.
    fn iterate_once(&mut self, position: &str, depth: usize) -> Result<String, RowError> {
        if self.is_new(position, 0) {
            self.set_up(position)?;
            self.found.clear();
            for depth in 1..=self.greatest_depth[position] {
                let score = self.engine.search_root(depth);
                self.board().remember_pv();
                let figures = self.result(score);
                self.found.push((depth.to_string(), figures));
                if score.abs() > CHECKMATESCORE - depth as i32 {
                    break;
                }
            }
        }
        Ok(self.found.get(depth - 1).map_or("-\t-\t-".into(), |(_, figures)| figures.clone()))
    }

    fn think_once(&mut self, position: &str) -> Result<Vec<String>, RowError> {
        if !self.is_new(position, 0) {
            return Ok(Vec::new());
        }
        self.set_up(position)?;
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let written = Arc::clone(&lines);
        let control = self.control.part(move |Info { report, nodes, .. }| {
            if let Report::Best { depth, score, pv } | Report::Depth { depth, score, pv } = report {
                let line = format!("{depth}\t{score}\t{nodes}\t{}", pv_text(&pv));
                written.lock().unwrap_or_else(PoisonError::into_inner).push(line);
            }
        });
        let thought = self.engine.searcher().think(&Limits::depth(THINK_DEPTH), &control);
        self.board().watch.stop = self.control.stop_flag();
        let mut lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
        lines.push(format!("bestmove\t{}\t{}\t-", pv_text(&[thought.best]), thought.nodes));
        Ok(lines.iter().map(|line| format!("{position}\t{line}")).collect())
    }
}

/// The search that computes this kind of table.
fn algorithm(kind: TableKind) -> Algorithm {
    match kind {
        TableKind::Minimax => Algorithm::Minimax,
        TableKind::Alphabeta => Algorithm::AlphaBeta,
        _ => Algorithm::Pvs,
    }
}

/// The search settings for this kind of table.
fn settings(kind: TableKind) -> Settings {
    let plain = Settings::TUTORIAL;
    match kind {
        TableKind::PvsIterativeNonull => Settings { switches: Switches { null: false, ..plain.switches }, ..plain },
        TableKind::PvsIterativeReduction3 => {
            Settings { null_move: NullMove { reduction: 3, ..plain.null_move }, ..plain }
        }
        _ => plain,
    }
}

fn pv_text(pv: &[Move]) -> String {
    let texts: Vec<String> = pv.iter().filter(|mv| mv.is_some()).map(Move::to_string).collect();
    or_dash(texts.join(" "))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_table_of_each_kind_can_be_recomputed() {
        for name in TableKind::names() {
            let kind = TableKind::of(name).expect("a kind");
            let blank = kind.blank();
            let mut filled = Vec::new();
            Figures::recompute(kind, &blank, &Control::silent(), |line| {
                filled.push(line.to_string());
                true
            })
            .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(blank.contains("\t?"), "{name}");
            assert!(filled.len() > 1 && !filled.join("\n").contains('?'), "{name}: {filled:?}");
            assert!(kind == TableKind::Think || filled.len() == blank.lines().count(), "{name}");
        }
    }

    fn recompute(kind: &str, table: &str) -> Result<String, String> {
        let mut lines = String::new();
        let kind = TableKind::of(kind).expect("a known kind");
        Figures::recompute(kind, table, &Control::silent(), |line| {
            lines.push_str(line);
            lines.push('\n');
            true
        })
        .map_err(|error| error.to_string())?;
        Ok(lines)
    }

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn question_marks_are_filled_in() {
        let table = recompute("perft", "position\tdepth\tnodes\n8/8/8/8/8/8/8/K1k5 w - - 0 1\t1\t?\n");
        assert_eq!(table, Ok("position\tdepth\tnodes\n8/8/8/8/8/8/8/K1k5 w - - 0 1\t1\t1\n".into()));
    }

    #[test]
    fn depths_beyond_a_mate_have_dashes() {
        let table = recompute("pvs_iterative", &format!("{MATE}\t2\t?\n{MATE}\t9\t?\n")).expect("a good table");
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert!(rows[0].starts_with(&format!("{MATE}\t2\t-\t-")) || rows[0].contains("9999"));
        assert!(rows[1].ends_with("\t9\t-\t-\t-"));
    }

    #[test]
    fn a_bad_line_is_named() {
        assert_eq!(
            recompute("perft", "position\tdepth\tnodes\n8/8/8/8/8/8/8/K1k5 w - - 0 1\tx\n"),
            Err("line 2: the depth is 'x'; it must be a number from 0 to 16".into())
        );
        assert!(recompute("eval", "8/8/8/8/8/8/8/8 w - - 0 1").expect_err("no kings").contains("White has 0 kings"));
        assert!(recompute("see", &format!("{MATE}\ta1a9")).expect_err("no move").contains("'a1a9' is not a move"));
    }
}
