//! From a player's name on the command line to a player.

use std::path::PathBuf;
use std::time::Duration;

use arena::{AgentSpec, Contestant, Game};

use crate::bundling::build_bundle;
use crate::workspace::Workspace;

/// Makes players, and builds what they run at most once.
pub(crate) struct Agents {
    game: &'static dyn Game,
    nodes: Option<u64>,
    bot: Option<PathBuf>,
    bundle: Option<PathBuf>,
}

impl Agents {
    /// Returns a maker of players of `game`, bound to `nodes` a move if there are any.
    pub(crate) fn new(game: &'static dyn Game, nodes: Option<u64>) -> Agents {
        Agents { game, nodes, bot: None, bundle: None }
    }

    /// Makes a player with `move_time` for each move, or else with the official time.
    pub(crate) fn make(
        &mut self,
        name: &str,
        move_time: Option<Duration>,
    ) -> anyhow::Result<Contestant> {
        let (game, nodes) = (self.game, self.nodes);
        Ok(match name.parse()? {
            AgentSpec::Baseline(baseline) => Contestant::baseline(baseline),
            AgentSpec::Command(command) => Contestant::command(command, game, nodes, move_time)?,
            AgentSpec::Uci(command) => Contestant::uci(command, game, nodes, move_time)?,
            AgentSpec::Bot => Contestant::bot(name, &self.bot()?, game, nodes, move_time),
            AgentSpec::Bundle => Contestant::bot(name, &self.bundle()?, game, nodes, move_time),
        })
    }

    fn bot(&mut self) -> anyhow::Result<PathBuf> {
        build_once(&mut self.bot, || Workspace::find()?.build(self.game.package()))
    }

    fn bundle(&mut self) -> anyhow::Result<PathBuf> {
        build_once(&mut self.bundle, || build_bundle(&Workspace::find()?, self.game))
    }
}

fn build_once(
    built: &mut Option<PathBuf>,
    build: impl FnOnce() -> anyhow::Result<PathBuf>,
) -> anyhow::Result<PathBuf> {
    if let Some(program) = built {
        return Ok(program.clone());
    }
    let program = build()?;
    *built = Some(program.clone());
    Ok(program)
}
