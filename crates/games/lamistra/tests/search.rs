//! Search contract: no allocation below the root, and reproducible node counts.

use lamistra::{BotEngine, Position};
use testkit::CountingAllocator;

#[global_allocator]
static ALLOCATIONS: CountingAllocator = CountingAllocator::new();

/// A single test, because the allocation counter serves the whole process.
#[test]
fn the_search_allocates_nothing_below_the_root_and_repeats_itself() {
    testkit::check_search::<Position, _>(BotEngine::default, &ALLOCATIONS);
}
