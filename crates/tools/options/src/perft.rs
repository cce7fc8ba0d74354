//! Options for counts of move sequences.

const EXAMPLES: &str = "\
Examples:
  cargo cg perft breakthrough 5
  cargo cg perft breakthrough 3 --moves \"c2c3;f7e6\" --divide

The count is the last word on standard output; time and speed go to standard error.";

/// Count the move sequences of exactly DEPTH plies
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// Plies of each sequence
    pub depth: u32,
    /// Moves that lead to the position, separated by `;` (or by spaces, where moves hold none)
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Count for each first move apart
    #[arg(long)]
    pub divide: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
