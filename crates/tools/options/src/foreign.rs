//! Options of a foreign referee, which all commands that play matches have.

use std::num::NonZeroU64;

use clap::ValueEnum;

use crate::values::positive;

/// Foreign referee in place of the rules of a game.
#[derive(Debug, clap::Args)]
pub struct Foreign {
    /// Foreign referee: program that judges the games in place of the rules of this workspace, for
    /// example a jar for cg-brutaltester; {seed} in the command is replaced by the seed of the map
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["opening_plies", "book"])]
    pub referee: Option<String>,
    /// Protocol of the foreign referee
    #[arg(long, value_name = "PROTOCOL", default_value = "scores", requires = "referee")]
    pub referee_protocol: RefereeProtocol,
    /// Time limit of a whole game under a foreign referee, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "referee")]
    #[arg(value_parser = positive::<NonZeroU64>)]
    pub referee_limit: NonZeroU64,
}

/// Protocol of a foreign referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RefereeProtocol {
    /// The referee starts the players, which are its options -p1, -p2 and so on, and prints one
    /// score for each
    Scores,
    /// The arena starts the players and passes their lines to the referee (option -o of
    /// cg-brutaltester)
    Lines,
    /// As lines, with the seed of the map before the first line
    SeededLines,
}
