//! Options for speed and signature of bots.

const EXAMPLES: &str = "\
Examples:
  cargo cg bench
  cargo cg bench breakthrough --bundle

The signature is the number of nodes that the engine needs for fixed positions: the same from every
build of the same engine. Only a change to how it plays changes it.";

/// Measure the bots' speed, and print their engines' signatures
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game [default: every game]
    pub game: Option<String>,
    /// Run the bots as bundled files in place of the workspace's builds
    #[arg(long)]
    pub bundle: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
