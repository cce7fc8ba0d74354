//! Options of `cargo cg history`: the list of stored matches.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg history
  cargo cg history --json
  cargo cg match --resume=3
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg report --match 3 -o match.html";

/// List the stored matches
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Print the list as one JSON object
    #[arg(long)]
    pub json: bool,
}
