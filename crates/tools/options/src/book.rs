//! Options of `cargo cg book`: generation of a balanced opening book, or of an opening tree.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg book breakthrough --openings 1000 --plies 6 --balance 50 -o book.txt
  cargo cg book jungle --plies 12 --openings 400 --play 3000 > /dev/null
  cargo cg book breakthrough --from games.jsonl.gz --plies 12

Openings are random moves. An opening is kept if a short search of the bot scores its final \
position within the balance. No two openings lead to the same position. The same options make the \
same book, for any number of cores; the first line of the book is the command.

With --play the bot plays against itself with half the nodes, two games from each opening. A book \
is balanced if the first player scores about half the points. The higher the normalized Elo of \
the bot with more nodes, the fewer games a match with this book needs to detect a difference.

With --from the book is an opening tree: the moves that recorded games have played in each \
position, with their results, and the score of a search of the bot. Without --output it becomes \
the tree of the game in the data folder, which the board room shows beside each position. It also \
takes games that `cargo cg import` has read.";

/// Number of random plies of an opening.
const PLIES: usize = 6;

/// Number of plies of each recorded game in a tree.
const TREE_PLIES: usize = 16;

/// Make an opening book of balanced openings, or an opening tree of recorded games
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`
    pub game: String,
    /// Number of openings
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive::<NonZeroUsize>)]
    pub openings: NonZeroUsize,
    /// Length of each opening in plies [default: 6, or 16 with --from]
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// Nodes of the search that scores each opening, or each position of a tree
    #[arg(long, value_name = "N", default_value = "20000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Maximum score of either side after the opening, at least 0; 100 is about a piece
    #[arg(long, value_name = "SCORE", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: i32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Make an opening tree of these games: one JSON object per line, plain or compressed with gzip
    #[arg(long, value_name = "FILE.jsonl[.gz]", num_args = 1..)]
    #[arg(conflicts_with_all = ["openings", "balance", "seed", "play"])]
    pub from: Vec<PathBuf>,
    /// Least number of games of a move in a tree
    #[arg(long, value_name = "N", default_value_t = 2, requires = "from")]
    pub minimum: u32,
    /// Output file [default: standard output; with --from openings/GAME.jsonl in the data folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Play games of the bot with this number of nodes per move against itself with half as many,
    /// and report on standard error how balanced and how sharp the openings are
    #[arg(long, value_name = "NODES", value_parser = positive::<NonZeroU64>)]
    pub play: Option<NonZeroU64>,
}

impl Arguments {
    /// Returns the length of each opening in plies.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.unwrap_or(if self.from.is_empty() { PLIES } else { TREE_PLIES })
    }
}
