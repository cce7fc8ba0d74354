//! Options for training of a network.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use crate::values::Device;
use crate::values::share;

const EXAMPLES: &str = "\
Examples:
  cargo cg train breakthrough
  cargo cg train breakthrough .cg/selfplay/first .cg/selfplay/second --hidden 128 --epochs 20
  cargo cg train breakthrough --lambda 1 --second 16 -o .cg/train/second-layer

The folder of the result holds network.txt, which `--evaluator` and `cargo cg duel` take; network.rs,
the same for the sources of the bot, with what it was made from; network.f32, the same in floats;
loss.svg; and checkpoint. A training that was interrupted goes on when the same command is given
again, with the same result.

Positions that a search has proven, whose best move is noisy, or that have occurred before are left
out, and so are those near an end that every game comes to, as Jungle's last 48 plies. Each is seen as
it is or mirrored, by chance. One game of sixteen is kept aside, and the loss of its positions is what
counts.";

/// Train a network on games of self-play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// Folders of shards; .cg/selfplay/GAME unless told otherwise
    #[arg(value_name = "FOLDER")]
    pub data: Vec<PathBuf>,
    /// Units of the first layer, for each of the two players
    #[arg(long, value_name = "N", default_value = "64")]
    pub hidden: NonZeroUsize,
    /// Units of a second layer; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub second: usize,
    /// How often each position is seen
    #[arg(long, value_name = "N", default_value = "10")]
    pub epochs: NonZeroU32,
    /// Positions a step
    #[arg(long, value_name = "N", default_value = "4096")]
    pub batch: NonZeroUsize,
    /// The learning rate at the start; it falls to a hundredth along a cosine
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    pub rate: f64,
    /// Weight decay of AdamW
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub decay: f32,
    /// Share of a target that is what the search found, the rest being how the game ended; unless
    /// told otherwise what suits the game
    #[arg(long, value_name = "0..1", value_parser = share)]
    pub lambda: Option<f64>,
    /// Leave out so many plies at the start of each game
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub skip_plies: usize,
    /// Learn from positions under threat or whose best move is a capture as well
    #[arg(long)]
    pub keep_noisy: bool,
    /// Learn from a position as often as it occurs
    #[arg(long)]
    pub keep_duplicates: bool,
    /// Steps to 1 in the weights of the first layer: with fewer the text is shorter [default: the
    /// most that a network can have]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    pub steps: Option<i32>,
    /// What to train on
    #[arg(long, value_enum, default_value_t)]
    pub device: Device,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder of the result; .cg/train/GAME unless told otherwise
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
