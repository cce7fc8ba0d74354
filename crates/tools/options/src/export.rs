//! Options for records of stored games.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg export --full | head -1
  cargo cg export -o games.jsonl && cargo cg verify games.jsonl

Each line is one game as the official referees record it: game, seed, result, reason, players, and for
every ply who moves, the lines that were sent to him, and the move. --full adds under `turn` what came
back: the whole line, standard error, the times, and what the player reported of its search.";

/// Write stored games as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The match [default: the newest]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Where to write, compressed if it ends in `.gz` [default: standard output]
    #[arg(long, short, value_name = "FILE.jsonl[.gz]")]
    pub output: Option<PathBuf>,
    /// Write how each answer came about as well
    #[arg(long)]
    pub full: bool,
    /// The file that keeps the games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
