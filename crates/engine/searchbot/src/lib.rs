//! The bot of every game in which both players see everything and the judge lists the legal moves:
//! what is left for the game is to say how a turn begins.
//!
//! [`Turn`] and [`Reply`] are the dialogue, of which a game's `Protocol` reads the first lines;
//! [`SearchBot`] follows the game and lets the search choose.

mod bot;
mod turn;

pub use bot::{SearchBot, Settings};
pub use turn::{write_reply, LastMove, Reply, Turn};
