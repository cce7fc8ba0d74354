//! Benchmark positions of Breakthrough; their node count is the signature of the engine.

use search::{Limits, Signature};

use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// The initial position, and undecided positions from 8 to 44 plies into self-play games.
const POSITIONS: [&str; 8] = [
    "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
    "pppppppp/ppp1pp2/5pp1/1p6/4P3/1P1P4/1PPP2PP/PPPPPPPP w",
    "ppppppp1/1pp1ppp1/1p5p/3p2p1/1P3P2/1P3PP1/2PPP3/PPPPPPPP w",
    "ppppppp1/p1pp2pp/4p3/5p2/1p2PP2/1P3PP1/1P1PP3/PP1PPPPP w",
    "ppp1pppp/2p1ppp1/2p3p1/2P5/5pP1/2PP4/1P2PPPP/1P1PPPP1 w",
    "p1p1pppp/1pp1pp2/2p5/1pP5/5Pp1/3P2P1/2PP2P1/PPPP2PP w",
    "1pp1ppp1/p2pp1pp/8/1PpP1P2/1pP2pp1/3P4/3P2PP/PPP2PPP w",
    "ppp2ppp/2p5/1p1pP3/1p2p3/1P6/1pPPP3/1P2P3/PPP3PP b",
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
