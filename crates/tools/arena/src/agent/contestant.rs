use std::io;
use std::path::Path;
use std::time::Duration;

use super::program::Program;
use super::uci::{Go, Uci, UciError};
use super::{Agent, Baseline, CommandLine, Effort};
use crate::{Game, Stop, TimeControl};

/// A player of a match: starts an agent for every game.
#[derive(Clone, Debug)]
pub struct Contestant {
    label: String,
    kind: Kind,
    time: TimeControl,
}

#[derive(Clone, Debug)]
enum Kind {
    Baseline(Baseline),
    Program { command: CommandLine, nodes: Option<u64> },
    Uci { command: CommandLine, variant: &'static str, go: Go },
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
}

/// An agent that cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The program cannot be run.
    #[error("`{label}` cannot be started")]
    Start {
        /// The player.
        label: String,
        /// What the system says.
        source: io::Error,
    },
    /// The engine does not get ready.
    #[error("`{label}` {fault}")]
    Uci {
        /// The player.
        label: String,
        /// What it does wrong.
        fault: UciError,
    },
}

impl Contestant {
    /// Limit of an answer that is bound by nodes, not by time: it only ends a hang.
    const HANG: Duration = Duration::from_secs(60);
    /// A UCI engine's time per move unless told otherwise.
    const UCI_MOVE_TIME: Duration = Duration::from_millis(100);
    /// What a UCI engine may take beyond its time per move, which is its target, not its judge.
    const UCI_GRACE: Duration = Duration::from_millis(200);

    /// Returns a player inside this process. One that thinks as long as it may has the official
    /// limits, or `move_time` as [`Contestant::bot`] has; others have none.
    #[must_use]
    pub fn baseline(
        baseline: Baseline,
        game: &dyn Game,
        move_time: Option<Duration>,
    ) -> Contestant {
        let is_unlimited = baseline != Baseline::Uct(Effort::Time);
        Contestant {
            label: baseline.to_string(),
            kind: Kind::Baseline(baseline),
            time: time_for_program(game, is_unlimited, move_time),
        }
    }

    /// Returns the player that `executable` is, a bot of the workspace.
    ///
    /// `move_time` replaces the official limit, except that a player's first turn is never given
    /// less than officially. With `nodes` and without `move_time` only a hang is out of time.
    #[must_use]
    pub fn bot(
        label: &str,
        executable: &Path,
        game: &dyn Game,
        nodes: Option<u64>,
        move_time: Option<Duration>,
    ) -> Contestant {
        let command = CommandLine::of_bot(executable, nodes.is_some());
        let time = time_for_program(game, nodes.is_some(), move_time);
        Contestant { label: label.to_owned(), kind: Kind::Program { command, nodes }, time }
    }

    /// Returns the player that a program is which speaks the referee's dialogue. Times as for
    /// [`Contestant::bot`]; a command line without `{nodes}` knows no limit of nodes.
    ///
    /// # Errors
    ///
    /// The command line asks for a limit of nodes and there is none.
    pub fn command(
        command: CommandLine,
        game: &dyn Game,
        nodes: Option<u64>,
        move_time: Option<Duration>,
    ) -> Result<Contestant, ContestantError> {
        let label = format!("cmd:{command}");
        let nodes = nodes.filter(|_| command.takes_nodes());
        if command.takes_nodes() && nodes.is_none() {
            return Err(ContestantError::NoNodes(label));
        }
        let time = time_for_program(game, nodes.is_some(), move_time);
        Ok(Contestant { label, kind: Kind::Program { command, nodes }, time })
    }

    /// Returns the player that a UCI engine is. It thinks until it has searched `nodes`, or else
    /// for `move_time`.
    ///
    /// # Errors
    ///
    /// UCI engines do not play the game.
    pub fn uci(
        command: CommandLine,
        game: &dyn Game,
        nodes: Option<u64>,
        move_time: Option<Duration>,
    ) -> Result<Contestant, ContestantError> {
        let label = format!("uci:{command}");
        let variant = game.uci_variant().ok_or(ContestantError::NoVariant(game.name()))?;
        let move_time = move_time.unwrap_or(Contestant::UCI_MOVE_TIME);
        let (go, limit) = match nodes {
            Some(nodes) => (Go::Nodes(nodes), Contestant::HANG),
            None => (Go::MoveTime(move_time), move_time + Contestant::UCI_GRACE),
        };
        let time = TimeControl::same_for_all(limit);
        Ok(Contestant { label, kind: Kind::Uci { command, variant, go }, time })
    }

    /// Returns the player's name in reports and records.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns how long the player may think.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        self.time
    }

    /// Tells whether games of this player can start with a prescribed opening.
    #[must_use]
    pub fn can_play_openings(&self) -> bool {
        match &self.kind {
            Kind::Program { command, .. } => command.takes_opening(),
            Kind::Baseline(_) | Kind::Uci { .. } => true,
        }
    }

    /// Tells whether the player gives an opening's moves itself. The match makes them for others.
    #[must_use]
    pub(crate) fn answers_in_opening(&self) -> bool {
        matches!(self.kind, Kind::Program { .. })
    }

    /// Starts an agent for one game.
    pub(crate) fn start(
        &self,
        game: &dyn Game,
        setup: &GameSetup<'_>,
    ) -> Result<Box<dyn Agent>, AgentError> {
        let label = || self.label.clone();
        match &self.kind {
            Kind::Baseline(baseline) => Ok(game.baseline(*baseline, setup.seed)),
            Kind::Program { command, nodes } => {
                match Program::start(&command.fill(setup, *nodes), setup) {
                    Ok(program) => Ok(Box::new(program)),
                    Err(source) => Err(AgentError::Start { label: label(), source }),
                }
            }
            Kind::Uci { command, variant, go } => {
                match Uci::start(command.clone(), variant, *go, setup) {
                    Ok(engine) => Ok(Box::new(engine)),
                    Err(fault) => Err(AgentError::Uci { label: label(), fault }),
                }
            }
        }
    }
}

fn time_for_program(game: &dyn Game, is_unlimited: bool, time: Option<Duration>) -> TimeControl {
    let official = game.time_control();
    match time {
        Some(time) => TimeControl { first: official.first.max(time), then: time },
        None if is_unlimited => TimeControl::same_for_all(Contestant::HANG),
        None => official,
    }
}
