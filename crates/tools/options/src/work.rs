//! Options of `cargo cg work`: a worker that plays game pairs from standard input.

use crate::values::SandboxMode;

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bundle --p2 uct --games 4 --units | cargo cg work

Each input line is one game pair as a JSON object: the game, both players (source code, or \
commands of this machine), the opening, the seed and the limits. Each output line holds the two \
played games with their records. A job queue between the two commands distributes a match over \
several machines.";

/// Play game pairs that are read as JSON lines from standard input
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Sandbox of the programs that play
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub sandbox: SandboxMode,
}
