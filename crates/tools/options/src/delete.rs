//! Options of `cargo cg delete`: removal of stored matches.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg history
  cargo cg delete 3
  cargo cg delete 3 4 7

Nothing is deleted if one of the matches does not exist. Do not delete a match that is being \
played. If the newest match is deleted, the next one gets its ID. The games of a deleted league \
match no longer count in the ratings.";

/// Delete stored matches with all their games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// IDs of the matches, as `cargo cg history` lists them
    #[arg(required = true, value_name = "MATCH")]
    pub ids: Vec<i64>,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
