//! Conditions of the games, which all commands that play matches have as options: limits, seed,
//! concurrency, openings and the store.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::foreign::Foreign;
use crate::values::{SandboxMode, positive};

/// Conditions of the games of a match.
#[derive(Debug, clap::Args)]
pub struct Conditions {
    /// Nodes per move instead of the clock, for players that can count nodes; the same match on
    /// every machine
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    pub nodes: Option<NonZeroU64>,
    /// Random seed of the openings and of the players [default: a new seed for each match]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Concurrency: number of games that run at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive::<NonZeroUsize>)]
    pub jobs: NonZeroUsize,
    /// Time margin in milliseconds by which each answer may exceed its limit, for machines with
    /// other load; one clock for the whole game gets the margin once
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub margin: u64,
    /// Pin both programs of a game to one core, and concurrent games to different cores
    #[arg(long)]
    pub pin: bool,
    /// Sandbox of the programs that play
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub sandbox: SandboxMode,
    /// Length in plies of random openings, which replace the opening book of the game
    #[arg(long, value_name = "N", conflicts_with = "book")]
    pub opening_plies: Option<usize>,
    /// Opening book that replaces the one of the game: one opening per line, moves separated by
    /// `;`
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Test positions from which the games start, in place of openings: each is played twice, with
    /// colours swapped; the format is that of `cargo cg suite`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["book", "opening_plies", "referee"])]
    pub positions: Option<PathBuf>,
    /// Foreign referee.
    #[command(flatten)]
    pub foreign: Foreign,
    /// Database that stores every game [default: arena.db in the data folder, or league.db for a
    /// league]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
