//! Options for sequential tests.

use std::num::NonZeroU32;

use crate::players::with_players;
use crate::series::Options;
use crate::values::EloModel;

const EXAMPLES: &str = r#"Examples:
  cargo cg sprt breakthrough --base main --test HEAD
  cargo cg sprt breakthrough --base HEAD --test bot --nodes 5000 --jobs 2
  cargo cg sprt jungle --base nodes=2500,bot --test nodes=5000,bot --elo0 0 --elo1 20

A player that is none of the above is a commit of this repository, which is built for the test. The
sequential probability ratio test plays pairs until it can tell whether the tested player is stronger
by elo1 (H1) or only by elo0 (H0); each error has the probability alpha or beta at these very
strengths. Exit code 0: stronger. 1: not stronger, or undecided after the last game."#;

/// Test whether a change makes a bot stronger, with no more games than it takes
#[derive(Debug, clap::Args)]
#[command(after_help = with_players(EXAMPLES))]
pub struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// What it was: a player, or a commit
    #[arg(long, value_name = "PLAYER|COMMIT", required_unless_present = "resume")]
    pub base: Option<String>,
    /// What may be stronger: a player, or a commit
    #[arg(long, value_name = "PLAYER|COMMIT", required_unless_present = "resume")]
    pub test: Option<String>,
    /// The strength that is not worth a change, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// The strength that is, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// The probability of accepting a change worth elo0 only
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// The probability of refusing a change worth elo1
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// Scale of the Elo differences
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    pub model: EloModel,
    /// The most games to play
    #[arg(long, value_name = "N", default_value = "20000")]
    pub games: NonZeroU32,
    /// Options of the match and of its reports.
    #[command(flatten)]
    pub options: Options,
}
