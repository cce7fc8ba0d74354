//! Options of `cargo cg suite`: the share of test positions that players solve.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::format::Format;
use crate::players::with_players_and_revisions;
use crate::values::{SandboxMode, positive};

const EXAMPLES: &str = "\
Examples:
  cargo cg suite breakthrough suite.jsonl
  cargo cg suite breakthrough suite.jsonl --player commit:main --player bot
  cargo cg suite jungle suite.jsonl.gz --nodes 5000 --json

A file has one position per line, plain or compressed: a JSON object with `game`, `moves` from the \
start of the game, `best` or `avoid` with moves in the referee's spelling, and perhaps `comment`. \
A position is solved by a move that is in `best`, or if `best` is empty, by one that is not in \
`avoid`.

Each player answers as at the judge, as it is compiled and within the clock of a turn, after it \
was led to the position by the dialogue of the referee. So a command line needs {opening}. Two \
players, such as a commit and `bot`, show a change: their moves stand side by side, with a `+` \
behind those that solve. Solved positions differ from run to run where \
the clock counts; with --nodes and a fixed --seed they do not.";

/// Count the test positions that players solve within the judge's time
#[derive(Debug, clap::Args)]
#[command(after_help = with_players_and_revisions(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Test positions: JSON, one per line, plain or compressed with gzip
    #[arg(required = true, value_name = "FILE.jsonl[.gz]")]
    pub files: Vec<PathBuf>,
    /// Player; may be repeated to compare several
    #[arg(long = "player", value_name = "PLAYER", default_value = "bot")]
    pub players: Vec<String>,
    /// Nodes per move instead of the clock, for players that can count nodes
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    pub nodes: Option<NonZeroU64>,
    /// Random seed of the players
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Concurrency: number of positions that are searched at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive::<NonZeroUsize>)]
    pub jobs: NonZeroUsize,
    /// Time margin in milliseconds by which each answer may exceed its limit, for machines with
    /// other load
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub margin: u64,
    /// Sandbox of the programs that play
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub sandbox: SandboxMode,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
}
