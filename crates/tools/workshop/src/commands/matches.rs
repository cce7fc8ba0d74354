//! Command `cargo cg match`: a match between two players.

use std::num::NonZeroU32;

use arena::Schedule;
use registry::game;

use crate::agents::Agents;
use crate::conditions::Request;
use crate::programs::Programs;
use crate::series;
use options::Reply;
use options::matches::Arguments;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let Arguments { game: name, p1, p2, games, options } = arguments;
    series::play(options, programs, || {
        let game = game(name.as_deref().unwrap_or_default())?;
        let agents = Agents::new(game, programs, options.conditions.nodes);
        let [p1, p2] = [p1, p2].map(|player| agents.make(player.as_deref().unwrap_or_default()));
        Ok(Request {
            game,
            contestants: vec![p1?, p2?],
            schedule: Schedule::RoundRobin,
            games: games.map_or(0, NonZeroU32::get) as usize,
            sprt: None,
        })
    })?;
    Ok(Reply::Yes)
}
