//! Cost of a page fault: the first touch of memory that the system has not given yet.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Returns the mean time of the first touch of a page of 4 KiB.
pub(crate) fn page_fault() -> Duration {
    /// More than the allocator keeps from earlier requests, and few enough to take milliseconds.
    const PAGES: usize = 2048;
    const PAGE: usize = 4096;
    let mut memory = vec![0_u8; PAGES * PAGE];
    let started = Instant::now();
    for page in memory.chunks_mut(PAGE) {
        page[0] = 1;
    }
    let took = started.elapsed();
    black_box(memory);
    took / PAGES as u32
}
