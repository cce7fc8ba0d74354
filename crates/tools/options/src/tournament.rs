//! Options of `cargo cg tournament`: round robins and gauntlets.

use std::num::NonZeroU32;

use crate::players::with_players_and_revisions;
use crate::series::Options;
use crate::values::positive;

const EXAMPLES: &str = "\
Examples:
  cargo cg tournament jungle bot uct greedy random --games 20
  cargo cg tournament jungle bot uct greedy random --games 20 --gauntlet
  cargo cg tournament lines-of-action bot commit:HEAD~5 commit:HEAD~10 --games 100 --nodes 5000

Each pairing of two players plays --games games. All pairings play the same openings, each \
opening twice with colours swapped.";

/// Play a round robin or a gauntlet between more than two players
#[derive(Debug, clap::Args)]
#[command(after_help = with_players_and_revisions(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`; under a foreign referee any name, which reports
    /// show
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// Players, at least two
    #[arg(required_unless_present = "resume", value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Number of games per pairing, rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    #[arg(value_parser = positive::<NonZeroU32>)]
    pub games: Option<NonZeroU32>,
    /// Gauntlet: the first player plays against all others, who do not play each other
    #[arg(long)]
    pub gauntlet: bool,
    /// Options of the match and of its output.
    #[command(flatten)]
    pub options: Options,
}
