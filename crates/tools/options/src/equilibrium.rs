//! Options for mixed strategies of a position.

use std::num::NonZeroU64;

const EXAMPLES: &str = "\
Examples:
  cargo cg equilibrium lamistra
  cargo cg equilibrium lamistra --moves \"a3-a4;a5-a4\"
  cargo cg equilibrium lamistra --nodes 1000000 \\
      --position \"wb5/u6/7/3w3/3W3/7/U5W r 10001001 - 10101000 - 398 d3-d4\"

Rows are the choices of the player to move, columns those of the other one, who does not know the row.
Each has its share in the best mix, `-` where it is never chosen, and beside it what it secures by
itself: of a row the least, of a column the most that the player to move gets. Without a position there
are some to learn from.";

/// Show how a position is best played in which both players choose at once
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// Moves that lead to the position, separated by `;` (or by spaces, where moves hold none)
    #[arg(long, value_name = "MOVES", conflicts_with = "position")]
    pub moves: Option<String>,
    /// The position, as the game's notation writes it
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Nodes of the search that judges what follows
    #[arg(long, value_name = "N", default_value = "100000")]
    pub nodes: NonZeroU64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
