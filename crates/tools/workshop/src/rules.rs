//! Rules of a match: those of a game of the registry, or those of a foreign referee.

use std::num::NonZeroU64;

use anyhow::Context;
use arena::{CommandLine, ForeignReferee, RefereeProtocol};
use options::foreign::{self, Foreign};
use registry::{Game, UnknownGame, game};

/// Rules of a match.
pub(crate) enum Rules {
    /// Those of a game of the registry.
    Game(&'static dyn Game),
    /// Those of a foreign referee.
    Foreign {
        /// Name of the game in reports. A game of the registry with this name has given its bot,
        /// and nothing else.
        name: String,
        /// The referee.
        referee: ForeignReferee,
    },
}

/// Name of a game that the user does not name.
const NAMELESS: &str = "foreign";

impl Rules {
    /// Returns the rules that the options request.
    pub(crate) fn of(name: Option<&str>, options: &Foreign) -> anyhow::Result<Rules> {
        let Some(command) = &options.referee else {
            return Ok(Rules::Game(game(name.unwrap_or_default())?));
        };
        let command = CommandLine::parse(command).context("--referee")?;
        let protocol = match options.referee_protocol {
            foreign::RefereeProtocol::Scores => RefereeProtocol::Scores,
            foreign::RefereeProtocol::Lines => RefereeProtocol::Lines,
            foreign::RefereeProtocol::SeededLines => RefereeProtocol::SeededLines,
        };
        let limit_s = NonZeroU64::get(options.referee_limit);
        let name = name.unwrap_or(NAMELESS).to_owned();
        Ok(Rules::Foreign { name, referee: ForeignReferee { command, protocol, limit_s } })
    }

    /// Returns the name of the game.
    pub(crate) fn name(&self) -> &str {
        match self {
            Rules::Game(game) => game.name(),
            Rules::Foreign { name, .. } => name,
        }
    }

    /// Returns the game of the registry whose bots can play.
    pub(crate) fn game_of_bots(&self) -> Result<&'static dyn Game, UnknownGame> {
        match self {
            Rules::Game(game) => Ok(*game),
            Rules::Foreign { name, .. } => game(name),
        }
    }

    /// Returns the foreign referee.
    pub(crate) fn referee(&self) -> Option<&ForeignReferee> {
        match self {
            Rules::Game(_) => None,
            Rules::Foreign { referee, .. } => Some(referee),
        }
    }
}
