//! Options of `cargo cg replay`: recorded games as one HTML page.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg replay tests/data/transcripts/jungle.jsonl.gz
  cargo cg replay target/games.jsonl.gz --game 12 -o lost.html";

/// Write recorded games as one self-contained HTML page, which opens from disk and can be sent
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records, as written by `cargo cg export` and `cargo cg match --record`
    pub file: PathBuf,

    /// Output file [default: the name of FILE with .html appended, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Number of the only game to include, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
}
