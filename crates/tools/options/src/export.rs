//! Options of `cargo cg export`: records of stored games as JSON lines.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg export --full | head -1
  cargo cg export -o games.jsonl && cargo cg verify games.jsonl

Each line is one game in the record format of the official referees: game, seed, result, reason, \
players, and for each ply the side to move, the lines sent to the player, and the move. --full \
adds a field `turn` with the answer: the whole line, standard error, the times, and the search \
information that the player reported.";

/// Export stored games as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Output file, compressed with gzip if the name ends in `.gz` [default: standard output]
    #[arg(long, short, value_name = "FILE.jsonl[.gz]")]
    pub output: Option<PathBuf>,
    /// Include the details of each answer
    #[arg(long)]
    pub full: bool,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
