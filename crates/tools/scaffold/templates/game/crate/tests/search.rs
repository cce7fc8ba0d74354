//! The search on real positions: no allocation below the root, and the same nodes every time.

use testkit::CountingAllocator;

use {{crate}}::{BotEngine, Position};

#[global_allocator]
static ALLOCATIONS: CountingAllocator = CountingAllocator::new();

/// The only test of this file: the allocation counter is shared by the whole process.
#[test]
fn the_search_allocates_nothing_below_the_root_and_repeats_itself() {
    testkit::check_search::<Position, _>(BotEngine::default, &ALLOCATIONS);
}
