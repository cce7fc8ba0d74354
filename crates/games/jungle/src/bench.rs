//! Benchmark positions of Jungle; their node count is the signature of the engine.

use search::{Limits, Signature};

use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// The initial position, and undecided positions up to an endgame.
const POSITIONS: [&str; 8] = [
    "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0",
    "1w5/3d1p1/2e1T2/7/1r5/7/3t1R1/2C1W2/6L b 90",
    "l6/7/r1p4/1R5/7/7/3E3/4T2/6L r 120",
    "l5t/2d2c1/2p1w1e/r6/7/5R1/E1W1P2/2C1D2/T5L r 10",
    "6t/2dc3/2p1l2/r6/6L/2R3e/E1W4/2C1D2/T6 b 40",
    "7/2dc3/4l2/r5t/6L/2R3e/E6/2C1D2/T6 r 60",
    "7/3c3/4l2/r6/6L/6e/E6/3CD2/7 b 80",
    "7/3c3/7/r6/6L/6e/7/3C3/7 r 100",
];

/// Depth to which each position is searched, in plies.
const DEPTH: usize = 12;

/// Searches fixed positions to a fixed depth. The node count is the engine's signature: the same
/// from the workspace, from a bundle, and on every machine.
///
/// # Panics
///
/// Never: the positions are constants.
#[must_use]
pub fn bench() -> Signature {
    bench_within(Limits::depth(DEPTH))
}

/// Searches the same positions within other limits, for the speed alone.
///
/// # Panics
///
/// Never: the positions are constants.
#[must_use]
pub fn bench_within(limits: Limits) -> Signature {
    search::bench::<Position, _>(BotEngine::default(), SETTINGS.params, &POSITIONS, limits)
}
