//! Options of `cargo cg report`: the results of a stored match as one HTML page.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg report -o match.html
  cargo cg report --match 3 -o match.html";

/// Write the results of a stored match as one self-contained HTML page, which opens from disk and
/// can be sent
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Output file
    #[arg(long, short, value_name = "FILE.html")]
    pub output: PathBuf,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
