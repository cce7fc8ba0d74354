use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::program::Program as RunningProgram;
use super::spec::own_players;
use super::uci::{Go, Uci, UciError};
use super::{Agent, Baseline, CommandLine, Effort};
use crate::game_pair::Compile;
use crate::games::Game;
use crate::stop::Stop;
use crate::time_control::TimeControl;

/// A player of a match: a plain value that says all a worker needs to let it play, on whatever
/// machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// The name in reports and records.
    pub name: String,
    /// What plays.
    pub program: Program,
    /// Nodes per move in place of the clock, for a player that can count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds per move in place of the official limits; for the whole game where the official
    /// limit is a clock for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
}

/// What plays for a contestant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// A player inside the arena's process.
    Baseline(Baseline),
    /// A program that speaks the referee's dialogue.
    Command(CommandLine),
    /// A UCI engine with a variant of the game's name.
    Uci(CommandLine),
    /// A bot as one file of Rust, compiled by whoever plays the game.
    Source {
        /// The file's text.
        text: String,
        /// The words that follow the program's name, placeholders included.
        arguments: CommandLine,
    },
}

/// What an agent must know before its game starts.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// The source of whatever is random in its play.
    pub seed: u64,
    /// The moves with which the game begins.
    pub opening: &'a [String],
    /// How much of the memory of its program and that program's children may be resident at once,
    /// in bytes.
    pub memory: u64,
    /// The only core of the machine on which its program may run; any, if `None`.
    pub core: Option<usize>,
    /// Ends its processes' waiting.
    pub stop: &'a Stop,
}

/// A player that cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestantError {
    /// `{nodes}` in a command line, but no limit to put there.
    #[error("`{0}` asks for {{nodes}}: give a limit with --nodes")]
    NoNodes(String),
    /// A UCI engine for a game that engines do not play.
    #[error("no UCI variant of {0} is known")]
    NoVariant(&'static str),
    /// A baseline that plays other games alone.
    #[error(
        "`{name}` does not play {game}: random and uct play every game, greedy those whose bots \
         search{own}",
        own = own_players()
    )]
    NoBaseline {
        /// The baseline.
        name: String,
        /// The game.
        game: &'static str,
    },
}

/// An agent that cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The player cannot take part in this game at all.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// The program cannot be run.
    #[error("`{name}` cannot be started")]
    Start {
        /// The player.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// The engine does not get ready.
    #[error("`{name}` {fault}")]
    Uci {
        /// The player.
        name: String,
        /// What it does wrong.
        fault: UciError,
    },
    /// The source does not compile.
    #[error("`{name}` does not compile: {why}")]
    Compile {
        /// The player.
        name: String,
        /// What the compiler says.
        why: String,
    },
}

impl Contestant {
    /// Limit of an answer that is bound by nodes, not by time: it only ends a hang.
    const HANG: Duration = Duration::from_secs(60);
    /// A UCI engine's time per move unless told otherwise.
    const UCI_MOVE_TIME: Duration = Duration::from_millis(100);
    /// What a UCI engine may take beyond its time per move, which is its target, not its judge.
    const UCI_GRACE: Duration = Duration::from_millis(200);

    /// Checks that the player can take part in `game`.
    ///
    /// # Errors
    ///
    /// A command line that asks for a limit of nodes where there is none, or a UCI engine for a
    /// game that engines do not play.
    pub fn check(&self, game: &dyn Game) -> Result<(), ContestantError> {
        match &self.program {
            Program::Command(command) | Program::Source { arguments: command, .. }
                if command.takes_nodes() && self.nodes.is_none() =>
            {
                Err(ContestantError::NoNodes(self.name.clone()))
            }
            Program::Uci(_) if game.uci_variant().is_none() => {
                Err(ContestantError::NoVariant(game.name()))
            }
            Program::Baseline(baseline) if game.baseline(*baseline, 0).is_none() => {
                Err(ContestantError::NoBaseline { name: baseline.to_string(), game: game.name() })
            }
            _ => Ok(()),
        }
    }

    /// Returns how long the player may think.
    ///
    /// Time per move replaces the official limits, except that a player's first turn is never given
    /// less than officially. Where each player has a clock for the whole game, the time replaces
    /// what stands on it. Who counts nodes, and whoever does not look at the clock, is only kept
    /// from hanging. A UCI engine is told its time, and given some more.
    #[must_use]
    pub fn time(&self, game: &dyn Game) -> TimeControl {
        let official = game.time_control();
        let move_time = self.move_time_ms.map(Duration::from_millis);
        let is_unlimited = match &self.program {
            Program::Baseline(baseline) => *baseline != Baseline::Uct(Effort::Time),
            Program::Command(command) | Program::Source { arguments: command, .. } => {
                command.takes_nodes()
            }
            Program::Uci(_) if self.nodes.is_some() => true,
            Program::Uci(_) => {
                let told = move_time.unwrap_or(Contestant::UCI_MOVE_TIME);
                return TimeControl::same_for_all(told + Contestant::UCI_GRACE);
            }
        };
        match move_time {
            Some(time) if official.total.is_some() => TimeControl::whole_game(time),
            Some(time) => TimeControl::per_turn(official.first.max(time), time),
            None if is_unlimited => TimeControl::same_for_all(Contestant::HANG),
            None => official,
        }
    }

    /// Tells whether games of this player can start with a prescribed opening.
    #[must_use]
    pub fn can_play_openings(&self) -> bool {
        match &self.program {
            Program::Command(command) | Program::Source { arguments: command, .. } => {
                command.takes_opening()
            }
            Program::Baseline(_) | Program::Uci { .. } => true,
        }
    }

    /// Tells whether the player gives an opening's moves itself. The match makes them for others.
    #[must_use]
    pub(crate) fn answers_in_opening(&self) -> bool {
        matches!(self.program, Program::Command(_) | Program::Source { .. })
    }

    /// Tells whether one agent of this player can play game after game. A judge's programs play one.
    pub(crate) fn can_be_kept(&self) -> bool {
        matches!(self.program, Program::Uci(_))
    }

    /// Starts an agent for one game. `compile` turns a source into a program.
    pub(crate) fn start(
        &self,
        game: &dyn Game,
        setup: &GameSetup<'_>,
        compile: &dyn Compile,
    ) -> Result<Box<dyn Agent>, AgentError> {
        self.check(game)?;
        match &self.program {
            Program::Baseline(baseline) => {
                let agent = game.baseline(*baseline, setup.seed);
                Ok(agent.ok_or_else(|| ContestantError::NoBaseline {
                    name: baseline.to_string(),
                    game: game.name(),
                })?)
            }
            Program::Command(command) => self.run(&command.fill(setup, self.nodes), setup),
            Program::Source { text, arguments } => {
                let program = compile.compile(game, text);
                let program =
                    program.map_err(|why| AgentError::Compile { name: self.name.clone(), why })?;
                let mut words = arguments.fill(setup, self.nodes);
                words.insert(0, program.to_string_lossy().into_owned());
                self.run(&words, setup)
            }
            Program::Uci(command) => {
                let no_variant = || ContestantError::NoVariant(game.name());
                let variant = game.uci_variant().ok_or_else(no_variant)?;
                match Uci::start(command.clone(), variant, self.go(), setup) {
                    Ok(engine) => Ok(Box::new(engine)),
                    Err(fault) => Err(AgentError::Uci { name: self.name.clone(), fault }),
                }
            }
        }
    }

    fn run(&self, words: &[String], setup: &GameSetup<'_>) -> Result<Box<dyn Agent>, AgentError> {
        match RunningProgram::start(words, setup) {
            Ok(program) => Ok(Box::new(program)),
            Err(source) => Err(AgentError::Start { name: self.name.clone(), source }),
        }
    }

    /// Returns how long a UCI engine is told to think.
    fn go(&self) -> Go {
        match (self.nodes, self.move_time_ms) {
            (Some(nodes), _) => Go::Nodes(nodes),
            (None, Some(ms)) => Go::MoveTime(Duration::from_millis(ms)),
            (None, None) => Go::MoveTime(Contestant::UCI_MOVE_TIME),
        }
    }
}
