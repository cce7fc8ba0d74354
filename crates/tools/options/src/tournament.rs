//! Options for round robins and gauntlets.

use std::num::NonZeroU32;

use crate::players::with_players;
use crate::series::Options;

const EXAMPLES: &str = r#"Examples:
  cargo cg tournament jungle bot uct greedy random --games 20
  cargo cg tournament jungle bot uct greedy random --games 20 --gauntlet
  cargo cg tournament lines-of-action bot commit:HEAD~5 commit:HEAD~10 --games 100 --nodes 5000

Every two players play as many games as asked for: the same openings as all the others, each twice
with colours swapped."#;

/// Let more than two players play each other
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// The players, two at least
    #[arg(required_unless_present = "resume", value_name = "PLAYER")]
    pub players: Vec<String>,
    /// How many games every two of them play; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    pub games: Option<NonZeroU32>,
    /// Only the first player plays all the others
    #[arg(long)]
    pub gauntlet: bool,
    /// Options of the match and of its reports.
    #[command(flatten)]
    pub options: Options,
}
