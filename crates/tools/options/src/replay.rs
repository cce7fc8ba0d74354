//! Options for one page of recorded games.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg replay tests/data/transcripts/jungle.jsonl.gz
  cargo cg replay target/games.jsonl.gz --game 12 -o lost.html";

/// Makes one page of recorded games that opens from disk and can be sent to somebody.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Records, as `cargo cg export` and `cargo cg match --record` write them
    pub file: PathBuf,

    /// Where to write the page [default: the file's name, in the current folder, with .html behind it]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Take this game alone, counted from 1
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
}
