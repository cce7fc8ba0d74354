//! Options of `cargo cg league`: a rating list of the bots in a folder.

use std::num::NonZeroU32;
use std::path::PathBuf;

use crate::conditions::Conditions;
use crate::format::Format;
use crate::players::with_players_and_revisions;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg league breakthrough my-bots --games 200
  cargo cg league breakthrough my-bots --with bot --with uct --jobs 2

Every file of the folder that ends in .rs or is executable is a player under its file name. The \
player with the fewest games plays next, against an opponent for which the result is most \
informative. Ratings are Glicko ratings on the Elo scale, computed from all games of the league. \
A program that has changed starts as a new player.

The games are stored in league.db in the folder, unless --store names another file. Ctrl-C ends \
the run and prints the rating list so far.";

/// Rate the bots of a folder against each other
#[derive(Debug, clap::Args)]
#[command(after_help = with_players_and_revisions(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`; under a foreign referee any name, which reports
    /// show
    pub game: String,
    /// Folder of the bots
    pub folder: PathBuf,
    /// Number of games to play in this run, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Additional player; may be repeated
    #[arg(long = "with", value_name = "PLAYER")]
    pub others: Vec<String>,
    /// Conditions of the games, and the store.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
