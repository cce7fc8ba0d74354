//! Construction of players from their specifications on the command line.

use std::fs;
use std::num::NonZeroU64;
use std::path::{self, Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use arena::{AgentSpec, CommandLine, Contestant, PlayerSpec, Program, SpecError};
use is_executable::is_executable;
use registry::Game;
use which::which;

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

/// Player that was found, and checked as far as that needs no build.
enum Found {
    /// Player that lacks at most the compilation of its source.
    Made(Contestant),
    /// Bot of this workspace.
    Bot(Bot),
}

/// Bot of this workspace that is to be built.
struct Bot {
    game: &'static dyn Game,
    /// The name in reports and records.
    name: String,
    source: BotSource,
    nodes: Option<u64>,
    move_time_ms: Option<u64>,
}

/// Origin of a bot of this workspace.
enum BotSource {
    Workspace,
    Bundle,
    Commit(Commit),
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

    /// Makes the players that `texts` specify. Finds all of them before it builds one.
    ///
    /// A text that is the name of no player is a git revision: the game's bot at that commit.
    pub(crate) fn make_all<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t String>,
    ) -> anyhow::Result<Vec<Contestant>> {
        let found: anyhow::Result<Vec<_>> = texts.into_iter().map(|text| self.find(text)).collect();
        found?.into_iter().map(|player| self.build(player)).collect()
    }

    /// Makes the player that `text` specifies, or the game's bot at the git revision `text`.
    pub(crate) fn make(&self, text: &str) -> anyhow::Result<Contestant> {
        self.build(self.find(text)?)
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
        let contestant = Contestant { name, program, nodes: self.nodes, move_time_ms: None };
        self.check(&contestant)?;
        self.compiled(contestant)
    }

    /// Finds the player that `text` specifies and checks what can be checked without a build.
    fn find(&self, text: &str) -> anyhow::Result<Found> {
        let PlayerSpec { nodes, move_time_ms, agent } = match text.parse() {
            Ok(PlayerSpec { agent: AgentSpec::File(file), .. }) if !file.exists() => {
                return self.find_revision(text, || {
                    anyhow!(
                        "there is neither a file nor a git revision `{text}`: a command line \
                         begins with `cmd:`"
                    )
                });
            }
            // Limits such as `nodes=5000,` are for players.
            Err(ref unknown @ SpecError::Unknown(ref name)) if name == text => {
                return self.find_revision(text, || {
                    anyhow!("{unknown}; and there is no git revision `{text}`")
                });
            }
            spec => spec?,
        };
        let nodes = nodes.or(self.nodes);
        let made = |program| -> anyhow::Result<Found> {
            let player = Contestant { name: text.to_owned(), program, nodes, move_time_ms };
            self.check(&player)?;
            Ok(Found::Made(player))
        };
        let bot = |name: String, source| -> anyhow::Result<Found> {
            Ok(Found::Bot(Bot {
                game: self.game_of_bots(text)?,
                name,
                source,
                nodes,
                move_time_ms,
            }))
        };
        match agent {
            AgentSpec::Baseline(baseline) => made(Program::Baseline(baseline)),
            AgentSpec::Command(line) => made(Program::Command(line)),
            AgentSpec::Uci(line) => made(Program::Uci(line)),
            AgentSpec::File(file) => {
                let line = CommandLine::of_program(&executable(&file)?, &CommandLine::default());
                made(Program::Command(line))
            }
            AgentSpec::Source { file, arguments } => {
                made(Program::Source { text: read(&file)?, arguments })
            }
            AgentSpec::Bot => bot(text.to_owned(), BotSource::Workspace),
            AgentSpec::Bundle => bot(text.to_owned(), BotSource::Bundle),
            AgentSpec::Commit(revision) => {
                let commit = self.programs.commit(&revision)?;
                let no_commit = || format!("there is no git revision `{revision}`");
                let commit = commit.with_context(no_commit)?;
                bot(commit.to_string(), BotSource::Commit(commit))
            }
        }
    }

    /// Finds the bot at the git revision `text`. `unknown` returns the error if there is none.
    fn find_revision(
        &self,
        text: &str,
        unknown: impl FnOnce() -> anyhow::Error,
    ) -> anyhow::Result<Found> {
        let Ok(Some(commit)) = self.programs.commit(text) else { return Err(unknown()) };
        Ok(Found::Bot(Bot {
            game: self.game_of_bots(text)?,
            name: commit.to_string(),
            source: BotSource::Commit(commit),
            nodes: self.nodes,
            move_time_ms: None,
        }))
    }

    /// Builds what a player needs.
    fn build(&self, player: Found) -> anyhow::Result<Contestant> {
        let Bot { game, name, source, nodes, move_time_ms } = match player {
            Found::Made(contestant) => return self.compiled(contestant),
            Found::Bot(bot) => bot,
        };
        let arguments = CommandLine::of_bot(nodes.is_some());
        let of_program =
            |program: &Path| Program::Command(CommandLine::of_program(program, &arguments));
        let of_source = |text| Program::Source { text, arguments: arguments.clone() };
        let program = match source {
            BotSource::Workspace if !self.as_sources => {
                let built = self.programs.workspace()?.build(game.package())?;
                of_program(&self.programs.keep(&built)?)
            }
            BotSource::Workspace | BotSource::Bundle => of_source(self.programs.bundle(game)?),
            BotSource::Commit(commit) if !self.as_sources => {
                of_program(&self.programs.of_commit(&commit, game.package())?)
            }
            BotSource::Commit(commit) => of_source(self.programs.bundle_of_commit(&commit, game)?),
        };
        let contestant = Contestant { name, program, nodes, move_time_ms };
        self.check(&contestant)?;
        self.compiled(contestant)
    }

    /// Returns the game whose bot is the player `text`.
    fn game_of_bots(&self, text: &str) -> anyhow::Result<&'static dyn Game> {
        self.rules.game_of_bots().with_context(|| {
            format!("`{text}` is a bot of this workspace: name its game before the options")
        })
    }

    /// Checks that a player supports the game, and that its program exists. A foreign referee may
    /// look for programs in other places.
    fn check(&self, contestant: &Contestant) -> anyhow::Result<()> {
        let game = match self.rules {
            Rules::Foreign { referee, .. } => return Ok(contestant.check_for(referee)?),
            Rules::Game(game) => *game,
        };
        contestant.check(game)?;
        let (Program::Command(line) | Program::Uci(line)) = &contestant.program else {
            return Ok(());
        };
        match line.program() {
            Some(program) if !program.contains('{') => {
                let cannot = || format!("`{}` cannot be started", contestant.name);
                which(program).map(drop).with_context(cannot)
            }
            // The name depends on the game.
            _ => Ok(()),
        }
    }

    /// Compiles a player that is source code, so that an error ends the command before the first
    /// game. Under a foreign referee, which compiles nothing, the program takes its place.
    fn compiled(&self, contestant: Contestant) -> anyhow::Result<Contestant> {
        let Program::Source { text, arguments } = &contestant.program else {
            return Ok(contestant);
        };
        let cannot_play = || format!("`{}` cannot play", contestant.name);
        match self.rules {
            Rules::Foreign { .. } => {
                let judge = match self.rules.game_of_bots() {
                    Ok(game) => self.programs.judge_of(game)?,
                    Err(_) => Agents::JUDGE_OF_FOREIGN.parse()?,
                };
                let compiled = self.programs.compile_for(&judge, text).with_context(cannot_play)?;
                let program = Program::Command(CommandLine::of_program(&compiled, arguments));
                Ok(Contestant { program, ..contestant })
            }
            Rules::Game(game) => {
                self.programs.compile(*game, text).with_context(cannot_play)?;
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
    let metadata = fs::metadata(path).with_context(|| format!("{shown} cannot be read"))?;
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
