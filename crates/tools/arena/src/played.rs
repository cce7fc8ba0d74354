//! Results of played games: data for statistics, and the record.

use serde::{Deserialize, Serialize};

use crate::record::{Ply, Record};
use crate::summary::GameSummary;

/// One game of a game pair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The data for statistics.
    pub summary: GameSummary,
    /// All other data.
    pub record: Record,
}

impl PlayedGame {
    /// Returns the contestant, 0 or 1, whose turn `ply` was.
    #[must_use]
    pub fn player_of(&self, ply: &Ply) -> usize {
        ply.player ^ self.summary.first
    }
}

/// The two games of a game pair, in the order in which they were played.
pub type PlayedPair = [PlayedGame; 2];
