//! # Modern · Sets of squares
//!
//! What the evaluation asks about the board itself: which squares pawns attack, what lies before a set, how far two
//! squares are apart.
//!
//! **Read next:** [`pawns`](super::pawns).

use super::legal::forward;
use crate::data::{FILE_A, FILE_H};
use crate::defines::*;

/// The squares to the left and right of a set.
#[inline(always)]
pub(super) fn beside(map: BitMap) -> BitMap {
    (map & !FILE_A) >> 1 | (map & !FILE_H) << 1
}

/// All squares that pawns of a side attack.
#[inline(always)]
pub(super) fn pawn_attacks(side: Side, pawns: BitMap) -> BitMap {
    beside(forward(side, pawns))
}

/// All squares in front of a set, up to the last rank, as a side sees it.
#[inline(always)]
pub(super) fn ahead(side: Side, map: BitMap) -> BitMap {
    match side {
        Side::White => {
            let mut fill = map << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            fill | fill << 32
        }
        Side::Black => {
            let mut fill = map >> 8;
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill | fill >> 32
        }
    }
}

/// A set and the squares beside it on both neighbouring files.
#[inline(always)]
pub(super) fn widened(map: BitMap) -> BitMap {
    map | beside(map)
}

#[inline(always)]
pub(super) fn file_of(square: Square) -> BitMap {
    FILE_A << file(square)
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
