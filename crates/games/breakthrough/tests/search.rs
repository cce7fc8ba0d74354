//! The search on real positions: no allocation below the root, and the same nodes every time.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use breakthrough::{Engine, Position};
use gamekit::Position as _;
use search::{Limits, Params, Searcher, Task};

/// The system's allocator, counting calls.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator as it came.
#[allow(unsafe_code, reason = "counting allocations needs an allocator of one's own")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        System.alloc(layout)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        System.dealloc(memory, layout);
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test for everything, since the counter serves the whole process.
#[test]
fn the_search_allocates_nothing_below_the_root_and_repeats_itself() {
    let pos = Position::initial();
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv));
    let search = |nodes| {
        let mut searcher = Searcher::new(Engine, Params::default(), 1 << 22);
        let task = Task { root: &pos, moves: &moves, past: &[] };
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let mut for_reports = 0;
        let mut last_seen = before;
        let result = searcher.search(&task, Limits::nodes(nodes), |_| {
            for_reports += 1;
            last_seen = ALLOCATIONS.load(Ordering::Relaxed);
        });
        // From the last report to the end of the search only the tree was worked on.
        let after_reports = ALLOCATIONS.load(Ordering::Relaxed) - last_seen;
        (result.unwrap(), after_reports, for_reports)
    };
    let (first, allocations, reports) = search(200_000);
    assert!(reports > 5, "{reports} iterations");
    assert_eq!(allocations, 0);
    let (second, ..) = search(200_000);
    assert_eq!((first.best, first.score, first.nodes), (second.best, second.score, second.nodes));
}
