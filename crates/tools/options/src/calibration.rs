//! Options of `cargo cg calibration`: calibration of beliefs about hidden pieces.

use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::format::Format;
use crate::player_choice::PlayerChoice;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg calibration stratego
  cargo cg calibration stratego --games 400 --nodes 2000 --seed 7 --picture calibration.svg
  cargo cg calibration stratego --against rules
  cargo cg calibration stratego games.jsonl.gz --player cmd:./other

Without files the bot plays games, and its own beliefs are compared. With records of games the \
bot watches both players and believes what it can know from the other side; --player and --side \
choose whose pieces count. So beliefs can be tested on players from whom the bot has not learned.

The first table shows the mean surprisal of the true rank of a hidden piece, in bits, for each \
source of knowledge together with all sources above it. Less is better: one bit less is twice the \
probability of the truth.

The second table groups beliefs by probability: the number of beliefs in the group, their mean \
probability, and how often they were true. Of the pieces that are believed to be a miner with \
30 %, 30 % should be miners.

The third table has the beliefs of 50 % and more, by rank: their mean probability, and how often \
they were true.

The fourth table has the attacks on hidden pieces: how probably the attacker was lost as its side \
believed, and how often it was lost. A side attacks where it believes in success, so it loses more \
attacks than it expects even if its beliefs on the whole are right.";

/// Compare the beliefs of a bot about hidden pieces with the truth
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("player", |player| player.requires("files")))]
#[command(mut_arg("side", |side| side.requires("files")))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Game records in place of games of the bot: one JSON object per line, plain or compressed
    /// with gzip
    #[arg(
        value_name = "FILE.jsonl[.gz]",
        conflicts_with_all = ["games", "nodes", "seed", "against"]
    )]
    pub files: Vec<PathBuf>,
    /// Players whose pieces are judged.
    #[command(flatten)]
    pub players: PlayerChoice,
    /// Number of games
    #[arg(long, value_name = "N", default_value = "200", value_parser = positive::<NonZeroU64>)]
    pub games: NonZeroU64,
    /// Nodes per move of the bot
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Opponent: a baseline player of the game [default: the bot itself]
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Write a chart of the second table to an SVG file
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
