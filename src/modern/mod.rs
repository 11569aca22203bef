//! # The modern search
//!
//! The search that Alula plays with, beyond the tutorial. It works on the same [`Board`]: making and taking back moves,
//! attack tables, clock, host and reports are those of the flat files. What makes it strong is here.
//!
//! | file | what it does |
//! |---|---|
//! | [`think`] | iterative deepening with aspiration windows |
//! | [`negamax`] | the search of one node, in numbered steps |
//! | [`nullmove`] | null moves |
//! | [`quiescence`] | captures, checks and evasions at the leaves |
//! | [`techniques`], [`numbers`] | every pruning, reduction and extension: its conditions, amounts and price |
//! | [`picker`], [`history`], [`exchange`] | the order of moves |
//! | [`algorithm`] | which search runs; several lines |
//! | [`laws`] | when a position has occurred before |
//! | [`legal`] | move generation in stages, and legality without making a move |
//! | [`tt`], `pages` | the transposition table, and its memory |
//! | [`evaluation`] | which evaluation is asked |
//! | `geometry` | sets of squares and distances |
//! | [`endgame`], `retrograde` | endings that are known, and those that are solved |
//! | [`network`] | the network that evaluates |
//! | [`clock`] | how long a move may take |
//! | [`smp`] | several threads |
//! | [`tablebase`] | endgame tables |
//! | [`skill`], [`oversight`] | playing below full strength; what a weak player overlooks |
//! | [`mod@bench`] | the signature, and what each technique is worth |
//! | [`train`] | games for a network, and its training |
//!
//! Scores are in centipawns for the side to move. A mate is [`MATE`] less the number of plies to it. Reports carry the
//! tutorial's mate scores instead ([`report_score`]), so that a host reads only one kind.
//!
//! The flat files name this folder only for one field of the Board. The search is chosen in [`algorithm`].

pub mod algorithm;
pub mod bench;
pub mod clock;
pub mod endgame;
pub mod evaluation;
pub mod exchange;
mod geometry;
pub mod history;
pub mod laws;
pub mod legal;
pub mod negamax;
pub mod network;
pub mod nullmove;
pub mod numbers;
pub mod oversight;
mod pages;
pub mod picker;
pub mod quiescence;
mod retrograde;
pub mod skill;
pub mod smp;
pub mod tablebase;
pub mod techniques;
pub mod think;
pub mod train;
pub mod tt;

use std::sync::Arc;

use crate::bitops::bit;
use crate::board::{Board, boxed};
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::moves::Move;
use crate::peek::UPDATE_INTERVAL;

use evaluation::EvalKind;
use history::{CorrectionKeys, Histories};
use legal::Scored;
use network::Network;
use network::accumulator::Accumulators;
use numbers::Numbers;
use retrograde::Solved;
use smp::Team;
use tablebase::{RootKnowledge, Tables};
use techniques::Techniques;
use tt::Tt;

/// Score of a mate at the root.
pub const MATE: i32 = 32_000;
/// The longest mate with its own score, in plies.
const LONGEST_MATE: i32 = 256;
/// Scores from here on are mates.
pub const MATE_BOUND: i32 = MATE - LONGEST_MATE;
/// No score is greater.
pub const INFINITE: i32 = MATE + 1;
/// The static evaluation of a position in check, where there is none.
pub const NO_EVAL: i32 = -INFINITE;
/// Static evaluations stay within this.
pub const EVAL_MAX: i32 = 9_000;

/// Greatest distance from the root, in plies.
pub const MAX_PLIES: usize = 128;
/// Frames before the root, so that the first plies can look back at earlier moves.
const FRAMES_BEFORE: usize = 4;
/// Size of a new Board's transposition table, in megabytes.
const DEFAULT_MEGABYTES: usize = 16;
/// Iterative deepening ends at this depth, so that extensions have some plies left.
const DEEPEST: usize = MAX_PLIES - 8;

/// A shortage of memory, and what took its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortage {
    /// The table, in megabytes.
    Table {
        /// Size that was asked for.
        wanted: usize,
        /// Size that it has now.
        given: usize,
    },
    /// Threads.
    Threads {
        /// Number that was asked for.
        wanted: usize,
        /// Number that search now.
        given: usize,
    },
}

/// The search has to end at once. It is passed up to the root, where the moves are taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What the search keeps for each ply.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frame {
    /// The [`history::piece_to`] of the move being searched here.
    piece_to: usize,
    /// Static evaluation.
    eval: i32,
    /// The move that is left out, to see how good the others are.
    excluded: Move,
    /// Enemy pieces that give check here.
    checkers: BitMap,
    /// The position's indices in the correction history.
    correction_keys: CorrectionKeys,
    /// Nodes at this ply that were cut off since their parent was entered.
    cutoffs: u32,
    /// Plies that the search of the move is less deep at first.
    reduction: i32,
    /// How often a move of the line has been extended by two plies.
    double_extensions: u32,
    /// Where the moves of this node end in the list.
    moves_end: usize,
}

/// What the modern search owns.
#[derive(Clone)]
pub struct Modern {
    /// The techniques that are switched on.
    pub techniques: Techniques,
    /// How much they prune, reduce and extend.
    pub numbers: Numbers,
    /// Playing strength as a rating; [`skill::FULL_ELO`] is full strength.
    pub elo: i32,
    /// Seed for the errors of a weakened player, so that games differ.
    pub variety: u64,
    /// The seed for every game, so that they can be repeated; 0 for another one each time.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Endgame tables, if there are any.
    pub tables: Option<Tables>,
    /// What they know of the root of the search.
    root: RootKnowledge,
    /// The solution of the ending at the root, if there is one.
    solved: Option<&'static Solved>,
    /// Which evaluation looks at the positions.
    eval_kind: EvalKind,
    /// The network that evaluates, if it is asked.
    network: Arc<Network>,
    accumulators: Accumulators,
    /// No new iteration begins after this many nodes, if limited.
    pub soft_nodes: Option<u64>,
    /// Wanted size of the transposition table, in megabytes. It is allocated when a search needs it.
    megabytes: usize,
    table: Arc<Tt>,
    /// A shortage of memory that has not been reported yet.
    shortage: Option<Shortage>,
    histories: Histories,
    frames: Box<[Frame; MAX_PLIES + FRAMES_BEFORE + 2]>,
    /// The moves of all nodes of the line, one node after the other.
    list: Box<[Scored]>,
    pv: Box<[[Move; MAX_PLIES + 1]; MAX_PLIES + 1]>,
    pv_length: [usize; MAX_PLIES + 1],
    root_depth: usize,
    /// Score of the last iteration that this search has completed.
    last_score: Option<i32>,
    /// Score of the best root line, if it has not been reported yet.
    untold: Option<i32>,
    /// Is every new best move of the root reported at once? Not if a result is more than one best move.
    tells_at_once: bool,
    /// Greatest distance from the root in this iteration, in plies.
    seldepth: usize,
    /// While a null move is being verified, null moves are tried from this ply on; otherwise 0.
    null_from_ply: usize,
    /// Nodes below each move of the root, by from and to.
    root_nodes: Box<[u64; 4096]>,
    /// The threads of the running search.
    team: Arc<Team>,
    /// Which of them this is: 1 for the first, from 2 on for the helpers.
    thread: u64,
    /// Extra reduction of late moves, in 1024ths of a ply; some helper threads have one.
    more_reduction: i32,
    /// Does the running iteration end when another thread has completed it?
    may_be_overtaken: bool,
}

impl Default for Modern {
    fn default() -> Modern {
        Modern {
            techniques: Techniques::all(),
            numbers: Numbers::USUAL,
            elo: skill::FULL_ELO,
            variety: 0,
            seed: 0,
            threads: 1,
            tables: None,
            root: RootKnowledge::default(),
            solved: None,
            eval_kind: EvalKind::default(),
            network: Network::built_in(),
            accumulators: Accumulators::default(),
            soft_nodes: None,
            megabytes: DEFAULT_MEGABYTES,
            table: Arc::new(Tt::new(0)),
            shortage: None,
            histories: Histories::default(),
            frames: boxed(Frame::default()),
            list: vec![Scored::default(); (MAX_PLIES + 1) * MAX_MOVES].into_boxed_slice(),
            pv: boxed([Move::NONE; MAX_PLIES + 1]),
            pv_length: [0; MAX_PLIES + 1],
            root_depth: 0,
            last_score: None,
            untold: None,
            tells_at_once: false,
            seldepth: 0,
            null_from_ply: 0,
            root_nodes: boxed(0),
            team: Arc::default(),
            thread: 1,
            more_reduction: 0,
            may_be_overtaken: false,
        }
    }
}

impl Modern {
    /// The table that all threads share.
    pub fn table(&self) -> &Tt {
        &self.table
    }

    /// Sets the size of the transposition table, in megabytes (at least one), and empties it.
    pub fn set_megabytes(&mut self, megabytes: usize) {
        self.plan_megabytes(megabytes);
        self.make_table();
    }

    /// As [`set_megabytes`](Modern::set_megabytes), but the memory is allocated when the next search begins.
    pub fn plan_megabytes(&mut self, megabytes: usize) {
        self.megabytes = megabytes.max(1);
    }

    /// Size of the transposition table now or from the next search on, in megabytes.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Memory used besides the transposition table, in bytes.
    pub fn own_size(&self) -> usize {
        self.histories.size()
            + self.accumulators.size()
            + size_of_val(&*self.frames)
            + size_of_val(&*self.list)
            + size_of_val(&*self.pv)
            + size_of_val(&*self.root_nodes)
    }

    /// Score of the last iteration that the last search has completed, in centipawns for the side to move; none if it
    /// ended within its first iteration.
    pub fn last_score(&self) -> Option<i32> {
        self.last_score
    }

    /// Which evaluation looks at the positions.
    pub fn eval_kind(&self) -> EvalKind {
        self.eval_kind
    }

    /// Looks at positions with another evaluation from now on. What was learnt with the one before is forgotten.
    pub fn set_eval_kind(&mut self, kind: EvalKind) {
        if self.eval_kind != kind {
            self.eval_kind = kind;
            self.clear();
        }
    }

    /// The network that evaluates, if it is asked.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Takes another network. What was learnt with the one before is forgotten.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.network = network;
        self.accumulators.clear();
        self.clear();
    }

    /// Allocates the transposition table, unless it has the wanted size already. Where memory is short it gets smaller.
    fn make_table(&mut self) {
        if self.table.megabytes() == self.megabytes {
            return;
        }
        // The old one goes first.
        self.table = Arc::new(Tt::new(0));
        self.table = Arc::new(Tt::new(self.megabytes));
        let given = self.table.megabytes();
        if given != self.megabytes {
            self.shortage = Some(Shortage::Table { wanted: self.megabytes, given });
            self.megabytes = given;
        }
    }

    /// A shortage of memory since the last call.
    pub fn take_shortage(&mut self) -> Option<Shortage> {
        self.shortage.take()
    }

    /// Drops the shared transposition table and everything learnt; one thread from now on.
    pub fn start_afresh(&mut self) {
        self.table = Arc::new(Tt::new(0));
        self.histories = Histories::default();
        self.team = Arc::default();
        self.threads = 1;
    }

    /// Forgets everything learnt, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::default();
    }

    /// How far the running iteration has looked along principal variations, in plies.
    pub(crate) fn selective_depth(&self) -> usize {
        self.seldepth
    }

    /// Depth of the running iteration, in plies.
    pub(crate) fn iteration(&self) -> usize {
        self.root_depth
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE]
    }

    /// The frame `plies` before `ply`, at most [`FRAMES_BEFORE`].
    #[inline(always)]
    fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + FRAMES_BEFORE - plies]
    }

    /// Sets the best line from `ply` on: this move, then the best line from the next ply.
    #[inline]
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let end = self.pv_length[ply + 1].max(ply + 1);
        let (rows, below) = self.pv.split_at_mut(ply + 1);
        rows[ply][ply] = mv;
        rows[ply][ply + 1..end].copy_from_slice(&below[0][ply + 1..end]);
        self.pv_length[ply] = end;
    }
}

/// Converts a score of this search to that of reports, where a mate in `n` plies is ±(10000 - n), as in the tutorial.
pub const fn report_score(score: i32) -> i32 {
    if score >= MATE_BOUND {
        LARGE_NUMBER - (MATE - score)
    } else if score <= -MATE_BOUND {
        (MATE + score) - LARGE_NUMBER
    } else {
        score
    }
}

/// Converts a reported score to one of this search: the inverse of [`report_score`].
const fn search_score(reported: i32) -> i32 {
    if mate_in(reported).is_none() {
        return reported;
    }
    if reported > 0 { reported - LARGE_NUMBER + MATE } else { reported + LARGE_NUMBER - MATE }
}

/// The number of moves to mate, for a reported score of any search; negative if the side to move is mated, [`None`] if
/// the score is no mate.
pub const fn mate_in(score: i32) -> Option<i32> {
    let plies = LARGE_NUMBER - score.abs();
    if plies > LONGEST_MATE {
        return None;
    }
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

impl Board {
    /// Static evaluation of the position by the modern search, in centipawns for the side to move.
    pub fn evaluate_modern(&mut self) -> i32 {
        self.evaluate()
    }

    /// Nodes visited by all threads of the running or last search.
    pub fn nodes(&self) -> u64 {
        self.inodes + self.modern.team.helper_nodes()
    }

    /// The key of the position in the transposition table: an en-passant square counts only if a pawn attacks it.
    #[inline]
    fn table_key(&self) -> u64 {
        let square = self.ep_square;
        if square == 0 {
            return self.hashkey;
        }
        let side = self.next_move;
        let takers = self.attacks.pawn[side.other().index()][square] & self.bitmap[side.piece(PAWN) as usize];
        if takers == 0 { self.hashkey ^ KEYS.ep[square] } else { self.hashkey }
    }

    /// The key after a move, known before it is made. It is another one after castling, promotion and en passant, or
    /// when castling rights are lost.
    #[inline(always)]
    fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.tosq());
        let (moved, captured) = (&KEYS.piece[mv.piec() as usize], &KEYS.piece[mv.capt() as usize]);
        let key = self.hashkey ^ KEYS.ep[self.ep_square & 63] ^ KEYS.side;
        key ^ moved[from] ^ moved[to] ^ captured[to]
    }

    /// Counts a node; [`Stopped`] if the time is up or another thread has finished this iteration.
    #[inline(always)]
    fn visit(&mut self) -> Result<(), Stopped> {
        self.count_node();
        let looks_up = self.inodes.is_multiple_of(UPDATE_INTERVAL);
        if self.timedout || looks_up && self.is_overtaken() { Err(Stopped) } else { Ok(()) }
    }

    /// Makes a legal move and records it in the frame.
    #[inline]
    fn enter(&mut self, ply: usize, mv: Move) -> Result<(), Stopped> {
        self.visit()?;
        let frame = self.modern.frame(ply);
        frame.piece_to = history::piece_to(mv);
        self.modern.table.prefetch(self.likely_key_after(mv));
        self.make_move(mv);
        self.modern.frame(ply + 1).checkers = self.checkers();
        self.look_ahead_to_correction(ply + 1);
        Ok(())
    }

    /// Records where the corrections of this position stand, and prefetches them: there is other work until they are
    /// asked for.
    #[inline(always)]
    fn look_ahead_to_correction(&mut self, ply: usize) {
        let keys = self.correction_keys();
        self.modern.frame(ply).correction_keys = keys;
        self.modern.histories.prefetch_correction(self.next_move, &keys);
    }

    /// Makes a null move; its record in the game line has no move.
    fn enter_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.visit()?;
        let moves_end = self.modern.before(ply, 1).moves_end;
        let frame = self.modern.frame(ply);
        frame.piece_to = 0;
        // No moves have been generated here yet.
        frame.moves_end = moves_end;
        self.modern.frame(ply + 1).checkers = 0;
        self.game_line[self.end_of_search] = GameLine {
            key: self.hashkey,
            mv: Move::NONE,
            fifty_move: self.fifty_move,
            ep_square: self.ep_square,
            castle: self.castle,
        };
        self.end_of_search += 1;
        self.set_ep_square(0);
        self.set_fifty_move(self.fifty_move + 1);
        self.switch_side();
        self.modern.table.prefetch(self.hashkey);
        self.look_ahead_to_correction(ply + 1);
        Ok(())
    }

    fn leave_null(&mut self) {
        self.end_of_search -= 1;
        let record = self.game_line[self.end_of_search];
        self.set_ep_square(record.ep_square);
        self.set_fifty_move(record.fifty_move);
        self.switch_side();
    }

    /// Cleans up after a search that was left in the middle: takes back its moves, null moves included, and resets
    /// everything that belongs to the line that was being searched.
    fn return_to_root(&mut self) {
        while self.end_of_search > self.end_of_game {
            if self.game_line[self.end_of_search - 1].mv.is_some() { self.unmake_move() } else { self.leave_null() }
        }
        self.modern.null_from_ply = 0;
        for frame in self.modern.frames.iter_mut() {
            frame.excluded = Move::NONE;
        }
    }

    /// Is the position a draw for the search: one repetition since the root, two before it, fifty moves, or no
    /// material?
    fn is_draw_in_tree(&mut self, ply: usize) -> bool {
        if self.fifty_move >= 100 {
            let mated = self.modern.frame(ply).checkers != 0 && self.legal_moves().is_empty();
            return !mated;
        }
        self.is_repetition() || self.occupied.count_ones() <= 4 && self.is_material_draw()
    }

    /// Does the position repeat one of the line, or for the second time one of the game? By the laws of chess: an
    /// en-passant square counts only where a pawn can take.
    fn is_repetition(&self) -> bool {
        let reversible = self.fifty_move as usize;
        if reversible < 4 {
            return false;
        }
        let first = self.end_of_search.saturating_sub(reversible);
        let mut seen_in_game = false;
        let mut at = self.end_of_search;
        while at >= first + 2 {
            // A null move is not a move of the game: positions before it cannot be repeated.
            if !self.game_line[at - 1].mv.is_some() || !self.game_line[at - 2].mv.is_some() {
                return false;
            }
            at -= 2;
            let record = &self.game_line[at];
            // Only the first position of those that can be repeated may follow a double step.
            if record.key == self.hashkey || at == first && record.ep_square != 0 && self.is_position_of(record) {
                if at > self.end_of_game || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Does the side have a piece besides king and pawns?
    #[inline(always)]
    fn has_pieces(&self, side: Side) -> bool {
        let others = self.bitmap[side.piece(PAWN) as usize] | self.bitmap[side.piece(KING) as usize];
        self.pieces[side.index()] & !others != 0
    }

    /// Squares where the side to move would lose material: those attacked by enemy pawns, and those attacked by knights
    /// and bishops where an own rook or queen stands, or nobody.
    fn attacked_by_less(&self) -> BitMap {
        let (side, enemy) = (self.next_move, self.next_move.other());
        let mut attacked = geometry::pawn_attacks(enemy, self.bitmap[enemy.piece(PAWN) as usize]);
        let major = self.straight_sliders(side);
        let mut by_minor = 0;
        for from in crate::bitops::squares(self.bitmap[enemy.piece(KNIGHT) as usize]) {
            by_minor |= self.attacks.knight[from];
        }
        for from in crate::bitops::squares(self.bitmap[enemy.piece(BISHOP) as usize]) {
            by_minor |= self.attacks.bishop(from, self.occupied);
        }
        attacked |= by_minor & (major | !self.occupied);
        attacked & !bit(self.king_square(side))
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
