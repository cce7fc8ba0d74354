//! The turn loop between a bot and its judge. It knows no game.
//!
//! A [`Protocol`] turns lines into turns and replies into lines; a [`Bot`] thinks; [`run`] joins
//! them, holds the stopwatch, and sees to it that a fault inside the bot never costs the game. [`Command`] and [`Options`] are how
//! a bot is started.

mod lines;
mod options;
mod protocol;
mod turn_loop;

pub use lines::Lines;
pub use options::{Command, Options};
pub use protocol::{Bot, Protocol};
pub use turn_loop::{play, run};
