//! Games on file: one JSON object a line, plain or compressed with gzip.

mod error;
mod file;
mod verify;

use gamekit::Outcome;
use serde::{Deserialize, Serialize};

pub use error::RecordError;
pub use file::{Records, write_records};
pub use verify::{Mismatch, Verified, verify, verify_file};

use crate::{Game, Referee, Termination};

/// One game with everything that its referee has sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The source of whatever was random.
    pub seed: u64,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why the game ended, as [`Termination::reason`] says.
    pub reason: String,
    /// Who played: first and second player, with a `/` between.
    pub policy: String,
    /// Every turn.
    pub plies: Vec<Ply>,
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// 0 for the player who moves first in the game, 1 for the other.
    pub player: usize,
    /// Every line sent to that player.
    pub input: Vec<String>,
    /// The move; in a game lost by a foul, the last one is the line that lost it, or empty.
    #[serde(rename = "move")]
    pub mv: String,
}

impl Record {
    /// Writes down a game that was played with these answers, the one that lost it included.
    pub(crate) fn of_answers(
        game: &dyn Game,
        seed: u64,
        policy: String,
        answers: &[String],
        outcome: Outcome,
        termination: Termination,
    ) -> Record {
        let mut referee = game.referee();
        let plies = answers.iter().map(|answer| ply(referee.as_mut(), answer)).collect();
        Record {
            game: game.name().to_owned(),
            seed,
            result: outcome.to_string(),
            reason: termination.reason().to_owned(),
            policy,
            plies,
        }
    }
}

fn ply(referee: &mut dyn Referee, answer: &str) -> Ply {
    let ply =
        Ply { player: referee.to_move().index(), input: referee.prompt(), mv: answer.to_owned() };
    // A foul can only be the game's last answer, and nothing is asked of the referee behind it.
    let _ = referee.apply(answer);
    ply
}
