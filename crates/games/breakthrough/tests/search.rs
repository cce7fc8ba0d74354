//! The search on real positions: no allocation below the root, and the same nodes every time.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use breakthrough::{BotEngine, Engine, Features, Position};
use nn::{Features as _, Net, Network, Parameters, Shape};
use testkit::CountingAllocator;

#[global_allocator]
static ALLOCATIONS: CountingAllocator = CountingAllocator::new();

/// The only test of this file: the allocation counter is shared by the whole process.
#[test]
fn the_search_allocates_nothing_below_the_root_and_repeats_itself() {
    testkit::check_search::<Position, _>(BotEngine::default, &ALLOCATIONS);
    let network = random_network();
    let with_network = || Engine::new(Net::<Features, 64>::new(network.clone()));
    testkit::check_search::<Position, _>(with_network, &ALLOCATIONS);
}

fn random_network() -> Network<64> {
    let mut rng = fastrand::Rng::with_seed(1);
    let (inputs, buckets) = (Features::INPUTS, Features::BUCKETS);
    let shape = Shape { inputs, hidden: 64, buckets };
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    Network::quantise(&parameters).unwrap()
}
