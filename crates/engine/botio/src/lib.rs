//! Turn loop between a bot and its judge, for any game.
//!
//! A [`Protocol`] converts input lines to turns and replies to output lines. A [`Bot`] chooses the
//! replies. [`run`] connects the two, measures the time, and makes sure that a panic inside the bot
//! never costs the game. [`Command`] and [`Options`] are the bot's command line.

mod lines;
mod options;
mod protocol;
mod turn_loop;

pub use lines::Lines;
pub use options::{Command, Options, USAGE};
pub use protocol::{Bot, Protocol};
pub use turn_loop::{play, run};
