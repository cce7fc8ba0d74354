//! Bench: a fixed-depth search of fixed positions, whose node count is the engine's signature.

use search::{Limits, Signature};

use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// Positions from the opening to the endgame, two of them with roles to be named.
const POSITIONS: [&str; 4] = [
    "uuuuuuu/uuuuuuu/uuww1w1/2WW2w/UU2WUO/UUUUUUU/UUUUUUU r 14113451 e3-e4 14123441 f5-e5 20 c4-c5",
    "uuuuuuu/uu2uuu/1u3o1/3G2w/1U3UO/UU1U1UU/UUUUUUU r 14002421 d4-d3 14102411 - 62 g3-g4:O",
    "uu2uuu/uu3uu/1u2m2/W2W3/3o3/UU3UU/UUUU1UU r 14002410 a4-a5 14002300 d3-e3 104 -",
    "1M2uuu/2m3u/1u5/7/2W4/U2om2/UUUU3 r 12000300 b7-a7 12000200 e2-f2 258 -",
];

/// Search depth of each position in plies.
const DEPTH: usize = 6;

/// Searches fixed positions to a fixed depth. The node count is the engine's signature: it is the
/// same from the workspace, from a bundle, and on every machine.
///
/// # Panics
///
/// Never: the positions are constants.
#[must_use]
pub fn bench() -> Signature {
    let limits = Limits::depth(DEPTH);
    search::bench::<Position, _>(BotEngine::default(), SETTINGS.params, &POSITIONS, limits)
}
