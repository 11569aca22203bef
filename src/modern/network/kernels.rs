//! # Modern · The arithmetic of the network
//!
//! Loops over rows of 16-bit numbers. The plain Rust loops are compiled twice: for the target of the build, and for
//! processors with AVX2, which is detected at run time. `output` is hand-written for AVX2; `output` and `update` are
//! hand-written for WebAssembly SIMD. All kernels return the same integers.
//!
//! Rows consist of [`Lane`]s, which have the size and alignment of an AVX2 register. Without this alignment, the
//! compiler loads every row in halves.
//!
//! **Read next:** [`accumulator`](super::accumulator).

// Functions compiled for AVX2 may only be called if the processor has AVX2, and vectors are loaded and stored through
// pointers. The compiler can check neither.
#![allow(unsafe_code)]

use std::ops::{Deref, DerefMut};

use super::ONE_HIDDEN;

/// Numbers per lane.
pub const LANE: usize = 16;

/// The 16 numbers that one AVX2 instruction processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Lane([i16; LANE]);

/// Rows of numbers, one after another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lanes(Vec<Lane>);

impl Lanes {
    /// `count` zeros; `count` is a multiple of [`LANE`].
    pub fn zero(count: usize) -> Lanes {
        Lanes(vec![Lane([0; LANE]); count / LANE])
    }

    /// The numbers, in order.
    pub fn numbers(&self) -> impl Iterator<Item = i16> + Clone {
        self.0.iter().flat_map(|lane| lane.0)
    }

    /// The number at an index.
    pub fn number(&self, at: usize) -> i16 {
        self.0[at / LANE].0[at % LANE]
    }
}

impl FromIterator<i16> for Lanes {
    /// Collects the numbers into lanes; numbers beyond the last whole lane are dropped.
    fn from_iter<I: IntoIterator<Item = i16>>(numbers: I) -> Lanes {
        let numbers: Vec<i16> = numbers.into_iter().collect();
        Lanes(numbers.as_chunks().0.iter().copied().map(Lane).collect())
    }
}

impl Deref for Lanes {
    type Target = [Lane];

    #[inline(always)]
    fn deref(&self) -> &[Lane] {
        &self.0
    }
}

impl DerefMut for Lanes {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Lane] {
        &mut self.0
    }
}

/// The instruction set in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// The instruction set of the build.
    Portable,
    /// AVX2: 16 numbers at once.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// WebAssembly SIMD: 8 numbers at once, in builds that enable it.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Proof that the processor has AVX2: only [`Kernel::all`] creates it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

/// Loops from other modules, to be compiled for each kernel. `run` and everything it calls must be `#[inline(always)]`:
/// a function that is not inlined, or is passed as a value, is compiled for the target of the build.
pub trait Loops {
    /// Runs the loops.
    fn run(self);
}

impl Kernel {
    /// All kernels that this processor supports, the best one last.
    pub fn all() -> Vec<Kernel> {
        #[cfg_attr(
            not(any(target_arch = "x86_64", target_feature = "simd128")),
            allow(unused_mut, reason = "other processors have one kernel")
        )]
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            all.push(Kernel::Avx2(Avx2(())));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Kernel::Simd128);
        all
    }

    /// The best kernel that this processor supports.
    pub fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::Portable)
    }

    /// The usual name of the instruction set.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "AVX2",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => "SIMD128",
        }
    }

    /// Runs loops compiled for this kernel.
    pub fn run(self, loops: impl Loops) {
        match self {
            Kernel::Portable => loops.run(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` exists only on processors with AVX2.
            Kernel::Avx2(_) => unsafe { avx2::run(loops) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => loops.run(),
        }
    }

    /// Adds a row.
    #[inline]
    pub fn add(self, hidden: &mut [Lane], row: &[Lane]) {
        match self {
            Kernel::Portable => add(hidden, row),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` exists only on processors with AVX2.
            Kernel::Avx2(_) => unsafe { avx2::add(hidden, row) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => add(hidden, row),
        }
    }

    /// Subtracts a row.
    #[inline]
    pub fn subtract(self, hidden: &mut [Lane], row: &[Lane]) {
        match self {
            Kernel::Portable => subtract(hidden, row),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` exists only on processors with AVX2.
            Kernel::Avx2(_) => unsafe { avx2::subtract(hidden, row) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => subtract(hidden, row),
        }
    }

    /// Computes the hidden neurons after a move: their values before it, minus the rows of removed pieces, plus the
    /// rows of added pieces.
    #[inline]
    pub fn update(self, hidden: &mut [Lane], before: &[Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
        match self {
            Kernel::Portable => update(hidden, before, gone, come),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` exists only on processors with AVX2.
            Kernel::Avx2(_) => unsafe { avx2::update(hidden, before, gone, come) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::update(hidden, before, gone, come),
        }
    }

    /// Weighted sum of the squared clipped hidden neurons.
    #[inline]
    pub fn output(self, hidden: &[Lane], weights: &[Lane]) -> i32 {
        match self {
            Kernel::Portable => output(hidden, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Avx2` exists only on processors with AVX2.
            Kernel::Avx2(_) => unsafe { avx2::output(hidden, weights) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kernel::Simd128 => simd128::output(hidden, weights),
        }
    }
}

#[inline(always)]
fn add(hidden: &mut [Lane], row: &[Lane]) {
    for (numbers, weights) in hidden.iter_mut().zip(row) {
        for (number, weight) in numbers.0.iter_mut().zip(weights.0) {
            *number = number.wrapping_add(weight);
        }
    }
}

#[inline(always)]
fn subtract(hidden: &mut [Lane], row: &[Lane]) {
    for (numbers, weights) in hidden.iter_mut().zip(row) {
        for (number, weight) in numbers.0.iter_mut().zip(weights.0) {
            *number = number.wrapping_sub(weight);
        }
    }
}

/// Has separate loops for quiet moves and for captures, so that each neuron is loaded and stored only once.
#[inline(always)]
fn update(hidden: &mut [Lane], before: &[Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
    match (gone, come) {
        ([a], [b]) => {
            for (((new, old), a), b) in hidden.iter_mut().zip(before).zip(*a).zip(*b) {
                for at in 0..LANE {
                    new.0[at] = old.0[at].wrapping_sub(a.0[at]).wrapping_add(b.0[at]);
                }
            }
        }
        ([a, b], [c]) => {
            for ((((new, old), a), b), c) in hidden.iter_mut().zip(before).zip(*a).zip(*b).zip(*c) {
                for at in 0..LANE {
                    new.0[at] = old.0[at].wrapping_sub(a.0[at]).wrapping_sub(b.0[at]).wrapping_add(c.0[at]);
                }
            }
        }
        _ => {
            hidden.copy_from_slice(before);
            gone.iter().for_each(|row| subtract(hidden, row));
            come.iter().for_each(|row| add(hidden, row));
        }
    }
}

/// `Network::read` checks that the product of a weight and a clipped neuron fits into 16 bits, and the sum into 32.
#[inline(always)]
fn output(hidden: &[Lane], weights: &[Lane]) -> i32 {
    let mut sum = 0i32;
    for (numbers, weights) in hidden.iter().zip(weights) {
        for (number, weight) in numbers.0.iter().zip(weights.0) {
            let clipped = (*number).clamp(0, ONE_HIDDEN as i16);
            sum = sum.wrapping_add(i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped));
        }
    }
    sum
}

/// The same loops compiled for AVX2. `output` is hand-written because the compiler (Rust 1.95) does not generate the
/// full-width form of `vpmaddwd`, which multiplies numbers and adds adjacent products.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Lane, ONE_HIDDEN};

    #[target_feature(enable = "avx2")]
    pub fn run(loops: impl super::Loops) {
        loops.run();
    }

    #[target_feature(enable = "avx2")]
    pub fn add(hidden: &mut [Lane], row: &[Lane]) {
        super::add(hidden, row);
    }

    #[target_feature(enable = "avx2")]
    pub fn subtract(hidden: &mut [Lane], row: &[Lane]) {
        super::subtract(hidden, row);
    }

    #[target_feature(enable = "avx2")]
    pub fn update(hidden: &mut [Lane], before: &[Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
        super::update(hidden, before, gone, come);
    }

    #[target_feature(enable = "avx2")]
    pub fn output(hidden: &[Lane], weights: &[Lane]) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE_HIDDEN as i16));
        let mut sums = zero;
        for (numbers, weights) in hidden.iter().zip(weights) {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(load(numbers), zero), one);
            let products = _mm256_mullo_epi16(clipped, load(weights));
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(products, clipped));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<1>(two)))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(lane: &Lane) -> __m256i {
        // SAFETY: a lane is 32 bytes long and 32-byte aligned.
        unsafe { _mm256_load_si256(lane.0.as_ptr().cast()) }
    }
}

/// Hand-written `update` and `output`: for the plain loops, the compiler (Rust 1.96) loads every number separately.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::*;

    use super::{Lane, ONE_HIDDEN};

    #[inline]
    pub fn update(hidden: &mut [Lane], before: &[Lane], gone: &[&[Lane]], come: &[&[Lane]]) {
        match (gone, come) {
            ([a], [b]) => {
                for (((new, old), a), b) in hidden.iter_mut().zip(before).zip(*a).zip(*b) {
                    let (old, a, b) = (load(old), load(a), load(b));
                    store(new, [0, 1].map(|half| i16x8_add(i16x8_sub(old[half], a[half]), b[half])));
                }
            }
            ([a, b], [c]) => {
                for ((((new, old), a), b), c) in hidden.iter_mut().zip(before).zip(*a).zip(*b).zip(*c) {
                    let (old, a, b, c) = (load(old), load(a), load(b), load(c));
                    let less = |half: usize| i16x8_sub(i16x8_sub(old[half], a[half]), b[half]);
                    store(new, [0, 1].map(|half| i16x8_add(less(half), c[half])));
                }
            }
            _ => super::update(hidden, before, gone, come),
        }
    }

    #[inline]
    pub fn output(hidden: &[Lane], weights: &[Lane]) -> i32 {
        let (zero, one) = (i16x8_splat(0), i16x8_splat(ONE_HIDDEN as i16));
        let mut sums = [zero; 2];
        for (numbers, weights) in hidden.iter().zip(weights) {
            for ((sum, numbers), weights) in sums.iter_mut().zip(load(numbers)).zip(load(weights)) {
                let clipped = i16x8_min(i16x8_max(numbers, zero), one);
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(i16x8_mul(clipped, weights), clipped));
            }
        }
        let four = i32x4_add(sums[0], sums[1]);
        let two = i32x4_add(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
        i32x4_extract_lane::<0>(two).wrapping_add(i32x4_extract_lane::<1>(two))
    }

    #[inline]
    fn load(lane: &Lane) -> [v128; 2] {
        let (halves, _) = lane.0.as_chunks::<8>();
        // SAFETY: each half is 16 bytes long.
        [0, 1].map(|half: usize| unsafe { v128_load(halves[half].as_ptr().cast()) })
    }

    #[inline]
    fn store(lane: &mut Lane, numbers: [v128; 2]) {
        let (halves, _) = lane.0.as_chunks_mut::<8>();
        for (half, numbers) in halves.iter_mut().zip(numbers) {
            // SAFETY: each half is 16 bytes long.
            unsafe { v128_store(half.as_mut_ptr().cast(), numbers) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::random::Random;

    /// Random numbers from `-most` to `most`.
    fn numbers(count: usize, most: i16, random: &mut Random) -> Lanes {
        (0..count).map(|_| random.below(2 * most as usize + 1) as i16 - most).collect()
    }

    #[test]
    fn all_kernels_give_the_same_integers() {
        let mut random = Random(1);
        for hidden in [16, 64, 80, 256, 512, 1024] {
            for _ in 0..50 {
                let before = numbers(hidden, 16_000, &mut random);
                let rows: Vec<Lanes> = (0..4).map(|_| numbers(hidden, 505, &mut random)).collect();
                let rows: Vec<&[Lane]> = rows.iter().map(|row| &row[..]).collect();
                let small = numbers(hidden, 300, &mut random);
                let weights = numbers(hidden, 127, &mut random);
                let results: Vec<_> = Kernel::all()
                    .into_iter()
                    .map(|kernel| {
                        let mut found = Vec::new();
                        for (gone, come) in [(1, 1), (2, 1), (2, 2)] {
                            let mut after = Lanes::zero(hidden);
                            kernel.update(&mut after, &before, &rows[..gone], &rows[2..2 + come]);
                            kernel.add(&mut after, rows[0]);
                            kernel.subtract(&mut after, rows[1]);
                            found.push(after);
                        }
                        (found, kernel.output(&small, &weights))
                    })
                    .collect();
                assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{hidden}");
                let exact: i64 = small
                    .numbers()
                    .zip(weights.numbers())
                    .map(|(number, weight)| i64::from(number.clamp(0, 255)).pow(2) * i64::from(weight))
                    .sum();
                assert_eq!(i64::from(results[0].1), exact);
            }
        }
    }
}
