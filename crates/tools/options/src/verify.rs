//! Options for checks of recorded games.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg verify tests/data/transcripts/breakthrough.jsonl.gz
  cargo cg match breakthrough --p1 random --p2 random --games 10 --record games.jsonl && \\
      cargo cg verify games.jsonl

Every game is played again from its moves alone; every line that the referee sends, the result and the
reason must be those of the record.";

/// Check that recorded games are what the referee makes of their moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Records: one JSON object a line, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE.jsonl[.gz]")]
    pub files: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
