//! Players of a match: their specifications on the command line, and the contestants that a worker
//! starts.

mod compile;
mod contestant;
mod spec;

pub use compile::Compile;
pub use contestant::{AgentError, Contestant, ContestantError, Pace, Program};
pub use spec::{AgentSpec, PlayerSpec, SpecError};
