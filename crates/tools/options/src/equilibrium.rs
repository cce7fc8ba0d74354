//! Options of `cargo cg equilibrium`: the Nash equilibrium of a position with simultaneous moves.

use std::num::NonZeroU64;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg equilibrium lamistra
  cargo cg equilibrium lamistra --moves \"a3-a4;a5-a4\"
  cargo cg equilibrium lamistra --nodes 1000000 --position \"wb5/u6/7/3w3/3W3/7/U5W r 10001001 - \
10101000 - 398 d3-d4\"

Rows of the payoff matrix are the choices of the player to move, columns those of the opponent, \
who does not know the row. The table shows the probability of each choice in the equilibrium (`-` \
if it is never chosen) and its security level: the minimum of a row and the maximum of a column, \
in points of the player to move. Without a position, the command shows some instructive ones.";

/// Show the Nash equilibrium (mixed strategies) of a position where both players choose at once
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Moves from the start to the position, separated by `;` (or by spaces, if moves contain
    /// none)
    #[arg(long, value_name = "MOVES", conflicts_with = "position")]
    pub moves: Option<String>,
    /// Position in the notation of the game
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Nodes of the search that scores the positions after the choices
    #[arg(long, value_name = "N", default_value = "100000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}
