//! Options for generations of self-play and training.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::values::Device;
use crate::values::share;

const EXAMPLES: &str = "\
Examples:
  cargo cg learn breakthrough --hours 0.2
  cargo cg learn breakthrough --hours 8 --from hand --hidden 128 --nodes 2000
  cargo cg learn breakthrough --hours 8 --from present --write

A generation plays games with the present network, trains another one on them and on those of the two
generations before, and lets it play the present one, on the same search with the same nodes. If a
sequential test finds it stronger, it is the present one from then on. As long as the present one is
`nothing`, games are played with the last network whether it has passed or not. Everything is kept in
a folder; given again after Ctrl-C or a power cut, the command goes on, and with more hours it goes
further. Exit code 0: a network has passed. 1: none has.";

/// Learn a network, generation by generation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// How long it may take, in hours, with what an interrupted run has already taken
    #[arg(long, value_name = "H", value_parser = hours)]
    pub hours: f64,
    /// What to begin with: nothing (no opinion of positions), hand (the evaluation by hand) or
    /// present (the bot's network)
    #[arg(long, value_name = "WHAT", default_value = "nothing")]
    #[arg(value_parser = ["nothing", "hand", "present"])]
    pub from: String,
    /// Nodes per move, in self-play and in the match
    #[arg(long, value_name = "N", default_value = "400")]
    pub nodes: NonZeroU64,
    /// Games per shard
    #[arg(long, value_name = "N", default_value = "500")]
    pub games: NonZeroU32,
    /// Units of the first layer, for each of the two players
    #[arg(long, value_name = "N", default_value = "64")]
    pub hidden: NonZeroUsize,
    /// Units of a second layer; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub second: usize,
    /// Share of a target that is what the search found, the rest being how the game ended; unless
    /// told otherwise what suits the game
    #[arg(long, value_name = "0..1", value_parser = share)]
    pub lambda: Option<f64>,
    /// What to train on; the games are played on the processor
    #[arg(long, value_enum, default_value_t)]
    pub device: Device,
    /// The source of all randomness; how many games there are depends on the machine's speed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder of the run; .cg/learn/GAME unless told otherwise
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Write each network that has passed into the source of the bot
    #[arg(long)]
    pub write: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if f64::is_finite(hours) && hours > 0.0 => Ok(hours),
        _ => Err("expected a number above 0".to_owned()),
    }
}
