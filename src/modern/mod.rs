//! # The modern search
//!
//! What lies beyond the tutorial: the search that Alula plays with. It stands on the same [`Board`]: making and taking back moves,
//! attack tables, clock, host and reports are those of the flat files; what is written anew is what makes it strong.
//!
//! | file | what it does |
//! |---|---|
//! | [`think`] | depth after depth, with aspiration windows, until the time is used |
//! | [`negamax`] | the search of one node, in numbered steps |
//! | [`nullmove`] | passing, as a recipe says |
//! | [`quiescence`] | captures and evasions, to the end |
//! | [`techniques`] | every pruning, reduction and extension: when, and by how much |
//! | [`picker`], [`history`], [`exchange`] | the order of moves |
//! | [`laws`] | when a position has occurred before |
//! | [`legal`] | moves in two halves, legality without making them |
//! | [`tt`], `pages` | the table of positions, and the memory for it |
//! | [`eval`], [`params`] | the evaluation, and its numbers |
//! | [`clock`] | how long a move may take |
//! | [`smp`] | several threads |
//! | [`tablebase`] | what endgame tables know |
//! | [`skill`] | playing weaker, for people |
//! | [`mod@bench`] | the signature, and what each technique is worth |
//! | [`tune`] | fits the numbers of the evaluation to games |
//!
//! Scores are in centipawns, from the view of the side to move. [`MATE`] less the number of plies is a mate; reports carry the
//! tutorial's mate scores instead ([`report_score`]), so that the words for people read one kind only.
//!
//! Nothing in the flat files names this folder, but for one field of the Board and the `match` on the algorithm.

pub mod algorithm;
pub mod bench;
pub mod clock;
pub mod endgame;
pub mod eval;
pub mod exchange;
pub mod history;
pub mod laws;
pub mod legal;
pub mod negamax;
pub mod nullmove;
mod pages;
pub mod params;
pub mod picker;
pub mod quiescence;
pub mod skill;
pub mod smp;
pub mod tablebase;
pub mod techniques;
pub mod think;
pub mod tt;
pub mod tune;

use std::sync::Arc;

use crate::bitops::bit;
use crate::board::{Board, boxed};
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::lab::recipe::NullMove;
use crate::moves::Move;
use crate::peek::UPDATE_INTERVAL;

use eval::EvalCache;
use history::Histories;
use legal::Scored;
use nullmove::NullState;
use smp::Team;
use tablebase::{RootKnowledge, Tables};
use techniques::Techniques;
use tt::Tt;

/// Score of a mate at the root.
pub const MATE: i32 = 32_000;
/// The longest mate that has a score of its own, in plies.
const LONGEST_MATE: i32 = 256;
/// Scores from here on are mates.
pub const MATE_BOUND: i32 = MATE - LONGEST_MATE;
/// No score is greater.
pub const INFINITE: i32 = MATE + 1;
/// Stands for the static evaluation of a position in which there is none, because of a check.
pub const NO_EVAL: i32 = -INFINITE;
/// Static evaluations stay within this.
pub const EVAL_MAX: i32 = 9_000;

/// Greatest distance from the root, in plies.
pub const MAX_PLIES: usize = 128;
/// Frames before the root, so that it has moves "before" it.
const FRAMES_BEFORE: usize = 4;
/// Size of the table of a new Board, in megabytes.
const DEFAULT_MEGABYTES: usize = 16;
/// Iterative deepening ends at this depth, so that extensions have some plies left.
const DEEPEST: usize = MAX_PLIES - 8;

/// The search has to end at once. Whoever gets this hands it on; the root takes the moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What the search keeps for each ply.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Frame {
    /// The move being searched here.
    mv: Move,
    /// Its [`history::piece_to`].
    piece_to: usize,
    /// Static evaluation.
    eval: i32,
    /// The last quiet moves that caused cutoffs here.
    killers: [Move; 2],
    /// Left out, to see how good the others are.
    excluded: Move,
    /// Enemy pieces that give check here.
    checkers: BitMap,
    /// Nodes at this ply that were cut off since their parent was entered.
    cutoffs: u32,
    /// Plies by which the line has been extended twice at once.
    double_extensions: u32,
}

/// What the modern search owns.
#[derive(Clone)]
pub struct Modern {
    /// The techniques that are switched on.
    pub techniques: Techniques,
    /// How null moves are made.
    pub null_move: NullMove,
    /// How well it plays, as a rating; [`skill::FULL_ELO`] is all it has.
    pub elo: i32,
    /// Changes the slips of a weaker player from game to game.
    pub variety: u64,
    /// Number of threads.
    pub threads: usize,
    /// Endgame tables, if there are any.
    pub tables: Option<Tables>,
    /// What they know of the root of the search.
    root: RootKnowledge,
    /// Size that the table shall have, in megabytes; it is made when a search needs it.
    megabytes: usize,
    table: Arc<Tt>,
    histories: Histories,
    eval_cache: EvalCache,
    frames: Box<[Frame; MAX_PLIES + FRAMES_BEFORE + 2]>,
    /// Moves of all plies, [`MAX_MOVES`] each.
    list: Box<[Scored]>,
    pv: Box<[[Move; MAX_PLIES + 1]; MAX_PLIES + 1]>,
    pv_length: [usize; MAX_PLIES + 1],
    root_depth: usize,
    /// Score of the last iteration that was completed.
    last_score: i32,
    /// The best line of the root and its score, as long as nobody has been told.
    untold: Option<i32>,
    /// Is every better move of the root told at once? Not if there is more to a result than the best move.
    tells_at_once: bool,
    /// Greatest distance from the root in this iteration, in plies.
    seldepth: usize,
    /// The null moves of the line being searched.
    null_state: NullState,
    /// Is the search still on the principal variation of the last iteration?
    follows_pv: bool,
    /// Nodes below each move of the root, by from and to.
    root_nodes: Box<[u64; 4096]>,
    /// The threads of the running search.
    team: Arc<Team>,
    /// Taken off late moves besides what everybody takes off, in 1024ths of a ply: by some helpers.
    more_reduction: i32,
    /// Does the running iteration end when another thread has completed it?
    may_be_overtaken: bool,
}

impl Default for Modern {
    fn default() -> Modern {
        Modern {
            techniques: Techniques::all(),
            null_move: NullMove::MODERN,
            elo: skill::FULL_ELO,
            variety: 0,
            threads: 1,
            tables: None,
            root: RootKnowledge::default(),
            megabytes: DEFAULT_MEGABYTES,
            table: Arc::new(Tt::new(0)),
            histories: Histories::default(),
            eval_cache: EvalCache::default(),
            frames: boxed(Frame::default()),
            list: vec![Scored::default(); (MAX_PLIES + 1) * MAX_MOVES].into_boxed_slice(),
            pv: boxed([Move::NONE; MAX_PLIES + 1]),
            pv_length: [0; MAX_PLIES + 1],
            root_depth: 0,
            last_score: 0,
            untold: None,
            tells_at_once: false,
            seldepth: 0,
            null_state: NullState::ROOT,
            follows_pv: false,
            root_nodes: boxed(0),
            team: Arc::default(),
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

    /// Gives the table another size, in megabytes (at least one), and forgets what was in it.
    pub fn set_megabytes(&mut self, megabytes: usize) {
        self.plan_megabytes(megabytes);
        self.make_table();
    }

    /// The same, but not before the next search.
    pub fn plan_megabytes(&mut self, megabytes: usize) {
        self.megabytes = megabytes.max(1);
    }

    /// Size that the table has or will have, in megabytes.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Memory that the search keeps for itself besides the table, in bytes.
    pub fn own_size(&self) -> usize {
        self.histories.size()
            + self.eval_cache.size()
            + size_of_val(&*self.frames)
            + size_of_val(&*self.list)
            + size_of_val(&*self.pv)
            + size_of_val(&*self.root_nodes)
    }

    /// Score of the last iteration that was completed, in centipawns for the side to move.
    pub fn last_score(&self) -> i32 {
        self.last_score
    }

    /// Makes the table, unless it is there.
    fn make_table(&mut self) {
        if self.table.megabytes() != self.megabytes {
            self.table = Arc::new(Tt::new(self.megabytes));
        }
    }

    /// Parts with the table that is shared with others, and forgets everything: one thread, nothing learnt.
    pub fn start_afresh(&mut self) {
        self.table = Arc::new(Tt::new(0));
        self.histories = Histories::default();
        self.eval_cache = EvalCache::default();
        self.team = Arc::default();
        self.threads = 1;
    }

    /// Forgets everything that was learnt: a new game begins.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories = Histories::default();
        self.eval_cache = EvalCache::default();
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

    /// The frame so many plies before `ply`, at most [`FRAMES_BEFORE`].
    #[inline(always)]
    fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + FRAMES_BEFORE - plies]
    }

    /// The best line from `ply` on is this move, then the best line from the next ply.
    #[inline]
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let end = self.pv_length[ply + 1].max(ply + 1);
        let (rows, below) = self.pv.split_at_mut(ply + 1);
        rows[ply][ply] = mv;
        rows[ply][ply + 1..end].copy_from_slice(&below[0][ply + 1..end]);
        self.pv_length[ply] = end;
    }
}

/// A score of this search as the reports carry it: a mate in `n` plies is ±(10000 - n), as in the tutorial.
pub const fn report_score(score: i32) -> i32 {
    if score >= MATE_BOUND {
        LARGE_NUMBER - (MATE - score)
    } else if score <= -MATE_BOUND {
        (MATE + score) - LARGE_NUMBER
    } else {
        score
    }
}

/// A reported score as this search counts it: the inverse of [`report_score`].
const fn search_score(reported: i32) -> i32 {
    if mate_in(reported).is_none() {
        return reported;
    }
    if reported > 0 { reported - LARGE_NUMBER + MATE } else { reported + LARGE_NUMBER - MATE }
}

/// In how many moves is it mate, by a reported score of any search? Negative if the side to move is mated; [`None`] if the score is
/// no mate.
pub const fn mate_in(score: i32) -> Option<i32> {
    let plies = LARGE_NUMBER - score.abs();
    if plies > LONGEST_MATE {
        return None;
    }
    Some(if score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
}

impl Board {
    /// Static value of the position for the side to move, in centipawns, as the modern search sees it.
    pub fn evaluate_modern(&mut self) -> i32 {
        self.evaluate()
    }

    /// Nodes that all threads of the running or last search have visited.
    pub fn nodes(&self) -> u64 {
        self.inodes + self.modern.team.helper_nodes()
    }

    /// The key under which the position stands in the table: an en-passant square counts only if a pawn attacks it.
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

    /// Counts a node, unless there is no use in going on: the time is up, or another thread is ahead.
    #[inline(always)]
    fn visit(&mut self) -> Result<(), Stopped> {
        self.count_node();
        let looks_up = self.inodes.is_multiple_of(UPDATE_INTERVAL);
        if self.timedout || looks_up && self.is_overtaken() { Err(Stopped) } else { Ok(()) }
    }

    /// Plays a legal move, and notes it for the children.
    #[inline]
    fn enter(&mut self, ply: usize, mv: Move) -> Result<(), Stopped> {
        self.visit()?;
        let frame = self.modern.frame(ply);
        frame.mv = mv;
        frame.piece_to = history::piece_to(mv);
        self.make_move(mv);
        self.modern.table.touch(self.table_key());
        self.modern.frame(ply + 1).checkers = self.checkers();
        Ok(())
    }

    /// Passes; the record in the game line has no move.
    fn enter_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.visit()?;
        let frame = self.modern.frame(ply);
        frame.mv = Move::NONE;
        frame.piece_to = 0;
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
        self.modern.table.touch(self.hashkey);
        Ok(())
    }

    fn leave_null(&mut self) {
        self.end_of_search -= 1;
        let record = self.game_line[self.end_of_search];
        self.set_ep_square(record.ep_square);
        self.set_fifty_move(record.fifty_move);
        self.switch_side();
    }

    /// Cleans up after a search that was left in the middle: takes back its moves, null moves included, and resets everything that
    /// belongs to the line that was being searched.
    fn return_to_root(&mut self) {
        while self.end_of_search > self.end_of_game {
            if self.game_line[self.end_of_search - 1].mv.is_some() { self.unmake_move() } else { self.leave_null() }
        }
        self.modern.null_state = NullState::ROOT;
        self.modern.follows_pv = false;
        for frame in self.modern.frames.iter_mut() {
            frame.excluded = Move::NONE;
        }
    }

    /// Is the position a draw for the search: one repetition since the root, two before it, fifty moves, or no material?
    fn is_draw_in_tree(&mut self, ply: usize) -> bool {
        if self.fifty_move >= 100 {
            let mated = self.modern.frame(ply).checkers != 0 && self.legal_moves().is_empty();
            return !mated;
        }
        self.is_repetition() || self.occupied.count_ones() <= 4 && self.is_material_draw()
    }

    /// Does the position repeat one of the line, or for the second time one of the game? By the laws of chess: an en-passant square
    /// counts only where a pawn can take.
    fn is_repetition(&self) -> bool {
        let reversible = self.fifty_move as usize;
        if reversible < 4 {
            return false;
        }
        let first = self.end_of_search.saturating_sub(reversible);
        let mut seen_in_game = false;
        let mut at = self.end_of_search;
        while at >= first + 2 {
            // A null move is no move of the game: nothing before it can be repeated.
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

    /// Has a side a piece besides king and pawns?
    #[inline(always)]
    fn has_pieces(&self, side: Side) -> bool {
        let others = self.bitmap[side.piece(PAWN) as usize] | self.bitmap[side.piece(KING) as usize];
        self.pieces[side.index()] & !others != 0
    }

    /// Squares that the opponent of the side to move attacks with pieces of less value than what could stand there: by pawns all,
    /// by knights and bishops those of rooks and queens.
    fn attacked_by_less(&self) -> BitMap {
        let (side, enemy) = (self.next_move, self.next_move.other());
        let mut attacked = eval::pawn_attacks(enemy, self.bitmap[enemy.piece(PAWN) as usize]);
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
