//! # 16 · Position keys
//!
//! Zobrist keys: a random number for each piece on each square, for Black to move, for each castling right and for each
//! en-passant square. The key of a position is the XOR of the numbers that apply to it. [`makemove`](crate::makemove)
//! updates it incrementally; repetitions are found by comparing keys.
//!
//! **Differs here:** the tutorial seeds its generator from the time of day, so its keys differ from run to run. Here
//! they are always the same, so a search visits the same nodes in every run, even if it uses a table indexed by keys.
//!
//! *Quirk 11 (kept, because the golden tables depend on it):* the en-passant square is part of the key after every
//! double step, even if no enemy pawn can capture there.
//!
//! **Read next:** [`sortmoves`](crate::sortmoves). Repetitions are counted in [`search`](crate::search).

use crate::board::Board;
use crate::defines::*;

/// The random numbers of Zobrist hashing.
pub struct HashKeys {
    /// Numbers for each piece code on each square; all 0 for the empty square.
    pub piece: [[u64; 64]; 16],
    /// The number for Black to move.
    pub side: u64,
    /// Numbers for each side's four combinations of castling rights.
    pub castle: [[u64; 4]; 2],
    /// Numbers for the en-passant squares; 0 for square 0, which means no en-passant square.
    pub ep: [u64; 64],
}

/// The program's random numbers, generated at compile time from a fixed seed.
pub static KEYS: HashKeys = make_keys(0x0041_6C75_6C61_2011);

/// One step of SplitMix64 (Steele, Lea, Flood 2014): returns the next state and the random number.
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ z >> 31)
}

const fn make_keys(seed: u64) -> HashKeys {
    let mut keys = HashKeys { piece: [[0; 64]; 16], side: 0, castle: [[0; 4]; 2], ep: [0; 64] };
    let mut state = seed;
    let mut square = 0;
    while square < 64 {
        let mut piece = 1;
        while piece < 16 {
            (state, keys.piece[piece][square]) = split_mix(state);
            piece += 1;
        }
        if square > 0 {
            (state, keys.ep[square]) = split_mix(state);
        }
        square += 1;
    }
    let mut side = 0;
    while side < 2 {
        (state, keys.castle[side][CANCASTLEOO as usize]) = split_mix(state);
        (state, keys.castle[side][CANCASTLEOOO as usize]) = split_mix(state);
        keys.castle[side][3] = keys.castle[side][1] ^ keys.castle[side][2];
        side += 1;
    }
    (_, keys.side) = split_mix(state);
    keys
}

impl Board {
    /// Key of the position, computed from scratch.
    pub fn compute_key(&self) -> u64 {
        let mut key = KEYS.ep[self.ep_square];
        for (square, &piece) in self.square.iter().enumerate() {
            if piece != EMPTY {
                key ^= KEYS.piece[piece as usize][square];
            }
        }
        for side in Side::BOTH {
            key ^= KEYS.castle[side.index()][self.castle[side.index()] as usize];
        }
        if self.next_move == Side::Black {
            key ^= KEYS.side;
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_keys_differ() {
        let pieces = (1..16).filter(|p| *p != BLACK_BIT as usize).flat_map(|p| KEYS.piece[p]);
        let others = KEYS.ep[1..].iter().copied().chain(KEYS.castle.iter().flat_map(|c| c[1..].to_vec()));
        let all: Vec<u64> = pieces.chain(others).chain([KEYS.side]).collect();
        let distinct: HashSet<u64> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len());
        assert!(!distinct.contains(&0));
    }

    #[test]
    fn no_en_passant_square_has_no_key() {
        assert_eq!(KEYS.ep[0], 0);
    }
}
