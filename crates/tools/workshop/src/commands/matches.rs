//! Command `cargo cg match`: a match between two players.

use std::num::NonZeroU32;

use arena::Schedule;

use crate::agents::Agents;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::rules::Rules;
use crate::series;
use options::Reply;
use options::matches::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let Arguments { game: name, p1, p2, games, also, options } = arguments;
    let played = series::play(options, programs, || {
        let rules = Rules::of(name.as_deref(), &options.conditions.foreign)?;
        let agents = Agents::new(&rules, programs, options.conditions.nodes)
            .with_bots_as_sources(options.queued.queue.queue.is_some());
        let contestants = agents.make_all([p1, p2].into_iter().flatten().chain(also))?;
        Ok(Request {
            rules,
            contestants,
            schedule: schedule_of(also),
            games: games.map_or(0, NonZeroU32::get) as usize,
            sprt: None,
        })
    })?;
    Ok(played.reply(|_| Reply::Yes))
}

/// Returns the schedule of a match of two players and `also` others.
pub(super) fn schedule_of(also: &[String]) -> Schedule {
    if also.is_empty() { Schedule::RoundRobin } else { Schedule::Together }
}
