//! Benchmark positions of Lines of Action; their node count is the signature of the engine.

use search::{Limits, Signature};

use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// The initial position, and undecided positions from 6 to 30 plies into self-play games.
const POSITIONS: [&str; 8] = [
    "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0",
    "1bbbb1b1/w6w/w7/w4b2/w5bw/w5bw/w4w2/1bbb1b1w b 6",
    "1b2bb1b/w3wb2/w2b2bw/w7/7w/w6w/2www3/1bbbb1b1 b 10",
    "3b4/5w2/1b4wb/w4bbw/w1w3bw/w6w/2w1w3/1bbb1b2 b 14",
    "5w2/8/w3b1b1/wb4bw/2ww4/3b3w/1b3w1w/4b1b1 b 18",
    "1b2b1b1/5w2/w4b1w/3w1b1w/4b2b/3w2wb/7w/1b1wwb2 b 22",
    "1b2wb2/w7/4bw2/w1w5/2w5/3bb1b1/w4w2/3b4 b 26",
    "8/w7/w2bbw2/1b2b3/1w1bw1b1/1w1b2b1/2w2b2/2b5 b 30",
];

/// Depth to which each position is searched, in plies.
const DEPTH: usize = 9;

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
