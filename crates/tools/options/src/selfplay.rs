//! Options of `cargo cg selfplay`: self-play games as training data, in shards.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use crate::queue::QueuedPlan;
use crate::values::{positive, range};

const EXAMPLES: &str = "\
Examples:
  cargo cg selfplay breakthrough --shards 20
  cargo cg selfplay breakthrough --evaluator nothing --nodes 400 -o .cg/selfplay/first
  cargo cg selfplay breakthrough --seed 101 --shards 100 -o .cg/selfplay/breakthrough

A shard is a file of games. It is determined bit for bit by its evaluator, nodes, opening plies \
and seed, on every machine. A run writes a folder of shards with consecutive seeds; when the \
command is repeated, it plays the missing shards only. Shards with other seeds, evaluators or \
nodes may be added to the folder, in any order.

A game ends by the rules, or as soon as a search has proven its result.";

/// Play self-play games as training data for a network
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Evaluation: hand (hand-crafted), nothing (only proven results count), material (piece
    /// count), or a network file
    #[arg(long, value_name = "NAME|FILE", default_value = "hand")]
    pub evaluator: String,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Number of random plies at the start of a game, drawn from MIN to MAX; with more plies more
    /// games start unbalanced [default: 4-10]
    #[arg(long, value_name = "MIN-MAX", value_parser = range)]
    pub opening_plies: Option<(u8, u8)>,
    /// Number of shards
    #[arg(long, value_name = "N", default_value = "10", value_parser = positive::<NonZeroU32>)]
    pub shards: NonZeroU32,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Random seed of the first shard; the following shards have the following seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output folder of the shards [default: selfplay/GAME in the data folder]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Queue of the shards.
    #[command(flatten)]
    pub queued: QueuedPlan,
    /// Print a summary as one JSON object
    #[arg(long)]
    pub json: bool,
}
