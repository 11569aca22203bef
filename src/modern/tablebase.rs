//! Endgame tables.
//!
//! Tables know the result of every position with few men (<https://www.chessprogramming.org/Endgame_Tablebases>). The
//! search asks two questions of them: is this position won, drawn or lost (WDL), and how many plies is it to the next
//! capture or pawn move of a game that keeps that result (DTZ). Who answers is behind a trait, [`Tablebase`], so that
//! the search knows nothing of files; [`play::tablebase`](crate::play::tablebase) reads Syzygy tables.
//!
//! **In the search** a position is asked for after a capture or pawn move only, when the count of the fifty-move rule
//! is 0: then the answer is right under that rule. A win is worth [`TABLE_WIN`] less the plies from the root, more than
//! any evaluation and less than any mate. A win that the fifty-move rule spoils (a *cursed* win) is a draw: it is worth
//! one centipawn.
//!
//! **At the root** the legal moves are ranked by DTZ with the present count of the fifty-move rule ([`Tables::ranking`]),
//! and only the moves that keep the result are searched: of several lines each among the best that are left. The search
//! then asks no more, and finds its own way to the mate.
//!
//! **Read next:** [`negamax`](super::negamax).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::tt::{Bound, Known};
use super::{EVAL_MAX, MATE_BOUND, Modern, NO_EVAL, report_score};
use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::laws;
use crate::searcher::ranking::{Judged, NEARLY_A_DRAW, Ranked, Ranking};

/// Score of a position at the root that the tables know to be won, in centipawns.
pub const TABLE_WIN: i32 = EVAL_MAX + 500;
/// A result from the tables counts as searched this many plies deeper than it was.
const DEPTH_BONUS: i32 = 6;
/// Plies without a pawn move or capture that the rule allows.
const FIFTY_MOVES: i32 = 100;
/// The rank of a move that wins for sure.
const SURE: i32 = 10_000;

/// The result of a position with the best play of both sides, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but for the fifty-move rule: a draw.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but for the fifty-move rule: a draw.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// Its score `ply` plies from the root, in centipawns.
    fn score(self, ply: usize) -> i32 {
        match self {
            Wdl::Win => TABLE_WIN - ply as i32,
            Wdl::CursedWin => DRAWSCORE + NEARLY_A_DRAW,
            Wdl::Draw => DRAWSCORE,
            Wdl::BlessedLoss => DRAWSCORE - NEARLY_A_DRAW,
            Wdl::Loss => ply as i32 - TABLE_WIN,
        }
    }

    fn bound(self) -> Bound {
        match self {
            Wdl::Win => Bound::Lower,
            Wdl::Loss => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// Is it the score of a position that the tables know to be won or lost?
pub const fn is_table_score(score: i32) -> bool {
    score.abs() > EVAL_MAX && score.abs() < MATE_BOUND
}

/// A set of endgame tables. Several threads ask at once.
pub trait Tablebase: Send + Sync {
    /// Greatest number of men, kings included, for which there is a table.
    fn most_men(&self) -> u32;

    /// Where the tables are.
    fn path(&self) -> &str;

    /// The result of a position, if the game came to it by a capture or a pawn move; [`None`] if no table knows it.
    fn wdl(&self, board: &Board) -> Option<Wdl>;

    /// Plies to the next capture or pawn move, or to mate, with best play: greater than 0 for a win, less for a loss. A
    /// win with more than 100 is cursed. Some tables round it to the next number.
    fn dtz(&self, board: &Board) -> Option<i32>;
}

/// The tables that a search uses, and how often it has found something in them.
#[derive(Clone)]
pub struct Tables {
    base: Arc<dyn Tablebase>,
    hits: Arc<AtomicU64>,
}

/// A legal move, and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// What comes out of it with best play under the fifty-move rule, for the side that makes it.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move, or to mate, this move included: greater than 0 for a win, less for a
    /// loss. [`None`] where there are WDL tables only.
    pub dtz: Option<i32>,
    /// The greater, the better.
    rank: i32,
}

/// What the tables say of a position of the search.
pub(super) enum Probe {
    /// They do not know it, or what they know is of no use here.
    Nothing,
    /// It is won, and worth this at least, in centipawns: perhaps there is a mate.
    Floor(i32),
    /// There is nothing to search.
    Settled(Known),
}

/// What the tables know of the root of a search.
#[derive(Clone, Default, Debug)]
pub(super) struct RootKnowledge {
    /// What is known of each move.
    pub(super) ranking: Ranking,
    /// What follows for the line that is searched.
    pub(super) judged: Judged,
    /// The search asks only for positions with at most this many men.
    pub(super) men: u32,
}

impl PartialEq for Tables {
    /// Are they the same tables?
    fn eq(&self, other: &Tables) -> bool {
        Arc::ptr_eq(&self.base, &other.base)
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tables").field(&self.base.path()).finish()
    }
}

impl Tables {
    /// These tables.
    pub fn new(base: Arc<dyn Tablebase>) -> Tables {
        Tables { base, hits: Arc::default() }
    }

    /// The tables themselves.
    pub fn base(&self) -> &dyn Tablebase {
        &*self.base
    }
}

/// How good a move is that leads to this `dtz` when `clock` plies have passed without a pawn move or capture: all sure
/// wins are equal, and then the shorter way is the better one. Losing moves are compared in the same way.
fn rank(dtz: i32, clock: i32, repeated: bool) -> i32 {
    // The tables may be wrong by one ply: a win that needs all hundred is not sure.
    let in_time = dtz.abs() + clock < FIFTY_MOVES;
    match dtz {
        0 => 0,
        1.. if in_time && !repeated => SURE,
        1.. => SURE - dtz - clock,
        _ if -dtz * 2 + clock < FIFTY_MOVES => -SURE,
        _ => -SURE - dtz + clock,
    }
}

/// The result under the fifty-move rule.
fn result(dtz: i32, clock: i32) -> Wdl {
    let in_time = dtz.abs() + clock <= FIFTY_MOVES;
    match dtz.signum() {
        0 => Wdl::Draw,
        1 if in_time => Wdl::Win,
        1 => Wdl::CursedWin,
        _ if in_time => Wdl::Loss,
        _ => Wdl::BlessedLoss,
    }
}

/// The DTZ of a move after which the count of the fifty-move rule is 0.
fn dtz_of_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => FIFTY_MOVES + 1,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -FIFTY_MOVES - 1,
        Wdl::Loss => -1,
    }
}

/// The result from the other side's view.
pub fn opposite(wdl: Wdl) -> Wdl {
    match wdl {
        Wdl::Win => Wdl::Loss,
        Wdl::CursedWin => Wdl::BlessedLoss,
        Wdl::Draw => Wdl::Draw,
        Wdl::BlessedLoss => Wdl::CursedWin,
        Wdl::Loss => Wdl::Win,
    }
}

impl Tables {
    /// What every legal move leads to, the best first; [`None`] if the tables do not know the position.
    pub fn ranked_moves(&self, board: &Board) -> Option<Vec<RankedMove>> {
        if board.castle != [0; 2] || board.occupied.count_ones() > self.base.most_men() {
            return None;
        }
        let mut board = board.clone();
        let moves = board.legal_moves();
        let ranked: Option<Vec<RankedMove>> = moves.iter().map(|&mv| self.rank_by_dtz(&mut board, mv)).collect();
        let mut ranked = ranked.or_else(|| moves.iter().map(|&mv| self.rank_by_wdl(&mut board, mv)).collect())?;
        // The sooner a win and the later a loss, the better, among moves that the rule holds for equal.
        ranked.sort_by_key(|it| (-it.rank, it.dtz));
        Some(ranked)
    }

    /// The moves of the root as a search has to know them; empty if the tables do not know the position.
    pub fn ranking(&self, board: &Board) -> Ranking {
        let ranked = self.ranked_moves(board).unwrap_or_default();
        let makes_progress = ranked.first().is_some_and(|best| best.dtz.is_some() || best.wdl <= Wdl::Draw);
        let moves = ranked.iter().map(|it| Ranked { mv: it.mv, rank: it.rank, score: it.wdl.score(0) }).collect();
        Ranking { moves, makes_progress }
    }

    fn rank_by_dtz(&self, board: &mut Board, mv: Move) -> Option<RankedMove> {
        let repeated = has_repeated(board);
        board.make_move(mv);
        let dtz = self.dtz_of_last_move(board);
        // A capture, a pawn move or a mate comes in time, whatever the count was.
        let is_last = board.fifty_move == 0 || board.legal_moves().is_empty();
        board.unmake_move();
        let dtz = dtz?;
        let clock = if is_last { 0 } else { board.fifty_move as i32 };
        Some(RankedMove { mv, wdl: result(dtz, clock), dtz: Some(dtz), rank: rank(dtz, clock, repeated) })
    }

    /// The DTZ of the move just made, for the side that made it.
    fn dtz_of_last_move(&self, board: &Board) -> Option<i32> {
        if board.legal_moves().is_empty() {
            return Some(i32::from(board.is_own_king_attacked()));
        }
        if board.fifty_move == 0 {
            return self.base.wdl(board).map(|wdl| dtz_of_zeroing(opposite(wdl)));
        }
        if laws::occurrences(board) > 1 {
            return Some(0);
        }
        let dtz = -self.base.dtz(board)?;
        Some(dtz + dtz.signum())
    }

    fn rank_by_wdl(&self, board: &mut Board, mv: Move) -> Option<RankedMove> {
        board.make_move(mv);
        let wdl = if board.legal_moves().is_empty() {
            Some(if board.is_own_king_attacked() { Wdl::Win } else { Wdl::Draw })
        } else {
            self.base.wdl(board).map(opposite)
        };
        board.unmake_move();
        wdl.map(|wdl| RankedMove { mv, wdl, dtz: None, rank: wdl as i32 })
    }
}

/// Has a position come twice since the last capture or pawn move?
fn has_repeated(board: &Board) -> bool {
    let first = board.end_of_game.saturating_sub(board.fifty_move as usize);
    let keys: Vec<u64> = board.game_line[first..board.end_of_game].iter().map(|record| record.key).collect();
    keys.contains(&board.hashkey) || keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key))
}

impl Modern {
    /// From now on the search asks the tables, and its hits are counted from 0. If they rank the moves of the root, the
    /// best keep the result, whatever the search thinks of them, and it asks no more; but without DTZ it has to see how
    /// far it gets.
    pub(super) fn open_tables(&mut self) {
        let Some(tables) = &self.settings.tables else { return };
        tables.hits.store(self.root.ranking.moves.len() as u64, Relaxed);
        self.root.men = if self.root.ranking.makes_progress { 0 } else { tables.base.most_men() };
    }

    /// Leaves out the moves of the root that lead to less than others: by the tables, or by the solution of the ending.
    /// For the next search without the moves that are excluded now.
    pub(super) fn judge_root(&mut self) {
        self.root.judged = self.root.ranking.judge(&self.excluded);
        if self.root.judged.score.is_none() {
            self.root.judged.spoilers = self.detours();
        }
    }

    /// Is this move of the root left out of the search?
    #[inline]
    pub(super) fn is_left_out_at_root(&self, mv: Move) -> bool {
        self.excluded.contains(&mv) || self.root.judged.spoilers.contains(&mv)
    }

    /// What the tables say of a position of the search.
    #[inline(always)]
    pub(super) fn probe_tablebase(&self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Probe {
        if self.board.occupied.count_ones() > self.root.men {
            return Probe::Nothing;
        }
        self.ask_tables(ply, depth, alpha, beta)
    }

    // Few positions have so few men: compiled into its caller, it would be in the way of all others.
    #[inline(never)]
    fn ask_tables(&self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Probe {
        if self.board.fifty_move != 0 || self.board.castle != [0; 2] {
            return Probe::Nothing;
        }
        let Some(wdl) = self.settings.tables.as_ref().and_then(|tables| tables.base.wdl(&self.board)) else {
            return Probe::Nothing;
        };
        self.count_table_hits(1);
        let (score, bound) = (wdl.score(ply), wdl.bound());
        match bound {
            Bound::Lower if score < beta => return Probe::Floor(score),
            Bound::Upper if score > alpha => return Probe::Nothing,
            _ => {}
        }
        Probe::Settled(Known {
            mv: 0,
            score,
            eval: NO_EVAL,
            depth: depth + DEPTH_BONUS,
            bound,
            was_pv: beta - alpha > 1,
        })
    }

    fn count_table_hits(&self, count: u64) {
        if let Some(tables) = &self.settings.tables {
            tables.hits.fetch_add(count, Relaxed);
        }
    }

    /// How often the running or last search has found a position in the tables, with all its threads.
    pub fn table_hits(&self) -> u64 {
        self.settings.tables.as_ref().map_or(0, |tables| tables.hits.load(Relaxed))
    }

    /// The score that is reported: what the tables know of the root, unless the search has seen the mate.
    pub(super) fn told_score(&self, score: i32) -> i32 {
        self.root.judged.told(report_score(score))
    }
}
