//! Options of `cargo cg scaling`: the strength of networks by the number of games and samples.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use clap::value_parser;

use crate::training::TrainingOptions;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg scaling breakthrough --opponent hand
  cargo cg scaling jungle .cg/selfplay/first --opponent .cg/train/jungle/network.txt --passes 1,4

Would more games make a network stronger, or more steps of training? For each share of the \
shards, each number of samples and each seed, a network is trained and plays the opponent. The \
samples are counted in passes over all games: a network that is trained on a quarter of them sees \
each position four times as often. If the shares differ at the greatest number of samples, more \
games help; if the curve of a share still rises, more samples do.

The output folder holds scaling.svg (the curves), scaling.json (all results) and the networks. \
Ctrl-C ends the run early with the results so far. After that or a power failure, the same \
command resumes it.";

/// Measure how the strength of a network grows with games and samples
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Opponent of every network: hand (hand-crafted evaluation), nothing (only proven results
    /// count), material (piece count), or a network file
    #[arg(long, value_name = "NAME|FILE")]
    pub opponent: String,
    /// Shares of the shards in percent, each from 1 to 100
    #[arg(long, value_name = "PERCENT,...", value_delimiter = ',', default_value = "25,50,100",
          value_parser = value_parser!(u32).range(1..=100))]
    pub shares: Vec<u32>,
    /// Numbers of samples, in passes over all games, each from 1 to 100000
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "1,4,16",
          value_parser = value_parser!(u32).range(1..=100_000))]
    pub passes: Vec<u32>,
    /// Number of networks for each share and number of samples, with seeds from 1
    #[arg(long, value_name = "N", default_value = "2", value_parser = positive::<NonZeroU32>)]
    pub seeds: NonZeroU32,
    /// Options of each training.
    #[command(flatten)]
    pub training: TrainingOptions,
    /// Games of each network, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "2000", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Nodes per move in these games
    #[arg(long, value_name = "N", default_value = "3000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Output folder [default: scaling/GAME in the data folder]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
}
