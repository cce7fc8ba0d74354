//! Results of played games: data for statistics, and the record.

use records::{Ply, Record};
use serde::{Deserialize, Serialize};

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

    /// Returns the game as one between two of its players, the contestants `pair`: the same game
    /// with the result between them. Without a foreign referee there is no other pair.
    ///
    /// # Panics
    ///
    /// Panics if one of them has not played.
    #[must_use]
    pub fn between(&self, pair: [usize; 2]) -> PlayedGame {
        let Some(judgement) = &self.record.judgement else { return self.clone() };
        let GameSummary { seed, plies, .. } = self.summary;
        let summary = GameSummary::of_judgement(judgement, pair, seed, plies);
        let (result, reason) = (summary.outcome.to_string(), summary.reason.clone());
        PlayedGame { summary, record: Record { result, reason, ..self.record.clone() } }
    }
}

/// The two games of a game pair, in the order in which they were played.
pub type PlayedPair = [PlayedGame; 2];
