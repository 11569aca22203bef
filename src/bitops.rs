//! # 7 · Bit operations
//!
//! Three operations on a bitboard: lowest square, highest square, and number of squares. The tutorial implements them
//! with de Bruijn multiplications and masks; today's processors have an instruction for each.
//!
//! **Differs here:** the lowest and the highest square of an empty set are 0; the tutorial leaves them undefined.
//!
//! **Read next:** [`data`](crate::data).

use crate::defines::{BitMap, Square};

/// The set with only this square.
#[inline(always)]
pub const fn bit(square: Square) -> BitMap {
    1 << square
}

/// Lowest square of a set; 0 if it is empty.
#[doc(alias = "firstOne")]
#[inline(always)]
pub const fn first_one(map: BitMap) -> Square {
    map.trailing_zeros() as usize & 63
}

/// Highest square of a set; 0 if it is empty.
#[doc(alias = "lastOne")]
#[inline(always)]
pub const fn last_one(map: BitMap) -> Square {
    if map == 0 { 0 } else { 63 - map.leading_zeros() as usize }
}

/// Number of squares in a set.
#[doc(alias = "bitCnt")]
#[inline(always)]
pub const fn bit_cnt(map: BitMap) -> i32 {
    map.count_ones() as i32
}

/// The squares of a set, lowest first.
#[inline(always)]
pub fn squares(map: BitMap) -> Squares {
    Squares(map)
}

/// Iterator over the squares of a set, see [`squares`].
#[derive(Clone, Copy, Debug)]
pub struct Squares(BitMap);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = first_one(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scans_find_both_ends() {
        assert_eq!(first_one(0b0110_1000), 3);
        assert_eq!(last_one(0b0110_1000), 6);
        assert_eq!(bit_cnt(0b0110_1000), 3);
        assert_eq!((first_one(1 << 63), last_one(1 << 63)), (63, 63));
    }

    #[test]
    fn an_empty_set_is_safe() {
        assert_eq!((first_one(0), last_one(0), bit_cnt(0)), (0, 0, 0));
        assert_eq!(squares(0).count(), 0);
    }

    #[test]
    fn squares_come_in_ascending_order() {
        assert_eq!(squares(1 << 63 | 1 | 1 << 17).collect::<Vec<_>>(), [0, 17, 63]);
    }
}
