use search::{Params, Searcher, Signature};

use crate::{Engine, Position};

/// The start.
const POSITIONS: [&str; 1] = ["1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0"];

/// Plies to which each position is searched.
const DEPTH: usize = 7;

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
    let mut searcher = Searcher::new(Engine::default(), Params::default(), TABLE_BYTES);
    search::bench(&mut searcher, &positions, DEPTH)
}
