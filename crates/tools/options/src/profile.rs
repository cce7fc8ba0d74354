//! Options of `cargo cg profile`: flame graph of a bot.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg profile breakthrough
  cargo cg profile stratego -o stratego.svg

The bot searches the positions of its bench, again and again for --seconds, and a timer of the \
operating system samples its stack, at most 997 times a second. The graph is an SVG image for \
browsers: the width of a function is its share of the time, with all that it calls, and a click \
enlarges a function. A function that calls itself stands in the graph once.

The search is compiled as for matches within one process: optimised, but not together with all \
other crates as in the bot's own program. `cargo cg bench` measures the speed of the bot.";

/// Profile a bot on its bench positions, and write a flame graph
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Output file [default: GAME.svg in the current folder]
    #[arg(long, short, value_name = "FILE.svg")]
    pub output: Option<PathBuf>,
    /// Time of the profile in seconds
    #[arg(long, value_name = "S", default_value = "10")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
}
