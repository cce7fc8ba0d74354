//! Options of `cargo cg games`: list of the games.

use crate::format::Format;

const EXAMPLES: &str = "\
Examples:
  cargo cg games
  cargo cg games --json

A game is listed with its judge and with the commands that not every game \
supports.";

/// List the games and what the tools can do with them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
