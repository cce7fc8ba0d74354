//! Options of `cargo cg tune`: tuning of evaluation weights and of search parameters.

use std::path::PathBuf;

use crate::queue::QueuedPlan;
use crate::values::share;

const EXAMPLES: &str = "\
Examples:
  cargo cg tune lines-of-action fit --games 4000 --groups
  cargo cg tune jungle fit --games 8000 --blend 0.7 --write
  cargo cg tune breakthrough climb --pairs 20000 --write
  cargo cg tune stratego climb --pairs 4000 --nodes 2000 --write
  cargo cg tune breakthrough search --evaluator .cg/train/breakthrough/network.txt --pairs 2000

The same options give the same values on every machine. Confirm the gain in playing strength with \
a match between the bot before and after `--write`.

Ctrl-C ends `climb` and `search` early: they print the values of the pairs that they have played, \
and write nothing to the source code. After Ctrl-C or a power failure, the same command resumes \
the run; of a complete run it plays nothing again.

Search parameters (tunables) are set by hand in `settings.rs`; `cargo cg duel --p1-set NAME=VALUE` \
tests a value without a change of the source code.";

/// Tune the weights of an evaluation, or the parameters of the search, by self-play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Tuning method.
    #[command(subcommand)]
    pub way: Way,
}

/// Tuning method, with its options.
#[derive(Debug, clap::Subcommand)]
pub enum Way {
    /// Fit the weights to search scores and results of self-play games; takes minutes
    Fit {
        /// Number of self-play games
        #[arg(long, value_name = "N", default_value_t = 4000)]
        games: u32,
        /// Weight of the search score in the target of a position, from 0 to 1; the rest is the
        /// weight of the game result
        #[arg(long, value_name = "FRACTION", default_value_t = 0.5, value_parser = share)]
        blend: f64,
        /// Also print by how much the loss grows without each group of weights
        #[arg(long)]
        groups: bool,
        /// Write the weights into the source code of the bot
        #[arg(long)]
        write: bool,
        /// Options of all methods.
        #[command(flatten)]
        common: Common,
    },
    /// Tune the weights by SPSA self-play; slower than `fit`, optimises game results directly
    Climb {
        /// Number of game pairs
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        pairs: u32,
        /// Smallest SPSA perturbation of a weight, in the unit of the score (100 is about a
        /// piece); large weights are perturbed by an eighth of their value
        #[arg(long, value_name = "SCORE", default_value_t = 4.0)]
        change: f64,
        /// SPSA gain at the start, from 0 to 1: fraction of its perturbation by which a weight
        /// moves after a won pair; falls to a third at the end
        #[arg(long, value_name = "FRACTION", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Write a chart of the values during the run to an SVG file
        #[arg(long, value_name = "FILE")]
        picture: Option<PathBuf>,
        /// Queue of the game pairs.
        #[command(flatten)]
        queued: QueuedPlan,
        /// Write the weights into the source code of the bot
        #[arg(long)]
        write: bool,
        /// Options of all methods.
        #[command(flatten)]
        common: Common,
    },
    /// Tune search parameters (margins, reductions, history sizes) by SPSA self-play
    Search {
        /// Evaluation: hand (hand-crafted), nothing (only proven results count), material (piece
        /// count), or a network file
        #[arg(long, value_name = "NAME|FILE", default_value = "hand")]
        evaluator: String,
        /// Number of game pairs
        #[arg(long, value_name = "N", default_value_t = 2000)]
        pairs: u32,
        /// SPSA perturbation of a parameter as a fraction of its value, from 0 to 1; at least 1
        /// in absolute value
        #[arg(long, value_name = "FRACTION", default_value_t = 0.25, value_parser = share)]
        change: f64,
        /// SPSA gain at the start, from 0 to 1: fraction of its perturbation by which a parameter
        /// moves after a won pair; falls to a third at the end
        #[arg(long, value_name = "FRACTION", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Parameters to tune, separated by commas [default: margins, reductions and history
        /// sizes]
        #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
        tunables: Vec<String>,
        /// Write a chart of the values during the run to an SVG file
        #[arg(long, value_name = "FILE")]
        picture: Option<PathBuf>,
        /// Queue of the game pairs.
        #[command(flatten)]
        queued: QueuedPlan,
        /// Options of all methods.
        #[command(flatten)]
        common: Common,
    },
}

/// Options of all tuning methods.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub nodes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
