//! Resources that a player has used in a game.

use std::time::Duration;

use registry::TurnLog;
use serde::{Deserialize, Serialize};

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

impl Usage {
    /// Returns the usage of one answer.
    #[must_use]
    pub fn of_answer(took: Duration, log: &TurnLog) -> Usage {
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
