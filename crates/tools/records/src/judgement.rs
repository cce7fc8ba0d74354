//! Judgement of a foreign referee, as a part of a game's record.

use serde::{Deserialize, Serialize};

use crate::usage::Usage;

/// Judgement of a foreign referee, for any number of players. Lists are ordered by seat: the player
/// of the first seat is the first one that the referee knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Seed of the map, if the referee got one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The contestant at each seat: 0 and 1 are those of the game pair, 2 and more the others.
    pub seats: Vec<usize>,
    /// The place of each player: 1 is the best, and players with equal places have drawn.
    pub places: Vec<usize>,
    /// The score of each player; empty if the referee gives places only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// Other lines of the referee, such as the data of the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Resources that each player has used; empty if the referee runs the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<Usage>,
    /// The player whose fault ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<SeatFault>,
}

/// Fault of a player in a game under a foreign referee.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatFault {
    /// The seat of the player, from 0.
    pub seat: usize,
    /// The fault, as in [`Termination::reason`](registry::Termination::reason).
    pub reason: String,
    /// Details for a human reader.
    pub detail: String,
}
