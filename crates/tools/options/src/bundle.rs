//! Options of `cargo cg bundle`: a bot as one source file.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg bundle breakthrough
  cargo cg bundle breakthrough -o ~/paste.rs
  cargo cg bundle --all
  cargo cg bundle --probe breakthrough

Unused code is left out. The bundle is compiled as a single file, as editions 2021 and 2024, with \
the compiler of the workspace and, if it is installed, with one as old as the judge's. After a \
failure, an earlier bundle stays unchanged.

The map beside the bundle leads from a panic at the judge back to the source code: \
`cargo run -p judge-bundler -- locate FILE LINE:COLUMN`.

The probe of a game plays like its bot and prints measurements of the judge on standard error in \
its first turns: compiler, optimisation, processor, memory, speed of the search, clock, and time \
lost to other processes.

Exit codes: 0 if all bundles are written, 1 if the judge would reject a bundle.";

/// Merge a bot and its crates into the single source file that its judge takes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub game: Option<String>,
    /// Bundle the bots of all games
    #[arg(long, conflicts_with = "output")]
    pub all: bool,
    /// Bundle the probe: the bot of a CodinGame game that also measures the judge
    #[arg(long, conflicts_with = "all")]
    pub probe: bool,
    /// Output file [default: bundles/GAME.rs or bundles/GAME-probe.rs in the target folder]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
