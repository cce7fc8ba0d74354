//! Summary of one game, which holds all data for statistics.

use std::time::Duration;

use gamekit::{Outcome, Player};
use registry::{Termination, TurnLog};
use serde::{Deserialize, Serialize};

/// Data of a game for statistics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSummary {
    /// The contestant who moved first: 0 for the first of the game pair, 1 for the second.
    pub first: usize,
    /// Seed of all randomness in the players.
    pub seed: u64,
    /// The result; `First` is the player who moved first.
    #[serde(with = "outcome_text")]
    pub outcome: Outcome,
    /// Reason for the end of the game, as in [`Termination::reason`].
    pub reason: String,
    /// Details of a fault, for a human reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Number of turns.
    pub plies: usize,
    /// Usage of the first and the second contestant of the game pair.
    pub usage: [Usage; 2],
}

/// Resources that a player has used, and its reported search statistics.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Number of answers. Moves of an opening that the match makes do not count.
    pub answers: u32,
    /// Wall time of all answers, from the flush of the input to the end of the line.
    #[serde(with = "microseconds")]
    pub total: Duration,
    /// The longest of these times.
    #[serde(with = "microseconds")]
    pub longest: Duration,
    /// Processor time of all answers, if the player is a process.
    #[serde(with = "microseconds")]
    pub cpu: Duration,
    /// Peak of resident memory at the checks, in bytes; 0 if it was never checked.
    pub peak_memory: u64,
    /// Number of answers with a reported search depth.
    pub depths: u32,
    /// Sum of these depths.
    pub depth_sum: u64,
    /// Number of answers with a reported node count.
    pub node_counts: u32,
    /// Sum of these node counts.
    pub node_sum: u64,
}

impl GameSummary {
    /// Returns the points of contestant 0 or 1: 1, 1/2 or 0.
    #[must_use]
    pub fn score(&self, player: usize) -> f64 {
        self.outcome.score(side_of(player, self.first))
    }

    /// Returns the fault that ended the game; `None` if it ended by the rules.
    #[must_use]
    pub fn fault(&self) -> Option<Termination> {
        Termination::fault(&self.reason)
    }

    /// Returns the contestant, 0 or 1, who has lost by a fault.
    #[must_use]
    pub fn at_fault(&self) -> Option<usize> {
        self.fault()?;
        [0, 1].into_iter().find(|&player| self.score(player) == 0.0)
    }
}

impl Usage {
    /// Returns the usage of one answer.
    pub(crate) fn of_answer(took: Duration, log: &TurnLog) -> Usage {
        let report = log.report.unwrap_or_default();
        Usage {
            answers: 1,
            total: took,
            longest: took,
            cpu: log.cpu.unwrap_or_default(),
            peak_memory: 0,
            depths: u32::from(report.depth.is_some()),
            depth_sum: report.depth.unwrap_or_default().into(),
            node_counts: u32::from(report.nodes.is_some()),
            node_sum: report.nodes.unwrap_or_default(),
        }
    }

    /// Adds the usage in another game.
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

    /// Returns the mean wall time of an answer; zero if there are none.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total.checked_div(self.answers).unwrap_or_default()
    }

    /// Returns the mean reported depth; `None` if none was reported.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths > 0).then(|| self.depth_sum as f64 / f64::from(self.depths))
    }

    /// Returns the mean reported node count; `None` if none was reported.
    #[must_use]
    pub fn mean_nodes(&self) -> Option<f64> {
        (self.node_counts > 0).then(|| self.node_sum as f64 / f64::from(self.node_counts))
    }
}

/// Results in the form of game records.
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

/// Returns the side of contestant `player` in a game in which contestant `first` moves first.
pub(crate) fn side_of(player: usize, first: usize) -> Player {
    if player == first { Player::First } else { Player::Second }
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
