//! Command `cargo cg tournament`: a round robin or a gauntlet.

use std::num::NonZeroU32;

use anyhow::bail;
use arena::Schedule;

use crate::agents::Agents;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::rules::Rules;
use crate::series;
use options::Reply;
use options::tournament::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let Arguments { game: name, players, games, gauntlet, options } = arguments;
    let played = series::play(options, programs, || {
        let rules = Rules::of(name.as_deref(), &options.conditions.foreign)?;
        if players.len() < 2 {
            bail!("a tournament needs at least two players");
        }
        let agents = Agents::new(&rules, programs, options.conditions.nodes)
            .with_bots_as_sources(options.queued.queue.queue.is_some());
        let contestants = agents.make_all(players)?;
        Ok(Request {
            rules,
            contestants,
            schedule: if *gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
            games: games.map_or(0, NonZeroU32::get) as usize,
            sprt: None,
        })
    })?;
    Ok(played.reply(|_| Reply::Yes))
}
