//! Agents that are programs: bots that speak a referee's dialogue, and UCI engines.

mod command;
mod program;
mod uci;

pub use command::{CommandLine, CommandLineError};
pub use uci::UciError;

pub(crate) use program::Program as RunningProgram;
pub(crate) use uci::{Go, Uci};
