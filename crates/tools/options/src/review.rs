//! Options of `cargo cg review`: the moves of recorded games judged by the bot.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::format::Format;
use crate::player_choice::PlayerChoice;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg review
  cargo cg review --match 6 --player bot --html lost.html
  cargo cg review games.jsonl.gz --nodes 200000 --suite turning-points.jsonl
  cargo cg review games.jsonl.gz --game 3 --json

The bot searches the best move of each position, and the recorded move alone to the same depth. \
The loss of a move is the difference in expected points, 0 to 1: scores are converted by the \
game's logistic curve, and a proven result is 1 or 0. Moves of the game's opening book, and names \
of roles in Lamistra, which are drawn at random, are not judged.

Marks: ?? blunder, a loss of 0.3 points or more; ? mistake, 0.15; ?! inaccuracy, 0.07. A move \
that seems to be one is searched again with four times the limit, which decides. Missed win: a \
marked move in a position whose win was proven. Accuracy: 100 % less the mean loss of a move in \
percent; opening, middle and end are thirds of the game. Late: blunders and mistakes whose answer \
took more than 95 % of the judge's limit. Turning point, the move that lost the game: of the \
loser's moves from the last position in which it could expect half a point, the one with the \
largest loss, if it is a mistake at least.

Searches are kept in the data folder: a review that was stopped continues by the same command, and \
`cargo cg serve` shows it. The same nodes give the same review on every machine.";

/// Judge the moves of recorded or stored games by the bot: mistakes, missed wins, turning points
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Game records, plain or compressed with gzip [default: the stored games of a match]
    #[arg(value_name = "FILE.jsonl[.gz]", conflicts_with_all = ["id", "store"])]
    pub file: Option<PathBuf>,
    /// ID of the match [default: the newest match]
    #[arg(long = "match", value_name = "ID")]
    pub id: Option<i64>,
    /// Number of the only game to review, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
    /// Players whose moves are judged.
    #[command(flatten)]
    pub players: PlayerChoice,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value = "20000", value_parser = positive::<NonZeroU64>)]
    pub nodes: NonZeroU64,
    /// Time per search in milliseconds, instead of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = positive::<NonZeroU64>)]
    pub time: Option<NonZeroU64>,
    /// Number of searches at a time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroUsize>)]
    pub jobs: Option<NonZeroUsize>,
    /// Write the games with their reviews as one self-contained HTML page
    #[arg(long, value_name = "FILE.html")]
    pub html: Option<PathBuf>,
    /// Write the turning points as test positions, compressed with gzip if the name ends in `.gz`
    #[arg(long, value_name = "FILE.jsonl[.gz]")]
    pub suite: Option<PathBuf>,
    /// Format of the result.
    #[command(flatten)]
    pub format: Format,
    /// Database of stored games [default: arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
