//! Options of `cargo cg learn`: generations of self-play and training.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::PossibleValue;

use crate::queue::QueuedPlan;
use crate::values::{Device, positive, share};

const EXAMPLES: &str = "\
Examples:
  cargo cg learn breakthrough --hours 0.2
  cargo cg learn breakthrough --hours 8 --from hand --hidden 128 --nodes 2000
  cargo cg learn breakthrough --hours 8 --from present --write

Each generation plays self-play games with the current network, trains a new network on them and \
on the games of the two generations before, and plays a match between the new and the current \
network, with the same search and the same nodes per move. If an SPRT accepts the new network as \
stronger, it becomes the current one. While no network has been accepted in a run that starts \
with `nothing`, self-play uses the newest network, accepted or not.

All results are kept in the output folder. After Ctrl-C or a power failure, the same command \
resumes the run; with a larger --hours it continues a finished run.

Exit codes: 0 if a network has been accepted, 1 if none has, 130 after Ctrl-C.";

/// Learn a network by repeated self-play and training
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Time budget in hours, more than 0, across interruptions
    #[arg(long, value_name = "HOURS", value_parser = hours)]
    pub hours: f64,
    /// Evaluation of the first generation
    #[arg(long, value_name = "EVALUATION", default_value = "nothing", value_parser = starts())]
    pub from: String,
    /// Nodes per move, in self-play and in the match
    #[arg(long, value_name = "N", default_value = "400", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "500", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Neurons of the hidden layer, for each of the two players
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive::<NonZeroUsize>)]
    pub hidden: NonZeroUsize,
    /// Weight of the search score in the training target, from 0 to 1; the rest is the weight of
    /// the game result [default: depends on the game]
    #[arg(long, value_name = "FRACTION", value_parser = share)]
    pub lambda: Option<f64>,
    /// Device for training; self-play runs on the CPU
    #[arg(long, value_enum, default_value_t)]
    pub device: Device,
    /// Random seed; the time budget decides how many games are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output folder of the run [default: learn/GAME in the data folder]
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Queue of the self-play shards; training and match stay on this machine.
    #[command(flatten)]
    pub queued: QueuedPlan,
    /// Write each accepted network into the source code of the bot
    #[arg(long)]
    pub write: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Returns the values of `--from`.
fn starts() -> [PossibleValue; 3] {
    [
        PossibleValue::new("nothing").help("No evaluation: only proven results count"),
        PossibleValue::new("hand").help("The hand-crafted evaluation of the bot"),
        PossibleValue::new("present").help("The network of the bot"),
    ]
}

fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if f64::is_finite(hours) && hours > 0.0 => Ok(hours),
        _ => Err("expected a number above 0".to_owned()),
    }
}
