//! Contestants of a match: plain values from which a worker starts an agent for each game.

use std::io;
use std::time::Duration;

use registry::{Agent, Baseline, Effort, Game, GameSetup, TimeControl};
use serde::{Deserialize, Serialize};

use super::compile::Compile;
use super::spec::own_players;
use crate::agent::{CommandLine, Go, RunningProgram, Uci, UciError};
use crate::foreign::{ForeignReferee, RefereeProtocol};
use crate::process::Sandbox;

/// Player of a match: a plain value that holds all that a worker on any machine needs to start it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contestant {
    /// The name in reports and records.
    pub name: String,
    /// The program that plays.
    pub program: Program,
    /// Node limit per move in place of the clock, for a player that can count nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds per move in place of the official limits. Where the official limit is a clock
    /// for the whole game, this is the time for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
}

/// Program of a contestant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Program {
    /// Baseline player inside the arena's process.
    Baseline(Baseline),
    /// Program that speaks the referee's dialogue.
    Command(CommandLine),
    /// UCI engine that offers a variant with the game's name.
    Uci(CommandLine),
    /// Bot as one Rust source file, which the machine that plays the game compiles.
    Source {
        /// The text of the file.
        text: String,
        /// Arguments of the compiled program, placeholders included.
        arguments: CommandLine,
    },
    /// Player of imported games, whose program is not here.
    Elsewhere,
}

/// Contestant that cannot take part in a match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestantError {
    /// `{nodes}` stands in the command line, but there is no node limit.
    #[error("`{0}` asks for {{nodes}}: give a limit with --nodes")]
    NoNodes(String),
    /// UCI engine for a game that has no UCI variant.
    #[error("no UCI variant of {0} is known")]
    NoVariant(&'static str),
    /// Player that is no program, for a foreign referee.
    #[error(
        "`{0}` is no program of its own: under a foreign referee, a player is a command line, a \
         Rust file or a bot of this workspace"
    )]
    NoProgram(String),
    /// Time per move where a foreign referee runs the players.
    #[error("`{0}` has a limit `time=`, but the referee starts the players and keeps their time")]
    NoClock(String),
    /// Player of imported games.
    #[error("`{0}` has played elsewhere: its program is not here")]
    Elsewhere(String),
    /// Baseline that plays other games only.
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

/// Agent that cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The player cannot take part in this game.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// The program cannot be run.
    #[error("`{name}` cannot be started")]
    Start {
        /// The player.
        name: String,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The engine does not get ready.
    #[error("`{name}` {fault}")]
    Uci {
        /// The player.
        name: String,
        /// Error of the engine.
        fault: UciError,
    },
    /// The source does not compile.
    #[error("`{name}` does not compile: {why}")]
    Compile {
        /// The player.
        name: String,
        /// Output of the compiler.
        why: String,
    },
}

/// Relation of a contestant's thinking time to the clock of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Its moves do not depend on time.
    Fixed,
    /// It is told its limit, and thinks as long as that allows.
    Clock,
    /// Its program keeps the time: a constant that is not known here.
    Own,
}

impl Contestant {
    /// Returns a player of imported games.
    pub(crate) fn elsewhere(name: String) -> Contestant {
        Contestant { name, program: Program::Elsewhere, nodes: None, move_time_ms: None }
    }

    /// Time limit of a player that is limited by nodes or does not use the clock. It only ends a
    /// hang.
    pub(crate) const HANG: Duration = Duration::from_secs(60);
    /// Time per move of a UCI engine without a limit of its own.
    const UCI_MOVE_TIME: Duration = Duration::from_millis(100);
    /// Extra time of a UCI engine beyond its time per move: that time is a target for the engine,
    /// and not the limit at which it loses.
    const UCI_GRACE: Duration = Duration::from_millis(200);

    /// Checks that the player can take part in `game`.
    ///
    /// # Errors
    ///
    /// The command line contains `{nodes}` and there is no node limit, the game has no UCI variant
    /// for the engine, or the baseline does not play the game.
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
            Program::Elsewhere => Err(ContestantError::Elsewhere(self.name.clone())),
            _ => Ok(()),
        }
    }

    /// Checks that the player can play under a foreign referee.
    ///
    /// # Errors
    ///
    /// The player is no program, the command line contains `{nodes}` and there is no node limit, or
    /// there is a time per move that only the referee could measure.
    pub fn check_for(&self, referee: &ForeignReferee) -> Result<(), ContestantError> {
        match &self.program {
            Program::Baseline(_) | Program::Uci(_) => {
                Err(ContestantError::NoProgram(self.name.clone()))
            }
            Program::Command(command) | Program::Source { arguments: command, .. }
                if command.takes_nodes() && self.nodes.is_none() =>
            {
                Err(ContestantError::NoNodes(self.name.clone()))
            }
            Program::Elsewhere => Err(ContestantError::Elsewhere(self.name.clone())),
            _ if referee.protocol == RefereeProtocol::Scores && self.move_time_ms.is_some() => {
                Err(ContestantError::NoClock(self.name.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Returns the time control of the player.
    ///
    /// A time per move replaces the official limits, but a player's first turn never gets less than
    /// the official limit. Where each player has a clock for the whole game, the time replaces that
    /// clock. A player that counts nodes or does not use the clock has only a limit that ends a
    /// hang. A UCI engine gets a limit somewhat above its time per move.
    #[must_use]
    pub fn time(&self, game: &dyn Game) -> TimeControl {
        let official = game.time_control();
        let move_time = self.move_time_ms.map(Duration::from_millis);
        let is_unlimited = match &self.program {
            Program::Elsewhere => false,
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

    /// Returns the relation of the thinking time to the clock.
    #[must_use]
    pub fn pace(&self) -> Pace {
        match &self.program {
            Program::Baseline(Baseline::Uct(Effort::Time)) => Pace::Clock,
            Program::Uci(_) if self.nodes.is_none() => Pace::Clock,
            Program::Baseline(_) | Program::Uci(_) => Pace::Fixed,
            Program::Command(command) | Program::Source { arguments: command, .. }
                if command.takes_nodes() =>
            {
                Pace::Fixed
            }
            Program::Command(_) | Program::Source { .. } | Program::Elsewhere => Pace::Own,
        }
    }

    /// Returns the time per move that the program is told; `None` if it is told none.
    pub(crate) fn told_time(&self) -> Option<Duration> {
        match (&self.program, self.pace()) {
            (Program::Uci(_), Pace::Clock) => {
                let time = self.move_time_ms.map(Duration::from_millis);
                Some(time.unwrap_or(Contestant::UCI_MOVE_TIME))
            }
            _ => None,
        }
    }

    /// Returns whether games of this player can start with a prescribed opening.
    #[must_use]
    pub fn can_play_openings(&self) -> bool {
        match &self.program {
            Program::Command(command) | Program::Source { arguments: command, .. } => {
                command.takes_opening()
            }
            Program::Baseline(_) | Program::Uci(_) => true,
            Program::Elsewhere => false,
        }
    }

    /// Returns whether the player gives the moves of an opening itself. For other players the match
    /// makes them.
    #[must_use]
    pub(crate) fn answers_in_opening(&self) -> bool {
        matches!(self.program, Program::Command(_) | Program::Source { .. })
    }

    /// Returns whether one agent of this player can play several games in a row. Programs for an
    /// online judge play one game only.
    pub(crate) fn can_be_kept(&self) -> bool {
        matches!(self.program, Program::Uci(_))
    }

    /// Starts an agent for one game. `compile` turns a source file into a program.
    pub(crate) fn start(
        &self,
        game: &dyn Game,
        setup: &GameSetup<'_>,
        compile: &dyn Compile,
        sandbox: &Sandbox,
    ) -> Result<Box<dyn Agent>, AgentError> {
        self.check(game)?;
        match &self.program {
            Program::Elsewhere => Err(ContestantError::Elsewhere(self.name.clone()).into()),
            Program::Baseline(baseline) => {
                let agent = game.baseline(*baseline, setup.seed);
                Ok(agent.ok_or_else(|| ContestantError::NoBaseline {
                    name: baseline.to_string(),
                    game: game.name(),
                })?)
            }
            Program::Command(command) => self.run(&command.fill(setup, self.nodes), setup, sandbox),
            Program::Source { text, arguments } => {
                let program = compile.compile(game, text);
                let program =
                    program.map_err(|why| AgentError::Compile { name: self.name.clone(), why })?;
                let mut words = arguments.fill(setup, self.nodes);
                words.insert(0, program.to_string_lossy().into_owned());
                self.run(&words, setup, sandbox)
            }
            Program::Uci(command) => {
                let no_variant = || ContestantError::NoVariant(game.name());
                let variant = game.uci_variant().ok_or_else(no_variant)?;
                match Uci::start(command.clone(), variant, self.go(), setup, sandbox) {
                    Ok(engine) => Ok(Box::new(engine)),
                    Err(fault) => Err(AgentError::Uci { name: self.name.clone(), fault }),
                }
            }
        }
    }

    fn run(
        &self,
        words: &[String],
        setup: &GameSetup<'_>,
        sandbox: &Sandbox,
    ) -> Result<Box<dyn Agent>, AgentError> {
        match RunningProgram::start(words, setup, sandbox) {
            Ok(program) => Ok(Box::new(program)),
            Err(source) => Err(AgentError::Start { name: self.name.clone(), source }),
        }
    }

    /// Returns the limit that a UCI engine gets with each `go` command.
    fn go(&self) -> Go {
        match (self.nodes, self.move_time_ms) {
            (Some(nodes), _) => Go::Nodes(nodes),
            (None, Some(ms)) => Go::MoveTime(Duration::from_millis(ms)),
            (None, None) => Go::MoveTime(Contestant::UCI_MOVE_TIME),
        }
    }
}
