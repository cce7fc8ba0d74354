//! Options for bundles.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg bundle breakthrough
  cargo cg bundle breakthrough -o ~/paste.rs
  cargo cg bundle --all

What the bot does not use is left out. A bundle is compiled as a bare file, as editions 2021 and 2024,
by the workspace's compiler and by one as old as the judge's if it is installed. Unless all goes well,
an older bundle stays as it is. Beside the bundle lies a map, with which `cargo run -p bundler -- locate FILE LINE:COLUMN`
tells where in the crates a panic at the judge came from.
Exit code 1: the judge would not take the bundle.";

/// Merge a bot and its crates into the one file that its judge takes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub game: Option<String>,
    /// Bundle every game's bot
    #[arg(long, conflicts_with = "output")]
    pub all: bool,
    /// Where to write the bundle [default: bundles/GAME.rs in the workspace's target folder]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
