//! Options of `cargo cg duel`: a match between two evaluations or searches in one process.

use std::num::{NonZeroU32, NonZeroU64};

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg duel breakthrough --p1 hand --p2 material
  cargo cg duel breakthrough --p1 .cg/train/breakthrough/network.txt --p2 hand --nodes 5000
  cargo cg duel breakthrough --p1 hand --p2 material --time 80 --sprt 0 20
  cargo cg duel jungle --p1 hand --p2 hand --p1-set futility_margin=200 --p1-set razoring_depth=0
  cargo cg duel stratego --p1 hand --p2 hand --p1-set reverse_futility_margin=150 --nodes 6000

Both players use the same heuristics, move ordering and proof rules; they differ in the \
evaluation or in the search. Games are played in pairs, from openings of the opening book with \
colours swapped, and end as soon as a search has proven the result. In Stratego both players are \
the bot, with `hand` as its only evaluation, and each pair has two setups of the bot. With --time \
both games of a pair run on one core, so that other load on the machine affects both players alike.

With --sprt the duel ends as soon as the SPRT (normalized Elo, alpha and beta 0.05) accepts H0 or \
H1.

Exit codes with --sprt: 0 if H1 is accepted (p1 is stronger by ELO1), 1 if H0 is accepted or the \
test is undecided. 130 after Ctrl-C.";

/// Play a match between two evaluations, or two searches, in one process
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// First player: hand (hand-crafted evaluation), nothing (only proven results count),
    /// material (piece count), or a network file
    #[arg(long, value_name = "NAME|FILE")]
    pub p1: String,
    /// Second player, as --p1
    #[arg(long, value_name = "NAME|FILE")]
    pub p2: String,
    /// Search parameter of the first player; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    pub p1_set: Vec<(String, i32)>,
    /// Search parameter of the second player; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = tunable)]
    pub p2_set: Vec<(String, i32)>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Time per move in milliseconds, instead of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = positive::<NonZeroU64>)]
    pub time: Option<NonZeroU64>,
    /// Number of games, with --sprt the maximum, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "200", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// SPRT: Elo differences under H0 and H1 (normalized Elo)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Parses `NAME=VALUE`.
fn tunable(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|_| "expected a whole number behind the `=`")?;
    Ok((name.to_owned(), value))
}
