//! Games on file: one JSON object a line, plain or compressed with gzip.

mod error;
mod file;
mod verify;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use error::RecordError;
pub use file::{Records, write_records};
pub use verify::{Mismatch, Verified, verify, verify_file};

use crate::agent::{Report, TurnLog};

/// One game with everything that its referee has sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The source of whatever was random.
    pub seed: u64,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why the game ended, as [`Termination::reason`](crate::Termination::reason) says.
    pub reason: String,
    /// Who played: first and second player, with a `/` between.
    pub policy: String,
    /// Every turn.
    pub plies: Vec<Ply>,
    /// What the first and the second player were told at the end, behind their last answers. Absent
    /// where the judge ends programs without a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub farewell: Option<[Vec<String>; 2]>,
}

/// One turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// 0 for the player who moves first in the game, 1 for the other.
    pub player: usize,
    /// Every line sent to that player.
    pub input: Vec<String>,
    /// The move, or the moves of one line with nothing between them; in a game lost by a foul, the last one is the line that lost it, or empty.
    #[serde(rename = "move")]
    pub mv: String,
    /// How the answer came about. The official referees' records do without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnRecord>,
}

/// How an answer came about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnRecord {
    /// The whole line of output; absent when none came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// Microseconds from the flush of the input to the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// Microseconds of processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// What the program wrote on standard error, as much as the judge keeps.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// What the player reported of its search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

impl Record {
    /// Returns the record as official referees write it: without how the answers came about.
    #[must_use]
    pub fn bare(mut self) -> Record {
        for ply in &mut self.plies {
            ply.turn = None;
        }
        self
    }
}

impl TurnRecord {
    pub(crate) fn new(output: Option<&str>, took: Option<Duration>, log: TurnLog) -> TurnRecord {
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        TurnRecord {
            output: output.map(str::to_owned),
            time_us: took.map(microseconds),
            cpu_us: log.cpu.map(microseconds),
            stderr: log.stderr,
            report: log.report,
        }
    }
}
