use std::num::NonZeroU32;

use anyhow::bail;
use arena::{Schedule, game};

use crate::agents::{Agents, with_players};
use crate::cli::Reply;
use crate::conditions::Request;
use crate::programs::Programs;
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
pub(crate) struct Arguments {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The players, two at least
    #[arg(required_unless_present = "resume", value_name = "PLAYER")]
    players: Vec<String>,
    /// How many games every two of them play; an odd number is rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "resume")]
    games: Option<NonZeroU32>,
    /// Only the first player plays all the others
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let programs = Programs::default();
    let Arguments { game: name, players, games, gauntlet, options } = arguments;
    options.play(&programs, || {
        let game = game(name.as_deref().unwrap_or_default())?;
        if players.len() < 2 {
            bail!("a tournament needs two players at least");
        }
        let agents = Agents::new(game, &programs, options.conditions.nodes);
        let contestants: anyhow::Result<_> =
            players.iter().map(|player| agents.make(player)).collect();
        Ok(Request {
            game,
            contestants: contestants?,
            schedule: if *gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
            games: games.map_or(0, NonZeroU32::get) as usize,
            sprt: None,
        })
    })?;
    Ok(Reply::Yes)
}
