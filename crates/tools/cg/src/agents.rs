//! From a player's name on the command line to a player.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use arena::{AgentSpec, Contestant, Game};
use tempfile::TempDir;

use crate::bundling::build_bundle;
use crate::workspace::Workspace;

/// Makes players, and builds what they run at most once.
///
/// The programs lie in a folder of their own for as long as this lives, so that building the bot
/// again does not change a match that is being played.
pub(crate) struct Agents {
    game: &'static dyn Game,
    nodes: Option<u64>,
    workspace: Option<(Workspace, TempDir)>,
}

impl Agents {
    /// Returns a maker of players of `game`, bound to `nodes` a move if there are any.
    pub(crate) fn new(game: &'static dyn Game, nodes: Option<u64>) -> Agents {
        Agents { game, nodes, workspace: None }
    }

    /// Makes a player with `move_time` for each move, or else with the official time.
    pub(crate) fn make(
        &mut self,
        name: &str,
        move_time: Option<Duration>,
    ) -> anyhow::Result<Contestant> {
        let (game, nodes) = (self.game, self.nodes);
        Ok(match name.parse()? {
            AgentSpec::Baseline(baseline) => Contestant::baseline(baseline, game, move_time),
            AgentSpec::Command(command) => Contestant::command(command, game, nodes, move_time)?,
            AgentSpec::Uci(command) => Contestant::uci(command, game, nodes, move_time)?,
            AgentSpec::Bot => Contestant::bot(name, &self.bot()?, game, nodes, move_time),
            AgentSpec::Bundle => Contestant::bot(name, &self.bundle()?, game, nodes, move_time),
        })
    }

    fn bot(&mut self) -> anyhow::Result<PathBuf> {
        let package = self.game.package();
        let (workspace, folder) = self.workspace()?;
        let program = folder.path().join("bot");
        if !program.exists() {
            fs::copy(workspace.build(package)?, &program).context("the bot cannot be copied")?;
        }
        Ok(program)
    }

    fn bundle(&mut self) -> anyhow::Result<PathBuf> {
        let game = self.game;
        let (workspace, folder) = self.workspace()?;
        let program = folder.path().join("bundle");
        if !program.exists() {
            build_bundle(workspace, game, &program)?;
        }
        Ok(program)
    }

    fn workspace(&mut self) -> anyhow::Result<&(Workspace, TempDir)> {
        if self.workspace.is_none() {
            let workspace = Workspace::find()?;
            let folder = workspace.temporary_folder()?;
            self.workspace = Some((workspace, folder));
        }
        self.workspace.as_ref().context("the workspace was just found")
    }
}
