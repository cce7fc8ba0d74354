//! Options of `cargo cg history`: the list of stored matches.

use std::path::PathBuf;

use crate::format::Format;

const EXAMPLES: &str = "\
Examples:
  cargo cg history
  cargo cg history --game breakthrough --name margins
  cargo cg history --json
  cargo cg match --resume=3
  cargo cg export --match 3 -o games.jsonl.gz
  cargo cg report --match 3 -o match.html
  cargo cg delete 3

The score and the Elo difference are those of the first player; of more than two players, the one \
with the highest score is listed, and of imported games the first player.";

/// List the stored matches
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// List the matches of one game only
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// List the matches only whose name (`cargo cg match --name`) contains this text
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
