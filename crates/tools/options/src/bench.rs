//! Options of `cargo cg bench`: speed and bench signature of the bots.

use crate::format::Format;

const EXAMPLES: &str = "\
Examples:
  cargo cg bench
  cargo cg bench breakthrough --bundle

The bench signature is the number of nodes that the engine searches on a fixed set of positions. \
It is the same for every build of the same engine, and changes only when the play of the engine \
changes.";

/// Measure the speed of the bots, and print their bench signatures
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games` [default: all games]
    pub game: Option<String>,
    /// Run the bundled bots instead of the builds of the workspace
    #[arg(long)]
    pub bundle: bool,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
