//! Options of `cargo cg sample`: the input of a turn.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg sample breakthrough
  cargo cg sample breakthrough | cargo run --release -p breakthrough
  cargo cg sample jungle --moves \"5 6 5 5;2 2 2 3\"
  cargo cg sample --match 6 --game 3 --ply 37 | cargo run --release -p breakthrough

A bot that reads the lines answers each of its turns; the answer to the last one counts.";

/// Print the lines that the judge sends to the player to move, from the start until it must answer
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    #[arg(required_unless_present = "ply", conflicts_with_all = ["id", "number", "ply", "store"])]
    pub game: Option<String>,
    /// Moves from the start to the turn, separated by `;` (or by spaces, if moves contain none)
    #[arg(long, value_name = "MOVES", requires = "game")]
    pub moves: Option<String>,
    /// Turn of a stored game, counted from 1: the lines are those that were sent
    #[arg(long, value_name = "N", requires = "number")]
    pub ply: Option<usize>,
    /// Number of the stored game in its match, counted from 1
    #[arg(long = "game", value_name = "N", requires = "ply")]
    pub number: Option<usize>,
    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID", requires = "ply")]
    pub id: Option<i64>,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE", requires = "ply")]
    pub store: Option<PathBuf>,
}
