//! Options for matches of two players.

use std::num::NonZeroU32;

use crate::players::with_players;
use crate::series::Options;

const EXAMPLES: &str = r#"Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg match breakthrough --p1 bot --p2 nodes=5000,bot --nodes 10000 --games 20 --seed 1
  cargo cg match breakthrough --p1 bot --p2 time=100,uci:fairy-stockfish --games 50
  cargo cg match breakthrough --p1 bot --p2 rival.rs --games 50 --report rival.html
  cargo cg match --resume

Games come in pairs with the same opening and colours swapped; the intervals are those of the pairs'
scores. Ctrl-C ends the match with the result so far. With --nodes only nodes bound the thinking, and
players that are determined by their seed bring the same match again, whatever the number of jobs."#;

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// The first player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p1: Option<String>,
    /// The second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p2: Option<String>,
    /// How many games; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    pub games: Option<NonZeroU32>,
    /// Options of the match and of its reports.
    #[command(flatten)]
    pub options: Options,
}
