//! Options of `cargo cg relabel`: new scores for the positions of self-play games.

use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg relabel jungle --evaluator crates/games/jungle/src/network.rs
  cargo cg relabel jungle .cg/selfplay/first --evaluator network.txt --nodes 2000 -o .cg/second
  cargo cg train jungle .cg/second

A network learns from the scores of the searches that played the games. A search by a newer \
network scores the same positions better, without new games. Moves and results stay as they are, \
and so do the shards: those with the new scores are files in another folder.

After Ctrl-C, the same command resumes with the missing shards.";

/// Score the positions of self-play games again, by another evaluator
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Folders of shards [default: selfplay/GAME in the data folder]
    #[arg(value_name = "FOLDER")]
    pub shards: Vec<PathBuf>,
    /// Evaluation: hand (hand-crafted), nothing (only proven results count), material (piece
    /// count), or a network file
    #[arg(long, value_name = "NAME|FILE")]
    pub evaluator: String,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Output folder of the shards with the new scores [default: relabel/GAME in the data folder]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Print a summary as one JSON object
    #[arg(long)]
    pub json: bool,
}
