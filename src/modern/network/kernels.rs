//! # Modern · The arithmetic of the network
//!
//! Three loops over rows of 16-bit numbers. They are written once, plainly, and compiled twice: as the program is, and
//! for processors with AVX2, which is asked for when the program runs. Both give the same integers.
//!
//! **Read next:** [`accumulator`](super::accumulator).

#![allow(unsafe_code)] // What is compiled for AVX2 may only be called where there is AVX2; the compiler cannot know that.

use super::ONE_HIDDEN;

/// Which instructions are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// Those that the program was built for.
    Portable,
    /// Rows of 16 numbers at once.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Proof that the processor has AVX2: only [`Kernel::all`] makes it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Kernel {
    /// All that this processor can do, the best one last.
    pub fn all() -> Vec<Kernel> {
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            all.push(Kernel::Avx2(Avx2(())));
        }
        all
    }

    /// The best that this processor can do.
    pub fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::Portable)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "AVX2",
        }
    }

    /// Adds a row.
    #[inline]
    pub fn add(self, hidden: &mut [i16], row: &[i16]) {
        match self {
            Kernel::Portable => add(hidden, row),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or there would be no `Avx2`.
            Kernel::Avx2(_) => unsafe { avx2::add(hidden, row) },
        }
    }

    /// The hidden neurons after a move: those before it, less the rows of what has gone, plus those of what has come.
    #[inline]
    pub fn update(self, hidden: &mut [i16], before: &[i16], gone: &[&[i16]], come: &[&[i16]]) {
        match self {
            Kernel::Portable => update(hidden, before, gone, come),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or there would be no `Avx2`.
            Kernel::Avx2(_) => unsafe { avx2::update(hidden, before, gone, come) },
        }
    }

    /// The sum of the clipped squares of the hidden neurons, each times its weight.
    #[inline]
    pub fn output(self, hidden: &[i16], weights: &[i16]) -> i32 {
        match self {
            Kernel::Portable => output(hidden, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has AVX2, or there would be no `Avx2`.
            Kernel::Avx2(_) => unsafe { avx2::output(hidden, weights) },
        }
    }
}

#[inline(always)]
fn add(hidden: &mut [i16], row: &[i16]) {
    for (number, weight) in hidden.iter_mut().zip(row) {
        *number = number.wrapping_add(*weight);
    }
}

/// One loop for each number of changes that a move can make, so that every number is read and written once.
#[inline(always)]
fn update(hidden: &mut [i16], before: &[i16], gone: &[&[i16]], come: &[&[i16]]) {
    match (gone, come) {
        ([a], [b]) => {
            for (((number, old), a), b) in hidden.iter_mut().zip(before).zip(*a).zip(*b) {
                *number = old.wrapping_sub(*a).wrapping_add(*b);
            }
        }
        ([a, b], [c]) => {
            for ((((number, old), a), b), c) in hidden.iter_mut().zip(before).zip(*a).zip(*b).zip(*c) {
                *number = old.wrapping_sub(*a).wrapping_sub(*b).wrapping_add(*c);
            }
        }
        _ => {
            hidden.copy_from_slice(before);
            for row in gone {
                for (number, weight) in hidden.iter_mut().zip(*row) {
                    *number = number.wrapping_sub(*weight);
                }
            }
            for row in come {
                add(hidden, row);
            }
        }
    }
}

/// A weight is at most 127 ([`WEIGHT_MAX`](super::WEIGHT_MAX)), so it fits 16 bits with a hidden neuron; the sum is
/// proven to fit 32 when a network is read.
#[inline(always)]
fn output(hidden: &[i16], weights: &[i16]) -> i32 {
    let mut sum = 0i32;
    for (number, weight) in hidden.iter().zip(weights) {
        let clipped = (*number).clamp(0, ONE_HIDDEN as i16);
        sum = sum.wrapping_add(i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped));
    }
    sum
}

/// The same loops, compiled for AVX2.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    #[target_feature(enable = "avx2")]
    pub fn add(hidden: &mut [i16], row: &[i16]) {
        super::add(hidden, row);
    }

    #[target_feature(enable = "avx2")]
    pub fn update(hidden: &mut [i16], before: &[i16], gone: &[&[i16]], come: &[&[i16]]) {
        super::update(hidden, before, gone, come);
    }

    #[target_feature(enable = "avx2")]
    pub fn output(hidden: &[i16], weights: &[i16]) -> i32 {
        super::output(hidden, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::split_mix;

    /// Numbers from `-most` to `most`.
    fn numbers(count: usize, most: i16, state: &mut u64) -> Vec<i16> {
        let mut next = || {
            let number;
            (*state, number) = split_mix(*state);
            (number % (2 * most as u64 + 1)) as i16 - most
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn all_kernels_give_the_same_integers() {
        let mut state = 1;
        for hidden in [16, 64, 80, 256, 1024] {
            for _ in 0..50 {
                let before = numbers(hidden, 16_000, &mut state);
                let rows: Vec<Vec<i16>> = (0..4).map(|_| numbers(hidden, 505, &mut state)).collect();
                let rows: Vec<&[i16]> = rows.iter().map(Vec::as_slice).collect();
                let small = numbers(hidden, 300, &mut state);
                let weights = numbers(hidden, 127, &mut state);
                let results: Vec<_> = Kernel::all()
                    .into_iter()
                    .map(|kernel| {
                        let mut found = Vec::new();
                        for (gone, come) in [(1, 1), (2, 1), (2, 2)] {
                            let mut after = vec![0; hidden];
                            kernel.update(&mut after, &before, &rows[..gone], &rows[2..2 + come]);
                            kernel.add(&mut after, rows[0]);
                            found.push(after);
                        }
                        (found, kernel.output(&small, &weights))
                    })
                    .collect();
                assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{hidden}");
                let exact: i64 = small
                    .iter()
                    .zip(&weights)
                    .map(|(number, weight)| i64::from(*number.clamp(&0, &255)).pow(2) * i64::from(*weight))
                    .sum();
                assert_eq!(i64::from(results[0].1), exact);
            }
        }
    }

    /// How much faster the wide instructions are; nothing is asserted.
    #[test]
    #[ignore = "a measurement: cargo test --profile long --lib how_fast -- --ignored --nocapture"]
    fn how_fast_the_kernels_are() {
        let mut state = 3;
        for hidden in [32, 64, 128, 256] {
            let before = numbers(hidden, 300, &mut state);
            let rows = [numbers(hidden, 505, &mut state), numbers(hidden, 505, &mut state)];
            let weights = numbers(hidden, 127, &mut state);
            for kernel in Kernel::all() {
                let mut after = vec![0; hidden];
                let began = std::time::Instant::now();
                let mut sum = 0i64;
                for _ in 0..1_000_000 {
                    kernel.update(&mut after, std::hint::black_box(&before), &[&rows[0]], &[&rows[1]]);
                    sum += i64::from(kernel.output(std::hint::black_box(&after), &weights));
                }
                let ns = began.elapsed().as_nanos() / 1_000_000;
                println!("{hidden} hidden neurons, {}: {ns} ns for an update and an output ({sum})", kernel.name());
            }
        }
    }
}
