//! Contract tests for the search: no allocation below the root, reproducible results, and legal
//! principal variations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use gamekit::Position;
use search::{Evaluate, Limits, MoveOrder, Params, Searcher, Tactics, Task};

use crate::judge::legal_moves;
use crate::random_games::{Step, random_games};

thread_local! {
    /// Number of allocations of this thread. The counter itself needs no allocation and no
    /// destructor.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// System allocator that counts its calls. A test program declares it as its global allocator, for
/// [`check_search`] or for its own measurement.
#[derive(Debug, Default)]
pub struct CountingAllocator(());

impl CountingAllocator {
    /// Returns a new allocator.
    #[must_use]
    pub const fn new() -> CountingAllocator {
        CountingAllocator(())
    }

    /// Returns the number of allocations of this thread. Allocations of other threads, such as that
    /// of the test runner, are not counted.
    #[must_use]
    pub fn calls(&self) -> usize {
        CALLS.get()
    }
}

// SAFETY: every call is passed to the system allocator unchanged.
#[allow(unsafe_code, reason = "counting allocations needs a custom allocator")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) };
    }
}

/// Checks, in the initial position, that the search allocates nothing below the root, and that a
/// repeated search gives the same result. `allocations` is the global allocator of the program.
///
/// # Panics
///
/// Panics on the first violation of the contract.
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
        // After the last report the search only searches the tree.
        let since = allocations.calls() - last_seen;
        assert!(reports > 5, "{reports} iterations");
        assert_eq!(since, 0, "allocations below the root");
        let result = result.unwrap_or_else(|| panic!("no legal move in {root:?}"));
        (result.best, result.score, result.nodes)
    };
    assert_eq!(search(), search(), "the same search gives another result");
}

/// Checks, in every tenth position of five random games, that the principal variation (PV) of a
/// short search consists of legal moves and begins with the best one, whether or not the search was
/// stopped within an iteration.
///
/// # Panics
///
/// Panics on the first violation of the contract.
pub fn check_pv<P, E>(engine: E)
where
    P: Position,
    E: Evaluate<P> + MoveOrder<P> + Tactics<P>,
{
    let mut searcher = Searcher::new(engine, Params::default(), 1 << 18);
    let mut number = 0;
    random_games::<P>(5, usize::MAX, 3, |Step { before, legal, .. }| {
        number += 1;
        if number % 10 == 0 {
            let task = Task { root: before, moves: legal, past: &[] };
            let result = searcher.search(&task, Limits::nodes(500 + number), |_| ());
            let result = result.unwrap_or_else(|| panic!("no legal move in {before:?}"));
            assert_eq!(result.line.first(), Some(&result.best), "in {before:?}");
            let mut pos = before.clone();
            for &mv in &result.line {
                assert!(pos.is_legal(mv), "{:?} in {before:?}", result.line);
                pos.play_unchecked(mv);
            }
        }
    });
}
