//! Options for self-play shards.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg selfplay breakthrough --shards 20
  cargo cg selfplay breakthrough --evaluator nothing --nodes 400 -o .cg/selfplay/first
  cargo cg selfplay breakthrough --seed 101 --shards 100 -o .cg/selfplay/breakthrough

A shard is a file of games that follows, bit for bit, from its evaluator, nodes and seed, on whatever
machine. A run is a folder of shards with seeds one after the other: started again it plays those that
are missing. Shards of other seeds, evaluators and nodes may be put beside them, in any order. Games
end as the rules have it, or as soon as a search has proven their result.";

/// Play games of a bot against itself, for a network to learn from
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// Who judges positions: hand, nothing, material, or the file of a network
    #[arg(long, value_name = "NAME|FILE", default_value = "hand")]
    pub evaluator: String,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000")]
    pub nodes: NonZeroU64,
    /// How many shards
    #[arg(long, value_name = "N", default_value = "10")]
    pub shards: NonZeroU32,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "1000")]
    pub games: NonZeroU32,
    /// The seed of the first shard; the next ones have the next seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder of the shards; .cg/selfplay/GAME unless told otherwise
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
