//! Options for the match that makes a network the bot's.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg promote breakthrough
  cargo cg promote breakthrough .cg/train/wide/network.rs --games 1000
  cargo cg promote jungle --against hand --sprt -20 0

The network plays the one that the bot has, on the same search, from paired openings, for as long as
the bot thinks about a move at its judge. As soon as a sequential test of normalized Elo, with five
percent of error either way, finds it stronger, its source becomes the bot's, with a line of this match
in it; otherwise nothing is written. Exit code 0: promoted. 1: not.";

/// Let a trained network play the bot's own, and give it to the bot if it is stronger
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// The network.rs of a training; .cg/train/GAME/network.rs unless told otherwise
    #[arg(value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// Whom it plays: hand, nothing, material, or the file of a network; the bot's own network unless
    /// told otherwise, and `hand` if it has none
    #[arg(long, value_name = "NAME|FILE")]
    pub against: Option<String>,
    /// Milliseconds per move; what the bot takes at its judge unless told otherwise
    #[arg(long, value_name = "MS")]
    pub time: Option<NonZeroU64>,
    /// How many games at most; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "400")]
    pub games: NonZeroU32,
    /// Promote what is stronger by ELO1, refuse what is stronger by ELO0 only
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    #[arg(default_values_t = [0.0, 20.0])]
    pub sprt: Vec<f64>,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
