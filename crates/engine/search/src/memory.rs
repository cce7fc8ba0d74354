//! Hints about memory, which make large tables faster to read. None of them changes a result.

#![allow(unsafe_code, reason = "an instruction and a system call that take pointers")]

use std::mem::MaybeUninit;

/// Asks the processor to load the cache line in which `place` begins, while other work goes on.
/// Does nothing on processors other than x86-64.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        // SAFETY: the instruction reads nothing into the program and writes nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks the system for transparent huge pages (THP) in `memory`, which was not used yet: with
/// fewer pages, fewer accesses miss the translation lookaside buffer (TLB). Does nothing on systems
/// other than Linux, or under Miri, which does not know the call.
pub(crate) fn advise_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        extern "C" {
            fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
        }
        /// Size of a small page.
        const PAGE: usize = 1 << 12;
        /// `MADV_HUGEPAGE` of Linux.
        const HUGE_PAGES: i32 = 14;
        let start: *mut u8 = memory.as_mut_ptr().cast();
        let skipped = start.align_offset(PAGE);
        let bytes = size_of_val(memory).saturating_sub(skipped);
        // SAFETY: the advice changes the content of no page. Where the system refuses it, as
        // without huge pages, nothing happens.
        unsafe { madvise(start.wrapping_add(skipped), bytes, HUGE_PAGES) };
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = memory;
}
