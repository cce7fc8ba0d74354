use std::time::Duration;

use gamekit::Outcome;
use serde::{Deserialize, Serialize};

use crate::game_pair::side_of;
use crate::termination::Termination;

/// What statistics need to know of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSummary {
    /// Who moved first: 0 for the unit's first contestant, 1 for the second.
    pub first: usize,
    /// The source of whatever was random in the players.
    pub seed: u64,
    /// Who has won: `First` is the player who moved first.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Why the game ended, as [`Termination::reason`] says.
    pub reason: String,
    /// More about a fault, for a human reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How many turns there were.
    pub plies: usize,
    /// What the unit's first and second contestant have used.
    pub usage: [Usage; 2],
}

/// What a player has used, and what it says it has done with it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// How many answers came. The moves of an opening that the match makes are none.
    pub answers: u32,
    /// Wall time of all answers, from the flush of the input to the end of the line.
    #[serde(with = "microseconds")]
    pub total: Duration,
    /// The longest of them.
    #[serde(with = "microseconds")]
    pub longest: Duration,
    /// Processor time of all answers, where the player is a process.
    #[serde(with = "microseconds")]
    pub cpu: Duration,
    /// The most memory that was resident when somebody looked, in bytes; 0 where nobody did.
    pub peak_memory: u64,
    /// How many answers told the depth of the search.
    pub depths: u32,
    /// The sum of these depths.
    pub depth_sum: u64,
    /// How many answers told the nodes of the search.
    pub node_counts: u32,
    /// The sum of these nodes.
    pub node_sum: u64,
}

impl GameSummary {
    /// Returns the points of contestant 0 or 1: 1, 1/2 or 0.
    #[must_use]
    pub fn score(&self, player: usize) -> f64 {
        self.outcome.score(side_of(player, self.first))
    }

    /// Returns the fault that ended the game, `None` if it ended by the rules.
    #[must_use]
    pub fn fault(&self) -> Option<Termination> {
        Termination::fault(&self.reason)
    }

    /// Returns which contestant, 0 or 1, has lost by a fault.
    #[must_use]
    pub fn at_fault(&self) -> Option<usize> {
        self.fault()?;
        [0, 1].into_iter().find(|&player| self.score(player) == 0.0)
    }
}

impl Usage {
    /// Counts the answers of another game.
    pub fn merge(&mut self, other: Usage) {
        self.answers += other.answers;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.cpu += other.cpu;
        self.peak_memory = self.peak_memory.max(other.peak_memory);
        self.depths += other.depths;
        self.depth_sum += other.depth_sum;
        self.node_counts += other.node_counts;
        self.node_sum += other.node_sum;
    }

    /// Returns the mean wall time of an answer; zero when there were none.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total.checked_div(self.answers).unwrap_or_default()
    }

    /// Returns the mean depth told, `None` if none was.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth_sum as f64 / f64::from(self.depths))
    }

    /// Returns the mean number of nodes told, `None` if none was.
    #[must_use]
    pub fn mean_nodes(&self) -> Option<f64> {
        (self.node_counts > 0).then(|| self.node_sum as f64 / f64::from(self.node_counts))
    }
}

/// Results as game records write them.
pub(crate) mod outcome_text {
    use gamekit::{Outcome, Player};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const ALL: [Outcome; 3] =
        [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];

    pub(crate) fn parse(text: &str) -> Option<Outcome> {
        ALL.into_iter().find(|outcome| outcome.to_string() == text)
    }

    pub(super) fn serialize<S: Serializer>(
        outcome: &Outcome,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(outcome)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Outcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no result")))
    }
}

/// Durations as whole microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        Ok(Duration::from_micros(u64::deserialize(deserializer)?))
    }
}
