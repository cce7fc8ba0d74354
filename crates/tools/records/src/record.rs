//! Record of one game, as one line of a record file holds it.

use std::time::Duration;

use gamekit::{Outcome, Player};
use registry::{Report, TurnLog};
use serde::{Deserialize, Serialize};

use crate::judgement::Judgement;

/// Record of one game, with all lines that the referee has sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Seed of all randomness.
    pub seed: u64,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Reason for the end of the game, as in
    /// [`Termination::reason`](registry::Termination::reason).
    pub reason: String,
    /// Names of the first and the second player, and of all further ones, with a `/` between them.
    pub policy: String,
    /// All turns.
    pub plies: Vec<Ply>,
    /// The last lines for the first and the second player, after their last answers. Absent if the
    /// judge ends programs without further lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub farewell: Option<[Vec<String>; 2]>,
    /// Judgement of a foreign referee. The game has no rules here, and cannot be replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// One turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The player: 0 for the one who moves first in the game, 1 for the other; under a foreign
    /// referee the seat.
    pub player: usize,
    /// All lines sent to the player.
    pub input: Vec<String>,
    /// The move, or the moves of one line with nothing between them. In a game lost by a foul, the
    /// last entry is the line that lost it; in one lost without an answer, it is empty.
    #[serde(rename = "move")]
    pub mv: String,
    /// Details of the answer. Absent in the records of the official referees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnRecord>,
}

/// Details of an answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TurnRecord {
    /// The whole line of output; absent if none came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// Microseconds from the flush of the input to the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_us: Option<u64>,
    /// Microseconds of processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// Text that the program wrote to standard error, up to the judge's caps.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The player's own report of its search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
}

impl Record {
    /// Maximum length of a record's text, in bytes: more than the longest game of any known
    /// referee takes, with every answer and every message as long as its judge allows.
    pub const MAX_BYTES: u64 = 64 << 20;

    /// Returns the result; `None` if its text is not that of a result.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw]
            .into_iter()
            .find(|outcome| outcome.to_string() == self.result)
    }

    /// Returns the record in the form of the official referees: without the details of the answers.
    #[must_use]
    pub fn bare(mut self) -> Record {
        for ply in &mut self.plies {
            ply.turn = None;
        }
        self
    }
}

impl TurnRecord {
    /// Returns the details of an answer that has taken the time `took`.
    #[must_use]
    pub fn new(output: Option<&str>, took: Option<Duration>, log: TurnLog) -> TurnRecord {
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
