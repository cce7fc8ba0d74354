//! Options of `cargo cg book`: generation of a balanced opening book.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg book breakthrough --openings 1000 --plies 6 --balance 50 -o book.txt
  cargo cg book jungle --plies 12 --openings 400 --play 3000 > /dev/null

Openings are random moves. An opening is kept if a short search of the bot scores its final \
position within the balance. No two openings lead to the same position. The same options make the \
same book, for any number of cores; the first line of the book is the command.

With --play the bot plays against itself with half the nodes, two games from each opening. A book \
is balanced if the first player scores about half the points. The higher the normalized Elo of \
the bot with more nodes, the fewer games a match with this book needs to detect a difference.";

/// Make an opening book of balanced openings
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroUsize>)]
    pub openings: NonZeroUsize,
    /// Length of each opening in random plies
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub plies: usize,
    /// Nodes of the search that scores each opening
    #[arg(long, value_name = "N", default_value = "20000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Maximum score of either side after the opening, at least 0; 100 is about a piece
    #[arg(long, value_name = "SCORE", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Play games of the bot with this number of nodes per move against itself with half as many,
    /// and report on standard error how balanced and how sharp the openings are
    #[arg(long, value_name = "NODES", value_parser = positive::<NonZeroU64>)]
    pub play: Option<NonZeroU64>,
}
