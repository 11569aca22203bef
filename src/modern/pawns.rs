//! # Modern · Pawn structure
//!
//! The pawns of both sides are evaluated once and remembered: they move rarely, so the same structure occurs at many
//! nodes. The shelter that they give a king is computed for its square, and remembered, too.
//!
//! **Read next:** [`eval`](super::eval).

use super::geometry::{ahead, file_of, pawn_attacks, widened};
use super::legal::forward;
use super::params::*;
use crate::bitops::{bit, first_one, squares};
use crate::data::FILE_A;
use crate::defines::*;

/// Records the features that are counted.
pub trait Trace {
    /// The pair at `index` counts `n` times for White (less than 0: for Black).
    fn count(&mut self, index: usize, n: i32);
}

/// Records nothing.
pub struct Deaf;

impl Trace for Deaf {
    #[inline(always)]
    fn count(&mut self, _: usize, _: i32) {}
}

/// The sum so far, and the recorder of features.
pub(super) struct Tally<'a, T: Trace> {
    pub(super) pair: i32,
    pub(super) trace: &'a mut T,
}

impl<T: Trace> Tally<'_, T> {
    /// Counts a feature of a side.
    #[inline(always)]
    pub(super) fn term(&mut self, side: Side, index: usize) {
        self.terms(side, index, 1);
    }

    /// Counts a feature that a side has `n` times.
    #[inline(always)]
    pub(super) fn terms(&mut self, side: Side, index: usize, n: i32) {
        let n = if side == Side::White { n } else { -n };
        self.pair += PARAMS[index] * n;
        self.trace.count(index, n);
    }
}

/// A cached pawn structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnEntry {
    pub(super) pawns: [BitMap; 2],
    pub(super) score: i32,
    pub(super) passed: BitMap,
    /// Squares for each side on ranks 4 to 6, guarded by a pawn, from which no enemy pawn can ever drive a piece away.
    pub(super) outposts: [BitMap; 2],
    /// The king squares for which the shelter was computed; [`NOWHERE`] if it was not.
    pub(super) king: [u8; 2],
    /// What that shelter is worth.
    pub(super) shelter: [i32; 2],
}

pub(super) const NOWHERE: u8 = 64;

impl PawnEntry {
    /// No pawns: all values are 0.
    pub(super) const EMPTY: PawnEntry =
        PawnEntry { pawns: [0; 2], score: 0, passed: 0, outposts: [0; 2], king: [NOWHERE; 2], shelter: [0; 2] };
}

impl PawnEntry {
    /// Evaluates the pawns of a board; the king's shelter is computed later, when the king's square is known.
    #[inline(never)]
    pub(super) fn new<T: Trace>(pawns: [BitMap; 2], trace: &mut T) -> PawnEntry {
        let mut entry = PawnEntry { pawns, ..PawnEntry::EMPTY };
        let mut tally = Tally { pair: 0, trace };
        entry.count_pawns(Side::White, &mut tally);
        entry.count_pawns(Side::Black, &mut tally);
        entry.score = tally.pair;
        entry
    }

    #[inline(always)]
    fn count_pawns<T: Trace>(&mut self, side: Side, tally: &mut Tally<T>) {
        let pawns = self.pawns[side.index()];
        let enemy_pawns = self.pawns[side.other().index()];
        let guarded = pawn_attacks(side, pawns);
        let guarded_ever = guarded | ahead(side, guarded);
        let enemy_attacks = pawn_attacks(side.other(), enemy_pawns);
        let attacked_ever = enemy_attacks | ahead(side.other(), enemy_attacks);
        self.outposts[side.index()] = side.relative_map(0x0000_ffff_ff00_0000) & guarded & !attacked_ever;
        for square in squares(pawns) {
            let here = bit(square);
            let relative = side.relative(square);
            let row = rank(relative);
            tally.term(side, MATERIAL);
            tally.term(side, PAWN_PLACE + relative);
            let way = ahead(side, here);
            let beside = widened(here) & !here;
            let neighbours = widened(file_of(square)) & !file_of(square) & pawns;
            let half_open = usize::from(way & enemy_pawns == 0);
            if way & pawns != 0 {
                tally.term(side, DOUBLED);
            }
            if neighbours == 0 {
                tally.term(side, ISOLATED + half_open);
            } else if guarded_ever & here == 0
                && (forward(side, here) & (enemy_attacks | enemy_pawns) != 0)
                && beside & pawns == 0
            {
                tally.term(side, BACKWARD + half_open);
            }
            if beside & pawns != 0 {
                tally.term(side, PHALANX + row);
            }
            if guarded & here != 0 {
                tally.term(side, SUPPORTED + row);
            }
            let stoppers = widened(way) & enemy_pawns;
            if stoppers == 0 && way & pawns == 0 {
                self.passed |= here;
                tally.term(side, PASSED + row);
            } else if way & (enemy_pawns | pawns) == 0 {
                let helpers = neighbours & !widened(way);
                if helpers.count_ones() >= stoppers.count_ones() {
                    tally.term(side, CANDIDATE + row);
                }
            }
        }
    }

    /// The value of the pawns as shelter of a king on this square.
    #[inline(never)]
    pub(super) fn look_at_shelter<T: Trace>(&self, side: Side, king: Square, trace: &mut T) -> i32 {
        let mut tally = Tally { pair: 0, trace };
        let [own, theirs] = [side, side.other()].map(|owner| side.relative_map(self.pawns[owner.index()]));
        let not_behind = !0 << (8 * rank(side.relative(king)));
        let middle = file(king).clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let map = FILE_A << file;
            let shield = own & map & not_behind;
            let shield_rank = if shield == 0 { 0 } else { rank(first_one(shield)) };
            let edge = file.min(7 - file);
            tally.term(side, SHELTER + edge * 8 + shield_rank);
            let stormers = theirs & map & not_behind;
            let storm_rank = if stormers == 0 { 0 } else { rank(first_one(stormers)) };
            let blocked = usize::from(shield_rank > 0 && storm_rank == shield_rank + 1);
            tally.term(side, STORM + blocked * 8 + storm_rank);
        }
        let file = file_of(king);
        if file & own == 0 {
            tally.term(side, KING_FILE + usize::from(file & theirs == 0));
        }
        tally.pair
    }
}
