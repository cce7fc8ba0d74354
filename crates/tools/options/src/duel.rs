//! Options for matches of two evaluations or searches in one process.

use std::num::{NonZeroU32, NonZeroU64};

const EXAMPLES: &str = "\
Examples:
  cargo cg duel breakthrough --p1 hand --p2 material
  cargo cg duel breakthrough --p1 .cg/train/breakthrough/network.txt --p2 hand --nodes 5000
  cargo cg duel breakthrough --p1 best-first:hand --p2 hand --time 80 --sprt 0 20
  cargo cg duel jungle --p1 hand --p2 hand --p1-set futility_margin=200 --p1-set razoring_depth=0

Both players have the same rules of thumb, ordering and proofs; what they think of a position differs, or
how they search. Games come in pairs, from openings of the game's book with colours swapped, and end as
soon as a search has proven the result. With --time the players are timed alike whatever else the
machine does, since each pair of games is played on one core.

With --sprt the duel ends as soon as a sequential test of normalized Elo, with five percent of error either
way, has decided. Exit code 0: p1 is stronger by the second number. 1: only by the first, or undecided.";

/// Let two evaluations, or two ways to search, play each other
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// The first player: hand, nothing, material, or the file of a network; behind `best-first:` if it
    /// searches best-first, not as the bots do
    #[arg(long, value_name = "NAME|FILE")]
    pub p1: String,
    /// The second player
    #[arg(long, value_name = "NAME|FILE")]
    pub p2: String,
    /// A tunable of the first player's search and its value; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    pub p1_set: Vec<(String, i32)>,
    /// A tunable of the second player's search
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    pub p2_set: Vec<(String, i32)>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000")]
    pub nodes: NonZeroU64,
    /// Milliseconds per move, in place of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time: Option<NonZeroU64>,
    /// How many games; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "200")]
    pub games: NonZeroU32,
    /// End when it is known whether the first player is stronger by ELO1, or by ELO0 only
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reads `name=value`.
fn tunable(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| "expected a whole number behind the `=`")?;
    Ok((name.to_owned(), value))
}
