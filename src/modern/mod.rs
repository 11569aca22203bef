//! The search that Alula plays with, separate from the tutorial's.
//!
//! [`Modern`] owns a [`Board`] and uses the tutorial's code (the files directly in `src`) for making and unmaking
//! moves, for attack tables and for polling the clock. Everything that makes the engine strong is in this folder.
//!
//! | file | what it does |
//! |---|---|
//! | [`think`] | iterative deepening with aspiration windows |
//! | [`negamax`] | the search of one node, in numbered steps |
//! | [`nullmove`] | null move pruning |
//! | [`quiescence`] | quiescence search: captures, checks and evasions |
//! | [`settings`] | all settings |
//! | [`techniques`], [`parameters`] | pruning, reductions and extensions: conditions, parameters and measured gains |
//! | [`picker`], [`history`], [`exchange`] | move ordering |
//! | [`lines`] | MultiPV |
//! | [`legal`] | staged move generation, and legality tests without making the move |
//! | [`tt`], `pages` | the transposition table and its memory |
//! | [`evaluation`] | the static evaluation: choice, scaling and correction |
//! | `geometry` | square sets and distances |
//! | [`endgame`], `retrograde` | endgames with known values, and endgames solved by retrograde analysis |
//! | [`network`] | the evaluation network |
//! | [`clock`] | time management |
//! | [`smp`] | multithreaded search |
//! | [`tablebase`] | endgame tablebases |
//! | [`skill`], [`oversight`] | playing below full strength; the moves that a weak player overlooks |
//!
//! Scores are in centipawns for the side to move. The score of a mate is [`MATE`] minus the number of plies to it.
//! Reports use the tutorial's mate scores instead ([`report_score`]), so that all searches report mates the same way.

pub mod clock;
pub mod endgame;
pub mod evaluation;
pub mod exchange;
mod geometry;
pub mod history;
pub mod legal;
pub mod lines;
pub mod negamax;
pub mod network;
pub mod nullmove;
pub mod oversight;
mod pages;
pub mod parameters;
pub mod picker;
pub mod quiescence;
mod retrograde;
pub mod settings;
pub mod skill;
pub mod smp;
pub mod tablebase;
pub mod techniques;
pub mod think;
pub mod tt;

use std::sync::Arc;

use crate::bitops::bit;
use crate::board::{Board, boxed};
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::moves::Move;
use crate::peek::UPDATE_INTERVAL;
use crate::searcher::audit::Audit;
use crate::searcher::laws;
use crate::searcher::ranking::{Judged, Ranking};
use crate::searcher::score::{LONGEST_MATE, mate_in};
use crate::searcher::stats::Stats;
use crate::searcher::{
    AtRoot, Control, Info, Limits, MAX_DEPTH, Report, Searcher, Subject, Thought, decided, unsearched,
};

use history::{CorrectionKeys, Histories};
use legal::Scored;
use network::accumulator::Accumulators;
use retrograde::Solved;
pub use settings::Settings;
use smp::{Helpers, Team};
use tablebase::TABLEBASE_WIN;
use techniques::Techniques;
use tt::Tt;

/// Score of a mate in 0 plies: checkmate at the root.
pub const MATE: i32 = 32_000;
/// Minimum score of a mate.
pub const MATE_BOUND: i32 = MATE - LONGEST_MATE;
/// Upper bound on all scores.
pub const INFINITE: i32 = MATE + 1;
/// Placeholder for a missing static evaluation: in check, before the root, and in tablebase results.
pub const NO_EVAL: i32 = -INFINITE;
/// Maximum absolute value of a static evaluation.
pub const EVAL_MAX: i32 = 9_000;

/// Whether the score is within the range of evaluations, that is, neither a mate nor a tablebase win or loss.
#[inline(always)]
const fn is_evaluation(score: i32) -> bool {
    score.abs() <= EVAL_MAX
}

/// Whether a search can return this score: an evaluation, or a mate or tablebase result within [`MAX_PLIES`] of the
/// root.
#[inline(always)]
const fn is_possible(score: i32) -> bool {
    let plies = if score.abs() >= MATE_BOUND { MATE - score.abs() } else { TABLEBASE_WIN - score.abs() };
    is_evaluation(score) || 0 <= plies && plies <= MAX_PLIES as i32
}

/// Exclusive upper bound on a node's distance from the root, in plies. At the last ply, the search only evaluates.
pub const MAX_PLIES: usize = 128;
/// Extra frames before the root, so that nodes near the root can look as far back as any other.
const FRAMES_BEFORE: usize = 4;
/// Iterative deepening ends at this depth, which leaves some plies for extensions.
const DEEPEST: usize = MAX_PLIES - 8;
const _: () = assert!(MAX_DEPTH <= DEEPEST);

/// A shortage of memory or threads: the amount requested and the amount available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// The transposition table, in megabytes.
    Table {
        /// Requested size.
        wanted: usize,
        /// Actual size.
        given: usize,
    },
    /// Threads.
    Threads {
        /// Requested number.
        wanted: usize,
        /// Actual number.
        given: usize,
    },
}

/// The iteration is aborted, because the search must end or another thread has completed it. Every node returns this to
/// its parent; the root takes the moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Search state of one ply.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frame {
    /// The [`history::piece_to`] of the move being searched here.
    piece_to: usize,
    /// The [`Context::danger`](history::Context::danger) of the move being searched here, if it is a quiet move of the
    /// main search.
    danger: Option<u8>,
    /// Static evaluation.
    eval: i32,
    /// The move excluded by a singular search.
    excluded: Move,
    /// Enemy pieces that give check here.
    checkers: BitMap,
    /// The position's indices in the correction history.
    correction_keys: CorrectionKeys,
    /// Number of cutoffs by moves at this ply since the parent node was entered.
    cutoffs: u32,
    /// Reduction of the move being searched, in plies, while its reduced search runs.
    reduction: i32,
    /// Number of the move being searched, counted from 1.
    number: usize,
    /// Number of double extensions in the line so far.
    double_extensions: u32,
    /// End of this node's moves in the list.
    moves_end: usize,
}

/// The running search of one thread: the line being searched, and what the search has found so far.
#[derive(Clone)]
struct Tree {
    frames: Box<[Frame; MAX_PLIES + FRAMES_BEFORE + 2]>,
    /// The moves of all nodes of the current line, one node after another.
    list: Box<[Scored]>,
    pv: Box<[[Move; MAX_PLIES + 1]; MAX_PLIES + 1]>,
    pv_length: [usize; MAX_PLIES + 1],
    /// While a null move is being verified, the first ply at which null moves are allowed again; otherwise 0.
    null_from_ply: usize,
    /// Depth of the iteration, in plies.
    root_depth: usize,
    /// Greatest distance of a PV node from the root in this iteration, in plies.
    seldepth: usize,
    /// Depth and score of the last complete iteration, if there was one.
    last: Option<(usize, i32)>,
    /// Score of the best root line, if not reported yet.
    untold: Option<i32>,
    /// Nodes searched below each root move, indexed by from and to squares.
    root_nodes: Box<[u64; 4096]>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            frames: boxed(Frame::default()),
            list: vec![Scored::default(); (MAX_PLIES + 1) * MAX_MOVES].into_boxed_slice(),
            pv: boxed([Move::NONE; MAX_PLIES + 1]),
            pv_length: [0; MAX_PLIES + 1],
            null_from_ply: 0,
            root_depth: 0,
            seldepth: 0,
            last: None,
            untold: None,
            root_nodes: boxed(0),
        }
    }
}

/// The root of a search: the moves that it leaves out, and what the tablebases know.
#[derive(Clone, Default, Debug)]
struct Root {
    /// Moves excluded from the search.
    excluded: Vec<Move>,
    /// Ranking of the moves.
    ranking: Ranking,
    /// The [`Judged`] moves and score for the MultiPV line being searched.
    judged: Judged,
    /// The search probes only positions with at most this many men.
    men: u32,
}

/// The modern search, with a Board of its own.
#[derive(Clone)]
pub struct Modern {
    /// The Board of the search.
    pub board: Board,
    settings: Settings,
    /// Statistics of the last search.
    pub stats: Stats,
    /// Side to move and score of the last search, if it completed an iteration.
    last_think: Option<(Side, i32)>,
    /// Samples null move cutoffs while an audit is running.
    pub audit: Option<Box<Audit>>,
    /// Sends reports and receives commands.
    control: Control,
    /// No iteration begins after this many nodes; [`None`] for no limit. Only the single-line search at full strength
    /// checks it.
    soft_nodes: Option<u64>,
    /// A weakened player ends its search at this many nodes, whatever the other limits; [`u64::MAX`] for no limit.
    own_nodes: u64,
    /// Whether this thread reports every new best root move as soon as it is found. Only the main thread of a
    /// full-strength single-line search does.
    tells_at_once: bool,
    root: Root,
    tree: Tree,
    /// The solved endgame at the root, if any.
    solved: Option<&'static Solved>,
    accumulators: Accumulators,
    histories: Histories,
    table: Arc<Tt>,
    /// Requested size of the allocated table, in megabytes.
    table_for: usize,
    /// A shortage that has not been reported yet.
    shortage: Option<Shortage>,
    /// The threads of the running search.
    team: Arc<Team>,
    helpers: Helpers,
    /// Number of this thread: 1 for the main thread, 2 and up for the helpers.
    thread: u64,
    /// Extra reduction of late moves, in 1024ths of a ply; nonzero in some helper threads.
    more_reduction: i32,
    /// Whether this iteration is abandoned as soon as another thread completes it.
    may_be_overtaken: bool,
}

impl Default for Modern {
    fn default() -> Modern {
        Modern {
            board: *Board::new(),
            settings: Settings::default(),
            stats: Stats::default(),
            last_think: None,
            audit: None,
            control: Control::silent(),
            soft_nodes: None,
            own_nodes: u64::MAX,
            tells_at_once: false,
            root: Root::default(),
            tree: Tree::default(),
            solved: None,
            accumulators: Accumulators::default(),
            histories: Histories::default(),
            table: Arc::new(Tt::new(0)),
            table_for: 0,
            shortage: None,
            team: Arc::default(),
            helpers: Helpers::default(),
            thread: 1,
            more_reduction: 0,
            may_be_overtaken: false,
        }
    }
}

impl Searcher for Modern {
    fn set_game(&mut self, game: &Board) {
        self.board.set_game(game);
    }

    fn think(&mut self, limits: &Limits, control: &Control) -> Thought {
        limits.apply(&mut self.board);
        let (excluded, ranking) = (limits.excluded.clone(), limits.ranking.clone());
        self.root = Root { excluded, ranking, ..Root::default() };
        self.soft_nodes = limits.soft_nodes;
        self.control = control.clone();
        self.clear_for_search();
        self.board.timer.start();
        if let AtRoot::Decide = limits.root
            && let Some((best, report)) = decided(&self.board)
        {
            self.tell(report);
            self.control = Control::silent();
            return Thought { best, ..self.thought() };
        }
        control.begin(self.board.timer);
        let watcher = control.connect(&mut self.board);
        self.tell(Report::Header);
        let lines = if limits.lines > 1 { self.deepen_lines(limits.lines) } else { self.deepen() };
        watcher.disconnect(&mut self.board);
        self.control = Control::silent();
        self.last_think = self.tree.last.map(|(_, score)| (self.board.next_move, score));
        let thought = Thought { lines, ..self.thought() };
        if thought.best.is_some() { thought } else { Thought { best: unsearched(&self.board, limits), ..thought } }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::default();
        self.helpers = Helpers::default();
        self.last_think = None;
    }
}

impl Subject for Modern {
    fn forbid_null_moves(&mut self) {
        self.settings.techniques -= Techniques::NULL_MOVE;
    }

    fn audit(&mut self) -> &mut Option<Box<Audit>> {
        &mut self.audit
    }

    fn search_within(&mut self, game: &Board, depth: usize, alpha: i32, beta: i32) -> i32 {
        Limits::default().apply(&mut self.board);
        self.root = Root::default();
        self.set_game(game);
        self.clear_for_search();
        self.search_once(depth, search_score(alpha), search_score(beta))
    }
}

impl Modern {
    /// A search with these settings and empty tables.
    pub fn with(settings: &Settings) -> Modern {
        Modern { settings: settings.clone(), ..Modern::default() }
    }

    /// Changes the settings. If this changes the evaluation or the network, also clears the transposition table and the
    /// histories.
    pub fn set(&mut self, settings: &Settings) {
        let same_network = Arc::ptr_eq(&self.settings.network, &settings.network);
        let same_evaluation = same_network && self.settings.eval_kind == settings.eval_kind;
        self.settings = settings.clone();
        if !same_network {
            self.accumulators.clear();
        }
        if !same_evaluation {
            self.clear();
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The transposition table, shared by all threads.
    pub fn table(&self) -> &Tt {
        &self.table
    }

    /// Size of the histories, the accumulators and the arrays of the search, in bytes. Excludes the transposition
    /// table, the board and the helpers.
    pub fn own_size(&self) -> usize {
        self.histories.size()
            + self.accumulators.size()
            + size_of_val(&*self.tree.frames)
            + size_of_val(&*self.tree.list)
            + size_of_val(&*self.tree.pv)
            + size_of_val(&*self.tree.root_nodes)
    }

    /// Allocates the transposition table, unless it already has the requested size or the last request was for the same
    /// size. If memory is short, allocates a smaller table.
    pub fn make_table(&mut self) {
        let wanted = self.settings.megabytes.max(1);
        if [self.table_for, self.table.megabytes()].contains(&wanted) {
            return;
        }
        // Free the old table first, which the helpers share.
        self.table = Arc::new(Tt::new(0));
        self.helpers.0.iter_mut().for_each(|helper| helper.table = Arc::clone(&self.table));
        self.table = Arc::new(Tt::new(wanted));
        self.table_for = wanted;
        let given = self.table.megabytes();
        if given != wanted {
            self.shortage = Some(Shortage::Table { wanted, given });
        }
    }

    /// Static evaluation of a position, in centipawns for the side to move.
    pub fn evaluation_of(&mut self, game: &Board) -> i32 {
        self.board.set_game(game);
        self.evaluate()
    }

    /// Result of the search that has just ended.
    fn thought(&self) -> Thought {
        let told = |(depth, score)| (depth, self.told_score(score));
        let (depth, score) = self.tree.last.map(told).unwrap_or_default();
        Thought::of(&self.board, depth, score, self.stats.clone())
    }

    /// Clears the results of the last search.
    fn clear_for_search(&mut self) {
        self.board.clear_for_search();
        self.stats = Stats::default();
        self.tree.last = None;
        (self.tree.root_depth, self.tree.seldepth) = (0, 0);
    }

    fn tell(&self, report: Report) {
        let (nodes, ms) = (self.nodes(), self.board.timer.elapsed_ms());
        let (iteration, selective) = (Some(self.tree.root_depth), Some(self.tree.seldepth));
        let (hits, full) = (self.tablebase_hits(), self.table.permille_full());
        self.control.tell(Info { report, nodes, ms, iteration, selective, hits, full });
    }

    /// Returns and clears the shortage that has not been reported yet, if any.
    pub fn take_shortage(&mut self) -> Option<Shortage> {
        self.shortage.take()
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.tree.frames[ply + FRAMES_BEFORE]
    }

    /// The frame `plies` plies before `ply`; `plies` is at most [`FRAMES_BEFORE`].
    #[inline(always)]
    fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.tree.frames[ply + FRAMES_BEFORE - plies]
    }

    /// Sets the principal variation from `ply` on: this move, followed by the line from the next ply.
    #[inline]
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let end = self.tree.pv_length[ply + 1].max(ply + 1);
        let (rows, below) = self.tree.pv.split_at_mut(ply + 1);
        rows[ply][ply] = mv;
        rows[ply][ply + 1..end].copy_from_slice(&below[0][ply + 1..end]);
        self.tree.pv_length[ply] = end;
    }
}

/// Converts a score of this search to a reported score, in which a mate in `n` plies is ±(10000 - n), as in the
/// tutorial.
pub const fn report_score(score: i32) -> i32 {
    if score >= MATE_BOUND {
        LARGE_NUMBER - (MATE - score)
    } else if score <= -MATE_BOUND {
        (MATE + score) - LARGE_NUMBER
    } else {
        score
    }
}

/// Converts a reported score to a score of this search: the inverse of [`report_score`].
const fn search_score(reported: i32) -> i32 {
    if mate_in(reported).is_none() {
        return reported;
    }
    if reported > 0 { reported - LARGE_NUMBER + MATE } else { reported + LARGE_NUMBER - MATE }
}

impl Modern {
    /// Nodes visited by all threads of the running or last search.
    pub fn nodes(&self) -> u64 {
        self.board.inodes + self.control.helper_nodes()
    }

    /// Part of every key in the transposition table: scores found with a solved endgame contradict those found without.
    #[inline(always)]
    fn table_salt(&self) -> u64 {
        // Any number with enough bits set.
        if self.solved.is_some() { 0x9E37_79B9_7F4A_7C15 } else { 0 }
    }

    /// Key of the position in the transposition table. The en-passant square counts only if a pawn attacks it.
    #[inline]
    fn table_key(&self) -> u64 {
        let square = self.board.ep_square;
        let key = self.board.hashkey ^ self.table_salt();
        if square == 0 {
            return key;
        }
        let side = self.board.next_move;
        let takers =
            self.board.attacks.pawn[side.other().index()][square] & self.board.bitmap[side.piece(PAWN) as usize];
        if takers == 0 { key ^ KEYS.ep[square] } else { key }
    }

    /// Key after a move, computed before the move is made; for [`Move::NONE`], after a null move. It is wrong for
    /// castling, promotions, en passant captures, double steps that allow en passant, and moves that lose castling
    /// rights.
    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.tosq());
        let (moved, captured) = (&KEYS.piece[mv.piec() as usize], &KEYS.piece[mv.capt() as usize]);
        let key = self.board.hashkey ^ self.table_salt() ^ KEYS.ep[self.board.ep_square & 63] ^ KEYS.side;
        key ^ moved[from] ^ moved[to] ^ captured[to]
    }

    /// Counts a node. Returns [`Stopped`] if the search must end (nodes or time used up, or stop flag set), another
    /// thread has completed this iteration, or a weakened player has used up its own nodes.
    #[inline(always)]
    fn visit(&mut self) -> Result<(), Stopped> {
        self.board.count_node();
        let looks_up = self.board.inodes.is_multiple_of(UPDATE_INTERVAL);
        let is_overtaken = looks_up && self.is_overtaken();
        if self.board.timedout || is_overtaken || self.board.inodes >= self.own_nodes { Err(Stopped) } else { Ok(()) }
    }

    /// Makes a legal move and records it in the frame.
    #[inline]
    fn enter(&mut self, ply: usize, mv: Move) -> Result<(), Stopped> {
        self.visit()?;
        let frame = self.frame(ply);
        frame.piece_to = history::piece_to(mv);
        frame.danger = None;
        self.table.prefetch(self.likely_key_after(mv));
        self.board.make_move(mv);
        self.frame(ply + 1).checkers = self.checkers();
        self.look_ahead_to_correction(ply + 1);
        Ok(())
    }

    /// Stores the correction history indices of this position and prefetches the entries, well before they are read.
    #[inline(always)]
    fn look_ahead_to_correction(&mut self, ply: usize) {
        let keys = self.correction_keys(ply);
        self.frame(ply).correction_keys = keys;
        self.histories.prefetch_correction(self.board.next_move, &keys);
    }

    /// Makes a null move, which the game line records as [`Move::NONE`].
    fn enter_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.visit()?;
        let moves_end = self.before(ply, 1).moves_end;
        let frame = self.frame(ply);
        frame.piece_to = 0;
        frame.danger = None;
        // No moves have been generated at this node yet, so its list is empty.
        frame.moves_end = moves_end;
        self.frame(ply + 1).checkers = 0;
        self.board.game_line[self.board.end_of_search] = GameLine {
            key: self.board.hashkey,
            mv: Move::NONE,
            fifty_move: self.board.fifty_move,
            ep_square: self.board.ep_square,
            castle: self.board.castle,
        };
        self.board.end_of_search += 1;
        self.board.set_ep_square(0);
        self.board.set_fifty_move(self.board.fifty_move + 1);
        self.board.switch_side();
        self.table.prefetch(self.board.hashkey ^ self.table_salt());
        self.look_ahead_to_correction(ply + 1);
        Ok(())
    }

    fn leave_null(&mut self) {
        self.board.end_of_search -= 1;
        let record = self.board.game_line[self.board.end_of_search];
        self.board.set_ep_square(record.ep_square);
        self.board.set_fifty_move(record.fifty_move);
        self.board.switch_side();
    }

    /// Cleans up after an aborted search: takes back its moves, null moves included, and resets the state that belongs
    /// to the line being searched.
    fn return_to_root(&mut self) {
        while self.board.end_of_search > self.board.end_of_game {
            if self.board.game_line[self.board.end_of_search - 1].mv.is_some() {
                self.board.unmake_move()
            } else {
                self.leave_null()
            }
        }
        self.tree.null_from_ply = 0;
        self.leave_all_nodes();
        for frame in self.tree.frames.iter_mut() {
            frame.excluded = Move::NONE;
        }
    }

    /// Whether the search scores the position as a draw: by the fifty-move rule, insufficient material, or repetition.
    /// One repetition is enough if the earlier position is in the search line; a position of the game, the root
    /// included, must have occurred twice before.
    fn is_draw_in_tree(&mut self, ply: usize) -> bool {
        if self.board.fifty_move >= 100 {
            let mated = self.frame(ply).checkers != 0 && self.board.legal_moves().is_empty();
            return !mated;
        }
        self.is_repetition() || self.board.occupied.count_ones() <= 4 && self.board.is_material_draw()
    }

    /// Whether the position repeats a position of the search line, or one that occurred twice in the game. As in the
    /// laws of chess, an en-passant square counts only if a pawn can capture there.
    fn is_repetition(&self) -> bool {
        let reversible = self.board.fifty_move as usize;
        if reversible < 4 {
            return false;
        }
        let first = self.board.end_of_search.saturating_sub(reversible);
        let mut seen_in_game = false;
        let mut at = self.board.end_of_search;
        while at >= first + 2 {
            // A null move is not a move of the game: positions before it cannot be repeated.
            if !self.board.game_line[at - 1].mv.is_some() || !self.board.game_line[at - 2].mv.is_some() {
                return false;
            }
            at -= 2;
            let record = &self.board.game_line[at];
            // Only the oldest of these positions can have an en-passant square: a double step resets the fifty-move
            // counter.
            if record.key == self.board.hashkey
                || at == first && record.ep_square != 0 && laws::is_position_of(&self.board, record)
            {
                if at > self.board.end_of_game || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Whether the side has a piece other than king and pawns.
    #[inline(always)]
    fn has_pieces(&self, side: Side) -> bool {
        let others = self.board.bitmap[side.piece(PAWN) as usize] | self.board.bitmap[side.piece(KING) as usize];
        self.board.pieces[side.index()] & !others != 0
    }

    /// Squares where the side to move could lose a piece to a less valuable one: all squares attacked by enemy pawns;
    /// squares attacked by enemy knights and bishops only if they are empty or hold one of the side's own rooks or
    /// queens. The square of the side's own king is left out.
    fn attacked_by_less(&self) -> BitMap {
        let (side, enemy) = (self.board.next_move, self.board.next_move.other());
        let mut attacked = geometry::pawn_attacks(enemy, self.board.bitmap[enemy.piece(PAWN) as usize]);
        let major = self.board.straight_sliders(side);
        let mut by_minor = 0;
        for from in crate::bitops::squares(self.board.bitmap[enemy.piece(KNIGHT) as usize]) {
            by_minor |= self.board.attacks.knight[from];
        }
        for from in crate::bitops::squares(self.board.bitmap[enemy.piece(BISHOP) as usize]) {
            by_minor |= self.board.attacks.bishop(from, self.board.occupied);
        }
        attacked |= by_minor & (major | !self.board.occupied);
        attacked & !bit(self.board.king_square(side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_reported_in_the_tutorials_way() {
        assert_eq!(mate_in(report_score(MATE - 1)), Some(1));
        assert_eq!(mate_in(report_score(MATE - 5)), Some(3));
        assert_eq!(mate_in(report_score(4 - MATE)), Some(-2));
        assert_eq!(mate_in(CHECKMATESCORE), Some(1));
        assert_eq!(mate_in(EVAL_MAX), None);
        assert_eq!(mate_in(-35), None);
        assert_eq!(report_score(120), 120);
        for score in [MATE - 1, MATE - 127, 2 - MATE, 126 - MATE, 0, -EVAL_MAX, EVAL_MAX] {
            assert_eq!(search_score(report_score(score)), score);
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod search_tests;

#[cfg(test)]
pub(crate) mod testing {
    use super::techniques::{NodeState, SearchFlags};
    use super::*;
    use crate::board::testing::board;

    /// A root node with a null window at 0, for testing the conditions of the techniques.
    pub fn node(depth: i32, flags: SearchFlags) -> NodeState {
        NodeState {
            ply: 0,
            flags,
            depth,
            alpha: 0,
            beta: 1,
            eval: 0,
            static_eval: 0,
            improving: false,
            in_check: false,
            excluded: false,
            has_pieces: true,
            was_pv: false,
            noisy_table_move: false,
            is_taken: false,
        }
    }

    /// The search with default settings in a legal position, without a clock.
    pub fn modern(fen: &str) -> Box<Modern> {
        with(fen, &Settings::default())
    }

    /// The search with these settings in a legal position, without a clock.
    pub fn with(fen: &str, settings: &Settings) -> Box<Modern> {
        let mut modern = Box::new(Modern::with(settings));
        modern.set_game(&board(fen));
        Limits::default().apply(&mut modern.board);
        modern
    }
}
