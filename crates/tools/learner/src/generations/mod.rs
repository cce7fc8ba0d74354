//! Generations of games, training, and a match with the network before.

mod run;
mod state;

pub(crate) use run::{PRESENT, Run, Step};
pub(crate) use state::{Generation, Plan, State};
