//! Game pairs, of which a match consists.

use serde::{Deserialize, Serialize};

use crate::player::Contestant;

/// Game pair: two games between two players from the same opening, with colours swapped.
///
/// It is a plain value. A match is a list of game pairs, and a [`Worker`](crate::Worker) on any
/// machine can play one of them alone. If the players are determined by their seed, a game pair
/// always gives the same games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePair {
    /// The game's name.
    pub game: String,
    /// The two players. The first of them moves first in the first game.
    pub contestants: [Contestant; 2],
    /// The moves with which both games begin, in the game's notation.
    pub opening: Vec<String>,
    /// Seed from which the seeds of the games and of all randomness in the players follow.
    pub seed: u64,
    /// Limits of the players beyond the rules.
    pub limits: Limits,
}

/// Limits of the players beyond the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds by which every answer may be late, for machines with other load. In a game with
    /// a clock for the whole game, they are the margin of all answers together.
    pub margin_ms: u64,
}
