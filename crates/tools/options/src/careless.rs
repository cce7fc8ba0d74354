//! Options of `cargo cg careless`: recorded moves compared with the bot's choices.

use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::format::Format;
use crate::player_choice::PlayerChoice;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg export -o games.jsonl.gz
  cargo cg careless stratego games.jsonl.gz --player rules
  cargo cg careless stratego games.jsonl.gz --side first --rank major --nodes 20000 --json

The table has a line for each kind of careless moves: the number of such moves in the records, \
and how many the bot would make in the same positions, where it knows what the player knew. In \
Stratego they are attacks of a high piece on a hidden piece that has not moved, unless the attack \
must succeed, and steps that leave a high piece beside a known enemy piece which beats it, \
although another step would have saved it. A piece counts as left even if another piece of its \
side would take back.

The same node limit gives the same choices again. --json adds every such move with the bot's \
choice.";

/// Compare careless moves in recorded games with the moves of the bot in the same positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Game records: one JSON object per line, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE.jsonl[.gz]")]
    pub files: Vec<PathBuf>,
    /// Players whose moves are examined.
    #[command(flatten)]
    pub players: PlayerChoice,
    /// Nodes per move of the bot
    #[arg(long, value_name = "N", default_value = "100000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Lowest rank of a high piece, by its English name [default: colonel]
    #[arg(long, value_name = "NAME")]
    pub rank: Option<String>,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
