//! Game pairs, of which a match consists.

use serde::{Deserialize, Serialize};

use crate::foreign::ForeignReferee;
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
    /// The foreign referee that judges the games in place of the game's own, and what it needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign: Option<ForeignGame>,
}

/// Limits of the players beyond the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds by which every answer may be late, for machines with other load. In a game with
    /// a clock for the whole game, they are the margin of all answers together.
    pub margin_ms: u64,
}

/// Foreign referee of a game pair, with the players beyond the two contestants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignGame {
    /// The referee.
    pub referee: ForeignReferee,
    /// The third and all further players of both games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Contestant>,
    /// Number of seats by which the players are moved in both games.
    #[serde(default)]
    pub rotation: usize,
}

impl ForeignGame {
    /// Returns the contestant of each seat in game `number` of the pair, 0 or 1, of a game of
    /// `count` players. The order of the second game is the reverse of that of the first one, so
    /// that any two players change sides.
    #[must_use]
    pub fn seats(&self, count: usize, number: usize) -> Vec<usize> {
        let mut seats: Vec<usize> = (0..count).collect();
        seats.rotate_left(self.rotation % count);
        if number == 1 {
            seats.reverse();
        }
        seats
    }
}
