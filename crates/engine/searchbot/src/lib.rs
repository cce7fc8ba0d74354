//! Bot for games of perfect information whose judge lists the legal moves. The game itself only
//! implements the first lines of a turn.
//!
//! [`Turn`] and [`Reply`] are the messages of the protocol; a game's `Protocol` reads the first
//! lines of a turn. [`SearchBot`] follows the game and chooses moves by the search.

mod bot;
mod turn;

pub use bot::{SearchBot, Settings};
pub use turn::{write_reply, LastMove, Reply, Turn};
