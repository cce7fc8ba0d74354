//! Options of `cargo cg train`: training of a network on self-play games.

use std::num::NonZeroU32;
use std::path::PathBuf;

use crate::training::TrainingOptions;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg train breakthrough
  cargo cg train breakthrough .cg/selfplay/first .cg/selfplay/second --hidden 128 --epochs 20
  cargo cg train breakthrough --lambda 1 -o .cg/train/lambda-1

The output folder holds network.txt (for `--evaluator` and `cargo cg duel`), network.rs (the same \
network for the source code of the bot, with its provenance), network.f32 (the same network in \
floats), loss.svg and checkpoint. When an interrupted training is started again with the same \
command, it resumes from the checkpoint, with the same result.

The training skips positions with a proven result, those under threat or with a best move that \
quiescence search tries, those that have occurred before, and those near an end that every game \
comes to, such as the last 48 plies of Jungle. Each position is used as it is or mirrored, at \
random. One game in sixteen is held out: the loss on these validation games is the one that \
counts.";

/// Train a network on self-play games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value = "10", value_parser = positive::<NonZeroU32>)]
    pub epochs: NonZeroU32,
    /// Start with the network of another training instead of random numbers (fine-tuning): its
    /// network.f32, or the text of a network
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Options of the training.
    #[command(flatten)]
    pub training: TrainingOptions,
    /// Quantisation steps per 1.0 of a first-layer weight; fewer make a shorter text [default: the
    /// maximum]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    pub steps: Option<i32>,
    /// Train with the first layer rounded to --steps (quantisation-aware training), for very few
    /// steps, such as 8
    #[arg(long, requires = "steps")]
    pub quantisation_aware: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output folder [default: train/GAME in the data folder]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
