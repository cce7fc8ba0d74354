//! Options for comparison of beliefs with the truth.

use std::num::NonZeroU64;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg calibration stratego
  cargo cg calibration stratego --games 400 --nodes 2000 --seed 7 --picture calibration.svg
  cargo cg calibration stratego --against rules

The first table says how surprised a player is by what a hidden piece is, in bits: with what he knows
in each line and in those before it. Fewer are better; one bit less is twice the odds of the truth. The
second one says of beliefs between two odds how many there were, how sure they were on average, and
how often they were true: of the pieces that were thought to be a miner at 30 %, 30 % should be.";

/// Compare what a bot believes of what is hidden from it with the truth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "200")]
    pub games: NonZeroU64,
    /// Nodes of each of the bot's decisions
    #[arg(long, value_name = "N", default_value = "1000")]
    pub nodes: NonZeroU64,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// One of the game's own baselines as the opponent, rather than the bot itself
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Draw the second table as well, into an SVG file
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
