//! Prints the nodes per second of the search with the hand-crafted evaluation and with networks of
//! several widths: `cargo run --release -p breakthrough --example speed`.
//!
//! The networks are random, so their trees differ from those of a trained one. The numbers are the
//! best of a few runs.

use breakthrough::{Engine, Features, Position, Weights, SETTINGS};
use gamekit::Position as _;
use nn::{Features as _, Net, Network, Parameters, Shape};
use search::{Evaluate, Limits, Searcher, Task};

const NODES: u64 = 1_000_000;
const RUNS: usize = 5;

/// Returns the highest nodes per second of several searches of the initial position.
fn speed<V: Evaluate<Position>>(weights: V) -> f64 {
    let root = Position::initial();
    let mut moves = Vec::new();
    root.legal_moves(|mv| moves.push(mv));
    let mut searcher = Searcher::new(Engine::new(weights), SETTINGS.params, SETTINGS.table_bytes);
    let mut run = || {
        searcher.new_game();
        let task = Task { root: &root, moves: &moves, past: &[] };
        let result = searcher.search(&task, Limits::nodes(NODES), |_| ());
        let result = result.expect("the initial position has moves");
        result.nodes as f64 / result.elapsed.as_secs_f64()
    };
    (0..RUNS).map(|_| run()).fold(0.0, f64::max)
}

/// Returns a random network of this width.
fn network<const HIDDEN: usize>() -> Network<HIDDEN> {
    let mut rng = fastrand::Rng::with_seed(1);
    let (inputs, buckets) = (Features::INPUTS, Features::BUCKETS);
    let shape = Shape { inputs, hidden: HIDDEN, buckets };
    let parameters = Parameters::random(shape, || rng.f32() * 2.0 - 1.0);
    Network::quantise(&parameters).expect("random networks are small enough to quantise")
}

fn print_width<const HIDDEN: usize>() {
    let network = network::<HIDDEN>();
    let plain = speed(Net::<Features, HIDDEN>::new(network.without_avx2()));
    let fast = speed(Net::<Features, HIDDEN>::new(network));
    println!("{HIDDEN:6} {plain:13.0} {fast:13.0}");
}

fn main() {
    println!("hand-crafted: {:.0} nodes per second", speed(Weights::default()));
    println!("{:>6} {:>13} {:>13}", "hidden", "any processor", "with AVX2");
    print_width::<32>();
    print_width::<64>();
    print_width::<128>();
    print_width::<256>();
}
