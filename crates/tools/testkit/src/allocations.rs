use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use gamekit::Position;
use search::{Evaluate, Limits, MoveOrder, Params, Searcher, Tactics, Task};

use crate::judge::legal_moves;

thread_local! {
    /// How often this thread has asked for memory. Nothing is allocated or dropped for it.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting calls. A test program makes it its global allocator, for
/// [`check_search`] or a count of its own.
#[derive(Debug, Default)]
pub struct CountingAllocator(());

impl CountingAllocator {
    /// Returns an allocator that has not been called.
    #[must_use]
    pub const fn new() -> CountingAllocator {
        CountingAllocator(())
    }

    /// Returns how often this thread has asked for memory: the one that runs the tests asks when it
    /// likes.
    #[must_use]
    pub fn calls(&self) -> usize {
        CALLS.get()
    }
}

// SAFETY: every call goes to the system's allocator as it came.
#[allow(unsafe_code, reason = "counting allocations needs an allocator of one's own")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) };
    }
}

/// Checks on the starting position that the search allocates nothing below the root and repeats
/// itself. `allocations` is the program's global allocator.
///
/// # Panics
///
/// On the first promise that is broken.
pub fn check_search<P, E>(engine: impl Fn() -> E, allocations: &CountingAllocator)
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let root = P::initial();
    let moves = legal_moves(&root);
    let search = || {
        let mut searcher = Searcher::new(engine(), Params::default(), 1 << 22);
        let (mut reports, mut last_seen) = (0, usize::MAX);
        let task = Task { root: &root, moves: &moves, past: &[] };
        let result = searcher.search(&task, Limits::nodes(200_000), |_| {
            reports += 1;
            last_seen = allocations.calls();
        });
        // From the last report to the end of the search only the tree was worked on.
        let since = allocations.calls() - last_seen;
        assert!(reports > 5, "{reports} iterations");
        assert_eq!(since, 0, "allocations below the root");
        let result = result.unwrap_or_else(|| panic!("no legal move in {root:?}"));
        (result.best, result.score, result.nodes)
    };
    assert_eq!(search(), search(), "the same search gives another result");
}
