//! The start positions of Chess960, by their usual numbers.
//!
//! The numbers are Reinhard Scharnagl's, 0 to 959; 518 is the standard start position. Repeated division decodes a
//! number: the remainder modulo 4 gives the file of the light-squared bishop; the quotient modulo 4, that of the
//! dark-squared bishop; and the next quotient modulo 6, the queen's file among the free files. The last quotient
//! selects one of the ten ways to place two knights on the remaining five files. Rook, king and rook fill the last
//! three, in this order.

/// Number of start positions.
pub const COUNT: usize = 960;

/// Indices of the knights' files among the five free files.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The pieces on the first rank, from file a to file h; `number` is less than [`COUNT`].
pub fn rank(number: usize) -> String {
    let mut rank = [' '; 8];
    rank[number % 4 * 2 + 1] = 'B';
    rank[number / 4 % 4 * 2] = 'B';
    let mut put = |place: usize, piece: char| {
        let free = rank.iter().enumerate().filter(|(_, piece)| **piece == ' ').nth(place).map(|(file, _)| file);
        free.into_iter().for_each(|file| rank[file] = piece);
    };
    put(number / 16 % 6, 'Q');
    let [left, right] = KNIGHTS[number / 96 % KNIGHTS.len()];
    // Once the left knight is placed, the right knight's index among the remaining free files is one less.
    put(left, 'N');
    put(right - 1, 'N');
    "RKR".chars().for_each(|piece| put(0, piece));
    rank.iter().collect()
}

/// The start position as a FEN.
pub fn fen(number: usize) -> String {
    let rank = rank(number);
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, START_FEN, read_fen_by};
    use std::collections::HashSet;

    #[test]
    fn the_known_numbers_have_their_positions() {
        for (number, expected) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")] {
            assert_eq!(rank(number), expected, "{number}");
        }
        assert_eq!(fen(518), START_FEN);
    }

    #[test]
    fn all_positions_are_distinct_and_legal() {
        let all: HashSet<String> = (0..COUNT).map(rank).collect();
        assert_eq!(all.len(), COUNT);
        for number in 0..COUNT {
            let rank = rank(number);
            let files = |piece: char| rank.match_indices(piece).map(|(file, _)| file).collect::<Vec<_>>();
            let (bishops, rooks, king) = (files('B'), files('R'), files('K')[0]);
            assert!((bishops[0] + bishops[1]) % 2 == 1 && rooks[0] < king && king < rooks[1], "{number}: {rank}");
            let read = read_fen_by(&fen(number), Rules::Chess960).expect("a position");
            assert!(read.dropped.is_empty(), "{number}: each side may castle kingside and queenside");
        }
    }
}
