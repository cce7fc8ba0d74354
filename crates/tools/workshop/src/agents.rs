//! Construction of players from their specifications on the command line.

use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context, bail};
use arena::{AgentSpec, CommandLine, Contestant, PlayerSpec, Program, SpecError};
use registry::Game;

use crate::programs::{Commit, Programs};

/// Factory of the players of a game.
pub(crate) struct Agents<'a> {
    game: &'static dyn Game,
    programs: &'a Programs,
    /// Nodes per move of every player without its own limit.
    nodes: Option<u64>,
}

impl Agents<'_> {
    /// Returns a factory of players of `game`, with a default limit of `nodes` per move.
    pub(crate) fn new<'a>(
        game: &'static dyn Game,
        programs: &'a Programs,
        nodes: Option<NonZeroU64>,
    ) -> Agents<'a> {
        Agents { game, programs, nodes: nodes.map(NonZeroU64::get) }
    }

    /// Makes the player that `text` specifies.
    pub(crate) fn make(&self, text: &str) -> anyhow::Result<Contestant> {
        self.of_spec(text, text.parse()?)
    }

    /// Makes the player that `text` specifies, or the game's bot at the git revision `text`.
    pub(crate) fn make_or_commit(&self, text: &str) -> anyhow::Result<Contestant> {
        match text.parse() {
            Ok(spec) => self.of_spec(text, spec),
            Err(error @ SpecError::Unknown(_)) => match self.programs.commit(text)? {
                Some(commit) => self.of_commit(&commit, self.nodes, None),
                None => bail!("{error}; and there is no git revision `{text}`"),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Makes a player from a file, Rust source code or a program, with the file's name.
    pub(crate) fn of_file(&self, path: &Path) -> anyhow::Result<Contestant> {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let arguments = CommandLine::default();
        let program = if is_source {
            Program::Source { text: read(path)?, arguments }
        } else {
            Program::Command(CommandLine::of_program(&self.programs.keep(path)?, &arguments))
        };
        self.checked(Contestant { name, program, nodes: self.nodes, move_time_ms: None })
    }

    fn of_spec(&self, text: &str, spec: PlayerSpec) -> anyhow::Result<Contestant> {
        let PlayerSpec { nodes, move_time_ms, agent } = spec;
        let nodes = nodes.or(self.nodes);
        let arguments = CommandLine::of_bot(nodes.is_some());
        let program = match agent {
            AgentSpec::Baseline(baseline) => Program::Baseline(baseline),
            AgentSpec::Command(command) => Program::Command(command),
            AgentSpec::Uci(command) => Program::Uci(command),
            AgentSpec::Source { file, arguments } => {
                Program::Source { text: read(&file)?, arguments }
            }
            AgentSpec::Bundle => {
                let text = self.programs.bundle(self.game)?;
                Program::Source { text, arguments }
            }
            AgentSpec::Bot => {
                let built = self.programs.workspace()?.build(self.game.package())?;
                let program = self.programs.keep(&built)?;
                Program::Command(CommandLine::of_program(&program, &arguments))
            }
            AgentSpec::Commit(revision) => {
                let commit = self.programs.commit(&revision)?;
                let commit =
                    commit.with_context(|| format!("there is no git revision `{revision}`"))?;
                return self.of_commit(&commit, nodes, move_time_ms);
            }
        };
        self.checked(Contestant { name: text.to_owned(), program, nodes, move_time_ms })
    }

    fn of_commit(
        &self,
        commit: &Commit,
        nodes: Option<u64>,
        move_time_ms: Option<u64>,
    ) -> anyhow::Result<Contestant> {
        let program = self.programs.of_commit(commit, self.game.package())?;
        let arguments = CommandLine::of_bot(nodes.is_some());
        let program = Program::Command(CommandLine::of_program(&program, &arguments));
        self.checked(Contestant { name: commit.to_string(), program, nodes, move_time_ms })
    }

    /// Checks before the first game that a player supports the game, and that source code compiles.
    fn checked(&self, contestant: Contestant) -> anyhow::Result<Contestant> {
        contestant.check(self.game)?;
        if let Program::Source { text, .. } = &contestant.program {
            let compiled = self.programs.compile(self.game, text);
            compiled.with_context(|| format!("`{}` cannot play", contestant.name))?;
        }
        Ok(contestant)
    }
}

/// Appends numbers to equal names of players, so that all names differ.
pub(crate) fn make_names_unique(contestants: &mut [Contestant]) {
    for index in 0..contestants.len() {
        let name = contestants[index].name.clone();
        let is_taken = |contestants: &[Contestant], name: &str| {
            contestants[..index].iter().any(|c| c.name == name)
        };
        let mut number = 2;
        while is_taken(contestants, &contestants[index].name) {
            contestants[index].name = format!("{name} ({number})");
            number += 1;
        }
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}
