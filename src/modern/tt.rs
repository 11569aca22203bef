//! The transposition table.
//!
//! <https://www.chessprogramming.org/Transposition_Table>. Stores search results under the key of the position, so that
//! a position that occurs again, by transposition or in the next iteration, need not be searched again.
//!
//! All threads share one table without locks (<https://www.chessprogramming.org/Shared_Hash_Table#Lock-less>). An entry
//! consists of two words: the data, and the key XORed with the data. If two threads write an entry at once, the words
//! may not match; the key test then fails, and the entry is ignored.
//!
//! Four entries share a cache line. A new result replaces the entry of the same position, else an empty one, else the
//! least valuable of the four, judged by depth and age.
//!
//! **Read next:** [`history`](super::history).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::Modern;
use super::pages::{PAGE, Zeroed, ZeroedSlice, prefetch};
use crate::defines::*;
use crate::moves::Move;

/// Type of the bound that a stored score represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// No score is stored.
    None = 0,
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// Whether the bound proves that the true score is on the same side of `beta` as `score`.
    #[inline(always)]
    pub fn proves(self, score: i32, beta: i32) -> bool {
        if score >= beta { self.is_at_least() } else { self.is_at_most() }
    }

    /// Whether the true score is at least the one stored.
    #[inline(always)]
    pub fn is_at_least(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether the true score is at most the one stored.
    #[inline(always)]
    pub fn is_at_most(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }

    /// The bound type of a search's best score. In a null window, no score is exact.
    #[inline(always)]
    pub fn of(best: i32, alpha: i32, beta: i32) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a search with this bound and `score` refutes the evaluation. An exact score always counts as refuting it.
    #[inline(always)]
    pub fn contradicts(self, score: i32, eval: i32) -> bool {
        match self {
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
            Bound::Exact | Bound::None => true,
        }
    }

    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
}

/// The stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtData {
    /// Best move, packed by [`pack`]; 0 if none.
    pub mv: u16,
    /// Score in centipawns; mates and tablebase results count plies from the root.
    pub score: i32,
    /// Static evaluation before scaling and correction; `NO_EVAL` if there is none.
    pub eval: i32,
    /// Depth of the search, in plies.
    pub depth: i32,
    /// Type of the bound.
    pub bound: Bound,
    /// Whether the position has been on a principal variation.
    pub was_pv: bool,
}

/// An entry: data, and key ^ data. Fields of the data from bit 0 up, with their widths: move 16, score 16, evaluation
/// 16, depth 8, bound 2, was_pv 1, age 5.
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Once the fifty-move counter has reached this many plies, scores from the table neither cut off nor replace the
/// evaluation, because the draw may come first.
pub(super) const TABLE_FIFTY: u32 = 90;
const ENTRIES: usize = 4;
const AGES: u8 = 32;
const DEPTH_OFFSET: i32 = 8;

#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

// SAFETY: a bucket consists of atomic integers, for which zero is a valid value.
#[allow(unsafe_code)] // see the trait
unsafe impl Zeroed for Bucket {}

/// The table.
pub struct Tt {
    buckets: ZeroedSlice<Bucket>,
    age: AtomicU8,
    /// Whether a search has used the table since it was cleared.
    is_used: AtomicBool,
}

impl Tt {
    /// A table of this many megabytes; 0 gives the smallest possible one. If memory is short, the table is smaller.
    pub fn new(megabytes: usize) -> Tt {
        let mut count = bucket_count(megabytes);
        let buckets = loop {
            match ZeroedSlice::new(count) {
                Some(buckets) => break buckets,
                None => count = smaller(count),
            }
        };
        Tt { buckets, age: AtomicU8::new(0), is_used: AtomicBool::new(false) }
    }

    /// The size of the table, in megabytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// Empties the table. A table that no search has used is not touched, so that its memory stays unallocated.
    pub fn clear(&self) {
        if !self.is_used.swap(false, Relaxed) {
            return;
        }
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.check.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// Makes the system allocate all memory of a small table while no clock is running. Otherwise, allocating it on the
    /// first write would cost the first search of a game a tenth of a second.
    pub fn warm_up(&self) {
        const MOST_MEGABYTES: usize = 256;
        if self.is_used.load(Relaxed) || self.megabytes() > MOST_MEGABYTES {
            return;
        }
        for bucket in self.buckets.iter().step_by(PAGE / size_of::<Bucket>()) {
            bucket.0[0].data.store(0, Relaxed);
        }
    }

    /// Ages all entries by one search.
    pub fn grow_older(&self) {
        self.is_used.store(true, Relaxed);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Share of the table filled by the current search, in thousandths, estimated from a sample.
    pub fn permille_full(&self) -> usize {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1000 / ENTRIES)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let filled = entries.map(|entry| entry.data.load(Relaxed)).filter(|&data| data != 0 && age_of(data) == age);
        filled.count() * 1000 / (sample.len() * ENTRIES)
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// Prefetches the entries of this key before they are probed.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// Finds the stored result of the position with this key. `ply` is used to convert mate and tablebase scores.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtData> {
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == key && data != 0 {
                return Some(TtData {
                    mv: data as u16,
                    score: from_table(i32::from((data >> 16) as i16), ply),
                    eval: i32::from((data >> 32) as i16),
                    depth: i32::from((data >> 48) as u8) - DEPTH_OFFSET,
                    bound: Bound::ALL[(data >> 56) as usize & 3],
                    was_pv: data >> 58 & 1 != 0,
                });
            }
        }
        None
    }

    /// Stores the result of the position with this key. `ply` is used to convert mate and tablebase scores. If the
    /// result has no move, the stored move of the position is kept. A result does not replace a much deeper one of the
    /// same position and age, unless the new bound is exact.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, known: TtData) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        let mut mv = known.mv;
        for entry in &bucket.0 {
            let data = entry.data.load(Relaxed);
            if data == 0 {
                victim = entry;
                break;
            }
            if entry.check.load(Relaxed) ^ data == key {
                let deeper = i32::from((data >> 48) as u8) - DEPTH_OFFSET > known.depth + 3;
                if deeper && known.bound != Bound::Exact && age_of(data) == age {
                    return;
                }
                if mv == 0 {
                    mv = data as u16;
                }
                victim = entry;
                break;
            }
            let years = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = i32::from((data >> 48) as u8) - 4 * years;
            if worth < least {
                (victim, least) = (entry, worth);
            }
        }
        let score = to_table(known.score, ply) as i16 as u16;
        let flags = known.bound as u64 | u64::from(known.was_pv) << 2 | u64::from(age) << 3;
        let data = u64::from(mv)
            | u64::from(score) << 16
            | u64::from(known.eval as i16 as u16) << 32
            | ((known.depth + DEPTH_OFFSET).clamp(1, 255) as u64) << 48
            | flags << 56;
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }
}

/// Number of buckets in this many megabytes. Saturates, because 4 GB would overflow a 32-bit `usize`.
const fn bucket_count(megabytes: usize) -> usize {
    let count = megabytes.saturating_mul(1 << 20) / size_of::<Bucket>();
    if count > 0 { count } else { 1 }
}

/// Three quarters of this many buckets, rounded down to whole megabytes, but at least one bucket.
fn smaller(count: usize) -> usize {
    let megabyte = (1 << 20) / size_of::<Bucket>();
    (count / 4 * 3 / megabyte * megabyte).max(1)
}

const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// Mate and tablebase scores are stored relative to the position, because its distance from the root varies.
const fn to_table(score: i32, ply: usize) -> i32 {
    if score > super::EVAL_MAX {
        score + ply as i32
    } else if score < -super::EVAL_MAX {
        score - ply as i32
    } else {
        score
    }
}

const fn from_table(score: i32, ply: usize) -> i32 {
    if score > super::EVAL_MAX {
        score - ply as i32
    } else if score < -super::EVAL_MAX {
        score + ply as i32
    } else {
        score
    }
}

/// Codes of special moves in the packed form.
const EN_PASSANT: u16 = 5;
const CASTLING: u16 = 6;

/// Packs a move into 15 bits: 6 for the origin, 6 for the target, and 3 for promotion (1 to 4: queen to knight), en
/// passant (5) or castling (6).
pub fn pack(mv: Move) -> u16 {
    let special = if mv.is_castling() {
        CASTLING
    } else if mv.is_en_passant() {
        EN_PASSANT
    } else {
        PROMOTIONS.iter().position(|&promoted| promoted == kind(mv.prom())).map_or(0, |at| at as u16 + 1)
    };
    (mv.0 & 0xfff) as u16 | special << 12
}

impl Modern {
    /// Unpacks a move for this board. It may be illegal.
    #[inline]
    pub(super) fn unpack(&self, packed: u16) -> Move {
        if packed == 0 {
            return Move::NONE;
        }
        let (from, to) = (packed as usize & 63, packed as usize >> 6 & 63);
        let piece = self.board.square[from];
        let side = self.board.next_move;
        match packed >> 12 & 7 {
            CASTLING => Move::new(from, to, piece, EMPTY).with_prom(side.piece(KING)),
            EN_PASSANT => Move::new(from, to, piece, side.other().piece(PAWN)).with_prom(side.piece(PAWN)),
            0 => Move::new(from, to, piece, self.board.square[to]),
            n => Move::new(from, to, piece, self.board.square[to])
                .with_prom(side.piece(PROMOTIONS[(n as usize - 1) & 3])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::split_mix;
    use crate::modern::MATE;
    use crate::readfen::{Rules, read_fen_by};
    use crate::searcher::random::Random;

    fn known(score: i32, depth: i32) -> TtData {
        TtData { mv: 77, score, eval: -5, depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn a_stored_result_is_found() {
        let table = Tt::new(1);
        assert_eq!(table.megabytes(), 1);
        table.grow_older();
        table.store(12345, 3, known(-321, 9));
        assert_eq!(table.probe(12345, 3), Some(known(-321, 9)));
        assert_eq!(table.probe(12346, 3), None);
        table.clear();
        assert_eq!(table.probe(12345, 3), None);
    }

    #[test]
    fn more_bytes_than_the_system_can_count_are_the_most_it_can() {
        assert_eq!(bucket_count(usize::MAX), usize::MAX / size_of::<Bucket>());
        assert_eq!([0, 1].map(bucket_count), [1, (1 << 20) / size_of::<Bucket>()]);
    }

    #[test]
    fn where_memory_is_short_the_table_is_smaller() {
        // More than any machine can address.
        let megabytes = Tt::new(1 << 27).megabytes();
        assert!(megabytes < 1 << 27, "{megabytes}");
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = Tt::new(1);
        table.store(7, 4, known(MATE - 9, 2));
        assert_eq!(table.probe(7, 10).map(|known| known.score), Some(MATE - 15));
        table.store(8, 4, known(9 - MATE, 2));
        assert_eq!(table.probe(8, 0).map(|known| known.score), Some(5 - MATE));
    }

    #[test]
    fn every_move_survives_its_short_form() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1",
            "rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1",
        ] {
            let mut modern = Modern::default();
            modern.board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
            for mv in modern.board.legal_moves() {
                assert_eq!(modern.unpack(pack(mv)), mv, "{mv}");
            }
        }
    }

    /// Two threads write to a table that is far too small. The score of each entry follows from its key, so every entry
    /// read can be checked.
    #[test]
    fn torn_entries_are_ignored() {
        let table = Tt::new(1);
        let work = |seed: u64| {
            let mut random = Random(seed);
            let mut found = 0;
            for _ in 0..2_000_000 {
                let number = random.draw();
                let key = split_mix(number % 100_000).1;
                let score = (key % 20_000) as i32 - 10_000;
                if let Some(seen) = table.probe(key, 0) {
                    assert_eq!(seen.score, score);
                    found += 1;
                }
                let depth = (number >> 32) as i32 & 31;
                table.store(
                    key,
                    0,
                    TtData { mv: key as u16 | 1, score, eval: 0, depth, bound: Bound::Exact, was_pv: false },
                );
            }
            found
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| work(1));
            assert!(work(2) > 1000);
            assert!(other.join().expect("no panic") > 1000);
        });
    }
}
