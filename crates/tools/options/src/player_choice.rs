//! Choice of players in recorded games.

use clap::ValueEnum;

/// The players of recorded games that a command examines.
#[derive(Debug, clap::Args)]
pub struct PlayerChoice {
    /// Examine the player with this name in the records [default: all players]
    #[arg(long, value_name = "NAME", requires = "files")]
    pub player: Option<String>,
    /// Examine one side [default: both]
    #[arg(long, requires = "files")]
    pub side: Option<Side>,
}

/// Side in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    /// The player who moves first
    First,
    /// The player who moves second
    Second,
}
