//! Options for a page about a stored match.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg report -o match.html
  cargo cg report --match 3 -o match.html";

/// Write the report of a stored match as one page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The match [default: the newest]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Where to write
    #[arg(long, short, value_name = "FILE.html")]
    pub output: PathBuf,
    /// The file that keeps the games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
