//! Options of `cargo cg sample`: the input of a turn.

const EXAMPLES: &str = "\
Examples:
  cargo cg sample breakthrough
  cargo cg sample breakthrough | cargo run --release -p breakthrough
  cargo cg sample jungle --moves \"5 6 5 5;2 2 2 3\"

A bot that reads the lines answers each of its turns; the answer to the last one counts.";

/// Print the lines that the judge sends to the player to move, from the start until it must answer
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Moves from the start to the turn, separated by `;` (or by spaces, if moves contain none)
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
}
