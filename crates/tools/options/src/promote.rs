//! Options of `cargo cg promote`: the match in which a network replaces the network of the bot.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg promote breakthrough
  cargo cg promote breakthrough .cg/train/wide/network.rs --games 1000
  cargo cg promote jungle --against hand --sprt -20 0

The network plays against the current network of the bot, with the same search, in game pairs, at \
the time per move of the bot at its judge. The match is an SPRT of normalized Elo with alpha and \
beta of 0.05. As soon as H1 is accepted, the network is written into the source code of the bot, \
with a line about this match; otherwise nothing is written.

Exit codes: 0 if the network is promoted, 1 if it is not, 130 after Ctrl-C.";

/// Test a trained network against the bot's own, and write it into the bot if it is stronger
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// File network.rs of a training run [default: train/GAME/network.rs in the data folder]
    #[arg(value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// Opponent: hand, nothing, material, or a network file [default: the network of the bot, or
    /// hand if it has none]
    #[arg(long, value_name = "NAME|FILE")]
    pub against: Option<String>,
    /// Time per move in milliseconds [default: the time that the bot takes at its judge]
    #[arg(long, value_name = "MS", value_parser = positive::<NonZeroU64>)]
    pub time: Option<NonZeroU64>,
    /// Maximum number of games, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "400", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Elo differences under H0 and H1 (normalized Elo)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    #[arg(default_values_t = [0.0, 20.0])]
    pub sprt: Vec<f64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
