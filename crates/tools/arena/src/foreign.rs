//! Foreign referees: programs that judge games of which this workspace has no rules. Plain values.

use serde::{Deserialize, Serialize};

use crate::agent::CommandLine;

/// Foreign referee: a program that speaks a referee protocol of cg-brutaltester.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForeignReferee {
    /// The command line. `{seed}` in it is replaced by the seed of the game's map.
    pub command: CommandLine,
    /// The protocol.
    pub protocol: RefereeProtocol,
    /// Limit of the time of a whole game, in seconds.
    pub limit_s: u64,
}

/// Protocol of a foreign referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeProtocol {
    /// The referee starts the players, whose command lines are its arguments `-p1`, `-p2` and so
    /// on, and prints a score for each.
    Scores,
    /// The old mode of cg-brutaltester: the arena starts the players and passes lines between them
    /// and the referee, which ends the game with the order of the players.
    Lines,
    /// As [`RefereeProtocol::Lines`], with the seed of the map in the first line.
    SeededLines,
}

impl ForeignReferee {
    /// Returns whether the referee gets the seed of the map.
    #[must_use]
    pub fn takes_seed(&self) -> bool {
        self.protocol == RefereeProtocol::SeededLines || self.command.takes_seed()
    }
}
