use search::{Params, Searcher, Signature};

use crate::{Engine, Position};

/// Openings, middle games and races, from games between earlier versions of the bot.
const POSITIONS: [&str; 6] = [
    "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
    "pppppppp/1pp1p1pp/p2p1p2/8/8/2PP2P1/PP2PP1P/PPPPPPPP b",
    "1pp2pp1/pp2p1p1/3p1p1p/2p5/3P2P1/1PP2P2/P3P2P/1PP2PP1 w",
    "1pp2p2/1p2p1p1/p4p1p/2pP4/1P4P1/2P2P2/P3P3/1PP2P2 b",
    "2p2p2/1p4p1/p3p3/3P3p/1P3P2/2P5/P6P/2P2P2 w",
    "5p2/p7/2p3p1/3P4/5p1P/1P6/8/2P2P2 b",
];

/// Plies to which each position is searched.
const DEPTH: usize = 10;

/// Bytes of the transposition table.
const TABLE_BYTES: usize = 16 << 20;

/// Searches fixed positions to a fixed depth. The nodes are the engine's signature: the same from
/// the workspace, from a bundle, and on every machine.
///
/// # Panics
///
/// Never: the positions are constants.
#[must_use]
pub fn bench() -> Signature {
    let positions =
        POSITIONS.map(|text| text.parse::<Position>().expect("bench positions are well formed"));
    let mut searcher = Searcher::new(Engine, Params::default(), TABLE_BYTES);
    search::bench(&mut searcher, &positions, DEPTH)
}
