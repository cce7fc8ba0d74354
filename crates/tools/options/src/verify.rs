//! Options of `cargo cg verify`: a check of recorded games.

use std::path::PathBuf;

use crate::format::Format;

const EXAMPLES: &str = "\
Examples:
  cargo cg verify tests/data/transcripts/breakthrough.jsonl.gz
  cargo cg match breakthrough --p1 random --p2 random --games 10 --record games.jsonl
  cargo cg verify games.jsonl

Every game is replayed from its moves alone. Each line from the referee, the result and the \
reason must match the record.";

/// Check that recorded games match a replay of their moves by the referee
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records: one JSON object per line, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE.jsonl[.gz]")]
    pub files: Vec<PathBuf>,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
