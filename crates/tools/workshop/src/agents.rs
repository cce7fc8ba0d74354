//! Construction of players from their specifications on the command line.

use std::fs;
use std::num::NonZeroU64;
use std::path::{self, Path, PathBuf};

use anyhow::{Context, bail};
use arena::{AgentSpec, CommandLine, Contestant, PlayerSpec, Program, SpecError};
use is_executable::is_executable;
use registry::Game;

use crate::programs::{Commit, Programs};
use crate::rules::Rules;

/// Factory of the players of a match.
pub(crate) struct Agents<'a> {
    rules: &'a Rules,
    programs: &'a Programs,
    /// Nodes per move of every player without its own limit.
    nodes: Option<u64>,
    /// True if bots of this workspace are given as source.
    as_sources: bool,
}

impl Agents<'_> {
    /// Judge that compiles source files for a foreign referee whose game is unknown here.
    const JUDGE_OF_FOREIGN: &'static str = "codingame";

    /// Returns a factory of players under `rules`, with a default limit of `nodes` per move.
    pub(crate) fn new<'a>(
        rules: &'a Rules,
        programs: &'a Programs,
        nodes: Option<NonZeroU64>,
    ) -> Agents<'a> {
        Agents { rules, programs, nodes: nodes.map(NonZeroU64::get), as_sources: false }
    }

    /// Returns the same factory. If `as_sources` is set, it makes bots of this workspace as bundled
    /// source, which other machines can compile.
    pub(crate) fn with_bots_as_sources(self, as_sources: bool) -> Self {
        Agents { as_sources, ..self }
    }

    /// Checks what can be checked of the player that `text` specifies, or of the git revision
    /// `text`, without a build.
    pub(crate) fn check_or_commit(&self, text: &str) -> anyhow::Result<()> {
        let spec: Result<PlayerSpec, SpecError> = text.parse();
        match spec {
            Ok(PlayerSpec { agent: AgentSpec::Commit(revision), .. }) => {
                self.existing_commit(&revision).map(drop)
            }
            Ok(PlayerSpec { agent: AgentSpec::Source { file, .. }, .. }) => read(&file).map(drop),
            Ok(PlayerSpec { agent: AgentSpec::File(file), .. }) if file.exists() => {
                executable(&file).map(drop)
            }
            Ok(PlayerSpec { agent: AgentSpec::File(_), .. }) | Err(SpecError::Unknown(_)) => {
                self.commit_of(text).map(drop)
            }
            Ok(_) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the player that `text` specifies.
    pub(crate) fn make(&self, text: &str) -> anyhow::Result<Contestant> {
        self.of_spec(text, text.parse()?)
    }

    /// Makes the player that `text` specifies, or the game's bot at the git revision `text`.
    pub(crate) fn make_or_commit(&self, text: &str) -> anyhow::Result<Contestant> {
        match text.parse() {
            Ok(PlayerSpec { agent: AgentSpec::File(file), .. }) if !file.exists() => {
                self.of_commit(&self.commit_of(text)?, self.nodes, None)
            }
            Ok(spec) => self.of_spec(text, spec),
            Err(SpecError::Unknown(_)) => self.of_commit(&self.commit_of(text)?, self.nodes, None),
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
            AgentSpec::File(file) => {
                let file = executable(&file)?;
                Program::Command(CommandLine::of_program(&file, &CommandLine::default()))
            }
            AgentSpec::Source { file, arguments } => {
                Program::Source { text: read(&file)?, arguments }
            }
            AgentSpec::Bot if !self.as_sources => {
                let game = self.game_of_bots(text)?;
                let built = self.programs.workspace()?.build(game.package())?;
                let program = self.programs.keep(&built)?;
                Program::Command(CommandLine::of_program(&program, &arguments))
            }
            AgentSpec::Bot | AgentSpec::Bundle => {
                let text = self.programs.bundle(self.game_of_bots(text)?)?;
                Program::Source { text, arguments }
            }
            AgentSpec::Commit(revision) => {
                let commit = self.existing_commit(&revision)?;
                return self.of_commit(&commit, nodes, move_time_ms);
            }
        };
        self.checked(Contestant { name: text.to_owned(), program, nodes, move_time_ms })
    }

    /// Returns the commit of the revision `text`, which no player is called.
    fn commit_of(&self, text: &str) -> anyhow::Result<Commit> {
        match (self.programs.commit(text)?, text.parse::<PlayerSpec>()) {
            (Some(commit), _) => Ok(commit),
            (None, Err(error)) => bail!("{error}; and there is no git revision `{text}`"),
            (None, Ok(_)) => bail!("there is neither a file nor a git revision `{text}`"),
        }
    }

    fn existing_commit(&self, revision: &str) -> anyhow::Result<Commit> {
        let commit = self.programs.commit(revision)?;
        commit.with_context(|| format!("there is no git revision `{revision}`"))
    }

    fn of_commit(
        &self,
        commit: &Commit,
        nodes: Option<u64>,
        move_time_ms: Option<u64>,
    ) -> anyhow::Result<Contestant> {
        let game = self.game_of_bots(&commit.name)?;
        let arguments = CommandLine::of_bot(nodes.is_some());
        let program = if self.as_sources {
            Program::Source { text: self.programs.bundle_of_commit(commit, game)?, arguments }
        } else {
            let program = self.programs.of_commit(commit, game.package())?;
            Program::Command(CommandLine::of_program(&program, &arguments))
        };
        self.checked(Contestant { name: commit.to_string(), program, nodes, move_time_ms })
    }

    /// Returns the game whose bot is the player `text`.
    fn game_of_bots(&self, text: &str) -> anyhow::Result<&'static dyn Game> {
        self.rules.game_of_bots().with_context(|| {
            format!("`{text}` is a bot of this workspace: name its game before the options")
        })
    }

    /// Checks before the first game that a player supports the game, and that source code compiles.
    fn checked(&self, contestant: Contestant) -> anyhow::Result<Contestant> {
        let cannot_play = || format!("`{}` cannot play", contestant.name);
        match (self.rules, &contestant.program) {
            (Rules::Foreign { referee, .. }, program) => {
                contestant.check_for(referee)?;
                let Program::Source { text, arguments } = program else { return Ok(contestant) };
                let judge = match self.rules.game_of_bots() {
                    Ok(game) => self.programs.judge_of(game)?,
                    Err(_) => Agents::JUDGE_OF_FOREIGN.parse()?,
                };
                let compiled = self.programs.compile_for(&judge, text).with_context(cannot_play)?;
                let program = Program::Command(CommandLine::of_program(&compiled, arguments));
                Ok(Contestant { program, ..contestant })
            }
            (Rules::Game(game), program) => {
                contestant.check(*game)?;
                if let Program::Source { text, .. } = program {
                    self.programs.compile(*game, text).with_context(cannot_play)?;
                }
                Ok(contestant)
            }
        }
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

/// Returns the absolute path of an executable file.
fn executable(path: &Path) -> anyhow::Result<PathBuf> {
    let shown = path.display();
    let no_file = || format!("{shown} cannot be read: a command line begins with `cmd:`");
    let metadata = fs::metadata(path).with_context(no_file)?;
    if !metadata.is_file() || !is_executable(path) {
        bail!(
            "{shown} is not executable: allow it by `chmod +x`, or use `cmd:` and its interpreter"
        );
    }
    path::absolute(path).with_context(|| format!("{shown} has no absolute path"))
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}
