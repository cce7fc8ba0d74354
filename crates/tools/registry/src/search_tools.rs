//! Tools that use the search engine of a game's bot, without the engine's type.

use fastrand::Rng;
use gamekit::Position;

use crate::agent::Choose;
use crate::book::OpeningSearch;

/// Tools that use the search engine of a game's bot. Games whose bot has no engine have none.
pub struct SearchTools<P: Position> {
    /// Makes the greedy baseline, a one-ply player.
    pub greedy: fn(Rng) -> Box<dyn Choose<P>>,
    /// Search for openings.
    pub openings: &'static dyn OpeningSearch,
}
