//! Options of `cargo cg match`: a match between two players.

use std::num::NonZeroU32;

use crate::players::with_players;
use crate::series::Options;

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg match breakthrough --p1 bot --p2 nodes=5000,bot --nodes 10000 --games 20 --seed 1
  cargo cg match breakthrough --p1 bot --p2 time=100,uci:fairy-stockfish --games 50
  cargo cg match breakthrough --p1 bot --p2 rival.rs --games 50 --report rival.html
  cargo cg match --resume

Games are played in pairs: two games from the same opening, with colours swapped. Confidence \
intervals are computed from the scores of the pairs. Ctrl-C ends the match and prints the result \
so far.

With --nodes, only the node count limits a search. If the moves of both players depend on their \
seeds only, such a match is reproducible for any number of --jobs.";

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// Name of the game
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// First player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p1: Option<String>,
    /// Second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p2: Option<String>,
    /// Number of games, rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    pub games: Option<NonZeroU32>,
    /// Options of the match and of its output.
    #[command(flatten)]
    pub options: Options,
}
