//! Players: what answers a referee.

mod baseline;
mod command;
mod contestant;
mod greedy;
mod process;
mod program;
mod report;
mod spec;
mod turn_log;
mod uci;
mod uct;

use std::time::Duration;

pub use baseline::{Baseline, BaselineInfo, Effort, OwnName};
pub use command::CommandLine;
pub use contestant::{AgentError, Contestant, ContestantError, GameSetup, Program};
pub use report::Report;
pub use spec::{AgentSpec, PlayerSpec, SpecError};
pub use turn_log::TurnLog;
pub use uci::UciError;

pub(crate) use baseline::{Choose, OwnBaseline, baseline_agent};
pub(crate) use greedy::Greedy;

use crate::termination::Termination;
use crate::time_control::TimeLimit;

/// A player of one game.
pub trait Agent {
    /// Answers one turn with one line.
    ///
    /// # Errors
    ///
    /// No answer came: the game is lost for that player, or the match was asked to stop.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Hears the first lines of its next turn as soon as they are known.
    fn hear(&mut self, _lines: &[String]) {}

    /// Hears what is left to be said when the game is over, and is not asked again.
    ///
    /// A program whose judge talks to the end knows then that it may exit, and gets a moment to do
    /// so before it is ended.
    fn tell(&mut self, _lines: &[String]) {}

    /// Gets ready for another game than the one it was started for. `false` if it cannot: then a
    /// new agent must be started.
    fn begin(&mut self, _setup: &GameSetup<'_>) -> bool {
        false
    }

    /// Returns the most memory, in bytes, that was seen resident in this game; `None` for players
    /// that are no program.
    fn peak_memory(&self) -> Option<u64> {
        None
    }
}

/// What an agent is told before each of its moves.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The lines that the referee sends, without those that the agent has heard before.
    pub input: &'a [String],
    /// The game so far.
    pub moves: &'a [String],
    /// Within this time a program's answer must have arrived.
    pub limit: TimeLimit,
}

/// A line of output, and how long it took to come.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The line without its end.
    pub line: String,
    /// From the moment the input was flushed until the whole line had arrived.
    pub took: Duration,
    /// What else is known of the turn.
    pub log: TurnLog,
}

/// Why an agent has not answered.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// It has lost the game thereby.
    Lost {
        /// How.
        how: Termination,
        /// More for a human reader: a status, and what the program last wrote on standard error.
        detail: String,
        /// What else is known of the turn.
        log: Box<TurnLog>,
    },
    /// The match was asked to stop.
    Stopped,
}
