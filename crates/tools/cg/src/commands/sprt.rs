use std::num::NonZeroU32;

use arena::{EloModel, Hypothesis, PairScores, Schedule, Sprt, game};

use crate::agents::{Agents, with_players};
use crate::cli::Reply;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::series::Options;

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
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// What it was: a player, or a commit
    #[arg(long, value_name = "PLAYER|COMMIT", required_unless_present = "resume")]
    base: Option<String>,
    /// What may be stronger: a player, or a commit
    #[arg(long, value_name = "PLAYER|COMMIT", required_unless_present = "resume")]
    test: Option<String>,
    /// The strength that is not worth a change, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The strength that is, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The probability of accepting a change worth elo0 only
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// The probability of refusing a change worth elo1
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// Which Elo, `normalized` or `logistic`: the former does not depend on how many games are
    /// drawn
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    model: EloModel,
    /// The most games to play
    #[arg(long, value_name = "N", default_value = "20000")]
    games: NonZeroU32,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let programs = Programs::default();
    let options = &arguments.options;
    let played = options.play(&programs, || {
        let game = game(arguments.game.as_deref().unwrap_or_default())?;
        let Arguments { elo0, elo1, alpha, beta, model, .. } = *arguments;
        let sprt = Sprt::new(elo0, elo1, alpha, beta, model)?;
        let games =
            |truth| (2.0 * sprt.expected_pairs(truth, &PairScores::default())).ceil() as u64;
        eprintln!(
            "note: about {} games if the difference is {elo1:+} Elo, {} if it is {elo0:+}, fewer if \
             it lies beyond",
            games(Hypothesis::Elo1),
            games(Hypothesis::Elo0)
        );
        let agents = Agents::new(game, &programs, options.conditions.nodes);
        let make =
            |text: &Option<String>| agents.make_or_commit(text.as_deref().unwrap_or_default());
        Ok(Request {
            game,
            contestants: vec![make(&arguments.test)?, make(&arguments.base)?],
            schedule: Schedule::RoundRobin,
            games: arguments.games.get() as usize,
            sprt: Some(sprt),
        })
    })?;
    // Units that are only printed decide nothing, and all went well.
    Ok(match played.map(|contest| contest.decision()) {
        None | Some(Some(Hypothesis::Elo1)) => Reply::Yes,
        Some(Some(Hypothesis::Elo0) | None) => Reply::No,
    })
}
