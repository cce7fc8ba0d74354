//! Options for ratings of a folder of bots.

use std::path::PathBuf;

use crate::conditions::Conditions;
use crate::players::with_players;

const EXAMPLES: &str = "\
Examples:
  cargo cg league breakthrough my-bots --games 200
  cargo cg league breakthrough my-bots --with bot --with uct --jobs 2

Every file of the folder that ends in .rs or may be executed is a player under its own name. Who is
known from the fewest games plays next, against somebody for whom the result would tell much. Ratings
are Glicko on Elo's scale, from all games of the league: its store, league.db, lies in the folder unless
--store names another. A program that changes begins anew. Ctrl-C ends with the table so far.";

/// Rate the bots of a folder against each other
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// The game
    pub game: String,
    /// The folder with the bots
    pub folder: PathBuf,
    /// How many games to play now, in pairs; 0 shows the table
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u32,
    /// One more player
    #[arg(long = "with", value_name = "PLAYER")]
    pub others: Vec<String>,
    /// Conditions of the games, and the store.
    #[command(flatten)]
    pub conditions: Conditions,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
