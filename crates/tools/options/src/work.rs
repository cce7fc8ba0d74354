//! Options for pairs of games from standard input.

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bundle --p2 uct --games 4 --units | cargo cg work

Each line of input is a pair of games as one JSON object: the game, both players (sources, or commands
of this machine), the opening, the seed, the limits. Each line of output holds the two games that were
played, with their records. A queue between the two carries a match to other machines.";

/// Play pairs of games that come as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {}
