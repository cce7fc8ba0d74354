//! Options for opening books.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cargo cg book breakthrough --openings 1000 --plies 6 --balance 50 -o book.txt
  cargo cg book jungle --plies 12 --openings 400 --play 3000 > /dev/null

Openings are random moves; those are kept after which a short search of the game's bot sees neither
side ahead by more than the balance. No two lead to the same position. The same options make the same
book, whatever the number of cores; its first line is the command.

With --play the bot plays against itself with half the nodes, two games from every opening. A book is
balanced if the player who moves first scores about half the points. The higher the normalized Elo of
the bot with more nodes, the fewer games a match from these openings takes to see a difference.";

/// Make a book of balanced openings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The game
    pub game: String,
    /// How many openings
    #[arg(long, value_name = "N", default_value = "1000")]
    pub openings: NonZeroUsize,
    /// How many random plies each has
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub plies: usize,
    /// Nodes of the search that judges each
    #[arg(long, value_name = "N", default_value = "20000")]
    pub nodes: NonZeroU64,
    /// The largest advantage of either side; 100 is about a piece
    #[arg(long, value_name = "UNITS", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,
    /// The source of all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the book to a file rather than to standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Let the bot with so many nodes a move play against itself with half as many, and tell on
    /// standard error how balanced and how sharp the openings are
    #[arg(long, value_name = "NODES")]
    pub play: Option<NonZeroU64>,
}
