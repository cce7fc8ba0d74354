//! Setup of one game for an agent.

use crate::stop::Stop;

/// Setup of one game for an agent.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// Seed of all randomness in the agent's play.
    pub seed: u64,
    /// The moves with which the game begins.
    pub opening: &'a [String],
    /// Limit of resident memory, in bytes, for the program and its child processes together.
    pub memory: u64,
    /// The only processor core on which the program may run; any core if `None`.
    pub core: Option<usize>,
    /// Request to stop, which ends all waiting for the program.
    pub stop: &'a Stop,
}
