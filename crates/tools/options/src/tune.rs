//! Options for tuning of weights and of search parameters.

use crate::values::share;

const EXAMPLES: &str = "\
Examples:
  cargo cg tune lines-of-action fit --games 4000 --groups
  cargo cg tune jungle fit --games 8000 --blend 0.7 --write
  cargo cg tune breakthrough climb --pairs 20000 --write
  cargo cg tune breakthrough search --evaluator .cg/train/breakthrough/network.txt --pairs 2000

The same options give the same numbers again, on any machine. Whether they play better is for a match to
say: build the bot before and after `--write`, and let the two play. Tunables of the search are set in
`settings.rs` by hand; `cargo cg duel --p1-set NAME=VALUE` plays with them before.";

/// Learn the weights of an evaluation, or how to search, from games of the bot against itself
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// Way to tune.
    #[command(subcommand)]
    pub way: Way,
}

/// Ways to tune.
#[derive(Debug, clap::Subcommand)]
pub enum Way {
    /// Fit the weights to how the games' positions were judged and how the games ended: minutes
    Fit {
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 4000)]
        games: u32,
        /// Share of a position's target that is the search's judgement; the rest is the result
        #[arg(long, value_name = "0..1", default_value_t = 0.5, value_parser = share)]
        blend: f64,
        /// Also tell what each group of weights is worth to the prediction
        #[arg(long)]
        groups: bool,
        /// Write the weights into the source of the bot
        #[arg(long)]
        write: bool,
        /// Options of all ways.
        #[command(flatten)]
        common: Common,
    },
    /// Change all weights a little at random, and follow the winners: longer, for what counts
    Climb {
        /// How many pairs of games
        #[arg(long, value_name = "N", default_value_t = 20_000)]
        pairs: u32,
        /// The smallest change of a weight; large ones are changed by an eighth
        #[arg(long, value_name = "UNITS", default_value_t = 4.0)]
        change: f64,
        /// Share of its change that a weight moves for a pair won, at first; a third at the end
        #[arg(long, value_name = "0..1", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Write the weights into the source of the bot
        #[arg(long)]
        write: bool,
        /// Options of all ways.
        #[command(flatten)]
        common: Common,
    },
    /// Change margins and other tunables of the search in the same way
    Search {
        /// Who judges positions: hand, nothing, material, or the file of a network
        #[arg(long, value_name = "NAME|FILE", default_value = "hand")]
        evaluator: String,
        /// How many pairs of games
        #[arg(long, value_name = "N", default_value_t = 2000)]
        pairs: u32,
        /// Share of itself by which a tunable is changed, by one at least
        #[arg(long, value_name = "0..1", default_value_t = 0.25, value_parser = share)]
        change: f64,
        /// Share of its change that a tunable moves for a pair won, at first; a third at the end
        #[arg(long, value_name = "0..1", default_value_t = 0.03, value_parser = share)]
        gain: f64,
        /// Which tunables [default: margins, reductions and history sizes]
        #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
        tunables: Vec<String>,
        /// Options of all ways.
        #[command(flatten)]
        common: Common,
    },
}

/// Options of all ways to tune.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub nodes: u64,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
