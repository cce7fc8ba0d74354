//! Options for conditions of any form of match.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// How any match is played.
#[derive(Debug, clap::Args)]
pub struct Conditions {
    /// Nodes per move in place of the clock, for players that can count them: the match then does
    /// not depend on the machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// The source of openings and of the players' seeds [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// How many games run at once
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Milliseconds by which every answer may be late, for machines that are not quiet; a clock for
    /// the whole game gets them once
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub margin: u64,
    /// Bind both programs of a game to one core, each game's to another
    #[arg(long)]
    pub pin: bool,
    /// Random openings of so many plies in place of the game's book
    #[arg(long, value_name = "N", conflicts_with = "book")]
    pub opening_plies: Option<usize>,
    /// Openings from a file in place of the game's book: one a line, moves with `;` between them
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// The file that keeps every game [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
