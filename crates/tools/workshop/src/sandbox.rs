//! Sandbox that the user requests for the programs of players.

use anyhow::{Context, bail};
use arena::{Contestant, ForeignReferee, Plan, Program, RefereeProtocol, Sandbox};
use options::SandboxMode;

use crate::programs::Programs;

/// Sandbox of a match, and its description for the report.
#[derive(Default)]
pub(crate) struct ChosenSandbox {
    /// The sandbox.
    pub(crate) sandbox: Sandbox,
    /// Kind of the sandbox, or the reason why there is none; `None` if the match starts no program.
    pub(crate) description: Option<String>,
}

impl ChosenSandbox {
    /// Returns the sandbox for the programs of a match. A foreign referee that starts the players
    /// itself starts them outside.
    ///
    /// # Errors
    ///
    /// The user requires a sandbox, and there is none.
    pub(crate) fn of_match(
        mode: SandboxMode,
        plan: &Plan,
        programs: &Programs,
    ) -> anyhow::Result<ChosenSandbox> {
        let starts_players = |referee: &ForeignReferee| referee.protocol == RefereeProtocol::Scores;
        if !plan.referee.as_ref().is_some_and(starts_players) {
            return ChosenSandbox::of(mode, &plan.contestants, programs);
        }
        match mode {
            SandboxMode::Require => {
                bail!("--sandbox require: this referee starts the players itself: use `auto`")
            }
            SandboxMode::Off => ChosenSandbox::none("off".to_owned()),
            SandboxMode::Auto => {
                ChosenSandbox::none("none: the referee starts the players".to_owned())
            }
        }
    }

    /// Returns the sandbox for the programs of these players.
    ///
    /// # Errors
    ///
    /// The user requires a sandbox, and the system has none.
    pub(crate) fn of(
        mode: SandboxMode,
        contestants: &[Contestant],
        programs: &Programs,
    ) -> anyhow::Result<ChosenSandbox> {
        let is_program = |one: &Contestant| !matches!(one.program, Program::Baseline(_));
        match contestants.iter().any(is_program) {
            true => ChosenSandbox::of_programs(mode, programs),
            false => Ok(ChosenSandbox::default()),
        }
    }

    /// Returns the sandbox for any program.
    ///
    /// # Errors
    ///
    /// As [`ChosenSandbox::of`].
    pub(crate) fn of_programs(
        mode: SandboxMode,
        programs: &Programs,
    ) -> anyhow::Result<ChosenSandbox> {
        if mode == SandboxMode::Off {
            return ChosenSandbox::none("off".to_owned());
        }
        let folder = match programs.has_data_folder() {
            true => Some(programs.kept("")?),
            false => None,
        };
        match Sandbox::find(&folder.into_iter().collect::<Vec<_>>()) {
            Ok(sandbox) => {
                Ok(ChosenSandbox { sandbox, description: Some("bubblewrap".to_owned()) })
            }
            Err(error) if mode == SandboxMode::Require => Err(error).context("--sandbox require"),
            Err(error) => ChosenSandbox::none(format!("none: {error}")),
        }
    }

    fn none(description: String) -> anyhow::Result<ChosenSandbox> {
        Ok(ChosenSandbox { sandbox: Sandbox::default(), description: Some(description) })
    }
}
