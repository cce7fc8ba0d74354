//! Generations of reinforcement learning: self-play, training, and a gate match against the current
//! network.

mod run;
mod state;

pub(crate) use run::{PRESENT, Run, Step};
pub(crate) use state::{Generation, Plan, State};
