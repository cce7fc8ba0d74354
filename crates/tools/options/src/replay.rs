//! Options of `cargo cg replay`: recorded or stored games as one HTML page.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg replay --match 6
  cargo cg replay --match 6 --game 3 -o lost.html
  cargo cg replay tests/data/transcripts/jungle.jsonl.gz

The page of a stored game has the times, the charts and what the bots reported. A file has them if \
`cargo cg export --full` has written it.";

/// Write stored or recorded games as one self-contained HTML page, which opens from disk and can be
/// sent
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records, as written by `cargo cg export` and `cargo cg match --record` [default: the
    /// stored games of a match]
    #[arg(conflicts_with_all = ["id", "store"])]
    pub file: Option<PathBuf>,

    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,

    /// Output file [default: the name of FILE, or `match-ID`, with .html appended, in the current
    /// folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Number of the only game to include, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,

    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
