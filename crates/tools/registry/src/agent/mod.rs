//! Agents: the players that answer a referee.

mod baseline;
mod greedy;
mod uct;

use std::time::Duration;

pub use baseline::{Baseline, BaselineInfo, Choose, Effort, OwnBaseline, OwnName};

pub(crate) use greedy::Greedy;
pub(crate) use uct::Uct;

use crate::game_setup::GameSetup;
use crate::termination::Termination;
use crate::time_control::TimeLimit;
use crate::turn_log::TurnLog;

/// Player of one game.
pub trait Agent {
    /// Answers one turn with one line.
    ///
    /// # Errors
    ///
    /// No answer came: the player has lost the game, or the match was asked to stop.
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure>;

    /// Receives the first lines of its next turn as soon as they are known.
    fn receive(&mut self, _lines: &[String]) {}

    /// Receives the last lines of the referee when the game is over. No turn follows.
    ///
    /// These lines are the signal for a program to exit, if its judge sends any. The program gets a
    /// short time to exit before it is killed.
    fn receive_last(&mut self, _lines: &[String]) {}

    /// Prepares for another game than the one it was started for. Returns `false` if that is not
    /// possible: then a new agent must be started.
    fn begin(&mut self, _setup: &GameSetup<'_>) -> bool {
        false
    }

    /// Returns the peak of resident memory in this game, in bytes; `None` for players that are not
    /// programs.
    fn peak_memory(&self) -> Option<u64> {
        None
    }
}

/// Input of an agent for one turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The lines that the referee sends, without those that the agent has received before.
    pub input: &'a [String],
    /// The moves of the game so far.
    pub moves: &'a [String],
    /// The time within which a program's answer must have arrived.
    pub limit: TimeLimit,
}

/// Line of output, and the time until it arrived.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The line without its line end.
    pub line: String,
    /// Time from the flush of the input until the whole line had arrived.
    pub took: Duration,
    /// Further data about the turn.
    pub log: TurnLog,
}

/// Reason for a missing answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The agent has lost the game.
    Lost {
        /// The fault.
        how: Termination,
        /// Details for a human reader: exit status, and the end of standard error.
        detail: String,
        /// Further data about the turn.
        log: Box<TurnLog>,
    },
    /// The match was asked to stop.
    Stopped,
}
