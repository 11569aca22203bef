//! # 7, 11 · Attack tables
//!
//! Attack sets of every piece from every square. For knights and kings, one set per square is enough; for pawns, one
//! per side and square. The attacks of a bishop or a rook depend on the pieces in its way: a mask extracts the occupied
//! squares that can block it, multiplication by a magic factor gathers them in the top bits, and those bits index a
//! table of precomputed attack sets.
//!
//! **Differs here:** the tutorial looks up each of the four lines through a square separately (Kindergarten bitboards);
//! here one lookup covers both lines of a rook or of a bishop ("fancy magic bitboards",
//! <https://www.chessprogramming.org/Magic_Bitboards>). Both methods give the same sets. The tables are built once, at
//! first use, in a `once_cell` (`std::sync::LazyLock` would do as well).
//!
//! **Read next:** [`movegen`](crate::movegen).

use crate::bitops::{bit, squares};
use crate::board::boxed;
use crate::defines::*;
use once_cell::sync::Lazy;

/// The attack tables of the program, built at first use.
pub static ATTACKS: Lazy<AttackTables> = Lazy::new(AttackTables::new);

/// Directions as (file, rank) steps: the four orthogonal ones, then the four diagonal ones.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_STEPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// File a.
pub const FILE_A: BitMap = 0x0101_0101_0101_0101;
/// File h.
pub const FILE_H: BitMap = FILE_A << 7;
/// Rank 1.
pub const RANK_1: BitMap = 0xff;
/// Rank 7.
pub const RANK_7: BitMap = RANK_1 << 48;
/// Rank 8.
pub const RANK_8: BitMap = RANK_1 << 56;

/// Parameters for looking up the attack set of one slider on one square.
#[derive(Clone, Copy, Default)]
struct Magic {
    mask: BitMap,
    factor: u64,
    shift: u32,
    offset: usize,
}

impl Magic {
    #[inline(always)]
    fn index(&self, occupied: BitMap) -> usize {
        let index = self.offset + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize;
        index & (SLIDER_SETS - 1)
    }
}

/// Size of the table for the 107,648 slider attack sets, rounded up to a power of two, so that a mask keeps every index
/// in bounds.
const SLIDER_SETS: usize = 1 << 17;

/// Attack sets from every square.
#[doc(alias = "dataInit")]
pub struct AttackTables {
    /// Squares that a pawn of each side attacks.
    pub pawn: [[BitMap; 64]; 2],
    /// Squares that a knight attacks.
    pub knight: [BitMap; 64],
    /// Squares that a king attacks.
    pub king: [BitMap; 64],
    /// Squares strictly between two squares on one line; empty if no line joins them.
    pub between: [[BitMap; 64]; 64],
    /// The whole line through two squares, from edge to edge; empty if no line joins them.
    pub line: [[BitMap; 64]; 64],
    rook: [Magic; 64],
    bishop: [Magic; 64],
    slider_sets: Box<[BitMap; SLIDER_SETS]>,
}

impl AttackTables {
    fn new() -> AttackTables {
        let mut tables = AttackTables {
            pawn: [[0; 64]; 2],
            knight: [0; 64],
            king: [0; 64],
            between: [[0; 64]; 64],
            line: [[0; 64]; 64],
            rook: [Magic::default(); 64],
            bishop: [Magic::default(); 64],
            slider_sets: boxed(0),
        };
        let mut end = 0;
        for square in 0..64 {
            tables.pawn[0][square] = leaps(square, &[(-1, 1), (1, 1)]);
            tables.pawn[1][square] = leaps(square, &[(-1, -1), (1, -1)]);
            tables.knight[square] = leaps(square, &KNIGHT_STEPS);
            tables.king[square] = leaps(square, &DIRECTIONS);
            tables.rook[square] = tables.add_slider(&mut end, square, &DIRECTIONS[..4], ROOK_FACTORS[square]);
            tables.bishop[square] = tables.add_slider(&mut end, square, &DIRECTIONS[4..], BISHOP_FACTORS[square]);
            for direction in DIRECTIONS {
                for other in squares(slides(square, &[direction], 0)) {
                    tables.between[square][other] = slides(square, &[direction], bit(other)) & !bit(other);
                    let back = (-direction.0, -direction.1);
                    tables.line[square][other] = slides(square, &[direction, back], 0) | bit(square);
                }
            }
        }
        tables
    }

    /// Stores one square's attack sets from index `end` on and advances `end`; returns the parameters for looking them
    /// up.
    fn add_slider(&mut self, end: &mut usize, square: Square, directions: &[(i32, i32)], factor: u64) -> Magic {
        let mask = relevant(square, directions);
        let magic = Magic { mask, factor, shift: 64 - mask.count_ones(), offset: *end };
        *end += 1 << mask.count_ones();
        let mut occupied: BitMap = 0;
        loop {
            self.slider_sets[magic.index(occupied)] = slides(square, directions, occupied);
            occupied = occupied.wrapping_sub(mask) & mask; // the next subset of the mask
            if occupied == 0 {
                return magic;
            }
        }
    }

    /// Squares that a rook attacks, up to and including the first `occupied` one in each direction.
    #[inline(always)]
    pub fn rook(&self, square: Square, occupied: BitMap) -> BitMap {
        self.slider_sets[self.rook[square].index(occupied)]
    }

    /// Squares that a bishop attacks, up to and including the first `occupied` one in each direction.
    #[inline(always)]
    pub fn bishop(&self, square: Square, occupied: BitMap) -> BitMap {
        self.slider_sets[self.bishop[square].index(occupied)]
    }

    /// Squares that a piece of this type (not a pawn) attacks.
    #[inline(always)]
    pub fn of(&self, kind: Piece, square: Square, occupied: BitMap) -> BitMap {
        match kind {
            KNIGHT => self.knight[square],
            BISHOP => self.bishop(square, occupied),
            ROOK => self.rook(square, occupied),
            QUEEN => self.rook(square, occupied) | self.bishop(square, occupied),
            _ => self.king[square],
        }
    }
}

/// The square this many files and ranks away, if it is on the board.
fn neighbour(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
    let (file, rank) = (file(square) as i32 + files, rank(square) as i32 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as Square)
}

/// Squares reached by one of these steps.
fn leaps(square: Square, steps: &[(i32, i32)]) -> BitMap {
    steps.iter().filter_map(|&step| neighbour(square, step)).fold(0, |set, s| set | bit(s))
}

/// Squares reached step by step in each direction, up to and including the first occupied one.
fn slides(square: Square, directions: &[(i32, i32)], occupied: BitMap) -> BitMap {
    let mut set = 0;
    for &direction in directions {
        let mut at = square;
        while let Some(next) = neighbour(at, direction) {
            set |= bit(next);
            if occupied & bit(next) != 0 {
                break;
            }
            at = next;
        }
    }
    set
}

/// Squares whose occupancy matters to a slider: its rays, each without the last square.
fn relevant(square: Square, directions: &[(i32, i32)]) -> BitMap {
    let last_squares = directions.iter().fold(0, |set, &direction| {
        let line = slides(square, &[direction], 0);
        set | squares(line).filter(|&s| neighbour(s, direction).is_none()).fold(0, |ends, s| ends | bit(s))
    });
    slides(square, directions, 0) & !last_squares
}

// The factors were found by the test `find_factors` below.
#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0080_0080_2440_0010, 0x8040_1000_4000_2004, 0x0080_2001_2810_0082, 0x8200_1004_5822_0040,
    0x0200_080c_2006_0051, 0x3700_0209_0044_0048, 0x0080_0080_0200_4100, 0x4a00_0081_5300_6402,
    0x0c40_8000_2088_4010, 0xc030_4000_2010_0040, 0x2002_0010_4480_2200, 0x0808_8008_0010_0080,
    0x0202_0004_1200_6038, 0x0314_0108_100c_0020, 0x0c64_0002_08a1_100c, 0x0210_8001_0006_4280,
    0x0040_0080_0081_c030, 0x0410_0840_024b_2004, 0x20a8_8080_2004_1000, 0x0001_8080_1000_8806,
    0x0809_0100_0801_0c10, 0x200c_0080_0480_1200, 0x1000_0400_1022_0807, 0x1081_0200_0081_1044,
    0x0000_80e1_8004_4000, 0x0408_2008_4010_0240, 0x0008_2000_8050_0180, 0x0434_0901_0020_3000,
    0x4404_0801_0011_0004, 0x0000_8200_8024_0080, 0x2000_1084_0001_2208, 0x9001_0003_000c_904a,
    0x0040_1080_c080_0060, 0x0010_0240_0040_2000, 0x0090_0020_0080_1084, 0x2000_1002_8480_0800,
    0x0021_8c00_8280_0800, 0x0020_4004_0801_3020, 0x6600_1203_0400_1008, 0x8000_20c0_8200_1504,
    0x3006_8001_4000_8020, 0x2860_0540_1000_4022, 0x0042_0080_5842_0020, 0x8000_0800_1000_8080,
    0x9008_0800_0501_0010, 0x4006_4010_2008_0124, 0x3400_0801_029c_0010, 0x3322_0101_c282_0004,
    0x0000_4002_3a80_0280, 0x0010_2001_4008_8480, 0x0004_8010_0420_0080, 0x0062_0030_40a0_0a00,
    0x1420_0400_0800_8080, 0x1502_0130_0448_8200, 0x1100_1088_1106_4400, 0x0200_6400_8100_4600,
    0x0001_0080_00a0_4011, 0xc002_2041_0012_0282, 0x00a0_0040_2012_5901, 0x0005_0061_2510_0019,
    0x045a_0018_3004_6002, 0x0806_0010_0184_0802, 0x0213_101a_0118_0084, 0x00c8_a401_8020_4102,
];
#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x0040_0803_11c2_0442, 0x0020_0312_2285_0840, 0x0142_040d_1420_0020, 0x0608_0a00_2000_2040,
    0x8808_4840_1021_2000, 0x0080_8804_4084_8010, 0x0004_0104_0a21_4100, 0x0d24_2208_5008_0800,
    0x0040_4004_2104_0b00, 0x0100_0401_8204_0100, 0x8080_2409_0202_0401, 0x0a00_0c04_0380_8004,
    0x0910_6404_2041_0080, 0x2430_0301_0841_0000, 0x0000_80d1_0820_1040, 0x4000_0508_9090_2820,
    0x8054_0008_2024_4c00, 0x0420_1002_0404_0099, 0x0002_0010_0082_1100, 0xbf88_0004_0241_0800,
    0x1a00_8064_00a0_0000, 0x4041_0206_01c1_0400, 0x002c_0442_0504_0248, 0x4400_2003_0c0a_1200,
    0x0022_0800_4009_0810, 0x0048_0800_0230_0500, 0x2808_1804_0c00_20a0, 0x0082_0800_1400_4008,
    0x0020_0200_0040_d000, 0x0004_8100_0201_128e, 0x1688_0214_20cb_0402, 0x0480_5480_1042_0804,
    0x040a_1844_02e0_2000, 0x0000_8804_8020_0400, 0xd200_2428_0150_0082, 0x0000_2008_0003_010c,
    0x4040_0040_1011_0100, 0x0804_0082_0000_9801, 0x0045_0400_8004_0600, 0x80c0_8400_8002_4208,
    0x2084_0608_4110_8444, 0x1100_8608_2040_0208, 0x0802_0011_4404_1814, 0x4800_0042_0800_2080,
    0x7000_2801_01c0_0400, 0x0040_0088_1281_31c0, 0x4008_0200_8400_4a02, 0x2890_010e_0221_0190,
    0x0c02_0801_2808_1010, 0x0002_0094_0308_8001, 0x1020_8104_1104_0340, 0x0000_0001_2098_0200,
    0x2140_0821_2041_0500, 0x0000_0950_1004_8818, 0x0040_8802_0092_0400, 0x1008_0108_1220_4200,
    0x0042_0100_4802_0902, 0x5180_4020_8210_1040, 0x4000_5401_0508_0610, 0x0000_0010_2042_0206,
    0x2604_0104_0a50_2400, 0x0440_0540_1c88_0220, 0x0e08_2108_1001_8080, 0x0020_0106_0200_4200,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::split_mix;

    fn subsets(mask: BitMap) -> impl Iterator<Item = BitMap> {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let set: BitMap = next?;
            let after = set.wrapping_sub(mask) & mask;
            next = (after != 0).then_some(after);
            Some(set)
        })
    }

    #[test]
    fn every_lookup_is_the_walk_along_the_lines() {
        for square in 0..64 {
            for occupied in subsets(relevant(square, &DIRECTIONS[..4])) {
                assert_eq!(ATTACKS.rook(square, occupied), slides(square, &DIRECTIONS[..4], occupied));
            }
            for occupied in subsets(relevant(square, &DIRECTIONS[4..])) {
                assert_eq!(ATTACKS.bishop(square, occupied), slides(square, &DIRECTIONS[4..], occupied));
            }
        }
    }

    #[test]
    fn lines_end_before_the_other_square() {
        assert_eq!(ATTACKS.between[0][63].count_ones(), 6);
        assert_eq!(ATTACKS.between[4][6], bit(5));
        assert_eq!(ATTACKS.between[0][17], 0);
        assert_eq!(ATTACKS.line[9][18], ATTACKS.line[63][0]);
        assert_eq!((ATTACKS.line[12][20], ATTACKS.line[0][17]), (FILE_A << 4, 0));
    }

    fn factor_works(factor: u64, directions: &[(i32, i32)], square: Square, mask: BitMap) -> bool {
        let shift = 64 - mask.count_ones();
        let mut table = vec![0; 1 << mask.count_ones()];
        subsets(mask).all(|occupied| {
            let entry = &mut table[(occupied.wrapping_mul(factor) >> shift) as usize];
            let set = slides(square, directions, occupied);
            let fits = *entry == 0 || *entry == set;
            *entry = set;
            fits
        })
    }

    /// Repeats the search for the factors of both tables: `cargo test --profile long find_factors -- --ignored`.
    #[test]
    #[ignore = "regenerates the tables of factors"]
    fn find_factors() {
        let mut state = 1999;
        let mut next = || {
            let number;
            (state, number) = split_mix(state);
            number
        };
        for (directions, known) in [(&DIRECTIONS[..4], &ROOK_FACTORS), (&DIRECTIONS[4..], &BISHOP_FACTORS)] {
            for (square, &known) in known.iter().enumerate() {
                let mask = relevant(square, directions);
                let factor = loop {
                    let sparse = next() & next() & next();
                    if factor_works(sparse, directions, square, mask) {
                        break sparse;
                    }
                };
                assert_eq!(factor, known, "square {square}: 0x{factor:016x}");
            }
        }
    }
}
