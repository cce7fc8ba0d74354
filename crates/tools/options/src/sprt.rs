//! Options of `cargo cg sprt`: the sequential probability ratio test (SPRT) of a change.

use std::num::NonZeroU32;

use crate::players::with_players_and_revisions;
use crate::series::Options;
use crate::values::{EloModel, positive};

const EXAMPLES: &str = "\
Examples:
  cargo cg sprt breakthrough --base main --test HEAD
  cargo cg sprt breakthrough --base HEAD --test bot --nodes 5000 --jobs 2
  cargo cg sprt jungle --base nodes=2500,bot --test nodes=5000,bot --elo0 0 --elo1 20

The sequential probability ratio test (SPRT) plays game pairs until the log-likelihood ratio \
(LLR) accepts H0 (the candidate is stronger by elo0 only) or H1 (it is stronger by elo1). alpha \
and beta are the error probabilities if the true difference is exactly elo0 or elo1.

Exit codes: 0 if H1 is accepted, 1 if H0 is accepted or the test is undecided after the last game, \
130 after Ctrl-C.";

/// Test whether a change makes a bot stronger (SPRT), with no more games than necessary
#[derive(Debug, clap::Args)]
#[command(after_help = with_players_and_revisions(EXAMPLES))]
pub struct Arguments {
    /// Name of the game: see `cargo cg games`; under a foreign referee any name, which reports
    /// show
    #[arg(required_unless_present_any = ["resume", "referee"])]
    pub game: Option<String>,
    /// Baseline: a player or a git revision
    #[arg(long, value_name = "PLAYER|REVISION", required_unless_present = "resume")]
    pub base: Option<String>,
    /// Candidate: a player or a git revision
    #[arg(long, value_name = "PLAYER|REVISION", required_unless_present = "resume")]
    pub test: Option<String>,
    /// Elo difference under H0
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// Elo difference under H1, larger than elo0
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// Type I error rate, between 0 and 0.5: probability of accepting H1 if H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// Type II error rate, between 0 and 0.5: probability of accepting H0 if H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// Elo model of elo0 and elo1
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    pub model: EloModel,
    /// Maximum number of games
    #[arg(long, value_name = "N", default_value = "20000", value_parser = positive::<NonZeroU32>)]
    pub games: NonZeroU32,
    /// Third player of each game under a foreign referee; may be repeated for further players
    #[arg(long, value_name = "PLAYER", requires = "referee")]
    pub also: Vec<String>,
    /// Options of the match and of its output.
    #[command(flatten)]
    pub options: Options,
}
