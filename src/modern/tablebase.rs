//! Endgame tablebases.
//!
//! Tablebases contain the result of every position with few men
//! (<https://www.chessprogramming.org/Endgame_Tablebases>). The search uses two kinds of values: whether a position is
//! won, drawn or lost (WDL), and, with play that keeps this result, the number of plies to the next capture or pawn
//! move (DTZ). The trait [`Tablebase`] hides the files from the search; [`play::tablebase`](crate::play::tablebase)
//! reads Syzygy tablebases.
//!
//! **In the search**, a position without castling rights is probed only after a capture or pawn move, when the
//! fifty-move counter is 0, because only then does the WDL value hold under the fifty-move rule. A win is worth
//! [`TABLEBASE_WIN`] minus the plies from the root, more than any evaluation and less than any mate. A win that the
//! fifty-move rule turns into a draw (a *cursed* win) scores one centipawn.
//!
//! **At the root**, the legal moves are ranked by DTZ and the current fifty-move counter ([`Tables::ranking`]), and
//! only the best-ranked moves, which keep the result, are searched; each line of a MultiPV search considers only the
//! best-ranked of the remaining moves. The search below such a root does not probe and must find the mate by itself,
//! unless the root is won and there are no DTZ tables.
//!
//! **Read next:** [`negamax`](super::negamax).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::tt::{Bound, TtData};
use super::{EVAL_MAX, MATE_BOUND, Modern, NO_EVAL, report_score};
use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::laws;
use crate::searcher::ranking::{NEARLY_A_DRAW, Ranked, Ranking};

/// Score of a tablebase win at the root, in centipawns.
pub const TABLEBASE_WIN: i32 = EVAL_MAX + 500;
/// A tablebase result is stored with the node's depth plus this many plies.
const DEPTH_BONUS: i32 = 6;
/// Number of plies that the fifty-move rule allows without a pawn move or capture.
pub(super) const FIFTY_MOVES: i32 = 100;
/// Rank of a certain win.
const SURE: i32 = 10_000;

/// Result of a position with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// Lost.
    Loss = -2,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// Won, but drawn by the fifty-move rule.
    CursedWin = 1,
    /// Won.
    Win = 2,
}

impl Wdl {
    /// The score of this result `ply` plies from the root, in centipawns.
    fn score(self, ply: usize) -> i32 {
        match self {
            Wdl::Win => TABLEBASE_WIN - ply as i32,
            Wdl::CursedWin => DRAWSCORE + NEARLY_A_DRAW,
            Wdl::Draw => DRAWSCORE,
            Wdl::BlessedLoss => DRAWSCORE - NEARLY_A_DRAW,
            Wdl::Loss => ply as i32 - TABLEBASE_WIN,
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

/// Whether this search score is a tablebase win or loss.
pub const fn is_tablebase_score(score: i32) -> bool {
    score.abs() > EVAL_MAX && score.abs() < MATE_BOUND
}

/// A set of endgame tablebases. Several threads may probe it at once.
pub trait Tablebase: Send + Sync {
    /// Maximum number of men, kings included, for which there is a tablebase.
    fn most_men(&self) -> u32;

    /// Path of the tablebases.
    fn path(&self) -> &str;

    /// Result of a position, valid if the last move was a capture or pawn move; [`None`] if no tablebase has the
    /// position.
    fn wdl(&self, board: &Board) -> Option<Wdl>;

    /// Plies to the next capture or pawn move, or to mate, with best play: positive for a win, negative for a loss, 0
    /// for a draw. A win that needs more than 100 plies is cursed. Some tablebases round the value, so it may be off by
    /// one. [`None`] if no table has the position.
    fn dtz(&self, board: &Board) -> Option<i32>;
}

/// The tablebases of a search, and its hit counter.
#[derive(Clone)]
pub struct Tables {
    base: Arc<dyn Tablebase>,
    hits: Arc<AtomicU64>,
}

/// A legal move and its tablebase values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Result with best play under the fifty-move rule, for the side that makes the move.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move, or to mate, this move included: positive for a win, negative for a loss,
    /// 0 for a draw. [`None`] if the DTZ tables do not cover all legal moves.
    pub dtz: Option<i32>,
    /// Higher is better.
    rank: i32,
}

/// Result of a probe within the search.
pub(super) enum Probe {
    /// The position is not in the tablebases.
    Nothing,
    /// The position is won: this is a lower bound on the score, in centipawns, because there may be a mate.
    Floor(i32),
    /// The position is lost: this is an upper bound.
    Ceiling(i32),
    /// The value settles the node.
    Settled(TtData),
}

impl PartialEq for Tables {
    /// Whether these are the same tablebases.
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
    /// Wraps a set of tablebases.
    pub fn new(base: Arc<dyn Tablebase>) -> Tables {
        Tables { base, hits: Arc::default() }
    }

    /// The wrapped tablebases.
    pub fn base(&self) -> &dyn Tablebase {
        &*self.base
    }
}

/// Rank of a move that leads to this `dtz` when `clock` plies have passed without a pawn move or capture. A win is
/// certain if the next capture or pawn move comes before the fifty-move limit and no position has been repeated. All
/// certain wins rank equally; among the other wins, shorter ones rank higher. A loss is certain if even twice its DTZ
/// plus `clock` stays below the fifty-move limit; among the other losses, longer ones rank higher.
fn rank(dtz: i32, clock: i32, repeated: bool) -> i32 {
    // The tablebases may be wrong by one ply, so a win that needs all hundred plies is not certain.
    let in_time = dtz.abs() + clock < FIFTY_MOVES;
    match dtz {
        0 => 0,
        1.. if in_time && !repeated => SURE,
        1.. => SURE - dtz - clock,
        _ if -dtz * 2 + clock < FIFTY_MOVES => -SURE,
        _ => -SURE - dtz + clock,
    }
}

/// Result under the fifty-move rule.
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

/// DTZ of a move that resets the fifty-move counter and leads to this result.
fn dtz_of_zeroing(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::Win => 1,
        Wdl::CursedWin => FIFTY_MOVES + 1,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => -FIFTY_MOVES - 1,
        Wdl::Loss => -1,
    }
}

/// The result from the other side's point of view.
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
    /// The values of all legal moves, best first; [`None`] if the position has castling rights or the tablebases do not
    /// cover all moves.
    pub fn ranked_moves(&self, board: &Board) -> Option<Vec<RankedMove>> {
        if board.castle != [0; 2] || board.occupied.count_ones() > self.base.most_men() {
            return None;
        }
        let mut board = board.clone();
        let moves = board.legal_moves();
        let ranked: Option<Vec<RankedMove>> = moves.iter().map(|&mv| self.rank_by_dtz(&mut board, mv)).collect();
        let mut ranked = ranked.or_else(|| moves.iter().map(|&mv| self.rank_by_wdl(&mut board, mv)).collect())?;
        // Within a rank, faster wins and slower losses come first.
        ranked.sort_by_key(|it| (-it.rank, it.dtz));
        Some(ranked)
    }

    /// The ranking of the root moves for a search; empty if the tablebases do not have the position.
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
        // Captures, pawn moves and mates are in time at any fifty-move count.
        let is_last = board.fifty_move == 0 || board.legal_moves().is_empty();
        board.unmake_move();
        let dtz = dtz?;
        let clock = if is_last { 0 } else { board.fifty_move as i32 };
        Some(RankedMove { mv, wdl: result(dtz, clock), dtz: Some(dtz), rank: rank(dtz, clock, repeated) })
    }

    /// DTZ of the last move, for the side that made it.
    fn dtz_of_last_move(&self, board: &Board) -> Option<i32> {
        if board.legal_moves().is_empty() {
            return Some(i32::from(board.is_own_king_attacked()));
        }
        if board.fifty_move == 0 {
            return self.base.wdl(board).map(|wdl| dtz_of_zeroing(opposite(wdl)));
        }
        if laws::occurrences(board) >= laws::REPETITIONS {
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

/// Whether any position has occurred twice since the last capture or pawn move.
fn has_repeated(board: &Board) -> bool {
    let first = board.end_of_game.saturating_sub(board.fifty_move as usize);
    let keys: Vec<u64> = board.game_line[first..board.end_of_game].iter().map(|record| record.key).collect();
    keys.contains(&board.hashkey) || keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key))
}

impl Modern {
    /// Prepares for probing and sets the hit counter. If the tablebases rank the root moves, every move that is not
    /// excluded keeps the result, so the search does not probe. The exception is a won position without DTZ, where only
    /// probing leads to progress.
    pub(super) fn open_tablebases(&mut self) {
        let Some(tables) = &self.settings.tables else { return };
        tables.hits.store(self.root.ranking.moves.len() as u64, Relaxed);
        self.root.men = if self.root.ranking.makes_progress { 0 } else { tables.base.most_men() };
    }

    /// Excludes from the next search all root moves that the tablebases rank below the best, or that are detours in a
    /// solved endgame. Moves already excluded are not compared.
    pub(super) fn judge_root(&mut self) {
        self.root.judged = self.root.ranking.judge(&self.root.excluded);
        if self.root.judged.score.is_none() {
            self.root.judged.spoilers = self.detours();
        }
    }

    /// Whether this root move is excluded from the search.
    #[inline]
    pub(super) fn is_excluded_at_root(&self, mv: Move) -> bool {
        self.root.excluded.contains(&mv) || self.root.judged.spoilers.contains(&mv)
    }

    /// Probes the tablebases for a position of the search.
    #[inline(always)]
    pub(super) fn probe_tablebase(&self, ply: usize, depth: i32, alpha: i32, beta: i32) -> Probe {
        if self.board.occupied.count_ones() > self.root.men {
            return Probe::Nothing;
        }
        self.ask_tables(ply, depth, alpha, beta)
    }

    // Not inlined: most probes end when the caller counts the men, and inlining would slow that path down.
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
            Bound::Upper if score > alpha => return Probe::Ceiling(score),
            _ => {}
        }
        Probe::Settled(TtData {
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

    /// Tablebase hits of the running or last search, all threads together.
    pub fn tablebase_hits(&self) -> u64 {
        self.settings.tables.as_ref().map_or(0, |tables| tables.hits.load(Relaxed))
    }

    /// The score to report: the tablebase result of the root, unless the search has found a mate.
    pub(super) fn told_score(&self, score: i32) -> i32 {
        self.root.judged.told(report_score(score))
    }
}
