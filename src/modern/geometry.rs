//! # Modern · Square sets
//!
//! Helper functions for the search and the endgames: neighbouring squares, pawn attacks, and distances.
//!
//! **Read next:** [`endgame`](super::endgame).

use super::legal::forward;
use crate::data::{FILE_A, FILE_H};
use crate::defines::*;

/// The left and right neighbours of all squares in a set.
#[inline(always)]
pub(super) fn beside(map: BitMap) -> BitMap {
    (map & !FILE_A) >> 1 | (map & !FILE_H) << 1
}

/// All squares attacked by the pawns of a side.
#[inline(always)]
pub(super) fn pawn_attacks(side: Side, pawns: BitMap) -> BitMap {
    beside(forward(side, pawns))
}

/// Distance between two squares in king moves.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    DISTANCES[a][b] as usize
}

static DISTANCES: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (a, b) = (at / 64, at % 64);
        let (files, ranks) = (file(a).abs_diff(file(b)), rank(a).abs_diff(rank(b)));
        distances[a][b] = if files > ranks { files } else { ranks } as u8;
        at += 1;
    }
    distances
};
