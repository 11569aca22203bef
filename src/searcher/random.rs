//! Seeded random numbers.
//!
//! SplitMix64 (Steele, Lea, Flood 2014), the generator of the [hash keys](crate::hash). The same state gives the same
//! numbers on every machine. Used for openings, samples and training runs that must be repeatable.

use crate::hash::split_mix;

/// The state of the generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A generator for this seed. Adjacent seeds give unrelated sequences.
    pub const fn seeded(seed: u64) -> Random {
        Random(split_mix(seed).1)
    }

    /// The next number.
    pub const fn draw(&mut self) -> u64 {
        let number;
        (self.0, number) = split_mix(self.0);
        number
    }

    /// A number from 0 to `end` - 1; `end` is at least 1. The distribution is practically uniform as long as `end` is
    /// far below 2^64.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.draw() % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first three numbers of the reference implementation for seed 0.
        let mut random = Random(0);
        for expected in [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F] {
            assert_eq!(random.draw(), expected);
        }
        assert_eq!(Random::seeded(0), Random(0xE220_A839_7B1D_CDAF));
    }

    #[test]
    fn all_numbers_below_the_end_come_up_and_no_others() {
        let mut random = Random(1);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[random.below(6)] += 1);
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
    }
}
