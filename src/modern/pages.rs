//! # Modern · Memory for the table
//!
//! The memory comes from the system as pages of zeros, which are taken when they are first written. So a large table is
//! there at once, a search takes only what it fills, and where there is not enough memory one is told so, instead of
//! being ended.
//!
//! A large table is read at random places. With pages of 4 KB, nearly every access misses the processor's cache of page
//! addresses (TLB). Linux has pages of 2 MB for programs that ask
//! (<https://docs.kernel.org/admin-guide/mm/transhuge.html>); on other systems nothing happens. Measured with a table
//! of 64 MB: 6 to 12 % more nodes a second.
//!
//! **Read next:** [`tt`](super::tt).

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;

/// Types of which zero bytes are a value.
///
/// # Safety
/// Any memory of the right size and alignment that holds nothing but zeros must be a valid value of the type, and the
/// type must have nothing to drop.
#[allow(unsafe_code)] // the promise cannot be checked by the compiler
pub(super) unsafe trait Zeroed {}

/// A slice that was zero in the beginning.
pub(super) struct ZeroedSlice<T: Zeroed> {
    items: NonNull<T>,
    count: usize,
    /// What was allocated: the items begin at the first place in it that is aligned for them.
    memory: NonNull<u8>,
    layout: Layout,
}

/// The system's zeros are free only for what needs no particular alignment; for the rest, `std` writes them.
const FREE_ALIGNMENT: usize = 8;

impl<T: Zeroed> ZeroedSlice<T> {
    /// A slice of `count` items, at least one. The system is asked for huge pages. None if there is not enough memory.
    #[allow(unsafe_code)] // a safe allocation ends the program when there is no memory
    pub(super) fn new(count: usize) -> Option<ZeroedSlice<T>> {
        let size = size_of::<T>().max(1).checked_mul(count.max(1))?.checked_add(align_of::<T>())?;
        let layout = Layout::from_size_align(size, FREE_ALIGNMENT).ok()?;
        // SAFETY: the layout is not empty.
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
    #[allow(unsafe_code)] // the memory was not allocated by a type of std
    fn deref(&self) -> &[T] {
        // SAFETY: `items` is aligned, and the `count` items from there on lie within the memory, which lives as long as
        // `self`. They were zero in the beginning, which is a value of `T`; only values of `T` have been written since.
        unsafe { slice::from_raw_parts(self.items.as_ptr(), self.count) }
    }
}

impl<T: Zeroed> Drop for ZeroedSlice<T> {
    #[allow(unsafe_code)] // what was allocated by hand is given back by hand
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout, and no reference to it is left.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) }
    }
}

// SAFETY: the slice owns its items, as a box does.
#[allow(unsafe_code)] // pointers hide that
unsafe impl<T: Zeroed + Send> Send for ZeroedSlice<T> {}
// SAFETY: only shared references to the items can be had.
#[allow(unsafe_code)] // pointers hide that
unsafe impl<T: Zeroed + Sync> Sync for ZeroedSlice<T> {}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // no safe call gives advice about memory of one's own
fn ask_for_huge_pages(memory: NonNull<u8>, size: usize) {
    use rustix::mm::{Advice, madvise};

    const PAGE: usize = 4096;
    let begin = memory.addr().get().next_multiple_of(PAGE);
    let end = (memory.addr().get() + size) & !(PAGE - 1);
    if begin < end {
        let pages = memory.as_ptr().with_addr(begin).cast();
        // SAFETY: the whole pages from `begin` to `end` belong to memory that is not used yet. The advice changes
        // neither what stands there nor whether it may be read and written; if the system does not take it, nothing
        // happens.
        let _ = unsafe { madvise(pages, end - begin, Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: NonNull<u8>, _: usize) {}

/// Asks the processor for the cache line at the beginning of `item`, and does not wait for it. A load instead holds up
/// all that follows once the processor's window of instructions is full.
#[inline(always)]
#[allow(unsafe_code)] // no safe call prefetches
pub(super) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction. It reads and writes nothing that the program can see.
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

    // SAFETY: zero is a number.
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
