//! Options of `cargo cg match`: a match between two players.

use std::num::NonZeroU32;

use crate::players::with_players_and_revisions;
use crate::series::Options;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bot --p2 uct:1000 --games 100
  cargo cg match breakthrough --p1 bot --p2 nodes=5000,bot --nodes 10000 --games 20 --seed 1
  cargo cg match breakthrough --p1 bot --p2 time=100,uci:fairy-stockfish --games 50
  cargo cg match breakthrough --p1 bot --p2 rival.rs --games 50 --report rival.html
  cargo cg match --referee \"java -jar cups.jar\" --p1 cmd:./new --p2 old.rs --games 20
  cargo cg match --resume

Games are played in pairs: two games from the same opening, with colours swapped. Confidence \
intervals are computed from the scores of the pairs. Ctrl-C ends the match and prints the result \
so far.

With --nodes, only the node count limits a search. If the moves of both players depend on their \
seeds only, such a match is reproducible for any number of --jobs.

A foreign referee judges games without rules in this workspace. Its players are command lines, \
Rust files and, if GAME is a game of this workspace, its bots. A game pair that it does not judge \
is not counted: exit code 2 if there is no other, or after five in succession.";

/// Play a match between two players
#[derive(Debug, clap::Args)]
#[command(after_help = with_players_and_revisions(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`; under a foreign referee any name, which reports
    /// show
    #[arg(required_unless_present_any = ["resume", "referee"])]
    pub game: Option<String>,
    /// First player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p1: Option<String>,
    /// Second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "resume")]
    pub p2: Option<String>,
    /// Number of games, rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    #[arg(value_parser = positive::<NonZeroU32>)]
    pub games: Option<NonZeroU32>,
    /// Third player of each game under a foreign referee; may be repeated for further players
    #[arg(long, value_name = "PLAYER", requires = "referee")]
    pub also: Vec<String>,
    /// Options of the match and of its output.
    #[command(flatten)]
    pub options: Options,
}
