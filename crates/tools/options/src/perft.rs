//! Options of `cargo cg perft`: performance test of the move generator.

const EXAMPLES: &str = "\
Examples:
  cargo cg perft breakthrough 5
  cargo cg perft breakthrough 3 --moves \"c2c3;f7e6\" --divide

The node count is the last word on standard output; time and speed are written to standard error.";

/// Perft: count the move sequences of exactly DEPTH plies
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Depth in plies
    pub depth: u32,
    /// Moves from the start to the position, separated by `;` (or by spaces, if moves contain
    /// none)
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Print the count of each root move
    #[arg(long)]
    pub divide: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
