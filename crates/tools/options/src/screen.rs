//! Options of `cargo cg screen`: candidates that are tested one after another.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use crate::format::Format;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg screen breakthrough candidates.txt
  cargo cg screen breakthrough candidates.txt --long
  cargo cg screen lines-of-action candidates.txt --nodes 3000 --games 4000 --sprt 0 10

The file has one candidate on each line: search parameters, an evaluation, or both. Lines that \
begin with # are comments:

  futility_margin=60
  razoring_depth=0 razoring_margin=150
  evaluator=.cg/train/breakthrough/network.txt

Each candidate plays against the base, which is the bot unless --evaluator names another \
evaluation, in one process, until its SPRT (normalized Elo, alpha and beta 0.05) has decided or \
--games are played. --short, the default, is a test of small gains: 5000 nodes a move, 0 against 5 \
Elo, up to 30000 games. --long is a test that a change does not lose: the time that the bot takes \
at its judge, -10 against 0 Elo, up to 2000 games. Single options change a preset.

Results are kept in the data folder after every 32 games, under everything that they depend on: \
the program, the candidate, the base and the conditions. So the command can be killed at any time; \
the same command resumes, with the same result, and candidates that are added to the file later do \
not repeat the others. It prints a table in Markdown. Two commits are compared by `cargo cg sprt`.

Exit codes: 0 if H1 is accepted for a candidate, 1 if for none, 130 after Ctrl-C.";

/// Test candidates for the search or the evaluation one after another, each by an SPRT
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// File of candidates, one per line
    #[arg(value_name = "FILE")]
    pub candidates: PathBuf,
    /// Evaluation of the base: hand, nothing, material, or a network file [default: that of the
    /// bot]
    #[arg(long, value_name = "NAME|FILE")]
    pub evaluator: Option<String>,
    /// Test of small gains, with a fixed number of nodes; the default
    #[arg(long, conflicts_with = "long")]
    pub short: bool,
    /// Test that a change does not lose, at the judge's time
    #[arg(long)]
    pub long: bool,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    pub nodes: Option<NonZeroU64>,
    /// Time per move in milliseconds, instead of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = positive::<NonZeroU64>)]
    pub time: Option<NonZeroU64>,
    /// Maximum number of games of a candidate, rounded up to whole pairs
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU32>)]
    pub games: Option<NonZeroU32>,
    /// SPRT: Elo differences under H0 and H1 (normalized Elo)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
