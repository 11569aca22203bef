//! # Modern · Memory of the transposition table
//!
//! The system provides zeroed pages and allocates each page when it is first written to. So a large table is available
//! at once, and only the pages written by a search take up memory. If there is not enough memory, the failure is
//! reported; the program does not abort.
//!
//! The accesses to a large table are scattered at random. With pages of 4 KB, nearly every access misses the TLB, the
//! processor's cache of address translations. Linux offers pages of 2 MB to programs that ask for them
//! (<https://docs.kernel.org/admin-guide/mm/transhuge.html>); on other systems the request does nothing. Measured gain
//! with a table of 64 MB: 6 to 12 % more nodes per second.
//!
//! **Read next:** [`tt`](super::tt).

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;

/// Types for which all-zero bytes are a valid value.
///
/// # Safety
/// Any memory of the right size and alignment that holds nothing but zeros must be a valid value of the type, and the
/// type must have nothing to drop.
#[allow(unsafe_code)] // the compiler cannot check this promise
pub(super) unsafe trait Zeroed {}

/// A slice that is zero-initialised.
pub(super) struct ZeroedSlice<T: Zeroed> {
    items: NonNull<T>,
    count: usize,
    /// The allocation; the items begin at its first suitably aligned address.
    memory: NonNull<u8>,
    layout: Layout,
}

/// An alignment, in bytes, for which `std` uses the system's zeroed pages on every platform. For larger alignments,
/// `std` may clear the memory itself.
const FREE_ALIGNMENT: usize = 8;

impl<T: Zeroed> ZeroedSlice<T> {
    /// A slice of `count` items (one if `count` is 0), backed by huge pages if possible. [`None`] if there is not
    /// enough memory.
    #[allow(unsafe_code)] // safe allocation aborts if there is no memory
    pub(super) fn new(count: usize) -> Option<ZeroedSlice<T>> {
        let size = size_of::<T>().max(1).checked_mul(count.max(1))?.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, FREE_ALIGNMENT).ok()?;
        // SAFETY: the size of the layout is not 0.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let begin = memory.addr().get().next_multiple_of(align_of::<T>());
        let items = memory.map_addr(|addr| addr.saturating_add(begin - addr.get())).cast();
        ask_for_huge_pages(memory, size);
        Some(ZeroedSlice { items, count: count.max(1), memory, layout })
    }
}

impl<T: Zeroed> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline(always)]
    #[allow(unsafe_code)] // `std` does not own the memory
    fn deref(&self) -> &[T] {
        // SAFETY: `items` is aligned, and the `count` items from there on lie within the allocation, which lives as
        // long as `self`. They started as zero, which is a valid `T`; since then, only values of `T` have been written.
        unsafe { slice::from_raw_parts(self.items.as_ptr(), self.count) }
    }
}

impl<T: Zeroed> Drop for ZeroedSlice<T> {
    #[allow(unsafe_code)] // manual allocation needs manual deallocation
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout, and no reference to it is left.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) }
    }
}

// SAFETY: the slice owns its items, as a box does.
#[allow(unsafe_code)] // raw pointers are not Send
unsafe impl<T: Zeroed + Send> Send for ZeroedSlice<T> {}
// SAFETY: only shared references to the items can be obtained.
#[allow(unsafe_code)] // raw pointers are not Sync
unsafe impl<T: Zeroed + Sync> Sync for ZeroedSlice<T> {}

/// Size of a memory page, in bytes.
pub(super) const PAGE: usize = 4096;

#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // there is no safe call for advice on memory
fn ask_for_huge_pages(memory: NonNull<u8>, size: usize) {
    use rustix::mm::{Advice, madvise};

    let begin = memory.addr().get().next_multiple_of(PAGE);
    let end = (memory.addr().get() + size) & !(PAGE - 1);
    if begin < end {
        let pages = memory.as_ptr().with_addr(begin).cast();
        // SAFETY: the whole pages from `begin` to `end` belong to memory that is not used yet. The advice changes
        // neither its contents nor its access rights, and the system may ignore it.
        let _ = unsafe { madvise(pages, end - begin, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: NonNull<u8>, _: usize) {}

/// Prefetches the cache line at the beginning of `item` without waiting for it; does nothing except on x86-64. A load
/// would stall the following instructions once the processor's reorder buffer is full.
#[inline(always)]
#[allow(unsafe_code)] // there is no safe prefetch
pub(super) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction, which has no effect that the program can observe.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(64))]
    struct CacheLine([u64; 8]);

    // SAFETY: zero is a valid integer.
    #[allow(unsafe_code)] // see the trait
    unsafe impl Zeroed for CacheLine {}

    #[test]
    fn slices_of_all_sizes_are_made_and_aligned() {
        for count in [1, 2, 511, 4096, 300_001] {
            let lines = ZeroedSlice::<CacheLine>::new(count).expect("there is memory");
            assert_eq!((lines.len(), lines.as_ptr().addr() % 64), (count, 0));
            assert!(lines.iter().all(|line| line.0 == [0; 8]));
        }
        assert!(ZeroedSlice::<CacheLine>::new(usize::MAX / 256).is_none());
        assert!(ZeroedSlice::<CacheLine>::new(usize::MAX).is_none());
    }
}
