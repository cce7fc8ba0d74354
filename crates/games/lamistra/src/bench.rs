use search::Signature;

use crate::settings::SETTINGS;
use crate::{Engine, Position};

/// Positions from opening to ending, some of them within an attack.
const POSITIONS: [&str; 1] =
    ["uuuuuuu/uuuuuuu/uuuuuuu/7/UUUUUUU/UUUUUUU/UUUUUUU r 14123451 - 14123451 - 0 -"];

/// Plies to which each position is searched.
const DEPTH: usize = 8;

/// Searches fixed positions to a fixed depth. The nodes are the engine's signature: the same from
/// the workspace, from a bundle, and on every machine.
///
/// # Panics
///
/// Never: the positions are constants.
#[must_use]
pub fn bench() -> Signature {
    search::bench::<Position, _>(Engine::default(), SETTINGS.params, &POSITIONS, DEPTH)
}
